"""After a restart every table is unchanged, also under newer rules."""

from __future__ import annotations

import importlib
import sqlite3
from contextlib import closing
from dataclasses import replace

import msgspec
import pytest

from bidwell import replay
from bidwell.games import NAMES, game
from bidwell.server import app as application
from bidwell.server.room import KEYS
from tests.server.conftest import Home, Serve
from tests.server.helpers import Device, Served, asked, wait_until

BOTH_STORES = True


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "BURST", 1e9)


def newer_rules(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The same game, under the next version of its rules."""
    found = game(name)
    newer = replace(found, rules_version=found.rules_version + 1)
    monkeypatch.setattr(importlib.import_module(f"bidwell.games.{name}"), "GAME", newer)


def play(device: Device, steps: int) -> None:
    """Play this number of decisions, or to the end."""
    for _ in range(steps):
        if next(iter(device.views.values()))["ending"]:
            return
        seat = asked(device)
        device.step(seat, device.views[seat]["view"]["legal"][0])


def begun(served: Served, name: str, steps: int = 7) -> tuple[str, list[str], dict[int | None, object]]:
    """A game under way: its room, its tokens and what its seats see."""
    room, tokens = served.room(name)
    with Device(served, room, *tokens) as device:
        play(device, steps)
        return room, tokens, {seat: (shown["seq"], shown["view"]) for seat, shown in device.views.items()}


@pytest.mark.parametrize("name", NAMES)
def test_after_a_restart_everything_is_as_it_was(serve: Serve, name: str) -> None:
    """Views, log, who is asked, and the record at the end."""
    served = serve()
    room, tokens, seen = begun(served, name)
    log = served.table_of(room).log
    served = serve()
    with Device(served, room, *tokens) as device:
        assert {seat: (shown["seq"], shown["view"]) for seat, shown in device.views.items()} == seen
        assert served.table_of(room).log == log
        play(device, 5)
        assert device.views[0]["seq"] == 12


def test_a_room_that_gathers_is_there_after_a_restart(serve: Serve) -> None:
    """Who sits where, who is the host, the tokens, and what it promised."""
    served = serve()
    room, _ = served.room(who="open", open=True, seconds=60)
    token = served.post(f"/api/rooms/{room}/sit", {"name": "Ida", "seat": 2})["token"]
    before = served.get(f"/api/rooms/{room}")
    served = serve()
    assert served.get(f"/api/rooms/{room}") == before
    with Device(served, room, token) as device:
        assert device.heard


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_under_newer_rules(serve: Serve, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The game continues from there to its end, through another restart too."""
    served = serve()
    room, tokens, seen = begun(served, name)
    before = game(name).rules_version
    newer_rules(monkeypatch, name)
    served = serve()
    with Device(served, room, *tokens) as device:
        found = {seat: (shown["seq"], {**shown["view"], "rules": before}) for seat, shown in device.views.items()}
        assert found == seen
        play(device, 3)
    served = serve()
    with Device(served, room, *tokens) as device:
        assert device.views[0]["seq"] == 10
        play(device, 10_000)
        assert device.views[0]["ending"]
    again = replay(served.ask("GET", f"/api/rooms/{room}/record")[2].decode())
    assert again.scores == device.views[0]["ending"]["scores"]


def test_the_replays_of_a_game_whose_server_was_killed_are_stored_at_the_next_start(serve: Serve, home: Home) -> None:
    """Under the next rules they could not be made any more."""
    served = serve()
    room, _, _ = begun(served, "secret_auction", 10_000)
    wait_until(lambda: home.rows("SELECT count(*) FROM replays") == [(4,)])
    before = served.get(f"/api/rooms/{room}/replay")
    served.stop()
    home.execute("DELETE FROM replays")
    served = serve()
    wait_until(lambda: home.rows("SELECT count(*) FROM replays") == [(4,)])
    assert served.get(f"/api/rooms/{room}/replay") == before


def test_a_course_that_no_longer_follows_the_rules_goes_on_from_its_snapshot(serve: Serve, home: Home) -> None:
    """As when a mistake in the rules was mended without a new version."""
    served = serve()
    room, tokens, seen = begun(served, "serengeti")
    served.stop()
    home.execute("UPDATE actions SET action = 'bid 999' WHERE seq = 3")
    served = serve()
    with Device(served, room, *tokens) as device:
        assert {seat: (shown["seq"], shown["view"]) for seat, shown in device.views.items()} == seen


def forget(served: Served, room: str, option: str, *fields: str) -> None:
    """Write to the store what older rules, without this option and these fields, had stored of a room."""
    with closing(sqlite3.connect(served.home / "house.db")) as file, file:
        (lease,) = file.execute("SELECT body FROM rooms WHERE id = ?", (room,)).fetchone()
        (snapshot,) = file.execute("SELECT body FROM snapshots WHERE room = ?", (room,)).fetchone()
        kept = msgspec.msgpack.decode(snapshot)
        older = {**msgspec.json.decode(lease), "rules": 1}
        del older["options"][option]
        for field in fields:
            del kept[field]
        file.execute("UPDATE rooms SET body = ? WHERE id = ?", (msgspec.json.encode(older), room))
        file.execute("UPDATE snapshots SET body = ? WHERE room = ?", (msgspec.msgpack.encode(kept), room))


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
@pytest.mark.parametrize("steps", [2, 7, 30])
def test_a_game_of_older_rules_gets_what_the_newer_ones_need(serve: Serve, steps: int) -> None:
    """Off Season had A upward in play before markets were drawn: such a game keeps them, and goes on to its end."""
    served = serve()
    room, tokens = served.room("off_season", options={"markets": "upward"})
    with Device(served, room, *tokens) as device:
        play(device, steps)
    home = served.home
    served.stop()
    forget(served, room, "markets", "markets", "in_play")
    served = Served(home)
    with Device(served, room, *tokens) as device:
        assert device.views[0]["view"]["in_play"] == [*"ABCD"]
        play(device, 10_000)
        assert device.views[0]["ending"]
    served.stop()


def test_under_newer_rules_a_key_is_known_too(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that was accepted before the rules changed is not accepted again."""
    served = serve()
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        key = device.play(seat, "bid 3")["key"]
    newer_rules(monkeypatch, "serengeti")
    served = serve()
    with Device(served, room, *tokens) as device:
        device.act(seat, "bid 3", seq=0, key=key)
        assert device.hear("view")["key"] == key
        assert served.live(room).room.seq == 1


def test_the_latest_keys_are_known(serve: Serve) -> None:
    """At most a fixed number, so that a long game takes no more memory."""
    served = serve()
    room, tokens, _ = begun(served, "bids", KEYS + 20)
    assert len(served.live(room).room.keys) == KEYS
    served = serve()
    with Device(served, room, *tokens):
        assert len(served.live(room).room.keys) == KEYS
