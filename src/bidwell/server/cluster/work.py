"""A process that only thinks: it takes jobs of bots and analyses from the store, and serves nobody."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path

import psycopg

from bidwell.bots.registry import LEVELS
from bidwell.games import games
from bidwell.server.cluster.directory import Directory
from bidwell.server.cluster.jobs import ANALYSIS, BOT, Jobs, JobWorkers, analyse
from bidwell.server.store import choice


def work(url: str, bots: int | None = None, analyses: int = 1) -> int:
    """Take jobs until Ctrl-C, this many of bots and analyses at once; return the exit code."""
    choice.prepare(Path(), url)
    count = bots if bots is not None else max(1, os.cpu_count() or 1)
    print(f"Taking jobs: {count} of bots and {analyses} of analyses at once (Ctrl-C stops it)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_work(url, count, analyses))
    return 0


async def _work(url: str, bots: int, analyses: int) -> None:
    ended = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows has none
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    directory, workers = Directory(url, 0, 0.0), JobWorkers(max(1, bots))
    await directory.open()
    jobs = Jobs(directory)
    for game in games():
        workers.prepare(game.name, [*LEVELS])
    takers = [jobs.work(BOT, workers.think) for _ in range(bots)]
    takers += [jobs.work(ANALYSIS, analyse) for _ in range(analyses)]
    tasks = [asyncio.ensure_future(each) for each in (*takers, _hear(directory, jobs))]
    try:
        await ended.wait()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await directory.close()
        workers.close()


async def _hear(directory: Directory, jobs: Jobs) -> None:
    """Hear of new jobs, until cancelled."""
    while True:
        try:
            async with await directory.listen() as connection:
                async for notice in connection.notifies():
                    kind, _, rest = notice.payload.partition(" ")
                    jobs.heard(kind, rest)
        except (psycopg.Error, OSError):
            await asyncio.sleep(0.5)
