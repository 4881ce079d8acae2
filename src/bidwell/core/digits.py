"""Whole numbers as people type them: ASCII digits only, with or without leading zeros."""

from __future__ import annotations


def is_number(text: str) -> bool:
    """Return whether the text is a whole number. Signs, separators and digits of other scripts are not accepted."""
    return text.isascii() and text.isdecimal()


def value_of(text: str, most: int) -> int:
    """Return the value of a text that `is_number` accepts, or `most + 1` if it is larger than `most`."""
    # The length is compared first because `int` raises ValueError for thousands of digits.
    digits = without_zeros(text)
    return min(int(digits), most + 1) if len(digits) <= len(str(most)) else most + 1


def without_zeros(word: str) -> str:
    """Return a number without leading zeros (`7` for `007`), and any other word unchanged."""
    return word.lstrip("0") or "0" if is_number(word) else word
