"""Search one decision from a view, within a budget of time or iterations, on one core or several."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any

from bidwell import native
from bidwell.bots.search.ismcts import (
    DEEPEST,
    FIRST,
    KEY,
    RNG,
    ROOT,
    TRIED,
    WON,
    WORTHS,
    empty_tree,
    find,
    search_loop,
)
from bidwell.bots.search.loops import loop_of
from bidwell.core.errors import BadDeal, IllegalAction
from bidwell.core.game import Game
from bidwell.core.rng import BITS, key_of, mix
from bidwell.core.state import State
from bidwell.core.table import View

if TYPE_CHECKING:
    from threading import Event

FEW_SLOTS, MANY_SLOTS, MOST_SLOTS = 1 << 10, 1 << 17, 1 << 20
"""Sizes of the table of information sets. An iteration adds at most one."""
SPREAD = 0.45
"""The approximate standard deviation of the worth of one game."""
NOISE = 0.5
"""The number of standard errors by which an action must be better than the usual one."""
ENOUGH = 20
"""An action with fewer visits is not known well enough to be preferred."""
LOOKS = 25
"""How many times a timed search checks whether its choice is clear."""
SLICE = 0.004
"""Seconds between two checks whether the search must stop."""


@dataclass(frozen=True)
class Budget:
    """The limit of a search: a number of iterations or of milliseconds, and a number of cores."""

    iterations: int | None = None
    milliseconds: int | None = None
    cores: int = 1

    def __post_init__(self) -> None:
        given = [each for each in (self.iterations, self.milliseconds) if each is not None]
        if len(given) != 1 or any(type(each) is not int or each < 1 for each in (*given, self.cores)):
            raise BadDeal("a budget is a number of iterations or of milliseconds, at least 1, on at least 1 core")


@dataclass(frozen=True)
class ScoredAction:
    """The statistics of one action."""

    action: str
    visits: int
    worth: float
    """The mean worth, 0 to 1, the place included."""
    wins: float
    """The share of worlds won after this action."""

    @property
    def noise(self) -> float:
        """The standard error of the worth."""
        return SPREAD / sqrt(max(self.visits, 1))


@dataclass(frozen=True)
class TreeSearchResult:
    """The result of a search. `choices` is in the order of `view["legal"]`."""

    choices: tuple[ScoredAction, ...]
    iterations: int
    native: bool

    @property
    def best(self) -> ScoredAction:
        """The action with the highest worth minus one standard error, which is large for rarely tried actions."""
        return max(self.choices, key=lambda choice: (choice.worth - choice.noise, choice.visits))

    def better_than(self, usual: str) -> ScoredAction:
        """Return the best action if it is clearly better than the usual one, otherwise the usual one.

        This avoids odd moves that gain nothing.
        """
        best, known = self.best, next(choice for choice in self.choices if choice.action == usual)
        noise = NOISE * hypot(best.noise, known.noise)
        return best if best.visits >= ENOUGH and best.worth - known.worth > noise else known


class Tree:
    """A search in progress: a world to imagine others from, and the statistics of information sets."""

    def __init__(self, game: Game, view: View, seed: int, slots: int) -> None:
        if view.seat is None or not view.actions:
            raise IllegalAction("a search needs a seat that is asked; the seat of this view is not")
        self.iterations = 0
        self._view, self._seat = view, view.seat
        self._game, self._native = game, native.available()
        self._world = view.imagine(seed).state
        sizes = (len(view["names"]), 2 * DEEPEST, DEEPEST)
        if self._native:
            self._tables, ints, floats, seen = _native_workspace(self._world)
        else:
            self._tables, ints, floats, seen = [self._world, self._world], _zeroes, _zeroes, _zeroes_twice
        self._state = ints(4)
        self._state[RNG] = mix(key_of(seed & BITS, 1), 1)
        self._rooms = [ints(game.most_choices), *seen(game.features.SIZE), *(ints(size) for size in sizes)]
        self._tree = empty_tree(slots, ints, floats)

    def run(self, iterations: int) -> None:
        """Run this number of additional iterations."""
        run = loop_of(search_loop, self._game, self._native)
        run(self._tables, self._seat, iterations, self._state, *self._rooms, self._tree)
        self.iterations += iterations

    def found(self) -> list[tuple[int, float, float]]:
        """Return visits, summed worth and summed wins for every legal action."""
        tries, worths, wins = (self._tree[row] for row in (TRIED, WORTHS, WON))
        begin = int(self._tree[FIRST][find(self._tree[KEY], int(self._state[ROOT]))])
        if not begin:  # visited at most once: no action has been tried
            return [(0, 0.0, 0.0)] * len(self._view.actions)
        ordered = sorted(self._view.actions)
        places = [begin + ordered.index(action) for action in self._view.actions]
        return [(int(tries[at]), float(tries[at] * worths[at]), float(wins[at])) for at in places]


def _zeroes(size: int) -> list[int]:
    return [0] * size


def _zeroes_twice(size: int) -> tuple[list[int], list[int]]:
    """Return the same row twice: as the features, and as their words."""
    row = [0] * size
    return row, row


def _native_workspace(world: State) -> Any:
    """Return two tables and functions that allocate rows of integers, of floats, and of features with their words."""
    import numpy as np

    from bidwell.native.record import pack

    def seen(size: int) -> Any:
        row = np.zeros(-(-size // 4) * 4, np.int16)
        return row, row.view(np.int64)

    return np.repeat(pack(world), 2), partial(np.zeros, dtype=np.int64), partial(np.zeros, dtype=np.float64), seen


def warm_up(game: Game) -> None:
    """Compile the search of this game, so that no player waits for it at a decision."""
    table = game.deal(seed=0)
    tree_search(game, table.view(table.asks[0]), Budget(iterations=1), seed=0)


def tree_search(
    game: Game, view: View, budget: Budget, *, seed: int, cancel: Event | None = None, until_clear: bool = False
) -> TreeSearchResult:
    """Search this decision. A budget of iterations gives the same result for the same seed. `cancel` stops the search.

    With `until_clear` it stops early when the remaining time is unlikely to change the best action.
    """
    from concurrent.futures import ThreadPoolExecutor  # slow to import, only needed to search
    from threading import Event

    cores = budget.cores if native.available() else 1  # the interpreter's lock would serialise threads
    slots = FEW_SLOTS if budget.iterations else MANY_SLOTS
    while slots < MOST_SLOTS and budget.iterations and slots < 2 * budget.iterations // cores:
        slots *= 2
    # Every core searches its own tree with its own seed; the statistics of the root are added up.
    trees = [Tree(game, view, (seed + number) & BITS, slots) for number in range(cores)]
    shares = [budget.iterations and (budget.iterations + cores - 1 - number) // cores for number in range(cores)]
    stops = [Event(), *([cancel] if cancel else [])]
    clock = Clock(view, trees, (budget.milliseconds or 0) / 1000, stops[0] if until_clear else None)
    with ThreadPoolExecutor(cores) as pool:
        try:
            list(pool.map(lambda number: _run(trees[number], shares[number], clock, stops), range(cores)))
        finally:  # after Ctrl-C too, because the pool waits for its threads
            stops[0].set()
    return _merged(view, trees)


class Clock:
    """The time limit of a search. It sets `stop`, if given, as soon as the choice is clear."""

    def __init__(self, view: View, trees: Sequence[Tree], seconds: float, stop: Event | None) -> None:
        self._view, self._trees, self._seconds = view, trees, seconds
        self._stop = stop if len(view.actions) > 1 else None
        self._begin = time.perf_counter()
        self._look = seconds / LOOKS

    def over(self, tree: Tree) -> bool:
        """Return whether the time is up. Calls for the first tree also check whether the choice is clear."""
        gone = time.perf_counter() - self._begin
        if self._stop and tree is self._trees[0] and self._look <= gone < self._seconds:
            self._look = gone + self._seconds / LOOKS
            if self._clear(gone):
                self._stop.set()
        return gone >= self._seconds

    def _clear(self, gone: float) -> bool:
        """Return whether the best action is the most visited one and no other can catch up in the time left."""
        result = _merged(self._view, self._trees)
        second, first = sorted(choice.visits for choice in result.choices)[-2:]
        left = result.iterations * (self._seconds - gone) / gone
        return result.best.visits == first and first - second > left


def _run(tree: Tree, share: int | None, clock: Clock, stops: Sequence[Event]) -> None:
    """Run one core's share of iterations, or until the time is up, in slices short enough to be stopped."""
    size = 1
    while not any(stop.is_set() for stop in stops):
        left = share - tree.iterations if share is not None else size
        begin = time.perf_counter()
        if left < 1 or (share is None and tree.iterations and clock.over(tree)):
            return
        tree.run(min(size, left))
        slow = time.perf_counter() - begin > SLICE  # adapt the slice so that it takes about SLICE seconds
        size = max(size // 2, 1) if slow else min(2 * size, 4096)


def _merged(view: View, trees: Sequence[Tree]) -> TreeSearchResult:
    """Add up the results of all cores."""
    choices = []
    for action, *parts in zip(view["legal"], *(tree.found() for tree in trees), strict=True):
        visits, worth, wins = (sum(part[place] for part in parts) for place in range(3))
        choices.append(ScoredAction(action, int(visits), worth / max(visits, 1), wins / max(visits, 1)))
    return TreeSearchResult(tuple(choices), sum(tree.iterations for tree in trees), native.available())
