"""Options: what a table may agree on, checked before the deal."""

from __future__ import annotations

from typing import Any

import pytest

import bidwell
from bidwell import BadDeal
from bidwell.core.options import Choice, Number, Option, Subset, with_defaults
from bidwell.core.state import State, everyone, number

GAME = bidwell.game("serengeti")
SWITCH = Option("fast", "TOY-01", False, "play fast")
NUMBER = Number("rounds", "TOY-02", 6, "how many", 1, 12)
CHOICE = Choice("size", "TOY-03", "small", "how large", ("small", "large"))
SUBSET = Subset("extras", "TOY-04", [], "what else", ("Thief", "Shuffle"))


class Agreed(State):
    """A place for every option."""

    fast: int = number(everyone)
    rounds: int = number(everyone)
    size_: int = number(everyone)
    extras: int = number(everyone)


def test_what_is_not_given_has_its_default() -> None:
    """Given options have their given values."""
    assert with_defaults((SWITCH, NUMBER), None) == {"fast": False, "rounds": 6}
    assert with_defaults((SWITCH, NUMBER), {"rounds": 3}) == {"fast": False, "rounds": 3}


def test_unknown_options_are_refused() -> None:
    """The message lists the options."""
    with pytest.raises(BadDeal, match="there is no option 'speed'; the options are overbid, fines, open_chips"):
        GAME.deal(options={"speed": True})


@pytest.mark.parametrize(
    ("option", "value", "kept"),
    [
        (SWITCH, True, True),
        (NUMBER, 1, 1),
        (NUMBER, 12, 12),
        (CHOICE, "large", "large"),
        (SUBSET, [], []),
        (SUBSET, ["shuffle", "THIEF"], ["Thief", "Shuffle"]),
    ],
)
def test_what_fits_is_taken(option: Option, value: Any, kept: Any) -> None:
    """In the form in which it is kept."""
    assert option.take(value) == kept


WRONG: list[tuple[Option, list[Any]]] = [
    (SWITCH, [1, 0, "on", None, []]),
    (NUMBER, [0, 13, True, "6", 6.0, None]),
    (CHOICE, ["", "medium", 0, None, ["small"]]),
    (SUBSET, ["Thief", ["Wizard"], [1], None, 3]),
]


@pytest.mark.parametrize(("option", "value"), [(option, value) for option, values in WRONG for value in values])
def test_what_does_not_fit_is_refused(option: Option, value: Any) -> None:
    """With the option's clause and name."""
    with pytest.raises(BadDeal, match=rf"{option.clause}: option {option.name} "):
        option.take(value)


@pytest.mark.parametrize(
    ("option", "text", "kept"),
    [
        *((SWITCH, text, True) for text in ("on", "yes", "True")),
        *((SWITCH, text, False) for text in ("off", "NO", "false")),
        (NUMBER, "12", 12),
        (CHOICE, "Large", "large"),
        (SUBSET, "thief, shuffle", ["Thief", "Shuffle"]),
        (SUBSET, "all", ["Thief", "Shuffle"]),
        (SUBSET, "none", []),
    ],
)
def test_what_a_person_types_is_understood(option: Option, text: str, kept: Any) -> None:
    """In words."""
    assert option.parse(text) == kept


@pytest.mark.parametrize(
    ("option", "text"),
    [(SWITCH, "maybe"), (SWITCH, ""), (NUMBER, "many"), (NUMBER, "9" * 5000), (CHOICE, "medium"), (SUBSET, "wizard")],
)
def test_what_a_person_mistypes_is_refused(option: Option, text: str) -> None:
    """With the option's clause and name."""
    with pytest.raises(BadDeal, match=rf"{option.clause}: option {option.name} "):
        option.parse(text)


def test_options_lie_on_the_table() -> None:
    """As numbers: a switch as 0 or 1, a subset as a bit mask."""
    state = Agreed()
    SWITCH.lay(state, True)
    NUMBER.lay(state, 9)
    SUBSET.lay(state, ["Shuffle"])
    assert (state.fast, state.rounds, state.extras) == (1, 9, 0b10)


@pytest.mark.parametrize("given", [5, "fines", ["fines"], True])
def test_options_are_given_by_name(given: Any) -> None:
    """Nothing else is understood."""
    with pytest.raises(BadDeal):
        GAME.deal(options=given)
