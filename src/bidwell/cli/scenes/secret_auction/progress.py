"""The progress of a request, in words."""

from __future__ import annotations

from bidwell.games.secret_auction.components import (
    CHIPS_UNUSED,
    FEW_TYPES,
    FEWEST_THREES,
    MANY_TYPES,
    MOST_MONEY,
    MOST_ONES,
    MULTIPLE_OF_FOUR,
    ONE_OF_EACH,
    PAIRS,
    TWO_TWOS,
)
from bidwell.games.secret_auction.foresight import Progress

NOUNS = {
    MOST_MONEY: "money cards",
    FEW_TYPES: "types so far",
    MANY_TYPES: "types so far",
    FEWEST_THREES: "three-star items",
    MOST_ONES: "one-star items",
    MULTIPLE_OF_FOUR: "stars so far",
    CHIPS_UNUSED: "chips left",
    TWO_TWOS: "two-star items so far",
    PAIRS: "types with two items so far",
    ONE_OF_EACH: "items of 1, 2, 3 stars",
}


def progress(found: Progress, request: int, seat: int, people: list[str]) -> str:
    """The number that the request counts, or the numbers of all players."""
    others = [f"{people[other]} {count}" for other, count in enumerate(found.counts) if other != seat]
    numbers = ", ".join([f"you {found.count}", *others] if others else map(str, found.by_stars or [found.count]))
    return f"{NOUNS[request]}: {numbers}"


def stands(fulfilled: bool) -> str:
    return "fulfilled" if fulfilled else "not fulfilled"
