"""Replays of finished games, view by view."""

from __future__ import annotations

from typing import Any

from bidwell.core.events import Event as Told
from bidwell.core.record import steps
from bidwell.core.table import Table
from bidwell.games import game
from bidwell.server.protocol import Ending, EventMessage, Replay, Shown, Taken, told


def replayed(record: str, seat: int | None) -> Replay:
    """Replay a record as a seat saw it, or with everything open for None: after the game nothing is secret."""
    shown, table = [], None
    for table, events in steps(record, game):
        view = opened(table) if seat is None else table.shown([seat])[0]
        ending = Ending(table.scores, table.places) if table.over else None
        shown.append(Shown(seat, len(table.steps), view, [], _heard(table, events, seat), ending=ending))
    assert table is not None
    return Replay(shown, [Taken(step.seat, step.text) for step in table.steps])


def opened(table: Table) -> dict[str, Any]:
    """Return the whole position in the shape of a view."""
    asks = [table.names[seat] for seat in table.asks]
    return {**table.position(), "you": None, "asks": asks, "legal": []}


def _heard(table: Table, events: list[Told], seat: int | None) -> list[EventMessage]:
    """Return the events a seat heard; for None all of them, each private one marked with its hearer."""
    if seat is not None:
        return told(events, seat)
    return [
        EventMessage(event.name, event.clause, f"{_to(table, event)}{event.text}", event.values, event.heading)
        for event in events
    ]


def _to(table: Table, event: Told) -> str:
    if event.heard_by(None):
        return ""
    names = [name for seat, name in enumerate(table.names) if event.heard_by(seat)]
    return f"{' and '.join(names)}: "
