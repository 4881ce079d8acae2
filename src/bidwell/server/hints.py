"""Hints: what the coach would do, from the view of the seat that asks. They are made in the workers of the bots."""

from __future__ import annotations

import secrets

from bidwell.analysis.hint import advise
from bidwell.bots.registry import bot
from bidwell.core.table import View
from bidwell.games import game
from bidwell.server.guard import Buckets
from bidwell.server.protocol import Error, HintNews
from bidwell.server.protocol import Hint as HintRequest
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Asker, Workers

RATE = (3.0, 0.2)
"""Hints of one seat: burst, and rate per second."""
SENSIBLE = "This is a rule of thumb: there was no time to compare it with other actions. Ask again in a minute."
"""The reason while the comparison is compiled, or where it took too long."""


class Hints:
    """Answers requests for hints. A seat gets few of them at once."""

    def __init__(self, workers: Workers, tasks: Tasks) -> None:
        self._workers = workers
        self._tasks = tasks
        self._rates = Buckets(*RATE)

    def ask(self, session: RoomSession, connection: Connection, hint: HintRequest) -> str:
        """Start a hint; return why there is none, or an empty text."""
        room = session.room
        if room.table is None or hint.seat not in room.playing.asks:
            return "a hint is for your own turn"
        if not self._rates.take(f"{room.data.id} {hint.seat}"):
            return "too many hints at once: think for a few seconds"
        self._tasks.start(self._answer(session, connection, hint.seat))
        return ""

    async def _answer(self, session: RoomSession, connection: Connection, seat: int) -> None:
        room, data = session.room, session.room.data
        # what others do meanwhile does not change the question of a joint decision
        question, view = room.asked_from(seat), room.playing.view_when_asked(seat)
        asker = Asker(data.owner or data.id, data.id, lambda: not connection.gone)
        action, reason = await self._workers.advise(view, asker, advise, sensible)
        if room.table is None or seat not in room.table.asks or room.asked_from(seat) != question:
            connection.tell(Error("the table has moved on: ask for another hint"))
            return
        said = room.game.phrase(room.playing, room.playing.understood(seat, action))
        connection.tell(HintNews(seat, room.number(seat), action, said, reason))


def sensible(view: View) -> tuple[str, str]:
    """Return what the heuristic does, without comparing anything."""
    return bot("heuristic", game(view["game"]), secrets.randbits(62)).choose(view), SENSIBLE
