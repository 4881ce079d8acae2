"""Kernels in Numba's CUDA simulator, beside the compiled loops of the CPU. Run with NUMBA_ENABLE_CUDASIM=1.

`python -m tests.native.simulated GAME` prints as JSON how many decisions and games were compared, or fails.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

import bidwell
from bidwell import Game, IllegalAction
from bidwell.bots.playouts import play_games
from bidwell.native.cuda.batch import CudaBatch
from bidwell.native.cuda.compile import SIMULATED
from bidwell.native.cuda.games import CudaGames
from bidwell.native.cuda.states import to_host
from bidwell.native.vector import VectorBatch

SEED, TABLES, GAMES = 5, 2, 2
SHORT = {"bids": {"rounds": 1}}
ARRAYS = ("seats", "features", "mask", "choices", "done", "rewards")


def games(game: Game) -> int:
    """Whole games, random and mixed with heuristic players, are those of the CPU; how many."""
    mixed = ["random", "heuristic", "random"]
    for seats in (["random"] * 3, mixed):
        here = CudaGames(game, GAMES, seats, options=SHORT.get(game.name), seed=SEED)
        here.play(first=7)
        there = play_games(game, seats, here.options, seed=SEED, first=7, count=GAMES)
        for name in ("decisions", "scores", "standings"):
            assert to_host(getattr(here, name)).tolist() == getattr(there, name).tolist(), name
    return 2 * GAMES


def simulation(game: Game) -> bool:
    """A simulation on the GPU counts what one on the cores does."""
    setting: dict[str, Any] = {"games": GAMES, "options": SHORT.get(game.name), "seed": SEED, "cores": 1}
    here, there = (bidwell.simulate(game, ["random", "novice", "random"], on=on, **setting) for on in ("cuda", None))
    assert (here.engine, there.engine) == ("cuda", "native")
    return here.lines == there.lines and here.decisions == there.decisions


def decisions(game: Game) -> tuple[int, int]:
    """Every array is the CPU's after every step, until tables were dealt anew; how many decisions and renewals."""
    setting: dict[str, Any] = {"players": 3, "options": SHORT.get(game.name), "seed": SEED}
    setting["reward"] = {"win": 1, "place": 1}
    setting["heuristic_seats"] = np.array([0b000, 0b101])
    there, here = VectorBatch(game, TABLES, cores=1, **setting), CudaBatch(game, TABLES, **setting)
    made = renewed = 0
    while renewed < TABLES:
        policy = "heuristic" if made % 3 else "random"
        chosen = there.choose(policy)
        assert here.choose(policy).copy_to_host().tolist() == chosen.tolist()
        there.step(chosen)
        here.step(chosen)
        here.check()
        agree(there, here)
        made += TABLES
        renewed += int(there.done.sum())
    return made, renewed


def agree(there: VectorBatch, here: CudaBatch) -> None:
    """The arrays of both batches hold the same."""
    for name in ARRAYS:
        assert np.array_equal(to_host(getattr(here, name)), getattr(there, name)), name
    for index, count in enumerate(there.choices):
        assert to_host(here.legal)[index, :count].tolist() == there.legal[index, :count].tolist()
        assert here.table(index) == there.table(index)


def illegal(game: Game) -> str:
    """What `check` says of an action that is not legal; its table has waited, the other has moved, and all is well."""
    there, here = VectorBatch(game, TABLES, seed=SEED), CudaBatch(game, TABLES, seed=SEED)
    chosen = there.choose("random")
    chosen[1] = here.actions
    here.step(chosen)
    assert here.table(1) == there.table(1)
    assert here.table(0) != there.table(0)
    try:
        here.check()
    except IllegalAction as error:
        here.check()
        return str(error)
    return ""


def main() -> None:
    assert SIMULATED, "set NUMBA_ENABLE_CUDASIM=1"
    game = bidwell.game(sys.argv[1])
    made, renewed = decisions(game)
    said = {"games": games(game), "decisions": made, "renewed": renewed, "illegal": illegal(game)}
    print(json.dumps({**said, "simulation": simulation(game)}))


if __name__ == "__main__":
    main()
