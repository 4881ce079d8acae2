"""The goal card of Serengeti: what a newcomer needs to know before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidwell.games.serengeti.components import ROUNDS

BLUFF = "You may bid more than you have, but a winner who cannot pay loses a card and the round (SER-16)."
NO_BLUFF = "Nobody may bid more chips than they have at this table (SER-15)."


def goal(players: int, options: Mapping[str, Any]) -> list[str]:
    """Return the goal card, line by line."""
    return [
        f"{ROUNDS} lots of 1, 2 or 3 cards are auctioned: bid higher, or pass. Passing without a bid earns 2 chips.",
        "The winner pays the others: those who hold cards with the last digit of the price (SER-21), or all evenly "
        "if nobody does (SER-22).",
        "Your own cards forbid you their digits: with a 6 you cannot bid 6, 16, 26 … (SER-13).",
        BLUFF if options["overbid"] else NO_BLUFF,
        "In the end 1, 2, 3, 4, 5 cards of a tribe score 1, 3, 6, 10, 15, most chips score 3. Most points win.",
    ]
