"""The HTTP interface. One table of endpoints produces both the routes and their description."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bidwell import __version__
from bidwell.core.errors import BadDeal, Refused
from bidwell.core.rulebook import parts
from bidwell.server import catalogue, guard
from bidwell.server.guard import LARGEST_BODY
from bidwell.server.house import House
from bidwell.server.protocol import (
    Analysis,
    Holder,
    HouseInfo,
    Made,
    NewRoom,
    Problem,
    Refusal,
    Rematch,
    Replay,
    Reseat,
    RoomInfo,
    Seated,
    Sit,
    SwitchLan,
    encode,
)
from bidwell.server.room_factory import GameMissing
from bidwell.server.room_session import RoomSession
from bidwell.server.store.interface import OPEN
from bidwell.server.story import story

MOST_SEATS = 6
PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What proxies add to the requests that they pass on."""

Answer = Callable[[House, Request, Any], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One HTTP endpoint: its method and path, the type of its body, and the type of its answer."""

    method: str
    path: str
    answer: Answer
    body: Any
    gives: Any
    costly: bool = False
    """Whether reading is rate limited too: the answer may be large."""

    @property
    def about(self) -> str:
        return (self.answer.__doc__ or "").strip()


async def list_games(house: House, request: Request, body: None) -> list[catalogue.GameInfo]:
    """List the games and their options."""
    return catalogue.all_games()


async def list_bots(house: House, request: Request, body: None) -> catalogue.BotsInfo:
    """List the bots that can be seated, weakest first; `note` says if something keeps them from playing well."""
    return catalogue.bots()


async def rules(house: House, request: Request, body: None) -> catalogue.RulebookInfo:
    """Return the rulebook of a game, clause by clause."""
    try:
        return catalogue.rulebook(request.path_params["game"])
    except BadDeal as problem:
        raise Refusal(f"{problem}", 404) from None


async def board(house: House, request: Request, body: None) -> list[RoomInfo]:
    """List the open rooms."""
    return house.rooms.board()


async def new_room(house: House, request: Request, body: NewRoom) -> Made:
    """Open a room; without an open seat it is dealt at once."""
    _check_opener(house, request)
    session, tokens = await house.rooms.open(body, guard.address_of(request))
    return Made(session.info(), tokens)


async def _requested(house: House, request: Request) -> RoomSession:
    """Return the requested room once all its writes are on disk."""
    return await house.rooms.settled(request.path_params["room"])


async def room(house: House, request: Request, body: None) -> RoomInfo:
    """Return a room: its seats, its state, and how far its game is."""
    session = await _requested(house, request)
    info = session.info()
    info.story = story(session.room)
    return info


async def goal(house: House, request: Request, body: None) -> list[catalogue.GoalLine]:
    """Return the goal card of a room's game, for its players and options; clauses are cited in brackets."""
    found = (await _requested(house, request)).room
    lines = found.game.goal(len(found.data.seats), found.data.options)
    return [catalogue.GoalLine(line, [*parts(line)]) for line in lines]


async def reach(house: House, request: Request, body: None) -> HouseInfo:
    """Return under which addresses others on the network reach this server."""
    return house.lan.info(_at_the_socket(request))


async def switch_lan(house: House, request: Request, body: SwitchLan) -> HouseInfo:
    """Open the server to the local network, or close it again. Only from the machine it runs on."""
    address = _at_the_socket(request)
    await house.lan.switch(body.lan, address)
    return house.lan.info(address)


def _at_the_socket(request: Request) -> str:
    """Return the address of a client; none for one behind a proxy, who only seems to be at this machine."""
    through = any(name in request.headers for name in PROXY_HEADERS)
    return "" if through or request.client is None else request.client.host


async def sit(house: House, request: Request, body: Sit) -> Seated:
    """Take a seat; the returned token is the key to it."""
    session = await _requested(house, request)
    seat, token = session.room.sit(body.seat, body.name)
    await house.commits.save_room(session)
    session.tell_room()
    return Seated(seat, token)


async def leave(house: House, request: Request, body: Holder) -> RoomInfo:
    """Leave a seat: before the deal it is open again, later a bot plays on."""
    session = await _requested(house, request)
    session.room.leave(body.token)
    session.drop_lost_seats()
    await house.commits.save_room(session)
    session.tell_room()
    house.bots.drive(session)
    return session.info()


async def reseat(house: House, request: Request, body: Reseat) -> RoomInfo:
    """Change who sits where, before the deal. Only the host may, or a seated player while the host is away."""
    session = await _requested(house, request)
    if session.host_is_away(time.monotonic()):
        session.room.take_over(body.token, session.present)
    session.room.reseat(body.token, body.seat, body.who)
    session.drop_lost_seats()
    await house.commits.save_room(session)
    session.tell_room()
    return session.info()


async def deal(house: House, request: Request, body: Holder) -> RoomInfo:
    """Deal; bots take the open seats. Only the host may, or a seated player while the host is away."""
    session = await _requested(house, request)
    if session.host_is_away(time.monotonic()):
        session.room.take_over(body.token, session.present)
    session.room.deal(body.token)
    await house.commits.save_room(session)
    house.presence.dealt(session)
    return session.info()


async def rematch(house: House, request: Request, body: Holder) -> Rematch:
    """Open another room with the same seats; the same tokens are valid there."""
    session = await _requested(house, request)
    if session.room.data.rematch is None:
        _check_opener(house, request)
    return Rematch((await house.rooms.rematch(session, body.token, guard.address_of(request))).info())


def _check_opener(house: House, request: Request) -> None:
    """Refuse an address that has opened too many rooms lately."""
    if not house.openers.take(guard.address_of(request)):
        raise Refusal("too many tables were opened from your address: wait a few minutes", 429)


async def record(house: House, request: Request, body: None) -> str:
    """Return the record of a finished game, as text."""
    try:
        return (await _requested(house, request)).room.record()
    except GameMissing:
        kept = house.store.record(request.path_params["room"])
        if kept is None:
            raise
        return kept


async def replay(house: House, request: Request, body: None) -> bytes:
    """Return a finished game, view by view: as `seat` saw it, or with everything open if `seat` is missing."""
    wanted = request.query_params.get("seat")
    try:
        session = await _requested(house, request)
    except GameMissing:
        kept = house.archive.kept(request.path_params["room"], _viewer(wanted, MOST_SEATS))
        if kept is None:
            raise
        return kept
    return await house.archive.replay(session, _viewer(wanted, len(session.room.data.seats)))


def _viewer(wanted: str | None, seats: int) -> int:
    """Return whose replay is wanted. Refuses what is no seat."""
    if wanted is not None and wanted not in map(str, range(seats)):
        raise Refusal(f"seat is a number from 0 to {seats - 1}")
    return OPEN if wanted is None else int(wanted)


async def analysis(house: House, request: Request, body: None) -> Analysis:
    """Return the progress of the analysis of a finished game, and the report once it is done."""
    return house.analyses.report(await _requested(house, request))


async def analyse(house: House, request: Request, body: None) -> Analysis:
    """Start the analysis of a finished game, unless it is running or done."""
    return house.analyses.begin(await _requested(house, request), guard.address_of(request))


ENDPOINTS = (
    Endpoint("GET", "/api/games", list_games, None, list[catalogue.GameInfo]),
    Endpoint("GET", "/api/bots", list_bots, None, catalogue.BotsInfo),
    Endpoint("GET", "/api/rules/{game}", rules, None, catalogue.RulebookInfo),
    Endpoint("GET", "/api/rooms", board, None, list[RoomInfo]),
    Endpoint("POST", "/api/rooms", new_room, NewRoom, Made),
    Endpoint("GET", "/api/house", reach, None, HouseInfo),
    Endpoint("POST", "/api/house", switch_lan, SwitchLan, HouseInfo),
    Endpoint("GET", "/api/rooms/{room}", room, None, RoomInfo),
    Endpoint("GET", "/api/rooms/{room}/goal", goal, None, list[catalogue.GoalLine]),
    Endpoint("POST", "/api/rooms/{room}/sit", sit, Sit, Seated),
    Endpoint("POST", "/api/rooms/{room}/leave", leave, Holder, RoomInfo),
    Endpoint("POST", "/api/rooms/{room}/seat", reseat, Reseat, RoomInfo),
    Endpoint("POST", "/api/rooms/{room}/deal", deal, Holder, RoomInfo),
    Endpoint("POST", "/api/rooms/{room}/rematch", rematch, Holder, Rematch),
    Endpoint("GET", "/api/rooms/{room}/record", record, None, str, costly=True),
    Endpoint("GET", "/api/rooms/{room}/replay", replay, None, Replay, costly=True),
    Endpoint("GET", "/api/rooms/{room}/analysis", analysis, None, Analysis, costly=True),
    Endpoint("POST", "/api/rooms/{room}/analysis", analyse, None, Analysis),
)


def routes() -> list[Route]:
    """Return one route per endpoint."""
    return [Route(each.path, partial(_answer, each), methods=[each.method]) for each in ENDPOINTS]


async def _answer(endpoint: Endpoint, request: Request) -> Response:
    house: House = request.app.state.house
    try:
        limit = house.callers if endpoint.method == "POST" else house.readers if endpoint.costly else None
        if limit is not None and not limit.take(guard.address_of(request)):
            raise Refusal("too many requests at once: wait a few seconds", 429)
        body = await _body(endpoint, request) if endpoint.body else None
        given = await endpoint.answer(house, request, body)
    except Refused as problem:
        status = problem.status if isinstance(problem, Refusal) else 400
        house.refused[status] += 1
        return guard.problem(problem.reason, status, problem.clause)
    except ClientDisconnect:  # nobody waits for the answer
        return Response(status_code=400)
    if isinstance(given, str):
        return Response(given, headers=guard.NOT_KEPT, media_type="text/plain; charset=utf-8")
    content = given if isinstance(given, bytes) else encode(given)
    return Response(content, headers=guard.NOT_KEPT, media_type="application/json")


async def _body(endpoint: Endpoint, request: Request) -> Any:
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > LARGEST_BODY:
            raise Refusal(f"a request has at most {LARGEST_BODY} bytes", 413)
    try:
        return msgspec.json.decode(content, type=endpoint.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Refusal(f"the body of the request is invalid: {problem}") from None


@cache
def description() -> bytes:
    """Return the OpenAPI 3.1 description of the interface, as JSON."""
    types = [kind for each in ENDPOINTS for kind in (each.body, each.gives) if kind not in (None, str)] + [Problem]
    found, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(map(repr, types), found, strict=True))
    paths: dict[str, Any] = {}
    for each in ENDPOINTS:
        text = {"text/plain": {"schema": {"type": "string"}}}
        content = text if each.gives is str else _json(schemas[repr(each.gives)])
        said: dict[str, Any] = {
            "summary": each.about,
            "operationId": each.answer.__name__,
            "responses": _responses(content),
        }
        if each.body is not None:
            said["requestBody"] = {"required": True, "content": _json(schemas[repr(each.body)])}
        if names := re.findall(r"{(\w+)}", each.path):
            said["parameters"] = [_parameter(name, "path", required=True) for name in names]
        if each.answer is replay:
            said["parameters"].append(_parameter("seat", "query", required=False))
        paths.setdefault(each.path, {})[each.method.lower()] = said
    info = {
        "title": "Bidwell",
        "version": __version__,
        "description": "Tables for auction card games. See docs/server.md.",
    }
    written = {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}
    return msgspec.json.format(encode(written), indent=2)


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _parameter(name: str, where: str, *, required: bool) -> dict[str, Any]:
    return {"name": name, "in": where, "required": required, "schema": {"type": "string"}}


def _responses(content: dict[str, Any]) -> dict[str, Any]:
    problem = _json({"$ref": "#/components/schemas/Problem"})
    return {
        "200": {"description": "As asked.", "content": content},
        "4XX": {"description": "Refused, and why.", "content": problem},
    }
