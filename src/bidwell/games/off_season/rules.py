"""Off Season, in the order of its rulebook."""

from __future__ import annotations

from bidwell.core.events import tell, whisper
from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    A1,
    A2,
    ABILITY,
    AUCTIONS,
    B1,
    B2,
    BACKS,
    BET,
    BETTING,
    C1,
    C2,
    CAMELS,
    CARDS,
    CARPET,
    CARPETS_PAY,
    CHOOSING,
    COIN,
    COPIES,
    D1,
    D2,
    DATE,
    DATES_PAY,
    DRAFT,
    DRAFTING,
    DRAW,
    E1,
    E2,
    EVERYBODY,
    EXTRA,
    F1,
    F2,
    FACE_DOWN,
    FACE_UP,
    FACES,
    FEWEST_GOODS,
    FINAL,
    FIRST_FACE,
    FIRST_PLAYER,
    FRUIT,
    GAIN_PEEK,
    GAIN_SALE,
    HIDE,
    KEEP,
    KEEP_TOKEN,
    KEEPING,
    LOAD,
    LOADING,
    LOWEST,
    LUCKY_0,
    MARKET,
    MARKETS,
    MOST_ASIDE,
    MOST_DATES,
    MOST_DOWN,
    MOST_UP,
    MOVE,
    NAME,
    NO_ABILITY,
    NONE,
    NOT_2,
    NOT_3,
    OTHERS,
    OVER,
    PEEK,
    PICK,
    PICK_HIDDEN,
    POTTERY,
    POTTERY_PAY,
    POUNDS_EACH,
    PREDICTED,
    REMOVE,
    ROUND,
    SELL,
    SELL_NOTHING,
    SELLING,
    SHAPES_ON,
    SPEND_TOKEN,
    STAYS_ON_TOP,
    SWAP,
    SWAP_HIDDEN,
    TAKING,
    TOKEN,
    TURN_BELOW,
    TYPE_OF,
    TYPES,
    UNLOAD,
    UPWARD,
    ZEROES_LOSE,
)
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import clockwise, count_of, draw_some, first_of, shuffle

# Material


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
def choose_markets(t: OffSeasonState) -> None:
    """CAM-04: one more than players, drawn at random or A upward."""
    if t.markets == UPWARD:
        t.in_play = (1 << t.players + 1) - 1
    else:
        t.in_play = draw_some(t, (1 << len(MARKETS)) - 1, t.players + 1)


@rule
def build_tower(t: OffSeasonState) -> None:
    """CAM-02, CAM-03: fronts and backs have nothing to do with each other."""
    card = 0
    for face in range(FACES):
        for _ in range(COPIES[face]):
            t.faces[card] = face
            card += 1
    card = 0
    for kind in range(len(AUCTIONS)):
        for _ in range(BACKS[kind]):
            t.backs[card] = kind
            card += 1
    shuffle(t, t.faces, 0, CARDS)
    shuffle(t, t.backs, 0, CARDS)


@rule
def clear(cards: list[int]) -> None:
    """CAM-10, CAM-40: no card in any place."""
    for place in range(len(cards)):
        cards[place] = NONE


# What is asked, and what may be answered


@rule
def asks(t: OffSeasonState) -> int:
    """CAM-11: all at once while betting; otherwise one."""
    return t.asked


@rule
def legal(t: OffSeasonState, seat: int, out: list[int]) -> int:
    """CAM-11 to CAM-16, CAM-40 to CAM-51: by what is to be decided."""
    if t.stage == BETTING:
        return list_bets(t, seat, out)
    if t.stage == CHOOSING:
        count = list_each(MARKET, t.open_markets, out, 0)
        return list_peeks(t, seat, out, count)
    if t.stage == ABILITY:
        out[0] = NO_ABILITY
        return list_peeks(t, seat, out, list_uses(t, seat, out, 1))
    if t.stage == KEEPING:
        return list_each(KEEP, faces_of(t, t.aside, 0, MOST_ASIDE), out, 0)
    if t.stage == DRAFTING:
        return list_picks(t, out)
    if t.stage == LOADING:
        return list_loads(t, seat, out)
    if t.stage == TOKEN:
        out[0] = KEEP_TOKEN
        out[1] = SPEND_TOKEN
        return 2
    if t.stage == EXTRA:
        return list_sales(t, seat, out, 0)
    out[0] = SELL_NOTHING
    return list_sales(t, seat, out, 1)


@rule
def mistakes(t: OffSeasonState, seat: int, out: list[int]) -> int:
    """CAM-12: there are none."""
    return 0


@rule
def list_each(action: int, those: int, out: list[int], count: int) -> int:
    """CAM-17: `action` with every one of a bit mask: of markets, faces, types, camels or sales."""
    while those:
        out[count] = action + first_of(those)
        count += 1
        those &= those - 1
    return count


@rule
def faces_of(t: OffSeasonState, cards: list[int], first: int, end: int) -> int:
    """CAM-02: the faces of cards[first:end], as a bit mask."""
    faces = 0
    for place in range(first, end):
        if cards[place] != NONE:
            faces |= 1 << t.faces[cards[place]]
    return faces


@rule
def play(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-17: do what was decided, then all that follows from it."""
    if t.stage == BETTING:
        bet(t, seat, action - BET)
    else:
        t.asked = 0
        decide(t, seat, action)
    go_on(t)


@rule
def decide(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-12 to CAM-14, CAM-16."""
    if PEEK <= action < PEEK + len(MARKETS):
        peek(t, seat, action - PEEK)
    elif t.stage == CHOOSING:
        choose_market(t, seat, action - MARKET)
    elif t.stage == ABILITY:
        decide_on_ability(t, seat, action)
    elif t.stage == KEEPING:
        keep(t, action - KEEP)
    elif t.stage == DRAFTING:
        pick(t, seat, 0 if action == PICK_HIDDEN else place_in_draft(t, action - PICK))
    elif t.stage == LOADING:
        load(t, seat, (action - LOAD) // len(CAMELS), (action - LOAD) % len(CAMELS))
    elif t.stage == TOKEN:
        decide_on_token(t, seat, action)
    else:
        decide_on_sale(t, seat, action)


@rule
def go_on(t: OffSeasonState) -> None:
    """CAM-17: run on until somebody has something to decide."""
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


# A round


@rule
def begin_round(t: OffSeasonState) -> None:
    """CAM-04, CAM-10, CAM-11; CAM-16 if there is none."""
    left = CARDS - t.drawn
    if left < t.players + STAYS_ON_TOP:
        begin_final_sale(t)
        return
    if left < TURN_BELOW:
        t.side = 1
    t.round_number += 1
    t.open_markets = t.in_play
    fill_markets(t)
    t.failed = 0
    t.auction = t.backs[t.drawn]
    tell(t, events.ROUND, t.round_number, t.auction)
    tell_markets(t)
    begin_auction(t)


@rule
def cards_to_fill(t: OffSeasonState, side: int) -> int:
    """CAM-10: how many cards all markets in play take on this side."""
    cards = 0
    for market in range(len(MARKETS)):
        if t.in_play >> market & 1:
            cards += FACE_UP[2 * market + side] + FACE_DOWN[2 * market + side]
    return cards


@rule
def fill_markets(t: OffSeasonState) -> None:
    """CAM-10: one card each in turn, the face-up places of all markets first, then the face-down ones."""
    for place in range(MOST_UP):
        for market in range(len(MARKETS)):
            if is_to_fill(t, market, place, FACE_UP[2 * market + t.side]):
                t.up[market * MOST_UP + place] = draw_card(t, EVERYBODY)
    for place in range(MOST_DOWN):
        for market in range(len(MARKETS)):
            if is_to_fill(t, market, place, FACE_DOWN[2 * market + t.side]):
                t.down[market * MOST_DOWN + place] = draw_card(t, 0)


@rule
def is_to_fill(t: OffSeasonState, market: int, place: int, places: int) -> bool:
    """CAM-04, CAM-10: a market in play has this place, and more than one card is left in the Tower."""
    return t.in_play >> market & 1 == 1 and place < places and t.drawn < CARDS - 1


@rule
def draw_card(t: OffSeasonState, known: int) -> int:
    """CAM-02: the Tower's top card, and who sees its face."""
    card = t.drawn
    t.known[card] = known
    t.drawn += 1
    return card


@rule
def tell_markets(t: OffSeasonState) -> None:
    """CAM-04, CAM-10: which are in play, once, and what lies in every one."""
    if t.round_number == 1:
        tell(t, events.MARKETS, t.in_play)
    for market in range(len(MARKETS)):
        if t.in_play >> market & 1:
            hidden = cards_lying(t.down, market * MOST_DOWN, MOST_DOWN)
            tell(t, events.FILLED, 2 * market + t.side, packed(t, t.up, market * MOST_UP, MOST_UP), hidden)


@rule
def packed(t: OffSeasonState, cards: list[int], first: int, size: int) -> int:
    """CAM-02: the faces of up to `size` cards in one number, for telling: five bits each, the first lowest."""
    faces = 0
    for place in range(first + size - 1, first - 1, -1):
        if cards[place] != NONE:
            faces = faces << 5 | t.faces[cards[place]] + 1
    return faces


@rule
def cards_lying(cards: list[int], first: int, size: int) -> int:
    """CAM-10: how many of `size` places are taken, from the first on."""
    count = 0
    while count < size and cards[first + count] != NONE:
        count += 1
    return count


@rule
def begin_auction(t: OffSeasonState) -> None:
    """CAM-11: all bet at once."""
    for seat in range(t.players):
        t.bets[seat] = NONE
    t.stage = BETTING
    t.asked = (1 << t.players) - 1


@rule
def list_bets(t: OffSeasonState, seat: int, out: list[int]) -> int:
    """CAM-11, CAM-33, CAM-34."""
    forbidden = 2 if t.auction == NOT_2 else 3 if t.auction == NOT_3 else NONE
    count = 0
    for pounds in range(t.pounds[seat] + 1):
        if pounds != forbidden:
            out[count] = BET + pounds
            count += 1
    return count


@rule
def bet(t: OffSeasonState, seat: int, pounds: int) -> None:
    """CAM-11: sealed until all have bet."""
    t.bets[seat] = pounds
    t.asked &= ~(1 << seat)
    whisper(t, 1 << seat, events.YOU_BET, pounds)
    tell(t, events.HAS_BET, seat)


@rule
def open_bets(t: OffSeasonState) -> None:
    """CAM-11, CAM-38."""
    for seat in range(t.players):
        t.opened[seat] = t.bets[seat]
        t.bets[seat] = NONE
        tell(t, events.OPENED, seat, t.opened[seat])
    tell_changed_bets(t)
    winner = winning_bidder(t)
    if winner == NONE:
        fail_auction(t)
        return
    if t.auction == LUCKY_0 and t.opened[winner] > 0:
        fine_zeroes(t)
    pounds = price(t, winner)
    t.pounds[winner] -= pounds
    tell(t, events.WON, winner, pounds)
    begin_market_phase(t, winner)


@rule
def begin_market_phase(t: OffSeasonState, first_player: int) -> None:
    """CAM-12: the First Player begins."""
    t.first_player = first_player
    t.turn = first_player
    t.stage = CHOOSING


@rule
def choose_market(t: OffSeasonState, seat: int, market: int) -> None:
    """CAM-12."""
    t.open_markets &= ~(1 << market)
    t.chosen = 2 * market + t.side
    t.stage = ABILITY
    tell(t, events.CHOSE, seat, t.chosen)


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
def turn_up(t: OffSeasonState, card: int) -> None:
    """CAM-12: all see what it is; it waits to be loaded."""
    t.known[card] = EVERYBODY
    t.waiting[t.faces[card]] += 1


@rule
def load_goods(t: OffSeasonState) -> None:
    """CAM-13: what has a camel first; a new type if there is only one empty camel; or else ask."""
    seat = t.acting
    for camel in range(len(CAMELS)):
        if t.camels[seat][camel] != NONE and type_waits(t, t.camels[seat][camel]):
            load(t, seat, t.camels[seat][camel], camel)
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
def empty_camels(t: OffSeasonState, seat: int) -> int:
    """CAM-13: as a bit mask."""
    empty = 0
    for camel in range(len(CAMELS)):
        if t.camels[seat][camel] == NONE:
            empty |= 1 << camel
    return empty


@rule
def list_loads(t: OffSeasonState, seat: int, out: list[int]) -> int:
    """CAM-13: one type on any empty camel."""
    return list_each(LOAD + type_to_load(t) * len(CAMELS), empty_camels(t, seat), out, 0)


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


@rule
def end_turn(t: OffSeasonState) -> None:
    """CAM-12, CAM-14: the next chooses a market; after the last the sell phase begins."""
    t.chosen = NONE
    t.acting = NONE
    t.turn = clockwise(t.players, t.turn, 0)
    t.stage = CHOOSING
    if t.turn == t.first_player:
        t.stage = SELLING
        tell(t, events.SELL_PHASE)


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
def decide_on_token(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-14."""
    if action == KEEP_TOKEN:
        next_seller(t)
        return
    t.sale_tokens &= ~(1 << seat)
    t.stage = EXTRA
    tell(t, events.SPENT_SALE, seat)


@rule
def next_seller(t: OffSeasonState) -> None:
    """CAM-14, CAM-15, CAM-16: clockwise; after the last the round, or the game, is over."""
    t.sold_from = 0
    t.turn = clockwise(t.players, t.turn, 0)
    if t.stage != FINAL:
        t.stage = SELLING
    if t.turn == t.first_player:
        t.turn = NONE
        if t.stage == FINAL:
            the_end(t)
        else:
            discard_unchosen(t)
            t.stage = ROUND


@rule
def discard_unchosen(t: OffSeasonState) -> None:
    """CAM-15: face-down cards stay unseen."""
    market = first_of(t.open_markets)
    tell(t, events.UNCHOSEN, 2 * market + t.side)
    for place in range(market * MOST_UP, (market + 1) * MOST_UP):
        t.up[place] = NONE
    for place in range(market * MOST_DOWN, (market + 1) * MOST_DOWN):
        t.down[place] = NONE
    t.open_markets = 0


@rule
def begin_final_sale(t: OffSeasonState) -> None:
    """CAM-16: the First Player first."""
    tell(t, events.FINAL_SALE)
    t.turn = t.first_player
    t.stage = FINAL


@rule
def the_end(t: OffSeasonState) -> None:
    """CAM-16."""
    t.stage = OVER
    tell(t, events.OVER)
    for seat in range(t.players):
        tell(t, events.COUNTED, seat, t.pounds[seat])


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


# Selling: a sale is the number of a type, for pottery POTTERY + shape


@rule
def list_sales(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-14."""
    return list_each(SELL, possible_sales(t, seat), out, count)


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
    pounds = worth_of_sale(t, seat, sale)
    tell(t, events.SOLD, seat, sale, pounds + t.coins[seat][camel])
    t.pounds[seat] += pounds + t.coins[seat][camel]
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
def camel_with(t: OffSeasonState, seat: int, kind: int) -> int:
    """CAM-13: the one camel that carries a type."""
    for camel in range(len(CAMELS)):
        if t.camels[seat][camel] == kind:
            return camel
    return NONE


@rule
def worth_of_sale(t: OffSeasonState, seat: int, sale: int) -> int:
    """CAM-20 to CAM-23: without the coin on the camel."""
    if sale == DATE:
        return DATES_PAY[min(dates_pictured(t, seat), len(DATES_PAY) - 1)]
    if sale == CARPET:
        return CARPETS_PAY[colours_loaded(t, seat)]
    if sale == FRUIT:
        lowest = lowest_fruit(t, seat)
        return t.goods[seat][lowest] * (lowest - FIRST_FACE[FRUIT] + 1)
    return POTTERY_PAY[cards_with_shape(t, seat, sale - POTTERY)]


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
def dates_pictured(t: OffSeasonState, seat: int) -> int:
    """CAM-20, CAM-35."""
    dates = 0
    for face in range(FIRST_FACE[CARPET]):
        dates += (face + 1) * t.goods[seat][face]
    return dates


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


# The auctions


@rule
def winning_bidder(t: OffSeasonState) -> int:
    """CAM-30 to CAM-39: the rule of the auction's kind goes first; NONE if the auction has failed."""
    if t.auction == LUCKY_0:
        zeroes = 0
        for seat in range(t.players):
            if t.opened[seat] == 0:
                zeroes |= 1 << seat
        if count_of(zeroes) == 1:
            return first_of(zeroes)
    raised = seats_raised(t)
    winner, best = NONE, 0
    for seat in range(t.players):
        changed = changed_bet(t, seat, raised)
        ignored = t.auction == LOWEST and changed == 0
        if not ignored and is_alone(t, seat, raised):
            better = changed < best if t.auction == LOWEST else changed > best
            if winner == NONE or better:
                winner, best = seat, changed
    return winner


@rule
def changed_bet(t: OffSeasonState, seat: int, raised: int) -> int:
    """CAM-35 to CAM-39: a bet as it is compared, and paid."""
    if t.auction == FIRST_PLAYER and seat == t.first_player:
        return t.opened[seat] - 1
    return t.opened[seat] + (raised >> seat & 1)


@rule
def tell_changed_bets(t: OffSeasonState) -> None:
    """CAM-35 to CAM-38: what each changed bet counts as, and why."""
    raised = seats_raised(t)
    for seat in range(t.players):
        counted = changed_bet(t, seat, raised)
        if counted != t.opened[seat]:
            if t.auction == MOST_DATES:
                tell(t, events.MOST_DATES, seat, counted)
            elif t.auction == FIRST_PLAYER:
                tell(t, events.FIRST_PLAYER, seat, counted)
            else:
                tell(t, events.FEWEST_GOODS, seat, counted)


@rule
def price(t: OffSeasonState, winner: int) -> int:
    """CAM-38: the changed bet, never less than 0 and never more than they own."""
    return min(max(changed_bet(t, winner, seats_raised(t)), 0), t.pounds[winner])


@rule
def is_alone(t: OffSeasonState, seat: int, raised: int) -> bool:
    """CAM-30, CAM-38: nobody else's changed bet is the same."""
    for other in range(t.players):
        if other != seat and changed_bet(t, other, raised) == changed_bet(t, seat, raised):
            return False
    return True


@rule
def seats_raised(t: OffSeasonState) -> int:
    """CAM-35, CAM-37: those whose bets rise by 1, as a bit mask."""
    if t.auction == MOST_DATES:
        return seats_with_most_dates(t)
    if t.auction == FEWEST_GOODS:
        return seats_with_fewest_goods(t)
    return 0


@rule
def seats_with_most_dates(t: OffSeasonState) -> int:
    """CAM-35: nobody if nobody has a date."""
    most, raised = 1, 0
    for seat in range(t.players):
        dates = dates_pictured(t, seat)
        if dates > most:
            most, raised = dates, 0
        if dates == most:
            raised |= 1 << seat
    return raised


@rule
def seats_with_fewest_goods(t: OffSeasonState) -> int:
    """CAM-37: nobody if nobody has goods."""
    fewest, most, raised = CARDS, 0, 0
    for seat in range(t.players):
        cards = goods_cards(t, seat)
        most = max(most, cards)
        if cards < fewest:
            fewest, raised = cards, 0
        if cards == fewest:
            raised |= 1 << seat
    return raised if most else 0


@rule
def fail_auction(t: OffSeasonState) -> None:
    """CAM-30: once more; after a second time the First Player stays, or is drawn at random."""
    if not t.failed:
        t.failed = 1
        tell(t, events.BET_AGAIN)
        begin_auction(t)
    elif t.first_player != NONE:
        tell(t, events.STAYS_FIRST, t.first_player)
        begin_market_phase(t, t.first_player)
    else:
        first_player = below(t, t.players)
        tell(t, events.DRAWN_FIRST, first_player)
        begin_market_phase(t, first_player)


@rule
def fine_zeroes(t: OffSeasonState) -> None:
    """CAM-32."""
    for seat in range(t.players):
        if t.opened[seat] == 0:
            fine = min(ZEROES_LOSE, t.pounds[seat])
            t.pounds[seat] -= fine
            tell(t, events.FINED, seat, fine)


# The markets


@rule
def ask_about_ability(t: OffSeasonState) -> None:
    """CAM-17, CAM-40 to CAM-51: only if there is a use for it."""
    if can_use(t, t.turn):
        t.asked = 1 << t.turn
    else:
        t.stage = TAKING


@rule
def can_use(t: OffSeasonState, seat: int) -> bool:
    """CAM-40 to CAM-52: is there any way to use the ability of the market chosen?"""
    side = t.chosen
    if side in (A1, D1):
        return t.drawn < CARDS
    if side == A2:
        return not t.sale_tokens >> seat & 1
    if side == F2:
        return not t.peek_tokens >> seat & 1
    if side == B2:
        return t.drawn < CARDS and empty_camels(t, seat) != 0
    if side == D2:
        return goods_cards(t, seat) > 0
    if side == F1:
        return t.down[side // 2 * MOST_DOWN] != NONE
    if side == E1:
        return faces_up(t, E1 // 2) != 0 or faces_elsewhere(t) != 0
    if side == E2:
        return t.down[side // 2 * MOST_DOWN] != NONE and faces_elsewhere(t) != 0
    if side == B1:
        return faces_up(t, B1 // 2) != 0 and faces_elsewhere(t) != 0
    return faces_elsewhere(t) & movable_faces(side) != 0


@rule
def faces_up(t: OffSeasonState, market: int) -> int:
    """CAM-10: the faces lying face up in a market, as a bit mask."""
    return faces_of(t, t.up, market * MOST_UP, (market + 1) * MOST_UP)


@rule
def faces_elsewhere(t: OffSeasonState) -> int:
    """CAM-12: the faces lying face up in the markets nobody has chosen."""
    faces = 0
    for market in range(len(MARKETS)):
        if t.open_markets >> market & 1:
            faces |= faces_up(t, market)
    return faces


@rule
def movable_faces(side: int) -> int:
    """CAM-44, CAM-45: carpets and fruit, or dates and pottery."""
    faces = 0
    for face in range(FACES):
        soft = TYPE_OF[face] == CARPET or TYPE_OF[face] == FRUIT
        if soft == (side == C1):
            faces |= 1 << face
    return faces


@rule
def list_uses(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-40 to CAM-51: every way to use the ability of the market chosen, where there is any."""
    side = t.chosen
    if side == A1:
        return list_each(NAME, (1 << len(TYPES)) - 1, out, count)
    if side == D2:
        return list_each(UNLOAD, faces_loaded(t, seat), out, count)
    if side == F1:
        return list_hides(t, out, count)
    if side == B1:
        return list_swaps(t, out, count)
    if side in (C1, C2):
        return list_cards_elsewhere(t, MOVE, movable_faces(side), out, count)
    if side == E2:
        return list_hidden_swaps(t, out, count)
    if side == E1:
        return list_removals(t, out, count)
    out[count] = GAIN_SALE if side == A2 else DRAW if side == B2 else DRAFT if side == D1 else GAIN_PEEK
    return count + 1


@rule
def faces_loaded(t: OffSeasonState, seat: int) -> int:
    """CAM-47: the faces on one's camels, as a bit mask."""
    faces = 0
    for face in range(FACES):
        if t.goods[seat][face]:
            faces |= 1 << face
    return faces


@rule
def other_market(own: int, number: int) -> int:
    """CAM-42, CAM-44, CAM-45, CAM-49, CAM-50: the markets but one's own are numbered from 0, without a gap."""
    return number + 1 if number >= own else number


@rule
def list_cards_elsewhere(t: OffSeasonState, action: int, faces: int, out: list[int], count: int) -> int:
    """CAM-12: `action` with every other market nobody has chosen and every one of `faces` that lies face up there."""
    for number in range(OTHERS):
        market = other_market(t.chosen // 2, number)
        if t.open_markets >> market & 1:
            count = list_each(action + number * FACES, faces_up(t, market) & faces, out, count)
    return count


@rule
def list_swaps(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-42."""
    mine = faces_up(t, B1 // 2)
    while mine:
        action = SWAP + first_of(mine) * OTHERS * FACES
        count = list_cards_elsewhere(t, action, (1 << FACES) - 1, out, count)
        mine &= mine - 1
    return count


@rule
def list_removals(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-48: one's own market first."""
    own = E1 // 2
    count = list_each(REMOVE + own * FACES, faces_up(t, own), out, count)
    for market in range(len(MARKETS)):
        if t.open_markets >> market & 1:
            count = list_each(REMOVE + market * FACES, faces_up(t, market), out, count)
    return count


@rule
def list_hidden_swaps(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-49: every face-down card, whoever knows what it is."""
    for place in range(cards_lying(t.down, E2 // 2 * MOST_DOWN, MOST_DOWN)):
        action = SWAP_HIDDEN + place * OTHERS * FACES
        count = list_cards_elsewhere(t, action, (1 << FACES) - 1, out, count)
    return count


@rule
def list_hides(t: OffSeasonState, out: list[int], count: int) -> int:
    """CAM-50: every other market nobody has chosen."""
    for number in range(OTHERS):
        if t.open_markets >> other_market(F1 // 2, number) & 1:
            out[count] = HIDE + number
            count += 1
    return count


@rule
def decide_on_ability(t: OffSeasonState, seat: int, action: int) -> None:
    """CAM-40 to CAM-51."""
    t.stage = TAKING
    if action == NO_ABILITY:
        tell(t, events.NO_ABILITY, seat, t.chosen)
    elif t.chosen == A1:
        predict(t, seat, action - NAME)
    elif t.chosen == A2:
        t.sale_tokens |= 1 << seat
        tell(t, events.GAINED_SALE, seat)
    elif t.chosen == B1:
        swap(t, seat, action - SWAP)
    elif t.chosen == B2:
        draw_for_camels(t, seat)
    elif t.chosen in (C1, C2):
        move_here(t, seat, action - MOVE)
    elif t.chosen == D1:
        draw_draft(t, seat)
    elif t.chosen == D2:
        discard_goods(t, seat, action - UNLOAD)
    elif t.chosen == E1:
        remove(t, seat, (action - REMOVE) // FACES, (action - REMOVE) % FACES)
    elif t.chosen == E2:
        swap_hidden(t, seat, action - SWAP_HIDDEN)
    elif t.chosen == F1:
        move_hidden(t, seat, other_market(F1 // 2, action - HIDE))
    elif t.chosen == F2:
        t.peek_tokens |= 1 << seat
        tell(t, events.GAINED_PEEK, seat)


@rule
def predict(t: OffSeasonState, seat: int, kind: int) -> None:
    """CAM-40, CAM-52: those of the type named are set aside, one to be kept."""
    tell(t, events.NAMED, seat, kind)
    found = 0
    for _ in range(min(PREDICTED, CARDS - t.drawn)):
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
def keep(t: OffSeasonState, face: int) -> None:
    """CAM-40: one card; the others are discarded."""
    place = place_of(t, t.aside, 0, face)
    card = t.aside[place]
    clear(t.aside)
    t.aside[0] = card
    t.stage = TAKING
    tell(t, events.KEPT, t.turn, face)


@rule
def place_of(t: OffSeasonState, cards: list[int], first: int, face: int) -> int:
    """CAM-10: the first place from `first` on where a card of this face lies; it must be there."""
    while t.faces[cards[first]] != face:
        first += 1
    return first


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


@rule
def draw_for_camels(t: OffSeasonState, seat: int) -> None:
    """CAM-43, CAM-52."""
    for place in range(min(count_of(empty_camels(t, seat)), CARDS - t.drawn)):
        t.aside[place] = draw_card(t, EVERYBODY)
        tell(t, events.DREW_MORE, seat, t.faces[t.aside[place]])


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


@rule
def lift(cards: list[int], place: int, end: int) -> int:
    """CAM-10: take a card off; those behind it, up to `end`, close the gap."""
    card = cards[place]
    for after in range(place + 1, end):
        cards[after - 1] = cards[after]
    cards[end - 1] = NONE
    return card


@rule
def put(cards: list[int], place: int, card: int) -> None:
    """CAM-10: lay a card into the first free place from `place` on."""
    while cards[place] != NONE:
        place += 1
    cards[place] = card


@rule
def draw_draft(t: OffSeasonState, seat: int) -> None:
    """CAM-46, CAM-52: as many as players, the first face down."""
    for place in range(min(t.players, CARDS - t.drawn)):
        t.draft[place] = draw_card(t, EVERYBODY if place else 0)
    t.draft_hidden = 1
    t.acting = seat
    t.stage = DRAFTING
    tell(t, events.DRAFT, seat, packed(t, t.draft, 1, t.players - 1))


@rule
def faces_in_draft(t: OffSeasonState) -> int:
    """CAM-46: the faces that lie face up, as a bit mask."""
    return faces_of(t, t.draft, t.draft_hidden, t.players)


@rule
def list_picks(t: OffSeasonState, out: list[int]) -> int:
    """CAM-46."""
    if t.draft_hidden:
        out[0] = PICK_HIDDEN
    return list_each(PICK, faces_in_draft(t), out, t.draft_hidden)


@rule
def place_in_draft(t: OffSeasonState, face: int) -> int:
    """CAM-46: where a face-up card lies."""
    return place_of(t, t.draft, t.draft_hidden, face)


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


@rule
def discard_goods(t: OffSeasonState, seat: int, face: int) -> None:
    """CAM-47."""
    kind = TYPE_OF[face]
    t.goods[seat][face] -= 1
    if cards_of_type(t, seat, kind) == 0:
        t.camels[seat][camel_with(t, seat, kind)] = NONE
    tell(t, events.DISCARDED, seat, face)


@rule
def remove(t: OffSeasonState, seat: int, market: int, face: int) -> None:
    """CAM-48."""
    lift(t.up, place_of(t, t.up, market * MOST_UP, face), (market + 1) * MOST_UP)
    tell(t, events.REMOVED, seat, face, 2 * market + t.side)


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


@rule
def move_hidden(t: OffSeasonState, seat: int, market: int) -> None:
    """CAM-50: any of the face-down cards, each as likely."""
    own = F1 // 2 * MOST_DOWN
    place = own + below(t, cards_lying(t.down, own, MOST_DOWN))
    card = lift(t.down, place, own + MOST_DOWN)
    put(t.down, market * MOST_DOWN, card)
    tell(t, events.MOVED_HIDDEN, seat, 2 * market + t.side)


@rule
def list_peeks(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-51: a market nobody has chosen, or one's own, that has face-down cards."""
    if t.peek_tokens >> seat & 1:
        for market in range(len(MARKETS)):
            mine = t.chosen // 2 == market
            if (mine or t.open_markets >> market & 1) and t.down[market * MOST_DOWN] != NONE:
                out[count] = PEEK + market
                count += 1
    return count


@rule
def peek(t: OffSeasonState, seat: int, market: int) -> None:
    """CAM-51: the cards are known to this player from now on, and to no other."""
    t.peek_tokens &= ~(1 << seat)
    tell(t, events.PEEKED, seat, 2 * market + t.side)
    whisper(t, 1 << seat, events.SAW, packed(t, t.down, market * MOST_DOWN, MOST_DOWN))
    for place in range(market * MOST_DOWN, (market + 1) * MOST_DOWN):
        if t.down[place] != NONE:
            t.known[t.down[place]] |= 1 << seat
