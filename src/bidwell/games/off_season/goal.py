"""The goal card of Off Season: what a newcomer needs to know before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidwell.games.off_season.components import CAMELS


def goal(players: int, options: Mapping[str, Any]) -> list[str]:
    """Return the goal card, line by line."""
    return [
        "Each round all bet in secret for the first choice of a market, under one of eight auctions (CAM-11).",
        "A market's goods, face up and face down, are all yours; you may use its ability first (CAM-12).",
        f"Each of four camels carries one type, {CAMELS[0]} to {CAMELS[-1]} cards: one too many, and all of it "
        "is lost (CAM-13).",
        "Each round you may sell from one camel (CAM-14): all dates, a carpet of each colour, pottery of one shape, "
        "or the lowest fruit.",
        "Most pounds win; what stays on a camel brings nothing (CAM-16).",
    ]
