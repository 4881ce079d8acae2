"""PostgreSQL in place of SQLite: restarts, lost connections, versions, and houses that move between the two."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bidwell import Refused
from bidwell.server.store import choice
from bidwell.server.store.interface import AppendAction, DeleteRoom, OutcomeUnknown, SaveRoom, StoreError, Write
from tests.cli.terminal import Bidwell, terminal
from tests.extras import needed_module
from tests.server.conftest import Home, Serve
from tests.server.helpers import Device, asked, play_out, wait_until

needed_module("psycopg", "psycopg is not installed: what needs PostgreSQL is not tried")

import psycopg  # noqa: E402

from bidwell.server.cluster.directory import Directory  # noqa: E402
from bidwell.server.store import move  # noqa: E402
from bidwell.server.store import postgres as of_postgres  # noqa: E402
from bidwell.server.store.postgres import BatchWriter, PostgresStore, connect  # noqa: E402
from bidwell.server.store.postgres_schema import MIGRATIONS  # noqa: E402


class Owner:
    lost = False
    fence = 0


def action(seq: int) -> Write:
    return Write(Owner(), [AppendAction("a", seq, 0, "pass", "key\0key")], lambda problem: None)


@pytest.fixture
def bidwell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bidwell:
    return terminal(monkeypatch, capsys)


@pytest.fixture
def writer(database: str) -> Iterator[BatchWriter]:
    store = PostgresStore(database, lambda batch: None)
    made = BatchWriter(database, store.server)
    yield made
    made.close()
    store.close_writer()
    store.close()


def seqs(url: str) -> list[int]:
    with connect(url) as connection:
        return [seq for (seq,) in connection.execute("SELECT seq FROM actions ORDER BY seq")]


def test_a_key_may_hold_any_letter(writer: BatchWriter, database: str) -> None:
    """Clients choose keys, and PostgreSQL's text has no zero."""
    assert writer.commit([action(1)])[0][1] is None
    store = PostgresStore(database, lambda batch: None)
    assert store.actions("a") == [(0, "pass", "key\0key")]
    store.close_writer()
    store.close()


def test_a_commit_whose_answer_was_lost_is_not_made_twice(
    writer: BatchWriter, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is cut just after the commit: it is tried again, and found done."""
    attempt = BatchWriter._attempt

    def cut_after(self: BatchWriter, connection: Any, writes: Any) -> None:
        attempt(self, connection, writes)
        monkeypatch.setattr(BatchWriter, "_attempt", attempt)
        connection.close()
        raise psycopg.OperationalError("the connection was lost")

    monkeypatch.setattr(BatchWriter, "_attempt", cut_after)
    assert [problem for _, problem in writer.commit([action(1), action(2)])] == [None, None]
    assert seqs(database) == [1, 2]


def test_every_connection_is_durable_and_notices_that_it_is_cut(postgres: Any, database: str) -> None:
    """Also where the database is set up otherwise, and on connections that only listen."""
    of_postgres.open_database(database).close()
    postgres.execute(f"ALTER DATABASE {database.partition('@/')[2].partition('?')[0]} SET synchronous_commit = off")

    async def found() -> Any:
        directory = Directory(database, 0, 1.0)
        await directory.open()
        shown = await directory.rows("SHOW synchronous_commit")
        await directory.close()
        return shown

    assert asyncio.run(found()) == [("on",)]
    with connect(database) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        assert connection.info.get_parameters()["keepalives_idle"] == "5"


def test_a_connection_that_is_cut_before_a_commit_loses_nothing(
    writer: BatchWriter, postgres: Any, database: str
) -> None:
    """The next commit connects again."""
    writer.commit([action(1)])
    postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'house_%'")
    assert writer.commit([action(2)])[0][1] is None
    assert seqs(database) == [1, 2]


def test_where_the_database_stays_away_nothing_is_said_to_have_failed(
    writer: BatchWriter, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the commit was made is unknown, and later writes of the room are refused."""
    monkeypatch.setattr(of_postgres, "PATIENCE", 0.0)

    def cut(self: BatchWriter, connection: Any, writes: Any) -> None:
        connection.close()
        raise psycopg.OperationalError("the connection was lost")

    monkeypatch.setattr(BatchWriter, "_attempt", cut)
    write = action(1)
    assert isinstance(writer.commit([write])[0][1], OutcomeUnknown)
    assert write.owner.lost


def test_a_room_that_is_taken_in_the_same_moment_is_not_deleted(writer: BatchWriter, database: str) -> None:
    """Nor any part of it: the deletion waits until it is known whether a server uses the room."""
    room = SaveRoom("a", "playing", True, 0.0, "", b"{}")
    assert writer.commit([Write(Owner(), [room], lambda problem: None), action(1)])[0][1] is None
    deletion = Write(Owner(), [DeleteRoom("a")], lambda problem: None)
    waiting = threading.Thread(target=writer.commit, args=([deletion],), daemon=True)
    with connect(database) as other, connect(database) as watching:
        with other.transaction():
            other.execute("SELECT renew(1000, '', interval '1 hour')")
            other.execute("SELECT claim(1000, 'a', false)")
            waiting.start()
            query = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            wait_until(lambda: watching.execute(query).fetchone() is not None or not waiting.is_alive())
        waiting.join()
        assert watching.execute("SELECT id FROM rooms").fetchall() == [("a",)]
        assert seqs(database) == [1]
        watching.execute("UPDATE servers SET expires = clock_timestamp() WHERE id = 1000")
    assert writer.commit([deletion])[0][1] is None
    assert seqs(database) == []
    with connect(database) as store:
        assert store.execute("SELECT room FROM leases UNION SELECT id FROM rooms").fetchall() == []


@pytest.mark.parametrize("home", ["postgresql"], indirect=True)
def test_play_goes_on_through_a_restart_of_the_database(serve: Serve, postgres: Any) -> None:
    """An action sent while it is down is acknowledged when it is back; nobody is disconnected."""
    served = serve()
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        postgres.stop("fast")
        back = threading.Timer(0.5, postgres.start)
        back.start()
        device.step(asked(device), "bid 3")
        back.join()
        device.step(asked(device), "pass")
    wait_until(lambda: served.ask("GET", "/healthz")[0] == 200)


def test_a_database_of_a_newer_version_is_refused(database: str) -> None:
    """In one sentence."""
    of_postgres.open_database(database).close()
    with connect(database) as connection:
        connection.execute("INSERT INTO versions VALUES (%s)", [len(MIGRATIONS) + 1])
    with pytest.raises(StoreError, match="it was written by a newer version of Bidwell"):
        of_postgres.open_database(database)


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_a_database_of_an_older_version_is_brought_up_to_date(
    database: str, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Step by step, from each version on."""
    with monkeypatch.context() as then, connect(database) as connection:
        then.setattr(of_postgres, "MIGRATIONS", MIGRATIONS[:version])
        of_postgres._migrate(connection)
    of_postgres.open_database(database).close()
    with connect(database) as connection:
        assert connection.execute("SELECT max(version) FROM versions").fetchone() == (len(MIGRATIONS),)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://here/games", "store: 'mysql' is no kind of store: give postgresql://USER@HOST/DATABASE"),
        ("postgresql://me:secret@/games?host=/nowhere", "postgresql:///nowhere/games: "),
        ("postgresql://me:secret%zz@here/games", choice.UNREADABLE),
        ("postgresql://me:secret@[here/games", choice.UNREADABLE),
    ],
)
def test_a_store_that_cannot_be_used_is_refused_in_a_sentence(bidwell: Bidwell, url: str, why: str) -> None:
    """Without its password."""
    shown = bidwell(f"serve --port 0 --store {url}")
    assert (shown.code, shown.err.count("\n"), why in shown.err) == (2, 1, True), shown.err
    assert "secret" not in shown.err


# Moving a house


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
def test_a_house_moves_to_postgresql_and_back(
    bidwell: Bidwell, serve: Serve, home: Home, database: str, tmp_path: Path
) -> None:
    """Rooms, tokens, actions and chat are there; the game goes on; nothing differs on the way back."""
    served = serve()
    room, tokens = served.room(open=True)
    with Device(served, room, *tokens) as device:
        device.step(asked(device), "bid 3")
        device.say(say="chat", seat=0, text="hello there", key="key\0key-1")
        device.hear("chat")
        seen = device.views[0]["view"]
    served.stop()
    shown = bidwell(f"move-store {home.path} {database}")
    assert shown.out.endswith("All 1 rooms arrived, and every table is the same in both.\n"), shown.err
    home.store = database
    served = serve()
    with Device(served, room, *tokens) as device:
        assert device.views[0]["view"] == seen
        assert device.hear("chat")["lines"][0]["text"] == "hello there"
        device.step(asked(device), "pass")
    served.stop()
    moved = move.move_store(database, str(tmp_path / "back"))
    assert (moved["rooms"].rows, moved["actions"].rows, moved["lines"].rows) == (1, 2, 1)


def test_a_house_does_not_move_onto_another(serve: Serve, home: Home, tmp_path: Path) -> None:
    """A target with rooms is refused, and so are a folder in use and one without games."""
    served = serve()
    served.room()
    with pytest.raises(OSError, match="another server is using this folder"):
        move.move_store(str(home.path), str(tmp_path / "other"))
    served.stop()
    move.move_store(str(home.path), str(tmp_path / "other"))
    with pytest.raises(Refused, match="has rooms already: move to an empty store"):
        move.move_store(str(home.path), str(tmp_path / "other"))
    with pytest.raises(Refused, match="there are no games in"):
        move.move_store(str(tmp_path / "nothing"), str(tmp_path / "third"))
    with pytest.raises(Refused, match="'mysql' is no kind of store"):
        move.move_store(str(home.path), "mysql://db.example/bidwell")


def test_a_database_is_not_moved_while_it_is_used(
    database: str, writer: BatchWriter, tmp_path: Path, bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by a server, nor by another move; and no server starts meanwhile."""
    with connect(database) as store:
        store.execute("UPDATE servers SET expires = 'infinity'")
        with pytest.raises(Refused, match="a server or another move is using this database: stop it first"):
            move.move_store(database, str(tmp_path / "other"))
        store.execute("UPDATE servers SET expires = clock_timestamp()")
    monkeypatch.setattr(move, "LOCK_SECONDS", 0.1)
    with move._opened(database):
        with pytest.raises(Refused, match="a server or another move is using this database: stop it first"):
            move.move_store(database, str(tmp_path / "other"))
        shown = bidwell(f"serve --port 0 --store {database}")
        assert "it is being moved to another store: wait until that has ended" in shown.err
    with pytest.raises(Refused, match="stop it first"):
        move.move_store(database, database)


def test_a_server_that_was_paused_during_a_move_commits_nothing(
    writer: BatchWriter, database: str, tmp_path: Path
) -> None:
    """Its lease had run out; what it commits now would be in the old house only."""
    with connect(database) as store:
        store.execute("SELECT renew(%s, '', interval '0')", [writer._server])
        query = "SELECT number FROM claim(%s, 'a', true)"
        (fence,) = store.execute(query, [writer._server]).fetchone() or (0,)
    write = action(1)
    write.owner.fence = fence
    move.move_store(database, str(tmp_path / "other"))
    (_, problem) = writer.commit([write])[0]
    assert str(problem) == "another server has taken this room over"


def test_a_row_that_differs_is_noticed(
    serve: Serve, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing of the copy is kept."""
    served = serve()
    served.room()
    served.stop()
    fill = move._SqliteHouse.fill

    def spoilt(self: Any, table: str, rows: Any) -> None:
        fill(self, table, ((*row[:-1], b"spoilt") for row in rows) if table == "rooms" else rows)

    with monkeypatch.context() as failing:
        failing.setattr(move._SqliteHouse, "fill", spoilt)
        with pytest.raises(Refused, match="1 rows were read and 1 arrived, or they differ"):
            move.move_store(str(home.path), str(tmp_path / "other"))
    assert move.move_store(str(home.path), str(tmp_path / "other"))["rooms"].rows == 1


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_backups_of_postgresql_are_made_by_its_own_programs(bidwell: Bidwell, command: str, program: str) -> None:
    """The refusal names the program."""
    shown = bidwell(f"{command} games.backup --store postgresql://here/games")
    assert (shown.code, program in shown.err) == (2, True)


def test_the_store_in_the_environment_is_used(
    bidwell: Bidwell, serve: Serve, home: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server reads it too, so the command uses the same store; `--home` has precedence."""
    monkeypatch.setenv("BIDWELL_STORE", "postgresql://me:secret@/games?host=/nowhere")
    home.path.mkdir()
    for command in ("export records", "work"):
        shown = bidwell(command)
        assert (shown.code, "postgresql:///nowhere/games: " in shown.err) == (2, True)
    assert "pg_dump" in bidwell("backup games.backup").err
    serve().room()
    assert bidwell(f"backup {tmp_path}/b --home {home.path}").out == f"{tmp_path}/b has all 1 rooms.\n"


def test_work_needs_a_store(bidwell: Bidwell) -> None:
    """In a flag or in the environment."""
    assert bidwell("work").err == "bidwell: store: give postgresql://USER@HOST/DATABASE\n"


@pytest.mark.parametrize("home", ["postgresql"], indirect=True)
def test_finished_games_are_exported_from_postgresql(serve: Serve, home: Home) -> None:
    """Their records, as they were written at the end."""
    served = serve()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        play_out(device)
    record = served.ask("GET", f"/api/rooms/{room}/record")[2].decode()
    ((name, found),) = choice.finished_games(home.path, home.store)
    assert (name.endswith(f"secret_auction-{room}.txt"), found) == (True, record)
