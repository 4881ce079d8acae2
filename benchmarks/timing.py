"""A fair comparison on a noisy machine: short laps in turns, of which the best counts.

One core is timed by processor time, so that other work on the machine does not count. Several cores are timed by the
wall clock, because processor time does not show how well they work in parallel.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Contestant:
    """A participant: `play(games)` plays this many games and returns the number of decisions."""

    key: str
    title: str
    games: int
    """The games in a lap, chosen so that a lap takes about a fifth of a second."""
    play: Callable[[int], int]
    clock: Callable[[], float] = time.process_time


@dataclass(frozen=True)
class Pace:
    """The speed of a contestant, per second. `best` and `games` belong to its best lap."""

    key: str
    title: str
    best: float
    median: float
    games: float


def race(contestants: Sequence[Contestant], rounds: int, progress: Callable[[int], None]) -> dict[str, Pace]:
    """Run a lap of every contestant in every round, so that a slow phase of the machine affects all equally."""
    for contestant in contestants:
        contestant.play(max(1, contestant.games // 20))
    laps: dict[str, list[tuple[float, float]]] = {contestant.key: [] for contestant in contestants}
    for finished in range(rounds):
        for contestant in contestants:
            laps[contestant.key].append(_lap(contestant))
        progress(finished + 1)
    return {contestant.key: _pace(contestant, laps[contestant.key]) for contestant in contestants}


def _lap(contestant: Contestant) -> tuple[float, float]:
    """Run a lap; return decisions and games per second."""
    begin = contestant.clock()
    decisions = contestant.play(contestant.games)
    seconds = contestant.clock() - begin
    return decisions / seconds, contestant.games / seconds


def _pace(contestant: Contestant, laps: Sequence[tuple[float, float]]) -> Pace:
    best, games = max(laps)
    median = statistics.median(decisions for decisions, _ in laps)
    return Pace(contestant.key, contestant.title, best, median, games)
