"""A heuristic bidder for Serengeti. It reads only what its seat may see.

All values are in hundredths of a chip. The weights were tuned by playing variants against each other.
"""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.serengeti.components import (
    CARDS,
    CHIPS_FOR_PASSING,
    DECK,
    DIGIT,
    DISCARD,
    LOT,
    PASS,
    ROUNDS,
    TRIBE_SIZE,
    TRIBES,
)
from bidwell.games.serengeti.rules import cards_of_tribe, matching_cards, payment
from bidwell.games.serengeti.state import SerengetiState

CHIP = 100
POINT = 225
"""Value of a point."""
CARD_TO_COME = 28
"""Extra value of a card for each card of its tribe that is still in the deck."""
DENIAL = 82
"""Value of denying a point to the rival still in who gains most from the lot."""
FEEDING = 26
"""Extra cost of a chip paid to the rival who receives most."""
INCOME = 13
"""Value of a card for each remaining round, in which its digit may be paid."""
WINDOW = 12
"""Number of bids above the last bid that are considered."""


@rule
def heuristic(t: SerengetiState, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Return the bid with the highest net value, or a pass if no bid is worth more."""
    if t.discarding:
        return least_missed(t, seat, legal, count)
    best = PASS
    most = worth_of_passing(t, seat)
    lot = worth_of_lot(t, seat)
    for index in range(1, count):
        bid = legal[index]
        if bid > t.chips[seat] or bid > t.price + WINDOW:
            break
        worth = lot - cost_of_bid(t, seat, bid)
        if worth > most:
            most = worth
            best = bid
    return best


@rule
def worth_of_passing(t: SerengetiState, seat: int) -> int:
    """Value of the chips for passing without a bid, plus what the standing bid would pay this seat."""
    worth = 0
    if not (t.have_bid | t.paid_for_passing) >> seat & 1:
        worth += CHIP * min(CHIPS_FOR_PASSING, t.bank)
    if t.price:
        worth += CHIP * payment(t, t.bidder, t.price, seat)
    return worth


@rule
def cost_of_bid(t: SerengetiState, seat: int, bid: int) -> int:
    """The price in chips, plus the cost of feeding the rival who receives most."""
    most = 0
    for other in range(t.players):
        most = max(most, payment(t, seat, bid, other))
    return CHIP * bid + FEEDING * most


@rule
def worth_of_lot(t: SerengetiState, seat: int) -> int:
    """Points for this seat, cards of these tribes still to come, income from digits, and denial of a rival still in."""
    denied = 0
    for other in range(t.players):
        if other != seat and not t.passed >> other & 1:
            denied = max(denied, points_of_lot(t, other))
    worth = POINT * points_of_lot(t, seat) + DENIAL * denied
    for card in range(CARDS):
        if t.owner[card] == LOT:
            worth += CARD_TO_COME * cards_of_tribe(t, DECK, card // TRIBE_SIZE) + INCOME * (ROUNDS - t.round_number)
    return worth


@rule
def points_of_lot(t: SerengetiState, seat: int) -> int:
    """The points that the lot adds to the sets of `seat`."""
    points = 0
    for tribe in range(len(TRIBES)):
        cards = cards_of_tribe(t, seat, tribe)
        for _ in range(cards_of_tribe(t, LOT, tribe)):
            cards += 1
            points += cards
    return points


@rule
def least_missed(t: SerengetiState, seat: int, legal: list[int], count: int) -> int:
    """Choose a card to discard: prefer a small set, and a digit that others hold too."""
    best = legal[0]
    least = CARDS * 10
    for index in range(count):
        card = legal[index] - DISCARD
        missed = 4 * cards_of_tribe(t, seat, card // TRIBE_SIZE) - matching_cards(t, DIGIT[card], seat)
        if missed < least:
            least = missed
            best = legal[index]
    return best
