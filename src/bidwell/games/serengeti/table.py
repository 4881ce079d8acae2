"""The table of Serengeti, declared once."""

from __future__ import annotations

from bidwell.core.flat import FlatTable, everyone, number, row, seats
from bidwell.core.writing import FLAG, SEAT, SEATS, Coded, Places
from bidwell.games.serengeti.components import CARD_NAMES, CARDS, DECK, LOT, MOST_PLAYERS, OUT


def drawn(t: Table, viewer: int, index: int) -> bool:
    """Cards of the deck are seen once they are drawn."""
    return index < t.drawn


def hidden_chips(t: Table, viewer: int, index: int) -> bool:
    """SER-05: one's own, and at the end, or with `open_chips`, everybody's."""
    return viewer == index or t.open_chips != 0 or t.turn < 0


class Table(FlatTable):
    """Everything on and under the table of Serengeti."""

    overbid: int = number(everyone, of=FLAG, bits=8)
    fines: int = number(everyone, of=FLAG, bits=8)
    open_chips: int = number(everyone, of=FLAG, bits=8)

    round_number: int = number(everyone, bits=8)
    """1 to 15."""
    starter: int = number(everyone, of=SEAT, bits=8)
    turn: int = number(everyone, of=SEAT, bits=8)
    """Who is asked; nobody when the game is over."""
    price: int = number(everyone, bits=8)
    """The last bid, 0 before the first."""
    bidder: int = number(everyone, of=SEAT, bits=8)
    discarding: int = number(everyone, of=FLAG, bits=8)
    """Is the one asked choosing a card to discard (SER-16)?"""
    passed: int = number(everyone, of=SEATS, bits=8)
    """Who is out of this auction."""
    sitting_out: int = number(everyone, of=SEATS, bits=8)
    """Who is out of this round."""
    have_bid: int = number(everyone, of=SEATS, bits=8)
    """Who has bid on this lot."""
    consoled: int = number(everyone, of=SEATS, bits=8)
    """Who has had his chips for passing on this lot."""

    bank: int = number(everyone, bits=8)
    chips: list[int] = seats(MOST_PLAYERS, hidden_chips)
    owner: list[int] = row(CARDS, everyone, of=Places(CARD_NAMES, {"lot": LOT, "out": OUT, "deck": DECK}, rest=DECK))
    """Where every card is."""
    deck: list[int] = row(CARDS, drawn, of=Coded(CARD_NAMES))
    """All cards in the order in which they are drawn."""
    drawn: int = number(everyone, bits=8)
    """How many have been drawn."""
    held: list[list[int]] = seats(MOST_PLAYERS, everyone, each=10, derived=True)
    """How many cards with each digit a player has collected: follows from `owner`, and every bid looks at it."""
