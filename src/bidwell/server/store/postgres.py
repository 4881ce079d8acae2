"""A store in PostgreSQL, for more than one server; one thread commits all waiting writes together.

Each commit carries a number that rises, kept in the row of its server. So a commit whose answer was lost with the
connection is never made twice.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from queue import SimpleQueue
from typing import Any, LiteralString

import msgspec
import psycopg
from psycopg import Connection, errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bidwell.server.metrics import Histogram
from bidwell.server.room_data import PlayedAction, RoomData
from bidwell.server.store.interface import (
    AppendAction,
    AppendLine,
    Change,
    DeleteRoom,
    ExpireLines,
    Heartbeat,
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
from bidwell.server.store.postgres_schema import LEASE_LOST, MIGRATIONS, REPEATED, VERSION_LOCK

# what went wrong is logged once, where it matters
logging.getLogger("psycopg").setLevel(logging.ERROR)

LARGEST_BATCH = 512
"""Largest number of writes in one commit."""
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

FENCED = (AppendAction, SaveSnapshot, AppendLine, TrimLines, SaveRecord, SaveReplay, SaveAnalysis, SaveRoom)
"""The changes of a room that only its owner may make."""

STATEMENTS: dict[type[Change], tuple[LiteralString, ...]] = {
    SaveRoom: (
        "INSERT INTO rooms (id, state, open, changed, owner, body) VALUES (%s, %s, %s, %s, %s, %b) "
        "ON CONFLICT (id) DO UPDATE SET (state, open, changed, owner, body) = "
        "(EXCLUDED.state, EXCLUDED.open, EXCLUDED.changed, EXCLUDED.owner, EXCLUDED.body)",
    ),
    AppendAction: ("INSERT INTO actions (room, seq, seat, action, key, fence) VALUES (%s, %s, %s, %s, %b, %s)",),
    SaveSnapshot: (
        "INSERT INTO snapshots (room, seq, at, body) VALUES (%s, %s, %s, %b) "
        "ON CONFLICT (room) DO UPDATE SET (seq, at, body) = (EXCLUDED.seq, EXCLUDED.at, EXCLUDED.body)",
    ),
    AppendLine: ("INSERT INTO lines (room, seat, name, text, key) VALUES (%s, %s, %s, %s, %b)",),
    TrimLines: (
        "DELETE FROM lines WHERE room = %(room)s AND number <= "
        "(SELECT number FROM lines WHERE room = %(room)s ORDER BY number DESC LIMIT 1 OFFSET %(keep)s)",
    ),
    ExpireLines: ("DELETE FROM lines WHERE room IN (SELECT id FROM rooms WHERE state = 'over' AND changed < %s)",),
    DeleteRoom: ("SELECT delete_unused(%s)",),
    SaveRecord: (
        "INSERT INTO records (room, body) VALUES (%s, %s) ON CONFLICT (room) DO UPDATE SET body = EXCLUDED.body",
    ),
    SaveReplay: (
        "INSERT INTO replays (room, viewer, body) VALUES (%s, %s, %b) "
        "ON CONFLICT (room, viewer) DO UPDATE SET body = EXCLUDED.body",
    ),
    Heartbeat: ("UPDATE health SET at = %s",),
    SaveAnalysis: (
        "INSERT INTO analyses (room, body) VALUES (%s, %b) ON CONFLICT (room) DO UPDATE SET body = EXCLUDED.body",
    ),
}
"""The statements of each change; their values are the fields of the change, in their order."""


class PostgresStore:
    """The store in the schema `bidwell` of a PostgreSQL database."""

    def __init__(self, url: str, settled: Settled) -> None:
        self.url = url
        self._settled = settled
        self._reader = open_database(url)
        self.server = int(self._read("SELECT nextval('server_numbers')")[0][0])
        """The number of this server in the database."""
        self._read("INSERT INTO servers (id) VALUES (%s) RETURNING id", self.server)
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
            "FROM rooms WHERE open AND state <> 'over') AS listed WHERE place <= %s ORDER BY changed DESC LIMIT %s",
            of_owner,
            limit,
        )
        return [_room(*row) for row in rows]

    def unfinished(self, owner: str) -> int:
        return int(self._read("SELECT count(*) FROM rooms WHERE owner = %s AND state <> 'over'", owner)[0][0])

    def abandoned(self, gathering: float, playing: float) -> list[str]:
        rows = self._read(
            "SELECT id FROM rooms LEFT JOIN snapshots ON room = id WHERE (state = 'gathering' AND changed < %s) "
            "OR (state = 'playing' AND greatest(changed, coalesce(at, 0)) < %s)",
            gathering,
            playing,
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

    def shown(self, limit: int) -> list[tuple[str, bytes]]:
        """Return how open rooms of all running servers look on the board, as their servers told it, as JSON."""
        rows = self._read(
            "SELECT room, shown FROM leases JOIN servers ON servers.id = server JOIN rooms ON rooms.id = room "
            "WHERE shown IS NOT NULL AND expires > clock_timestamp() AND open AND state <> 'over' "
            "ORDER BY changed DESC LIMIT %s",
            limit,
        )
        return [(room, bytes(body)) for room, body in rows]

    def check(self) -> None:
        self._read("SELECT id FROM rooms LIMIT 1")

    def write(self, write: Write) -> None:
        self._waiting.put(write)

    def close_writer(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def close(self) -> None:
        self._reader.close()

    def _blob(self, query: LiteralString, *values: Any) -> bytes | None:
        rows = self._read(query, *values)
        return bytes(rows[0][0]) if rows else None

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

    def _run(self) -> None:
        writer = BatchWriter(self.url, self.server)
        running = True
        while running:
            batch = [self._waiting.get()]
            while len(batch) < LARGEST_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get())
            running = None not in batch
            writes = [write for write in batch if write is not None]
            begin = time.monotonic()
            results = writer.commit(writes)
            self.commits.observe(time.monotonic() - begin)
            self._settled(results)
        writer.close()


def _room(body: bytes, changed: float) -> StoredRoom:
    return StoredRoom(msgspec.json.decode(body, type=RoomData), changed)


def _text(key: bytes | None) -> str | None:
    return None if key is None else key.decode()


class BatchWriter:
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

    def commit(self, writes: Sequence[Write]) -> list[tuple[Write, Exception | None]]:
        """Commit all writes together, or one by one if that fails. Return each with its error, or None."""
        problem = self._try(writes)
        if problem is None or len(writes) == 1 or isinstance(problem, OutcomeUnknown):
            return [(write, problem) for write in writes]
        return [(write, self._try([write])) for write in writes]

    def _try(self, writes: Sequence[Write]) -> Exception | None:
        problem = self._tried(writes)
        if problem is not None and (len(writes) == 1 or isinstance(problem, OutcomeUnknown)):
            for write in writes:
                write.owner.lost = True
        return problem

    def _tried(self, writes: Sequence[Write]) -> Exception | None:
        """Commit the writes in one transaction, again if the connection is lost meanwhile; return what went wrong."""
        if any(write.owner.lost for write in writes):
            return StoreError("an earlier write of the same room failed")
        if not any(write.changes for write in writes):
            return None
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


def _values(change: Change, fence: int) -> Any:
    """Return the values of a change's statements. Keys come from clients and may hold what PostgreSQL's text cannot."""
    if isinstance(change, AppendAction):
        key = None if change.key is None else change.key.encode()
        return (*change[:4], key, fence)
    if isinstance(change, AppendLine):
        return (*change[:4], change.key.encode())
    return change._asdict() if isinstance(change, TrimLines) else change


def connect(url: str) -> Connection:
    """Return a connection that commits every statement, with the settings that durability needs."""
    connection = psycopg.connect(conninfo(url), autocommit=True)
    # acknowledged means on disk, also where the database is set up otherwise
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    return connection


def conninfo(url: str) -> str:
    """Return the connection string of a URL with the options of every connection. Raises psycopg.Error."""
    given = conninfo_to_dict(url)
    options = " ".join([*filter(None, [str(given.get("options") or "")]), *(f"-c {each}" for each in OPTIONS)])
    return make_conninfo(url, options=options, connect_timeout=CONNECT_SECONDS, tcp_user_timeout=5000)


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
            yield f"{time.strftime('%Y-%m-%d', time.gmtime(changed))}-{data.game}-{data.id}.txt", record


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
