"""Rooms over HTTP: opening, sitting down, getting up, dealing, playing again; and who may do what."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from unittest.mock import patch

import pytest

from bidwell import native
from bidwell.games import NAMES, game
from bidwell.server import api
from bidwell.server.app import app
from tests.server.helpers import Device, Served, play_out, wait_until


@pytest.mark.parametrize("name", NAMES)
def test_a_room_without_an_open_seat_is_dealt_at_once(served: Served, name: str) -> None:
    """With a token for every seat that is mine; the first of them is the host's."""
    players = game(name).players[0]
    seats = [{"who": "me", "name": f"P{number}"} for number in range(players)]
    made = served.post("/api/rooms", {"game": name, "seats": seats})
    assert [*made["tokens"]] == [str(seat) for seat in range(players)]
    assert (made["room"]["state"], made["room"]["host"]) == ("playing", 0)
    assert (made["room"]["shuffle"], made["room"]["seed"], len(made["room"]["commitment"])) == (None, None, 64)
    found = served.get(f"/api/rooms/{made['room']['id']}")
    assert {**found, "story": None} == made["room"]
    assert (found["story"]["ended"], found["story"]["unit"]) == (0, game(name).score_unit)


def test_the_story_tells_the_last_event_to_each_seat(served: Served) -> None:
    """A list of tables says `you` for a seat of the device, and counts in the game's own unit."""
    made = served.post("/api/rooms", {"game": "serengeti", "seats": [{"who": "me", "name": name} for name in "ABC"]})
    with Device(served, made["room"]["id"], made["tokens"]["0"], made["tokens"]["1"], made["tokens"]["2"]) as device:
        (first,) = device.views[0]["view"]["asks"]
        device.play("ABC".index(first), "bid 5")
        story = served.get(f"/api/rooms/{made['room']['id']}")["story"]
    assert story["last"] == f"{first} bids 5"
    assert story["own"] == ["You bid 5" if name == first else f"{first} bids 5" for name in "ABC"]
    assert story["unit"] == "point"


def test_the_story_tells_a_move_and_not_what_followed_from_it(served: Served) -> None:
    """Nothing before the first move; then what its player did, although a lot was sold and the next one drawn."""
    made = served.post("/api/rooms", {"game": "serengeti", "seats": [{"who": "me", "name": name} for name in "ABC"]})
    room, tokens = made["room"]["id"], made["tokens"]
    assert served.get(f"/api/rooms/{room}")["story"]["last"] == ""
    with Device(served, room, *tokens.values()) as device:
        for action in ("bid 1", "pass", "pass"):
            (last,) = served.table_of(room).asks
            while not device.views[last]["view"]["legal"]:
                device.next()
            device.play(last, action)
        story = served.get(f"/api/rooms/{room}")["story"]
    assert story["last"].startswith(f"{'ABC'[last]} passes")
    assert story["chapter"] == "Round 2"


SERENGETI = {"game": "serengeti", "seats": [{"who": "me"}] * 3}
BAD_ROOMS: dict[str, tuple[Any, str]] = {
    "nothing": (b"", "the body of the request is invalid: "),
    "no JSON": (b"{", "the body of the request is invalid: "),
    "letters that are none": (b'{"game": "\xff"}', "the body of the request is invalid: "),
    "deep": (b"[" * 10_000, "the body of the request is invalid: "),
    "no seats": ({"game": "serengeti", "seats": []}, "the body of the request is invalid: "),
    "a field too many": ({**SERENGETI, "more": 1}, "contains unknown field `more`"),
    "too few": ({**SERENGETI, "seats": [{"who": "me"}] * 2}, "Serengeti is for 3 to 5 players, not 2"),
    "no such game": ({**SERENGETI, "game": "chess"}, "there is no game 'chess'"),
    "no such bot": ({**SERENGETI, "seats": [{"who": "god"}] * 3}, "Invalid enum value 'god'"),
    "bots alone": ({**SERENGETI, "seats": [{"who": "novice"}] * 3}, "somebody must play"),
    "an option that is not": ({**SERENGETI, "options": {"rain": True}}, "there is no option 'rain'"),
    "an option gone wrong": ({**SERENGETI, "options": {"fines": [[]]}}, "option fines is true or false"),
    "a clock gone wrong": ({**SERENGETI, "seconds": -1}, "the body of the request is invalid: "),
    "a long name": ({**SERENGETI, "seats": [{"who": "me", "name": "x" * 201}] * 3}, "the body of the request"),
}


@pytest.mark.parametrize("what", BAD_ROOMS)
def test_a_room_that_cannot_be_is_refused(served: Served, what: str) -> None:
    """In one sentence."""
    body, why = BAD_ROOMS[what]
    status, said = served.refused("POST", "/api/rooms", body)
    assert status == 400
    assert why in said
    assert "\n" not in said


def test_a_body_too_large_is_not_read(served: Served) -> None:
    """Whether its size is told before or not."""
    status, said = served.refused("POST", "/api/rooms", b" " * 20_000)
    assert (status, said) == (413, "a request has at most 16384 bytes")


@pytest.mark.parametrize("path", ["", "/record", "/replay", "/analysis"])
def test_a_room_that_is_not_there(served: Served, path: str) -> None:
    """Every request about an unknown room gets the same answer."""
    assert served.refused("GET", f"/api/rooms/nothing{path}") == (
        404,
        "there is no such room: the link is wrong, or the room is gone",
    )


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/nothing"), ("GET", "/nothing"), ("DELETE", "/api/rooms")])
def test_what_is_not_there_or_not_so_is_said_in_a_sentence(served: Served, method: str, path: str) -> None:
    """As JSON, like everything."""
    status, said = served.refused(method, path)
    assert status in (404, 405)
    assert said


# Sitting down and getting up


def test_sitting_down_gives_the_key_to_the_seat(served: Served) -> None:
    """The first to sit is the host; a seat is taken once; when none is left one can watch."""
    room, _ = served.room(who="open")
    sit = f"/api/rooms/{room}/sit"
    first = served.post(sit, {"name": "Ida", "seat": 1})
    assert first["seat"] == 1
    assert served.get(f"/api/rooms/{room}")["host"] == 1
    assert served.refused("POST", sit, {"name": "Jo", "seat": 1}) == (409, "that seat is taken: choose another")
    others = [served.post(sit, {"name": "Jo", "seat": None}) for _ in range(2)]
    assert [other["seat"] for other in others] == [0, 2]
    assert served.refused("POST", sit, {"name": "Kim"}) == (409, "every seat is taken: you can watch")
    assert len({first["token"], *(other["token"] for other in others)}) == 3


def test_after_the_deal_nobody_sits_down(served: Served) -> None:
    """The seats are dealt."""
    room, _ = served.room()
    status, why = served.refused("POST", f"/api/rooms/{room}/sit", {"name": "Kim", "seat": 0})
    assert (status, why) == (409, "this game has been dealt: watch it, or open another table")


def test_getting_up_before_the_deal_opens_the_seat(served: Served) -> None:
    """The token holds no more, and the host's part passes on."""
    room, _ = served.room(who="open")
    tokens = [served.post(f"/api/rooms/{room}/sit", {"name": name})["token"] for name in ("Ida", "Jo")]
    info = served.post(f"/api/rooms/{room}/leave", {"token": tokens[0]})
    assert (info["seats"][0]["kind"], info["host"]) == ("open", 1)
    assert served.refused("POST", f"/api/rooms/{room}/leave", {"token": tokens[0]})[0] == 403


@pytest.mark.parametrize("how", ["leave", "moved"])
def test_a_player_who_got_up_no_longer_plays_the_seat(served: Served, how: str) -> None:
    """The connection that got up sees nothing of the new player's seat and cannot act for it: it watches."""
    room, _ = served.room(who="open")
    sit = f"/api/rooms/{room}/sit"
    host, token = (served.post(sit, {"name": name, "seat": seat})["token"] for seat, name in enumerate(("Ida", "Jo")))
    with Device(served, room, token) as device:
        if how == "leave":
            served.post(f"/api/rooms/{room}/leave", {"token": token})
        else:
            served.post(f"/api/rooms/{room}/seat", {"token": host, "seat": 1, "who": "open"})
        served.post(sit, {"name": "Kim", "seat": 1})
        served.post(sit, {"name": "Lee", "seat": 2})
        served.post(f"/api/rooms/{room}/deal", {"token": host})
        assert device.hear("view")["seat"] is None
        device.say(say="would", seat=1, action="pass")
        assert device.hear("error")["why"] == "seat 1 is not played from here"
        assert [*device.views] == [None]


def test_while_the_host_is_away_another_deals(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next host is a player who is present."""
    room, _ = served.room(who="open")
    sit, names = f"/api/rooms/{room}/sit", ("Ida", "Jo", "Kim")
    host, other, third = (served.post(sit, {"name": name})["token"] for name in names)
    only = (403, "only the host can do this: Ida")
    monkeypatch.setattr("bidwell.server.room_session.HOST_GRACE", -1.0)
    with Device(served, room, other):
        with Device(served, room, host):
            assert served.refused("POST", f"/api/rooms/{room}/deal", {"token": other}) == only
        wait_until(lambda: not served.get(f"/api/rooms/{room}")["seats"][0]["here"])
        assert served.refused("POST", f"/api/rooms/{room}/deal", {"token": third}) == only
        body = {"token": other, "seat": 2, "who": "novice"}
        given = served.post(f"/api/rooms/{room}/seat", body)
        assert (given["host"], given["seats"][2]["level"]) == (1, "novice")
        assert served.post(f"/api/rooms/{room}/deal", {"token": other})["state"] == "playing"


def test_clients_are_told_when_the_grace_of_the_host_is_over(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reload changes nothing; after the grace everybody learns that the host is away, later that they are back."""
    monkeypatch.setattr("bidwell.server.room_session.HOST_GRACE", 1.5)
    room, _ = served.room(who="open")
    sit = f"/api/rooms/{room}/sit"
    host, other = (served.post(sit, {"name": name})["token"] for name in ("Ida", "Jo"))
    with Device(served, room, other) as guest:
        with Device(served, room, host):
            while not guest.hear("room")["room"]["seats"][0]["here"]:
                pass
        gone = guest.hear("room")["room"]
        assert (gone["seats"][0]["here"], gone["host_away"]) == (False, False)
        assert guest.hear("room")["room"]["host_away"]
        with Device(served, room, host):
            assert not guest.hear("room")["room"]["host_away"]


def test_a_table_that_was_left_leaves_the_board(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while with nobody there."""
    room, _ = served.room(who="open", open=True)
    token = served.post(f"/api/rooms/{room}/sit", {"name": "Ida"})["token"]
    assert [each["id"] for each in served.get("/api/rooms")] == [room]
    monkeypatch.setattr("bidwell.server.rooms.LISTED", -1.0)
    assert served.get("/api/rooms") == []
    with Device(served, room, token):
        assert [each["id"] for each in served.get("/api/rooms")] == [room]


def test_only_the_host_deals_and_says_who_sits_where(served: Served) -> None:
    """Before the deal."""
    room, _ = served.room(who="open")
    host, other = (served.post(f"/api/rooms/{room}/sit", {"name": name})["token"] for name in ("Ida", "Jo"))
    seat = {"seat": 2, "who": "novice"}
    only = (403, "only the host can do this: Ida")
    assert served.refused("POST", f"/api/rooms/{room}/seat", {"token": other, **seat}) == only
    assert served.refused("POST", f"/api/rooms/{room}/deal", {"token": other}) == only
    assert served.refused("POST", f"/api/rooms/{room}/deal", {"token": "guessed"})[0] == 403
    given = served.post(f"/api/rooms/{room}/seat", {"token": host, **seat})
    assert (given["seats"][2]["kind"], given["seats"][2]["level"]) == ("bot", "novice")
    for wrong in (0, 5):
        assert served.refused("POST", f"/api/rooms/{room}/seat", {"token": host, "seat": wrong, "who": "open"}) == (
            400,
            f"there is no seat {wrong} to give away",
        )
    assert served.post(f"/api/rooms/{room}/deal", {"token": host})["state"] == "playing"
    dealt = (409, "this game has been dealt already")
    assert served.refused("POST", f"/api/rooms/{room}/deal", {"token": host}) == dealt
    assert served.refused("POST", f"/api/rooms/{room}/seat", {"token": host, **seat}) == dealt


def test_open_seats_are_taken_by_bots_at_the_deal(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regular ones, with names that nobody has."""
    monkeypatch.setattr("bidwell.native.available", lambda: False)
    room, _ = served.room(who="open")
    token = served.post(f"/api/rooms/{room}/sit", {"name": "Anne", "seat": 0})["token"]
    info = served.post(f"/api/rooms/{room}/deal", {"token": token})
    assert [seat["level"] for seat in info["seats"]] == [None, "regular", "regular"]
    assert [seat["name"] for seat in info["seats"]] == ["Anne", "Burt", "Carla"]


def test_at_the_deal_everybody_there_is_shown_the_table(served: Served) -> None:
    """Those who play, and those who watch."""
    room, _ = served.room(who="open")
    tokens = [served.post(f"/api/rooms/{room}/sit", {"name": name})["token"] for name in ("Ida", "Jo", "Kim")]
    with Device(served, room, tokens[1]) as player, Device(served, room) as watcher:
        served.post(f"/api/rooms/{room}/deal", {"token": tokens[0]})
        assert (player.hear("view")["seat"], watcher.hear("view")["seat"]) == (1, None)
        assert '"state":"playing"' in [text for text in player.heard if '"tell":"room"' in text][-1]


NAMES_GIVEN = {
    "Ida": "Ida",
    "  Ida  May ": "Ida May",
    "<script>alert(1)</script>": "scriptalert(1)/script",
    "\u202eadI\u202c": "adI",
    "Zoe\u200b\u2066": "Zoe",
    "a\nb": "a b",
    'Jo:,#"\\`&': "Jo",
    "O'Neil": "O'Neil",
    "D’Arcy": "D’Arcy",
    "": "Guest",
    "\u200b": "Guest",
    "nobody": "Guest",
    "x" * 100: "x" * 24,
    "\u1fef": "Guest",
    "Müller 😀": "Müller 😀",
}


@pytest.mark.parametrize("given", NAMES_GIVEN, ids=ascii)
def test_a_name_is_made_fit_for_everybody(served: Served, given: str) -> None:
    """No markup, nothing that turns the writing round, nothing a record could not hold."""
    room, _ = served.room(who="open")
    served.post(f"/api/rooms/{room}/sit", {"name": given, "seat": 0})
    assert served.get(f"/api/rooms/{room}")["seats"][0]["name"] == NAMES_GIVEN[given]


def test_no_two_are_called_the_same(served: Served) -> None:
    """The second gets a number, also where only case or apostrophe differ, and where the name is as long as can be."""
    long = "y" * 24
    called = [{"Ida": "Ida", "ida": "ida 2", "IDA": "IDA 3"}, {long: long, f"{long} ": f"{long[:21]} 2"}]
    called.append({"O'Neil": "O'Neil", "o’neil": "o’neil 2"})
    for names in called:
        room, _ = served.room(who="open")
        for given in names:
            served.post(f"/api/rooms/{room}/sit", {"name": given})
        found = [seat["name"] for seat in served.get(f"/api/rooms/{room}")["seats"] if seat["name"]]
        assert found == [*names.values()]


def test_the_board_lists_open_rooms_and_no_others(served: Served) -> None:
    """While they gather, and while somebody is there to play; without anything secret."""
    hidden, _ = served.room(who="open")
    gathering, _ = served.room(who="open", open=True)
    playing, tokens = served.room(open=True)
    assert {hidden, gathering, playing} & listed(served) == {gathering}
    with Device(served, playing, tokens[0]):
        assert {hidden, gathering, playing} & listed(served) == {gathering, playing}


def listed(served: Served) -> set[str]:
    return {room["id"] for room in served.get("/api/rooms")}


# After the game


def over(served: Served) -> tuple[str, list[str]]:
    """A room whose game is over, brought there at the table itself."""
    room, tokens = served.room("secret_auction")
    with Device(served, room, *tokens) as device:
        play_out(device)
    return room, tokens


def test_a_rematch_is_another_room_where_the_same_tokens_hold(served: Served) -> None:
    """The first to ask is its host; everybody is sent its address, and its secret is a new one."""
    room, tokens = over(served)
    with Device(served, room, tokens[0]) as device:
        made = served.post(f"/api/rooms/{room}/rematch", {"token": tokens[1]})["room"]
        assert (made["state"], made["host"], made["shuffle"]) == ("gathering", 1, None)
        story = served.get(f"/api/rooms/{made['id']}")["story"]
        assert (story["scores"], story["places"], story["ended"]) == ([], [], 0)
        while (told := device.hear("room")["room"])["rematch"] is None:
            pass
        assert told["rematch"] == made["id"] != room
        assert told["commitment"] != made["commitment"]
    assert served.post(f"/api/rooms/{room}/rematch", {"token": tokens[2]})["room"]["id"] == made["id"]
    served.post(f"/api/rooms/{made['id']}/deal", {"token": tokens[1]})
    with Device(served, made["id"], *tokens) as device:
        assert [*device.views] == [0, 1, 2]


def test_what_is_for_after_the_game_is_refused_before(served: Served) -> None:
    """Record, replay, analysis and rematch: they would tell every secret."""
    room, tokens = served.room()
    secret = (409, "the record tells every secret: it is there when the game is over")
    assert served.refused("GET", f"/api/rooms/{room}/record") == secret
    assert served.refused("GET", f"/api/rooms/{room}/replay") == secret
    assert served.refused("POST", f"/api/rooms/{room}/analysis") == secret
    assert served.get(f"/api/rooms/{room}/analysis") == {"state": "none", "done": 0.0, "report": None}
    rematch = served.refused("POST", f"/api/rooms/{room}/rematch", {"token": tokens[0]})
    assert rematch == (409, "a rematch is for after the game")


def test_a_rematch_is_for_those_who_played(served: Served) -> None:
    """A token is asked for."""
    room, _ = over(served)
    assert served.refused("POST", f"/api/rooms/{room}/rematch", {"token": "guessed"})[0] == 403


def test_a_finished_game_is_replayed_with_open_cards_or_by_one_seats_eyes(served: Served) -> None:
    """A seat that is none is refused."""
    room, _ = over(served)
    table = served.table_of(room)
    whole = served.get(f"/api/rooms/{room}/replay")
    assert whole["steps"][0]["view"]["chance_key"] is not None
    assert len(whole["actions"]) == len(table.history) == len(whole["steps"]) - 1
    seen = served.get(f"/api/rooms/{room}/replay?seat=2")
    assert seen["steps"][0]["view"]["chance_key"] is None
    assert seen["steps"][-1]["view"] == dict(table.view(2))
    for wrong in ("3", "-1", "x", ""):
        status, _ = served.refused("GET", f"/api/rooms/{room}/replay?seat={wrong}")
        assert status == 400


def test_an_analysis_is_begun_once_and_kept(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how far it is, and the report is there when it is done; a second game waits for its turn."""

    async def analysed(record: str, progress: Any) -> dict[str, Any]:
        progress(0.5)
        await going_on.wait()
        return {"record": len(record)}

    going_on = served.on_loop(asyncio.Event)
    monkeypatch.setattr("bidwell.server.analyses.analysed", analysed)
    (room, _), (other, _) = over(served), over(served)
    path = f"/api/rooms/{room}/analysis"
    assert served.post(path)["state"] == "working"
    assert served.get(path)["state"] == served.post(path)["state"] == "working"
    waiting = served.post(f"/api/rooms/{other}/analysis")
    assert (waiting["state"], waiting["done"]) == ("working", 0.0)
    served.on_loop(going_on.set)
    while (found := served.get(path))["state"] == "working":
        pass
    assert (found["state"], found["done"], [*found["report"]]) == ("there", 1.0, ["record"])
    assert served.post(path)["state"] == "there"


# What the interface says of itself


def test_the_description_lists_everything_that_can_be_asked(served: Served) -> None:
    """Every route under /api/, with its parameters, its body and its answers; and every reference leads somewhere."""
    found = served.get("/api/openapi.json")
    assert found["openapi"] == "3.1.0"
    assert {*found} == {"openapi", "info", "paths", "components"}
    described = {(method.upper(), path) for path, methods in found["paths"].items() for method in methods}
    assert described == {(each.method, each.path) for each in api.ENDPOINTS}
    for path, methods in found["paths"].items():
        for method, said in methods.items():
            named = {each["name"] for each in said.get("parameters", []) if each["in"] == "path"}
            assert named == {part[1:-1] for part in path.split("/") if part.startswith("{")}
            assert said["summary"]
            assert ("requestBody" in said) <= (method == "post")
            assert {*said["responses"]} == {"200", "4XX"}
    names = [said["operationId"] for methods in found["paths"].values() for said in methods.values()]
    assert len(names) == len({*names})
    for reference in references(found):
        assert reference.removeprefix("#/components/schemas/") in found["components"]["schemas"]


def references(written: Any) -> list[str]:
    """Every $ref in there."""
    if isinstance(written, dict):
        own = [written["$ref"]] if "$ref" in written else []
        return own + [each for value in written.values() for each in references(value)]
    return [each for value in written for each in references(value)] if isinstance(written, list) else []


def test_every_route_of_the_application_is_one_of_the_interface_or_a_page(served: Served) -> None:
    """Every route is described."""
    known = {each.path for each in api.ENDPOINTS}
    paths = {getattr(route, "path", "") for route in app(served.home).routes}
    pages = {"/", "/room/{room}", "/replay/{room}", "/new/{game}", "/assets"}
    assert paths - known == pages | {"/api", "/api/openapi.json", "/healthz", "/readyz", "/ws/{room}"}


def test_the_shelf_has_every_game_with_its_options_and_rules(served: Served) -> None:
    """As the game itself says."""
    shelf = served.get("/api/games")
    assert [each["name"] for each in shelf] == [*NAMES]
    for each in shelf:
        found = game(each["name"])
        assert (each["least"], each["most"]) == (found.players[0], found.players[-1])
        defaults = {option["name"]: option["default"] for option in each["options"]}
        assert defaults == json.loads(json.dumps(found.agreed(found.players[0], None)))
        book = served.get(f"/api/rules/{each['name']}")
        clauses = [clause["id"] for part in book["sections"] for clause in part["clauses"]]
        assert clauses == [*found.clauses]
    assert served.refused("GET", "/api/rules/chess")[0] == 404


def test_the_bots_are_told_by_level(served: Served) -> None:
    """With what each does; the note is for a house where they cannot play well."""
    known = served.get("/api/bots")
    assert [level["name"] for level in known["levels"]] == ["novice", "regular", "expert"]
    assert known["note"] == ""
    with patch.object(native, "available", lambda: False):
        assert served.get("/api/bots")["note"].startswith("bots that search play weaker")
