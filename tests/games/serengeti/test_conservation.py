"""Chips and cards are never made or lost but as the rules say."""

from __future__ import annotations

import random

import pytest

from bidwell import Table
from tests.games.serengeti.helpers import CARDS, GAME, LOT_SIZES, bank, chips
from tests.laws.play import finished, random_deal, random_game


def games(players: int) -> list[Table]:
    rng = random.Random(players)
    return [random_deal(GAME, players, rng) for _ in range(25)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_there_are_always_65_chips(players: int) -> None:
    """SER-03: with the players and the bank, and nobody has fewer than none."""
    for deal in games(players):
        for table in random_game(deal, random.Random(deal.seed)):
            assert sum(chips(table)) + bank(table) == 65
            assert min(*chips(table), bank(table)) >= 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_card_is_always_in_one_place(players: int) -> None:
    """SER-02, SER-06: with a player, on sale, out of the game, or among those not drawn yet."""
    for deal in games(players):
        for table in random_game(deal, random.Random(deal.seed)):
            position = table.position()
            drawn = [card for cards in position["owner"].values() for card in cards]
            assert sorted(drawn + position["deck"][len(drawn) :]) == sorted(CARDS)
            assert len(drawn) == sum(LOT_SIZES[: position["round_number"]])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_leave_the_game_only_by_default(players: int) -> None:
    """SER-16, SER-18: as many are out as were discarded or left with a lot nobody could have."""
    for deal in games(players):
        table = finished(deal, random.Random(deal.seed))
        gone = sum(event.name == "discarded" for event in table.log)
        gone += sum(event.values["lot"].bit_count() for event in table.log if event.name == "lot leaves")
        assert len(table.position()["owner"]["out"]) == gone


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_told_is_what_was_paid(players: int) -> None:
    """SER-10, SER-14, SER-21, SER-22: the chips everybody has follow from what was told."""
    for deal in games(players):
        table = finished(deal, random.Random(deal.seed))
        assert _told_chips(table) == chips(table)


def _told_chips(table: Table) -> list[int]:
    """SER-05: all payments are public, so that a perfect memory knows them."""
    had = [10] * table.players
    for event in table.log:
        if event.name in ("paid for passing", "paid in full", "paid for cards", "paid evenly"):
            had[event.values["seat"]] += event.values["amount"]
        elif event.name == "forbidden bid":
            had[event.values["seat"]] -= event.values["amount"]
        elif event.name == "sold":
            had[event.values["seat"]] -= event.values["price"]
    return had


def test_what_a_seat_hears_is_the_same_until_cards_are_drawn() -> None:
    """SER-04: in a world it imagines, all that follows from an action is told alike up to the next lot."""
    for deal in games(4):
        rng = random.Random(deal.seed)
        for table in random_game(deal, rng):
            if table.over:
                break
            seat = rng.randrange(4)
            here, there = table.copy(), table.imagine(seat, deal.seed)
            text = rng.choice(table.legal(table.asks[0])[:3])
            told = [[*map(str, each.play(each.asks[0], text))] for each in (here, there)]
            until = [next((n for n, line in enumerate(lines) if line.startswith("Round ")), None) for lines in told]
            assert told[0][: until[0]] == told[1][: until[1]]
