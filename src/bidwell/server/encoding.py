"""JSON of views and events, each part encoded once: most of a view is the same for all, and the same as before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from bidwell.core.events import Event
from bidwell.core.position import header, own_fields, shared_fields, write_field
from bidwell.core.state import SPECTATOR, Field, everyone, nobody
from bidwell.core.table import Table
from bidwell.server.protocol import encode, event_message

NONE = Raw(b"[]")
"""An empty list."""


class ViewEncoder:
    """Encodes the views of one table. What looks the same as in the latest view is not encoded again."""

    def __init__(self) -> None:
        self._begin = b""
        """What never changes: the header, and the fields that nobody sees."""
        self._shared: _Part | None = None
        self._own: dict[int | None, _Part] = {}
        """For each viewer: the fields that look different to others."""
        self._you: dict[int | None, bytes] = {}
        """For each viewer: who they are."""
        self._texts: dict[int, bytes] = {}
        """The notation of actions as JSON."""

    def views(self, table: Table, viewers: Sequence[int | None]) -> list[Raw]:
        """Return `table.shown(viewers)` as JSON."""
        if self._shared is None:
            self._prepare(table)
        assert self._shared is not None
        asked = table.asks
        asks = encode([table.names[seat] for seat in asked])
        before = b'%s%s"asks":%s,' % (self._begin, self._shared.written(table), asks)
        return [Raw(before + self._seen_by(viewer, table, viewer in asked)) for viewer in viewers]

    def _prepare(self, table: Table) -> None:
        fields = shared_fields(table.game)
        hidden = _Part([field for field in fields if field.sees is nobody], SPECTATOR)
        self._shared = _Part([field for field in fields if field.sees is not nobody], SPECTATOR)
        self._begin = b"%s,%s" % (encode(header(table))[:-1], hidden.written(table))
        for viewer, name in ((None, None), *enumerate(table.names)):
            self._own[viewer] = _Part(own_fields(table.game), SPECTATOR if viewer is None else viewer)
            self._you[viewer] = b'"you":%s,"legal":' % encode(name)

    def actions(self, table: Table, actions: Sequence[int]) -> Raw:
        """Return the notation of actions as JSON."""
        known = self._texts
        try:
            return Raw(b"[%s]" % b",".join([known[action] for action in actions]))
        except KeyError:
            known |= {action: encode(table.game.notation.text(table, action)) for action in actions}
            return self.actions(table, actions)

    def _seen_by(self, viewer: int | None, table: Table, asked: bool) -> bytes:
        """Return what only this viewer sees."""
        own, you = self._own[viewer].written(table), self._you[viewer]
        legal = NONE if viewer is None or not asked else self.actions(table, table.legal_actions(viewer))
        return b"%s%s%s}" % (own, you, legal)


_NEVER_SEEN = object()


class _Part:
    """Some fields as one viewer sees them, with the JSON of each."""

    def __init__(self, fields: Sequence[Field], viewer: int) -> None:
        self._viewer = viewer
        self._open = [(place, field.name, field) for place, field in enumerate(fields) if field.sees is everyone]
        self._others = [(place, field) for place, field in enumerate(fields) if field.sees is not everyone]
        self._values: list[Any] = [_NEVER_SEEN] * len(fields)
        self._written = [b""] * len(fields)
        self._joined: bytes | None = None
        """The fields together, until one changes."""

    def written(self, table: Table) -> bytes:
        """Return the names and values of the fields as JSON, each with a comma. Values that changed are encoded."""
        state, known = table.state, self._values
        for place, name, field in self._open:
            if known[place] != (value := getattr(state, name)):
                self._write(place, field, field.copied(value), table)  # later actions change the rows of the state
        for place, field in self._others:
            if known[place] != (value := field.seen(state, self._viewer)):
                self._write(place, field, value, table)
        if self._joined is None:
            self._joined = b"".join(self._written)
        return self._joined

    def _write(self, place: int, field: Field, value: Any, table: Table) -> None:
        self._values[place] = value
        encoded = encode(write_field(field, value, table.names))
        self._written[place] = b'"%s":%s,' % (field.name.encode(), encoded)
        self._joined = None


def encoded_news(events: Sequence[Event], viewers: Sequence[int | None]) -> list[Raw]:
    """Return for each viewer the JSON of the events it may hear. Readers whom an event does not name share its text."""
    pieces = [encode(event_message(event, None)) for event in events]
    news = []
    for viewer in viewers:
        own = [
            encode(event_message(event, viewer)) if viewer in event.to_seats else piece
            for event, piece in zip(events, pieces, strict=True)
            if event.told_to(viewer)
        ]
        news.append(Raw(b"[" + b",".join(own) + b"]"))
    return news
