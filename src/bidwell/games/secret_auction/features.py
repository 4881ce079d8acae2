"""The features of The Secret Auction House for networks: integers, the viewing seat first, then clockwise."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.secret_auction.components import (
    DECK,
    ITEMS,
    MONEY,
    MOST_PLAYERS,
    NO_REQUEST,
    REQUESTS,
)
from bidwell.games.secret_auction.rules import money_at_hand
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import steps_clockwise

COUNTS = 4
MARKS = 3 + 2 * MONEY
PLACES = MOST_PLAYERS + 2
SIZE = COUNTS + 2 * REQUESTS + MONEY + MARKS * MOST_PLAYERS + ITEMS * PLACES


@rule
def features(t: SecretAuctionState, seat: int, out: list[int]) -> None:
    """Write counts; own requests dealt and kept; own money; chips and money of every seat; the place of every item."""
    for place in range(SIZE):
        out[place] = 0
    out[0] = t.turned
    out[1] = t.players
    out[2] = t.bid_sizes
    out[3] = t.recovering[seat]
    write_own(t, seat, out, COUNTS)
    for step in range(t.players):
        write_seat(t, (seat + step) % t.players, out, COUNTS + 2 * REQUESTS + MONEY + step * MARKS)
    first = COUNTS + 2 * REQUESTS + MONEY + MARKS * MOST_PLAYERS
    for item in range(ITEMS):
        place = t.owner[item]
        if place < MOST_PLAYERS:
            out[first + item * PLACES + steps_clockwise(t.players, seat, place)] = 1
        elif place != DECK:
            out[first + item * PLACES + place] = 1


@rule
def write_own(t: SecretAuctionState, seat: int, out: list[int], first: int) -> None:
    """Write what only this seat knows."""
    for place in range(2):
        out[first + t.dealt[seat][place]] = 1
    if t.kept[seat] != NO_REQUEST:
        out[first + REQUESTS + t.kept[seat]] = 1
    for card in range(MONEY):
        out[first + 2 * REQUESTS + card] = money_at_hand(t, seat) >> card & 1


@rule
def write_seat(t: SecretAuctionState, other: int, out: list[int], first: int) -> None:
    """Write the seat's chips, whether it is out, whether it is asked, and its money spent and gone."""
    out[first] = t.chips[other]
    out[first + 1] = t.out >> other & 1
    out[first + 2] = t.asked >> other & 1
    for card in range(MONEY):
        out[first + 3 + card] = t.piles[other] >> card & 1
        out[first + 3 + MONEY + card] = t.gone[other] >> card & 1
