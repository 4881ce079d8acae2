"""The rooms: those in memory, loaded from the store when they are used, and the list of open ones."""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256

from bidwell.server.chat import load_lines
from bidwell.server.commits import Commits
from bidwell.server.protocol import NewRoom, Refusal, RoomInfo
from bidwell.server.replays import StoredEnd
from bidwell.server.room import Room, clock_starts
from bidwell.server.room_factory import GameMissing, open_room, rematch_of, stored
from bidwell.server.room_session import RoomSession
from bidwell.server.store.interface import Store, StoredRoom
from bidwell.server.workers import Workers

MOST_LISTED, MOST_LISTED_OF_OWNER = 50, 3
"""Number of rooms on the board, and of those that one address opened."""
COSTLY, BOARD_SHARE = 0.005, 0.05
"""Seconds from which on making the board is costly; it then takes at most this share of the time."""
MOST_ROOMS = 100
"""Number of rooms of one address whose games are not over."""
LISTED = 3600.0
"""Seconds since its last change for which a waiting room with nobody present is listed."""


class Rooms:
    """All rooms by their ids. A room in memory has a session."""

    clock = staticmethod(time.thread_time)
    """What the making of the board is measured by."""

    def __init__(self, commits: Commits, workers: Workers) -> None:
        self._store: Store = commits.store
        self._commits = commits
        self._workers = workers
        self._sessions: dict[str, RoomSession] = {}
        self._listed: list[RoomInfo] = []
        self._listed_until = 0.0
        """Until when the board is not made anew."""

    def __iter__(self) -> Iterator[RoomSession]:
        return iter([*self._sessions.values()])

    def __contains__(self, room_id: str) -> bool:
        return room_id in self._sessions

    def get(self, room_id: str) -> RoomSession:
        """Return the session of a room; load the room if it is not in memory. Refuses an unknown id."""
        found = self._sessions.get(room_id)
        if found is None or found.closed:
            found = self._sessions[room_id] = self._loaded(self._stored(room_id))
        found.used = time.monotonic()
        return found

    async def settled(self, room_id: str) -> RoomSession:
        """Return a session once all its writes are on disk: a write that fails undoes what it saved."""
        while (session := self.get(room_id)).unsettled:
            await self._commits.settled(session)
        return session

    async def held(self, room_id: str) -> RoomSession | None:
        """Return the session of a room if this server may change the room; None if another one uses it."""
        return self.get(room_id)

    def is_current(self, session: RoomSession) -> bool:
        """Return whether this session is still the one of its room."""
        return not session.closed and self._sessions.get(session.room.data.id) is session

    def add(self, session: RoomSession) -> None:
        """Use this session for its room from now on."""
        self._sessions[session.room.data.id] = session

    def unload(self, session: RoomSession) -> None:
        """Remove a room from memory; it stays on disk."""
        del self._sessions[session.room.data.id]

    def info(self, found: StoredRoom) -> RoomInfo:
        """Return the public description of a room. A room on disk is described without loading its table."""
        session = self._sessions.get(found.data.id)
        return (RoomSession(stored(found.data)) if session is None or session.closed else session).info()

    def board(self) -> list[RoomInfo]:
        """List the open rooms that wait for players or are being played, latest change first.

        A waiting room with nobody present stays listed for `LISTED` seconds. A room whose game is missing is left out.
        Where there are so many rooms that this is costly, the list is kept for a moment.
        """
        if time.monotonic() >= self._listed_until:
            begin = self.clock()
            self._listed = self._open_rooms()
            took = self.clock() - begin
            self._listed_until = time.monotonic() + took / BOARD_SHARE if took > COSTLY else 0.0
        return self._listed

    def _open_rooms(self) -> list[RoomInfo]:
        found, since = list[tuple[RoomInfo, float]](), time.time() - LISTED
        for each in self._store.board(MOST_LISTED, MOST_LISTED_OF_OWNER):
            with suppress(GameMissing):
                found.append((self.info(each), each.changed))
        return [
            info
            for info, changed in found
            if any(seat.here for seat in info.seats) or (info.state == "gathering" and changed > since)
        ]

    async def open(self, wanted: NewRoom, address: str) -> tuple[RoomSession, dict[str, str]]:
        """Open a room for an address and save it; return it with the tokens of the seats that are "me"."""
        owner = self._may_open(address)
        room, tokens = open_room(wanted)
        room.data.owner = owner
        return await self._opened(room), tokens

    def _may_open(self, address: str) -> str:
        """Return the owner of the rooms that this address opens. Refuses if it has too many."""
        owner = self._owner(address)
        if self._store.unfinished(owner) >= MOST_ROOMS:
            raise Refusal(f"{MOST_ROOMS} games of your address are not over: finish one of them first", 429)
        return owner

    def _owner(self, address: str) -> str:
        """Return the hash by which the rooms of an address are counted."""
        return hmac.new(self._store.secret, address.encode(), sha256).hexdigest()[:24]

    async def rematch(self, session: RoomSession, token: str, address: str) -> RoomSession:
        """Open another room with the same seats and tokens. The first call creates it; later calls return it."""
        host, data = session.room.holder(token), session.room.data
        async with session.opening_rematch:  # a second call waits until the room is on disk
            if data.rematch is None:
                owner, fresh = self._may_open(address), rematch_of(session.room, host)
                fresh.data.owner = owner
                await self._opened(fresh)
                data.rematch = fresh.data.id
                await self._commits.save_room(session)
                session.tell_room()
        return await self.settled(data.rematch)

    def prepare(self, session: RoomSession) -> None:
        """Start the clocks, and compile what the bots of the room need."""
        levels = [seat.level for seat in session.room.data.seats if seat.level]
        self._workers.prepare(session.room.data.game, [*levels])
        session.clocks.update(time.monotonic())

    async def _opened(self, room: Room) -> RoomSession:
        session = RoomSession(room)
        self.add(session)
        self.prepare(session)
        await self._commits.save_room(session)
        return session

    def _stored(self, room_id: str) -> StoredRoom:
        found = self._store.room(room_id)
        if found is None:
            raise Refusal("there is no such room: the link is wrong, or the room is gone", 404)
        return found

    def _loaded(self, found: StoredRoom) -> RoomSession:
        data = found.data
        session = RoomSession(stored(data))
        if data.state != "gathering":
            snapshot, actions = self._store.snapshot(data.id), self._store.actions(data.id)
            end = None
            if data.state == "over":
                end = StoredEnd.load(self._store, data.id, len(data.seats))
                session.room.stored_record = self._store.record(data.id) or ""
            if end is not None:
                session.room.finish(end, actions, snapshot)
            else:
                session.room.resume(actions, snapshot)
                session.loaded = len(session.room.playing.steps)
            session.clocks.resume(clock_starts(snapshot), found.changed, time.monotonic())
        load_lines(session, self._store)
        return session
