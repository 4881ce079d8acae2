"""Middleware that brings every request about a room to the server that owns the room."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bidwell.server import guard
from bidwell.server.cluster.link import CLIENT_GONE, FORWARDED, LinkBroken, Unreachable
from bidwell.server.cluster.member import Member
from bidwell.server.cluster.rooms import MOVED
from bidwell.server.house import House
from bidwell.server.protocol import Error, encode
from bidwell.server.store.interface import StoreError

log = logging.getLogger("bidwell.server")

ROOM = re.compile(r"/(?:ws|api/rooms)/([A-Za-z0-9_-]+)")
PATIENCE = 12.0
"""Seconds for which a request waits until a room whose server has gone can be taken over."""
PAUSE = 0.25
UNKNOWN = "the server of this table went away: look again whether this was done"


class Forwarding:
    """Serves a request here if this server owns its room or can take it over; otherwise passes it on to the owner."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ROOM.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
        member: Member | None = getattr(scope["app"].state, "member", None)
        if found is None or member is None or member.rooms.has(found[1]):
            await self.app(scope, receive, send)
            return
        watched = _Watched(send)
        place = _Place(member.house, scope)
        if place.refused:
            await send({"type": "websocket.close", "code": 1013, "reason": place.refused})
            return
        try:
            await self._brought(member, found[1], place, scope, receive, watched)
        except Unreachable:
            await _refuse(MOVED, 1013, scope, receive, watched)
        except LinkBroken:
            changes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
            await _refuse(UNKNOWN if changes else MOVED, 1013, scope, receive, watched)
        except StoreError as problem:
            log.error("the disk could not be read: %s", problem)
            await _refuse(guard.UNREADABLE, 1011, scope, receive, watched)
        finally:
            place.release()

    async def _brought(
        self, member: Member, room: str, place: _Place, scope: Scope, receive: Receive, send: Send
    ) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            owner = await member.own(room)
            if owner is None:
                place.release()  # it is counted where it is served
                await self.app(scope, receive, send)
                return
            if scope.get(FORWARDED):  # it was passed on once: the client connects again
                raise Unreachable
            try:
                await member.pass_on(owner, scope, receive, send)
                return
            except Unreachable:
                if time.monotonic() > end:
                    raise
            await asyncio.sleep(PAUSE)


class _Place:
    """The place that a WebSocket takes of those of its address, while it waits or is passed on."""

    def __init__(self, house: House, scope: Scope) -> None:
        self._house = house
        self._address: str | None = None
        self.refused = ""
        """Why there is none for it."""
        if scope["type"] == "websocket" and not scope.get(FORWARDED):
            address = guard.address_of(HTTPConnection(scope))
            self.refused = house.admit_socket(address)
            self._address = None if self.refused else address

    def release(self) -> None:
        if self._address is not None:
            self._house.release_socket(self._address)
            self._address = None


class _Watched:
    """Passes messages to the client, and knows how far the answer has come."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.latest = ""

    async def __call__(self, message: Message) -> None:
        self.latest = message["type"]
        await self._send(message)


async def _refuse(why: str, code: int, scope: Scope, receive: Receive, send: _Watched) -> None:
    """Tell the client to try again later, unless its request was answered already."""
    with contextlib.suppress(*CLIENT_GONE):
        if scope["type"] == "http":
            if not send.latest:
                await guard.problem(why, 503)(scope, receive, send)
            return
        if not send.latest:
            await send({"type": "websocket.accept"})
        if send.latest != "websocket.close":
            await send({"type": "websocket.send", "text": encode(Error(why)).decode()})
            await send({"type": "websocket.close", "code": code})
