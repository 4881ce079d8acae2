"""Play many games between bots on all cores and collect statistics."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from typing import Any

from bidwell import native
from bidwell.bots.playout import playout
from bidwell.bots.registry import POLICIES, policy
from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import SEAT_LETTERS, Game, checked_seed
from bidwell.games import game as find
from bidwell.simulation import workers
from bidwell.statistics import wilson

NATIVE_CHUNK, INTERPRETED_CHUNK = 2000, 25  # games per piece
Progress = Callable[[int, int], None]
FORMAT = 1
"""The version of the format of the report as JSON; docs/reports.md describes it."""


@dataclass
class Tally:
    """Counts over some games: lengths, and for every seat its scores and its wins by number of winners."""

    lengths: Counter[int] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    wins: list[Counter[int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.lengths.total()

    @property
    def decisions(self) -> int:
        return sum(length * games for length, games in self.lengths.items())

    def add(self, other: Tally) -> None:
        self.lengths.update(other.lengths)
        for mine, others in ((self.scores, other.scores), (self.wins, other.wins)):
            for own, more in zip(mine, others, strict=True):
                own.update(more)


@dataclass(frozen=True)
class Line:
    """One seat of a report: its share of the wins with a 95 % interval, and its scores."""

    policy: str
    wins: float
    low: float
    high: float
    mean: float
    sd: float
    least: int
    most: int
    histogram: dict[int, int]


@dataclass(frozen=True)
class SimulationReport:
    """The result of a simulation. A shared victory counts as an equal part for each winner."""

    game: str
    seats: list[str]
    options: dict[str, Any]
    seed: int
    requested: int
    games: int
    interrupted: bool
    engine: str
    cores: int
    seconds: float
    decisions: int
    decisions_per_second: float
    length_mean: float
    length_least: int
    length_most: int
    lines: list[Line]

    def json(self) -> dict[str, Any]:
        """Return the report as JSON-compatible values, with the version of its format."""
        return {"format": FORMAT, **asdict(self)}

    @property
    def about(self) -> str:
        """A subtitle: number of games, seed and changed options."""
        return ", ".join([f"{self.games:,} games", f"seed {self.seed}", *find(self.game).changed_options(self.options)])


def simulate(
    game: Game,
    seats: Sequence[str],
    *,
    games: int,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    cores: int | None = None,
    progress: Progress | None = None,
) -> SimulationReport:
    """Play `games` games between these bots. After Ctrl-C, report the games finished so far.

    The same seed gives the same games on any number of cores, compiled or not.
    """
    game.seated(len(seats), None)
    work = _Work(game.name, [*seats], game.agreed(len(seats), options), checked_seed(seed))
    for name in seats:
        policy(name, game)
    if type(games) is not int or games < 1 or (cores is not None and (type(cores) is not int or cores < 1)):
        raise BadDeal(
            f"a simulation has at least one game and one core, not {brief_repr(games)} and {brief_repr(cores)}"
        )
    cores = cores or os.cpu_count() or 1
    tally, interrupted, seconds = _counted(work, games, cores, progress)
    return _report(work, games, tally, interrupted, cores, seconds)


@dataclass(frozen=True)
class _Work:
    """What all pieces of a simulation share. A piece is a range of game numbers."""

    game: str
    seats: list[str]
    options: dict[str, Any]
    seed: int

    def native_piece(self, first: int, count: int) -> Tally:
        import numpy as np

        from bidwell.bots.playouts import play_games

        played = play_games(find(self.game), self.seats, self.options, seed=self.seed, first=first, count=count)
        standings = played.standings
        won = standings == standings.max(axis=1, keepdims=True)
        winners = won.sum(axis=1)

        def count_up(column: Any) -> Counter[int]:
            return Counter(dict(zip(*(part.tolist() for part in np.unique(column, return_counts=True)), strict=True)))

        every = range(len(self.seats))
        scores = [count_up(played.scores[:, seat]) for seat in every]
        return Tally(count_up(played.decisions), scores, [count_up(winners[won[:, seat]]) for seat in every])

    def interpreted_piece(self, first: int, count: int) -> Tally:
        game, players = find(self.game), len(self.seats)
        tables = [game.lay(SEAT_LETTERS[:players], self.options) for _ in range(count)]
        scores, standings = ([[0] * players for _ in range(count)] for _ in range(2))
        decisions = [0] * count
        codes = [POLICIES.index(name) for name in self.seats]
        out = [0] * game.most_choices
        playout(game, False)(tables, codes, self.seed, first, out, scores, standings, decisions, None)
        wins: list[Counter[int]] = [Counter() for _ in range(players)]
        for row in standings:
            winners = [seat for seat in range(players) if row[seat] == max(row)]
            for seat in winners:
                wins[seat][len(winners)] += 1
        return Tally(Counter(decisions), [Counter(row[seat] for row in scores) for seat in range(players)], wins)


def _counted(work: _Work, games: int, cores: int, progress: Progress | None) -> tuple[Tally, bool, float]:
    """Return the sum of all pieces, whether it was interrupted, and the seconds it took without compiling."""
    players = len(work.seats)
    tally = Tally(Counter(), [Counter() for _ in range(players)], [Counter() for _ in range(players)])
    begin = time.perf_counter()
    try:
        run, size, executor = _engine(work, cores)
        begin = time.perf_counter()
        pieces = ((first, min(size, games - first)) for first in range(0, games, size))
        with executor:
            for part in _in_flight(executor, run, pieces, cores * 2):
                tally.add(part)
                if progress:
                    progress(tally.games, tally.decisions)
    except KeyboardInterrupt:
        return tally, True, time.perf_counter() - begin
    return tally, False, time.perf_counter() - begin


def _engine(work: _Work, cores: int) -> tuple[Callable[[int, int], Tally], int, Executor]:
    """Return the function for a piece, its size, and an executor: threads for machine code, which releases the GIL.

    The interpreter needs processes.
    """
    if native.available():
        work.native_piece(0, 1)  # compile once, before the threads start
        return work.native_piece, NATIVE_CHUNK, ThreadPoolExecutor(cores)
    return work.interpreted_piece, INTERPRETED_CHUNK, ProcessPoolExecutor(cores, initializer=workers.begin)


def _in_flight(
    executor: Executor, run: Callable[[int, int], Tally], pieces: Iterator[tuple[int, int]], most: int
) -> Iterator[Tally]:
    """Yield the results of all pieces as they finish, with at most `most` in progress."""
    waiting: set[Future[Tally]] = set()
    for piece in pieces:
        waiting.add(executor.submit(run, *piece))
        if len(waiting) >= most:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


def _report(
    work: _Work, requested: int, tally: Tally, interrupted: bool, cores: int, seconds: float
) -> SimulationReport:
    lengths = tally.lengths or Counter({0: 0})
    return SimulationReport(
        game=work.game,
        seats=work.seats,
        options=work.options,
        seed=work.seed,
        requested=requested,
        games=tally.games,
        interrupted=interrupted,
        engine="native" if native.available() else "interpreted",
        cores=cores,
        seconds=seconds,
        decisions=tally.decisions,
        decisions_per_second=tally.decisions / seconds,
        length_mean=tally.decisions / max(tally.games, 1),
        length_least=min(lengths),
        length_most=max(lengths),
        lines=[_line(*each) for each in zip(work.seats, tally.scores, tally.wins, strict=True)] if tally.games else [],
    )


def _line(name: str, scores: Counter[int], wins: Counter[int]) -> Line:
    games, histogram = scores.total(), dict(sorted(scores.items()))
    # Sorted, because a sum of floats must not depend on the order in which pieces finish.
    share = sum(count / winners for winners, count in sorted(wins.items())) / games
    mean = sum(score * count for score, count in histogram.items()) / games
    variance = sum((score - mean) ** 2 * count for score, count in histogram.items()) / games
    low, high = wilson(share, games)
    return Line(name, share, low, high, mean, math.sqrt(variance), min(scores), max(scores), histogram)
