"""Thinking as jobs in the store: any server, or a process of its own (`bidwell work`), takes the next one.

Addresses take turns, and within an address its rooms do. A job whose taker is gone is taken again.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import pickle
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, LiteralString, NamedTuple

from msgspec import json, msgpack

from bidwell.core.digits import is_number
from bidwell.core.errors import IllegalAction
from bidwell.core.table import View
from bidwell.games import games
from bidwell.server.analyses import LONGEST, Analyses, analysed
from bidwell.server.cluster.directory import Directory
from bidwell.server.fair_queue import FairQueue
from bidwell.server.store.interface import StoreError
from bidwell.server.workers import Asker, Unwatched, Workers

log = logging.getLogger("bidwell.server")

BOT, ANALYSIS = "bot", "analysis"
SECONDS = {BOT: 3.0, ANALYSIS: 30.0}
"""Seconds for which a job is reserved, renewed while it is worked on: a decision is taken again before its deadline."""
MOST_TRIES = 3
MOST_ASKED = 1000
"""Number of decisions that one server asks for at once."""
LOOK = 1.0
"""Seconds between two looks at the jobs, for the case that a notice was lost, and between two renewals of a job."""
PLAIN = {("bidwell.core.game", "_load"), ("bidwell.core.table", "Table"), ("bidwell.core.table", "View")}
PLAIN |= {("bidwell.core.unknown", "Unknown")}
"""What a view may contain besides values and the state of its game."""

Progress = Callable[[float], None]


class Job(NamedTuple):
    id: int
    kind: str
    body: bytes
    tries: int = 1
    """How often it has been taken. If that has grown since, another process has the job."""


class JobState(NamedTuple):
    """What has become of a job."""

    is_over: bool
    result: bytes | None
    """None if it is not done, or has failed."""
    done: float
    since_taken: float
    """Seconds since it was taken."""


Think = Callable[[Job, Progress], Awaitable[bytes | None]]
"""Does a job and tells how far it is; returns the result, or None if it failed."""


class Jobs:
    """The jobs of a store."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._waiting: dict[int, asyncio.Event] = {}
        self.asked: dict[str, Counter[str]] = {BOT: Counter(), ANALYSIS: Counter()}
        """For each kind: the number of jobs of each address that this server has asked for and that are not done."""
        self._takers: set[asyncio.Event] = set()
        """One for each taker, set when there is a new job."""

    def heard(self, kind: str, job: str) -> None:
        """Handle the notice of a new job, or of one that is done."""
        if kind == "job":
            for taker in self._takers:
                taker.set()
        elif is_number(job) and (waiting := self._waiting.get(int(job))) is not None:
            waiting.set()

    async def do(self, kind: str, asker: Asker, body: bytes, progress: Progress = lambda done: None) -> bytes | None:
        """Have this done by any process; return the result, or None if it failed. Raises StoreError.

        The job is dropped with `Unwatched` if nobody watches the room any more.
        """
        asked = self.asked[kind]
        asked[asker.address] += 1
        try:
            return await self._done(kind, asker, body, progress)
        finally:
            asked[asker.address] -= 1
            if not asked[asker.address]:
                del asked[asker.address]

    async def _done(self, kind: str, asker: Asker, body: bytes, progress: Progress) -> bytes | None:
        query: LiteralString = (
            "WITH made AS (INSERT INTO jobs (kind, address, room, body, server) VALUES (%s, %s, %s, %s, %s) "
            "RETURNING id) SELECT id, pg_notify('bidwell', 'job') FROM made"
        )
        values = kind, asker.address, asker.room, body, self._directory.server
        job = int((await self._directory.rows(query, *values))[0][0])
        news = self._waiting[job] = asyncio.Event()
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), LOOK)
                news.clear()
                state = await self._state(job)
                if state.result is not None:
                    asker.at_turn(state.since_taken)
                if state.is_over:
                    return state.result
                progress(state.done)
                if not asker.is_watched():
                    raise Unwatched
        finally:
            del self._waiting[job]
            with contextlib.suppress(StoreError):
                await asyncio.shield(self._directory.rows("DELETE FROM jobs WHERE id = %s RETURNING id", job))

    async def _state(self, job: int) -> JobState:
        query: LiteralString = (
            "SELECT result IS NOT NULL OR (tries >= %s AND taken_until < clock_timestamp()), result, done, "
            "coalesce(extract(epoch FROM clock_timestamp() - taken), 0)::double precision FROM jobs WHERE id = %s"
        )
        rows = await self._directory.rows(query, MOST_TRIES, job)
        return JobState(*rows[0]) if rows else JobState(True, None, 0.0, 0.0)

    async def take(self, kind: str) -> Job | None:
        """Take the next job, by turns of addresses and rooms, or None if none waits."""
        query: LiteralString = "SELECT * FROM take_job(%s, make_interval(secs => %s), %s)"
        rows = await self._directory.rows(query, kind, SECONDS[kind], MOST_TRIES)
        return Job(rows[0][0], kind, bytes(rows[0][1]), rows[0][2]) if rows else None

    async def go_on(self, job: Job, done: float) -> bool:
        """Renew a job and report its progress; return whether it is still wanted, and still this process's."""
        query: LiteralString = (
            "UPDATE jobs SET done = %s, taken_until = clock_timestamp() + make_interval(secs => %s) "
            "WHERE id = %s AND tries = %s AND result IS NULL RETURNING id"
        )
        return bool(await self._directory.rows(query, done, SECONDS[job.kind], job.id, job.tries))

    async def finish(self, job: Job, result: bytes) -> None:
        """Store the result of a job that was taken."""
        query: LiteralString = (
            "WITH done AS (UPDATE jobs SET result = %s WHERE id = %s RETURNING id) "
            "SELECT pg_notify('bidwell', 'done ' || id) FROM done"
        )
        await self._directory.rows(query, result, job.id)

    async def give_back(self, job: Job, *, tried: bool) -> None:
        """Let others take a job at once. One that was not tried to its end does not count as a try."""
        query: LiteralString = (
            "WITH free AS (UPDATE jobs SET taken_until = '-infinity', tries = tries - %s "
            "WHERE id = %s AND tries = %s AND result IS NULL RETURNING id) SELECT pg_notify('bidwell', 'job') FROM free"
        )
        await self._directory.rows(query, 0 if tried else 1, job.id, job.tries)

    async def work(self, kind: str, think: Think) -> None:
        """Take one job after another, until cancelled."""
        news = asyncio.Event()
        self._takers.add(news)
        try:
            while True:
                news.clear()  # before the look: what comes after it is heard
                try:
                    if (job := await self.take(kind)) is not None:
                        await self._do_taken(job, think)
                        continue
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(news.wait(), LOOK)
                except StoreError:
                    await asyncio.sleep(LOOK)
        finally:
            self._takers.discard(news)

    async def _do_taken(self, job: Job, think: Think) -> None:
        """Do a job and store the result. One that fails, or is cut short, is given back."""
        result = None
        try:
            result = await self._thought(job, think)
        except asyncio.CancelledError:
            with contextlib.suppress(StoreError):
                await self.give_back(job, tried=False)
            raise
        except Exception:  # the next job may be better
            log.exception("a job failed")
        if result is None:
            await self.give_back(job, tried=True)
        else:
            await self.finish(job, result)

    async def _thought(self, job: Job, think: Think) -> bytes | None:
        """Do a job and keep it meanwhile; stop if nobody waits for it any more, or somebody else has taken it."""
        done = 0.0

        def progress(share: float) -> None:
            nonlocal done
            done = share

        async def keep() -> None:
            is_ours = True
            while is_ours:
                await asyncio.sleep(LOOK)
                with contextlib.suppress(StoreError):
                    is_ours = await self.go_on(job, done)

        thinking, keeping = asyncio.ensure_future(think(job, progress)), asyncio.ensure_future(keep())
        try:
            await asyncio.wait((thinking, keeping), return_when=asyncio.FIRST_COMPLETED)
            return thinking.result() if thinking.done() else None
        finally:
            thinking.cancel()
            keeping.cancel()
            await asyncio.gather(thinking, keeping, return_exceptions=True)


# Bots


class JobWorkers(Workers):
    """Lets the process that takes the job choose for a bot; without other servers, one of the processes here."""

    jobs: Jobs | None = None

    def __init__(self, count: int | None = None) -> None:
        super().__init__(count)
        self._asking = FairQueue(MOST_ASKED)

    @property
    def decisions(self) -> FairQueue:
        return self._asking  # turns are taken in the store

    @property
    def waiting(self) -> int:
        return super().waiting if self.jobs is None else len(self.queue) + self.jobs.asked[BOT].total()

    async def _decided(self, level: str, view: View, asker: Asker) -> str:
        if self.jobs is None:
            return await super()._decided(level, view, asker)
        result = await self.jobs.do(BOT, asker, msgpack.encode((level, pickle.dumps(view))))
        if result is None:
            raise TimeoutError
        if (action := result.decode()) not in view["legal"]:
            raise IllegalAction("a job was answered by another version of the game: stop all servers for an upgrade")
        return action

    async def think(self, job: Job, progress: Progress) -> bytes:
        """Do a job of a bot in a process of this server."""
        level, pickled = msgpack.decode(job.body, type=tuple[str, bytes])
        view, pool = read_view(pickled), self._pool
        try:
            action = await self._searched(level, view)
        except BrokenProcessPool:
            self._replace(pool)
            action = await self._searched(level, view)
        return action.encode()


class _ViewReader(pickle.Unpickler):
    """Reads a view and nothing else: the database must not be able to run code here."""

    def find_class(self, module: str, name: str) -> Any:
        states = {(game.state.__module__, game.state.__qualname__): game.state for game in games()}
        if (module, name) in states:
            return states[module, name]
        if (module, name) in PLAIN:
            return super().find_class(module, name)
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

    @property
    def waiting(self) -> int:
        return super().waiting if self.jobs is None else self.jobs.asked[ANALYSIS].total()

    def waiting_of(self, address: str) -> int:
        return super().waiting_of(address) if self.jobs is None else self.jobs.asked[ANALYSIS][address]

    async def _report(self, asker: Asker, record: str, progress: Progress) -> dict[str, Any] | None:
        if self.jobs is None:
            return await super()._report(asker, record, progress)
        found = await self.jobs.do(ANALYSIS, asker, record.encode(), progress)
        return dict(json.decode(found)) if found else None


async def analyse(job: Job, progress: Progress) -> bytes | None:
    """Do a job of an analysis in a process of its own; return the report, or nothing if it takes too long anywhere."""
    try:
        async with asyncio.timeout(LONGEST):
            report = await analysed(job.body.decode(), progress)
    except TimeoutError:
        log.warning("an analysis took too long and was stopped")
        return b""
    return None if report is None else json.encode(report)
