"""Servers are killed and paused while people play; and several run on one machine at one address."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.terminal import Bidwell, terminal
from tests.extras import needed_module
from tests.server.helpers import wait_until

needed_module("psycopg", "psycopg is not installed: what needs PostgreSQL is not tried")

from bidwell.server.cluster import processes  # noqa: E402
from bidwell.server.settings import Settings  # noqa: E402
from bidwell.server.store.postgres import connect  # noqa: E402
from checks.cluster import Player, after_one_fault, check, run, told_nothing  # noqa: E402
from checks.kills import Flaw, Server, _played  # noqa: E402

pytestmark = pytest.mark.slow


def test_nothing_acknowledged_is_lost_among_servers(postgres: Any) -> None:
    """A kill and a pause: every table goes on, and is as its people saw it."""
    found = run(postgres, times=2, servers=2, people=2, seed=3, lease=1.0)
    assert "0 lost, 0 doubled, 0 rooms with two owners" in found


def played(database: str, tmp_path: Path, *flags: str) -> tuple[Server, Player]:
    """A server on the database, and a table that was played there for a moment."""
    player = Player(random.Random(3))
    server = Server(tmp_path / "server", "--store", database, *flags)
    _played(server, [player], 1.0)
    assert len(player.course) > 1
    return server, player


def test_a_lost_action_and_a_second_owner_would_be_noticed(database: str, tmp_path: Path) -> None:
    """The check can fail."""
    _, player = played(database, tmp_path)
    assert check(database, [player]) == 1
    told_nothing("", [player])
    with pytest.raises(Flaw, match="the servers logged"):
        told_nothing(player.tokens[0], [player])
    with connect(database) as store:
        store.execute("UPDATE actions SET fence = -seq")
    with pytest.raises(Flaw, match="two servers owned it at once"):
        check(database, [player])
    player.course += [(0, "pass"), (1, "pass")]
    with pytest.raises(Flaw, match="not what was acknowledged"):
        check(database, [player])


def test_a_wait_counts_from_a_fault_that_came_alone() -> None:
    """Through several faults in a row others are waited for, too."""
    player = Player(random.Random(3))
    player.waits = [(90.0, 104.5), (104.5, 105.0), (119.0, 133.0), (154.0, 156.5)]
    assert after_one_fault([player], [100.0, 120.0, 125.0, 155.0]) == [4.5, 1.5]


def servers(database: str) -> set[int]:
    with connect(database) as store:
        return {server for (server,) in store.execute("SELECT id FROM servers WHERE expires > clock_timestamp()")}


def test_workers_share_an_address_and_the_store(database: str, tmp_path: Path) -> None:
    """Both serve every table, and one that is killed is started again; all end with their parent."""
    server = Server(tmp_path / "server", "--store", database, "--workers", "2", "--lease", "1")
    try:
        wait_until(lambda: len(servers(database)) == 2)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        names = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in children}
        workers = [int(pid) for pid, name in names.items() if "spawn_main" in name]
        before = servers(database)
        assert not json.load(urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/house"))["may_switch"]
        os.kill(workers[0], signal.SIGKILL)
        wait_until(lambda: len(servers(database) - before) == 1)
        player = Player(random.Random(3))
        _played(server, [player], 0.2)
        assert not player.flaw
    finally:
        if server._process.poll() is None:
            server.kill()
    assert check(database, [player]) == 1
    wait_until(lambda: not servers(database))


def test_a_worker_without_a_database_says_so_in_a_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """And is started again later."""
    monkeypatch.setattr(processes, "exit_with", lambda parent: None)
    monkeypatch.setattr("bidwell.server.logs.set_up", lambda form: None)
    settings = Settings(tmp_path, store="postgresql://me:secret@/games?host=/nowhere")
    with socket.socket() as listening, pytest.raises(SystemExit):
        processes._serve(settings, listening, 0)
    (line,) = caplog.messages
    assert line.startswith("a server could not start: postgresql:///nowhere/games: ")


def test_a_worker_that_ends_at_once_is_started_ever_later(caplog: pytest.LogCaptureFixture) -> None:
    """One that has served for a while is started again at once. The log names each."""
    starts: list[Any] = []

    def start() -> Any:
        starts.append(now)
        return SimpleNamespace(is_alive=lambda: 100 < now < 1000, exitcode=-9)

    now = 0.0
    place = processes.Restarted(start)
    place._began = now
    while now < 30:
        now += 0.5
        place.restart_if_ended(now)
    assert starts == [0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 26.0]
    for now in (101.0, 999.0, 1000.0):
        place.restart_if_ended(now)
    assert starts[8:] == [1000.0]
    assert caplog.messages == ["a server has ended (-9) and is started again"] * 8


def test_workers_need_a_store_that_they_can_share(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """SQLite is refused in one sentence."""
    bidwell: Bidwell = terminal(monkeypatch, capsys)
    shown = bidwell(f"serve --port 0 --home {tmp_path} --workers 2")
    sentence = "bidwell: workers: several processes need a store they can share: give --store postgresql://…\n"
    assert (shown.code, shown.err) == (2, sentence)
