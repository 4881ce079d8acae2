"""Words joined into phrases: lists of names, numbers with their noun."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """Join words: `Anne, Burt and Carla`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def counted(number: int, thing: str) -> str:
    """A number with its noun: `1 chip`, `2 chips`."""
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def capital(text: str) -> str:
    """A sentence with its first letter in upper case; the other letters stay as they are."""
    return text[:1].upper() + text[1:]
