"""The files of a store: the folder, backups, and the export of finished games."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from bidwell.core.errors import Refused
from bidwell.server.room import Room
from bidwell.server.room_data import PlayedAction, RoomData
from bidwell.server.store.interface import StoreError
from bidwell.server.store.sql import export_name
from bidwell.server.store.sqlite import DAMAGED, FULL, LOCK, FolderLock, open_file, reason

DATABASE = "house.db"
SMALL = 256 * 1024 * 1024
"""A file up to this many bytes is checked completely at the start, which takes a second or two."""


def prepare(home: Path) -> None:
    """Create the folder of a server, and check that its database can be used. Refuses with the reason."""
    _make_folder(home)
    FolderLock(home / LOCK).close()
    path = home / DATABASE
    with _refusing(path), closing(open_file(path)) as connection:
        if path.stat().st_size <= SMALL:
            _check_integrity(connection)


def backup(home: Path, target: Path) -> int:
    """Copy the database to a new file, also while a server uses it; return the number of rooms in it."""
    path = home / DATABASE
    if not path.is_file():
        raise Refused(f"there are no games in {home}: name their folder with --home")
    if target.exists():
        raise Refused(f"{target} exists: a backup does not replace a file")
    with _refusing(path), closing(_opened_to_read(path)) as source:
        return _copy(source, target)


def restore(home: Path, source: Path) -> int:
    """Replace the database by a backup; return the number of rooms in it. The old file is kept beside it.

    Refuses while a server uses the folder, and a file that is not a sound backup.
    """
    if not source.is_file():
        raise Refused(f"there is no file {source}")
    _make_folder(home)
    path = home / DATABASE
    with closing(FolderLock(home / LOCK)):
        fresh = path.with_suffix(".restored")
        fresh.unlink(missing_ok=True)
        with _refusing(source, "it is no sound backup: "), closing(_opened_to_read(source)) as file:
            _check_integrity(file)
            rooms = _copy(file, fresh)
            open_file(fresh).close()
        _set_aside(path)
        fresh.replace(path)
        for made in (path, home / LOCK):
            give_to_owner(made)
    return rooms


def _opened_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _make_folder(home: Path) -> None:
    """Create the folder of a server, for its owner alone, if there is none. Refuses if there is something else."""
    if home.exists() and not home.is_dir():
        raise Refused(f"{home} is no folder: name one with --home")
    home.mkdir(parents=True, mode=0o700, exist_ok=True)


def give_to_owner(file: Path) -> None:
    """Let a file that an administrator has made belong to the owner of its folder, whom the server runs as."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid, follow_symlinks=False)


def finished_games(home: Path) -> Iterator[tuple[str, str]]:
    """Yield a file name and the record of every finished game, oldest first."""
    path = home / DATABASE
    if not path.is_file():
        raise Refused(f"there are no games in {home}: name their folder with --home")
    query = "SELECT body, changed FROM rooms WHERE state = 'over' ORDER BY changed"
    with _refusing(path), closing(open_file(path)) as connection:
        for body, changed in connection.execute(query).fetchall():
            data = msgspec.json.decode(body, type=RoomData)
            yield export_name(data, changed), _record(connection, data)


def _record(connection: sqlite3.Connection, data: RoomData) -> str:
    """Return the record of a finished game: as stored, or of a game from before records were stored, replayed."""
    stored = connection.execute("SELECT body FROM records WHERE room = ?", (data.id,)).fetchone()
    if stored:
        return str(stored[0])
    room = Room(data)
    query = "SELECT seat, action, key FROM actions WHERE room = ? ORDER BY seq"
    actions = [PlayedAction(*row) for row in connection.execute(query, (data.id,))]
    snapshot = connection.execute("SELECT body FROM snapshots WHERE room = ?", (data.id,)).fetchone()
    room.resume(actions, snapshot[0] if snapshot else None)
    return room.record()


def _copy(source: sqlite3.Connection, target: Path) -> int:
    """Copy a database to a new file, all at one moment; return the number of rooms. Refuses if its disk is full."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            (rooms,) = copy.execute("SELECT count(*) FROM rooms").fetchone()
    except BaseException as problem:
        target.unlink()
        if isinstance(problem, sqlite3.Error) and reason(problem) == FULL:
            raise Refused(f"{target}: {FULL}") from None
        raise
    return int(rooms)


def _check_integrity(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError(DAMAGED)


def _set_aside(path: Path) -> None:
    """Rename the database, with what its write-ahead log holds, to a name that is free."""
    if path.exists():
        aside = path.with_name(f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}")
        for ending in ("", "-wal", "-shm"):
            part = path.with_name(path.name + ending)
            if part.exists():
                part.replace(aside.with_name(aside.name + ending))


@contextmanager
def _refusing(path: Path, of_backup: str = "") -> Iterator[None]:
    """Turn errors of the database into one sentence that names the file; `of_backup` replaces the advice to restore."""
    try:
        yield
    except sqlite3.Error as problem:
        raise Refused(f"{path}: {of_backup}{reason(problem, advise=not of_backup)}") from None
    except StoreError as problem:
        raise Refused(f"{path}: {of_backup}{problem}") from None
