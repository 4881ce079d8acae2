"""Taking back an action: which one, whether it may be, who must agree, and the table without it.

A sealed choice can be withdrawn until the choices are opened. Any other action can be taken back with everything that
followed it, unless a hidden card or chance came into play. Every player who has seen it must agree.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bidwell.core.errors import Refused
from bidwell.core.table import Table
from bidwell.core.unknown import DependsOnUnknown, Unknown
from bidwell.server.commits import Commits
from bidwell.server.guard import Buckets
from bidwell.server.protocol import TakeBack, TakeBackNews, TakeBackState
from bidwell.server.room import Room
from bidwell.server.room_data import PlayedAction
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.store.interface import AppendAction, Change, SaveSnapshot

MOST = 100
"""Number of actions that a seat may take back in a game: every one stays on disk, and is replayed with the room."""
WISHES = (4.0, 0.1)
"""How often a seat may ask the others: at once, and per second. Each time all of them are interrupted."""
MARK = "@take back"
"""How a stored action says that earlier ones were taken back. No notation begins with this character."""


@dataclass(frozen=True)
class Retraction:
    """The step that is taken back, and whether alone (a sealed choice) or with all that followed."""

    step: int
    alone: bool

    def written(self, earlier: int) -> str:
        """Return the text that is stored in place of an action; `earlier` steps are not at the table any more."""
        return f"{MARK} {earlier + self.step} {'alone' if self.alone else 'on'}"


@dataclass
class Request:
    """A player's wish to take back an action, until all have agreed or the table has moved on."""

    seat: int
    number: int
    """The view of spectators: if it changes, the request is void. That of the player would tell what they do unseen."""
    retraction: Retraction
    waiting: set[int] = field(default_factory=set)


def read_retraction(action: str) -> Retraction | None:
    """Return what a stored action takes back, or None for an ordinary action."""
    if not action.startswith(MARK):
        return None
    step, how = action.removeprefix(MARK).split()
    return Retraction(int(step), how == "alone")


def without_taken_back(actions: Iterable[PlayedAction]) -> list[PlayedAction]:
    """Return the stored actions of a game without those that were taken back, and without what says so."""
    kept = list[PlayedAction]()
    for each in actions:
        retraction = read_retraction(each.action)
        if retraction is None:
            kept.append(each)
        else:
            del kept[retraction.step : retraction.step + 1 if retraction.alone else None]
    return kept


def retraction_for(table: Table, seat: int) -> Retraction:
    """Return what this seat would take back. Refuses if it has not acted, or may not.

    The answer depends only on what the seat has noticed, so it tells nothing of what others do in secret.
    """
    own = [number for number, step in enumerate(table.steps) if step.seat == seat]
    if not own:
        raise Refused("you have not acted yet")
    last = own[-1]
    if _is_sealed(table, last):
        return Retraction(last, alone=True)
    _check_open(table, seat, last)
    return Retraction(last, alone=False)


def _is_sealed(table: Table, last: int) -> bool:
    """Return whether the step is part of a simultaneous decision that others have still to complete."""
    remaining = {*table.steps[last].asked}
    if len(remaining) < 2:
        return False
    remaining -= {step.seat for step in table.steps[last:] if step.seat not in step.asked_next}
    return bool(remaining) and remaining == {*table.asks}


def _check_open(table: Table, seat: int, last: int) -> None:
    """Refuse if chance or hidden cards came into play since this step began."""
    twin = _replayed(table, last)
    for number, step in enumerate(table.steps[last:], last):
        if number > last and step.noticed_by(seat):
            if len(step.asked) > 1:
                raise Refused("others have chosen in secret since then")
            if any(_reveals(twin, viewer, step.seat, step.action) for viewer in range(table.players)):
                raise Refused("hidden cards were shown since then")
        chance = getattr(twin.state, "chance_step", 0)
        if number == last and _reveals(twin, seat, seat, step.action):
            raise Refused("it brought hidden cards to light")
        twin.act(step.seat, step.action)
        if (number == last or step.noticed_by(seat)) and getattr(twin.state, "chance_step", 0) != chance:
            raise Refused("chance has decided since then")


def _reveals(table: Table, viewer: int, seat: int, action: int) -> bool:
    """Return whether this action, played on what the viewer knows, depends on or tells what is hidden from them."""
    state = table.state.known_to(viewer)
    journal: list[Any] = []
    state.journal = journal
    try:
        table.game.rules.play(state, seat, action)
    except DependsOnUnknown:
        return True
    if any(isinstance(value, Unknown) for _, values, _ in journal for value in values):
        return True
    return any(_has_unknown(value) for value in _seen(state, viewer))


def _seen(state: object, viewer: int) -> list[object]:
    """Return the values that the viewer would see, wherever the rule for seeing them is known."""
    values: list[object] = []
    for each, _ in state.each_field():  # type: ignore[attr-defined]
        try:
            values.append(each.seen(state, viewer))
        except DependsOnUnknown:
            values.append(Unknown(each.name, each.by_seat))
    return values


def _has_unknown(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_unknown(part) for part in value)
    return isinstance(value, Unknown)


def _replayed(table: Table, until: int, *, without: int | None = None) -> Table:
    """Return the table after its first `until` steps, with one of them left out."""
    if table.seed is not None:
        twin = table.game.deal(seed=table.seed, options=table.options, names=list(table.names))
    else:
        assert table.start is not None
        twin = Table(table.game, table.names, table.options, table.start.copy())
    for number, step in enumerate(table.steps[:until]):
        if number != without:
            twin.act(step.seat, step.action)
    return twin


def retract(room: Room, retraction: Retraction) -> set[int | None]:
    """Take it back at the room's table; return the viewers who notice it."""
    table = room.playing
    gone = [table.steps[retraction.step]] if retraction.alone else table.steps[retraction.step :]
    viewers = (*range(table.players), None)
    noticing = {viewer for viewer in viewers if any(step.noticed_by(viewer) for step in gone)}
    if retraction.alone:
        fresh = _replayed(table, len(table.steps), without=retraction.step)
    else:
        fresh = _replayed(table, retraction.step)
    room.taken_back[table.steps[retraction.step].seat] += 1
    room.rewind(fresh, retraction.step, noticing)
    return noticing


class TakeBacks:
    """Handles requests to take back actions."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._wishes = Buckets(*WISHES)
        self.done: Callable[[RoomSession], None] = lambda session: None
        """Called after an action was taken back and shown, so that bots can answer."""

    def handle(self, session: RoomSession, connection: Connection, message: TakeBack) -> None:
        """Answer whether an action can be taken back, ask for it, or agree to it."""
        session.when_settled(lambda: self._handle(session, connection, message))

    def _handle(self, session: RoomSession, connection: Connection, message: TakeBack) -> None:
        if message.what in {"agree", "refuse"}:
            self._answer(session, message.seat, message.what == "agree")
            return
        try:
            request = self._request(session, message.seat)
        except Refused as problem:
            connection.tell(TakeBackNews(message.seat, message.seat, "never", [], problem.reason))
            return
        if message.what == "look":
            state: TakeBackState = "ask" if request.waiting else "undo"
            connection.tell(TakeBackNews(message.seat, message.seat, state, sorted(request.waiting)))
        elif request.waiting and not self._wishes.take(f"{session.room.data.id} {request.seat}"):
            why = "you have asked the others often: wait a few seconds"
            connection.tell(TakeBackNews(message.seat, message.seat, "never", [], why))
        elif request.waiting:
            session.request = request
            self._tell(session, request.seat, "asked", sorted(request.waiting))
        else:
            self._do(session, request)

    def _request(self, session: RoomSession, seat: int) -> Request:
        """Return the request of a seat, with those who must agree. Refuses what cannot be taken back."""
        room = session.room
        if room.data.state != "playing":
            raise Refused("the game is over")
        if room.taken_back[seat] >= MOST:
            raise Refused(f"you have taken back {MOST} actions in this game: that is enough")
        retraction = retraction_for(room.playing, seat)
        waiting = set() if retraction.alone else witnesses(session, seat, retraction.step)
        return Request(seat, room.number(None), retraction, waiting)

    def _answer(self, session: RoomSession, seat: int, agrees: bool) -> None:
        request = session.request
        if not isinstance(request, Request) or seat not in request.waiting:
            return
        if session.room.number(None) != request.number:
            session.request = None
            return
        if not agrees:
            session.request = None
            self._tell(session, request.seat, "refused", [seat])
            return
        request.waiting.discard(seat)
        if request.waiting:
            self._tell(session, request.seat, "asked", sorted(request.waiting))
        else:
            self._do(session, request)

    def _do(self, session: RoomSession, request: Request) -> None:
        """Take it back, save that, and show the table to those who notice."""
        room, now = session.room, time.monotonic()
        try:
            noticing = retract(room, request.retraction)
        except Refused as problem:  # the rules refuse their own history: nothing was changed
            self._tell(session, request.seat, "never", [], problem.reason)
            return
        if None in noticing:  # otherwise the wishes of others and the times of bots would tell of it
            session.request = None
            session.answers_due.clear()
        session.clocks.update(now)
        seq, at = room.seq, time.time()
        changes: list[Change] = [
            AppendAction(room.data.id, seq, request.seat, request.retraction.written(len(room.earlier)), None),
            SaveSnapshot(room.data.id, seq, at, room.snapshot(session.clocks.starts(now))),
        ]
        self._commits.save(session, changes, lambda: self._show(session, request.seat, noticing))

    def _show(self, session: RoomSession, seat: int, noticing: set[int | None]) -> None:
        for connection in session.connections:
            if noticing & {*connection.viewers}:
                session.show_all(connection)
        self._tell(session, seat, "done", [], "", noticing)
        self.done(session)

    def _tell(
        self,
        session: RoomSession,
        by: int,
        state: TakeBackState,
        waiting: list[int],
        why: str = "",
        viewers: set[int | None] | None = None,
    ) -> None:
        for connection in session.connections:
            for viewer in connection.seats:
                if viewers is None or viewer in viewers:
                    connection.tell(TakeBackNews(viewer, by, state, waiting, why))


def witnesses(session: RoomSession, seat: int, step: int) -> set[int]:
    """Return the other people who have been shown something of this step or of what followed: they must agree."""
    room, gone = session.room, session.room.playing.steps[step:]
    others = [
        number
        for number, each in enumerate(room.data.seats)
        if each.kind == "person" and number != seat and number not in room.data.stand_ins
        if any(later.noticed_by(number) for later in gone)
    ]
    return {number for number in others if number in session.present or session.seen.get(number, session.loaded) > step}
