"""What an oracle yields. An oracle is a second implementation of a game's rules, written as a generator."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Ask:
    """Every seat in `legal` makes one choice; the oracle is sent `{seat: notation}`."""

    legal: dict[int, frozenset[str]]
    mistakes: dict[int, frozenset[str]] = field(default_factory=dict)
    """Actions that are not legal, but that the table accepts and punishes. Most games have none."""
    table: dict[str, Any] = field(default_factory=dict)
    """The whole state in plain values, for comparison."""


@dataclass(frozen=True)
class Order:
    """These things are put into a random order; the oracle is sent the result."""

    what: str
    things: tuple[Any, ...]


@dataclass(frozen=True)
class End:
    """What the oracle returns."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winner or winners. Players who tie share a place: 1, 1, 3, 4."""
    table: dict[str, Any]


Script: TypeAlias = Generator[Ask | Order, Any, T]
"""A part of an oracle that may ask or draw, and returns a value."""


def ask_all(legal: Mapping[int, Iterable[str]], table: dict[str, Any]) -> Script[dict[int, str]]:
    """Ask these seats at once; return their answers, each of which must be legal."""
    ask = Ask({seat: frozenset(choices) for seat, choices in legal.items()}, table=table)
    answers: dict[int, str] = yield ask
    assert answers.keys() == ask.legal.keys(), "every seat that is asked answers, and no other"
    assert all(answers[seat] in ask.legal[seat] for seat in answers), "an answer is not legal"
    return dict(answers)


def ask_one(seat: int, choices: Iterable[str], table: dict[str, Any]) -> Script[str]:
    """Ask one seat; return its answer."""
    answers = yield from ask_all({seat: choices}, table)
    return answers[seat]


def places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """The place of each rank; a higher rank is better."""
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
