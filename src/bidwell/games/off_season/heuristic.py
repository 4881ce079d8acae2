"""A heuristic trader for Off Season. It reads only what its seat may see.

All values are in tenths of a pound. Goods are handled as loads: the number of cards of each face, three bits each, in
one integer. A load can thus be tried without changing the table.
"""

from __future__ import annotations

from bidwell.core.rng import next_rng, pick
from bidwell.core.rule import rule
from bidwell.games.off_season.components import (
    BET,
    BETTING,
    CAMELS,
    CARDS,
    CARPET,
    CARPETS_PAY,
    CHOOSING,
    COLOURS,
    DATE,
    DATES_PAY,
    DRAFT,
    DRAW,
    E2,
    FACES,
    FIRST_FACE,
    FIRST_PLAYER,
    FRUIT,
    GAIN_PEEK,
    GAIN_SALE,
    HIDE,
    KEEP,
    LOAD,
    LOADING,
    LOWEST,
    LUCKY_0,
    MARKET,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    MOVE,
    NAME,
    NONE,
    NOT_2,
    NOT_3,
    OTHERS,
    PEEK,
    PICK,
    PICK_HIDDEN,
    POTTERY,
    POTTERY_PAY,
    REMOVE,
    SELL,
    SELL_NOTHING,
    SHAPES,
    SHAPES_ON,
    SPEND_TOKEN,
    STAYS_ON_TOP,
    SWAP,
    SWAP_HIDDEN,
    TOKEN,
    TYPE_OF,
    TYPES,
    UNLOAD,
)
from bidwell.games.off_season.rules import (
    camel_with,
    cards_of_type,
    cards_to_fill,
    empty_camels,
    possible_sales,
    seats_raised,
    type_to_load,
    worth_of_sale,
)
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import clockwise, count_of

AVERAGE = 12
"""Value of one more card of a type when its face is unknown."""
GROWTH = 35
"""Share of the value of one more card that later rounds are expected to add, in hundredths."""
LATER = 60
"""Value of goods that stay after a sale, in hundredths of their next sale."""
SAFE = (60, 85, 97, 100)
"""Share of a load, in hundredths, that is sold before the camel is overloaded, by room left on it."""
EAGER = -6
"""A sale must gain more than this. It is negative because a sell phase without a sale is wasted."""
STAKE = 30
"""Average bet, in hundredths of the advantage of the first choice."""
MOOD = 40
"""Variation of bets, in hundredths; traders that always bet the same tie with each other."""
ROOMY = 4
"""Value of each free place on an empty camel; it steers a small load to a small camel."""
TOKEN_WORTH = 12
"""Value of an Extra Sale token; a Peek token is worth half."""
FOUND = 58
"""Probability, in hundredths, that a named type is among three cards."""


@rule
def heuristic(t: OffSeasonState, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Bet by the value of the first choice; otherwise choose the action with the highest value."""
    if t.stage == BETTING:
        return BET + bet_for_first_choice(t, seat, rng)
    best, most = legal[0], -(1 << 40)
    for index in range(count):
        worth = worth_of_choice(t, seat, legal[index])
        if worth > most:
            best, most = legal[index], worth
    return best


@rule
def worth_of_choice(t: OffSeasonState, seat: int, action: int) -> int:
    """The value after an action; comparable only with other actions at the same moment."""
    if t.stage == CHOOSING:
        peeked = 1 if action >= PEEK else 0
        return worth_of_market(t, seat, (action - MARKET) % len(MARKETS)) + peeked
    if t.stage == LOADING:
        return worth_on_camel(t, seat, (action - LOAD) % len(CAMELS))
    if t.stage == TOKEN:
        return best_gain(t, seat) - (TOKEN_WORTH if rounds_left(t) else 0) if action == SPEND_TOKEN else 0
    if action >= SELL:
        return gain_of_sale(t, seat, action)
    if NAME <= action < MOVE:
        return worth_of_name(t, seat, action - NAME)
    return worth_of_use(t, seat, action)


# Betting


@rule
def bet_for_first_choice(t: OffSeasonState, seat: int, rng: int) -> int:
    """Bet a share of the best market's advantage over the average of the others, adapted to the kind of auction."""
    best, total = -(1 << 40), 0
    for market in range(len(MARKETS)):
        if t.in_play >> market & 1:
            worth = worth_of_market(t, seat, market)
            total += worth
            best = max(best, worth)
    more = best - (total - best) // t.players
    pounds = more * STAKE * (100 - MOOD + pick(rng, 2 * MOOD + 1)) // 100000
    return bet_by_auction(t, seat, min(pounds, t.pounds[seat]), next_rng(rng))


@rule
def bet_by_auction(t: OffSeasonState, seat: int, pounds: int, rng: int) -> int:
    """CAM-31 to CAM-37: turn an intended amount into a bet for this kind of auction."""
    if t.auction == LOWEST:
        return min(1 + pick(rng, 3), t.pounds[seat]) if pounds else 0
    if t.auction == LUCKY_0:
        return 0 if pick(rng, t.players) == 0 else min(max(pounds, 1), t.pounds[seat])
    if (t.auction == NOT_2 and pounds == 2) or (t.auction == NOT_3 and pounds == 3):
        return pounds - 1
    if pounds and seats_raised(t) >> seat & 1:
        return pounds - 1
    if t.auction == FIRST_PLAYER and t.first_player == seat:
        return min(pounds + 1, t.pounds[seat])
    return pounds


# Loads


@rule
def load_of(t: OffSeasonState, seat: int) -> int:
    """All goods of a seat, as a load."""
    load = 0
    for face in range(FACES):
        load |= t.goods[seat][face] << 3 * face
    return load


@rule
def one_more(load: int, face: int) -> int:
    """Add one card. Seven of a face exceed every camel's limit, so the count stops at seven."""
    return load + (1 << 3 * face) if load >> 3 * face & 7 < 7 else load


@rule
def seen_load(t: OffSeasonState, seat: int, cards: list[int], first: int, end: int, load: int) -> int:
    """`load` plus those of cards[first:end] whose faces this seat knows."""
    for place in range(first, end):
        if cards[place] != NONE and t.known[cards[place]] >> seat & 1:
            load = one_more(load, t.faces[cards[place]])
    return load


@rule
def market_load(t: OffSeasonState, seat: int, market: int) -> int:
    """The goods of a market that this seat knows, as a load."""
    load = seen_load(t, seat, t.up, market * MOST_UP, (market + 1) * MOST_UP, 0)
    return seen_load(t, seat, t.down, market * MOST_DOWN, (market + 1) * MOST_DOWN, load)


@rule
def unseen_cards(t: OffSeasonState, seat: int, market: int) -> int:
    """The number of goods in a market that this seat does not know."""
    cards = 0
    for place in range(market * MOST_DOWN, (market + 1) * MOST_DOWN):
        if t.down[place] != NONE and not t.known[t.down[place]] >> seat & 1:
            cards += 1
    return cards


@rule
def rounds_left(t: OffSeasonState) -> int:
    """An estimate of the rounds that follow this one."""
    cards = cards_to_fill(t, t.side)
    return (CARDS - t.drawn + cards - t.players + STAYS_ON_TOP) // cards


@rule
def worth_of_goods(t: OffSeasonState, seat: int, mine: int, more: int, unseen: int) -> int:
    """The value of all camels once `more` and `unseen` unknown cards are added to `mine`."""
    rounds = rounds_left(t)
    largest = largest_empty(t, seat)
    worth = 0
    for kind in range(len(TYPES)):
        camel = camel_with(t, seat, kind)
        limit = CAMELS[camel] if camel != NONE else largest
        worth += expected_worth(kind, mine, more, unseen, limit, rounds)
    return worth


@rule
def largest_empty(t: OffSeasonState, seat: int) -> int:
    """The limit of the largest empty camel."""
    for camel in range(len(CAMELS) - 1, -1, -1):
        if t.camels[seat][camel] == NONE:
            return CAMELS[camel]
    return 0


@rule
def expected_worth(kind: int, mine: int, more: int, unseen: int, limit: int, rounds: int) -> int:
    """The value of a type if each unknown card is of this type with probability one in four."""
    room = limit - cards_in(kind, mine, more)
    if room < 0:
        return 0
    worth = worth_of_load(kind, mine, more, room, rounds)
    if unseen == 0:
        return worth
    # Binomial: `ways * part / whole` is the probability that `found` of the unknown cards are of this type.
    total, ways, part, whole = 0, 1, 1, 1
    for _ in range(unseen):
        part *= 3
        whole *= 4
    for found in range(min(unseen, room) + 1):
        total += ways * part * (worth + found * AVERAGE)
        ways = ways * (unseen - found) // (found + 1)
        part //= 3
    return total // whole


@rule
def cards_in(kind: int, mine: int, more: int) -> int:
    """The number of cards of a type in two loads together."""
    cards = 0
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        cards += (mine >> 3 * face & 7) + (more >> 3 * face & 7)
    return cards


@rule
def worth_of_load(kind: int, mine: int, more: int, room: int, rounds: int) -> int:
    """The value of a type on a camel: its next sale, part of what stays, and what may still be added."""
    if kind == DATE:
        dates = 0
        for face in range(FIRST_FACE[CARPET]):
            dates += (face + 1) * ((mine >> 3 * face & 7) + (more >> 3 * face & 7))
        pay, stays, next_pay = dates_pay(dates), 0, dates_pay(dates + 2)
    elif kind == CARPET:
        colours = doubles = 0
        for face in range(FIRST_FACE[CARPET], FIRST_FACE[FRUIT]):
            cards = (mine >> 3 * face & 7) + (more >> 3 * face & 7)
            colours += 1 if cards else 0
            doubles += 1 if cards > 1 else 0
        pay, stays = CARPETS_PAY[colours], CARPETS_PAY[doubles]
        next_pay = pay + (CARPETS_PAY[min(colours + 1, len(COLOURS))] - pay) * (len(COLOURS) - colours) // 4
    elif kind == FRUIT:
        pay = stays = 0
        for face in range(FIRST_FACE[FRUIT], FIRST_FACE[POTTERY]):
            cards = (mine >> 3 * face & 7) + (more >> 3 * face & 7)
            if pay:
                stays += cards * (face - FIRST_FACE[FRUIT] + 1)
            else:
                pay = cards * (face - FIRST_FACE[FRUIT] + 1)
        next_pay = pay + 2
    else:
        most, rest = pottery_counts(mine, more)
        pay, stays, next_pay = POTTERY_PAY[most], POTTERY_PAY[rest], POTTERY_PAY[min(most + 1, len(POTTERY_PAY) - 1)]
    if rounds == 0:
        return 10 * pay
    worth = (10 * pay + LATER * stays // 10) * SAFE[min(room, 3)] // 100
    return worth + GROWTH * (next_pay - pay) // 10 if room and pay else worth


@rule
def dates_pay(dates: int) -> int:
    """CAM-20."""
    return DATES_PAY[min(dates, len(DATES_PAY) - 1)]


@rule
def pottery_counts(mine: int, more: int) -> tuple[int, int]:
    """CAM-22: the number of cards with the most frequent shape, and the number of cards left without it."""
    most = cards = 0
    for shape in range(len(SHAPES)):
        shown = cards = 0
        for pot in range(len(SHAPES_ON)):
            face = FIRST_FACE[POTTERY] + pot
            count = (mine >> 3 * face & 7) + (more >> 3 * face & 7)
            cards += count
            if SHAPES_ON[pot] >> shape & 1:
                shown += count
        most = max(most, shown)
    return most, cards - most


# The market phase


@rule
def worth_of_market(t: OffSeasonState, seat: int, market: int) -> int:
    """The value of the camels with the goods of a market, ignoring its ability."""
    return worth_of_goods(t, seat, load_of(t, seat), market_load(t, seat, market), unseen_cards(t, seat, market))


@rule
def worth_of_use(t: OffSeasonState, seat: int, action: int) -> int:
    """CAM-40 to CAM-51: the value of the camels after an ability; in a draft the others load a single card."""
    market = t.chosen // 2
    mine, more, unseen, extra = load_of(t, seat), 0, 0, 0
    if seat == t.turn:
        more, unseen = market_load(t, seat, market), unseen_cards(t, seat, market)
    if PICK <= action < PICK_HIDDEN:
        more = one_more(more, action - PICK)
    elif KEEP <= action < PICK:
        more = one_more(more, action - KEEP)
    elif MOVE <= action < REMOVE:
        more = one_more(more, (action - MOVE) % FACES)
    elif REMOVE <= action < SWAP_HIDDEN:
        if (action - REMOVE) // FACES == market:
            more -= 1 << 3 * ((action - REMOVE) % FACES)
        else:
            extra = spoils(t, seat, (action - REMOVE) % FACES)
    elif SWAP_HIDDEN <= action < SWAP:
        more = one_more(more, (action - SWAP_HIDDEN) % FACES)
        given = known_in_place(t, seat, (action - SWAP_HIDDEN) // (OTHERS * FACES))
        if given == NONE:
            unseen -= 1
        else:
            more -= 1 << 3 * given
    elif SWAP <= action < UNLOAD:
        given = (action - SWAP) // (OTHERS * FACES)
        more = one_more(more - (1 << 3 * given), (action - SWAP) % FACES)
    elif UNLOAD <= action < HIDE:
        mine -= 1 << 3 * (action - UNLOAD)
    elif HIDE <= action < KEEP:
        unseen = max(unseen - 1, 0)
    elif action == DRAW:
        unseen += count_of(empty_camels(t, seat))
    elif action in (DRAFT, PICK_HIDDEN):
        unseen += 1
    elif action == GAIN_SALE:
        extra = TOKEN_WORTH
    elif action == GAIN_PEEK:
        extra = TOKEN_WORTH // 2
    return worth_of_goods(t, seat, mine, more, unseen) + extra


@rule
def known_in_place(t: OffSeasonState, seat: int, place: int) -> int:
    """CAM-49: the face of a face-down card of E2, or NONE if this seat has not seen it."""
    card = t.down[E2 // 2 * MOST_DOWN + place]
    if t.known[card] >> seat & 1:
        return t.faces[card]
    return NONE


@rule
def spoils(t: OffSeasonState, seat: int, face: int) -> int:
    """CAM-48: a small value if the next player has room for such goods on the camel that carries them."""
    camel = camel_with(t, clockwise(t.players, seat, 0), TYPE_OF[face])
    if camel == NONE or cards_of_type(t, clockwise(t.players, seat, 0), TYPE_OF[face]) == CAMELS[camel]:
        return 0
    return 1


@rule
def worth_of_name(t: OffSeasonState, seat: int, kind: int) -> int:
    """CAM-40: the value of an average card of the type, weighted by the chance to find it."""
    market = t.chosen // 2
    mine, more, unseen = load_of(t, seat), market_load(t, seat, market), unseen_cards(t, seat, market)
    found = without = 0
    first, end = FIRST_FACE[kind], FIRST_FACE[kind + 1]
    for face in range(first, end + 1):
        load = one_more(more, face) if face < end else more
        without = worth_of_goods(t, seat, mine, load, unseen)
        if face < end:
            found += without
    return (FOUND * found // (end - first) + (100 - FOUND) * without) // 100


@rule
def worth_on_camel(t: OffSeasonState, seat: int, camel: int) -> int:
    """CAM-13: prefer the camel with enough room but no more than needed."""
    kind = type_to_load(t)
    waiting = 0
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        waiting |= min(t.waiting[face], 7) << 3 * face
    room = CAMELS[camel] - cards_in(kind, waiting, 0)
    if room < 0:
        return -ROOMY * CAMELS[camel]
    return worth_of_load(kind, waiting, 0, room, rounds_left(t)) - ROOMY * CAMELS[camel]


# Selling


@rule
def gain_of_sale(t: OffSeasonState, seat: int, action: int) -> int:
    """The income of a sale and the value of the goods that stay, less the value of the goods before it."""
    if action == SELL_NOTHING:
        return EAGER
    sale = action - SELL
    kind = min(sale, POTTERY)
    camel = camel_with(t, seat, kind)
    pay = 10 * (worth_of_sale(t, seat, sale) + t.coins[seat][camel])
    rounds = rounds_left(t)
    mine = load_of(t, seat)
    left = load_after(mine, sale)
    room = CAMELS[camel] - cards_in(kind, mine, 0)
    after = worth_of_load(kind, left, 0, CAMELS[camel] - cards_in(kind, left, 0), rounds)
    return pay + after - worth_of_load(kind, mine, 0, room, rounds)


@rule
def load_after(load: int, sale: int) -> int:
    """CAM-20 to CAM-23: the load that stays after a sale."""
    kind = min(sale, POTTERY)
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        cards = load >> 3 * face & 7
        if kind == CARPET:
            load -= min(cards, 1) << 3 * face
        elif kind != POTTERY or SHAPES_ON[face - FIRST_FACE[POTTERY]] >> (sale - POTTERY) & 1:
            load -= cards << 3 * face
            if kind == FRUIT and cards:
                return load
    return load


@rule
def best_gain(t: OffSeasonState, seat: int) -> int:
    """The gain of the best further sale."""
    best = -(1 << 40)
    sales = possible_sales(t, seat)
    for sale in range(POTTERY + len(SHAPES)):
        if sales >> sale & 1:
            best = max(best, gain_of_sale(t, seat, SELL + sale))
    return best
