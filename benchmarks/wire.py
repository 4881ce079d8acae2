"""A small WebSocket client for benchmarks. It does little work, so that the server is measured and not the client."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

Heard = Callable[[bytes], None]


class Wire(asyncio.Protocol):
    """One connection. `heard` is called with every message; fragments are joined first."""

    def __init__(self, path: str, host: str, heard: Heard) -> None:
        self._path, self._host, self._heard = path, host, heard
        self._buffer = bytearray()
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open and not self._opened():
            return
        while (frame := self._frame()) is not None:
            kind, content = frame
            if kind == 1:
                self._heard(content)
            elif kind == 9:
                self._send(0xA, content)

    def _opened(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(bytes(self._buffer[:200]).decode())
        del self._buffer[: end + 4]
        self._open = True
        self.ready.set_result(None)
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        """Return the next complete frame, or None. A server never masks frames."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, begin = buffer[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + size:
            return None
        kind, content = buffer[0] & 15, bytes(buffer[begin : begin + size])
        del buffer[: begin + size]
        return kind, content

    def say(self, content: bytes) -> None:
        self._send(1, content)

    def _send(self, kind: int, content: bytes) -> None:
        """Send a frame. A client must mask it; a mask of zeros leaves the content unchanged."""
        size = len(content)
        head = (
            bytes([0x80 | kind, 0x80 | size])
            if size < 126
            else bytes([0x80 | kind, 0x80 | 126]) + size.to_bytes(2, "big")
        )
        self._transport.write(head + bytes(4) + content)

    def connection_lost(self, problem: Exception | None) -> None:
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(problem or ConnectionError("closed before it was open"))

    def close(self) -> None:
        self._transport.close()


async def connect(port: int, path: str, heard: Heard) -> Wire:
    """Return an open connection."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, f"127.0.0.1:{port}", heard), "127.0.0.1", port)
    await wire.ready
    return wire
