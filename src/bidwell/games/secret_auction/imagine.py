"""Redraws what a seat at The Secret Auction House cannot know."""

from __future__ import annotations

from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.games.secret_auction.components import BID, DECK, ITEMS, NO_REQUEST, PASS, REQUESTS
from bidwell.games.secret_auction.rules import bid_size, can_recover, counted_hand, item_in_sight, money_at_hand
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import count_of, draw_one, draw_some, shuffle


@rule
def imagine(t: SecretAuctionState, seat: int) -> None:
    """SEC-06, SEC-10: redraw the order of the items, the others' requests and their sealed choices for this item.

    Money is counted, not redrawn: every bid was opened before everyone, so hands follow from what was seen.
    """
    place = t.turned
    for item in range(ITEMS):
        if t.owner[item] == DECK:
            t.items[place] = item
            place += 1
    shuffle(t, t.items, t.turned, ITEMS)
    imagine_requests(t, seat)
    for other in range(t.players):
        if other != seat:
            t.hands[other] = counted_hand(t, other)
            if t.turned > 0 and t.asked:
                imagine_choice(t, other)


@rule
def imagine_requests(t: SecretAuctionState, seat: int) -> None:
    """SEC-04, SEC-06: draw from the requests this seat has not seen. At the end the kept requests are known."""
    left = (1 << REQUESTS) - 1
    if seat >= 0:
        left &= ~(1 << t.dealt[seat][0] | 1 << t.dealt[seat][1])
    if not t.asked:
        for other in range(t.players):
            left &= ~(1 << t.kept[other])
    for other in range(t.players):
        if other != seat:
            left = imagine_dealt(t, other, left)


@rule
def imagine_dealt(t: SecretAuctionState, seat: int, left: int) -> int:
    """SEC-04: draw the two requests of a seat and the one it kept; return the requests left for the others."""
    known = below(t, 2) if not t.asked else NO_REQUEST
    for place in range(2):
        t.dealt[seat][place] = t.kept[seat] if place == known else draw_one(t, left)
        left &= ~(1 << t.dealt[seat][place])
    if t.asked and t.kept[seat] != NO_REQUEST:
        t.kept[seat] = t.dealt[seat][below(t, 2)]
    return left


@rule
def imagine_choice(t: SecretAuctionState, seat: int) -> None:
    """SEC-10, SEC-30, SEC-31: a random choice the seat could have made. Whether it has chosen is known."""
    t.recovering[seat] = 0
    if t.out >> seat & 1:
        return
    if t.asked >> seat & 1:
        t.recovering[seat] = below(t, 2) if can_recover(t, seat) else 0
        return
    size = bid_size(t, item_in_sight(t))
    plain = ways_to_choose(t, seat, size)
    recovered = 0
    if can_recover(t, seat):
        t.recovering[seat] = 1
        recovered = ways_to_choose(t, seat, size)
    drawn = below(t, plain + recovered)
    t.recovering[seat] = 0 if drawn < plain else 1
    if drawn in (0, plain) and t.chips[seat] > t.recovering[seat]:
        t.choices[seat] = PASS
    else:
        t.choices[seat] = BID + draw_some(t, money_at_hand(t, seat), size)


@rule
def ways_to_choose(t: SecretAuctionState, seat: int, size: int) -> int:
    """SEC-10, SEC-30: the number of choices of a seat once its decision to recover is fixed; the first is a pass."""
    cards = count_of(money_at_hand(t, seat))
    ways = 1
    for card in range(size):
        ways = ways * (cards - card) // (card + 1)
    return ways + 1 if t.chips[seat] > t.recovering[seat] else ways
