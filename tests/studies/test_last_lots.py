"""The study of last lots finds best replies without a solver."""

from __future__ import annotations

from typing import Any

import pytest

from bidwell.endgames.efg import efg_text
from bidwell.endgames.tree import parts_of_a_win
from bidwell.games.serengeti.components import OUT
from studies import endgames, last_lots
from tests.extras import needed


@pytest.mark.parametrize("name", last_lots.BOTS)
def test_best_replies_are_those_of_openspiel(name: str) -> None:
    """Of the bots that play from views too: the network's NashConv of 2 is no mistake of the way it is asked."""
    spiel = needed("pyspiel", "open_spiel")
    endgame = endgames.ENDGAMES["last lot, counted"]()
    game = spiel.load_efg_game(efg_text(endgame))
    policy = spiel.TabularPolicy(endgames.strategy(endgame, name, 1))
    found = spiel.nash_conv(game, policy, False) / parts_of_a_win(last_lots.PLAYERS)
    state: Any = endgame.position.state
    assert last_lots.nash_conv(state, last_lots.BOTS[name]) == pytest.approx(found)
    assert found == pytest.approx({"network": 2.0, "heuristic": 0.0}[name])


def test_the_network_knows_no_last_lot_with_cards_out_of_the_game() -> None:
    """Without `overbid` none is ever out, and half of them are in the endgame: not shown which, it plays it well."""
    state: Any = endgames.ENDGAMES["last lot, counted"]().position.state
    assert [*state.owner].count(OUT) == 15
    assert last_lots.nash_conv(state, last_lots.blind) == 0
    assert OUT not in last_lots.reached(last_lots.network, 1, overbid=False).owner


def test_a_lot_is_open_if_its_winner_decides_the_game() -> None:
    """Not where one player is ahead of all others with any lot."""
    state: Any = endgames.ENDGAMES["last lot, counted"]().position.state
    assert last_lots.is_open(state)
    state.owner = [0 if place == OUT else place for place in state.owner]
    assert not last_lots.is_open(state)
