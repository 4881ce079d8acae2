"""Actions: checked, played, committed, and then shown to everybody."""

from __future__ import annotations

import time
from collections.abc import Callable

from bidwell.core.errors import Refused
from bidwell.core.events import Event
from bidwell.server.commits import Commits
from bidwell.server.metrics import Histogram
from bidwell.server.protocol import Act, NotTaken, Would, encode
from bidwell.server.room import StaleAction
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.store.interface import AppendAction, Change, SaveRecord, SaveRoom, SaveSnapshot


class Actions:
    """Plays actions. After each one is shown, `shown` is called, so that bots can answer; at the end, `finished`."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self.shown: Callable[[RoomSession], None] = lambda session: None
        self.finished: Callable[[RoomSession], None] = lambda session: None
        self.delays = Histogram()
        """The time from an action to its view, in which it is committed."""
        self.count = 0
        """Number of actions played since the start."""

    def act(self, session: RoomSession, connection: Connection, act: Act) -> None:
        """Play an action that a client sent, or tell the client why not."""
        room = session.room
        try:
            # a repeated action is acknowledged again, not played again
            if (act.seat, act.key) in room.keys:
                session.when_settled(lambda: session.show_all(connection, act.key))
                return
            room.check(act.seat, act.seq)
            self.play(session, act.seat, act.action, act.key)
        except Refused as problem:
            connection.tell(NotTaken(act.seat, act.key, problem.reason, problem.clause))
            if isinstance(problem, StaleAction):
                session.when_settled(lambda: session.show_all(connection))

    def would(self, session: RoomSession, connection: Connection, would: Would) -> None:
        """Answer what an action would lead to."""
        session.when_settled(lambda: connection.tell(session.room.would(would.seat, would.action)))

    def play(self, session: RoomSession, seat: int, action: str, key: str | None = None) -> None:
        """Play and save an action, and show it once it is on disk. Refuses what the rules do not allow."""
        events = session.room.take(seat, action, key)
        self.count += 1
        now = time.monotonic()
        session.clocks.update(now)
        # encoded now, because the table may move on before the commit
        messages = _messages(session, seat, key, events, now)
        over = session.room.data.state == "over"
        changes = _changes(session, seat, action, key, now)
        self._commits.save(session, changes, lambda: self._show(session, messages, over, now))

    def _show(self, session: RoomSession, messages: dict[int | None, bytes], over: bool, since: float) -> None:
        self.delays.observe(time.monotonic() - since)
        for connection in session.connections:
            for viewer in connection.viewers:
                if viewer in messages:
                    connection.put(messages[viewer])
        if over:
            session.when_settled(session.tell_room)
            self.finished(session)
        self.shown(session)


def _messages(
    session: RoomSession, seat: int, key: str | None, events: list[Event], now: float
) -> dict[int | None, bytes]:
    """Return the encoded view of each viewer who notices the action; the seat that acted finds the key in it."""
    messages = {}
    viewers = session.viewers
    if not session.room.noticed(None):  # what a spectator notices, everybody does
        viewers = [viewer for viewer in viewers if session.room.noticed(viewer)]
    for shown in session.room.shown(viewers, events, session.foreseeing, clock=session.clocks.remaining(now)):
        shown.key = key if shown.seat == seat else None
        messages[shown.seat] = encode(shown)
    return messages


def _changes(session: RoomSession, seat: int, action: str, key: str | None, now: float) -> list[Change]:
    """Return what an action changes in the store."""
    room, data = session.room, session.room.data
    changes: list[Change] = [
        AppendAction(data.id, room.seq, seat, action, key),
        SaveSnapshot(data.id, room.seq, time.time(), room.snapshot(session.clocks.starts(now))),
    ]
    if data.state == "over":
        data.ended, data.scores, data.places = time.time(), room.playing.scores, room.playing.places
        changes += [SaveRoom.of(data), SaveRecord(data.id, room.record())]
    return changes
