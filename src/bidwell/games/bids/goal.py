"""The goal card of Bids: what a newcomer needs to know before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidwell.games.bids.components import ALLY_FROM, LUCKY_LOSER

SPECIALS = {
    "Thief": "Thief: the winner steals a black card (BID-36)",
    "Shuffle": "Shuffle: the pile is shuffled (BID-38)",
    "Lowest": "Lowest: from then on the lowest bid wins (BID-39)",
    "Surprise": "Surprise: the prize is unseen (BID-40)",
}
COLOUR_BIDS = "Colour bids: the best card of the colour played most wins, the middle counting as black (BID-20)"
ALLY = "Ally: its player and the winner share their points (BID-32)"


def goal(players: int, options: Mapping[str, Any]) -> list[str]:
    """Return the goal card, line by line. The last line lists the special cards and rules of this table, if any."""
    luck = LUCKY_LOSER[players]
    lines = [
        "A black card is turned up, and all play one card in turn: the highest number takes it, and every black "
        "card played (BID-09).",
        "A tie for the highest burns the turn: nobody takes anything (BID-10).",
        "Black numbers are points, -5 too; 2x doubles all its taker has so far (BID-35). Most points win.",
        f"No black card in ten turns: a lucky loser scores {luck}, the next time {2 * luck} … (BID-19).",
    ]
    added = [text for name, text in SPECIALS.items() if name in options["specials"]]
    if options["ally"] or players >= ALLY_FROM:
        added.append(ALLY)
    if options["colour_bids"]:
        added.append(COLOUR_BIDS)
    return [*lines, f"{'. '.join(added)}."] if added else lines
