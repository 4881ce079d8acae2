"""Executors that play the pieces of an arena: one after the other, on all cores of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby, islice
from multiprocessing import Pipe, connection
from threading import Thread
from typing import Protocol

from bidwell import native
from bidwell.bots import registry
from bidwell.core.game import Game
from bidwell.simulation import workers
from bidwell.simulation.executors import Sizes, WorkerPool, as_they_come, losses_told
from bidwell.tournament.match import Piece, Result, play_piece

BUNDLE = 20
"""The least number of quick pieces that are sent to a worker together."""
MOST = 10_000
"""The most pieces that are sent to a worker of a cluster together."""


class PieceExecutor(Protocol):
    """Plays pieces, for example with `play_piece`, and yields each result when it is ready, in any order.

    It takes pieces only shortly before it plays them. If it is closed early, it stops the work in progress.
    """

    def __call__(self, pieces: Iterable[Piece]) -> Generator[Result, None, None]: ...


def in_turn(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
    """Play in this process, one piece after the other."""
    yield from map(play_piece, pieces)


def on_cores(cores: int) -> PieceExecutor:
    """Return an executor with this number of processes. A single core needs no other process."""

    def play(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        leave, tell = Pipe(duplex=False)
        with leave, tell, ProcessPoolExecutor(cores, initializer=_begin, initargs=(leave,)) as executor:
            try:
                with losses_told():
                    yield from _played(WorkerPool(executor, lambda: cores), pieces)
            except BaseException:  # Ctrl-C or close: do not wait for deals in progress, which can take minutes
                tell.send(None)
                raise

    return in_turn if cores == 1 else play


def on_pool(pool: WorkerPool) -> PieceExecutor:
    """Return an executor with the workers of a cluster."""

    def play(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        with pool.executor:
            yield from _played(pool, pieces)

    return play


def get_pieces_ready(game: Game, bots: Sequence[str], pieces: Iterable[Piece]) -> None:
    """Compile what these bots need, so that several processes do not all compile it."""
    if not native.available():
        return
    if quick := next((piece for piece in pieces if piece.quick), None):
        play_piece(quick)
    registry.get_ready(game, bots)


def _begin(leave: connection.Connection) -> None:
    """Set up a worker process: it exits when the arena sends a message or ends."""
    workers.set_up_worker()
    Thread(target=_leave_when_told, args=(leave,), daemon=True).start()


def _leave_when_told(leave: connection.Connection) -> None:
    connection.wait([leave])  # not read, so that every process sees it
    workers.exit_now()


def _played(pool: WorkerPool, pieces: Iterable[Piece]) -> Generator[Result, None, None]:
    """Yield the results as they finish."""
    sizes = {quick: Sizes(BUNDLE if quick else 1, MOST, pool.seconds) for quick in (True, False)}
    for took, results in as_they_come(pool, _play_bundle, _bundles(pieces, sizes)):
        sizes[results[0].piece.quick].learn(len(results), took)
        yield from results


def _bundles(pieces: Iterable[Piece], sizes: Mapping[bool, Sizes]) -> Iterator[tuple[list[Piece]]]:
    """Group consecutive pieces that are all quick or all slow for sending. Slow ones are sent alone at first."""
    for quick, run in groupby(pieces, key=lambda piece: piece.quick):
        while bundle := [*islice(run, sizes[quick].next())]:
            yield (bundle,)


def _play_bundle(bundle: list[Piece]) -> list[Result]:
    return [play_piece(piece) for piece in bundle]
