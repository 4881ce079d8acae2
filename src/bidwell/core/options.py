"""The options of a game, chosen before the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.state import State


@dataclass(frozen=True)
class Option:
    """An option that is on or off. Subclasses accept other values and store them differently."""

    name: str
    clause: str
    default: Any
    help: str
    title: str = field(default="", kw_only=True)
    """The name that people read; empty: the name with spaces."""
    meanings: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    """For each value, as `text` writes it, or each word of a list: what it means at the table, in a sentence."""

    @property
    def label(self) -> str:
        """The name that people read: `Bids above your chips`."""
        return self.title or self.name.replace("_", " ").capitalize()

    def means(self, value: Any) -> str:
        """Return what this value means at the table, in a sentence; an empty text if nobody has written one."""
        text = self.text(value)
        return self.meanings.get(text) or " ".join(
            self.meanings[word] for word in text.split(",") if word in self.meanings
        )

    def take(self, value: Any) -> Any:
        """Return the value in its canonical form, or raise `BadDeal` that says what would be right."""
        if not isinstance(value, bool):
            raise BadDeal(f"option {self.name} is true or false, not {brief_repr(value)}", self.clause)
        return value

    def parse(self, text: str) -> Any:
        """Parse the value from what a person typed."""
        known = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
        if text.lower() not in known:
            raise BadDeal(f"option {self.name} is on or off, not {brief_repr(text)}", self.clause)
        return known[text.lower()]

    def text(self, value: Any) -> str:
        """Return the value as a person would type it."""
        return "on" if value else "off"

    def samples(self) -> list[Any]:
        """Return representative values, for tests and for tours of a game."""
        return [False, True]

    @property
    def fields(self) -> tuple[str, ...]:
        """The state fields that store the value. In a position they are replaced by the options."""
        return (self.name,)

    def lay(self, t: State, value: Any) -> None:
        """Store the value in the state."""
        setattr(t, self.name, int(value))


@dataclass(frozen=True)
class Number(Option):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def take(self, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise BadDeal(
                f"option {self.name} is from {self.least} to {self.most}, not {brief_repr(value)}", self.clause
            )
        return value

    def parse(self, text: str) -> int:
        value = value_of(text, self.most) if is_number(text) else self.most + 1
        return self.take(value if value <= self.most else text)

    def text(self, value: Any) -> str:
        return str(value)

    def samples(self) -> list[int]:
        return sorted({self.least, self.default, self.most})


@dataclass(frozen=True)
class Choice(Option):
    """One of these words, stored as its index."""

    words: tuple[str, ...]

    def take(self, value: Any) -> str:
        if value not in self.words:
            raise BadDeal(f"option {self.name} is {' or '.join(self.words)}, not {brief_repr(value)}", self.clause)
        return str(value)

    def parse(self, text: str) -> str:
        return self.take(text.lower())

    def text(self, value: Any) -> str:
        return str(value)

    def samples(self) -> list[str]:
        return [*self.words]

    def lay(self, t: State, value: Any) -> None:
        setattr(t, self.name, self.words.index(value))


@dataclass(frozen=True)
class Subset(Option):
    """Any of these words, stored as a bit mask of their indexes."""

    words: tuple[str, ...]

    def take(self, value: Any) -> list[str]:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise BadDeal(
                f"option {self.name} is a list out of {', '.join(self.words)}, not {brief_repr(value)}", self.clause
            )
        known = {word.lower(): word for word in self.words}
        for word in (given := list(value)):
            if not isinstance(word, str) or word.lower() not in known:
                raise BadDeal(
                    f"option {self.name} knows {', '.join(self.words)}, but not {brief_repr(word)}", self.clause
                )
        return [word for word in self.words if word.lower() in {each.lower() for each in given}]

    def parse(self, text: str) -> list[str]:
        if text.lower() in ("all", "none"):
            return [*self.words] if text.lower() == "all" else []
        return self.take([word.strip() for word in text.split(",")])

    def text(self, value: Any) -> str:
        return ",".join(value) or "none"

    def samples(self) -> list[list[str]]:
        every = range(1 << len(self.words))
        return [[word for place, word in enumerate(self.words) if mask >> place & 1] for mask in every]

    def lay(self, t: State, value: Any) -> None:
        setattr(t, self.name, sum(1 << self.words.index(word) for word in value))


def with_defaults(options: Sequence[Option], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return all options with their values: the given ones, and the defaults for the rest."""
    known = {option.name: option for option in options}
    if not isinstance(given, Mapping | None):
        raise BadDeal(f"options are given by name, each with its value, not {brief_repr(given)}")
    for name in given or {}:
        if name not in known:
            raise BadDeal(f"there is no option {brief_repr(name)}; the options are {', '.join(known) or 'none'}")
    return {name: option.take((given or {}).get(name, option.default)) for name, option in known.items()}
