"""Draws a bar chart, one bar per row, as one SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bidwell.svg import COLOURS, INK, QUIET, head, text

WIDTH, LEFT, RIGHT, TOP, ROW = 720, 190, 90, 56, 22


@dataclass(frozen=True)
class Bar:
    """A labelled value with its error."""

    label: str
    value: float
    error: float = 0.0


def bars(title: str, rows: Sequence[Bar], form: str, *, marks: Iterable[float] = ()) -> str:
    """Draw one bar per row with its value in `form`; whiskers show errors, dashed lines stand at `marks`."""
    marks = [*marks]
    ends = [0.0, *marks, *(row.value - row.error for row in rows), *(row.value + row.error for row in rows)]
    least, most = min(ends), max(ends)
    scale = (WIDTH - LEFT - RIGHT) / ((most - least) or 1)
    height = TOP + ROW * len(rows) + 20
    parts = [
        *head(title, height, WIDTH),
        text(20, 32, title, size=18),
        *_rows(rows, form, lambda value: LEFT + scale * (value - least)),
    ]
    for mark in (0.0, *marks):
        x = LEFT + scale * (mark - least)
        dash = ' stroke-dasharray="3 3"' if mark else ""
        parts.append(f'<path d="M{x:.1f} {TOP - 8}V{height - 14}" stroke="{QUIET}"{dash}/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _rows(rows: Sequence[Bar], form: str, place: Callable[[float], float]) -> Iterator[str]:
    """Rows whose labels agree up to the first comma have the same colour."""
    group, colour = "", -1
    for index, row in enumerate(rows):
        if row.label.split(",")[0] != group and ("," in row.label or not group):
            group, colour = row.label.split(",")[0], colour + 1
        y = TOP + ROW * index
        start, end = sorted((place(0.0), place(row.value)))
        yield text(LEFT - 12, y + 12, row.label, anchor="end")
        fill = COLOURS[colour % len(COLOURS)]
        yield f'<rect x="{start:.1f}" y="{y}" width="{end - start:.1f}" height="14" fill="{fill}"/>'
        if row.error:
            low, high = place(row.value - row.error), place(row.value + row.error)
            yield f'<path d="M{low:.1f} {y + 7}H{high:.1f}M{low:.1f} {y + 3}v8M{high:.1f} {y + 3}v8" stroke="{INK}"/>'
        yield text(WIDTH - RIGHT + 20, y + 12, form.format(row.value))
