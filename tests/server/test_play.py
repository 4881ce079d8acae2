"""Play over a connection: an action answers a view, and the next view answers it once it is on disk."""

from __future__ import annotations

import random

import pytest

from bidwell import replay
from bidwell.core.ties import ties
from bidwell.games import NAMES
from bidwell.server import app as application
from tests.server.conftest import Serve
from tests.server.helpers import Device, Message, Served, asked


def course(served: Served, room: str) -> list[tuple[int, str, str | None]]:
    """The stored actions of a game."""
    return [*served.on_loop(lambda: served.house.store.actions(room))]


def test_an_action_is_answered_by_the_whole_view(served: Served) -> None:
    """With what was told, and with its key; it is on disk by then."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        shown = device.play(seat, "bid 7")
        assert (shown["seq"], shown["whole"]) == (1, False)
        assert shown["view"] == dict(served.table_of(room).view(seat))
        assert "You bid 7" in shown["news"][0]["text"]
        assert course(served, room) == [(seat, "bid 7", shown["key"])]


def test_others_see_it_without_its_key(served: Served) -> None:
    """Each seat gets its own view."""
    room, tokens = served.room()
    seat = served.table_of(room).asks[0]
    with Device(served, room, tokens[seat]) as actor, Device(served, room) as watcher:
        actor.play(seat, "bid 7")
        shown = watcher.hear("view")
        assert (shown["seat"], shown["seq"], shown["key"]) == (None, 1, None)
        assert shown["view"] == dict(served.table_of(room).view(None))


def test_an_intent_that_answers_an_older_view_is_refused(served: Served) -> None:
    """The current view follows."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        device.play(asked(device), "bid 7")
        device.rest()
        seat = asked(device)
        key = device.act(seat, "pass", seq=0)
        refused = device.hear("refused")
        assert (refused["seat"], refused["key"], refused["clause"]) == (seat, key, "")
        assert refused["why"] == "the table has moved on meanwhile: look again"
        shown = device.hear("view")
        assert (shown["whole"], shown["seq"]) == (True, 1)
        assert len(course(served, room)) == 1


def test_an_intent_that_answers_a_view_to_come_is_refused(served: Served) -> None:
    """Likewise."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        device.act(asked(device), "pass", seq=5)
        assert device.hear("refused")["why"] == "this answers a view that has not been shown yet: look again"
        assert device.hear("view")["seq"] == 0


def test_the_same_key_twice_is_one_action(served: Served) -> None:
    """The second is answered like the first."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        shown = device.play(seat, "bid 7")
        device.rest()
        device.act(seat, "bid 7", seq=0, key=shown["key"])
        while (again := device.hear("view"))["key"] != shown["key"]:
            pass
        assert (again["seq"], again["whole"]) == (1, True)
        assert len(course(served, room)) == 1


def test_the_same_key_from_two_seats_are_two_actions(served: Served) -> None:
    """Another connection that learns a key can do nothing with it."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        key = device.play(asked(device), "bid 1")["key"]
        device.rest()
        device.act(asked(device), "bid 2", key=key)
        while device.hear("view")["seq"] != 2:
            pass
        assert len(course(served, room)) == 2


def test_the_same_key_is_known_after_a_restart(serve: Serve) -> None:
    """An intent whose answer was lost is sent again, and is one action."""
    served = serve()
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        key = device.play(seat, "bid 7")["key"]
    served = serve()
    with Device(served, room, *tokens) as device:
        assert device.views[seat]["seq"] == 1
        device.act(seat, "bid 7", seq=0, key=key)
        assert device.hear("view")["key"] == key
        assert course(served, room) == [(seat, "bid 7", key)]


@pytest.mark.parametrize("game", ["secret_auction", "off_season"])
def test_choices_made_at_once_never_race(served: Served, game: str) -> None:
    """All answer the same view, and all are accepted; only a second choice of one seat is late."""
    room, tokens = served.room(game)
    with Device(served, room, *tokens) as device:
        assert len(served.table_of(room).asks) == 3
        choices = {seat: device.views[seat]["view"]["legal"][0] for seat in range(3)}
        keys = [device.act(seat, choice, seq=0) for seat, choice in choices.items()]
        device.act(0, choices[0], seq=0)
        assert "the table has moved on" in device.hear("refused")["why"]
        while {shown["seq"] for shown in device.views.values()} != {3}:
            device.hear("view")
        assert course(served, room) == [(seat, choices[seat], keys[seat]) for seat in range(3)]


def test_a_choice_made_at_once_shows_nobody_what_it_is(served: Served) -> None:
    """To others the view changes only in who has chosen."""
    room, tokens = served.room("secret_auction")
    with Device(served, room, tokens[0]) as actor, Device(served, room, tokens[1]) as other:
        before = dict(other.views[1]["view"])
        actor.play(0, actor.views[0]["view"]["legal"][0])
        after = other.hear("view")
        changed = {name for name, value in after["view"].items() if before[name] != value}
        assert changed == {"asks", "asked"}
        assert [event["values"] for event in after["news"]] == [{"seat": 0}]


def test_a_seat_cannot_act_for_another(served: Served) -> None:
    """Also with a valid key and the current view."""
    room, tokens = served.room()
    seat = served.table_of(room).asks[0]
    other = (seat + 1) % 3
    with Device(served, room, tokens[other]) as device:
        device.say(say="act", seat=seat, seq=0, key="12345678", action="pass")
        assert device.hear("error")["why"] == f"seat {seat} is not played from here"
        device.say(say="act", seat=other, seq=0, key="12345678", action="pass")
        assert device.hear("refused")["clause"] == "SER-07"
        assert course(served, room) == []


def test_what_the_rules_do_not_allow_is_refused_with_its_clause(served: Served) -> None:
    """And nothing has changed."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        device.play(asked(device), "bid 7")
        device.rest()
        seat = asked(device)
        before = device.views[seat]["view"]
        key = device.act(seat, "bid 6")
        refused = device.hear("refused")
        assert (refused["seat"], refused["key"]) == (seat, key)
        assert refused["clause"] == "SER-07"
        assert refused["clause"] not in refused["why"]
        assert device.rest() == []
        assert dict(served.table_of(room).view(seat)) == before


def test_what_is_not_understood_is_refused_in_one_sentence(served: Served) -> None:
    """Without a clause."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        device.act(asked(device), "dance")
        refused = device.hear("refused")
        assert refused["clause"] == ""
        assert "legal now: " in refused["why"]
        assert "\n" not in refused["why"]


def test_before_the_deal_nothing_can_be_played(served: Served) -> None:
    """The action is neither played nor confirmed."""
    room, _ = served.room(who="open")
    token = served.post(f"/api/rooms/{room}/sit", {"name": "Ida", "seat": 0})["token"]
    with Device(served, room, token) as device:
        device.say(say="act", seat=0, seq=0, key="12345678", action="pass")
        assert device.hear("refused")["why"] == "the cards are not dealt yet"
        assert device.would(0, "pass")["why"] == "the cards are not dealt yet"


def test_would_says_what_an_action_leads_to(served: Served) -> None:
    """And does nothing."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        found = device.would(seat, "pass")
        assert (found["seat"], found["seq"], found["action"], found["why"]) == (seat, 0, "pass", "")
        assert "You pass without a bid and take 2 chips from the bank" in found["events"][0]["text"]
        assert course(served, room) == []


def test_would_says_why_it_is_not_allowed(served: Served) -> None:
    """Also to a seat that is not asked, and of what is not understood."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        assert "is not asked now" in device.would((seat + 1) % 3, "pass")["why"]
        assert "legal now: " in device.would(seat, "dance")["why"]


def mistaken(device: Device) -> tuple[int, str]:
    """Play on until somebody could make a mistake: who, and which."""
    while True:
        seat = asked(device)
        if mistakes := device.views[seat]["mistakes"]:
            return seat, mistakes[0]
        device.step(seat, random.choice(device.views[seat]["view"]["legal"][:3]))


def test_a_mistake_is_named_before_and_punished_when_made(served: Served) -> None:
    """It is in the view as one; `would` says what it breaks; and the table takes it."""
    room, tokens = served.room("serengeti")
    with Device(served, room, *tokens) as device:
        seat, mistake = mistaken(device)
        assert mistake not in device.views[seat]["view"]["legal"]
        found = device.would(seat, mistake)
        assert found["clause"] == "SER-13"
        assert found["events"]
        shown = device.play(seat, mistake)
        assert any(event["clause"] == "SER-14" for event in shown["news"])


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_to_its_end(served: Served, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last view has the scores, places and ties; then the room tells its secret; the record replays."""
    monkeypatch.setattr(application, "BURST", 1e9)
    room, tokens = served.room(game)
    with Device(served, room, *tokens) as device:
        shown = played_out(device)
        ending = shown["ending"]
        table = served.table_of(room)
        assert (ending["scores"], ending["places"]) == (table.scores, table.places)
        assert [tie["place"] for tie in ending["ties"]] == [tie.place for tie in ties(table)]
        while (told := device.hear("room")["room"])["state"] != "over":
            pass
        assert (len(told["shuffle"]), told["seed"]) == (32, str(table.seed))
        device.act(0, "pass")
        assert "the game is over" in device.hear("refused")["why"]
    status, headers, record = served.ask("GET", f"/api/rooms/{room}/record")
    assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert f"# shuffle: {told['shuffle']}\n# commitment: {told['commitment']}\n" in record.decode()
    steps = served.get(f"/api/rooms/{room}/replay?seat={shown['seat']}")
    assert (len(steps["steps"]), steps["steps"][-1]["ending"]) == (table_length(served, room) + 1, ending)


def test_names_with_apostrophes_are_kept(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the seat to the view, the events and the record."""
    monkeypatch.setattr(application, "BURST", 1e9)
    names = ["O'Neil", "D’Arcy", "Kim"]
    seats = [{"who": "me", "name": name} for name in names]
    made = served.post("/api/rooms", {"game": "serengeti", "seats": seats})
    room = made["room"]["id"]
    with Device(served, room, *made["tokens"].values()) as device:
        shown = played_out(device)
        assert shown["view"]["names"] == names
        table = served.table_of(room)
        assert {name for name in names if any(event.text.startswith(f"{name} ") for event in table.log)} == {*names}
        while device.hear("room")["room"]["state"] != "over":
            pass
    _, _, record = served.ask("GET", f"/api/rooms/{room}/record")
    assert replay(record.decode()).position() == table.position()


def table_length(served: Served, room: str) -> int:
    return len(course(served, room))


def played_out(device: Device) -> Message:
    """Play whatever is first, to the end: the last view."""
    shown = next(iter(device.views.values()))
    while shown["ending"] is None:
        seat = asked(device)
        shown = device.step(seat, device.views[seat]["view"]["legal"][-1])
    return shown
