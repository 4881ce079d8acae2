"""Policies that work for every game."""

from __future__ import annotations

from typing import Any

from bidwell.core.rng import pick
from bidwell.core.rule import rule


@rule
def random(t: Any, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Return a legal action, each equally likely."""
    return legal[pick(rng, count)]
