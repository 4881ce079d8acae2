"""The rules on a GPU: kernels run in Numba's simulator everywhere, and on the GPU where there is one."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import numpy as np

import bidwell
from bidwell import Game
from bidwell.bots.playouts import play_games
from bidwell.core.game import SEAT_LETTERS
from bidwell.native import cuda
from bidwell.native.batch_setting import input_size, inputs_of
from bidwell.native.cuda.compile import with_arrays
from bidwell.native.vector import VectorBatch
from tests.laws.play import every_game, random_options

ROOT = Path(__file__).parent.parent.parent
ARRAYS = ("seats", "features", "mask", "choices", "done", "rewards")

on_gpu = pytest.mark.skipif(bool(cuda.why_none()), reason=f"kernels do not run on a GPU: {cuda.why_none()}")


# In the simulator, which runs kernels in the interpreter: what they do with their arrays, not how they are compiled


SMALL = [game for game in bidwell.games() if game.name in ("serengeti", "secret_auction")]
"""The others take minutes in the simulator: `python -m tests.native.simulated bids`."""


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_simulated_kernels_do_what_the_cpu_does(game: Game) -> None:
    """Whole games, and every array after every step until tables were dealt anew; an illegal action is named."""
    own = {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    command = [sys.executable, "-m", "tests.native.simulated", game.name]
    done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["games"] == 4
    assert said["decisions"] > 30
    assert said["renewed"] >= 2
    assert said["illegal"].startswith("table 1 waited")
    assert said["simulation"]


# What kernels are compiled from


def test_tuples_become_arrays_for_the_gpu() -> None:
    """The same function with the same answers, and its module is left as it is."""
    from bidwell.games.serengeti import rules

    twin, state = with_arrays(rules.is_forbidden), cast(Any, bidwell.game("serengeti").deal(seed=1).state)
    assert isinstance(twin.__globals__["LAST_DIGIT"], np.ndarray)
    assert isinstance(vars(rules)["LAST_DIGIT"], tuple)
    for bid in range(66):
        assert twin(state, 0, bid) == rules.is_forbidden(state, 0, bid)


def test_an_array_is_wide_enough() -> None:
    """The largest and the smallest number of a tuple are kept."""
    for numbers in ((0, 127), (-128, 5), (200,), (-40_000, 1), (2**40, -(2**40))):
        space = {"NUMBERS": numbers}
        exec("def all_of(): return NUMBERS", space)
        assert with_arrays(space["all_of"])().tolist() == [*numbers]


class Row(list[Any]):
    """A row that is not to be counted from its end: kernels are compiled without the check for it."""

    def __getitem__(self, place: Any) -> Any:
        assert place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        assert place >= 0
        super().__setitem__(place, value)


class Constants(tuple[int, ...]):
    """A tuple that is not to be counted from its end."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        assert place >= 0
        return super().__getitem__(place)


def watched(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the tuples of numbers in the game's modules by such that notice a place counted from the end."""
    folder = f"bidwell.games.{game.name}."
    for module in [module for name, module in sys.modules.items() if name.startswith(folder)]:
        for name, value in vars(module).items():
            if isinstance(value, tuple) and value and all(type(each) is int for each in value):
                monkeypatch.setattr(module, name, Constants(value))


@every_game
def test_no_rule_counts_from_the_end_of_a_row(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither rules nor heuristic nor features use a negative place, in whole games with all kinds of options."""
    watched(game, monkeypatch)
    rng = random.Random(game.name)
    for players in [*game.players] * 4:
        state = game.lay(SEAT_LETTERS[:players], random_options(game, players, rng))
        for field, value in state.each_field():
            if field.shape:
                setattr(state, field.name, Row(Row(each) if isinstance(each, list) else each for each in value))
        state.chance_key = rng.getrandbits(60)
        played_out(game, state, rng)


def played_out(game: Game, state: Any, rng: random.Random) -> None:
    """Play to the end, and look at everything on the way."""
    out, seen = Row([0] * game.most_choices), Row([0] * input_size(game))
    game.rules.deal(state)
    while asked := game.rules.asks(state):
        seat = (asked & -asked).bit_length() - 1
        count = game.rules.legal(state, seat, out)
        inputs_of(game)(state, seat, seen)
        wise = game.heuristic(state, seat, out, count, rng.getrandbits(60))
        game.rules.play(state, seat, wise if rng.random() < 0.5 else out[rng.randrange(count)])
    game.rules.scores(state, Row([0] * state.players))
    game.rules.standings(state, Row([0] * state.players))


def test_counting_from_the_end_is_noticed() -> None:
    """The check can fail."""
    for row in (Row([1, 2]), Constants((1, 2))):
        with pytest.raises(AssertionError):
            row[-1]


# On a GPU


@on_gpu
@every_game
def test_games_on_the_gpu_are_those_of_the_cpu(game: Game) -> None:
    """Decisions, scores and standings of some thousand games, random and mixed with heuristic players."""
    from bidwell.native.cuda.games import CudaGames
    from bidwell.native.cuda.states import to_host

    for seats in (["random"] * 4, ["random", "heuristic"] * 2):
        here = CudaGames(game, 2000, seats, seed=3)
        here.play(first=100)
        there = play_games(game, seats, here.options, seed=3, first=100, count=2000)
        for name in ("decisions", "scores", "standings"):
            assert np.array_equal(to_host(getattr(here, name)), getattr(there, name)), name


@on_gpu
@every_game
def test_a_batch_on_the_gpu_is_that_of_the_cpu(game: Game) -> None:
    """Every array after every step, for a few hundred steps of a thousand tables."""
    from bidwell.native.cuda.batch import CudaBatch
    from bidwell.native.cuda.states import to_host

    there, here = VectorBatch(game, 1000, players=3, seed=3), CudaBatch(game, 1000, players=3, seed=3)
    for step in range(400):
        policy = "heuristic" if step % 3 else "random"
        chosen = there.choose(policy)
        moves = here.choose(policy)
        assert np.array_equal(moves.copy_to_host(), chosen)
        there.step(chosen)
        here.step(moves)
        for name in ARRAYS:
            assert np.array_equal(to_host(getattr(here, name)), getattr(there, name)), name
    here.check()


@on_gpu
def test_pytorch_reads_the_arrays_without_a_copy() -> None:
    """A tensor has the address of the array."""
    torch = pytest.importorskip("torch")
    from bidwell.native.cuda.batch import CudaBatch

    batch = CudaBatch(bidwell.game("serengeti"), 100, seed=3)
    tensor = torch.as_tensor(batch.features, device="cuda")
    assert tensor.data_ptr() == batch.features.__cuda_array_interface__["data"][0]
    assert tensor.shape == (100, input_size(batch.game))
