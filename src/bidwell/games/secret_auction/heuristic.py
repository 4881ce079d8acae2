"""A heuristic bidder for The Secret Auction House. It reads only what its seat may see.

All values are in hundredths of a point. Tables of weights have one entry per request, in the order of SEC-40 to SEC-49.
They were tuned by playing variants against each other with random requests, so that requests it rarely keeps are
played as well as the others. What the rivals can still bid is counted from the bids that were opened.
"""

from __future__ import annotations

from bidwell.core.rng import pick
from bidwell.core.rule import rule
from bidwell.games.secret_auction.components import (
    BID,
    CHIPS_UNUSED,
    FEW_TYPES,
    FEWEST_THREES,
    ITEMS,
    KEEP,
    MANY_TYPES,
    MONEY,
    MOST_ONES,
    MULTIPLE_OF_FOUR,
    ONE_OF_EACH,
    PAIRS,
    PASS,
    STARS,
    TWO_TWOS,
)
from bidwell.games.secret_auction.rules import (
    bid_size,
    counted_hand,
    item_in_sight,
    items_with,
    least_of,
    most_of,
    stars_of,
    stars_won,
    sum_of,
    types_won,
)
from bidwell.games.secret_auction.state import SecretAuctionState

MOST_SUM = MONEY + MONEY - 1 + MONEY - 2
"""The highest value of a bid of three cards."""
WANTED = (100, 97, 120, 95, 113, 62, 170, 97, 55, 104)
"""How attractive each request is: of two, the higher one is kept."""
STAR = (104, 205, 94, 118, 124, 153, 126, 168, 110, 116)
"""Value of a star."""
NEARER = (0, 0, 276, 0, 129, 260, 0, 162, 470, 156)
"""Extra value of an item that brings the request nearer."""
FARTHER = (0, 234, 0, 237, 0, 0, 0, 231, 0, 0)
"""Loss of value of an item that makes the request harder to fulfil."""
MONEY_WORTH = (5, 31, 28, 10, 29, 29, 13, 19, 43, 24)
"""Value of a money card per unit of its face value, while many items are still to come."""
AFTERWARDS = 6
"""Added to the number of items still to come, so that money keeps some value to the end."""
CARD = (81, -5, 39, 18, -22, -17, 22, 49, 24, 8)
"""Extra value of any card."""
CHIP, UNUSED_CHIP = 3, 400
"""Value of a chip: almost nothing, except for a player whose request pays for unused chips."""
MOOD = 12
"""Variation of a bid's value, in per cent; bidders that always bid the same tie with each other."""


@rule
def heuristic(t: SecretAuctionState, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Choose the more attractive request; then for every item the action with the highest value."""
    if t.turned == 0:
        return better_request(t, seat)
    worth = worth_of_item(t, seat, item_in_sight(t)) * (100 - MOOD + pick(rng, 2 * MOOD + 1)) // 100
    rivals = bids_of_rivals(t, seat, bid_size(t, item_in_sight(t)))
    best = legal[0]
    most = -(1 << 40)
    sums = 0
    for index in range(count):
        if legal[index] >= BID:
            sums |= 1 << sum_of(legal[index] - BID)
        else:
            left = worth_without_bid(t, seat, legal[index], worth, rivals)
            if left > most:
                most = left
                best = legal[index]
    total = best_sum(t, seat, sums, worth, rivals, most)
    return best if total == 0 else first_bid(legal, count, total)


@rule
def best_sum(t: SecretAuctionState, seat: int, sums: int, worth: int, rivals: int, most: int) -> int:
    """Return the best of these sums (a bit mask) if bidding it is worth more than `most`, else 0."""
    best = 0
    for total in range(1, MOST_SUM + 1):
        if sums >> total & 1:
            left = worth_of_bid(t, seat, total, worth, rivals)
            if left > most:
                most = left
                best = total
    return best


@rule
def first_bid(legal: list[int], count: int, total: int) -> int:
    """The first bid with this total; the choice of cards makes no difference here."""
    for index in range(count):
        if legal[index] >= BID and sum_of(legal[index] - BID) == total:
            return legal[index]
    return legal[0]


@rule
def better_request(t: SecretAuctionState, seat: int) -> int:
    """The more attractive of the two requests."""
    one, other = t.dealt[seat][0], t.dealt[seat][1]
    return KEEP + (one if WANTED[one] >= WANTED[other] else other)


@rule
def worth_without_bid(t: SecretAuctionState, seat: int, action: int, worth: int, rivals: int) -> int:
    """The value of passing or of taking the pile back."""
    chip = UNUSED_CHIP if t.kept[seat] == CHIPS_UNUSED else CHIP
    if action == PASS:
        return -chip
    size = bid_size(t, item_in_sight(t))
    return worth_of_bid(t, seat, most_of(t.hands[seat] | t.piles[seat], size), worth, rivals) - chip


@rule
def worth_of_bid(t: SecretAuctionState, seat: int, total: int, worth: int, rivals: int) -> int:
    """The chance to win, times the item's value less the cards. A lost bid costs nothing: the cards come back."""
    return chance_to_win(t, total, rivals) * (worth - worth_of_money(t, seat, total)) // 1000


@rule
def worth_of_money(t: SecretAuctionState, seat: int, total: int) -> int:
    """Cards under an item are gone for good; they are worth less the fewer items are still to come."""
    request, size = t.kept[seat], bid_size(t, item_in_sight(t))
    return MONEY_WORTH[request] * total * (ITEMS + AFTERWARDS - t.turned) // ITEMS + CARD[request] * size


@rule
def bids_of_rivals(t: SecretAuctionState, seat: int, size: int) -> int:
    """The lowest and highest possible bid from hand of each rival who can take part: six bits each, in one number."""
    bids = 0
    for other in range(t.players):
        if other != seat and not t.out >> other & 1:
            money = counted_hand(t, other)
            bids |= (least_of(money, size) | most_of(money, size) << 6) << 12 * other
    return bids


@rule
def chance_to_win(t: SecretAuctionState, bid: int, rivals: int) -> int:
    """The probability, in thousandths, of bidding more than every rival; a rival who cannot take part bids 0."""
    chance = 1000
    for other in range(t.players):
        chance = chance * chance_to_beat(rivals >> 12 * other & 63, rivals >> 12 * other + 6 & 63, bid) // 1000
    return chance


@rule
def chance_to_beat(least: int, most: int, bid: int) -> int:
    """The probability, in thousandths, of beating a rival: where the bid lies between their lowest and highest bid."""
    if bid > most:
        return 1000
    if bid <= least:
        return 20
    return max(20, 1000 * (bid - least) // (most - least + 1))


@rule
def worth_of_item(t: SecretAuctionState, seat: int, item: int) -> int:
    """The value of its stars and of its effect on the request kept."""
    request, steps = t.kept[seat], nearer(t, seat, item)
    return STAR[request] * stars_of(item) + (NEARER[request] if steps > 0 else FARTHER[request]) * steps // 2


@rule
def nearer(t: SecretAuctionState, seat: int, item: int) -> int:
    """Does the item bring the request nearer (2 or 1) or make it harder (-2)?"""
    request, stars = t.kept[seat], stars_of(item)
    if request in (FEW_TYPES, MANY_TYPES, PAIRS):
        return nearer_by_type(t, seat, item, request)
    if request == FEWEST_THREES:
        return -2 if stars == STARS else 0
    if request == MOST_ONES:
        return 2 if stars == 1 else 0
    if request == MULTIPLE_OF_FOUR:
        return 1 if (stars_won(t, seat) + stars) % 4 == 0 else 0
    if request == TWO_TWOS and stars == 2:
        return 2 if items_with(t, seat, 2) < 2 else -2
    if request == ONE_OF_EACH:
        return 2 if items_with(t, seat, stars) == 0 else 0
    return 0


@rule
def nearer_by_type(t: SecretAuctionState, seat: int, item: int, request: int) -> int:
    """`nearer` for the requests that count types."""
    types, same = types_won(t, seat, 1), 0
    first = item // STARS * STARS
    for other in range(first, first + STARS):
        if t.owner[other] == seat:
            same += 1
    if request == FEW_TYPES:
        return -2 if same == 0 and types >= 3 else 0
    if request == MANY_TYPES:
        return 2 if same == 0 and types < 4 else 0
    return 2 if same == 1 and types_won(t, seat, 2) < 2 else 1 if same == 0 else 0
