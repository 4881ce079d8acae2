"""Copies all rooms and games from one store to another, and checks that every row arrived."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bidwell.core.errors import Refused
from bidwell.server.store import choice, files
from bidwell.server.store.interface import StoreError
from bidwell.server.store.sqlite import LOCK, FolderLock, open_file, reason

TABLES = {
    "rooms": "id state open changed owner body",
    "actions": "room seq seat action key",
    "snapshots": "room seq at body",
    "lines": "room seat name text key",
    "records": "room body",
    "replays": "room viewer body",
    "analyses": "room body",
    "secrets": "body",
}
"""Every table of a store that is copied, with its columns."""
LOCK_SECONDS = 3
Row = tuple[Any, ...]


class Sum(NamedTuple):
    """The number of rows of a table, and a checksum that does not depend on their order."""

    rows: int
    checksum: int


class OpenStore(Protocol):
    """A store, opened to copy it."""

    def rows(self, table: str) -> Iterable[Row]: ...

    def fill(self, table: str, rows: Iterable[Row]) -> None: ...

    def empty(self, table: str) -> None: ...


def move_store(source: str, target: str) -> dict[str, Sum]:
    """Copy all rooms and games to an empty store; return what was copied. No room or game is changed in the source.

    Refuses while a server uses one of them, and a target that has rooms. If anything differs, nothing is kept.
    """
    with _opened(source) as old, _opened(target, new=True) as new:
        if next(iter(new.rows("rooms")), None) is not None:
            raise Refused(f"{_shown(target)} has rooms already: move to an empty store")
        copied = {}
        for table in TABLES:
            new.empty(table)
            new.fill(table, old.rows(table))
            copied[table] = summed(old.rows(table))
            if (found := summed(new.rows(table))) != copied[table]:
                raise Refused(f"{table}: {copied[table].rows} rows were read and {found.rows} arrived, or they differ")
    return copied


def summed(rows: Iterable[Row]) -> Sum:
    """Return the number of rows and their checksum: the sum of their hashes."""
    count = total = 0
    for row in rows:
        count += 1
        total += int.from_bytes(sha256(repr(row).encode()).digest())
    return Sum(count, total % 2**256)


def _shown(place: str) -> str:
    if not choice.is_postgres(place):
        return place
    from bidwell.server.store.postgres import without_password

    return without_password(place)


def _opened(place: str, *, new: bool = False) -> AbstractContextManager[OpenStore]:
    if "://" in place:
        return _postgres(choice.checked_url(place))
    return _sqlite(Path(place).expanduser(), new=new)


# SQLite


@contextmanager
def _sqlite(home: Path, *, new: bool) -> Iterator[OpenStore]:
    path = home / files.DATABASE
    if not new and not path.is_file():
        raise Refused(f"there are no games in {home}: name their folder, or a postgresql:// address")
    home.mkdir(parents=True, mode=0o700, exist_ok=True)
    try:
        with closing(FolderLock(home / LOCK)), closing(open_file(path)) as connection:
            connection.execute("BEGIN")
            yield _SqliteHouse(connection)
            connection.execute("COMMIT")
        if new:
            for file in (path, home / LOCK):
                files.give_to_owner(file)
    except sqlite3.Error as problem:
        raise Refused(f"{path}: {reason(problem)}") from None
    except StoreError as problem:
        raise Refused(f"{path}: {problem}") from None


class _SqliteHouse:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, table: str) -> Iterator[Row]:
        names = TABLES[table].split()
        order = " ORDER BY number" if table == "lines" else ""
        for row in self._connection.execute(f"SELECT {', '.join(names)} FROM {table}{order}"):
            yield tuple(map(_common, names, row))

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        names = TABLES[table].split()
        marks = ", ".join("?" * len(names))
        stored: dict[str, Callable[[Any], Any]] = {"key": lambda key: key and key.decode(), "open": int}
        several = ([stored.get(name, _same)(value) for name, value in zip(names, row, strict=True)] for row in rows)
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", several)

    def empty(self, table: str) -> None:
        self._connection.execute(f"DELETE FROM {table}")


# PostgreSQL


@contextmanager
def _postgres(url: str) -> Iterator[OpenStore]:
    with choice.refusing(url):
        from bidwell.server.store.postgres import open_database

        with closing(open_database(url)) as connection:
            connection.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                _lock(connection, url)
                yield _PostgresHouse(connection)


def _lock(connection: Any, url: str) -> None:
    """Keep servers from a database until the transaction ends. Refuses if one uses it."""
    from psycopg import errors

    in_use = Refused(f"{_shown(url)}: a server or another move is using this database: stop it first")
    connection.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
    try:
        # before the first query, which decides what the transaction sees: now no server starts, commits or renews
        connection.execute("LOCK TABLE servers IN EXCLUSIVE MODE")
    except errors.LockNotAvailable:
        raise in_use from None
    if connection.execute("SELECT FROM servers WHERE expires > clock_timestamp()").fetchone() is not None:
        raise in_use
    # a server that was paused for longer than its lease must not commit what is no longer copied
    connection.execute("DELETE FROM leases")


class _PostgresHouse:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def rows(self, table: str) -> Iterator[Row]:
        names = TABLES[table].split()
        order = " ORDER BY number" if table == "lines" else ""
        with self._connection.cursor(name="rows") as cursor:
            for row in cursor.execute(f"SELECT {', '.join(names)} FROM {table}{order}"):
                yield tuple(map(_common, names, row))

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        names = TABLES[table].split()
        with self._connection.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(names)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def empty(self, table: str) -> None:
        self._connection.execute(f"DELETE FROM {table}")


def _common(name: str, value: Any) -> Any:
    """Return a value as both stores have it."""
    if name == "open":
        return bool(value)
    if name == "key" and isinstance(value, str):
        return value.encode()
    return float(value) if name in ("changed", "at") else value


def _same(value: Any) -> Any:
    return value
