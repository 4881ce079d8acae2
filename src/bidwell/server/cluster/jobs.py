"""Thinking as jobs in the store: any server, or a process of its own (`bidwell work`), takes the next one.

Addresses take turns, and within an address its rooms do. A job whose taker is gone is taken again.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, LiteralString, NamedTuple

from msgspec import json, msgpack

from bidwell.core.digits import is_number
from bidwell.core.state import State
from bidwell.core.table import View
from bidwell.server.analyses import Analyses, analysed
from bidwell.server.cluster.directory import Directory
from bidwell.server.fair_queue import FairQueue
from bidwell.server.store.interface import StoreError
from bidwell.server.workers import Asker, Workers

log = logging.getLogger("bidwell.server")

BOT, ANALYSIS = "bot", "analysis"
SECONDS = {BOT: 10.0, ANALYSIS: 30.0}
"""For how long a job is its taker's; an analysis that goes on is renewed with its progress."""
MOST_TRIES = 3
MOST_ASKED = 1000
"""Number of decisions that one server asks for at once."""
LOOK = 1.0
"""Seconds between two looks at the jobs, for the case that a notice was lost."""
PLAIN = {("bidwell.core.game", "_load"), ("bidwell.core.table", "Table"), ("bidwell.core.table", "View")}
PLAIN |= {("bidwell.core.unknown", "Unknown")}
"""What a view may contain besides values and the state of its game."""

Progress = Callable[[float], None]


class Job(NamedTuple):
    id: int
    kind: str
    body: bytes


class Jobs:
    """The jobs of a store."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._waiting: dict[int, asyncio.Event] = {}
        self._news = asyncio.Event()

    def heard(self, kind: str, job: str) -> None:
        """Hear that there is a new job, or that one is done."""
        if kind == "job":
            self._news.set()
        elif is_number(job) and (waiting := self._waiting.get(int(job))) is not None:
            waiting.set()

    async def do(self, kind: str, asker: Asker, body: bytes, progress: Progress = lambda done: None) -> bytes | None:
        """Let somebody do this; return the result, or None if it failed. Raises StoreError."""
        query: LiteralString = (
            "WITH made AS (INSERT INTO jobs (kind, address, room, body) VALUES (%s, %s, %s, %s) RETURNING id) "
            "SELECT id, pg_notify('bidwell', 'job') FROM made"
        )
        job = int((await self._directory.rows(query, kind, asker.address, asker.room, body))[0][0])
        news = self._waiting[job] = asyncio.Event()
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), LOOK)
                news.clear()
                state, done, result = await self._state(job)
                if state != "waiting":
                    return result
                progress(done)
        finally:
            del self._waiting[job]
            with contextlib.suppress(StoreError):
                await asyncio.shield(self._directory.rows("DELETE FROM jobs WHERE id = %s RETURNING id", job))

    async def _state(self, job: int) -> tuple[str, float, bytes | None]:
        query: LiteralString = "SELECT done, result, tries, taken_until < clock_timestamp() FROM jobs WHERE id = %s"
        rows = await self._directory.rows(query, job)
        if not rows:
            return "failed", 0.0, None
        done, result, tries, is_free = rows[0]
        given_up = result is None and tries >= MOST_TRIES and is_free
        return ("done" if result is not None else "failed" if given_up else "waiting"), done, result

    async def take(self, kind: str) -> Job | None:
        """Take the next job, by turns of addresses and rooms, or None if none waits."""
        query: LiteralString = "SELECT * FROM take_job(%s, make_interval(secs => %s), %s)"
        rows = await self._directory.rows(query, kind, SECONDS[kind], MOST_TRIES)
        return Job(rows[0][0], kind, bytes(rows[0][1])) if rows else None

    async def go_on(self, job: Job, done: float) -> None:
        """Keep a job that was taken, and tell how far it is."""
        query: LiteralString = (
            "UPDATE jobs SET done = %s, taken_until = clock_timestamp() + make_interval(secs => %s) WHERE id = %s "
            "RETURNING id"
        )
        await self._directory.rows(query, done, SECONDS[job.kind], job.id)

    async def finish(self, job: Job, result: bytes) -> None:
        """Store the result of a job that was taken."""
        query: LiteralString = (
            "WITH done AS (UPDATE jobs SET result = %s WHERE id = %s RETURNING id) "
            "SELECT pg_notify('bidwell', 'done ' || id) FROM done"
        )
        await self._directory.rows(query, result, job.id)

    async def work(self, kind: str, think: Callable[[Job], Awaitable[bytes | None]]) -> None:
        """Take one job after another, until cancelled. A job that fails is left, and taken again."""
        while True:
            try:
                job = await self.take(kind)
                if job is None:
                    with contextlib.suppress(TimeoutError):
                        self._news.clear()
                        await asyncio.wait_for(self._news.wait(), LOOK)
                    continue
                result = await think(job)
                if result is not None:
                    await self.finish(job, result)
            except StoreError:
                await asyncio.sleep(LOOK)
            except Exception:  # the next job may be better
                log.exception("a job failed")


# Bots


class JobWorkers(Workers):
    """Lets the process that takes the job choose for a bot; without other servers, one of the processes here."""

    jobs: Jobs | None = None

    def __init__(self, count: int | None = None) -> None:
        super().__init__(count)
        self.queue = FairQueue(MOST_ASKED)  # turns are taken in the store

    async def _decided(self, level: str, view: View, asker: Asker) -> str:
        if self.jobs is None:
            return await super()._decided(level, view, asker)
        result = await self.jobs.do(BOT, asker, msgpack.encode((level, pickle.dumps(view))))
        if result is None:
            raise TimeoutError
        return result.decode()

    async def think(self, job: Job) -> bytes:
        """Do a job of a bot in a process of this server."""
        level, pickled = msgpack.decode(job.body, type=tuple[str, bytes])
        return (await self._searched(level, read_view(pickled))).encode()


class _ViewReader(pickle.Unpickler):
    """Reads a view and nothing else: the database must not be able to run code here."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.partition(".")[0] == "bidwell" else None
        is_state = isinstance(found, type) and issubclass(found, State)
        if (module, name) in PLAIN or (is_state and "." not in name):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a view")


def read_view(pickled: bytes) -> View:
    """Return a view that another server has written. Raises UnpicklingError for anything else."""
    found = _ViewReader(io.BytesIO(pickled)).load()
    if not isinstance(found, View):
        raise pickle.UnpicklingError("this is no view")
    return found


# Analyses


class JobAnalyses(Analyses):
    """Lets the process that takes the job analyse."""

    jobs: Jobs | None = None

    async def _report(self, asker: Asker, record: str, progress: Progress) -> dict[str, Any] | None:
        if self.jobs is None:
            return await super()._report(asker, record, progress)
        found = await self.jobs.do(ANALYSIS, asker, record.encode(), progress)
        return None if found is None else dict(json.decode(found))


async def analyse(jobs: Jobs, job: Job) -> bytes | None:
    """Do a job of an analysis in a process of its own."""
    loop, keeping = asyncio.get_running_loop(), set()

    def progress(done: float) -> None:
        task = loop.create_task(jobs.go_on(job, done))
        keeping.add(task)
        task.add_done_callback(keeping.discard)

    report = await analysed(job.body.decode(), progress)
    return None if report is None else json.encode(report)
