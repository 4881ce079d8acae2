"""Bidwell: auction card games, exactly by their rulebooks, to play, to simulate, to study and to train on."""

from __future__ import annotations

from bidwell.core.errors import BadDeal, BadPosition, BadRecord, IllegalAction, Refused
from bidwell.core.events import Event
from bidwell.core.game import Game
from bidwell.core.table import Table, View
from bidwell.games import game, games

__version__ = "0.1.0"

__all__ = [
    "BadDeal",
    "BadPosition",
    "BadRecord",
    "Event",
    "Game",
    "IllegalAction",
    "Refused",
    "Table",
    "View",
    "game",
    "games",
    "replay",
]


def replay(text: str) -> Table:
    """The table at the end of a record."""
    from bidwell.core.record import replay  # not needed to play, and `import bidwell` should be quick

    return replay(text, game)
