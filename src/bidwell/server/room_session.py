"""A room in use: its connections, its clocks, and which players are present."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Protocol

from bidwell.server.clocks import Clocks
from bidwell.server.guard import Bucket
from bidwell.server.protocol import ChatLine, ChatNews, Error, RoomInfo, RoomNews, encode
from bidwell.server.room import Room
from bidwell.server.room_data import SeatData

LONGEST_QUEUE = 256
LARGEST_QUEUE = 1 << 20
"""A client this many messages or bytes behind is disconnected; it receives a full view on reconnect."""
HOST_GRACE = 30.0
"""Seconds that an absent host stays the host."""
AWAY = 60.0
"""Seconds until a bot plays for a player who has left while others wait."""


class Wire(Protocol):
    """A way to send a message at once."""

    @property
    def is_writable(self) -> bool: ...

    def write(self, message: bytes) -> None: ...


class Connection:
    """One client in one room: the seats it plays (none for a spectator) and its queue of messages."""

    wire: Wire | None = None
    """Sends messages at once while the queue is empty; None if everything goes through the queue."""
    is_idle = False
    """Whether all messages of the queue have been sent."""

    def __init__(self, tokens: Mapping[int, str], foresight: bool = False, address: str = "") -> None:
        self._tokens = tokens
        """The hash of the token presented for each seat."""
        self.foresight = foresight
        """Whether it wants foresight also while none of its seats is asked."""
        self.address = address
        """The address that it is counted by."""
        self.seats = sorted(tokens)
        self.viewers: list[int | None] = [*self.seats] or [None]
        """The seats whose views it receives; None stands for the spectator's view."""
        self.gone = False
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(LONGEST_QUEUE)
        self._queued = 0
        """Number of bytes in the queue."""

    def drop_lost_seats(self, seats: Sequence[SeatData]) -> None:
        """Drop seats whose tokens are no longer valid. A client without a seat watches."""
        self.seats = [number for number in self.seats if seats[number].token == self._tokens[number]]
        self.viewers = [*self.seats] or [None]

    def put(self, message: bytes) -> None:
        """Send an encoded message, or queue it. A client that is too far behind is disconnected."""
        if self.is_idle and self.wire is not None and self.wire.is_writable and self.queue.empty():
            self.wire.write(message)
        elif self.queue.full() or self._queued > LARGEST_QUEUE:
            self.put_end()
        else:
            self.queue.put_nowait(message)
            self._queued += len(message)

    async def next_message(self) -> bytes | None:
        """Wait for the next message of the queue; return None at the end marker."""
        self.is_idle = self.queue.empty()
        message = await self.queue.get()
        self.is_idle = False
        self._queued -= len(message or b"")
        return message

    def put_end(self) -> None:
        """Queue the end marker. If the queue is full, the oldest messages are dropped for it."""
        while self.queue.full():
            self._queued -= len(self.queue.get_nowait() or b"")
        self.queue.put_nowait(None)

    def tell(self, message: Any) -> None:
        """Queue a message."""
        self.put(encode(message))

    def end(self, why: str) -> None:
        """Say why, and disconnect."""
        self.tell(Error(why))
        self.put_end()


class RoomSession:
    """A room in memory, with its connections."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.started = time.monotonic()
        self.clocks = Clocks(room)
        self.connections: set[Connection] = set()
        self.lines: list[ChatLine] = []
        self.said = 0
        """Number of chat lines that may be on disk since they were trimmed."""
        self.line_keys: list[str] = []
        """Keys of the latest chat lines, so that a repeated line is stored once."""
        self.lost = False
        """Whether a write has failed; all later writes are then refused."""
        self.fence = 0
        """The number under which this server owns the room; see `cluster`."""
        self.closed = False
        """Whether this session is no longer used: the room is loaded again from disk."""
        self.unsettled = 0
        """Number of writes that are not on disk yet."""
        self.waiting: list[Callable[[], None]] = []
        """Calls to make when all writes are on disk."""
        self.payer: Bucket | None = None
        """Whose time is spent by the calls that the message being handled leaves for later."""
        self.making: set[str] = set()
        """What is being made of its game, and stored when it is ready."""
        self.thinking: dict[int, int] = {}
        """For each seat a bot is thinking for: the view that asked it."""
        self.answers_due: dict[int, tuple[int, float]] = {}
        """For each seat a bot plays: the moment its decision began, and when it is answered."""
        self.seen: dict[int, int] = {}
        """For each absent player: the number of steps of the table when they left."""
        self.loaded = 0
        """Number of steps that were loaded: who was absent before may have seen them."""
        self.request: object = None
        """The pending request to take back an action; see `take_back.py`."""
        self.left: dict[int, float] = {}
        """For each absent player: since when."""
        self.host_away = False
        """Whether clients were last told that the host is away."""
        self.used = time.monotonic()

    @cached_property
    def opening_rematch(self) -> asyncio.Lock:
        """Held while its rematch is opened."""
        return asyncio.Lock()

    @property
    def present(self) -> set[int]:
        """The seats with a connection."""
        return {seat for connection in self.connections for seat in connection.seats}

    @property
    def foreseeing(self) -> set[int | None]:
        """The viewers who want foresight also while they are not asked."""
        return {viewer for each in self.connections if each.foresight for viewer in each.viewers}

    @property
    def viewers(self) -> list[int | None]:
        """The seats, or None for spectators, that some connection watches."""
        found: dict[int | None, None] = {}
        for connection in self.connections:
            found.update(dict.fromkeys(connection.viewers))
        return [*found]

    def drop_lost_seats(self) -> None:
        """Update all connections after a seat changed hands."""
        for connection in self.connections:
            connection.drop_lost_seats(self.room.data.seats)

    def info(self) -> RoomInfo:
        """Return the public description of the room."""
        watching = sum(not connection.seats for connection in self.connections)
        now = time.monotonic()
        info = self.room.info(self.present, watching, self.host_is_away(now))
        for seat, seconds in self.absent(now):
            info.seats[seat].takes_over = round(seconds, 1)
        if self.unsettled and info.state == "over":  # the end is not on disk yet, so it may still be undone
            info.state, info.shuffle, info.seed = "playing", None, None
        return info

    # Messages

    def tell(self, message: Any) -> None:
        """Send a message to every connection."""
        encoded = encode(message)
        for connection in self.connections:
            connection.put(encoded)

    def tell_seat(self, seat: int, message: Any) -> None:
        """Send a message to the clients that play this seat, and to nobody else."""
        for connection in self.connections:
            if seat in connection.seats:
                connection.tell(message)

    def tell_room(self) -> None:
        """Send everybody the description of the room."""
        info = self.info()
        self.host_away = info.host_away
        self.tell(RoomNews(info))

    def show_all(self, connection: Connection, key: str | None = None) -> None:
        """Send everything from the beginning: the room, its seats' views with all their events, and the chat."""
        connection.tell(RoomNews(self.info()))
        room = self.room
        if room.data.state != "gathering":
            clock = self.clocks.remaining(time.monotonic())
            foreseeing = {*connection.viewers} if connection.foresight else set()
            for shown in room.shown(connection.viewers, room.log, foreseeing, whole=True, clock=clock, key=key):
                connection.tell(shown)
        if self.lines:
            connection.tell(ChatNews(self.lines, whole=True))

    def close(self, why: str) -> None:
        """Stop using this session: say why, and disconnect everybody."""
        self.closed = True
        for connection in self.connections:
            connection.end(why)

    # Writes

    def when_settled(self, then: Callable[[], None]) -> None:
        """Call `then` once every write of the room is on disk, including writes made in the meantime."""
        self.waiting.append(then if self.payer is None else partial(_paid, self.payer, then))
        self.run_waiting()

    def run_waiting(self) -> None:
        """Run the waiting calls while no write is pending."""
        while self.waiting and not self.unsettled:
            self.waiting.pop(0)()

    # Players who are away

    def host_is_away(self, now: float) -> bool:
        """Return whether, before the deal, the host has been absent for longer than a reload of the page takes."""
        host = self.room.data.host
        if self.room.data.state != "gathering" or host in self.present:
            return False
        if host is None:
            return True
        return now - self.left.get(host, self.started) > HOST_GRACE

    def leavers(self, now: float) -> list[int]:
        """Return the people who are asked and have been absent too long while others are present."""
        return [seat for seat, seconds in self.absent(now) if seconds <= 0 and seat in self.clocks.asked]

    def absent(self, now: float) -> Iterator[tuple[int, float]]:
        """Yield each absent person while others are present, with the seconds until a bot plays for them."""
        present, data = self.present, self.room.data
        if not present or data.state != "playing" or self.clocks.survives_restart:
            return
        for seat, each in enumerate(data.seats):
            if each.kind == "person" and seat not in present and seat not in data.stand_ins:
                yield seat, max(0.0, self.left.setdefault(seat, now) + AWAY - now)


def _paid(payer: Bucket, call: Callable[[], None]) -> None:
    with payer.timed():
        call()
