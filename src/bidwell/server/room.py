"""A room: a table, its seats, and the rules for taking them. It knows no clock, no network and no disk."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct, msgpack

from bidwell.core import commitment
from bidwell.core.errors import Reason, Refused
from bidwell.core.events import Event
from bidwell.core.table import Table
from bidwell.games import game
from bidwell.server.names import bot_name, cleaned
from bidwell.server.protocol import Ending, Refusal, RoomInfo, SeatInfo, Shown, WouldBe, told

Level = Literal["novice", "regular", "expert"]
STAND_IN: Level = "novice"
"""The bot that plays for a player who left."""
BEGUN = "clocks begun"
"""Key of the clocks in a snapshot. It contains a space, so no field of a table can have this name."""
KEYS = 64
"""Number of recent actions that are recognised when a client repeats them."""


class SeatData(Struct):
    """The holder of a seat. Only the hash of the token is kept."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: Level | None = None
    token: str = ""


class RoomData(Struct):
    """Everything stored about a room except its actions and chat."""

    id: str
    game: str
    options: dict[str, Any]
    seats: list[SeatData]
    secret: str
    open: bool
    seconds: int
    host: int | None = None
    state: Literal["gathering", "playing", "over"] = "gathering"
    rules: int = 0
    """The version of the rules it was dealt under."""
    rematch: str | None = None
    stand_ins: set[int] = set()
    """Seats of people that a bot plays at present."""


class Late(Refused):
    """An action in answer to a view that is no longer current."""


class Room:
    """A room in memory: its data, its table, and which seats bots play."""

    def __init__(self, lease: RoomData) -> None:
        self.lease = lease
        self.game = game(lease.game)
        self.table: Table | None = None
        self.seq = 0
        """Number of actions since the deal."""
        self.keys: dict[tuple[int, str], int] = {}

    # Seats

    def sit(self, seat: int | None, name: str) -> tuple[int, str]:
        """Take an open seat; return its number and token. Refuses if none is free."""
        free = [number for number, each in enumerate(self.lease.seats) if each.kind == "open"]
        if self.lease.state != "gathering":
            raise Refusal("this game has been dealt: watch it, or open another table", 409)
        if not free or (seat is not None and seat not in free):
            raise Refusal("that seat is taken: choose another" if free else "every seat is taken: you can watch", 409)
        number = free[0] if seat is None else seat
        token = self._person(number, name)
        if self.lease.host is None:
            self.lease.host = number
        return number, token

    def _person(self, number: int, name: str) -> str:
        token = secrets.token_urlsafe(24)
        others = [each.name for each in self.lease.seats if each.name]
        self.lease.seats[number] = SeatData("person", cleaned(name, self.game, others), None, hashed(token))
        return token

    def holder(self, token: str) -> int:
        """Return the seat of a token. Refuses an unknown token."""
        wanted = hashed(token)
        for number, seat in enumerate(self.lease.seats):
            if seat.token and hmac.compare_digest(seat.token, wanted):
                return number
        raise Refusal("that is no token of a seat in this room", 403)

    def take_over(self, token: str, here: set[int]) -> None:
        """Before the deal, make the holder of the token the host if they are present and the host is not."""
        if self.lease.state == "gathering" and self.lease.host not in here and self.holder(token) in here:
            self.lease.host = self.holder(token)

    def reseat(self, token: str, number: int, who: Literal["open"] | Level) -> None:
        """Change who sits at a seat. Refuses anybody but the host."""
        self._check_host(token)
        if number >= len(self.lease.seats) or number == self.lease.host:
            raise Refusal(f"there is no seat {number} to give away")
        others = [seat.name for place, seat in enumerate(self.lease.seats) if seat.name and place != number]
        self.lease.seats[number] = SeatData() if who == "open" else SeatData("bot", bot_name(others), who)

    def _check_host(self, token: str) -> None:
        if self.lease.state != "gathering":
            raise Refusal("this game has been dealt already", 409)
        if self.holder(token) != self.lease.host:
            host = "nobody" if self.lease.host is None else self.lease.seats[self.lease.host].name
            raise Refusal(f"only the host can do this: {host}", 403)

    def leave(self, token: str) -> None:
        """Leave the seat: before the deal it is open again, later a bot plays on."""
        number = self.holder(token)
        if self.lease.state != "gathering":
            self.lease.stand_ins.add(number)
            return
        self.lease.seats[number] = SeatData()
        people = [place for place, seat in enumerate(self.lease.seats) if seat.kind == "person"]
        if self.lease.host == number:
            self.lease.host = people[0] if people else None

    # The table

    def deal(self, token: str | None = None) -> None:
        """Fill the open seats with bots and deal."""
        if token is not None:
            self._check_host(token)
        for number, seat in enumerate(self.lease.seats):
            if seat.kind == "open":
                others = [each.name for each in self.lease.seats if each.name]
                self.lease.seats[number] = SeatData("bot", bot_name(others), "regular")
        self.lease.state, self.lease.rules = "playing", self.game.rules_version
        self.begin(self._dealt())

    def _dealt(self) -> Table:
        names = [seat.name for seat in self.lease.seats]
        return self.game.deal(seed=commitment.seed_of(self.lease.secret), options=self.lease.options, names=names)

    def begin(self, table: Table, seq: int = 0) -> None:
        """Use this table from now on."""
        self.table, self.seq = table, seq

    def resume(self, course: Sequence[tuple[int, str, str | None]], snapshot: bytes | None) -> None:
        """Restore the table by replaying its actions, or from the snapshot if the rules have changed since."""
        state = self.lease.state
        try:
            if self.lease.rules != self.game.rules_version:
                # caught below: the game continues from its snapshot
                raise Late("the rules have changed since the deal")
            self.begin(self._dealt())
            for seat, action, key in course:
                self.take(seat, action, key)
        except Refused:
            if snapshot is None:
                raise
            self.lease.state = state
            self.begin(from_snapshot(self, snapshot), len(course))
            known = {(seat, key): seq for seq, (seat, _, key) in enumerate(course, 1) if key is not None}
            self.keys = dict([*known.items()][-KEYS:])

    @property
    def playing(self) -> Table:
        """Return the table. Refuses before the deal."""
        if self.table is None:
            raise Refusal("the cards are not dealt yet", 409)
        return self.table

    def check(self, seat: int, seq: int) -> None:
        """Refuse an action that does not answer what the seat is asked now."""
        if seq > self.seq:
            raise Late("this answers a view that has not been shown yet: look again")
        if seq < self.asked_from(seat):
            raise Late("the table has moved on meanwhile: look again")

    def asked_from(self, seat: int) -> int:
        """Return the first view that asks this seat its current question; each action of the seat starts a new one."""
        table = self.playing
        since = table.asked_since(seat)
        own = [number for number, step in enumerate(table.steps[since:], since + 1) if step.seat == seat]
        return self.seq - len(table.steps) + max([since, *own])

    def take(self, seat: int, action: str, key: str | None) -> list[Event]:
        """Play an action and return its events. Refuses what the rules do not allow."""
        table = self.playing
        events = table.play(seat, action)
        self.seq += 1
        if key is not None:
            self.keys[seat, key] = self.seq
            if len(self.keys) > KEYS:
                del self.keys[next(iter(self.keys))]
        if table.over:
            self.lease.state = "over"
        return events

    def snapshot(self, begun: Mapping[int, float]) -> bytes:
        """Encode the table by field names, with the times at which the running clocks started."""
        fields = {field.name: value for field, value in self.playing.state.each_field()}
        return msgpack.encode({**fields, BEGUN: begun})

    def played_by_bot(self, seat: int) -> Level | None:
        """Return the level of the bot that plays a seat now, or None."""
        if seat in self.lease.stand_ins:
            return STAND_IN
        return self.lease.seats[seat].level

    # Views

    def shown(self, seats: Sequence[int | None], events: list[Event], **more: Any) -> list[Shown]:
        """Return the view of each of these seats, with the events it may hear."""
        table = self.playing
        asked = table.asks
        ending = None if asked else Ending(table.scores, table.places)
        views = []
        for seat, view in zip(seats, table.shown(seats), strict=True):
            mistakes = table.mistakes(seat) if seat is not None and seat in asked else []
            views.append(Shown(seat, self.seq, view, mistakes, told(events, seat), ending=ending, **more))
        return views

    def would(self, seat: int, action: str) -> WouldBe:
        """Return what an action would lead to, as far as its seat can know, or why it is not allowed."""
        try:
            outlook = self.playing.view(seat).would(action)
            why = self._why_punished(seat, action)
            events = told(outlook.events, seat)
            return WouldBe(seat, self.seq, action, events, why.text, why.clause, outlook.rest)
        except Refused as problem:
            return WouldBe(seat, self.seq, action, [], problem.reason, problem.clause)

    def _why_punished(self, seat: int, action: str) -> Reason:
        """Return what a punished mistake breaks; an empty reason for a legal action."""
        table = self.playing
        number = table.understood(seat, action)
        if number in table.legal_actions(seat):
            return Reason("", "")
        return self.game.notation.why_not(table, seat, number)

    def info(self, here: set[int], watching: int) -> RoomInfo:
        """Return the public description of the room; `here` are the seats with a connection."""
        lease, over = self.lease, self.lease.state == "over"
        seats = [
            SeatInfo(seat.name or None, seat.kind, seat.level, place in here, place in self.lease.stand_ins)
            for place, seat in enumerate(lease.seats)
        ]
        return RoomInfo(
            id=lease.id,
            game=lease.game,
            title=self.game.title,
            state=lease.state,
            options=lease.options,
            seats=seats,
            open=lease.open,
            host=lease.host,
            seconds=lease.seconds,
            watching=watching,
            asks=[*self.table.asks] if self.table is not None else [],
            commitment=commitment.commitment_of(lease.secret),
            shuffle=lease.secret if over else None,
            seed=str(commitment.seed_of(lease.secret)) if over else None,
            rematch=lease.rematch,
        )

    def record(self) -> str:
        """Return the record of a finished game, with the data that verifies its shuffle."""
        if self.lease.state != "over":
            raise Refusal("the record tells every secret: it is there when the game is over", 409)
        return self.playing.record() + commitment.written(self.lease.secret)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def begun_of(snapshot: bytes | None) -> dict[int, float]:
    """Return when the clocks in a snapshot started, in Unix time; empty for an old snapshot without them."""
    found: dict[int, float] = {} if snapshot is None else msgpack.decode(snapshot).get(BEGUN, {})
    return found


def from_snapshot(room: Room, snapshot: bytes) -> Table:
    """Restore the table of a snapshot under the current rules.

    Fields that no longer exist or have another shape are dropped; missing fields and options are completed.
    """
    kept, fields = msgpack.decode(snapshot), room.game.state.fields
    names = tuple(seat.name for seat in room.lease.seats)
    options = room.game.agreed(len(names), room.lease.options)
    state = room.game.lay(names, options)
    found = [name for name, field in fields.items() if name in kept and _shape(kept[name]) == field.shape]
    for name in found:
        setattr(state, name, kept[name])
    if len(found) < len(fields):
        room.game.positions.complete(state, frozenset(found))
    return Table(room.game, names, options, state)


def _shape(value: Any) -> tuple[int, ...]:
    return (len(value), *_shape(value[0])) if isinstance(value, list) else ()
