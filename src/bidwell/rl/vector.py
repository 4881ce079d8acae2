"""Thousands of tables as one environment. The step is compiled: `bidwell.native.vector`, or on a GPU `native.cuda`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import checked_seed
from bidwell.core.table import Table
from bidwell.games import game
from bidwell.native import available

DEVICES = ("cpu", "cuda")


class Vector:
    """`count` tables of one game. A step plays one action at every table; a table whose game ends is dealt anew.

    Every step writes these arrays in place; row i belongs to table i:

    `observations`  the features of the seat to act (int16), with `recall` all that its perfect memory knows
    `mask`          which of the action numbers 0 … `actions` - 1 are legal for it (bool)
    `legal`         the same as a list: the first `choices[i]` of row i
    `seats`         the seat to act: of several that choose in secret, the lowest that has not chosen
    `rewards`       the reward of every seat for a game that ended in this step, else 0 (float32)
    `done`          whether the step ended a game; the other arrays already show the next one

    They are NumPy arrays, or with `on="cuda"` arrays on the GPU that PyTorch reads without a copy.
    `heuristic_seats[i]` is a bit mask of the seats of table i that the batch plays itself, by the game's heuristic.
    """

    def __init__(
        self,
        name: str,
        count: int,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        reward: str | Mapping[str, float] = "win",
        recall: bool = False,
        heuristic_seats: Any = None,
        cores: int | None = None,
        on: str = "cpu",
    ) -> None:
        self.game, self.count, self.on = game(name), count, on
        see = "recall" if recall else "features"
        common = {"players": players, "options": options, "seed": seed, "reward": reward, "see": see}
        self.batch: Any = _batch_class(on)(
            self.game, count, **common, heuristic_seats=heuristic_seats, **({"cores": cores} if on == "cpu" else {})
        )
        """The `VectorBatch` or `CudaBatch` that does the work."""
        self.players, self.actions = self.batch.players, self.batch.actions
        self.seats, self.mask, self.legal = self.batch.seats, self.batch.mask, self.batch.legal
        self.choices, self.rewards, self.done = self.batch.choices, self.batch.rewards, self.batch.done
        self.observations = self.batch.features

    def reset(self, seed: int | None = None) -> Any:
        """Deal all tables anew, as a new environment with this seed would, and return `observations`."""
        self.batch.restart(checked_seed(seed))
        return self.observations

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """Play `actions[i]` at table i. Return `observations`, `rewards` and `done`: the same arrays at every step.

        An illegal action is not played: its table waits, and all others move. Then the CPU raises IllegalAction with
        the first such table; a GPU does so at the next `check`.
        """
        self.batch.step(actions)
        return self.observations, self.rewards, self.done

    def check(self) -> None:
        """Wait for the GPU, and raise IllegalAction if a table waited since the last check. Does nothing on a CPU."""
        if self.on != DEVICES[0]:
            self.batch.check()

    def choose(self, policy: str, out: Any = None) -> Any:
        """Return an action for every table, chosen at `random` or by the game's `heuristic`, written into `out`."""
        return self.batch.choose(policy, out)

    def table(self, index: int) -> Table:
        """Return a copy of table `index`: everything on it, in words."""
        found: Table = self.batch.table(index)
        return found

    def __repr__(self) -> str:
        return f"<Vector: {self.count:,} tables of {self.game.title} for {self.players} on {self.on}>"


def _batch_class(on: str) -> Any:
    """Return the batch of a device, or raise BadDeal with the reason why there is none."""
    if on not in DEVICES:
        raise BadDeal(f"a Vector is on {' or '.join(DEVICES)}, not on {brief_repr(on)}")
    if not available():
        raise BadDeal('a Vector needs NumPy and Numba, which are not installed: pip install "bidwell[native]"')
    if on == "cpu":
        from bidwell.native.vector import VectorBatch

        return VectorBatch
    from bidwell.native.cuda import why_none

    if missing := why_none():
        raise BadDeal(f"a Vector on a GPU is not possible here: {missing}")
    from bidwell.native.cuda.batch import CudaBatch

    return CudaBatch
