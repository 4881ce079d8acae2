"""Clocks: bots play for players who are late or gone, and a player who comes back has the seat again."""

from __future__ import annotations

import time

import pytest

from tests.server.helpers import Device, Served, wait_until

AGES = 1e6


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clocks are checked often."""
    monkeypatch.setattr("bidwell.server.ticker.TICK", 0.05)


def standing_in(served: Served, room: str) -> list[int]:
    seats = served.get(f"/api/rooms/{room}")["seats"]
    return [number for number, seat in enumerate(seats) if seat["stand_in"]]


def test_a_bot_plays_for_a_player_who_leaves_until_they_come_back(served: Served) -> None:
    """A player who leaves is replaced at once; with hello the seat is theirs again."""
    room, tokens = served.room()
    seat = served.table_of(room).asks[0]
    with Device(served, room, tokens[seat - 1]) as other:
        served.post(f"/api/rooms/{room}/leave", {"token": tokens[seat]})
        assert standing_in(served, room) == [seat]
        while other.hear("view")["seq"] < 1:
            pass
        with Device(served, room, tokens[seat]) as back:
            assert standing_in(served, room) == []
            assert back.views[seat]["seq"] >= 1


def test_a_bot_plays_for_a_player_who_is_away_too_long(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """While others wait; everybody is notified."""
    monkeypatch.setattr("bidwell.server.room_session.AWAY", 0.2)
    room, tokens = served.room()
    seat = served.table_of(room).asks[0]
    with Device(served, room, tokens[seat - 1]) as other:
        while not other.hear("room")["room"]["seats"][seat]["stand_in"]:
            pass
        while other.hear("view")["seq"] < 1:
            pass


def test_nobody_is_replaced_while_present_or_while_nobody_waits(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who is present may take their time; a table without players waits."""
    monkeypatch.setattr("bidwell.server.room_session.AWAY", 0.1)
    room, tokens = served.room()
    empty, _ = served.room()
    with Device(served, room, *tokens):
        time.sleep(0.5)
        assert standing_in(served, room) == standing_in(served, empty) == []
        assert served.live(room).room.seq == served.live(empty).room.seq == 0


def test_at_a_table_of_days_nobody_is_expected_to_stay(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock of an hour or more nobody is replaced for leaving."""
    monkeypatch.setattr("bidwell.server.room_session.AWAY", 0.1)
    room, tokens = served.room(seconds=86_400)
    seat = served.table_of(room).asks[0]
    with Device(served, room, tokens[seat - 1]):
        time.sleep(0.5)
        assert standing_in(served, room) == []


def put_away(served: Served, room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No player is connected, and the room is only on disk."""
    with monkeypatch.context() as hasty:
        hasty.setattr("bidwell.server.ticker.IDLE", 0.0)
        wait_until(lambda: room not in served.house.rooms)


@pytest.mark.parametrize("played", [0, 1])
def test_a_clock_of_days_goes_on_while_nobody_is_there(
    served: Served, monkeypatch: pytest.MonkeyPatch, played: int
) -> None:
    """From the deal, or from the last action; and a bot chooses when it is up."""
    room, tokens = served.room(seconds=86_400)
    with Device(served, room, *tokens) as device:
        for _ in range(played):
            device.play(served.table_of(room).asks[0], "pass")
    put_away(served, room, monkeypatch)
    now, seat = time.time(), served.table_of(room).asks[0]
    put_away(served, room, monkeypatch)
    monkeypatch.setattr("bidwell.server.clocks.time.time", lambda: now + 86_000)
    with Device(served, room, tokens[seat]) as device:
        assert 300 < device.views[seat]["clock"][str(seat)] < 500
    put_away(served, room, monkeypatch)
    monkeypatch.setattr("bidwell.server.clocks.time.time", lambda: now + 87_000)
    with Device(served, room, tokens[seat]) as device:
        while device.views[seat]["seq"] <= played:
            device.hear("view")


def test_a_short_clock_begins_anew(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a short clock, time during which the room was only on disk does not count."""
    room, tokens = served.room(seconds=30)
    put_away(served, room, monkeypatch)
    now, seat = time.time(), served.table_of(room).asks[0]
    put_away(served, room, monkeypatch)
    monkeypatch.setattr("bidwell.server.clocks.time.time", lambda: now + 3000)
    with Device(served, room, tokens[seat]) as device:
        assert device.views[seat]["clock"][str(seat)] > 20


def test_a_player_who_has_left_has_left_for_good(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the room was only on disk meanwhile; until the player comes back. A rematch is for everybody."""
    room, tokens = served.room(seconds=86_400)
    seat = served.table_of(room).asks[0]
    served.post(f"/api/rooms/{room}/leave", {"token": tokens[seat]})
    put_away(served, room, monkeypatch)
    assert standing_in(served, room) == [seat]
    other = (seat + 1) % 3
    with Device(served, room, tokens[other]) as device:
        while device.views[other]["seq"] < 1:
            device.hear("view")
    with Device(served, room, tokens[seat]):
        assert standing_in(served, room) == []


def test_nobody_has_waited_while_nobody_was_there(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players lose their connection: the first to return waits for the other from that moment."""
    room, tokens = served.room()
    seat = served.table_of(room).asks[0]
    with Device(served, room, tokens[seat]), Device(served, room, tokens[seat - 1]):
        pass
    live = served.live(room)
    wait_until(lambda: served.on_loop(lambda: {*live.left}) >= {seat, (seat - 1) % 3})
    monkeypatch.setattr("bidwell.server.room_session.AWAY", 5.0)
    served.on_loop(lambda: live.left.update({each: live.left[each] - 100 for each in live.left}))
    with Device(served, room, tokens[seat - 1]):
        assert served.get(f"/api/rooms/{room}")["seats"][seat]["takes_over"] > 1
        assert standing_in(served, room) == []


def test_the_clock_says_how_much_time_is_left(served: Served) -> None:
    """To everybody, of those who are asked; without a clock it is empty."""
    room, tokens = served.room("secret_auction", seconds=50)
    with Device(served, room, *tokens) as device:
        clock = device.views[0]["clock"]
        assert {*clock} == {"0", "1", "2"}
        assert all(40 < seconds <= 50 for seconds in clock.values())
        shown = device.play(1, device.views[1]["view"]["legal"][0])
        assert {*shown["clock"]} == {"0", "2"}


def test_a_clock_that_is_up_makes_a_bot_choose(served: Served) -> None:
    """For that one decision: the seat stays who it was."""
    room, tokens = served.room(seconds=1)
    with Device(served, room, *tokens) as device:
        while device.hear("view")["seq"] < 1:
            pass
        assert standing_in(served, room) == []


def test_a_person_whose_time_is_up_is_told(served: Served) -> None:
    """On the devices of that seat only."""
    room, tokens = served.room(seconds=1)
    with Device(served, room, *tokens) as device, Device(served, room) as watcher:
        assert device.hear("error")["why"] == "time ran out: a bot has played for you"
        watcher.hear("view")
        watcher.rest()
        assert not any("time ran out" in text for text in watcher.heard)


def test_a_clock_goes_on_while_others_choose_at_once(served: Served) -> None:
    """Another player's choice gives nobody more time."""
    room, tokens = served.room("secret_auction", seconds=500)
    with Device(served, room, *tokens) as device:
        live = served.live(room)
        before = dict(live.clocks.asked)
        device.play(1, device.views[1]["view"]["legal"][0])
        assert live.clocks.asked == {seat: before[seat] for seat in (0, 2)}


def test_bots_play_only_while_somebody_is_there(served: Served) -> None:
    """They begin when somebody comes."""
    seats = [{"who": "me"}, {"who": "novice"}, {"who": "novice"}, {"who": "novice"}, {"who": "novice"}]
    while True:
        made = served.post("/api/rooms", {"game": "serengeti", "seats": seats})
        room, token = made["room"]["id"], made["tokens"]["0"]
        live = served.live(room)
        if live.room.playing.asks != (0,):
            break
    time.sleep(0.3)
    assert live.room.seq == 0
    with Device(served, room, token) as device:
        while not device.views[0]["view"]["legal"]:
            device.hear("view")
        assert live.room.seq > 0


def test_a_room_that_nobody_uses_is_only_on_disk(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is loaded from disk unchanged."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = served.table_of(room).asks[0]
        shown = device.play(seat, "bid 3")["view"]
        monkeypatch.setattr("bidwell.server.ticker.IDLE", 0.0)
        time.sleep(0.3)
        assert room in served.house.rooms
    wait_until(lambda: room not in served.house.rooms)
    monkeypatch.setattr("bidwell.server.ticker.IDLE", AGES)
    with Device(served, room, *tokens) as device:
        assert device.views[seat]["view"] == shown


def test_a_bot_that_cannot_choose_does_not_stop_the_table(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another plays for it, and it is in the log."""

    async def broken(level: str, view: object, asker: object) -> str:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(served.house.workers, "choose", broken)
    room, tokens = served.room()
    seat = served.table_of(room).asks[0]
    other = (seat + 1) % 3
    with Device(served, room, tokens[other]) as device:
        served.post(f"/api/rooms/{room}/leave", {"token": tokens[seat]})
        while device.views[other]["seq"] < 1:
            device.hear("view")
    assert any("a bot could not choose" in line for line in served.log.lines)
    served.log.lines.clear()
