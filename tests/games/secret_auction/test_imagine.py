"""What a seat can imagine: all that it cannot know, each way as likely, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

import pytest

from bidwell import Table
from tests.games.secret_auction.helpers import GAME, NAMES, REQUESTS, a_table, auction, finish, money


def equally_likely(found: Iterable[Hashable], expected: Iterable[Hashable]) -> bool:
    """Is each of those expected found about as often, and nothing else? (Chi-square, its 99.99 % mark.)"""
    count, those = Counter(found), {*expected}
    mean, freedom = count.total() / len(those), len(those) - 1
    mark = freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
    return {*count} == those and sum((count[each] - mean) ** 2 / mean for each in those) < mark


def worlds(table: Table, viewer: str | None, count: int) -> list[dict[str, Any]]:
    """This number of positions that the viewer thinks possible."""
    return [table.imagine(viewer, seed).position() for seed in range(count)]


def midway() -> Table:
    """Money in hand, in piles and gone, items won and discarded, ten to come."""
    coming = [f"{kind} {stars}" for kind in ("Sapphire", "Emerald", "Amethyst") for stars in (1, 2, 3)]
    table = a_table(
        "Ruby 1",
        won={"Anne": ["Opal 2"], "Carla": ["Topaz 2"]},
        piles={"Anne": [3, 9], "Burt": [4]},
        coming=["Ruby 2", *coming, "Topaz 1"],
    )
    auction(table, "bid 4+5", "bid 9+10", "pass")
    return table


# What is known


@pytest.mark.parametrize("viewer", ["Anne", "Burt", None])
def test_hands_are_kept(viewer: str | None) -> None:
    """SEC-06: a set is known and all else lies in sight, so that every world has the same money in hand."""
    table = midway()
    assert table.view(viewer)["hands"]["Carla"] is None
    assert all([*world["hands"].values()] == money(table, "hands") for world in worlds(table, viewer, 10))


@pytest.mark.parametrize("viewer", ["Anne", "Burt", None])
def test_what_lies_on_the_table_is_kept(viewer: str | None) -> None:
    """SEC-06, SEC-10: piles, chips, items turned up, and whose they are."""
    here = midway().position()
    for world in worlds(midway(), viewer, 10):
        assert all(
            world[field] == here[field] for field in ("piles", "gone", "chips", "owner", "turned", "out", "asked")
        )
        assert world["items"][: here["turned"]] == here["items"][: here["turned"]]


def test_ones_own_requests_are_kept() -> None:
    """SEC-04: the one kept, and the other that one was dealt."""
    here = midway().position()
    for world in worlds(midway(), "Burt", 20):
        assert (world["kept"]["Burt"], world["dealt"]["Burt"]) == (here["kept"]["Burt"], here["dealt"]["Burt"])


# The order of the items


@pytest.mark.parametrize("viewer", ["Anne", None])
@pytest.mark.parametrize("place", [0, 5, 9])
def test_any_item_may_come_at_any_time(viewer: str | None, place: int) -> None:
    """SEC-06: next, later or last, each item still to come is as likely."""
    table = midway()
    turned = table.position()["turned"]
    found = [world["items"][turned:] for world in worlds(table, viewer, 900)]
    coming = table.position()["items"][turned:]
    assert len(coming) == 10
    assert all({*order} == {*coming} for order in found)
    assert equally_likely((order[place] for order in found), coming)


def test_before_the_first_item_all_are_to_come() -> None:
    """SEC-06: while requests are chosen."""
    found = worlds(GAME.deal(3, seed=3), "Anne", 900)
    assert equally_likely((world["items"][0] for world in found), GAME.deal(3, seed=3).position()["items"])


# The requests of the others


def unseen(table: Table, viewer: str) -> set[str]:
    """SEC-04: the eight requests that were not dealt to this seat."""
    return {*REQUESTS} - {*table.position()["dealt"][viewer]}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("other", ["Anne", "Carla"])
def test_the_request_of_another_is_one_not_seen(players: int, other: str) -> None:
    """SEC-04, SEC-06: each of the eight that Burt was not dealt is as likely."""
    table = a_table(players=players)
    assert equally_likely((world["kept"][other] for world in worlds(table, "Burt", 800)), unseen(table, "Burt"))


def test_to_a_spectator_it_is_any_of_the_ten() -> None:
    """SEC-06: a viewer who was dealt nothing has seen none."""
    assert equally_likely((world["kept"]["Anne"] for world in worlds(a_table(), None, 900)), REQUESTS)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_requests_are_different_in_every_world(players: int, over: bool) -> None:
    """SEC-04: each exists once, and what one keeps one was dealt."""
    for world in worlds(finish({}, players=players) if over else a_table(players=players), "Burt", 40):
        dealt = [request for two in world["dealt"].values() for request in two]
        assert len({*dealt}) == 2 * players
        assert all(world["kept"][name] in world["dealt"][name] for name in NAMES[:players])


def test_a_player_who_has_kept_a_request_is_known() -> None:
    """SEC-04: Anne has, Carla has not."""
    table = GAME.deal(3, seed=3)
    table.play("Anne", table.legal("Anne")[0])
    found = worlds(table, "Burt", 800)
    assert {(world["kept"]["Burt"], world["kept"]["Carla"]) for world in found} == {("none", "none")}
    assert equally_likely((world["kept"]["Anne"] for world in found), unseen(table, "Burt"))


def test_what_another_was_dealt_and_has_not_chosen_from_is_open() -> None:
    """SEC-04: either of their two is one of those not seen."""
    table = GAME.deal(3, seed=3)
    for place in (0, 1):
        found = (world["dealt"]["Carla"][place] for world in worlds(table, "Burt", 800))
        assert equally_likely(found, unseen(table, "Burt"))


def test_at_the_end_kept_requests_are_known() -> None:
    """SEC-06: in every world what was kept is what was told."""
    kept = {"Anne": "SEC-40", "Burt": "SEC-44", "Carla": "SEC-49"}
    table = finish({"Anne": ["Ruby 1"]}, kept)
    for viewer in ("Burt", None):
        assert all(world["kept"] == kept for world in worlds(table, viewer, 20))
        assert {tuple(table.imagine(viewer, seed).scores) for seed in range(20)} == {tuple(table.scores)}


def test_at_the_end_what_went_back_to_the_box_is_not() -> None:
    """SEC-04: unseen by the others for ever: neither what Burt was dealt, nor what anybody kept."""
    kept = {"Anne": "SEC-40", "Burt": "SEC-44", "Carla": "SEC-49"}
    table = finish({}, kept)
    dealt = [request for world in worlds(table, "Burt", 600) for request in world["dealt"]["Anne"]]
    back = [request for request in dealt if request != "SEC-40"]
    assert equally_likely(back, unseen(table, "Burt") - {"SEC-40", "SEC-49"})


# Sealed choices


def sealed(world: dict[str, Any], name: str) -> str:
    """What a player has chosen in this world, as it would have been said."""
    recovered, choice = world["recovering"][name], world["choices"][name]
    return ("recover, " if recovered else "") + ("pass" if choice == "pass" else f"bid {choice}")


def could_choose(table: Table, seat: str) -> set[str]:
    """Everything that a seat which has not chosen yet could choose."""
    choices = {text for text in table.legal(seat) if text != "recover"}
    if "recover" in table.legal(seat):
        table.play(seat, "recover")
        choices |= {f"recover, {text}" for text in table.legal(seat)}
    return choices


SEALED: dict[str, tuple[dict[str, Any], str, int]] = {
    "a bid alone": ({"hands": {"Anne": [2, 3, 8]}, "chips": [0, 3, 3]}, "bid 2+3", 3),
    "or a pass": ({"hands": {"Anne": [2, 3, 8]}}, "bid 2+8", 3 + 1),
    "or the pile": ({"hands": {"Anne": [2, 3]}, "piles": {"Anne": [7, 9]}}, "bid 2+3", 1 + 1 + 6 + 1),
    "or the pile with the last chip": (
        {"hands": {"Anne": [2, 3]}, "piles": {"Anne": [7, 9]}, "chips": [1, 3, 3]},
        "recover, bid 7+9",
        1 + 1 + 6,
    ),
    "a pass it was": ({"hands": {"Anne": [2, 3]}, "piles": {"Anne": [7, 9]}}, "recover, pass", 1 + 1 + 6 + 1),
}


@pytest.mark.parametrize("viewer", ["Burt", None])
@pytest.mark.parametrize("case", SEALED)
def test_a_sealed_choice_is_any_that_could_be_made(case: str, viewer: str | None) -> None:
    """SEC-10, SEC-30, SEC-31: each is as likely, whatever it was."""
    fields, choice, ways = SEALED[case]
    table = a_table("Ruby 1", **fields)
    possible = could_choose(table.copy(), "Anne")
    assert len(possible) == ways
    for text in choice.split(", "):
        table.play("Anne", text)
    assert equally_likely((sealed(world, "Anne") for world in worlds(table, viewer, 150 * ways)), possible)


def test_ones_own_sealed_choice_is_kept() -> None:
    """SEC-10: with the pile taken back for it."""
    table = a_table("Ruby 1", piles={"Anne": [7, 9]})
    for text in ("recover", "bid 7+9"):
        table.play("Anne", text)
    assert {sealed(world, "Anne") for world in worlds(table, "Anne", 30)} == {"recover, bid 7+9"}


def test_a_player_who_has_not_chosen_has_not_chosen_in_any_world() -> None:
    """SEC-10: that is seen by all."""
    table = a_table("Ruby 1")
    table.play("Anne", "bid 7+9")
    assert {world["choices"]["Carla"] for world in worlds(table, "Burt", 30)} == {"none"}
    assert {tuple(world["asked"]) for world in worlds(table, "Burt", 30)} == {("Burt", "Carla")}


@pytest.mark.parametrize("recovers", [False, True])
def test_whether_a_player_who_is_asked_has_taken_the_pile_back_is_open(recovers: bool) -> None:
    """SEC-31: nobody else hears of it, so both can be."""
    table = a_table("Ruby 1", piles={"Anne": [7, 9]})
    if recovers:
        table.play("Anne", "recover")
    assert {world["recovering"]["Anne"] for world in worlds(table, "Burt", 30)} == {False, True}
    assert {world["recovering"]["Anne"] for world in worlds(table, "Anne", 30)} == {recovers}


@pytest.mark.parametrize(("piles", "chips"), [({}, 3), ({"Anne": [7, 9]}, 0)])
def test_without_pile_or_chip_it_was_not_taken_back(piles: dict[str, list[int]], chips: int) -> None:
    """SEC-31: it needs both."""
    table = a_table("Ruby 1", piles=piles, chips=[chips, 3, 3])
    assert {world["recovering"]["Anne"] for world in worlds(table, "Burt", 30)} == {False}


def test_a_player_who_is_out_has_chosen_nothing() -> None:
    """SEC-21: neither a bid nor a pass."""
    table = a_table("Ruby 1", hands={"Anne": [3]}, out=["Anne"])
    table.play("Burt", "bid 3+4")
    for world in worlds(table, "Carla", 20):
        assert (world["choices"]["Anne"], world["recovering"]["Anne"]) == ("none", False)
        assert world["choices"]["Burt"] != "none"


def test_an_imagined_game_can_be_played_on() -> None:
    """SEC-10: the sealed choices of a world are opened like any others."""
    table = a_table("Ruby 1", piles={"Anne": [7, 9], "Burt": [1]})
    table.play("Anne", "bid 2+3")
    table.play("Burt", "pass")
    for seed in range(40):
        world = table.imagine("Carla", seed)
        told = world.play("Carla", "bid 4+5")
        opened = [event.values["seat"] for event in told if event.name in ("bid", "passed")]
        assert opened == [0, 1, 2]
        assert GAME.position(world.position()) == world
