"""A client says hello first, and receives the complete state of its seats."""

from __future__ import annotations

import pytest

from bidwell.server import app as application
from bidwell.server.wire import TableProtocol
from tests.server.conftest import Serve
from tests.server.helpers import Device, Served, wait_until


def test_hello_is_answered_by_the_room_and_a_whole_view(served: Served) -> None:
    """Of the seat whose token was shown, with everything told since the deal."""
    room, tokens = served.room()
    with Device(served, room, tokens[1]) as device:
        found, shown = device.heard, device.views[1]
        assert '"tell":"room"' in found[0]
        assert (shown["seq"], shown["whole"], shown["seat"]) == (0, True, 1)
        assert shown["view"] == dict(served.table_of(room).view(1))
        assert [event["name"] for event in shown["news"]] == [e.name for e in served.table_of(room).told(1)]


def test_foresight_comes_to_seats_that_are_asked_and_to_clients_that_want_it(served: Served) -> None:
    """A program that waits is sent none, unless it says that it wants it."""
    room, tokens = served.room()
    asked = served.table_of(room).asks[0]
    for foresight, expected in ((False, {asked}), (True, {0, 1, 2})):
        with Device(served, room, hello=False) as device:
            device.say(say="hello", tokens=tokens, foresight=foresight)
            device.rest()
            assert {seat for seat, shown in device.views.items() if shown["foresight"] is not None} == expected


def test_several_seats_are_played_from_one_device(served: Served) -> None:
    """Each has its own view, in the order of the seats, whatever the order of the tokens."""
    room, tokens = served.room()
    with Device(served, room, *reversed(tokens)) as device:
        assert [*device.views] == [0, 1, 2]
        seat = served.table_of(room).asks[0]
        device.play(seat, "pass")
        device.rest()
        assert {shown["seq"] for shown in device.views.values()} == {1}


def test_a_token_shown_twice_is_one_seat(served: Served) -> None:
    """One view, not two."""
    room, tokens = served.room()
    with Device(served, room, tokens[0], hello=False) as device:
        device.say(say="hello", tokens=[tokens[0], tokens[0]])
        device.hear("view")
        assert [message["tell"] for message in device.rest()].count("view") == 0


def test_without_a_token_one_watches(served: Served) -> None:
    """A spectator has a view with no seat, is counted, and can do nothing."""
    room, _ = served.room()
    with Device(served, room) as device:
        assert device.views[None]["view"] == dict(served.table_of(room).view(None))
        assert served.get(f"/api/rooms/{room}")["watching"] == 1
        for intent in ({"say": "act", "seq": 0, "key": "12345678"}, {"say": "would"}):
            device.say(**intent, seat=0, action="pass")
            assert device.hear("error")["why"] == "seat 0 is not played from here"
        device.say(say="chat", seat=0, text="hear me", key="12345678")
        assert device.hear("error")["why"] == "seat 0 is not played from here"
    wait_until(lambda: served.get(f"/api/rooms/{room}")["watching"] == 0)


def test_everybody_hears_who_comes_and_goes(served: Served) -> None:
    """The room is sent at every change."""
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as host:
        with Device(served, room, tokens[1]):
            while not host.hear("room")["room"]["seats"][1]["here"]:
                pass
        while host.hear("room")["room"]["seats"][1]["here"]:
            pass


WRONG = {
    '{"say": "act", "seat": 0, "seq": 0, "key": "12345678", "action": "pass"}': "the first message is a hello",
    '{"say": "hello"}': "the first message is a hello",
    '{"say": "hello", "tokens": "all"}': "the first message is a hello",
    '{"say": "hello", "tokens": [], "more": 1}': "the first message is a hello",
    '{"say": "hello", "tokens": ["", "", "", "", "", "", ""]}': "the first message is a hello",
    "nonsense": "the first message is a hello",
    "[" * 3000: "the first message is a hello",
    '{"say": "hello", "tokens": ["guessed"]}': "that is no token of a seat in this room",
}


@pytest.mark.parametrize("message", WRONG, ids=lambda message: message[:40])
def test_a_client_that_does_not_say_hello_is_refused(served: Served, message: str) -> None:
    """One sentence, and the connection ends."""
    room, _ = served.room()
    with Device(served, room, hello=False) as device:
        device.raw(message)
        code, found = device.closed()
    assert code in (1008, 4404)
    assert [each["tell"] for each in found] == ["error"]
    assert WRONG[message] in found[0]["why"]


def test_hello_in_binary_is_no_hello(served: Served) -> None:
    """It is answered with an error, like everything else that is not understood."""
    room, _ = served.room()
    with Device(served, room, hello=False) as device:
        device.raw(b'{"say": "hello", "tokens": []}')
        assert "the first message is a hello" in device.closed()[1][0]["why"]


def test_a_token_of_another_room_opens_nothing(served: Served) -> None:
    """A valid token next to an invalid one does not help."""
    _, tokens = served.room()
    other, _ = served.room()
    for shown in ([tokens[0]], [*served.room()[1], "x"]):
        with Device(served, other, hello=False) as device:
            device.say(say="hello", tokens=shown)
            code, found = device.closed()
            assert (code, found) == (4404, [{"tell": "error", "why": "that is no token of a seat in this room"}])


def test_a_room_that_is_not_there(served: Served) -> None:
    """Is said to be gone."""
    with Device(served, "nothing", hello=False) as device:
        code, found = device.closed()
    assert (code, "there is no such room" in found[0]["why"]) == (4404, True)


def test_hello_is_said_once(served: Served) -> None:
    """The second one changes nothing, whatever tokens it shows."""
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device:
        device.say(say="hello", tokens=tokens)
        assert device.hear("error")["why"] == "hello was sent already"
        device.say(say="would", seat=1, action="pass")
        assert device.hear("error")["why"] == "seat 1 is not played from here"


def test_a_client_that_says_nothing_is_disconnected(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while."""
    monkeypatch.setattr(application, "HELLO", 0.2)
    room, _ = served.room()
    with Device(served, room, hello=False) as device:
        assert "the first message is a hello" in device.closed()[1][0]["why"]


def test_a_full_room_takes_no_more_watchers(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are there stay, and a player comes to the seat however many watch."""
    monkeypatch.setattr(application, "MOST_WATCHING", 1)
    room, tokens = served.room()
    with Device(served, room) as there, Device(served, room, hello=False) as device:
        device.say(say="hello", tokens=[])
        code, (told,) = device.closed()
        assert (code, told["tell"]) == (4409, "error")
        assert told["why"] == "1 people watch this table, and no more can: try again later"
        with Device(served, room, tokens[0]) as player:
            assert player.would(0, "pass")["seat"] == 0
        assert there.views[None]["seq"] == 0


def test_one_address_does_not_take_every_place_to_watch(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others can still watch; who left makes room."""
    monkeypatch.setattr(application, "MOST_WATCHING_OF_ADDRESS", 1)
    room, _ = served.room()
    with Device(served, room), Device(served, room, hello=False) as second:
        second.say(say="hello", tokens=[])
        code, (told,) = second.closed()
        assert (code, told["why"]) == (4409, "1 people of your address watch this table: leave room for others")
        with Device(served, room, source_address=("127.0.0.2", 0)) as other:
            assert other.views[None]["seq"] == 0
    wait_until(lambda: not served.live(room).connections)
    with Device(served, room) as again:
        assert again.views[None]["seq"] == 0


def test_a_seat_is_open_on_a_few_devices(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is refused, and takes nobody else's place."""
    monkeypatch.setattr(application, "MOST_DEVICES", 1)
    room, tokens = served.room()
    with Device(served, room, tokens[0]), Device(served, room, hello=False) as device:
        device.say(say="hello", tokens=[tokens[0]])
        code, (told,) = device.closed()
        assert (code, told["why"]) == (4409, "your seat is open on 1 devices or pages: close one of them")
        with Device(served, room, tokens[1]) as other:
            assert other.views[1]["seq"] == 0


def test_a_client_that_falls_behind_is_disconnected_and_comes_back(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for a connection is bounded; coming back one sees the table as it is."""
    monkeypatch.setattr("bidwell.server.room_session.LONGEST_QUEUE", 4)
    served = serve()
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device:
        live = served.live(room)
        (wire,) = [connection.wire for connection in live.connections]
        assert isinstance(wire, TableProtocol)
        served.on_loop(wire.pause_writing)  # as when the buffers of the system are full
        for _ in range(10):
            served.on_loop(lambda: live.tell({"tell": "x"}))
        served.on_loop(wire.resume_writing)
        assert device.closed()[0] == 1013
    with Device(served, room, tokens[0]) as device:
        assert device.views[0]["whole"]
