"""A hint for one decision: the action that the best judge here would play, from what the seat may know alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from bidwell import native
from bidwell.analysis.judgement import CLEARLY, MATTERS
from bidwell.analysis.report import percent
from bidwell.bots.network import has_network
from bidwell.bots.registry import get_ready
from bidwell.bots.search.lookahead import (
    FEWEST_WORLDS,
    TO_THE_END,
    Tried,
    candidates,
    gain_of,
    look_ahead,
    tried_equally,
)
from bidwell.bots.search.tree_search import Budget, tree_search
from bidwell.core.errors import IllegalAction
from bidwell.core.game import Game, checked_seed
from bidwell.core.table import Table, View
from bidwell.games import game as find

MOST_OPTIONS = 4
"""How many actions a hint compares."""
SECONDS = 1.0
"""How long the coach thinks at a table."""


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
    """`forced`: only one is legal; `search`: network and search; `network` alone, without machine code or where there
    was time for very few worlds; `playouts` without a network."""
    share: float | None
    """The share of imagined games won after the action, None if none were played."""
    error: float | None
    alternatives: tuple[HintedAction, ...]
    clear: bool
    """Whether it is clearly better than every alternative, by enough to matter."""
    worlds: int
    """The number of imagined games for each action."""


def hint(table: Table, seat: int, seconds: float = SECONDS, seed: int | None = None) -> Hint:
    """Return a hint for this seat's decision, found within about `seconds`. Refuse a seat that is not asked.

    It uses the seat's view from when it was asked. Nothing hidden from the seat has an influence.
    """
    view = table.view_when_asked(seat)
    if not view.actions:
        raise IllegalAction(f"{table.names[seat]} is not asked now, so there is no hint")
    return hint_for(table.game, view, seconds, seed)


def hint_for(game: Game, view: View, seconds: float = SECONDS, seed: int | None = None) -> Hint:
    """Return a hint for the seat of this view, which is asked, found within about `seconds`."""
    if len(view.actions) == 1:
        return Hint(view["legal"][0], "forced", None, None, (), False, 0)
    half = Budget(milliseconds=max(round(seconds * 500), 1))
    if not has_network(game):
        return _by_playouts(game, view, half, checked_seed(seed))
    if not native.available():
        return _by_network(game, view)
    get_ready(game, ["expert"])  # compiling is no part of the time
    return _by_search(game, view, half, checked_seed(seed))


def advise(view: View) -> tuple[str, str]:
    """Return what the coach would do at a table, and why in one or two sentences. Uses only the view."""
    game = find(view["game"])
    made = hint_for(game, view)
    return made.action, _reason(game, view, made)


def _reason(game: Game, view: View, made: Hint) -> str:
    """Compare the action with the next best one, in words."""
    if made.judge == "forced":
        return "There is nothing else to do."
    if made.share is None:
        return _preferred(game, view, made)
    wins = f"Of 100 games imagined from what you can see, you win about {percent(made.share)}"
    if not made.alternatives or (other := made.alternatives[0]).share is None:
        return f"{wins}."
    said = _said(game, view, other.action)
    error = max(1, percent(2 * (other.error or 0.0)))
    close = "" if made.clear else " Too close to call: either is sensible."
    return f"{wins}; if you {said}, about {percent(other.share)} (give or take {error}).{close}"


def _preferred(game: Game, view: View, made: Hint) -> str:
    """Say what the network prefers the action to, if anything else comes close: no chances are known."""
    reason = "A network trained by playing many games against itself prefers this"
    if not made.alternatives:
        return f"{reason} by far."
    return f"{reason}. Its second choice is to {_said(game, view, made.alternatives[0].action)}."


def _said(game: Game, view: View, action: str) -> str:
    """Return an action in words that fit after "you"."""
    table = view.imagine(1)
    return game.phrase(table, table.game.notation.action(table, action))


def _by_network(game: Game, view: View) -> Hint:
    """Return what the network prefers; no chances are known."""
    first, *rest = (_text(view, action) for action in candidates(game, view, MOST_OPTIONS))
    return Hint(first, "network", None, None, tuple(map(HintedAction, rest)), False, 0)


def _by_search(game: Game, view: View, half: Budget, seed: int) -> Hint:
    """Let network and search choose, then play games to the end to tell the chances."""
    assert view.seat is not None
    own, choice = view.seat, look_ahead(game, view, half, seed=seed)
    others = sorted(choice.tried, key=lambda each: (-len(each.worths), -each.worth))
    rest = [each.action for each in others if each.action != choice.action][: MOST_OPTIONS - 1]
    best, *tried = tried_equally(game, view, [choice.action, *rest], half, seed=seed, plan=TO_THE_END)
    if len(best.worths) < FEWEST_WORLDS:
        return _by_network(game, view)
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
