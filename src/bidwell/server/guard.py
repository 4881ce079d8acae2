"""Access control: hosts and origins, sizes and rates."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bidwell.server.protocol import Problem, encode

if TYPE_CHECKING:
    from bidwell.server.house import House

LARGEST_BODY = 16 * 1024
LARGEST_MESSAGE = 4 * 1024
MAPPED = "::ffff:"
"""How an IPv6 socket writes the address of an IPv4 client, before its four numbers."""
SWEEP_SECONDS = 1.0
"""Seconds between two searches for addresses that can be forgotten."""
LONGEST_WAIT = 10.0
"""Seconds that a request waits while its address asks too much. One that would wait longer is refused."""
UNREADABLE = "the server cannot read its disk at present: try again later"
SECURITY = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

NOT_KEPT = {"cache-control": "no-store"}
"""The headers of an answer that no cache may keep."""


class Bucket:
    """A token bucket: at most `burst` at once, refilled at `rate` a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Take one token; return False if none is left."""
        if self._now() < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """The seconds until there is a token to take."""
        return max(0.0, (1 - self._now()) / self.rate)

    def spend(self, amount: float) -> None:
        """Take this many tokens, also if fewer are left: then nothing is left until they are refilled."""
        self._left = self._now() - amount

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Spend the seconds that the context takes."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.spend(time.perf_counter() - begin)

    @property
    def is_spent(self) -> bool:
        return self._now() <= 0

    @property
    def full(self) -> bool:
        return self._now() >= self.burst

    def _now(self) -> float:
        """Return the number of tokens, refilled."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        return self._left


class Buckets:
    """One bucket per address; full buckets are dropped when there are too many."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._cleared = -SWEEP_SECONDS
        """When full buckets were dropped last."""
        self._buckets: dict[str, Bucket] = {}

    def of(self, who: str) -> Bucket:
        """Return the bucket of an address."""
        # seldom, because otherwise each request of many addresses at once would look at all of them
        if len(self._buckets) > self._most and time.monotonic() - self._cleared >= SWEEP_SECONDS:
            self._cleared = time.monotonic()
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.full}
        found = self._buckets.get(who)
        if found is None:
            found = self._buckets[who] = Bucket(self._burst, self._rate)
        return found

    def take(self, who: str) -> bool:
        """Take one token of an address; return False if none is left."""
        return self.of(who).take()


def address_of(connection: HTTPConnection) -> str:
    """Return the address that the requests of a client are counted by."""
    return counted_as(connection.client.host if connection.client else "")


def counted_as(host: str) -> str:
    """Return the address that a client is counted by: an IPv6 network of 64 bits counts as one address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network(f"{host.partition('%')[0]}/64", strict=False))


def unmapped(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return the address of a client; for an IPv4 client of an IPv6 socket its IPv4 address."""
    if client is None or not client[0].lower().startswith(MAPPED):
        return client
    return client[0][len(MAPPED) :], client[1]


def host_of(authority: str) -> str:
    """Return the host of `host:port`, without brackets."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:
        return ""


def is_ours(host: str, names: Collection[str]) -> bool:
    """Return whether the server answers to this host name.

    Foreign names are refused because of DNS rebinding; a bare address cannot be rebound.
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host in names
    return True


def problem(why: str, status: int, clause: str = "") -> Response:
    """Return an error answer."""
    return Response(encode(Problem(why, clause)), status, NOT_KEPT, media_type="application/json")


class Guard:
    """Middleware that refuses foreign hosts and origins, and adds the security headers."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self._why_not(Headers(scope=scope), scope)
        if why and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        elif why:
            await problem(why, 403)(scope, receive, _with_headers(send))
        elif scope["type"] == "http" and not await _came_to_its_turn(scope):
            await problem("too many requests at once: wait a few seconds", 429)(scope, receive, _with_headers(send))
        else:
            await self.app(scope, receive, _with_headers(send))

    def _why_not(self, headers: Headers, scope: Scope) -> str:
        host, origin = headers.get("host", ""), headers.get("origin")
        if not is_ours(host_of(host), self.names):
            return "this server does not answer to that name: start it with --name to allow one"
        # reading needs no check: browsers hide the answers from pages of other origins
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and origin.partition("://")[2].lower() != host.lower():
            return "requests from a page of another origin are refused"
        return ""


async def _came_to_its_turn(scope: Scope) -> bool:
    """Wait while the address of a request asks too much; return False if that would take too long.

    An answer that waits also slows its client down: it holds one of the connections of the address.
    """
    house: House = scope["app"].state.house
    requests = house.requests.of(address_of(HTTPConnection(scope)))
    wait = requests.wait
    if wait > LONGEST_WAIT:
        house.refused[429] += 1
        return False
    requests.spend(1)
    if wait:
        await asyncio.sleep(wait)
    return True


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in SECURITY.items() if name.encode() not in known]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return sent
