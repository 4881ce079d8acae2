"""What bets, markets, abilities, loads and sales mean in Off Season, from what a seat sees.

Goods are open, so everybody can work out what a sale brings. Cards that a seat has not seen stay unknown: the chance
that they overload a camel is that of drawing them from all cards the seat has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import comb
from typing import NamedTuple

from bidwell.core.game import ViewLike
from bidwell.games.off_season.components import (
    A1,
    ABILITY,
    B2,
    BETTING,
    CAMELS,
    CARDS,
    CARPETS_PAY,
    COPIES,
    D1,
    DATES_PAY,
    DRAFT,
    DRAW,
    FACES,
    FEWEST_GOODS,
    FIRST_FACE,
    FRUIT,
    GAIN_PEEK,
    HIDE,
    KEEP,
    KEEPING,
    LOAD,
    LOADING,
    LUCKY_0,
    MARKET,
    MARKETS,
    MOST_DATES,
    MOST_DOWN,
    MOST_UP,
    MOVE,
    NO_ABILITY,
    NONE,
    PEEK,
    PICK,
    PICK_HIDDEN,
    POTTERY,
    POTTERY_PAY,
    SELL,
    SELLING,
    SHAPES,
    TYPE_OF,
    TYPES,
)
from bidwell.games.off_season.notation import face_called, face_text, sale_text, sold_text
from bidwell.games.off_season.rules import (
    camel_with,
    cards_for_camels,
    cards_of_type,
    cards_to_draft,
    cards_to_fill,
    cards_to_predict,
    cards_with_shape,
    change_of_bet,
    colours_loaded,
    dates_pictured,
    empty_camels,
    fine,
    goods_cards,
    income_of_sale,
    is_enough_for_round,
    is_ignored,
    load,
    load_types_carried,
    lowest_fruit,
    paid_for,
    possible_sales,
    seats_raised,
    sell,
    side_of_round,
    use,
    value_of_fruit,
)
from bidwell.games.off_season.state import OffSeasonState

SALE_NAMES = tuple(sale_text(sale) for sale in range(POTTERY + len(SHAPES)))
"""CAM-20 to CAM-23: every sale, by its number."""
SALE_TYPES = tuple(min(sale, POTTERY) for sale in range(len(SALE_NAMES)))
"""The type sold in each of them."""
SALE_TEXTS = tuple(sold_text(sale) for sale in range(len(SALE_NAMES)))
"""What each of them sells, in a sentence."""
FACES_CALLED = tuple(face_called(face) for face in range(FACES))
"""Every card in words, without an article."""
FACE_TEXTS = tuple(face_text(face) for face in range(FACES))
"""Every card in a sentence."""
EVERY_TYPE = range(len(TYPES))
EVERY_CAMEL = range(len(CAMELS))

PriceRow = tuple[int, int | None, int]


def _rows(pay: Sequence[int]) -> list[PriceRow]:
    """Join neighbours that pay the same; the last entry holds for all higher numbers."""
    rows: list[PriceRow] = []
    for amount, pounds in enumerate(pay[1:], 1):
        if rows and rows[-1][2] == pounds:
            rows[-1] = (rows[-1][0], amount, pounds)
        else:
            rows.append((amount, amount, pounds))
    return rows


def _date_rows() -> list[PriceRow]:
    *rows, (first, _, pounds) = _rows(DATES_PAY)
    return [*rows, (first, None, pounds)]


FRUIT_VALUES = [value_of_fruit(face) for face in range(FIRST_FACE[FRUIT], FIRST_FACE[POTTERY])]
PRICES: tuple[list[PriceRow], ...] = (
    _date_rows(),
    _rows(CARPETS_PAY),
    [(value, value, value) for value in FRUIT_VALUES],
    _rows(POTTERY_PAY),
)
"""CAM-20 to CAM-23, by type: from how many dates, colours or cards of a shape to how many (None: and more), and what
they bring. Fruit: the value of a card, twice, and what one card brings."""


@dataclass(frozen=True, slots=True)
class Sale:
    """A sale from a camel."""

    sale: int
    """Its place in SALE_NAMES."""
    pounds: int
    coin: int
    """The coin on the camel, which is taken, too (CAM-23)."""
    total: int
    stays: list[int]
    """The faces that stay on the camel."""
    coin_left: int
    """The coin on the camel afterwards (CAM-23)."""


@dataclass(frozen=True, slots=True)
class Camel:
    """What can be sold from one camel."""

    sales: list[Sale]
    """Every sale, the best first, even if selling is not possible now."""
    sold: bool
    """Whether this camel was sold from in this turn of the final sale (CAM-16)."""


@dataclass(frozen=True, slots=True)
class Caravan:
    """The goods of a seat."""

    seat: int
    worth: int
    """What the goods would bring if sold now, once from each camel that was not sold from."""
    camels: list[Camel]
    prices: list[int | None]
    """By type, the row of PRICES that the goods have reached."""


@dataclass(frozen=True, slots=True)
class Auction:
    """What changes the bets of the auction that is on."""

    changes: list[int]
    """What is added to the bet of every seat (CAM-35 to CAM-37)."""
    measure: int
    """The dates, or the goods cards, of the seats whose bets rise; 0 if none does."""


@dataclass(frozen=True, slots=True)
class Bets:
    """The bets of the viewer. The lists are indexed by pounds, from 0 to all they own."""

    counts: list[int]
    """The value that the bet is compared by (CAM-35 to CAM-38)."""
    pays: list[int]
    """What it costs if it wins (CAM-38)."""
    zero_ignored: bool
    """Whether a bet of 0 cannot win (CAM-31)."""
    zero_fine: int | None
    """What a bet of 0 loses if it is not the only one and somebody wins; None if a single 0 does not win (CAM-32)."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What a freight does to one type (CAM-13)."""

    kind: int
    camel: int | None
    """The camel that carries the type, or else the best empty one; None if none can carry it."""
    before: int
    coming: int
    room: int
    """How many more cards the camel then carries; less than 0 if there are too many."""
    lost: bool
    chance: float
    """The chance that unseen cards of the freight are too many for the camel."""


@dataclass(frozen=True, slots=True)
class Freight:
    """Goods about to be loaded by the viewer. New types go on the best camels, unless the camel is being chosen."""

    faces: list[int]
    """Those the viewer sees."""
    unseen: int
    """The number of the others."""
    gain: int
    """The change in what the viewer's goods would bring, by what is seen."""
    worth: int
    """What they would bring then."""
    empty: list[int]
    """The camels that are empty before."""
    fates: list[Fate]
    """The types that come, and those that may be lost."""


@dataclass(frozen=True, slots=True)
class OffSeasonForesight:
    """All that a viewer can work out about the table, and about the decision they are asked for."""

    order: list[int]
    """The seats from the First Player on (CAM-12)."""
    tower: int
    """The number of cards in the Tower."""
    rounds: int
    """The most rounds that can follow this one (CAM-04, CAM-16)."""
    caravan: Caravan
    """The goods of the viewer; for a spectator those of the seat that acts."""
    drafters: list[int]
    """The seats that have still to take a card of the draft, in turn (CAM-46)."""
    auction: Auction | None
    """None when no bets are made."""
    bets: Bets | None = None
    """None if the viewer is not asked for a bet."""
    hidden: list[int] = field(default_factory=list)
    """By type, the number of cards that the viewer has not seen: the basis of all chances; empty if there is none."""
    freights: list[Freight] = field(default_factory=list)
    markets: dict[str, int] = field(default_factory=dict)
    """The places in `freights` of the goods of every market, while the viewer has to choose one or to load it."""
    actions: list[int | None] = field(default_factory=list)
    """For every legal action, in their order, the place in `freights` of what is loaded then; None if nothing is.
    Empty while bets are made and goods are sold."""
    draws: int = 0
    """How many cards the ability draws from the Tower (CAM-40, CAM-43, CAM-46)."""
    chances: list[float] = field(default_factory=list)
    """CAM-40: by type, the chance that one of them is of the type that is named."""


def foresight(seen: ViewLike) -> OffSeasonForesight:
    t, seat = seen.state, seen.seat
    order = _order(t.players, t.first_player)
    front = _front(t, order) if seat is None else seat
    goods = _goods(t, front)
    auction = _auction(t) if t.stage == BETTING else None
    rounds = _rounds(t.players, t.drawn, t.side, t.in_play)
    caravan = _caravan(front, goods, t.sold_from if t.turn == front else 0)
    about = (order, CARDS - t.drawn, rounds, caravan, _drafters(t), auction)
    if seat is None or t.stage >= SELLING:
        return OffSeasonForesight(*about)
    markets = _markets(goods, _layout(t)) if _is_to_choose(t, seat, order) else NO_MARKETS
    if auction or not seen.actions:
        return OffSeasonForesight(*about, _bets(t, seat) if seen.actions else None, *markets)
    incoming = Incoming(t, seat, goods, markets.freights)
    actions = [incoming.after(action) for action in seen.actions]
    drawing = _drawing(t, seat, incoming.hidden)
    return OffSeasonForesight(*about, None, [*incoming.hidden], incoming.freights, markets.places, actions, *drawing)


# The table


@lru_cache(maxsize=64)
def _order(players: int, first_player: int) -> list[int]:
    """CAM-12: clockwise; from the first seat on before there is a First Player."""
    first = max(first_player, 0)
    return [*range(first, players), *range(first)]


def _front(t: OffSeasonState, order: list[int]) -> int:
    """Return the seat whose caravan a spectator sees."""
    return t.acting if t.acting != NONE else t.turn if t.turn != NONE else order[0]


@lru_cache(maxsize=512)
def _rounds(players: int, drawn: int, side: int, in_play: int) -> int:
    """CAM-04, CAM-10, CAM-16: no ability draws more cards, so that the Tower lasts longest."""
    t = OffSeasonState()
    t.players, t.side, t.in_play = players, side, in_play
    left, rounds = CARDS - drawn, 0
    while is_enough_for_round(t, left):
        t.side = side_of_round(t, left)
        left -= cards_to_fill(t, t.side)
        rounds += 1
    return rounds


def _is_to_choose(t: OffSeasonState, seat: int, order: list[int]) -> bool:
    """Return whether a seat has still to choose a market, or to take the goods of the one it chose (CAM-12)."""
    if t.stage <= BETTING or t.stage >= SELLING:
        return t.stage <= BETTING
    if t.turn != seat:
        return order.index(t.turn) < order.index(seat)
    return t.chosen == NONE or _has_goods(t, t.chosen // 2)


def _has_goods(t: OffSeasonState | Layout, market: int) -> bool:
    return t.up[market * MOST_UP] != NONE or t.down[market * MOST_DOWN] != NONE


def _drafters(t: OffSeasonState) -> list[int]:
    """CAM-46: a seat that loads has taken its card."""
    if t.draft[0] == NONE:
        return []
    loading = t.stage == LOADING
    first = t.acting + loading
    steps = (t.turn - first) % t.players or (0 if loading else t.players)
    return [(first + step) % t.players for step in range(min(steps, sum(card != NONE for card in t.draft)))]


# The auction


def _auction(t: OffSeasonState) -> Auction:
    return _changes(t.auction, t.first_player, tuple(map(tuple, t.goods[: t.players])))


@lru_cache(maxsize=256)
def _changes(kind: int, first_player: int, goods: tuple[tuple[int, ...], ...]) -> Auction:
    t = OffSeasonState()
    t.players, t.auction, t.first_player, t.goods = len(goods), kind, first_player, [[*row] for row in goods]
    raised = seats_raised(t)
    count = {MOST_DATES: dates_pictured, FEWEST_GOODS: goods_cards}.get(kind)
    measures = [count(t, seat) for seat in range(t.players) if raised >> seat & 1] if count else []
    return Auction([change_of_bet(t, seat, raised) for seat in range(t.players)], max(measures, default=0))


def _bets(t: OffSeasonState, seat: int) -> Bets:
    change, pounds = _auction(t).changes[seat], t.pounds[seat]
    counts = [bet + change for bet in range(pounds + 1)]
    pays = [paid_for(counted, pounds) for counted in counts]
    return Bets(counts, pays, is_ignored(t, counts[0]), fine(t, seat) if t.auction == LUCKY_0 else None)


# Goods and sales. What depends on one seat's goods alone is cached: goods change a few times in a round, and it is
# needed after every action.


class Goods(NamedTuple):
    """What a seat's camels carry: the number of cards of each face, the type of each camel, and the coins."""

    cards: tuple[int, ...]
    camels: tuple[int, ...]
    coins: tuple[int, ...]

    def state(self, waiting: Sequence[int] = ()) -> OffSeasonState:
        """Return a state in which seat 0 has these goods, with `waiting` faces to load, for rules about goods only."""
        t = OffSeasonState.__new__(OffSeasonState)
        t.journal, t.players, t.stage, t.sold_from, t.pounds = None, 1, SELLING, 0, [0]
        t.goods, t.camels, t.coins = [[*self.cards]], [[*self.camels]], [[*self.coins]]
        t.waiting = [0] * FACES
        for face in waiting:
            t.waiting[face] += 1
        return t


def _goods(t: OffSeasonState, seat: int) -> Goods:
    return Goods(tuple(t.goods[seat]), tuple(t.camels[seat]), tuple(t.coins[seat]))


@lru_cache(maxsize=1024)
def _caravan(seat: int, goods: Goods, sold_from: int) -> Caravan:
    sold = [bool(sold_from >> camel & 1) for camel in EVERY_CAMEL]
    every = _sales(goods)
    worth = sum(sales[0].total for sales, gone in zip(every, sold, strict=True) if sales and not gone)
    return Caravan(seat, worth, [Camel(*each) for each in zip(every, sold, strict=True)], _price_rows(goods))


@lru_cache(maxsize=1024)
def _sales(goods: Goods) -> list[list[Sale]]:
    """Return every sale from each camel, the best first."""
    t, found = goods.state(), [list[Sale]() for _ in CAMELS]
    possible = possible_sales(t, 0)
    for sale, kind in enumerate(SALE_TYPES):
        if possible >> sale & 1:
            found[camel_with(t, 0, kind)].append(_sale(goods, sale))
    return [sorted(sales, key=lambda each: -each.pounds) for sales in found]


def _sale(goods: Goods, sale: int) -> Sale:
    t, kind = goods.state(), SALE_TYPES[sale]
    camel = camel_with(t, 0, kind)
    coin = t.coins[0][camel]
    sell(t, 0, sale)
    stays = [face for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]) for _ in range(t.goods[0][face])]
    return Sale(sale, t.pounds[0] - coin, coin, t.pounds[0], stays, t.coins[0][camel])


@lru_cache(maxsize=4096)
def _worth(goods: Goods) -> int:
    """Return what the best sale from each camel brings, all together."""
    t, best = goods.state(), [0] * len(TYPES)
    possible = possible_sales(t, 0)
    for sale, kind in enumerate(SALE_TYPES):
        if possible >> sale & 1:
            best[kind] = max(best[kind], income_of_sale(t, 0, sale))
    return sum(best)


def _price_rows(goods: Goods) -> list[int | None]:
    t = goods.state()
    fruit = lowest_fruit(t, 0)
    shapes = [cards_with_shape(t, 0, shape) for shape in range(len(SHAPES))]
    fruit_value = 0 if fruit == NONE else value_of_fruit(fruit)
    amounts = (dates_pictured(t, 0), colours_loaded(t, 0), fruit_value, max(shapes))
    return [_row(rows, amount) for rows, amount in zip(PRICES, amounts, strict=True)]


def _row(rows: Sequence[PriceRow], amount: int) -> int | None:
    """Return the place of the row for this amount; None for nothing."""
    return max((place for place, (first, *_) in enumerate(rows) if first <= amount), default=None)


# Freights


@lru_cache(maxsize=4096)
def _loaded(goods: Goods, faces: tuple[int, ...]) -> Goods:
    """CAM-13: types that have a camel are loaded first; then the largest new type goes on the largest empty camel."""
    t = goods.state(faces)
    load_types_carried(t, 0)
    new = {kind: sum(t.waiting[FIRST_FACE[kind] : FIRST_FACE[kind + 1]]) for kind in EVERY_TYPE}
    for kind in sorted((kind for kind in EVERY_TYPE if new[kind]), key=lambda kind: -new[kind]):
        load(t, 0, kind, empty_camels(t, 0).bit_length() - 1)
    return _goods(t, 0)


@lru_cache(maxsize=4096)
def _freight(goods: Goods, faces: tuple[int, ...], unseen: int, hidden: tuple[int, ...]) -> Freight:
    then = _loaded(goods, faces)
    every = (_with_chance(fate, unseen, hidden) for fate in _fates(goods, faces))
    return _summed_up(goods, then, faces, unseen, [fate for fate in every if fate.coming or fate.chance])


def _summed_up(goods: Goods, then: Goods, faces: Sequence[int], unseen: int, fates: list[Fate]) -> Freight:
    empty = [camel for camel, kind in enumerate(goods.camels) if kind == NONE]
    return Freight([*faces], unseen, _worth(then) - _worth(goods), _worth(then), empty, fates)


@lru_cache(maxsize=4096)
def _fates(goods: Goods, faces: tuple[int, ...]) -> list[Fate]:
    """Return what the faces that are seen do to every type that is carried or comes."""
    now, then = goods.state(), _loaded(goods, faces).state()
    types = [TYPE_OF[face] for face in faces]
    return [_fate(now, then, kind, types.count(kind)) for kind in EVERY_TYPE if kind in goods.camels or kind in types]


def _fate(now: OffSeasonState, then: OffSeasonState, kind: int, coming: int) -> Fate:
    """CAM-13: a type is lost with all that lay on its camel."""
    before = cards_of_type(now, 0, kind)
    camel = camel_with(now if before else then, 0, kind)
    room = (0 if camel == NONE else CAMELS[camel]) - before - coming
    lost = coming > 0 and cards_of_type(then, 0, kind) == 0
    return Fate(kind, None if camel == NONE else camel, before, coming, room, lost, 0.0)


def _with_chance(fate: Fate, unseen: int, hidden: tuple[int, ...]) -> Fate:
    """Return a fate with the chance that unseen cards are too many."""
    if fate.lost or unseen <= fate.room:
        return fate
    return replace(fate, chance=_chance_of_more(hidden, fate.kind, unseen, fate.room))


@lru_cache(maxsize=1024)
def _load_on(goods: Goods, kind: int, faces: tuple[int, ...], camel: int) -> Freight:
    """CAM-13: a new type on the camel that is chosen for it."""
    t = goods.state(faces)
    load(t, 0, kind, camel)
    lost = cards_of_type(t, 0, kind) == 0
    fate = Fate(kind, camel, 0, len(faces), CAMELS[camel] - len(faces), lost, 0.0)
    return _summed_up(goods, _goods(t, 0), faces, 0, [fate])


@lru_cache(maxsize=4096)
def _chance_of_more(hidden: tuple[int, ...], kind: int, drawn: int, than: int) -> float:
    """Return the chance that more than `than` of `drawn` cards are of this type, of those that are hidden."""
    these, others = hidden[kind], sum(hidden) - hidden[kind]
    drawn = min(drawn, these + others)
    ways = (comb(these, count) * comb(others, drawn - count) for count in range(than + 1, drawn + 1))
    return sum(ways) / comb(these + others, drawn)


def _drawing(t: OffSeasonState, seat: int, hidden: tuple[int, ...]) -> tuple[int, list[float]]:
    """Return how many cards the ability draws, and for each type the chance that one is of it (CAM-40)."""
    if t.stage != ABILITY:
        return 0, []
    if t.chosen == A1:
        draws = cards_to_predict(t)
        return draws, [_chance_of_more(hidden, kind, draws, 0) for kind in EVERY_TYPE]
    return cards_to_draft(t) if t.chosen == D1 else cards_for_camels(t, seat) if t.chosen == B2 else 0, []


# What lies in the markets, and what an action loads


class Layout(NamedTuple):
    """The cards that lie in the markets, and what the viewer has seen of all cards."""

    faces: tuple[int | None, ...]
    up: tuple[int, ...]
    down: tuple[int, ...]
    aside: tuple[int, ...]
    """Those set aside to be loaded with the goods of the market `here`."""
    here: int
    open_markets: int


def _layout(t: OffSeasonState) -> Layout:
    aside = () if t.stage == KEEPING else tuple(t.aside)  # of those to keep, only one is loaded (CAM-40)
    return Layout(tuple(t.faces), tuple(t.up), tuple(t.down), aside, t.chosen // 2, t.open_markets)


class Markets(NamedTuple):
    """The goods of the markets, as freights of one viewer, and the basis of the chances."""

    hidden: list[int]
    freights: list[Freight]
    places: dict[str, int]


NO_MARKETS = Markets([], [], {})


@lru_cache(maxsize=512)
def _markets(goods: Goods, layout: Layout) -> Markets:
    """CAM-12: the goods of the markets nobody has chosen, and of the one that is being emptied."""
    hidden = _hidden(layout.faces)
    shown = [market for market in range(len(MARKETS)) if _is_shown(layout, market)]
    freights = [_freight(goods, *_stall(layout, market), hidden) for market in shown]
    return Markets([*hidden], freights, {MARKETS[market]: place for place, market in enumerate(shown)})


def _is_shown(layout: Layout, market: int) -> bool:
    return bool(layout.open_markets >> market & 1) or (market == layout.here and _has_goods(layout, market))


def _stall(layout: Layout, market: int) -> tuple[tuple[int, ...], int]:
    """Return the faces that are seen in a market, and the number of unseen cards (CAM-12)."""
    up = layout.up[market * MOST_UP : (market + 1) * MOST_UP]
    down = layout.down[market * MOST_DOWN : (market + 1) * MOST_DOWN]
    cards = up + down + (layout.aside if market == layout.here else ())
    faces = [layout.faces[card] for card in cards if card != NONE]
    seen = tuple(face for face in faces if face is not None)
    return seen, len(faces) - len(seen)


@lru_cache(maxsize=256)
def _hidden(faces: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the number of cards of each type that are not among those seen."""
    left = [sum(COPIES[FIRST_FACE[kind] : FIRST_FACE[kind + 1]]) for kind in EVERY_TYPE]
    for face in faces:
        if face is not None:
            left[TYPE_OF[face]] -= 1
    return tuple(left)


class Incoming:
    """The freights that a decision can lead to, each listed once, after those of the markets."""

    def __init__(self, t: OffSeasonState, seat: int, goods: Goods, freights: list[Freight]) -> None:
        self.t, self.seat, self.goods, self.layout = t, seat, goods, _layout(t)
        self.hidden = _hidden(self.layout.faces)
        self.freights = [*freights]
        self.places = {id(freight): place for place, freight in enumerate(freights)}

    def after(self, action: int) -> int | None:
        """Return the place of the freight that this action leads to."""
        first, then = next(each for each in AFTER if each[0] <= action)
        return then(self, action - first)

    def _place(self, freight: Freight) -> int:
        """Return the place of a freight in the list. A cache returns the same one for the same goods."""
        place = self.places.setdefault(id(freight), len(self.freights))
        if place == len(self.freights):
            self.freights.append(freight)
        return place

    def _with(self, more: tuple[int, ...] = (), unseen: int = 0) -> int:
        """The goods of the market chosen, with more faces and more unseen cards."""
        faces, hidden = _stall(self.layout, self.layout.here)
        return self._place(_freight(self.goods, faces + more, hidden + unseen, self.hidden))

    def _at_once(self, faces: tuple[int, ...], unseen: int) -> int:
        return self._place(_freight(self.goods, faces, unseen, self.hidden))

    def market(self, market: int) -> int:
        return self._at_once(*_stall(self.layout, market))

    def nothing(self, _: int) -> None:
        """Nothing is loaded."""

    def only_the_goods(self, _: int) -> int:
        return self._with()

    def draw(self, _: int) -> int:
        """CAM-43."""
        return self._with(unseen=cards_for_camels(self.t, self.seat))

    def use(self, number: int) -> int:
        """CAM-42, CAM-44, CAM-45, CAM-47, CAM-48, CAM-49: what moves is seen before, or stays unseen."""
        then = _laid_out_as(self.t)
        use(then, self.seat, MOVE + number)
        stall = _stall(self.layout._replace(up=tuple(then.up), down=tuple(then.down)), self.layout.here)
        return self._place(_freight(_goods(then, self.seat), *stall, self.hidden))

    def move_hidden(self, _: int) -> int:
        """CAM-50: nobody has seen the card, as the Peek token comes with side 2."""
        return self._with(unseen=-1)

    def keep(self, face: int) -> int:
        """CAM-40."""
        return self._with((face,))

    def pick(self, face: int) -> int:
        """CAM-46: loaded with the goods of the market by the seat on turn, alone by the others."""
        return self._with((face,)) if self.seat == self.t.turn else self._at_once((face,), 0)

    def pick_hidden(self, _: int) -> int:
        """CAM-46."""
        return self._with(unseen=1) if self.seat == self.t.turn else self._at_once((), 1)

    def load(self, number: int) -> int:
        """CAM-13."""
        kind, camel = divmod(number, len(CAMELS))
        faces = range(FIRST_FACE[kind], FIRST_FACE[kind + 1])
        waiting = tuple(face for face in faces for _ in range(self.t.waiting[face]))
        return self._place(_load_on(self.goods, kind, waiting, camel))


def _laid_out_as(t: OffSeasonState) -> OffSeasonState:
    """Return a state with what the abilities change that draw no card; `t` stays as it is."""
    then = OffSeasonState.__new__(OffSeasonState)
    then.journal, then.chosen, then.side = None, t.chosen, t.side
    then.faces, then.coins = t.faces, t.coins
    then.up, then.down, then.known = [*t.up], [*t.down], [*t.known]
    then.goods, then.camels = [[*row] for row in t.goods], [[*row] for row in t.camels]
    return then


AFTER: tuple[tuple[int, Callable[[Incoming, int], int | None]], ...] = (
    (SELL, Incoming.nothing),
    (LOAD, Incoming.load),
    (PICK_HIDDEN, Incoming.pick_hidden),
    (PICK, Incoming.pick),
    (KEEP, Incoming.keep),
    (HIDE, Incoming.move_hidden),
    (MOVE, Incoming.use),
    (GAIN_PEEK, Incoming.only_the_goods),
    (DRAFT, Incoming.only_the_goods),
    (DRAW, Incoming.draw),
    (NO_ABILITY, Incoming.only_the_goods),
    (PEEK, Incoming.nothing),
    (MARKET, Incoming.market),
)
"""The first action number of each kind of action, the last first, and what it loads. Bets are not among them."""
