"""The terminal: its colours, and functions to write to it and read from it."""

from __future__ import annotations

import sys

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text
from rich.theme import Theme

THEME = Theme(
    {
        "title": "bold #c9822b",
        "clause": "dim",
        "quiet": "dim",
        "you": "bold",
        "lot": "bold #c9822b",
        "money": "#9cb84a",
        "feeds": "bold #e07a5f",
        "price": "bold",
        "struck": "strike dim",
        "limit": "bold #c8553d",
        "trouble": "#c8553d",
        "heading": "bold #c9822b",
        "key": "bold",
    }
)
PROMPT_LINES = 1
LEAST_TOLD = 2
"""The least number of event lines a page should show."""


def console(stderr: bool = False) -> Console:
    """Return the console. Markup is off, since names may contain brackets."""
    return Console(theme=THEME, highlight=False, emoji=False, markup=False, stderr=stderr)


def fresh_page(out: Console, secret: bool = False) -> None:
    """Start a new page; a `secret` page also clears the scrollback."""
    if out.is_terminal and not out.is_dumb_terminal:
        out.clear()
        if secret:
            # `clear` keeps the scrollback; this sequence erases it
            out.file.write("\x1b[3J")
            out.file.flush()
    elif secret:
        # without escape sequences, scroll the old page out of sight
        out.print("\n" * out.height)
    else:
        out.print()


def ask(out: Console, prompt: RenderableType) -> str:
    """Read a line. Input from a pipe is echoed. Raises EOFError at the end of the input."""
    out.print(prompt, end="")
    line = input()
    if not sys.stdin.isatty():
        out.print(Text(line))
    return line.strip()


def says_yes(out: Console, question: str) -> bool:
    """Ask a yes-or-no question; anything but yes is no."""
    return ask(out, Text.assemble(question, (" y/N ", "key"))).lower() in ("y", "yes")


class Page:
    """A title, the latest events that fit, and the parts of the table, with empty lines between if they fit."""

    def __init__(self, title: RenderableType, happened: list[Text], *parts: RenderableType) -> None:
        self.title = title
        self.happened = happened
        self.parts = parts

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        lines = self._lines(out, options)
        room = self._room(out, options) if out.is_terminal else len(lines) + len(self.parts)
        lines = _latest(lines, room)
        gaps = room - len(lines)
        yield self.title
        yield from lines
        for number, part in enumerate(self.parts):
            if number < gaps:
                yield Text()
            yield part
        if gaps > len(self.parts):
            yield Text()

    def fits(self, out: Console, options: ConsoleOptions) -> bool:
        """Return whether all parts fit, with the last few events."""
        return not out.is_terminal or self._room(out, options) >= min(len(self._lines(out, options)), LEAST_TOLD)

    def _room(self, out: Console, options: ConsoleOptions) -> int:
        """Return how many lines the title and the parts leave free."""
        return out.height - PROMPT_LINES - len(out.render_lines(Group(self.title, *self.parts), options))

    def _lines(self, out: Console, options: ConsoleOptions) -> list[Text]:
        return [line for told in self.happened for line in told.wrap(out, options.max_width)]


class First:
    """The first of these pages that fits the screen, or else the last."""

    def __init__(self, *pages: Page) -> None:
        self.pages = pages

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        yield next((page for page in self.pages if page.fits(out, options)), self.pages[-1])


def _latest(lines: list[Text], room: int) -> list[Text]:
    """The last lines that fit, at least one."""
    if len(lines) <= room:
        return lines
    before = [Text("… `log` shows what came before", "quiet")] if room >= LEAST_TOLD else []
    return [*before, *lines[-max(room - 1, 1) :]]
