"""Analyses finished games, one at a time, each in a process of its own.

The process reads a record and writes lines of JSON: progress first, then the report.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from bidwell.server import store
from bidwell.server.protocol import Analysis, Refusal
from bidwell.server.room_session import RoomSession

if TYPE_CHECKING:
    from bidwell.server.house import House


class Analyst:
    """Runs analyses and keeps their reports."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._at: dict[str, Analysis] = {}

    def report(self, live: RoomSession) -> Analysis:
        """Return the progress of a room's analysis, and the report once it is done."""
        kept = self._house.store.read("SELECT body FROM analyses WHERE room = ?", live.room.lease.id)
        if kept:
            return Analysis("there", 1.0, msgspec.json.decode(kept[0][0]))
        return self._at.get(live.room.lease.id) or Analysis("none", 0.0, None)

    def begin(self, live: RoomSession) -> Analysis:
        """Start the analysis of a room unless it is running or done. Refuses while another room is analysed."""
        found, record = self.report(live), live.room.record()
        if found.state in ("working", "there"):
            return found
        if any(other.state == "working" for other in self._at.values()):
            raise Refusal("another game is being analysed: try again in a minute", 409)
        working = self._at[live.room.lease.id] = Analysis("working", 0.0, None)
        self._house.background(self._work(live, record, working))
        return working

    async def _work(self, live: RoomSession, record: str, working: Analysis) -> None:
        def progress(done: float) -> None:
            working.done = done

        report = None
        try:
            report = await analysed(record, progress)
            if report is not None:
                await self._house.written(live, [(store.ANALYSIS, (live.room.lease.id, msgspec.json.encode(report)))])
        finally:
            working.state = "there" if report is not None else "failed"


async def analysed(record: str, progress: Callable[[float], None]) -> dict[str, Any] | None:
    """Analyse a record in a child process; return the report, or None on failure.

    `progress` is called with the share done, from 0 to 1.
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

    def progress(done: int, of: int) -> None:
        print(json.dumps({"done": done / max(of, 1)}), flush=True)

    try:
        print(json.dumps({"report": analyse(sys.stdin.read(), progress=progress, cores=1).json()}))
    except Refused as problem:
        print(json.dumps({"why": f"{problem}"}))


if __name__ == "__main__":
    main()
