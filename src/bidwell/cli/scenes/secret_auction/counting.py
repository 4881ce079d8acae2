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
from bidwell.games.secret_auction.state import SecretAuctionState

MOST_BIDS = 120
NOUNS = {MOST_MONEY: "money cards", FEWEST_THREES: "three-star items", MOST_ONES: "one-star items"}


def counted(view: View) -> SecretAuctionState:
    """Fill in hidden hands: notes neither spent nor gone are in hand. Sealed choices stay unknown."""
    state = cast(SecretAuctionState, view.state.copy())
    state.dealt = [dealt or [NO_REQUEST] * 2 for dealt in state.dealt]
    for seat in range(state.players):
        if state.hands[seat] is None:
            state.hands[seat] = ALL_MONEY & ~state.piles[seat] & ~state.gone[seat]
        state.recovering[seat] = state.recovering[seat] or 0
        if state.choices[seat] is None:
            state.choices[seat] = NO_CHOICE
    return state


def bids_of(money: int, size: int) -> list[int]:
    """Return every bid with this number of cards."""
    out = [0] * MOST_BIDS
    return out[: list_bids(money, size, out, 0)]


def highest(state: SecretAuctionState, seat: int) -> int:
    """The highest bid a seat can make for the item on sale with its hand; 0 if it cannot bid."""
    if state.out >> seat & 1:
        return 0
    size = bid_size(state, item_in_sight(state))
    return max((sum_of(bid - BID) for bid in bids_of(money_at_hand(state, seat), size)), default=0)


def highest_with_chip(state: SecretAuctionState, seat: int) -> int:
    """The highest bid after the seat recovers its pile, if it can (SEC-31)."""
    if state.out >> seat & 1 or not can_recover(state, seat):
        return highest(state, seat)
    then = state.copy()
    then.recovering[seat] = 1
    return highest(then, seat)


def if_won(state: SecretAuctionState, seat: int, bid: int) -> SecretAuctionState:
    """The table if this bid won the item (SEC-12)."""
    then = state.copy()
    then.owner[item_in_sight(state)] = seat
    then.hands[seat] = money_at_hand(state, seat)
    then.piles[seat] &= ~then.hands[seat]
    spend(then, seat, bid - BID, seat)
    return then


def if_lost(state: SecretAuctionState, seat: int, bid: int) -> SecretAuctionState:
    """The table if this bid lost (SEC-13)."""
    then = if_won(state, seat, bid)
    then.owner[item_in_sight(state)] = DISCARDED
    then.piles[seat] |= then.gone[seat] & ~state.gone[seat]
    then.gone[seat] = state.gone[seat]
    return then


# Notable bids


@dataclass(frozen=True)
class Offer:
    """A notable bid, and why it is one."""

    bid: int
    why: str

    @property
    def money(self) -> int:
        return self.bid - BID


def offers(state: SecretAuctionState, seat: int, bids: list[int], people: list[str]) -> list[Offer]:
    """The lowest bid, the highest, the lowest that beats the poorest rival, and that beats all; each once."""
    ordered = sorted(bids, key=lambda bid: (sum_of(bid - BID), max(values(bid - BID))))
    rivals = {
        other: highest_with_chip(state, other)
        for other in range(state.players)
        if other != seat and not state.out >> other & 1
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


# Progress of a request


def progress(state: SecretAuctionState, seat: int, request: int, people: list[str]) -> str:
    """The progress of a request, in numbers."""
    if request in NOUNS:
        numbers = {other: abs(measure(state, other, request)) for other in range(state.players)}
        others = [f"{people[other]} {number}" for other, number in numbers.items() if other != seat]
        return f"{NOUNS[request]}: you {numbers[seat]}, {', '.join(others)}"
    if request in (FEW_TYPES, MANY_TYPES):
        return f"types so far: {types_won(state, seat, 1)}"
    if request == MULTIPLE_OF_FOUR:
        return f"stars so far: {stars_won(state, seat)}"
    if request == CHIPS_UNUSED:
        return f"chips left: {state.chips[seat]}"
    if request == TWO_TWOS:
        return f"two-star items so far: {items_with(state, seat, 2)}"
    if request == PAIRS:
        return f"types with two items so far: {types_won(state, seat, 2)}"
    return f"items of 1, 2, 3 stars: {', '.join(str(items_with(state, seat, stars)) for stars in range(1, STARS + 1))}"


def stands(state: SecretAuctionState, seat: int, request: int) -> str:
    return "fulfilled" if is_fulfilled(state, seat, request) else "not fulfilled"


def left_by_stars(state: SecretAuctionState, place: int) -> list[int]:
    """The number of items with one, two and three stars in this place."""
    found = [item % STARS for item in items_at(state, place)]
    return [found.count(stars) for stars in range(STARS)]
