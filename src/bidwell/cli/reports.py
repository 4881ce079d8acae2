"""The reports of `simulate`, `arena` and `analyse`: printed, written as JSON, and drawn.

`--json FILE` writes the report, `--json -` prints it alone."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any, Protocol

from bidwell.cli import files

STDOUT = "-"
Outcome = tuple[bool, str]
"""Whether a file was written, and the sentence that says so."""


class Report(Protocol):
    """A report that can be written as JSON; docs/reports.md describes each."""

    def json(self) -> dict[str, Any]: ...


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON (-: print it, and nothing else)")


def is_printed(given: argparse.Namespace) -> bool:
    """Return whether the JSON is printed in place of the report for people."""
    return bool(given.json == STDOUT)


def json_file(given: argparse.Namespace) -> str | None:
    """Return the file to write, or None."""
    return None if given.json == STDOUT else given.json


def deliver(
    report: Report,
    given: argparse.Namespace,
    show: Callable[[], None],
    draw: Callable[[], Outcome] | None = None,
    written: str = "",
    keep: bool = True,
) -> bool:
    """Write the files, then show the report, since its reader may close the pipe. Return whether all were written.

    `draw` writes a picture or a page; `written` says what was written before. Without `keep` no file is written.
    """
    outcomes = [draw()] if draw and keep else []
    if keep and (path := json_file(given)):
        outcomes.append(files.try_write(path, _text(report), f"The report as JSON is in {path}."))
    if is_printed(given):
        print(_text(report), end="")
    else:
        show()
    return files.print_outcomes([*outcomes, *([(True, written)] if written else [])])


def _text(report: Report) -> str:
    return json.dumps(report.json(), indent=2) + "\n"
