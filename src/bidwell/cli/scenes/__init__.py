"""How games look in the terminal: one module per game, and `plain` for a game without one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rich.console import RenderableType

from bidwell.core.events import Event
from bidwell.core.game import Game
from bidwell.core.table import Table, View


class Scene(Protocol):
    """The interface of a scene's module."""

    def how(self, table: Table) -> Sequence[str]:
        """Explain the game in about five lines."""

    def scene(self, view: View, log: Sequence[Event]) -> RenderableType:
        """The table as this view shows it, and the latest events."""

    def consequence(self, view: View, action: int) -> Sequence[RenderableType]:
        """What this action would do, from the view alone."""

    def ending(self, table: Table) -> RenderableType:
        """The last screen: who won, and why."""


def scene_of(game: Game) -> Scene:
    """Return the game's own scene, or the plain one."""
    own = f"{__name__}.{game.name}"
    return cast(Scene, import_module(own if find_spec(own) else f"{__name__}.plain"))
