"""Redraws what a seat at Bids cannot know."""

from __future__ import annotations

from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.games.bids.components import ALLY, BLACK, BLACKS, HAND, NO_CARD
from bidwell.games.bids.rules import is_black
from bidwell.games.bids.state import BidsState
from bidwell.mechanics import count_of, draw_some, nth_of, shuffle


@rule
def imagine(t: BidsState, seat: int) -> None:
    """BID-04, BID-05, BID-10: redraw hidden hands, the cards out of the round and the order of the pile.

    Known facts stay: how many black cards are in hands, and which cards went under the pile, with their places there
    until the next shuffle.
    """
    blacks = unseen_blacks(t, seat)
    held_blacks = draw_some(t, blacks, blacks_in_hands(t, seat))
    lay_unseen_pile(t, blacks & ~held_blacks)
    colours = unseen_colours(t, seat)
    out = draw_some(t, colours & ~(1 << BLACK), cards_removed(t))
    lay_removed(t, out)
    deal_unseen_hands(t, seat, colours & ~out, held_blacks)


# Masks of black cards here count from BLACK; a mask of the other cards has the Ally at the bit BLACK.


@rule
def unseen_blacks(t: BidsState, seat: int) -> int:
    """BID-05: the black cards that may be in the pile or in another hand."""
    unseen = 0
    for place in range(t.pile_size):
        black = t.pile[place] - BLACK
        if not t.burned[black]:
            unseen |= 1 << black
    for slot in range(t.players * HAND):
        if slot // HAND != seat and is_black(t.hands[slot]):
            unseen |= 1 << (t.hands[slot] - BLACK)
    return unseen


@rule
def blacks_in_hands(t: BidsState, seat: int) -> int:
    """BID-05: how many black cards the others hold. The number mixed into the hands is known."""
    count = 0
    for slot in range(t.players * HAND):
        if slot // HAND != seat and is_black(t.hands[slot]):
            count += 1
    return count


@rule
def unseen_colours(t: BidsState, seat: int) -> int:
    """BID-04: the coloured cards and the Ally that may be in another hand or out of the round."""
    unseen = 0
    for place in range(len(t.removed)):
        if t.removed[place] != NO_CARD:
            unseen |= 1 << t.removed[place]
    for slot in range(t.players * HAND):
        card = t.hands[slot]
        if slot // HAND != seat and card != NO_CARD and not is_black(card):
            unseen |= 1 << min(card, BLACK)
    return unseen


@rule
def cards_removed(t: BidsState) -> int:
    """BID-04: the number of cards out of the round."""
    count = 0
    for place in range(len(t.removed)):
        if t.removed[place] != NO_CARD:
            count += 1
    return count


@rule
def lay_unseen_pile(t: BidsState, unseen: int) -> None:
    """BID-10, BID-38: in random order above the cards whose place is known; cards burned before a shuffle too."""
    for place in range(t.under, t.pile_size):
        black = t.pile[place] - BLACK
        if t.burned[black]:
            unseen |= 1 << black
    # laid by number before they are shuffled: the world must not depend on where they really lie
    place = t.under
    for black in range(BLACKS):
        if unseen >> black & 1:
            t.pile[place] = BLACK + black
            place += 1
    shuffle(t, t.pile, t.under, t.pile_size)


@rule
def lay_removed(t: BidsState, cards: int) -> None:
    """BID-04: choose the cards out of the round."""
    place = 0
    for card in range(BLACK):
        if cards >> card & 1:
            t.removed[place] = card
            place += 1


@rule
def deal_unseen_hands(t: BidsState, seat: int, colours: int, blacks: int) -> None:
    """BID-05: fill the other hands with random unseen cards, each equally likely."""
    for slot in range(t.players * HAND):
        if slot // HAND != seat and t.hands[slot] != NO_CARD:
            left = count_of(colours)
            number = below(t, left + count_of(blacks))
            if number < left:
                card = nth_of(colours, number)
                colours &= ~(1 << card)
                t.hands[slot] = card if card < BLACK else ALLY
            else:
                black = nth_of(blacks, number - left)
                blacks &= ~(1 << black)
                t.hands[slot] = BLACK + black
