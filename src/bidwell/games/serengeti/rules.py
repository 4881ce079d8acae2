"""The rules of Serengeti, in the order of the rulebook."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.core.state import NOBODY
from bidwell.games.serengeti import events
from bidwell.games.serengeti.components import (
    CARDS,
    CHIPS,
    CHIPS_EACH,
    CHIPS_FOR_PASSING,
    DECK,
    DIGIT,
    DISCARD,
    HIGHEST_BID,
    LAST_DIGIT,
    LOT,
    OUT,
    PASS,
    POINTS_FOR_MOST_CHIPS,
    ROUNDS,
    TRIBE_SIZE,
    TRIBES,
)
from bidwell.games.serengeti.state import SerengetiState, cards_drawn
from bidwell.mechanics import clockwise, shuffle

# Material


@rule
def deal(t: SerengetiState) -> None:
    """SER-02 to SER-04: chips, bank and a shuffled deck."""
    for card in range(CARDS):
        t.deck[card] = card
        t.owner[card] = DECK
    shuffle(t, t.deck, 0, CARDS)
    for seat in range(t.players):
        t.chips[seat] = CHIPS_EACH
    t.bank = CHIPS - CHIPS_EACH * t.players
    t.starter = below(t, t.players)
    tell(t, events.STARTER, t.starter)
    next_round(t)


# A round


@rule
def next_round(t: SerengetiState) -> None:
    """SER-06, SER-24."""
    if t.round_number == ROUNDS:
        the_end(t)
        return
    t.round_number += 1
    lot = move_lot(t, LOT)
    t.sitting_out = 0
    t.have_bid = 0
    t.paid_for_passing = 0
    open_auction(t)
    tell(t, events.LOT_DRAWN, t.round_number, lot, t.turn)


@rule
def move_lot(t: SerengetiState, place: int) -> int:
    """SER-06: move the whole lot to `place` and return its cards as a bit mask."""
    lot = 0
    for drawn in range(cards_drawn(t.round_number - 1), cards_drawn(t.round_number)):
        card = t.deck[drawn]
        t.owner[card] = place
        lot |= 1 << card
    return lot


@rule
def open_auction(t: SerengetiState) -> None:
    """SER-07, SER-17: start with the starting player or the next seat clockwise still in; passes are reset."""
    t.price = 0
    t.bidder = NOBODY
    t.passed = t.sitting_out
    t.turn = opener(t)


@rule
def opener(t: SerengetiState) -> int:
    """SER-17."""
    return clockwise(t.players, t.starter - 1, t.sitting_out)


@rule
def asks(t: SerengetiState) -> int:
    """SER-07: one seat at a time."""
    return 1 << t.turn if t.turn >= 0 else 0


@rule
def legal(t: SerengetiState, seat: int, out: list[int]) -> int:
    """SER-07, SER-13, SER-15: a pass and the allowed bids; SER-16: cards to discard."""
    if t.discarding:
        return cards_to_discard(t, seat, out)
    out[0] = PASS
    count = 1
    held = t.held[seat]
    for bid in range(t.price + 1, highest_bid(t, seat) + 1):
        out[count] = bid  # a forbidden bid is overwritten by the next one, which is faster than a branch
        if not held[LAST_DIGIT[bid]]:
            count += 1
    return count


@rule
def play(t: SerengetiState, seat: int, action: int) -> None:
    """SER-07."""
    if t.discarding:
        discard(t, seat, action - DISCARD)
        auction_again(t)
    elif action == PASS:
        passes(t, seat)
        next_bidder(t, seat)
    elif is_forbidden(t, seat, action):
        forbidden_bid(t, seat, action)
    else:
        bids(t, seat, action)
        next_bidder(t, seat)


@rule
def bids(t: SerengetiState, seat: int, bid: int) -> None:
    """SER-07."""
    t.price = bid
    t.bidder = seat
    t.have_bid |= 1 << seat
    tell(t, events.BID, seat, bid)


@rule
def passes(t: SerengetiState, seat: int) -> None:
    """SER-07, SER-10; SER-17: pay for passing at most once per lot, and only to a seat that never bid on it."""
    t.passed |= 1 << seat
    if (t.have_bid | t.paid_for_passing) >> seat & 1:
        tell(t, events.PASSED, seat)
        return
    amount = earned_by_passing(t, seat)
    t.paid_for_passing |= 1 << seat
    t.bank -= amount
    t.chips[seat] += amount
    if amount:
        tell(t, events.PAID_FOR_PASSING, seat, amount)
    else:
        tell(t, events.EMPTY_BANK, seat)


@rule
def earned_by_passing(t: SerengetiState, seat: int) -> int:
    """SER-10, SER-17."""
    if (t.have_bid | t.paid_for_passing) >> seat & 1:
        return 0
    return min(CHIPS_FOR_PASSING, t.bank)


@rule
def next_bidder(t: SerengetiState, seat: int) -> None:
    """SER-08, SER-09."""
    t.turn = clockwise(t.players, seat, t.passed)
    if t.turn == NOBODY:
        nobody_bids(t)
    elif t.turn == t.bidder:
        auction_is_won(t, t.bidder)


@rule
def nobody_bids(t: SerengetiState) -> None:
    """SER-11, SER-18."""
    seat = opener(t)
    if t.sitting_out:
        tell(t, events.FREE_LOT_AGAIN, seat)
    else:
        tell(t, events.FREE_LOT, seat)
    place_lot(t, seat)


@rule
def auction_is_won(t: SerengetiState, winner: int) -> None:
    """SER-08, SER-16."""
    if t.chips[winner] < t.price:
        cannot_pay(t, winner)
        return
    tell(t, events.SOLD, winner, t.price)
    who_gets_the_money(t, winner, t.price)
    place_lot(t, winner)


@rule
def place_lot(t: SerengetiState, seat: int) -> None:
    """SER-12."""
    lot = move_lot(t, seat)
    for drawn in range(cards_drawn(t.round_number - 1), cards_drawn(t.round_number)):
        t.held[seat][DIGIT[t.deck[drawn]]] += 1
    t.starter = seat
    tell(t, events.PLACED, seat, lot)
    next_round(t)


# Bids that are not allowed


@rule
def is_forbidden(t: SerengetiState, seat: int, bid: int) -> bool:
    """SER-13."""
    return t.held[seat][LAST_DIGIT[bid]] > 0


@rule
def mistakes(t: SerengetiState, seat: int, out: list[int]) -> int:
    """SER-13, SER-14: the forbidden bids, where fines are on."""
    count = 0
    if t.fines and not t.discarding:
        held = t.held[seat]
        for bid in range(t.price + 1, highest_bid(t, seat) + 1):
            if held[LAST_DIGIT[bid]]:
                out[count] = bid
                count += 1
    return count


@rule
def forbidden_bid(t: SerengetiState, seat: int, bid: int) -> None:
    """SER-14: the bid is void. The player is asked again and counts as not having bid."""
    amount = min(1, t.chips[seat])
    t.chips[seat] -= amount
    t.bank += amount
    tell(t, events.FORBIDDEN, seat, bid, amount)


# Bids that cannot be paid


@rule
def highest_bid(t: SerengetiState, seat: int) -> int:
    """SER-15."""
    return HIGHEST_BID if t.overbid else t.chips[seat]


@rule
def cannot_pay(t: SerengetiState, winner: int) -> None:
    """SER-16: a player with two or more cards chooses which one to discard."""
    tell(t, events.CANNOT_PAY, winner, t.price)
    t.sitting_out |= 1 << winner
    cards = cards_of(t, winner)
    if cards > 1:
        t.discarding = 1
        return
    for card in range(CARDS):
        if t.owner[card] == winner:
            discard(t, winner, card)
    auction_again(t)


@rule
def cards_of(t: SerengetiState, seat: int) -> int:
    """SER-16, SER-27."""
    cards = 0
    for digit in range(10):
        cards += t.held[seat][digit]
    return cards


@rule
def cards_to_discard(t: SerengetiState, seat: int, out: list[int]) -> int:
    """SER-16."""
    count = 0
    for card in range(CARDS):
        if t.owner[card] == seat:
            out[count] = DISCARD + card
            count += 1
    return count


@rule
def discard(t: SerengetiState, seat: int, card: int) -> None:
    """SER-16: the card leaves the game."""
    t.discarding = 0
    t.owner[card] = OUT
    t.held[seat][DIGIT[card]] -= 1
    tell(t, events.DISCARDED, seat, card)


@rule
def auction_again(t: SerengetiState) -> None:
    """SER-17, SER-18."""
    open_auction(t)
    if t.turn == NOBODY:
        lot_leaves(t)
    else:
        tell(t, events.AGAIN, t.turn)


@rule
def lot_leaves(t: SerengetiState) -> None:
    """SER-18: nobody is left in. The starting player stays."""
    lot = move_lot(t, OUT)
    tell(t, events.LOT_LEAVES, lot)
    next_round(t)


# Who gets the money


@rule
def who_gets_the_money(t: SerengetiState, winner: int, bid: int) -> None:
    """SER-19 to SER-23."""
    t.chips[winner] -= bid
    left = bid
    for seat in range(t.players):
        amount = payment(t, winner, bid, seat)
        t.chips[seat] += amount
        left -= amount
        if amount:
            tell_payment(t, winner, bid, seat, amount)
    t.bank += left
    if left:
        tell(t, events.TO_THE_BANK, left)


@rule
def payment(t: SerengetiState, winner: int, bid: int, seat: int) -> int:
    """SER-19 to SER-22: the chips paid to `seat` if `winner` wins at `bid`."""
    if seat == winner:
        return 0
    digit = LAST_DIGIT[bid]
    return share(t.players, bid, t.held[seat][digit], matching_cards(t, digit, winner))


@rule
def share(players: int, bid: int, own: int, matching: int) -> int:
    """SER-21, SER-22: the chips for a rival who has `own` of the matching cards."""
    if matching == 0:
        return bid // (players - 1)
    return bid if own == matching else bid // matching * own


@rule
def matching_cards(t: SerengetiState, digit: int, winner: int) -> int:
    """SER-19, SER-20: matching cards of all seats but the winner; the lot does not count."""
    cards = 0
    for seat in range(t.players):
        if seat != winner:
            cards += t.held[seat][digit]
    return cards


@rule
def tell_payment(t: SerengetiState, winner: int, bid: int, seat: int, amount: int) -> None:
    """SER-21, SER-22."""
    digit = LAST_DIGIT[bid]
    own = t.held[seat][digit]
    if own == 0:
        tell(t, events.PAID_EVENLY, winner, seat, amount, digit)
    elif own == matching_cards(t, digit, winner):
        tell(t, events.PAID_IN_FULL, winner, seat, amount, digit)
    else:
        tell(t, events.PAID_FOR_CARDS, winner, seat, amount, own, digit)


# The end


@rule
def the_end(t: SerengetiState) -> None:
    """SER-24."""
    t.turn = NOBODY
    t.bidder = NOBODY
    t.price = 0
    tell(t, events.END)


@rule
def scores(t: SerengetiState, out: list[int]) -> None:
    """SER-25, SER-26."""
    for seat in range(t.players):
        out[seat] = points_for_tribes(t, seat) + points_for_chips(t, seat)


@rule
def points_for_chips(t: SerengetiState, seat: int) -> int:
    """SER-26: for everybody with the most chips."""
    for other in range(t.players):
        if t.chips[other] > t.chips[seat]:
            return 0
    return POINTS_FOR_MOST_CHIPS


@rule
def points_for_tribes(t: SerengetiState, seat: int) -> int:
    """SER-25."""
    points = 0
    for tribe in range(len(TRIBES)):
        points += points_for_set(cards_of_tribe(t, seat, tribe))
    return points


@rule
def points_for_set(cards: int) -> int:
    """SER-25: the points for this many cards of one tribe."""
    return cards * (cards + 1) // 2


@rule
def cards_of_tribe(t: SerengetiState, place: int, tribe: int) -> int:
    """SER-25: the number of cards of a tribe with a player or in another place."""
    cards = 0
    for card in range(tribe * TRIBE_SIZE, (tribe + 1) * TRIBE_SIZE):
        if t.owner[card] == place:
            cards += 1
    return cards


@rule
def standings(t: SerengetiState, out: list[int]) -> None:
    """SER-27: points, then cards, then chips."""
    scores(t, out)
    for seat in range(t.players):
        out[seat] = (out[seat] * (CARDS + 1) + cards_of(t, seat)) * (CHIPS + 1) + t.chips[seat]
