"""Thinking about one decision: the search run on a view, in time or by iterations, on one core or on all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bidwell import native
from bidwell.bots.loops import loop_of
from bidwell.bots.search import DEEPEST, LUCK, ROOT, find, search_loop
from bidwell.core.chance import BITS, key_of, mix
from bidwell.core.errors import BadDeal, IllegalAction
from bidwell.core.flat import FlatTable
from bidwell.core.game import Game
from bidwell.core.table import View

if TYPE_CHECKING:
    from threading import Event

FEW_SLOTS, MANY_SLOTS, MOST_SLOTS = 1 << 10, 1 << 17, 1 << 20
"""Room for information sets: an iteration meets at most one new one."""
SPREAD = 0.45
"""How much the worth of one game varies, about."""
NOISE = 0.5
"""How many standard errors better something must be."""
SLICE = 0.004
"""Seconds: the search looks up so often whether it is to stop."""


@dataclass(frozen=True)
class Budget:
    """How long to think: so many iterations, or so many milliseconds; on so many cores."""

    iterations: int | None = None
    milliseconds: int | None = None
    cores: int = 1

    def __post_init__(self) -> None:
        given = [each for each in (self.iterations, self.milliseconds) if each is not None]
        if len(given) != 1 or any(type(each) is not int or each < 1 for each in (*given, self.cores)):
            raise BadDeal("a budget is a number of iterations or of milliseconds, at least 1, on at least 1 core")


@dataclass(frozen=True)
class Choice:
    """What the search found of one action."""

    action: str
    visits: int
    worth: float
    """What it was worth on the average, 0 to 1, the place counted in."""
    wins: float
    """The share of worlds won after it."""


@dataclass(frozen=True)
class Thought:
    """All that was found; `choices` is in the order of `view["legal"]`."""

    choices: tuple[Choice, ...]
    iterations: int
    native: bool

    @property
    def best(self) -> Choice:
        """The one tried most, which is the one that did best for long."""
        return max(self.choices, key=lambda choice: (choice.visits, choice.worth))

    def better_than(self, usual: str) -> Choice:
        """The best one if it is clearly better than the usual one, which otherwise will do: no odd move for nothing."""
        best, known = self.best, next(choice for choice in self.choices if choice.action == usual)
        noise = SPREAD * (1 / max(best.visits, 1) + 1 / max(known.visits, 1)) ** 0.5
        return best if best.worth - known.worth > NOISE * noise else known


class Tree:
    """One search under way: a world to imagine others from, and the statistics of information sets."""

    def __init__(self, game: Game, view: View, seed: int, slots: int) -> None:
        if view.seat is None or not view.actions:
            raise IllegalAction("one thinks for a seat that is asked; this view's is not")
        self.iterations = 0
        self._view, self._seat = view, view.seat
        self._game, self._native = game, native.available()
        self._world = view.imagine(seed).flat
        sizes = (len(view["names"]), 2 * DEEPEST, DEEPEST)
        if self._native:
            self._tables, ints, floats, seen = _native_room(self._world)
        else:
            self._tables, ints, floats, seen = [self._world, self._world], _zeroes, _zeroes, _zeroes_twice
        self._state = ints(4)
        self._state[LUCK] = mix(key_of(seed & BITS, 1), 1)
        self._rooms = [ints(game.most_choices), *seen(game.features.SIZE), *(ints(size) for size in sizes)]
        nodes, actions = (ints, ints, floats, ints, ints), (ints, floats, floats, floats)
        self._tree = (*(row(slots) for row in nodes), *(row(8 * slots) for row in actions))

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        run = loop_of(search_loop, self._game, self._native)
        run(self._tables, self._seat, iterations, self._state, *self._rooms, self._tree)
        self.iterations += iterations

    def found(self) -> list[tuple[int, float, float]]:
        """For every legal action: visits, worth and wins, summed up."""
        keys, _, _, first, _, tries, worths, _, wins = self._tree
        begin = int(first[find(keys, int(self._state[ROOT]))])
        if not begin:  # met at most once: nothing was tried
            return [(0, 0.0, 0.0)] * len(self._view.actions)
        ordered = sorted(self._view.actions)
        places = [begin + ordered.index(action) for action in self._view.actions]
        return [(int(tries[at]), float(tries[at] * worths[at]), float(wins[at])) for at in places]


def _zeroes(size: int) -> list[int]:
    return [0] * size


def _zeroes_twice(size: int) -> tuple[list[int], list[int]]:
    """One row, by two names: what is seen, and the words of it."""
    row = [0] * size
    return row, row


def _native_room(world: FlatTable) -> Any:
    """Two tables, and what makes rows of integers, of fractions, and of small integers with the words they are in."""
    import numpy as np

    from bidwell.native.record import pack

    def seen(size: int) -> Any:
        row = np.zeros(-(-size // 4) * 4, np.int16)
        return row, row.view(np.int64)

    return np.repeat(pack(world), 2), partial(np.zeros, dtype=np.int64), partial(np.zeros, dtype=np.float64), seen


def warm_up(game: Game) -> None:
    """Have the search of this game compiled, so that nobody waits for it at a decision."""
    table = game.deal(seed=0)
    think(game, table.view(table.asks[0]), Budget(iterations=1), seed=0)


def think(
    game: Game, view: View, budget: Budget, *, seed: int, cancel: Event | None = None, until_clear: bool = False
) -> Thought:
    """Search this decision. By iterations the same seed finds the same; `cancel` stops it within milliseconds.

    With `until_clear` it stops before its time when the time left could not change which action was tried most.
    """
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and only needed by those who search
    from threading import Event

    cores = budget.cores if native.available() else 1
    slots = FEW_SLOTS if budget.iterations else MANY_SLOTS
    while slots < MOST_SLOTS and budget.iterations and slots < 2 * budget.iterations // cores:
        slots *= 2
    trees = [Tree(game, view, (seed + number) & BITS, slots) for number in range(cores)]
    shares = [budget.iterations and (budget.iterations + cores - 1 - number) // cores for number in range(cores)]
    clock = Clock((budget.milliseconds or 0) / 1000, trees if until_clear else ())
    stops = [Event(), *([cancel] if cancel else [])]
    with ThreadPoolExecutor(cores) as pool:
        try:
            list(pool.map(lambda number: _run(trees[number], shares[number], clock, stops), range(cores)))
        finally:  # also after Ctrl-C: the pool waits for its threads
            stops[0].set()
    return _thought(view, trees)


class Clock:
    """So many seconds, or fewer if what these trees have found is clear before."""

    def __init__(self, seconds: float, trees: Sequence[Tree]) -> None:
        self._begin = time.perf_counter()
        self._seconds = seconds
        self._trees = trees

    def over(self) -> bool:
        """Is the time up, or could none of the other actions still become the one most tried?"""
        gone = time.perf_counter() - self._begin
        if gone >= self._seconds or not self._trees:
            return gone >= self._seconds
        done = sum(tree.iterations for tree in self._trees)
        visits = zip(*((each[0] for each in tree.found()) for tree in self._trees), strict=True)
        *_, second, first = sorted(map(sum, visits))
        return first - second > done * (self._seconds - gone) / gone


def _run(tree: Tree, share: int | None, clock: Clock, stops: Sequence[Event]) -> None:
    """One core's part, so many iterations or until the clock says so, in slices short enough to be stopped."""
    size = 1
    while not any(stop.is_set() for stop in stops):
        left = share - tree.iterations if share is not None else size
        begin = time.perf_counter()
        if left < 1 or (share is None and tree.iterations and clock.over()):
            return
        tree.run(min(size, left))
        slow = time.perf_counter() - begin > SLICE
        size = max(size // 2, 1) if slow else min(2 * size, 4096)


def _thought(view: View, trees: Sequence[Tree]) -> Thought:
    """What all cores found, added up."""
    choices = []
    for action, *parts in zip(view["legal"], *(tree.found() for tree in trees), strict=True):
        visits, worth, wins = (sum(part[place] for part in parts) for place in range(3))
        choices.append(Choice(action, int(visits), worth / max(visits, 1), wins / max(visits, 1)))
    return Thought(tuple(choices), sum(tree.iterations for tree in trees), native.available())
