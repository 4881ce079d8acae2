"""Requests that one server passes on to another: who is answered, and what happens when somebody goes away."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import msgpack
from uvicorn import Config

from bidwell.server.cluster.link import LARGEST_OPENING, LinkBroken, LinkServer, Unreachable, forward
from tests.extras import needed_module
from tests.server.helpers import PATIENCE

needed_module("psycopg", "psycopg is not installed: what needs PostgreSQL is not tried")

from bidwell.server.cluster.forwarding import UNKNOWN, Forwarding  # noqa: E402
from bidwell.server.cluster.rooms import MOVED  # noqa: E402

SECRET = b"known to all servers of the store"
SCOPE = {"type": "websocket", "path": "/ws/room", "headers": [(b"host", b"here")], "client": ("192.0.2.7", 99)}

Message = dict[str, Any]
App = Callable[[Any, Any, Any], Awaitable[None]]


def linked(app: App, work: Callable[[str], Awaitable[Any]], at: str = "127.0.0.1:0") -> Any:
    """Run this with the address of a server of the store that owns a room."""

    async def run() -> Any:
        server = LinkServer(app, SECRET)
        address = await server.start(at)
        try:
            return await asyncio.wait_for(work(address), PATIENCE)
        finally:
            await server.close()

    with asyncio.Runner(loop_factory=Config(app).get_loop_factory()) as runner:
        return runner.run(run())


async def never() -> Message:
    await asyncio.Event().wait()
    return {}


async def dropped(message: Any) -> None:
    pass


async def greets(scope: Any, receive: Any, send: Any) -> None:
    for text in ("welcome", scope["client"][0]):
        await send({"type": "websocket.send", "text": text})


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4) + body


def test_an_answer_is_passed_back_to_the_client() -> None:
    """The owner knows the address of the client, by which it is limited."""
    found: list[str] = []

    async def send(message: Any) -> None:
        found.append(message["text"])

    linked(greets, lambda address: forward(address, SECRET, "", SCOPE, never, send))
    assert found == ["welcome", "192.0.2.7"]


def test_servers_reach_each_other_by_ipv6() -> None:
    """The address has brackets."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    linked(greets, lambda address: forward(address, SECRET, "", SCOPE, never, dropped), "[::1]:0")


@pytest.mark.parametrize("gone", [OSError, RuntimeError])
def test_a_client_that_goes_away_is_no_broken_link(gone: type[Exception]) -> None:
    """Nothing is left to tell it."""

    async def send(message: Any) -> None:
        raise gone

    linked(greets, lambda address: forward(address, SECRET, "", SCOPE, never, send))


def test_an_owner_that_goes_away_in_the_middle_is_a_broken_link() -> None:
    """The client is told to connect again."""

    async def dies(scope: Any, receive: Any, send: Any) -> None:
        raise asyncio.CancelledError

    with pytest.raises(LinkBroken):
        linked(dies, lambda address: forward(address, SECRET, "", SCOPE, never, dropped))


def test_a_client_that_closes_its_connection_leaves_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """The owner ends the request, though nobody hears of it."""
    ended = asyncio.Event()

    async def until_it_is_gone(scope: Any, receive: Any, send: Any) -> None:
        with contextlib.suppress(OSError):  # as Starlette does
            while True:
                await send({"type": "websocket.send", "text": "a" * 1000})
                await asyncio.sleep(0.01)
        ended.set()

    async def closes(address: str) -> None:
        forwarded = asyncio.ensure_future(forward(address, SECRET, "", SCOPE, never, dropped))
        await asyncio.sleep(0.05)
        forwarded.cancel()
        await ended.wait()
        await asyncio.sleep(0.05)

    linked(until_it_is_gone, closes)
    assert not caplog.records


def test_a_server_of_another_store_is_not_answered() -> None:
    """It looks like one that does not answer at all."""
    with pytest.raises(Unreachable):
        linked(greets, lambda address: forward(address, b"of another store", "", SCOPE, never, dropped))


@pytest.mark.parametrize(
    "sent",
    [
        frame(msgpack.encode({"secret": "a text", "scope": SCOPE})),
        frame(msgpack.encode({"secret": SECRET})),
        frame(msgpack.encode([SECRET, SCOPE])),
        frame(b"\xc1"),
        (LARGEST_OPENING + 1).to_bytes(4) + bytes(LARGEST_OPENING + 1),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=["a text", "no scope", "a list", "no message", "too large", "http"],
)
def test_strangers_are_disconnected_without_a_word(sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """And fill neither the memory nor the log."""

    async def answer(address: str) -> bytes:
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent)
        try:
            return await reader.read()
        except ConnectionResetError:  # it did not even read everything
            return b""
        finally:
            writer.close()

    assert linked(greets, answer) == b""
    assert not caplog.records


class Elsewhere:
    """A server that owns no room, and whose links to the owner break."""

    rooms = SimpleNamespace(has=lambda room: False)
    house = None

    async def own(self, room: str) -> str:
        return "192.0.2.1:9000"

    async def pass_on(self, owner: str, scope: Any, receive: Any, send: Any) -> None:
        raise LinkBroken


@pytest.mark.parametrize(("method", "why"), [("GET", MOVED), ("POST", UNKNOWN)])
def test_a_change_whose_server_went_away_may_have_been_made(method: str, why: str) -> None:
    """The client is told to look, and not that nothing has happened."""
    sent: list[Message] = []

    async def send(message: Any) -> None:
        sent.append(message)

    state = SimpleNamespace(state=SimpleNamespace(member=Elsewhere()))
    scope = {"type": "http", "method": method, "path": "/api/rooms/abc", "app": state}
    asyncio.run(Forwarding(greets)(scope, never, send))
    assert (sent[0]["status"], json.loads(sent[1]["body"])["why"]) == (503, why)
