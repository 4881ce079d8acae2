"""What plays the pieces of an arena: one after the other, or on all cores of this machine."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import groupby, islice
from multiprocessing import Pipe, connection, parent_process
from threading import Thread
from typing import Protocol

from bidwell import native
from bidwell.arena.match import Piece, Result, play_piece
from bidwell.bots.registry import budget_of
from bidwell.bots.search.thinking import warm_up
from bidwell.core.game import Game
from bidwell.simulation import workers

BUNDLE = 20
"""So many quick pieces go to a core at once."""
KILLED = "a process that played games was killed, perhaps for want of memory"


class Engine(Protocol):
    """Plays pieces, for example with `play_piece`, and yields each result when it is there, in any order.

    It takes no more pieces than it soon plays. Closed before the end, it stops what is under way.
    """

    def __call__(self, pieces: Iterable[Piece]) -> Generator[Result, None, None]: ...


def in_turn(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
    """An engine: here and now, one after the other."""
    yield from map(play_piece, pieces)


def on_cores(cores: int) -> Engine:
    """An engine: so many processes of this machine; a single core needs no other process."""

    def engine(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        leave, tell = Pipe(duplex=False)
        with leave, tell, ProcessPoolExecutor(cores, initializer=_begin, initargs=(leave,)) as executor:
            try:
                yield from _as_they_come(executor, pieces, 2 * cores)
            except BrokenProcessPool:
                raise ChildProcessError(KILLED) from None
            except BaseException:  # Ctrl-C, or closed: a deal under way may take minutes
                tell.send(None)
                raise

    return in_turn if cores == 1 else engine


def get_ready(game: Game, bots: Sequence[str], pieces: Iterable[Piece]) -> None:
    """Compile once what these bots need, before several processes would all do it."""
    if not native.available():
        return
    if quick := next((piece for piece in pieces if piece.quick), None):
        play_piece(quick)
    if any(budget_of(spec) for spec in bots):
        warm_up(game)


def _begin(leave: connection.Connection) -> None:
    """In a process of its own: a word from the arena, or the arena's end, is the end."""
    workers.begin()
    Thread(target=_leave_when_told, args=(leave,), daemon=True).start()


def _leave_when_told(leave: connection.Connection) -> None:
    arena = parent_process()
    connection.wait([leave] if arena is None else [leave, arena.sentinel])  # not read: it is for all processes
    workers.leave()


def _as_they_come(executor: Executor, pieces: Iterable[Piece], most: int) -> Iterator[Result]:
    """The results, never more than `most` bundles under way."""
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
    """Those that went well first, so that nothing played is lost where another fails."""
    for future in sorted(done, key=lambda each: each.exception() is not None):
        yield from future.result()


def _bundles(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """What is worth the way to a core: one slow piece, or quick ones that come one after the other."""
    for quick, run in groupby(pieces, key=lambda piece: piece.quick):
        while bundle := [*islice(run, BUNDLE if quick else 1)]:
            yield bundle


def _play_bundle(bundle: list[Piece]) -> list[Result]:
    return [play_piece(piece) for piece in bundle]
