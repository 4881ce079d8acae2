"""Lists of legal actions."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.mechanics import first_of


@rule
def list_each(action: int, those: int, out: list[int], count: int) -> int:
    """CAM-17: `action` plus each element of a bit mask: markets, faces, types, camels or sales."""
    while those:
        out[count] = action + first_of(those)
        count += 1
        those &= those - 1
    return count
