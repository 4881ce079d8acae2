"""What the tables of a soak share: the server, the counts, and what went wrong."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

MOST_FLAWS = 50
"""Number of flaws that are kept in full."""


@dataclass
class Finished:
    """A game that is over: what was acknowledged, and the record that the server gave."""

    course: list[tuple[int, str]]
    alone: bool
    """Whether no bot acted, so that the course is the whole game."""
    record: str


@dataclass
class World:
    """The state of a soak."""

    pause: float
    """Average number of seconds between two actions of a table."""
    addresses: int
    port: int = 0
    up: asyncio.Event = field(default_factory=asyncio.Event)
    kills: int = 0
    ending: bool = False
    begun: float = field(default_factory=time.monotonic)
    delays: list[float] = field(default_factory=list)
    """Seconds from an action to its acknowledgement, since the last sample."""
    counts: Counter[str] = field(default_factory=Counter)
    flaws: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    """Every token: none may be in the log of the server."""
    finished: dict[str, Finished] = field(default_factory=dict)

    def address(self, number: int) -> str:
        """Return the address of a person by number; all are of this machine."""
        number %= self.addresses
        return f"127.0.{1 + number // 200}.{1 + number % 200}"

    def flaw(self, what: str) -> None:
        """Note that the server broke its word."""
        self.counts["flaws"] += 1
        self.flaws = [*self.flaws, what][:MOST_FLAWS]
