"""The goal card of The Secret Auction House: what a newcomer needs to know before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidwell.games.secret_auction.components import ITEMS

SIZES = {
    "square": "as many money cards as its square says",
    "stars": "as many money cards as it has stars",
}


def goal(players: int, options: Mapping[str, Any]) -> list[str]:
    """Return the goal card, line by line."""
    return [
        f"{ITEMS} items are sold one by one: all bid in secret, with {SIZES[options['bid_sizes']]} (SEC-10).",
        "The highest sum wins, and is gone; tied for highest, the next highest wins, if alone (SEC-14).",
        "Other money cards go to your pile, which comes back when your hand runs too short (SEC-20).",
        "You must bid; each of your three chips lets you pass (SEC-30), or take back your pile (SEC-31).",
        "Points are stars and, if fulfilled at the end, your secret request. Most points win.",
    ]
