"""What a network sees of Serengeti: whole numbers, the seat itself first, then clockwise."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.serengeti.components import CARDS, LOT, MOST_PLAYERS, OUT
from bidwell.games.serengeti.table import Table

CARD_PLACES = MOST_PLAYERS + 2
SIZE = 5 + 3 * MOST_PLAYERS + CARDS * CARD_PLACES


@rule
def features(t: Table, seat: int, out: list[int]) -> None:
    """Price, bank, own chips, round, discarding; standing, bid and in of every seat; the place of every card."""
    out[0] = t.price
    out[1] = t.bank
    out[2] = t.chips[seat]
    out[3] = t.round_number
    out[4] = t.discarding
    for step in range(MOST_PLAYERS):
        other = (seat + step) % t.players
        here = step < t.players
        out[5 + step] = 1 if here and not t.passed >> other & 1 else 0
        out[5 + MOST_PLAYERS + step] = 1 if here and t.bidder == other else 0
        out[5 + 2 * MOST_PLAYERS + step] = 1 if here and t.starter == other else 0
    for card in range(CARDS):
        first = 5 + 3 * MOST_PLAYERS + card * CARD_PLACES
        for place in range(CARD_PLACES):
            out[first + place] = 0
        if t.owner[card] < MOST_PLAYERS:
            out[first + (t.owner[card] - seat + t.players) % t.players] = 1
        elif t.owner[card] <= OUT:
            out[first + MOST_PLAYERS + t.owner[card] - LOT] = 1
