"""Off Season told a second time, as a plain script: an oracle for the tests, written from the clauses.

The clauses are those of the game's rulebook.md; no part of the engine is used here. Clarity counts, speed does not.

Where the clauses leave it open, it is read as follows.

- The round, the side and the kind shown at the end, and in the final sale, are those of the last round played (CAM-16).
- While the user of A1 chooses what to keep, the cards drawn are not yet set aside: they are nowhere (CAM-40).
- Of identical cards in a draft, the one drawn first is taken first (CAM-46).
- A swap of two cards that look the same is a swap like any other (CAM-42).
- An Extra Sale token is gone from the moment it is spent, before the second sale is chosen (CAM-14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.games.script import Ask, End, Order

Script = Generator[Ask | Order, Any, None]
Use = Callable[[], Script | None]
"""What a use of an ability does; a script if it asks or draws by chance."""

POUNDS = 5  # CAM-01
CAMELS = (3, 4, 5, 6)  # CAM-01
TYPES = ("date", "carpet", "fruit", "pottery")  # CAM-02
SHAPES = ("jar", "bowl", "vase")  # CAM-02
FRONTS = {  # CAM-02
    "date 1": 10,
    "date 2": 10,
    "date 3": 8,
    "date 4": 6,
    "carpet red": 5,
    "carpet blue": 5,
    "carpet green": 5,
    "carpet yellow": 5,
    "carpet purple": 5,
    "carpet white": 5,
    "fruit 1": 12,
    "fruit 2": 9,
    "fruit 3": 7,
    "fruit 4": 4,
    "pottery jar": 8,
    "pottery bowl": 8,
    "pottery vase": 8,
    "pottery jar+bowl": 2,
    "pottery jar+vase": 2,
    "pottery bowl+vase": 2,
    "pottery jar+bowl+vase": 2,
}
BACKS = {  # CAM-03
    "highest bet": 30,
    "lowest bet": 14,
    "lucky 0": 14,
    "cannot bet 2": 14,
    "cannot bet 3": 14,
    "most dates": 14,
    "first player": 14,
    "fewest goods": 14,
}
FORBIDDEN = {"cannot bet 2": 2, "cannot bet 3": 3}  # CAM-33, CAM-34
TURNS_BELOW = 80  # CAM-04
COUNTS = {  # CAM-40 to CAM-51: face-up + face-down of side 1, of side 2
    "A": ((2, 1), (2, 1)),
    "B": ((2, 1), (2, 2)),
    "C": ((3, 0), (3, 0)),
    "D": ((2, 2), (2, 3)),
    "E": ((2, 3), (2, 4)),
    "F": ((2, 4), (3, 3)),
}
TRIES = 2  # CAM-30
UNLUCKY = 2  # CAM-32
NAMED_DRAW = 3  # CAM-40
MOVABLE = {"C1": ("carpet", "fruit"), "C2": ("date", "pottery")}  # CAM-44, CAM-45
DATE_PAY = ((2, 1), (4, 2), (6, 4), (8, 6), (10, 9), (12, 12))  # CAM-20: up to so many dates, so many pounds
DATE_PAY_BEYOND = 16  # CAM-20
CARPET_PAY = (1, 3, 6, 10, 15, 20)  # CAM-21
POTTERY_PAY = (2, 4, 6, 9, 12, 16)  # CAM-22
FRUIT_COIN = 1  # CAM-23


@dataclass
class Market:
    """The goods that lie on one market."""

    up: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)


@dataclass
class Merchant:
    """One player with all that is his (CAM-01)."""

    pounds: int = POUNDS
    camels: dict[int, list[str]] = field(default_factory=lambda: {limit: [] for limit in CAMELS})
    coins: dict[int, int] = field(default_factory=lambda: dict.fromkeys(CAMELS, 0))
    extra: bool = False
    peek: bool = False

    def goods(self) -> list[str]:
        """All goods cards on his camels."""
        return [card for goods in self.camels.values() for card in goods]

    def dates(self) -> int:
        """The dates pictured on his goods (CAM-35)."""
        return dates_on(self.goods())

    def empty_camels(self) -> list[int]:
        """The camels that carry nothing."""
        return [limit for limit in CAMELS if not self.camels[limit]]

    def camel_with(self, kind: str) -> int | None:
        """The camel that carries this type, if any does (CAM-13)."""
        for limit, goods in self.camels.items():
            if goods and type_of(goods[0]) == kind:
                return limit
        return None


@dataclass
class Bazaar:
    """The whole table."""

    merchants: list[Merchant]
    tower: list[tuple[str, str]]
    """Front and back of each card, top first (CAM-02, CAM-03)."""
    markets: dict[str, Market]
    round: int = 0
    side: int = 1
    kind: str = ""
    first: int | None = None
    chosen: list[str] = field(default_factory=list)
    """The markets chosen this round."""
    aside: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    draft_hidden: bool = False
    """Whether the first card of the draft is the one that lies face down."""
    discarded: list[str] = field(default_factory=list)

    def draw(self, number: int) -> list[str]:
        """The top cards of the Tower, or what it has (CAM-52)."""
        drawn, self.tower = self.tower[:number], self.tower[number:]
        return [front for front, _ in drawn]

    def clockwise(self, start: int) -> list[int]:
        """All seats, from this one on clockwise."""
        return [(start + step) % len(self.merchants) for step in range(len(self.merchants))]

    def from_first(self) -> list[int]:
        """All seats, the First Player first (CAM-12, CAM-14, CAM-16)."""
        assert self.first is not None
        return self.clockwise(self.first)

    def unchosen(self) -> list[str]:
        """The markets nobody chose this round (CAM-12)."""
        return [name for name in self.markets if name not in self.chosen]

    def table(self) -> dict[str, Any]:
        """All there is, in plain values."""
        return {
            "round": self.round,
            "side": self.side,
            "tower": len(self.tower),
            "kind": self.kind,
            "first": self.first,
            "pounds": [merchant.pounds for merchant in self.merchants],
            "up": {name: sorted(market.up) for name, market in self.markets.items()},
            "down": {name: list(market.down) for name, market in self.markets.items()},
            "camels": [{limit: sorted(merchant.camels[limit]) for limit in CAMELS} for merchant in self.merchants],
            "coins": [dict(merchant.coins) for merchant in self.merchants],
            "extra": [seat for seat, merchant in enumerate(self.merchants) if merchant.extra],
            "peek": [seat for seat, merchant in enumerate(self.merchants) if merchant.peek],
            "aside": sorted(self.aside),
            "draft": list(self.draft),
        }


def off_season(players: int, tower: Sequence[str], backs: Sequence[str]) -> Generator[Ask | Order, Any, End]:
    """A whole game: `tower` are the fronts of the Tower, `backs` its backs, both top first."""
    assert 3 <= players <= 5  # CAM-01
    assert Counter(tower) == FRONTS, "not the cards of CAM-02"
    assert Counter(backs) == BACKS, "not the backs of CAM-03"
    in_play = list(COUNTS)[: players + 1]  # CAM-04: players + 1 of them, A upward
    bazaar = Bazaar(
        merchants=[Merchant() for _ in range(players)],
        tower=list(zip(tower, backs, strict=True)),
        markets={name: Market() for name in in_play},
    )
    while begin_round(bazaar):
        yield from auction(bazaar)
        for seat in bazaar.from_first():  # CAM-12
            yield from market_turn(bazaar, seat)
        for seat in bazaar.from_first():  # CAM-14
            yield from sell_turn(bazaar, seat)
        clear_away(bazaar)
    for seat in bazaar.from_first():  # CAM-16
        yield from final_sale(bazaar, seat)
    return the_end(bazaar)


# Asking


def put(bazaar: Bazaar, legal: dict[int, frozenset[str]]) -> Generator[Ask | Order, Any, dict[int, str]]:
    """Ask all these seats at once, and see that the answers are answers."""
    answers: dict[int, str] = yield Ask(legal=legal, table=bazaar.table())
    assert answers.keys() == legal.keys(), "every seat asked must answer, and no other"
    assert all(answers[seat] in legal[seat] for seat in legal), "an answer is not among the legal ones"
    return dict(answers)


def put_one(bazaar: Bazaar, seat: int, choices: Iterable[str]) -> Generator[Ask | Order, Any, str]:
    """Ask one seat."""
    answers = yield from put(bazaar, {seat: frozenset(choices)})
    return answers[seat]


def first_by_chance(what: str, number: int) -> Generator[Ask | Order, Any, int]:
    """Have 0, 1, … put into a random order; says which is first."""
    things = tuple(range(number))
    order: tuple[int, ...] = yield Order(what, things)
    assert sorted(order) == list(things), "something else came back than was to be put in order"
    return order[0]


# Cards


def type_of(card: str) -> str:
    """CAM-02: the type of a card: `date 3` is a date."""
    return card.split(" ")[0]


def face_of(card: str) -> str:
    """CAM-02: what else is on it: the number of dates, the colour, the value or the shapes."""
    return card.split(" ")[1]


def shapes_of(card: str) -> list[str]:
    """CAM-02: the shapes a pottery card shows."""
    return face_of(card).split("+")


def dates_on(goods: list[str]) -> int:
    """The number of dates on all date cards among these (CAM-20, CAM-35)."""
    return sum(int(face_of(card)) for card in goods if type_of(card) == "date")


# A round


def begin_round(bazaar: Bazaar) -> bool:
    """CAM-04, CAM-10, CAM-11: turn the markets if it is time, fill them, see the kind; CAM-16: or it is over."""
    if len(bazaar.tower) < len(bazaar.merchants):  # CAM-16
        return False
    side = 2 if len(bazaar.tower) < TURNS_BELOW else 1  # CAM-04; the Tower only shrinks, so nothing turns back
    counts = {name: COUNTS[name][side - 1] for name in bazaar.markets}
    bazaar.round += 1
    bazaar.side = side
    bazaar.chosen = []
    for name, (up, down) in counts.items():  # CAM-10: A first
        bazaar.markets[name].up = bazaar.draw(min(up, len(bazaar.tower) - 1))  # CAM-10: the face-up ones before
        bazaar.markets[name].down = bazaar.draw(min(down, len(bazaar.tower) - 1))  # CAM-10: one stays on top
    _, bazaar.kind = bazaar.tower[0]  # CAM-11: the back of the top card after filling
    return True


def clear_away(bazaar: Bazaar) -> None:
    """CAM-15: what the unchosen market holds is discarded."""
    for name in bazaar.unchosen():
        bazaar.discarded += take_goods(bazaar, name)


def take_goods(bazaar: Bazaar, name: str) -> list[str]:
    """All that lies on a market is taken off it."""
    market = bazaar.markets[name]
    goods = market.up + market.down
    market.up, market.down = [], []
    return goods


# The auction


def auction(bazaar: Bazaar) -> Script:
    """CAM-11: all bet at once, the winner pays and is First Player; CAM-30: if nobody wins, once more."""
    for _ in range(TRIES):
        answers = yield from put(
            bazaar, {seat: possible_bets(bazaar, merchant) for seat, merchant in enumerate(bazaar.merchants)}
        )
        bets = {seat: int(answer.removeprefix("bet ")) for seat, answer in answers.items()}
        winner = winner_of(bazaar, bets)
        if winner is not None:
            pay(bazaar, bets, winner)
            bazaar.first = winner  # CAM-11
            return
    if bazaar.first is None:  # CAM-30: at the first auction drawn at random; otherwise he keeps the token
        bazaar.first = yield from first_by_chance("first player", len(bazaar.merchants))


def possible_bets(bazaar: Bazaar, merchant: Merchant) -> frozenset[str]:
    """CAM-11: 0 up to all his pounds; CAM-33, CAM-34: but not 2, or not 3."""
    return frozenset(f"bet {bet}" for bet in range(merchant.pounds + 1) if bet != FORBIDDEN.get(bazaar.kind))


def winner_of(bazaar: Bazaar, bets: dict[int, int]) -> int | None:
    """Who wins, by the kind of auction; None if it fails."""
    if bazaar.kind == "lowest bet":  # CAM-31: of at least 1, the lowest alone
        return first_alone({seat: bet for seat, bet in bets.items() if bet >= 1}, highest=False)
    if bazaar.kind == "lucky 0" and len(zeros(bets)) == 1:  # CAM-32: a single 0 wins at once
        return zeros(bets)[0]
    return first_alone(changed(bazaar, bets), highest=True)  # CAM-30, CAM-38


def first_alone(bets: dict[int, int], *, highest: bool) -> int | None:
    """CAM-30, CAM-31: the highest or lowest bet; if tied the next that is alone, and so on."""
    for value in sorted(set(bets.values()), reverse=highest):
        seats = [seat for seat, bet in bets.items() if bet == value]
        if len(seats) == 1:
            return seats[0]
    return None


def zeros(bets: dict[int, int]) -> list[int]:
    """The seats that bet 0 (CAM-32)."""
    return [seat for seat, bet in bets.items() if bet == 0]


def changed(bazaar: Bazaar, bets: dict[int, int]) -> dict[int, int]:
    """The bets as they count (CAM-38): most dates +1, First Player -1, fewest goods +1."""
    change = dict.fromkeys(bets, 0)
    if bazaar.kind == "most dates":
        dates = {seat: bazaar.merchants[seat].dates() for seat in bets}
        for seat in bets:
            if dates[seat] == max(dates.values()) > 0:  # CAM-35: all who tie; nobody has a date: standard
                change[seat] = 1
    if bazaar.kind == "first player" and bazaar.first is not None:  # CAM-36: at the first auction standard
        change[bazaar.first] = -1
    if bazaar.kind == "fewest goods":
        goods = {seat: len(bazaar.merchants[seat].goods()) for seat in bets}
        for seat in bets:
            if goods[seat] == min(goods.values()) and max(goods.values()) > 0:  # CAM-37: none counts as fewest
                change[seat] = 1
    return {seat: bet + change[seat] for seat, bet in bets.items()}


def pay(bazaar: Bazaar, bets: dict[int, int], winner: int) -> None:
    """CAM-11, CAM-38: the winner pays what he really put in; CAM-32: two or more zeros lose 2 pounds, or all."""
    bazaar.merchants[winner].pounds -= bets[winner]  # CAM-36: 0 for one who won with -1
    if bazaar.kind == "lucky 0" and len(zeros(bets)) >= 2:
        for seat in zeros(bets):
            bazaar.merchants[seat].pounds -= min(UNLUCKY, bazaar.merchants[seat].pounds)


# The market phase


def market_turn(bazaar: Bazaar, seat: int) -> Script:
    """CAM-12: choose a market, may use its ability, take its goods and load them with what was set aside."""
    name = yield from choose_market(bazaar, seat)
    bazaar.chosen.append(name)
    yield from ability(bazaar, seat, name)
    goods = take_goods(bazaar, name) + bazaar.aside  # CAM-40, CAM-43, CAM-46
    bazaar.aside = []
    yield from load(bazaar, seat, goods)


def choose_market(bazaar: Bazaar, seat: int) -> Generator[Ask | Order, Any, str]:
    """CAM-12: a market nobody chose this round; CAM-51: before that a look at one, with the Peek token."""
    while True:
        markets = {f"market {name}": name for name in bazaar.unchosen()}
        answer = yield from put_one(bazaar, seat, {*markets, *peeks(bazaar, seat, bazaar.unchosen())})
        if answer in markets:
            return markets[answer]
        bazaar.merchants[seat].peek = False


def peeks(bazaar: Bazaar, seat: int, names: list[str]) -> list[str]:
    """CAM-51: with the token, a look at the face-down cards of one of these markets, if it has any."""
    if not bazaar.merchants[seat].peek:
        return []
    return [f"peek {name}" for name in names if bazaar.markets[name].down]


def ability(bazaar: Bazaar, seat: int, name: str) -> Script:
    """CAM-12: the ability of the market just chosen may be used once; CAM-17: not asked if there is no use of it.

    CAM-51: before deciding, a look at an unchosen market or at his own. A Peek token gained here cannot be spent in
    this phase: nothing more is asked of him in it where he could.
    """
    while True:
        possible = uses(bazaar, seat, name)
        if not possible:
            return
        looks = peeks(bazaar, seat, [*bazaar.unchosen(), name])
        answer = yield from put_one(bazaar, seat, {*possible, "no ability", *looks})
        if answer in looks:
            bazaar.merchants[seat].peek = False
            continue
        if answer in possible:
            script = possible[answer]()
            if script is not None:
                yield from script
        return


def uses(bazaar: Bazaar, seat: int, name: str) -> Mapping[str, Use]:
    """Every possible use of the ability of this market, with what it does.

    "Another market" is one in play that nobody has chosen: this one is chosen by now. Identical cards are one use.
    """
    merchant, here = bazaar.merchants[seat], bazaar.markets[name]
    others = bazaar.unchosen()
    match f"{name}{bazaar.side}":
        case "A1" if bazaar.tower:  # CAM-40
            return {f"use: name {kind}": partial(name_type, bazaar, seat, kind) for kind in TYPES}
        case "A2" if not merchant.extra:  # CAM-41: at most one
            return {"use: gain extra sale": partial(gain_extra_sale, merchant)}
        case "B1":  # CAM-42
            return {
                f"use: swap {mine} with {card} of {other}": partial(swap_up, bazaar, name, mine, other, card)
                for mine in here.up
                for other in others
                for card in bazaar.markets[other].up
            }
        case "B2" if bazaar.tower and merchant.empty_camels():  # CAM-43
            return {"use: draw": partial(draw_for_camels, bazaar, merchant)}
        case "C1" | "C2" as side:  # CAM-44, CAM-45
            return {
                f"use: move {card} of {other}": partial(move_up, bazaar, name, other, card)
                for other in others
                for card in bazaar.markets[other].up
                if type_of(card) in MOVABLE[side]
            }
        case "D1" if bazaar.tower:  # CAM-46
            return {"use: draft": partial(draft, bazaar, seat)}
        case "D2":  # CAM-47
            return {f"use: discard {card}": partial(discard_own, bazaar, merchant, card) for card in merchant.goods()}
        case "E1":  # CAM-48: of a market not yet chosen, or of this one
            return {
                f"use: discard {card} of {other}": partial(discard_up, bazaar, other, card)
                for other in [*others, name]
                for card in bazaar.markets[other].up
            }
        case "E2" if here.down:  # CAM-49
            return {
                f"use: swap face-down with {card} of {other}": partial(swap_down, bazaar, name, other, card)
                for other in others
                for card in bazaar.markets[other].up
            }
        case "F1" if here.down:  # CAM-50
            return {f"use: move face-down to {other}": partial(move_down, bazaar, name, other) for other in others}
        case "F2" if not merchant.peek:  # CAM-51: at most one
            return {"use: gain peek": partial(gain_peek, merchant)}
    return {}


def name_type(bazaar: Bazaar, seat: int, kind: str) -> Script:
    """CAM-40, A1: draw 3 (CAM-52: or what there is), keep one of the type named, if any; the rest are discarded."""
    drawn = bazaar.draw(NAMED_DRAW)
    keeps = {f"keep {card}": card for card in drawn if type_of(card) == kind}
    if keeps:
        answer = (yield from put_one(bazaar, seat, keeps)) if len(keeps) >= 2 else next(iter(keeps))  # CAM-17
        drawn.remove(keeps[answer])
        bazaar.aside.append(keeps[answer])
    bazaar.discarded += drawn


def gain_extra_sale(merchant: Merchant) -> None:
    """CAM-41, A2."""
    merchant.extra = True


def swap_up(bazaar: Bazaar, name: str, mine: str, other: str, card: str) -> None:
    """CAM-42, B1: a face-up card here for a face-up card there."""
    here, there = bazaar.markets[name].up, bazaar.markets[other].up
    here.remove(mine)
    there.remove(card)
    here.append(card)
    there.append(mine)


def draw_for_camels(bazaar: Bazaar, merchant: Merchant) -> None:
    """CAM-43, B2: one card for each empty camel (CAM-52: or what there is), set aside."""
    bazaar.aside += bazaar.draw(len(merchant.empty_camels()))


def move_up(bazaar: Bazaar, name: str, other: str, card: str) -> None:
    """CAM-44, C1 and CAM-45, C2: a face-up card from there to here."""
    bazaar.markets[other].up.remove(card)
    bazaar.markets[name].up.append(card)


def draft(bazaar: Bazaar, user: int) -> Script:
    """CAM-46, D1: as many cards as players, the first face down; each takes one, the others load theirs at once."""
    bazaar.draft = bazaar.draw(len(bazaar.merchants))  # CAM-52: or what there is
    bazaar.draft_hidden = True
    for seat in bazaar.clockwise(user):
        if not bazaar.draft:  # CAM-52: who finds nothing left takes nothing
            break
        card = yield from draft_one(bazaar, seat)
        if seat == user:
            bazaar.aside.append(card)
        else:
            yield from load(bazaar, seat, [card])


def draft_one(bazaar: Bazaar, seat: int) -> Generator[Ask | Order, Any, str]:
    """CAM-46: one card of the draft is taken; CAM-17: without asking if there is one thing to choose."""
    places: dict[str, int] = {}
    for place, card in enumerate(bazaar.draft):
        hidden = bazaar.draft_hidden and place == 0
        places.setdefault("draft face-down" if hidden else f"draft {card}", place)
    answer = (yield from put_one(bazaar, seat, places)) if len(places) >= 2 else next(iter(places))
    if answer == "draft face-down":
        bazaar.draft_hidden = False
    return bazaar.draft.pop(places[answer])


def discard_own(bazaar: Bazaar, merchant: Merchant, card: str) -> None:
    """CAM-47, D2: one card off one's camels; CAM-23: a pound on the camel stays."""
    limit = merchant.camel_with(type_of(card))
    assert limit is not None
    merchant.camels[limit].remove(card)
    bazaar.discarded.append(card)


def discard_up(bazaar: Bazaar, other: str, card: str) -> None:
    """CAM-48, E1: a face-up card of a market."""
    bazaar.markets[other].up.remove(card)
    bazaar.discarded.append(card)


def swap_down(bazaar: Bazaar, name: str, other: str, card: str) -> Script:
    """CAM-49, E2: a random face-down card here for a face-up card there; each place keeps its facing."""
    here, there = bazaar.markets[name].down, bazaar.markets[other].up
    index = yield from first_by_chance("face-down", len(here))
    there.remove(card)
    there.append(here[index])
    here[index] = card


def move_down(bazaar: Bazaar, name: str, other: str) -> Script:
    """CAM-50, F1: a random face-down card from here to there, still face down."""
    here, there = bazaar.markets[name].down, bazaar.markets[other].down
    index = yield from first_by_chance("face-down", len(here))
    there.append(here.pop(index))


def gain_peek(merchant: Merchant) -> None:
    """CAM-51, F2."""
    merchant.peek = True


# Loading


def load(bazaar: Bazaar, seat: int, goods: list[str]) -> Script:
    """CAM-13: types one carries first, then new ones in the order of CAM-02, each type all at once."""
    merchant = bazaar.merchants[seat]
    types = [kind for kind in TYPES if any(type_of(card) == kind for card in goods)]
    carried = {kind: merchant.camel_with(kind) for kind in types}  # as it is before anything is loaded
    for kind in sorted(types, key=lambda kind: carried[kind] is None):
        limit = carried[kind]
        if limit is None:
            limit = yield from choose_camel(bazaar, seat, kind)
        put_on(bazaar, merchant, limit, [card for card in goods if type_of(card) == kind])


def choose_camel(bazaar: Bazaar, seat: int, kind: str) -> Generator[Ask | Order, Any, int]:
    """CAM-13: a new type goes on an empty camel of one's choice; CAM-17: the only one without asking."""
    camels = {f"load {kind} on camel {limit}": limit for limit in bazaar.merchants[seat].empty_camels()}
    answer = (yield from put_one(bazaar, seat, camels)) if len(camels) >= 2 else next(iter(camels))
    return camels[answer]


def put_on(bazaar: Bazaar, merchant: Merchant, limit: int, cards: list[str]) -> None:
    """CAM-13: over the limit all is lost, what was on it too; CAM-23: a pound on the camel stays."""
    merchant.camels[limit] += cards
    if len(merchant.camels[limit]) > limit:
        bazaar.discarded += merchant.camels[limit]
        merchant.camels[limit] = []


# Selling


@dataclass(frozen=True)
class Sale:
    """One possible sale: these cards of this camel for so many pounds."""

    limit: int
    cards: list[str]
    pounds: int


def sales(merchant: Merchant, limits: Iterable[int]) -> dict[str, Sale]:
    """Every sale possible from these camels."""
    return {notation: sale for limit in limits for notation, sale in sales_of(limit, merchant.camels[limit]).items()}


def sales_of(limit: int, goods: list[str]) -> dict[str, Sale]:
    """Every sale possible from a camel with these goods."""
    if not goods:
        return {}
    kind = type_of(goods[0])
    if kind == "date":  # CAM-20: all together
        return {"sell date": Sale(limit, list(goods), date_pay(dates_on(goods)))}
    if kind == "carpet":  # CAM-21: one of each colour; doubles stay
        colours = sorted(set(goods))
        return {"sell carpet": Sale(limit, colours, CARPET_PAY[len(colours) - 1])}
    if kind == "fruit":  # CAM-23: all of the lowest kind, each for its value
        lowest = min(int(face_of(card)) for card in goods)
        cards = [card for card in goods if int(face_of(card)) == lowest]
        return {"sell fruit": Sale(limit, cards, lowest * len(cards))}
    possible: dict[str, Sale] = {}
    for shape in SHAPES:  # CAM-22: every card showing the shape
        showing = [card for card in goods if shape in shapes_of(card)]
        if showing:
            possible[f"sell pottery: {shape}"] = Sale(limit, showing, POTTERY_PAY[len(showing) - 1])
    return possible


def date_pay(dates: int) -> int:
    """CAM-20: pounds for so many dates."""
    return next((pounds for most, pounds in DATE_PAY if dates <= most), DATE_PAY_BEYOND)


def sell(bazaar: Bazaar, merchant: Merchant, sale: Sale) -> None:
    """The sale is made; CAM-23: a pound on the camel is taken, and one put there if fruit is sold and fruit stays."""
    goods = merchant.camels[sale.limit]
    for card in sale.cards:
        goods.remove(card)
    bazaar.discarded += sale.cards
    merchant.pounds += sale.pounds + merchant.coins[sale.limit]
    merchant.coins[sale.limit] = FRUIT_COIN if any(type_of(card) == "fruit" for card in goods) else 0


def sell_turn(bazaar: Bazaar, seat: int) -> Script:
    """CAM-14: may sell from one camel, and then from another by spending an Extra Sale token."""
    merchant = bazaar.merchants[seat]
    possible = sales(merchant, CAMELS)
    if not possible:  # CAM-17: a sell phase without goods
        return
    answer = yield from put_one(bazaar, seat, {*possible, "sell nothing"})
    if answer == "sell nothing":
        return
    sold_from = possible[answer].limit
    sell(bazaar, merchant, possible[answer])
    more = sales(merchant, [limit for limit in CAMELS if limit != sold_from])
    if not merchant.extra or not more:
        return
    answer = yield from put_one(bazaar, seat, ["spend extra sale", "keep extra sale"])
    if answer == "keep extra sale":
        return
    merchant.extra = False  # CAM-41
    answer = (yield from put_one(bazaar, seat, more)) if len(more) >= 2 else next(iter(more))  # CAM-17
    sell(bazaar, merchant, more[answer])


def final_sale(bazaar: Bazaar, seat: int) -> Script:
    """CAM-16: may sell once from each camel."""
    merchant = bazaar.merchants[seat]
    left = list(CAMELS)
    while possible := sales(merchant, left):
        answer = yield from put_one(bazaar, seat, {*possible, "sell nothing"})
        if answer == "sell nothing":
            return
        left.remove(possible[answer].limit)
        sell(bazaar, merchant, possible[answer])


def the_end(bazaar: Bazaar) -> End:
    """CAM-16: most pounds; then fewest goods cards left; then shared. CAM-23: pounds on camels are nobody's."""
    ranks = [(merchant.pounds, -len(merchant.goods())) for merchant in bazaar.merchants]
    scores = tuple(merchant.pounds for merchant in bazaar.merchants)
    places = tuple(1 + sum(1 for other in ranks if other > rank) for rank in ranks)
    return End(scores=scores, places=places, table=bazaar.table())
