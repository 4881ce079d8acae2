"""Random play for the laws: any game, any number of players, any options, up to any length."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import bidwell
from bidwell import BadDeal, Game, Table
from bidwell.core.options import Number, Option
from bidwell.core.rng import BITS

GAMES = bidwell.games()
SEATINGS = [(game, players) for game in GAMES for players in game.players]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_seating = pytest.mark.parametrize(
    ("game", "players"), SEATINGS, ids=[f"{game.name}-{players}" for game, players in SEATINGS]
)

STYLES = ((1, 2), (1, 2, 3), (1, 2, 3, 6, 1000), (1000,))
"""How many of the first legal actions a player chooses from: timid, careful, mixed and wild tables."""
MISTAKES = 0.05
"""The probability of a mistake where the table accepts one."""


def random_game(table: Table, rng: random.Random, *, mistakes: bool = True) -> Iterator[Table]:
    """Yield the table before every decision and at the end; it is always the same object."""
    style = rng.choice(STYLES)
    yield table
    while not table.over:
        seat = rng.choice(table.asks)
        table.play(seat, random_choice(table, seat, rng, style, mistakes=mistakes))
        yield table


def random_choice(
    table: Table, seat: int, rng: random.Random, style: tuple[int, ...] = (1000,), *, mistakes: bool = False
) -> str:
    """A legal action of this seat, or with `mistakes` now and then a mistake."""
    wrong = table.mistakes(seat) if mistakes and rng.random() < MISTAKES else []
    return rng.choice(wrong or table.legal(seat)[: rng.choice(style)])


def finished(table: Table, rng: random.Random, *, mistakes: bool = True) -> Table:
    """The table at the end of a random game."""
    for _ in random_game(table, rng, mistakes=mistakes):
        pass
    return table


def random_value(option: Option, rng: random.Random) -> Any:
    """A valid value of the option; numbers are small, for short games."""
    if isinstance(option, Number):
        return rng.choice([option.least, min(option.least + 1, option.most), option.default])
    return rng.choice(option.samples())


def random_options(game: Game, players: int, rng: random.Random) -> dict[str, Any]:
    """A valid combination of values for all options of the game."""
    while True:
        try:
            return game.agreed(players, {option.name: random_value(option, rng) for option in game.options})
        except BadDeal:
            continue


def longest_options(game: Game, players: int) -> dict[str, Any]:
    """The defaults, but with the largest numbers, for the longest games."""
    return game.agreed(players, {option.name: option.most for option in game.options if isinstance(option, Number)})


def random_deal(game: Game, players: int, rng: random.Random) -> Table:
    """A table with random options."""
    return game.deal(players, rng.randint(0, BITS), random_options(game, players, rng))


SEEDS = st.integers(0, BITS)
SNAPSHOTS = 10
GAMES_KEPT = 8
"""The number of games per number of players that give the suite its positions; a search uses new games."""


@cache
def snapshots(game: Game, players: int, seed: int) -> list[Table]:
    """A random game at a few moments, including the deal and the end."""
    rng = random.Random(f"{game.name} {players} {seed}")
    seen = [table.copy() for table in random_game(random_deal(game, players, rng), rng)]
    return [seen[round(share * (len(seen) - 1) / (SNAPSHOTS - 1))] for share in range(SNAPSHOTS)]


def _snapshot(game: Game, players: int, seed: int, moment: int) -> Table:
    return snapshots(game, players, seed)[moment].copy()


def tables(game: Game) -> st.SearchStrategy[Table]:
    """Tables in the middle of random games, for every number of players and with random options."""
    games = st.integers(0, GAMES_KEPT - 1) if settings().derandomize else st.integers(0, 1 << 32)
    return st.builds(partial(_snapshot, game), st.sampled_from(game.players), games, st.integers(0, SNAPSHOTS - 1))


@cache
def ever_listed(game: Game) -> tuple[str, ...]:
    """Every action, in notation, that was legal or a mistake in a few dozen random games."""
    rng = random.Random(game.name)
    found: dict[str, None] = {}
    for players in [*game.players] * 6:
        for table in random_game(random_deal(game, players, rng), rng):
            for seat in table.asks:
                found.update(dict.fromkeys([*table.legal(seat), *table.mistakes(seat)]))
    return tuple(found)
