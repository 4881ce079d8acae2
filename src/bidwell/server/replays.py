"""Replays of finished games, view by view."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Self

import msgspec

from bidwell.core.events import Event as Told
from bidwell.core.record import steps
from bidwell.core.table import LightView, Table
from bidwell.games import game
from bidwell.server.protocol import EventMessage, Replay, Shown, Taken, encode, ending_of, event_message, told
from bidwell.server.store.interface import OPEN, Store


def replays(record: str, seats: Sequence[int | None]) -> list[Replay]:
    """Replay a record as each of these seats saw it, or with everything open for None: now nothing is secret."""
    shown: list[list[Shown]] = [[] for _ in seats]
    table = None
    for table, events in steps(record, game):
        views = iter(table.shown([seat for seat in seats if seat is not None]))
        for seat, found in zip(seats, shown, strict=True):
            view = open_view(table) if seat is None else next(views)
            foresight = _foresight(table, seat)
            ending = ending_of(table, seat) if table.over else None
            found.append(Shown(seat, len(table.steps), view, [], _heard(events, seat), foresight, ending=ending))
    assert table is not None
    actions = [Taken(step.seat, step.text) for step in table.steps]
    return [Replay(found, actions) for found in shown]


def _foresight(table: Table, seat: int | None) -> Any:
    """Return the foresight of a seat; for None that of a spectator who sees everything."""
    return table.game.foresight(LightView(None, table.state, table)) if seat is None else table.foresight(seat)


def open_view(table: Table) -> dict[str, Any]:
    """Return the whole position in the shape of a view."""
    asks = [table.names[seat] for seat in table.asks]
    return {**table.position(), "you": None, "asks": asks, "legal": []}


def _heard(events: list[Told], seat: int | None) -> list[EventMessage]:
    """Return the events a seat heard; for None all of them, private ones too."""
    return told(events, seat) if seat is not None else [event_message(event, None) for event in events]


def compressed_replays(record: str, viewers: list[int]) -> list[bytes]:
    """Return the replays of a record as compressed JSON, for these seats or `OPEN`."""
    found = replays(record, [None if viewer == OPEN else viewer for viewer in viewers])
    return [zlib.compress(encode(replay)) for replay in found]


class StoredEnd:
    """The last views of a finished game, as they were stored."""

    def __init__(self, replays: dict[int, bytes]) -> None:
        self._replays = replays

    @classmethod
    def load(cls, store: Store, room: str, seats: int) -> Self | None:
        """Return the end of a game, or None if it was not stored."""
        found = {viewer: store.replay(room, viewer) for viewer in (OPEN, *range(seats))}
        replays = {viewer: body for viewer, body in found.items() if body is not None}
        return cls(replays) if len(replays) == len(found) else None

    def shown(self, viewer: int | None, **more: Any) -> Shown:
        """Return the last view of a seat, or of spectators (None), with all events. Spectators see everything now."""
        body = zlib.decompress(self._replays[OPEN if viewer is None else viewer])
        steps = msgspec.json.decode(body, type=Replay).steps
        return msgspec.structs.replace(steps[-1], news=[event for step in steps for event in step.news], **more)
