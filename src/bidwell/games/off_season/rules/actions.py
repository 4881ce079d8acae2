"""Lists of legal actions."""

from __future__ import annotations

from bidwell.core.rule import rule


@rule
def list_each(action: int, those: int, out: list[int], count: int) -> int:
    """CAM-17: `action` with every one of a bit mask: of markets, faces, types, camels or sales."""
    while those:
        if those & 1:
            out[count] = action
            count += 1
        those >>= 1
        action += 1
    return count
