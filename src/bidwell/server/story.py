"""The story of a room in short: the chapter, the last move and the result, for lists of tables."""

from __future__ import annotations

from bidwell.core.events import Event
from bidwell.core.table import Table
from bidwell.server.protocol import Story
from bidwell.server.room import Room


def story(room: Room) -> Story:
    """Return how far the game of a room is. It uses only what spectators hear."""
    data = room.data
    chapter = last = ""
    own: list[str] = []
    if room.table is not None:
        move = _last_move(room.table)
        if move:
            last, own = move.text, [move.text_for(seat) for seat in range(len(data.seats))]
        begun = next((event for event in reversed(room.table.log) if event.chapter and event.told_to(None)), None)
        if begun is not None:
            chapter = begun.chapter if begun.number is None else f"{begun.chapter} {begun.number}"
    return Story(chapter, last, own, data.scores, data.places, data.ended, room.game.score_unit)


def _last_move(table: Table) -> Event | None:
    """Return the first that spectators heard of the latest action: what a player did, not what followed from it."""
    told = ([event for event in step.events if event.told_to(None)] for step in reversed(table.steps))
    return next((heard[0] for heard in told if heard), None)
