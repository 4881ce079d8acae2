"""Numbers as people type them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bidwell
from bidwell.core.digits import is_number, value_of, without_zeros

SOURCE = Path(bidwell.__file__).parent
WIDER = re.compile(r"\.is(decimal|digit|numeric)\(|\\d")
"""What Python takes for a digit is more than 0 to 9."""


@pytest.mark.parametrize("text", ["0", "7", "007", "1" * 5000])
def test_these_are_numbers(text: str) -> None:
    """Any number of the digits 0 to 9."""
    assert is_number(text)


@pytest.mark.parametrize("text", ["", " 7", "-7", "+7", "1_000", "7.0", "７", "٧", "7٧", "²", "Ⅶ", "seven"])
def test_these_are_not(text: str) -> None:
    """Neither signs nor separators nor the digits of other scripts."""
    assert not is_number(text)


@pytest.mark.parametrize(
    ("text", "value"), [("0", 0), ("007", 7), ("65", 65), ("66", 66), ("67", 66), ("9" * 5000, 66)]
)
def test_a_number_too_large_is_one_more_than_the_most(text: str, value: int) -> None:
    """However long it is: Python itself does not read a number of thousands of digits."""
    assert value_of(text, 65) == value


@pytest.mark.parametrize(
    ("word", "said"), [("007", "7"), ("00", "0"), ("70", "70"), ("2x", "2x"), ("0x", "0x"), ("", "")]
)
def test_zeros_are_left_out_of_numbers_alone(word: str, said: str) -> None:
    """Any other word stays as it is."""
    assert without_zeros(word) == said


def test_numbers_are_recognised_in_one_place() -> None:
    """Only `core/digits.py` uses Python's own tests for digits."""
    found = [path.name for path in SOURCE.rglob("*.py") if WIDER.search(path.read_text(encoding="utf-8"))]
    assert found == ["digits.py"]
