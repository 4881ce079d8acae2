"""The features of Bids for networks: integers, the viewing seat first, then the others clockwise."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.bids.components import BLACK, BLACKS, CARDS, HAND, MOST_PLAYERS, NO_CARD
from bidwell.games.bids.state import BidsState

COUNTS = 8
SIZE = COUNTS + 4 * MOST_PLAYERS + 3 * CARDS + MOST_PLAYERS * CARDS + MOST_PLAYERS * BLACKS + 2 * BLACKS
INPUTS = SIZE + 3
"""The number of inputs of a network."""
RECALL = INPUTS + BLACKS
"""The number of features of a perfect memory."""


@rule
def recall(t: BidsState, seat: int, out: list[int]) -> None:
    """Write the inputs, then the place of every black card that went under the pile openly, from 1 at the bottom.

    A card whose place is not known has 0 there: a shuffle makes the places unknown (BID-10, BID-38).
    """
    inputs(t, seat, out)
    for black in range(BLACKS):
        out[INPUTS + black] = 0
    for place in range(t.under):
        out[INPUTS + t.pile[place] - BLACK] = place + 1


@rule
def inputs(t: BidsState, seat: int, out: list[int]) -> None:
    """Write the features, then the options that they leave out: special cards, the Ally and blank cards in play."""
    features(t, seat, out)
    out[SIZE] = t.specials
    out[SIZE + 1] = t.ally
    out[SIZE + 2] = t.blanks


@rule
def features(t: BidsState, seat: int, out: list[int]) -> None:
    """Write counts; per seat leader, ally, total, lucky-loser count; own hand, middle, gone; cards played and taken."""
    for place in range(SIZE):
        out[place] = 0
    write_counts(t, out)
    write_cards(t, seat, out, COUNTS + 4 * MOST_PLAYERS)
    for step in range(t.players):
        other = (seat + step) % t.players
        out[COUNTS + step] = 1 if other == t.leader else 0
        out[COUNTS + MOST_PLAYERS + step] = t.allies >> other & 1
        out[COUNTS + 2 * MOST_PLAYERS + step] = t.totals[other]
        out[COUNTS + 3 * MOST_PLAYERS + step] = t.lucky[other]
        write_seat(t, step, other, out, COUNTS + 4 * MOST_PLAYERS + 3 * CARDS)


@rule
def write_counts(t: BidsState, out: list[int]) -> None:
    """Write how far the game has come and the options it is played with."""
    out[0] = t.round_number
    out[1] = t.turn_number
    out[2] = t.rounds
    out[3] = t.players
    out[4] = t.lowest_wins
    out[5] = t.stealing
    out[6] = t.colour_bids
    out[7] = t.pile_size


@rule
def write_cards(t: BidsState, seat: int, out: list[int], first: int) -> None:
    """Write the seat's own hand, the card in the middle and the cards that are gone."""
    for slot in range(seat * HAND, (seat + 1) * HAND):
        if t.hands[slot] != NO_CARD:
            out[first + t.hands[slot]] = 1
    if t.up != NO_CARD:
        out[first + CARDS + t.up] = 1
    for card in range(CARDS):
        out[first + 2 * CARDS + card] = t.gone[card]


@rule
def write_seat(t: BidsState, step: int, other: int, out: list[int], first: int) -> None:
    """Write what another seat has played this turn and taken in this round."""
    if t.played[other] != NO_CARD:
        out[first + step * CARDS + t.played[other]] = 1
    first += MOST_PLAYERS * CARDS
    for black in range(BLACKS):
        if t.taker[black] == other:
            out[first + step * BLACKS + black] = 1
        out[first + MOST_PLAYERS * BLACKS + black] = t.doubled[black]
        out[first + MOST_PLAYERS * BLACKS + BLACKS + black] = t.burned[black]
