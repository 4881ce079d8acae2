"""The loops of bots, interpreted or compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from bidwell.core.game import Game


@cache
def loop_of(make: Callable[[Game], Any], game: Game, compiled: bool) -> Any:
    """Return the loop that `make` builds for this game. The first compilation of these sources takes a while."""
    if not compiled:
        return make(game)
    from bidwell.native.compile import jit

    return jit(make(game))
