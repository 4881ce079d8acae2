"""A store in PostgreSQL, for more than one server; one thread commits all waiting writes together.

Each commit carries a number that rises, kept in the row of its server. So a commit whose answer was lost with the
connection is never made twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any, LiteralString

import msgspec
import psycopg
from psycopg import Connection, errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bidwell.server.room_data import RoomData
from bidwell.server.store.interface import (
    AppendAction,
    AppendLine,
    Change,
    DeleteRoom,
    Heartbeat,
    OutcomeUnknown,
    SaveAnalysis,
    SaveRecord,
    SaveReplay,
    SaveRoom,
    SaveSnapshot,
    Settled,
    StoreError,
    TrimLines,
    Write,
)
from bidwell.server.store.postgres_schema import LEASE_LOST, MIGRATIONS, REPEATED, VERSION_LOCK
from bidwell.server.store.sql import STATEMENTS as SHARED
from bidwell.server.store.sql import Committer, SqlStore, export_name, values_of

# what went wrong is logged once, where it matters
logging.getLogger("psycopg").setLevel(logging.ERROR)

PATIENCE = 15.0
"""Seconds for which a commit is tried again while the database cannot be reached."""
PAUSE = 0.1
CONNECT_SECONDS = 3
OPTIONS = (
    "search_path=bidwell",
    # a server that is paused in the middle of a commit must not keep others from taking its rooms over
    "idle_in_transaction_session_timeout=2000",
    "statement_timeout=15000",
    "client_min_messages=warning",
)

# acknowledged means on disk, also where the database is set up otherwise
DURABLE: LiteralString = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
NETWORK = {
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": 5000,
    # a connection that only listens would not notice that the other side has gone
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}

FENCED = (AppendAction, SaveSnapshot, AppendLine, TrimLines, SaveRecord, SaveReplay, SaveAnalysis, SaveRoom)
"""The changes of a room that only its owner may make."""

STATEMENTS: dict[type[Change], tuple[LiteralString, ...]] = {
    **SHARED,
    AppendAction: ("INSERT INTO actions (room, seq, seat, action, key, fence) VALUES (%s, %s, %s, %s, %b, %s)",),
    DeleteRoom: ("SELECT delete_unused(%s)",),
    Heartbeat: ("UPDATE health SET at = %s",),
}


class PostgresStore(SqlStore):
    """The store in the schema `bidwell` of a PostgreSQL database."""

    def __init__(self, url: str, settled: Settled) -> None:
        self.url = url
        self._reader = open_database(url)
        self.server = int(self._read("SELECT nextval('server_numbers')")[0][0])
        """The number of this server in the database."""
        self._read("INSERT INTO servers (id) VALUES (%s) RETURNING id", self.server)
        super().__init__(settled, partial(BatchWriter, url, self.server))

    def shown(self, limit: int) -> list[tuple[str, bytes]]:
        """Return how open rooms of all running servers look on the board, as their servers told it, as JSON."""
        rows = self._read(
            "SELECT room, shown FROM leases JOIN servers ON servers.id = server JOIN rooms ON rooms.id = room "
            "WHERE shown IS NOT NULL AND expires > clock_timestamp() AND open AND state <> 'over' "
            "ORDER BY changed DESC LIMIT %s",
            limit,
        )
        return [(room, bytes(body)) for room, body in rows]

    def close(self) -> None:
        self._reader.close()

    def _read(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        """Run a query; connect again, once, if the connection was lost."""
        try:
            if not self._reader.broken and not self._reader.closed:
                try:
                    return self._reader.execute(query, values).fetchall()
                except psycopg.OperationalError:
                    if not self._reader.broken:
                        raise
            self._reader.close()
            self._reader = connect(self.url)
            return self._reader.execute(query, values).fetchall()
        except psycopg.Error as problem:
            raise StoreError(reason(problem)) from problem


class BatchWriter(Committer):
    """Commits the writes of one server."""

    def __init__(self, url: str, server: int) -> None:
        self._url = url
        self._server = server
        self._number = 0
        """The number of the latest commit."""
        self._connection: Connection | None = None

    def close(self) -> None:
        """Remove this server from the database, so that others take its rooms over at once."""
        try:
            self._connected().execute("DELETE FROM servers WHERE id = %s", [self._server])
        except psycopg.Error:  # its lease runs out
            pass
        finally:
            if self._connection is not None:
                self._connection.close()

    def _tried(self, writes: Sequence[Write]) -> Exception | None:
        """Commit the writes in one transaction, again if the connection is lost meanwhile; return what went wrong."""
        self._number += 1
        end = time.monotonic() + PATIENCE
        sent = False
        while True:
            try:
                connection = self._connected()
                sent = True
                self._attempt(connection, writes)
                return None
            except Exception as problem:  # every error must reach the callers that wait
                if getattr(problem, "sqlstate", None) == REPEATED:  # the first try was committed after all
                    self._roll_back()
                    return None
                if not self._is_cut(problem):
                    self._roll_back()
                    return StoreError(reason(problem)) if isinstance(problem, psycopg.Error) else problem
                if time.monotonic() > end:
                    return (OutcomeUnknown if sent else StoreError)(reason(problem))
            time.sleep(PAUSE)

    def _attempt(self, connection: Connection, writes: Sequence[Write]) -> None:
        values: dict[type[Change], list[Any]] = {}
        held: set[tuple[str, int]] = set()
        for write in writes:
            for change in write.changes:
                values.setdefault(type(change), []).append(_values(change, write.owner.fence))
                if isinstance(change, FENCED):
                    held.add((change[0], write.owner.fence))
        with connection.pipeline(), connection.cursor() as cursor:
            cursor.execute("BEGIN")
            hold = (self._server, self._number, [room for room, _ in held], [fence for _, fence in held])
            cursor.execute("SELECT hold(%s, %s, %s::text[], %s::bigint[])", hold)
            for kind, several in values.items():
                for statement in STATEMENTS[kind]:
                    cursor.executemany(statement, several)
            cursor.execute("COMMIT")

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.broken or self._connection.closed:
            if self._connection is not None:
                self._connection.close()
            self._connection = connect(self._url)
        return self._connection

    def _is_cut(self, problem: Exception) -> bool:
        """Return whether the connection was lost, or none could be made."""
        lost = self._connection is None or self._connection.broken or self._connection.closed
        return lost and isinstance(problem, psycopg.OperationalError | psycopg.InterfaceError)

    def _roll_back(self) -> None:
        if self._connection is not None and not self._connection.broken:
            try:
                self._connection.rollback()
            except psycopg.Error:
                self._connection.close()


def _values(change: Change, fence: int) -> tuple[Any, ...]:
    """Return the values of a change's statements. Keys come from clients and may hold what PostgreSQL's text cannot."""
    if isinstance(change, AppendAction):
        key = None if change.key is None else change.key.encode()
        return (*change[:4], key, fence)
    if isinstance(change, AppendLine):
        return (*change[:4], change.key.encode())
    return values_of(change)


def connect(url: str) -> Connection:
    """Return a connection that commits every statement, with the settings that durability needs."""
    connection = psycopg.connect(conninfo(url), autocommit=True)
    connection.execute(DURABLE)
    return connection


def conninfo(url: str) -> str:
    """Return the connection string of a URL with the options of every connection. Raises psycopg.Error."""
    given = conninfo_to_dict(url)
    options = " ".join([*filter(None, [str(given.get("options") or "")]), *(f"-c {each}" for each in OPTIONS)])
    return make_conninfo(url, options=options, **NETWORK)


def open_database(url: str) -> Connection:
    """Connect, bring the schema up to date, and check that it can be written. Raises StoreError."""
    try:
        with ExitStack() as opening:
            connection = opening.enter_context(closing(connect(url)))
            if connection.execute("SHOW fsync").fetchone() == ("off",):
                raise StoreError("it runs with fsync = off, and a power failure would lose acknowledged actions")
            _migrate(connection)
            connection.execute("UPDATE health SET at = %s", [time.time()])
            opening.pop_all()
    except psycopg.Error as problem:
        raise StoreError(reason(problem)) from problem
    return connection


def await_moves(connection: Connection) -> None:
    """Wait for a moment while a store is moved, which locks the table of the servers. Raises psycopg.Error."""
    with connection.transaction():
        connection.execute("SET LOCAL lock_timeout = '3s'")
        connection.execute("LOCK TABLE servers IN ROW EXCLUSIVE MODE")


def finished_games(url: str) -> Iterator[tuple[str, str]]:
    """Yield a file name and the record of every finished game, oldest first."""
    query: LiteralString = (
        "SELECT rooms.body, changed, records.body FROM rooms JOIN records ON room = id "
        "WHERE state = 'over' ORDER BY changed"
    )
    with closing(open_database(url)) as connection:
        for body, changed, record in connection.execute(query):
            data = msgspec.json.decode(body, type=RoomData)
            yield export_name(data, changed), record


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date, step by step. Servers that start together take turns."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [VERSION_LOCK])
        connection.execute("CREATE SCHEMA IF NOT EXISTS bidwell")
        connection.execute("CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY)")
        (version,) = _row(connection.execute("SELECT coalesce(max(version), 0) FROM versions").fetchone())
        if version > len(MIGRATIONS):
            raise StoreError(
                f"it was written by a newer version of Bidwell (schema {version}; known: {len(MIGRATIONS)})"
            )
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            connection.execute(script)
            connection.execute("INSERT INTO versions VALUES (%s)", [number])


def _row(found: tuple[Any, ...] | None) -> tuple[Any, ...]:
    assert found is not None
    return found


def reason(problem: Exception) -> str:
    """Return what is wrong with a database, in words for people who run a server."""
    if isinstance(problem, errors.DiskFull):
        return "the disk is full"
    if isinstance(problem, errors.ReadOnlySqlTransaction):
        return "it is read-only: name the primary server, not a standby"
    if isinstance(problem, errors.LockNotAvailable):
        return "it is being moved to another store: wait until that has ended"
    if getattr(problem, "sqlstate", None) == LEASE_LOST:
        return "another server has taken this room over"
    lines: Iterable[str] = str(problem).strip().splitlines()
    return next(iter(lines), type(problem).__name__)


def without_password(url: str) -> str:
    """Return the URL of a database as it may be shown."""
    given = conninfo_to_dict(url)
    host, port = given.get("host") or "localhost", given.get("port")
    return f"postgresql://{host}{f':{port}' if port else ''}/{given.get('dbname') or ''}"
