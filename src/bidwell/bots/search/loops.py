"""The loops of bots, as Python or as machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from bidwell.core.game import Game


@cache
def loop_of(make: Callable[[Game], Any], game: Game, compiled: bool) -> Any:
    """The loop that `make` makes for this game; compiling it takes a while, once for these sources."""
    if not compiled:
        return make(game)
    from bidwell.native.compile import jit

    return jit(make(game))
