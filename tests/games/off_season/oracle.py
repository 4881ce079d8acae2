"""Off Season implemented a second time, from the clauses CAM-01 to CAM-52 alone, for comparison with the engine.

The oracle sees everything. What is drawn at random comes through `Order`, choices through `Ask`.

Where the clauses leave a choice, the oracle reads them as follows.

- All face-up places of all markets are filled before the first face-down place (CAM-10).
- "Another market" is one in play that nobody has chosen this round (CAM-42, CAM-44, CAM-45, CAM-49, CAM-50).
- Cards that show the same are one choice, except face-down cards: each place is a choice of its own (CAM-49). Of cards
  in a draft that show the same, the one drawn first is taken first (CAM-46).
- While the user of A1 chooses the card to keep, the cards drawn are not set aside yet (CAM-40).
- An Extra Sale token is spent before the sale is chosen, and then something is sold (CAM-14).
- In the final sale and after it, round, side and kind of auction are those of the last round (CAM-16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.games.script import End, Order, Script, ask_all, ask_one, places

POUNDS = 5  # CAM-01
CAMELS = (3, 4, 5, 6)  # CAM-01: a camel is known by its limit
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
MARKETS = ("A", "B", "C", "D", "E", "F")  # CAM-04
SIDE_2_BELOW = 80  # CAM-04
COUNTS = {  # CAM-40 to CAM-51: face-up and face-down cards
    "A1": (2, 1),
    "A2": (2, 1),
    "B1": (2, 1),
    "B2": (2, 2),
    "C1": (3, 0),
    "C2": (3, 0),
    "D1": (2, 2),
    "D2": (2, 3),
    "E1": (2, 3),
    "E2": (2, 4),
    "F1": (2, 4),
    "F2": (3, 3),
}
FORBIDDEN_BET = {"cannot bet 2": 2, "cannot bet 3": 3}  # CAM-33, CAM-34
TRIES = 2  # CAM-30
LOST_BY_ZEROS = 2  # CAM-32
CARDS_PREDICTED = 3  # CAM-40
MOVABLE = {"C1": ("carpet", "fruit"), "C2": ("date", "pottery")}  # CAM-44, CAM-45
DATE_PAY = ((2, 1), (4, 2), (6, 4), (8, 6), (10, 9), (12, 12))  # CAM-20: pounds for up to this many dates
DATE_PAY_ABOVE = 16  # CAM-20
CARPET_PAY = (1, 3, 6, 10, 15, 20)  # CAM-21: for 1 to 6 colours
POTTERY_PAY = (2, 4, 6, 9, 12, 16)  # CAM-22: for 1 to 6 cards
COIN = 1  # CAM-23


@dataclass
class Market:
    """The cards that lie in one market."""

    up: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)


@dataclass
class Player:
    """Everything that belongs to one player (CAM-01)."""

    pounds: int = POUNDS
    camels: dict[int, list[str]] = field(default_factory=lambda: {limit: [] for limit in CAMELS})
    coins: dict[int, int] = field(default_factory=lambda: dict.fromkeys(CAMELS, 0))
    """CAM-23: the pound on each camel."""
    extra_sale: bool = False
    peek: bool = False

    def goods(self) -> list[str]:
        """All goods cards on the camels."""
        return [card for goods in self.camels.values() for card in goods]

    def empty_camels(self) -> list[int]:
        """The camels without goods."""
        return [limit for limit in CAMELS if not self.camels[limit]]

    def camel_with(self, kind: str) -> int | None:
        """The camel that carries this type, if there is one (CAM-13)."""
        for limit, goods in self.camels.items():
            if goods and type_of(goods[0]) == kind:
                return limit
        return None


@dataclass
class State:
    """Everything on and under the table."""

    players: list[Player]
    tower: list[tuple[str, str]]
    """Front and back of each card, the top first (CAM-02, CAM-03)."""
    markets: dict[str, Market]
    """The markets in play, A before F."""
    round: int = 0
    side: int = 1
    kind: str = ""
    """The kind of this round's auction."""
    first: int | None = None
    """The player with the First Player token."""
    chosen: list[str] = field(default_factory=list)
    """The markets chosen this round."""
    aside: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    draft_hidden: bool = False
    """Whether the first card of the draft lies face down."""
    discarded: list[str] = field(default_factory=list)

    def draw(self, number: int) -> list[str]:
        """Take cards from the top of the Tower; CAM-52: as many as it has."""
        drawn, self.tower = self.tower[:number], self.tower[number:]
        return [front for front, _ in drawn]

    def clockwise(self, start: int) -> list[int]:
        """All seats, clockwise from this one."""
        return [(start + step) % len(self.players) for step in range(len(self.players))]

    def from_first(self) -> list[int]:
        """All seats, the First Player first (CAM-12, CAM-14, CAM-16)."""
        assert self.first is not None
        return self.clockwise(self.first)

    def unchosen(self) -> list[str]:
        """The markets nobody chose this round (CAM-12)."""
        return [name for name in self.markets if name not in self.chosen]

    def snapshot(self) -> dict[str, Any]:
        """The state in plain values."""
        return {
            "round": self.round,
            "side": self.side,
            "tower": len(self.tower),
            "kind": self.kind,
            "first": self.first,
            "pounds": [player.pounds for player in self.players],
            "up": {name: sorted(market.up) for name, market in self.markets.items()},
            "down": {name: list(market.down) for name, market in self.markets.items()},
            "camels": [{limit: sorted(player.camels[limit]) for limit in CAMELS} for player in self.players],
            "coins": [dict(player.coins) for player in self.players],
            "extra sale": [seat for seat, player in enumerate(self.players) if player.extra_sale],
            "peek": [seat for seat, player in enumerate(self.players) if player.peek],
            "aside": sorted(self.aside),
            "draft": list(self.draft),
        }


def off_season(players: int, tower: Sequence[str], backs: Sequence[str], *, markets: str = "drawn") -> Script[End]:
    """Play a whole game; `tower` are the fronts of the Tower and `backs` its backs, both from the top."""
    assert 3 <= players <= 5, players  # CAM-01
    assert Counter(tower) == FRONTS, "the fronts are not those of CAM-02"
    assert Counter(backs) == BACKS, "the backs are not those of CAM-03"
    in_play = yield from markets_in_play(players, markets)
    state = State(
        players=[Player() for _ in range(players)],
        tower=list(zip(tower, backs, strict=True)),
        markets={name: Market() for name in in_play},
    )
    while len(state.tower) > players:  # CAM-16
        yield from play_round(state)
    for seat in state.from_first():  # CAM-16
        yield from final_sale(state, seat)
    return finish(state)


def markets_in_play(players: int, markets: str) -> Script[list[str]]:
    """CAM-04: one more market than players, drawn at random or, with `upward`, from A upward."""
    assert markets in ("drawn", "upward"), markets
    order: Sequence[str] = MARKETS
    if markets == "drawn":
        order = yield Order("markets", MARKETS)
        assert sorted(order) == list(MARKETS), order
    return sorted(order[: players + 1])


def first_in_random_order(what: str, number: int) -> Script[int]:
    """Put 0, 1, ... number - 1 into a random order; return the first."""
    order: Sequence[int] = yield Order(what, tuple(range(number)))
    assert sorted(order) == list(range(number)), order
    return order[0]


# --- Cards ---


def type_of(card: str) -> str:
    """CAM-02: the type of a card; that of `date 3` is `date`."""
    return card.split(" ")[0]


def face_of(card: str) -> str:
    """CAM-02: the number of dates, the colour, the value or the shapes on a card."""
    return card.split(" ")[1]


def shapes_on(card: str) -> list[str]:
    """CAM-02: the shapes on a pottery card."""
    return face_of(card).split("+")


def dates_on(goods: list[str]) -> int:
    """The number of dates on all date cards among these (CAM-20, CAM-35)."""
    return sum(int(face_of(card)) for card in goods if type_of(card) == "date")


# --- A round ---


def play_round(state: State) -> Script[None]:
    """CAM-10 to CAM-15: fill the markets, auction, market phase, sell phase, and clear what nobody chose."""
    begin_round(state)
    yield from auction(state)
    for seat in state.from_first():
        yield from market_turn(state, seat)
    for seat in state.from_first():
        yield from sell_turn(state, seat)
    for name in state.unchosen():  # CAM-15
        state.discarded += take_goods(state, name)


def begin_round(state: State) -> None:
    """CAM-04: turn the markets when it is time. CAM-10: fill them. CAM-11: see the kind of auction."""
    state.round += 1
    state.chosen = []
    if len(state.tower) < SIDE_2_BELOW:
        state.side = 2
    fill_markets(state)
    _, state.kind = state.tower[0]


def fill_markets(state: State) -> None:
    """CAM-10: one card each in turn, A before F, face-up places first; one card stays on top of the Tower."""
    counts = {name: COUNTS[f"{name}{state.side}"] for name in state.markets}
    fill_places(state, [(state.markets[name].up, up) for name, (up, _) in counts.items()])
    fill_places(state, [(state.markets[name].down, down) for name, (_, down) in counts.items()])


def fill_places(state: State, rows: list[tuple[list[str], int]]) -> None:
    """CAM-10: each row of cards gets one card in turn until it has its number, or one card is left in the Tower."""
    for number in range(1, max(most for _, most in rows) + 1):
        for cards, most in rows:
            if number <= most and len(state.tower) > 1:
                cards += state.draw(1)


def take_goods(state: State, name: str) -> list[str]:
    """Take all cards of a market, the face-down ones too."""
    market = state.markets[name]
    goods = market.up + market.down
    market.up, market.down = [], []
    return goods


# --- The auctions ---


def auction(state: State) -> Script[None]:
    """CAM-11: all bet at once, the winner pays and takes the token. CAM-30: without a winner all bet once more."""
    for _ in range(TRIES):
        answers = yield from ask_all(
            {seat: possible_bets(state, player) for seat, player in enumerate(state.players)}, state.snapshot()
        )
        bets = {seat: int(answer.removeprefix("bet ")) for seat, answer in answers.items()}
        counted = changed_bets(state, bets)
        winner = winner_of(state.kind, counted)
        if winner is not None:
            pay(state, counted, winner)
            state.first = winner
            return
    if state.first is None:  # CAM-30: only in the first auction; later the First Player keeps the token
        state.first = yield from first_in_random_order("first player", len(state.players))


def possible_bets(state: State, player: Player) -> list[str]:
    """CAM-11: from 0 up to all their pounds. CAM-33, CAM-34: but not 2, or not 3."""
    return [f"bet {bet}" for bet in range(player.pounds + 1) if bet != FORBIDDEN_BET.get(state.kind)]


def changed_bets(state: State, bets: dict[int, int]) -> dict[int, int]:
    """CAM-35 to CAM-38: the bets as they count in this kind of auction."""
    change = dict.fromkeys(bets, 0)
    if state.kind == "most dates":  # CAM-35
        dates = {seat: dates_on(state.players[seat].goods()) for seat in bets}
        if max(dates.values()) > 0:
            change = {seat: int(dates[seat] == max(dates.values())) for seat in bets}
    if state.kind == "first player" and state.first is not None:  # CAM-36: the first auction is a standard one
        change[state.first] = -1
    if state.kind == "fewest goods":  # CAM-37
        goods = {seat: len(state.players[seat].goods()) for seat in bets}
        if max(goods.values()) > 0:
            change = {seat: int(goods[seat] == min(goods.values())) for seat in bets}
    return {seat: bet + change[seat] for seat, bet in bets.items()}


def winner_of(kind: str, bets: dict[int, int]) -> int | None:
    """CAM-39: the rule of the auction's kind comes before the standard rule. None if nobody wins."""
    if kind == "lowest bet":  # CAM-31
        return first_alone({seat: bet for seat, bet in bets.items() if bet >= 1}, highest=False)
    if kind == "lucky 0" and len(zeros(bets)) == 1:  # CAM-32
        return zeros(bets)[0]
    return first_alone(bets, highest=True)  # CAM-30


def first_alone(bets: dict[int, int], *, highest: bool) -> int | None:
    """CAM-30, CAM-31: the player with the highest or lowest bet; if it is tied, the next one that is alone."""
    for value in sorted(set(bets.values()), reverse=highest):
        seats = [seat for seat, bet in bets.items() if bet == value]
        if len(seats) == 1:
            return seats[0]
    return None


def zeros(bets: dict[int, int]) -> list[int]:
    """CAM-32: the players who bet 0."""
    return [seat for seat, bet in bets.items() if bet == 0]


def pay(state: State, bets: dict[int, int], winner: int) -> None:
    """CAM-38: the winner pays the changed bet, between 0 and what they own. CAM-32: two or more zeros lose 2 pounds."""
    player = state.players[winner]
    player.pounds -= min(max(bets[winner], 0), player.pounds)  # CAM-36: and nobody gets a coin for a negative bet
    if state.kind == "lucky 0" and len(zeros(bets)) >= 2:
        for seat in zeros(bets):
            state.players[seat].pounds -= min(LOST_BY_ZEROS, state.players[seat].pounds)


# --- The market phase ---


def market_turn(state: State, seat: int) -> Script[None]:
    """CAM-12: choose a market, use its ability or not, take its goods and load them with what was set aside."""
    name = yield from choose_market(state, seat)
    state.chosen.append(name)
    yield from ability(state, seat, name)
    goods = take_goods(state, name) + state.aside  # CAM-40, CAM-43, CAM-46
    state.aside = []
    yield from load(state, seat, goods)


def choose_market(state: State, seat: int) -> Script[str]:
    """CAM-12: a market nobody chose this round. CAM-51: the Peek token may be spent before."""
    while True:
        markets = {f"market {name}": name for name in state.unchosen()}
        peeks = possible_peeks(state, seat, state.unchosen())
        answer = yield from ask_one(seat, [*markets, *peeks], state.snapshot())
        if answer in markets:
            return markets[answer]
        state.players[seat].peek = False


def possible_peeks(state: State, seat: int, names: list[str]) -> list[str]:
    """CAM-51: a player with the token may look at the face-down cards of one of these markets, if it has any."""
    if not state.players[seat].peek:
        return []
    return [f"peek {name}" for name in names if state.markets[name].down]


def ability(state: State, seat: int, name: str) -> Script[None]:
    """CAM-12: the ability of the market may be used once. CAM-17: if it has no use, the player is not asked.

    CAM-51: before that the Peek token may be spent, on a market nobody has chosen or on this one.
    """
    while possible := uses(state, seat, name):
        peeks = possible_peeks(state, seat, [*state.unchosen(), name])
        answer = yield from ask_one(seat, [*possible, "no ability", *peeks], state.snapshot())
        if answer in peeks:
            state.players[seat].peek = False
            continue
        if answer in possible:
            yield from possible[answer]()
        return


# --- The markets ---

Use = Callable[[], Script[None]]
"""Carries out one use of an ability. Most uses neither ask nor draw at random: they yield nothing."""


def uses(state: State, seat: int, name: str) -> Mapping[str, Use]:
    """CAM-40 to CAM-51: every possible use of the ability of this market. None if it has no use."""
    side = f"{name}{state.side}"
    player, up, down = state.players[seat], state.markets[name].up, state.markets[name].down
    face_up = [(card, other) for other in state.unchosen() for card in state.markets[other].up]
    if side == "A1" and state.tower:
        return {f"use: name {kind}": partial(a1, state, seat, kind) for kind in TYPES}
    if side == "A2" and not player.extra_sale:
        return {"use: gain extra sale": partial(a2, player)}
    if side == "B1":
        return {f"use: swap {a} with {b} of {m}": partial(b1, state, name, a, b, m) for a in up for b, m in face_up}
    if side == "B2" and state.tower and player.empty_camels():
        return {"use: draw": partial(b2, state, player)}
    if side in MOVABLE:
        movable = [(card, other) for card, other in face_up if type_of(card) in MOVABLE[side]]
        return {f"use: move {card} of {m}": partial(c1_and_c2, state, name, card, m) for card, m in movable}
    if side == "D1" and state.tower:
        return {"use: draft": partial(d1, state, seat)}
    if side == "D2":
        return {f"use: discard {card}": partial(d2, state, player, card) for card in player.goods()}
    if side == "E1":
        here = [(card, name) for card in up]
        return {f"use: discard {card} of {m}": partial(e1, state, card, m) for card, m in face_up + here}
    if side == "E2":
        down_places = range(1, len(down) + 1)
        pairs = [(place, card, other) for place in down_places for card, other in face_up]
        return {f"use: swap face-down {n} with {b} of {m}": partial(e2, state, name, n, b, m) for n, b, m in pairs}
    if side == "F1" and down:
        return {f"use: move face-down to {other}": partial(f1, state, name, other) for other in state.unchosen()}
    if side == "F2" and not player.peek:
        return {"use: gain peek": partial(f2, player)}
    return {}


def a1(state: State, seat: int, kind: str) -> Script[None]:
    """CAM-40: draw 3 cards, keep one of the type named, if there is one, and discard the others."""
    drawn = state.draw(CARDS_PREDICTED)
    keeps = {f"keep {card}": card for card in drawn if type_of(card) == kind}
    if keeps:
        answer = yield from only_or_ask(state, seat, keeps)
        drawn.remove(keeps[answer])
        state.aside.append(keeps[answer])
    state.discarded += drawn


def a2(player: Player) -> Script[None]:
    """CAM-41: gain the Extra Sale token."""
    player.extra_sale = True
    yield from ()


def b1(state: State, name: str, mine: str, card: str, other: str) -> Script[None]:
    """CAM-42: swap a face-up card here with a face-up card of another market."""
    here, there = state.markets[name].up, state.markets[other].up
    here[here.index(mine)], there[there.index(card)] = card, mine
    yield from ()


def b2(state: State, player: Player) -> Script[None]:
    """CAM-43: draw one card for each empty camel and set them aside."""
    state.aside += state.draw(len(player.empty_camels()))
    yield from ()


def c1_and_c2(state: State, name: str, card: str, other: str) -> Script[None]:
    """CAM-44, CAM-45: move a face-up card from another market here."""
    state.markets[other].up.remove(card)
    state.markets[name].up.append(card)
    yield from ()


def d1(state: State, user: int) -> Script[None]:
    """CAM-46: draw a card for each player, the first one face down. All take one; the others load theirs at once."""
    state.draft = state.draw(len(state.players))
    state.draft_hidden = True
    for seat in state.clockwise(user):
        if not state.draft:  # CAM-52: nothing is left for this player
            break
        card = yield from take_from_draft(state, seat)
        if seat == user:
            state.aside.append(card)
        else:
            yield from load(state, seat, [card])


def take_from_draft(state: State, seat: int) -> Script[str]:
    """CAM-46: take one card of the draft. CAM-17: without being asked if there is only one choice."""
    choices: dict[str, int] = {}
    for place, card in enumerate(state.draft):
        hidden = state.draft_hidden and place == 0
        choices.setdefault("draft face-down" if hidden else f"draft {card}", place)
    answer = yield from only_or_ask(state, seat, choices)
    if answer == "draft face-down":
        state.draft_hidden = False
    return state.draft.pop(choices[answer])


def d2(state: State, player: Player, card: str) -> Script[None]:
    """CAM-47: discard one goods card from a camel. CAM-23: a pound on the camel stays there."""
    limit = player.camel_with(type_of(card))
    assert limit is not None
    player.camels[limit].remove(card)
    state.discarded.append(card)
    yield from ()


def e1(state: State, card: str, other: str) -> Script[None]:
    """CAM-48: discard a face-up card of a market that is not yet chosen, or of this one."""
    state.markets[other].up.remove(card)
    state.discarded.append(card)
    yield from ()


def e2(state: State, name: str, place: int, card: str, other: str) -> Script[None]:
    """CAM-49: swap the face-down card at this place, counted from 1, with a face-up card of another market."""
    here, there = state.markets[name].down, state.markets[other].up
    here[place - 1], there[there.index(card)] = card, here[place - 1]
    yield from ()


def f1(state: State, name: str, other: str) -> Script[None]:
    """CAM-50: move a random face-down card from here to another market. It stays face down."""
    here, there = state.markets[name].down, state.markets[other].down
    place = yield from first_in_random_order("face-down card", len(here))
    there.append(here.pop(place))


def f2(player: Player) -> Script[None]:
    """CAM-51: gain the Peek token."""
    player.peek = True
    yield from ()


def only_or_ask(state: State, seat: int, choices: Iterable[str]) -> Script[str]:
    """CAM-17: where only one thing can be done, it is done without asking."""
    possible = list(choices)
    if len(possible) == 1:
        return possible[0]
    return (yield from ask_one(seat, possible, state.snapshot()))


# --- Loading ---


def load(state: State, seat: int, goods: list[str]) -> Script[None]:
    """CAM-13: types already carried first, then new ones in the order of CAM-02; each type all at once."""
    player = state.players[seat]
    types = [kind for kind in TYPES if any(type_of(card) == kind for card in goods)]
    carried = {kind: limit for kind in types if (limit := player.camel_with(kind)) is not None}
    for kind, limit in carried.items():
        put_on_camel(state, player, limit, [card for card in goods if type_of(card) == kind])
    for kind in types:
        if kind not in carried:
            limit = yield from choose_camel(state, seat, kind)
            put_on_camel(state, player, limit, [card for card in goods if type_of(card) == kind])


def choose_camel(state: State, seat: int, kind: str) -> Script[int]:
    """CAM-13: a new type goes on an empty camel of the player's choice. CAM-17: if there is one only, on that one."""
    camels = {f"load {kind} on camel {limit}": limit for limit in state.players[seat].empty_camels()}
    answer = yield from only_or_ask(state, seat, camels)
    return camels[answer]


def put_on_camel(state: State, player: Player, limit: int, cards: list[str]) -> None:
    """CAM-13: over the limit all goods are lost, those already on the camel too. CAM-23: a pound on it stays there."""
    player.camels[limit] += cards
    if len(player.camels[limit]) > limit:
        state.discarded += player.camels[limit]
        player.camels[limit] = []


# --- Selling ---


@dataclass(frozen=True)
class Sale:
    """A possible sale: these cards of this camel for this many pounds."""

    limit: int
    cards: list[str]
    pounds: int


def possible_sales(player: Player, limits: Iterable[int]) -> dict[str, Sale]:
    """Every possible sale from these camels."""
    return {text: sale for limit in limits for text, sale in sales_from(limit, player.camels[limit]).items()}


def sales_from(limit: int, goods: list[str]) -> dict[str, Sale]:
    """CAM-20 to CAM-23: every possible sale from a camel with these goods."""
    if not goods:
        return {}
    kind = type_of(goods[0])
    if kind == "date":  # CAM-20: all cards together
        return {"sell date": Sale(limit, list(goods), date_pay(dates_on(goods)))}
    if kind == "carpet":  # CAM-21: one card of each colour
        colours = sorted(set(goods))
        return {"sell carpet": Sale(limit, colours, CARPET_PAY[len(colours) - 1])}
    if kind == "fruit":  # CAM-23: all cards of the lowest kind, each for its value
        lowest = min(int(face_of(card)) for card in goods)
        cards = [card for card in goods if int(face_of(card)) == lowest]
        return {"sell fruit": Sale(limit, cards, lowest * len(cards))}
    shown = {shape: [card for card in goods if shape in shapes_on(card)] for shape in SHAPES}
    return {  # CAM-22: all cards that show the shape
        f"sell pottery: {shape}": Sale(limit, cards, POTTERY_PAY[len(cards) - 1])
        for shape, cards in shown.items()
        if cards
    }


def date_pay(dates: int) -> int:
    """CAM-20: the pounds for this many dates."""
    return next((pounds for most, pounds in DATE_PAY if dates <= most), DATE_PAY_ABOVE)


def sell(state: State, player: Player, sale: Sale) -> None:
    """Carry out a sale. CAM-23: take the pound on the camel; put one there if fruit stays after a sale of fruit."""
    goods = player.camels[sale.limit]
    for card in sale.cards:
        goods.remove(card)
    state.discarded += sale.cards
    player.pounds += sale.pounds + player.coins[sale.limit]
    fruit_stays = any(type_of(card) == "fruit" for card in goods)
    player.coins[sale.limit] = COIN if fruit_stays else 0


def sell_turn(state: State, seat: int) -> Script[None]:
    """CAM-14: the player may sell from one camel, and then, with an Extra Sale token, once more from any camel."""
    player = state.players[seat]
    possible = possible_sales(player, CAMELS)
    if not possible:  # CAM-17
        return
    answer = yield from ask_one(seat, [*possible, "sell nothing"], state.snapshot())
    if answer == "sell nothing":
        return
    sell(state, player, possible[answer])
    possible = possible_sales(player, CAMELS)
    if not player.extra_sale or not possible:
        return
    answer = yield from ask_one(seat, ["spend extra sale", "keep extra sale"], state.snapshot())
    if answer == "spend extra sale":
        player.extra_sale = False
        answer = yield from only_or_ask(state, seat, possible)
        sell(state, player, possible[answer])


def final_sale(state: State, seat: int) -> Script[None]:
    """CAM-16: the player may sell once from each camel."""
    player = state.players[seat]
    left = list(CAMELS)
    while possible := possible_sales(player, left):
        answer = yield from ask_one(seat, [*possible, "sell nothing"], state.snapshot())
        if answer == "sell nothing":
            return
        sell(state, player, possible[answer])
        left.remove(possible[answer].limit)


# --- The end ---


def finish(state: State) -> End:
    """CAM-16: most pounds wins, then fewest goods cards left. CAM-23: pounds on camels belong to nobody."""
    check_that_no_card_is_lost(state)
    ranks = [(player.pounds, -len(player.goods())) for player in state.players]
    return End(tuple(player.pounds for player in state.players), places(ranks), state.snapshot())


def check_that_no_card_is_lost(state: State) -> None:
    """At the end every card is in the Tower, on a camel or discarded."""
    goods = [card for player in state.players for card in player.goods()]
    assert Counter([*goods, *state.discarded, *(front for front, _ in state.tower)]) == FRONTS
