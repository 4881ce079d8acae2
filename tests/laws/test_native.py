"""The interpreter and machine code run the same rules with the same results, action by action."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import numpy as np

from bidwell import Game
from bidwell.bots.playouts import PlayedGames, play_games
from bidwell.bots.policies import random as random_policy
from bidwell.core.game import SEAT_LETTERS
from bidwell.core.rng import key_of, mix, next_rng
from bidwell.core.state import State
from bidwell.native.compile import jit
from bidwell.native.record import pack, unpack
from tests.laws.laws import UNTOUCHED
from tests.laws.play import SEATINGS, every_game, random_deal, random_game, random_options

MIXES = {("random",): 160, ("heuristic",): 30, ("random", "heuristic"): 30}
"""The bots at the table, and the games compared for each number of players: some thousands in all."""


def agrees(game: Game, seats: list[str], options: dict[str, Any], *, seed: int, first: int, count: int) -> None:
    """Play these games natively and again in the interpreter, and compare them decision by decision."""
    played = play_games(game, seats, options, seed=seed, first=first, count=count, trace=True)
    for index in range(count):
        state = game.lay(SEAT_LETTERS[: len(seats)], options)
        actions = interpreted(game, seats, state, key_of(seed, first + index))
        assert played.actions[index, : len(actions)].tolist() == actions
        _ends_alike(game, played, index, state, len(actions))


def interpreted(game: Game, seats: list[str], state: State, key: int) -> list[int]:
    """Deal and play one game to its end; return the actions."""
    rules, policies = game.rules, {"random": random_policy, "heuristic": game.heuristic}
    state.chance_key = key
    rng = mix(key, 0)
    rules.deal(state)
    out = [0] * game.most_choices
    actions = []
    while asked := rules.asks(state):
        seat = (asked & -asked).bit_length() - 1
        rng = next_rng(rng)
        actions.append(policies[seats[seat]](state, seat, out, rules.legal(state, seat, out), rng))
        rules.play(state, seat, actions[-1])
    return actions


def _ends_alike(game: Game, played: PlayedGames, index: int, state: State, decisions: int) -> None:
    scores, standings = [0] * state.players, [0] * state.players
    game.rules.scores(state, scores)
    game.rules.standings(state, standings)
    assert unpack(played.tables[index], game.state) == state
    assert played.decisions[index] == decisions <= game.most_decisions
    assert played.scores[index].tolist() == scores
    assert played.standings[index].tolist() == standings


@every_game
def test_interpreter_and_machine_code_agree(game: Game) -> None:
    """Every action, the final table, the scores and the standings agree, over many games with changing options."""
    rng = random.Random(game.name)
    for players in game.players:
        for bots, count in MIXES.items():
            seats = [bots[seat % len(bots)] for seat in range(players)]
            for first in range(0, count, 10):
                options = random_options(game, players, rng)
                agrees(game, seats, options, seed=rng.getrandbits(63), first=first, count=10)


def test_disagreement_is_noticed() -> None:
    """The comparison can fail: a native game with another seed is a different game."""
    game, players = SEATINGS[0]
    seats = ["random"] * players
    options = {option.name: option.default for option in game.options}
    played = play_games(game, seats, options, seed=1, first=0, count=1, trace=True)
    actions = interpreted(game, seats, game.lay(SEAT_LETTERS[:players], options), key_of(2, 0))
    assert played.actions[0, : len(actions)].tolist() != actions


@every_game
def test_many_native_games_end_within_their_bound(game: Game) -> None:
    """No game without mistakes is longer than `most_decisions`, in two thousand games of random players."""
    options = {option.name: option.default for option in game.options}
    for players in game.players:
        played = play_games(game, ["random"] * players, options, seed=players, first=0, count=500, trace=True)
        assert 0 < played.decisions.min() <= played.decisions.max() <= game.most_decisions


# Not reached by whole games: mistakes, imagined worlds and features


@cache
def probe(game: Game) -> Any:
    """Compile all queries of a table and the rules' own `play`."""
    legal, mistakes, play, imagine = game.rules.legal, game.rules.mistakes, game.rules.play, game.imagine
    features = game.features.features

    def probed(tables, worlds, seat, action, allowed, wrong, seen, counts):  # type: ignore[no-untyped-def]
        counts[0] = legal(tables[0], seat, allowed)
        counts[1] = mistakes(tables[0], seat, wrong)
        features(tables[0], seat, seen)
        imagine(worlds[0], seat)
        play(tables[0], seat, action)

    return jit(probed)


@every_game
def test_all_rules_agree_at_every_decision(game: Game) -> None:
    """Side by side, with mistakes: the lists, features, imagined worlds and the resulting table agree."""
    rng = random.Random(game.name)
    for players in [*game.players] * 2:
        table = random_deal(game, players, rng)
        tables, before = pack(table.state), table.state.copy()
        for _ in random_game(table, rng):
            if table.history:
                _probe_agrees(game, before, tables, *table.history[-1])
            assert unpack(tables[0], game.state) == table.state
            before = table.state.copy()


def _probe_agrees(game: Game, state: State, tables: Any, seat: int, action: int) -> None:
    """Compare both sides before the action, then play it natively."""
    worlds = pack(state)
    rows = [np.full(size, UNTOUCHED) for size in (game.most_choices, game.most_choices, game.features.SIZE, 2)]
    probe(game)(tables, worlds, seat, action, *rows)
    allowed, wrong, seen = ([UNTOUCHED] * len(row) for row in rows[:3])
    counts = [game.rules.legal(state, seat, allowed), game.rules.mistakes(state, seat, wrong)]
    game.features.features(state, seat, seen)
    game.imagine(state, seat)
    assert [row.tolist() for row in rows] == [allowed, wrong, seen, counts]
    assert unpack(worlds[0], game.state) == state


def test_a_table_goes_into_a_record_and_back() -> None:
    """A state converted to a record and back is unchanged, whatever the width of its fields."""
    for game, players in SEATINGS:
        rng = random.Random(players)
        for table in random_game(random_deal(game, players, rng), rng):
            assert unpack(pack(table.state)[0], game.state) == table.state
