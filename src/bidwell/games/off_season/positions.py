"""Completes and checks positions of Off Season that were written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bidwell.games.off_season.components import (
    A1,
    A2,
    ABILITY,
    AUCTION_CLAUSES,
    AUCTIONS,
    BACKS,
    BETTING,
    CAMELS,
    CARDS,
    CARPET,
    CARPETS_PAY,
    CHOOSING,
    COIN,
    COLOURS,
    COPIES,
    D1,
    DATES_PAY,
    DRAFTING,
    EVERYBODY,
    EXTRA,
    F1,
    F2,
    FACE_DOWN,
    FACE_NAMES,
    FACE_UP,
    FACES,
    FINAL,
    FIRST_FACE,
    FRUIT,
    KEEPING,
    LOADING,
    MARKETS,
    MOST_ASIDE,
    MOST_DOWN,
    MOST_POUNDS,
    MOST_UP,
    NONE,
    NOT_2,
    NOT_3,
    OVER,
    POTTERY,
    POTTERY_PAY,
    PREDICTED,
    SELLING,
    SHAPES_ON,
    SIDE_NAMES,
    STAGES,
    STAYS_ON_TOP,
    TOKEN,
    TURN_BELOW,
    TYPE_OF,
    TYPES,
    UPWARD,
)
from bidwell.games.off_season.notation import markets_text
from bidwell.games.off_season.rules import (
    can_use,
    cards_of_type,
    cards_to_fill,
    empty_camels,
    faces_in_draft,
    faces_of,
    fill_markets,
    possible_sales,
    type_waits,
)
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import count_of

ASKING = (BETTING, CHOOSING, ABILITY, KEEPING, DRAFTING, LOADING, SELLING, TOKEN, EXTRA, FINAL, OVER)
"""The stages that wait for a decision. The table only passes through the others."""
CHOSEN = (ABILITY, KEEPING, DRAFTING, LOADING)
"""The stages in which the seat on turn has chosen a market and not yet loaded its goods."""
SALES = (SELLING, TOKEN, EXTRA)
ENDING = (FINAL, OVER)
ALL_MARKETS = (1 << len(MARKETS)) - 1


def _best_rate(pays: Sequence[int]) -> Fraction:
    """The most pounds that one piece can bring in any sale."""
    return max(Fraction(pay, pieces) for pieces, pay in enumerate(pays) if pieces)


FRUITS = FIRST_FACE[POTTERY] - FIRST_FACE[FRUIT]
MOST_BROUGHT = (
    *(dates * _best_rate(DATES_PAY) for dates in range(1, FIRST_FACE[CARPET] + 1)),
    *(_best_rate(CARPETS_PAY) for _ in COLOURS),
    *(Fraction(worth + (COIN if worth < FRUITS else 0)) for worth in range(1, FRUITS + 1)),
    *(_best_rate(POTTERY_PAY) for _ in SHAPES_ON),
)
"""CAM-20 to CAM-23: an upper bound of pounds per card of a face; for the best fruit no card stays to earn a coin."""


# What is left out


def complete(t: OffSeasonState, given: frozenset[str]) -> None:
    """Keep what is given and derive the seats asked, the markets, the Tower and the camels."""
    _give_markets(t, given)
    if "stage" not in given:
        t.stage = ABILITY if t.chosen != NONE else CHOOSING if t.turn != NONE else t.stage
    _give_turns(t, given)
    if given.isdisjoint({"up", "down", "known", "drawn"}) and t.side in (0, 1):
        _lay_out(t, given)
    if "drawn" not in given:
        t.drawn = max(t.drawn, *(card + 1 for card in (*t.up, *t.down, *t.aside, *t.draft)))
    if "known" not in given:
        _show(t)
    if "open_markets" not in given:
        t.open_markets = _holding_cards(t) & ~(1 << _chosen(t) if t.chosen != NONE else 0)
    if "goods" in given and "camels" not in given:
        for seat in range(t.players):
            _load(t, seat)
    if given & {"goods", "waiting"} and given.isdisjoint({"faces", "known", "drawn"}):
        _draw_goods(t)
    if t.stage == BETTING and t.drawn in range(CARDS):
        _turn_up_auction(t, given)
    if "asked" not in given:
        t.asked = asked_now(t)


def _give_markets(t: OffSeasonState, given: frozenset[str]) -> None:
    """CAM-04: tokens come from second sides, and the game ends on them; second sides are up only after some rounds."""
    if "side" not in given:
        late = t.sale_tokens or t.peek_tokens or t.stage in ENDING
        t.side = t.chosen % 2 if t.chosen != NONE else int(bool(late))
    if "in_play" not in given:
        t.in_play = _markets_to_fit(t, given)
    if "round_number" not in given and t.side == 1:
        before = -(-(CARDS - TURN_BELOW + 1) // max(cards_to_fill(t, 0), 1))
        t.round_number = before + 1 + max(count_of(t.sale_tokens), count_of(t.peek_tokens))


def _markets_to_fit(t: OffSeasonState, given: frozenset[str]) -> int:
    """CAM-04: the markets dealt, or A upward; markets mentioned in the position replace some of them."""
    spoken = t.open_markets if "open_markets" in given else 0
    spoken |= 1 << _chosen(t) if t.chosen != NONE else 0
    spoken |= 1 << A2 // 2 if t.sale_tokens else 0
    spoken |= 1 << F2 // 2 if t.peek_tokens else 0
    if not given.isdisjoint({"up", "down"}):
        spoken |= _holding_cards(t)
    others = [market for market in _markets(t.in_play or ALL_MARKETS) if not spoken >> market & 1]
    missing = max(t.players + 1 - count_of(spoken & ALL_MARKETS), 0)
    return (spoken & ALL_MARKETS) | sum(1 << market for market in others[:missing])


def _give_turns(t: OffSeasonState, given: frozenset[str]) -> None:
    """After an auction there is a First Player, a seat on turn and opened bets; a draft has only just begun."""
    first_auction = t.stage == BETTING and t.round_number == 1
    if "first_player" not in given and not first_auction:
        t.first_player = max(t.turn, 0)
    if "turn" not in given and t.stage not in (BETTING, OVER):
        t.turn = t.first_player
    if "acting" not in given and t.stage in (DRAFTING, LOADING):
        t.acting = t.turn
    if "draft" in given and "draft_hidden" not in given:
        t.draft_hidden = int(t.acting == t.turn)
    if "opened" not in given and t.stage != BETTING:
        t.opened[: t.players] = [0] * t.players


def _lay_out(t: OffSeasonState, given: frozenset[str]) -> None:
    """CAM-10: fill the markets on the side that is up; chosen markets are empty, and at the end the Tower is short."""
    t.drawn = CARDS - TURN_BELOW + 1 if t.side else 0
    t.up = [NONE] * len(t.up)
    t.down = [NONE] * len(t.down)
    fill_markets(t)
    for market in _emptied(t, given):
        t.up[market * MOST_UP : (market + 1) * MOST_UP] = [NONE] * MOST_UP
        t.down[market * MOST_DOWN : (market + 1) * MOST_DOWN] = [NONE] * MOST_DOWN
    if t.stage in ENDING:
        t.drawn = CARDS - t.players + STAYS_ON_TOP + 1


def _emptied(t: OffSeasonState, given: frozenset[str]) -> list[int]:
    """The markets chosen this round, or all after the last: those given as not open, or else the first ones."""
    if "open_markets" in given:
        closed = [market for market in _markets(t.in_play) if not t.open_markets >> market & 1]
    else:
        chosen = [_chosen(t)] if t.chosen != NONE else []
        others = [market for market in _markets(t.in_play) if market != _chosen(t)]
        closed = chosen + others[: max(len(others) - open_due(t), 0)]
    return [market for market in closed if market != _chosen(t) or not _chosen_is_lying(t)]


def _show(t: OffSeasonState) -> None:
    """CAM-10, CAM-12, CAM-46: everyone has seen the cards that lie face up and the open cards that are gone."""
    hidden = {*t.down, *t.draft[: t.draft_hidden]}
    t.known = [EVERYBODY if card < t.drawn and card not in hidden else 0 for card in range(CARDS)]


def _load(t: OffSeasonState, seat: int) -> None:
    """CAM-13: put each type on the smallest free camel that carries it; `flaw` reports what no camel can carry."""
    t.camels[seat] = [NONE] * len(CAMELS)
    for kind in sorted(range(len(TYPES)), key=lambda kind: cards_of_type(t, seat, kind)):
        cards = cards_of_type(t, seat, kind)
        free = [camel for camel in range(len(CAMELS)) if t.camels[seat][camel] == NONE]
        fits = [camel for camel in free if cards <= CAMELS[camel]]
        if cards:
            t.camels[seat][fits[0] if fits else free[-1]] = kind


def _draw_goods(t: OffSeasonState) -> None:
    """CAM-02: goods come from the Tower, so draw missing ones by exchanging them with the cards on its top."""
    lying, gone = _lying(t), _seen_and_gone(t)
    for face in range(FACES):
        for _ in range(_in_hands(t, face) - gone[face]):
            there = [card for card in range(CARDS) if t.faces[card] == face and (card >= t.drawn or card in lying)]
            if not there or t.drawn >= CARDS:
                return
            t.faces[there[-1]], t.faces[t.drawn] = t.faces[t.drawn], face
            t.known[t.drawn] = EVERYBODY
            t.drawn += 1


def _turn_up_auction(t: OffSeasonState, given: frozenset[str]) -> None:
    """CAM-11: the kind is the Tower's top back; a given kind is moved there."""
    if "auction" not in given:
        t.auction = t.backs[t.drawn]
    elif "backs" not in given and t.auction in t.backs and t.backs[t.drawn] != t.auction:
        other = CARDS - 1 - t.backs[::-1].index(t.auction)
        t.backs[other], t.backs[t.drawn] = t.backs[t.drawn], t.auction


# What is where


def _markets(mask: int) -> list[int]:
    """The markets in a bit mask."""
    return [market for market in range(len(MARKETS)) if mask >> market & 1]


def _chosen(t: OffSeasonState) -> int:
    """The market whose side was chosen, or NONE, since NONE // 2 is NONE."""
    return t.chosen // 2


def _chosen_is_lying(t: OffSeasonState) -> bool:
    """CAM-12, CAM-46: goods of the chosen market lie there until the chooser takes them; in a draft others load."""
    return t.stage in CHOSEN and not (t.stage == LOADING and t.acting == t.turn)


def _stalls(t: OffSeasonState, market: int) -> tuple[list[int], list[int]]:
    """The places of a market, face up and face down."""
    up = t.up[market * MOST_UP : (market + 1) * MOST_UP]
    return up, t.down[market * MOST_DOWN : (market + 1) * MOST_DOWN]


def _cards(row: list[int]) -> list[int]:
    return [card for card in row if card != NONE]


def _holds_cards(t: OffSeasonState, market: int) -> bool:
    return any(_cards(row) for row in _stalls(t, market))


def _holding_cards(t: OffSeasonState) -> int:
    """A bit mask of the markets in which cards lie."""
    return sum(1 << market for market in range(len(MARKETS)) if _holds_cards(t, market))


def _lying(t: OffSeasonState) -> list[int]:
    """Every card in a market, set aside or in a draft."""
    return _cards([*t.up, *t.down, *t.aside, *t.draft])


def _in_hands(t: OffSeasonState, face: int) -> int:
    """CAM-13: how many cards of a face are on camels, or wait to be loaded."""
    return t.waiting[face] + sum(t.goods[seat][face] for seat in range(t.players))


def _seen_and_gone(t: OffSeasonState) -> list[int]:
    """For each face, the number of cards seen by all and no longer in a market: on camels, sold or discarded."""
    lying = {*_lying(t)}
    gone = [t.faces[card] for card in range(CARDS) if t.known[card] == EVERYBODY and card not in lying]
    return [gone.count(face) for face in range(FACES)]


def asked_now(t: OffSeasonState) -> int:
    """CAM-11, CAM-12: the seats that have yet to decide."""
    if t.stage == BETTING:
        return sum(1 << seat for seat in range(t.players) if t.bets[seat] == NONE)
    seat = t.acting if t.stage in (DRAFTING, LOADING) else t.turn
    return 0 if t.stage == OVER or not 0 <= seat < t.players else 1 << seat


def open_due(t: OffSeasonState) -> int:
    """CAM-12: the number of markets not yet chosen."""
    if t.stage == BETTING:
        return t.players + 1
    if t.stage in SALES:
        return 1
    if t.stage in ENDING:
        return 0
    return t.players + 1 - (t.turn - t.first_player) % t.players - (t.stage in CHOSEN)


# What cannot be


def flaw(t: OffSeasonState) -> str:
    """Return the reason why this position is impossible, or an empty string. Each check may rely on those before it."""
    return (
        _flaw_of_pack(t)
        or _flaw_of_round(t)
        or _flaw_of_turn(t)
        or _flaw_of_places(t)
        or _flaw_of_knowledge(t)
        or _flaw_of_camels(t)
        or _flaw_of_goods(t)
        or _flaw_of_bets(t)
        or _flaw_of_markets(t)
        or _flaw_of_fillings(t)
        or _flaw_of_draft(t)
        or _flaw_of_decision(t)
    )


def _flaw_of_pack(t: OffSeasonState) -> str:
    for face, copies in enumerate(COPIES):
        if t.faces.count(face) != copies:
            return f"CAM-02: there are {copies} cards {FACE_NAMES[face]}, not {t.faces.count(face)}"
    for kind, copies in enumerate(BACKS):
        if t.backs.count(kind) != copies:
            return f"CAM-03: there are {copies} backs with {AUCTIONS[kind]}, not {t.backs.count(kind)}"
    if not 0 <= t.drawn <= CARDS:
        return f"CAM-02: from 0 to {CARDS} cards have been drawn, not {t.drawn}"
    return ""


def _flaw_of_round(t: OffSeasonState) -> str:
    if t.side not in (0, 1):
        return f"CAM-04: a market has two sides, 0 and 1, not {t.side}"
    if t.in_play & ~ALL_MARKETS or count_of(t.in_play & ALL_MARKETS) != t.players + 1:
        count = len(_markets(t.in_play))
        return f"CAM-04: with {t.players} players {t.players + 1} markets are in play, not {count}"
    if t.markets == UPWARD and t.in_play != (1 << t.players + 1) - 1:
        return f"CAM-04: the markets in play are A upward, not {markets_text(t.in_play)}"
    if not 1 <= t.round_number <= t.drawn:
        drawn = f"with {t.drawn} drawn this is not round {t.round_number}"
        return f"CAM-10: rounds are counted from 1 and each draws cards, so that {drawn}"
    if t.stage not in ASKING:
        name = STAGES[t.stage] if 0 <= t.stage < len(STAGES) else "none"
        return f"CAM-17: no game waits in stage {name}, because nothing is decided in it"
    if not 0 <= t.auction < len(AUCTIONS):
        return "CAM-11: every round has an auction, and its kind is kept after it"
    if t.stage == BETTING and (t.drawn == CARDS or t.backs[t.drawn] != t.auction):
        return "CAM-11: the kind of the auction is the back of the Tower's top card"
    left = CARDS - t.drawn
    if t.side == 1 and (left >= TURN_BELOW or t.round_number == 1):
        return f"CAM-04: markets turn to side 2 after the first round, with fewer than {TURN_BELOW} cards in the Tower"
    if t.stage in ENDING and left >= t.players + STAYS_ON_TOP:
        return (
            f"CAM-16: the end comes when fewer than {t.players + STAYS_ON_TOP} cards are in the Tower, not with {left}"
        )
    return ""


def _flaw_of_turn(t: OffSeasonState) -> str:
    seats = range(t.players)
    if t.first_player not in seats and not (t.first_player == NONE and t.stage == BETTING and t.round_number == 1):
        return "CAM-11: somebody is First Player as soon as the first auction is decided"
    if t.turn not in ((NONE,) if t.stage in (BETTING, OVER) else seats):
        return "CAM-12: it is somebody's turn, but nobody's while all bet and after the end"
    if t.acting not in (seats if t.stage in (DRAFTING, LOADING) else (NONE,)):
        return "CAM-13: somebody is acting while goods are drafted or loaded, and only then"
    if t.stage == BETTING and not t.asked:
        return "CAM-11: when all have bet the bets are opened, so that somebody is still asked"
    if t.asked != asked_now(t):
        return {
            BETTING: "CAM-11: just those who have not bet yet are asked",
            OVER: "CAM-16: when the game is over nobody is asked",
        }.get(t.stage, f"CAM-12: in stage {STAGES[t.stage]} only the player who decides is asked")
    return _flaw_of_tokens(t, A2, t.sale_tokens, "an Extra Sale") or _flaw_of_tokens(t, F2, t.peek_tokens, "a Peek")


def _flaw_of_tokens(t: OffSeasonState, side: int, tokens: int, name: str) -> str:
    """CAM-41, CAM-51: a token comes from its market, at most one per round since the markets were turned."""
    clause = f"CAM-{40 + side}"
    if not 0 <= tokens < 1 << t.players:
        return f"{clause}: {name} token is had by a player at the table"
    if tokens and not _can_be_gained(t, side):
        return f"{clause}: {name} token comes from market {SIDE_NAMES[side]}, which has not been in play here"
    most = max(t.round_number - 2, 0) + int(_chosen_this_round(t, side // 2))
    if count_of(tokens) > most:
        return f"{clause}: by now {most} players at most can have {name} token, not {count_of(tokens)}"
    return ""


def _can_be_gained(t: OffSeasonState, side: int) -> bool:
    """CAM-04: is this side of a market up, and in play?"""
    return t.side == side % 2 and bool(t.in_play >> side // 2 & 1)


def _chosen_this_round(t: OffSeasonState, market: int) -> bool:
    """CAM-12: after the auction, a market that is no longer open."""
    return t.stage != BETTING and not t.open_markets >> market & 1


def _flaw_of_places(t: OffSeasonState) -> str:
    rows = [row for market in range(len(MARKETS)) for row in _stalls(t, market)]
    for row in (*rows, t.aside, t.draft):
        cards = _cards(row)
        if row[: len(cards)] != cards:
            return "CAM-10: the cards of a market, aside or in a draft lie side by side, without a gap"
        if any(not 0 <= card < t.drawn for card in cards):
            return f"CAM-02: only cards drawn lie on the table, the numbers below {t.drawn}, not {cards}"
    lying = _lying(t)
    for card in lying:
        if lying.count(card) > 1:
            return f"CAM-02: every card is there once, but card {card} lies in two places"
    return ""


def _flaw_of_knowledge(t: OffSeasonState) -> str:
    if any(known != EVERYBODY and not 0 <= known < 1 << t.players for known in t.known):
        return "CAM-51: a card was seen by everybody, or by players at the table"
    if any(t.known[t.drawn :]):
        return "CAM-02: the cards in the Tower were seen by nobody"
    if any(known not in (0, EVERYBODY) for known in t.known) and not _can_be_gained(t, F2):
        return f"CAM-51: only with a Peek token, from market {SIDE_NAMES[F2]}, some players see what others do not"
    if t.draft_hidden not in (0, 1) or (t.draft_hidden and not _cards(t.draft)):
        return "CAM-46: a draft may have a face-down card, its first, as long as there is one"
    if t.draft_hidden and t.known[t.draft[0]]:
        return "CAM-46: the face-down card of a draft was seen by nobody"
    hidden_aside = _took_hidden(t)
    for card in _cards([*t.up, *t.draft[t.draft_hidden :], *t.aside[hidden_aside:]]):
        if t.known[card] != EVERYBODY:
            return f"CAM-10: a card that lies face up was seen by everybody, and so card {card} was"
    return ""


def _took_hidden(t: OffSeasonState) -> bool:
    """CAM-46: is the card set aside the face-down card of a draft in which others are to act?"""
    drafting = t.acting not in (NONE, t.turn) and not t.draft_hidden
    return drafting and t.aside[0] != NONE and t.known[t.aside[0]] == 0


def _flaw_of_camels(t: OffSeasonState) -> str:
    for seat in range(t.players):
        if min(t.goods[seat]) < 0:
            return "CAM-13: a player has 0 goods of a kind or more"
        for kind in range(len(TYPES)):
            cards = cards_of_type(t, seat, kind)
            if t.camels[seat].count(kind) != (cards > 0):
                carried = "one camel" if cards else "no camel"
                return f"CAM-13: with {cards} {TYPES[kind]} cards {carried} carries {TYPES[kind]}"
        for camel, kind in enumerate(t.camels[seat]):
            if not NONE <= kind < len(TYPES):
                return f"CAM-02: there is no type {kind}"
            if kind != NONE and cards_of_type(t, seat, kind) > CAMELS[camel]:
                cards = cards_of_type(t, seat, kind)
                return f"CAM-13: a camel carries at most {CAMELS[camel]} cards, not {cards} {TYPES[kind]} cards"
        if any(coin not in (0, COIN) for coin in t.coins[seat]):
            return f"CAM-23: on a camel there are 0 or {COIN} pounds"
    return ""


def _flaw_of_goods(t: OffSeasonState) -> str:
    if min(t.waiting) < 0:
        return "CAM-13: 0 goods of a kind or more wait to be loaded"
    gone = _seen_and_gone(t)
    to_come = Fraction(0)
    for face in range(FACES):
        used = _in_hands(t, face)
        if used > gone[face]:
            return f"CAM-02: of the cards drawn that lie nowhere else {gone[face]} are {FACE_NAMES[face]}, not {used}"
        to_come += (COPIES[face] - gone[face] + used) * MOST_BROUGHT[face]
    for seat in range(t.players):
        most = MOST_POUNDS - sum(t.coins[seat]) - int(to_come)
        if not 0 <= t.pounds[seat] <= most:
            why = f"for bets end at {MOST_POUNDS} and goods are still to be sold"
            return f"CAM-11: a player has 0 to {most} pounds here, {why}, not {t.pounds[seat]}"
    return ""


def _flaw_of_bets(t: OffSeasonState) -> str:
    forbidden = {NOT_2: 2, NOT_3: 3}.get(t.auction, NONE)
    for seat in range(t.players):
        if t.bets[seat] == NONE:
            continue
        if t.stage != BETTING:
            return "CAM-11: bets are sealed only until all have bet"
        if not 0 <= t.bets[seat] <= t.pounds[seat]:
            return f"CAM-11: with {t.pounds[seat]} pounds nobody can bet {t.bets[seat]}"
        if t.bets[seat] == forbidden:
            return f"{AUCTION_CLAUSES[t.auction]}: nobody may bet {forbidden} in this auction"
    opened = t.opened[: t.players]
    if forbidden in opened and forbidden != NONE and t.stage != BETTING:
        return f"{AUCTION_CLAUSES[t.auction]}: nobody may bet {forbidden} in this auction, so none such was opened"
    if any(not NONE <= bet <= MOST_POUNDS for bet in opened):
        return f"CAM-11: the bets opened are from 0 to {MOST_POUNDS} pounds, or -1"
    if NONE in opened and (t.stage != BETTING or {*opened} != {NONE}):
        return "CAM-11: all bets are opened together, -1 stands for none before the first auction"
    return ""


def _flaw_of_markets(t: OffSeasonState) -> str:
    if t.open_markets & ~t.in_play:
        return f"CAM-04: the markets in play are {markets_text(t.in_play)}"
    if t.stage in CHOSEN:
        if not 0 <= t.chosen < len(SIDE_NAMES) or t.chosen % 2 != t.side or not t.in_play >> _chosen(t) & 1:
            return "CAM-12: one of the markets in play was chosen, with the side that is up"
        if t.open_markets >> _chosen(t) & 1:
            return f"CAM-12: market {MARKETS[_chosen(t)]} was chosen, and is not open any more"
    elif t.chosen != NONE:
        return f"CAM-12: in stage {STAGES[t.stage]} no market is chosen, or its goods are loaded"
    if count_of(t.open_markets) != open_due(t):
        return f"CAM-12: here {open_due(t)} markets are open, not {count_of(t.open_markets)}"
    for market in range(len(MARKETS)):
        lies_there = t.open_markets >> market & 1 or (market == _chosen(t) and _chosen_is_lying(t))
        if not lies_there and _holds_cards(t, market):
            return f"CAM-12: market {MARKETS[market]} is empty, for it was chosen or is not in play"
    return ""


def _flaw_of_fillings(t: OffSeasonState) -> str:
    """CAM-40 to CAM-50: except for F1, an ability adds a card only to its own market, whose goods are then taken."""
    moved = _can_be_gained(t, F1) and not t.open_markets >> F1 // 2 & 1
    spare = 1 if moved and t.down[F1 // 2 * MOST_DOWN] == NONE else 0
    for market in _markets(t.in_play):
        side = 2 * market + t.side
        up, down = (len(_cards(row)) for row in _stalls(t, market))
        if up > FACE_UP[side]:
            return f"CAM-{40 + side}: market {SIDE_NAMES[side]} has {FACE_UP[side]} face-up cards at most, not {up}"
        if down > FACE_DOWN[side] + spare:
            most = FACE_DOWN[side] + spare
            return f"CAM-{40 + side}: market {SIDE_NAMES[side]} has {most} face-down cards at most, not {down}"
        spare -= max(down - FACE_DOWN[side], 0)
    return ""


def _flaw_of_draft(t: OffSeasonState) -> str:
    """CAM-40, CAM-46, CAM-52."""
    drafted = 0 if t.acting == NONE else (t.acting - t.turn) % t.players
    if (t.stage == DRAFTING or drafted) and t.chosen != D1:
        return "CAM-46: there is a draft only by the ability of D1"
    if t.stage == KEEPING and t.chosen != A1:
        return "CAM-40: a card drawn is kept only by the ability of A1"
    aside, draft = len(_cards(t.aside)), len(_cards(t.draft))
    if t.stage != KEEPING and aside != (drafted > 0):
        return "CAM-46: a card is aside while the others draft, and otherwise only to be kept after CAM-40"
    if t.stage == DRAFTING and not drafted and not t.draft_hidden:
        return "CAM-46: the first card of a draft lies face down until it is taken"
    due = t.players - drafted - (t.stage == LOADING) if t.stage == DRAFTING or drafted else 0
    if draft > due or (draft < due and t.drawn < CARDS):
        return f"CAM-46: each takes one card of a draft, so that {due} are there to be taken now, not {draft}"
    return ""


def _flaw_of_decision(t: OffSeasonState) -> str:
    """CAM-17: a seat that is asked has something to decide."""
    if sum(t.waiting) and t.stage != LOADING:
        return "CAM-13: goods wait only while they are loaded"
    if t.stage == ABILITY and not can_use(t, t.turn):
        return f"CAM-17: the ability of {SIDE_NAMES[t.chosen]} is of no use here, so that nobody is asked about it"
    if t.stage == KEEPING:
        faces = faces_of(t, t.aside, 0, MOST_ASIDE)
        kinds = {TYPE_OF[face] for face in range(FACES) if faces >> face & 1}
        if len(_cards(t.aside)) > PREDICTED or count_of(faces) < 2 or len(kinds) != 1:
            return f"CAM-40: one is kept of 2 to {PREDICTED} cards of one type, and they are not all alike"
    if t.stage == DRAFTING and count_of(faces_in_draft(t)) + t.draft_hidden < 2:
        return "CAM-17: in a draft one is asked only if the cards to take differ"
    return _flaw_of_sale(t) or (_flaw_of_loading(t) if t.stage == LOADING else "")


def _flaw_of_loading(t: OffSeasonState) -> str:
    if not sum(t.waiting) or (t.acting != t.turn and sum(t.waiting) > 1):
        return "CAM-13: goods wait to be loaded, and of a draft one card"
    for kind in t.camels[t.acting]:
        if kind != NONE and type_waits(t, kind):
            return f"CAM-13: {TYPES[kind]} goes on the camel that carries it already, before new types"
    if count_of(empty_camels(t, t.acting)) < 2:
        return "CAM-17: for a new type a camel is chosen only if several are empty"
    return ""


def _flaw_of_sale(t: OffSeasonState) -> str:
    if not 0 <= t.sold_from < 1 << len(CAMELS) or (t.sold_from and t.stage != FINAL):
        return "CAM-16: sold_from has the camels sold from in the final sale, as bits"
    if t.stage not in (*SALES, FINAL):
        return ""
    has_token = bool(t.sale_tokens >> t.turn & 1)
    if t.stage in (TOKEN, EXTRA) and has_token != (t.stage == TOKEN):
        return (
            "CAM-14: only a player with the token may spend it, and an extra sale follows only a token that was spent"
        )
    if count_of(possible_sales(t, t.turn)) < (2 if t.stage == EXTRA else 1):
        return "CAM-17: a player who is asked about a sale has goods to sell, and in an extra sale a choice"
    return ""
