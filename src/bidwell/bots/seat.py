"""A bot in a seat: it is shown a view and says an action, as a person would."""

from __future__ import annotations

from bidwell.bots.policies import random
from bidwell.core.chance import BITS, key_of, next_luck
from bidwell.core.errors import BadDeal, IllegalAction, said
from bidwell.core.game import Game, Policy
from bidwell.core.table import View

BOTS = ("random", "heuristic")


class Bot:
    """Plays by a policy. It gets a view and nothing else, so that it cannot know more than its seat."""

    def __init__(self, name: str, policy: Policy, seed: int) -> None:
        self.name = name
        self._policy = policy
        self._luck = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """One of `view["legal"]`; the same for the same view, seed and number of choices before."""
        self._luck = next_luck(self._luck)
        if view.seat is None or not view.actions:
            raise IllegalAction("a bot chooses for a seat that is asked; this view's is not")
        action = self._policy(view.flat, view.seat, view.actions, len(view.actions), self._luck)
        legal: list[str] = view["legal"]
        return legal[view.actions.index(action)]


def policy(name: str, game: Game) -> Policy:
    """The policy a bot of this name plays by."""
    if name not in BOTS:
        raise BadDeal(f"there is no bot {said(name)}; the bots are {', '.join(BOTS)}")
    return random if name == "random" else game.heuristic


def bot(name: str, game: Game, seed: int) -> Bot:
    """A bot by its name."""
    return Bot(name, policy(name, game), seed)
