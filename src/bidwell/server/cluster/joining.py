"""How a server joins the others of its store. With SQLite it is alone, and nothing here is loaded."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware

from bidwell.server.analyses import Analyses
from bidwell.server.rooms import Rooms
from bidwell.server.workers import Workers

if TYPE_CHECKING:
    from bidwell.server.house import House


class Membership(NamedTuple):
    """Where the other servers reach this one, and for how many seconds it holds its lease."""

    address: str = "127.0.0.1:0"
    lease: float = 5.0
    bots: int = 1
    """Number of jobs of bots that it takes at once; 0 leaves them to other servers and `bidwell work`."""


ALONE = Membership()


class Parts(NamedTuple):
    """The parts of a server that differ where it is not alone."""

    rooms: type[Rooms] = Rooms
    analyses: type[Analyses] = Analyses
    workers: type[Workers] = Workers


def parts_for(store: str) -> Parts:
    """Return the parts of a server on this store."""
    if not store:
        return Parts()
    from bidwell.server.cluster.jobs import JobAnalyses, JobWorkers
    from bidwell.server.cluster.rooms import OwnedRooms

    return Parts(OwnedRooms, JobAnalyses, JobWorkers)


def forwarding(store: str) -> list[Middleware]:
    """Return the middleware that brings requests to the owners of rooms; none for a store of one server."""
    if not store:
        return []
    from bidwell.server.cluster.forwarding import Forwarding

    return [Middleware(Forwarding)]


@contextlib.asynccontextmanager
async def joined(app: Starlette, house: House, store: str, membership: Membership) -> AsyncIterator[None]:
    """Take part as a server of the store inside the context."""
    if not store:
        yield
        return
    from bidwell.server.cluster.member import Member

    app.state.member = member = Member(house, app, store, membership.lease)
    await member.start(membership.address, membership.bots)
    try:
        yield
    finally:
        await member.close()
