"""JSON of views and events, each part encoded once: most of a view is the same for all, and the same as before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from bidwell.core.events import Event
from bidwell.core.position import header, own_fields, shared_fields, write_field
from bidwell.core.state import SPECTATOR, Field, everyone
from bidwell.core.table import Table
from bidwell.server.protocol import encode, event_message


class ViewEncoder:
    """Encodes the views of one table. What looks the same as in the latest view is not encoded again."""

    def __init__(self) -> None:
        self._header = b""
        self._known: defaultdict[int, dict[str, tuple[Any, bytes]]] = defaultdict(dict)
        """For each viewer and field: the latest value, and its name and value as JSON."""
        self._texts: dict[int, bytes] = {}
        """The notation of actions as JSON."""

    def views(self, table: Table, viewers: Sequence[int | None]) -> list[Raw]:
        """Return `table.shown(viewers)` as JSON."""
        self._header = self._header or encode(header(table))[1:-1]
        asked = table.asks
        asks = encode([table.names[seat] for seat in asked])
        shared = [self._header, *self._fields(table, shared_fields(table.game), SPECTATOR)]
        shared.append(b'"asks":' + asks)
        before = b"{" + b",".join(shared) + b","
        return [Raw(before + self._own(table, viewer, viewer in asked) + b"}") for viewer in viewers]

    def actions(self, table: Table, actions: Sequence[int]) -> Raw:
        """Return the notation of actions as JSON."""
        known = self._texts
        for action in actions:
            if action not in known:
                known[action] = encode(table.game.notation.text(table, action))
        return Raw(b"[" + b",".join([known[action] for action in actions]) + b"]")

    def _own(self, table: Table, viewer: int | None, asked: bool) -> bytes:
        """Return what only this viewer sees."""
        if viewer is None:
            return b",".join([*self._fields(table, own_fields(table.game), SPECTATOR), b'"you":null,"legal":[]'])
        own = self._fields(table, own_fields(table.game), viewer)
        own.append(b'"you":' + encode(table.names[viewer]))
        own.append(b'"legal":' + bytes(self.actions(table, table.legal_actions(viewer) if asked else ())))
        return b",".join(own)

    def _fields(self, table: Table, fields: Sequence[Field], viewer: int) -> list[bytes]:
        """Return the names and values of fields as this viewer sees them."""
        state, known, found = table.state, self._known[viewer], []
        for field in fields:
            name = field.name
            value = getattr(state, name) if field.sees is everyone else field.seen(state, viewer)
            latest = known.get(name)
            if latest is None or latest[0] != value:
                encoded = b'"%s":%s' % (name.encode(), encode(write_field(field, value, table.names)))
                known[name] = latest = _copied(value), encoded
            found.append(latest[1])
        return found


def _copied(value: Any) -> Any:
    """Return a copy that later actions do not change."""
    return [_copied(part) for part in value] if isinstance(value, list) else value


def encoded_news(events: Sequence[Event], viewers: Sequence[int | None]) -> list[Raw]:
    """Return for each viewer the JSON of the events it is told. Readers whom an event does not name share its text."""
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
