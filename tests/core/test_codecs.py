"""How the numbers of a field are written in a position, and read back."""

from __future__ import annotations

from typing import Any

import pytest

from bidwell import BadPosition
from bidwell.core.codecs import FLAG, PLAIN, SEAT, SEATS, Codec, Coded, Places

NAMES = ("Anne", "Burt", "Carla")
CODED = Coded(("red", "blue", "green"))
PLACES = Places(("one", "two", "three"), {"lot": 5, "deck": 7}, rest=7)

WRITTEN: list[tuple[Codec, tuple[int, ...], Any, Any]] = [
    (PLAIN, (), 7, 7),
    (PLAIN, (), -1, -1),
    (PLAIN, (3,), [1, 2, 3], [1, 2, 3]),
    (PLAIN, (2, 2), [[1, 2], [3, 4]], [[1, 2], [3, 4]]),
    (FLAG, (), 1, True),
    (FLAG, (2,), [0, 1], [False, True]),
    (CODED, (), 1, "blue"),
    (CODED, (2,), [2, 0], ["green", "red"]),
    (SEAT, (), 2, "Carla"),
    (SEAT, (), -1, "nobody"),
    (SEATS, (), 0b101, ["Anne", "Carla"]),
    (SEATS, (), 0, []),
    (PLACES, (3,), [1, 7, 5], {"Anne": [], "Burt": ["one"], "Carla": [], "lot": ["three"]}),
]


@pytest.mark.parametrize(("writing", "shape", "value", "written"), WRITTEN)
def test_numbers_are_written_and_read_back(writing: Codec, shape: tuple[int, ...], value: Any, written: Any) -> None:
    """Both ways."""
    assert writing.write(value, NAMES) == written
    assert writing.read(written, shape, NAMES) == value


@pytest.mark.parametrize("writing", [PLAIN, FLAG, CODED, SEAT, SEATS])
def test_what_is_hidden_is_written_as_nothing(writing: Codec) -> None:
    """None, alone or in a row."""
    assert writing.write(None, NAMES) is None
    assert writing.write([None, 1], NAMES)[0] is None


def test_cards_may_be_given_to_some_places() -> None:
    """The others have none, and what is not mentioned is where the rest is."""
    assert PLACES.read({"Carla": ["two"]}, (3,), NAMES) == [7, 2, 7]
    assert PLACES.read({"deck": ["one"]}, (3,), NAMES) == [7, 7, 7]


WRONG: list[tuple[Codec, tuple[int, ...], Any, str]] = [
    (PLAIN, (), "7", "'7' should be a whole number"),
    (PLAIN, (), 7.0, "7.0 should be a whole number"),
    (PLAIN, (), True, "True should be a whole number"),
    (PLAIN, (), None, "None should be a whole number"),
    (PLAIN, (2,), 7, "7 should be a list of 2"),
    (PLAIN, (2,), [1], r"\[1\] should be a list of 2"),
    (PLAIN, (2,), [1, 2, 3], r"\[1, 2, 3\] should be a list of 2"),
    (PLAIN, (2, 2), [[1, 2], [3]], r"\[3\] should be a list of 2"),
    (FLAG, (), 1, "1 should be true or false"),
    (CODED, (), "pink", "there is no 'pink'"),
    (CODED, (), ["red"], "there is no "),
    (SEAT, (), "Zoe", "'Zoe' is no player; the players are Anne, Burt, Carla"),
    (SEAT, (), 1, "1 is no player"),
    (SEAT, (), ["Anne"], "is no player"),
    (SEATS, (), "Anne", "'Anne' should be a list of players' names"),
    (SEATS, (), ["nobody"], "'nobody' has no place in a list of players"),
    (PLACES, (3,), ["one"], "should say for each place which cards are there"),
    (PLACES, (3,), {"Zoe": []}, "there is no place 'Zoe'; the places are Anne, Burt, Carla, lot, deck"),
    (PLACES, (3,), {"lot": "one"}, "'one' should be a list of cards"),
    (PLACES, (3,), {"lot": ["four"]}, "there is no card 'four'"),
    (PLACES, (3,), {"lot": [["one"]]}, "there is no card "),
    (PLACES, (3,), {"lot": ["one"], "Anne": ["one"]}, "one is there twice: lot and Anne"),
]


@pytest.mark.parametrize(("writing", "shape", "written", "why"), WRONG)
def test_what_cannot_be_read_is_refused(writing: Codec, shape: tuple[int, ...], written: Any, why: str) -> None:
    """With a sentence that says what it should be."""
    with pytest.raises(BadPosition, match=why):
        writing.read(written, shape, NAMES)
