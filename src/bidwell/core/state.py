"""The state of a game, declared once: named integers and rows of integers, each with its visibility.

One annotated class defines the plain object that rules work on, its copy and equality, what each seat sees of it,
the layout of the NumPy record, and the JSON position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from bidwell.core.codecs import PLAIN, Codec
from bidwell.core.unknown import Unknown

Sees = Callable[[Any, int, int], bool]
"""`sees(state, viewer, index)` returns whether this viewer may see the field (of a row: the entry at this index)."""

SPECTATOR = -1
NOBODY = -1
"""The seat number that means no seat. SPECTATOR is the viewer without a seat."""


_ALIKE: set[Sees] = set()


def alike(sees: Sees) -> Sees:
    """Mark a `sees` function that ignores the viewer. Such a field looks the same to everyone and is written once."""
    _ALIKE.add(sees)
    return sees


@alike
def everyone(t: Any, viewer: int, index: int) -> bool:
    return True


@alike
def nobody(t: Any, viewer: int, index: int) -> bool:
    return False


@dataclass(frozen=True)
class FirstEntries:
    """Show the first `count(t)` entries of a row to everyone. Rows are cut at once, which is faster than by entry."""

    count: Callable[[Any], int]

    def __call__(self, t: Any, viewer: int, index: int) -> bool:
        return index < self.count(t)

    def basis(self, t: Any) -> int:
        """Return what decides on the visibility: with the same row and basis everybody sees the same."""
        return self.count(t)

    def row(self, t: Any, viewer: int, value: list[Any], hidden: Any) -> list[Any]:
        """Return a row as this viewer may see it."""
        shown = max(0, self.count(t))
        return [*value[:shown], *[hidden] * (len(value) - shown)]


@dataclass(frozen=True)
class OwnEntry:
    """Show each entry of a field with one entry per seat to that seat only; with `is_open(t)`, all to everyone."""

    is_open: Callable[[Any], bool]

    def __call__(self, t: Any, viewer: int, index: int) -> bool:
        return viewer == index or self.is_open(t)

    def basis(self, t: Any) -> bool:
        """Return what decides on the visibility: with the same row and basis everybody sees the same."""
        return self.is_open(t)

    def row(self, t: Any, viewer: int, value: list[Any], hidden: Any) -> list[Any]:
        """Return a row as this viewer may see it."""
        if self.is_open(t):
            return [_copied(part) for part in value]
        seen = [hidden] * len(value)
        if 0 <= viewer < len(value):
            seen[viewer] = _copied(value[viewer])
        return seen


BY_ROW = FirstEntries, OwnEntry
"""Visibility that is applied to whole rows."""


@OwnEntry
def its_owner(t: Any) -> bool:
    """Show each entry of a field with one entry per seat to that seat only."""
    return False


@dataclass(frozen=True)
class Field:
    """One declared field. `shape` is empty for a number. `by_seat` is true if the first axis counts seats."""

    shape: tuple[int, ...]
    sees: Sees
    bits: int
    of: Codec
    by_seat: bool = False
    derived: bool = False
    name: str = ""

    @property
    def alike(self) -> bool:
        """Whether every viewer sees the same value."""
        return self.sees in _ALIKE or isinstance(self.sees, FirstEntries)

    def zero(self) -> Any:
        """Return the value before the deal."""
        value: Any = 0
        for size in reversed(self.shape):
            value = [value] * size if value == 0 else [[*value] for _ in range(size)]  # nested rows are not shared
        return value

    def copied(self, value: Any) -> Any:
        """Return an independent copy of a value of this field."""
        if not self.shape:
            return value
        if len(self.shape) == 1:
            return [*value]
        return [_copied(part) for part in value]

    def seen(self, t: Any, viewer: int, hidden: Any = None) -> Any:
        """Return the value as `viewer` may see it, with `hidden` in place of hidden entries."""
        value = getattr(t, self.name)
        if not self.shape:
            return value if self.sees(t, viewer, 0) else hidden
        if self.sees is everyone:
            return self.copied(value)
        sees = self.sees
        if isinstance(sees, BY_ROW):
            return sees.row(t, viewer, value, hidden)
        if len(self.shape) == 1:
            return [part if sees(t, viewer, index) else hidden for index, part in enumerate(value)]
        return [[*part] if sees(t, viewer, index) else hidden for index, part in enumerate(value)]


def _copied(part: Any) -> Any:
    """Return an independent copy of an entry: a number, or a row, for which a single value stands if it is hidden."""
    return [*part] if isinstance(part, list) else part


def number(sees: Sees = nobody, *, of: Codec = PLAIN, bits: int = 8) -> Any:
    """Declare one integer with this number of bits."""
    return Field((), sees, bits, of)


def row(size: int, sees: Sees = nobody, *, of: Codec = PLAIN, bits: int = 8) -> Any:
    """Declare a row of `size` integers. `sees` is called for each index."""
    return Field((size,), sees, bits, of)


def seats(
    most: int, sees: Sees = nobody, *, each: int = 0, of: Codec = PLAIN, bits: int = 8, derived: bool = False
) -> Any:
    """Declare one integer for every seat, or a row of `each`. A derived field is not part of the position."""
    shape = (most, each) if each else (most,)
    return Field(shape, sees, bits, of, by_seat=True, derived=derived)


NDARRAY_NAMES = frozenset({"round", "take", "sort", "min", "max", "sum", "all", "any", "put", "fill", "base", "size"})
"""Names that a field must not have, because in a NumPy record they would refer to attributes of the array."""


class _Declared(type):
    """Turn the declared fields of a class body into slots."""

    fields: dict[str, Field]
    """The declared fields by name, in order."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _Declared:
        own = {key: replace(value, name=key) for key, value in space.items() if isinstance(value, Field)}
        body = {key: value for key, value in space.items() if key not in own}
        made = super().__new__(mcs, name, bases, {"__slots__": tuple(own), **body})
        for field in own.values():
            if hasattr(made.__base__, field.name) or field.name in NDARRAY_NAMES or isinstance(field.sees, Field):
                raise TypeError(f"field {field.name!r}: its name, or that of who sees it, is taken")
        made.fields = {**getattr(made, "fields", {}), **own}
        return made


T = TypeVar("T", bound="State")


def copy_state(tables: list[Any], to: int, of: int) -> None:
    """Copy one state over another. Native code replaces this with a copy of the record."""
    tables[to] = tables[of].copy()


class State(metaclass=_Declared):
    """Everything on and under the table. Each game declares its own fields in a subclass."""

    __slots__ = ("chance_key", "chance_step", "journal", "players")
    __hash__ = None  # type: ignore[assignment]

    players: int = number(everyone)
    chance_key: int = number(nobody, bits=64)
    chance_step: int = number(nobody, bits=64)

    journal: list[Any] | None
    """The list that `tell` appends to, or None while nobody listens."""

    def __init__(self) -> None:
        self.journal = None
        for field, zero in _zeros(type(self)):
            setattr(self, field.name, field.copied(zero))

    def copy(self: T) -> T:
        """Return a copy without a journal."""
        twin = type(self).__new__(type(self))
        twin.journal = None
        for name, field in type(self).fields.items():
            setattr(twin, name, field.copied(getattr(self, name)))
        return twin

    def seen_by(self: T, viewer: int) -> T:
        """Return a copy with None in place of everything `viewer` may not see."""
        twin = type(self).__new__(type(self))
        twin.journal = None
        for name, field in type(self).fields.items():
            setattr(twin, name, field.seen(self, viewer))
        return twin

    def known_to(self: T, viewer: int) -> T:
        """Return a copy with `Unknown` in place of everything `viewer` may not see, for rules to run on."""
        twin = type(self).__new__(type(self))
        twin.journal = None
        for name, field in type(self).fields.items():
            setattr(twin, name, field.seen(self, viewer, Unknown(name, field.by_seat)))
        return twin

    def each_field(self) -> Iterator[tuple[Field, Any]]:
        """Yield every field with its value."""
        for name, field in type(self).fields.items():
            yield field, getattr(self, name)

    def as_dict(self) -> dict[str, Any]:
        """Return all values by field name. Rows are not copied."""
        names, values = _values(type(self))
        return dict(zip(names, values(self), strict=True))

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self).fields)


@cache
def _zeros(kind: type[State]) -> tuple[tuple[Field, Any], ...]:
    """Return every field with its value before the deal."""
    return tuple((field, field.zero()) for field in kind.fields.values())


@cache
def _values(kind: type[State]) -> tuple[tuple[str, ...], Callable[[State], tuple[Any, ...]]]:
    """Return the names of all fields, and a function that returns their values."""
    return tuple(kind.fields), attrgetter(*kind.fields)


@cache
def _open_values(kind: type[State]) -> tuple[tuple[str, ...], Callable[[State], tuple[Any, ...]]]:
    """Return the names of the fields that everyone sees, and a function that returns their values."""
    # one name twice, because for a single one there would be no tuple of values
    names = ("players", *[name for name, field in kind.fields.items() if field.sees is everyone])
    return names, attrgetter(*names)


class VisibleState:
    """A state as one viewer sees it, for reading before the next action. Hidden fields are looked up when read."""

    def __init__(self, state: State, viewer: int) -> None:
        self._state, self._viewer = state, viewer
        # what is open to all is not copied: the row itself is as good
        names, values = _open_values(type(state))
        self.__dict__.update(zip(names, values(state), strict=True))

    def __getattr__(self, name: str) -> Any:
        value = type(self._state).fields[name].seen(self._state, self._viewer)
        setattr(self, name, value)
        return value

    def copy(self) -> State:
        """Return an independent copy, with None in place of everything hidden."""
        return self._state.seen_by(self._viewer)
