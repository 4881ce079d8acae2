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

LARGEST_HEADER = 16 * 1024
"""Bytes of a request before its body."""
REQUEST_SECONDS = 10.0
"""Seconds within which a request must arrive completely."""
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
    """Drops a connection if its address holds too many, or if a request does not arrive in time."""

    _held: Counter[str]
    _is_limited: Any
    _timer: asyncio.TimerHandle | None = None
    _address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self._is_limited(address):
            if self._held[address] >= MOST_CONNECTIONS:
                transport.abort()
                return
            self._address = address
            self._held[address] += 1
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._timer is None and self.transport.get_protocol() is self:
                self._start_timer()
        else:
            self._stop_timer()

    def on_response_complete(self) -> None:
        self._stop_timer()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._release()  # WebSockets are counted where they are served
        super().handle_websocket_upgrade(event)

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

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
