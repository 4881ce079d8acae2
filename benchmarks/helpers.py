"""A setting (game, bots, options), and its games played in the interpreter or as machine code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidwell.bots.playout_loop import playout
from bidwell.bots.playouts import PlayedGames, play_games
from bidwell.bots.registry import POLICIES
from bidwell.core.game import SEAT_LETTERS, Game
from bidwell.core.state import State


@dataclass(frozen=True)
class Interpreted:
    """The same rows as `bidwell.bots.playouts.Played`, as plain Python lists."""

    tables: list[State]
    scores: list[list[int]]
    standings: list[list[int]]
    decisions: list[int]
    actions: list[list[int]]


@dataclass(frozen=True)
class Setting:
    """A game with its seats and options."""

    game: Game
    seats: tuple[str, ...]
    options: dict[str, Any]

    @property
    def players(self) -> int:
        return len(self.seats)

    def lay(self) -> State:
        return self.game.lay(SEAT_LETTERS[: self.players], self.options)

    def native(self, seed: int, first: int, count: int, *, trace: bool = False) -> PlayedGames:
        """Games `first` to `first + count - 1` of `seed`, as machine code."""
        return play_games(self.game, self.seats, self.options, seed=seed, first=first, count=count, trace=trace)

    def interpreted(self, seed: int, first: int, count: int, *, trace: bool = False) -> Interpreted:
        """The same games, played in the interpreter."""
        played = Interpreted(
            [self.lay() for _ in range(count)],
            [[0] * self.players for _ in range(count)],
            [[0] * self.players for _ in range(count)],
            [0] * count,
            [[0] * (self.game.most_decisions if trace else 0) for _ in range(count)],
        )
        codes = [POLICIES.index(name) for name in self.seats]
        rows = (played.scores, played.standings, played.decisions, played.actions)
        playout(self.game, trace)(played.tables, codes, seed, first, [0] * self.game.most_choices, *rows)
        return played

    def __str__(self) -> str:
        options = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"{self.game.name} with {', '.join(self.seats)}; {options or 'no options'}"


def random_players(game: Game, players: int) -> Setting:
    """A setting with random players and default options; raises BadDeal if there are too few or too many players."""
    return Setting(game, ("random",) * len(game.seated(players, None)), game.agreed(players, None))
