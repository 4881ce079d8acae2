"""Undo and take-back: who must agree, what may not be crossed, and that it survives a restart."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell.server import take_back
from bidwell.server.take_back import Request, Retraction
from tests.server.helpers import Device, Served


def ask(device: Device, seat: int, what: str = "ask") -> dict[str, Any]:
    device.say(say="take back", seat=seat, what=what)
    return device.hear("take back")


def test_a_bid_is_undone_while_nobody_else_has_seen_it(served: Served) -> None:
    """Serengeti: the others are away, so the bid is taken back without a question."""
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as first:
        seat = served.table_of(room).asks[0]
    with Device(served, room, tokens[seat]) as device:
        device.play(seat, "bid 3")
        assert ask(device, seat, "look")["state"] == "undo"
        assert ask(device, seat)["state"] == "done"
        table = served.table_of(room)
        assert (table.asks, table.steps) == ((seat,), [])
        device.play(seat, "bid 2")
    del first


def test_everyone_who_has_seen_it_must_agree(served: Served) -> None:
    """Two people are present: nothing happens until the other agrees, and a refusal ends it."""
    room, tokens = served.room(players=3)
    devices = [Device(served, room, token) for token in tokens]
    seat = served.table_of(room).asks[0]
    mine, others = devices[seat], [place for place in range(3) if place != seat]
    mine.play(seat, "bid 3")
    assert ask(mine, seat)["waiting"] == others
    devices[others[0]].say(say="take back", seat=others[0], what="refuse")
    assert mine.hear("take back")["state"] == "refused"
    assert len(served.table_of(room).steps) == 1
    ask(mine, seat)
    for other in others:
        devices[other].say(say="take back", seat=other, what="agree")
    assert [mine.hear("take back")["state"] for _ in range(2)] == ["asked", "done"]
    assert served.table_of(room).steps == []
    for device in devices:
        device.close()


def test_an_action_that_nobody_noticed_is_undone_without_a_question(served: Served) -> None:
    """SEC-31: others would learn from the question that a pile was recovered."""
    room, tokens = served.room("secret_auction")
    live, rng = served.live(room), random.Random(3)
    table = live.room.playing
    while len(table.asks) > 1 or "recover" not in table.legal(table.asks[0]):
        seat = rng.choice(table.asks)
        action = rng.choice([action for action in table.legal(seat) if action != "recover"])
        served.on_loop(partial(served.house.actions.play, live, seat, action))
    (seat,) = table.asks
    other = (seat + 1) % 3
    with Device(served, room, tokens[seat]) as mine, Device(served, room, tokens[other]) as device:
        device.rest()
        live.request = wish = Request(other, live.room.number(None), Retraction(0, alone=False), {seat})
        live.answers_due = {other: (0, 1.0)}
        mine.play(seat, "recover")
        assert ask(mine, seat, "look")["state"] == "undo"
        assert ask(mine, seat)["state"] == "done"
        assert device.rest() == []
        assert "recover" in mine.views[seat]["view"]["legal"]
        assert (live.request, live.answers_due) == (wish, {other: (0, 1.0)})


def test_a_card_that_came_up_is_not_taken_back(served: Served) -> None:
    """The last pass draws the next lot from the hidden deck: too late."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        last = 0
        while len(served.table_of(room).steps) < 3:
            last = served.table_of(room).asks[0]
            device.step(last, "pass")
        answer = ask(device, last, "look")
    assert (answer["state"], bool(answer["why"])) == ("never", True)


def test_a_sealed_choice_is_withdrawn_alone(served: Served) -> None:
    """Off Season: my bet comes back, the bet of another stays, and the third still sees only who has bet."""
    room, tokens = served.room("off_season")
    devices = [Device(served, room, token) for token in tokens]
    other, *_, mine = served.table_of(room).legal(0)  # some auctions forbid a bet
    devices[0].play(0, mine)
    devices[1].play(1, other)
    assert ask(devices[0], 0)["state"] == "done"
    table = served.table_of(room)
    assert [(step.seat, step.text) for step in table.steps] == [(1, other)]
    assert table.asks == (0, 2)
    heard = "".join(map(str, devices[2].rest()))
    assert mine.replace("bet", "bets") not in heard
    for device in devices:
        device.close()


def test_a_withdrawn_choice_gives_no_fresh_time(served: Served) -> None:
    """Off Season: who seals and withdraws again and again would keep the others waiting for ever."""
    room, tokens = served.room("off_season", seconds=1000)
    with Device(served, room, *tokens) as device:
        clocks = served.live(room).clocks
        early = {seat: (begun, start - 900) for seat, (begun, start) in clocks.asked.items()}
        served.on_loop(lambda: clocks.asked.update(early))
        mine, other = (served.table_of(room).legal(0)[place] for place in (-1, 0))
        device.play(0, mine)
        device.play(1, other)
        assert ask(device, 0)["state"] == "done"
        assert device.views[0]["clock"]["0"] < 101
        assert device.views[0]["clock"]["2"] < 101


def test_the_others_are_not_asked_without_end(served: Served) -> None:
    """Everybody at the table is interrupted by a wish."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = served.table_of(room).asks[0]
        device.play(seat, "bid 3")
        others = [other for other in range(3) if other != seat]
        for _ in range(4):
            assert ask(device, seat)["state"] == "asked"
            device.say(say="take back", seat=others[0], what="refuse")
            assert "refused" in [message.get("state") for message in device.rest()]
        answer = ask(device, seat)
    assert (answer["state"], answer["why"]) == ("never", "you have asked the others often: wait a few seconds")


def test_a_wish_outlasts_what_nobody_else_notices(served: Served) -> None:
    """Others who agree in vain would learn that its player has done something unseen."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = served.table_of(room).asks[0]
        device.play(seat, "bid 3")
        waiting = ask(device, seat)["waiting"]
        session = served.live(room)
        served.on_loop(lambda: session.room._numbers[-1].__setitem__(seat, 99))
        for other in waiting:
            device.say(say="take back", seat=other, what="agree")
        while device.hear("take back")["state"] != "done":
            pass


def test_the_actions_that_a_seat_takes_back_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them stays on disk and is replayed with the room: it would take ever longer to load."""
    monkeypatch.setattr(take_back, "MOST", 2)
    served = Served(tmp_path)
    room, tokens = served.room("off_season")
    with Device(served, room, *tokens) as device:
        for _ in range(2):
            device.play(0, served.table_of(room).legal(0)[-1])
            assert ask(device, 0)["state"] == "done"
        device.play(0, served.table_of(room).legal(0)[-1])
        device.play(1, served.table_of(room).legal(1)[-1])
        enough = ask(device, 0)
        assert enough["state"] == "never"
        assert enough["why"] == "you have taken back 2 actions in this game: that is enough"
        assert ask(device, 1)["state"] == "done"
    served.stop()
    again = Served(tmp_path)
    with Device(again, room, *tokens) as device:
        assert ask(device, 0)["why"] == enough["why"]
    again.stop()


def test_what_was_taken_back_stays_taken_back(tmp_path: Path) -> None:
    """After a restart the table has no trace of it, and the record replays."""
    served = Served(tmp_path)
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = served.table_of(room).asks[0]
        device.play(seat, "bid 3")
        ask(device, seat)
        for place in range(3):
            if place != seat:
                device.say(say="take back", seat=place, what="agree")
        while device.hear("take back")["state"] != "done":
            pass
        device.play(seat, "bid 2")
        before = served.table_of(room)
    served.stop()
    again = Served(tmp_path)
    again.get(f"/api/rooms/{room}")
    with Device(again, room, *tokens):
        table = again.table_of(room)
    again.stop()
    assert [step.text for step in table.steps] == [step.text for step in before.steps] == ["bid 2"]
    assert table == before
    assert bidwell.replay(table.record()) == table
