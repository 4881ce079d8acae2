"""Requests and WebSockets of the people in the soak. Each person has an address of this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PATIENCE = 60.0
"""Seconds before an answer counts as missing."""

Message = dict[str, Any]


class Gone(Exception):
    """The server or the connection is gone."""


class Denied(Exception):
    """A request was refused."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(f"{status}: {why}")
        self.status = status


async def ask(port: int, address: str, method: str, path: str, body: Any = None) -> bytes:
    """Return the answer to a request. Raises Denied if it is refused and Gone if there is none."""
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {len(content)}\r\n\r\n"
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            try:
                writer.write(head.encode() + content)
                answer = await reader.read()
            finally:
                writer.close()
    except (OSError, TimeoutError) as problem:
        raise Gone(f"{method} {path}: {problem!r}") from None
    first, _, rest = answer.partition(b"\r\n\r\n")
    if not rest or b"content-length: " not in first.lower():
        raise Gone(f"{method} {path}: the answer was cut off")
    if len(rest) != int(first.lower().split(b"content-length: ")[1].split()[0]):
        raise Gone(f"{method} {path}: the answer was cut off")
    status = int(first.split()[1])
    if status != 200:
        raise Denied(status, rest.decode())
    return rest


class Link:
    """One WebSocket to a table: says hello with its tokens, and passes on every message."""

    def __init__(self, socket: ClientConnection, heard: Callable[[Message], None]) -> None:
        self._socket = socket
        self._heard = heard
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(
        cls, port: int, address: str, room: str, tokens: Sequence[str], heard: Callable[[Message], None]
    ) -> Link:
        """Connect to a room from this address. Raises Gone."""
        there = f"ws://127.0.0.1:{port}/ws/{room}"
        try:
            socket = await connect(
                there,
                local_addr=(address, 0),
                compression=None,
                proxy=None,
                ping_interval=None,
                open_timeout=PATIENCE,
                close_timeout=PATIENCE,
                max_size=1 << 24,
            )
        except (OSError, TimeoutError, WebSocketException) as problem:
            raise Gone(f"{there}: {problem!r}") from None
        link = cls(socket, heard)
        await link.say(say="hello", tokens=[*tokens])
        return link

    @property
    def is_open(self) -> bool:
        return not self._reading.done()

    async def say(self, **message: Any) -> None:
        """Send a message. Raises Gone."""
        try:
            await self._socket.send(json.dumps(message))
        except (OSError, WebSocketException) as problem:
            raise Gone(f"{problem!r}") from None

    async def close(self) -> None:
        """Close the connection and wait until it is closed."""
        with suppress(OSError, WebSocketException):
            await self._socket.close()
        await self._reading

    async def _read(self) -> None:
        with suppress(OSError, WebSocketException):
            async for text in self._socket:
                self._heard(msgspec.json.decode(text))
