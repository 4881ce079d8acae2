"""Money, items, chips and requests are never made or lost but as the rules say."""

from __future__ import annotations

import random

import pytest

from bidwell import Table
from tests.games.secret_auction.helpers import ALL_MONEY, GAME, ITEMS, chips, money, size
from tests.laws.play import finished, random_deal, random_game


def games(players: int) -> list[Table]:
    rng = random.Random(players)
    return [random_deal(GAME, players, rng) for _ in range(20)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_money_card_is_always_in_one_place(players: int) -> None:
    """SEC-01, SEC-12, SEC-13: of every colour the ten cards are in hand, in the pile or gone."""
    for deal in games(players):
        for table in random_game(deal, random.Random(deal.seed)):
            places = [money(table, place) for place in ("hands", "piles", "gone")]
            assert all(sorted(hand + pile + gone) == ALL_MONEY for hand, pile, gone in zip(*places, strict=True))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_item_is_always_in_one_place(players: int) -> None:
    """SEC-02: with a player, in sight, discarded, or among those to come; never more than one in sight."""
    for deal in games(players):
        for table in random_game(deal, random.Random(deal.seed)):
            position = table.position()
            turned = [item for items in position["owner"].values() for item in items]
            assert sorted(turned + position["items"][position["turned"] :]) == sorted(ITEMS)
            assert len(position["owner"]["sight"]) == (0 if table.over or position["turned"] == 0 else 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_items_lie_on_the_cards_they_were_paid_with(players: int) -> None:
    """SEC-03, SEC-12: as many are gone as the items won ask for."""
    for deal in games(players):
        for table in random_game(deal, random.Random(deal.seed)):
            position = table.position()
            for name in table.names:
                due = sum(size(item, table.options["bid_sizes"]) for item in position["owner"][name])
                assert len(position["gone"][name]) == due


@pytest.mark.parametrize("players", [3, 4, 5])
def test_chips_and_money_gone_never_come_back(players: int) -> None:
    """SEC-32: chips only grow fewer, and what is gone only more."""
    for deal in games(players):
        had, lost = [3] * players, [set[int]() for _ in range(players)]
        for table in random_game(deal, random.Random(deal.seed)):
            now, gone = chips(table), [{*cards} for cards in money(table, "gone")]
            assert all(0 <= after <= before for before, after in zip(had, now, strict=True))
            assert all(before <= after for before, after in zip(lost, gone, strict=True))
            had, lost = now, gone


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_told_is_what_was_spent(players: int) -> None:
    """SEC-06, SEC-30, SEC-31: the chips everybody has follow from what was told to all."""
    for deal in games(players):
        table = finished(deal, random.Random(deal.seed))
        had = [3] * players
        for event in table.told(None):
            if event.name in ("passed", "recovered"):
                had[event.values["seat"]] -= 1
        assert chips(table) == had


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_told_is_where_the_money_is(players: int) -> None:
    """SEC-06, SEC-10: every set is the same, so the cards that were opened tell every hand."""
    for deal in games(players):
        table = finished(deal, random.Random(deal.seed))
        assert _told_hands(table) == money(table, "hands")


def _told_hands(table: Table) -> list[list[int]]:
    """All hands, by what a spectator heard."""
    hands, bids = [{*ALL_MONEY} for _ in table.names], list[set[int]]()
    for event in table.told(None):
        cards = {value for value in ALL_MONEY if event.values.get("money", 0) >> (value - 1) & 1}
        if event.name in ("collected", "recovered"):
            hands[event.values["seat"]] |= cards
        elif event.name == "bid":
            hands[event.values["seat"]] -= cards
            bids.append(cards)
    assert bids
    return [sorted(hand) for hand in hands]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_request_is_where_it_was_dealt(players: int) -> None:
    """SEC-04: all different, and nobody keeps what they were not dealt."""
    for deal in games(players):
        dealt = deal.position()["dealt"]
        end = finished(deal, random.Random(deal.seed)).position()
        assert end["dealt"] == dealt
        assert all(end["kept"][name] in dealt[name] for name in dealt)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_random_position_can_be(players: int) -> None:
    """SEC-01 to SEC-34: whatever happens, the position is one that is taken back."""
    for deal in games(players)[:5]:
        for table in random_game(deal, random.Random(deal.seed)):
            assert GAME.position(table.position()) == table
