"""SER-27: what decides between equal points."""

from __future__ import annotations

from bidwell.core.ties import TieBreak
from bidwell.games.serengeti.rules import cards_of

TIE_BREAKS = (
    TieBreak(cards_of, lambda t, seat: f"more cards ({cards_of(t, seat)})", "as many cards"),
    TieBreak(lambda t, seat: t.chips[seat], lambda t, seat: f"more chips ({t.chips[seat]})", "as many chips"),
)
