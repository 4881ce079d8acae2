"""Market B: B1 swaps a card with another market (CAM-42), B2 draws cards for empty camels (CAM-43)."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import B1, CARDS, EVERYBODY, FACES, MOST_UP, OTHERS
from bidwell.games.off_season.rules.camels import empty_camels
from bidwell.games.off_season.rules.cards import draw_card, faces_up, place_of
from bidwell.games.off_season.rules.markets.elsewhere import faces_elsewhere, other_market
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import count_of

# B1: swap two cards that lie face up


@rule
def faces_to_swap(t: OffSeasonState) -> int:
    """CAM-42: the faces here, if there is a card elsewhere to swap with."""
    return faces_up(t, B1 // 2) if faces_elsewhere(t) else 0


@rule
def swap(t: OffSeasonState, seat: int, cards: int) -> None:
    """CAM-42: one's own face, the other market and the face there, in one number."""
    mine, face = cards // (OTHERS * FACES), cards % FACES
    market = other_market(B1 // 2, cards // FACES % OTHERS)
    here = place_of(t, t.up, B1 // 2 * MOST_UP, mine)
    there = place_of(t, t.up, market * MOST_UP, face)
    card = t.up[here]
    t.up[here] = t.up[there]
    t.up[there] = card
    tell(t, events.SWAPPED, seat, mine, face, 2 * market + t.side)


# B2: a card for each empty camel


@rule
def cards_for_camels(t: OffSeasonState, seat: int) -> int:
    """CAM-43, CAM-52: one for each empty camel, as far as the Tower has them."""
    return min(count_of(empty_camels(t, seat)), CARDS - t.drawn)


@rule
def draw_for_camels(t: OffSeasonState, seat: int) -> None:
    """CAM-43, CAM-52: seen by all, and set aside."""
    for place in range(cards_for_camels(t, seat)):
        t.aside[place] = draw_card(t, EVERYBODY)
        tell(t, events.DREW_MORE, seat, t.faces[t.aside[place]])
