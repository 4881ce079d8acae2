"""The story of a room in short: the chapter, the last event and the result, for lists of tables."""

from __future__ import annotations

from bidwell.server.protocol import Story
from bidwell.server.room import Room


def story(room: Room) -> Story:
    """Return how far the game of a room is. It uses only what spectators hear."""
    data = room.data
    chapter = last = ""
    own: list[str] = []
    if room.table is not None:
        heard = [event for event in reversed(room.table.log) if event.told_to(None)]
        if heard:
            last, own = heard[0].text, [heard[0].text_for(seat) for seat in range(len(data.seats))]
        begun = next((event for event in heard if event.chapter), None)
        if begun is not None:
            chapter = begun.chapter if begun.number is None else f"{begun.chapter} {begun.number}"
    return Story(chapter, last, own, data.scores, data.places, data.ended, room.game.score_unit)
