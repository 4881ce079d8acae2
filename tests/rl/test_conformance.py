"""The environments pass the suites of PettingZoo and Gymnasium, for every game and number of players."""

from __future__ import annotations

import pytest

from bidwell import Game
from tests.extras import needed_module
from tests.laws.play import every_game, every_seating

needed_module("gymnasium", "Gymnasium is not installed: the environments are not checked")
needed_module("pettingzoo", "PettingZoo is not installed: the environments are not checked")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from bidwell import rl
from bidwell.rl.registration import environment_id, register

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # the suites expect plain arrays, not dicts with a mask


@every_seating
def test_one_seat_after_the_other(game: Game, players: int) -> None:
    """PettingZoo's `api_test`, with features of a perfect memory too."""
    api_test(rl.aec(game.name, players, recall=players % 2 == 0), num_cycles=40)


@every_seating
def test_all_seats_at_once(game: Game, players: int) -> None:
    """PettingZoo's `parallel_api_test`."""
    parallel_api_test(rl.parallel(game.name, players), num_cycles=40)


@every_seating
def test_seeds(game: Game, players: int) -> None:
    """PettingZoo's `seed_test` and `parallel_seed_test`: the same seed gives the same game."""
    seed_test(lambda: rl.aec(game.name, players), num_cycles=10)
    parallel_seed_test(lambda: rl.parallel(game.name, players), num_cycles=10)


@every_seating
def test_one_seat_against_bots(game: Game, players: int) -> None:
    """Gymnasium's `check_env`, on the registered environment."""
    check_env(gymnasium.make(environment_id(game.name), players=players).unwrapped)


@every_game
def test_every_game_is_registered(game: Game) -> None:
    """Once, however often it is asked for."""
    register()
    assert gymnasium.spec(environment_id(game.name)).kwargs == {"name": game.name}
