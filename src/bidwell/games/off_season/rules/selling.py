"""Selling: a sale is the number of a type, for pottery POTTERY + shape."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    CAMELS,
    CARPET,
    CARPETS_PAY,
    COIN,
    DATE,
    DATES_PAY,
    EXTRA,
    FINAL,
    FIRST_FACE,
    FRUIT,
    KEEP_TOKEN,
    NONE,
    POTTERY,
    POTTERY_PAY,
    SELL,
    SELL_NOTHING,
    SELLING,
    SHAPES_ON,
    SPEND_TOKEN,
    TOKEN,
)
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.camels import camel_with, cards_of_type, dates_pictured
from bidwell.games.off_season.rules.round import next_seller
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import first_of


@rule
def ask_seller(t: OffSeasonState) -> None:
    """CAM-14, CAM-16, CAM-17: in every stage of selling, ask if there is something to decide, or else go on."""
    seat = t.turn
    sales = possible_sales(t, seat)
    if sales == 0 or (t.stage == TOKEN and not t.sale_tokens >> seat & 1):
        next_seller(t)
    elif t.stage == EXTRA and sales & (sales - 1) == 0:
        sell(t, seat, first_of(sales))
        next_seller(t)
    else:
        t.asked = 1 << seat


@rule
def list_sales(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-14, CAM-16: in a sell phase and in the final sale; a token that was spent must be used."""
    if t.stage != SELLING and t.stage != EXTRA and t.stage != FINAL:
        return count
    if t.stage != EXTRA:
        out[count] = SELL_NOTHING
        count += 1
    return list_each(SELL, possible_sales(t, seat), out, count)


@rule
def decide_on_sale(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-14, CAM-16: after the first sale a token may be spent; in the final sale more camels follow."""
    if action == SELL_NOTHING:
        tell(t, events.SELLS_NOTHING, seat)
        next_seller(t)
        return
    sell(t, seat, action - SELL)
    if t.stage == SELLING:
        t.stage = TOKEN
    elif t.stage == EXTRA:
        next_seller(t)


@rule
def list_token_uses(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-14: after a sale, keep the Extra Sale token or spend it."""
    if t.stage != TOKEN:
        return count
    out[count] = KEEP_TOKEN
    out[count + 1] = SPEND_TOKEN
    return count + 2


@rule
def decide_on_token(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-14."""
    if action == KEEP_TOKEN:
        next_seller(t)
        return
    t.sale_tokens &= ~(1 << seat)
    t.stage = EXTRA
    tell(t, events.SPENT_SALE, seat)


@rule
def possible_sales(t: OffSeasonState, seat: int) -> int:
    """CAM-14, CAM-16: as a bit mask; in the final sale only those from camels not sold from yet."""
    sales = 0
    for camel in range(len(CAMELS)):
        kind = t.camels[seat][camel]
        if kind != NONE and not t.sold_from >> camel & 1:
            sales |= 1 << kind if kind != POTTERY else shapes_loaded(t, seat) << POTTERY
    return sales


@rule
def shapes_loaded(t: OffSeasonState, seat: int) -> int:
    """CAM-22: the shapes on one's pottery, as a bit mask."""
    shapes = 0
    for pot in range(len(SHAPES_ON)):
        if t.goods[seat][FIRST_FACE[POTTERY] + pot]:
            shapes |= SHAPES_ON[pot]
    return shapes


@rule
def sell(t: OffSeasonState, seat: int, sale: int) -> None:
    """CAM-16, CAM-20 to CAM-23: take the pounds, and the coin on the camel; what is left stays."""
    kind = sale if sale < POTTERY else POTTERY
    camel = camel_with(t, seat, kind)
    pounds = income_of_sale(t, seat, sale)
    tell(t, events.SOLD, seat, sale, pounds)
    t.pounds[seat] += pounds
    t.coins[seat][camel] = 0
    if t.stage == FINAL:
        t.sold_from |= 1 << camel
    hand_over(t, seat, sale)
    if cards_of_type(t, seat, kind) == 0:
        t.camels[seat][camel] = NONE
    elif kind == FRUIT:
        t.coins[seat][camel] = COIN
        tell(t, events.COIN, COIN, seat, CAMELS[camel])


@rule
def income_of_sale(t: OffSeasonState, seat: int, sale: int) -> int:
    """CAM-23: with the coin on the camel."""
    kind = sale if sale < POTTERY else POTTERY
    return worth_of_sale(t, seat, sale) + t.coins[seat][camel_with(t, seat, kind)]


@rule
def worth_of_sale(t: OffSeasonState, seat: int, sale: int) -> int:
    """CAM-20 to CAM-23: without the coin on the camel."""
    if sale == DATE:
        return DATES_PAY[min(dates_pictured(t, seat), len(DATES_PAY) - 1)]
    if sale == CARPET:
        return CARPETS_PAY[colours_loaded(t, seat)]
    if sale == FRUIT:
        lowest = lowest_fruit(t, seat)
        return t.goods[seat][lowest] * value_of_fruit(lowest)
    return POTTERY_PAY[cards_with_shape(t, seat, sale - POTTERY)]


@rule
def value_of_fruit(face: int) -> int:
    """CAM-02, CAM-23: the pounds for one card."""
    return face - FIRST_FACE[FRUIT] + 1


@rule
def hand_over(t: OffSeasonState, seat: int, sale: int) -> None:
    """CAM-20 to CAM-23: the cards sold are gone."""
    goods = t.goods[seat]
    if sale == DATE:
        for face in range(FIRST_FACE[CARPET]):
            goods[face] = 0
    elif sale == CARPET:
        for face in range(FIRST_FACE[CARPET], FIRST_FACE[FRUIT]):
            if goods[face]:
                goods[face] -= 1
    elif sale == FRUIT:
        goods[lowest_fruit(t, seat)] = 0
    else:
        for pot in range(len(SHAPES_ON)):
            if SHAPES_ON[pot] >> sale - POTTERY & 1:
                goods[FIRST_FACE[POTTERY] + pot] = 0


@rule
def colours_loaded(t: OffSeasonState, seat: int) -> int:
    """CAM-21."""
    colours = 0
    for face in range(FIRST_FACE[CARPET], FIRST_FACE[FRUIT]):
        if t.goods[seat][face]:
            colours += 1
    return colours


@rule
def cards_with_shape(t: OffSeasonState, seat: int, shape: int) -> int:
    """CAM-22."""
    cards = 0
    for pot in range(len(SHAPES_ON)):
        if SHAPES_ON[pot] >> shape & 1:
            cards += t.goods[seat][FIRST_FACE[POTTERY] + pot]
    return cards


@rule
def lowest_fruit(t: OffSeasonState, seat: int) -> int:
    """CAM-23: the face of the lowest kind on the camel, NONE without fruit."""
    for face in range(FIRST_FACE[FRUIT], FIRST_FACE[POTTERY]):
        if t.goods[seat][face]:
            return face
    return NONE
