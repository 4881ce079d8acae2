"""The features of Serengeti for networks: integers, the viewing seat first, then the others clockwise."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.serengeti.components import CARDS, LOT, MOST_PLAYERS, OUT
from bidwell.games.serengeti.state import SerengetiState
from bidwell.mechanics import steps_clockwise

COUNTS = 7
MARKS = 7
CARD_PLACES = MOST_PLAYERS + 2
SIZE = COUNTS + MARKS * MOST_PLAYERS + CARDS * CARD_PLACES
INPUTS = SIZE + MOST_PLAYERS
"""The number of inputs of a network."""


@rule
def inputs(t: SerengetiState, seat: int, out: list[int]) -> None:
    """Write the features, then every seat's chips: payments are public (SER-05), so a perfect memory knows them."""
    features(t, seat, out)
    for step in range(MOST_PLAYERS):
        out[SIZE + step] = t.chips[(seat + step) % t.players] if step < t.players else 0


@rule
def features(t: SerengetiState, seat: int, out: list[int]) -> None:
    """Write counts and options, then each seat's state in this round with its chips, then the place of every card."""
    out[0] = t.price
    out[1] = t.bank
    out[2] = t.round_number
    out[3] = t.discarding
    out[4] = t.players
    out[5] = t.overbid
    out[6] = t.fines
    for place in range(COUNTS, SIZE):
        out[place] = 0
    for step in range(t.players):
        write_seat(t, seat, (seat + step) % t.players, out, COUNTS + step * MARKS)
    for card in range(CARDS):
        write_place(t, seat, card, out, COUNTS + MARKS * MOST_PLAYERS + card * CARD_PLACES)


@rule
def write_seat(t: SerengetiState, seat: int, other: int, out: list[int], first: int) -> None:
    """Write: in, sitting out, standing bidder, has bid on the lot, was paid to pass, starter; chips if visible."""
    out[first] = 0 if t.passed >> other & 1 else 1
    out[first + 1] = t.sitting_out >> other & 1
    out[first + 2] = 1 if t.bidder == other else 0
    out[first + 3] = t.have_bid >> other & 1
    out[first + 4] = t.paid_for_passing >> other & 1
    out[first + 5] = 1 if t.starter == other else 0
    out[first + 6] = t.chips[other] if other == seat or t.open_chips else 0


@rule
def write_place(t: SerengetiState, seat: int, card: int, out: list[int], first: int) -> None:
    """Write the place of a card: a player, on sale or out of the game. A card not drawn yet stays all zero."""
    place = t.owner[card]
    if place < MOST_PLAYERS:
        out[first + steps_clockwise(t.players, seat, place)] = 1
    elif place <= OUT:
        out[first + MOST_PLAYERS + place - LOT] = 1
