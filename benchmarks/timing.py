"""A fair race on a noisy machine: short laps, taken in turns, and the best lap of each counts.

Who runs on one core is timed by processor time: other work on the machine does not count. That is no measure for
several cores, where it is the clock on the wall.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Contestant:
    """Somebody in the race: `play(games)` plays so many and says how many decisions that took."""

    key: str
    title: str
    games: int
    """A lap: so many that it takes about a fifth of a second."""
    play: Callable[[int], int]
    clock: Callable[[], float] = time.process_time


@dataclass(frozen=True)
class Pace:
    """What a contestant reached, a second. `best` and `games` are those of its best lap."""

    key: str
    title: str
    best: float
    median: float
    games: float


def race(contestants: Sequence[Contestant], rounds: int, progress: Callable[[int], None]) -> dict[str, Pace]:
    """Everybody runs a lap in every round, so that a slow spell of the machine hits all alike."""
    for contestant in contestants:
        contestant.play(max(1, contestant.games // 20))
    laps: dict[str, list[tuple[float, float]]] = {contestant.key: [] for contestant in contestants}
    for finished in range(rounds):
        for contestant in contestants:
            laps[contestant.key].append(_lap(contestant))
        progress(finished + 1)
    return {contestant.key: _pace(contestant, laps[contestant.key]) for contestant in contestants}


def _lap(contestant: Contestant) -> tuple[float, float]:
    """Decisions and games a second."""
    begin = contestant.clock()
    decisions = contestant.play(contestant.games)
    seconds = contestant.clock() - begin
    return decisions / seconds, contestant.games / seconds


def _pace(contestant: Contestant, laps: Sequence[tuple[float, float]]) -> Pace:
    best, games = max(laps)
    median = statistics.median(decisions for decisions, _ in laps)
    return Pace(contestant.key, contestant.title, best, median, games)
