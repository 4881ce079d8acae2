"""A store in a file: SQLite, with one thread that commits all waiting writes together."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from bidwell.server.store.interface import (
    AppendAction,
    Change,
    DeleteRoom,
    Heartbeat,
    Settled,
    StoreError,
    Write,
)
from bidwell.server.store.sql import STATEMENTS as SHARED
from bidwell.server.store.sql import Committer, SqlStore, values_of

SMALLEST_WRITE = 64 * 1024
"""Bytes that must be free for a database to be opened: its index of the write-ahead log has 32 KB."""

LOCK = "lock"
"""The file in the folder of a database that its server locks."""

# FULL: an acknowledged action survives a power failure
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL")
FULL, DAMAGED = "the disk is full", "it is damaged"
ADVICE = "restore a backup with `bidwell restore`"
REASONS = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": "it cannot be written: check the permissions of the file and its folder",
    "SQLITE_CANTOPEN": "it cannot be opened: check the permissions of the file and its folder",
    "SQLITE_IOERR": "the disk reports an error",
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CORRUPT": DAMAGED,
}
"""What SQLite's errors mean to people who run a server."""

MIGRATIONS = (
    """
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
""",
    """
CREATE TABLE records (room TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE replays (
    number INTEGER PRIMARY KEY, room TEXT NOT NULL, viewer INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (room, viewer)
);
""",
    "CREATE TABLE health (id INTEGER PRIMARY KEY, at REAL NOT NULL);",
    """
ALTER TABLE rooms ADD COLUMN owner TEXT NOT NULL DEFAULT '';
CREATE INDEX owners ON rooms (owner, state);
ALTER TABLE snapshots ADD COLUMN at REAL NOT NULL DEFAULT 0;
CREATE TABLE secrets (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
INSERT INTO secrets VALUES (1, randomblob(32));
""",
)
"""What each version of the schema changes. `user_version` in the file is the number of those that were applied."""

MOST_ROWS = 64
"""The largest number of rows that one statement inserts. It is a power of two, so that there are few statements."""
_ROW = re.compile(r"\bVALUES (\([?, ]+\))")

HEARTBEAT = "INSERT OR REPLACE INTO health (id, at) VALUES (1, ?)"
BELONGINGS = ("actions", "snapshots", "lines", "records", "replays", "analyses")
"""The tables with what belongs to a room."""
UNFINISHED = "(SELECT id FROM rooms WHERE id = %s AND state <> 'over')"

STATEMENTS: dict[type[Change], tuple[str, ...]] = {
    **SHARED,
    AppendAction: ("INSERT INTO actions (room, seq, seat, action, key) VALUES (%s, %s, %s, %s, %s)",),
    DeleteRoom: (
        *(f"DELETE FROM {table} WHERE room = {UNFINISHED}" for table in BELONGINGS),
        "DELETE FROM rooms WHERE id = %s AND state <> 'over'",
    ),
    Heartbeat: (HEARTBEAT,),
}


@cache
def _marked(statement: str) -> str:
    """Return a statement with the marks of SQLite."""
    return statement.replace("%s", "?").replace("%b", "?")


@cache
def _inserts(statement: str) -> bool:
    """Return whether a statement inserts one row of values."""
    return _ROW.search(statement) is not None


@cache
def _of_rows(statement: str, rows: int) -> str:
    """Return a statement that inserts this many rows instead of one."""
    return _ROW.sub(lambda found: f"VALUES {', '.join([found[1]] * rows)}", statement)


class SqliteStore(SqlStore):
    """The store in one SQLite file."""

    def __init__(self, path: Path, settled: Settled) -> None:
        self._reader = open_file(path)
        super().__init__(settled, partial(_Writer, path))

    def close(self) -> None:
        self._reader.close()

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(_marked(query), values).fetchall()
        except sqlite3.Error as problem:
            raise StoreError(reason(problem)) from problem


class _Writer(Committer):
    """Commits writes to the file, and makes sure that it is still the file that was opened."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        # a write-ahead log exists from the first write on
        self._connection.execute(HEARTBEAT, Heartbeat(time.time()))
        real = os.path.realpath(path)  # SQLite keeps the log beside the file that a link leads to
        files = (str(path), f"{real}-wal", str(path.with_name(LOCK)))
        self._files = {file: _identity(file) for file in files}

    def close(self) -> None:
        self._connection.close()

    def _tried(self, writes: Sequence[Write]) -> Exception | None:
        try:
            self._attempt(writes)
        except Exception as problem:  # every error must reach the callers that wait
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return StoreError(reason(problem)) if isinstance(problem, sqlite3.Error) else problem
        return None

    def _attempt(self, writes: Sequence[Write]) -> None:
        """Commit the writes in one transaction."""
        changes: dict[type[Change], list[tuple[Any, ...]]] = {}
        for write in writes:
            for change in write.changes:
                changes.setdefault(type(change), []).append(values_of(change))
        self._check_files()
        self._connection.execute("BEGIN IMMEDIATE")
        for kind, several in changes.items():
            for statement in STATEMENTS[kind]:
                self._execute(_marked(statement), several)
        self._connection.execute("COMMIT")

    def _execute(self, statement: str, several: Sequence[tuple[Any, ...]]) -> None:
        """Execute a statement with each of these rows of values.

        Many rows are inserted by one statement: each statement hands the interpreter to another thread and back.
        """
        if not _inserts(statement):
            self._connection.executemany(statement, several)
            return
        done = 0
        while done < len(several):
            size = min(MOST_ROWS, 1 << (len(several) - done).bit_length() - 1)
            values = chain.from_iterable(several[done : done + size])
            self._connection.execute(_of_rows(statement, size), [*values])
            done += size

    def _check_files(self) -> None:
        """Refuse to write to a file that was deleted or replaced: SQLite would write, and it would be lost.

        Without the lock another server may use the folder.
        """
        for file, opened in self._files.items():
            if _identity(file) != opened:
                name = Path(file).name
                first = "" if name == LOCK else "restore a backup and "
                raise StoreError(f"{name} was deleted or replaced: {first}start the server again")


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def open_file(path: Path) -> sqlite3.Connection:
    """Open the file, bring its schema up to date, and check that it can be written. Raises StoreError."""
    try:
        path.touch(mode=0o600)
        path.chmod(0o600)
        _check_version(path)
        connection = connect(path)
        _migrate(connection)
        connection.execute(HEARTBEAT, Heartbeat(time.time()))
    except sqlite3.Error as problem:
        raise StoreError(FULL if _is_full(path.parent, problem) else reason(problem)) from problem
    except OSError as problem:
        raise StoreError(f"it cannot be opened: {problem.strerror}") from problem
    return connection


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection with the settings that durability needs."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _check_version(path: Path) -> None:
    """Refuse a file of a newer version, before anything in it is changed."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise StoreError(f"it was written by a newer version of Bidwell (schema {version}; known: {len(MIGRATIONS)})")


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema of the file up to date, step by step."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def reason(problem: sqlite3.Error, advise: bool = True) -> str:
    """Return what is wrong with a database, in words for people who run a server, and what to do about damage."""
    name = getattr(problem, "sqlite_errorname", "")
    text = next((text for start, text in REASONS.items() if name.startswith(start)), f"{problem}")
    return f"{text}: {ADVICE}" if text == DAMAGED and advise else text


def _is_full(folder: Path, problem: sqlite3.Error) -> bool:
    """Return whether an error of the disk means that it is full: SQLite says so only when it writes pages."""
    if not getattr(problem, "sqlite_errorname", "").startswith("SQLITE_IOERR"):
        return False
    free = shutil.disk_usage(folder).free
    return free < SMALLEST_WRITE


class FolderLock:
    """Locks a folder for one server; the lock ends with the process.

    Raises OSError if it is locked or read-only, or if the lock is a link: an administrator must not follow it.
    """

    def __init__(self, path: Path) -> None:
        # its error has the true reason; SQLite says only that it cannot open the file
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600))
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=0)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            self.close()
            in_use = problem.sqlite_errorname.startswith("SQLITE_BUSY")
            why = "another server is using this folder: stop it, or give another --home" if in_use else reason(problem)
            raise OSError(None, why, path) from None

    def close(self) -> None:
        self._connection.close()
