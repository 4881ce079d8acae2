"""The server without its network layer: connects rooms, actions, chat, bots, clocks and the store."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from bidwell.server.actions import Actions
from bidwell.server.analyses import Analyses
from bidwell.server.archive import Archive
from bidwell.server.bots import Bots
from bidwell.server.chat import Chats
from bidwell.server.commits import Commits
from bidwell.server.expiry import Expiry
from bidwell.server.guard import Buckets
from bidwell.server.hints import Hints
from bidwell.server.lan import Lan
from bidwell.server.presence import Presence
from bidwell.server.rooms import Rooms
from bidwell.server.store.interface import Settled, Store
from bidwell.server.take_back import TakeBacks
from bidwell.server.tasks import Tasks
from bidwell.server.ticker import Ticker
from bidwell.server.workers import Workers

REQUESTS = (600.0, 200.0)
"""Rate of all requests over HTTP, per address: burst, and rate per second. Further ones wait."""
CALLS = (30.0, 1.0)
"""Rate limit of changes over HTTP, per address: burst, and rate per second."""
ROOMS = (200.0, 400 / 3600)
"""Rate of new rooms and rematches, per address: finished games are kept for ever, and take up to 300 KB each."""
READS = (60.0, 5.0)
"""Rate limit of records, replays and analyses, per address: burst, and rate per second."""

SHARE = (1.0, 0.25)
"""Seconds of the event loop that the WebSockets of one address may use: at once, and in each second."""
HANDSHAKE = 0.001
"""What a connection costs besides what is measured, in seconds."""
MOST_SOCKETS = 256
"""Number of WebSockets that one address may hold: a school may share an address."""


class House:
    """All parts of the server. Everything runs on one event loop."""

    def __init__(
        self,
        open_store: Callable[[Settled], Store],
        loop: asyncio.AbstractEventLoop,
        workers: Workers,
        rooms: type[Rooms] = Rooms,
        analyses: type[Analyses] = Analyses,
    ) -> None:
        self.workers = workers
        self.tasks = Tasks(loop)
        self.commits = Commits(loop, open_store)
        self.store = self.commits.store
        self.rooms = rooms(self.commits, workers)
        self.actions = Actions(self.commits)
        self.chats = Chats(self.commits)
        self.bots = Bots(self.rooms, self.actions, workers, self.tasks)
        self.actions.shown = self.bots.drive
        self.take_backs = TakeBacks(self.commits)
        self.take_backs.done = self.bots.drive
        self.presence = Presence(self.rooms, self.bots)
        self.archive = Archive(self.commits, workers, self.tasks, self.rooms)
        self.actions.finished = self.archive.keep
        self.analyses = analyses(self.commits, self.tasks)
        self.lan = Lan()
        self.hints = Hints(workers, self.tasks)
        self.requests = Buckets(*REQUESTS)
        self.callers = Buckets(*CALLS)
        self.openers = Buckets(*ROOMS)
        self.readers = Buckets(*READS)
        self.shares = Buckets(*SHARE)
        self.sockets: Counter[str] = Counter()
        """Number of WebSockets of each address."""
        self.refused: Counter[int] = Counter()
        """Number of refused HTTP requests, by their status."""
        self.expiry = Expiry(self.rooms, self.commits)
        self.tasks.start(self.expiry.run())
        self.tasks.start(Ticker(self.rooms, self.bots, self.actions).run())

    def admit_socket(self, address: str) -> str:
        """Count a WebSocket of an address, or return why it is not let in."""
        share = self.shares.of(address)
        if self.sockets[address] >= MOST_SOCKETS:
            return f"{MOST_SOCKETS} connections from your address are open: close some of them"
        if share.is_spent:
            return "too much is asked from your address at once: wait a few seconds"
        share.spend(HANDSHAKE)
        self.sockets[address] += 1
        return ""

    def release_socket(self, address: str) -> None:
        """Stop counting a WebSocket of an address."""
        self.sockets[address] -= 1
        if not self.sockets[address]:
            del self.sockets[address]

    async def close(self) -> None:
        """Stop all tasks, then wait until every pending write is on disk."""
        await self.tasks.close()
        await asyncio.to_thread(self.store.close_writer)
        self.store.close()
