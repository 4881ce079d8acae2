"""BID-50: blank cards defined by the players, and the letters of names that BID-08 counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.options import Option
from bidwell.core.state import State
from bidwell.games.bids.components import (
    CARD_NAMES,
    LONGEST_BLANK,
    MIXED_IN,
    MOST_BLANK_POINTS,
    MOST_BLANKS,
    NUMBERS_USED,
    TURNS,
)
from bidwell.games.bids.state import BidsState


@dataclass(frozen=True)
class Blanks(Option):
    """Up to two cards, each a name and points: `[["Joker", 7], ["Toll", -3]]`, or typed as `Joker:7,Toll:-3`."""

    def take(self, value: Any) -> list[list[Any]]:
        if isinstance(value, str):
            return self.parse(value)
        if not isinstance(value, list | tuple) or len(value) > MOST_BLANKS:
            raise BadDeal(f"blanks are up to two cards, each a name and points, not {brief_repr(value)}", self.clause)
        blanks = [_blank(self.clause, each) for each in value]
        if len({name.lower() for name, _ in blanks}) < len(blanks):
            raise BadDeal("two blank cards need two names", self.clause)
        return blanks

    def parse(self, text: str) -> list[list[Any]]:
        if text.strip().lower() in ("", "none", "off"):
            return []
        return self.take([_typed(self.clause, part) for part in text.split(",")])

    def text(self, value: Any) -> str:
        return ",".join(f"{name}:{points}" for name, points in value) or "none"

    def means(self, value: Any) -> str:
        worth = [f"{name} is worth {points} points." for name, points in value]
        return " ".join(worth) or super().means(value)

    def samples(self) -> list[Any]:
        return [[], [["Joker", 7]], [["Joker", MOST_BLANK_POINTS], ["Toll", -3]]]

    @property
    def fields(self) -> tuple[str, ...]:
        return ("blanks", "blank_points")

    def lay(self, t: State, value: Any) -> None:
        assert isinstance(t, BidsState)
        t.blanks = len(value)
        t.blank_points = [points for _, points in value] + [0] * (MOST_BLANKS - len(value))


def _typed(clause: str, part: str) -> list[Any]:
    name, points = (word.strip() for word in part.rpartition(":")[::2])
    digits = points.removeprefix("-")
    if not is_number(digits):
        raise BadDeal(
            f"a blank card is typed as its name, a colon and its points, like Joker:7, not {brief_repr(part)}", clause
        )
    value = value_of(digits, MOST_BLANK_POINTS)
    if value > MOST_BLANK_POINTS:
        return [name, points]
    return [name, -value if points.startswith("-") else value]


def _blank(clause: str, blank: Any) -> list[Any]:
    if not isinstance(blank, list | tuple) or len(blank) != 2:
        raise BadDeal(f"a blank card is a name and points, not {brief_repr(blank)}", clause)
    name, points = blank
    taken = {card.lower() for card in CARD_NAMES}
    fits = isinstance(name, str) and 0 < len(name) <= LONGEST_BLANK and name.replace(" ", "").isalnum()
    if not fits or name != " ".join(name.split()) or name.lower() in taken or "from" in name.lower().split():
        raise BadDeal(
            f"a blank card's name has 1 to {LONGEST_BLANK} letters and is no other card's, not {brief_repr(name)}",
            clause,
        )
    if not isinstance(points, int) or isinstance(points, bool) or abs(points) > MOST_BLANK_POINTS:
        least, most = -MOST_BLANK_POINTS, MOST_BLANK_POINTS
        raise BadDeal(f"a blank card is worth {least} to {most} points, not {brief_repr(points)}", clause)
    return [name, points]


def introduce(t: State, names: Sequence[str]) -> None:
    """BID-08, BID-53: store for each seat the letters of the first word of the name and of the rest, as one number."""
    assert isinstance(t, BidsState)
    for seat, name in enumerate(names):
        first, _, rest = name.partition(" ")
        t.letters[seat] = 100 * _letters(first) + _letters(rest)


def _letters(text: str) -> int:
    return sum(letter.isalpha() for letter in text)


def refuse(players: int, options: Mapping[str, Any]) -> None:
    """BID-51: refuse options whose pile could run out within ten turns. With the present cards it never does."""
    pile = pile_at_start(players, len(options["specials"]), len(options["blanks"]))
    needed = TURNS + drawn_besides(options["specials"])
    if pile < needed:
        raise BadDeal(f"the pile of {pile} point cards could run out; a round may need {needed}", "BID-51")


def pile_at_start(players: int, specials: int, blanks: int) -> int:
    """BID-02, BID-03, BID-05: the number of point cards not mixed into the hands."""
    return NUMBERS_USED[players] + 2 + specials + blanks - MIXED_IN[players]


def drawn_besides(specials: Sequence[str]) -> int:
    """BID-38 to BID-40: the number of cards that may be drawn in addition to one per turn."""
    return sum(special in ("Shuffle", "Lowest", "Surprise") for special in specials)
