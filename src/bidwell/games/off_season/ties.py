"""CAM-16: what decides between equal pounds."""

from __future__ import annotations

from bidwell.core.ties import TieBreak
from bidwell.games.off_season.rules import goods_cards

TIE_BREAKS = (
    TieBreak(
        lambda t, seat: -goods_cards(t, seat),
        lambda t, seat: f"fewer goods cards left ({goods_cards(t, seat)})",
        "as many goods cards left",
    ),
)
