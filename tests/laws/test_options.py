"""Laws of the options of every game."""

from __future__ import annotations

from typing import Any

import pytest

import bidwell
from bidwell.core.options import Option

SAMPLES = [(option, value) for game in bidwell.games() for option in game.options for value in option.samples()]


@pytest.mark.parametrize(("option", "value"), SAMPLES, ids=lambda part: getattr(part, "name", str(part)))
def test_an_option_is_shown_as_it_is_typed(option: Option, value: Any) -> None:
    """The text of an option, typed and parsed again, gives the same value."""
    assert option.parse(option.text(value)) == option.take(value) == value


@pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: game.name)
def test_the_defaults_are_taken(game: bidwell.Game) -> None:
    """The defaults are accepted with every number of players."""
    assert all(game.agreed(players, None) == game.agreed(players, {}) for players in game.players)
