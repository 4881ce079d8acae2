"""A sensible bidder for Serengeti; it reads only what its seat may see."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.serengeti.table import Table


@rule
def heuristic(t: Table, seat: int, legal: list[int], count: int, luck: int) -> int:
    return legal[0]
