"""The table of Bids, declared once."""

from __future__ import annotations

from typing import Any

from bidwell.core.codecs import FLAG, SEAT, SEATS, Cards, Coded, Hands, Marked, Places
from bidwell.core.state import State, alike, everyone, number, row, seats
from bidwell.games.bids.components import (
    ALLY,
    BLACK,
    BLACKS,
    CARD_NAMES,
    CARDS,
    HAND,
    MOST_BLANKS,
    MOST_PLAYERS,
    NO_CARD,
    PILE,
)

BLACK_NAMES = CARD_NAMES[BLACK:ALLY]


def own_hand(t: Any, viewer: int, index: int) -> bool:
    """The slots of a hand are seen by the one who holds it; that one is empty, by all."""
    return viewer == index // HAND or t.hands[index] == NO_CARD


@alike
def no_card_there(t: Any, viewer: int, index: int) -> bool:
    """A face-down pile is seen by nobody, but how high it is by all."""
    return bool(t.pile[index] == NO_CARD)


@alike
def none_removed(t: Any, viewer: int, index: int) -> bool:
    """BID-04: how many are out of the round is known."""
    return bool(t.removed[index] == NO_CARD)


class BidsState(State):
    """Everything on and under the table of Bids."""

    rounds: int = number(everyone, bits=8)
    colour_bids: int = number(everyone, of=FLAG, bits=8)
    specials: int = number(everyone, bits=8)
    ally: int = number(everyone, of=FLAG, bits=8)
    blanks: int = number(everyone, bits=8)
    """How many blank cards are in play."""
    blank_points: list[int] = row(MOST_BLANKS, everyone)
    letters: list[int] = seats(MOST_PLAYERS, everyone, bits=16, derived=True)
    """BID-08: the letters of a player's first name, times 100, and those of the rest."""

    round_number: int = number(everyone, bits=8)
    turn_number: int = number(everyone, bits=8)
    """1 to 10 in every round."""
    leader: int = number(everyone, of=SEAT, bits=8)
    turn: int = number(everyone, of=SEAT, bits=8)
    """Who is asked; nobody when the game is over."""
    stealing: int = number(everyone, of=FLAG, bits=8)
    """Is the one asked choosing what to steal (BID-36)?"""
    lowest_wins: int = number(everyone, of=FLAG, bits=8)
    up: int = number(everyone, of=Coded(CARD_NAMES), bits=8)
    """The point card in the middle, bid for now."""
    prize: int = number(everyone, of=Coded(CARD_NAMES), bits=8)
    """What the winner gets for it: the same, unless a Surprise has put another in its place."""
    played: list[int] = seats(MOST_PLAYERS, everyone, of=Coded(CARD_NAMES))
    """What each player has played this turn."""

    hands: list[int] = row(MOST_PLAYERS * HAND, own_hand, of=Hands(CARD_NAMES, size=HAND))
    """Ten slots a player, filled from the first on."""
    removed: list[int] = row(2, none_removed, of=Cards(CARD_NAMES))
    """BID-04: out of the round, unseen."""
    gone: list[int] = row(CARDS, everyone, of=Marked(CARD_NAMES))
    """Coloured cards played and specials discarded: out for the round, seen by all."""
    pile: list[int] = row(PILE, no_card_there, of=Cards(CARD_NAMES, top_last=True))
    """Face down, the top last."""
    pile_size: int = number(everyone, bits=8)
    under: int = number(everyone, bits=8)
    """How many cards at the bottom of the pile were put there for all to see, since it was last shuffled."""
    burned: list[int] = row(BLACKS, everyone, of=Marked(BLACK_NAMES))
    """Black cards that everybody knows to be in the pile."""

    taker: list[int] = row(BLACKS, everyone, of=Places(BLACK_NAMES, {"nobody": -1}, rest=-1))
    """Before whom every black card lies."""
    doubled: list[int] = row(BLACKS, everyone, of=Marked(BLACK_NAMES))
    """BID-35: the cards that count twice for whom they lie before."""
    allies: int = number(everyone, of=SEATS, bits=8)
    """BID-32: the two who are allied in this round."""

    last_scores: list[int] = seats(MOST_PLAYERS, everyone, bits=16)
    """Points of the last round that is over."""
    totals: list[int] = seats(MOST_PLAYERS, everyone, bits=16)
    """Points of the rounds that are over."""
    lucky: list[int] = seats(MOST_PLAYERS, everyone)
    """How often each was a lucky loser."""
