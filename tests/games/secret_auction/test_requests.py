"""The ten owners' requests at their edges: hand-made ends of a game, and last auctions that decide."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.secret_auction.helpers import ANNE, GAME, REQUESTS, Won, a_table, auction, finish, names

POINTS = {
    **{"SEC-40": 5, "SEC-41": 3, "SEC-42": 4, "SEC-43": 4, "SEC-44": 4},
    **{"SEC-45": 4, "SEC-46": 4, "SEC-47": 4, "SEC-48": 5, "SEC-49": 3},
}


def kept_by_anne(request: str) -> dict[str, str]:
    """Anne has kept this one, the others two of the rest."""
    burts, carlas = [each for each in REQUESTS if each != request][:2]
    return {"Anne": request, "Burt": burts, "Carla": carlas}


def is_fulfilled(request: str, won: Won, **fields: Any) -> bool:
    """Has Anne fulfilled the request? Then she has its points besides her stars, and otherwise nothing."""
    table = finish(won, kept_by_anne(request), **fields)
    gained = table.scores[ANNE] - sum(int(item.split()[1]) for item in won.get("Anne", []))
    assert gained in (0, POINTS[request])
    return gained > 0


# Most money cards


@pytest.mark.parametrize(
    ("won", "fulfilled"),
    [
        ({}, True),
        ({"Anne": ["Emerald 1"], "Burt": ["Ruby 1"], "Carla": ["Topaz 3"]}, True),
        ({"Anne": ["Ruby 1"], "Burt": ["Topaz 3"], "Carla": ["Opal 2"]}, True),
        ({"Anne": ["Ruby 1"], "Burt": ["Topaz 3"], "Carla": ["Opal 3"]}, True),
        ({"Anne": ["Ruby 1"], "Burt": ["Emerald 1"], "Carla": ["Opal 3"]}, False),
        ({"Anne": ["Emerald 1"]}, False),
        ({"Anne": ["Emerald 1"], "Burt": ["Opal 1"]}, False),
    ],
    ids=["all have ten", "9 8 8", "8 8 8", "8 8 7", "8 9 7", "9 10 10", "9 9 10"],
)
def test_most_money_cards(won: Won, fulfilled: bool) -> None:
    """SEC-40: most of all players; tied is enough, also with all of them."""
    assert is_fulfilled("SEC-40", won) == fulfilled


def test_money_in_the_pile_counts_like_money_in_hand() -> None:
    """SEC-40: hand and pile together: Anne has 1 and 8, Burt 8 and none."""
    won = {"Anne": ["Emerald 1"], "Burt": ["Ruby 1"], "Carla": ["Topaz 3"]}
    assert is_fulfilled("SEC-40", won, piles={"Anne": [2, 3, 4, 5, 6, 7, 8, 9]})


def test_the_piles_of_others_count_too() -> None:
    """SEC-40: Burt has one card in hand, but nine in the pile."""
    assert not is_fulfilled("SEC-40", {"Anne": ["Emerald 1"]}, piles={"Burt": [1, 2, 3, 4, 5, 6, 7, 8, 9]})


@pytest.mark.parametrize(("anne", "burt", "fulfilled"), [(10, 1, True), (1, 10, True)])
def test_money_is_counted_as_cards(anne: int, burt: int, fulfilled: bool) -> None:
    """SEC-40: nine cards each are a tie, whatever they are worth."""
    won = {"Anne": ["Emerald 1"], "Burt": ["Opal 1"], "Carla": ["Ruby 1"]}
    assert is_fulfilled("SEC-40", won, gone={"Anne": [anne], "Burt": [burt], "Carla": [1, 2]}) == fulfilled


def test_more_low_cards_are_more_than_few_high_ones() -> None:
    """SEC-40: Anne's seven are worth 28, Burt's six 45."""
    won = {"Anne": ["Opal 3"], "Burt": ["Ruby 1", "Topaz 3"], "Carla": ["Ruby 2", "Amethyst 2"]}
    gone = {"Anne": [8, 9, 10], "Burt": [1, 2, 3, 4], "Carla": [1, 2, 3, 4, 5, 6]}
    assert is_fulfilled("SEC-40", won, gone=gone)


def test_with_no_money_at_all() -> None:
    """SEC-40: Anne has spent all ten cards."""
    assert not is_fulfilled("SEC-40", {"Anne": ["Ruby 2", "Sapphire 1", "Emerald 3", "Opal 1"]})


def test_money_of_a_player_who_is_out_counts() -> None:
    """SEC-40: Burt is out with two cards, Anne with one; Carla has none."""
    won = {
        "Anne": ["Ruby 2", "Sapphire 1", "Emerald 3"],
        "Burt": ["Amethyst 2", "Topaz 1", "Topaz 3"],
        "Carla": ["Opal 3", "Ruby 1", "Amethyst 1", "Emerald 2", "Opal 1"],
    }
    assert not is_fulfilled("SEC-40", won, out=["Anne", "Burt"])


# Types


@pytest.mark.parametrize(
    ("items", "few", "many"),
    [
        ([], False, False),
        (["Ruby 1"], True, False),
        (["Ruby 1", "Ruby 2", "Ruby 3"], True, False),
        (["Ruby 3", "Sapphire 2"], True, False),
        (["Ruby 3", "Sapphire 2", "Emerald 1"], True, False),
        (["Ruby 3", "Ruby 1", "Sapphire 2", "Emerald 1", "Emerald 2"], True, False),
        (["Ruby 3", "Sapphire 2", "Emerald 1", "Opal 1"], False, True),
        (["Ruby 3", "Ruby 1", "Sapphire 2", "Emerald 1", "Topaz 2", "Emerald 2"], False, True),
        (["Ruby 3", "Sapphire 2", "Emerald 1", "Amethyst 3", "Topaz 2"], False, True),
        (["Ruby 3", "Sapphire 2", "Emerald 1", "Amethyst 3", "Topaz 2", "Opal 1"], False, True),
    ],
    ids=lambda value: f"{len(value)} items" if isinstance(value, list) else None,
)
def test_three_types_and_four(items: list[str], few: bool, many: bool) -> None:
    """SEC-41, SEC-42: with any item one of the two is fulfilled, with none neither; types count, not items."""
    assert is_fulfilled("SEC-41", {"Anne": items}) == few
    assert is_fulfilled("SEC-42", {"Anne": items}) == many


def test_types_of_others_do_not_count() -> None:
    """SEC-41, SEC-42: Burt has four more types."""
    won = {"Anne": ["Ruby 3"], "Burt": ["Sapphire 2", "Emerald 1", "Topaz 2", "Opal 1"]}
    assert [is_fulfilled(request, won) for request in ("SEC-41", "SEC-42")] == [True, False]


# Fewest three-star items


@pytest.mark.parametrize(
    ("won", "fulfilled"),
    [
        ({}, True),
        ({"Anne": ["Ruby 2", "Opal 1"]}, True),
        ({"Burt": ["Ruby 3"], "Carla": ["Opal 3"]}, True),
        ({"Burt": ["Ruby 3"]}, True),
        ({"Anne": ["Ruby 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 3"]}, True),
        ({"Anne": ["Ruby 3"], "Burt": ["Opal 3", "Sapphire 3"], "Carla": ["Topaz 3"]}, True),
        ({"Anne": ["Ruby 3"]}, False),
        ({"Anne": ["Ruby 3"], "Burt": ["Opal 3", "Sapphire 3"]}, False),
        ({"Anne": ["Ruby 3", "Amethyst 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 3"]}, False),
    ],
    ids=["nobody has any", "no three-star item", "0 1 1", "0 1 0", "1 1 1", "1 2 1", "1 0 0", "1 2 0", "2 1 1"],
)
def test_fewest_three_star_items(won: Won, fulfilled: bool) -> None:
    """SEC-43: fewest of all players; none counts as 0, tied is enough."""
    assert is_fulfilled("SEC-43", won) == fulfilled


# Most one-star items


@pytest.mark.parametrize(
    ("won", "fulfilled"),
    [
        ({}, False),
        ({"Anne": ["Ruby 2", "Opal 3"]}, False),
        ({"Anne": ["Ruby 1"]}, True),
        ({"Anne": ["Ruby 1"], "Burt": ["Opal 1"], "Carla": ["Topaz 1"]}, True),
        ({"Anne": ["Ruby 1", "Opal 1"], "Burt": ["Emerald 1", "Topaz 1"]}, True),
        ({"Anne": ["Ruby 1", "Ruby 2", "Ruby 3"], "Burt": ["Opal 1"]}, True),
        ({"Anne": ["Ruby 1"], "Burt": ["Emerald 1", "Topaz 1"]}, False),
        ({"Burt": ["Emerald 1"]}, False),
    ],
    ids=["nobody has any", "none of one star", "1 0 0", "1 1 1", "2 2 0", "1 1 0", "1 2 0", "0 1 0"],
)
def test_most_one_star_items(won: Won, fulfilled: bool) -> None:
    """SEC-44: most of all players, at least one; tied is enough."""
    assert is_fulfilled("SEC-44", won) == fulfilled


# A multiple of four


CHEAP = ("Ruby 3", "Amethyst 3", "Sapphire 2", "Topaz 2", "Emerald 1", "Opal 1")
SUMS = {
    0: (),
    1: (4,),
    2: (2,),
    3: (0,),
    4: (0, 4),
    5: (0, 2),
    6: (0, 1),
    7: (0, 1, 4),
    8: (0, 1, 2),
    9: (0, 1, 2, 4),
    10: (0, 1, 2, 3),
    11: (0, 1, 2, 3, 4),
    12: (0, 1, 2, 3, 4, 5),
}
"""By number of stars, items for one card that have it together."""


@pytest.mark.parametrize("stars", SUMS)
def test_a_multiple_of_four_stars(stars: int) -> None:
    """SEC-45: 4, 8 and 12, but not 0 nor anything between."""
    items = [CHEAP[place] for place in SUMS[stars]]
    assert sum(int(item.split()[1]) for item in items) == stars
    assert is_fulfilled("SEC-45", {"Anne": items}) == (stars in (4, 8, 12))


def test_points_for_a_request_are_no_stars() -> None:
    """SEC-45: 4 stars and 4 points are 8, and it is the stars that count."""
    assert finish({"Anne": ["Ruby 3", "Opal 1"]}, kept_by_anne("SEC-45")).scores[ANNE] == 8


# All chips unused


@pytest.mark.parametrize(("chips", "fulfilled"), [(3, True), (2, False), (1, False), (0, False)])
def test_all_three_chips_unused(chips: int, fulfilled: bool) -> None:
    """SEC-46: all three, not most of them; what the others have does not matter."""
    assert is_fulfilled("SEC-46", {}, chips=[chips, 3, 0]) == fulfilled


def test_without_any_item_too() -> None:
    """SEC-46: one may have won nothing."""
    assert is_fulfilled("SEC-46", {"Burt": ["Ruby 1"]})


@pytest.mark.parametrize(
    ("choice", "told"),
    [("bid 3", "fulfilled"), ("pass", "failed"), ("recover, bid 3", "failed"), ("recover, pass", "failed")],
)
def test_a_chip_is_used_for_a_pass_and_for_the_pile(choice: str, told: str) -> None:
    """SEC-46: SEC-30 and SEC-31 both use one."""
    table = a_table("Emerald 1", piles={"Anne": [9]}, coming=[], kept=kept_by_anne("SEC-46"))
    assert names(auction(table, choice, "bid 4", "bid 5"))[-3] == told


def test_taking_the_pile_back_by_need_uses_none() -> None:
    """SEC-46: SEC-20 is at no cost."""
    kept = kept_by_anne("SEC-46")
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [9]}, coming=["Ruby 3"], kept=kept)
    assert "collected" in names(auction(table, "bid 3", "bid 4", "bid 5"))
    assert names(auction(table, "bid 3", "bid 6", "bid 7"))[-3] == "fulfilled"


# Exactly two two-star items


@pytest.mark.parametrize(
    ("items", "fulfilled"),
    [
        ([], False),
        (["Ruby 1", "Ruby 3"], False),
        (["Sapphire 2"], False),
        (["Sapphire 2", "Topaz 2"], True),
        (["Sapphire 2", "Topaz 2", "Ruby 3", "Opal 1", "Emerald 1"], True),
        (["Sapphire 2", "Topaz 2", "Opal 2"], False),
        (["Sapphire 2", "Topaz 2", "Opal 2", "Emerald 2"], False),
    ],
    ids=["nothing", "others alone", "one", "two", "two and others", "three", "four"],
)
def test_exactly_two_two_star_items(items: list[str], fulfilled: bool) -> None:
    """SEC-47: no fewer, no more; any others besides."""
    assert is_fulfilled("SEC-47", {"Anne": items, "Burt": ["Ruby 2"]}) == fulfilled


# Two types with two items each


@pytest.mark.parametrize(
    ("items", "fulfilled"),
    [
        ([], False),
        (["Ruby 1", "Ruby 3"], False),
        (["Ruby 1", "Ruby 2", "Ruby 3"], False),
        (["Ruby 1", "Ruby 2", "Ruby 3", "Opal 1"], False),
        (["Ruby 3", "Sapphire 2", "Emerald 1", "Opal 1"], False),
        (["Ruby 1", "Ruby 3", "Opal 1", "Opal 2"], True),
        (["Ruby 1", "Ruby 2", "Ruby 3", "Opal 1", "Opal 2"], True),
        (["Ruby 1", "Ruby 3", "Opal 1", "Opal 2", "Emerald 1", "Emerald 2"], True),
        (["Ruby 1", "Ruby 3", "Opal 1", "Opal 2", "Emerald 1"], True),
    ],
    ids=["nothing", "2", "3", "3 1", "1 1 1 1", "2 2", "3 2", "2 2 2", "2 2 1"],
)
def test_two_types_with_two_items_each(items: list[str], fulfilled: bool) -> None:
    """SEC-48: two or more types with at least two items each."""
    assert is_fulfilled("SEC-48", {"Anne": items}) == fulfilled


def test_a_pair_shared_with_another_is_none() -> None:
    """SEC-48: one Opal is Burt's."""
    assert not is_fulfilled("SEC-48", {"Anne": ["Ruby 1", "Ruby 3", "Opal 1"], "Burt": ["Opal 2"]})


# One of each


@pytest.mark.parametrize(
    ("items", "fulfilled"),
    [
        ([], False),
        (["Ruby 1", "Topaz 2"], False),
        (["Ruby 1", "Topaz 3"], False),
        (["Ruby 3", "Topaz 2"], False),
        (["Ruby 1", "Opal 1", "Topaz 2", "Sapphire 2"], False),
        (["Opal 1", "Topaz 2", "Ruby 3"], True),
        (["Ruby 1", "Ruby 2", "Ruby 3"], True),
        (["Opal 1", "Emerald 1", "Topaz 2", "Sapphire 2", "Ruby 3", "Amethyst 3"], True),
    ],
    ids=["nothing", "no three", "no two", "no one", "two pairs", "three types", "one type", "two of each"],
)
def test_one_item_each_of_one_two_and_three_stars(items: list[str], fulfilled: bool) -> None:
    """SEC-49: at least one of each, of whatever type."""
    assert is_fulfilled("SEC-49", {"Anne": items, "Burt": ["Sapphire 3", "Opal 2", "Sapphire 1"]}) == fulfilled


# By the stars


@pytest.mark.parametrize("request_kept", REQUESTS)
def test_the_size_of_bids_changes_no_request(request_kept: str) -> None:
    """SEC-03, SEC-40: with bids by stars Anne's items cost 6 cards instead of 3, and only the Saver minds."""
    won = {"Anne": ["Opal 1", "Topaz 2", "Ruby 3"], "Burt": ["Ruby 2"], "Carla": ["Amethyst 2"]}
    square, stars = (is_fulfilled(request_kept, won, options={"bid_sizes": each}) for each in ("square", "stars"))
    assert (square, stars) == ((True, False) if request_kept == "SEC-40" else (square, square))


# The last auction decides


DECIDED: dict[str, tuple[list[str], str, str]] = {
    "SEC-40": ([], "Emerald 1", "loses"),
    "SEC-41": (["Ruby 3", "Sapphire 2", "Opal 1"], "Emerald 1", "loses"),
    "SEC-42": (["Ruby 3", "Sapphire 2", "Opal 1"], "Emerald 1", "wins"),
    "SEC-43": ([], "Ruby 3", "loses"),
    "SEC-44": ([], "Emerald 1", "wins"),
    "SEC-45": (["Ruby 3"], "Emerald 1", "wins"),
    "SEC-47": (["Opal 2"], "Sapphire 2", "wins"),
    "SEC-48": (["Ruby 1", "Ruby 3", "Opal 2"], "Opal 1", "wins"),
    "SEC-49": (["Ruby 3", "Topaz 2"], "Emerald 1", "wins"),
}
"""What Anne has won, the last item, and whether she should win it or lose it."""


@pytest.mark.parametrize("outcome", ["wins", "loses"])
@pytest.mark.parametrize("request_kept", DECIDED)
def test_the_last_auction_decides(request_kept: str, outcome: str) -> None:
    """SEC-40 to SEC-49: one auction more, and it is told whether the request is fulfilled, with its points."""
    before, item, should = DECIDED[request_kept]
    table = a_table(item, won={"Anne": before}, coming=[], kept=kept_by_anne(request_kept))
    told = auction(table, "bid 10" if outcome == "wins" else "bid 7", "bid 9", "bid 8")[-3]
    assert (told.name, told.values["seat"]) == ("fulfilled" if outcome == should else "failed", ANNE)
    assert told.values.get("points", POINTS[request_kept]) == POINTS[request_kept]


def test_every_request_has_its_own_clause() -> None:
    """SEC-40 to SEC-49: ten, and what each is worth stands in the rulebook."""
    assert {clause: f"{points} points" for clause, points in POINTS.items()} == {
        clause: GAME.clauses[clause].words.split(":")[0] for clause in REQUESTS
    }
