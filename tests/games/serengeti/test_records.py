"""Golden records: whole games anyone can read, with what came of them written down when they were played."""

from __future__ import annotations

import random

import pytest

import bidwell
from tests.games.comparison import choices_of
from tests.games.golden import GoldenRecords, told
from tests.games.serengeti.test_oracle import compare_deal

GOLDEN = GoldenRecords(__file__)
RECORDS, text, written_down = GOLDEN.names, GOLDEN.text, GOLDEN.written_down


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_to_what_was_written_down(name: str) -> None:
    """Cards, chips and bank, beside scores and places, which are compared for all games."""
    table, result = bidwell.replay(text(name)), written_down(name)
    position = table.position()
    assert {player: len(position["owner"][player]) for player in table.names} == result["cards"]
    assert (position["chips"], position["bank"]) == (result["chips"], result["bank"])


@pytest.mark.parametrize("name", RECORDS)
def test_the_oracle_comes_to_the_same_result(name: str) -> None:
    """Engine and oracle agree at every decision of the record, and at the end."""
    record = bidwell.replay(text(name))
    table = record.game.deal(seed=record.seed, names=record.names, options=record.options)
    assert compare_deal(table, choices_of(record), random.Random(1)) == len(record.history)
    assert table.position() == record.position()


def test_a_default_and_a_second_auction() -> None:
    """SER-16, SER-17: a winner cannot pay, discards a card of their choice, and the lot is auctioned again."""
    table = bidwell.replay(text("a-default-and-a-second-auction"))
    names = [event.name for event in table.log]
    at = names.index("cannot pay")
    assert names[at : at + 3] == ["cannot pay", "discarded", "auctioned again"]
    assert "discard" in text("a-default-and-a-second-auction")


def test_a_free_lot() -> None:
    """SER-11: nobody bids, and the lot goes to the one who opened."""
    table = bidwell.replay(text("a-free-lot"))
    (free,) = told(table, "free lot")
    opened = [event for event in told(table, "lot drawn") if table.log.index(event) < table.log.index(free)][-1]
    assert free.values["seat"] == opened.values["seat"]


def test_a_fine() -> None:
    """SER-14: a forbidden bid costs one chip."""
    (fine,) = told(bidwell.replay(text("a-fine")), "forbidden bid")
    assert fine.values["amount"] == 1


def test_an_empty_bank() -> None:
    """SER-10: somebody passes and gets 1 chip, and somebody gets none."""
    table = bidwell.replay(text("an-empty-bank"))
    assert {event.values["amount"] for event in told(table, "paid for passing")} == {1, 2}
    assert any("the bank is empty" in str(event) for event in told(table, "passed"))


def test_a_lot_that_leaves() -> None:
    """SER-18: all three could not pay, and the lot leaves the game."""
    table = bidwell.replay(text("a-lot-that-leaves"))
    (left,) = told(table, "lot leaves")
    before = table.log[: table.log.index(left)]
    drawn = max(before.index(event) for event in before if event.name == "lot drawn")
    assert {event.values["seat"] for event in before[drawn:] if event.name == "cannot pay"} == {0, 1, 2}


def test_a_shared_victory() -> None:
    """SER-27: the same points, cards and chips: both are first."""
    result = written_down("a-shared-victory")
    winners = [name for name, place in result["places"].items() if place == 1]
    assert len(winners) == 2
    assert len({(result["scores"][name], result["cards"][name], result["chips"][name]) for name in winners}) == 1


def test_a_tie_on_points() -> None:
    """SER-27: the same points and as many cards, so that more chips win."""
    result = written_down("a-tie-on-points")
    first, second = sorted(result["places"], key=result["places"].__getitem__)[:2]
    assert result["scores"][first] == result["scores"][second]
    assert result["cards"][first] == result["cards"][second]
    assert result["chips"][first] > result["chips"][second]
