"""Events: rules report what happens, each with an audience. The journal collects events while somebody listens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from bidwell.core.prose import capital, listed

if TYPE_CHECKING:
    from bidwell.core.state import State
    from bidwell.core.table import Table

ALL_SEATS = -1
"""The audience that includes everybody, spectators too. Other audiences are bit masks of seats."""

_SLOT = re.compile(r"{(\w+)(?::(\w+))?}")

Words = Mapping[str, Callable[[int, "Table"], str]]
"""How a game writes its numbers: for each word after a colon in a sentence, a function (number, table) -> text."""


class Several(NamedTuple):
    """A sentence about several seats, split at the name of one of them."""

    before: str
    name: str
    after: str
    to_reader: bool = False
    """True if the reader is that seat; the name is then `You` or `you`."""


class Wording(NamedTuple):
    """An event in words, for one reader."""

    text: str
    several: Several | None


@dataclass(frozen=True)
class EventType:
    """A kind of event: `EventType("paid", "SER-21", "{payer:seat} pays {payee:seat} {amount:chips}")`.

    Rules pass the values in the order in which they first appear in the sentence. The first seat in the sentence is
    its subject and may get a sentence of its own, `to_self`. Other seats read `you` in place of their name.
    """

    name: str
    clause: str
    sentence: str
    to_self: str = ""
    """The sentence for the subject: `"You pay {payee:seat} {amount:chips}"`. Empty: the same as for others."""
    several: str = ""
    """The sentence for several seats that did the same: `"{seat:seat} pass"` for `"{seat:seat} passes"`."""
    several_to_self: str = ""
    """The same, for a subject that is not one of them: `"You pay {seat:seat} {amount:chips} each"`."""
    chapter: str = ""
    """The word for the chapter that it starts: `Round`. The event is then a heading in the log and the record."""
    part: str = ""
    """The word for the part of a chapter that it starts: `Turn`."""
    number: str = ""
    """The value that numbers the chapter or part."""
    echo: bool = False
    """True if it says no more than the action of its subject: `Anne bids 5` after `bid 5`."""
    for_others: bool = False
    """True if its subject hears a fuller event of the same action, and so is not told this one."""

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(match[1] for match in _SLOT.finditer(self.sentence)))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The values that are seats, the subject first."""
        return tuple(dict.fromkeys(match[1] for match in _SLOT.finditer(self.sentence) if match[2] == "seat"))

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The values that are sets of seats."""
        return tuple(match[1] for match in _SLOT.finditer(self.sentence) if match[2] == "seats")

    def wording(self, values: Mapping[str, int], words: Words, table: Table, reader: int | None = None) -> Wording:
        """Return the event in words for a seat that it names, or for all other readers (None)."""
        if reader is None:
            several = self._of_several(values, words, table, None) if self.several else None
            return Wording(_filled(self.sentence, values, words, table), several)
        several = self._of_several(values, words, table, reader) if self.several else None
        about = bool(self.seats) and values[self.seats[0]] == reader
        sentence = self.to_self or self.sentence if about else self.sentence
        # a sentence to its subject says "you" by itself
        words = words if about and not self.groups else _to_reader(words, reader, about)
        text = _filled(sentence, values, words, table)
        return Wording(capital(text) if _begins_with(reader, sentence, values, about) else text, several)

    def named(self, values: Mapping[str, int]) -> list[int]:
        """Return the seats that the sentence names, the subject first."""
        found = [values[seat] for seat in self.seats]
        for group in self.groups:
            found += [seat for seat in range(values[group].bit_length()) if values[group] >> seat & 1]
        return [*dict.fromkeys(found)]

    def _of_several(self, values: Mapping[str, int], words: Words, table: Table, reader: int | None) -> Several:
        """Return the plural sentence split at the name."""
        to_subject = reader is not None and values[self.seats[0]] == reader
        sentence = self.several_to_self if to_subject and self.several_to_self else self.several
        first, second = sentence.split("{seat:seat}")
        before, after = _filled(first, values, words, table), _filled(second, values, words, table)
        if values["seat"] != reader:
            return Several(before, words["seat"](values["seat"], table), after)
        return Several(before, "you" if before else "You", after, True)


def _begins_with(reader: int, sentence: str, values: Mapping[str, int], about: bool) -> bool:
    """Return whether a sentence begins with `you` for the reader: in place of a seat, or of a group with the reader."""
    before, value, word = _parts(sentence)[0]
    if before or word not in ("seat", "seats"):
        return False
    return bool(values[value] >> reader & 1) if word == "seats" else values[value] == reader and not about


def _filled(sentence: str, values: Mapping[str, int], words: Words, table: Table) -> str:
    template, slots = _template(sentence)
    return template % tuple([words[word](values[value], table) if word else values[value] for value, word in slots])


@cache
def _template(sentence: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a sentence with %s for each value, and the values with their words."""
    slots = tuple((value, word) for _, value, word in _parts(sentence) if value)
    return "%s".join(text.replace("%", "%%") for text, _, _ in _parts(sentence)), slots


@cache
def _parts(sentence: str) -> list[tuple[str, str, str]]:
    """Split a sentence into texts, each with the value after it and the word for that value; both may be empty."""
    pieces = [piece or "" for piece in _SLOT.split(sentence)]
    texts, values, kinds = pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""]
    return [*zip(texts, values, kinds, strict=True)]


def _to_reader(words: Words, reader: int, about: bool) -> Words:
    """Return the words with `you` for the reader; a sentence about the reader says so itself, except in groups."""

    def group(seats: int, table: Table) -> str:
        rest = seats & ~(1 << reader)
        if rest == seats:
            return words["seats"](seats, table)
        return _after_you(words["seats"](rest, table), rest.bit_count())

    def single(seat: int, table: Table) -> str:
        return "you" if seat == reader and not about else words["seat"](seat, table)

    return {**words, "seat": single, "seats": group}


def _after_you(names: str, count: int) -> str:
    """`you`, `you and Anne`, `you, Anne and Burt`."""
    if not count:
        return "you"
    return f"you and {names}" if count == 1 else f"you, {names}"


@dataclass
class Event:
    """Something that happened, for a log, an animation or an explanation."""

    name: str
    clause: str
    text: str
    """The sentence for readers whom it does not name. `read_by` returns the event in words for one seat."""
    values: dict[str, int]
    audience: int = ALL_SEATS
    several: Several | None = None
    """The sentence for several seats that did the same, if there is one."""
    to_seats: dict[int, Wording] = field(default_factory=dict)
    """For each seat that it names, the subject first, the event in words for that seat."""
    chapter: str = ""
    """The chapter that it starts, without its number; empty if it starts none."""
    part: str = ""
    """The part of a chapter that it starts, without its number."""
    number: int | None = None
    """The number of the chapter or part."""
    echo: bool = False
    """True if it says no more than the action of its subject."""
    for_others: bool = False
    """True if its subject hears a fuller event of the same action."""

    @property
    def heading(self) -> bool:
        """Whether it starts a chapter."""
        return bool(self.chapter)

    @property
    def subject(self) -> int | None:
        """The seat it is about."""
        return next(iter(self.to_seats), None)

    def heard_by(self, seat: int | None) -> bool:
        """Return whether this seat, or a spectator (None), may hear the event."""
        return is_heard_by(self.audience, seat)

    def told_to(self, seat: int | None) -> bool:
        """Return whether this seat, or a spectator (None), receives the event: it may hear it, and no fuller one."""
        return self.heard_by(seat) and not (self.for_others and seat is not None and seat == self.subject)

    def text_for(self, seat: int | None) -> str:
        """Return the sentence for this seat, or for a spectator (None)."""
        wording = None if seat is None else self.to_seats.get(seat)
        return self.text if wording is None else wording.text

    def read_by(self, seat: int | None) -> Event:
        """Return the event in words for this seat, or for a spectator (None)."""
        if seat is None or seat not in self.to_seats:
            return self
        return replace(self, **self.to_seats[seat]._asdict())

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


def heard(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return the events that this seat, or a spectator (None), may hear, in words for that reader."""
    return [event.read_by(seat) for event in events if event.told_to(seat)]


def is_heard_by(audience: int, seat: int | None) -> bool:
    """Return whether the audience includes the seat, or a spectator (None)."""
    return audience == ALL_SEATS or (seat is not None and bool(audience >> seat & 1))


def tell(t: State, kind: EventType, *values: int) -> None:
    """Report an event to everybody. Native code compiles this to nothing."""
    if t.journal is not None:
        t.journal.append((kind, values, ALL_SEATS))


def whisper(t: State, audience: int, kind: EventType, *values: int) -> None:
    """Report an event only to the seats in the bit mask `audience`."""
    if t.journal is not None:
        t.journal.append((kind, values, audience))


def events(journal: Sequence[Any], words: Words, table: Table) -> list[Event]:
    """Convert the entries of a journal to events."""
    return [_event(kind, values, audience, words, table) for kind, values, audience in journal]


def _event(kind: EventType, numbers: Sequence[int], audience: int, words: Words, table: Table) -> Event:
    values = dict(zip(kind.values, numbers, strict=True))
    text, several = kind.wording(values, words, table)
    to_seats = {seat: kind.wording(values, words, table, seat) for seat in kind.named(values)}
    number = values[kind.number] if kind.number else None
    return Event(
        kind.name,
        kind.clause,
        text,
        values,
        audience,
        several,
        to_seats,
        kind.chapter,
        kind.part,
        number,
        kind.echo,
        kind.for_others,
    )


def _as_name(seat: int, table: Table) -> str:
    return table.names[seat]


def _as_names(seats: int, table: Table) -> str:
    """The names of the seats in a bit mask: `Anne, Burt and Carla`."""
    return listed([name for seat, name in enumerate(table.names) if seats >> seat & 1])


COMMON_WORDS: Words = {"seat": _as_name, "seats": _as_names}
