"""SEC-35: what decides between equal points."""

from __future__ import annotations

from bidwell.core.ties import TieBreak
from bidwell.games.secret_auction.rules import is_fulfilled, items_won

TIE_BREAKS = (
    TieBreak(lambda t, seat: int(is_fulfilled(t, seat, t.kept[seat])), lambda t, seat: "a fulfilled request"),
    TieBreak(items_won, lambda t, seat: f"more items ({items_won(t, seat)})", "as many items"),
)
