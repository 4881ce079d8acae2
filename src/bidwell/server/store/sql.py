"""What the stores in SQL share: their queries, most statements, and the thread that commits waiting writes together.

Values are marked by %s, and bytes by %b.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from queue import SimpleQueue
from typing import Any, LiteralString

import msgspec

from bidwell.server.metrics import Histogram
from bidwell.server.room_data import PlayedAction, RoomData
from bidwell.server.store.interface import (
    OPEN,
    AppendLine,
    Change,
    ExpireLines,
    OutcomeUnknown,
    SaveAnalysis,
    SaveRecord,
    SaveReplay,
    SaveRoom,
    SaveSnapshot,
    Settled,
    StoredLine,
    StoredRoom,
    StoreError,
    TrimLines,
    Write,
)

LARGEST_BATCH = 512
"""Largest number of writes in one commit."""
PAUSE = 0.002
"""Seconds from the beginning of a commit to the next: under load, writes gather for one commit instead of several."""

STATEMENTS: dict[type[Change], tuple[LiteralString, ...]] = {
    SaveRoom: (
        "INSERT INTO rooms (id, state, open, changed, owner, body) VALUES (%s, %s, %s, %s, %s, %b) "
        "ON CONFLICT (id) DO UPDATE SET (state, open, changed, owner, body) = "
        "(EXCLUDED.state, EXCLUDED.open, EXCLUDED.changed, EXCLUDED.owner, EXCLUDED.body)",
    ),
    SaveSnapshot: (
        "INSERT INTO snapshots (room, seq, at, body) VALUES (%s, %s, %s, %b) "
        "ON CONFLICT (room) DO UPDATE SET (seq, at, body) = (EXCLUDED.seq, EXCLUDED.at, EXCLUDED.body)",
    ),
    AppendLine: ("INSERT INTO lines (room, seat, name, text, key) VALUES (%s, %s, %s, %s, %b)",),
    TrimLines: (
        "DELETE FROM lines WHERE room = %s AND number <= "
        "(SELECT number FROM lines WHERE room = %s ORDER BY number DESC LIMIT 1 OFFSET %s)",
    ),
    ExpireLines: ("DELETE FROM lines WHERE room IN (SELECT id FROM rooms WHERE state = 'over' AND changed < %s)",),
    SaveRecord: (
        "INSERT INTO records (room, body) VALUES (%s, %s) ON CONFLICT (room) DO UPDATE SET body = EXCLUDED.body",
    ),
    SaveReplay: (
        "INSERT INTO replays (room, viewer, body) VALUES (%s, %s, %b) "
        "ON CONFLICT (room, viewer) DO UPDATE SET body = EXCLUDED.body",
    ),
    SaveAnalysis: (
        "INSERT INTO analyses (room, body) VALUES (%s, %b) ON CONFLICT (room) DO UPDATE SET body = EXCLUDED.body",
    ),
}
"""The statements of the changes that are the same everywhere; see `values_of`."""


def values_of(change: Change) -> tuple[Any, ...]:
    """Return the values of a change's statements: its fields, in their order."""
    return (change.room, *change) if isinstance(change, TrimLines) else change


class SqlStore:
    """A store of rooms in tables. The writer is made and used in a thread of its own."""

    def __init__(self, settled: Settled, writer: Callable[[], Committer]) -> None:
        self._settled = settled
        self._writer = writer
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self.commits = Histogram()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def room(self, room: str) -> StoredRoom | None:
        rows = self._read("SELECT body, changed FROM rooms WHERE id = %s", room)
        return _room(*rows[0]) if rows else None

    @property
    def secret(self) -> bytes:
        return self._blob("SELECT body FROM secrets") or b""

    def board(self, limit: int, of_owner: int) -> list[StoredRoom]:
        rows = self._read(
            "SELECT body, changed FROM (SELECT body, changed, row_number() OVER "
            "(PARTITION BY CASE owner WHEN '' THEN id ELSE owner END ORDER BY changed DESC) AS place "
            "FROM rooms WHERE open = TRUE AND state <> 'over') AS listed "
            "WHERE place <= %s ORDER BY changed DESC LIMIT %s",
            of_owner,
            limit,
        )
        return [_room(*row) for row in rows]

    def unfinished(self, owner: str) -> int:
        return int(self._read("SELECT count(*) FROM rooms WHERE owner = %s AND state <> 'over'", owner)[0][0])

    def abandoned(self, gathering: float, playing: float) -> list[str]:
        rows = self._read(
            "SELECT id FROM rooms LEFT JOIN snapshots ON room = id WHERE (state = 'gathering' AND changed < %s) "
            "OR (state = 'playing' AND changed < %s AND coalesce(at, 0) < %s)",
            gathering,
            playing,
            playing,
        )
        return [room for (room,) in rows]

    def unarchived(self) -> list[str]:
        rows = self._read(
            "SELECT room FROM records WHERE NOT EXISTS "
            "(SELECT 1 FROM replays WHERE replays.room = records.room AND viewer = %s)",
            OPEN,
        )
        return [room for (room,) in rows]

    def actions(self, room: str) -> list[PlayedAction]:
        rows = self._read("SELECT seat, action, key FROM actions WHERE room = %s ORDER BY seq", room)
        return [PlayedAction(seat, action, _text(key)) for seat, action, key in rows]

    def snapshot(self, room: str) -> bytes | None:
        return self._blob("SELECT body FROM snapshots WHERE room = %s", room)

    def lines(self, room: str, limit: int) -> list[StoredLine]:
        rows = self._read(
            "SELECT seat, name, text, key FROM lines WHERE room = %s ORDER BY number DESC LIMIT %s", room, limit
        )
        return [StoredLine(seat, name, text, _text(key) or "") for seat, name, text, key in reversed(rows)]

    def record(self, room: str) -> str | None:
        rows = self._read("SELECT body FROM records WHERE room = %s", room)
        return str(rows[0][0]) if rows else None

    def replay(self, room: str, viewer: int) -> bytes | None:
        return self._blob("SELECT body FROM replays WHERE room = %s AND viewer = %s", room, viewer)

    def analysis(self, room: str) -> bytes | None:
        return self._blob("SELECT body FROM analyses WHERE room = %s", room)

    def check(self) -> None:
        self._read("SELECT id FROM rooms LIMIT 1")

    def write(self, write: Write) -> None:
        self._waiting.put(write)

    def close_writer(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _blob(self, query: LiteralString, *values: Any) -> bytes | None:
        rows = self._read(query, *values)
        return bytes(rows[0][0]) if rows else None

    def _read(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        """Run a query. Raises StoreError."""
        raise NotImplementedError

    def _run(self) -> None:
        writer = self._writer()
        running, begin = True, -inf
        while running:
            batch = [self._waiting.get()]
            if (early := begin + PAUSE - time.monotonic()) > 0:
                time.sleep(early)
            while len(batch) < LARGEST_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get())
            running = None not in batch
            writes = [write for write in batch if write is not None]
            begin = time.monotonic()
            results = writer.commit(writes)
            self.commits.observe(time.monotonic() - begin)
            self._settled(results)
        writer.close()


class Committer:
    """Commits writes together."""

    def close(self) -> None:
        """Release the connection."""
        raise NotImplementedError

    def commit(self, writes: Sequence[Write]) -> list[tuple[Write, Exception | None]]:
        """Commit all writes together, or one by one if that fails. Return each with its error, or None."""
        problem = self._try(writes)
        if problem is None or len(writes) == 1 or isinstance(problem, OutcomeUnknown):
            return [(write, problem) for write in writes]
        return [(write, self._try([write])) for write in writes]

    def _try(self, writes: Sequence[Write]) -> Exception | None:
        if any(write.owner.lost for write in writes):
            return StoreError("an earlier write of the same room failed")
        problem = self._tried(writes) if any(write.changes for write in writes) else None
        if problem is not None and (len(writes) == 1 or isinstance(problem, OutcomeUnknown)):
            for write in writes:
                write.owner.lost = True
        return problem

    def _tried(self, writes: Sequence[Write]) -> Exception | None:
        """Commit writes in one transaction; return what went wrong."""
        raise NotImplementedError


def export_name(data: RoomData, changed: float) -> str:
    """Return the file name of the record of a finished game."""
    return f"{time.strftime('%Y-%m-%d', time.gmtime(changed))}-{data.game}-{data.id}.txt"


def _room(body: bytes, changed: float) -> StoredRoom:
    return StoredRoom(msgspec.json.decode(body, type=RoomData), changed)


def _text(key: bytes | str | None) -> str | None:
    """Return a key of a client. It may hold what PostgreSQL's text cannot, so it is stored as bytes there."""
    return key.decode() if isinstance(key, bytes) else key
