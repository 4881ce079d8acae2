"""Whole games in machine code, without returning to Python between decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bidwell.bots.playout_loop import playout
from bidwell.bots.registry import POLICIES
from bidwell.core.game import SEAT_LETTERS, Game
from bidwell.native.compile import jit
from bidwell.native.record import pack

Rows = np.ndarray[Any, Any]


@dataclass(frozen=True)
class PlayedGames:
    """The games of one call, one row per game."""

    tables: Rows
    scores: Rows
    standings: Rows
    decisions: Rows
    actions: Rows
    """Every action of every game if `trace` was set; otherwise empty."""


def play_games(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Any],
    *,
    seed: int,
    first: int,
    count: int,
    trace: bool = False,
) -> PlayedGames:
    """Play games `first` to `first + count - 1` of `seed`. `seats` are names of policies."""
    players = len(seats)
    played = PlayedGames(
        np.repeat(pack(game.lay(SEAT_LETTERS[:players], options)), count),
        np.zeros((count, players), np.int64),
        np.zeros((count, players), np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, game.most_decisions if trace else 0), np.int16),
    )
    codes = np.array([POLICIES.index(name) for name in seats])
    out = np.zeros(game.most_choices, np.int64)
    loop = compiled_playout(game, trace)
    loop(played.tables, codes, seed, first, out, played.scores, played.standings, played.decisions, played.actions)
    return played


@cache
def compiled_playout(game: Game, trace: bool) -> Any:
    """Compile the game's loop. The first time with these sources takes seconds; after that it is cached on disk."""
    return jit(playout(game, trace))
