"""Notation of Off Season: `bet 3`, `market C`, `use: swap date 3 with carpet red of D`; why an action is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

from bidwell.core.digits import is_number, without_zeros
from bidwell.core.errors import Reason, brief_repr
from bidwell.core.events import Words
from bidwell.core.prose import counted, listed
from bidwell.games.off_season.components import (
    ABILITY,
    AUCTION_CLAUSES,
    AUCTIONS,
    B1,
    BET,
    BETTING,
    C1,
    CAMELS,
    CARPET,
    CHOOSING,
    DATE,
    DRAFT,
    DRAFTING,
    DRAW,
    E2,
    EXTRA,
    F1,
    FACE_DOWN,
    FACE_MARKS,
    FACE_NAMES,
    FACE_SHAPES,
    FACES,
    FINAL,
    FRUIT,
    GAIN_PEEK,
    GAIN_SALE,
    HIDE,
    KEEP,
    KEEP_TOKEN,
    KEEPING,
    LOAD,
    LOADING,
    MARKET,
    MARKETS,
    MOST_POUNDS,
    MOVE,
    NAME,
    NO_ABILITY,
    NOT_2,
    NOT_3,
    OTHERS,
    PEEK,
    PICK,
    PICK_HIDDEN,
    PLURALS,
    POTTERY,
    REMOVE,
    SELL,
    SELL_NOTHING,
    SELLING,
    SHAPES,
    SIDE_NAMES,
    SPEND_TOKEN,
    SWAP,
    SWAP_HIDDEN,
    TOKEN,
    TYPE_OF,
    TYPES,
    UNLOAD,
)
from bidwell.games.off_season.rules import other_market, type_to_load
from bidwell.games.off_season.state import OffSeasonState

if TYPE_CHECKING:
    from bidwell.core.table import Table


def pounds_text(pounds: int) -> str:
    return counted(pounds, "pound")


def face_called(face: int) -> str:
    """A card in words: `3 dates`, `red carpet`, `fruit worth 2`, `jar with bowl`."""
    kind, mark = TYPE_OF[face], FACE_MARKS[face]
    if kind == DATE:
        return "1 date" if mark == "1" else f"{mark} dates"
    if kind == FRUIT:
        return f"fruit worth {mark}"
    if kind == CARPET:
        return f"{mark} carpet"
    first, *others = FACE_SHAPES[face]
    return f"{first} with {listed(others)}" if others else first


def face_text(face: int) -> str:
    """A card in a sentence: `3 dates`, `a red carpet`, `fruit worth 2`, `a jar with bowl`."""
    return f"a {face_called(face)}" if TYPE_OF[face] in (CARPET, POTTERY) else face_called(face)


def cards_text(packed: int) -> str:
    """Faces packed into one integer, five bits each: `3 dates, a red carpet`."""
    names = []
    while packed:
        names.append(face_text((packed & 31) - 1))
        packed >>= 5
    return ", ".join(names) or "nothing"


def markets_text(markets: int) -> str:
    """A bit mask of markets: `A, C, D, F`."""
    return ", ".join(market for place, market in enumerate(MARKETS) if markets >> place & 1)


def sale_text(sale: int) -> str:
    """A sale: `date`, or `pottery: jar`."""
    return TYPES[sale] if sale < POTTERY else f"pottery: {SHAPES[sale - POTTERY]}"


def sold_text(sale: int) -> str:
    """What is sold, in a sentence: `dates`, or `jars`."""
    return PLURALS[sale] if sale < POTTERY else f"{SHAPES[sale - POTTERY]}s"


WORDS: Words = {
    "pounds": lambda pounds, table: pounds_text(pounds),
    "price": lambda pounds, table: pounds_text(pounds) if pounds else "nothing",
    "cards": lambda packed, table: cards_text(packed),
    "count": lambda cards, table: "1 card" if cards == 1 else f"{cards} cards",
    "face_down": lambda cards, table: f", and {cards} face down" if cards else "",
    "face": lambda face, table: face_text(face),
    "type": lambda kind, table: PLURALS[kind],
    "sale": lambda sale, table: sold_text(sale),
    "markets": lambda markets, table: markets_text(markets),
    "side": lambda side, table: SIDE_NAMES[side],
    "auction": lambda kind, table: AUCTIONS[kind],
}

ALONE = {
    NO_ABILITY: "no ability",
    GAIN_SALE: "use: gain extra sale",
    DRAW: "use: draw",
    DRAFT: "use: draft",
    GAIN_PEEK: "use: gain peek",
    PICK_HIDDEN: "draft face-down",
    SELL_NOTHING: "sell nothing",
    SPEND_TOKEN: "spend extra sale",
    KEEP_TOKEN: "keep extra sale",
}


Named = Callable[[int], str]
"""The name of a face, in notation or in a sentence."""


def _noted(face: int) -> str:
    return FACE_NAMES[face]


def _there(place: int, own: int | None = None, named: Named = _noted) -> str:
    """A face with its market, `carpet red of B`; markets are numbered with or without `own`."""
    market, face = divmod(place, FACES)
    return f"{named(face)} of {MARKETS[market if own is None else other_market(own, market)]}"


def _swap(cards: int, named: Named = _noted) -> str:
    mine, place = divmod(cards, OTHERS * FACES)
    return f"swap {named(mine)} with {_there(place, B1 // 2, named)}"


def _swap_hidden(cards: int, named: Named = _noted) -> str:
    here, place = divmod(cards, OTHERS * FACES)
    card = "face-down" if named is _noted else "face-down card"
    return f"swap {card} {here + 1} with {_there(place, E2 // 2, named)}"


def _load(load: int, kinds: Sequence[str] = TYPES) -> str:
    kind, camel = divmod(load, len(CAMELS))
    return f"load {kinds[kind]} on camel {CAMELS[camel]}"


RANGES: tuple[tuple[int, int, Callable[[int], str]], ...] = (
    (BET, MOST_POUNDS + 1, lambda pounds: f"bet {pounds}"),
    (MARKET, len(MARKETS), lambda market: f"market {MARKETS[market]}"),
    (PEEK, len(MARKETS), lambda market: f"peek {MARKETS[market]}"),
    (NAME, len(TYPES), lambda kind: f"use: name {TYPES[kind]}"),
    (MOVE, OTHERS * FACES, lambda place: f"use: move {_there(place, C1 // 2)}"),
    (REMOVE, len(MARKETS) * FACES, lambda place: f"use: discard {_there(place)}"),
    (SWAP_HIDDEN, FACE_DOWN[E2] * OTHERS * FACES, lambda cards: f"use: {_swap_hidden(cards)}"),
    (SWAP, FACES * OTHERS * FACES, lambda cards: f"use: {_swap(cards)}"),
    (UNLOAD, FACES, lambda face: f"use: discard {FACE_NAMES[face]}"),
    (HIDE, OTHERS, lambda other: f"use: move face-down to {MARKETS[other_market(F1 // 2, other)]}"),
    (KEEP, FACES, lambda face: f"keep {FACE_NAMES[face]}"),
    (PICK, FACES, lambda face: f"draft {FACE_NAMES[face]}"),
    (LOAD, len(TYPES) * len(CAMELS), _load),
    (SELL, POTTERY + len(SHAPES), lambda sale: f"sell {sale_text(sale)}"),
)
"""Every kind of action: its first number, how many there are, and the text of one of them."""


def text(table: Table, action: int) -> str:
    return ALONE.get(action) or _ranged(RANGES, action)


def _ranged(ranges: tuple[tuple[int, int, Callable[[int], str]], ...], action: int) -> str:
    for first, count, say in ranges:
        if first <= action < first + count:
            return say(action - first)
    raise ValueError(f"{action} is no action")


PHRASES = {
    NO_ABILITY: "leave the ability unused",
    GAIN_SALE: "gain the Extra Sale token",
    DRAW: "draw a card for an empty camel",
    DRAFT: "let everybody draft a card",
    GAIN_PEEK: "gain the Peek token",
    PICK_HIDDEN: "take the face-down card",
    SPEND_TOKEN: "spend the Extra Sale token",
    KEEP_TOKEN: "keep the Extra Sale token",
    SELL_NOTHING: "sell nothing",
}
SAID: tuple[tuple[int, int, Callable[[int], str]], ...] = (
    (BET, MOST_POUNDS + 1, lambda pounds: f"bet {pounds}"),
    (MARKET, len(MARKETS), lambda market: f"choose market {MARKETS[market]}"),
    (PEEK, len(MARKETS), lambda market: f"peek into market {MARKETS[market]}"),
    (NAME, len(TYPES), lambda kind: f"name {PLURALS[kind]}"),
    (MOVE, OTHERS * FACES, lambda place: f"fetch {_there(place, C1 // 2, face_text)}"),
    (REMOVE, len(MARKETS) * FACES, lambda place: f"discard {_there(place, None, face_text)}"),
    (SWAP_HIDDEN, FACE_DOWN[E2] * OTHERS * FACES, lambda cards: _swap_hidden(cards, face_text)),
    (SWAP, FACES * OTHERS * FACES, lambda cards: _swap(cards, face_text)),
    (UNLOAD, FACES, lambda face: f"discard {face_text(face)} from a camel"),
    (HIDE, OTHERS, lambda other: f"move a face-down card to {MARKETS[other_market(F1 // 2, other)]}"),
    (KEEP, FACES, lambda face: f"keep {face_text(face)}"),
    (PICK, FACES, lambda face: f"take {face_text(face)}"),
    (LOAD, len(TYPES) * len(CAMELS), lambda load: _load(load, PLURALS)),
    (SELL, POTTERY + len(SHAPES), lambda sale: f"sell {sold_text(sale)}"),
)
"""Every kind of action as in RANGES, in words that fit after "you"."""


def phrase(table: Table, action: int) -> str:
    """Return an action in words: `choose market C`, `swap 3 dates with a red carpet of D`."""
    return PHRASES.get(action) or _ranged(SAID, action)


@cache
def _actions() -> dict[str, int]:
    """Every action by its text."""
    every = {**ALONE, **{first + each: say(each) for first, count, say in RANGES for each in range(count)}}
    return {_plain(said): action for action, said in every.items()}


def _plain(text: str) -> str:
    """Normalise a text: drop case, colons, spaces around a plus, leading zeros and the word `use`."""
    words = re.sub(r"\s*\+\s*", "+", text.lower().replace(":", " ")).split()
    return " ".join(map(without_zeros, words[1:] if words[:1] == ["use"] else words))


def action(table: Table, text: str) -> int:
    """Parse an action. `use` and colons may be left out, a bare number is a bet; case and spaces are ignored."""
    stage, plain = cast(OffSeasonState, table.state).stage, _plain(text)
    found = _actions().get(f"bet {plain}" if stage == BETTING and is_number(plain) else plain)
    if found is None:
        raise ValueError(f"{brief_repr(text)} is no action: say it like {EXAMPLES[stage]!r}")
    return found


EXAMPLES = {
    BETTING: "bet 1",
    CHOOSING: "market C",
    ABILITY: "use: swap date 3 with carpet red of D",
    KEEPING: "keep date 3",
    DRAFTING: "draft carpet red",
    LOADING: "load fruit on camel 5",
    SELLING: "sell pottery: jar",
    TOKEN: "spend extra sale",
    EXTRA: "sell carpet",
    FINAL: "sell date",
}


def choices(table: Table, seat: int) -> str:
    """List the legal actions in short form: `bet 0 to 7, but not 2`, or one by one as far as there is room."""
    state = cast(OffSeasonState, table.state)
    actions = table.legal_actions(seat)
    if state.stage == BETTING and actions:
        most = actions[-1] - BET
        forbidden = {NOT_2: 2, NOT_3: 3}.get(state.auction, MOST_POUNDS)
        return f"bet 0 to {most}" + (f", but not {forbidden}" if forbidden < most else "")
    texts = [text(table, each) for each in actions]
    more = f", … ({len(texts) - 8} more)" if len(texts) > 8 else ""
    return ", ".join(texts[:8]) + more or "nothing"


STAGE_REASONS = {
    BETTING: Reason("CAM-11", "now all bet"),
    CHOOSING: Reason("CAM-12", "now a market is chosen"),
    ABILITY: Reason("CAM-12", "now the ability of the market is used, or not"),
    KEEPING: Reason("CAM-40", "now one of the cards drawn is kept"),
    DRAFTING: Reason("CAM-46", "now one of the cards drawn is taken"),
    LOADING: Reason("CAM-13", "now goods are loaded"),
    SELLING: Reason("CAM-14", "now one may sell from one camel"),
    TOKEN: Reason("CAM-14", "now the Extra Sale token may be spent"),
    EXTRA: Reason("CAM-14", "now one more sale is made"),
    FINAL: Reason("CAM-16", "now one may sell once from each camel"),
}
BELONGS: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (BET, MARKET, (BETTING,)),
    (MARKET, PEEK, (CHOOSING,)),
    (PEEK, NO_ABILITY, (CHOOSING, ABILITY)),
    (NO_ABILITY, KEEP, (ABILITY,)),
    (KEEP, PICK, (KEEPING,)),
    (PICK, LOAD, (DRAFTING,)),
    (LOAD, SELL, (LOADING,)),
    (SELL, SPEND_TOKEN, (SELLING, EXTRA, FINAL)),
    (SPEND_TOKEN, KEEP_TOKEN + 1, (TOKEN,)),
)
"""The stages in which each range of action numbers can be legal."""


def why_not(table: Table, seat: int, action: int) -> Reason:
    state = cast(OffSeasonState, table.state)
    for first, end, stages in BELONGS:
        if first <= action < end and state.stage not in stages:
            clause, now = STAGE_REASONS[state.stage]
            return Reason(clause, f"{now}, and nothing else")
    return WHY_NOT[state.stage](state, seat, action)


def _why_no_bet(state: OffSeasonState, seat: int, action: int) -> Reason:
    if action - BET > state.pounds[seat]:
        return Reason("CAM-11", f"you have only {pounds_text(state.pounds[seat])}")
    return Reason(AUCTION_CLAUSES[state.auction], f"nobody may bet {action - BET} in this auction")


def _why_no_market(state: OffSeasonState, seat: int, action: int) -> Reason:
    if action >= PEEK:
        return _why_no_peek(state, seat, action)
    if not state.in_play >> action - MARKET & 1:
        return _why_not_in_play(state)
    return Reason("CAM-12", f"market {MARKETS[action - MARKET]} was chosen already in this round")


def _why_not_in_play(state: OffSeasonState) -> Reason:
    return Reason("CAM-04", f"the markets in play are {markets_text(state.in_play)}")


def _why_no_peek(state: OffSeasonState, seat: int, action: int) -> Reason:
    if not state.peek_tokens >> seat & 1:
        return Reason("CAM-51", "you have no Peek token to spend")
    if not state.in_play >> action - PEEK & 1:
        return _why_not_in_play(state)
    return Reason("CAM-51", f"there is no face-down card in market {MARKETS[action - PEEK]}, or it was chosen already")


def _why_no_use(state: OffSeasonState, seat: int, action: int) -> Reason:
    if PEEK <= action < NO_ABILITY:
        return _why_no_peek(state, seat, action)
    does_not = f"the ability of {SIDE_NAMES[state.chosen]} does not do that, or there is no such card for it"
    return Reason(f"CAM-{40 + state.chosen}", does_not)


def _why_no_load(state: OffSeasonState, seat: int, action: int) -> Reason:
    kind = TYPES[type_to_load(state)]
    return Reason("CAM-13", f"what is to be loaded next is {kind}, on an empty camel")


def _why_no_sale(state: OffSeasonState, seat: int, action: int) -> Reason:
    if action == SELL_NOTHING:
        return Reason("CAM-14", "the token is spent, so that something must be sold")
    return Reason(
        "CAM-16" if state.stage == FINAL else "CAM-14", "you have nothing of that kind on a camel you may sell from"
    )


WHY_NOT: dict[int, Callable[[OffSeasonState, int, int], Reason]] = {
    BETTING: _why_no_bet,
    CHOOSING: _why_no_market,
    ABILITY: _why_no_use,
    KEEPING: lambda state, seat, action: Reason(
        "CAM-40", f"no {FACE_NAMES[action - KEEP]} of the type named was drawn"
    ),
    DRAFTING: lambda state, seat, action: Reason("CAM-46", "there is no such card to take any more"),
    LOADING: _why_no_load,
    SELLING: _why_no_sale,
    EXTRA: _why_no_sale,
    FINAL: _why_no_sale,
}
