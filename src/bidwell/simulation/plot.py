"""A simulation report as an SVG chart. No library is needed."""

from __future__ import annotations

from collections.abc import Iterable

from bidwell.core.errors import Refused
from bidwell.games import game as find
from bidwell.simulation.simulate import Line, SimulationReport
from bidwell.svg import COLOURS, DASHES, GRID, INK, QUIET, RIGHT, TOP, WIDTH, Picture, head, text

LEFT, ROW, CURVES = 150, 34, 190


def svg(report: SimulationReport) -> Picture:
    """Return a chart: win shares with 95 % intervals on top, the distribution of scores below."""
    if not report.lines:
        raise Refused("there is nothing to draw: not one game was finished")
    rows = TOP + ROW * len(report.lines)
    height = rows + 90 + CURVES + 60
    parts = [*_head(report, height), *_shares(report.lines, rows), *_scores(report.lines, rows + 90)]
    return Picture("\n".join([*parts, "</svg>"]) + "\n")


def _head(report: SimulationReport, height: int) -> Iterable[str]:
    title = f"{find(report.game).title}: {', '.join(report.seats)}"
    yield from head(title, height)
    yield text(LEFT, 36, title, size=20)
    yield text(LEFT, 58, report.about, colour=QUIET)


def _shares(lines: list[Line], bottom: int) -> Iterable[str]:
    """Draw one row per seat: a bar for its share, a whisker for the interval, and a line at the even share."""
    most = max([line.high for line in lines] + [2 / len(lines)])
    scale = (WIDTH - LEFT - RIGHT - 60) / most
    even = LEFT + scale / len(lines)
    for seat, line in enumerate(lines):
        y = TOP + ROW * seat
        yield text(LEFT - 12, y + 15, f"{seat + 1} {line.policy}", anchor="end")
        yield f'<rect x="{LEFT}" y="{y + 3}" width="{scale * line.wins:.1f}" height="16" fill="{COLOURS[seat]}"/>'
        low, high = LEFT + scale * line.low, LEFT + scale * line.high
        yield f'<path d="M{low:.1f} {y + 11}H{high:.1f}M{low:.1f} {y + 6}v10M{high:.1f} {y + 6}v10" stroke="{INK}"/>'
        yield text(high + 10, y + 15, f"{line.wins:.1%}")
    yield f'<path d="M{even:.1f} {TOP - 6}V{bottom}" stroke="{QUIET}" stroke-dasharray="3 3"/>'
    yield text(even, bottom + 16, f"win share; dashed: an even {1 / len(lines):.1%}", colour=QUIET)


def _scores(lines: list[Line], top: int) -> Iterable[str]:
    """Draw one curve per seat: the distribution of its final scores, each with its own line style."""
    least, most = min(line.least for line in lines), max(line.most for line in lines)
    peak = max(max(line.histogram.values()) / sum(line.histogram.values()) for line in lines)
    across = (WIDTH - LEFT - RIGHT) / max(most - least, 1)
    base = top + CURVES
    yield f'<path d="M{LEFT} {base}H{WIDTH - RIGHT}" stroke="{QUIET}"/>'
    for tick in _ticks(least, most):
        x = LEFT + across * (tick - least)
        yield f'<path d="M{x:.1f} {top}V{base + 4}" stroke="{GRID}"/>' + text(x, base + 20, str(tick), anchor="middle")
    for seat, line in enumerate(lines):
        games = sum(line.histogram.values())
        points = " ".join(
            f"{LEFT + across * (score - least):.1f},{base - CURVES * line.histogram.get(score, 0) / games / peak:.1f}"
            for score in range(least, most + 1)
        )
        style = f'stroke="{COLOURS[seat]}" stroke-width="2" stroke-dasharray="{DASHES[seat]}"'
        yield f'<polyline points="{points}" fill="none" {style}/>'
        y = top + 14 + 18 * seat
        yield f'<path d="M20 {y - 4}h26" {style}/>' + text(52, y, f"{line.mean:.1f} ± {line.sd:.1f}")
    yield text(WIDTH - RIGHT, base + 40, "final score; beside: mean ± spread", anchor="end", colour=QUIET)


def _ticks(least: int, most: int) -> range:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (most - least) / step <= 12)
    return range(-(-least // step) * step, most + 1, step)
