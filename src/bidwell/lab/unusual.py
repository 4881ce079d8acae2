"""The options of a table, for those who look at its results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidwell.core.game import Game


def unusual(game: Game, options: Mapping[str, Any]) -> list[str]:
    """Those that are not as usual, as the command line takes them: `fines=off`."""
    changed = [option for option in game.options if options[option.name] != option.default]
    return [f"{option.name}={option.text(options[option.name])}" for option in changed]
