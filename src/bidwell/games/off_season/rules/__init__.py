"""Off Season: what is asked, what may be answered, and what follows.

Rules are compiled, so that none can look up another at run time. One chain of branches leads to the function for each
stage (`go_on`), one to the ability of each market (`uses` in `markets`), and one to what each kind of action does
(`decide`, with `use` in `markets`).
"""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.off_season.components import (
    ABILITY,
    BET,
    BETTING,
    CAMELS,
    CARDS,
    CHOOSING,
    DRAFTING,
    KEEP,
    KEEPING,
    LOAD,
    LOADING,
    MARKET,
    NO_ABILITY,
    NONE,
    OVER,
    PEEK,
    PICK,
    PICK_HIDDEN,
    POUNDS_EACH,
    ROUND,
    SELL,
    SPEND_TOKEN,
    TAKING,
)
from bidwell.games.off_season.rules.auctions import (
    bet,
    change_of_bet,
    fine,
    is_ignored,
    list_bets,
    open_bets,
    paid_for,
    seats_raised,
    winning_bidder,
)
from bidwell.games.off_season.rules.camels import camel_with, cards_of_type, dates_pictured, empty_camels, goods_cards
from bidwell.games.off_season.rules.cards import build_tower, clear, faces_of
from bidwell.games.off_season.rules.loading import (
    list_loads,
    load,
    load_goods,
    load_types_carried,
    take_goods,
    type_to_load,
    type_waits,
)
from bidwell.games.off_season.rules.markets import (
    ask_about_ability,
    can_use,
    choose_market,
    decide_on_ability,
    list_markets,
    list_uses,
    use,
)
from bidwell.games.off_season.rules.markets.a import ask_what_to_keep, cards_to_predict, keep, list_cards_to_keep
from bidwell.games.off_season.rules.markets.b import cards_for_camels
from bidwell.games.off_season.rules.markets.d import (
    ask_drafter,
    cards_to_draft,
    faces_in_draft,
    list_picks,
    pick,
    place_in_draft,
)
from bidwell.games.off_season.rules.markets.elsewhere import other_market
from bidwell.games.off_season.rules.markets.f import list_peeks, peek
from bidwell.games.off_season.rules.round import (
    begin_market_phase,
    begin_round,
    cards_to_fill,
    choose_markets,
    fill_markets,
    is_enough_for_round,
    side_of_round,
)
from bidwell.games.off_season.rules.selling import (
    ask_seller,
    cards_with_shape,
    colours_loaded,
    decide_on_sale,
    decide_on_token,
    income_of_sale,
    list_sales,
    list_token_uses,
    lowest_fruit,
    possible_sales,
    sell,
    value_of_fruit,
    worth_of_sale,
)
from bidwell.games.off_season.state import OffSeasonState

__all__ = [
    "asks",
    "begin_market_phase",
    "camel_with",
    "can_use",
    "cards_for_camels",
    "cards_of_type",
    "cards_to_draft",
    "cards_to_fill",
    "cards_to_predict",
    "cards_with_shape",
    "change_of_bet",
    "colours_loaded",
    "dates_pictured",
    "deal",
    "empty_camels",
    "faces_in_draft",
    "faces_of",
    "fill_markets",
    "fine",
    "go_on",
    "goods_cards",
    "income_of_sale",
    "is_enough_for_round",
    "is_ignored",
    "legal",
    "load",
    "load_types_carried",
    "lowest_fruit",
    "mistakes",
    "other_market",
    "paid_for",
    "play",
    "possible_sales",
    "scores",
    "seats_raised",
    "sell",
    "side_of_round",
    "standings",
    "type_to_load",
    "type_waits",
    "use",
    "value_of_fruit",
    "winning_bidder",
    "worth_of_sale",
]


@rule
def deal(t: OffSeasonState) -> None:
    """CAM-01, CAM-02, CAM-04."""
    choose_markets(t)
    build_tower(t)
    for seat in range(t.players):
        t.pounds[seat] = POUNDS_EACH
        t.bets[seat] = NONE
        t.opened[seat] = NONE
        for camel in range(len(CAMELS)):
            t.camels[seat][camel] = NONE
    clear(t.up)
    clear(t.down)
    clear(t.aside)
    clear(t.draft)
    t.first_player = NONE
    t.turn = NONE
    t.acting = NONE
    t.chosen = NONE
    t.stage = ROUND
    go_on(t)


@rule
def asks(t: OffSeasonState) -> int:
    """CAM-11: all at once while betting; otherwise one."""
    return t.asked


@rule
def legal(t: OffSeasonState, seat: int, out: list[int]) -> int:
    """CAM-11 to CAM-16, CAM-40 to CAM-51: by the stage, which every kind of action checks again for itself."""
    if t.stage == BETTING:
        return list_bets(t, seat, out, 0)
    if t.stage == CHOOSING:
        return list_peeks(t, seat, out, list_markets(t, out, 0))
    if t.stage == ABILITY:
        return list_peeks(t, seat, out, list_uses(t, seat, out, 0))
    if t.stage == KEEPING:
        return list_cards_to_keep(t, out, 0)
    if t.stage == DRAFTING:
        return list_picks(t, out, 0)
    if t.stage == LOADING:
        return list_loads(t, seat, out, 0)
    return list_token_uses(t, out, list_sales(t, seat, out, 0))


@rule
def mistakes(t: OffSeasonState, seat: int, out: list[int]) -> int:
    """CAM-12: there are none."""
    return 0


@rule
def play(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-17: do what was decided, then all that follows from it."""
    t.asked &= ~(1 << seat)
    decide(t, seat, action)
    go_on(t)


@rule
def decide(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-11 to CAM-14, CAM-16: by the kind of action, in the order of their numbers."""
    if action < MARKET:
        bet(t, seat, action - BET)
    elif action < PEEK:
        choose_market(t, seat, action - MARKET)
    elif action < NO_ABILITY:
        peek(t, seat, action - PEEK)
    elif action < KEEP:
        decide_on_ability(t, seat, action)
    elif action < PICK:
        keep(t, action - KEEP)
    elif action < LOAD:
        pick(t, seat, 0 if action == PICK_HIDDEN else place_in_draft(t, action - PICK))
    elif action < SELL:
        load(t, seat, (action - LOAD) // len(CAMELS), (action - LOAD) % len(CAMELS))
    elif action < SPEND_TOKEN:
        decide_on_sale(t, seat, action)
    else:
        decide_on_token(t, seat, action)


@rule
def go_on(t: OffSeasonState) -> None:
    """CAM-17: by the stage, run on until somebody has something to decide."""
    while not t.asked and t.stage != OVER:
        if t.stage == ROUND:
            begin_round(t)
        elif t.stage == BETTING:
            open_bets(t)
        elif t.stage == CHOOSING:
            t.asked = 1 << t.turn
        elif t.stage == ABILITY:
            ask_about_ability(t)
        elif t.stage == KEEPING:
            ask_what_to_keep(t)
        elif t.stage == DRAFTING:
            ask_drafter(t)
        elif t.stage == TAKING:
            take_goods(t)
        elif t.stage == LOADING:
            load_goods(t)
        else:
            ask_seller(t)


@rule
def scores(t: OffSeasonState, out: list[int]) -> None:
    """CAM-16: pounds."""
    for seat in range(t.players):
        out[seat] = t.pounds[seat]


@rule
def standings(t: OffSeasonState, out: list[int]) -> None:
    """CAM-16: pounds, then fewest goods cards left."""
    for seat in range(t.players):
        out[seat] = t.pounds[seat] * (CARDS + 1) - goods_cards(t, seat)
