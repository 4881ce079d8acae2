"""Analyses finished games, one at a time, each in a process of its own. Addresses take turns.

The process reads a record and writes lines of JSON: progress first, then the report.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from bidwell.server.commits import Commits
from bidwell.server.fair_queue import FairQueue
from bidwell.server.logs import room_tag
from bidwell.server.protocol import Analysis, Refusal
from bidwell.server.room_session import RoomSession
from bidwell.server.store.interface import SaveAnalysis, StoreError
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Asker

log = logging.getLogger("bidwell.server")

LONGEST = 600.0
"""Seconds after which an analysis is stopped."""
MOST_WAITING = 3
"""Number of analyses that may wait for one address."""


class Analyses:
    """Runs analyses and keeps their reports."""

    def __init__(self, commits: Commits, tasks: Tasks) -> None:
        self._commits = commits
        self._tasks = tasks
        self._running: dict[str, Analysis] = {}
        self.queue = FairQueue(1)

    @property
    def waiting(self) -> int:
        """The number of analyses that wait for their turn."""
        return len(self.queue)

    def waiting_of(self, address: str) -> int:
        """Return how many analyses of an address wait."""
        return self.queue.waiting_of(address)

    def report(self, session: RoomSession) -> Analysis:
        """Return the progress of a room's analysis, and the report once it is done."""
        room = session.room.data.id
        stored = self._commits.store.analysis(room)
        if stored is not None:
            return Analysis("there", 1.0, msgspec.Raw(stored))
        return self._running.get(room) or Analysis("none", 0.0, None)

    def begin(self, session: RoomSession, address: str) -> Analysis:
        """Start the analysis of a room unless it is running or done. Refuses if too many of this address wait."""
        found, record = self.report(session), session.room.record()
        if found.state in ("working", "there"):
            return found
        if self.waiting_of(address) >= MOST_WAITING:
            raise Refusal(f"{MOST_WAITING} of your games wait for their analysis: try again later", 429)
        working = self._running[session.room.data.id] = Analysis("working", 0.0, None)
        self._tasks.start(self._analyse(session, address, record, working))
        return working

    async def _analyse(self, session: RoomSession, address: str, record: str, working: Analysis) -> None:
        def progress(done: float) -> None:
            working.done = done

        room, is_stored = session.room.data.id, False
        session.making.add("analysis")  # of several servers only the owner of the room can store the report
        try:
            report = await self._report(Asker(address, room), record, progress)
            if report is not None:
                await self._commits.saved(session, [SaveAnalysis(room, msgspec.json.encode(report))])
                is_stored = True
        except TimeoutError:
            log.warning("an analysis took too long and was stopped", extra=room_tag(room))
        except (Refusal, StoreError) as problem:
            log.error("an analysis was lost: %s", problem, extra=room_tag(room))
        finally:
            session.making.discard("analysis")
            if is_stored:
                del self._running[room]
            else:
                working.state = "failed"

    async def _report(self, asker: Asker, record: str, progress: Callable[[float], None]) -> dict[str, Any] | None:
        """Wait for a turn, and return the report, or None on failure."""
        async with self.queue.turn(asker.address, asker.room), asyncio.timeout(LONGEST):
            return await analysed(record, progress)


async def analysed(record: str, progress: Callable[[float], None]) -> dict[str, Any] | None:
    """Analyse a record in a child process; return the report, or None on failure.

    `progress` is called with the share done, from 0 to 1. The process ends with this call, also if it is cancelled.
    """
    pipe = asyncio.subprocess.PIPE
    # the report is one line, longer than the default limit of a stream
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe, limit=1 << 26)
    assert child.stdin
    assert child.stdout
    try:
        child.stdin.write(record.encode())
        child.stdin.close()
        async for line in child.stdout:
            found = json.loads(line)
            if "report" in found:
                return dict(found["report"])
            progress(float(found.get("done", 0.0)))
        return None
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


def main() -> None:
    from bidwell.analysis.analyse import analyse
    from bidwell.core.errors import Refused

    if hasattr(os, "nice"):
        os.nice(15)  # tables and bots come first

    def progress(done: int, of: int) -> None:
        print(json.dumps({"done": done / max(of, 1)}), flush=True)

    try:
        print(json.dumps({"report": analyse(sys.stdin.read(), progress=progress, cores=1).json()}))
    except Refused as problem:
        print(json.dumps({"why": f"{problem}"}))
    except BrokenPipeError:
        # the server is gone, so nobody waits; without this, closing stdout at exit would fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
