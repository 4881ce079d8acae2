"""What an oracle says: a second telling of the rules, as a generator that yields these and is sent the answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Ask:
    """The script waits for one choice of every seat named in `legal`; it is sent `{seat: notation}`."""

    legal: dict[int, frozenset[str]]
    mistakes: dict[int, frozenset[str]] = field(default_factory=dict)
    """What the table would accept and punish, for games that know such a thing."""
    table: dict[str, Any] = field(default_factory=dict)
    """Everything on and under the table now, in plain values, for comparison."""


@dataclass(frozen=True)
class Order:
    """The script has these things put into a random order; it is sent the tuple in its new order."""

    what: str
    things: tuple[Any, ...]


@dataclass(frozen=True)
class End:
    """What the script returns."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winner or winners, then as in sport: 1, 1, 3, 4."""
    table: dict[str, Any]
