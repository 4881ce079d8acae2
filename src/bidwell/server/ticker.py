"""Periodic work: expired clocks, players who left, rooms nobody uses, and garbage."""

from __future__ import annotations

import asyncio
import gc
import logging
import time

from bidwell.server.actions import Actions
from bidwell.server.bots import Bots
from bidwell.server.logs import room_tag
from bidwell.server.room import STAND_IN
from bidwell.server.room_session import RoomSession
from bidwell.server.rooms import Rooms

log = logging.getLogger("bidwell.server")

TICK = 0.5
IDLE = 600.0
"""Seconds without a connection until a room is removed from memory; it stays on disk."""
IDLE_OVER = 60.0
"""The same for a game that is over: it is rarely asked for again."""
IDLE_GARBAGE = 20_000
"""Collect garbage when idle, once this many objects have been allocated."""
LONGEST_BUSY = 600.0
"""Seconds after which garbage is collected even if the server was never idle."""


class Ticker:
    """Looks at every room in memory, again and again."""

    def __init__(self, rooms: Rooms, bots: Bots, actions: Actions) -> None:
        self._rooms = rooms
        self._bots = bots
        self._actions = actions
        self._collected = time.monotonic()

    async def run(self) -> None:
        """Tick until cancelled."""
        played = 0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            self._collect_garbage(now, idle=self._actions.count == played)
            played = self._actions.count
            for session in self._rooms:
                try:
                    self._tick(session, now)
                except Exception:  # a failure in one room must not stop the other clocks
                    log.exception("a clock could not be checked", extra=room_tag(session.room.data.id))

    def _tick(self, session: RoomSession, now: float) -> None:
        """Let bots play for players who are too late or have left; unload a room nobody uses."""
        data = session.room.data
        if session.connections and data.state == "playing" and not session.closed:
            for seat in [*session.clocks.expired(now)]:
                self._bots.think(session, seat, STAND_IN)
            if leavers := session.leavers(now):
                data.stand_ins.update(leavers)
                session.tell_room()
                self._bots.drive(session)
        elif session.connections and session.host_is_away(now) != session.host_away:
            session.tell_room()
        elif _is_unused(session, now):
            self._rooms.unload(session)

    def _collect_garbage(self, now: float, *, idle: bool) -> None:
        """Collect garbage while nobody acts, because with many tables the pause is noticeable; otherwise seldom."""
        if gc.get_count()[0] > IDLE_GARBAGE and (idle or now > self._collected + LONGEST_BUSY):
            self._collected = now
            gc.collect()


def _is_unused(session: RoomSession, now: float) -> bool:
    if session.connections or session.unsettled or session.thinking or session.making:
        return False
    return session.closed or now > session.used + (IDLE_OVER if session.room.data.state == "over" else IDLE)
