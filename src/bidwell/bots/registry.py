"""Bots by name. A bot gets a view and returns an action in notation, as a person would."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from threading import Event
from typing import Any, Protocol

from bidwell import native
from bidwell.bots.network import NETWORKS, NetworkBot, has_network, level_of
from bidwell.bots.policies import random
from bidwell.bots.search.lookahead import PLAN, SearchResult, look_ahead
from bidwell.bots.search.tree_search import Budget, TreeSearchResult, tree_search, warm_up
from bidwell.core.errors import BadDeal, IllegalAction, brief_repr, check_count
from bidwell.core.game import Game, Policy, checked_seed
from bidwell.core.rng import BITS, key_of, next_rng
from bidwell.core.table import View
from bidwell.games import game as find

POLICIES = ("random", "heuristic")
"""Bots that answer immediately. Games among them run entirely in machine code."""
REGULAR_ITERATIONS, REGULAR_MILLISECONDS = 200, 100
"""The budget of `regular` where it searches.

Iterations make it play the same on every machine, but are too slow without machine code.
"""
LEVELS = {
    "novice": "plays sensibly, at once",
    "regular": "plays by a trained network, at once",
    "expert": "searches with the network for up to a second, on all cores",
}
"""The levels offered to people, with descriptions. `novice` plays the game's heuristic.

In a game without a network the other two search without one, for a moment and for a second. Without machine code
`expert` plays the network's choice at once.
"""
SPECS = (
    "random, heuristic, novice, regular, expert, network, network:sample, guided:200ms, guided:100 (worlds), "
    "search:200ms, search:5000 (iterations), search:2s@4 (on 4 cores) or cmd:./your-program"
)


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, view: View) -> str:
        """Return one of `view["legal"]`. Raise BotFailed if a program does not give one."""

    def close(self) -> None:
        """Release resources: the game is over, or continues without this bot."""


class PolicyBot:
    """Plays by a policy. It gets only a view, so it cannot know more than its seat."""

    def __init__(self, name: str, policy: Policy, seed: int) -> None:
        self.name = name
        self._policy = policy
        self._rng = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """Choose by the policy. The result depends only on the view, the seed and the number of earlier choices."""
        self._rng = next_rng(self._rng)
        if view.seat is None or not view.actions:
            raise IllegalAction("a bot chooses for a seat that is asked; the seat of this view is not")
        action = self._policy(view.state, view.seat, view.actions, len(view.actions), self._rng)
        legal: list[str] = view["legal"]
        return legal[view.actions.index(action)]

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class Stoppable:
    """A bot whose search can be stopped. It can be copied and pickled, and the copy chooses as it would."""

    def __init__(self) -> None:
        self._closed = Event()

    def close(self) -> None:
        """Stop a running search, from any thread. It then chooses by what it has found so far."""
        self._closed.set()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_closed": self._closed.is_set()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._closed = Event()
        if kept["_closed"]:
            self._closed.set()


class SearchBot(Stoppable):
    """Plays by search in worlds imagined from its view."""

    def __init__(self, name: str, game: Game, budget: Budget, seed: int) -> None:
        self.name = name
        self.budget = budget
        self.result: TreeSearchResult | None = None
        """The result of its last decision with more than one option."""
        super().__init__()
        self._game = game
        self._usual = PolicyBot(name, game.heuristic, seed)
        self._rng = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """Search for an action. By iterations, equal views, seeds and earlier choices give equal actions."""
        self._rng = next_rng(self._rng)
        if len(view.actions) == 1:
            return str(view["legal"][0])
        seed, cancel = self._rng & BITS, self._closed
        self.result = tree_search(self._game, view, self.budget, seed=seed, cancel=cancel, until_clear=True)
        return self.result.better_than(self._usual.choose(view)).action


class GuidedBot(Stoppable):
    """Plays by the network of its game and a search among the actions it prefers."""

    plan = PLAN

    def __init__(self, name: str, game: Game, budget: Budget, seed: int) -> None:
        self.name = name
        self.budget = budget
        self.choice: SearchResult | None = None
        """The result of its last decision with more than one option."""
        super().__init__()
        self._game = game
        self._rng = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """Search for an action. By worlds, equal views, seeds and earlier choices give equal actions."""
        self._rng = next_rng(self._rng)
        legal: list[str] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        seed, cancel = self._rng & BITS, self._closed
        self.choice = look_ahead(self._game, view, self.budget, seed=seed, plan=self.plan, cancel=cancel)
        return legal[view.actions.index(self.choice.action)]


def policy(name: str, game: Game) -> Policy:
    """Return the policy with this name, or raise BadDeal."""
    if name not in POLICIES:
        raise BadDeal(f"there is no policy {brief_repr(name)}; the policies are {', '.join(POLICIES)}")
    return random if name == "random" else game.heuristic


def bot(spec: str, game: Game | str, seed: int | None = None, cores: int | None = None) -> Bot:
    """Create a bot from its spec: a name, `network`, a search with a budget, or `cmd:` with a program.

    Without a seed, use a random one. With `cores` it searches on this number of cores, whatever its spec says.
    """
    game, spec, seed = find(game), checked_spec(spec), checked_seed(seed)
    check_count("cores", 1 if cores is None else cores)
    if spec in POLICIES:
        return PolicyBot(spec, policy(spec, game), seed)
    if spec == "novice":
        return PolicyBot(spec, game.heuristic, seed)
    if spec in NETWORKS or spec == level_of(game):
        return NetworkBot(spec, game, seed)
    if budget := budget_of(spec, game):
        budget = replace(budget, cores=cores or budget.cores)
        return (GuidedBot if is_guided(spec, game) else SearchBot)(spec, game, budget, seed)
    if spec == "expert":
        return NetworkBot(spec, game, seed)
    from bidwell.bots.external.program import Program  # slow to import, rarely needed

    return Program(spec, seed)


def checked_spec(spec: str) -> str:
    """Return `spec`, or raise BadDeal if there is no such bot."""
    if not is_bot(spec):
        raise BadDeal(f"there is no bot {brief_repr(spec)}; the bots are {SPECS}")
    return spec


def is_bot(spec: str) -> bool:
    """Return whether there is such a bot."""
    if not isinstance(spec, str):
        return False
    return spec in (*POLICIES, *NETWORKS, *LEVELS) or budget_of(spec) is not None or spec.startswith("cmd:")


def budget_of(spec: str, game: Game | None = None) -> Budget | None:
    """Return the search budget of a bot, None if it does not search in this game (without one: in any)."""
    if game is not None and (spec == level_of(game) or (spec == "expert" and not _may_search(game))):
        return None
    if spec == "regular":
        return Budget(REGULAR_ITERATIONS) if native.available() else Budget(milliseconds=REGULAR_MILLISECONDS)
    if spec == "expert":
        return Budget(milliseconds=1000, cores=os.cpu_count() or 1)
    if found := re.fullmatch(r"(?:search|guided):([1-9][0-9]{0,6})(ms|s)?(?:@([1-9][0-9]{0,2}))?", spec):
        number, cores = int(found[1]), int(found[3] or 1)
        milliseconds = number * (1000 if found[2] == "s" else 1)
        return Budget(milliseconds=milliseconds, cores=cores) if found[2] else Budget(number, cores=cores)
    return None


def _may_search(game: Game) -> bool:
    """Return whether an expert searches: without machine code a network alone is better."""
    return native.available() or not has_network(game)


def is_guided(spec: str, game: Game) -> bool:
    """Return whether a bot searches with the network of this game."""
    return spec.startswith("guided:") or (spec == "expert" and has_network(game))


def get_ready(game: Game, specs: Iterable[str]) -> None:
    """Compile what these bots search with, so that no player waits for it at a decision."""
    searching = [spec for spec in specs if native.available() and budget_of(spec, game)]
    table = game.deal(seed=0)
    if any(is_guided(spec, game) for spec in searching):
        look_ahead(game, table.view(table.asks[0]), Budget(iterations=1), seed=0)
    if not all(is_guided(spec, game) for spec in searching):
        warm_up(game)


def weakness(specs: list[str], game: Game | None = None) -> str:
    """Return a warning if these bots play weaker without machine code in this or any game, or an empty string."""
    if native.available() or not any(spec == "expert" or budget_of(spec, game) for spec in specs):
        return ""
    return (
        "bots that search play weaker in this installation, because they cannot search in machine code; "
        "the README says how to add it"
    )
