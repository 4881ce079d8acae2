"""The registry of games. A game is a folder here and one line in this file."""

from __future__ import annotations

from importlib import import_module

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import Game

NAMES = ("serengeti", "bids", "secret_auction", "off_season")


def games() -> list[Game]:
    """Return every game."""
    return [game(name) for name in NAMES]


def game(name: str) -> Game:
    """Return the game with this name."""
    if name not in NAMES:
        raise BadDeal(f"there is no game {brief_repr(name)}; the games are {', '.join(NAMES)}")
    found: Game = import_module(f"bidwell.games.{name}").GAME
    return found
