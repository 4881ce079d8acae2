"""Requests that one server passes on to another: the messages of ASGI, over a socket of their own.

A message is four bytes with its length, and MessagePack. The first one is the scope of the request with a secret that
all servers of a store know.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import DecodeError, msgpack
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FORWARDED = "bidwell.forwarded"
"""The key in the scope of a request that another server has passed on."""
LARGEST_FRAME, LARGEST_OPENING = 1 << 26, 1 << 17
"""Bytes of a message, and of the first one, which a stranger may have sent."""
CONNECT_SECONDS = 2.0
CLIENT_GONE = (RuntimeError, OSError)
"""The exceptions that sending to a disconnected client raises."""
PARTS = ("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "headers", "client", "server")
"""The parts of a scope that are passed on."""


class Handshake(msgspec.Struct):
    """The first message: what proves that a server of this store sends it, and the scope of the request."""

    secret: bytes
    sender: str
    """The address of the server that passes the request on."""
    scope: dict[str, Any]


class Unreachable(Exception):
    """The other server does not answer. Nothing was passed on."""


class LinkBroken(Exception):
    """The other server went away in the middle of a request."""


async def _read(reader: asyncio.StreamReader, kind: Any = Any, largest: int = LARGEST_FRAME) -> Any:
    size = int.from_bytes(await reader.readexactly(4))
    if size > largest:
        raise ConnectionError("a message between servers is too large")
    return msgpack.decode(await reader.readexactly(size), type=kind)


def _write(writer: asyncio.StreamWriter, message: Any) -> None:
    if writer.is_closing():  # uvloop would raise a RuntimeError
        raise ConnectionResetError("the other server has closed the connection")
    body = msgpack.encode(message)
    writer.write(len(body).to_bytes(4) + body)


# The server that passes a request on


async def forward(address: str, secret: bytes, sender: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Pass a request on from the server `sender` to the one at `address`, and its answers back.

    Raises Unreachable and LinkBroken.
    """
    opening = Handshake(secret, sender, {part: scope[part] for part in PARTS if part in scope})
    reader, writer = await _connected(address, opening)
    upward = asyncio.create_task(_pass_up(receive, writer))
    try:
        await _pass_down(reader, send)
    finally:
        upward.cancel()
        writer.close()


async def _connected(address: str, opening: Handshake) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect, and wait until the other server greets: one that is paused accepts connections, and nothing more."""
    host, _, port = address.rpartition(":")
    writer = None
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port), limit=1 << 20)
            _write(writer, opening)
            await _read(reader)
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as problem:
        if writer is not None:
            writer.close()
        raise Unreachable(f"{problem}") from None
    return reader, writer


async def _pass_up(receive: Receive, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while True:
            message = await receive()
            _write(writer, message)
            await writer.drain()
            if message["type"].endswith(".disconnect"):
                return


async def _pass_down(reader: asyncio.StreamReader, send: Send) -> None:
    while True:
        try:
            message = await _read(reader)
        except (OSError, asyncio.IncompleteReadError) as problem:
            raise LinkBroken from problem
        if message is None:
            return
        with contextlib.suppress(*CLIENT_GONE):
            await send(message)


# The server that owns the room


class LinkServer:
    """Answers the requests that other servers pass on."""

    def __init__(self, app: ASGIApp, secret: bytes) -> None:
        self._app = app
        self._secret = secret
        self._server: asyncio.Server | None = None
        self._senders: dict[asyncio.Task[Any], str] = {}
        """For each request: the server that has passed it on."""

    @property
    def is_used(self) -> bool:
        """Whether there are links to this server."""
        return bool(self._senders)

    def cut(self, running: set[str]) -> None:
        """End the requests of servers that are not running: their clients are gone, and look as if they were present.

        A machine that was switched off does not close its connections.
        """
        for task, sender in self._senders.items():
            if sender and sender not in running:
                task.cancel()

    async def start(self, address: str) -> str:
        """Listen at `host:port`; return the address with the port that was chosen, if it was 0."""
        host, _, port = address.rpartition(":")
        self._server = await asyncio.start_server(self._serve, host.strip("[]"), int(port), limit=1 << 20)
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Stop listening, and end all requests."""
        if self._server is not None:
            self._server.close()
        for task in [*self._senders]:
            task.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._senders[task] = ""
        try:
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, DecodeError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    opening: Handshake = await _read(reader, Handshake, LARGEST_OPENING)
                if hmac.compare_digest(opening.secret, self._secret):
                    self._senders[task] = opening.sender
                    _write(writer, "welcome")
                    await self._app(_scope(opening.scope), _receiver(opening.scope, reader), _sender(writer))
                    _write(writer, None)
        except asyncio.CancelledError:
            pass
        finally:
            del self._senders[task]
            writer.close()


def _scope(given: dict[str, Any]) -> Scope:
    """Return the scope of a request as the server has it that the client reached."""
    pairs = {part: tuple(given[part]) for part in ("client", "server") if given.get(part)}
    headers = [(bytes(name), bytes(value)) for name, value in given["headers"]]
    more = {"asgi": {"version": "3.0"}, "root_path": "", "subprotocols": [], "state": {}, FORWARDED: True}
    return {**given, **pairs, **more, "headers": headers}


def _receiver(scope: dict[str, Any], reader: asyncio.StreamReader) -> Callable[[], Awaitable[Message]]:
    kind = scope["type"]
    gone = {"type": f"{kind}.disconnect", **({"code": 1006} if kind == "websocket" else {})}

    async def receive() -> Message:
        try:
            return dict(await _read(reader))
        except (OSError, asyncio.IncompleteReadError):
            return gone

    return receive


def _sender(writer: asyncio.StreamWriter) -> Send:
    async def send(message: Any) -> None:
        _write(writer, message)
        await writer.drain()

    return send
