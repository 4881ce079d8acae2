"""Judge one decision with what its seat could know: from a view, never from the table."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event

from bidwell import native
from bidwell.bots.compare import Comparison, NetworkComparison
from bidwell.bots.network import has_network
from bidwell.bots.search.guided import AS_IT_STANDS
from bidwell.bots.search.lookahead import candidates
from bidwell.bots.search.tree_search import Budget, tree_search
from bidwell.core.game import Game
from bidwell.core.rng import key_of
from bidwell.core.table import View

JUDGES = ("network", "heuristic")
"""Who proposes alternatives and plays on in the imagined worlds: the trained network, or search and the heuristic."""
MOST_ALTERNATIVES = {"network": 3, "heuristic": 5}
"""How many of the proposed actions are compared. The action played is compared too."""
CLEARLY = 3.0
"""A difference counts if it exceeds this many standard errors, which chance alone causes about once in a hundred."""
MATTERS = 0.02
"""A smaller difference in win chance does not count, however certain it is."""
GRAVE = 0.1
"""A loss of win chance from which a slip is called a mistake."""
GRADES = ("best", "fine", "slip", "mistake")
FEWEST_WORLDS = 20
NATIVE_BLOCK, INTERPRETED_BLOCK = 25, 1
"""The number of worlds between two checks whether to stop."""


@dataclass(frozen=True)
class Alternative:
    """One compared action with the share of worlds won after it."""

    action: str
    wins: float
    error: float
    behind: float
    """The difference to the best action, in the same worlds."""
    behind_error: float
    tried: int
    """The number of visits in the search; 0 if the network proposed it."""
    played: bool
    said: str = ""
    """The action in words that fit after "you"; empty if nobody has put it into words."""

    @property
    def words(self) -> str:
        return self.said or self.action


@dataclass(frozen=True)
class Judgement:
    """The alternatives, the best first, and their effect on all seats."""

    alternatives: tuple[Alternative, ...]
    worlds: int
    stands: float
    """The win chance before the decision, if the judge chooses for this seat too."""
    shares: tuple[float, ...]
    """Every seat's win chance after the action played, from the view of the seat that played it."""
    shares_after_best: tuple[float, ...]

    @property
    def played(self) -> Alternative:
        return next(each for each in self.alternatives if each.played)

    @property
    def best(self) -> Alternative:
        return self.alternatives[0]

    @property
    def clear(self) -> bool:
        """Whether another action was clearly better, by enough to matter."""
        return clearly_behind(self.played)

    @property
    def grade(self) -> str:
        """One of `GRADES`: `best` if the choice mattered and this was best, `fine` if nothing was clearly better."""
        if self.clear:
            return "mistake" if self.played.behind >= GRAVE else "slip"
        return "best" if self.played is self.best and any(map(clearly_behind, self.alternatives)) else "fine"


def can_tell(worlds: int) -> bool:
    """Return whether any difference could be clear with this number of worlds."""
    # The largest possible ratio of difference to error is winning all worlds against none: `worlds` to 1.
    return worlds > CLEARLY


def clearly_behind(alternative: Alternative) -> bool:
    return alternative.behind >= MATTERS and alternative.behind > CLEARLY * alternative.behind_error


@dataclass(frozen=True)
class ChosenAction:
    """The action of a seat, in notation and as a number."""

    text: str
    action: int


def best_judge(game: Game) -> str:
    """Return the best of JUDGES here. Without machine code a network is too slow to play games out with."""
    return "network" if native.available() and has_network(game) else "heuristic"


def judge(
    game: Game, view: View, played: ChosenAction, budget: Budget, seed: int, cancel: Event | None = None, by: str = ""
) -> Judgement:
    """Find alternatives, then compare them and the action played in the same worlds, `by` one of JUDGES or the best.

    A budget of iterations is the number of worlds for every alternative; the heuristic's judge also spends it once on a
    search. A budget of milliseconds is shared by search and comparison. Only a budget of iterations gives reproducible
    results.
    """
    end = time.perf_counter() + (budget.milliseconds or 0) / 1000
    by = by or best_judge(game)
    tried = _by_network(game, view) if by == "network" else _by_search(game, view, budget, seed, cancel)
    texts = {**dict(zip(view.actions, view["legal"], strict=True)), played.action: played.text}
    serious = [*tried][: MOST_ALTERNATIVES[by]]
    actions = [played.action, *(action for action in serious if action != played.action)]
    comparison = _comparison(by)(game, view, [*actions, AS_IT_STANDS], key_of(seed, 1))
    _fill(comparison, budget.iterations, end, cancel)
    return _judgement(comparison, [(texts[action], tried.get(action, 0)) for action in actions])


def chance(
    game: Game, view: View, budget: Budget, seed: int, cancel: Event | None = None, by: str = ""
) -> tuple[float, float]:
    """Return the current win chance of the view's seat and its standard error."""
    end = time.perf_counter() + (budget.milliseconds or 0) / 1000
    comparison = _comparison(by or best_judge(game))(game, view, [AS_IT_STANDS], seed)
    _fill(comparison, budget.iterations, end, cancel)
    return mean_and_error(comparison.won[0])


def _comparison(by: str) -> type[Comparison]:
    return NetworkComparison if by == "network" else Comparison


def _by_network(game: Game, view: View) -> dict[int, int]:
    """Return the actions that the network prefers, the best first, at least two."""
    return dict.fromkeys(candidates(game, view, MOST_ALTERNATIVES["network"], least=2), 0)


def _by_search(game: Game, view: View, budget: Budget, seed: int, cancel: Event | None) -> dict[int, int]:
    """Return the visits of every action in a search, the most visited first."""
    first = budget if budget.iterations else replace(budget, milliseconds=max((budget.milliseconds or 0) // 2, 1))
    # One core is enough here, because the other cores judge other decisions.
    result = tree_search(game, view, replace(first, cores=1), seed=seed >> 1, cancel=cancel)
    visits = {action: choice.visits for action, choice in zip(view.actions, result.choices, strict=True)}
    return dict(sorted(visits.items(), key=lambda each: -each[1]))


def _fill(comparison: Comparison, worlds: int | None, end: float, cancel: Event | None) -> None:
    """Add this number of worlds, or add worlds until the time is up but at least FEWEST_WORLDS."""
    block = NATIVE_BLOCK if native.available() else INTERPRETED_BLOCK
    while not (cancel and cancel.is_set()):
        left = block if worlds is None else worlds - comparison.worlds
        if left < 1 or (worlds is None and comparison.worlds >= FEWEST_WORLDS and time.perf_counter() >= end):
            return
        comparison.add(min(block, left))


def _judgement(comparison: Comparison, said: Sequence[tuple[str, int]]) -> Judgement:
    """Build the judgement. The first action is the one played, and wins ties. The last row has no forced action."""
    *won, stands = comparison.won
    results = [mean_and_error(row) for row in won]
    order = sorted(range(len(won)), key=lambda index: -results[index][0])  # stable: the action played wins ties
    best = order[0]
    alternatives = []
    for index in order:
        behind, error = mean_and_error([most - own for most, own in zip(won[best], won[index], strict=True)])
        (text, tried), (wins, wins_error) = said[index], results[index]
        same = index == best
        alternatives.append(
            Alternative(text, wins, wins_error, behind, 0.0 if same else error, tried, played=index == 0)
        )
    shares = (tuple(comparison.shares(index)) for index in (0, best))
    return Judgement(tuple(alternatives), comparison.worlds, mean_and_error(stands)[0], *shares)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error.

    Adds one pseudo-observation so that small samples never report zero error.
    """
    count = len(values)
    if not count:
        return 0.0, 1.0
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values)
    return mean, math.sqrt(spread + 1) / count
