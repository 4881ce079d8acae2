"""The rules of The Secret Auction House, in the order of the rulebook."""

from __future__ import annotations

from bidwell.core.events import tell, whisper
from bidwell.core.rule import rule
from bidwell.games.secret_auction import events
from bidwell.games.secret_auction.components import (
    ALL_MONEY,
    BID,
    CHIPS_EACH,
    CHIPS_UNUSED,
    DECK,
    DISCARDED,
    FEW_TYPES,
    FEWEST_THREES,
    ITEMS,
    KEEP,
    MANY_TYPES,
    MONEY,
    MOST_MONEY,
    MOST_ONES,
    MULTIPLE_OF_FOUR,
    NO_CHOICE,
    NO_REQUEST,
    ONE_OF_EACH,
    PAIRS,
    PASS,
    RECOVER,
    REQUEST_GOALS,
    REQUEST_POINTS,
    REQUESTS,
    SIGHT,
    SQUARE,
    STARS,
    TWO_TWOS,
    TYPES,
)
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import count_of, draw_one, first_of, shuffle

# Material


@rule
def deal(t: SecretAuctionState) -> None:
    """SEC-01, SEC-02, SEC-05, SEC-06."""
    for item in range(ITEMS):
        t.items[item] = item
        t.owner[item] = DECK
    shuffle(t, t.items, 0, ITEMS)
    for seat in range(t.players):
        t.hands[seat] = ALL_MONEY
        t.chips[seat] = CHIPS_EACH
        t.choices[seat] = NO_CHOICE
    deal_requests(t)


@rule
def deal_requests(t: SecretAuctionState) -> None:
    """SEC-04: two per player, all different."""
    left = (1 << REQUESTS) - 1
    for seat in range(t.players):
        for place in range(2):
            t.dealt[seat][place] = draw_one(t, left)
            left &= ~(1 << t.dealt[seat][place])
        t.kept[seat] = NO_REQUEST
        whisper(t, 1 << seat, events.DEALT, seat, t.dealt[seat][0], t.dealt[seat][1])
    t.asked = (1 << t.players) - 1


@rule
def stars_of(item: int) -> int:
    """SEC-02."""
    return item % STARS + 1


@rule
def bid_size(t: SecretAuctionState, item: int) -> int:
    """SEC-03."""
    if t.bid_sizes == SQUARE:
        return 1 + (item // STARS + stars_of(item)) % 3
    return stars_of(item)


# An auction


@rule
def item_in_sight(t: SecretAuctionState) -> int:
    """SEC-10."""
    return t.items[t.turned - 1]


@rule
def turn_up_item(t: SecretAuctionState) -> None:
    """SEC-10, SEC-20, SEC-21: turn up the next item; SEC-33, SEC-34: end the game if it ends here."""
    if t.turned == ITEMS:
        tell(t, events.ITEMS_OUT)
        tell_requests(t)
        return
    t.turned += 1
    item = item_in_sight(t)
    size = bid_size(t, item)
    t.owner[item] = SIGHT
    tell(t, events.ITEM, t.turned, item, size)
    for seat in range(t.players):
        if not t.out >> seat & 1 and count_of(t.hands[seat]) < size:
            collect_or_drop_out(t, seat, size)
    taking_part = ((1 << t.players) - 1) & ~t.out
    if count_of(taking_part) <= 1:
        discard_item(t)
        tell(t, events.PLAYERS_OUT)
        tell_requests(t)
    elif can_only_tie(t, taking_part, size):
        discard_item(t)
        tell(t, events.STALEMATE)
        tell_requests(t)
    else:
        t.asked = taking_part


@rule
def asks(t: SecretAuctionState) -> int:
    """SEC-10: all seats at once."""
    return t.asked


@rule
def legal(t: SecretAuctionState, seat: int, out: list[int]) -> int:
    """SEC-04; SEC-10, SEC-15, SEC-30, SEC-31."""
    if t.turned == 0:
        out[0] = KEEP + t.dealt[seat][0]
        out[1] = KEEP + t.dealt[seat][1]
        return 2
    count = 0
    if t.chips[seat] > t.recovering[seat]:
        out[count] = PASS
        count += 1
    if can_recover(t, seat):
        out[count] = RECOVER
        count += 1
    return list_bids(money_at_hand(t, seat), bid_size(t, item_in_sight(t)), out, count)


@rule
def list_bids(money: int, size: int, out: list[int], count: int) -> int:
    """SEC-10: every set of exactly `size` cards (one, two or three)."""
    while money:
        one = money & -money
        money -= one
        if size == 1:
            out[count] = BID + one
            count += 1
        else:
            count = list_pairs(money, BID + one, size, out, count)
    return count


@rule
def list_pairs(money: int, bid: int, size: int, out: list[int], count: int) -> int:
    """SEC-10: add the second card, and the third."""
    while money:
        two = money & -money
        money -= two
        if size == 2:
            out[count] = bid + two
            count += 1
        else:
            rest = money
            while rest:
                out[count] = bid + two + (rest & -rest)
                count += 1
                rest &= rest - 1
    return count


@rule
def mistakes(t: SecretAuctionState, seat: int, out: list[int]) -> int:
    """SEC-10: no mistakes exist."""
    return 0


@rule
def play(t: SecretAuctionState, seat: int, action: int) -> None:
    """SEC-04, SEC-10: a choice stays sealed until the last one is made."""
    if t.turned == 0:
        t.kept[seat] = action - KEEP
        whisper(t, 1 << seat, events.KEPT, seat, action - KEEP)
        tell(t, events.HAS_KEPT, seat)
    elif action == RECOVER:
        t.recovering[seat] = 1
        whisper(t, 1 << seat, events.TAKES_BACK, seat)
        return
    else:
        t.choices[seat] = action
        tell(t, events.HAS_CHOSEN, seat)
    t.asked &= ~(1 << seat)
    if not t.asked:
        if t.turned > 0:
            open_bids(t)
        turn_up_item(t)


@rule
def open_bids(t: SecretAuctionState) -> None:
    """SEC-10 to SEC-13, SEC-30 to SEC-32."""
    item = item_in_sight(t)
    for seat in range(t.players):
        if t.recovering[seat]:
            recover(t, seat)
        if t.choices[seat] == PASS:
            pass_item(t, seat)
        elif t.choices[seat] >= BID:
            money = t.choices[seat] - BID
            tell(t, events.BID, seat, sum_of(money), money)
    winner = winning_bidder(t, item)
    for seat in range(t.players):
        if t.choices[seat] >= BID:
            spend(t, seat, t.choices[seat] - BID, winner)
        t.choices[seat] = NO_CHOICE
    t.owner[item] = winner


@rule
def sum_of(money: int) -> int:
    """SEC-11: the value of a bid."""
    total = 0
    for card in range(MONEY):
        total += (card + 1) * (money >> card & 1)
    return total


@rule
def least_of(money: int, size: int) -> int:
    """SEC-11: the lowest bid of `size` cards; the sum of all cards if there are fewer."""
    total = 0
    for value in range(1, MONEY + 1):
        if money >> (value - 1) & 1 and size > 0:
            total += value
            size -= 1
    return total


@rule
def most_of(money: int, size: int) -> int:
    """SEC-11: the highest bid of `size` cards; the sum of all cards if there are fewer."""
    total = 0
    for value in range(MONEY, 0, -1):
        if money >> (value - 1) & 1 and size > 0:
            total += value
            size -= 1
    return total


@rule
def winning_bidder(t: SecretAuctionState, item: int) -> int:
    """SEC-11, SEC-14, SEC-16: the sole highest bidder, or else the sole second highest, or DISCARDED."""
    highest = following = 0
    first = second = 0  # the seats with the highest and with the second highest sum
    for seat in range(t.players):
        bid = sum_of(t.choices[seat] - BID) if t.choices[seat] >= BID else 0
        if bid > highest:
            following, second = highest, first
            highest, first = bid, 1 << seat
        elif bid == highest:
            first |= 1 << seat
        elif bid > following:
            following, second = bid, 1 << seat
        elif bid == following:
            second |= 1 << seat
    if highest == 0:
        tell(t, events.ALL_PASSED, item)
        return DISCARDED
    if count_of(first) == 1:
        tell(t, events.WON, first_of(first), item, highest)
        return first_of(first)
    if following == 0 or count_of(second) > 1:
        tell(t, events.TIED, first | second if following else first, item)
        return DISCARDED
    tell(t, events.WON_NEXT, first, first_of(second), item, following)
    return first_of(second)


@rule
def spend(t: SecretAuctionState, seat: int, money: int, winner: int) -> None:
    """SEC-12, SEC-13."""
    t.hands[seat] &= ~money
    if seat == winner:
        t.gone[seat] |= money
    else:
        t.piles[seat] |= money


@rule
def discard_item(t: SecretAuctionState) -> None:
    """SEC-33, SEC-34: the item in sight is not awarded."""
    t.owner[item_in_sight(t)] = DISCARDED
    tell(t, events.NOT_AWARDED, item_in_sight(t))


# Money runs out


@rule
def collect_or_drop_out(t: SecretAuctionState, seat: int, size: int) -> None:
    """SEC-20, SEC-21."""
    if has_cards_for(t, seat, size):
        tell(t, events.COLLECTED, seat, t.piles[seat])
        take_pile_back(t, seat)
    else:
        t.out |= 1 << seat
        tell(t, events.DROPPED_OUT, seat, size)


@rule
def has_cards_for(t: SecretAuctionState, seat: int, size: int) -> bool:
    """SEC-21: hand and pile together are enough for a bid."""
    return count_of(t.hands[seat] | t.piles[seat]) >= size


@rule
def take_pile_back(t: SecretAuctionState, seat: int) -> None:
    """SEC-20, SEC-31."""
    t.hands[seat] |= t.piles[seat]
    t.piles[seat] = 0


# Auction chips


@rule
def pass_item(t: SecretAuctionState, seat: int) -> None:
    """SEC-30."""
    t.chips[seat] -= 1
    tell(t, events.PASSED, seat)


@rule
def can_recover(t: SecretAuctionState, seat: int) -> bool:
    """SEC-31: needs a pile that is not empty, and at most once per item."""
    return t.chips[seat] > 0 and t.piles[seat] != 0 and not t.recovering[seat]


@rule
def counted_hand(t: SecretAuctionState, seat: int) -> int:
    """SEC-01, SEC-12, SEC-13: the hand as everybody can count it: the money that is neither in the pile nor gone."""
    return ALL_MONEY & ~t.piles[seat] & ~t.gone[seat]


@rule
def money_at_hand(t: SecretAuctionState, seat: int) -> int:
    """SEC-31: the money a seat can bid with, including a pile taken back for this item."""
    return t.hands[seat] | t.piles[seat] if t.recovering[seat] else t.hands[seat]


@rule
def recover(t: SecretAuctionState, seat: int) -> None:
    """SEC-31: the chip is spent when the choices are opened."""
    tell(t, events.RECOVERED, seat, t.piles[seat])
    take_pile_back(t, seat)
    t.recovering[seat] = 0
    t.chips[seat] -= 1


# The end


@rule
def can_only_tie(t: SecretAuctionState, taking_part: int, size: int) -> bool:
    """SEC-34: no chips, equal cards and no choice left, so all bids tie now and on every later item."""
    cards = 0
    worth = 0
    for seat in range(t.players):
        if taking_part >> seat & 1:
            mine = t.hands[seat] | t.piles[seat]
            if cards == 0:
                cards = mine
                worth = sum_of(t.hands[seat])
            if t.chips[seat] or mine != cards or count_of(t.hands[seat]) != size or sum_of(t.hands[seat]) != worth:
                return False
    for item in range(ITEMS):
        if t.owner[item] == DECK and bid_size(t, item) < count_of(cards):
            return False
    return True


@rule
def tell_requests(t: SecretAuctionState) -> None:
    """SEC-35: reveal every kept request and whether it is fulfilled."""
    for seat in range(t.players):
        if is_fulfilled(t, seat, t.kept[seat]):
            tell(t, events.FULFILLED, seat, t.kept[seat], REQUEST_POINTS[t.kept[seat]])
        else:
            tell(t, events.FAILED, seat, t.kept[seat])


@rule
def scores(t: SecretAuctionState, out: list[int]) -> None:
    """SEC-35."""
    for seat in range(t.players):
        out[seat] = stars_won(t, seat) + points_for_request(t, seat)


@rule
def points_for_request(t: SecretAuctionState, seat: int) -> int:
    """SEC-35."""
    return REQUEST_POINTS[t.kept[seat]] if is_fulfilled(t, seat, t.kept[seat]) else 0


@rule
def standings(t: SecretAuctionState, out: list[int]) -> None:
    """SEC-35: points, then a fulfilled request, then items."""
    for seat in range(t.players):
        rank = 2 * stars_won(t, seat)
        if is_fulfilled(t, seat, t.kept[seat]):
            rank += 2 * REQUEST_POINTS[t.kept[seat]] + 1
        out[seat] = rank * (ITEMS + 1) + items_won(t, seat)


@rule
def stars_won(t: SecretAuctionState, seat: int) -> int:
    """SEC-35, SEC-45."""
    stars = 0
    for item in range(ITEMS):
        if t.owner[item] == seat:
            stars += stars_of(item)
    return stars


@rule
def items_won(t: SecretAuctionState, seat: int) -> int:
    """SEC-35."""
    items = 0
    for item in range(ITEMS):
        if t.owner[item] == seat:
            items += 1
    return items


# Owners' requests


@rule
def is_fulfilled(t: SecretAuctionState, seat: int, request: int) -> bool:
    """SEC-40 to SEC-49, in their order."""
    if request == MOST_MONEY:
        return is_most(t, seat, MOST_MONEY)
    if request == FEW_TYPES:
        return 1 <= types_won(t, seat, 1) <= REQUEST_GOALS[FEW_TYPES]
    if request == MANY_TYPES:
        return types_won(t, seat, 1) >= REQUEST_GOALS[MANY_TYPES]
    if request == FEWEST_THREES:
        return is_most(t, seat, FEWEST_THREES)
    if request == MOST_ONES:
        return items_with(t, seat, 1) > 0 and is_most(t, seat, MOST_ONES)
    if request == MULTIPLE_OF_FOUR:
        return stars_won(t, seat) > 0 and stars_won(t, seat) % REQUEST_GOALS[MULTIPLE_OF_FOUR] == 0
    if request == CHIPS_UNUSED:
        return t.chips[seat] == REQUEST_GOALS[CHIPS_UNUSED]
    if request == TWO_TWOS:
        return items_with(t, seat, 2) == REQUEST_GOALS[TWO_TWOS]
    if request == PAIRS:
        return types_won(t, seat, 2) >= REQUEST_GOALS[PAIRS]
    if request == ONE_OF_EACH:
        return rarities_won(t, seat) == REQUEST_GOALS[ONE_OF_EACH]
    return False


@rule
def is_most(t: SecretAuctionState, seat: int, request: int) -> bool:
    """SEC-40, SEC-43, SEC-44: a tie is enough."""
    most = True
    for other in range(t.players):
        if measure(t, other, request) > measure(t, seat, request):
            most = False
    return most


@rule
def measure(t: SecretAuctionState, seat: int, request: int) -> int:
    """SEC-40, SEC-43, SEC-44: the number that a request compares; higher is better."""
    if request == MOST_MONEY:
        return count_of(t.hands[seat] | t.piles[seat])
    return items_with(t, seat, 1) if request == MOST_ONES else -items_with(t, seat, STARS)


@rule
def types_won(t: SecretAuctionState, seat: int, least: int) -> int:
    """SEC-41, SEC-42, SEC-48: the number of types of which the seat has won at least `least` items."""
    types = 0
    for kind in range(len(TYPES)):
        items = 0
        for item in range(kind * STARS, (kind + 1) * STARS):
            if t.owner[item] == seat:
                items += 1
        if items >= least:
            types += 1
    return types


@rule
def items_with(t: SecretAuctionState, seat: int, stars: int) -> int:
    """SEC-43, SEC-44, SEC-47, SEC-49."""
    items = 0
    for item in range(stars - 1, ITEMS, STARS):
        if t.owner[item] == seat:
            items += 1
    return items


@rule
def rarities_won(t: SecretAuctionState, seat: int) -> int:
    """SEC-49: of the three rarities, the number of those of which the seat has won an item."""
    rarities = 0
    for stars in range(1, STARS + 1):
        if items_with(t, seat, stars) > 0:
            rarities += 1
    return rarities
