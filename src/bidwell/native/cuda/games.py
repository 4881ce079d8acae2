"""Whole games on the GPU: dealt, played by policies and scored, one game a thread, then the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bidwell.core.game import Game
from bidwell.core.rng import key_of, mix, next_rng, pick
from bidwell.mechanics import first_of
from bidwell.native.batch_setting import POLICIES, BatchSetting, checked_policy
from bidwell.native.cuda.compile import SIMULATED, cuda, device_types, kernel
from bidwell.native.cuda.states import action_type, copy_words, opening, packed_words, turned, words_of, zeros


@dataclass(frozen=True)
class Launch:
    """How a kernel is spread over the GPU. Few threads at a time keep their tables in the fastest cache."""

    threads: int = 128
    """In a block."""
    blocks: int = 4
    """At a time on every multiprocessor."""


class CudaGames(BatchSetting):
    """Plays `count` games at a time between these policies, one a seat: `random` or `heuristic`.

    After `play`, row i of `decisions`, `scores` and `standings` (on the GPU) belongs to game `first + i` of the row of
    games that belongs to `seed`: the same games, to the last action, as `bidwell.bots.playouts.play_games` plays.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seats: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        launch: Launch | None = None,
    ) -> None:
        super().__init__(game, count, len(seats), options, seed)
        self.launch = launch or Launch()
        codes = [POLICIES.index(checked_policy(name)) for name in seats]
        self._heuristic_seats = sum(code << seat for seat, code in enumerate(codes))
        self._kernel = _games(game, self.players, any(codes))
        self._blank = cuda.to_device(packed_words(game, self.names, self.options))
        self._decisions = zeros(count, np.int32)
        self._scores = zeros((self.players, count), np.int32)
        self._standings = zeros((self.players, count), np.int64)
        self.decisions = self._decisions
        self.scores, self.standings = turned(self._scores), turned(self._standings)

    def play(self, first: int = 0) -> None:
        """Play games `first` to `first + count - 1`; returns before they are over."""
        rows = self._decisions, self._scores, self._standings
        fixed = self._blank, self._heuristic_seats, self.seed
        self._kernel[self._grid(), self.launch.threads](*fixed, first, *rows)

    def _grid(self) -> int:
        """How many blocks: what fits on the GPU at a time, or less for few games."""
        wanted = -(-self.count // self.launch.threads)
        return min(wanted, self.launch.blocks * multiprocessors())


@cache
def multiprocessors() -> int:
    """How many multiprocessors the GPU has."""
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def games_loop(game: Game, players: int, mixed: bool) -> Any:
    """The kernel's function: every thread plays a game after another. Without `mixed` all seats play at random."""
    deal, asks, legal, play = game.rules.deal, game.rules.asks, game.rules.legal, game.rules.play
    write_scores, write_standings, heuristic = game.rules.scores, game.rules.standings, game.heuristic
    opened, size, most, kind = opening(game).opened, words_of(game), game.most_choices, action_type(game)

    def loop(blank, heuristic_seats, seed, first, decisions, scores, standings):  # type: ignore[no-untyped-def]
        words, out = cuda.local.array(size, np.int64), cuda.local.array(most, kind)
        row = cuda.local.array(players, np.int64)
        for number in range(cuda.grid(1), len(decisions), cuda.gridsize(1)):
            copy_words(words, blank)
            t = opened(words)
            t.chance_key = key_of(seed, first + number)
            rng = mix(t.chance_key, 0)
            deal(t)
            count = 0
            asked = asks(t)
            while asked:
                seat = first_of(asked)
                choices = legal(t, seat, out)
                rng = next_rng(rng)
                if mixed and heuristic_seats >> seat & 1:
                    action = int(heuristic(t, seat, out, choices, rng))
                else:
                    action = int(out[pick(rng, choices)])
                play(t, seat, action)
                count += 1
                asked = asks(t)
            decisions[number] = count
            write_scores(t, row)
            for seat in range(players):
                scores[seat, number] = row[seat]
            write_standings(t, row)
            for seat in range(players):
                standings[seat, number] = row[seat]

    return loop


def games_types() -> Any:
    """The argument types of the kernel's function."""
    types = device_types()
    word, rows = types.int64, types.Array(types.int32, 2, "C")
    counts = types.Array(types.int32, 1, "C")
    return types.void(word[::1], word, word, word, counts, rows, types.Array(word, 2, "C"))


@cache
def _games(game: Game, players: int, mixed: bool) -> Any:
    """The kernel; compiling it takes a minute or more."""
    return kernel(games_loop(game, players, mixed), None if SIMULATED else games_types())
