"""Fits tables and lines to the width of the screen."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

WIDE = 250


def widest(out: Console, options: ConsoleOptions, grids: Iterable[Grid]) -> Grid:
    """Return the first of these tables that fits, or else the last; the widest comes first."""
    for grid in grids:
        if Measurement.get(out, options.update(width=WIDE), grid).maximum <= options.max_width:
            break
    return grid


class Widest:
    """The first of these tables that fits the screen, or else the last; the widest comes first."""

    def __init__(self, *grids: Grid) -> None:
        self.grids = grids

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        yield widest(out, options, self.grids)


def one_line(text: Text) -> Text:
    """Cut the text at the edge of the screen instead of wrapping it."""
    text.no_wrap, text.overflow = True, "ellipsis"
    return text
