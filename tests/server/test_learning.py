"""What newcomers and guests are sent: goal cards, options in words, hints, the chat of spectators, and the door."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Awaitable
from typing import Any

import pytest

from bidwell import native
from bidwell.analysis.hint import advise
from bidwell.games import game
from bidwell.server import hints, lan
from bidwell.server.lan import Lan
from bidwell.server.protocol import Refusal
from bidwell.server.workers import Workers
from tests.server.helpers import Device, Served, asked


def test_the_goal_card_of_a_table_follows_its_options(served: Served) -> None:
    """Without bluffing the card says so. Clauses come taken apart, so that the page parses no text."""
    room, _ = served.room(options={"overbid": False})
    card = served.get(f"/api/rooms/{room}/goal")
    assert len(card) == 5
    assert "Nobody may bid more chips than they have" in card[3]["text"]
    cited = [part for line in card for part in line["parts"] if part["kind"] == "clause"]
    assert cited[0] == {"kind": "clause", "text": "SER-21", "before": "(", "after": "),"}


def test_a_room_tells_its_options_in_words(served: Served) -> None:
    """Each with what it means, and whether it is as usual."""
    room, _ = served.room("secret_auction", options={"bid_sizes": "stars"})
    (option,) = served.get(f"/api/rooms/{room}")["agreed"]
    assert option["label"] == "Cards in a bid"
    assert option["means"].startswith("A bid has as many money cards as the item has stars")
    assert not option["usual"]


def test_a_hint_is_a_legal_action_in_words_with_a_reason(served: Served) -> None:
    """It answers the view that the seat was shown."""
    room, tokens = served.room("secret_auction")
    with Device(served, room, tokens[0]) as device:
        device.say(say="hint", seat=0)
        hint = device.hear("hint")
        assert hint["action"] in device.views[0]["view"]["legal"]
        assert hint["said"].startswith("keep the ")
        assert hint["reason"].endswith(".")
        assert hint["seq"] == device.views[0]["seq"]


def test_a_hint_without_a_compiler_names_the_second_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be imagined then, so the reason says what the network prefers the action to."""
    monkeypatch.setattr(native, "available", lambda: False)
    table = game("bids").deal(players=3, seed=1)
    view = table.view_when_asked(table.asks[0])
    action, reason = advise(view)
    assert action in view["legal"]
    assert re.search(r"prefers this\. Its second choice is to play \w+ \d+\.$", reason)


def test_hints_are_for_the_own_turn_and_few_at_once(served: Served) -> None:
    """A seat that is not asked gets none; the fourth at once is refused."""
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        seat = asked(device)
        device.say(say="hint", seat=(seat + 1) % 3)
        assert device.hear("error")["why"] == "a hint is for your own turn"
        for _ in range(4):
            device.say(say="hint", seat=seat)
        assert device.hear("error")["why"] == "too many hints at once: think for a few seconds"


def test_a_hint_is_made_from_the_view_alone(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """In two worlds that the seat cannot tell apart the coach is given the same view."""
    given: list[str] = []

    def noted(view: Any) -> tuple[str, str]:
        given.append(json.dumps(view))
        return view["legal"][0], "So."

    monkeypatch.setattr(hints, "sensible", noted)
    monkeypatch.setattr(Workers, "_is_ready", lambda self, spec, name: False)  # so that it answers in this process
    for seed in (1, 2):
        room, tokens = served.room("secret_auction")
        table = served.table_of(room)
        served.lay(room, _fixed(table.game).imagine(0, seed), 0)
        with Device(served, room, tokens[0]) as device:
            device.say(say="hint", seat=0)
            device.hear("hint")
    assert given[0] == given[1]


def _fixed(game: Any) -> Any:
    return game.deal(3, seed=5)


def test_spectators_talk_among_themselves(served: Served) -> None:
    """Other spectators read it; the players do not, and it is not kept."""
    room, tokens = served.room()
    with Device(served, room) as one, Device(served, room) as other, Device(served, room, tokens[0]) as player:
        one.say(say="chat", seat=None, text="who leads?", key="spectator-1")
        assert other.hear("chat")["lines"][0]["text"] == "who leads?"
        assert not [message for message in player.rest() if message["tell"] == "chat"]
        player.say(say="chat", seat=None, text="hello", key="spectator-2")
        assert player.hear("error")["why"] == "spectators talk without a seat"
    with Device(served, room) as later:
        assert not [message for message in later.rest() if message["tell"] == "chat"]


def test_a_refused_action_is_explained_without_notation(served: Served) -> None:
    """`recover` is said in words, and the reason lists no notations."""
    room, tokens = served.room("secret_auction")
    with Device(served, room, tokens[0]) as device:
        would = device.would(0, "recover")
    assert would["said"] == "take back the pile"
    assert "legal now" not in would["why"]


def test_the_own_address_is_found_without_sending() -> None:
    """It is an address of this machine that is not loopback, or none."""
    found = lan.own_address()
    if found is not None:
        with socket.create_server((found, 0)):
            assert not found.startswith("127.")


def test_on_loopback_no_link_is_given(served: Served) -> None:
    """The page would make a QR code of it that cannot work."""
    assert served.get("/api/house") == {"lan": False, "links": [], "may_switch": False}


async def _opened(bound: socket.socket) -> Any:
    class Closed:
        def close(self) -> None:
            bound.close()

    return Closed()


def test_the_door_is_opened_only_from_this_machine(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open, it gives a link that others can reach; closed again, none."""
    monkeypatch.setattr(lan, "own_address", lambda: "127.0.0.1")
    door = Lan("127.0.0.1", 0, _opened)

    def switched(on: bool, client: str) -> Awaitable[None]:
        return door.switch(on, client)

    with pytest.raises(Refusal, match="at the server's own machine"):
        served.awaited(switched(True, "192.0.2.7"))
    served.awaited(switched(True, "127.0.0.1"))
    assert door.info("127.0.0.1").links == ["http://127.0.0.1:0"]
    served.awaited(switched(False, "127.0.0.1"))
    assert not door.info("127.0.0.1").lan


def test_strangers_learn_no_address_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come by a name or through a proxy; on a network of friends everybody may know the address."""
    monkeypatch.setattr(lan, "own_address", lambda: "10.0.0.5")
    for is_public, client, links in ((True, "192.0.2.7", 0), (True, "127.0.0.1", 1), (False, "192.0.2.7", 1)):
        assert len(Lan("0.0.0.0", 8080, is_public=is_public).info(client).links) == links


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_nobody_behind_a_proxy_opens_the_door(served: Served, monkeypatch: pytest.MonkeyPatch, header: str) -> None:
    """A proxy on this machine that was not named with `--proxy` makes strangers seem to be at the machine."""
    monkeypatch.setattr(served.house, "lan", Lan("127.0.0.1", 0, _opened))
    assert served.get("/api/house")["may_switch"]
    assert not json.loads(served.ask("GET", "/api/house", headers={header: "192.0.2.7"})[2])["may_switch"]
    status, _, body = served.ask("POST", "/api/house", {"lan": True}, {header: "192.0.2.7"})
    assert (status, b"only somebody at the server's own machine" in body) == (403, True)


def test_a_house_started_for_everybody_cannot_be_closed() -> None:
    """A page that offered the switch could only be refused."""
    assert not Lan("0.0.0.0", 0, _opened).info("127.0.0.1").may_switch
    assert Lan("127.0.0.1", 0, _opened).info("127.0.0.1").may_switch
