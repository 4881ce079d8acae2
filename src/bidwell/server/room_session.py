"""A room with people in it: connections, clocks, and who is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bidwell.server.protocol import ChatLine, RoomInfo, encode
from bidwell.server.room import Room, SeatData

MOST_WAITING = 256
"""Who is so many messages behind is cut off; coming back he sees the table as it is."""
LINES = 200
"""So much of the talk is kept at hand."""
LEAVER = 60.0
"""Seconds until a bot plays for somebody who has left while the others wait."""
CORRESPONDENCE = 3600
"""With a clock so long, nobody is expected to stay."""


class Connection:
    """One device in one room: the seats it plays, none for a spectator, and what waits to be sent."""

    def __init__(self, shown: Mapping[int, str]) -> None:
        self._shown = shown
        """For every seat the hash of the token that was shown."""
        self.seats = sorted(shown)
        self.gone = False
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    @property
    def eyes(self) -> list[int | None]:
        """By whose eyes it sees the table."""
        return [*self.seats] or [None]

    def keep_to(self, seats: Sequence[SeatData]) -> None:
        """Only seats whose tokens still hold: who has got up watches."""
        self.seats = [number for number in self.seats if seats[number].token == self._shown[number]]

    def put(self, message: bytes) -> None:
        if self.waiting.full():
            self.put_end()
        else:
            self.waiting.put_nowait(message)

    def put_end(self) -> None:
        """What waits is sent if there is room for the end behind it."""
        while self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)

    def tell(self, message: Any) -> None:
        self.put(encode(message))


@dataclass
class RoomSession:
    """A room in memory."""

    room: Room
    connections: set[Connection] = field(default_factory=set)
    lines: list[ChatLine] = field(default_factory=list)
    line_keys: list[str] = field(default_factory=list)
    """Of the latest lines, so that a line said again is one line."""
    lost: bool = False
    """Did the disk refuse something of it? Then what came after it is refused too."""
    unsettled: int = 0
    """How many writes of this room are not on disk yet."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """What waits until all are."""
    thinking: dict[int, int] = field(default_factory=dict)
    """For every seat a bot thinks for: in answer to which view."""
    asked: dict[int, tuple[int, float]] = field(default_factory=dict)
    """For every seat asked: in answer to which view, and since when."""
    left: dict[int, float] = field(default_factory=dict)
    """Since when people have been away."""
    used: float = field(default_factory=time.monotonic)

    @property
    def here(self) -> set[int]:
        """The seats of people who are there."""
        return {seat for connection in self.connections for seat in connection.seats}

    def look_at_seats(self) -> None:
        """After somebody got up or was moved."""
        for connection in self.connections:
            connection.keep_to(self.room.lease.seats)

    def info(self) -> RoomInfo:
        watching = sum(not connection.seats for connection in self.connections)
        info = self.room.info(self.here, watching)
        for seat, seconds in self.absent(time.monotonic()):
            info.seats[seat].takes_over = round(seconds, 1)
        if self.unsettled and info.state == "over":  # an end that is not on disk yet may not have happened
            info.state, info.shuffle, info.seed = "playing", None, None
        return info

    def eyes(self) -> list[int | None]:
        """Everybody who must be shown what happens."""
        return list(dict.fromkeys(eye for connection in self.connections for eye in connection.eyes))

    def tell(self, message: Any) -> None:
        """Tell everybody in the room."""
        encoded = encode(message)
        for connection in self.connections:
            connection.put(encoded)

    def catch_up(self) -> None:
        """What waited for the disk, if nothing is left to be written."""
        while self.later and not self.unsettled:
            self.later.pop(0)()

    # Clocks

    def look_at_clocks(self, now: float) -> None:
        """Whoever is asked something new has a clock that begins now."""
        asked = self.room.table.asks if self.room.table else ()
        since = {seat: self.room.asked_from(seat) for seat in asked}
        before = self.asked
        self.asked = {
            seat: before[seat] if seat in before and before[seat][0] == since[seat] else (since[seat], now)
            for seat in asked
        }

    def begun(self, now: float) -> dict[int, float]:
        """When the clocks of those asked began, in seconds of the world, where they are to go on."""
        if self.room.lease.seconds < CORRESPONDENCE:
            return {}
        return {seat: time.time() - (now - since) for seat, (_, since) in self.asked.items()}

    def go_on(self, begun: Mapping[int, float], otherwise: float, now: float) -> None:
        """Clocks of days go on where the room was put away; shorter ones begin anew, for who could not be there."""
        self.look_at_clocks(now)
        if self.room.lease.seconds >= CORRESPONDENCE:
            for seat, (asked, _) in self.asked.items():
                self.asked[seat] = asked, now - max(0.0, time.time() - begun.get(seat, otherwise))

    def clock(self, now: float) -> dict[str, float]:
        """The seconds left to each person asked."""
        seconds = self.room.lease.seconds
        if not seconds:
            return {}
        people = [seat for seat in self.asked if self.room.played_by_bot(seat) is None]
        return {str(seat): round(max(0.0, self.asked[seat][1] + seconds - now), 1) for seat in people}

    def too_late(self, now: float) -> Iterator[int]:
        """The people asked whose time is up."""
        seconds = self.room.lease.seconds
        for seat, (_, since) in self.asked.items():
            if seconds and now > since + seconds and self.room.played_by_bot(seat) is None:
                yield seat

    def leavers(self, now: float) -> list[int]:
        """The people asked who have been away for too long while others are there."""
        return [seat for seat, seconds in self.absent(now) if seconds <= 0 and seat in self.asked]

    def absent(self, now: float) -> Iterator[tuple[int, float]]:
        """The people who are away while others are there, and in how many seconds a bot plays for them."""
        here, room = self.here, self.room
        if not here or room.lease.state != "playing" or room.lease.seconds >= CORRESPONDENCE:
            return
        for seat, each in enumerate(room.lease.seats):
            if each.kind == "person" and seat not in here and seat not in room.lease.stand_ins:
                yield seat, max(0.0, self.left.setdefault(seat, now) + LEAVER - now)
