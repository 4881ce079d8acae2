"""The learning curve: a line of JSON for every examination, and a chart of them as SVG."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bidwell.svg import COLOURS, DASHES, GRID, INK, QUIET, RIGHT, TOP, WIDTH, head, text
from bidwell.train.files import write_whole

LEFT, HEIGHT, BOTTOM = 70, 440, 60
TICKS = 4

Line = dict[str, Any]


def kept(path: Path, until: int) -> list[Line]:
    """Return the lines of a curve up to this iteration: what came after a checkpoint is trained again."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["iteration"] <= until]


def write_curve(folder: Path, title: str, lines: list[Line], rivals: str = "heuristic players") -> None:
    """Write `curve.jsonl` and `curve.svg`."""
    write_whole(folder / "curve.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode())
    write_whole(folder / "curve.svg", svg(title, lines, rivals).encode())


def svg(title: str, lines: list[Line], rivals: str = "heuristic players") -> str:
    """Return the chart: wins among these rivals, in multiples of an equal share, against seconds."""
    last = max([line["seconds"] for line in lines] + [1])
    most = max([share for line in lines for share in line["shares"].values()] + [1.0])
    parts = [
        *head(f"{title}: learning", HEIGHT),
        text(LEFT, 40, f"{title}: learning", size=20),
        text(LEFT, 64, f"Wins among {rivals}, times an equal share, by number of players", colour=QUIET),
        *_grid(most, last),
    ]
    for number, players in enumerate(lines[0]["shares"] if lines else ()):
        parts += _line(lines, number, players, most, last)
    return "\n".join([*parts, "</svg>", ""])


def _x(seconds: float, last: float) -> float:
    return LEFT + (WIDTH - RIGHT - LEFT) * seconds / last


def _y(share: float, most: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share / most


def _grid(most: float, last: float) -> Iterator[str]:
    """Lines across for shares, with numbers; seconds below."""
    for tick in range(TICKS + 1):
        share, seconds = most * tick / TICKS, last * tick / TICKS
        y = _y(share, most)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="{GRID}"/>'
        yield text(LEFT - 8, y + 4, f"{share:.2f}", anchor="end", colour=QUIET)
        yield text(_x(seconds, last), HEIGHT - BOTTOM + 24, f"{seconds:.0f} s", anchor="middle", colour=QUIET)


def _line(lines: list[Line], number: int, players: str, most: float, last: float) -> Iterator[str]:
    """The curve of one number of players, with its name at the end."""
    points = " ".join(f"{_x(line['seconds'], last):.1f},{_y(line['shares'][players], most):.1f}" for line in lines)
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
    y = _y(lines[-1]["shares"][players], most)
    yield text(WIDTH - RIGHT + 6, y + 4, players, colour=INK)
