"""Executors that play the pieces of an arena, one after the other or on all cores of this machine."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import groupby, islice
from multiprocessing import Pipe, connection, parent_process
from threading import Thread
from typing import Protocol

from bidwell import native
from bidwell.bots import registry
from bidwell.core.game import Game
from bidwell.simulation import workers
from bidwell.tournament.match import Piece, Result, play_piece

BUNDLE = 20
"""The number of quick pieces that are sent to a core together."""
KILLED = "a process that played games was killed, perhaps for want of memory"


class Engine(Protocol):
    """Plays pieces, for example with `play_piece`, and yields each result when it is ready, in any order.

    It takes pieces only shortly before it plays them. If it is closed early, it stops the work in progress.
    """

    def __call__(self, pieces: Iterable[Piece]) -> Generator[Result, None, None]: ...


def in_turn(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
    """An engine that plays in this process, one piece after the other."""
    yield from map(play_piece, pieces)


def on_cores(cores: int) -> Engine:
    """Return an engine with this number of processes. A single core needs no other process."""

    def engine(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        leave, tell = Pipe(duplex=False)
        with leave, tell, ProcessPoolExecutor(cores, initializer=_begin, initargs=(leave,)) as executor:
            try:
                yield from _as_they_come(executor, pieces, 2 * cores)
            except BrokenProcessPool:
                raise ChildProcessError(KILLED) from None
            except BaseException:  # Ctrl-C or close: do not wait for deals in progress, which can take minutes
                tell.send(None)
                raise

    return in_turn if cores == 1 else engine


def get_ready(game: Game, bots: Sequence[str], pieces: Iterable[Piece]) -> None:
    """Compile what these bots need, so that several processes do not all compile it."""
    if not native.available():
        return
    if quick := next((piece for piece in pieces if piece.quick), None):
        play_piece(quick)
    registry.get_ready(game, bots)


def _begin(leave: connection.Connection) -> None:
    """Set up a worker process: it exits when the arena sends a message or ends."""
    workers.begin()
    Thread(target=_leave_with_the_arena, args=(leave,), daemon=True).start()


def _leave_with_the_arena(leave: connection.Connection) -> None:
    arena = parent_process()
    connection.wait([leave] if arena is None else [leave, arena.sentinel])  # not read, so that every process sees it
    workers.leave()


def _as_they_come(executor: Executor, pieces: Iterable[Piece], most: int) -> Iterator[Result]:
    """Yield the results as they finish, with at most `most` bundles in progress."""
    waiting: set[Future[list[Result]]] = set()
    for bundle in _bundles(pieces):
        waiting.add(executor.submit(_play_bundle, bundle))
        if len(waiting) >= most:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from _results(done)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from _results(done)


def _results(done: Iterable[Future[list[Result]]]) -> Iterator[Result]:
    """Yield successful results first, so that none is lost when another piece fails."""
    for future in sorted(done, key=lambda each: each.exception() is not None):
        yield from future.result()


def _bundles(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Group the pieces for sending: a slow piece alone, consecutive quick pieces together."""
    for quick, run in groupby(pieces, key=lambda piece: piece.quick):
        while bundle := [*islice(run, BUNDLE if quick else 1)]:
            yield bundle


def _play_bundle(bundle: list[Piece]) -> list[Result]:
    return [play_piece(piece) for piece in bundle]
