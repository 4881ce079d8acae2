"""Invalid messages of every kind cause no error and no leak, and the table plays to its end."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidwell.server import app as application
from bidwell.server.protocol import Act, Hello, WouldBe, said
from bidwell.server.room import Room
from checks import fuzz as fuzzing
from checks.fuzz import Counts, fuzz
from tests.server.helpers import Device, Served

MESSAGES = 3_000


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has a turn, and comparisons are frequent."""
    monkeypatch.setattr(fuzzing, "AT_A_TABLE", MESSAGES // 6)
    monkeypatch.setattr(fuzzing, "COMPARED", 20)


@pytest.mark.usefixtures("few")
def test_nothing_goes_wrong_whatever_is_said(tmp_path: Path) -> None:
    """Thousands of messages at tables of every game: no exception, no leak, and each is played to its end."""
    counts = asyncio.run(fuzz(MESSAGES, 1, tmp_path))
    assert counts.bad == []
    assert counts.messages >= MESSAGES
    assert counts.tables >= 4
    assert counts.compared > 60
    assert {*counts.answers} == {"error", "view", "room", "chat", "refused", "would"}


def _breaks(room: Room, seat: int, action: str) -> WouldBe:
    raise KeyError(action)


def _leaks(room: Room, seat: int, action: str) -> WouldBe:
    return WouldBe(seat, room.seq, action, "", [], str(room.playing.state.chance_key))


def _tells_its_secret(room: Room, seat: int, action: str) -> WouldBe:
    return WouldBe(seat, room.seq, action, "", [], room.data.secret)


WRONG: dict[str, Callable[..., WouldBe]] = {"exceptions": _breaks, "leaks": _leaks, "a secret": _tells_its_secret}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("what", WRONG)
def test_what_goes_wrong_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """The check can fail: a handler that breaks, and one that tells too much."""
    monkeypatch.setattr(Room, "would", WRONG[what])
    counts: Counts = asyncio.run(fuzz(300, 1, tmp_path))
    assert counts.exceptions if what == "exceptions" else counts.leaks


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = {"say": st.sampled_from(["hello", "act", "would", "chat"]), "seat": st.integers(-1, 7), "seq": st.integers()}
TEXTS = {name: st.text() for name in ("key", "action", "text")}
SHAPED = st.fixed_dictionaries({}, optional={name: JSON | value for name, value in (FIELDS | TEXTS).items()})


class Nobody:
    """A server, a room and a connection that may do nothing."""

    seats = (0,)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was reached")


@given(message=st.text() | JSON.map(json.dumps) | SHAPED.map(json.dumps))
def test_the_decoder_takes_a_message_or_says_why_not(message: str) -> None:
    """Every input is either accepted or refused."""
    nobody: Any = Nobody()
    try:
        why = application.handle(nobody, nobody, nobody, message)
    except AssertionError:
        assert not isinstance(said(message), Hello)
    else:
        assert why
        assert "\n" not in why


@given(seq=st.integers(), key=st.text(), action=st.text())
def test_what_is_taken_is_within_its_bounds(seq: int, key: str, action: str) -> None:
    """Accepted values have small numbers and short texts."""
    try:
        found = said(json.dumps({"say": "act", "seat": 0, "seq": seq, "key": key, "action": action}))
    except ValueError:
        return
    assert isinstance(found, Act)
    assert 0 <= found.seq <= 1_000_000
    assert 8 <= len(found.key) <= 64
    assert len(found.action) <= 200


def test_nonsense_over_the_wire(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a connection too: every message is answered, and the table is unchanged."""
    monkeypatch.setattr(application, "BURST", 1e9)
    monkeypatch.setattr(application, "MOST_WRONG", 10**9)
    room, tokens = served.room("bids", 4)
    rng = random.Random(1)
    with Device(served, room, *tokens) as device, Device(served, room, tokens[0]) as other:
        device.rest()
        found = []
        for _ in range(500):
            broken = fuzzing._broken(json.dumps({"say": "would", "seat": 0, "action": "pass"}), rng)
            device.raw(broken if rng.random() < 0.9 else rng.randbytes(rng.randrange(100)))
            found.append(device.next()["tell"])
        assert {*found} == {"error", "would"}
        assert served.live(room).room.seq == 0
        assert other.would(0, "pass")["seat"] == 0


BODIES = JSON | st.fixed_dictionaries(
    {"game": st.sampled_from(["serengeti", "bids", "secret_auction", "off_season"])},
    optional={
        "seats": JSON | st.lists(st.fixed_dictionaries({"who": st.sampled_from(["me", "open"]), "name": st.text()})),
        "options": st.dictionaries(
            st.sampled_from(["fines", "overbid", "rounds", "specials", "blanks", "bid_sizes", "ally", "x"]), JSON
        ),
        "open": JSON,
        "seconds": st.integers(),
        "name": JSON,
        "token": JSON,
        "seat": JSON,
        "who": JSON,
    },
)


@given(body=BODIES, path=st.sampled_from(["", "/sit", "/leave", "/seat", "/deal", "/rematch"]))
def test_nonsense_over_http(served: Served, body: Any, path: str) -> None:
    """Taken, or refused in a sentence; never an error of ours."""
    room = _some_room(served)
    status, _, answer = served.ask("POST", f"/api/rooms/{room}{path}" if path else "/api/rooms", body)
    assert status in (200, 400, 403, 409)
    assert status == 200 or {*json.loads(answer)} == {"why", "clause"}


def _some_room(served: Served) -> str:
    for live in served.house.rooms:
        if live.room.data.state == "gathering" and live.room.data.seats[0].kind == "open":
            return live.room.data.id
    return served.room(who="open")[0]
