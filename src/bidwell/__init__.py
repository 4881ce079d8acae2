"""Auction card games that follow their rulebooks exactly: play, simulate, study and train on them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bidwell.core.errors import BadDeal, BadPosition, BadRecord, BotFailed, IllegalAction, Refused
from bidwell.core.events import Event
from bidwell.core.game import Game
from bidwell.core.table import Table, View
from bidwell.games import game, games

if TYPE_CHECKING:
    from bidwell.analysis.analyse import analyse
    from bidwell.bots.registry import bot
    from bidwell.endgames.efg import efg
    from bidwell.native.batch import Batch
    from bidwell.simulation.dataset import dataset
    from bidwell.simulation.simulate import simulate
    from bidwell.tournament.arena import arena

__version__ = "0.1.0"

__all__ = [
    "BadDeal",
    "BadPosition",
    "BadRecord",
    "Batch",
    "BotFailed",
    "Event",
    "Game",
    "IllegalAction",
    "Refused",
    "Table",
    "View",
    "analyse",
    "arena",
    "bot",
    "dataset",
    "efg",
    "game",
    "games",
    "replay",
    "simulate",
]

_LAZY = {
    "Batch": "bidwell.native.batch",
    "analyse": "bidwell.analysis.analyse",
    "arena": "bidwell.tournament.arena",
    "bot": "bidwell.bots.registry",
    "dataset": "bidwell.simulation.dataset",
    "efg": "bidwell.endgames.efg",
    "simulate": "bidwell.simulation.simulate",
}
"""The names that are imported at their first use, to keep `import bidwell` fast, and their modules."""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def replay(text: str) -> Table:
    """Return the table at the end of a record. Raise BadRecord if the text is not a valid record."""
    from bidwell.core.record import replay  # imported here to keep `import bidwell` fast

    return replay(text, game)
