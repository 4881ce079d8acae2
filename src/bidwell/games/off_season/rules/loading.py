"""Loading: goods are taken from a market, turned up, and put on camels."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    CAMELS,
    FACES,
    FIRST_FACE,
    LOAD,
    LOADING,
    MOST_ASIDE,
    MOST_DOWN,
    MOST_UP,
    NONE,
    TYPE_OF,
)
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.camels import empty_camels
from bidwell.games.off_season.rules.cards import packed, turn_up
from bidwell.games.off_season.rules.markets.d import next_drafter
from bidwell.games.off_season.rules.round import end_turn
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import first_of


@rule
def take_goods(t: OffSeasonState) -> None:
    """CAM-12: the goods of the market and those set aside are turned up together."""
    market = t.chosen // 2
    take_cards(t, t.up, market * MOST_UP, (market + 1) * MOST_UP)
    take_cards(t, t.down, market * MOST_DOWN, (market + 1) * MOST_DOWN)
    take_cards(t, t.aside, 0, MOST_ASIDE)
    t.acting = t.turn
    t.stage = LOADING


@rule
def take_cards(t: OffSeasonState, cards: list[int], first: int, end: int) -> None:
    """CAM-12: turned up, and waiting to be loaded."""
    if cards[first] != NONE:
        tell(t, events.TOOK, t.turn, packed(t, cards, first, end - first))
    for place in range(first, end):
        if cards[place] != NONE:
            turn_up(t, cards[place])
            cards[place] = NONE


@rule
def load_goods(t: OffSeasonState) -> None:
    """CAM-13: what has a camel first; a new type if there is only one empty camel; or else ask."""
    seat = t.acting
    load_types_carried(t, seat)
    kind = type_to_load(t)
    while kind != NONE:
        empty = empty_camels(t, seat)
        if empty & (empty - 1):
            t.asked = 1 << seat
            return
        load(t, seat, kind, first_of(empty))
        kind = type_to_load(t)
    if seat == t.turn:
        end_turn(t)
    else:
        next_drafter(t)


@rule
def load_types_carried(t: OffSeasonState, seat: int) -> None:
    """CAM-13: on the camels that carry them."""
    for camel in range(len(CAMELS)):
        if t.camels[seat][camel] != NONE and type_waits(t, t.camels[seat][camel]):
            load(t, seat, t.camels[seat][camel], camel)


@rule
def type_waits(t: OffSeasonState, kind: int) -> bool:
    """CAM-13: are there goods of this type to load?"""
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        if t.waiting[face]:
            return True
    return False


@rule
def type_to_load(t: OffSeasonState) -> int:
    """CAM-13: the next type, in the order of CAM-02."""
    for face in range(FACES):
        if t.waiting[face]:
            return TYPE_OF[face]
    return NONE


@rule
def list_loads(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-13: one type on any empty camel."""
    if t.stage != LOADING:
        return count
    return list_each(LOAD + type_to_load(t) * len(CAMELS), empty_camels(t, seat), out, count)


@rule
def load(t: OffSeasonState, seat: int, kind: int, camel: int) -> None:
    """CAM-13: all goods of a type on one camel; over its limit all of them are lost."""
    cards = 0
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        t.goods[seat][face] += t.waiting[face]
        t.waiting[face] = 0
        cards += t.goods[seat][face]
    t.camels[seat][camel] = kind
    tell(t, events.LOADED, seat, kind, CAMELS[camel], cards)
    if cards > CAMELS[camel]:
        tell(t, events.OVERLOADED, seat, CAMELS[camel], cards, kind)
        unload_all(t, seat, camel)


@rule
def unload_all(t: OffSeasonState, seat: int, camel: int) -> None:
    """CAM-13: the camel has thrown everything off."""
    kind = t.camels[seat][camel]
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        t.goods[seat][face] = 0
    t.camels[seat][camel] = NONE
