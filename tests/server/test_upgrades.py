"""Rooms survive upgrades: every change of a game, on rooms in every state."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bidwell import Game
from bidwell.core.codecs import FLAG
from bidwell.core.options import Option
from bidwell.core.state import everyone, number
from bidwell.games import game
from bidwell.games.serengeti.state import SerengetiState
from bidwell.server import app as application
from bidwell.server.store.interface import StoreError
from bidwell.server.store.sqlite import MIGRATIONS, SqliteStore
from bidwell.server.workers import Workers
from tests import new_game
from tests.cli.terminal import terminal
from tests.new_game import written_to
from tests.server.conftest import Serve
from tests.server.helpers import Device, Served, asked, wait_until

NAME = "serengeti"


class Extended(SerengetiState):
    """Serengeti with one more field."""

    generous: int = number(everyone, of=FLAG)


OPTION = Option("generous", "SER-15", False, "everybody smiles")

Change = Callable[[Game], Game]
CHANGES: dict[str, tuple[Change, Change]] = {
    "version": (lambda now: now, lambda now: replace(now, rules_version=now.rules_version + 1)),
    "field added": (lambda now: now, lambda now: replace(now, state=Extended)),
    "option added": (lambda now: now, lambda now: replace(now, state=Extended, options=(*now.options, OPTION))),
    "option removed": (
        lambda now: replace(now, state=Extended, options=(*now.options, OPTION)),
        lambda now: replace(now, rules_version=now.rules_version + 1),
    ),
}
"""For each upgrade: the game before it and after it."""

every_change = pytest.mark.parametrize("change", CHANGES)


class Upgrade:
    """A server that is upgraded when it restarts."""

    def __init__(self, serve: Serve, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
        self._serve, self._monkeypatch = serve, monkeypatch
        self._original = game(NAME)
        self._before, self._after = CHANGES[change]
        self.served = self._started(self._before)

    def _started(self, change: Change) -> Served:
        module = importlib.import_module(f"bidwell.games.{NAME}")
        self._monkeypatch.setattr(module, "GAME", change(self._original))
        return self._serve()

    def happens(self) -> Served:
        self.served = self._started(self._after)
        return self.served


@pytest.fixture
def upgrade(serve: Serve, monkeypatch: pytest.MonkeyPatch, change: str) -> Upgrade:
    async def here(workers: Workers, work: Callable[..., Any], *values: Any) -> Any:
        return work(*values)

    monkeypatch.setattr(application, "BURST", 1e9)
    # another process would not know the changed game
    monkeypatch.setattr(Workers, "run", here)
    return Upgrade(serve, monkeypatch, change)


def play(device: Device, steps: int = 100_000) -> None:
    """Play this number of decisions, or to the end."""
    for _ in range(steps):
        if next(iter(device.views.values()))["ending"]:
            return
        seat = asked(device)
        device.step(seat, device.views[seat]["view"]["legal"][0])


def positions(device: Device) -> dict[int | None, Any]:
    """What the seats see, without what an upgrade may add."""
    added = ("rules", "options", "generous")
    return {
        seat: {key: value for key, value in shown["view"].items() if key not in added}
        for seat, shown in device.views.items()
    }


def played_to_the_end(served: Served, room: str, tokens: list[str]) -> None:
    with Device(served, room, *tokens) as device:
        play(device)
        assert device.views[0]["ending"]
    assert served.get(f"/api/rooms/{room}")["state"] == "over"


@every_change
def test_a_room_that_gathers(upgrade: Upgrade) -> None:
    """It can be joined, dealt and played to its end."""
    room, _ = upgrade.served.room(who="open")
    token = upgrade.served.post(f"/api/rooms/{room}/sit", {"name": "Ida"})["token"]
    served = upgrade.happens()
    others = [served.post(f"/api/rooms/{room}/sit", {"name": name})["token"] for name in ("Jo", "Kim")]
    served.post(f"/api/rooms/{room}/deal", {"token": token})
    played_to_the_end(served, room, [token, *others])


@every_change
@pytest.mark.parametrize("steps", [0, 7])
def test_a_room_that_is_played(upgrade: Upgrade, steps: int) -> None:
    """Dealt or running: it goes on from where it was, to its end."""
    room, tokens = upgrade.served.room()
    with Device(upgrade.served, room, *tokens) as device:
        play(device, steps)
        before = positions(device)
    served = upgrade.happens()
    with Device(served, room, *tokens) as device:
        assert positions(device) == before
    played_to_the_end(served, room, tokens)


@pytest.mark.parametrize("change", ["version"])
def test_a_dealt_room_without_a_snapshot_is_dealt_under_the_new_rules(upgrade: Upgrade) -> None:
    """As the first versions left it, which saved a snapshot with the first action."""
    room, tokens = upgrade.served.room()
    with closing(sqlite3.connect(upgrade.served.home / "house.db")) as file, file:
        file.execute("DELETE FROM snapshots")
    played_to_the_end(upgrade.happens(), room, tokens)


def room_in(device: Device) -> Any:
    """The description of the room, as it was first received; the words for its options are those of the day."""
    room = json.loads(device.heard[0])["room"]
    return {**room, "agreed": {option["name"]: option["value"] for option in room["agreed"]}}


def is_archived(served: Served, room: str) -> bool:
    """Whether the replays of all seats are on disk."""
    return served.on_loop(lambda: served.house.store.replay(room, 2)) is not None


@every_change
def test_a_room_whose_game_is_over(
    upgrade: Upgrade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its table, record, replay and chat are what they were, and its record can be verified."""
    room, tokens = upgrade.served.room()
    played_to_the_end(upgrade.served, room, tokens)
    paths = ["record", "replay", "replay?seat=1"]
    wait_until(lambda: is_archived(upgrade.served, room))
    before = [upgrade.served.ask("GET", f"/api/rooms/{room}/{path}") for path in paths]
    with Device(upgrade.served, room, *tokens) as device:
        seen = device.views, room_in(device)
    served = upgrade.happens()
    for path, (status, _, body) in zip(paths, before, strict=True):
        assert status == 200
        assert served.ask("GET", f"/api/rooms/{room}/{path}")[::2] == (200, body)
    with Device(served, room, *tokens) as device:
        assert (device.views, room_in(device)) == seen
    with Device(served, room) as watcher:
        assert watcher.views[None]["ending"]
    (tmp_path / "game.txt").write_bytes(before[0][2])
    shown = terminal(monkeypatch, capsys)(f"verify {tmp_path / 'game.txt'}")
    assert (shown.code, shown.err) == (0, "")


@pytest.mark.parametrize("change", ["version"])
def test_a_game_that_ended_just_before_the_upgrade(upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is stopped stores its replays first: under the new rules they could not be made."""
    original = Workers.run

    async def late(workers: Workers, work: Callable[..., Any], *values: Any) -> Any:
        await asyncio.sleep(1.0)
        return await original(workers, work, *values)

    monkeypatch.setattr(Workers, "run", late)
    room, tokens = upgrade.served.room()
    played_to_the_end(upgrade.served, room, tokens)
    assert not is_archived(upgrade.served, room)
    upgrade.served.stop()
    assert len(upgrade.happens().get(f"/api/rooms/{room}/replay")["steps"]) > 1


@pytest.mark.parametrize("change", ["version"])
def test_a_game_whose_server_was_killed_after_its_end(upgrade: Upgrade, serve: Serve) -> None:
    """The next start stores its replays."""
    room, tokens = upgrade.served.room()
    played_to_the_end(upgrade.served, room, tokens)
    wait_until(lambda: is_archived(upgrade.served, room))
    before = upgrade.served.get(f"/api/rooms/{room}/replay?seat=1")
    with closing(sqlite3.connect(upgrade.served.home / "house.db")) as file, file:
        file.execute("DELETE FROM replays")
    again = serve()
    wait_until(lambda: is_archived(again, room))
    assert upgrade.happens().get(f"/api/rooms/{room}/replay?seat=1") == before


@pytest.fixture
def through(upgrade: Upgrade) -> str:
    """The record of a game that went on under other rules after six decisions."""
    room, tokens = upgrade.served.room()
    with Device(upgrade.served, room, *tokens) as device:
        play(device, 6)
    served = upgrade.happens()
    played_to_the_end(served, room, tokens)
    return served.ask("GET", f"/api/rooms/{room}/record")[2].decode()


@pytest.mark.parametrize("change", ["version", "option removed"])
def test_a_game_that_went_through_a_change_of_rules_is_verified(
    through: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its shuffle and its later decisions are checked; what cannot be checked is said, and still listed."""
    (tmp_path / "game.txt").write_text(through)
    shown = terminal(monkeypatch, capsys)(f"verify {tmp_path / 'game.txt'}")
    assert (shown.code, shown.err) == (0, "")
    assert "The secret has the hash" in shown.out
    assert "decisions follow the rules to its end" in shown.out
    assert f"dealt under rules {game(NAME).rules_version - 1}" in shown.out
    assert "Its first 6 decisions" in shown.out
    assert through.count("# earlier: ") == 6


@pytest.mark.parametrize("change", ["version"])
def test_a_line_break_in_an_action_does_not_spoil_the_record(
    upgrade: Upgrade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A player who types one could otherwise make a record that nobody can read."""
    room, tokens = upgrade.served.room()
    with Device(upgrade.served, room, *tokens) as device:
        device.step(asked(device), "bid\n1")
    served = upgrade.happens()
    played_to_the_end(served, room, tokens)
    record = served.ask("GET", f"/api/rooms/{room}/record")[2].decode()
    assert re.findall("^# earlier: .*: (.*)$", record, re.M) == ["bid 1"]
    (tmp_path / "game.txt").write_text(record)
    shown = terminal(monkeypatch, capsys)(f"verify {tmp_path / 'game.txt'}")
    assert (shown.code, shown.err) == (0, "")


def taken_back(device: Device) -> None:
    """Play an action and take it back with everybody's consent."""
    seat = asked(device)
    device.step(seat, device.views[seat]["view"]["legal"][-1])
    device.say(say="take back", seat=seat, what="ask")
    for other in range(3):
        device.say(say="take back", seat=other, what="agree")
    while device.hear("take back")["state"] != "done":
        pass
    device.rest()


@pytest.mark.parametrize("change", ["version"])
def test_a_game_whose_actions_cannot_be_replayed_goes_on_from_its_snapshot(upgrade: Upgrade, serve: Serve) -> None:
    """Also if the replay fails in a way that nobody has foreseen, and the version of the rules is the same."""
    room, tokens = upgrade.served.room()
    with Device(upgrade.served, room, *tokens) as device:
        play(device, 5)
        before = positions(device)
    home = upgrade.served.home
    upgrade.served.stop()
    with closing(sqlite3.connect(home / "house.db")) as file, file:
        file.execute("UPDATE actions SET action = '@take back 99 alone' WHERE seq = 3")
    served = serve()
    with Device(served, room, *tokens) as device:
        assert positions(device) == before
    played_to_the_end(served, room, tokens)


@pytest.mark.parametrize("change", ["version"])
def test_what_was_taken_back_before_a_change_of_rules_is_not_in_the_record(upgrade: Upgrade, serve: Serve) -> None:
    """Nor what was taken back between the change and a restart."""
    room, tokens = upgrade.served.room()
    for serve_again in (upgrade.happens, serve):
        with Device(upgrade.served, room, *tokens) as device:
            play(device, 3)
            taken_back(device)
            play(device, 1)
        upgrade.served = serve_again()
    played_to_the_end(upgrade.served, room, tokens)
    record = upgrade.served.ask("GET", f"/api/rooms/{room}/record")[2].decode()
    assert re.findall("^# earlier: .*: (.*)$", record, re.M) == ["pass"] * 8


@pytest.mark.parametrize("change", ["version"])
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (r'"chance_key": \d+', '"chance_key": 7', "were not dealt from the secret"),
        (r"# dealt under rules: \d+\n", "", "dealt from the seed None"),
    ],
    ids=["another shuffle", "a position out of nowhere"],
)
def test_a_changed_record_of_such_a_game_is_refused(
    through: str,
    old: str,
    new: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In one sentence."""
    (tmp_path / "game.txt").write_text(re.sub(old, new, through))
    shown = terminal(monkeypatch, capsys)(f"verify {tmp_path / 'game.txt'}")
    assert (shown.code, shown.out) == (2, "")
    assert why in shown.err


@every_change
def test_a_rematch_of_an_old_room(upgrade: Upgrade) -> None:
    """It is played under the rules of the day."""
    room, tokens = upgrade.served.room()
    played_to_the_end(upgrade.served, room, tokens)
    served = upgrade.happens()
    again = served.post(f"/api/rooms/{room}/rematch", {"token": tokens[0]})["room"]["id"]
    served.post(f"/api/rooms/{again}/deal", {"token": tokens[0]})
    played_to_the_end(served, again, tokens)


@every_change
def test_a_game_that_ended_just_before_the_server_was_killed(upgrade: Upgrade) -> None:
    """Its replays were not stored in time: its record and its last view are there nevertheless."""
    room, tokens = upgrade.served.room()
    played_to_the_end(upgrade.served, room, tokens)
    wait_until(lambda: is_archived(upgrade.served, room))
    record = upgrade.served.ask("GET", f"/api/rooms/{room}/record")[2]
    with Device(upgrade.served, room, *tokens) as device:
        before = positions(device)
    with closing(sqlite3.connect(upgrade.served.home / "house.db")) as file, file:
        file.execute("DELETE FROM replays")
    served = upgrade.happens()
    assert served.ask("GET", f"/api/rooms/{room}/record")[2] == record
    with Device(served, room, *tokens) as device:
        assert positions(device) == before
        assert device.views[0]["ending"]


GONE = (503, "this table is kept, but its game, candles, is not on this server at present")


@pytest.fixture
def without_its_game(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Served, list[str]]:
    """A server that lacks the game of its rooms: one gathers, one is played, and one is over."""
    monkeypatch.syspath_prepend(str(written_to(tmp_path)))
    monkeypatch.setenv("BIDWELL_GAMES", new_game.NAME)
    monkeypatch.setattr(application, "BURST", 1e9)
    served = serve()
    rooms = [served.room(new_game.NAME, who=who, open=True) for who in ("open", "me", "me")]
    played_to_the_end(served, *rooms[-1])
    wait_until(lambda: is_archived(served, rooms[-1][0]))
    monkeypatch.delenv("BIDWELL_GAMES")
    return serve(), [room for room, _ in rooms]


def test_rooms_wait_while_their_game_is_missing(without_its_game: tuple[Served, list[str]]) -> None:
    """Not as unknown rooms, because a page would forget its seats there. Other rooms are as they were."""
    served, rooms = without_its_game
    for room in rooms:
        assert served.refused("GET", f"/api/rooms/{room}") == GONE
        with Device(served, room, hello=False) as device:
            code, (message,) = device.closed()
            assert (code, message["why"]) == (4404, GONE[1])
    other, _ = served.room(who="open", open=True)
    assert [info["id"] for info in served.get("/api/rooms")] == [other]


def test_a_finished_game_can_be_read_while_its_game_is_missing(without_its_game: tuple[Served, list[str]]) -> None:
    """Its record and its replays, as they were stored."""
    served, (_, running, over) = without_its_game
    assert b"candles" in served.ask("GET", f"/api/rooms/{over}/record")[2]
    of_all, of_one = (served.get(f"/api/rooms/{over}/replay{seat}") for seat in ("", "?seat=1"))
    assert of_all["actions"] == of_one["actions"] != []
    assert served.refused("GET", f"/api/rooms/{over}/replay?seat=9")[0] == 400
    for path in ("record", "replay"):
        assert served.refused("GET", f"/api/rooms/{running}/{path}") == GONE


def test_a_file_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """Step by step, from the first version on; what is in it stays."""
    path = tmp_path / "house.db"
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(MIGRATIONS[0])
        file.execute("INSERT INTO actions (room, seq, seat, action) VALUES ('a', 1, 0, 'pass')")
    store = SqliteStore(path, lambda batch: None)
    assert store.actions("a") == [(0, "pass", None)]
    assert store.record("a") is None
    store.close_writer()
    store.close()
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """In one sentence, and it is not changed."""
    path = tmp_path / "house.db"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="it was written by a newer version of Bidwell"):
        SqliteStore(path, lambda batch: None)
    assert path.read_bytes() == before
