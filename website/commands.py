"""A page for every command, made from its argument parser."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from bidwell import cli
from website.pages import Page


def pages() -> Iterator[Page]:
    """Yield the overview of the commands, then one page for each."""
    commands = parsers()
    yield Page("commands/index.md", _overview(commands))
    for name, parser in commands.items():
        yield Page(f"commands/{name}.md", _page(name, parser))


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of every command by its name."""
    for action in cli.parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("the command line has no commands")


def _overview(commands: dict[str, argparse.ArgumentParser]) -> str:
    rows = [f"| [`bidwell {name}`]({name}.md) | {_cell(parser.description)} |" for name, parser in commands.items()]
    lines = ["# Commands", "", cli.DESCRIPTION, "", "| command | what it does |", "|---|---|", *rows, ""]
    lines += [
        "`bidwell` alone is `bidwell serve --open`. `bidwell --version` prints the version, and",
        "`--help` after any",
    ]
    lines += ["command prints what its page here says.", ""]
    lines += ["| exit code | meaning |", "|---|---|", "| 0 | done |", "| 2 | refused; one sentence says why |"]
    lines += ["| 130 | stopped by Ctrl-C |", "| 143, 129 | ended by a signal (SIGTERM, SIGHUP) |", ""]
    return "\n".join([*lines, *_examples(cli.EPILOG)])


def _page(name: str, parser: argparse.ArgumentParser) -> str:
    lines = [f"# bidwell {name}", "", str(parser.description), ""]
    lines += ["```text", _usage(parser), "```", ""]
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if not isinstance(action, argparse._HelpAction)]
        if actions:
            lines += [f"## {_heading(group)}", ""]
            lines += [f"{group.description.capitalize()}.", ""] if group.description else []
            lines += ["| | |", "|---|---|", *map(_row, actions), ""]
    return "\n".join([*lines, *_examples(parser.epilog or "")])


def _usage(parser: argparse.ArgumentParser) -> str:
    """Return the usage as one command line, wrapped by its reader."""
    words = parser.format_usage().removeprefix("usage: ").split()
    return " ".join(word for word in words if word != "[-h]")


def _heading(group: argparse._ArgumentGroup) -> str:
    return {"positional arguments": "Arguments", "options": "Options"}.get(str(group.title), str(group.title).title())


def _row(action: argparse.Action) -> str:
    return f"| {_names(action)} | {_cell(action.help)} |"


def _names(action: argparse.Action) -> str:
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    suffix = "" if action.nargs == 0 else f" {value}"
    return ", ".join(f"`{_bar(option + suffix)}`" for option in action.option_strings)


def _bar(text: str) -> str:
    return text.replace("|", "\\|")


def _cell(text: str | None) -> str:
    return _bar(" ".join((text or "").split()))


def _examples(epilog: str) -> Iterator[str]:
    """Yield the epilog: its examples as a block, the rest as text."""
    for part in re.split(r"\n\n+", epilog.strip()):
        if part.startswith("examples:\n"):
            yield from ("## Examples", "", "```console", *(f"$ {line.strip()}" for line in _joined(part)), "```", "")
        elif part:
            yield from (part, "")


def _joined(part: str) -> list[str]:
    """Return the examples, one a line, each with its remark after a `#`."""
    found: list[str] = []
    for line in part.splitlines()[1:]:
        command, *remark = re.split(r" {2,}", line.strip(), maxsplit=1)
        if command.startswith("bidwell"):
            found.append(command + "".join(f"  # {each}" for each in remark))
        else:
            found[-1] += f"  # {command}"
    return found
