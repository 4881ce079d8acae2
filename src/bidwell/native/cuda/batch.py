"""A vector batch that lives on a GPU: tables, features, masks and rewards never leave it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from bidwell.core.errors import IllegalAction
from bidwell.core.game import Game, checked_seed
from bidwell.core.rng import key_of, pick
from bidwell.core.table import Table
from bidwell.native.batch import checked_index, heuristic_rows
from bidwell.native.batch_setting import (
    POLICIES,
    BatchSetting,
    checked_policy,
    clear,
    ending,
    following_rng,
    mark,
    playing_on,
    sight,
    weights_of,
)
from bidwell.native.cuda.compile import SIMULATED, cuda, device_types, kernel
from bidwell.native.cuda.states import LISTED, copy_words, opening, packed_words, turned, words_of, zeros
from bidwell.native.record import layout, unpack

THREADS = 128
NOWHERE = np.iinfo(np.int64).max
"""Stands for no table."""


class CudaBatch(BatchSetting):
    """`count` tables of one game on the GPU, stepped by one kernel; `bidwell.native.vector.VectorBatch` has the rest.

    The arrays are the same, but on the GPU, and lie there with the table as their last axis: `features` is (count,
    size) with strides. PyTorch sees them without a copy: `torch.as_tensor(batch.features, device="cuda")`.
    The same seed and the same actions give the same arrays as on the CPU.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        reward: str | Mapping[str, float] = "win",
        heuristic_seats: Any = None,
        see: str = "inputs",
        threads: int = THREADS,
    ) -> None:
        super().__init__(game, count, players, options, seed)
        self._weights = weights_of(reward)
        self._size, self._see = sight(game, see)
        self._heuristic_seats = cuda.to_device(heuristic_rows(heuristic_seats, count, self.players))
        self._launch = -(-count // threads), threads
        self._lay_out()
        self._advance(self._chosen, True)

    def _lay_out(self) -> None:
        """Make the arrays, zeroed, and show them with the table first."""
        count, features = self.count, self._size
        blank = packed_words(self.game, self.names, self.options)
        self._blank, self._words = cuda.to_device(blank), cuda.to_device(np.repeat(blank[:, None], count, axis=1))
        self._features, self._mask = zeros((features, count), np.int16), zeros((self.actions, count), np.bool_)
        self._legal = zeros((self.game.most_choices, count), LISTED)
        self._rewards = zeros((self.players, count), np.float32)
        self._numbers, self._chosen = cuda.to_device(np.arange(count)), zeros(count, np.int64)
        self._rngs, self._all_seats = zeros(count, np.int64), cuda.to_device(np.full(count, -1))
        self._waiting = cuda.to_device(np.array([NOWHERE]))
        self.seats, self.choices, self.done = zeros(count, np.int64), zeros(count, np.int64), zeros(count, np.bool_)
        self.features, self.mask = turned(self._features), turned(self._mask)
        self.legal, self.rewards = turned(self._legal), turned(self._rewards)

    def step(self, chosen: Any) -> None:
        """Play `chosen[i]` at table i: whole numbers of 64 bits, on the GPU. Returns before the tables have moved.

        An action that is not legal is not played: its table waits. `check` says whether there was one.
        """
        self._advance(self._row(chosen), False)

    def restart(self, seed: int) -> None:
        """Deal all tables anew, as a new batch with this seed would."""
        self.seed = checked_seed(seed)
        self._mask.copy_to_device(np.zeros(self._mask.shape, np.bool_))
        self._numbers.copy_to_device(np.arange(self.count))
        self._rngs.copy_to_device(np.zeros(self.count, np.int64))
        self._advance(self._chosen, True)

    def check(self) -> None:
        """Wait for the GPU, and raise IllegalAction if a table was given an illegal action since the last check."""
        first = int(self._waiting.copy_to_host()[0])
        if first != NOWHERE:
            self._waiting.copy_to_device(np.array([NOWHERE]))
            raise IllegalAction(f"table {first} waited, perhaps others too: its action was not legal")

    def choose(self, policy: str, out: Any = None, where: Any = None) -> Any:
        """Write an action for every table into `out` and return it, chosen by `random` or by the game's `heuristic`.

        `where[i]` is a bit mask of seats: tables whose seat to act is not in it are left out.
        """
        by_heuristic = checked_policy(policy) == POLICIES[1]
        out = zeros(self.count, np.int64) if out is None else self._row(out)
        where = self._all_seats if where is None else self._row(where)
        rows = self._words, self.seats, self.choices, self._legal, self._rngs, where, out
        _choose(self.game, by_heuristic)[self._launch](*rows, self.seed)
        return out

    def table(self, index: int) -> Table:
        """A copy of table `index`, to look at or to play on."""
        words = np.ascontiguousarray(self._words.copy_to_host()[:, checked_index(index, self.count)])
        state = unpack(words.view(layout(self.game.state))[0], self.game.state)
        return Table(self.game, self.names, self.options, state)

    def _row(self, given: Any) -> Any:
        """One number a table, where the kernels can reach it."""
        row = given if SIMULATED else cuda.as_cuda_array(given)
        if row.shape != (self.count,) or row.dtype != np.int64:
            raise ValueError(f"a batch takes whole numbers of 64 bits on the GPU, one a table, {self.count}")
        return row

    def _advance(self, chosen: Any, begin: bool) -> None:
        """Step, or deal for the first time."""
        arrays = self._words, self.seats, self.choices, self._legal, self._mask, self._features
        results = self.done, self._rewards, self._numbers, self._rngs, self._waiting, self._heuristic_seats
        fixed = self._blank, self.seed, *self._weights, begin
        _step(self.game, self._see)[self._launch](*arrays, *results, chosen, *fixed)


def step_function(game: Game, see: Any) -> Any:
    """The kernel's function: one thread steps one table, or deals it where the batch is to `begin`."""
    deal, end, play_on = game.rules.deal, ending(game), playing_on(game)
    opened, closed, size, most_seats = opening(game).opened, opening(game).closed, words_of(game), game.players[-1]

    def step(  # type: ignore[no-untyped-def]
        words, seats, choices, legal, mask, features, done, rewards, numbers, rngs, waiting, heuristic_seats, chosen,
        blank, seed, win, place, points, begin,
    ):  # fmt: skip
        index = cuda.grid(1)
        if index >= len(seats):
            return
        seat, count, action = int(seats[index]), int(choices[index]), -1 if begin else int(chosen[index])
        own, room = cuda.local.array(size, np.int64), cuda.local.array((2, most_seats), np.int64)
        copy_words(own, words[:, index])
        t, rng, played, done[index] = opened(own), int(rngs[index]), int(heuristic_seats[index]), False
        clear(rewards[:, index])
        if not begin:
            if action < 0 or action >= len(mask) or not mask[action, index]:
                cuda.atomic.min(waiting, 0, index)
                return
            mark(mask[:, index], legal[:, index], count, False)
        while True:
            if action < 0:
                copy_words(own, blank)
                t = opened(own)
                t.chance_key, numbers[index] = key_of(seed, int(numbers[index])), numbers[index] + len(seats)
                deal(t)
            seat, count, rng = play_on(t, seat, action, played, legal[:, index], rng, seed, index)
            if seat >= 0:
                break
            end(t, room, (win, place, points), rewards[:, index])
            action, done[index] = -1, True
        seats[index], choices[index], rngs[index] = seat, count, rng
        see(t, seat, features[:, index])
        mark(mask[:, index], legal[:, index], count, True)
        closed(own, t)
        copy_words(words[:, index], own)

    return step


def step_types() -> Any:
    """The argument types of the kernel's function."""
    types = device_types()
    word, real, flag = types.int64, types.float64, types.boolean
    columns = [types.Array(kind, 2, "C") for kind in (word, types.int16, flag, types.int16, types.float32)]
    words, legal, mask, features, rewards = columns
    row = word[::1]
    arrays = words, row, row, legal, mask, features, types.Array(flag, 1, "C"), rewards, row, row, row, row, row
    return types.void(*arrays, row, word, real, real, real, flag)


def choose_function(game: Game, by_heuristic: bool) -> Any:
    """The kernel's function: one thread chooses for one table."""
    heuristic, opened, size = game.heuristic, opening(game).opened, words_of(game)

    def choose(words, seats, choices, legal, rngs, where, out, seed):  # type: ignore[no-untyped-def]
        index = cuda.grid(1)
        if index >= len(seats) or not where[index] >> seats[index] & 1:
            return
        rng = following_rng(int(rngs[index]), seed, index)
        rngs[index] = rng
        count = int(choices[index])
        if by_heuristic:
            own = cuda.local.array(size, np.int64)
            copy_words(own, words[:, index])
            out[index] = heuristic(opened(own), int(seats[index]), legal[:, index], count, rng)
        else:
            out[index] = legal[pick(rng, count), index]

    return choose


def choose_types() -> Any:
    """The argument types of the kernel's function."""
    types = device_types()
    row = types.int64[::1]
    return types.void(
        types.Array(types.int64, 2, "C"), row, row, types.Array(types.int16, 2, "C"), row, row, row, types.int64
    )


@cache
def _step(game: Game, see: Any) -> Any:
    """The kernel, for any number of players; compiling it takes a minute or more."""
    return kernel(step_function(game, see), None if SIMULATED else step_types())


@cache
def _choose(game: Game, by_heuristic: bool) -> Any:
    return kernel(choose_function(game, by_heuristic), None if SIMULATED else choose_types())
