"""The rooms of one server among several: those it owns are in its memory, under their fences."""

from __future__ import annotations

import time
from typing import Protocol

import msgspec

from bidwell.server.commits import Commits
from bidwell.server.protocol import Refusal, RoomInfo
from bidwell.server.room import Room
from bidwell.server.room_factory import stored
from bidwell.server.room_session import RoomSession
from bidwell.server.rooms import MOST_LISTED, MOST_LISTED_OF_OWNER, Rooms
from bidwell.server.store.interface import StoredRoom
from bidwell.server.store.postgres import PostgresStore
from bidwell.server.workers import Workers

MOVED = "this table moves to another server: connect again"
BOARD_SECONDS = 2.0
"""Seconds for which the board is kept, unless a server tells of a change."""


class Lease(Protocol):
    """What rooms need to know of this server's place among the others."""

    @property
    def sure(self) -> bool:
        """Whether no other server can have taken a room of this one over."""

    async def own(self, room: str, *, fresh: bool = False) -> str | None:
        """Own a room, or return the address of its owner."""

    def release(self, room: str, fence: int) -> None:
        """Let others own a room."""


class OwnedRooms(Rooms):
    """The rooms that this server owns. Each session carries the fence under which it was loaded."""

    clock = staticmethod(time.perf_counter)  # the database is waited for

    def __init__(self, commits: Commits, workers: Workers) -> None:
        super().__init__(commits, workers)
        self.lease: Lease | None = None
        self.fences: dict[str, int] = {}
        self._elsewhere: dict[str, RoomInfo] = {}
        """How rooms of other servers look on the board."""
        self._board: tuple[float, list[RoomInfo]] | None = None

    def has(self, room_id: str) -> bool:
        """Return whether the room is in memory and certainly owned by this server."""
        session = self._sessions.get(room_id)
        return session is not None and self.is_current(session)

    def accept(self, room_id: str, fence: int) -> None:
        """Own a room under this fence. What is in memory under another one, or was closed, is no longer used."""
        session = self._sessions.get(room_id)
        if session is not None and (session.closed or session.fence != fence):
            self.drop(room_id)
        self.fences[room_id] = fence

    def drop(self, room_id: str) -> None:
        """Stop using a room that this server no longer owns."""
        self.fences.pop(room_id, None)
        session = self._sessions.pop(room_id, None)
        if session is not None and not session.closed:
            session.close(MOVED)

    def get(self, room_id: str) -> RoomSession:
        found = self._sessions.get(room_id)
        if found is None and room_id not in self.fences:
            self._stored(room_id)  # refuses an unknown id
            raise Refusal(MOVED, 503)
        if found is not None and found.closed:
            raise Refusal(MOVED, 503)
        return super().get(room_id)

    async def settled(self, room_id: str) -> RoomSession:
        while (session := await self._held(room_id)).unsettled:
            await self._commits.settled(session)
        return session

    async def held(self, room_id: str) -> RoomSession | None:
        is_elsewhere = self.lease is None or await self.lease.own(room_id) is not None
        return None if is_elsewhere else self.get(room_id)

    async def _held(self, room_id: str) -> RoomSession:
        """Return the session of a room; one that was closed is loaded again if this server still owns the room."""
        found = self._sessions.get(room_id)
        if found is not None and found.closed and self.lease is not None:
            await self.lease.own(room_id)
        return self.get(room_id)

    def is_current(self, session: RoomSession) -> bool:
        return super().is_current(session) and self.lease is not None and self.lease.sure

    def add(self, session: RoomSession) -> None:
        session.fence = self.fences.get(session.room.data.id, 0)
        super().add(session)

    def unload(self, session: RoomSession) -> None:
        super().unload(session)
        fence = self.fences.pop(session.room.data.id, 0)
        if self.lease is not None and fence == session.fence:
            self.lease.release(session.room.data.id, fence)

    async def rematch(self, session: RoomSession, token: str, address: str) -> RoomSession:
        known = session.room.data.rematch
        if known is not None and not self.has(known) and self.lease is not None:
            session.room.holder(token)
            if await self.lease.own(known) is not None:
                return RoomSession(stored(self._stored(known).data))
        return await super().rematch(session, token, address)

    async def _opened(self, room: Room) -> RoomSession:
        if self.lease is not None:
            await self.lease.own(room.data.id, fresh=True)
        return await super()._opened(room)

    def _loaded(self, found: StoredRoom) -> RoomSession:
        session = super()._loaded(found)
        session.fence = self.fences[found.data.id]
        return session

    # The board

    def lobby_changed(self) -> None:
        """Read the board anew when it is asked for."""
        self._board = None

    def info(self, found: StoredRoom) -> RoomInfo:
        elsewhere = self._elsewhere.get(found.data.id)
        return elsewhere if elsewhere is not None and found.data.id not in self._sessions else super().info(found)

    def board(self) -> list[RoomInfo]:
        if self._board is None or self._board[0] < time.monotonic() - BOARD_SECONDS:
            assert isinstance(self._store, PostgresStore)
            shown = self._store.shown(MOST_LISTED * MOST_LISTED_OF_OWNER)
            self._elsewhere = {room: msgspec.json.decode(body, type=RoomInfo) for room, body in shown}
            self._board = time.monotonic(), super().board()
        return self._board[1]
