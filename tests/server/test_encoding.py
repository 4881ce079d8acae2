"""Views and events as the server encodes them, part by part, are those that the table shows."""

from __future__ import annotations

import random

import msgspec
import pytest

from bidwell import Game, games
from bidwell.server.encoding import ViewEncoder, encoded_news
from bidwell.server.protocol import encode, told

GAMES = [*games()]
STEPS = 80


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_encoded_parts_are_what_the_table_shows(game: Game) -> None:
    """For every viewer, at every step of a game: nothing is left from an earlier view, and nothing is missing."""
    table, rng, encoder = game.deal(seed=5), random.Random(5), ViewEncoder()
    viewers = [*range(table.players), None]
    while not table.over and len(table.steps) < STEPS:
        assert [msgspec.json.decode(view) for view in encoder.views(table, viewers)] == msgspec.to_builtins(
            table.shown(viewers)
        )
        seat = rng.choice(table.asks)
        events = table.play(seat, rng.choice(table.legal(seat)))
        assert [bytes(news) for news in encoded_news(events, viewers)] == [encode(told(events, v)) for v in viewers]


def test_legal_actions_are_those_of_the_latest_position() -> None:
    """What was offered in an earlier position, or at a copy of the table, is not taken for what is legal now."""
    table, encoder = GAMES[0].deal(seed=1), ViewEncoder()
    seat = table.asks[0]
    assert encoder.offered(table, seat) is None
    encoder.views(table, [0, 1, 2, 3])
    assert encoder.offered(table, seat) == table.legal_actions(seat)
    assert encoder.offered(table, (seat + 1) % 4) is None
    assert encoder.offered(table.copy(), seat) is None
    table.play(seat, table.legal(seat)[0])
    assert encoder.offered(table, seat) is None


def test_an_older_position_is_encoded_after_a_newer_one() -> None:
    """When an action was taken back, the view is again that of the table."""
    table, encoder = GAMES[0].deal(seed=1), ViewEncoder()
    before = table.copy()
    first = encoder.views(before, [0, None])
    table.play(table.asks[0], table.legal(table.asks[0])[0])
    assert encoder.views(table, [0, None]) != first
    assert encoder.views(before, [0, None]) == first
