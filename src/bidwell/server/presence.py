"""People who connect to a room and leave it."""

from __future__ import annotations

import time

from bidwell.server.bots import Bots
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.rooms import Rooms

RELOADED = "this room was loaded again: connect again"


class Presence:
    """Adds connections to sessions and removes them."""

    def __init__(self, rooms: Rooms, bots: Bots) -> None:
        self._rooms = rooms
        self._bots = bots

    def enter(self, session: RoomSession, connection: Connection) -> None:
        """Add a connection once all writes are on disk. It receives a full view and takes its seats back from bots."""
        session.when_settled(lambda: self._arrive(session, connection))

    def _arrive(self, session: RoomSession, connection: Connection) -> None:
        if connection.gone:
            return
        if not self._rooms.is_current(session):
            connection.end(RELOADED)
            return
        data = session.room.data
        connection.drop_lost_seats(data.seats)
        seats = {*connection.seats}
        arrived, returned = seats - session.present, data.stand_ins & seats
        if arrived and not session.present:  # nobody was present, so nobody has waited for the absent
            session.left = dict.fromkeys(session.left, time.monotonic())
        session.connections.add(connection)
        data.stand_ins -= returned
        for seat in seats:
            session.left.pop(seat, None)
        session.show_all(connection)
        if arrived or returned or not seats:
            session.tell_room()
        self._bots.drive(session)

    def leave(self, session: RoomSession, connection: Connection) -> None:
        """Remove a connection. A player who has no other connection is now absent."""
        session.connections.discard(connection)
        connection.gone = True
        now = time.monotonic()
        session.used = now
        for seat in {*connection.seats} - session.present:
            session.left[seat] = now
            session.seen[seat] = len(session.room.table.steps) if session.room.table else 0
        session.tell_room()

    def dealt(self, session: RoomSession) -> None:
        """Show everybody the deal, and let bots act."""
        self._rooms.prepare(session)
        for connection in session.connections:
            session.show_all(connection)
        self._bots.drive(session)
