"""The engine of Off Season against the oracle: they agree at every decision of many random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import pytest

import bidwell
from bidwell.core.rng import below
from bidwell.games.off_season.components import (
    AUCTIONS,
    CAMELS,
    CARDS,
    FACE_NAMES,
    KEEPING,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    NONE,
    TYPE_OF,
)
from bidwell.games.off_season.rules import auctions
from bidwell.games.off_season.rules.markets import f
from bidwell.games.off_season.state import OffSeasonState
from tests.games.comparison import Disagreement, play_both
from tests.games.off_season.oracle import Player, State, changed_bets, off_season, pay, winner_of
from tests.games.script import Ask, Order

GAME = bidwell.game("off_season")
SETTINGS = [*product((3, 4, 5), ("drawn", "upward"))]
"""Each number of players with each value of the option `markets`."""


class Drawn:
    """Remembers what the engine drew at random, and replays it for the oracle."""

    def __init__(self) -> None:
        self.table: OffSeasonState
        self.last = 0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Remember the last number that the rules draw."""

        def draw(t: OffSeasonState, count: int) -> int:
            self.last = below(t, count)
            return self.last

        with patch.object(auctions, "below", draw), patch.object(f, "below", draw):
            yield

    def replay(self, order: Order) -> tuple[Any, ...]:
        """The same order as the engine's, as far as the oracle uses it."""
        first = in_play(self.table) if order.what == "markets" else [self.last]
        return (*first, *(thing for thing in order.things if thing not in first))


def in_play(t: OffSeasonState) -> list[str]:
    """CAM-04: the markets in play."""
    return [market for place, market in enumerate(MARKETS) if t.in_play >> place & 1]


def snapshot(table: bidwell.Table) -> dict[str, Any]:
    """The engine's state in the oracle's words."""
    t = cast(OffSeasonState, table.state)
    seats = range(t.players)

    def named(cards: list[int]) -> list[str]:
        return [FACE_NAMES[t.faces[card]] for card in cards if card != NONE]

    def loaded(seat: int, camel: int) -> list[str]:
        kind = t.camels[seat][camel]
        faces = [face for face, count in enumerate(t.goods[seat]) for _ in range(count) if TYPE_OF[face] == kind]
        return sorted(FACE_NAMES[face] for face in faces)

    def lying(row: list[int], market: str, size: int) -> list[str]:
        first = MARKETS.index(market) * size
        return named(row[first : first + size])

    return {
        "round": t.round_number,
        "side": t.side + 1,
        "tower": CARDS - t.drawn,
        "kind": AUCTIONS[t.auction],
        "first": None if t.first_player == NONE else t.first_player,
        "pounds": t.pounds[: t.players],
        "up": {market: sorted(lying(t.up, market, MOST_UP)) for market in in_play(t)},
        "down": {market: lying(t.down, market, MOST_DOWN) for market in in_play(t)},
        "camels": [{limit: loaded(seat, camel) for camel, limit in enumerate(CAMELS)} for seat in seats],
        "coins": [dict(zip(CAMELS, t.coins[seat], strict=True)) for seat in seats],
        "extra sale": [seat for seat in seats if t.sale_tokens >> seat & 1],
        "peek": [seat for seat in seats if t.peek_tokens >> seat & 1],
        "aside": sorted(named(t.aside)) if t.stage != KEEPING else [],
        "draft": named(t.draft),
    }


class Style(NamedTuple):
    """How the players of a table choose. Between them the styles reach every rule."""

    low_bets: bool
    """They bet 0 to 2, so that many bets tie."""
    few_sales: bool
    spare_tower: bool
    """They do not use what draws from the Tower, so that there are more rounds."""
    likes: str
    """They use this ability whenever they can, if it is not empty."""


LIKES = ("", "", "use: gain", "use: swap", "use: draft", "use: name", "use: move", "use: discard", "use: draw")
DRAWS_FROM_TOWER = ("use: name", "use: draft", "use: draw")


def random_style(rng: random.Random) -> Style:
    low_bets, few_sales, spare_tower = (rng.random() < share for share in (0.5, 0.3, 0.3))
    return Style(low_bets, few_sales, spare_tower, rng.choice(LIKES))


def compare(seed: int, told: str | None = None) -> int:
    """Compare one random game; return the number of decisions. `told` is another option `markets` for the oracle."""
    rng = random.Random(seed)
    players, markets = SETTINGS[seed % len(SETTINGS)]
    choose = partial(choose_in_style, rng=rng, style=random_style(rng))
    drawn = Drawn()
    with drawn.watch():
        return compare_deal(GAME.deal(players, seed, {"markets": markets}), drawn, choose, rng, told)


def compare_deal(
    table: bidwell.Table,
    drawn: Drawn,
    choose: Callable[[Ask, int], str],
    rng: random.Random,
    told: str | None = None,
) -> int:
    """Compare the game that is played from a deal; return the number of decisions."""
    t = drawn.table = cast(OffSeasonState, table.state)
    fronts, backs = [FACE_NAMES[face] for face in t.faces], [AUCTIONS[back] for back in t.backs]
    oracle = off_season(t.players, fronts, backs, markets=told or table.options["markets"])
    return play_both(table, oracle, snapshot, choose, rng, drawn.replay)


def choose_in_style(ask: Ask, seat: int, rng: random.Random, style: Style) -> str:
    """A random legal action, in the style of the table."""
    legal = sorted(ask.legal[seat])
    if style.spare_tower:
        legal = [text for text in legal if not text.startswith(DRAWS_FROM_TOWER)]
    if style.low_bets and legal[0].startswith("bet"):
        legal = legal[:3]
    if style.few_sales and "sell nothing" in legal and rng.random() < 0.7:
        return "sell nothing"
    peeks = [text for text in legal if text.startswith("peek") and rng.random() < 0.3]
    liked = [text for text in legal if style.likes and text.startswith(style.likes)]
    return rng.choice(peeks or liked or legal)


@pytest.mark.parametrize("part", range(6))
def test_engine_and_oracle_agree(part: int) -> None:
    """Legal actions and the whole state are the same at every decision; so are scores and places."""
    for seed in range(part * 50, part * 50 + 50):
        assert compare(seed) > 0


def test_a_disagreement_is_noticed() -> None:
    """CAM-04: the comparison can fail: if the oracle alone has the markets from A upward, other markets are filled."""
    seed = next(seed for seed in range(100) if SETTINGS[seed % len(SETTINGS)] == (3, "drawn"))
    with pytest.raises(Disagreement, match="decision 0: "):
        compare(seed, told="upward")


def a_state(kind: str, goods: dict[int, str], first: int | None = 0) -> State:
    """Three players with 5 pounds each before an auction of this kind; `goods` lie on their smallest camels."""
    state = State(players=[Player() for _ in range(3)], tower=[], markets={}, kind=kind, first=first)
    for seat, card in goods.items():
        state.players[seat].camels[3] = [card]
    return state


@pytest.mark.parametrize(
    ("kind", "goods", "bets", "winner", "left"),
    [
        ("highest bet", {}, (3, 3, 1), 2, [5, 5, 4]),
        ("highest bet", {}, (3, 3, 3), None, [5, 5, 5]),
        ("lowest bet", {}, (0, 2, 1), 2, [5, 5, 4]),
        ("lowest bet", {}, (0, 1, 1), None, [5, 5, 5]),
        ("lucky 0", {}, (0, 5, 4), 0, [5, 5, 5]),
        ("lucky 0", {}, (0, 0, 4), 2, [3, 3, 1]),
        ("lucky 0", {}, (0, 0, 0), None, [5, 5, 5]),
        ("most dates", {1: "date 2", 2: "date 1"}, (2, 2, 1), 1, [5, 2, 5]),
        ("most dates", {1: "date 2", 2: "date 2"}, (2, 5, 4), 1, [5, 0, 5]),
        ("most dates", {1: "fruit 2"}, (2, 2, 1), 2, [5, 5, 4]),
        ("first player", {}, (3, 2, 1), 2, [5, 5, 4]),
        ("first player", {}, (4, 2, 1), 0, [2, 5, 5]),
        ("first player", {}, (0, 2, 2), 0, [5, 5, 5]),
        ("fewest goods", {0: "date 1", 1: "date 1"}, (2, 1, 2), 2, [5, 5, 2]),
        ("fewest goods", {}, (2, 1, 2), 1, [5, 4, 5]),
    ],
)
def test_the_oracle_holds_auctions_as_the_appendix_does(
    kind: str, goods: dict[int, str], bets: tuple[int, ...], winner: int | None, left: list[int]
) -> None:
    """CAM-30 to CAM-38: who wins each kind of auction, and the pounds that are left."""
    state = a_state(kind, goods)
    counted = changed_bets(state, dict(enumerate(bets)))
    assert winner_of(kind, counted) == winner
    if winner is not None:
        pay(state, counted, winner)
    assert [player.pounds for player in state.players] == left


def test_the_first_auction_of_the_game_is_a_standard_one() -> None:
    """CAM-36: nobody has the First Player token yet, so no bet falls."""
    state = a_state("first player", {}, first=None)
    assert changed_bets(state, {0: 3, 1: 2, 2: 1}) == {0: 3, 1: 2, 2: 1}
