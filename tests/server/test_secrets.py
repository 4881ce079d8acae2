"""Nothing hidden goes over the wire: to a seat, two tables that differ in what it cannot know are the same."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from bidwell import Event, Table
from bidwell.core.commitment import seed_of
from bidwell.games import NAMES, game
from bidwell.server import app as application
from bidwell.server.encoding import encoded_news
from bidwell.server.protocol import Shown, WouldBe
from bidwell.server.room import Room
from tests.laws.laws import with_secrets_exchanged
from tests.laws.play import random_deal, random_game
from tests.server.conftest import Serve
from tests.server.helpers import Device, Message, Served

MOMENTS = 4
SEQ = 5


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "BURST", 1e9)


def positions(name: str, players: int, rng: random.Random) -> list[Table]:
    """A few tables from within a game that is not over."""
    seen = [table.copy() for table in random_game(random_deal(game(name), players, rng), rng) if not table.over]
    return rng.sample(seen, min(MOMENTS, len(seen)))


def room_at(served: Served, table: Table) -> tuple[str, list[str]]:
    """A room where this table stands."""
    options = json.loads(json.dumps(table.options))
    seats = [{"who": "me", "name": name} for name in table.names]
    made = served.post("/api/rooms", {"game": table.game.name, "seats": seats, "options": options})
    room = made["room"]["id"]
    served.lay(room, _without_log(table), SEQ)
    return room, [*made["tokens"].values()]


def _without_log(table: Table) -> Table:
    """An imagined table has no past; nor then has the true one here, so that both can be compared."""
    return Table(table.game, table.names, table.options, table.state.copy())


def received(device: Device) -> list[Message]:
    """All that came, without what is the room's own or goes by the clock."""
    found = [json.loads(text) for text in device.heard]
    for message in found:
        if message["tell"] == "room":
            message["room"].update(id="", commitment="")
            for seat in message["room"]["seats"]:
                del seat["takes_over"]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_no_leak_over_the_wire(served: Served, name: str) -> None:
    """On hello, to every question, at every refusal and after the next action: the same, for all seats and watchers."""
    rng = random.Random(name)
    for players in (game(name).players[0], game(name).players[-1]):
        for table in positions(name, players, rng):
            viewer = rng.choice([*range(players), None])
            looks_the_same(served, table, viewer, rng)


@pytest.mark.parametrize("name", ["serengeti", "secret_auction", "off_season"])
def test_what_a_memory_knows_is_not_sent_either(served: Served, name: str) -> None:
    """`imagine` keeps chips, hands and pounds; a seat is sent the same when the others exchange them."""
    rng = random.Random(name)
    compared = 0
    for table in positions(name, game(name).players[0], rng):
        viewer = rng.choice(range(table.players))
        for other in with_secrets_exchanged(table, viewer):
            if other != table and other.view(viewer) == table.view(viewer):
                compared += 1
                looks_the_same(served, table, viewer, rng, other, goes_on=False)
    assert compared


def looks_the_same(
    served: Served,
    table: Table,
    viewer: int | None,
    rng: random.Random,
    other: Table | None = None,
    *,
    goes_on: bool = True,
) -> None:
    """Compare what a viewer receives at this table and at another, by default an imagined one."""
    other = other or table.imagine(viewer, rng.getrandbits(60))
    actor, action = next_action(table, other, viewer, rng) if goes_on else (None, "")
    asked = questions(table, viewer, rng)
    found = []
    for world in (table, other):
        room, tokens = room_at(served, world)
        shown = [] if viewer is None else [tokens[viewer]]
        with Device(served, room, *shown) as device:
            for text in asked:
                assert viewer is not None
                device.would(viewer, text)
            if viewer is not None and viewer != actor:
                device.act(viewer, asked[0], key="refused!")
                device.hear("refused")
            if actor is not None:
                with Device(served, room, tokens[actor]) as other_device:
                    other_device.act(actor, action, key="the next!")
                    while device.hear("view")["seq"] != SEQ + 1:
                        pass
            found.append(received(device))
    assert found[0] == found[1]


def hidden_action(rng: random.Random) -> tuple[Table, int, str]:
    """A table of The Secret Auction House at which a seat can recover, that seat, and the action."""
    while True:
        for table in random_game(game("secret_auction").deal(3, rng.getrandbits(60)), rng):
            for seat in table.asks:
                if len(table.asks) > 1 and "recover" in table.legal(seat):
                    return table.copy(), seat, "recover"


def test_nobody_learns_whether_a_hidden_action_happened(served: Served) -> None:
    """SEC-31: others receive the same, byte for byte, whether a seat recovers or not, also from what follows."""
    rng = random.Random(1)
    for _ in range(MOMENTS):
        table, actor, hidden = hidden_action(rng)
        other = next(seat for seat in table.asks if seat != actor)
        for viewer in (*(seat for seat in range(table.players) if seat != actor), None):
            with_it, without = (_after(served, table, viewer, (actor, text), other) for text in (hidden, ""))
            assert with_it == without
            assert sum(message["tell"] == "view" for message in with_it) == 2


def _after(
    served: Served, table: Table, viewer: int | None, hidden: tuple[int, str], other: int
) -> list[dict[str, Any]]:
    """What a viewer receives when a seat plays the hidden action, or none, and then another seat chooses."""
    room, tokens = room_at(served, table)
    with Device(served, room, *([] if viewer is None else [tokens[viewer]])) as device:
        with Device(served, room, tokens[hidden[0]]) as actor, Device(served, room, tokens[other]) as next_one:
            if hidden[1]:
                actor.play(*hidden)
            device.rest()
            if viewer is not None:
                device.would(viewer, "dance")
                device.act(viewer, "dance", key="a dance!")
                device.hear("refused")
            next_one.act(other, table.legal(other)[-1], key="the next!")
            next_one.hear("view")
            device.rest()
        return [message for message in received(device) if message["tell"] != "room"]


def sealed_choices(name: str, rng: random.Random) -> Iterator[tuple[Table, int, list[str]]]:
    """Tables with their history at which several seats are asked; one of them, and two things that it could choose."""
    while True:
        for table in random_game(game(name).deal(game(name).players[0], rng.getrandbits(60)), rng):
            if len(table.asks) > 1 and len(table.steps) > 8 and len(table.legal(table.asks[0])) > 1:
                actor = rng.choice(table.asks)
                yield table.copy(), actor, rng.sample(table.legal(actor), min(2, len(table.legal(actor))))
                break


@pytest.mark.parametrize("name", ["secret_auction", "off_season"])
def test_a_sealed_choice_is_told_in_no_way(served: Served, name: str) -> None:
    """Not by a new connection, the lists of rooms, take-backs, refusals, or by what follows: until it is opened."""
    rng = random.Random(f"sealed {name}")
    compared = 0
    for table, actor, choices in islice(sealed_choices(name, rng), 2 * MOMENTS):
        worlds = [table.copy() for _ in choices]
        for world, choice in zip(worlds, choices, strict=True):
            world.play(actor, choice)
        for viewer in (*(seat for seat in range(table.players) if seat != actor), None):
            if len(worlds) > 1 and worlds[0].steps[-1].noticed_by(viewer) == worlds[1].steps[-1].noticed_by(viewer):
                with_one, with_other = (all_ways(served, table, viewer, actor, choice) for choice in choices)
                assert with_one == with_other
                compared += 1
    assert compared > MOMENTS


def all_ways(served: Served, table: Table, viewer: int | None, actor: int, choice: str) -> list[Any]:
    """Return all that a viewer can find out after a seat has chosen, and after it has withdrawn its choice."""
    room, tokens = room_at(served, table)
    served.on_loop(lambda: _played_again(served.house.rooms.get(room).room, table))
    shown = [] if viewer is None else [tokens[viewer]]
    with Device(served, room, *shown) as device, Device(served, room, tokens[actor]) as other:
        other.play(actor, choice)
        found = [*device.rest(), *_looked_at(served, room, shown, viewer)]
        other.say(say="take back", seat=actor, what="ask")
        while other.hear("take back")["state"] != "done":
            pass
        return _comparable([*found, *device.rest(), *_looked_at(served, room, shown, viewer)])


def _played_again(room: Room, table: Table) -> None:
    """Let the table of a room have the history of another."""
    assert table.seed is not None
    room.begin(table.game.deal(seed=table.seed, options=table.options, names=table.names))
    for step in table.steps:
        room.take(step.seat, step.text, None)


def _looked_at(served: Served, room: str, tokens: list[str], viewer: int | None) -> list[Any]:
    """What a second connection is sent, and what the lists of rooms say."""
    with Device(served, room, *tokens) as device:
        if viewer is not None:
            for what in ("look", "agree", "refuse"):
                device.say(say="take back", seat=viewer, what=what)
            device.would(viewer, "pass")
            for more in (-1, 0, 1, 2):
                device.act(viewer, "dance", max(0, device.views[viewer]["seq"] + more), key="a dance!")
                device.hear("refused")
        device.rest()
        heard = [json.loads(text) for text in device.heard]
    refused = [served.refused("GET", f"/api/rooms/{room}/{path}") for path in ("record", "replay")]
    return [*heard, {"tell": "room", "room": served.get(f"/api/rooms/{room}")}, refused]


def _comparable(found: list[Any]) -> list[Any]:
    """Leave out what is the room's own, or goes by the clock."""
    for message in found:
        if isinstance(message, dict) and message["tell"] == "room":
            message["room"].update(id="", commitment="")
            for seat in message["room"]["seats"]:
                del seat["takes_over"]
    return found


def test_a_hidden_action_gives_no_fresh_time(serve: Serve) -> None:
    """SEC-31: a clock that started again would tell of it."""
    served = serve()
    table, actor, hidden = hidden_action(random.Random(2))
    room, tokens = served.room("secret_auction", seconds=500)
    with Device(served, room, tokens[actor]) as device:
        served.lay(room, _without_log(table), SEQ)
        clocks = served.live(room).clocks
        served.on_loop(lambda: clocks.update(1.0))
        before = dict(clocks.asked)
        device.act(actor, hidden, seq=SEQ)
        device.hear("view")
        assert clocks.asked == before


def test_after_a_hidden_action_its_own_seat_answers_the_newer_view(served: Served) -> None:
    """SEC-31: the seat itself is shown what it did, and an answer to the view before it is refused."""
    table, actor, hidden = hidden_action(random.Random(3))
    room, tokens = room_at(served, table)
    with Device(served, room, tokens[actor]) as device:
        assert device.play(actor, hidden)["seq"] == SEQ + 1
        device.act(actor, device.views[actor]["view"]["legal"][0], seq=SEQ)
        assert device.hear("refused")["why"] == "the table has moved on meanwhile: look again"
        assert device.play(actor, device.views[actor]["view"]["legal"][0])["seq"] == SEQ + 2


def test_a_leak_is_noticed(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a server that tells one number too many is caught, wherever it tells it."""
    for part, leak in LEAKS.items():
        table = positions("bids", 3, random.Random(part))[0]
        with monkeypatch.context() as leaking:
            leaking.setattr(Room, part, leak)
            with pytest.raises(AssertionError):
                looks_the_same(served, table, 0, random.Random(1))


def _tells_a_number(
    room: Room, seats: Sequence[int | None], events: list[Event], *rest: Any, **more: Any
) -> list[Shown]:
    number = str(room.playing.state.chance_key)
    return [
        Shown(seat, room.seq, view, [number], [], None)
        for seat, view in zip(seats, room.playing.shown(seats), strict=True)
    ]


def _answers_with_a_number(room: Room, seat: int, action: str) -> WouldBe:
    return WouldBe(seat, room.seq, action, "", [], str(room.playing.state.chance_key))


LEAKS: dict[str, Callable[..., object]] = {"shown": _tells_a_number, "would": _answers_with_a_number}


def next_action(table: Table, other: Table, viewer: int | None, rng: random.Random) -> tuple[int | None, str]:
    """Something that can be done in both worlds and after which they still look the same, if there is such a thing."""
    choices = [(seat, text) for seat in table.asks for text in table.legal(seat) if text in other.legal(seat)]
    for seat, text in rng.sample(choices, len(choices)):
        here, there = table.copy(), other.copy()
        here.play(seat, text)
        there.play(seat, text)
        if here.view(viewer) == there.view(viewer):
            return seat, text
    return None, ""


def questions(table: Table, viewer: int | None, rng: random.Random) -> list[str]:
    """What a seat might ask about: legal, mistaken, impossible and not understood."""
    if viewer is None:
        return []
    listed = [*table.legal(viewer), *table.mistakes(viewer)]
    others = [text for seat in range(table.players) for text in table.legal(seat)]
    return ["dance", *rng.sample(listed, min(6, len(listed))), *rng.sample(others, min(4, len(others)))]


# Secrets


def test_no_token_secret_or_seed_is_told_before_the_end(serve: Serve) -> None:
    """In no byte that anybody is sent, and in no line that is logged; at the end the secret is, the tokens never."""
    served = serve()
    heard: list[str] = []
    room, tokens = served.room("secret_auction", open=True)
    secret = served.live(room).room.data.secret
    hidden = [*tokens, secret, str(seed_of(secret)), str(served.table_of(room).state.chance_key)]
    with Device(served, room, *tokens) as device, Device(served, room) as watcher:
        device.say(say="chat", seat=0, text="hi", key="12345678")
        while device.views[0]["ending"] is None:
            seat = next(seat for seat, shown in device.views.items() if shown["view"]["legal"])
            assert seat is not None
            device.would(seat, "dance")
            device.step(seat, device.views[seat]["view"]["legal"][0])
            if device.views[0]["ending"] is None:
                heard += [served.ask("GET", f"/api/{path}")[2].decode() for path in ("rooms", f"rooms/{room}")]
        watcher.rest()
        told = [*device.heard, *watcher.heard, *heard]
    ends = [text for text in told if '"state":"over"' in text]
    before = "".join(text for text in told if text not in ends)
    assert [each for each in hidden if each in before] == []
    assert all(secret in text for text in ends)
    assert not any(token in text for token in tokens for text in told + served.log.lines)


def test_tokens_are_not_on_disk(serve: Serve) -> None:
    """Of a token only the hash is kept."""
    served = serve()
    _, tokens = served.room()
    kept = b"".join(path.read_bytes() for path in served.home.iterdir())
    assert b"Ida" in kept
    assert not any(token.encode() in kept for token in tokens)


def test_tokens_and_rooms_cannot_be_guessed(served: Served) -> None:
    """A token has 192 bits, the id of a room 72, and no two are the same."""
    made = [served.room() for _ in range(5)]
    tokens = [token for _, several in made for token in several]
    assert len({*tokens}) == 15
    assert all(re.fullmatch(r"[\w-]{32}", token) for token in tokens)
    assert all(re.fullmatch(r"[\w-]{12}", room) for room, _ in made)


def test_the_room_commits_to_its_secret_before_the_deal(served: Served) -> None:
    """What is shown while it gathers is what the record proves after the game."""
    room, _ = served.room(who="open", players=3)
    shown = served.get(f"/api/rooms/{room}")["commitment"]
    tokens = [served.post(f"/api/rooms/{room}/sit", {"name": name})["token"] for name in ("Ida", "Jo", "Kim")]
    dealt = served.post(f"/api/rooms/{room}/deal", {"token": tokens[0]})
    assert dealt["commitment"] == shown
    assert served.table_of(room).seed == seed_of(served.live(room).room.data.secret)


def test_positions_are_from_within_games() -> None:
    """The tables compared are not all fresh from the deal."""
    lengths = [len(table.history) for name in NAMES for table in positions(name, 3, random.Random(name))]
    assert max(lengths) > 20
    assert len([*islice((length for length in lengths if length > 3), 5)]) == 5


def test_a_player_is_told_their_own_sealed_bet_once() -> None:
    """Off Season: they hear the bet; only the others hear that they have bet."""
    table = game("off_season").deal(3, seed=1)
    events = table.act(0, table.legal_actions(0)[0])
    own, other = (json.loads(bytes(news)) for news in encoded_news(events, [0, 1]))
    assert ([event["name"] for event in own], [event["name"] for event in other]) == (["sealed bet"], ["has bet"])
