"""What the table tells: rules say it inline, with an audience; the journal keeps it while somebody listens."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bidwell.core.state import State
    from bidwell.core.table import Table

ALL_SEATS = -1
"""An audience is a bit mask of seats; this one is everybody, spectators too."""

_SLOT = re.compile(r"{(\w+)(?::(\w+))?}")

Several = tuple[str, str, str]
Words = Mapping[str, Callable[[int, "Table"], str]]
"""How a game says its numbers: for every word after a colon in a telling, number and table -> text."""


@dataclass(frozen=True)
class EventType:
    """A kind of event: `EventType("paid", "SER-21", "{payer:seat} pays {payee:seat} {amount:chips}")`.

    Rules give the values in the order in which the sentence first names them.
    """

    name: str
    clause: str
    sentence: str
    heading: bool = False
    """Does it open a new chapter of the game, worth a heading in log and record?"""
    several: str = ""
    """The sentence for several seats that did it alike: `"{seat:seat} pass"` for `"{seat:seat} passes"`."""

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(match[1] for match in _SLOT.finditer(self.sentence)))

    def text(self, values: Mapping[str, int], words: Words, table: Table) -> str:
        """The sentence with its numbers in words."""
        return _filled(self.sentence, values, words, table)

    def of_several(self, values: Mapping[str, int], words: Words, table: Table) -> Several | None:
        """The sentence for several seats, parted at their names; None if there is none."""
        if not self.several:
            return None
        before, after = (_filled(part, values, words, table) for part in self.several.split("{seat:seat}"))
        return before, words["seat"](values["seat"], table), after


def _filled(sentence: str, values: Mapping[str, int], words: Words, table: Table) -> str:
    def said(match: re.Match[str]) -> str:
        say = words[match[2]] if match[2] else _as_number
        return say(values[match[1]], table)

    return _SLOT.sub(said, sentence)


@dataclass
class Event:
    """Something that happened, ready for a log, an animation or an explanation."""

    name: str
    clause: str
    text: str
    values: dict[str, int]
    audience: int = ALL_SEATS
    heading: bool = False
    several: Several | None = None
    """How it is said of several seats at once: what stands before their names, this seat's name, and what after."""

    def heard_by(self, seat: int | None) -> bool:
        """May this seat, or a spectator (None), hear of it?"""
        return is_heard_by(self.audience, seat)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


def is_heard_by(audience: int, seat: int | None) -> bool:
    """Does this audience include the seat, or a spectator (None)?"""
    return audience == ALL_SEATS or (seat is not None and bool(audience >> seat & 1))


def tell(t: State, telling: EventType, *values: int) -> None:
    """Tell everybody. In native code this is nothing at all."""
    if t.journal is not None:
        t.journal.append((telling, values, ALL_SEATS))


def whisper(t: State, audience: int, telling: EventType, *values: int) -> None:
    """Tell only the seats of the bit mask `audience`."""
    if t.journal is not None:
        t.journal.append((telling, values, audience))


def events(journal: Sequence[Any], words: Words, table: Table) -> list[Event]:
    """The journal's entries as events."""
    told = []
    for telling, values, audience in journal:
        named = dict(zip(telling.values, values, strict=True))
        text, several = telling.text(named, words, table), telling.of_several(named, words, table)
        told.append(Event(telling.name, telling.clause, text, named, audience, telling.heading, several))
    return told


def _as_number(value: int, table: Table) -> str:
    return str(value)


def _as_name(seat: int, table: Table) -> str:
    return table.names[seat]


COMMON_WORDS: Words = {"seat": _as_name}
