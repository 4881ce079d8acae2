"""Faults of the disk while the server runs and when it starts, and backups against them."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bidwell import Refused, replay
from bidwell.server.store import choice, files, sqlite
from tests.cli.terminal import Bidwell, terminal
from tests.server.conftest import Home, Serve
from tests.server.helpers import Device, Served, asked, play_out


@pytest.fixture
def bidwell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bidwell:
    return terminal(monkeypatch, capsys)


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def act_is_refused(served: Served, room: str, tokens: list[str]) -> None:
    """An action is not acknowledged: everybody is disconnected, and no view is sent."""
    with Device(served, room, *tokens) as device:
        device.act(asked(device), "pass")
        code, found = device.closed()
    assert code == 1013
    assert found[-1]["tell"] == "error"
    assert all(message["tell"] != "view" for message in found)


# While it runs


@pytest.mark.parametrize("name", ["house.db", "house.db-wal"])
def test_a_database_that_was_deleted_takes_no_more_actions(serve: Serve, name: str) -> None:
    """SQLite would go on writing into the deleted file, and all of it would be lost."""
    served = serve()
    room, tokens = served.room()
    (served.home / name).unlink()
    act_is_refused(served, room, tokens)
    why = f"the database: {name} was deleted or replaced: restore a backup and start the server again"
    assert served.refused("GET", "/healthz") == (503, why)
    assert served.refused("POST", "/api/rooms", {"game": "serengeti", "seats": [{"who": "me"}] * 3})[0] == 503


def test_a_full_disk_refuses_actions_until_there_is_room_again(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """`/healthz` says so, and afterwards everything goes on."""
    served = serve()
    room, tokens = served.room()

    def full(writer: object) -> None:
        problem = sqlite3.OperationalError("database or disk is full")
        problem.sqlite_errorname = "SQLITE_FULL"
        raise problem

    with monkeypatch.context() as failing:
        failing.setattr(sqlite._Writer, "_check_files", full)
        act_is_refused(served, room, tokens)
        assert served.refused("GET", "/healthz") == (503, "the database: the disk is full")
    assert served.ask("GET", "/healthz")[::2] == (200, b"ok\n")
    with Device(served, room, *tokens) as device:
        device.play(asked(device), "pass")


def test_a_house_that_lost_its_lock_takes_no_more_actions(serve: Serve) -> None:
    """Another server could use the folder now, and each would overwrite what the other has saved."""
    served = serve()
    room, tokens = served.room()
    (served.home / "lock").unlink()
    act_is_refused(served, room, tokens)
    why = "the database: lock was deleted or replaced: start the server again"
    assert served.refused("GET", "/healthz") == (503, why)


def test_the_log_of_a_linked_database_is_watched_where_it_is(serve: Serve, home: Home, tmp_path: Path) -> None:
    """SQLite keeps it beside the file that the link leads to."""
    home.path.mkdir()
    (home.path / "house.db").symlink_to(tmp_path / "elsewhere.db")
    served = serve()
    room, tokens = served.room()
    (tmp_path / "elsewhere.db-wal").unlink()
    act_is_refused(served, room, tokens)


def test_a_database_that_is_overwritten_is_named(serve: Serve) -> None:
    """By `/healthz`: it tells the reason also if the database cannot be read."""
    served = serve()
    served.room()
    path = served.home / "house.db"
    with path.open("r+b") as file:
        file.write(b"\x5a" * path.stat().st_size)
    why = "the database: it is damaged: restore a backup with `bidwell restore`"
    assert served.refused("GET", "/healthz") == (503, why)


# When it starts


def test_a_file_that_is_no_database_is_refused_in_a_sentence(bidwell: Bidwell, tmp_path: Path) -> None:
    """With what can be done about it."""
    (tmp_path / "house.db").write_bytes(b"no database at all, " * 500)
    shown = bidwell(f"serve --port 0 --home {tmp_path}")
    sentence = f"bidwell: {tmp_path}/house.db: it is damaged: restore a backup with `bidwell restore`\n"
    assert (shown.code, shown.out, shown.err) == (2, "", sentence)


def test_a_database_that_is_damaged_inside_is_refused(bidwell: Bidwell, serve: Serve) -> None:
    """Although the beginning of the file is intact."""
    served = serve()
    for _ in range(20):
        served.room()
    served.stop()
    path = served.home / "house.db"
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 6] = b"\x00" * 4096 * 5
    path.write_bytes(content)
    shown = bidwell(f"serve --port 0 --home {served.home}")
    assert (shown.code, "it is damaged" in shown.err, shown.err.count("\n")) == (2, True, 1)


def test_a_folder_in_place_of_the_database_is_refused(bidwell: Bidwell, tmp_path: Path) -> None:
    """Like every file that cannot be opened."""
    (tmp_path / "house.db").mkdir()
    shown = bidwell(f"serve --port 0 --home {tmp_path}")
    assert (shown.code, "it cannot be opened" in shown.err, shown.err.count("\n")) == (2, True, 1)


def test_a_lock_that_cannot_be_written_is_refused_in_a_sentence(bidwell: Bidwell, tmp_path: Path) -> None:
    """As on a read-only disk, where it is the first file to be written."""
    (tmp_path / "lock").mkdir()
    shown = bidwell(f"serve --port 0 --home {tmp_path}")
    assert (shown.code, shown.err) == (2, f"bidwell: {tmp_path}/lock: Is a directory\n")


def test_a_disk_that_is_full_at_the_start_is_named(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says neither `damaged` nor `in use`."""
    monkeypatch.setattr(sqlite, "PRAGMAS", ("max_page_count = 1",))
    shown = bidwell(f"serve --port 0 --home {tmp_path}")
    assert (shown.code, shown.err) == (2, f"bidwell: {tmp_path}/house.db: the disk is full\n")


def test_an_error_of_a_disk_without_room_means_that_it_is_full(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls it an error of the disk when the index of the write-ahead log finds no room."""
    problem = sqlite3.OperationalError("disk I/O error")
    problem.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"

    def fails(path: Path) -> sqlite3.Connection:
        raise problem

    monkeypatch.setattr(sqlite, "connect", fails)
    monkeypatch.setattr(sqlite, "SMALLEST_WRITE", 1 << 62)
    shown = bidwell(f"serve --port 0 --home {tmp_path}")
    assert (shown.code, shown.err) == (2, f"bidwell: {tmp_path}/house.db: the disk is full\n")


def test_a_file_that_cannot_be_written_is_named() -> None:
    """The operator learns that it is about permissions."""
    with closing(sqlite3.connect("file:nothing?mode=memory&cache=shared", uri=True)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("PRAGMA query_only = 1")
        with pytest.raises(sqlite3.OperationalError) as problem:
            connection.execute("INSERT INTO t VALUES (1)")
    assert sqlite.reason(problem.value) == "it cannot be written: check the permissions of the file and its folder"


def test_nobody_else_on_the_machine_can_read_the_games(serve: Serve) -> None:
    """Only their owner can read files and folder."""
    served = serve()
    served.room()
    assert mode(served.home) == "0o700"
    assert {mode(path) for path in served.home.glob("house.db*")} == {"0o600"}


# Backups


def test_a_backup_of_a_running_server_brings_everything_back(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """The rooms, the tokens and the actions up to that moment."""
    served, file, other = serve(), tmp_path / "games.backup", tmp_path / "other"
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seen = device.step(asked(device), "bid 3")["view"]
        seat = device.views[0]["seat"]
        shown = bidwell(f"backup {file} --home {served.home}")
        assert (shown.code, shown.out) == (0, f"{file} has all 1 rooms.\n")
        device.play(asked(device), "pass")
    assert mode(file) == "0o600"
    served.stop()
    shown = bidwell(f"restore {file} --home {other}")
    assert (shown.code, shown.out) == (0, f"{other} has the 1 rooms of {file}.\n")
    restored = Served(other)
    with Device(restored, room, *tokens) as device:
        assert device.views[seat]["seq"] == 1
        assert seen in [shown["view"] for shown in device.views.values()]
    restored.stop()


def test_a_backup_replaces_no_file(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """One sentence, and the file is as it was."""
    (tmp_path / "mine").write_text("important")
    shown = bidwell(f"backup {tmp_path}/mine --home {serve().home}")
    assert (shown.code, (tmp_path / "mine").read_text()) == (2, "important")


@pytest.mark.parametrize("command", ["backup {}/b --home {}", "restore {}/sound --home {}"])
def test_a_copy_without_room_names_the_disk_that_is_full(
    bidwell: Bidwell, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """It is the disk of the copy; nothing is wrong with the original."""
    served = serve()
    assert bidwell(f"backup {tmp_path}/sound --home {served.home}").code == 0
    served.stop()
    (tmp_path / "other").mkdir()
    home = served.home if command.startswith("backup") else tmp_path / "other"
    target = tmp_path / "b" if command.startswith("backup") else tmp_path / "other" / "house.restored"
    connected = sqlite3.connect

    def small(path: object, **how: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connected(path, **how)  # type: ignore[call-overload]
        if path == target:
            connection.execute("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    shown = bidwell(command.format(tmp_path, home))
    assert (shown.code, shown.err, target.exists()) == (2, f"bidwell: {target}: the disk is full\n", False)


def test_nothing_is_restored_under_a_running_server(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """It says to stop it first."""
    served = serve()
    assert bidwell(f"backup {tmp_path}/b --home {served.home}").code == 0
    shown = bidwell(f"restore {tmp_path}/b --home {served.home}")
    assert (shown.code, "another server is using this folder: stop it" in shown.err) == (2, True)


@pytest.mark.parametrize("content", [b"", b"no backup", b"SQLite format 3\x00" + b"x" * 5000])
def test_what_is_no_backup_is_not_restored(bidwell: Bidwell, serve: Serve, tmp_path: Path, content: bytes) -> None:
    """The existing games stay."""
    served = serve()
    room, _ = served.room()
    served.stop()
    (tmp_path / "bad").write_bytes(content)
    shown = bidwell(f"restore {tmp_path}/bad --home {served.home}")
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert f"{tmp_path}/bad: it is no sound backup: " in shown.err
    assert "`bidwell restore`" not in shown.err
    assert serve().get(f"/api/rooms/{room}")["id"] == room


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only an administrator can give files away")
def test_a_restored_database_belongs_to_the_owner_of_its_folder(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """An administrator restores it, and the server, which runs as another user, must be able to open it."""
    assert bidwell(f"backup {tmp_path}/b --home {serve().home}").code == 0
    home = tmp_path / "theirs"
    home.mkdir(0o700)
    os.chown(home, 12345, 12346)
    assert bidwell(f"restore {tmp_path}/b --home {home}").code == 0
    assert {(path.stat().st_uid, path.stat().st_gid) for path in home.iterdir()} == {(12345, 12346)}
    assert {mode(path) for path in home.glob("house.db*")} == {"0o600"}


def test_a_lock_that_is_a_link_is_not_followed(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """The owner of a folder could otherwise let an administrator who restores a backup make a file anywhere."""
    assert bidwell(f"backup {tmp_path}/b --home {serve().home}").code == 0
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "lock").symlink_to(tmp_path / "made")
    shown = bidwell(f"restore {tmp_path}/b --home {tmp_path}/theirs")
    assert (shown.code, shown.err.count("\n"), (tmp_path / "made").exists()) == (2, 1, False)


def test_a_link_is_given_away_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the file that it leads to, which may belong to anybody."""
    given: list[bool] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *to, follow_symlinks=True: given.append(follow_symlinks))
    files.give_to_owner(tmp_path / "house.db")
    assert given == [False]


@pytest.mark.parametrize("command", ["serve --port 0", "restore backup"])
def test_a_home_that_is_no_folder_is_refused(bidwell: Bidwell, tmp_path: Path, command: str) -> None:
    """In a sentence that says so."""
    (tmp_path / "file").touch()
    shown = bidwell(f"{command.replace('backup', f'{tmp_path}/file')} --home {tmp_path}/file")
    assert (shown.code, shown.err) == (2, f"bidwell: {tmp_path}/file is no folder: name one with --home\n")


@pytest.mark.parametrize("package", ["psycopg", "psycopg_pool"])
@pytest.mark.parametrize(
    "command", ["serve --store URL", "work --store URL", "export . --store URL", "move-store URL ."]
)
def test_without_its_packages_postgresql_is_refused(
    bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, package: str
) -> None:
    """In a sentence that says what to install."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    shown = bidwell(command.replace("URL", "postgresql://here/games"))
    assert (shown.code, shown.err) == (2, f"bidwell: {choice.INSTALL}\n")


def test_the_home_in_the_environment_is_backed_up(
    bidwell: Bidwell, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the home of the server that was started with the same environment."""
    monkeypatch.setenv("BIDWELL_HOME", str(serve().home))
    assert bidwell(f"backup {tmp_path}/b").out == f"{tmp_path}/b has all 0 rooms.\n"


def test_the_database_before_a_restore_is_kept(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """Beside the new one."""
    served = serve()
    assert bidwell(f"backup {tmp_path}/b --home {served.home}").code == 0
    room, _ = served.room()
    served.stop()
    assert bidwell(f"restore {tmp_path}/b --home {served.home}").code == 0
    (aside,) = served.home.glob("house.db.2*")
    with closing(sqlite3.connect(aside)) as file:
        assert file.execute("SELECT id FROM rooms").fetchall() == [(room,)]


def test_finished_games_can_be_exported(bidwell: Bidwell, serve: Serve, tmp_path: Path) -> None:
    """Each as the record that the page offers; unfinished ones are left out."""
    served = serve()
    served.room()
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        play_out(device)
    shown = bidwell(f"export {tmp_path}/games --home {served.home}")
    assert (shown.code, shown.out) == (0, f"1 finished games are in {tmp_path}/games.\n")
    (file,) = (tmp_path / "games").iterdir()
    assert file.name.endswith(f"-secret_auction-{room}.txt")
    assert file.read_bytes() == served.ask("GET", f"/api/rooms/{room}/record")[2]
    assert replay(file.read_text()).over


def test_a_folder_without_games_is_named(bidwell: Bidwell, tmp_path: Path) -> None:
    """There is nothing to back up or to export."""
    for command in ("backup", "export"):
        shown = bidwell(f"{command} {tmp_path}/to --home {tmp_path}/nowhere")
        assert (shown.code, f"there are no games in {tmp_path}/nowhere" in shown.err) == (2, True)


def test_a_sound_file_of_another_program_is_no_backup(tmp_path: Path) -> None:
    """It has no rooms."""
    with closing(sqlite3.connect(tmp_path / "other")) as file:
        file.execute("CREATE TABLE t (x)")
    with pytest.raises(Refused, match="no such table: rooms"):
        files.restore(tmp_path / "home", tmp_path / "other")
