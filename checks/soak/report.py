"""What the samples of a soak say: slopes with their intervals, a summary, and a plot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from bidwell.statistics import student
from bidwell.svg import COLOURS, GRID, QUIET, WIDTH, head, text

Sample = dict[str, Any]

MEMORY_SETTLES, LATENCY_SETTLES = 720.0, 120.0
"""Seconds after a start of the server that do not count: unused rooms stay in memory for ten minutes."""
BLOCK = 300.0
"""Seconds whose samples are averaged before a line is fitted: neighbouring samples depend on one another."""
LITTLE = 0.05
"""A change an hour of this share of the mean counts as flat."""


@dataclass(frozen=True)
class Slope:
    """The change of a value in an hour, with its 95 % interval, and its mean."""

    mean: float
    change: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Return "flat" if no change is certain, or if it is small; otherwise the direction."""
        if self.low <= 0 <= self.high or abs(self.change) <= LITTLE * self.mean:
            return "flat"
        return "rising" if self.change > 0 else "falling"


def slope(samples: Sequence[Sample], name: str, settles: float) -> Slope | None:
    """Fit one slope to the settled parts of all lives of the server, each with a level of its own.

    Returns None if they are too short to tell.
    """
    blocks: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for each in samples:
        if each["age"] >= settles and each.get(name) is not None:
            place = each["life"], int((each["age"] - settles) // BLOCK)
            blocks.setdefault(place, []).append((each["at"] / 3600, each[name]))
    lives: dict[int, list[tuple[float, float]]] = {}
    for (life, _), points in blocks.items():
        lives.setdefault(life, []).append((_mean([x for x, _ in points]), _mean([y for _, y in points])))
    return _fitted([points for points in lives.values() if len(points) > 1])


def _fitted(lives: list[list[tuple[float, float]]]) -> Slope | None:
    points = [point for life in lives for point in life]
    freedom = len(points) - len(lives) - 1
    if freedom < 1:
        return None
    moved = [(x - _mean([x for x, _ in life]), y - _mean([y for _, y in life])) for life in lives for x, y in life]
    spread = sum(x * x for x, _ in moved)
    change = sum(x * y for x, y in moved) / spread
    rest = sum((y - change * x) ** 2 for x, y in moved)
    half = student(freedom) * sqrt(rest / freedom / spread)
    return Slope(_mean([y for _, y in points]), change, change - half, change + half)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


MEASURES = (
    ("memory of the server", "memory", "MB", MEMORY_SETTLES),
    ("latency, median", "p50", "ms", LATENCY_SETTLES),
    ("latency, p99", "p99", "ms", LATENCY_SETTLES),
    ("commit, median", "commit_seconds_p50", "ms", LATENCY_SETTLES),
)


def summary(samples: Sequence[Sample]) -> str:
    """Return the result of a soak in words. Raises ValueError without samples."""
    if not samples:
        raise ValueError("there is no sample")
    last, counts = samples[-1], samples[-1]["counts"]
    lines = [
        f"{last['at'] / 3600:.2f} hours, {last['tables']} tables, {last['life']} kills of the server; "
        f"{counts.get('actions', 0):,} actions acknowledged",
        ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()) if name not in ("actions", "flaws")),
    ]
    for words, name, unit, settles in MEASURES:
        lines.append(f"{words}: {_told(slope(samples, name, settles), unit)}")
    for words, name in (("rooms in memory", "rooms_in_memory"), ("connections", "connections")):
        values = [each[name] for each in samples]
        lines.append(f"{words}: {min(values):.0f} to {max(values):.0f}, {last[name]:.0f} at the end")
    waiting = {name: max(each[f"{name}_waiting"] for each in samples) for name in ("writes", "bots", "analyses")}
    lines.append(f"longest queues: {', '.join(f'{count:.0f} {name}' for name, count in waiting.items())}")
    loads = [each["load"] for each in samples]
    lines.append(f"load of the machine, by everything that ran on it: {min(loads):.1f} to {max(loads):.1f}")
    return "\n".join(lines)


def _told(found: Slope | None, unit: str) -> str:
    if found is None:
        return "too short to tell"
    change = f"{found.change:+.2f} {unit} an hour (95 %: {found.low:+.2f} to {found.high:+.2f})"
    return f"{found.mean:.1f} {unit} on average, {change}: {found.verdict}"


def load(path: Path) -> list[Sample]:
    """Return the samples in a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# The plot

LEFT, RIGHT, TOP, PANEL, GAP = 64, 24, 64, 170, 56


@dataclass(frozen=True)
class Panel:
    title: str
    unit: str
    names: dict[str, str]
    """The values drawn, with their words."""


PANELS = (
    Panel("Memory of the server", "MB", {"memory": "resident memory"}),
    Panel("From an action to its answer", "ms", {"p50": "median", "p99": "99th percentile"}),
    Panel("Rooms in memory and connections", "", {"rooms_in_memory": "rooms", "connections": "connections"}),
)


def plot(samples: Sequence[Sample], title: str) -> str:
    """Draw memory, latency and rooms over time as one SVG; dashed lines are kills of the server."""
    height = TOP + len(PANELS) * (PANEL + GAP)
    parts = [*head(title, height), text(20, 32, title, size=18)]
    for index, panel in enumerate(PANELS):
        parts += _panel(samples, panel, TOP + index * (PANEL + GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(samples: Sequence[Sample], panel: Panel, top: float) -> list[str]:
    values = [each[name] for each in samples for name in panel.names if each.get(name) is not None]
    most, bottom = max(values, default=1.0) * 1.1 or 1.0, top + PANEL
    hours = max(samples[-1]["at"] / 3600, 1e-9)
    across, up = (WIDTH - LEFT - RIGHT) / hours, (PANEL - 30) / most
    parts = [text(LEFT, top + 6, panel.title, size=14)]
    for part in range(5):
        y = bottom - up * most * part / 4
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(text(LEFT - 8, y + 4, f"{most * part / 4:.0f} {panel.unit}", size=11, anchor="end", colour=QUIET))
        x = LEFT + across * hours * part / 4
        parts.append(text(x, bottom + 16, f"{60 * hours * part / 4:.0f} min", size=11, anchor="middle", colour=QUIET))
    for before, after in pairwise(samples):
        if before["life"] != after["life"]:
            x = LEFT + across * before["at"] / 3600
            parts.append(f'<path d="M{x:.1f} {top + 20}V{bottom}" stroke="{QUIET}" stroke-dasharray="2 4"/>')
    for (name, words), colour, place in zip(panel.names.items(), COLOURS, range(9), strict=False):
        parts.append(text(WIDTH - RIGHT - 150 * place, top + 6, words, size=12, anchor="end", colour=colour))
        for points in _lives(samples, name):
            path = "L".join(f"{LEFT + across * x:.1f} {bottom - up * y:.1f}" for x, y in points)
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return parts


def _lives(samples: Sequence[Sample], name: str) -> list[list[tuple[float, float]]]:
    """Return the points of each life of the server: in hours, and in the unit of the value."""
    found: dict[int, list[tuple[float, float]]] = {}
    for each in samples:
        if each.get(name) is not None:
            found.setdefault(each["life"], []).append((each["at"] / 3600, each[name]))
    return [*found.values()]
