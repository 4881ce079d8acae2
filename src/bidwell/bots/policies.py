"""Policies that need no knowledge of a game."""

from __future__ import annotations

from typing import Any

from bidwell.core.chance import pick
from bidwell.core.rule import rule


@rule
def random(t: Any, seat: int, legal: list[int], count: int, luck: int) -> int:
    """Any legal action, each as likely."""
    return legal[pick(luck, count)]
