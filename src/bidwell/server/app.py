"""The application: the page, the HTTP interface under /api, and a WebSocket for each table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from functools import partial
from importlib.resources import files
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from bidwell.core.errors import Refused
from bidwell.server import api, guard
from bidwell.server.cluster.joining import ALONE, Membership, forwarding, joined, parts_for
from bidwell.server.guard import UNREADABLE, Bucket, Guard
from bidwell.server.house import House
from bidwell.server.metrics import metrics_of, serve_metrics
from bidwell.server.presence import RELOADED
from bidwell.server.protocol import Act, Chat, Error, Hello, Hint, Refusal, Would, encode, said
from bidwell.server.room import hashed
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.store import choice
from bidwell.server.store.interface import StoreError
from bidwell.server.wire import EXTENSION, TableProtocol

log = logging.getLogger("bidwell.server")

PAGE = Path(str(files("bidwell") / "web"))
HELLO = 10.0
"""Seconds a client has to send its hello."""
MOST_WATCHING, MOST_WATCHING_OF_ADDRESS, MOST_DEVICES = 64, 32, 8
"""Limits: spectators at one table, those of one address among them, and connections that play one seat."""
DENIED, FULL = 4404, 4409
"""WebSocket close codes: unknown room or token; no room for another connection."""
MOST_WRONG = 200
"""A client that sends this many invalid or excess messages is disconnected."""
BURST, RATE = 60.0, 30.0


def app(
    home: Path,
    names: Collection[str] = (),
    workers: int | None = None,
    metrics: str = "",
    store: str = "",
    membership: Membership = ALONE,
) -> Starlette:
    """Return the application with its data in the folder `home` or in `store`, and metrics at this address, if any."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        choice.prepare(home, store)
        with choice.locked(home, store):
            parts = parts_for(store)
            pool = parts.workers(workers)
            opener, loop = choice.opener(home, store), asyncio.get_running_loop()
            app.state.house = house = House(opener, loop, pool, parts.rooms, parts.analyses)
            house.lan = getattr(app.state, "lan", house.lan)
            try:
                async with serve_metrics(metrics, partial(metrics_of, house)), joined(app, house, store, membership):
                    house.tasks.start(house.archive.run())
                    yield
                    await house.archive.finish()  # while this server still owns its rooms
            finally:
                await app.state.house.close()
                pool.close()

    return Starlette(
        routes=_routes(),
        middleware=[Middleware(Guard, names=names), *forwarding(store)],
        exception_handlers={HTTPException: not_found, StoreError: store_failed},
        lifespan=lifespan,
    )


def _routes() -> list[BaseRoute]:
    return [
        *(Route(path, page) for path in ("/", "/room/{room}", "/replay/{room}", "/new/{game}")),
        *api.routes(),
        Route("/api", api_page),
        Route("/api/openapi.json", api_description),
        Route("/healthz", health),
        Route("/readyz", health),
        WebSocketRoute("/ws/{room}", table),
        Mount("/assets", Assets(directory=PAGE / "assets", check_dir=False)),
    ]


class Assets(StaticFiles):
    """Static files with a content hash in their names, so that browsers may cache them forever."""

    def file_response(self, *given: object, **named: object) -> Response:
        response = super().file_response(*given, **named)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


async def page(request: Request) -> Response:
    return FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})


async def api_page(request: Request) -> Response:
    rows = "".join(f"<tr><td><code>{each.method} {each.path}</code><td>{each.about}" for each in api.ENDPOINTS)
    return HTMLResponse(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Bidwell: the interface</title>"
        "<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td{padding:.3rem 1rem .3rem 0}</style>"
        f"<h1>The interface</h1><p>For machines: <a href=/api/openapi.json>openapi.json</a>.<table>{rows}</table>"
    )


async def api_description(request: Request) -> Response:
    return Response(api.description(), media_type="application/json")


async def not_found(request: Request, found: Exception) -> Response:
    """Answer an unknown path or a wrong method: browsers get the page, other clients an error."""
    assert isinstance(found, HTTPException)
    if found.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return FileResponse(PAGE / "index.html", 404, headers={"cache-control": "no-cache"})
    return guard.problem(f"{found.detail.lower()}: see /api for what there is", found.status_code)


async def store_failed(request: Request, problem: Exception) -> Response:
    """Answer 503 when the database cannot be read."""
    log.error("the disk could not be read: %s", problem)
    request.app.state.house.refused[503] += 1
    return guard.problem(UNREADABLE, 503)


async def health(request: Request) -> Response:
    """Answer "ok" if the database can be read and written, otherwise 503 and the reason."""
    house: House = request.app.state.house
    member = getattr(request.app.state, "member", None)
    if member is not None and not member.sure:
        return guard.problem("the lease of this server has run out", 503)
    problem = await house.commits.probe()
    return PlainTextResponse("ok\n") if problem is None else guard.problem(f"the database: {problem}", 503)


async def table(socket: WebSocket) -> None:
    """Serve one WebSocket, from hello to disconnect."""
    house: House = socket.app.state.house
    address = guard.address_of(socket)
    if why := house.admit_socket(address):
        await socket.close(1013, why)
        return
    try:
        await _serve_table(socket, house, house.shares.of(address))
    finally:
        _release(socket, partial(house.release_socket, address))


def _wire(socket: WebSocket) -> TableProtocol | None:
    """Return the protocol of a WebSocket; None if it came through another server."""
    found: TableProtocol | None = socket.scope.get("extensions", {}).get(EXTENSION)
    return found


def _release(socket: WebSocket, release: Callable[[], None]) -> None:
    """Stop counting a WebSocket once its connection has ended: a client that does not read may hold it longer."""
    wire = _wire(socket)
    if wire is None or wire.disconnected:
        release()
    else:
        wire.when_lost = release


async def _serve_table(socket: WebSocket, house: House, share: Bucket) -> None:
    await socket.accept()
    try:
        with share.timed():
            session = house.rooms.get(socket.path_params["room"])
        connection = await asyncio.wait_for(_greeted(socket, session), HELLO)
    except (Refused, TimeoutError, msgspec.DecodeError, RecursionError, StoreError) as problem:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            why, code = _denied(problem)
            await socket.send_text(encode(Error(why)).decode())
            await socket.close(code)
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    connection.wire = _wire(socket)
    with share.timed():
        house.presence.enter(session, connection)
    sending = asyncio.create_task(_send(socket, connection))
    try:
        if await _listen(socket, connection, Listener(house, session, connection, share)):
            # cut off: let the last error reach the client first
            await asyncio.wait([sending], timeout=HELLO)
    finally:
        house.presence.leave(session, connection)
        connection.wire = None
        sending.cancel()


def _denied(problem: Exception) -> tuple[str, int]:
    """Return why a connection is refused and the code to close it with."""
    if isinstance(problem, StoreError):
        log.error("the disk could not be read: %s", problem)
        return UNREADABLE, 1011
    if isinstance(problem, Refused):
        return problem.reason, FULL if isinstance(problem, Refusal) and problem.status == 409 else DENIED
    return "the first message is a hello with your tokens", 1008


async def _greeted(socket: WebSocket, session: RoomSession) -> Connection:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    hello = said(str(received.get("text") or ""))
    if not isinstance(hello, Hello):
        raise Refusal("the first message is a hello with your tokens")
    tokens = {session.room.holder(token): hashed(token) for token in hello.tokens}
    connection = Connection(tokens, hello.foresight, guard.address_of(socket))
    watching = [each.address for each in session.connections if not each.seats]
    if not connection.seats and len(watching) >= MOST_WATCHING:
        raise Refusal(f"{MOST_WATCHING} people watch this table, and no more can: try again later", 409)
    if not connection.seats and watching.count(connection.address) >= MOST_WATCHING_OF_ADDRESS:
        raise Refusal(f"{MOST_WATCHING_OF_ADDRESS} people of your address watch this table: leave room for others", 409)
    for seat in connection.seats:
        if sum(seat in each.seats for each in session.connections) >= MOST_DEVICES:
            raise Refusal(f"your seat is open on {MOST_DEVICES} devices or pages: close one of them", 409)
    return connection


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send queued messages until the end marker, then close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        while (message := await connection.next_message()) is not None:
            await socket.send({"type": "websocket.send", "text": message.decode()})
        await socket.close(1013)


class Listener:
    """Handles the messages of one client, within the limits for strangers."""

    def __init__(self, house: House, session: RoomSession, connection: Connection, share: Bucket) -> None:
        self._house, self._session, self._connection = house, session, connection
        self._bucket, self._wrong = Bucket(BURST, RATE), 0
        self._share = share
        """The time that is left for the address of the client."""

    def hear(self, text: str) -> None:
        """Handle one message, or say why not. A client with too many invalid or excess messages is cut off."""
        if self.is_cut_off:
            return
        begin, session = time.perf_counter(), self._session
        may = self._bucket.take() and not self._share.is_spent
        if may and session.unsettled:  # what is answered after the commit is paid for then
            session.payer = self._share
        why = self._answer(text) if may else "too many messages at once: slow down"
        session.payer = None
        self._share.spend(time.perf_counter() - begin)
        if why:
            self._wrong += 1
            self._connection.tell(Error(why))
            if self.is_cut_off:
                self._connection.put_end()

    @property
    def is_cut_off(self) -> bool:
        return self._wrong >= MOST_WRONG

    def _answer(self, text: str) -> str:
        return handle(self._house, self._session, self._connection, text)


async def _listen(socket: WebSocket, connection: Connection, listener: Listener) -> bool:
    """Handle messages until the connection ends; return whether the server cut it off."""
    if isinstance(connection.wire, TableProtocol):
        connection.wire.hear = listener.hear
    while not listener.is_cut_off:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return False
        listener.hear(str(received.get("text") or ""))
    return True


def handle(house: House, session: RoomSession, connection: Connection, text: str) -> str:
    """Handle one message; return an error text if it is invalid."""
    try:
        message = said(text)
    except (msgspec.DecodeError, RecursionError) as problem:
        return f"this message is invalid: {problem}"
    if isinstance(message, Hello):
        return "hello was sent already"
    watching = isinstance(message, Chat) and message.seat is None and not connection.seats
    if message.seat not in connection.seats and not watching:
        return (
            "spectators talk without a seat" if message.seat is None else f"seat {message.seat} is not played from here"
        )
    if not house.rooms.is_current(session):
        connection.end(RELOADED)
        return ""
    if isinstance(message, Act):
        house.actions.act(session, connection, message)
    elif isinstance(message, Would):
        house.actions.would(session, connection, message)
    elif isinstance(message, Hint):
        return house.hints.ask(session, connection, message)
    elif isinstance(message, Chat):
        house.chats.say(session, connection, message)
    else:
        house.take_backs.handle(session, connection, message)
    return ""
