"""Many tables in one array, stepped together on all cores, for training and search."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from bidwell.core.errors import BadDeal, Refused, brief_repr
from bidwell.core.game import SEAT_LETTERS, Game, checked_seed
from bidwell.core.rng import key_of
from bidwell.core.table import Table
from bidwell.games import game as find
from bidwell.mechanics import first_of
from bidwell.native.batch_setting import checked_seats
from bidwell.native.compile import jit
from bidwell.native.record import layout, pack, unpack

Rows = np.ndarray[Any, Any]


class Batch:
    """`count` tables of one game. A step plays one action at every table that is not over, for its lowest asked seat.

    After every step, `seats` holds the seat to act (-1 where the game is over), `choices` the number of legal actions,
    and `actions` the legal actions themselves: the first `choices[i]` of row i.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        *,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        cores: int | None = None,
    ) -> None:
        self.game = game = find(game)
        self.names = SEAT_LETTERS[: len(game.seated(players, None))]
        self.options = game.agreed(len(self.names), options)
        self.seed = checked_seed(seed)
        if type(count) is not int or count < 0:
            raise BadDeal(f"a batch has a number of tables, not {brief_repr(count)}")
        self.tables: Rows = self._fresh(count)
        self.seats: Rows = np.zeros(count, np.int64)
        self.choices: Rows = np.zeros(count, np.int64)
        self.actions: Rows = np.zeros((count, game.most_choices), np.int64)
        self._slices = slices(count, checked_cores(cores))
        self._pool = ThreadPoolExecutor(len(self._slices))  # compiled loops release the GIL
        self._deal, self._ask, self._illegal, self._play = _steps(game)
        self._scores, self._features = _looks(game)
        self._on_all(lambda part: self._deal(self.tables[part], self.seed, part.start))
        self._on_all(lambda part: self._ask(*self._part(part)))
        self._dealt = count

    @property
    def over(self) -> bool:
        """Whether all games are over."""
        return bool((self.seats < 0).all())

    def play(self, chosen: Rows) -> None:
        """Play `chosen[i]` on every table i that is not over. Raise ValueError if one is illegal, and play none."""
        chosen = whole_numbers(chosen, len(self.seats), "play takes one action a table")
        if any(self._on_all(lambda part: self._illegal(*self._part(part)[1:], chosen[part]))):
            raise ValueError("play takes legal actions only: of row i of `actions`, one of the first `choices[i]`")
        self._on_all(lambda part: self._play(self.tables[part], self.seats[part], chosen[part]))
        self._on_all(lambda part: self._ask(*self._part(part)))

    def renew(self) -> int:
        """Deal a new game on every table whose game is over. Return how many there were."""
        ended = np.flatnonzero(self.seats < 0)
        fresh = self._fresh(len(ended))
        self._deal(fresh, self.seed, self._dealt)
        self._dealt += len(ended)
        asked = self.seats[ended], self.choices[ended], self.actions[ended]
        self._ask(fresh, *asked)
        self.tables[ended] = fresh
        self.seats[ended], self.choices[ended], self.actions[ended] = asked
        return len(ended)

    def _fresh(self, count: int) -> Rows:
        return np.repeat(pack(self.game.lay(self.names, self.options)), count)

    def scores(self) -> tuple[Rows, Rows]:
        """Return points and standings of every seat of every table, as if the games ended now."""
        points, standings = (np.zeros((len(self.tables), len(self.names)), np.int64) for _ in range(2))
        self._on_all(lambda part: self._scores(self.tables[part], points[part], standings[part]))
        return points, standings

    def features(self) -> Rows:
        """Return the network input of the seat to act at every table."""
        seen: Rows = np.zeros((len(self.tables), self.game.features.SIZE), np.int64)
        self._on_all(lambda part: self._features(self.tables[part], self.seats[part], seen[part]))
        return seen

    def table(self, index: int) -> Table:
        """Return a copy of table `index`, to inspect or to play on."""
        row = self.tables[checked_index(index, len(self.tables))]
        return Table(self.game, self.names, self.options, unpack(row, self.game.state))

    def _part(self, part: slice) -> tuple[Rows, Rows, Rows, Rows]:
        return self.tables[part], self.seats[part], self.choices[part], self.actions[part]

    def _on_all(self, step: Callable[[slice], Any]) -> list[Any]:
        return list(self._pool.map(step, self._slices))

    def __repr__(self) -> str:
        size = layout(self.game.state).itemsize
        return f"<{len(self.tables)} tables of {self.game.title} for {len(self.names)}, {size} bytes each>"


def whole_numbers(values: Any, count: int, what: str) -> Rows:
    """Return whole numbers, one a table, as a row of 64 bits, or raise Refused; `what` says what they are."""
    try:
        row = np.asarray(values)
    except ValueError:  # lists of different lengths
        row = np.zeros(0)
    if row.dtype.kind not in "iu" or row.shape != (count,):
        raise Refused(f"{what}: {count} whole numbers, not {brief_repr(values)}")
    return np.ascontiguousarray(row, np.int64)


def heuristic_rows(seats: Any, count: int, players: int) -> Rows:
    """Return for each table the seats that a batch plays itself, none by default, or raise Refused."""
    if seats is None:
        return np.zeros(count, np.int64)
    row = whole_numbers(seats, count, "heuristic_seats has one bit mask a table")
    return np.array(checked_seats(row, players))  # a copy, because it is read at every step


def checked_index(index: Any, count: int) -> int:
    """Return the number of a table, or raise Refused if there is no such table."""
    if not isinstance(index, int | np.integer) or not 0 <= index < count:
        raise Refused(f"the tables have the numbers 0 to {count - 1}, not {brief_repr(index)}")
    return int(index)


def checked_cores(cores: int | None) -> int:
    """Return the number of cores to use, all of the machine for None, or raise BadDeal if it is none."""
    if cores is None:
        return os.cpu_count() or 1
    if type(cores) is not int or cores < 1:
        raise BadDeal(f"a batch uses at least one core, not {brief_repr(cores)}")
    return cores


def slices(count: int, cores: int) -> list[slice]:
    """Split the tables evenly among the cores."""
    cuts = [count * core // cores for core in range(cores + 1)]
    return [slice(first, last) for first, last in pairwise(cuts) if first < last] or [slice(0, 0)]


@cache
def _steps(game: Game) -> tuple[Any, Any, Any, Any]:
    """Compile the loops over a row of tables: deal, ask, count illegal actions, play."""
    deal, asks, legal, play = game.rules.deal, game.rules.asks, game.rules.legal, game.rules.play

    def deal_all(tables, seed, first):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            tables[index].chance_key = key_of(seed, first + index)
            deal(tables[index])

    def ask_all(tables, seats, choices, actions):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            asked = asks(tables[index])
            seats[index] = first_of(asked) if asked else -1
            choices[index] = legal(tables[index], seats[index], actions[index]) if asked else 0

    def illegal(seats, choices, actions, chosen):  # type: ignore[no-untyped-def]
        count = 0
        for index in range(len(seats)):
            found = seats[index] < 0
            for place in range(choices[index]):
                found = found or actions[index, place] == chosen[index]
            count += not found
        return count

    def play_all(tables, seats, chosen):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            if seats[index] >= 0:
                play(tables[index], seats[index], chosen[index])

    return jit(deal_all), jit(ask_all), jit(illegal), jit(play_all)


@cache
def _looks(game: Game) -> tuple[Any, Any]:
    """Compile the loops over a row of tables: scores and features."""
    write_scores, write_standings, see = game.rules.scores, game.rules.standings, game.features.features

    def score_all(tables, points, standings):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            write_scores(tables[index], points[index])
            write_standings(tables[index], standings[index])

    def see_all(tables, seats, seen):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            if seats[index] >= 0:
                see(tables[index], seats[index], seen[index])

    return jit(score_all), jit(see_all)
