"""A hint for one decision: the action that the best judge here would play, from what the seat may know alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from bidwell import native
from bidwell.analysis.judgement import CLEARLY, MATTERS
from bidwell.bots.network import has_network
from bidwell.bots.search.lookahead import TO_THE_END, Tried, candidates, gain_of, look_ahead, tried_equally
from bidwell.bots.search.tree_search import Budget, tree_search
from bidwell.core.errors import IllegalAction
from bidwell.core.game import Game, checked_seed
from bidwell.core.table import Table, View

MOST_OPTIONS = 4
"""How many actions a hint compares."""


@dataclass(frozen=True)
class HintedAction:
    """An action with the share of imagined games that the seat wins after it, None if none were played."""

    action: str
    share: float | None = None
    error: float | None = None
    """The standard error of the share."""


@dataclass(frozen=True)
class Hint:
    """The action to play and what it was compared with, the next best first."""

    action: str
    judge: str
    """`forced`: only one is legal; `search`: network and search; `network` alone; `playouts` without a network."""
    share: float | None
    """The share of imagined games won after the action, None if none were played."""
    error: float | None
    alternatives: tuple[HintedAction, ...]
    clear: bool
    """Whether it is clearly better than every alternative, by enough to matter."""
    worlds: int
    """The number of imagined games for each action."""


def hint(table: Table, seat: int, seconds: float = 1.0, seed: int | None = None) -> Hint:
    """Return a hint for this seat's decision, found within about `seconds`. Refuse a seat that is not asked.

    It uses the seat's view from when it was asked. Nothing hidden from the seat has an influence.
    """
    view = table.view_when_asked(seat)
    if not view.actions:
        raise IllegalAction(f"{table.names[seat]} is not asked now, so there is no hint")
    return hint_for(table.game, view, seconds, seed)


def hint_for(game: Game, view: View, seconds: float = 1.0, seed: int | None = None) -> Hint:
    """Return a hint for the seat of this view, which is asked, found within about `seconds`."""
    if len(view.actions) == 1:
        return Hint(view["legal"][0], "forced", None, None, (), False, 0)
    half = Budget(milliseconds=max(round(seconds * 500), 1))
    if not has_network(game):
        return _by_playouts(game, view, half, checked_seed(seed))
    if not native.available():
        first, *rest = (_text(view, action) for action in candidates(game, view, MOST_OPTIONS))
        return Hint(first, "network", None, None, tuple(map(HintedAction, rest)), False, 0)
    return _by_search(game, view, half, checked_seed(seed))


def _by_search(game: Game, view: View, half: Budget, seed: int) -> Hint:
    """Let network and search choose, then play games to the end to tell the chances."""
    assert view.seat is not None
    own, choice = view.seat, look_ahead(game, view, half, seed=seed)
    others = sorted(choice.tried, key=lambda each: (-len(each.worths), -each.worth))
    rest = [each.action for each in others if each.action != choice.action][: MOST_OPTIONS - 1]
    best, *tried = tried_equally(game, view, [choice.action, *rest], half, seed=seed, plan=TO_THE_END)
    tried.sort(key=lambda each: -each.share(own))
    options = tuple(HintedAction(_text(view, each.action), *_share(each, own)) for each in tried)
    share, error = _share(best, own)
    clear = _is_clear(best, tried)
    return Hint(_text(view, choice.action), "search", share, error, options, clear, len(best.worths))


def _share(tried: Tried, seat: int) -> tuple[float, float]:
    """Return the share of the wins of a seat and its standard error."""
    share = tried.share(seat)
    return share, sqrt(share * (1 - share) / max(len(tried.worths), 1))


def _by_playouts(game: Game, view: View, half: Budget, seed: int) -> Hint:
    """Let a search without a network choose."""
    result = tree_search(game, view, half, seed=seed)
    best = result.best
    others = sorted((each for each in result.choices if each is not best), key=lambda each: -each.visits)
    options = tuple(HintedAction(each.action, each.wins, each.noise) for each in others[: MOST_OPTIONS - 1])
    return Hint(best.action, "playouts", best.wins, best.noise, options, False, best.visits)


def _is_clear(best: Tried, others: Sequence[Tried]) -> bool:
    """Return whether an action is clearly worth more than each of the others."""
    gains = [gain_of(best, other) for other in others]
    return bool(gains) and all(gain >= MATTERS and gain > CLEARLY * error for gain, error in gains)


def _text(view: View, action: int) -> str:
    legal: list[str] = view["legal"]
    return legal[view.actions.index(action)]
