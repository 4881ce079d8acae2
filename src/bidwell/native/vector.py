"""Thousands of tables stepped by one compiled loop, with features, masks and rewards in arrays, for training."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from bidwell.core.errors import IllegalAction, Refused
from bidwell.core.game import Game, checked_seed
from bidwell.core.rng import key_of, pick
from bidwell.core.table import Table
from bidwell.native.batch import Rows, checked_cores, checked_index, heuristic_rows, slices, whole_numbers
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
from bidwell.native.compile import jit
from bidwell.native.record import pack, unpack


class VectorBatch(BatchSetting):
    """`count` tables of one game. A step plays one action at every table; a table whose game ends is dealt anew.

    Every step writes these arrays in place; row i belongs to table i:

    `seats`     the seat to act: of several that choose in secret, the lowest that has not chosen
    `features`  the values of that seat (int16) that `see` names: one of `SIGHTS`, by default the inputs of a network
    `mask`      which of the action numbers 0 … `actions` - 1 are legal for it (bool)
    `legal`     the same as a list: the first `choices[i]` of row i
    `done`      whether the last step ended a game; the other arrays already show the next one
    `rewards`   the reward of every seat for the game that ended, 0 if none did (float32)

    Game k of table i has the number i + k * count in the sequence of games of `seed`. So the same seed and the same
    actions give the same arrays on any number of cores.

    `heuristic_seats[i]` is a bit mask of the seats of table i that the batch plays itself, by the game's heuristic.
    They are never the seat to act, and their actions take no step.
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
        heuristic_seats: Rows | None = None,
        see: str = "inputs",
        cores: int | None = None,
    ) -> None:
        super().__init__(game, count, players, options, seed)
        self._weights, self._see = weights_of(reward), see
        self._heuristic_seats: Rows = heuristic_rows(heuristic_seats, count, self.players)
        self._slices = slices(count, checked_cores(cores))
        self._set_up()
        self._lay_out()
        self._advance(self._chosen, True)

    def _set_up(self) -> None:
        """Compile the loop and start the threads: what `pickle` cannot keep."""
        self._size, write = sight(self.game, self._see)
        self._loop = _step(self.game, write)
        self._pool = ThreadPoolExecutor(len(self._slices))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_loop", "_pool")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._set_up()

    def _lay_out(self) -> None:
        """Allocate the arrays, zeroed."""
        count, most, size = self.count, self.game.most_choices, self._size
        self._blank: Rows = pack(self.game.lay(self.names, self.options))
        self.tables: Rows = np.repeat(self._blank, count)
        self.seats: Rows = np.zeros(count, np.int64)
        self.features: Rows = np.zeros((count, size), np.int16)
        self.mask: Rows = np.zeros((count, self.actions), np.bool_)
        self.legal: Rows = np.zeros((count, most), np.int16)
        self.choices: Rows = np.zeros(count, np.int64)
        self.done: Rows = np.zeros(count, np.bool_)
        self.rewards: Rows = np.zeros((count, self.players), np.float32)
        self._numbers: Rows = np.arange(count)
        self._chosen: Rows = np.zeros(count, np.int64)
        self._rngs: Rows = np.zeros(count, np.int64)

    def step(self, chosen: Rows) -> None:
        """Play `chosen[i]` at table i.

        An illegal action is not played: its table keeps its seat to act and gets no reward, and all other tables move.
        Then IllegalAction names the first table that did not move.
        """
        chosen = whole_numbers(chosen, self.count, "step takes one action a table")
        waiting = [first for first in self._advance(chosen, False) if first >= 0]
        if waiting:
            index = min(waiting)
            raise IllegalAction(f"table {index} waits: action {chosen[index]} is not legal for its seat to act")

    def restart(self, seed: int) -> None:
        """Deal all tables anew, as a new batch with this seed would."""
        self.seed = checked_seed(seed)
        self.mask[:] = False
        self._numbers[:] = np.arange(self.count)
        self._rngs[:] = 0
        self._advance(self._chosen, True)

    def choose(self, policy: str, out: Rows | None = None, where: Rows | None = None) -> Rows:
        """Write an action for every table into `out` and return it, chosen at `random` or by the game's `heuristic`.

        `where[i]` is a bit mask of seats. A table whose seat to act is not in it is skipped.
        """
        by_heuristic = checked_policy(policy) == POLICIES[1]
        out = np.zeros(self.count, np.int64) if out is None else out
        where = np.full(self.count, -1) if where is None else whole_numbers(where, self.count, "choose takes seats")
        if not isinstance(out, np.ndarray) or out.shape != (self.count,) or out.dtype != np.int64:
            raise Refused(f"choose writes into an array of {self.count} whole numbers of 64 bits")
        state = self.tables, self.seats, self.choices, self.legal, self._rngs, where, out
        loop = _choose(self.game)
        self._on_all(lambda part: loop(*(rows[part] for rows in state), self.seed, part.start, by_heuristic))
        return out

    def table(self, index: int) -> Table:
        """Return a copy of table `index`, to inspect or to play on."""
        row = self.tables[checked_index(index, self.count)]
        return Table(self.game, self.names, self.options, unpack(row, self.game.state))

    def _advance(self, chosen: Rows, begin: bool) -> list[int]:
        """Step, or deal the first games. Return the first table that did not move in each slice, -1 for none."""
        state = self.tables, self.seats, self.choices, self.legal, self.mask, self.features, self.done, self.rewards
        own = self._numbers, self._rngs, self._heuristic_seats
        fixed = self._blank, self.seed, self.count, self._weights, begin

        def advance(part: slice) -> int:
            room = np.zeros((2, self.players), np.int64)
            rows = (rows[part] for rows in (*state, *own, chosen))
            waits = int(self._loop(*rows, *fixed, part.start, room))
            return part.start + waits if waits >= 0 else -1

        return self._on_all(advance)

    def _on_all(self, run: Callable[[slice], Any]) -> list[Any]:
        return [run(self._slices[0])] if len(self._slices) == 1 else [*self._pool.map(run, self._slices)]


@cache
def _step(game: Game, see: Callable[[Any, int, Any], None]) -> Any:
    """Compile the loop that steps a row of tables, or with `begin` deals the first games; `see` writes the features.

    It returns the first table that did not move because its action was illegal, -1 for none.
    """
    deal, end, play_on = game.rules.deal, ending(game), playing_on(game)

    def step(  # type: ignore[no-untyped-def]
        tables, seats, choices, legal, mask, features, done, rewards, numbers, rngs, heuristic_seats, chosen,
        blank, seed, count, weights, begin, first, room,
    ):  # fmt: skip
        waits = -1
        for index in range(len(tables)):
            t, own, listed, rng = tables[index], heuristic_seats[index], legal[index], rngs[index]
            seat, action, done[index] = seats[index], -1 if begin else chosen[index], False
            clear(rewards[index])
            if not begin:
                if action < 0 or action >= mask.shape[1] or not mask[index, action]:
                    waits = index if waits < 0 else waits
                    continue
                mark(mask[index], listed, choices[index], False)  # faster than clearing the whole row
            while True:
                if action < 0:
                    tables[index] = blank[0]  # `deal` expects a state with players and options only
                    t.chance_key = key_of(seed, numbers[index])
                    numbers[index] += count
                    deal(t)
                seat, choices[index], rng = play_on(t, seat, action, own, listed, rng, seed, first + index)
                if seat >= 0:
                    break
                end(t, room, weights, rewards[index])
                action, done[index] = -1, True
            seats[index], rngs[index] = seat, rng
            see(t, seat, features[index])
            mark(mask[index], listed, choices[index], True)
        return waits

    return jit(step)


@cache
def _choose(game: Game) -> Any:
    """Compile the loop that chooses actions for a row of tables."""
    heuristic = game.heuristic

    def choose(  # type: ignore[no-untyped-def]
        tables, seats, choices, legal, rngs, where, out, seed, first, by_heuristic
    ):
        for index in range(len(tables)):
            if where[index] >> seats[index] & 1:
                rngs[index] = following_rng(rngs[index], seed, first + index)
                if by_heuristic:
                    t = tables[index]
                    out[index] = heuristic(t, seats[index], legal[index], choices[index], rngs[index])
                else:
                    out[index] = legal[index, pick(rngs[index], choices[index])]

    return jit(choose)
