"""Events: rules report what happens, each with an audience. The journal collects events while somebody listens."""

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
"""The audience that includes everybody, spectators too. Other audiences are bit masks of seats."""

_SLOT = re.compile(r"{(\w+)(?::(\w+))?}")

Several = tuple[str, str, str]
Words = Mapping[str, Callable[[int, "Table"], str]]
"""How a game writes its numbers: for each word after a colon in a sentence, a function (number, table) -> text."""


@dataclass(frozen=True)
class EventType:
    """A kind of event: `EventType("paid", "SER-21", "{payer:seat} pays {payee:seat} {amount:chips}")`.

    Rules pass the values in the order in which they first appear in the sentence.
    """

    name: str
    clause: str
    sentence: str
    heading: bool = False
    """True if it starts a new chapter, which gets a heading in the log and the record."""
    several: str = ""
    """The sentence for several seats that did the same: `"{seat:seat} pass"` for `"{seat:seat} passes"`."""

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(match[1] for match in _SLOT.finditer(self.sentence)))

    def text(self, values: Mapping[str, int], words: Words, table: Table) -> str:
        """Return the sentence with its values filled in."""
        return _filled(self.sentence, values, words, table)

    def of_several(self, values: Mapping[str, int], words: Words, table: Table) -> Several | None:
        """Return the plural sentence split at the name (before, name, after), or None if there is none."""
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
    """Something that happened, for a log, an animation or an explanation."""

    name: str
    clause: str
    text: str
    values: dict[str, int]
    audience: int = ALL_SEATS
    heading: bool = False
    several: Several | None = None
    """The plural sentence in three parts: the text before the names, this seat's name, and the text after."""

    def heard_by(self, seat: int | None) -> bool:
        """Return whether this seat, or a spectator (None), may hear the event."""
        return is_heard_by(self.audience, seat)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


def is_heard_by(audience: int, seat: int | None) -> bool:
    """Return whether the audience includes the seat, or a spectator (None)."""
    return audience == ALL_SEATS or (seat is not None and bool(audience >> seat & 1))


def tell(t: State, telling: EventType, *values: int) -> None:
    """Report an event to everybody. Native code compiles this to nothing."""
    if t.journal is not None:
        t.journal.append((telling, values, ALL_SEATS))


def whisper(t: State, audience: int, telling: EventType, *values: int) -> None:
    """Report an event only to the seats in the bit mask `audience`."""
    if t.journal is not None:
        t.journal.append((telling, values, audience))


def events(journal: Sequence[Any], words: Words, table: Table) -> list[Event]:
    """Convert the entries of a journal to events."""
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
