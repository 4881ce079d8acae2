"""A sensible bidder for The Secret Auction House; it reads only what its seat may see.

Everything is weighed in hundredths of a point. Every request has weights of its own, in the order of SEC-40 to SEC-49:
they were tuned by playing them against each other with requests dealt at random, so that those seldom kept are played
as well as the others. What the others can still bid is counted from what was opened.
"""

from __future__ import annotations

from bidwell.core.rng import pick
from bidwell.core.rule import rule
from bidwell.games.secret_auction.components import (
    ALL_MONEY,
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
    item_in_sight,
    items_with,
    stars_of,
    stars_won,
    sum_of,
    types_won,
)
from bidwell.games.secret_auction.state import SecretAuctionState

MOST_SUM = MONEY + MONEY - 1 + MONEY - 2
"""No bid of three cards is worth more."""
WANTED = (100, 97, 120, 95, 113, 62, 170, 97, 55, 104)
"""How much each request is wanted: of two, the higher is kept."""
STAR = (104, 205, 94, 118, 124, 153, 126, 168, 110, 116)
"""What a star is worth."""
NEARER = (0, 0, 276, 0, 129, 260, 0, 162, 470, 156)
"""What an item is worth besides that brings the request nearer."""
FARTHER = (0, 234, 0, 237, 0, 0, 0, 231, 0, 0)
"""What it is worth less if it puts the request farther off."""
MONEY_WORTH = (5, 31, 28, 10, 29, 29, 13, 19, 43, 24)
"""What a card is worth for each of its values, while there is much to come."""
AFTERWARDS = 6
"""As if so many items were to come after the last: money is worth something to the end."""
CARD = (81, -5, 39, 18, -22, -17, 22, 49, 24, 8)
"""What any card is worth, besides."""
CHIP, UNUSED_CHIP = 3, 400
"""What a chip is worth: next to nothing, except to who is paid for those unused."""
MOOD = 12
"""By how many per cent its eagerness varies: those who always bid the same tie with each other."""


@rule
def heuristic(t: SecretAuctionState, seat: int, legal: list[int], count: int, rng: int) -> int:
    """The request that pays most; then for every item the choice that leaves most."""
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
    """Of these sums, a bit each, the one that leaves most as a bid, if more than `most`; else 0."""
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
    """The first bid that is worth so much; which cards it has makes no difference here."""
    for index in range(count):
        if legal[index] >= BID and sum_of(legal[index] - BID) == total:
            return legal[index]
    return legal[0]


@rule
def better_request(t: SecretAuctionState, seat: int) -> int:
    """The one that is wanted more."""
    one, other = t.dealt[seat][0], t.dealt[seat][1]
    return KEEP + (one if WANTED[one] >= WANTED[other] else other)


@rule
def worth_without_bid(t: SecretAuctionState, seat: int, action: int, worth: int, rivals: int) -> int:
    """What a pass leaves, or the pile taken back."""
    chip = UNUSED_CHIP if t.kept[seat] == CHIPS_UNUSED else CHIP
    if action == PASS:
        return -chip
    size = bid_size(t, item_in_sight(t))
    return worth_of_bid(t, seat, most_of(t.hands[seat] | t.piles[seat], size), worth, rivals) - chip


@rule
def worth_of_bid(t: SecretAuctionState, seat: int, total: int, worth: int, rivals: int) -> int:
    """By the chance that it wins: the item less the cards. If not, the cards come back, and it has cost nothing."""
    return chance_to_win(t, total, rivals) * (worth - worth_of_money(t, seat, total)) // 1000


@rule
def worth_of_money(t: SecretAuctionState, seat: int, total: int) -> int:
    """Cards under an item are gone for good; they matter less the fewer items are left to win."""
    request, size = t.kept[seat], bid_size(t, item_in_sight(t))
    return MONEY_WORTH[request] * total * (ITEMS + AFTERWARDS - t.turned) // ITEMS + CARD[request] * size


@rule
def bids_of_rivals(t: SecretAuctionState, seat: int, size: int) -> int:
    """The least and the most that every other who can take part can bid from hand: six bits each, in one number."""
    bids = 0
    for other in range(t.players):
        if other != seat and not t.out >> other & 1:
            money = ALL_MONEY & ~t.piles[other] & ~t.gone[other]
            bids |= (least_of(money, size) | most_of(money, size) << 6) << 12 * other
    return bids


@rule
def least_of(money: int, size: int) -> int:
    """The sum of the lowest cards, so many."""
    total = 0
    for value in range(1, MONEY + 1):
        if money >> (value - 1) & 1 and size > 0:
            total += value
            size -= 1
    return total


@rule
def most_of(money: int, size: int) -> int:
    """The sum of the highest cards, so many."""
    total = 0
    for value in range(MONEY, 0, -1):
        if money >> (value - 1) & 1 and size > 0:
            total += value
            size -= 1
    return total


@rule
def chance_to_win(t: SecretAuctionState, bid: int, rivals: int) -> int:
    """The chance, in thousandths, to bid more than every other who can take part; one who cannot bids 0."""
    chance = 1000
    for other in range(t.players):
        chance = chance * chance_to_beat(rivals >> 12 * other & 63, rivals >> 12 * other + 6 & 63, bid) // 1000
    return chance


@rule
def chance_to_beat(least: int, most: int, bid: int) -> int:
    """How much of the way from the least to the most that another can bid, in thousandths."""
    if bid > most:
        return 1000
    if bid <= least:
        return 20
    return max(20, 1000 * (bid - least) // (most - least + 1))


@rule
def worth_of_item(t: SecretAuctionState, seat: int, item: int) -> int:
    """Its stars, and what it does for the request kept."""
    request, steps = t.kept[seat], nearer(t, seat, item)
    return STAR[request] * stars_of(item) + (NEARER[request] if steps > 0 else FARTHER[request]) * steps // 2


@rule
def nearer(t: SecretAuctionState, seat: int, item: int) -> int:
    """Does the item bring the request nearer (2 or 1), or put it farther off (-2)?"""
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
    """For the requests that count types."""
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
