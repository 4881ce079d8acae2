"""Whole numbers as people type them: in the digits 0 to 9 and no others, with or without leading zeros."""

from __future__ import annotations


def is_number(text: str) -> bool:
    """Is it a whole number? Signs, separators and the digits of other scripts are not taken."""
    return text.isascii() and text.isdecimal()


def value_of(text: str, most: int) -> int:
    """The value of what `is_number` takes; `most + 1` for every larger one, however long it is."""
    digits = without_zeros(text)
    return min(int(digits), most + 1) if len(digits) <= len(str(most)) else most + 1


def without_zeros(word: str) -> str:
    """A number without its leading zeros, `7` for `007`; any other word as it is."""
    return word.lstrip("0") or "0" if is_number(word) else word
