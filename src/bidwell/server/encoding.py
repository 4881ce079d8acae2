"""JSON of views and events, each part encoded once: most of a view is the same for all, and the same as before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Raw

from bidwell.core.codecs import Codec
from bidwell.core.events import ALL_SEATS, Event
from bidwell.core.position import header, own_fields, shared_fields, write_field
from bidwell.core.state import BY_ROW, SPECTATOR, Field, State, everyone, nobody
from bidwell.core.table import Table
from bidwell.server.protocol import encode, event_message

NONE = Raw(b"[]")
"""An empty list."""


class ViewEncoder:
    """Encodes the views of one table. What looks the same as in the latest view is not encoded again."""

    def __init__(self) -> None:
        self._begin = b""
        """What never changes: the header, and the fields that nobody sees."""
        self._rows: _Rows | None = None
        self._shared: _Part | None = None
        self._own: dict[int | None, _Part] = {}
        """For each viewer: the fields that look different to others."""
        self._you: dict[int | None, bytes] = {}
        """For each viewer: who they are."""
        self._texts: dict[int, bytes] = {}
        """The notation of actions as JSON."""
        self._offered: tuple[Table | None, int, dict[int, list[int]]] = (None, 0, {})
        """The table that was encoded last, its number of steps, and the legal actions of the seats asked then."""

    def offered(self, table: Table, seat: int) -> list[int] | None:
        """Return the legal actions of a seat if they stand in the latest views of this table; otherwise None."""
        known, steps, legal = self._offered
        return legal.get(seat) if known is table and steps == len(table.steps) else None

    def views(self, table: Table, viewers: Sequence[int | None]) -> list[Raw]:
        """Return `table.shown(viewers)` as JSON."""
        if self._shared is None:
            self._prepare(table)
        assert self._shared is not None
        assert self._rows is not None
        self._rows.look(table.state)
        self._offered = table, len(table.steps), {}
        asked = table.asks
        asks = encode([table.names[seat] for seat in asked])
        before = b'%s%s"asks":%s,' % (self._begin, self._shared.written(table), asks)
        return [Raw(before + self._seen_by(viewer, table, viewer in asked)) for viewer in viewers]

    def _prepare(self, table: Table) -> None:
        fields, own = shared_fields(table.game), own_fields(table.game)
        self._rows = rows = _Rows([field for field in (*fields, *own) if isinstance(field.sees, BY_ROW)])
        hidden = _Part([field for field in fields if field.sees is nobody], SPECTATOR, rows)
        self._shared = _Part([field for field in fields if field.sees is not nobody], SPECTATOR, rows)
        self._begin = b"%s,%s" % (encode(header(table))[:-1], hidden.written(table))
        for viewer, name in ((None, None), *enumerate(table.names)):
            self._own[viewer] = _Part(own, SPECTATOR if viewer is None else viewer, rows)
            self._you[viewer] = b'"you":%s,"legal":' % encode(name)

    def actions(self, table: Table, actions: Sequence[int]) -> Raw:
        """Return the notation of actions as JSON."""
        known = self._texts
        try:
            return Raw(b"[%s]" % b",".join(map(known.__getitem__, actions)))
        except KeyError:
            known |= {action: encode(table.game.notation.text(table, action)) for action in actions}
            return self.actions(table, actions)

    def _seen_by(self, viewer: int | None, table: Table, asked: bool) -> bytes:
        """Return what only this viewer sees."""
        own, you = self._own[viewer].written(table), self._you[viewer]
        if viewer is None or not asked:
            return b"%s%s[]}" % (own, you)
        legal = self._offered[2][viewer] = table.legal_actions(viewer)
        return b"%s%s%s}" % (own, you, self.actions(table, legal))


_NEVER_SEEN = object()


class _Rows:
    """The rows whose visibility is decided as a whole: while none of them changes, nor what decides, all see the same.

    So one look is enough for all viewers.
    """

    def __init__(self, fields: Sequence[Field]) -> None:
        self._fields = [(place, field.name, field) for place, field in enumerate(fields)]
        self._values: list[Any] = [_NEVER_SEEN] * len(fields)
        self._basis: list[Any] = [_NEVER_SEEN] * len(fields)
        self.version = 0
        """Number of changes."""

    def look(self, state: State) -> None:
        """Count a change if there is one."""
        for place, name, field in self._fields:
            value, basis = getattr(state, name), field.sees.basis(state)  # type: ignore[attr-defined]
            if self._values[place] != value or self._basis[place] != basis:
                self._values[place], self._basis[place] = field.copied(value), basis
                self.version += 1


class _Part:
    """Some fields as one viewer sees them, with the JSON of each."""

    def __init__(self, fields: Sequence[Field], viewer: int, rows: _Rows) -> None:
        self._viewer, self._rows, self._version = viewer, rows, -1
        placed = [*enumerate(fields)]
        opened = [(place, field.name, field) for place, field in placed if field.sees is everyone]
        self._numbers = [(place, name, field) for place, name, field in opened if not field.shape]
        self._open = [(place, name, field) for place, name, field in opened if field.shape]
        self._by_row = [(place, field) for place, field in placed if isinstance(field.sees, BY_ROW)]
        done = {place for place, *_ in (*opened, *self._by_row)}
        self._others = [(place, field) for place, field in placed if place not in done]
        self._values: list[Any] = [_NEVER_SEEN] * len(fields)
        self._written = [b""] * len(fields)
        self._joined: bytes | None = None
        """The fields together, until one changes."""
        self._only_rows = len(self._by_row) == len(fields)

    def written(self, table: Table) -> bytes:
        """Return the names and values of the fields as JSON, each with a comma. Values that changed are encoded."""
        if self._only_rows and self._version == self._rows.version and self._joined is not None:
            return self._joined
        state, known = table.state, self._values
        for place, name, field in self._numbers:
            # a large number may be another object with the same value: then it is encoded again
            if known[place] is not (value := getattr(state, name)):
                self._write(place, field, value, table)
        for place, name, field in self._open:
            if known[place] != (value := getattr(state, name)):
                self._write(place, field, field.copied(value), table)  # later actions change the rows of the state
        for place, field in self._others:
            self._look(place, field, table)
        if self._version != self._rows.version:
            self._version = self._rows.version
            for place, field in self._by_row:
                self._look(place, field, table)
        if self._joined is None:
            self._joined = b"".join(self._written)
        return self._joined

    def _look(self, place: int, field: Field, table: Table) -> None:
        value = field.seen(table.state, self._viewer)
        if self._values[place] != value:
            self._write(place, field, value, table)

    def _write(self, place: int, field: Field, value: Any, table: Table) -> None:
        self._values[place] = value
        if field.shape:
            self._written[place] = b'"%s":%s,' % (field.name.encode(), encode(write_field(field, value, table.names)))
        else:
            self._written[place] = _number(field.name, field.of, value, table.names)
        self._joined = None


@lru_cache(maxsize=16384, typed=True)
def _number(name: str, of: Codec, value: int, names: tuple[str, ...]) -> bytes:
    """Return the name and value of a field that is one number, as JSON with a comma."""
    return b'"%s":%s,' % (name.encode(), encode(of.write(value, names)))


def encoded_news(events: Sequence[Event], viewers: Sequence[int | None]) -> list[Raw]:
    """Return for each viewer the JSON of the events it may hear. Readers whom no event names share their text."""
    pieces = [encode(event_message(event, None)) for event in events]
    named = {seat for event in events for seat in event.to_seats}
    alike = Raw(b"[%s]" % b",".join(pieces)) if all(event.audience == ALL_SEATS for event in events) else None
    return [_heard(events, pieces, viewer) if alike is None or viewer in named else alike for viewer in viewers]


def _heard(events: Sequence[Event], pieces: Sequence[bytes], viewer: int | None) -> Raw:
    """Return the JSON of the events that this viewer may hear; `pieces` are those for readers whom they do not name."""
    own = [
        encode(event_message(event, viewer)) if viewer in event.to_seats else piece
        for event, piece in zip(events, pieces, strict=True)
        if event.told_to(viewer)
    ]
    return Raw(b"[%s]" % b",".join(own))
