"""Finished games as they were stored: they are shown from here, whatever the rules are today."""

from __future__ import annotations

import logging
import zlib

from bidwell.server.commits import Commits
from bidwell.server.logs import room_tag
from bidwell.server.replays import compressed_replays
from bidwell.server.room_session import RoomSession
from bidwell.server.store.interface import OPEN, SaveReplay
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Workers

log = logging.getLogger("bidwell.server")


class Archive:
    """Stores the replays of finished games and reads them back."""

    def __init__(self, commits: Commits, workers: Workers, tasks: Tasks) -> None:
        self._commits = commits
        self._workers = workers
        self._store = commits.store
        self._tasks = tasks

    def keep(self, session: RoomSession) -> None:
        """Store the replays of a game that is over, in the background."""
        self._tasks.start(self._keep(session))

    async def _keep(self, session: RoomSession) -> None:
        data = session.room.data
        viewers = [OPEN, *range(len(data.seats))]
        session.archiving = True
        try:
            bodies = await self._workers.run(compressed_replays, session.room.record(), viewers)
            changes = [SaveReplay(data.id, viewer, body) for viewer, body in zip(viewers, bodies, strict=True)]
            await self._commits.saved(session, changes)
        except Exception:  # nothing is lost: the replay is made again when it is wanted
            log.exception("the replay of a finished game could not be stored", extra=room_tag(data.id))
        finally:
            session.archiving = False

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
