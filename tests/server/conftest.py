"""What the tests of the server have at hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bidwell.server import bots, rooms
from tests.extras import ALL
from tests.server.helpers import Served

Serve = Callable[..., Served]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a module with `BOTH_STORES` on SQLite and on PostgreSQL, where they have a server or a store."""
    if getattr(metafunc.module, "BOTH_STORES", False) and "home" in metafunc.fixturenames:
        of_sqlite = any(mark.args[:1] == ("home",) for mark in metafunc.definition.iter_markers("parametrize"))
        if not of_sqlite:
            metafunc.parametrize("home", ["sqlite", "postgresql"], indirect=True)


@dataclass
class Home:
    """Where a server keeps its data: a folder, or a PostgreSQL database."""

    path: Path
    store: str = ""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a query finds, on a connection of its own."""
        if not self.store:
            with closing(sqlite3.connect(self.path / "house.db")) as file, file:
                return file.execute(query).fetchall()
        from bidwell.server.store.postgres import connect

        with connect(self.store) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall() if cursor.description else []

    execute = rows


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A private PostgreSQL, which the tests of this process share."""
    try:
        from checks.postgres import Postgres

        made = Postgres()
    except (ModuleNotFoundError, FileNotFoundError) as missing:
        (pytest.fail if ALL else pytest.skip)(f"{missing}: what needs PostgreSQL is not tried")
    yield made
    made.close()


@pytest.fixture
def database(postgres: Any) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    url = postgres.database()
    yield url
    postgres.drop(url)


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """Where the server of this test keeps its data: in a folder, unless the parameter says otherwise."""
    in_postgres = getattr(request, "param", "sqlite") == "postgresql"
    return Home(tmp_path / "home", request.getfixturevalue("database") if in_postgres else "")


AT_ONCE = dict.fromkeys(bots.ANSWER_SECONDS, (0.0, 0.0))


@pytest.fixture(autouse=True)
def bots_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for the time that bots take for their answers."""
    monkeypatch.setattr(bots, "ANSWER_SECONDS", AT_ONCE)


@pytest.fixture(autouse=True)
def many_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """All rooms of the tests are opened from one address."""
    monkeypatch.setattr(rooms, "MOST_ROOMS", 1_000_000)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that the tests of a module share; nothing went wrong in it unseen."""
    made = Served(tmp_path_factory.mktemp("home"))
    yield made
    made.stop()
    assert made.log.lines == []


@pytest.fixture
def serve(home: Home) -> Iterator[Serve]:
    """`serve()` begins a server on the home of this test, ending the one before."""
    running: list[Served] = []

    def begin(**how: object) -> Served:
        while running:
            running.pop().stop()
        running.append(Served(home.path, store=home.store, **how))  # type: ignore[arg-type]
        return running[0]

    yield begin
    while running:
        running.pop().stop()
