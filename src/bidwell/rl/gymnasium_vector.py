"""Gymnasium's vector environment over `Vector`: one seat at every table, against the game's heuristic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bidwell.core.errors import BadDeal, IllegalAction, brief_repr
from bidwell.native.batch import whole_numbers
from bidwell.native.batch_setting import checked_count
from bidwell.rl.gymnasium_env import checked_seat
from bidwell.rl.match import ILLEGAL, Match
from bidwell.rl.spaces import action_space, observation_space, seed_from
from bidwell.rl.vector import Vector

Rows = np.ndarray[Any, Any]
RIVALS = "heuristic"
"""The only rivals that the compiled loop plays."""


class SeatVectorEnv(VectorEnv[dict[str, Rows], Rows, Rows]):
    """`num_envs` tables; the learner has one seat at each: `at`, or seat i modulo the players at table i.

    Observations are the same arrays at every step: copy what is to be kept. A table whose game ends is dealt anew in
    the same step. An illegal action is replaced by a random legal one, and `infos["illegal"]` says where; or with
    `illegal="raise"` it raises IllegalAction, and no table moves.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        rivals: str = RIVALS,
        at: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str | Mapping[str, float] = "win",
        recall: bool = False,
        illegal: str = "replace",
        cores: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        _check(rivals, illegal, render_mode)
        match = Match(name, players, options, reward=reward, recall=recall)
        self.num_envs, self.illegal, self.render_mode = checked_count(num_envs), illegal, render_mode
        self.single_observation_space: spaces.Space[Any] = observation_space(match)
        self.single_action_space: spaces.Space[Any] = action_space(match)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        fixed = checked_seat(at, match.players)
        self.seats: Rows = self._rows % match.players if fixed is None else np.full(num_envs, fixed)
        others = ((1 << match.players) - 1) & ~(1 << self.seats)
        self.vector = Vector(
            name, num_envs, players=players, options=options, reward=reward, recall=recall, heuristic_seats=others,
            cores=cores,
        )  # fmt: skip

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Rows], dict[str, Any]]:
        """Deal all tables anew. One seed is enough for all of them."""
        super().reset(seed=seed)
        self.vector.reset(seed_from(self.np_random))
        return self._observations, {}

    def step(self, actions: Rows) -> tuple[dict[str, Rows], Rows, Rows, Rows, dict[str, Any]]:
        """Play one action at every table."""
        vector, infos = self.vector, {}
        chosen = whole_numbers(actions, self.num_envs, "step takes one action a table")
        if (illegal := self._illegal(chosen)).any():
            chosen, infos = self._replaced(chosen, illegal), {"illegal": illegal}
        vector.step(chosen)
        rewards = vector.rewards[self._rows, self.seats]
        return self._observations, rewards, vector.done, np.zeros(self.num_envs, np.bool_), infos

    def _illegal(self, chosen: Rows) -> Rows:
        """Return at which tables the action is not legal."""
        known = (chosen >= 0) & (chosen < self.vector.actions)
        legal: Rows = known & self.vector.mask[self._rows, np.where(known, chosen, 0)]
        return ~legal

    def _replaced(self, chosen: Rows, illegal: Rows) -> Rows:
        """Return the actions with random legal ones in place of the illegal ones, or raise IllegalAction."""
        if self.illegal == "raise":
            first = int(illegal.argmax())
            raise IllegalAction(f"action {chosen[first]} is not legal at table {first}; no table has moved")
        drawn = self.np_random.integers(self.vector.choices)
        return np.where(illegal, self.vector.legal[self._rows, drawn], chosen)

    @property
    def _observations(self) -> dict[str, Rows]:
        return {"observation": self.vector.observations, "action_mask": self.vector.mask.view(np.int8)}


def _check(rivals: str, illegal: str, render_mode: str | None) -> None:
    """Raise BadDeal for what only single environments can do."""
    for given, name, possible in (
        (rivals, "rivals", (RIVALS,)),
        (illegal, "illegal", ILLEGAL[:2]),
        (render_mode, "render_mode", (None,)),
    ):
        if given not in possible:
            can = " or ".join(map(repr, possible))
            raise BadDeal(
                f"for all tables of a Vector {name} is {can}, not {brief_repr(given)}; "
                'with vectorization_mode="sync" each table takes what a single environment takes'
            )
