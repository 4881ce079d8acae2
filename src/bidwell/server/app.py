"""The application: the page, the HTTP interface under /api, and a WebSocket for each table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Collection, MutableMapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from bidwell.server import api, guard
from bidwell.server.guard import Bucket, Guard
from bidwell.server.house import House
from bidwell.server.protocol import Act, Chat, Error, Hello, Refusal, Would, encode, said
from bidwell.server.room import hashed
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.store import held
from bidwell.server.workers import Workers

log = logging.getLogger("bidwell.server")

PAGE = Path(str(files("bidwell") / "web"))
HELLO = 10.0
"""Seconds a client has to send its hello."""
MOST_WATCHING, MOST_DEVICES = 64, 8
"""Limits: spectators at one table, and connections that play one seat."""
DENIED, FULL = 4404, 4409
"""WebSocket close codes: unknown room or token; no room for another connection."""
NOT_READ = "the house cannot read its disk just now: try again in a while"
MOST_WRONG = 200
"""A client that sends this many invalid or excess messages is disconnected."""
BURST, RATE = 60.0, 30.0


def app(home: Path, names: Collection[str] = (), workers: int | None = None) -> Starlette:
    """Return the application that keeps its data in the folder `home`."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        home.mkdir(parents=True, exist_ok=True)
        lock, there = held(home / "lock"), Workers(workers)
        app.state.house = House(home, asyncio.get_running_loop(), there)
        try:
            yield
        finally:
            await app.state.house.close()
            there.close()
            lock.close()

    pages = [Route(path, page) for path in ("/", "/room/{room}", "/replay/{room}", "/new/{game}")]
    return Starlette(
        routes=[
            *pages,
            *api.routes(),
            Route("/api", described),
            Route("/api/openapi.json", described_for_machines),
            Route("/healthz", health),
            Route("/metrics", metrics),
            WebSocketRoute("/ws/{room}", table),
            Mount("/assets", Assets(directory=PAGE / "assets", check_dir=False)),
        ],
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={HTTPException: not_there, sqlite3.Error: not_read},
        lifespan=lifespan,
    )


class Assets(StaticFiles):
    """Static files with a content hash in their names, so that browsers may cache them forever."""

    def file_response(self, *given: object, **named: object) -> Response:
        response = super().file_response(*given, **named)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


async def page(request: Request) -> Response:
    return FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})


async def described(request: Request) -> Response:
    rows = "".join(f"<tr><td><code>{each.method} {each.path}</code><td>{each.about}" for each in api.ENDPOINTS)
    return HTMLResponse(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Bidwell: the interface</title>"
        "<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td{padding:.3rem 1rem .3rem 0}</style>"
        f"<h1>The interface</h1><p>For machines: <a href=/api/openapi.json>openapi.json</a>.<table>{rows}</table>"
    )


async def described_for_machines(request: Request) -> Response:
    return Response(api.description(), media_type="application/json")


async def not_there(request: Request, found: Exception) -> Response:
    """Answer an unknown path or a wrong method: browsers get the page, other clients an error."""
    assert isinstance(found, HTTPException)
    if found.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return FileResponse(PAGE / "index.html", 404, headers={"cache-control": "no-cache"})
    return guard.problem(f"{found.detail.lower()}: /api tells what there is", found.status_code)


async def not_read(request: Request, problem: Exception) -> Response:
    """Answer 503 when the database cannot be read."""
    log.error("the disk could not be read: %s", problem)
    return guard.problem(NOT_READ, 503)


async def health(request: Request) -> Response:
    """Answer "ok" if the database can be read."""
    request.app.state.house.store.read("SELECT id FROM rooms LIMIT 1")
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Return counters in the Prometheus text format."""
    house: House = request.app.state.house
    lives = [*house.rooms.values()]
    counts = {
        "bidwell_rooms_in_memory": ("gauge", len(lives)),
        "bidwell_connections": ("gauge", sum(len(live.connections) for live in lives)),
        "bidwell_bots_thinking": ("gauge", sum(len(live.thinking) for live in lives)),
        "bidwell_writes_waiting": ("gauge", sum(live.unsettled for live in lives)),
        "bidwell_actions_total": ("counter", house.actions),
        "bidwell_commits_total": ("counter", house.store.commits),
    }
    lines = [f"# TYPE {name} {kind}\n{name} {value}\n" for name, (kind, value) in counts.items()]
    return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")


async def table(socket: WebSocket) -> None:
    """Serve one WebSocket, from hello to disconnect."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        live = house.live(socket.path_params["room"])
        connection = await asyncio.wait_for(_met(socket, live), HELLO)
    except (Refusal, TimeoutError, msgspec.DecodeError, RecursionError, sqlite3.Error) as problem:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            why, code = _denied(problem)
            await socket.send_text(encode(Error(why)).decode())
            await socket.close(code)
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    house.enter(live, connection)
    sending = asyncio.create_task(_send(socket, connection))
    try:
        if await _listen(socket, house, live, connection):
            # cut off: let the last error reach the client first
            await asyncio.wait([sending], timeout=HELLO)
    finally:
        house.leave(live, connection)
        sending.cancel()


def _denied(problem: Exception) -> tuple[str, int]:
    """Return why a connection is refused and the code to close it with."""
    if isinstance(problem, sqlite3.Error):
        log.error("the disk could not be read: %s", problem)
        return NOT_READ, 1011
    if isinstance(problem, Refusal):
        return f"{problem}", FULL if problem.status == 409 else DENIED
    return "the first message is a hello with your tokens", 1008


async def _met(socket: WebSocket, live: RoomSession) -> Connection:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    hello = said(str(received.get("text") or ""))
    if not isinstance(hello, Hello):
        raise Refusal("the first message is a hello with your tokens")
    connection = Connection({live.room.holder(token): hashed(token) for token in hello.tokens})
    if not connection.seats and sum(not each.seats for each in live.connections) >= MOST_WATCHING:
        raise Refusal(f"{MOST_WATCHING} people watch this table, which is as many as can: try again later", 409)
    for seat in connection.seats:
        if sum(seat in each.seats for each in live.connections) >= MOST_DEVICES:
            raise Refusal(f"your seat is open on {MOST_DEVICES} devices or pages: close one of them", 409)
    return connection


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send queued messages until the end marker, then close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        while (message := await connection.waiting.get()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        await socket.close(1013)


async def _listen(socket: WebSocket, house: House, live: RoomSession, connection: Connection) -> bool:
    """Handle messages until the connection ends; return whether the server cut it off."""
    bucket, wrong = Bucket(BURST, RATE), 0
    while wrong < MOST_WRONG:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return False
        why = _heard(house, live, connection, received) if bucket.take() else "too many messages at once: slow down"
        if why:
            wrong += 1
            connection.tell(Error(why))
    connection.put_end()
    return True


def _heard(house: House, live: RoomSession, connection: Connection, received: MutableMapping[str, Any]) -> str:
    """Handle one message; return an error text if it is invalid."""
    try:
        message = said(str(received.get("text") or ""))
    except (msgspec.DecodeError, RecursionError) as problem:
        return f"this message is not understood: {problem}"
    if isinstance(message, Hello):
        return "hello was said already"
    if message.seat not in connection.seats:
        return f"seat {message.seat} is not played from here"
    if house.rooms.get(live.room.lease.id) is not live:
        connection.tell(Error("this room was loaded anew: connect again"))
        connection.put_end()
        return ""
    if isinstance(message, Act):
        house.act(live, connection, message)
    elif isinstance(message, Would):
        house.would(live, connection, message)
    elif isinstance(message, Chat):
        house.chat(live, connection, message)
    return ""
