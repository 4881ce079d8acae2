"""Durable storage: SQLite, with one thread that commits all waiting writes together."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

MOST_AT_ONCE = 512
"""Largest number of writes in one commit."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, open INTEGER NOT NULL, changed REAL NOT NULL, body BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS board ON rooms (open, state, changed);
CREATE TABLE IF NOT EXISTS actions (
    number INTEGER PRIMARY KEY, room TEXT NOT NULL, seq INTEGER NOT NULL, seat INTEGER NOT NULL, action TEXT NOT NULL,
    key TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS course ON actions (room, seq);
CREATE TABLE IF NOT EXISTS snapshots (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lines (
    number INTEGER PRIMARY KEY, room TEXT NOT NULL, seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL,
    key TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS talk ON lines (room);
CREATE TABLE IF NOT EXISTS analyses (room TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
"""

ACTION = "INSERT INTO actions (room, seq, seat, action, key) VALUES (?, ?, ?, ?, ?)"
SNAPSHOT = "INSERT OR REPLACE INTO snapshots (room, seq, body) VALUES (?, ?, ?)"
ROOM = "INSERT OR REPLACE INTO rooms (id, state, open, changed, body) VALUES (?, ?, ?, ?, ?)"
LINE = "INSERT INTO lines (room, seat, name, text, key) VALUES (?, ?, ?, ?, ?)"
ANALYSIS = "INSERT OR REPLACE INTO analyses (room, body) VALUES (?, ?)"

Row = tuple[Any, ...]
Done = Callable[[Exception | None], None]
Settled = Callable[[list[tuple["Write", Exception | None]]], None]
"""Called in the store's thread with the writes of one commit, and the error of each that failed."""


class Owner(Protocol):
    """Groups writes that depend on each other: after one fails, all later ones are refused."""

    lost: bool


@dataclass
class Write:
    """Rows that are committed all or none. `done` is called with None, or with the error."""

    owner: Owner
    done: Done
    rows: list[tuple[str, Row]] = field(default_factory=list)


class Store:
    """The database of a house. Read from the thread that created it; write through `write`, in order."""

    def __init__(self, path: Path, settled: Settled) -> None:
        self._path = path
        self._settled = settled
        self._reader = _opened(path)
        self._reader.executescript(SCHEMA)
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self.commits = 0
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def write(self, write: Write) -> None:
        """Queue a write. A write without rows is done when all before it are."""
        self._waiting.put(write)

    def close_writer(self) -> None:
        """Commit all waiting writes and stop the writer. It may block; call it from any thread."""
        self._waiting.put(None)
        self._thread.join()

    def close(self) -> None:
        self._reader.close()

    def read(self, query: str, *values: Any) -> list[Row]:
        return self._reader.execute(query, values).fetchall()

    def _run(self) -> None:
        connection = _opened(self._path)
        going_on = True
        while going_on:
            batch = [self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            going_on = batch[-1] is not None and None not in batch
            writes = [write for write in batch if write is not None]
            self._settled(_committed(connection, writes))
            self.commits += 1
        connection.close()


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    # FULL: an acknowledged action survives a power failure
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _committed(connection: sqlite3.Connection, writes: Sequence[Write]) -> list[tuple[Write, Exception | None]]:
    """Commit all writes together, or one by one if that fails. Return each with its error, or None."""
    problem = _try(connection, writes)
    if problem is not None and len(writes) > 1:
        return [(write, _try(connection, [write])) for write in writes]
    return [(write, problem) for write in writes]


def _try(connection: sqlite3.Connection, writes: Sequence[Write]) -> Exception | None:
    problem = _attempt(connection, writes)
    if problem is not None and len(writes) == 1:
        writes[0].owner.lost = True
    return problem


def _attempt(connection: sqlite3.Connection, writes: Sequence[Write]) -> Exception | None:
    if any(write.owner.lost for write in writes):
        return sqlite3.OperationalError("what came before it was lost")
    rows: dict[str, list[Row]] = {}
    for write in writes:
        for statement, row in write.rows:
            rows.setdefault(statement, []).append(row)
    if not rows:
        return None
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement, several in rows.items():
            connection.executemany(statement, several)
        connection.execute("COMMIT")
    except Exception as problem:  # every error must reach the callers that wait
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return problem
    return None


def held(path: Path) -> sqlite3.Connection:
    """Lock a folder for one server; the lock ends with the process. Raises OSError if it is locked."""
    lock = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise OSError(None, "another server is using this folder: stop it, or give another --home", path) from None
    return lock
