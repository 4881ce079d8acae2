"""Compare bots: each one plays among copies of every other, on the same deals, in every seat."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence, Set
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from itertools import permutations, product
from typing import Any

from bidwell import __version__, native
from bidwell.bots.registry import checked_spec
from bidwell.core.errors import BadDeal, Refused, brief_repr, check_count
from bidwell.core.game import Game, checked_seed
from bidwell.core.rng import key_of
from bidwell.games import game as find
from bidwell.native.sources import sources_digest
from bidwell.simulation.cluster import cluster
from bidwell.simulation.turn_by_turn import seated
from bidwell.statistics import Estimate
from bidwell.tournament import ratings, statistics
from bidwell.tournament.executors import PieceExecutor, get_pieces_ready, on_cores, on_pool
from bidwell.tournament.ledger import Ledger, ledger_seed
from bidwell.tournament.match import Piece, Result
from bidwell.tournament.ratings import Rating
from bidwell.tournament.statistics import Forfeited, Lead, Overall, Pairing

Progress = Callable[[int, int], None]
"""Called with the number of finished games and the total."""
FORMAT = 1
"""The version of the format of the report as JSON; docs/reports.md describes it."""


@dataclass(frozen=True)
class ArenaReport:
    """The result of an arena. Intervals are 95 %. The unit of all statistics is the deal, with all its seats."""

    game: str
    bots: list[str]
    options: dict[str, Any]
    players: list[int]
    mirror: bool
    """True if every bot played among every other, False if only the first one did."""
    seed: int
    version: str
    deals: int
    """The number of deals requested."""
    deals_finished: int
    """The number of deals of which all games were played."""
    requested: int
    """The number of games requested."""
    games: int
    resumed: int
    """The number of games that were already in the ledger."""
    interrupted: bool
    cores: int
    seconds: float
    pairings: list[Pairing]
    overall: list[Overall]
    leads: list[Lead]
    ratings: list[Rating] | None
    """None if openskill is not installed or the rating was interrupted."""
    forfeits: list[Forfeited]

    def json(self) -> dict[str, Any]:
        """Return the report as JSON-compatible values, with the version of its format."""
        return {"format": FORMAT, **asdict(self)}

    @property
    def about(self) -> str:
        """A subtitle: deals, games, seed and changed options."""
        deals = "1 deal" if self.deals == 1 else f"{self.deals:,} deals"
        played = f"{deals}, {self.games:,} games"
        if self.interrupted:
            played = f"interrupted: {self.deals_finished:,} of {deals} finished, {self.games:,} games"
        return ", ".join([played, f"seed {self.seed}", *find(self.game).changed_options(self.options)])

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> ArenaReport:
        """Return the report from the values that `json` returned. Raise ValueError for another format."""
        if told["format"] != FORMAT:
            raise ValueError(f"the report has format {told['format']}; this version reads format {FORMAT}")
        estimates = ("share", "edge", "times", "lead")

        def taken(kind: Any, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
            return [kind(**{k: Estimate(**v) if k in estimates else v for k, v in row.items()}) for row in rows]

        kinds = {"pairings": Pairing, "overall": Overall, "leads": Lead, "ratings": Rating, "forfeits": Forfeited}
        rows = {name: taken(kind, told[name]) for name, kind in kinds.items() if told[name] is not None}
        fields = {name: value for name, value in told.items() if name != "format"}
        return cls(**{**fields, **rows})


class Broken(Exception):
    """An arena that failed. `report` covers what was finished."""

    def __init__(self, why: str, report: ArenaReport) -> None:
        super().__init__(why)
        self.report = report


def arena(
    game: Game | str,
    bots: Sequence[str],
    *,
    deals: int = 100,
    players: Sequence[int] | None = None,
    mirror: bool = True,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    cores: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    executor: PieceExecutor | None = None,
    progress: Progress | None = None,
    on: str | None = None,
) -> ArenaReport:
    """Play `deals` deals for each two bots and each number of players. After Ctrl-C, report what is finished.

    If it fails for another reason, raise `Broken` with the report of what is finished.
    In each deal every ordered pair plays as many games as there are players: the first bot once in every seat, copies
    of the second in the others. Without `mirror` only the first bot plays among the others. `resume` names a ledger:
    deals in it are not played again, and finished deals are added to it. `executor` plays the pieces; the default is
    all cores of this machine, or with `on` a Ray cluster: `ray` or `ray://HOST:PORT` (docs/cluster.md). The same seed
    gives the same deals, and the same games for bots without a time limit.
    """
    game = find(game)
    if executor is not None and on is not None:
        raise BadDeal("an arena is played by an executor or on Ray, not by both")
    check_count("deals", deals)
    check_count("cores", 1 if cores is None else cores)
    counts = _counts(game, players)
    agreed = [game.agreed(count, options) for count in counts]
    _check_bots(game, bots)
    seed = ledger_seed(resume) if seed is None and resume is not None else seed
    work = _Work(game, [*bots], counts, agreed[0], checked_seed(seed), deals, mirror)
    with cluster(on, game, bots, cores) as pool:
        executor = on_pool(pool) if pool else executor
        return _run(work, resume, executor, pool.workers() if pool else cores or os.cpu_count() or 1, progress)


def _run(
    work: _Work,
    resume: str | os.PathLike[str] | None,
    executor: PieceExecutor | None,
    cores: int,
    progress: Progress | None,
) -> ArenaReport:
    ledger = None if resume is None else Ledger(resume, work.heading())
    begin = time.perf_counter()
    finished = work.results_in(ledger.finished if ledger else {})
    resumed = sum(piece.players for piece in finished)
    interrupted = _play(work, finished, ledger, executor, cores, progress)
    # In the order of the pieces, because the ratings depend on the order.
    results = [*work.results_in(finished).values()]
    report = _report(work, results, resumed, interrupted is not None, cores, time.perf_counter() - begin)
    if isinstance(interrupted, Exception):
        raise Broken(_why(interrupted), report) from interrupted
    return report


def _why(problem: Exception) -> str:
    told = str(problem) if isinstance(problem, (Refused, OSError)) else f"{type(problem).__name__}: {problem}"
    return f"the arena could not go on: {told}"


def _counts(game: Game, players: Sequence[int] | None) -> list[int]:
    """Return the numbers of players, sorted and without duplicates."""
    if players is not None and (not isinstance(players, Sequence) or isinstance(players, str) or not players):
        raise BadDeal(f"players are a list of numbers of players, such as [3, 4], not {brief_repr(players)}")
    return sorted({len(game.seated(count, None)) for count in ([None] if players is None else players)})


def _check_bots(game: Game, bots: Sequence[str]) -> None:
    """Refuse fewer than two bots, duplicates, and bots that cannot be created."""
    if isinstance(bots, str) or len(bots) < 2:
        named = brief_repr(bots) if isinstance(bots, str) else ", ".join(map(brief_repr, bots)) or "none"
        raise BadDeal(f"an arena is between two bots or more, not {named}")
    for spec in bots:
        if [*bots].count(spec) > 1:
            raise BadDeal(f"{brief_repr(spec)} is named twice; against itself every bot wins an even share")
        seated(checked_spec(spec), game, 0).close()  # raises if a program cannot be run


@dataclass(frozen=True)
class _Work:
    """Everything that the arena plays."""

    game: Game
    bots: list[str]
    players: list[int]
    options: dict[str, Any]
    seed: int
    deals: int
    mirror: bool

    def heading(self) -> dict[str, Any]:
        """Return what makes deals comparable. Number of deals, numbers of players and `mirror` may change on resume."""
        about = {"game": self.game.name, "bots": sorted(self.bots), "options": self.options, "seed": self.seed}
        engine = "native" if native.available() else "interpreted"
        played = {"rules": self.game.rules_version, "version": __version__, "code": sources_digest()}
        return {**about, **played, "engine": engine}

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every pair of candidate and opponent."""
        first, *others = self.bots
        return [*permutations(self.bots, 2)] if self.mirror else [(first, other) for other in others]

    def results_in(self, known: Mapping[Piece, Result]) -> dict[Piece, Result]:
        """Return the known results of its pieces, in the order of the pieces."""
        return {piece: known[piece] for piece in self.pieces() if piece in known}

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces deal by deal, so that an interrupted arena has results for every pairing."""
        for number in range(self.deals):
            deal = key_of(self.seed, number)
            for players, (candidate, opponent) in product(self.players, self.pairs):
                yield Piece(self.game.name, candidate, opponent, players, deal, self.options)

    @property
    def games(self) -> int:
        return self.deals * self._games_of_a_deal

    @property
    def _games_of_a_deal(self) -> int:
        return len(self.pairs) * sum(self.players)

    def finished(self, results: Sequence[Result]) -> int:
        """Return the number of deals of which every game was played."""
        played: Counter[int] = Counter()
        for result in results:
            played[result.piece.deal] += result.piece.players
        return sum(games == self._games_of_a_deal for games in played.values())


def _play(
    work: _Work,
    finished: dict[Piece, Result],
    ledger: Ledger | None,
    executor: PieceExecutor | None,
    cores: int,
    progress: Progress | None,
) -> KeyboardInterrupt | Exception | None:
    """Play what is missing in `finished`, add it there and to the ledger, and close the ledger.

    Return the exception that interrupted it, or None.
    """
    done = sum(piece.players for piece in finished)
    try:
        with (
            closing(ledger) if ledger else nullcontext(),
            closing(_left(work, {*finished}, executor, cores)) as results,
        ):
            if progress and done:
                progress(done, work.games)
            for result in results:
                finished[result.piece] = result
                if ledger:
                    ledger.keep(result)
                done += result.piece.players
                if progress:
                    progress(done, work.games)
    except (KeyboardInterrupt, Exception) as problem:
        return problem
    return None


def _left(work: _Work, known: Set[Piece], executor: PieceExecutor | None, cores: int) -> Generator[Result]:
    """Yield the results of the pieces that are not in `known`."""
    if executor is None and sum(piece.players for piece in known) < work.games:
        get_pieces_ready(work.game, work.bots, work.pieces())
    yield from (executor or on_cores(cores))(piece for piece in work.pieces() if piece not in known)


def _report(
    work: _Work, results: list[Result], resumed: int, interrupted: bool, cores: int, seconds: float
) -> ArenaReport:
    found = statistics.shares(results)
    try:
        rated = ratings.rate(work.bots, results) if ratings.available() else None
    except KeyboardInterrupt:
        rated, interrupted = None, True
    return ArenaReport(
        game=work.game.name,
        bots=work.bots,
        options=work.options,
        players=work.players,
        mirror=work.mirror,
        seed=work.seed,
        version=__version__,
        deals=work.deals,
        deals_finished=work.finished(results),
        requested=work.games,
        games=sum(result.piece.players for result in results),
        resumed=resumed,
        interrupted=interrupted,
        cores=cores,
        seconds=seconds,
        pairings=[*statistics.pairings(work.bots, work.players, found)],
        overall=[*statistics.overall(work.bots, work.players, found)],
        leads=[*statistics.leads(work.bots, work.players, found)],
        ratings=rated,
        forfeits=[*statistics.forfeits(work.bots, results)],
    )
