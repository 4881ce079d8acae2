"""What a training does: every number that matters, in one place. A checkpoint keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from bidwell.core.errors import Refused
from bidwell.core.game import Game

MANY_ACTIONS = 2000
"""With more actions than this the last hidden layer is half as wide, because the head has a row for every action."""
KINDS = ("self", "past", "guest", "alone")
"""The kinds of tables in the league, by who sits at them:

`self`   the network in every seat
`past`   the network in half of the seats, an earlier version of itself in the others
`guest`  the network, with one heuristic player
`alone`  heuristic players, with the network in one seat
"""


@dataclass(frozen=True)
class Recipe:
    """How a network is trained."""

    game: str
    layers: tuple[int, ...]
    """The widths of the hidden layers."""
    tables: int
    """How many games are played at a time."""
    steps: int
    """How many decisions of each table make an iteration."""
    minibatch: int
    epochs: int
    league: tuple[float, ...] = (0.25, 0.15, 0.3, 0.3)
    """The share of tables of each of KINDS."""
    variants: float = 0.15
    """The share of tables with other options than the usual ones."""
    win: float = 0.75
    """How much of the reward is for winning; the rest is for the place."""
    rate: float = 5e-4
    """The learning rate at the beginning. It falls to `last_rate` in proportion to the budget spent."""
    last_rate: float = 2e-5
    entropy: float = 0.02
    """The weight of the policy's entropy at the beginning. It falls to `last_entropy` in the same way."""
    last_entropy: float = 0.002
    trace: float = 0.95
    """Lambda of generalised advantage estimation."""
    clip: float = 0.2
    """By how much the ratio of new to old probability may differ from 1."""
    value_weight: float = 2.0
    snapshot_every: int = 20
    """Iterations between two snapshots for the league."""
    snapshots: int = 8
    """The most snapshots kept."""
    start: str = ""
    """`network` to begin with the weights of the network in the package, empty to begin with random ones."""
    against: str = ""
    """`network` to train a best response: the network in the package has all other seats, and does not learn."""
    rivals: tuple[str, ...] = ()
    """Files of networks that play as the past too, such as best responses. They do not learn."""
    seed: int = 1


def recipe_for(game: Game, on_gpu: bool, given: Mapping[str, Any]) -> Recipe:
    """Return the usual recipe for this game and device, with the values `given` (None: the usual one)."""
    last = 128 if game.actions > MANY_ACTIONS else 256
    usual: dict[str, Any]
    if on_gpu:
        usual = {"tables": 32768 if last == 256 else 16384, "steps": 64, "minibatch": 32768, "epochs": 1}
    else:
        usual = {"tables": 512, "steps": 32, "minibatch": 2048, "epochs": 2, "rate": 1e-3}
    chosen = {name: value for name, value in given.items() if value is not None}
    return checked_recipe(Recipe(game=game.name, **{"layers": (256, 256, last), **usual, **chosen}))


def checked_recipe(recipe: Recipe) -> Recipe:
    """Return the recipe, or refuse shares that are none."""
    league = recipe.league
    if len(league) != len(KINDS) or min(league) < 0 or abs(sum(league) - 1) > 1e-6:
        raise Refused(f"the league is a share of tables for each of {', '.join(KINDS)}, together 1")
    if not 0 <= recipe.variants < 1 or not 0 <= recipe.win <= 1:
        raise Refused("shares of tables and of the reward are from 0 to 1")
    if {recipe.start, recipe.against} - {"", "network"}:
        raise Refused("a training starts from, and is played against, the `network` of the package or nothing")
    if recipe.rivals and recipe.against:
        raise Refused("a best response has one kind of rival: give rivals or a network to play against, not both")
    if recipe.rivals and not league[KINDS.index("past")]:
        raise Refused("rivals play at the tables of the past: give `past` a share of the league")
    return recipe


def as_json(recipe: Recipe) -> dict[str, Any]:
    """Return the recipe as JSON-compatible values."""
    return {name: [*value] if isinstance(value, tuple) else value for name, value in asdict(recipe).items()}


def from_json(written: Mapping[str, Any]) -> Recipe:
    """Return the recipe that `as_json` wrote."""
    values: dict[str, Any] = {}
    for name, value in written.items():
        values[name] = tuple(value) if isinstance(value, list) else value
    return Recipe(**values)


def same_but(stored: Recipe, given: Mapping[str, Any]) -> Recipe:
    """Return the stored recipe; refuse a value `given` that differs from it."""
    for field in fields(stored):
        value = given.get(field.name)
        if value is not None and value != getattr(stored, field.name):
            kept = getattr(stored, field.name)
            raise Refused(f"the checkpoint was trained with {field.name} {kept}, not {value}; choose another folder")
    return stored
