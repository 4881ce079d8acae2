"""The state of Bids."""

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
    """A slot of a hand is visible to its holder; that a slot is empty is visible to everyone."""
    return viewer == index // HAND or t.hands[index] == NO_CARD


@alike
def no_card_there(t: Any, viewer: int, index: int) -> bool:
    """Nobody sees the cards of a face-down pile; everyone sees its size."""
    return bool(t.pile[index] == NO_CARD)


@alike
def none_removed(t: Any, viewer: int, index: int) -> bool:
    """BID-04: the number of cards out of the round is public."""
    return bool(t.removed[index] == NO_CARD)


class BidsState(State):
    """The whole state of a game of Bids."""

    rounds: int = number(everyone, bits=8)
    colour_bids: int = number(everyone, of=FLAG, bits=8)
    specials: int = number(everyone, bits=8)
    ally: int = number(everyone, of=FLAG, bits=8)
    blanks: int = number(everyone, bits=8)
    """The number of blank cards in play."""
    blank_points: list[int] = row(MOST_BLANKS, everyone)
    letters: list[int] = seats(MOST_PLAYERS, everyone, bits=16, derived=True)
    """BID-08: the letters of a player's first name times 100, plus the letters of the rest."""

    round_number: int = number(everyone, bits=8)
    turn_number: int = number(everyone, bits=8)
    """1 to 10 in each round."""
    leader: int = number(everyone, of=SEAT, bits=8)
    turn: int = number(everyone, of=SEAT, bits=8)
    """The seat to act; nobody when the game is over."""
    stealing: int = number(everyone, of=FLAG, bits=8)
    """Is the seat to act choosing what to steal (BID-36)?"""
    lowest_wins: int = number(everyone, of=FLAG, bits=8)
    up: int = number(everyone, of=Coded(CARD_NAMES), bits=8)
    """The point card in the middle, up for bids."""
    prize: int = number(everyone, of=Coded(CARD_NAMES), bits=8)
    """The card the winner gets: the card in the middle, unless a Surprise has replaced it."""
    played: list[int] = seats(MOST_PLAYERS, everyone, of=Coded(CARD_NAMES))
    """The card each player has played this turn."""

    hands: list[int] = row(MOST_PLAYERS * HAND, own_hand, of=Hands(CARD_NAMES, size=HAND))
    """Ten slots per player, filled from the first."""
    removed: list[int] = row(2, none_removed, of=Cards(CARD_NAMES))
    """BID-04: the hidden cards out of the round."""
    gone: list[int] = row(CARDS, everyone, of=Marked(CARD_NAMES))
    """Coloured cards played and specials discarded: out for the round, visible to everyone."""
    pile: list[int] = row(PILE, no_card_there, of=Cards(CARD_NAMES, top_last=True))
    """Face down, the top card last."""
    pile_size: int = number(everyone, bits=8)
    under: int = number(everyone, bits=8)
    """The number of cards at the bottom of the pile put there openly since the last shuffle."""
    burned: list[int] = row(BLACKS, everyone, of=Marked(BLACK_NAMES))
    """Black cards publicly known to be in the pile."""

    taker: list[int] = row(BLACKS, everyone, of=Places(BLACK_NAMES, {"nobody": -1}, rest=-1))
    """The player who has taken each black card."""
    doubled: list[int] = row(BLACKS, everyone, of=Marked(BLACK_NAMES))
    """BID-35: the cards that count double for their taker."""
    allies: int = number(everyone, of=SEATS, bits=8)
    """BID-32: the two players allied in this round."""

    last_scores: list[int] = seats(MOST_PLAYERS, everyone, bits=16)
    """Points of the last finished round."""
    totals: list[int] = seats(MOST_PLAYERS, everyone, bits=16)
    """Points of all finished rounds."""
    lucky: list[int] = seats(MOST_PLAYERS, everyone)
    """How often each player was a lucky loser."""
