"""The counting a good player does: what everybody holds and could bid, and what a choice would leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bidwell.cli.scenes.secret_auction.items import items_at, values
from bidwell.cli.scenes.words import listed
from bidwell.core.table import View
from bidwell.games.secret_auction.components import (
    ALL_MONEY,
    BID,
    CHIPS_UNUSED,
    DISCARDED,
    FEW_TYPES,
    FEWEST_THREES,
    MANY_TYPES,
    MOST_MONEY,
    MOST_ONES,
    MULTIPLE_OF_FOUR,
    NO_CHOICE,
    NO_REQUEST,
    PAIRS,
    STARS,
    TWO_TWOS,
)
from bidwell.games.secret_auction.rules import (
    bid_size,
    can_recover,
    is_fulfilled,
    item_in_sight,
    items_with,
    list_bids,
    measure,
    money_at_hand,
    spend,
    stars_won,
    sum_of,
    types_won,
)
from bidwell.games.secret_auction.table import Table as Flat

MOST_BIDS = 120
NOUNS = {MOST_MONEY: "money cards", FEWEST_THREES: "three-star items", MOST_ONES: "one-star items"}


def counted(view: View) -> Flat:
    """The table with hidden hands filled in: what is neither spent nor gone is in hand. Sealed choices stay unknown."""
    flat = cast(Flat, view.flat.copy())
    flat.dealt = [dealt or [NO_REQUEST] * 2 for dealt in flat.dealt]
    for seat in range(flat.players):
        if flat.hands[seat] is None:
            flat.hands[seat] = ALL_MONEY & ~flat.piles[seat] & ~flat.gone[seat]
        flat.recovering[seat] = flat.recovering[seat] or 0
        if flat.choices[seat] is None:
            flat.choices[seat] = NO_CHOICE
    return flat


def bids_of(money: int, size: int) -> list[int]:
    """Every bid of this size."""
    out = [0] * MOST_BIDS
    return out[: list_bids(money, size, out, 0)]


def highest(flat: Flat, seat: int) -> int:
    """The highest bid a seat can make for the item in sight with what it has at hand; 0 if it is out."""
    if flat.out >> seat & 1:
        return 0
    size = bid_size(flat, item_in_sight(flat))
    return max((sum_of(bid - BID) for bid in bids_of(money_at_hand(flat, seat), size)), default=0)


def highest_with_chip(flat: Flat, seat: int) -> int:
    """The same if it first takes its pile back, where it can (SEC-31)."""
    if flat.out >> seat & 1 or not can_recover(flat, seat):
        return highest(flat, seat)
    then = flat.copy()
    then.recovering[seat] = 1
    return highest(then, seat)


def if_won(flat: Flat, seat: int, bid: int) -> Flat:
    """The table if this bid won the item (SEC-12)."""
    then = flat.copy()
    then.owner[item_in_sight(flat)] = seat
    then.hands[seat] = money_at_hand(flat, seat)
    then.piles[seat] &= ~then.hands[seat]
    spend(then, seat, bid - BID, seat)
    return then


def if_lost(flat: Flat, seat: int, bid: int) -> Flat:
    """The table if it did not (SEC-13)."""
    then = if_won(flat, seat, bid)
    then.owner[item_in_sight(flat)] = DISCARDED
    then.piles[seat] |= then.gone[seat] & ~flat.gone[seat]
    then.gone[seat] = flat.gone[seat]
    return then


# Which bids are worth a line


@dataclass(frozen=True)
class Offer:
    """A bid worth thinking of, and why."""

    bid: int
    why: str

    @property
    def money(self) -> int:
        return self.bid - BID


def offers(flat: Flat, seat: int, bids: list[int], people: list[str]) -> list[Offer]:
    """The least, the most, and the least that the poorest rival, and that no rival, can bid; each once."""
    ordered = sorted(bids, key=lambda bid: (sum_of(bid - BID), max(values(bid - BID))))
    rivals = {
        other: highest_with_chip(flat, other)
        for other in range(flat.players)
        if other != seat and not flat.out >> other & 1
    }
    found = {ordered[0]: "the least"}
    for top in (min(rivals.values()), max(rivals.values())):
        over = [bid for bid in ordered if sum_of(bid - BID) > top]
        if over:
            found[over[0]] = _topped(rivals, sum_of(over[0] - BID), people)
    found.setdefault(ordered[-1], f"the most; {_not_topped(rivals, sum_of(ordered[-1] - BID), people)}")
    return [Offer(bid, why) for bid, why in found.items()]


def _topped(rivals: dict[int, int], bid: int, people: list[str]) -> str:
    if all(bid > top for top in rivals.values()):
        return "sure to win: nobody can bid as much"
    return f"more than {listed([people[other] for other, top in rivals.items() if bid > top])} can bid"


def _not_topped(rivals: dict[int, int], bid: int, people: list[str]) -> str:
    able = [people[other] for other, top in rivals.items() if top >= bid]
    if len(able) == len(rivals):
        return "all others can bid as much"
    return f"{listed(able)} can bid as much" if able else "nobody else can bid as much"


# How a request stands


def progress(flat: Flat, seat: int, request: int, people: list[str]) -> str:
    """What the request counts, in numbers."""
    if request in NOUNS:
        numbers = {other: abs(measure(flat, other, request)) for other in range(flat.players)}
        others = [f"{people[other]} {number}" for other, number in numbers.items() if other != seat]
        return f"{NOUNS[request]}: you {numbers[seat]}, {', '.join(others)}"
    if request in (FEW_TYPES, MANY_TYPES):
        return f"types so far: {types_won(flat, seat, 1)}"
    if request == MULTIPLE_OF_FOUR:
        return f"stars so far: {stars_won(flat, seat)}"
    if request == CHIPS_UNUSED:
        return f"chips left: {flat.chips[seat]}"
    if request == TWO_TWOS:
        return f"two-star items so far: {items_with(flat, seat, 2)}"
    if request == PAIRS:
        return f"types with two items so far: {types_won(flat, seat, 2)}"
    return f"items of 1, 2, 3 stars: {', '.join(str(items_with(flat, seat, stars)) for stars in range(1, STARS + 1))}"


def stands(flat: Flat, seat: int, request: int) -> str:
    return "fulfilled" if is_fulfilled(flat, seat, request) else "not fulfilled"


def left_by_stars(flat: Flat, place: int) -> list[int]:
    """How many items of one, two and three stars are there."""
    found = [item % STARS for item in items_at(flat, place)]
    return [found.count(stars) for stars in range(STARS)]
