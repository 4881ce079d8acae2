"""A room: a table, its seats, and the rules for taking them. It knows no clock, no network and no disk."""

from __future__ import annotations

import contextlib
import hmac
import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from msgspec import msgpack

from bidwell.core import commitment
from bidwell.core.errors import Reason, Refused
from bidwell.core.events import Event
from bidwell.core.game import Game
from bidwell.core.record import write_earlier
from bidwell.core.table import Table
from bidwell.games import game
from bidwell.server import catalogue
from bidwell.server.encoding import NONE, ViewEncoder, encoded_news
from bidwell.server.names import bot_name, cleaned
from bidwell.server.protocol import AgreedOption, Refusal, RoomInfo, SeatInfo, Shown, WouldBe, ending_of, told
from bidwell.server.replays import StoredEnd
from bidwell.server.room_data import Level, PlayedAction, RoomData, SeatData

STAND_IN: Level = "novice"
"""The bot that plays for a player who left."""
CLOCKS = "clocks begun"
NUMBERS = "view numbers"
"""Keys in a snapshot besides the fields of the table. They contain a space, so no field can have these names."""
KEYS = 64
"""Number of recent actions that are recognised when a client repeats them."""


class StaleAction(Refused):
    """An action in answer to a view that is no longer current."""


class Room:
    """A room in memory: its data, its table, and which seats bots play."""

    def __init__(self, data: RoomData) -> None:
        self.data = data
        self.game = game(data.game)
        if data.state != "over":
            data.options = current_options(self.game, len(data.seats), data.options)
        self.table: Table | None = None
        self._end: StoredEnd | None = None
        """The end of a finished game that was loaded. It has no table, because the rules may have changed."""
        self.stored_record = ""
        """The record of a finished game that was loaded, as it was written at its end."""
        self.earlier: list[PlayedAction] = []
        """The actions that stood before the position from which a game went on after a change of rules."""
        self.seq = 0
        """Number of actions since the deal, with those that were taken back and their retractions."""
        self._numbers = [[0] * (len(data.seats) + 1)]
        """For each moment of the table: the view number of every seat, and of spectators last."""
        self.keys: dict[tuple[int, str], int] = {}
        self.taken_back: Counter[int] = Counter()
        """Number of actions that each seat has taken back."""
        self._encoder = ViewEncoder()

    # Seats

    def sit(self, seat: int | None, name: str) -> tuple[int, str]:
        """Take an open seat; return its number and token. Refuses if none is free."""
        free = [number for number, each in enumerate(self.data.seats) if each.kind == "open"]
        if self.data.state != "gathering":
            raise Refusal("this game has been dealt: watch it, or open another table", 409)
        if not free or (seat is not None and seat not in free):
            raise Refusal("that seat is taken: choose another" if free else "every seat is taken: you can watch", 409)
        number = free[0] if seat is None else seat
        token = self._person(number, name)
        if self.data.host is None:
            self.data.host = number
        return number, token

    def _person(self, number: int, name: str) -> str:
        token = secrets.token_urlsafe(24)
        others = [each.name for each in self.data.seats if each.name]
        self.data.seats[number] = SeatData("person", cleaned(name, self.game, others), None, hashed(token))
        return token

    def holder(self, token: str) -> int:
        """Return the seat of a token. Refuses an unknown token."""
        wanted = hashed(token)
        for number, seat in enumerate(self.data.seats):
            if seat.token and hmac.compare_digest(seat.token, wanted):
                return number
        raise Refusal("that is no token of a seat in this room", 403)

    def take_over(self, token: str, present: set[int]) -> None:
        """Before the deal, make the holder of the token the host if they are present. For a room whose host is away."""
        if self.data.state == "gathering" and self.holder(token) in present:
            self.data.host = self.holder(token)

    def reseat(self, token: str, number: int, who: Literal["open"] | Level) -> None:
        """Change who sits at a seat. Refuses anybody but the host."""
        self._check_host(token)
        if number >= len(self.data.seats) or number == self.data.host:
            raise Refusal(f"there is no seat {number} to give away")
        others = [seat.name for place, seat in enumerate(self.data.seats) if seat.name and place != number]
        self.data.seats[number] = SeatData() if who == "open" else SeatData("bot", bot_name(others), who)

    def _check_host(self, token: str) -> None:
        if self.data.state != "gathering":
            raise Refusal("this game has been dealt already", 409)
        if self.holder(token) != self.data.host:
            host = "nobody" if self.data.host is None else self.data.seats[self.data.host].name
            raise Refusal(f"only the host can do this: {host}", 403)

    def leave(self, token: str) -> None:
        """Leave the seat: before the deal it is open again, later a bot plays on."""
        number = self.holder(token)
        if self.data.state != "gathering":
            self.data.stand_ins.add(number)
            return
        self.data.seats[number] = SeatData()
        people = [place for place, seat in enumerate(self.data.seats) if seat.kind == "person"]
        if self.data.host == number:
            self.data.host = people[0] if people else None

    # The table

    def deal(self, token: str | None = None) -> None:
        """Fill the open seats with bots and deal."""
        if token is not None:
            self._check_host(token)
        for number, seat in enumerate(self.data.seats):
            if seat.kind == "open":
                others = [each.name for each in self.data.seats if each.name]
                self.data.seats[number] = SeatData("bot", bot_name(others), "regular")
        self.data.state, self.data.rules = "playing", self.game.rules_version
        self.begin(self._dealt())

    def _dealt(self) -> Table:
        names = [seat.name for seat in self.data.seats]
        return self.game.deal(seed=commitment.seed_of(self.data.secret), options=self.data.options, names=names)

    def begin(self, table: Table, seq: int = 0, numbers: Sequence[int] = ()) -> None:
        """Use this table from now on, with the number of its actions and of the views that were shown."""
        self.table, self.seq, self._encoder = table, seq, ViewEncoder()
        self._numbers = [[*numbers] or [seq] * (table.players + 1)]

    def resume(self, actions: Sequence[PlayedAction], snapshot: bytes | None) -> None:
        """Restore the table by replaying its actions, or from the snapshot if the rules have changed since.

        A game from before snapshots were saved at the deal, in which nobody has acted, is dealt under today's rules.
        """
        from bidwell.server.take_back import without_taken_back

        state = self.data.state
        try:
            if self.data.rules != self.game.rules_version:
                # caught below: the game continues from its snapshot
                raise StaleAction("the rules have changed since the deal")
            self.begin(self._dealt())
            for seat, action, key in actions:
                self._take_stored(seat, action, key)
        except Exception:  # what rules that have changed make of old actions is not known
            self.data.state = state
            if snapshot is None and not actions:
                self.data.rules = self.game.rules_version
                self.begin(self._dealt())
                return
            if snapshot is None:
                raise
            self.earlier = without_taken_back(actions)
            self.begin(_from_snapshot(self, snapshot), len(actions), view_numbers(snapshot))
            self._remember_keys(actions)

    def finish(self, end: StoredEnd, actions: Sequence[PlayedAction], snapshot: bytes | None) -> None:
        """Restore a finished game from what was stored at its end."""
        self._end, self.seq = end, len(actions)
        self._numbers = [view_numbers(snapshot) or [self.seq] * (len(self.data.seats) + 1)]
        self._remember_keys(actions)

    def _remember_keys(self, actions: Sequence[PlayedAction]) -> None:
        known = {(seat, key): seq for seq, (seat, _, key) in enumerate(actions, 1) if key is not None}
        self.keys = dict([*known.items()][-KEYS:])

    @property
    def log(self) -> list[Event]:
        """All events since the table began here."""
        return [] if self.table is None else self.table.log

    @property
    def playing(self) -> Table:
        """Return the table. Refuses before the deal, and for a finished game that was loaded."""
        if self._end is not None:
            raise Refusal("the game is over; nothing is legal any more", 409)
        if self.table is None:
            raise Refusal("the cards are not dealt yet", 409)
        return self.table

    def check(self, seat: int, seq: int) -> None:
        """Refuse an action that does not answer what the seat is asked now, or comes before the deal."""
        asked_from = self.asked_from(seat)
        if seq > self.number(seat):
            raise StaleAction("this answers a view that has not been shown yet: look again")
        if seq < asked_from:
            raise StaleAction("the table has moved on meanwhile: look again")

    def asked_from(self, seat: int) -> int:
        """Return the first view that asks this seat its current question; each action of the seat starts a new one."""
        table = self.playing
        since = table.asked_since(seat)
        own = [moment for moment, step in enumerate(table.steps[since:], since + 1) if step.seat == seat]
        return self._numbers[max([since, *own])][seat]

    def number(self, viewer: int | None) -> int:
        """Return the number of the latest view of a seat, or of spectators (None).

        Each viewer has numbers of their own, because a shared number would tell of actions they do not notice.
        """
        return self._numbers[-1][-1 if viewer is None else viewer]

    def noticed(self, viewer: int | None) -> bool:
        """Return whether this viewer notices the latest action; to others nothing happened."""
        return self.playing.steps[-1].noticed_by(viewer)

    def would_be_noticed(self, seat: int, action: str) -> bool:
        """Return whether spectators, and so all others, would notice this action."""
        twin = self.playing.copy()
        twin.play(seat, action)
        return twin.steps[-1].noticed_by(None)

    def take(self, seat: int, action: str, key: str | None) -> list[Event]:
        """Play an action and return its events. Refuses what the rules do not allow."""
        table = self.playing
        events = table.play(seat, action, self._encoder.offered(table, seat))
        self.seq += 1
        if self.noticed(None):  # what a spectator notices, everybody does
            self._numbers.append([number + 1 for number in self._numbers[-1]])
        else:
            viewers = (*range(table.players), None)
            self._numbers.append([self.number(viewer) + self.noticed(viewer) for viewer in viewers])
        if key is not None:
            self.keys[seat, key] = self.seq
            if len(self.keys) > KEYS:
                del self.keys[next(iter(self.keys))]
        if table.over:
            self.data.state = "over"
        return events

    def _take_stored(self, seat: int, action: str, key: str | None) -> None:
        """Play a stored action, or take back what it says."""
        from bidwell.server import take_back

        retraction = take_back.read_retraction(action)
        if retraction is None:
            self.take(seat, action, key)
        else:
            take_back.retract(self, retraction)

    def rewind(self, table: Table, step: int, noticing: Collection[int | None]) -> None:
        """Use this table, from which `step` or all since it were taken back; `noticing` viewers get a new view."""
        latest = self._numbers[-1]
        viewers = (*range(table.players), None)
        now = [number + (viewer in noticing) for number, viewer in zip(latest, viewers, strict=True)]
        moments = len(table.steps)
        kept = [*self._numbers[: step + 1], *self._numbers[step + 2 :]]
        self._numbers = [*kept[:moments], now]
        self.table = table
        self.seq += 1

    def snapshot(self, clock_starts: Mapping[int, float]) -> bytes:
        """Encode the table by field names, with the view numbers and the times at which the running clocks started."""
        return msgpack.encode({**self.playing.state.as_dict(), CLOCKS: clock_starts, NUMBERS: self._numbers[-1]})

    def played_by_bot(self, seat: int) -> Level | None:
        """Return the level of the bot that plays a seat now, or None."""
        if seat in self.data.stand_ins:
            return STAND_IN
        return self.data.seats[seat].level

    # Views

    def shown(
        self, seats: Sequence[int | None], events: list[Event], foreseeing: Collection[int | None] = (), **more: Any
    ) -> list[Shown]:
        """Return the view of each seat with the events it may hear, and foresight if it is asked or is `foreseeing`."""
        if self._end is not None:
            return [self._end.shown(seat, seq=self.number(seat), **more) for seat in seats]
        table = self.playing
        asked = table.asks
        views = []
        written = self._encoder.views(table, seats)
        for seat, view, news in zip(seats, written, encoded_news(events, seats), strict=True):
            mistakes = NONE
            if seat is not None and seat in asked:
                mistakes = self._encoder.actions(table, table.mistaken_actions(seat))
            foresight = table.foresight(seat) if seat in asked or seat in foreseeing else None
            ending = None if asked else ending_of(table, seat)
            views.append(Shown(seat, self.number(seat), view, mistakes, news, foresight, ending=ending, **more))
        return views

    def would(self, seat: int, action: str) -> WouldBe:
        """Return what an action would lead to, as far as its seat can know, or why it is not allowed."""
        try:
            outlook = self.playing.view(seat).would(action)
            why = self._why_punished(seat, action)
            events, said = told(outlook.events, seat), self._said(seat, action)
            return WouldBe(seat, self.number(seat), action, said, events, why.text, why.clause, outlook.rest)
        except Refused as problem:
            return WouldBe(
                seat, self.number(seat), action, self._said(seat, action), [], *self._refusal(seat, action, problem)
            )

    def _said(self, seat: int, action: str) -> str:
        """Return an action in words, or as it is if it is none."""
        try:
            return self.game.phrase(self.playing, self.playing.understood(seat, action))
        except Refused:
            return action

    def _refusal(self, seat: int, action: str, problem: Refused) -> tuple[str, str]:
        """Return why an action is not allowed, without the list of legal notations that the message ends with."""
        try:
            why = self.game.notation.why_not(self.playing, seat, self.playing.understood(seat, action))
        except Refused:
            return problem.reason, problem.clause
        return why.text, why.clause

    def _why_punished(self, seat: int, action: str) -> Reason:
        """Return what a punished mistake breaks; an empty reason for a legal action."""
        table = self.playing
        number = table.understood(seat, action)
        if number in table.legal_actions(seat):
            return Reason("", "")
        return self.game.notation.why_not(table, seat, number)

    def info(self, present: set[int], watching: int, host_away: bool = False) -> RoomInfo:
        """Return the public description of the room; `present` are the seats with a connection."""
        data, over = self.data, self.data.state == "over"
        seats = [
            SeatInfo(seat.name or None, seat.kind, seat.level, place in present, place in self.data.stand_ins)
            for place, seat in enumerate(data.seats)
        ]
        return RoomInfo(
            id=data.id,
            game=data.game,
            title=self.game.title,
            state=data.state,
            options=data.options,
            agreed=self._agreed,
            seats=seats,
            open=data.open,
            host=data.host,
            host_away=host_away,
            seconds=data.seconds,
            watching=watching,
            asks=[*self.table.asks] if self.table is not None else [],
            commitment=commitment.commitment_of(data.secret),
            shuffle=data.secret if over else None,
            seed=str(commitment.seed_of(data.secret)) if over else None,
            rematch=data.rematch,
        )

    @cached_property
    def _agreed(self) -> list[AgreedOption]:
        """The options in words."""
        return catalogue.agreed_options(self.game, self.data.options)

    def record(self) -> str:
        """Return the record of a finished game, with the data that verifies its shuffle."""
        if self.data.state != "over":
            raise Refusal("the record tells every secret: it is there when the game is over", 409)
        if self.stored_record:
            return self.stored_record
        table, record = self.playing, self.playing.record()
        if table.seed is None:
            actions = [(seat, action) for seat, action, _ in self.earlier]
            record += write_earlier(self.data.rules, table.names, actions)
        return record + commitment.written(self.data.secret)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def clock_starts(snapshot: bytes | None) -> dict[int, float]:
    """Return when the clocks in a snapshot started, in Unix time; empty for an old snapshot without them."""
    found: dict[int, float] = {} if snapshot is None else msgpack.decode(snapshot).get(CLOCKS, {})
    return found


def view_numbers(snapshot: bytes | None) -> list[int]:
    """Return the view numbers in a snapshot; empty for an old snapshot without them."""
    found: list[int] = [] if snapshot is None else msgpack.decode(snapshot).get(NUMBERS, [])
    return found


def current_options(game: Game, players: int, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game: as stored where today's rules have and accept them, otherwise the defaults."""
    kept = {}
    for option in game.options:
        with contextlib.suppress(KeyError, Refused):
            kept[option.name] = option.take(stored[option.name])
    try:
        return game.agreed(players, kept)
    except Refused:
        return game.agreed(players, {})


def _from_snapshot(room: Room, snapshot: bytes) -> Table:
    """Restore the table of a snapshot under the current rules.

    Fields that no longer exist or have another shape are dropped; missing fields and options are completed.
    """
    kept, fields = msgpack.decode(snapshot), room.game.state.fields
    names = tuple(seat.name for seat in room.data.seats)
    options = current_options(room.game, len(names), room.data.options)
    state = room.game.lay(names, options)
    found = [name for name, field in fields.items() if name in kept and _shape(kept[name]) == field.shape]
    for name in found:
        setattr(state, name, kept[name])
    if len(found) < len(fields):
        room.game.positions.complete(state, frozenset(found))
    return Table(room.game, names, options, state)


def _shape(value: Any) -> tuple[int, ...]:
    return (len(value), *_shape(value[0])) if isinstance(value, list) else ()
