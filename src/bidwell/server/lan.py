"""Who can reach this server: this machine only, or the local network too."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable

from bidwell.server.protocol import HouseInfo, Refusal

DOCUMENTATION = ("192.0.2.1", 9)
"""An address that belongs to nobody. Connecting a UDP socket to it sends nothing."""
EVERYWHERE = ("0.0.0.0", "::")
Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]
"""Serves the application at one more listening socket."""


def own_address() -> str | None:
    """Return the address of this machine on its network, or None if it has none. Sends no packet."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(DOCUMENTATION)
        found = str(probe.getsockname()[0])
        if not ipaddress.ip_address(found).is_loopback:
            return found
    return None


class Lan:
    """The server's door to the local network, which people at this machine open and close."""

    def __init__(
        self, host: str = "127.0.0.1", port: int = 0, listen: Listen | None = None, *, is_public: bool = False
    ) -> None:
        """`is_public` says that strangers come by a name or a proxy: they learn no address of this network."""
        self._host, self._port, self._listen, self._is_public = host, port, listen, is_public
        self._server: asyncio.Server | None = None

    @property
    def is_open(self) -> bool:
        """Whether others on the network can reach the server."""
        return self._host in EVERYWHERE or self._server is not None or not _is_loopback(self._host)

    def info(self, client: str) -> HouseInfo:
        """Describe the door to a client at this address."""
        is_here = _is_loopback(client)
        links = self._links() if is_here or not self._is_public else []
        return HouseInfo(self.is_open, links, self._may_switch and is_here)

    @property
    def _may_switch(self) -> bool:
        """Whether the server can close the door again, or open it: not if it was started to listen everywhere."""
        return self._listen is not None and (self._server is not None or not self.is_open)

    async def switch(self, on: bool, client: str) -> None:
        """Open or close the door. Refuses clients of other machines, and a server that always listens everywhere."""
        if not _is_loopback(client):
            raise Refusal("only somebody at the server's own machine can do this", 403)
        if self._listen is None or not self._may_switch:
            raise Refusal("how this server can be reached was decided when it was started", 409)
        if on and self._server is None:
            self._server = await self._listen(self._bound())
        elif not on and self._server is not None:
            self._server.close()
            self._server = None

    def _bound(self) -> socket.socket:
        address = own_address()
        if address is None:
            raise Refusal("this machine is on no network", 409)
        made = socket.socket(socket.AF_INET)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((address, self._port))
        except OSError as problem:
            made.close()
            raise Refusal(f"the network cannot be listened to: {problem.strerror}", 409) from None
        return made

    def _links(self) -> list[str]:
        if not self.is_open:
            return []
        address = own_address() if self._host in EVERYWHERE or self._server else self._host
        return [f"http://{address}:{self._port}"] if address else []


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
