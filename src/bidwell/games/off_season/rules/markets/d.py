"""Market D: D1 is a draft among all players (CAM-46), D2 discards a card from a camel (CAM-47)."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    CARDS,
    DRAFTING,
    EVERYBODY,
    FACES,
    LOADING,
    NONE,
    PICK,
    PICK_HIDDEN,
    TAKING,
    TYPE_OF,
)
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.camels import camel_with, cards_of_type
from bidwell.games.off_season.rules.cards import draw_card, faces_of, lift, packed, place_of, turn_up
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import clockwise, count_of

# D1: the draft


@rule
def can_draft(t: OffSeasonState) -> bool:
    """CAM-46, CAM-52: is there a card to draw?"""
    return t.drawn < CARDS


@rule
def cards_to_draft(t: OffSeasonState) -> int:
    """CAM-46, CAM-52: as many as players, as far as the Tower has them."""
    return min(t.players, CARDS - t.drawn)


@rule
def draw_draft(t: OffSeasonState, seat: int) -> None:
    """CAM-46: the first lies face down."""
    for place in range(cards_to_draft(t)):
        t.draft[place] = draw_card(t, EVERYBODY if place else 0)
    t.draft_hidden = 1
    t.acting = seat
    t.stage = DRAFTING
    tell(t, events.DRAFT, seat, packed(t, t.draft, 1, t.players - 1))


@rule
def ask_drafter(t: OffSeasonState) -> None:
    """CAM-17, CAM-46, CAM-52: only if there is more than one thing to take."""
    faces = faces_in_draft(t)
    if t.draft[0] == NONE:
        t.stage = TAKING
    elif count_of(faces) + t.draft_hidden > 1:
        t.asked = 1 << t.acting
    else:
        pick(t, t.acting, 0)


@rule
def faces_in_draft(t: OffSeasonState) -> int:
    """CAM-46: the faces that lie face up, as a bit mask."""
    return faces_of(t, t.draft, t.draft_hidden, t.players)


@rule
def list_picks(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-46: the card that lies face down, and those that lie face up."""
    if t.stage != DRAFTING:
        return count
    if t.draft_hidden:
        out[count] = PICK_HIDDEN
        count += 1
    return list_each(PICK, faces_in_draft(t), out, count)


@rule
def place_in_draft(t: OffSeasonState, face: int) -> int:
    """CAM-46: where a face-up card lies."""
    return place_of(t, t.draft, t.draft_hidden, face)


@rule
def pick(t: OffSeasonState, seat: int, place: int) -> None:
    """CAM-46: set aside by the one who used the ability, loaded at once by the others."""
    hidden = place == 0 and t.draft_hidden == 1
    card = lift(t.draft, place, t.players)
    if hidden:
        t.draft_hidden = 0
        tell(t, events.PICKED_HIDDEN, seat)
    else:
        tell(t, events.PICKED, seat, t.faces[card])
    if seat == t.turn:
        t.aside[0] = card
        next_drafter(t)
        return
    if hidden:
        tell(t, events.TURNED_UP, seat, t.faces[card])
    turn_up(t, card)
    t.stage = LOADING


@rule
def next_drafter(t: OffSeasonState) -> None:
    """CAM-46: clockwise, until all have taken one."""
    t.acting = clockwise(t.players, t.acting, 0)
    t.stage = DRAFTING if t.acting != t.turn else TAKING


# D2: discard one of one's own goods


@rule
def faces_loaded(t: OffSeasonState, seat: int) -> int:
    """CAM-47: the faces on one's camels, as a bit mask."""
    faces = 0
    for face in range(FACES):
        if t.goods[seat][face]:
            faces |= 1 << face
    return faces


@rule
def discard_goods(t: OffSeasonState, seat: int, face: int) -> None:
    """CAM-47."""
    kind = TYPE_OF[face]
    t.goods[seat][face] -= 1
    if cards_of_type(t, seat, kind) == 0:
        t.camels[seat][camel_with(t, seat, kind)] = NONE
    tell(t, events.DISCARDED, seat, face)
