"""Worker processes in which bots think, so that no table waits for another table's bot."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from bidwell import native
from bidwell.bots.registry import LEVELS, bot, budget_of, get_ready
from bidwell.core.table import View
from bidwell.games import game
from bidwell.server.fair_queue import FairQueue
from bidwell.server.logs import room_tag

log = logging.getLogger("bidwell.server")

Result = TypeVar("Result")

FALLBACK = "heuristic"
"""The bot that plays while a search is being compiled, which can take half a minute, and when a search is too slow."""
DEADLINE = 8.0
"""Seconds after which a decision that waits for a search is made by the fallback."""


@dataclass(frozen=True)
class Asker:
    """The origin of a decision: the address that opened the room, the room, and whether anybody still watches it."""

    address: str
    room: str
    is_watched: Callable[[], bool] = lambda: True
    at_turn: Callable[[float], None] = lambda ago: None
    """Called when it is known that the decision had its turn, this many seconds ago, and a bot began to think."""


class Unwatched(Exception):
    """Nobody watches the room any more, so its decision was dropped."""


class Workers:
    """A pool of processes that choose actions for bots."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or max(1, (os.cpu_count() or 2) - 1)
        self._pool = _started(self._count)
        self._compiler: ProcessPoolExecutor | None = None
        self._warm: dict[str, Future[None]] = {}
        self.queue = FairQueue(self._count)
        self.late = 0
        """Number of decisions that a deadline took from a search."""

    @property
    def decisions(self) -> FairQueue:
        """The queue in which decisions of bots wait."""
        return self.queue

    @property
    def waiting(self) -> int:
        """The number of decisions that wait for their turn."""
        return len(self.queue)

    def prepare(self, name: str, levels: list[str]) -> None:
        """Compile a game's search in a separate process, if bots of these levels need it.

        The workers then load the compiled code from disk.
        """
        search = any(budget_of(level, game(name)) for level in levels)
        if native.available() and search and name not in self._warm:
            self._compiler = self._compiler or _started(1)
            self._warm[name] = self._compiler.submit(_warm_up, name)

    async def choose(self, level: str, view: View, asker: Asker) -> str:
        """Return the action of a bot of this level. The bot receives the view and nothing else.

        The heuristic answers at once, in this process. Others wait for their turn, and are dropped with `Unwatched` if
        nobody watches the room when it comes.
        """
        if not self._is_ready(level, view["game"]):
            return instant(view)
        try:
            async with asyncio.timeout(DEADLINE), self.decisions.turn(asker.address, asker.room):
                if not asker.is_watched():
                    raise Unwatched
                asker.at_turn(0.0)
                pool = self._pool
                return await self._decided(level, view, asker)
        except BrokenProcessPool:
            self._replace(pool)
        except TimeoutError:
            log.warning("a bot took too long: the heuristic chose for it", extra=room_tag(asker.room))
            self.late += 1
        return instant(view)

    async def advise(
        self,
        view: View,
        asker: Asker,
        think: Callable[[View], tuple[str, str]],
        otherwise: Callable[[View], tuple[str, str]],
    ) -> tuple[str, str]:
        """Return an action and why: what `think` finds in a worker, or `otherwise` at once if it cannot in time.

        Without a compiler `think` compares fewer games.
        """
        name = view["game"]
        self.prepare(name, ["expert"])
        if not self._is_ready("expert", name):
            return otherwise(view)
        try:
            async with asyncio.timeout(DEADLINE), self.queue.turn(asker.address, asker.room):
                pool = self._pool
                return await asyncio.get_running_loop().run_in_executor(pool, think, view)
        except BrokenProcessPool:
            self._replace(pool)
        except TimeoutError:
            self.late += 1
        return otherwise(view)

    async def run(self, work: Callable[..., Result], *values: Any) -> Result:
        """Run a function in a worker, in turn with the bots, and return its result. Its values must be picklable."""
        loop = asyncio.get_running_loop()
        async with self.queue.turn(work.__name__, ""):
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, work, *values)
            except BrokenProcessPool:
                self._replace(pool)
                return await loop.run_in_executor(self._pool, work, *values)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Start a new pool after a worker was killed, unless somebody has done so already."""
        if self._pool is broken:
            self._pool = _started(self._count)

    def _is_ready(self, level: str, name: str) -> bool:
        """Return whether a bot of this level thinks in a worker, and its search, if any, is compiled if it can be."""
        if level == "novice":
            return False
        warm = self._warm.get(name)
        return not budget_of(level, game(name)) or not native.available() or (warm is not None and warm.done())

    async def _decided(self, level: str, view: View, asker: Asker) -> str:
        """Return what a bot decides, once it is its turn."""
        return await self._searched(level, view)

    async def _searched(self, level: str, view: View) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choice, level, view, secrets.randbits(62))

    def close(self) -> None:
        """Stop all workers at once, without waiting for their results."""
        for pool in (self._pool, self._compiler):
            if pool is not None:
                # shutdown alone would wait for running searches
                for process in list((pool._processes or {}).values()):
                    process.terminate()
                pool.shutdown(wait=False, cancel_futures=True)


def instant(view: View) -> str:
    """Return what the heuristic chooses, which takes less than sending the view to another process."""
    return _choice(FALLBACK, view, secrets.randbits(62))


def _started(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, get_context("spawn"), _set_up, (os.getpid(),))


def _choice(spec: str, view: View, seed: int) -> str:
    return bot(spec, game(view["game"]), seed).choose(view)


def _warm_up(name: str) -> None:
    get_ready(game(name), LEVELS)


def _set_up(parent: int) -> None:
    """Set up a worker: it ignores Ctrl-C, runs at low priority, and exits when the server dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=exit_with, args=(parent,), daemon=True).start()


def exit_with(parent: int) -> None:
    """Exit when the parent of this process has died."""
    # a killed server cannot stop its workers, so each checks whether its parent is still there
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)
