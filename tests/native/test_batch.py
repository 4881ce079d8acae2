"""Many tables at once: each of them is what it would be on its own."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import numpy as np

import bidwell
from bidwell.native.batch import Batch

TABLES = 24
SERENGETI = bidwell.game("serengeti")


def chosen(batch: Batch, rng: random.Random) -> np.ndarray:
    """A legal action for every table that is not over."""
    every = zip(batch.actions, batch.choices.tolist(), strict=True)
    return np.array([row[rng.randrange(min(count, 4))] if count else 0 for row, count in every])


@pytest.mark.parametrize("name", ["serengeti", "secret_auction"])
def test_every_table_is_what_it_would_be_on_its_own(name: str) -> None:
    """Who is asked, what is legal, features, the table and its scores, at every step of whole games.

    In one game one player is asked at a time, in the other all at once.
    """
    game = bidwell.game(name)
    rng, batch = random.Random(1), Batch(game, TABLES, seed=5, cores=2)
    mirror = [batch.table(index) for index in range(TABLES)]
    while not batch.over:
        seen = batch.features()
        for index, table in enumerate(mirror):
            assert [*table.asks][:1] == [seat for seat in [batch.seats[index]] if seat >= 0]
            if not table.over:
                seat = table.asks[0]
                assert batch.actions[index, : batch.choices[index]].tolist() == table.legal_actions(seat)
                out = [0] * game.features.SIZE
                game.features.features(table.state, seat, out)
                assert seen[index].tolist() == out
        choice = chosen(batch, rng)
        batch.play(choice)
        for index, table in enumerate(mirror):
            if not table.over:
                table.play(table.asks[0], game.notation.text(table, int(choice[index])))
            assert batch.table(index) == table
    assert batch.scores()[0].tolist() == [table.scores for table in mirror]


def test_the_number_of_cores_changes_nothing() -> None:
    """The same seed deals the same tables, on one core and on three."""
    assert (Batch(SERENGETI, 7, seed=5, cores=1).tables == Batch(SERENGETI, 7, seed=5, cores=3).tables).all()


def test_illegal_actions_are_refused() -> None:
    """All or nothing: no table moves."""
    batch = Batch(SERENGETI, 3, seed=5, cores=1)
    before = batch.tables.copy()
    wrong = batch.actions[:, 0].copy()
    wrong[1] = -7
    with pytest.raises(ValueError, match="legal actions only"):
        batch.play(wrong)
    with pytest.raises(ValueError, match="one action a table"):
        batch.play(wrong[:2])
    assert (batch.tables == before).all()


def test_finished_tables_are_dealt_anew() -> None:
    """With cards of their own, and only those that are over."""
    rng, batch = random.Random(1), Batch(SERENGETI, 3, seed=5, cores=1)
    assert batch.renew() == 0
    first = [batch.table(index) for index in range(3)]
    while not batch.over:
        batch.play(chosen(batch, rng))
    assert batch.renew() == 3
    again = [batch.table(index) for index in range(3)]
    assert not batch.over
    assert all(table != other for table in again for other in first)
