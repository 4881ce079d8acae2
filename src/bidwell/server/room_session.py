"""A room in use: connections, clocks, and which players are present."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bidwell.server.protocol import ChatLine, RoomInfo, encode
from bidwell.server.room import Room, SeatData

MOST_WAITING = 256
"""A client this far behind is disconnected; it receives a full view on reconnect."""
LINES = 200
"""Number of chat lines kept in memory."""
LEAVER = 60.0
"""Seconds until a bot plays for a player who has left while others wait."""
CORRESPONDENCE = 3600
"""From this many seconds per decision on, players are not expected to stay connected."""


class Connection:
    """One client in one room: the seats it plays (none for a spectator) and its queue of messages."""

    def __init__(self, shown: Mapping[int, str]) -> None:
        self._shown = shown
        """The hash of the token shown for each seat."""
        self.seats = sorted(shown)
        self.gone = False
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    @property
    def eyes(self) -> list[int | None]:
        """The seats whose views it receives; None stands for the spectator's view."""
        return [*self.seats] or [None]

    def keep_to(self, seats: Sequence[SeatData]) -> None:
        """Drop seats whose tokens are no longer valid. A client without a seat watches."""
        self.seats = [number for number in self.seats if seats[number].token == self._shown[number]]

    def put(self, message: bytes) -> None:
        if self.waiting.full():
            self.put_end()
        else:
            self.waiting.put_nowait(message)

    def put_end(self) -> None:
        """Queue the end marker. If the queue is full, the oldest messages are dropped for it."""
        while self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)

    def tell(self, message: Any) -> None:
        self.put(encode(message))


@dataclass
class RoomSession:
    """A room in memory, with its connections."""

    room: Room
    connections: set[Connection] = field(default_factory=set)
    lines: list[ChatLine] = field(default_factory=list)
    line_keys: list[str] = field(default_factory=list)
    """Keys of the latest chat lines, so that a repeated line is stored once."""
    lost: bool = False
    """Whether a write has failed; all later writes are then refused."""
    unsettled: int = 0
    """Number of writes that are not on disk yet."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """Calls to make when all writes are on disk."""
    thinking: dict[int, int] = field(default_factory=dict)
    """For each seat a bot is thinking for: the view that asked it."""
    asked: dict[int, tuple[int, float]] = field(default_factory=dict)
    """For each seat that is asked: the view that asked it, and since when."""
    left: dict[int, float] = field(default_factory=dict)
    """For each absent player: since when."""
    used: float = field(default_factory=time.monotonic)

    @property
    def here(self) -> set[int]:
        """The seats with a connection."""
        return {seat for connection in self.connections for seat in connection.seats}

    def look_at_seats(self) -> None:
        """Update all connections after a seat changed hands."""
        for connection in self.connections:
            connection.keep_to(self.room.lease.seats)

    def info(self) -> RoomInfo:
        watching = sum(not connection.seats for connection in self.connections)
        info = self.room.info(self.here, watching)
        for seat, seconds in self.absent(time.monotonic()):
            info.seats[seat].takes_over = round(seconds, 1)
        if self.unsettled and info.state == "over":  # the end is not on disk yet, so it may still be undone
            info.state, info.shuffle, info.seed = "playing", None, None
        return info

    def eyes(self) -> list[int | None]:
        """The seats, or None for spectators, that some connection watches."""
        return list(dict.fromkeys(eye for connection in self.connections for eye in connection.eyes))

    def tell(self, message: Any) -> None:
        """Send a message to every connection."""
        encoded = encode(message)
        for connection in self.connections:
            connection.put(encoded)

    def catch_up(self) -> None:
        """Run the waiting calls while no write is pending."""
        while self.later and not self.unsettled:
            self.later.pop(0)()

    # Clocks

    def look_at_clocks(self, now: float) -> None:
        """Start a clock for each seat that is asked something new."""
        asked = self.room.table.asks if self.room.table else ()
        since = {seat: self.room.asked_from(seat) for seat in asked}
        before = self.asked
        self.asked = {
            seat: before[seat] if seat in before and before[seat][0] == since[seat] else (since[seat], now)
            for seat in asked
        }

    def begun(self, now: float) -> dict[int, float]:
        """Return when the clocks started, in Unix time; empty for clocks too short to survive a restart."""
        if self.room.lease.seconds < CORRESPONDENCE:
            return {}
        return {seat: time.time() - (now - since) for seat, (_, since) in self.asked.items()}

    def go_on(self, begun: Mapping[int, float], otherwise: float, now: float) -> None:
        """Restore the clocks of a loaded room.

        Long clocks go on from their start. Short ones restart, because players could not act while it was unloaded.
        """
        self.look_at_clocks(now)
        if self.room.lease.seconds >= CORRESPONDENCE:
            for seat, (asked, _) in self.asked.items():
                self.asked[seat] = asked, now - max(0.0, time.time() - begun.get(seat, otherwise))

    def clock(self, now: float) -> dict[str, float]:
        """Return the seconds left for each person who is asked."""
        seconds = self.room.lease.seconds
        if not seconds:
            return {}
        people = [seat for seat in self.asked if self.room.played_by_bot(seat) is None]
        return {str(seat): round(max(0.0, self.asked[seat][1] + seconds - now), 1) for seat in people}

    def too_late(self, now: float) -> Iterator[int]:
        """Yield the people whose time is up."""
        seconds = self.room.lease.seconds
        for seat, (_, since) in self.asked.items():
            if seconds and now > since + seconds and self.room.played_by_bot(seat) is None:
                yield seat

    def leavers(self, now: float) -> list[int]:
        """Return the people who are asked and have been absent too long while others are present."""
        return [seat for seat, seconds in self.absent(now) if seconds <= 0 and seat in self.asked]

    def absent(self, now: float) -> Iterator[tuple[int, float]]:
        """Yield each absent person while others are present, with the seconds until a bot plays for them."""
        here, room = self.here, self.room
        if not here or room.lease.state != "playing" or room.lease.seconds >= CORRESPONDENCE:
            return
        for seat, each in enumerate(room.lease.seats):
            if each.kind == "person" and seat not in here and seat not in room.lease.stand_ins:
                yield seat, max(0.0, self.left.setdefault(seat, now) + LEAVER - now)
