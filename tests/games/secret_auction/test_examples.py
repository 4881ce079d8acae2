"""Every sentence of the rulebook about an auction and its end, played out to the number of points.

Nobody fulfils a request unless a test says so, so that points are stars. The requests are in test_requests.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from bidwell import Table
from tests.games.secret_auction.helpers import Won, a_table, auction

KEPT = {"Anne": "SEC-42", "Burt": "SEC-48", "Carla": "SEC-49", "Dora": "SEC-47", "Emil": "SEC-45"}
"""At least four types, two pairs, one of each, two of two stars, a multiple of four stars: all need several items."""


def end(item: str, *auctions: tuple[str, ...], players: int = 3, **fields: Any) -> Table:
    """A table after these auctions, the first one for `item`; the game is over then."""
    kept = dict([*KEPT.items()][:players])
    table = a_table(item, players=players, **{"kept": kept, "coming": [], **fields})
    for choices in auctions:
        auction(table, *choices)
    assert table.over
    return table


# An auction


def test_the_highest_bid_wins_the_stars() -> None:
    """SEC-11, SEC-35: three stars for 9."""
    assert end("Ruby 3", ("bid 7", "bid 9", "bid 8")).scores == [0, 3, 0]


def test_several_cards_are_added_up() -> None:
    """SEC-10, SEC-11: three cards for Ruby 2: 4+5+6 against 1+2+10 and 1+3+9."""
    assert end("Ruby 2", ("bid 1+2+10", "bid 4+5+6", "bid 1+3+9")).scores == [0, 2, 0]


def test_the_highest_bids_are_the_same() -> None:
    """SEC-14: 9 and 9; the next highest bid, 7, wins."""
    assert end("Ruby 3", ("bid 9", "bid 9", "bid 7")).scores == [0, 0, 3]


def test_the_next_highest_bids_are_the_same_too() -> None:
    """SEC-14: 9 and 9, 7 and 7: discarded, and the 2 wins nothing either."""
    assert end("Ruby 3", ("bid 9", "bid 7", "bid 9", "bid 7", "bid 2"), players=5).scores == [0] * 5


def test_a_discarded_item_is_not_sold_again() -> None:
    """SEC-14: Ruby 3 is discarded; of the last two items only Opal 1 brings a point."""
    assert end("Ruby 3", ("bid 9",) * 3, ("bid 7", "bid 8", "bid 6"), coming=["Opal 1"]).scores == [0, 1, 0]


# When the money runs out

PAID = ["Sapphire 1", "Sapphire 3", "Opal 3"]
"""For eight cards: three, two and three."""
STARS = 1 + 3 + 3


def test_all_cards_are_used_up() -> None:
    """SEC-20: with the last card in the pile Anne takes all of it back, and wins with the 10 that lay there."""
    money: dict[str, Any] = {"hands": {"Anne": [3]}, "piles": {"Anne": [10]}, "won": {"Anne": PAID}}
    table = end("Emerald 1", ("bid 3", "bid 9", "bid 8"), ("bid 10", "bid 7", "bid 6"), coming=["Ruby 3"], **money)
    assert table.scores == [STARS + 3, 1, 0]


def test_fewer_cards_than_the_item_needs() -> None:
    """SEC-20: one card in hand and two in the pile, for an item that needs two: 9+10 wins it."""
    money: dict[str, Any] = {
        "hands": {"Anne": [3, 4]},
        "piles": {"Anne": [9, 10]},
        "won": {"Anne": [*PAID[:2], "Opal 1"]},
    }
    table = end(
        "Emerald 1", ("bid 3", "bid 9", "bid 8"), ("bid 9+10", "bid 7+8", "bid 6+7"), coming=["Ruby 1"], **money
    )
    assert table.scores == [1 + 3 + 1 + 1, 1, 0]


# Auction chips


def test_a_chip_passes() -> None:
    """SEC-16, SEC-30: Anne and Carla pass, and Burt wins with a 1."""
    table = end("Ruby 3", ("pass", "bid 1", "pass"))
    assert (table.scores, table.position()["chips"]) == ([0, 3, 0], {"Anne": 2, "Burt": 3, "Carla": 2})


def test_all_pass() -> None:
    """SEC-16: nobody wins the item, and the chips are spent."""
    table = end("Ruby 3", ("pass",) * 3)
    assert (table.scores, table.position()["chips"]) == ([0, 0, 0], {"Anne": 2, "Burt": 2, "Carla": 2})


@pytest.mark.parametrize(("choice", "points"), [("recover, bid 10", [3, 0, 0]), ("bid 5", [0, 3, 0])])
def test_a_chip_takes_the_pile_back(choice: str, points: list[int]) -> None:
    """SEC-31: though the hand would do; without it Anne has nothing above 8."""
    assert end("Ruby 3", (choice, "bid 9", "bid 8"), piles={"Anne": [9, 10]}).scores == points


def test_cards_paid_with_do_not_come_back() -> None:
    """SEC-32: neither by need nor by a chip: after Ruby 3 for the 10 the best that Anne has is a 9."""
    table = a_table("Ruby 3", coming=["Opal 1"], kept=dict([*KEPT.items()][:3]), piles={"Anne": [1]})
    auction(table, "bid 10", "bid 9", "bid 8")
    assert "bid 10" not in table.legal("Anne")
    auction(table, "recover, bid 9", "bid 10", "bid 7")
    assert table.scores == [3, 1, 0]


@pytest.mark.parametrize(
    ("choice", "points"), [("bid 7", [4, 3, 0]), ("pass", [0, 3, 0]), ("recover, bid 7", [0, 3, 0])]
)
def test_the_owner_who_wants_all_chips_kept(choice: str, points: list[int]) -> None:
    """SEC-46: 4 points, and none once a chip is used for either."""
    kept = {**dict([*KEPT.items()][:3]), "Anne": "SEC-46"}
    assert end("Ruby 3", (choice, "bid 9", "bid 8"), piles={"Anne": [1]}, kept=kept).scores == points


# The end


def test_a_player_who_cannot_bid_takes_no_part_any_more() -> None:
    """SEC-21: Anne has one card for Ruby 1, which needs two; Opal 1 needs one, but Anne is out, and keeps the stars."""
    money: dict[str, Any] = {"hands": {"Anne": [9]}, "won": {"Anne": [*PAID, "Topaz 2"]}}
    rest = [("bid 4+5", "bid 6+7"), ("bid 8", "bid 9")]
    table = end("Emerald 1", ("bid 9", "bid 10", "bid 8"), *rest, coming=["Ruby 1", "Opal 1"], **money)
    assert (table.position()["out"], table.scores) == (["Anne"], [STARS + 2, 1, 1 + 1])


NINE: Won = {
    "Anne": ["Ruby 2", "Sapphire 1", "Emerald 3"],
    "Burt": ["Amethyst 2", "Topaz 1", "Opal 3"],
    "Carla": ["Ruby 1", "Sapphire 3", "Emerald 2", "Amethyst 1", "Opal 1"],
}
"""Items for nine cards each, with 6, 6 and 8 stars."""


def test_only_one_can_take_part() -> None:
    """SEC-33: Carla has won Emerald 1; Ruby 1 needs two cards, and is not awarded to Carla, who is left alone."""
    money: dict[str, Any] = {"hands": {"Anne": [3], "Burt": [4]}, "won": {**NINE, "Carla": []}}
    table = end("Emerald 1", ("bid 3", "bid 4", "bid 5"), coming=["Ruby 1", "Ruby 3"], **money)
    assert (table.position()["turned"], table.scores) == (17, [6, 6, 1])


def test_those_left_have_the_same_cards() -> None:
    """SEC-34: Carla is out; Anne and Burt have a 4 and no chip: all items to come would be discarded."""
    money: dict[str, Any] = {"hands": {"Anne": [4], "Burt": [4], "Carla": [9]}, "won": NINE, "chips": [0, 0, 0]}
    kept = {"Anne": "SEC-42", "Burt": "SEC-48", "Carla": "SEC-47"}
    table = end("Emerald 1", ("bid 4", "bid 4", "bid 9"), coming=["Ruby 3", "Sapphire 2"], kept=kept, **money)
    assert (table.position()["turned"], table.scores) == (17, [6, 6, 8 + 1])
