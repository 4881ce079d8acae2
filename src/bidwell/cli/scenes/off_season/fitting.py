"""Making things fit the screen."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

WIDE = 250


def widest(out: Console, options: ConsoleOptions, grids: Iterable[Grid]) -> Grid:
    """The first of these that fits, or the last; the widest come first."""
    for grid in grids:
        if Measurement.get(out, options.update(width=WIDE), grid).maximum <= options.max_width:
            break
    return grid


def one_line(text: Text) -> Text:
    """Cut rather than wrapped."""
    text.no_wrap, text.overflow = True, "ellipsis"
    return text
