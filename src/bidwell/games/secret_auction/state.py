"""The state of The Secret Auction House."""

from __future__ import annotations

from typing import Any

from bidwell.core import digits
from bidwell.core.codecs import FLAG, SEATS, Codec, Coded, Names, Places, Values
from bidwell.core.errors import BadPosition, brief_repr
from bidwell.core.state import FirstEntries, OwnEntry, State, everyone, its_owner, number, row, seats
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


@FirstEntries
def once_turned(t: Any) -> int:
    """SEC-10: an item is visible once it is turned up."""
    return int(t.turned)


@OwnEntry
def until_the_end(t: Any) -> bool:
    """SEC-06: a kept request is hidden until the game is over."""
    return not t.asked


class ChoiceCodec(Codec):
    """Codec of a sealed choice: "pass", "3+7" or "none"."""

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
    """The whole state of a game of The Secret Auction House."""

    bid_sizes: int = number(everyone, of=Coded(BID_SIZES))

    turned: int = number(everyone)
    """The number of items turned up; 0 while requests are chosen."""
    items: list[int] = row(ITEMS, once_turned, of=Coded(ITEM_NAMES))
    """All items in the order they are turned up."""
    owner: list[int] = row(
        ITEMS, everyone, of=Places(ITEM_NAMES, {"sight": SIGHT, "discarded": DISCARDED, "deck": DECK}, rest=DECK)
    )
    """The place of every item."""

    dealt: list[list[int]] = seats(MOST_PLAYERS, its_owner, each=2, of=Coded(REQUEST_CLAUSES))
    """SEC-04: the two requests dealt to each player."""
    kept: list[int] = seats(MOST_PLAYERS, until_the_end, of=Coded(REQUEST_CLAUSES))

    hands: list[int] = seats(MOST_PLAYERS, its_owner, of=Values(MONEY), bits=16)
    """Money in hand. Hidden, although it can be counted from the bids that were opened."""
    piles: list[int] = seats(MOST_PLAYERS, everyone, of=Values(MONEY), bits=16)
    """Money spent without winning. It lies face down, but all of it was opened before everyone."""
    gone: list[int] = seats(MOST_PLAYERS, everyone, of=Values(MONEY), bits=16)
    """Money under items won."""
    chips: list[int] = seats(MOST_PLAYERS, everyone)
    out: int = number(everyone, of=SEATS)
    """SEC-21: the seats out for the rest of the game."""

    asked: int = number(everyone, of=SEATS)
    """The seats that have yet to choose; none when the game is over."""
    recovering: list[int] = seats(MOST_PLAYERS, its_owner, of=FLAG)
    """Sealed: the seats that spend a chip to take their pile back for this item (SEC-31)."""
    choices: list[int] = seats(MOST_PLAYERS, its_owner, of=ChoiceCodec(), bits=16)
    """Sealed: the action each seat has chosen for this item."""
