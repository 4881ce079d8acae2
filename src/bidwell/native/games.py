"""Whole games as machine code: dealt, played by policies and scored without a step back into Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bidwell.bots.policies import random
from bidwell.core.chance import key_of, mix, next_luck
from bidwell.core.game import Game
from bidwell.native.compile import jit
from bidwell.native.record import layout, pack

POLICIES = ("random", "heuristic")


@dataclass(frozen=True)
class Played:
    """The games of one call, a row each."""

    tables: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]
    standings: np.ndarray[Any, Any]
    decisions: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]
    """Every action of every game, where asked for; otherwise empty."""


def play_games(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Any],
    *,
    seed: int,
    first: int,
    count: int,
    trace: bool = False,
) -> Played:
    """Games number `first` to `first + count - 1` of the row that belongs to `seed`; seats name policies."""
    players = len(seats)
    tables = np.repeat(pack(game.lay(players, options)), count)
    played = Played(
        tables,
        np.zeros((count, players), np.int64),
        np.zeros((count, players), np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, game.most_decisions if trace else 0), np.int16),
    )
    codes = np.array([POLICIES.index(name) for name in seats])
    out = np.zeros(game.most_choices, np.int64)
    loop = _loop(game.name, trace)
    loop(tables, codes, seed, first, out, played.scores, played.standings, played.decisions, played.actions)
    return played


@cache
def _loop(name: str, trace: bool) -> Any:
    """The machine code of one game's loop."""
    from bidwell.games import game

    rules, heuristic = game(name).rules, game(name).heuristic
    deal, asks, legal, play = rules.deal, rules.asks, rules.legal, rules.play
    write_scores, write_standings = rules.scores, rules.standings

    def loop(tables, codes, seed, first, out, scores, standings, decisions, actions):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            t = tables[index]
            t.chance_key = key_of(seed, first + index)
            luck = mix(t.chance_key, 0)
            deal(t)
            count = 0
            asked = asks(t)
            while asked:
                seat = 0
                while not asked >> seat & 1:
                    seat += 1
                choices = legal(t, seat, out)
                luck = next_luck(luck)
                if codes[seat] == 0:
                    action = random(t, seat, out, choices, luck)
                else:
                    action = heuristic(t, seat, out, choices, luck)
                if trace:
                    actions[index, count] = action
                play(t, seat, action)
                count += 1
                asked = asks(t)
            decisions[index] = count
            write_scores(t, scores[index])
            write_standings(t, standings[index])

    return jit(loop)


def table_bytes(game: Game) -> int:
    """How large one table is."""
    return layout(game.table).itemsize
