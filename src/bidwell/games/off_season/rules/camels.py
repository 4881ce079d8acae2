"""What camels carry."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.off_season.components import CAMELS, CARPET, FACES, FIRST_FACE, NONE
from bidwell.games.off_season.state import OffSeasonState


@rule
def empty_camels(t: OffSeasonState, seat: int) -> int:
    """CAM-13: as a bit mask."""
    empty = 0
    for camel in range(len(CAMELS)):
        if t.camels[seat][camel] == NONE:
            empty |= 1 << camel
    return empty


@rule
def camel_with(t: OffSeasonState, seat: int, kind: int) -> int:
    """CAM-13: the one camel that carries a type."""
    for camel in range(len(CAMELS)):
        if t.camels[seat][camel] == kind:
            return camel
    return NONE


@rule
def cards_of_type(t: OffSeasonState, seat: int, kind: int) -> int:
    """CAM-13: how many cards of a type a camel carries."""
    cards = 0
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        cards += t.goods[seat][face]
    return cards


@rule
def goods_cards(t: OffSeasonState, seat: int) -> int:
    """CAM-16, CAM-37: all goods cards of a player."""
    cards = 0
    for face in range(FACES):
        cards += t.goods[seat][face]
    return cards


@rule
def dates_pictured(t: OffSeasonState, seat: int) -> int:
    """CAM-20, CAM-35."""
    dates = 0
    for face in range(FIRST_FACE[CARPET]):
        dates += (face + 1) * t.goods[seat][face]
    return dates
