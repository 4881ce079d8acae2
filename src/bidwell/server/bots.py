"""Bots that play seats: their own, those of players who left, and decisions whose time is up."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable

from bidwell.core.table import View
from bidwell.server.actions import Actions
from bidwell.server.logs import room_tag
from bidwell.server.protocol import Error
from bidwell.server.room_session import RoomSession
from bidwell.server.rooms import Rooms
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Asker, Unwatched, Workers, instant

log = logging.getLogger("bidwell.server")

ANSWER_SECONDS = {"novice": (0.3, 0.6), "regular": (0.4, 0.8), "expert": (1.2, 1.6)}
"""The range from which the time of an answer is drawn, for each level.

It is longer than the bot thinks, so that the time does not tell whether there was a choice, or how hard it was. It
counts from the moment at which the bot begins to think, because before that it may have to wait for others.
"""
TOO_LATE = "time ran out: a bot has played for you"
"""The notice to the player whose time is up, and to nobody else."""
QUICK = "regular"
"""The bot that completes a decision in which another bot has acted unnoticed: it must answer in the same time."""


class Bots:
    """Lets bots choose, and plays what they chose."""

    def __init__(self, rooms: Rooms, actions: Actions, workers: Workers, tasks: Tasks) -> None:
        self._rooms = rooms
        self._actions = actions
        self._workers = workers
        self._tasks = tasks
        self.failed = 0
        """Number of decisions in which a bot failed."""

    def drive(self, session: RoomSession) -> None:
        """Let bots choose for the seats they play, as long as somebody is connected."""
        room = session.room
        if room.table is None or not session.connections:
            return
        for seat in room.table.asks:
            level = room.played_by_bot(seat)
            if level is not None:
                self.think(session, seat, level)

    def think(self, session: RoomSession, seat: int, level: str) -> None:
        """Let a bot of this level choose for a seat, unless one is thinking about it already."""
        asked_from = session.room.asked_from(seat)
        if session.thinking.get(seat) != asked_from:
            session.thinking[seat] = asked_from
            self._tasks.start(self._think(session, seat, level, asked_from))

    async def _think(self, session: RoomSession, seat: int, level: str, asked_from: int) -> None:
        room = session.room
        began, due = _answer_time(session, seat, level)
        span = due - time.monotonic()

        def at_turn(ago: float) -> None:
            nonlocal due
            if began and (known := session.answers_due.get(seat)) is not None:
                due = time.monotonic() - ago + span
                session.answers_due[seat] = known[0], due

        view = room.playing.view_when_asked(seat)
        try:
            action = await self._choice(session, level if began else QUICK, view, at_turn)
            if action and self._may_play(session, seat, asked_from) and room.would_be_noticed(seat, action):
                await asyncio.sleep(due - time.monotonic())
        finally:
            if session.thinking.get(seat) == asked_from:  # after a take-back it thinks about another decision already
                del session.thinking[seat]
        if action is None:
            self.drive(session)  # somebody may have come back in this moment
        # the table may have moved on while the bot was thinking
        elif self._may_play(session, seat, asked_from):
            if not room.played_by_bot(seat):
                session.tell_seat(seat, Error(TOO_LATE))
            self._actions.play(session, seat, action)

    def _may_play(self, session: RoomSession, seat: int, asked_from: int) -> bool:
        """Return whether a bot still plays this decision of the seat."""
        room = session.room
        if not self._rooms.is_current(session) or seat not in room.playing.asks or room.asked_from(seat) != asked_from:
            return False
        return bool(room.played_by_bot(seat)) or seat in session.clocks.expired(time.monotonic())

    async def _choice(
        self, session: RoomSession, level: str, view: View, at_turn: Callable[[float], None]
    ) -> str | None:
        """Return what a bot chooses, or None if nobody watches the room any more."""
        data = session.room.data
        asker = Asker(data.owner or data.id, data.id, lambda: bool(session.connections), at_turn)
        try:
            return await self._workers.choose(level, view, asker)
        except Unwatched:
            return None
        except Exception:  # the game must go on: a simpler bot chooses instead
            log.exception("a bot could not choose", extra=room_tag(data.id))
            self.failed += 1
            return instant(view)


def _answer_time(session: RoomSession, seat: int, level: str) -> tuple[bool, float]:
    """Return whether this begins a decision, and when its answer is due. A decision has one time, drawn when it begins.

    An action that nobody else notices does not end the decision.
    """
    decision = session.room.playing.asked_since(seat)
    known = session.answers_due.get(seat)
    if known is not None and known[0] == decision:
        return False, known[1]
    due = time.monotonic() + random.uniform(*ANSWER_SECONDS[level])
    session.answers_due[seat] = decision, due
    return True, due
