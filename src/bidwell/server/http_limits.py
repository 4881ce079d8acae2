"""Limits on HTTP connections: how many an address may hold, how large a header may be, how long a request may take.

Uvicorn has no limit per address and none on the time of a request. Its parser in C accepts headers of any size, so the
one in Python is used here: few requests are HTTP, and a WebSocket leaves the parser after its handshake.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Collection
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from bidwell.server.guard import counted_as, unmapped

LARGEST_HEADER = 16 * 1024
"""Bytes of a request before its body."""
REQUEST_SECONDS = 10.0
"""Seconds within which a request must arrive completely."""
ANSWER_SECONDS = 60.0
"""Seconds within which an answer must be given and read."""
MOST_CONNECTIONS = 64
"""HTTP connections that an address may hold; proxies are not limited."""


def limited_protocol(proxies: Collection[str] = ()) -> type[asyncio.Protocol]:
    """Return the HTTP protocol of one server; its connections are counted together."""
    trusted = [ipaddress.ip_network(proxy) for proxy in proxies]
    held: Counter[str] = Counter()

    def is_limited(address: str) -> bool:
        try:
            return not any(ipaddress.ip_address(address) in network for network in trusted)
        except ValueError:
            return True

    class LimitedProtocol(_LimitedProtocol):
        _held, _is_limited = held, staticmethod(is_limited)

    return LimitedProtocol


class _LimitedProtocol(H11Protocol):
    """Drops a connection if its address holds too many, or if a request or its answer takes too long."""

    _held: Counter[str]
    _is_limited: Any
    _timer: asyncio.TimerHandle | None = None
    _arrives = True
    """Whether a request is arriving: a part of it is there, or the connection is new."""
    _address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = unmapped(self.client)
        host = self.client[0] if self.client else ""
        address = counted_as(host)
        if self._is_limited(host):
            if self._held[address] >= MOST_CONNECTIONS:
                transport.abort()
                return
            self._address = address
            self._held[address] += 1
        self._start_timer(REQUEST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        cycle = self.cycle
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return
        arrives = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if arrives != self._arrives or (not arrives and self.cycle is not cycle):
            self._start_timer(REQUEST_SECONDS if arrives else ANSWER_SECONDS)
        self._arrives = arrives

    def on_response_complete(self) -> None:
        self._stop_timer()
        if self.transport.get_write_buffer_size():
            self._start_timer(ANSWER_SECONDS)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._release()  # WebSockets are counted where they are served
        super().handle_websocket_upgrade(event)

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _release(self) -> None:
        """Stop counting this connection."""
        self._stop_timer()
        if self._address is not None:
            self._held[self._address] -= 1
            if not self._held[self._address]:
                del self._held[self._address]
            self._address = None
