"""A queue in which addresses take turns, so that one address cannot block the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    """Lets a few jobs run at a time. Addresses take turns, and within an address its rooms do."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """For each address and room, in the order of their next turns: the jobs that wait."""

    def __len__(self) -> int:
        """The number of jobs that wait."""
        return sum(len(jobs) for rooms in self._waiting.values() for jobs in rooms.values())

    def waiting_of(self, address: str) -> int:
        """Return how many jobs of an address wait."""
        return sum(len(jobs) for jobs in self._waiting.get(address, {}).values())

    @asynccontextmanager
    async def turn(self, address: str, room: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it inside the context."""
        await self._wait(address, room)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str, room: str) -> None:
        if self._free:
            self._free -= 1
            return
        job: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {}).setdefault(room, deque()).append(job)
        try:
            await job
        except asyncio.CancelledError:
            if job.done() and not job.cancelled():  # it was its turn at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next job that still waits, or free it."""
        while (job := self._next()) is not None:
            if not job.done():
                job.set_result(None)
                return
        self._free += 1

    def _next(self) -> asyncio.Future[None] | None:
        """Take the next job. Its room goes to the end of its address, and its address to the end of the queue."""
        if not self._waiting:
            return None
        address = next(iter(self._waiting))
        rooms = self._waiting.pop(address)
        room = next(iter(rooms))
        jobs = rooms.pop(room)
        job = jobs.popleft()
        if jobs:
            rooms[room] = jobs
        if rooms:
            self._waiting[address] = rooms
        return job
