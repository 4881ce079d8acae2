"""Gymnasium's vector environment over `Vector`: one seat at every table, against the game's heuristic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.native.batch import whole_numbers
from bidwell.rl.gymnasium_env import checked_seat
from bidwell.rl.match import Match
from bidwell.rl.spaces import action_space, observation_space, seed_from
from bidwell.rl.vector import Vector

Rows = np.ndarray[Any, Any]


class SeatVectorEnv(VectorEnv[dict[str, Rows], Rows, Rows]):
    """`num_envs` tables; the learner has one seat at each: `at`, or seat i modulo the players at table i.

    Observations are the same arrays at every step: copy what is to be kept. A table whose game ends is dealt anew in
    the same step. An illegal action is replaced by the first legal one, and `infos["illegal"]` says where.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        at: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str | Mapping[str, float] = "win",
        recall: bool = False,
        cores: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise BadDeal(
                f"a vector environment renders nothing: its render mode is None, not {brief_repr(render_mode)}"
            )
        match = Match(name, players, options, reward=reward, recall=recall)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space: spaces.Space[Any] = observation_space(match)
        self.single_action_space: spaces.Space[Any] = action_space(match)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        fixed = checked_seat(at, match.players)
        self.seats: Rows = self._rows % match.players if fixed is None else np.full(num_envs, fixed)
        rivals = ((1 << match.players) - 1) & ~(1 << self.seats)
        self.vector = Vector(
            name, num_envs, players=players, options=options, reward=reward, recall=recall, heuristic_seats=rivals,
            cores=cores,
        )  # fmt: skip
        self._observations = {
            "observation": self.vector.observations,
            "action_mask": self.vector.mask.view(np.int8),
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Rows], dict[str, Any]]:
        """Deal all tables anew. One seed is enough for all of them."""
        super().reset(seed=seed)
        self.vector.reset(seed_from(self.np_random))
        return self._observations, {}

    def step(self, actions: Rows) -> tuple[dict[str, Rows], Rows, Rows, Rows, dict[str, Any]]:
        """Play one action at every table."""
        vector = self.vector
        chosen = whole_numbers(actions, self.num_envs, "step takes one action a table")
        known = (chosen >= 0) & (chosen < vector.actions)
        illegal = ~(known & vector.mask[self._rows, np.where(known, chosen, 0)])
        if illegal.any():
            chosen = np.where(illegal, vector.legal[:, 0], chosen)
        vector.step(chosen)
        rewards = vector.rewards[self._rows, self.seats]
        infos = {"illegal": illegal} if illegal.any() else {}
        return self._observations, rewards, vector.done, np.zeros(self.num_envs, np.bool_), infos
