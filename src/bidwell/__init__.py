"""Auction card games that follow their rulebooks exactly: play, simulate, study and train on them."""

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
    """Return the table at the end of a record. Raise BadRecord if the text is not a valid record."""
    from bidwell.core.record import replay  # imported here to keep `import bidwell` fast

    return replay(text, game)
