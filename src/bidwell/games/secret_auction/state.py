"""The table of The Secret Auction House, declared once."""

from __future__ import annotations

from typing import Any

from bidwell.core import digits
from bidwell.core.codecs import FLAG, SEATS, Codec, Coded, Names, Places, Values
from bidwell.core.errors import BadPosition, brief_repr
from bidwell.core.state import State, alike, everyone, its_owner, number, row, seats
from bidwell.games.secret_auction.components import (
    BID,
    BID_SIZES,
    DECK,
    DISCARDED,
    ITEM_NAMES,
    ITEMS,
    MONEY,
    MOST_PLAYERS,
    NO_CHOICE,
    PASS,
    REQUEST_CLAUSES,
    SIGHT,
)


@alike
def once_turned(t: Any, viewer: int, index: int) -> bool:
    """SEC-10: items are seen once they are turned up."""
    return index < int(t.turned)


def until_the_end(t: Any, viewer: int, index: int) -> bool:
    """SEC-06: a kept request is secret until nobody is asked any more."""
    return viewer == index or not t.asked


class Choice(Codec):
    """A sealed choice as it is said: "pass", "3+7", or "none"."""

    def word(self, value: int, names: Names) -> str:
        if value < BID:
            return "pass" if value == PASS else "none"
        return "+".join(str(card) for card in Values(MONEY).word(value - BID, names))

    def number(self, word: Any, names: Names) -> int:
        if word in ("pass", "none"):
            return PASS if word == "pass" else NO_CHOICE
        cards = word.split("+") if isinstance(word, str) else []
        if not cards or not all(map(digits.is_number, cards)):
            raise BadPosition(f"{brief_repr(word)} should be 'pass', 'none' or a bid like '3+7'")
        return BID + Values(MONEY).number([digits.value_of(card, MONEY) for card in cards], names)


class SecretAuctionState(State):
    """Everything on and under the table of The Secret Auction House."""

    bid_sizes: int = number(everyone, of=Coded(BID_SIZES))

    turned: int = number(everyone)
    """How many items have been turned up; 0 while requests are chosen."""
    items: list[int] = row(ITEMS, once_turned, of=Coded(ITEM_NAMES))
    """All items in the order in which they are turned up."""
    owner: list[int] = row(
        ITEMS, everyone, of=Places(ITEM_NAMES, {"sight": SIGHT, "discarded": DISCARDED, "deck": DECK}, rest=DECK)
    )
    """Where every item is."""

    dealt: list[list[int]] = seats(MOST_PLAYERS, its_owner, each=2, of=Coded(REQUEST_CLAUSES))
    """SEC-04: the two requests dealt to each player."""
    kept: list[int] = seats(MOST_PLAYERS, until_the_end, of=Coded(REQUEST_CLAUSES))

    hands: list[int] = seats(MOST_PLAYERS, its_owner, of=Values(MONEY), bits=16)
    """Money in hand. Hidden, though who counts what was opened knows it."""
    piles: list[int] = seats(MOST_PLAYERS, everyone, of=Values(MONEY), bits=16)
    """Money spent and not won with: face down, but all of it was opened before everybody."""
    gone: list[int] = seats(MOST_PLAYERS, everyone, of=Values(MONEY), bits=16)
    """Money under the items won."""
    chips: list[int] = seats(MOST_PLAYERS, everyone)
    out: int = number(everyone, of=SEATS)
    """SEC-21: who is out for the rest of the game."""

    asked: int = number(everyone, of=SEATS)
    """Who has yet to choose; nobody when the game is over."""
    recovering: list[int] = seats(MOST_PLAYERS, its_owner, of=FLAG)
    """Sealed: who takes the pile back for this item with a chip (SEC-31)."""
    choices: list[int] = seats(MOST_PLAYERS, its_owner, of=Choice(), bits=16)
    """Sealed: the action each has chosen for this item."""
