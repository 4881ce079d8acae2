"""A bot in a seat: it is shown a view and says an action, as a person would."""

from __future__ import annotations

import os
import re
from threading import Event
from typing import Protocol

from bidwell import native
from bidwell.bots.policies import random
from bidwell.bots.search.thinking import Budget, Thought, think
from bidwell.core.errors import BadDeal, IllegalAction, brief_repr
from bidwell.core.game import Game, Policy
from bidwell.core.rng import BITS, key_of, next_luck
from bidwell.core.table import View

POLICIES = ("random", "heuristic")
"""Bots that answer at once; games of these are played natively from deal to end."""
REGULAR_ITERATIONS, REGULAR_MILLISECONDS = 200, 100
"""Of a regular: by iterations it plays alike on every machine; without machine code they would take too long."""
LEVELS = {
    "novice": "plays sensibly, at once",
    "regular": "thinks a moment",
    "expert": "thinks a second, on all cores",
}
"""For people, with what is said of each. A novice plays the game's own heuristic, the others search."""
SPECS = (
    "random, heuristic, novice, regular, expert, search:200ms, search:5000 (iterations), search:2s@4 (on 4 cores) "
    "or cmd:./your-program"
)


class Bot(Protocol):
    """Whoever can sit in a seat and is no person."""

    name: str

    def choose(self, view: View) -> str:
        """One of `view["legal"]`; a program that does not say one is a BotFailed."""

    def close(self) -> None:
        """The game is over, or goes on without it."""


class PolicyBot:
    """Plays by a policy. It gets a view and nothing else, so that it cannot know more than its seat."""

    def __init__(self, name: str, policy: Policy, seed: int) -> None:
        self.name = name
        self._policy = policy
        self._luck = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """The same for the same view, seed and number of choices before."""
        self._luck = next_luck(self._luck)
        if view.seat is None or not view.actions:
            raise IllegalAction("a bot chooses for a seat that is asked; this view's is not")
        action = self._policy(view.state, view.seat, view.actions, len(view.actions), self._luck)
        legal: list[str] = view["legal"]
        return legal[view.actions.index(action)]

    def close(self) -> None:
        """There is nothing to put away."""


class SearchBot:
    """Plays by search. It gets a view and imagines worlds from it."""

    def __init__(self, name: str, game: Game, budget: Budget, seed: int) -> None:
        self.name = name
        self.budget = budget
        self.thought: Thought | None = None
        """What it found at its last decision that was one."""
        self._game, self._closed = game, Event()
        self._usual = PolicyBot(name, game.heuristic, seed)
        self._luck = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """By iterations the same for the same view, seed and number of choices before."""
        self._luck = next_luck(self._luck)
        if len(view.actions) == 1:
            return str(view["legal"][0])
        seed, cancel = self._luck & BITS, self._closed
        self.thought = think(self._game, view, self.budget, seed=seed, cancel=cancel, until_clear=True)
        return self.thought.better_than(self._usual.choose(view)).action

    def close(self) -> None:
        """From any thread: a thought under way ends at once, and by what it found so far."""
        self._closed.set()


def policy(name: str, game: Game) -> Policy:
    """The policy a bot of this name plays by."""
    if name not in POLICIES:
        raise BadDeal(f"there is no policy {brief_repr(name)}; the policies are {', '.join(POLICIES)}")
    return random if name == "random" else game.heuristic


def bot(spec: str, game: Game, seed: int) -> Bot:
    """A bot by what is said of it: its name, `search:` with a budget, or `cmd:` with a program."""
    if spec in POLICIES:
        return PolicyBot(spec, policy(spec, game), seed)
    if spec == "novice":
        return PolicyBot(spec, game.heuristic, seed)
    if budget := budget_of(spec):
        return SearchBot(spec, game, budget, seed)
    from bidwell.bots.external.program import Program  # what it needs is slow to import, and seldom needed

    return Program(checked(spec), seed)


def checked(spec: str) -> str:
    """`spec`, if there is such a bot."""
    if not is_bot(spec):
        raise BadDeal(f"there is no bot {brief_repr(spec)}; the bots are {SPECS}")
    return spec


def is_bot(spec: str) -> bool:
    """Is there such a bot?"""
    return spec in (*POLICIES, *LEVELS) or budget_of(spec) is not None or spec.startswith("cmd:")


def budget_of(spec: str) -> Budget | None:
    """How long a bot thinks, None for one that does not."""
    if spec == "regular":
        return Budget(REGULAR_ITERATIONS) if native.available() else Budget(milliseconds=REGULAR_MILLISECONDS)
    if spec == "expert":
        return Budget(milliseconds=1000, cores=os.cpu_count() or 1)
    if found := re.fullmatch(r"search:([1-9][0-9]{0,6})(ms|s)?(?:@([1-9][0-9]{0,2}))?", spec):
        number, cores = int(found[1]), int(found[3] or 1)
        milliseconds = number * (1000 if found[2] == "s" else 1)
        return Budget(milliseconds=milliseconds, cores=cores) if found[2] else Budget(number, cores=cores)
    return None


def weakness(specs: list[str]) -> str:
    """What is to be said of these bots before they sit down, or an empty string."""
    if native.available() or not any(budget_of(spec) for spec in specs):
        return ""
    return (
        "without machine code bots that search think far less, and play weaker; "
        'pip install "bidwell[native]" adds it, and in a clone ./play --native'
    )
