"""Equal scores at the end: what broke the tie or that a place is shared, at every place, and on the last screens."""

from __future__ import annotations

from bidwell import Table
from bidwell.cli.scenes import scene_of
from bidwell.core.ties import ties
from bidwell.server.protocol import ending_of
from tests.cli.terminal import drawn
from tests.cli.test_scene_off_season import finish as sell_nothing
from tests.games.bids.helpers import round_over
from tests.games.secret_auction.helpers import finish


def shown(table: Table) -> str:
    """The last screen, each sentence on one line."""
    return drawn(scene_of(table.game).ending(table), 200)


def told(table: Table) -> dict[int, str]:
    """The sentences by the best place they are about, each with its clause as the last screens have it."""
    return {tie.place: f"{tie.text} ({tie.clause})." for tie in ties(table)}


# Bids


def test_a_shared_second_place() -> None:
    """BID-18: Burt and Dora have 8 as lucky losers; the winner is not in it."""
    table = round_over({"Anne": ["black 10"], "Carla": ["black 3"]})
    assert told(table) == {2: "Burt and Dora have 8 points each: they share place 2 (BID-18)."}
    assert "\nBurt and Dora have 8 points each: they share place 2 (BID-18).\n" in shown(table)


def test_two_ties_at_once() -> None:
    """BID-18: one for the victory, one for the third place."""
    taker = {"Anne": ["black 9", "black 1"], "Burt": ["black 10"], "Carla": ["black 3"], "Dora": ["black 8", "-5"]}
    assert told(round_over(taker)) == {
        1: "Anne and Burt have 10 points each: they share the victory (BID-18).",
        3: "Carla and Dora have 3 points each: they share place 3 (BID-18).",
    }


def test_no_tie_needs_no_word() -> None:
    """BID-18: all points are different."""
    taker = {"Anne": ["black 9"], "Burt": ["black 10"], "Carla": ["black 3"], "Dora": ["black 2"]}
    assert told(round_over(taker)) == {}


def test_one_point_is_one_point() -> None:
    """BID-18: in the singular."""
    taker = {"Anne": ["black 6", "-5"], "Burt": ["black 1"], "Carla": ["black 9"], "Dora": ["black 2"]}
    assert told(round_over(taker)) == {3: "Anne and Burt have 1 point each: they share place 3 (BID-18)."}


# The Secret Auction House

KEPT = {"Anne": "SEC-42", "Burt": "SEC-43", "Carla": "SEC-48"}


def test_a_request_decides_the_second_place() -> None:
    """SEC-35: Anne has 7 stars; Burt has 2 stars and 4 for the request, Carla 6 stars."""
    won = {"Anne": ["Ruby 1", "Ruby 3", "Opal 3"], "Burt": ["Opal 2"], "Carla": ["Topaz 3", "Sapphire 3"]}
    table = finish(won, KEPT)
    said = "Burt and Carla have 6 points each: Burt comes before Carla with a fulfilled request (SEC-35)."
    assert (table.scores, told(table)) == ([7, 6, 6], {2: said})
    assert f"\n{said}\n" in shown(table)


def test_items_decide_between_fulfilled_requests() -> None:
    """SEC-35: Burt 3 stars and 4, Dora 3 stars and 4, Carla 7 stars: items for the two with requests."""
    won = {
        "Burt": ["Opal 1", "Opal 2"],
        "Carla": ["Topaz 3", "Ruby 3", "Sapphire 1"],
        "Dora": ["Amethyst 3"],
    }
    table = finish(won, {**KEPT, "Dora": "SEC-46"}, players=4)
    assert (table.scores, table.places) == ([0, 7, 7, 7], [4, 1, 3, 2])
    assert told(table) == {
        1: "Burt, Dora and Carla have 7 points each: Burt comes before Dora with more items (2), "
        "Dora comes before Carla with a fulfilled request (SEC-35)."
    }


def test_those_who_share_come_before_a_third() -> None:
    """SEC-35: 3 stars each; two items come before one, and the two with one item share the last place."""
    won = {"Anne": ["Ruby 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 1", "Topaz 2"]}
    assert told(finish(won, KEPT)) == {
        1: "Carla, Anne and Burt have 3 points each: Carla comes before Anne and Burt with more items (2), "
        "Anne and Burt share place 2 (SEC-35)."
    }


def test_two_winners_before_a_third_with_as_many_points() -> None:
    """SEC-35: 3 stars each; Anne and Carla have two items, Burt has one."""
    won = {"Anne": ["Ruby 1", "Ruby 2"], "Burt": ["Opal 3"], "Carla": ["Topaz 1", "Topaz 2"]}
    said = (
        "Anne, Carla and Burt have 3 points each: "
        "Anne and Carla share the victory and come before Burt with more items (2) (SEC-35)."
    )
    table = finish(won, KEPT)
    assert told(table) == {1: said}
    assert shown(table).startswith(f"Anne and Carla share the victory. {said}\n")


# Off Season


def test_goods_decide_the_second_place() -> None:
    """CAM-16: fewer goods cards left."""
    goods = {"Anne": {4: ["date 1", "date 1", "date 2"]}, "Burt": {3: ["fruit 1"]}}
    table = sell_nothing({"Anne": 12, "Burt": 12, "Carla": 20}, goods)
    said = "Burt and Anne have 12 pounds each: Burt comes before Anne with fewer goods cards left (1) (CAM-16)."
    assert told(table) == {2: said}
    assert f"\n{said}\n" in shown(table)


def test_a_shared_second_place_of_equal_goods() -> None:
    """CAM-16: one goods card each."""
    table = sell_nothing({"Anne": 1, "Burt": 1, "Carla": 20}, {"Anne": {3: ["date 1"]}, "Burt": {3: ["fruit 1"]}})
    said = "Anne and Burt have 1 pound each and as many goods cards left: they share place 2 (CAM-16)."
    assert told(table) == {2: said}


def test_the_reader_is_addressed() -> None:
    """SEC-35: as in events, whether they are ahead, behind or share."""
    won = {"Anne": ["Ruby 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 1", "Topaz 2"]}
    table = finish(won, KEPT)
    have = "have 3 points each:"
    assert [ties(table, reader)[0].text for reader in range(3)] == [
        f"Carla, you and Burt {have} Carla comes before you and Burt with more items (2), you and Burt share place 2",
        f"Carla, Anne and you {have} Carla comes before Anne and you with more items (2), Anne and you share place 2",
        f"You, Anne and Burt {have} you come before Anne and Burt with more items (2), Anne and Burt share place 2",
    ]


def test_the_server_sends_the_sentences_with_the_end() -> None:
    """BID-18: to every seat, and to spectators."""
    table = round_over({"Anne": ["black 10"], "Carla": ["black 3"]})
    sent = [ending_of(table, seat).ties[0] for seat in (1, None)]
    assert [(tie.place, tie.clause) for tie in sent] == [(2, "BID-18")] * 2
    assert [tie.text for tie in sent] == [
        "You and Dora have 8 points each: you share place 2",
        "Burt and Dora have 8 points each: they share place 2",
    ]
