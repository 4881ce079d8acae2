"""Worker processes in which bots think, so that no table waits for another table's bot."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from bidwell import native
from bidwell.bots.registry import bot, budget_of
from bidwell.bots.search.thinking import warm_up
from bidwell.core.table import View
from bidwell.games import game

HASTY = "heuristic"
"""The bot that plays while a search is being compiled, which can take half a minute, once."""


class Workers:
    """A pool of processes that choose actions for bots."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or max(1, (os.cpu_count() or 2) - 1)
        self._pool = _started(self._count)
        self._compiler: ProcessPoolExecutor | None = None
        self._warm: dict[str, Future[None]] = {}

    def get_ready(self, name: str, levels: list[str]) -> None:
        """Compile a game's search in a separate process, if bots of these levels need it.

        The workers then load the compiled code from disk.
        """
        if native.available() and any(map(budget_of, levels)) and name not in self._warm:
            self._compiler = self._compiler or _started(1)
            self._warm[name] = self._compiler.submit(_warm_up, name)

    async def choose(self, level: str, view: View) -> str:
        """Return the action of a bot of this level. The bot receives the view and nothing else."""
        warm = self._warm.get(view["game"])
        ready = not budget_of(level) or not native.available() or (warm is not None and warm.done())
        try:
            return await self._asked(level if ready else HASTY, view)
        except BrokenProcessPool:  # a worker was killed: start a new pool, once
            self._pool = _started(self._count)
            return await self._asked(HASTY, view)

    async def _asked(self, spec: str, view: View) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choice, spec, view, secrets.randbits(62))

    def close(self) -> None:
        """Stop all workers at once, without waiting for their results."""
        for pool in (self._pool, self._compiler):
            if pool is not None:
                # shutdown alone would wait for running searches
                for process in list((pool._processes or {}).values()):
                    process.terminate()
                pool.shutdown(wait=False, cancel_futures=True)


def _started(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, get_context("spawn"), _settle_in, (os.getpid(),))


def _choice(spec: str, view: View, seed: int) -> str:
    return bot(spec, game(view["game"]), seed).choose(view)


def _warm_up(name: str) -> None:
    warm_up(game(name))


def _settle_in(parent: int) -> None:
    """Set up a worker: it ignores Ctrl-C, runs at low priority, and exits when the server dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    # a killed server cannot stop its workers, so each checks whether its parent is still there
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)
