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


class ViewEncoder:
    """Encodes the views of one table. What looks the same as in the latest view is not encoded again."""

    def __init__(self) -> None:
        self._constant = b""
        """What never changes: the header, and the fields that nobody sees."""
        self._shared: _Part | None = None
        self._own: dict[int, _Part] = {}
        """For each viewer: the fields that look different to others."""
        self._texts: dict[int, bytes] = {}
        """The notation of actions as JSON."""

    def views(self, table: Table, viewers: Sequence[int | None]) -> list[Raw]:
        """Return `table.shown(viewers)` as JSON."""
        if self._shared is None:
            self._begin(table)
        assert self._shared is not None
        asked = table.asks
        asks = encode([table.names[seat] for seat in asked])
        before = b"{" + self._constant + b",".join([*self._shared.written(table), b'"asks":' + asks]) + b","
        return [Raw(before + self._seen_by(viewer, table, viewer in asked) + b"}") for viewer in viewers]

    def _begin(self, table: Table) -> None:
        fields = shared_fields(table.game)
        hidden = _Part([field for field in fields if field.sees is nobody], SPECTATOR)
        self._shared = _Part([field for field in fields if field.sees is not nobody], SPECTATOR)
        self._constant = b",".join([encode(header(table))[1:-1], *hidden.written(table), b""])

    def actions(self, table: Table, actions: Sequence[int]) -> Raw:
        """Return the notation of actions as JSON."""
        known = self._texts
        if not known.keys() >= {*actions}:
            known |= {action: encode(table.game.notation.text(table, action)) for action in actions}
        return Raw(b"[" + b",".join([known[action] for action in actions]) + b"]")

    def _seen_by(self, viewer: int | None, table: Table, asked: bool) -> bytes:
        """Return what only this viewer sees."""
        number = SPECTATOR if viewer is None else viewer
        if number not in self._own:
            self._own[number] = _Part(own_fields(table.game), number)
        own = self._own[number].written(table)
        if viewer is None:
            return b",".join([*own, b'"you":null,"legal":[]'])
        legal = bytes(self.actions(table, table.legal_actions(viewer))) if asked else b"[]"
        return b",".join([*own, b'"you":' + encode(table.names[viewer]), b'"legal":' + legal])


_NEVER_SEEN = object()


class _Part:
    """Some fields as one viewer sees them, with the JSON of each."""

    def __init__(self, fields: Sequence[Field], viewer: int) -> None:
        self._viewer = viewer
        self._open = [(place, field.name, field) for place, field in enumerate(fields) if field.sees is everyone]
        self._others = [(place, field) for place, field in enumerate(fields) if field.sees is not everyone]
        self._values: list[Any] = [_NEVER_SEEN] * len(fields)
        self._written = [b""] * len(fields)

    def written(self, table: Table) -> list[bytes]:
        """Return the names and values of the fields as JSON. A value is encoded when it has changed."""
        state, known = table.state, self._values
        for place, name, field in self._open:
            if known[place] != (value := getattr(state, name)):
                self._write(place, field, field.copied(value), table)  # later actions change the rows of the state
        for place, field in self._others:
            if known[place] != (value := field.seen(state, self._viewer)):
                self._write(place, field, value, table)
        return self._written

    def _write(self, place: int, field: Field, value: Any, table: Table) -> None:
        self._values[place] = value
        encoded = encode(write_field(field, value, table.names))
        self._written[place] = b'"%s":%s' % (field.name.encode(), encoded)


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
