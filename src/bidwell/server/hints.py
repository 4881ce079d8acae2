"""Hints: what the coach would do, from the view of the seat that asks. They are made in the workers of the bots."""

from __future__ import annotations

import secrets

from bidwell.analysis.hint import Hint, hint_for
from bidwell.analysis.report import percent
from bidwell.bots.registry import bot
from bidwell.core.game import Game
from bidwell.core.table import View
from bidwell.games import game
from bidwell.server.guard import Buckets
from bidwell.server.protocol import Error, HintNews
from bidwell.server.protocol import Hint as HintRequest
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Asker, Workers

SECONDS = 1.0
"""How long the coach thinks."""
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


def advise(view: View) -> tuple[str, str]:
    """Return the best action found and why, in a sentence. Uses only the view."""
    found = game(view["game"])
    made = hint_for(found, view, SECONDS)
    return made.action, _reason(found, view, made)


def sensible(view: View) -> tuple[str, str]:
    """Return what the heuristic does, without comparing anything."""
    return bot("heuristic", game(view["game"]), secrets.randbits(62)).choose(view), SENSIBLE


def _reason(found: Game, view: View, made: Hint) -> str:
    """Compare the action with the next best one, in words."""
    if made.judge == "forced":
        return "There is nothing else to do."
    if made.share is None:
        return _preferred(found, view, made)
    wins = f"Of 100 games imagined from what you can see, you win about {percent(made.share)}"
    if not made.alternatives or (other := made.alternatives[0]).share is None:
        return f"{wins}."
    said = _said(found, view, other.action)
    error = max(1, percent(2 * (other.error or 0.0)))
    close = "" if made.clear else " Too close to call: either is sensible."
    return f"{wins}; if you {said}, about {percent(other.share)} (give or take {error}).{close}"


def _preferred(found: Game, view: View, made: Hint) -> str:
    """Say what the network prefers the action to: without a compiler no games are imagined."""
    reason = "A network trained by playing many games against itself prefers this"
    if not made.alternatives:
        return f"{reason} by far."
    return f"{reason}. Its second choice is to {_said(found, view, made.alternatives[0].action)}."


def _said(found: Game, view: View, action: str) -> str:
    """Return an action in words that fit after "you"."""
    table = view.imagine(1)
    return found.phrase(table, table.game.notation.action(table, action))
