"""The win chances over a game as an SVG chart. The page that contains it sets the colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from bidwell.analysis.report import Analysis, Chapter, TurningPoint, percent

LABEL = 17
"""The smallest distance between two names beside the lines."""
MARK = 9
"""The radius of the mark of a turning point."""
SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0",
    "M-4.5 -4.5h9v9h-9z",
    "M0 -5.5L5.5 4.5H-5.5z",
    "M0 -6L6 0L0 6L-6 0z",
    "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
    "M0 5.5L5.5 -4.5H-5.5z",
)
"""One shape for every seat: circle, square, triangle, diamond, cross, inverted triangle."""


def shape(seat: int) -> str:
    """Return the shape of a seat as a small SVG."""
    return f'<svg class="sign s{seat}" viewBox="-8 -8 16 16" aria-hidden="true"><path d="{SHAPES[seat]}"/></svg>'


@dataclass(frozen=True)
class Chart:
    """The chart of an analysis in a given size. Text is always 13 units high."""

    analysis: Analysis
    turns: Sequence[TurningPoint]
    """The turning points to mark, numbered from 1."""
    width: int
    height: int
    right: int
    left: int = 46
    top: int = 18
    bottom: int = 40

    def svg(self, name: str) -> str:
        """Return the chart. `name` is its CSS class."""
        parts = [*self._grid(), *self._chapters(), *self._lines(), *self._names(), *self._marks()]
        said = f"Win chances of {', '.join(self.analysis.name(seat) for seat in self.analysis.seats)} over the game"
        box = f'viewBox="0 0 {self.width} {self.height}" data-left="{self.left}" data-right="{self.right}"'
        rule = f'<path class="rule" d="M0 {self.top}V{self.height - self.bottom}"/>'
        return f'<svg class="chart {name}" {box} role="img" aria-label="{escape(said)}">{"".join(parts)}{rule}</svg>'

    def x(self, step: float) -> float:
        return self.left + (self.width - self.left - self.right) * step / max(self.analysis.steps, 1)

    def y(self, wins: float) -> float:
        return self.top + (self.height - self.top - self.bottom) * (1 - wins)

    def _grid(self) -> Iterator[str]:
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(share)
            yield f'<path class="grid" d="M{self.left} {y:.1f}H{self.width - self.right}"/>'
            yield f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{percent(share)} %</text>'

    def _chapters(self) -> Iterator[str]:
        """Draw a line where each chapter begins, and its number below if there is room."""
        base, last = self.height - self.bottom, -100.0
        chapters = self.analysis.chapters
        ends = [chapter.step for chapter in chapters[1:]] + [self.analysis.steps]
        for chapter, end in zip(chapters, ends, strict=True):
            x, middle = self.x(chapter.step), self.x((chapter.step + end) / 2)
            if chapter.step:
                yield f'<path class="chapter" d="M{x:.1f} {self.top}V{base}"/>'
            number = "" if chapter.number is None else str(chapter.number)
            if number and middle - last >= 9 + 8 * len(number):
                last = middle
                yield f'<text x="{middle:.1f}" y="{base + 17}" text-anchor="middle">{number}</text>'
        yield f'<text x="{self.left}" y="{base + 34}">{escape(_word(chapters))}</text>'

    def _lines(self) -> Iterator[str]:
        for seat in self.analysis.seats:
            points = " ".join(
                f"{self.x(point.step):.1f},{self.y(point.wins):.1f}" for point in self.analysis.line(seat)
            )
            yield f'<polyline class="line s{seat}" points="{points}"/>'

    def _names(self) -> Iterator[str]:
        """Draw a name beside the end of every line, without overlaps."""
        ends = {seat: self.y(self.analysis.line(seat)[-1].wins) for seat in self.analysis.seats}
        places = spread(ends, self.top + 4, self.height - self.bottom)
        x = self.width - self.right + 14
        for seat, y in places.items():
            sign = f'<path class="sign s{seat}" transform="translate({x} {y:.1f})" d="{SHAPES[seat]}"/>'
            yield f'{sign}<text class="name" x="{x + 11}" y="{y + 4:.1f}">{escape(self._short(seat))}</text>'

    def _short(self, seat: int) -> str:
        name, room = self.analysis.name(seat), max((self.right - 28) // 8, 3)
        return name if len(name) <= room else f"{name[: room - 1]}…"

    def _marks(self) -> Iterator[str]:
        """Draw the turning points: a disc for a player's own loss, a ring for a swing caused by others or the cards."""
        for number, turn in enumerate(self.turns, 1):
            x, y = self.x(turn.step), min(max(self.y(turn.after), self.top + 2), self.height - self.bottom - 2)
            drawn = f'<circle r="{MARK}"/><text y="4" text-anchor="middle">{number}</text>'
            place = f'class="mark turn-{turn.kind} s{turn.seat}" transform="translate({x:.1f} {y:.1f})"'
            yield f'<a href="#t{number}" {place}><title>{escape(turn.text)}</title>{drawn}</a>'


def _word(chapters: Sequence[Chapter]) -> str:
    """Return the word for what the numbers count: `Round`."""
    words = [chapter.word for chapter in chapters if chapter.number is not None]
    return max(words, key=words.count) if words else ""


def spread(wanted: dict[int, float], least: float, most: float) -> dict[int, float]:
    """Return heights close to those wanted, in the same order, at least LABEL apart and within bounds."""
    order = sorted(wanted, key=lambda seat: wanted[seat])
    places: dict[int, float] = {}
    floor = least
    for seat in order:
        places[seat] = max(wanted[seat], floor)
        floor = places[seat] + LABEL
    ceiling = most
    for seat in reversed(order):
        places[seat] = min(places[seat], ceiling)
        ceiling = places[seat] - LABEL
    return places
