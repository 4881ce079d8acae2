"""A GPU as the place where the games of a simulation are played. Needs the extra `bidwell[cuda]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bidwell.core.errors import Refused
from bidwell.core.game import Game
from bidwell.simulation.games import QUICK, is_quick

PLACE = "cuda"
"""The name of the GPU as a place."""
CHUNK = 1 << 18
"""Games that are played and counted together, enough to occupy a large GPU."""


def check_gpu(seats: Sequence[str], writes_data: bool) -> None:
    """Refuse what cannot be played on a GPU here."""
    if not is_quick(seats):
        raise Refused(f"on a GPU only {', '.join(QUICK)} play; leave --on out for other bots")
    if writes_data:
        raise Refused("games on a GPU are counted, not written; leave --on out to write a dataset")
    from bidwell.native.cuda import why_none

    if why_none():
        raise Refused(f"nothing can be played on a GPU here: {why_none()}")


def play_on_gpu(
    game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int, first: int, count: int
) -> tuple[Any, Any, Any]:
    """Return decisions, scores and standings of games `first` to `first + count - 1`, a row for each."""
    from bidwell.native.cuda.games import CudaGames
    from bidwell.native.cuda.states import to_host

    games = CudaGames(game, count, [QUICK[spec] for spec in seats], options=options, seed=seed)
    games.play(first)
    return to_host(games.decisions), to_host(games.scores), to_host(games.standings)
