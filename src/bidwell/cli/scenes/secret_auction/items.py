"""Items, notes and requests of The Secret Auction House on a terminal. Every jewel has its own mark and colour."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from bidwell.core.prose import capital
from bidwell.games import game
from bidwell.games.secret_auction.components import (
    ITEMS,
    MONEY,
    REQUEST_CLAUSES,
    REQUEST_NAMES,
    STARS,
    TYPES,
)
from bidwell.games.secret_auction.rules import stars_of
from bidwell.games.secret_auction.state import SecretAuctionState

MARKS = "◆●■▲✚○"
STYLES = ("#d1495b", "#4c95d6", "#57a773", "#9d7ad2", "#d9a441", "#b8c4cc")
STAR = "★"


def jewel(item: int) -> int:
    return item // STARS


def item_name(item: int) -> Text:
    """An item with its mark and stars: `■ Emerald ★★★`."""
    kind = jewel(item)
    return Text(f"{MARKS[kind]} {TYPES[kind]} {STAR * stars_of(item)}", STYLES[kind])


def items_at(state: SecretAuctionState, place: int) -> list[int]:
    return [item for item in range(ITEMS) if state.owner[item] == place]


def left_by_stars(state: SecretAuctionState, place: int) -> list[int]:
    """The number of items with one, two and three stars in this place."""
    found = [stars_of(item) for item in items_at(state, place)]
    return [found.count(stars) for stars in range(1, STARS + 1)]


def values(money: int) -> list[int]:
    return [value for value in range(1, MONEY + 1) if money >> (value - 1) & 1]


def notes(money: Iterable[int]) -> str:
    """The notes of a hand or a bid: `1 4 8`."""
    return " ".join(map(str, money)) or "nothing"


def request_name(request: int) -> str:
    return capital(REQUEST_NAMES[request])


def request_text(request: int) -> str:
    """The text of the request's clause."""
    return game("secret_auction").clauses[REQUEST_CLAUSES[request]].words
