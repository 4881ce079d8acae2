"""Deletes what was abandoned: rooms that never began or were never finished, and old chat. Never a finished game."""

from __future__ import annotations

import asyncio
import logging
import time

from bidwell.server.commits import Commits
from bidwell.server.rooms import Rooms
from bidwell.server.store.interface import Change, DeleteRoom, ExpireLines

log = logging.getLogger("bidwell.server")

EVERY = 3600.0
DAY = 86_400.0
GATHERING_DAYS, PLAYING_DAYS, CHAT_DAYS = 7, 90, 90
"""Days without a change until a room that gathers, a game that is not over, and the chat of a finished game expire."""


class Expiry:
    """Deletes abandoned rooms and old chat, every hour."""

    def __init__(self, rooms: Rooms, commits: Commits) -> None:
        self._rooms = rooms
        self._commits = commits

    async def run(self) -> None:
        """Delete what has expired, until cancelled."""
        while True:
            try:
                await self.delete(time.time())
            except Exception:  # it is tried again
                log.exception("abandoned rooms could not be deleted")
            await asyncio.sleep(EVERY)

    async def delete(self, now: float) -> None:
        """Delete what has expired by this time. Rooms in memory are in use."""
        found = self._commits.store.abandoned(now - GATHERING_DAYS * DAY, now - PLAYING_DAYS * DAY)
        changes: list[Change] = [DeleteRoom(room) for room in found if room not in self._rooms]
        problem = await self._commits.apply([*changes, ExpireLines(now - CHAT_DAYS * DAY)])
        if problem is not None:
            log.error("abandoned rooms could not be deleted: %s", problem)
