"""The market phase: choosing a market, and using its ability or not."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    A1,
    A2,
    ABILITY,
    B1,
    B2,
    C1,
    C2,
    CHOOSING,
    D1,
    D2,
    DRAFT,
    DRAW,
    E1,
    E2,
    F1,
    FACES,
    FACES_ELSEWHERE,
    GAIN_PEEK,
    GAIN_SALE,
    HIDE,
    MARKET,
    MOVE,
    NAME,
    NO_ABILITY,
    OTHERS,
    REMOVE,
    SWAP,
    SWAP_HIDDEN,
    TAKING,
    UNLOAD,
    USE,
)
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.markets.a import gain_sale_token, predict, sale_tokens_to_gain, types_to_name
from bidwell.games.off_season.rules.markets.b import cards_for_camels, draw_for_camels, faces_to_swap, swap
from bidwell.games.off_season.rules.markets.c import can_move_here, move_here
from bidwell.games.off_season.rules.markets.d import can_draft, discard_goods, draw_draft, faces_loaded
from bidwell.games.off_season.rules.markets.e import (
    list_removals,
    markets_to_remove_from,
    places_to_swap,
    remove,
    swap_hidden,
)
from bidwell.games.off_season.rules.markets.elsewhere import list_cards_elsewhere, other_market
from bidwell.games.off_season.rules.markets.f import (
    gain_peek_token,
    markets_to_move_to,
    move_hidden,
    peek_tokens_to_gain,
)
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import first_of


@rule
def list_markets(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-12: those nobody has chosen."""
    return list_each(MARKET, t.open_markets, out, count) if t.stage == CHOOSING else count


@rule
def choose_market(t: OffSeasonState, seat: int, market: int) -> None:
    """CAM-12."""
    t.open_markets &= ~(1 << market)
    t.chosen = 2 * market + t.side
    t.stage = ABILITY
    tell(t, events.CHOSE, seat, t.chosen)


@rule
def ask_about_ability(t: OffSeasonState) -> None:
    """CAM-17, CAM-40 to CAM-51: only if there is a use for it."""
    if can_use(t, t.turn):
        t.asked = 1 << t.turn
    else:
        t.stage = TAKING


@rule
def can_use(t: OffSeasonState, seat: int) -> bool:
    """CAM-17, CAM-40 to CAM-52: is there any way to use the ability of the market chosen?"""
    return uses(t, seat) != 0


@rule
def uses(t: OffSeasonState, seat: int) -> int:
    """CAM-40 to CAM-52: what can be chosen first to use the ability of the market chosen, as a bit mask.

    1 if nothing is to be chosen here; 0 if the ability has no use.
    """
    side = t.chosen
    if side == A1:
        return types_to_name(t)
    if side == A2:
        return sale_tokens_to_gain(t, seat)
    if side == B1:
        return faces_to_swap(t)
    if side == B2:
        return 1 if cards_for_camels(t, seat) else 0
    if side in (C1, C2):
        return 1 if can_move_here(t) else 0
    if side == D1:
        return 1 if can_draft(t) else 0
    if side == D2:
        return faces_loaded(t, seat)
    if side == E1:
        return markets_to_remove_from(t)
    if side == E2:
        return places_to_swap(t)
    if side == F1:
        return markets_to_move_to(t)
    return peek_tokens_to_gain(t, seat)


@rule
def list_uses(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-12, CAM-40 to CAM-51: not to use the ability of the market chosen, and every way to use it.

    Where a card of another market is to be chosen too, it is chosen last.
    """
    if t.stage != ABILITY:
        return count
    out[count] = NO_ABILITY
    count += 1
    if t.chosen == E1:
        return list_removals(t, out, count)
    action, faces, those = USE[t.chosen], FACES_ELSEWHERE[t.chosen], uses(t, seat)
    if faces == 0:
        return list_each(action, those, out, count)
    while those:
        count = list_cards_elsewhere(t, action + first_of(those) * OTHERS * FACES, faces, out, count)
        those &= those - 1
    return count


@rule
def decide_on_ability(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-12, CAM-40 to CAM-51: use it or not; the goods are taken after it."""
    t.stage = TAKING
    if action == NO_ABILITY:
        tell(t, events.NO_ABILITY, seat, t.chosen)
    else:
        use(t, seat, action)


@rule
def use(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-40 to CAM-51: by the kind of action, in the order of their numbers."""
    if action == GAIN_SALE:
        gain_sale_token(t, seat)
    elif action == DRAW:
        draw_for_camels(t, seat)
    elif action == DRAFT:
        draw_draft(t, seat)
    elif action == GAIN_PEEK:
        gain_peek_token(t, seat)
    elif action < MOVE:
        predict(t, seat, action - NAME)
    elif action < REMOVE:
        move_here(t, seat, action - MOVE)
    elif action < SWAP_HIDDEN:
        remove(t, seat, (action - REMOVE) // FACES, (action - REMOVE) % FACES)
    elif action < SWAP:
        swap_hidden(t, seat, action - SWAP_HIDDEN)
    elif action < UNLOAD:
        swap(t, seat, action - SWAP)
    elif action < HIDE:
        discard_goods(t, seat, action - UNLOAD)
    else:
        move_hidden(t, seat, other_market(F1 // 2, action - HIDE))
