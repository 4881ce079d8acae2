"""The registry of games. A game is a folder here and one line in this file, or a package named in BIDWELL_GAMES."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import Game

NAMES = ("serengeti", "bids", "secret_auction", "off_season")
"""The games of this package."""
ADDED = "BIDWELL_GAMES"
"""The environment variable with the import names of further games, separated by commas: `candles,mine.tulips`."""


def games() -> list[Game]:
    """Return every game: those of this package, then those named in BIDWELL_GAMES."""
    return [*map(_own, NAMES), *added_games()]


def game(name: str | Game) -> Game:
    """Return the game with this name. A game itself is returned as it is."""
    if isinstance(name, Game):
        return name
    if name in NAMES:
        return _own(name)
    for found in added_games():
        if found.name == name:
            return found
    known = ", ".join(each.name for each in games())
    raise BadDeal(f"there is no game {brief_repr(name)}; the games are {known}")


def added_games() -> tuple[Game, ...]:
    """Return the games named in BIDWELL_GAMES. Refuses a package that is missing, or that is no game."""
    return _added(os.environ.get(ADDED, ""))


def _own(name: str) -> Game:
    found: Game = import_module(f"bidwell.games.{name}").GAME
    return found


@cache
def _added(packages: str) -> tuple[Game, ...]:
    found: list[Game] = []
    for package in filter(None, map(str.strip, packages.split(","))):
        each = _imported(package)
        if each.name in NAMES or any(each.name == other.name for other in found):
            raise BadDeal(f"{ADDED}: {package} has the name of another game, {brief_repr(each.name)}")
        found.append(each)
    return tuple(found)


def _imported(package: str) -> Game:
    """Import a game from outside. Errors inside its own modules are not hidden."""
    try:
        module = import_module(package)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{package}.".startswith(f"{missing.name}."):
            raise
        raise BadDeal(f"{ADDED}: there is no package {brief_repr(package)} on Python's path") from None
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise BadDeal(f"{ADDED}: the package {brief_repr(package)} has no GAME, an instance of bidwell.Game")
    return found
