"""Play many games between bots, on all cores or a cluster, and collect statistics."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bidwell import __version__, native
from bidwell.bots.registry import budget_of, checked_spec
from bidwell.bots.search.tree_search import warm_up
from bidwell.core.errors import BadDeal, brief_repr, check_count
from bidwell.core.game import Game, checked_seed
from bidwell.games import game as find
from bidwell.simulation import PLACES, workers
from bidwell.simulation.cluster import cluster
from bidwell.simulation.data import DataWriter, Encoded, Encoding, Row, rows_of
from bidwell.simulation.executors import Sizes, WorkerPool, in_order, losses_told
from bidwell.simulation.games import QUICK, PlayedGame, is_quick, play_traced
from bidwell.simulation.gpu import CHUNK as GPU_CHUNK
from bidwell.simulation.gpu import PLACE, check_gpu, play_on_gpu
from bidwell.simulation.turn_by_turn import seated
from bidwell.statistics import wilson

NATIVE_CHUNK, INTERPRETED_CHUNK = 2000, 25
"""Games that are played and counted together: a piece on this machine, one of several in a piece on a cluster."""
MOST_COUNTED, MOST_WRITTEN = 10_000_000, 2000
"""The most games of a piece on a cluster, without and with rows for a dataset, which are kept in memory."""
Progress = Callable[[int, int], None]
FORMAT = 1
"""The version of the format of the report as JSON; docs/reports.md describes it."""


@dataclass
class Tally:
    """Counts over some games: lengths, and for every seat its scores and its wins by number of winners."""

    lengths: Counter[int] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    wins: list[Counter[int]] = field(default_factory=list)
    forfeits: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.lengths.total()

    @property
    def decisions(self) -> int:
        return sum(length * games for length, games in self.lengths.items())

    def add(self, other: Tally) -> None:
        self.lengths.update(other.lengths)
        self.forfeits.update(other.forfeits)
        for mine, others in ((self.scores, other.scores), (self.wins, other.wins)):
            for own, more in zip(mine, others, strict=True):
                own.update(more)


Part = tuple[Tally, list[Encoded]]
"""The result of a piece: its counts, and its rows for a dataset, encoded."""
Run = Callable[[int, int], Part]


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
    forfeits: dict[str, int]
    """For each bot that failed or tried an illegal action, the number of times. Its seat was placed last."""
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
    game: Game | str,
    seats: Sequence[str],
    *,
    games: int,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    cores: int | None = None,
    progress: Progress | None = None,
    data: str | Path | None = None,
    files: str = "jsonl",
    tables: Sequence[str] = ("games", "decisions"),
    on: str | None = None,
) -> SimulationReport:
    """Play `games` games between these bots. After Ctrl-C, report the games finished so far.

    The same seed gives the same games on any number of cores, compiled or not, unless a bot has a time limit. With
    `data` the games are written into that folder as they finish, as `jsonl` or `parquet`: `bidwell.dataset` reads it.
    They are played on the cores of this machine, or `on` its GPU (`cuda`) or Ray (`ray` or `ray://HOST:PORT`, see
    docs/cluster.md), with the same results.
    """
    game = find(game)
    if not isinstance(seats, Sequence) or isinstance(seats, str):
        raise BadDeal(f"seats are a list of bots, not {brief_repr(seats)}")
    game.seated(len(seats), None)
    work = _Work(game.name, [*seats], game.agreed(len(seats), options), checked_seed(seed), on == PLACE)
    for name in seats:
        seated(checked_spec(name), game, 0).close()
    check_count("games", games)
    check_count("cores", 1 if cores is None else cores)
    if work.on_gpu:
        check_gpu(seats, data is not None)
    elif on is not None and not f"{on}".startswith("ray"):
        raise BadDeal(f"{brief_repr(on)} is not a place to play; it is {PLACE}, {PLACES}")
    with cluster(None if work.on_gpu else on, game, seats, cores) as pool:
        cores = pool.workers() if pool else cores or os.cpu_count() or 1
        writer = None if data is None else DataWriter(data, work.header(), tables, files)
        with closing(writer) if writer else nullcontext():
            tally, interrupted, seconds = _counted(work, games, cores, progress, writer, pool)
    return _report(work, games, tally, interrupted, cores, seconds)


@dataclass(frozen=True)
class _Work:
    """What all pieces of a simulation share. A piece is a range of game numbers."""

    game: str
    seats: list[str]
    options: dict[str, Any]
    seed: int
    on_gpu: bool = False

    @property
    def engine(self) -> str:
        """What runs the rules."""
        return PLACE if self.on_gpu else "native" if native.available() else "interpreted"

    def header(self) -> dict[str, Any]:
        """Return what the manifest of a dataset says about its games."""
        game = find(self.game)
        told = {"game": self.game, "rules": game.rules_version, "options": self.options}
        return {**told, "seats": self.seats, "seed": self.seed, "bidwell": __version__}

    def native_piece(self, first: int, count: int) -> Tally:
        from bidwell.bots.playouts import play_games

        seats = [QUICK[spec] for spec in self.seats]
        played = play_games(find(self.game), seats, self.options, seed=self.seed, first=first, count=count)
        return _tally_of(played.decisions, played.scores, played.standings)

    def gpu_piece(self, first: int, count: int) -> Part:
        return _tally_of(*play_on_gpu(find(self.game), self.seats, self.options, self.seed, first, count)), []

    def traced_piece(self, first: int, count: int, tables: Sequence[str] = ()) -> tuple[Tally, dict[str, list[Row]]]:
        """Play a piece game by game, and return also its rows for these tables."""
        game = find(self.game)
        rows: dict[str, list[Row]] = {table: [] for table in tables}
        played = play_traced(game, self.seats, self.options, self.seed, first, count)
        for each in played if tables else []:
            for table, more in rows_of(game, self.seats, self.options, self.seed, each, tables).items():
                rows[table] += more
        return self._tally(played), rows

    def interpreted_piece(self, first: int, count: int) -> Tally:
        return self.traced_piece(first, count)[0]

    def _tally(self, games: Sequence[PlayedGame]) -> Tally:
        every = range(len(self.seats))
        wins: list[Counter[int]] = [Counter() for _ in every]
        for each in games:
            for seat in every:
                if each.places[seat] == 1:
                    wins[seat][each.places.count(1)] += 1
        scores = [Counter(each.scores[seat] for each in games) for seat in every]
        lost = Counter(self.seats[seat] for each in games for seat in each.forfeits)
        return Tally(Counter(len(each.actions) for each in games), scores, wins, lost)


def _tally_of(decisions: Any, scores: Any, standings: Any) -> Tally:
    """Return the counts of games in arrays, a row for each."""
    import numpy as np

    won = standings == standings.max(axis=1, keepdims=True)
    winners = won.sum(axis=1)

    def count_up(column: Any) -> Counter[int]:
        return Counter(dict(zip(*(part.tolist() for part in np.unique(column, return_counts=True)), strict=True)))

    every = range(scores.shape[1])
    wins = [count_up(winners[won[:, seat]]) for seat in every]
    return Tally(count_up(decisions), [count_up(scores[:, seat]) for seat in every], wins)


def _counted(
    work: _Work,
    games: int,
    cores: int,
    progress: Progress | None,
    writer: DataWriter | None,
    cluster: WorkerPool | None,
) -> tuple[Tally, bool, float]:
    """Return the sum of all pieces, whether it was interrupted, and the seconds it took without compiling."""
    tally = _empty(len(work.seats))
    begin = time.perf_counter()
    try:
        run, sizes, pool = _engine(work, cores, writer, cluster)
        begin = time.perf_counter()
        with losses_told(), pool.executor:
            for took, (part, rows) in in_order(pool, run, _pieces(games, sizes, pool)):
                sizes.learn(part.games, took)
                tally.add(part)
                if writer:
                    writer.add(rows, part.games)
                if progress:
                    progress(tally.games, tally.decisions)
    except KeyboardInterrupt:
        return tally, True, time.perf_counter() - begin
    return tally, False, time.perf_counter() - begin


def _empty(players: int) -> Tally:
    return Tally(Counter(), [Counter() for _ in range(players)], [Counter() for _ in range(players)])


def _pieces(games: int, sizes: Sizes, pool: WorkerPool) -> Iterator[tuple[int, int]]:
    """Yield the first game and the number of games of every piece."""
    first = 0
    while first < games:
        count = sizes.next(games - first, pool.workers())
        yield first, count
        first += count


def _engine(
    work: _Work, cores: int, writer: DataWriter | None, cluster: WorkerPool | None
) -> tuple[Run, Sizes, WorkerPool]:
    """Return the function for a piece, sizes of pieces, and workers: threads for machine code, which releases the GIL.

    The interpreter, bots that are no policies, and the rows of a dataset need processes. A cluster plays everything,
    a GPU games of policies.
    """
    if work.on_gpu:
        work.gpu_piece(0, 1)  # compiles
        return work.gpu_piece, Sizes(GPU_CHUNK, GPU_CHUNK, 0), WorkerPool(ThreadPoolExecutor(1), lambda: 1)
    quick = is_quick(work.seats)
    counts = quick and writer is None and native.available()
    run: Run = partial(_count, work) if counts else partial(_trace, work, writer.encoding if writer else None)
    least = NATIVE_CHUNK if counts else INTERPRETED_CHUNK if quick else 1
    if cluster:
        return run, Sizes(least, MOST_WRITTEN if writer else MOST_COUNTED, cluster.seconds), cluster
    if native.available():  # compile once, before the workers start
        if quick:
            run(0, 1)
        elif any(budget_of(spec, find(work.game)) for spec in work.seats):
            warm_up(find(work.game))
    local = ThreadPoolExecutor(cores) if counts else ProcessPoolExecutor(cores, initializer=workers.set_up_worker)
    return run, Sizes(least, least, 0), WorkerPool(local, lambda: cores)


def _count(work: _Work, first: int, count: int) -> Part:
    """Play and count the games of a piece as machine code."""
    tally = _empty(len(work.seats))
    for start, size in _chunks(first, count, NATIVE_CHUNK):
        tally.add(work.native_piece(start, size))
    return tally, []


def _trace(work: _Work, encoding: Encoding | None, first: int, count: int) -> Part:
    """Play the games of a piece, and encode their rows here, because one process writes what all workers encode."""
    tally, encoded = _empty(len(work.seats)), []
    for start, size in _chunks(first, count, INTERPRETED_CHUNK):
        part, rows = work.traced_piece(start, size, encoding.tables if encoding else ())
        tally.add(part)
        if encoding:
            encoded.append(encoding.encoded(rows))
    return tally, encoded


def _chunks(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    return ((start, min(size, first + count - start)) for start in range(first, first + count, size))


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
        engine=work.engine,
        cores=cores,
        seconds=seconds,
        decisions=tally.decisions,
        decisions_per_second=tally.decisions / seconds,
        forfeits=dict(sorted(tally.forfeits.items())),
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
