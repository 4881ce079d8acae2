"""The engine against the oracle, a second telling of the rules: at every decision of many random games the same."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import Any, cast

import pytest

from bidwell import Table
from bidwell.games.serengeti.components import CARD_NAMES, DECK, LOT, OUT
from bidwell.games.serengeti.state import SerengetiState
from tests.games.script import Ask, End
from tests.games.serengeti.helpers import GAME
from tests.games.serengeti.oracle import CARDS, Card, serengeti
from tests.laws.play import MISTAKES, STYLES

SWITCHES = ("overbid", "fines", "open_chips")
SEATINGS = [*product((3, 4, 5), product((True, False), repeat=3))]
GAMES_EACH = 63
"""Games for every number of players and every set of options: some 1,500 in all."""


@pytest.mark.parametrize(("players", "switches"), SEATINGS)
def test_engine_and_oracle_agree(players: int, switches: tuple[bool, ...]) -> None:
    """Legal actions, mistakes and the whole table at every decision; scores and places at the end."""
    compare_games(players, dict(zip(SWITCHES, switches, strict=True)), range(GAMES_EACH))


def compare_games(players: int, options: dict[str, bool], seeds: Iterable[int]) -> int:
    """Compare a game for every seed; how many decisions there were."""
    return sum(compare_game(players, options, seed) for seed in seeds)


def compare_game(players: int, options: dict[str, bool], seed: int, told: dict[str, bool] | None = None) -> int:
    """One random game, played by the engine and the oracle side by side; its number of decisions.

    `told` are the options of the oracle, if they are to be others.
    """
    table = GAME.deal(players, seed, options)
    deck = [_card(name) for name in table.position()["deck"]]
    told = told or options
    script = serengeti(
        players, deck, cast(SerengetiState, table.state).starter, overbid=told["overbid"], fines=told["fines"]
    )
    rng = random.Random(seed)
    style = rng.choice(STYLES)
    answer = None
    while True:
        try:
            ask = next(script) if answer is None else script.send(answer)
        except StopIteration as stop:
            _ends_alike(table, stop.value)
            return len(table.history)
        seat = _asks_alike(table, ask)
        answer = {seat: _choice(ask, seat, rng, style)}
        table.play(seat, answer[seat])


def _card(name: str) -> Card:
    return next(card for card in CARDS if str(card) == name)


def _choice(ask: Ask, seat: int, rng: random.Random, style: tuple[int, ...]) -> str:
    if ask.mistakes.get(seat) and rng.random() < MISTAKES:
        return rng.choice(sorted(ask.mistakes[seat]))
    return rng.choice(sorted(ask.legal[seat], key=_price)[: rng.choice(style)])


def _price(text: str) -> tuple[int, str]:
    """Passing first, then the bids from the lowest to the highest."""
    return (int(text.removeprefix("bid ")) if text.startswith("bid ") else 0), text


def _asks_alike(table: Table, ask: Ask) -> int:
    assert table.asks == tuple(ask.legal)
    seat = table.asks[0]
    assert frozenset(table.legal(seat)) == ask.legal[seat]
    assert frozenset(table.mistakes(seat)) == ask.mistakes.get(seat, frozenset())
    assert snapshot(table) == ask.table
    return seat


def _ends_alike(table: Table, end: End) -> None:
    assert table.over
    assert (tuple(table.scores), tuple(table.places)) == (end.scores, end.places)
    assert snapshot(table) == end.table


def snapshot(table: Table) -> dict[str, Any]:
    """The table in the oracle's words."""
    state = cast(SerengetiState, table.state)
    places: dict[int, list[str]] = {place: [] for place in (*range(table.players), LOT, OUT, DECK)}
    for name, place in zip(CARD_NAMES, state.owner, strict=True):
        places[place].append(name)
    return {
        "bank": state.bank,
        "chips": state.chips[: table.players],
        "cards": [sorted(places[seat]) for seat in range(table.players)],
        "lot": sorted(places[LOT]),
        "out": sorted(places[OUT]),
        "price": state.price,
        "round": state.round_number,
        "starter": state.starter,
    }


def test_the_oracle_knows_the_same_cards() -> None:
    """SER-02: the two tellings have the same thirty cards, each written down on its own."""
    assert sorted(map(str, CARDS)) == sorted(GAME.deal(seed=1).position()["deck"])


def test_disagreement_is_noticed() -> None:
    """The comparison can fail: with `fines` off for the oracle alone, the mistakes differ."""
    engine = {"overbid": True, "fines": True, "open_chips": False}
    with pytest.raises(AssertionError):
        compare_game(3, engine, 1, told={**engine, "fines": False})
