"""OpenSpiel called from Python, for comparison: its nearest games with random players; only decisions are counted."""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import Any

from benchmarks.timing import Contestant

GAMES = {"goofspiel(players=4)": 2_000, "first_sealed_auction(players=4)": 9_000}
"""The games, and the number of games in a lap."""


def why_none() -> str:
    """Return the reason why OpenSpiel is left out, or an empty string."""
    return "" if find_spec("pyspiel") else "OpenSpiel: pyspiel is not installed"


def contestants() -> list[Contestant]:
    return [_contestant(name, games) for name, games in GAMES.items()]


def _contestant(name: str, games: int) -> Contestant:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(count: int) -> int:
        return sum(_play(game) for _ in range(count))

    return Contestant(name, f"OpenSpiel {name}, from Python", games, play)


def _play(game: Any) -> int:
    """Play one game and return the number of decisions of its players."""
    state, decisions, players = game.new_initial_state(), 0, range(game.num_players())
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([_any(state.legal_actions(player)) for player in players])
            decisions += len(players)
        else:
            state.apply_action(_any(state.legal_actions()))
            decisions += 1
    return decisions


def _any(actions: list[int]) -> int:
    """A random action. Faster than `random.choice`, so that the games are measured and not the choice."""
    return actions[int(random.random() * len(actions))]
