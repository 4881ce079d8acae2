"""The engine of Serengeti against the oracle: they agree at every decision of many random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, cast

import pytest

from bidwell import Table
from bidwell.games.serengeti.components import CARD_NAMES, DECK, LOT, OUT
from bidwell.games.serengeti.state import SerengetiState
from tests.games.comparison import Disagreement, play_both
from tests.games.script import Ask
from tests.games.serengeti.helpers import GAME
from tests.games.serengeti.oracle import CARDS, Card, Options, serengeti, set_up, shares
from tests.laws.play import MISTAKES, STYLES

SWITCHES = ("overbid", "fines", "open_chips")
SETTINGS = [*product((3, 4, 5), product((True, False), repeat=len(SWITCHES)))]
GAMES_EACH = 63
"""Games for each number of players and each combination of options, about 1,500 in all."""


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_engine_and_oracle_agree(setting: int) -> None:
    """Legal actions, mistakes and the whole state are the same at every decision; so are scores and places."""
    for game in range(GAMES_EACH):
        compare(game * len(SETTINGS) + setting)


def compare(seed: int) -> int:
    """Compare one random game; return the number of decisions. Seeds in a row visit all players and options."""
    players, values = SETTINGS[seed % len(SETTINGS)]
    return compare_game(players, dict(zip(SWITCHES, values, strict=True)), seed)


def compare_game(players: int, options: dict[str, bool], seed: int, told: dict[str, bool] | None = None) -> int:
    """Compare one random game; return the number of decisions. `told` are other options for the oracle."""
    rng = random.Random(seed)
    table = GAME.deal(players, seed, options)
    return compare_deal(table, partial(choose, rng=rng, style=rng.choice(STYLES)), rng, told)


def compare_deal(
    table: Table, choose: Callable[[Ask, int], str], rng: random.Random, told: dict[str, bool] | None = None
) -> int:
    """Compare the game that is played from a deal; return the number of decisions."""
    deck = [next(card for card in CARDS if str(card) == name) for name in table.position()["deck"]]
    starter = cast(SerengetiState, table.state).starter
    options = told or table.options
    oracle = serengeti(table.players, deck, starter, overbid=options["overbid"], fines=options["fines"])
    return play_both(table, oracle, snapshot, choose, rng)


def choose(ask: Ask, seat: int, rng: random.Random, style: tuple[int, ...]) -> str:
    """A random action: sometimes a mistake, otherwise one of the first legal actions, as many as `style` has it."""
    if ask.mistakes.get(seat) and rng.random() < MISTAKES:
        return rng.choice(sorted(ask.mistakes[seat]))
    return rng.choice(sorted(ask.legal[seat], key=order)[: rng.choice(style)])


def order(text: str) -> tuple[int, str]:
    """A pass first, then the bids from the lowest to the highest."""
    return (int(text.removeprefix("bid ")) if text.startswith("bid ") else 0), text


def snapshot(table: Table) -> dict[str, Any]:
    """The engine's state in the oracle's words."""
    state = cast(SerengetiState, table.state)
    lying: dict[int, list[str]] = {place: [] for place in (*range(table.players), LOT, OUT, DECK)}
    for name, place in zip(CARD_NAMES, state.owner, strict=True):
        lying[place].append(name)
    return {
        "bank": state.bank,
        "chips": state.chips[: table.players],
        "cards": [sorted(lying[seat]) for seat in range(table.players)],
        "lot": sorted(lying[LOT]),
        "out": sorted(lying[OUT]),
        "price": state.price,
        "round": state.round_number,
        "starter": state.starter,
        "sitting out": seats_in(state.sitting_out, table.players),
        "have bid": seats_in(state.have_bid, table.players),
    }


def seats_in(mask: int, players: int) -> list[int]:
    return [seat for seat in range(players) if mask >> seat & 1]


def test_engine_and_oracle_have_the_same_cards() -> None:
    """SER-02: the thirty cards are written down twice, and are the same."""
    assert sorted(map(str, CARDS)) == sorted(GAME.deal(seed=1).position()["deck"])


def test_a_disagreement_is_noticed() -> None:
    """The comparison can fail: if the oracle alone has `fines` off, the mistakes differ."""
    engine = {"overbid": True, "fines": True, "open_chips": False}
    with pytest.raises(Disagreement, match="mistakes of seat"):
        compare_game(3, engine, 1, told={**engine, "fines": False})


ANNE, BURT, CHRIS, RICH = range(4)


@pytest.mark.parametrize(
    ("winner", "bid", "holding", "paid"),
    [
        (ANNE, 7, {BURT: 1}, {BURT: 7}),
        (RICH, 9, {ANNE: 1, BURT: 1, CHRIS: 1}, {ANNE: 3, BURT: 3, CHRIS: 3}),
        (CHRIS, 6, {ANNE: 2, RICH: 1}, {ANNE: 4, RICH: 2}),
        (ANNE, 5, {}, {BURT: 1, CHRIS: 1, RICH: 1}),
        (CHRIS, 12, {BURT: 1}, {BURT: 12}),
        (ANNE, 13, {BURT: 1, CHRIS: 1}, {BURT: 6, CHRIS: 6}),
        (CHRIS, 14, {ANNE: 2, RICH: 1}, {ANNE: 8, RICH: 4}),
        (ANNE, 7, {BURT: 2}, {BURT: 7}),
        (ANNE, 11, {ANNE: 1, BURT: 2}, {BURT: 11}),
    ],
)
def test_the_oracle_pays_as_the_rulebook_does(
    winner: int, bid: int, holding: dict[int, int], paid: dict[int, int]
) -> None:
    """SER-19 to SER-23: the examples of the rulebook; a player who alone holds matching cards gets the whole bid."""
    state = set_up(4, winner, Options(overbid=True, fines=True))
    state.price = bid
    matching = [card for card in CARDS if card.digit == bid % 10]
    for seat, count in holding.items():
        state.cards[seat] = {matching.pop() for _ in range(count)} | {Card("Nuba", 0)}
    assert shares(state, winner) == paid
