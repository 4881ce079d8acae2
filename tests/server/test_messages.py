"""Invalid messages get one clear sentence and change nothing; and chat."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bidwell.server import app as application
from bidwell.server import chat
from bidwell.server.guard import Buckets
from tests.server.conftest import Serve
from tests.server.helpers import Device, Message, Served

ACT = {"say": "act", "seat": 0, "seq": 0, "key": "12345678", "action": "pass"}
CHAT = {"say": "chat", "seat": 0, "text": "hello", "key": "12345678"}
WRONG: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "{",
    "a number": "7",
    "a list": "[]",
    "null": "null",
    "binary": b'{"say": "would", "seat": 0, "action": "pass"}',
    "no kind": "{}",
    "an unknown kind": '{"say": "sing"}',
    "a kind that is no text": '{"say": 7}',
    "a field too many": json.dumps({**ACT, "more": 1}),
    "a field too few": json.dumps({key: value for key, value in ACT.items() if key != "seq"}),
    "a seat that is a text": json.dumps({**ACT, "seat": "0"}),
    "a seat that is none": json.dumps({**ACT, "seat": None}),
    "a seat below 0": json.dumps({**ACT, "seat": -1}),
    "a seat that never is": json.dumps({**ACT, "seat": 6}),
    "a view below 0": json.dumps({**ACT, "seq": -1}),
    "a view out of reach": json.dumps({**ACT, "seq": 10**30}),
    "a view that is half": json.dumps({**ACT, "seq": 0.5}),
    "a short key": json.dumps({**ACT, "key": "1"}),
    "a long key": json.dumps({**ACT, "key": "1" * 65}),
    "a key that is a number": json.dumps({**ACT, "key": 12345678}),
    "a long action": json.dumps({**ACT, "action": "p" * 201}),
    "an action that is a list": json.dumps({**ACT, "action": ["pass"]}),
    "half a letter": json.dumps({**ACT, "action": "\ud800"}),
    "an empty line": json.dumps({**CHAT, "text": ""}),
    "a long line": json.dumps({**CHAT, "text": "x" * 401}),
    "deep": "[" * 4000,
    "deep within": json.dumps(ACT).replace('"pass"', "[" * 3000),
    "another hello": '{"say": "hello", "tokens": []}',
    "another's seat": json.dumps({**ACT, "seat": 1}),
}


@pytest.fixture(scope="module")
def host(served: Served) -> Iterator[Device]:
    """Seat 0 of a table. It may send as many messages at once as there are tests."""
    room, tokens = served.room()
    with pytest.MonkeyPatch.context() as patch, Device(served, room, hello=False) as device:
        patch.setattr(application, "BURST", 1e9)
        device.say(say="hello", tokens=[tokens[0]])
        device.hear("view")
        device.rest()
        yield device


@pytest.mark.parametrize("what", WRONG)
def test_what_makes_no_sense_gets_one_sentence(host: Device, what: str) -> None:
    """The connection stays, and the next message is heard."""
    host.raw(WRONG[what])
    message = host.next()
    assert {*message} == {"tell", "why"}
    assert message["tell"] == "error"
    assert "\n" not in message["why"]
    assert 10 < len(message["why"]) < 200
    assert host.would(0, "pass")["seat"] == 0


def test_a_message_too_large_ends_the_connection_and_nothing_else(served: Served) -> None:
    """Coming back, one sees the table as it was."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device, Device(served, room) as watcher:
        before = device.views[0]["view"]
        device.say(**ACT | {"action": "p" * 5000})
        assert device.closed()[0] == 1009
        assert "view" not in {message["tell"] for message in watcher.rest()}
    with Device(served, room, *tokens) as device:
        assert device.views[0]["view"] == before


def test_too_many_messages_at_once_are_not_heard(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets an error; soon a message is accepted again."""
    monkeypatch.setattr(application, "BURST", 5.0)
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device:
        for _ in range(50):
            device.say(say="would", seat=0, action="pass")
        found: list[Message] = []
        while len(found) < 50:
            found += [message for message in [device.next()] if message["tell"] != "room"]
        slow = [message for message in found if message["tell"] == "error"]
        assert {message["why"] for message in slow} == {"too many messages at once: slow down"}
        assert slow
        assert len(found) - len(slow) >= 5
        time.sleep(0.2)
        assert device.would(0, "pass")["seat"] == 0


def test_an_address_has_a_share_of_the_processor(serve: Serve) -> None:
    """What its connections ask for costs together no more than that, whatever it is and however many they are."""
    served = serve()
    served.house.shares = Buckets(1e-9, 1e-9)
    room, tokens = served.room()
    with Device(served, room, tokens[0], hello=False) as device:
        device.say(say="hello", tokens=[tokens[0]])
        device.say(say="would", seat=0, action="pass")
        assert device.hear("error")["why"] == "too many messages at once: slow down"
    with pytest.raises(InvalidStatus):
        Device(served, room, tokens[0])
    served.house.shares = Buckets(1.0, 1.0)
    with Device(served, room, tokens[0]) as device:
        assert device.would(0, "pass")["seat"] == 0


def test_a_client_that_sends_many_invalid_messages_is_disconnected(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client got a reason each time; others notice nothing."""
    monkeypatch.setattr(application, "MOST_WRONG", 10)
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as other, Device(served, room, tokens[1]) as device:
        for _ in range(10):
            device.raw("nonsense")
        code, found = device.closed()
        assert (code, [message["tell"] for message in found].count("error")) == (1013, 10)
        assert other.would(0, "pass")["seat"] == 0


# What people say


def said(device: Device, text: str, key: str = "", seat: int = 0, **more: Any) -> None:
    device.say(say="chat", seat=seat, text=text, key=key or f"{text:8}"[:64], **more)


def test_a_line_is_heard_by_everybody(served: Served) -> None:
    """Spectators too, and with the name of who said it."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device, Device(served, room) as watcher:
        said(device, "well played", seat=1)
        line = {"seat": 1, "name": "Jo", "text": "well played"}
        told = {"tell": "chat", "lines": [line], "whole": False}
        assert device.hear("chat") == {**told, "key": "well played"}
        assert watcher.hear("chat") == {**told, "key": None}


def test_a_line_said_again_with_its_key_is_one(served: Served) -> None:
    """As when its answer was lost; and it is answered every time."""
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device, Device(served, room) as watcher:
        for _ in range(3):
            said(device, "once", "12345678")
        said(device, "and once more")
        told = [
            (each["key"], [line["text"] for line in each["lines"]]) for each in (device.hear("chat") for _ in range(4))
        ]
        assert sorted(told) == [
            ("12345678", []),
            ("12345678", []),
            ("12345678", ["once"]),
            ("and once more", ["and once more"]),
        ]
        assert [watcher.hear("chat")["lines"][0]["text"] for _ in range(2)] == ["once", "and once more"]


MESSY = {
    "two\nlines": "two lines",
    "tab\tand  spaces ": "tab and spaces",
    "\u202eturned\u202c round": "turned round",
    "zero\u200bwidth": "zerowidth",
    "be\x07ll \x1b[31mred": "bell [31mred",
    "<b>&amp;</b>": "<b>&amp;</b>",
    "e\u0301": "é",
    "😀 ok": "😀 ok",
}


@pytest.mark.parametrize("text", MESSY, ids=MESSY.values())
def test_a_line_is_made_fit_to_be_shown(served: Served, text: str) -> None:
    """One line, nothing that cannot be seen, nothing that turns the writing; markup is for the page to escape."""
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device:
        said(device, text, "12345678")
        assert device.hear("chat")["lines"][0]["text"] == MESSY[text]


def test_a_line_of_which_nothing_is_left_is_not_said(served: Served) -> None:
    """But answered, to who said it."""
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device, Device(served, room) as watcher:
        said(device, " \u200b\n ", "12345678")
        said(device, "something")
        assert device.hear("chat") == {"tell": "chat", "lines": [], "whole": False, "key": "12345678"}
        assert [line["text"] for line in watcher.hear("chat")["lines"]] == ["something"]


def test_what_was_said_is_there_after_a_restart(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest lines, in their order; a client that comes later hears them too."""
    assert chat.LINES > 100
    monkeypatch.setattr(chat, "LINES", 3)
    served = serve()
    room, tokens = served.room()
    with Device(served, room, tokens[0]) as device:
        for number in range(5):
            said(device, f"line {number}")
            device.hear("chat")
        with Device(served, room, tokens[1]) as other:
            assert [line["text"] for line in other.hear("chat")["lines"]] == ["line 2", "line 3", "line 4"]
    served = serve()
    with Device(served, room) as watcher:
        assert [line["text"] for line in watcher.hear("chat")["lines"]] == ["line 2", "line 3", "line 4"]
