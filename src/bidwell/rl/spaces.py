"""The observation and action spaces of the environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from bidwell.rl.match import Match


def observation_space(match: Match) -> Any:
    """Return the space of one seat's observations: features and mask."""
    bounds = np.iinfo(np.int16)
    features = spaces.Box(bounds.min, bounds.max, (match.size,), np.int16)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (match.actions,), np.int8)})


def action_space(match: Match) -> Any:
    """Return the space of one seat's actions."""
    return spaces.Discrete(match.actions)


def seed_from(random: np.random.Generator) -> int:
    """Draw a seed for a deal or a bot."""
    return int(random.integers(1 << 63, dtype=np.uint64))


def any_of(random: np.random.Generator, actions: list[int]) -> Any:
    """Draw one of these actions."""
    return actions[int(random.integers(len(actions)))]
