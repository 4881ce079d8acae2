"""Actions are compared in the same worlds, in the interpreter and in machine code, from a view only."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest

import bidwell
from bidwell import Game, Table, native
from bidwell.bots.compare import Comparison, NetworkComparison
from bidwell.bots.search.guided import AS_IT_STANDS
from tests.laws.play import every_game, random_game

FEW = 6


def midgame(game: Game, seed: int = 4) -> Table:
    """A table in the middle of a random game, where a seat has a choice."""
    rng = random.Random(seed)
    asked = (table for table in random_game(game.deal(seed=seed), rng) if table.asks)
    return next(islice((table for table in asked if len(table.legal_actions(table.asks[-1])) > 1), 20, None))


def interpreted() -> Any:
    """As if the native extra were not installed."""
    return patch.object(native, "available", lambda: False)


def compared(
    game: Game, table: Table, seat: int, *worlds: int, seed: int = 3, kind: type[Comparison] = Comparison
) -> Comparison:
    view = table.view(seat)
    comparison = kind(game, view, [*view.actions[:3], AS_IT_STANDS], seed)
    for count in worlds:
        comparison.add(count)
    return comparison


def found(comparison: Comparison) -> Any:
    return comparison.won, [comparison.shares(index) for index in range(len(comparison.won))]


@every_game
def test_machine_code_and_the_interpreter_compare_the_same(game: Game) -> None:
    """World by world, for every action."""
    if not native.available():
        pytest.skip("the native extra is not installed")
    table = midgame(game)
    compiled = compared(game, table, table.asks[-1], FEW)
    with interpreted():
        plain = compared(game, table, table.asks[-1], FEW)
    assert found(compiled) == found(plain)


@pytest.mark.slow
@every_game
def test_networks_play_on_alike_in_machine_code_and_the_interpreter(game: Game) -> None:
    """World by world, for every action; all seats together win every world once."""
    if not native.available():
        pytest.skip("the native extra is not installed")
    table = midgame(game)
    compiled = compared(game, table, table.asks[-1], 2, kind=NetworkComparison)
    with interpreted():
        plain = compared(game, table, table.asks[-1], 2, kind=NetworkComparison)
    assert found(compiled) == found(plain)
    assert {sum(compiled.shares(index)) for index in range(len(compiled.won))} == {1.0}


@every_game
def test_what_is_hidden_does_not_change_the_comparison(game: Game) -> None:
    """Also not for a seat that is not asked."""
    table = midgame(game)
    for seat in range(table.players):
        here = found(compared(game, table, seat, FEW))
        assert found(compared(game, table.imagine(seat, 8), seat, FEW)) == here


@pytest.fixture
def table() -> Table:
    return midgame(bidwell.game("secret_auction"))


def test_worlds_can_be_added_in_parts(table: Table) -> None:
    """Played at once or in parts, the worlds give the same result."""
    seat = table.asks[0]
    assert found(compared(table.game, table, seat, 2, 1, 3)) == found(compared(table.game, table, seat, 6))


def test_every_world_has_one_win_to_share(table: Table) -> None:
    """The seats' shares add up, and the viewer's is the average over its worlds."""
    seat = table.asks[0]
    comparison = compared(table.game, table, seat, 9)
    for index, row in enumerate(comparison.won):
        assert sum(comparison.shares(index)) == pytest.approx(1)
        assert comparison.shares(index)[seat] == pytest.approx(sum(row) / 9)


def test_an_action_compared_with_itself_is_no_better(table: Table) -> None:
    """All actions get the same random numbers, so equal actions win in the same worlds."""
    view = table.view(table.asks[0])
    comparison = Comparison(table.game, view, [view.actions[0]] * 2, 3)
    comparison.add(20)
    assert comparison.won[0] == comparison.won[1]


def test_a_spectator_may_look_on(table: Table) -> None:
    """A spectator wins nothing, and sees the chances of all seats."""
    comparison = Comparison(table.game, table.view(None), [AS_IT_STANDS], 3)
    comparison.add(5)
    assert sum(comparison.won[0]) == 0
    assert sum(comparison.shares(0)) == pytest.approx(1)
