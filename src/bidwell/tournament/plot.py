"""An arena report as an SVG chart. No library is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bidwell.core.errors import Refused
from bidwell.games import game as find
from bidwell.svg import COLOURS, GRID, INK, QUIET, RIGHT, TOP, WIDTH, head, text
from bidwell.tournament.arena import ArenaReport
from bidwell.tournament.statistics import Pairing, shortened

LEFT, ROW, GAP, NUMBERS = 300, 26, 34, 110
LONGEST = 20


def svg(report: ArenaReport) -> str:
    """Return a chart with one row per pairing: win share minus the even share, with the 95 % interval."""
    if not report.pairings:
        raise Refused("there is nothing to draw: not one deal was finished")
    blocks = [[each for each in report.pairings if each.players == count] for count in report.players]
    blocks = [block for block in blocks if block]
    height = TOP + sum(GAP + ROW * len(block) for block in blocks) + 40
    parts = [*_head(report, height), *_axis(report.pairings, height), *_rows(report, blocks)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _head(report: ArenaReport, height: int) -> Iterable[str]:
    title = f"{find(report.game).title}: one among others, on the same deals"
    yield from head(title, height)
    yield text(40, 36, title, size=20)
    yield text(40, 58, report.about, colour=QUIET)


def _ends(pairings: Sequence[Pairing]) -> tuple[float, float]:
    """Return the ends of the axis, as win share minus the even share."""
    edges = [each.edge for each in pairings]
    low = min(edge.mean if edge.low is None else edge.low for edge in edges)
    high = max(edge.mean if edge.high is None else edge.high for edge in edges)
    return min(low, -0.05), max(high, 0.05)


def _place(value: float, ends: tuple[float, float]) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT - NUMBERS) * (value - ends[0]) / (ends[1] - ends[0])


def _axis(pairings: Sequence[Pairing], height: int) -> Iterable[str]:
    """Draw the grid lines, the even share darker."""
    ends = _ends(pairings)
    step = next(step for step in (5, 10, 20, 50) if 100 * (ends[1] - ends[0]) / step <= 9)
    for points in range(-100, 101, step):
        if ends[0] <= points / 100 <= ends[1]:
            x, colour = _place(points / 100, ends), GRID if points else QUIET
            yield f'<path d="M{x:.1f} {TOP - 10}V{height - 38}" stroke="{colour}"/>'
            yield text(x, height - 22, f"{points:+d}" if points else "even", anchor="middle", colour=QUIET)
    yield text(WIDTH - RIGHT, height - 6, "win share over an even one, in points", anchor="end", colour=QUIET)


def _rows(report: ArenaReport, blocks: Sequence[Sequence[Pairing]]) -> Iterable[str]:
    ends, y, labels = _ends(report.pairings), TOP, shortened(report.bots, LONGEST)
    for block in blocks:
        yield text(40, y + 8, f"{block[0].players} players, an even share is {block[0].even:.1%}", colour=QUIET)
        y += GAP
        for pairing in block:
            colour = COLOURS[report.bots.index(pairing.candidate) % len(COLOURS)]
            yield text(LEFT - 14, y, f"{labels[pairing.candidate]} among {labels[pairing.opponent]}", anchor="end")
            yield from _row(pairing, y, colour, ends)
            y += ROW


def _row(pairing: Pairing, y: int, colour: str, ends: tuple[float, float]) -> Iterable[str]:
    edge = pairing.edge
    if edge.low is not None and edge.high is not None:
        low, high = _place(edge.low, ends), _place(edge.high, ends)
        yield f'<path d="M{low:.1f} {y - 5}H{high:.1f}M{low:.1f} {y - 10}v10M{high:.1f} {y - 10}v10" stroke="{INK}"/>'
    yield f'<circle cx="{_place(edge.mean, ends):.1f}" cy="{y - 5}" r="5" fill="{colour}"/>'
    yield text(WIDTH - RIGHT, y, f"{100 * edge.mean:+.1f}  ×{pairing.times.mean:.2f}", anchor="end")
