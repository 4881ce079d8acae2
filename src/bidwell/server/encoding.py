"""JSON of views and events, each part encoded once: most of a view is the same for all, and the same as before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from bidwell.core.events import Event
from bidwell.core.position import write_field
from bidwell.core.state import Field
from bidwell.server.protocol import encode, event_message


class FieldEncoder:
    """Encodes the fields of a table's views. A field is encoded again only when its value has changed."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[Any, Raw]] = {}
        """For each field and viewer: the latest value, and its JSON."""

    def __call__(self, field: Field, value: Any, names: tuple[str, ...], viewer: int) -> Raw:
        """Return the JSON of a field as this viewer sees it; see `core.position.Write`."""
        known = self._known.get((field.name, viewer))
        if known is not None and known[0] == value:
            return known[1]
        encoded = Raw(encode(write_field(field, value, names)))
        self._known[field.name, viewer] = _copied(value), encoded
        return encoded


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
