"""Workers that play pieces: threads, processes or a cluster, each behind the `Executor` of the standard library."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from bidwell.core.errors import Refused

R = TypeVar("R")
Timed = tuple[float, R]
"""A result with the seconds that its worker needed for it."""
GROWTH = 8
"""The factor by which a piece can have more items than the one before."""
KILLED = "a process that played games was killed, perhaps because memory ran out"


class WorkersLost(Refused):
    """The workers are gone, and with them what they were playing."""


@dataclass(frozen=True)
class WorkerPool:
    """An executor, and what decides how many pieces of which size it is given."""

    executor: Executor
    workers: Callable[[], int]
    """Returns the number of workers now. A cluster can grow and shrink."""
    depth: int = 2
    """The number of pieces for each worker that are submitted and not yet taken back."""
    seconds: float = 0.0
    """How long a piece should take, because sending it is slow; 0 if pieces of a fixed size are good."""

    @property
    def most(self) -> int:
        """The number of pieces that may be submitted and not yet taken back."""
        return self.depth * self.workers()


class Sizes:
    """Chooses how many items a piece has, from `least` to `most`, so that it takes about `seconds`.

    Sizes follow from measured times. Results must not depend on them.
    """

    def __init__(self, least: int, most: int, seconds: float) -> None:
        self._least, self._most, self._seconds = least, most, seconds
        self._size, self._each = least, 0.0

    def next(self, left: float = float("inf"), workers: int = 1) -> int:
        """Return the size of the next piece of the `left` items. The last ones are small, so that all end together."""
        return int(min(self._size, left, max(self._least, left / workers)))

    def learn(self, size: int, seconds: float) -> None:
        """Learn how many seconds a piece of this size took. A slow piece counts longer than a quick one."""
        if self._seconds and size:
            self._each = max(seconds / size, self._each / 2, 1e-9)
            fitting = min(int(self._seconds / self._each), GROWTH * size, self._most)
            self._size = max(fitting, self._least)


def in_order(pool: WorkerPool, run: Callable[..., R], pieces: Iterable[tuple[Any, ...]]) -> Iterator[Timed[R]]:
    """Yield the results of all pieces in their order. A bounded number is in progress or waits to be yielded."""
    waiting: deque[Future[Timed[R]]] = deque()
    try:
        for piece in pieces:
            waiting.append(pool.executor.submit(_timed, run, *piece))
            while len(waiting) >= pool.most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def as_they_come(pool: WorkerPool, run: Callable[..., R], pieces: Iterable[tuple[Any, ...]]) -> Iterator[Timed[R]]:
    """Yield the results as they finish, with a bounded number of pieces in progress."""
    waiting: set[Future[Timed[R]]] = set()
    for piece in pieces:
        waiting.add(pool.executor.submit(_timed, run, *piece))
        while len(waiting) >= pool.most:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from _results(done)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from _results(done)


@contextmanager
def losses_told() -> Iterator[None]:
    """Raise WorkersLost if a process of a pool was killed."""
    try:
        yield
    except BrokenProcessPool:
        raise WorkersLost(KILLED) from None


def _timed(run: Callable[..., R], *piece: Any) -> Timed[R]:
    begin = time.perf_counter()
    result = run(*piece)
    return time.perf_counter() - begin, result


def _results(done: Iterable[Future[Timed[R]]]) -> Iterator[Timed[R]]:
    """Yield successful results first, so that none is lost when another piece fails."""
    for future in sorted(done, key=lambda each: each.exception() is not None):
        yield future.result()
