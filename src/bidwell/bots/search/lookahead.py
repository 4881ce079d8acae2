"""Decide with network and search: try the actions the network prefers in imagined worlds, within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from bidwell import native
from bidwell.bots.network import network_inputs, network_of
from bidwell.bots.network_file import RESULT_BITS
from bidwell.bots.network_loops import workspace_of
from bidwell.bots.search.guided import guided_loop
from bidwell.bots.search.ismcts import PLACE
from bidwell.bots.search.loops import loop_of
from bidwell.bots.search.tree_search import Budget
from bidwell.core.errors import IllegalAction
from bidwell.core.game import Game
from bidwell.core.rng import BITS, key_of
from bidwell.core.state import State
from bidwell.core.table import View

if TYPE_CHECKING:
    from threading import Event

CANDIDATES = 6
"""How many of the actions that the network prefers are tried."""
NEGLIGIBLE = 5 << RESULT_BITS
"""An action whose logit is this far below the best one, less than 1 in 140 of its probability, is not tried."""
HORIZON = 6
"""After how many decisions of its own the network's value stands for the rest of the game."""
TRACE = 0.8
"""How much of what is left goes on at each decision of its own; the network's value there stands for the rest."""
STAGES = 3
"""How many times the worse half of the candidates is dropped."""
FEWEST_WORLDS = 12
"""With fewer worlds no action is preferred to the network's."""
CLEARLY = 1.0
"""By how many standard errors an action must be better than the one the network prefers."""
SLICE = 0.004
"""Seconds between two checks whether the time is up."""


@dataclass(frozen=True)
class Plan:
    """How far a search looks, and how it chooses."""

    candidates: int = CANDIDATES
    horizon: int = HORIZON
    trace: float = TRACE
    place: float = PLACE
    """How much of the reward is for the place; the rest is for the win."""
    clearly: float = CLEARLY


PLAN = Plan()
TO_THE_END = Plan(horizon=0, trace=1.0, place=0.0)
"""Every world is played to the end of the game and only the win counts, which tells chances of winning."""


@dataclass(frozen=True)
class Tried:
    """One candidate: its number, its worth in every world, and the summed shares of the win of all seats."""

    action: int
    worths: list[float]
    totals: list[float]

    @property
    def worth(self) -> float:
        """The mean worth."""
        return sum(self.worths) / max(len(self.worths), 1)

    def share(self, seat: int) -> float:
        """The share of the wins of a seat, if the worlds were played to the end."""
        return self.totals[seat] / max(len(self.worths), 1)


class Lookahead:
    """A search in progress. It gets only a view, so it cannot know more than its seat.

    The same view and seed give the same worlds on any number of cores, in the interpreter and in machine code.
    """

    def __init__(self, game: Game, view: View, actions: Sequence[int], seed: int, plan: Plan, cores: int = 1) -> None:
        if view.seat is None or not view.actions:
            raise IllegalAction("a search needs a seat that is asked; the seat of this view is not")
        self.tried = [Tried(action, [], [0.0] * len(view["names"])) for action in actions]
        self._game, self._seat, self._plan, self._seed = game, view.seat, plan, seed & BITS
        self._native = native.available()
        self._players = len(view["names"])
        world = view.imagine(seed & BITS).state
        self._workspaces = [self._workspace(world) for _ in range(cores if self._native else 1)]

    def _workspace(self, world: State) -> tuple[Any, tuple[Any, ...]]:
        """Return tables and working space for one core."""
        sizes, net = (self._game.most_choices, self._players), workspace_of(self._game, self._native)
        if not self._native:
            return [world, world, world], (*net, *([0] * size for size in sizes))
        import numpy as np

        from bidwell.native.record import pack

        return np.repeat(pack(world), 3), (*net, *(np.zeros(size, np.int64) for size in sizes))

    def add(self, which: Sequence[Tried], first: int, worlds: int, core: int = 0) -> list[list[list[float]]]:
        """Play worlds `first` to `first + worlds - 1` for these candidates. Return their worths, and summed shares."""
        tables, workspace = self._workspaces[core]
        numbers: Any = [each.action for each in which]
        found: Any = [[[0.0] * size for _ in which] for size in (worlds, self._players)]
        if self._native:
            import numpy as np

            numbers, found = np.array(numbers, np.int64), [np.array(rows) for rows in found]
        run, plan = loop_of(guided_loop, self._game, self._native), self._plan
        run(
            tables,
            self._seat,
            numbers,
            self._seed,
            first,
            worlds,
            plan.horizon,
            plan.trace,
            plan.place,
            *workspace,
            *found,
        )
        return [rows.tolist() for rows in found] if self._native else found

    def on_all(self, run: Callable[[int], Any]) -> list[Any]:
        """Return what `run` returns for every core, in order."""
        if len(self._workspaces) == 1:
            return [run(0)]
        from concurrent.futures import ThreadPoolExecutor  # slow to import, only needed to search

        with ThreadPoolExecutor(len(self._workspaces)) as pool:
            return [*pool.map(run, range(len(self._workspaces)))]


class SearchResult:
    """What a search found: the action to play, and what it was compared with, the network's choice first."""

    def __init__(self, tried: Sequence[Tried], clearly: float) -> None:
        self.tried = [*tried]
        self._clearly = clearly

    @property
    def action(self) -> int:
        """The best action if it is clearly better than the network's choice, otherwise that one."""
        usual = self.tried[0]
        longest = [each for each in self.tried if len(each.worths) == len(usual.worths)]
        best = max(longest, key=lambda each: each.worth)
        gain, error = gain_of(best, usual)
        return best.action if len(usual.worths) >= FEWEST_WORLDS and gain > self._clearly * error else usual.action


def gain_of(one: Tried, other: Tried) -> tuple[float, float]:
    """Return how much more one action is worth than another in the worlds both were tried in, and the standard error.

    Adds one pseudo-observation so that small samples never report zero error.
    """
    gains = [own - theirs for own, theirs in zip(one.worths, other.worths, strict=False)]
    if not gains:
        return 0.0, 1.0
    mean = sum(gains) / len(gains)
    return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) + 0.05) / len(gains)


def candidates(game: Game, view: View, most: int, least: int = 1) -> list[int]:
    """Return the actions worth trying, at least `least` where there are so many, the one the network prefers first."""
    logits = network_of(game).logits(network_inputs(game, view), view.actions)
    order = sorted(range(len(logits)), key=lambda place: -logits[place])[:most]  # stable: the first of equals
    close = [place for place in order if logits[order[0]] - logits[place] < NEGLIGIBLE]
    return [view.actions[place] for place in order[: max(least, len(close))]]


def look_ahead(
    game: Game, view: View, budget: Budget, *, seed: int, plan: Plan = PLAN, cancel: Event | None = None
) -> SearchResult:
    """Search this decision. A budget of iterations is a number of worlds, and gives the same result for the same seed.

    Each stage has an equal share of the budget; after it the worse half of the candidates is dropped, never the
    network's choice.
    """
    begin = time.perf_counter()
    actions = candidates(game, view, plan.candidates)
    search = Lookahead(game, view, actions, key_of(seed & BITS, 1), plan, budget.cores)
    left, stage = [*search.tried], 0
    while len(left) > 1 and not (cancel and cancel.is_set()):
        stage += 1
        stages = STAGES if len(actions) > 2 else 1
        _fill(search, left, budget, stage / stages, begin, cancel)
        if stage == stages:
            break
        keep = max(2, (len(left) + 1) // 2)
        rest = sorted(left[1:], key=lambda each: -each.worth)
        left = [left[0], *rest[: keep - 1 if keep < len(left) else keep]]
    return SearchResult(search.tried, plan.clearly)


def tried_equally(
    game: Game, view: View, actions: Sequence[int], budget: Budget, *, seed: int, plan: Plan
) -> list[Tried]:
    """Try these actions in the same worlds within a budget, and return them in this order."""
    search = Lookahead(game, view, actions, key_of(seed & BITS, 2), plan, budget.cores)
    _fill(search, search.tried, budget, 1.0, time.perf_counter(), None)
    return search.tried


def _fill(
    search: Lookahead, left: Sequence[Tried], budget: Budget, part: float, begin: float, cancel: Event | None
) -> None:
    """Add worlds for the candidates left until this part of the budget is spent."""
    size = 1
    while not (cancel and cancel.is_set()):
        done = len(left[0].worths)
        since = time.perf_counter()
        if budget.iterations is not None:
            size = min(size, round(budget.iterations * part) - done)
        elif since - begin >= (budget.milliseconds or 0) / 1000 * part:
            return
        if size < 1:
            return
        _add(search, left, size)
        slow = time.perf_counter() - since > SLICE
        size = max(size // 2, 1) if slow else min(2 * size, 256)


def _add(search: Lookahead, left: Sequence[Tried], size: int) -> None:
    """Add `size` worlds on each core."""
    done = len(left[0].worths)
    for worths, totals in search.on_all(lambda core: search.add(left, done + core * size, size, core)):
        for each, row, more in zip(left, worths, totals, strict=True):
            each.worths.extend(row)
            each.totals[:] = map(sum, zip(each.totals, more, strict=True))
