"""The house: all rooms, their storage, and everything that happens in them."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bidwell.bots.registry import bot
from bidwell.core.errors import Refused
from bidwell.core.events import Event
from bidwell.server import store
from bidwell.server.analyses import Analyst
from bidwell.server.guard import Buckets
from bidwell.server.names import plain
from bidwell.server.protocol import (
    Act,
    Chat,
    ChatLine,
    ChatNews,
    Error,
    NewRoom,
    NotTaken,
    Refusal,
    RoomInfo,
    RoomNews,
    Would,
    encode,
)
from bidwell.server.room import Late, Room, RoomData, begun_of
from bidwell.server.room_factory import again, opened
from bidwell.server.room_session import LINES, Connection, RoomSession
from bidwell.server.store import Store, Write
from bidwell.server.workers import HASTY, Workers

log = logging.getLogger("bidwell.server")

IDLE = 600.0
"""Seconds without a connection until a room is removed from memory; it stays on disk."""
TICK = 0.5
QUIET_GARBAGE = 20_000
"""Collect garbage when idle, once this many objects have been allocated."""
MOST_LISTED = 50
LISTED = 3600.0
"""Seconds since its last change for which a waiting room with nobody present is listed."""
CALLS = (30.0, 1.0)
"""Rate limit of changes over HTTP, per address: burst, and rate per second."""


class House:
    """The server without its network layer. Everything runs on one event loop."""

    def __init__(self, home: Path, loop: asyncio.AbstractEventLoop, workers: Workers) -> None:
        self._loop = loop
        self.store = Store(home / "house.db", self._settled)
        self.workers = workers
        self.rooms: dict[str, RoomSession] = {}
        self.actions = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self.analyst = Analyst(self)
        self.callers = Buckets(*CALLS)
        self.background(self._tick_on())

    async def close(self) -> None:
        """Stop all tasks, then wait until every pending write is on disk."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.store.close_writer)
        self.store.close()

    def background(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Rooms

    def live(self, room_id: str) -> RoomSession:
        """Return a room by its id; load it from disk if it is not in memory."""
        if room_id not in self.rooms:
            self.rooms[room_id] = self._loaded(self._lease(room_id))
        found = self.rooms[room_id]
        found.used = time.monotonic()
        return found

    def _lease(self, room_id: str) -> RoomData:
        rows = self.store.read("SELECT body FROM rooms WHERE id = ?", room_id)
        if not rows:
            raise Refusal("there is no such room: the link is wrong, or the room is gone", 404)
        return msgspec.json.decode(rows[0][0], type=RoomData)

    async def settled(self, room_id: str) -> RoomSession:
        """Return a room once all its writes are on disk: a write that fails undoes what it saved."""
        while (live := self.live(room_id)).unsettled:
            waiting: asyncio.Future[None] = self._loop.create_future()
            self.when_settled(live, partial(_tell, waiting, None))
            await waiting
        return live

    def info(self, room_id: str) -> RoomInfo:
        """Return the public description of a room. A room on disk is described without loading its table."""
        return (self.rooms.get(room_id) or RoomSession(Room(self._lease(room_id)))).info()

    def _loaded(self, lease: RoomData) -> RoomSession:
        live = RoomSession(Room(lease))
        if lease.state != "gathering":
            read = self.store.read
            course = read("SELECT seat, action, key FROM actions WHERE room = ? ORDER BY seq", lease.id)
            kept = read("SELECT body FROM snapshots WHERE room = ?", lease.id)
            (changed,) = read("SELECT changed FROM rooms WHERE id = ?", lease.id)[0]
            snapshot = kept[0][0] if kept else None
            live.room.resume([(seat, action, key) for seat, action, key in course], snapshot)
            live.go_on(begun_of(snapshot), changed, time.monotonic())
        lines = self.store.read(
            "SELECT seat, name, text, key FROM lines WHERE room = ? ORDER BY number DESC LIMIT ?", lease.id, LINES
        )
        live.lines = [ChatLine(*line[:3]) for line in reversed(lines)]
        live.line_keys = [line[3] for line in reversed(lines)]
        return live

    def board(self) -> list[RoomInfo]:
        """List the open rooms that wait for players or are being played, latest change first.

        A waiting room with nobody present stays listed for `LISTED` seconds.
        """
        query = "SELECT id, changed FROM rooms WHERE open = 1 AND state != 'over' ORDER BY changed DESC LIMIT ?"
        found = [(self.info(room), changed) for room, changed in self.store.read(query, MOST_LISTED)]
        lately = time.time() - LISTED
        return [
            info
            for info, changed in found
            if any(seat.here for seat in info.seats) or (info.state == "gathering" and changed > lately)
        ]

    async def open(self, wanted: NewRoom) -> tuple[RoomSession, dict[str, str]]:
        """Open a room and save it; return it with the tokens of the seats that are "me"."""
        room, tokens = opened(wanted)
        return await self._opened(room), tokens

    async def _opened(self, room: Room) -> RoomSession:
        live = self.rooms[room.lease.id] = RoomSession(room)
        self._get_ready(live)
        await self.keep(live)
        return live

    def _get_ready(self, live: RoomSession) -> None:
        levels = [seat.level for seat in live.room.lease.seats if seat.level]
        self.workers.get_ready(live.room.lease.game, [*levels])
        live.look_at_clocks(time.monotonic())

    async def rematch(self, live: RoomSession, token: str) -> RoomSession:
        """Open another room with the same seats and tokens. The first call creates it; later calls return it."""
        host, lease = live.room.holder(token), live.room.lease
        if lease.rematch is None:
            fresh = again(live.room, host)
            # set before the first await, so that a second call finds this room
            lease.rematch = fresh.lease.id
            try:
                await self._opened(fresh)
            except Refusal:
                lease.rematch = None
                raise
            await self.keep(live)
            self.tell_room(live)
        return self.live(lease.rematch)

    async def keep(self, live: RoomSession) -> None:
        """Save the room's data and wait for the commit."""
        await self.written(live, [self._lease_row(live)])

    async def written(self, live: RoomSession, rows: list[tuple[str, store.Row]]) -> None:
        """Write rows and wait for the commit. Refuses if they cannot be saved."""
        settled: asyncio.Future[None] = self._loop.create_future()
        lost = Refusal("this could not be saved, so it did not happen", 503)
        self._write(live, rows, lambda: _tell(settled, None), lambda: _tell(settled, lost))
        await settled

    def _lease_row(self, live: RoomSession) -> tuple[str, store.Row]:
        lease = live.room.lease
        return store.ROOM, (lease.id, lease.state, int(lease.open), time.time(), msgspec.json.encode(lease))

    # Memory to disk, then to the clients

    def _write(
        self,
        live: RoomSession,
        rows: list[tuple[str, store.Row]],
        then: Callable[[], None],
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        live.unsettled += 1

        def done(problem: Exception | None) -> None:
            live.unsettled -= 1
            if problem is None:
                then()
            else:
                self._lose(live, problem)
                otherwise()
            live.catch_up()

        self.store.write(Write(live, done, rows))

    def _settled(self, batch: list[tuple[Write, Exception | None]]) -> None:
        self._loop.call_soon_threadsafe(self._deliver, batch)

    def _deliver(self, batch: list[tuple[Write, Exception | None]]) -> None:
        for write, problem in batch:
            try:
                write.done(problem)
            except Exception:  # a failure in one room must not stop the others
                log.exception("an action is on disk, but could not be shown")

    def _lose(self, live: RoomSession, problem: Exception) -> None:
        """Drop a room whose write failed. Clients reconnect and get the state that is on disk."""
        log.error("room could not be saved: %s", problem)
        if self.rooms.get(live.room.lease.id) is live:
            del self.rooms[live.room.lease.id]
        for connection in live.connections:
            connection.tell(Error("this could not be saved, so it did not happen; the table is as it was before"))
            connection.put_end()

    def when_settled(self, live: RoomSession, then: Callable[[], None]) -> None:
        """Call `then` once every write of the room is on disk, including writes made in the meantime."""
        live.later.append(then)
        live.catch_up()

    # People

    def enter(self, live: RoomSession, connection: Connection) -> None:
        """Add a connection. Its seats are taken back from bots, and it receives a full view."""

        def arrive() -> None:
            room = live.room
            if connection.gone:
                return
            if self.rooms.get(room.lease.id) is not live:
                connection.tell(Error("this room was loaded anew: connect again"))
                connection.put_end()
                return
            connection.keep_to(room.lease.seats)
            came = {*connection.seats} - live.here
            if came and not live.here:  # nobody was present, so nobody has waited for the absent
                live.left.clear()
            live.connections.add(connection)
            back = room.lease.stand_ins & {*connection.seats}
            room.lease.stand_ins -= back
            for seat in connection.seats:
                live.left.pop(seat, None)
            self.show_all(live, connection)
            if came or back or not connection.seats:
                self.tell_room(live)
            self.drive(live)

        self.when_settled(live, arrive)

    def show_all(self, live: RoomSession, connection: Connection, key: str | None = None) -> None:
        """Send everything from the beginning: the room, its seats' views with all their events, and the chat."""
        connection.tell(RoomNews(live.info()))
        if live.room.table is not None:
            clock = live.clock(time.monotonic())
            events = live.room.table.log
            for shown in live.room.shown(connection.eyes, events, whole=True, clock=clock, key=key):
                connection.tell(shown)
        if live.lines:
            connection.tell(ChatNews(live.lines, whole=True))

    def leave(self, live: RoomSession, connection: Connection) -> None:
        """Remove a connection. A player who has no other connection is now absent."""
        live.connections.discard(connection)
        connection.gone = True
        now = time.monotonic()
        live.used = now
        for seat in {*connection.seats} - live.here:
            live.left[seat] = now
        self.tell_room(live)

    def tell_room(self, live: RoomSession) -> None:
        live.tell(RoomNews(live.info()))

    def changed(self, live: RoomSession) -> None:
        """Show everybody a change of seats or the deal, and let bots act."""
        self._get_ready(live)
        for connection in live.connections:
            self.show_all(live, connection)
        self.drive(live)

    # Messages from clients

    def act(self, live: RoomSession, connection: Connection, act: Act) -> None:
        room = live.room
        try:
            # a repeated action is acknowledged again, not played again
            if (act.seat, act.key) in room.keys:
                self.when_settled(live, lambda: self.show_all(live, connection, act.key))
                return
            _ = room.playing
            room.check(act.seat, act.seq)
            events = room.take(act.seat, act.action, act.key)
        except Refused as problem:
            connection.tell(NotTaken(act.seat, act.key, problem.reason, problem.clause))
            if isinstance(problem, Late):
                self.when_settled(live, lambda: self.show_all(live, connection))
            return
        self._took(live, act.seat, act.action, act.key, events)

    def would(self, live: RoomSession, connection: Connection, would: Would) -> None:
        self.when_settled(live, lambda: connection.tell(live.room.would(would.seat, would.action)))

    def chat(self, live: RoomSession, connection: Connection, chat: Chat) -> None:
        text = plain(chat.text)
        if not text or chat.key in live.line_keys:
            self.when_settled(live, lambda: connection.tell(ChatNews([], key=chat.key)))
            return
        live.line_keys = [*live.line_keys[1 - LINES :], chat.key]
        line = ChatLine(chat.seat, live.room.lease.seats[chat.seat].name, text)

        def said() -> None:
            live.lines = [*live.lines[1 - LINES :], line]
            others = encode(ChatNews([line]))
            for each in live.connections:
                each.put(encode(ChatNews([line], key=chat.key)) if each is connection else others)

        self._write(live, [(store.LINE, (live.room.lease.id, line.seat, line.name, line.text, chat.key))], said)

    def _took(self, live: RoomSession, seat: int, action: str, key: str | None, events: list[Event]) -> None:
        """Save an action, and show it once it is on disk.

        The views are encoded now, because the table may move on before the commit.
        """
        room, now = live.room, time.monotonic()
        self.actions += 1
        live.look_at_clocks(now)
        clock = live.clock(now)
        eyes = live.eyes()
        messages = {}
        for shown in room.shown(eyes, events, clock=clock):
            shown.key = key if shown.seat == seat else None
            messages[shown.seat] = encode(shown)
        lease = room.lease
        rows: list[tuple[str, store.Row]] = [
            (store.ACTION, (lease.id, room.seq, seat, action, key)),
            (store.SNAPSHOT, (lease.id, room.seq, room.snapshot(live.begun(now)))),
        ]
        over = lease.state == "over"
        if over:
            rows.append(self._lease_row(live))
        self._write(live, rows, lambda: self._show(live, messages, over))

    def _show(self, live: RoomSession, messages: dict[int | None, bytes], over: bool) -> None:
        for connection in live.connections:
            for eye in connection.eyes:
                if eye in messages:
                    connection.put(messages[eye])
        if over:
            self.when_settled(live, lambda: self.tell_room(live))
        self.drive(live)

    # Bots and clocks

    def drive(self, live: RoomSession) -> None:
        """Let bots choose for the seats they play, as long as somebody is connected."""
        room = live.room
        if room.table is None or not live.connections:
            return
        for seat in room.table.asks:
            level = room.played_by_bot(seat)
            if level is not None and live.thinking.get(seat) != room.asked_from(seat):
                self.think(live, seat, level)

    def think(self, live: RoomSession, seat: int, level: str) -> None:
        live.thinking[seat] = live.room.asked_from(seat)
        self.background(self._think(live, seat, level, live.room.asked_from(seat)))

    async def _think(self, live: RoomSession, seat: int, level: str, since: int) -> None:
        room = live.room
        view = room.playing.view_when_asked(seat)
        try:
            action = await self.workers.choose(level, view)
        except Exception:  # the game must go on: a simpler bot chooses instead
            log.exception("a bot could not choose")
            action = bot(HASTY, room.game, room.seq).choose(view)
        finally:
            live.thinking.pop(seat, None)
        # the table may have moved on while the bot was thinking
        meant = self.rooms.get(room.lease.id) is live and room.asked_from(seat) == since and seat in room.playing.asks
        if meant and (room.played_by_bot(seat) or seat in live.too_late(time.monotonic())):
            self._took(live, seat, action, None, room.take(seat, action, None))

    async def _tick_on(self) -> None:
        seen = 0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            seen = self._tidy_up(seen)
            for live in [*self.rooms.values()]:
                try:
                    self._tick(live, now)
                except Exception:  # a failure in one room must not stop the other clocks
                    log.exception("a clock could not be looked at")

    def _tidy_up(self, seen: int) -> int:
        """Collect garbage only while nobody acts: with many tables the pause would be noticeable."""
        if self.actions == seen and gc.get_count()[0] > QUIET_GARBAGE:
            gc.collect()
        return self.actions

    def _tick(self, live: RoomSession, now: float) -> None:
        """Let bots play for players who are too late or have left; unload a room nobody uses."""
        if live.connections and live.room.lease.state == "playing":
            for seat in [*live.too_late(now)]:
                if live.thinking.get(seat) != live.room.asked_from(seat):
                    self.think(live, seat, "novice")
            if gone := live.leavers(now):
                live.room.lease.stand_ins.update(gone)
                self.tell_room(live)
                self.drive(live)
        elif not live.connections and not live.unsettled and not live.thinking and now > live.used + IDLE:
            del self.rooms[live.room.lease.id]


def _tell(settled: asyncio.Future[None], lost: Exception | None) -> None:
    """Settle a future, unless its caller has gone and cancelled it."""
    if settled.done():
        return
    if lost is None:
        settled.set_result(None)
    else:
        settled.set_exception(lost)
