"""Which store a server uses: SQLite in its folder, or the PostgreSQL database that a URL names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from bidwell.core.errors import Refused
from bidwell.server.store import files
from bidwell.server.store.interface import Settled, Store, StoreError
from bidwell.server.store.sqlite import LOCK, FolderLock, SqliteStore

SCHEMES = ("postgresql://", "postgres://")
UNREADABLE = "store: the URL cannot be read: give postgresql://USER@HOST/DATABASE, with special characters as %40"
INSTALL = "a store in PostgreSQL needs a package: pip install 'bidwell[postgres]'"


def is_postgres(url: str) -> bool:
    """Return whether this names a PostgreSQL database."""
    return url.startswith(SCHEMES)


def checked_url(url: str) -> str:
    """Return the URL of a store. Refuses one of an unknown kind."""
    if url and not is_postgres(url):
        raise Refused(f"store: {url.partition(':')[0]!r} is no kind of store: give postgresql://USER@HOST/DATABASE")
    return url


def prepare(home: Path, url: str = "") -> None:
    """Check that the store can be used, and create what it needs. Refuses with the reason."""
    if not url:
        files.prepare(home)
        return
    with refusing(url):
        from bidwell.server.store.postgres import await_moves, open_database

        with closing(open_database(url)) as connection:
            await_moves(connection)


def opener(home: Path, url: str = "") -> Callable[[Settled], Store]:
    """Return what opens the store, given the function to call after each commit."""
    if not url:
        return partial(SqliteStore, home / files.DATABASE)
    from bidwell.server.store.postgres import PostgresStore

    return partial(PostgresStore, url)


def finished_games(home: Path, url: str = "") -> Iterator[tuple[str, str]]:
    """Yield a file name and the record of every finished game, oldest first."""
    if not url:
        yield from files.finished_games(home)
        return
    with refusing(checked_url(url)):
        from bidwell.server.store.postgres import finished_games as of_database

        yield from of_database(url)


@contextmanager
def locked(home: Path, url: str = "") -> Iterator[None]:
    """Lock the folder against other servers inside the context. In PostgreSQL servers own rooms, not the store."""
    lock = None if url else FolderLock(home / LOCK)
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


@contextmanager
def refusing(url: str) -> Iterator[None]:
    """Turn errors of a PostgreSQL database into one sentence that names it, without its password."""
    try:
        import psycopg
        import psycopg_pool  # noqa: F401

        from bidwell.server.store.postgres import reason, without_password
    except ImportError as missing:
        if not (missing.name or "psycopg").startswith("psycopg"):  # without a name, psycopg has not found libpq
            raise
        raise Refused(INSTALL) from None
    try:
        shown = without_password(url)
    except psycopg.ProgrammingError:  # its message quotes the URL with the password
        raise Refused(UNREADABLE) from None
    try:
        yield
    except StoreError as problem:
        raise Refused(f"{shown}: {problem}") from None
    except psycopg.Error as problem:
        raise Refused(f"{shown}: {reason(problem)}") from None
