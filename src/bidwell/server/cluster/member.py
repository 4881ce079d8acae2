"""One server among several: it holds a lease, owns rooms, and hears of what the others do."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import psycopg

from bidwell.server.cluster.directory import Directory, clock
from bidwell.server.cluster.jobs import ANALYSIS, BOT, JobAnalyses, Jobs, JobWorkers, analyse
from bidwell.server.cluster.link import LinkBroken, LinkServer, forward
from bidwell.server.cluster.rooms import OwnedRooms
from bidwell.server.protocol import encode
from bidwell.server.store.interface import StoreError
from bidwell.server.store.postgres import PostgresStore

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from bidwell.server.house import House

log = logging.getLogger("bidwell.server")

MARGIN = 1 / 6
"""The share of the lease for which a server is no longer sure of it, because clocks run unevenly."""
RENEWALS = 4
"""Number of renewals within a lease."""
LONGEST_TURN = 30.0
"""Seconds after which a server whose event loop does not turn loses its lease. One that has much to do keeps it."""


class Member:
    """The part of a server that deals with the other servers of its store."""

    def __init__(self, house: House, app: ASGIApp, url: str, seconds: float) -> None:
        assert isinstance(house.store, PostgresStore)
        assert isinstance(house.rooms, OwnedRooms)
        self.house, self.rooms = house, house.rooms
        self.secret = hmac.digest(house.store.secret, b"link", "sha256")
        self._directory = Directory(url, house.store.server, seconds)
        self.jobs = Jobs(self._directory)
        self._links = LinkServer(app, self.secret)
        self._seconds = seconds
        self._sure_until = 0.0
        self._renewing = asyncio.Lock()
        self._turned = clock()
        """When the event loop last turned."""
        self._ended = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="lease", daemon=True)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._links_to: dict[str, set[asyncio.Future[None]]] = {}
        """For each address of another server: the requests that are passed on to it."""
        self._published: dict[str, Any] = {}
        self.address = ""
        self.taken_over = 0
        """Number of rooms that were taken from this server."""

    async def start(self, address: str, bots: int) -> None:
        """Join the other servers, who reach this one at `address`, and take jobs of this many bots at once."""
        await self._directory.open()
        self.address = await self._links.start(address)
        await self.renew()
        self._keeper.start()
        self.rooms.lease = self
        for work in (self._keep_lease(), self._hear(), self._publish()):
            self.house.tasks.start(work)
        self._think(bots)

    def _think(self, bots: int) -> None:
        """Make jobs of bots and analyses, and take jobs unless that is left to other processes."""
        workers, analyses = self.house.workers, self.house.analyses
        assert isinstance(workers, JobWorkers)
        assert isinstance(analyses, JobAnalyses)
        workers.jobs = analyses.jobs = self.jobs
        for _ in range(bots):
            self.house.tasks.start(self.jobs.work(BOT, workers.think))
        if bots:
            self.house.tasks.start(self.jobs.work(ANALYSIS, analyse))

    async def close(self) -> None:
        """Leave the other servers. Its rooms are free when the store is closed."""
        await self._links.close()
        await self.house.tasks.close()
        self._ended.set()
        await asyncio.to_thread(self._keeper.join)
        await self._directory.close()

    @property
    def sure(self) -> bool:
        return clock() < self._sure_until

    async def own(self, room: str, *, fresh: bool = False) -> str | None:
        """Own a room, or return the address of its owner. Raises StoreError."""
        if not self.sure:
            await self.renew()
        async with self._deciding(room):
            claim = await self._directory.claim(room, fresh=fresh)
            if claim is None:  # there is no such room: answer here
                return None
            if claim.server != self._directory.server:
                self.rooms.drop(room)
                return claim.address
            self.rooms.accept(room, claim.fence)
            return None

    def release(self, room: str, fence: int) -> None:
        self.house.tasks.start(self._release(room, fence))

    async def _release(self, room: str, fence: int) -> None:
        async with self._deciding(room):
            if self.rooms.fences.get(room) == fence:  # it is used again
                return
            try:
                await self._directory.release(room, fence)
            except StoreError:  # it stays with this server
                log.warning("a room that is not used could not be released")

    def _deciding(self, room: str) -> asyncio.Lock:
        """Return the lock under which a room is owned and released, one after the other."""
        return self._locks.setdefault(room, asyncio.Lock())

    # The lease

    async def renew(self) -> None:
        """Renew a lease that may have run out, and drop the rooms that were taken over."""
        async with self._renewing:
            if self.sure:  # somebody else has done it
                return
            renewal = await self._directory.renew(self.address)
            await self._drop_lost_rooms()
            self._sure_until = renewal.began + self._seconds * (1 - MARGIN)
        # Nothing was played while the lease was in doubt: bots whose turn came then have to be asked again.
        for session in self.rooms:
            self.house.bots.drive(session)

    def _keep(self) -> None:
        """Renew the lease, in a thread: in an event loop that has much to do it would come too late."""
        while not self._ended.wait(self._seconds / RENEWALS):
            with contextlib.suppress(StoreError):  # told when the lease has run out
                self._renew_in_time()

    def _renew_in_time(self) -> None:
        """Renew the lease while it is certainly held, and the event loop turns."""
        if not self.sure or clock() > self._turned + LONGEST_TURN:
            return
        renewal = self._directory.renew_here(self.address)
        # if it had run out after all, the event loop finds out which rooms were taken over
        self._sure_until = renewal.began + self._seconds * (1 - MARGIN) if renewal.held else 0.0

    async def _drop_lost_rooms(self) -> None:
        owned = await self._directory.owned()
        for room, fence in [*self.rooms.fences.items()]:
            if owned.get(room) != fence:
                self._lost(room)

    async def _keep_lease(self) -> None:
        while True:
            self._turned = clock()
            await asyncio.sleep(self._seconds / RENEWALS)
            try:
                if not self.sure:
                    await self.renew()
                if self._links_to or self._links.is_used:
                    running = await self._directory.running()
                    self._cut_links(running)
                    self._links.cut(running)
            except StoreError as problem:
                if not self.sure:
                    log.error("the lease of this server could not be renewed: %s", problem)

    # Requests that are passed on

    async def pass_on(self, owner: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the owner of its room, as long as that server's lease is valid."""
        work = asyncio.ensure_future(forward(owner, self.secret, self.address, scope, receive, send))
        self._links_to.setdefault(owner, set()).add(work)
        try:
            await work
        except asyncio.CancelledError:
            # Cancelled may be this request, whose client has gone, or the link to a server that was given up.
            if not work.cancelled():
                work.cancel()
                raise
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            raise LinkBroken from None
        finally:
            self._links_to[owner].discard(work)
            if not self._links_to[owner]:
                del self._links_to[owner]

    def _cut_links(self, running: set[str]) -> None:
        """Cut the links to servers whose leases have run out: their clients come back, and the rooms are taken over."""
        for owner, links in self._links_to.items():
            if owner not in running:
                for link in links:
                    link.cancel()

    def _lost(self, room: str) -> None:
        self.taken_over += 1
        self.rooms.drop(room)

    # Notices

    async def _hear(self) -> None:
        """Hear of rooms that were taken over and of changes of the board, until cancelled."""
        while True:
            try:
                connection = await self._directory.listen()
                async with connection:
                    self.rooms.lobby_changed()
                    async for notice in connection.notifies():
                        self._heard(notice.payload)
            except (psycopg.Error, OSError):
                await asyncio.sleep(0.5)

    def _heard(self, notice: str) -> None:
        kind, _, rest = notice.partition(" ")
        room, _, server = rest.partition(" ")
        if kind in ("job", "done"):
            self.jobs.heard(kind, room)
        elif kind == "lobby":
            self.rooms.lobby_changed()
        elif server != str(self._directory.server) and room in self.rooms.fences:
            self._lost(room)

    async def _publish(self) -> None:
        """Tell the other servers of changes in open rooms, every second."""
        while True:
            await asyncio.sleep(1.0)
            now = {}
            for session in self.rooms:
                data = session.room.data
                if data.open and data.state != "over" and not session.closed:
                    now[data.id] = (data.state, len(session.connections), frozenset(session.present), session.host_away)
            news = {room for room, state in now.items() if self._published.get(room) != state}
            self._published = now
            if news:
                shown = {room: encode(self.rooms.get(room).info()) for room in news}
                try:
                    await self._directory.publish(shown)
                except StoreError:  # told with the next change
                    self._published = {}
