"""Market C moves a card here from another market: C1 a carpet or fruit (CAM-44), C2 a date or pottery (CAM-45)."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import C1, FACES, FACES_ELSEWHERE, MOST_UP
from bidwell.games.off_season.rules.cards import lift, place_of, put
from bidwell.games.off_season.rules.markets.elsewhere import faces_elsewhere, other_market
from bidwell.games.off_season.state import OffSeasonState


@rule
def can_move_here(t: OffSeasonState) -> bool:
    """CAM-44, CAM-45: does a card of the types that this side takes lie elsewhere?"""
    return faces_elsewhere(t) & FACES_ELSEWHERE[t.chosen] != 0


@rule
def move_here(t: OffSeasonState, seat: int, card_there: int) -> None:
    """CAM-44, CAM-45: the other market and the face there, in one number."""
    market, face = other_market(C1 // 2, card_there // FACES), card_there % FACES
    card = lift(t.up, place_of(t, t.up, market * MOST_UP, face), (market + 1) * MOST_UP)
    put(t.up, C1 // 2 * MOST_UP, card)
    if t.chosen == C1:
        tell(t, events.MOVED_SOFT, seat, face, 2 * market + t.side)
    else:
        tell(t, events.MOVED_HARD, seat, face, 2 * market + t.side)
