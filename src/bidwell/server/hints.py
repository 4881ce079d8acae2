"""Hints: what the coach would do, from the view of the seat that asks. They are made in the workers of the bots."""

from __future__ import annotations

import secrets

from bidwell.analysis.judgement import Judgement, PlayedAction, clearly_behind, judge
from bidwell.analysis.report import percent
from bidwell.bots.registry import bot
from bidwell.bots.search.thinking import Budget
from bidwell.core.game import Game
from bidwell.core.table import View
from bidwell.games import game
from bidwell.server.guard import Buckets
from bidwell.server.protocol import Error, Hint, HintNews
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.tasks import Tasks
from bidwell.server.workers import Asker, Workers

SECONDS = 1.0
"""How long the coach thinks."""
RATE = (3.0, 0.2)
"""Hints of one seat: burst, and rate per second."""
SENSIBLE = "It is a rule of thumb: there was no time to compare it with anything else. Ask again in a while."
"""The reason while the comparison is compiled, or where it took too long."""


class Hints:
    """Answers requests for hints. A seat gets few of them at once."""

    def __init__(self, workers: Workers, tasks: Tasks) -> None:
        self._workers = workers
        self._tasks = tasks
        self._rates = Buckets(*RATE)

    def ask(self, session: RoomSession, connection: Connection, hint: Hint) -> str:
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
    """Return the best action found and why, in a sentence. Uses only the view, and compares by playing on."""
    found = game(view["game"])
    usual, _ = sensible(view)
    action = view.actions[view["legal"].index(usual)]
    budget = Budget(milliseconds=round(1000 * SECONDS))
    judged = judge(found, view, PlayedAction(usual, action), budget, secrets.randbits(62))
    return judged.best.action, _reason(found, view, judged)


def sensible(view: View) -> tuple[str, str]:
    """Return what the heuristic does, without comparing anything."""
    return bot("heuristic", game(view["game"]), secrets.randbits(62)).choose(view), SENSIBLE


def _reason(found: Game, view: View, judged: Judgement) -> str:
    """Compare the best action with the one that the search tried most besides, in words."""
    best, *rest = judged.alternatives
    others = sorted(rest, key=lambda each: -each.tried)
    wins = f"Of 100 games imagined from what you can see, you win about {percent(best.wins)}"
    if not others:
        return f"{wins}; there is nothing else to do."
    table = view.imagine(1)
    other = found.phrase(table, table.game.notation.action(table, others[0].action))
    error = max(1, percent(2 * others[0].behind_error))
    close = "" if clearly_behind(others[0]) else " Too close to call: either is sensible."
    return f"{wins}; if you {other}, about {percent(others[0].wins)} (give or take {error}).{close}"
