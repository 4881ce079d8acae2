"""Market E: E1 discards a card of any market (CAM-48), E2 swaps a face-down card with one elsewhere (CAM-49)."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    E1,
    E2,
    EVERYBODY,
    FACES,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    OTHERS,
    REMOVE,
)
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.cards import cards_lying, faces_up, lift, place_of
from bidwell.games.off_season.rules.markets.elsewhere import faces_elsewhere, other_market
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import first_of

# E1: discard a card that lies face up


@rule
def markets_to_remove_from(t: OffSeasonState) -> int:
    """CAM-48: this one and those nobody has chosen, as far as a card lies face up there."""
    markets = 0
    for market in range(len(MARKETS)):
        if (t.open_markets >> market & 1 or market == E1 // 2) and faces_up(t, market):
            markets |= 1 << market
    return markets


@rule
def list_removals(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-48: one's own market first."""
    own = E1 // 2
    count = list_each(REMOVE + own * FACES, faces_up(t, own), out, count)
    others = markets_to_remove_from(t) & ~(1 << own)
    while others:
        market = first_of(others)
        count = list_each(REMOVE + market * FACES, faces_up(t, market), out, count)
        others &= others - 1
    return count


@rule
def remove(t: OffSeasonState, seat: int, market: int, face: int) -> None:
    """CAM-48."""
    lift(t.up, place_of(t, t.up, market * MOST_UP, face), (market + 1) * MOST_UP)
    tell(t, events.REMOVED, seat, face, 2 * market + t.side)


# E2: swap a card that lies face down with one that lies face up


@rule
def places_to_swap(t: OffSeasonState) -> int:
    """CAM-49: every face-down card, no matter who knows it, if there is a card elsewhere to swap with."""
    return (1 << cards_lying(t.down, E2 // 2 * MOST_DOWN, MOST_DOWN)) - 1 if faces_elsewhere(t) else 0


@rule
def swap_hidden(t: OffSeasonState, seat: int, cards: int) -> None:
    """CAM-49: the places keep their facing, so that one card is turned up, and the other lies face down."""
    place, face = cards // (OTHERS * FACES), cards % FACES
    market = other_market(E2 // 2, cards // FACES % OTHERS)
    here = E2 // 2 * MOST_DOWN + place
    there = place_of(t, t.up, market * MOST_UP, face)
    card = t.down[here]
    t.down[here] = t.up[there]
    t.up[there] = card
    t.known[card] = EVERYBODY
    tell(t, events.SWAPPED_HIDDEN, seat, place + 1, face, 2 * market + t.side, t.faces[card])
