"""Events as lines of text: successive events of the same clause share a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from bidwell.cli.scenes.words import listed
from bidwell.core.events import ALL_SEATS, Event

THIRD_PERSON = {"are": "is", "have": "has"}
"""Irregular third-person forms; other verbs add an s."""


def chronicle(events: Iterable[Event], *, spaced: bool = False) -> list[Text]:
    """Return the lines, with headings emphasised; `spaced` puts an empty line before each heading."""
    lines: list[Text] = []
    for (clause, heading), together in groupby(events, key=lambda event: (event.clause, event.heading)):
        if spaced and heading and lines:
            lines.append(Text())
        text = " · ".join(_told_alike([*together]))
        lines.append(Text.assemble((text, "heading" if heading else ""), (f"  {clause}", "clause")))
    return lines


def openly(events: Iterable[Event], names: Sequence[str]) -> list[Event]:
    """Rewrite private events for readers who see everything: `Anne keeps …` in place of `You keep …`."""
    return [
        event if event.audience == ALL_SEATS else replace(event, text=_of_hearer(event, names), several=None)
        for event in events
    ]


def _of_hearer(event: Event, names: Sequence[str]) -> str:
    hearers = [name for seat, name in enumerate(names) if event.heard_by(seat)]
    to_one = re.fullmatch(r"You (\w+) (.*)", event.text) if len(hearers) == 1 else None
    if to_one is None:
        return f"{listed(hearers)}: {event.text}"
    verb = THIRD_PERSON.get(to_one[1], f"{to_one[1]}s")
    rest = re.sub(r"; (\w+ one)$", r", to \1", re.sub(r"\byour\b", "their", to_one[2]))
    return f"{hearers[0]} {verb} {rest}"


def _told_alike(events: list[Event]) -> Iterable[str]:
    """Join events in which several seats did the same: `Burt / Carla pass`."""
    for _, together in groupby(events, key=lambda event: (event.name, {**event.values, "seat": 0})):
        alike = [*together]
        parts = [event.several for event in alike if event.several]
        names = {name: None for _, name, _ in parts}
        if 1 < len(names) == len(alike):
            before, _, after = parts[0]
            yield f"{before}{' / '.join(names)}{after}"
        else:
            yield from (event.text for event in alike)
