"""SVG charts: what those of reports share, and curves for any numbers. No library is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from math import ceil, floor, log10

WIDTH, RIGHT, TOP = 860, 40, 96
"""The width of a chart, its right margin, and the space above it for the title."""
FONT = 'font-family="Georgia, serif"'
INK, QUIET, GRID = "#2b2118", "#7d6f60", "#e6ddcf"
COLOURS = ("#b4482c", "#2f6f73", "#c98a1b", "#5b4a8a", "#4c7a34", "#8c2f5a")
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 4")


def text(x: float, y: float, words: str, *, size: int = 13, anchor: str = "start", colour: str = INK) -> str:
    """Return one line of text as an SVG element."""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{escape(words)}</text>"


def head(title: str, height: float, width: float = WIDTH) -> list[str]:
    """Return the first elements of a chart: its size, its title for screen readers, its paper."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fffdf8"/>',
    ]


class Picture(str):
    """The text of an SVG file. A notebook shows it as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        found = re.search("<title>(.*?)</title>", self)
        return f"<Picture: {unescape(found[1]) if found else 'without a title'}>"


Points = Sequence[tuple[float, float]]
LEFT, HEIGHT, BOTTOM, STEPS = 80, 420, 50, 4


def curves(title: str, lines: Mapping[str, Points], *, log: bool = False) -> Picture:
    """Return a chart with one line through the points (x, y) of each name; with `log` every power of ten is as high."""
    points = [point for each in lines.values() for point in each]
    if not points or (log and min(y for _, y in points) <= 0):
        raise ValueError("curves need points, and on a logarithmic scale values above 0")
    marks = _powers(points) if log else _even(points)
    least, most, last = min(marks), max(marks), max(x for x, _ in points) or 1

    def place(x: float, y: float) -> tuple[float, float]:
        share = (log10(y / least) / log10(most / least)) if log else (y - least) / (most - least)
        return LEFT + (WIDTH - LEFT - 2 * RIGHT) * x / last, HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share

    parts = [*head(title, HEIGHT), text(LEFT, 40, title, size=20)]
    for mark in marks:
        _, y = place(0, mark)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - 2 * RIGHT}" stroke="{GRID}"/>')
        parts.append(text(LEFT - 8, y + 4, f"{mark:g}", anchor="end", colour=QUIET))
    for step in range(STEPS + 1):
        x, _ = place(last * step / STEPS, least)
        parts.append(text(x, HEIGHT - BOTTOM + 24, f"{last * step / STEPS:,.0f}", anchor="middle", colour=QUIET))
    for number, (name, each) in enumerate(lines.items()):
        parts += _curve(name, [place(x, y) for x, y in each], number)
    return Picture("\n".join([*parts, "</svg>", ""]))


def _curve(name: str, spots: Points, number: int) -> Iterator[str]:
    """Yield a line, and a row for its name under the title."""
    colour = COLOURS[number % len(COLOURS)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    dash = "" if number == 0 else f' stroke-dasharray="{2 + 3 * number} 4"'
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
    yield text(LEFT + 160 * number, 66, name, colour=colour)


def _powers(points: Points) -> list[float]:
    """Return the powers of ten around all values."""
    values = [y for _, y in points]
    first = floor(log10(min(values)))
    return [10.0**power for power in range(first, max(first + 1, ceil(log10(max(values)))) + 1)]


def _even(points: Points) -> list[float]:
    """Return round marks, evenly spaced, from 0 or below the least value up to the largest or above it."""
    least, most = min(0.0, *(y for _, y in points)), max(y for _, y in points)
    wide = (most - least) / STEPS or 1.0
    unit = 10.0 ** floor(log10(wide))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= wide)
    return [step * number for number in range(floor(least / step), max(1, ceil(most / step)) + 1)]
