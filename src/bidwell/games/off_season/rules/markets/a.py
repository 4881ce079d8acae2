"""Market A: A1 names a type and draws for it (CAM-40), A2 gains the Extra Sale token (CAM-41)."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    CARDS,
    EVERYBODY,
    KEEP,
    KEEPING,
    MOST_ASIDE,
    PREDICTED,
    TAKING,
    TYPE_OF,
    TYPES,
)
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.cards import clear, draw_card, faces_of, place_of
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import first_of

# A1: name a type


@rule
def types_to_name(t: OffSeasonState) -> int:
    """CAM-40, CAM-52: any, as long as there is a card to draw."""
    return (1 << len(TYPES)) - 1 if t.drawn < CARDS else 0


@rule
def cards_to_predict(t: OffSeasonState) -> int:
    """CAM-40, CAM-52: how many cards are drawn, as far as the Tower has them."""
    return min(PREDICTED, CARDS - t.drawn)


@rule
def predict(t: OffSeasonState, seat: int, kind: int) -> None:
    """CAM-40, CAM-52: those of the type named are set aside, one to be kept."""
    tell(t, events.NAMED, seat, kind)
    found = 0
    for _ in range(cards_to_predict(t)):
        card = draw_card(t, EVERYBODY)
        tell(t, events.DREW, seat, t.faces[card])
        if TYPE_OF[t.faces[card]] == kind:
            t.aside[found] = card
            found += 1
    t.stage = KEEPING


@rule
def ask_what_to_keep(t: OffSeasonState) -> None:
    """CAM-17, CAM-40: only if they differ."""
    faces = faces_of(t, t.aside, 0, MOST_ASIDE)
    if faces & (faces - 1):
        t.asked = 1 << t.turn
    elif faces:
        keep(t, first_of(faces))
    else:
        tell(t, events.PREDICTED_WRONG, t.turn)
        t.stage = TAKING


@rule
def list_cards_to_keep(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-40: one of those set aside."""
    if t.stage != KEEPING:
        return count
    return list_each(KEEP, faces_of(t, t.aside, 0, MOST_ASIDE), out, count)


@rule
def keep(t: OffSeasonState, face: int) -> None:
    """CAM-40: one card; the others are discarded."""
    place = place_of(t, t.aside, 0, face)
    card = t.aside[place]
    clear(t.aside)
    t.aside[0] = card
    t.stage = TAKING
    tell(t, events.KEPT, t.turn, face)


# A2: the Extra Sale token


@rule
def sale_tokens_to_gain(t: OffSeasonState, seat: int) -> int:
    """CAM-41: one, or none for a player who has it."""
    return 1 - (t.sale_tokens >> seat & 1)


@rule
def gain_sale_token(t: OffSeasonState, seat: int) -> None:
    """CAM-41."""
    t.sale_tokens |= 1 << seat
    tell(t, events.GAINED_SALE, seat)
