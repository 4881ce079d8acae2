"""Finished games as they were stored: they are shown from here, whatever the rules are today."""

from __future__ import annotations

import asyncio
import logging
import zlib

from bidwell.core.errors import BadDeal
from bidwell.games import game
from bidwell.server.commits import Commits
from bidwell.server.logs import room_tag
from bidwell.server.protocol import Refusal
from bidwell.server.replays import compressed_replays
from bidwell.server.room_data import RoomData
from bidwell.server.room_session import RoomSession
from bidwell.server.rooms import Rooms
from bidwell.server.store.interface import OPEN, Change, SaveReplay, StoreError
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Workers

log = logging.getLogger("bidwell.server")

EVERY = 3600.0
"""Seconds between two looks for games whose replays are missing."""
REPLAYS = "replays"
LAST_SECONDS = 5.0
"""How long a server that is stopped goes on storing replays: under other rules they could not be made any more."""


class Archive:
    """Stores the replays of finished games and reads them back."""

    def __init__(self, commits: Commits, workers: Workers, tasks: Tasks, rooms: Rooms) -> None:
        self._commits = commits
        self._rooms = rooms
        self._workers = workers
        self._store = commits.store
        self._tasks = tasks
        self._keeping: set[asyncio.Task[None]] = set()

    def keep(self, session: RoomSession) -> None:
        """Store the replays of a game that is over, in the background."""
        task = self._tasks.start(self._keep(session))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def finish(self) -> None:
        """Wait until the replays of all games that are over are stored, but not for long."""
        if self._keeping:
            await asyncio.wait(self._keeping, timeout=LAST_SECONDS)

    async def run(self) -> None:
        """Store the replays of games whose servers were killed before they had stored them, until cancelled."""
        while True:
            try:
                missing = self._store.unarchived()
            except StoreError:  # it is tried again
                missing = []
            for room in missing:
                try:
                    await self._keep_missing(room)
                except (Refusal, StoreError) as problem:
                    log.warning("a finished game could not be read: %s", problem, extra=room_tag(room))
            await asyncio.sleep(EVERY)

    async def _keep_missing(self, room: str) -> None:
        """Store the replays of a game, unless another server uses its room, or its rules are of another day."""
        found = self._store.room(room)
        if found is None or not _has_todays_rules(found.data):
            return
        session = await self._rooms.held(room)
        if session is not None and REPLAYS not in session.making:
            await self._keep(session)

    async def _keep(self, session: RoomSession) -> None:
        data = session.room.data
        session.making.add(REPLAYS)
        try:
            await self._commits.saved(session, await self._replays(data, session.room.record()))
        except Exception:  # nothing is lost: the replay is made again when it is wanted
            log.exception("the replay of a finished game could not be stored", extra=room_tag(data.id))
        finally:
            session.making.discard(REPLAYS)

    async def _replays(self, data: RoomData, record: str) -> list[Change]:
        """Return what stores the replays of a game."""
        viewers = [OPEN, *range(len(data.seats))]
        bodies = await self._workers.run(compressed_replays, record, viewers)
        return [SaveReplay(data.id, viewer, body) for viewer, body in zip(viewers, bodies, strict=True)]

    async def replay(self, session: RoomSession, viewer: int) -> bytes:
        """Return the replay of a finished game as JSON: from the store, or made from the record."""
        record = session.room.record()
        kept = self.kept(session.room.data.id, viewer)
        if kept is not None:
            return kept
        (body,) = await self._workers.run(compressed_replays, record, [viewer])
        return zlib.decompress(body)

    def kept(self, room: str, viewer: int) -> bytes | None:
        """Return the stored replay of a finished game as JSON, or None."""
        body = self._store.replay(room, viewer)
        return None if body is None else zlib.decompress(body)


def _has_todays_rules(data: RoomData) -> bool:
    """Return whether a game was dealt under the rules of today: others cannot be replayed."""
    try:
        return game(data.game).rules_version == data.rules
    except BadDeal:
        return False
