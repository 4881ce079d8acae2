"""What was told, as lines: one for all that follows in a row from the same clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from bidwell.cli.scenes.words import listed
from bidwell.core.events import ALL_SEATS, Event

THIRD_PERSON = {"are": "is", "have": "has"}
"""What other verbs do by an s."""


def chronicle(events: Iterable[Event], *, spaced: bool = False) -> list[Text]:
    """The lines, headings standing out; `spaced` with an empty line before each of them."""
    lines: list[Text] = []
    for (clause, heading), together in groupby(events, key=lambda event: (event.clause, event.heading)):
        if spaced and heading and lines:
            lines.append(Text())
        text = " · ".join(_told_alike([*together]))
        lines.append(Text.assemble((text, "heading" if heading else ""), (f"  {clause}", "clause")))
    return lines


def openly(events: Iterable[Event], names: Sequence[str]) -> list[Event]:
    """For readers who hear everything: whispers name their hearer, `Anne keeps …` in place of `You keep …`."""
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
    """One sentence for what several seats did alike, where there is one: `Burt / Carla pass`."""
    for _, together in groupby(events, key=lambda event: (event.name, {**event.values, "seat": 0})):
        alike = [*together]
        parts = [event.several for event in alike if event.several]
        names = {name: None for _, name, _ in parts}
        if 1 < len(names) == len(alike):
            before, _, after = parts[0]
            yield f"{before}{' / '.join(names)}{after}"
        else:
            yield from (event.text for event in alike)
