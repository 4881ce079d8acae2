"""How a server joins the others of its store. With SQLite it is alone, and nothing here is loaded."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware

from bidwell.server.rooms import Rooms

if TYPE_CHECKING:
    from bidwell.server.house import House


class Place(NamedTuple):
    """Where the other servers reach this one, and for how many seconds it holds its lease."""

    address: str = "127.0.0.1:0"
    lease: float = 6.0


ALONE = Place()


def owned_rooms() -> type[Rooms]:
    """Return the rooms of a server that is not alone."""
    from bidwell.server.cluster.rooms import OwnedRooms

    return OwnedRooms


def forwarding(store: str) -> list[Middleware]:
    """Return the middleware that brings requests to the owners of rooms; none for a store of one server."""
    if not store:
        return []
    from bidwell.server.cluster.forwarding import Forwarding

    return [Middleware(Forwarding)]


@contextlib.asynccontextmanager
async def joined(app: Starlette, house: House, store: str, place: Place) -> AsyncIterator[None]:
    """Be one of the servers of the store inside the context."""
    if not store:
        yield
        return
    from bidwell.server.cluster.member import Member

    app.state.member = member = Member(house, app, store, place.lease)
    await member.start(place.address)
    try:
        yield
    finally:
        await member.close()
