"""What players observe: the features as a tensor, and the information state or the view as text."""

from __future__ import annotations

from typing import Any

import numpy as np

from bidwell.core.game import Game
from bidwell.native.batch_setting import recall_of, recall_size


class FeatureObserver:
    """An observer as pyspiel expects it. With `recall` it shows information states, without it the current view."""

    def __init__(self, game: Game, recall: bool) -> None:
        size = recall_size(game) if recall else game.features.SIZE
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"features": self.tensor}
        self._see, self._row, self._recall = recall_of(game) if recall else game.features.features, [0] * size, recall

    def set_from(self, state: Any, player: int) -> None:
        """Write the features of a player; zeros before the deal."""
        self.tensor.fill(0)
        if state.state is not None:
            self._see(state.state, player, self._row)
            self.tensor[:] = self._row

    def string_from(self, state: Any, player: int) -> str:
        """Return the information state of a player, or what it sees now."""
        return "\n".join((f"player {player}", *state.told[player])) if self._recall else str(state.view(player))
