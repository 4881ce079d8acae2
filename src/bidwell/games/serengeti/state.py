"""The state of Serengeti."""

from __future__ import annotations

from typing import Any

from bidwell.core.codecs import FLAG, SEAT, SEATS, Coded, Places
from bidwell.core.rule import rule
from bidwell.core.state import FirstEntries, OwnEntry, State, everyone, number, row, seats
from bidwell.games.serengeti.components import CARD_NAMES, CARDS, CARDS_OF_CYCLE, DECK, LOT, MOST_PLAYERS, OUT


@rule
def cards_drawn(round_number: int) -> int:
    """SER-06: the number of cards drawn by the time the lot of this round is on the table."""
    rest = round_number % 3
    return round_number // 3 * CARDS_OF_CYCLE + rest * (rest + 1) // 2


@FirstEntries
def once_drawn(t: Any) -> int:
    """SER-06: a card of the deck is visible once it is drawn."""
    return cards_drawn(t.round_number)


@OwnEntry
def chips_until_the_end(t: Any) -> bool:
    """SER-05: a player sees their own chips; at the end, or with `open_chips`, everyone sees all chips."""
    return bool(t.open_chips != 0 or t.turn < 0)


class SerengetiState(State):
    """The whole state of a game of Serengeti."""

    overbid: int = number(everyone, of=FLAG)
    fines: int = number(everyone, of=FLAG)
    open_chips: int = number(everyone, of=FLAG)

    round_number: int = number(everyone)
    """1 to 15."""
    starter: int = number(everyone, of=SEAT)
    turn: int = number(everyone, of=SEAT)
    """The seat to act; nobody when the game is over."""
    price: int = number(everyone)
    """The last bid, 0 before the first."""
    bidder: int = number(everyone, of=SEAT)
    discarding: int = number(everyone, of=FLAG)
    """Is the seat to act choosing a card to discard (SER-16)?"""
    passed: int = number(everyone, of=SEATS)
    """The seats out of this auction."""
    sitting_out: int = number(everyone, of=SEATS)
    """The seats out of this round."""
    have_bid: int = number(everyone, of=SEATS)
    """The seats that have bid on this lot."""
    paid_for_passing: int = number(everyone, of=SEATS)
    """The seats that have received chips for passing on this lot (SER-10)."""

    bank: int = number(everyone)
    chips: list[int] = seats(MOST_PLAYERS, chips_until_the_end)
    owner: list[int] = row(CARDS, everyone, of=Places(CARD_NAMES, {"lot": LOT, "out": OUT, "deck": DECK}, rest=DECK))
    """The place of every card."""
    deck: list[int] = row(CARDS, once_drawn, of=Coded(CARD_NAMES))
    """All cards in draw order."""
    held: list[list[int]] = seats(MOST_PLAYERS, everyone, each=10, derived=True)
    """Cards collected per player and digit. Derived from `owner`; kept because every bid reads it."""
