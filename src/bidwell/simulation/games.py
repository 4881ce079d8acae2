"""Plays games of a simulation and keeps what happened: every action, the scores and the places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bidwell import native
from bidwell.bots.playout_loop import playout
from bidwell.bots.registry import POLICIES
from bidwell.core.game import SEAT_LETTERS, Game
from bidwell.core.rng import key_of
from bidwell.core.state import State
from bidwell.core.table import Table
from bidwell.simulation.turn_by_turn import places_of, play_on, without

QUICK = {"random": "random", "heuristic": "heuristic", "novice": "heuristic"}
"""The bots that play by a policy. Games among them run in one loop."""


@dataclass(frozen=True)
class PlayedGame:
    """One finished game."""

    number: int
    actions: list[int]
    scores: list[int]
    places: list[int]
    forfeits: dict[int, str] = field(default_factory=dict)
    """For each seat that forfeited the reason. The heuristic played on for it, and its place is the last."""


def is_quick(seats: Sequence[str]) -> bool:
    """Return whether all these bots play by a policy."""
    return all(spec in QUICK for spec in seats)


def dealt_state(game: Game, players: int, options: Mapping[str, Any], seed: int, number: int) -> State:
    """Return the state directly after the deal of game `number` of `seed`. Game 0 is the deal of the seed itself."""
    state = game.lay(SEAT_LETTERS[:players], options)
    state.chance_key = key_of(seed, number)
    game.rules.deal(state)
    return state


def dealt_table(game: Game, players: int, options: Mapping[str, Any], seed: int, number: int) -> Table:
    """Return the table of game `number` of `seed`."""
    return Table(game, SEAT_LETTERS[:players], options, dealt_state(game, players, options, seed, number))


def play_traced(
    game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int, first: int, count: int
) -> list[PlayedGame]:
    """Play games `first` to `first + count - 1` of `seed`. They are the same in machine code and interpreted."""
    if not is_quick(seats):
        return [_stepped(game, seats, options, seed, number) for number in range(first, first + count)]
    if native.available():
        return _native(game, seats, options, seed, first, count)
    return [_interpreted(game, seats, options, seed, number) for number in range(first, first + count)]


def _stepped(game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int, number: int) -> PlayedGame:
    table = dealt_table(game, len(seats), options, seed, number)
    why = play_on(table, seats, key_of(seed, number))
    places = [*without(why, table.places)]
    actions = [action for _, action in table.history]
    return PlayedGame(number, actions, table.scores, places, {seat: str(why[seat]) for seat in sorted(why)})


def _interpreted(game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int, number: int) -> PlayedGame:
    players = len(seats)
    tables = [game.lay(SEAT_LETTERS[:players], options)]
    scores, standings, decisions, actions = [0] * players, [0] * players, [0], [0] * game.most_decisions
    codes, out = [POLICIES.index(QUICK[spec]) for spec in seats], [0] * game.most_choices
    playout(game, True)(tables, codes, seed, number, out, [scores], [standings], decisions, [actions])
    return PlayedGame(number, actions[: decisions[0]], scores, [*places_of(standings)])


def _native(
    game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int, first: int, count: int
) -> list[PlayedGame]:
    from bidwell.bots.playouts import play_games

    policies = [QUICK[spec] for spec in seats]
    played = play_games(game, policies, options, seed=seed, first=first, count=count, trace=True)
    return [
        PlayedGame(
            first + index,
            played.actions[index, : played.decisions[index]].tolist(),
            played.scores[index].tolist(),
            [*places_of(played.standings[index].tolist())],
        )
        for index in range(count)
    ]
