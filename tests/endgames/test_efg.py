"""Endgames as Gambit files: information sets from what seats know, payoffs in whole numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest

import bidwell
from bidwell.endgames.efg import efg_text
from bidwell.endgames.tree import Endgame, parts_of_a_win
from studies.endgames import ENDGAMES, secret_auction


def payoffs(text: str) -> list[list[int]]:
    return [[int(number) for number in found.split(",")] for found in re.findall(r"^t .*{ (.*) }$", text, re.M)]


@pytest.mark.parametrize(("name", "sets"), [("one item", 6), ("two items", 168)])
def test_information_sets_are_what_a_seat_knows(name: str, sets: int) -> None:
    """Its own request, and for the second item all bids for the first: 3 x 2, and 3 x 2 x 27 more."""
    endgame = ENDGAMES[name]()
    text = efg_text(endgame)
    written = {tuple(found) for found in re.findall(r'^p "" (\d) (\d+) ', text, re.M)}
    assert len(written) == len(endgame.sets) == sets


def test_payoffs_are_whole_and_add_up_to_nothing() -> None:
    """A win is six sixths less two; a shared one is divided."""
    rows = payoffs(efg_text(ENDGAMES["two items"]()))
    assert {tuple(sorted(row)) for row in rows} <= {(-2, -2, 4), (-2, 1, 1), (0, 0, 0)}
    assert [parts_of_a_win(players) for players in (3, 4, 5, 6)] == [6, 12, 60, 60]


@pytest.mark.parametrize(("reward", "least"), [("place", -2), ("points", 0)])
def test_other_rewards(reward: str, least: int) -> None:
    """Rivals behind less rivals ahead, or points."""
    one = secret_auction(["Opal 1"])
    rows = payoffs(bidwell.efg(one.position, [*one.worlds], reward=reward))
    assert min(min(row) for row in rows) == least


def test_hidden_values_change_no_information_set() -> None:
    """Where only Carla's request differs, Anne and Burt have one information set each, and Carla two."""
    one = secret_auction(["Opal 1"])
    endgame = Endgame(one.position, [{"kept": {"Carla": "SEC-45"}}, {"kept": {"Carla": "SEC-49"}}])
    efg_text(endgame)
    assert [sum(each.seat == seat for each in endgame.sets) for seat in range(3)] == [1, 1, 2]


def test_sealed_choices_are_not_known_to_later_seats() -> None:
    """After each bid of Anne's, Burt is in the same information set."""
    one = secret_auction(["Opal 1"])
    text = bidwell.efg(one.position)
    assert {*re.findall(r'^p "" (\d \d+) ', text, re.M)} == {"1 1", "2 1", "3 1"}
    assert not re.search(r"^c ", text, re.M)


def test_own_actions_are_remembered() -> None:
    """In every information set all paths have the same actions of its seat: perfect recall."""
    endgame = ENDGAMES["last lot, not counted"]()
    efg_text(endgame)
    for each in endgame.sets:
        table = endgame.table_at(each)
        assert each.seat in table.asks
        assert tuple(table.legal(each.seat)) == each.labels


def test_all_open_is_one_node_for_each_information_set() -> None:
    """Serengeti's last lot with counted chips has perfect information."""
    endgame = ENDGAMES["last lot, counted"]()
    text = efg_text(endgame)
    assert len(re.findall(r"^p ", text, re.M)) == len(endgame.sets)


def test_a_position_is_enough() -> None:
    """With the name of its game; the table gives the same file."""
    one = secret_auction(["Opal 1"])
    assert bidwell.efg(one.position.position()) == bidwell.efg(one.position)


@pytest.mark.parametrize(
    ("position", "more", "why"),
    [
        (7, {}, "an endgame starts at a table or a position that names its game, not 7"),
        ({}, {}, "that names its game, not {}"),
        ("table", {"worlds": []}, "worlds are a list of tables or positions, at least one, not []"),
        ("table", {"worlds": [7]}, "a world is a table or a position, not 7"),
        ("table", {"worlds": [{"wealth": 1}]}, "has no field 'wealth'"),
        ("table", {"worlds": [bidwell.game("serengeti").deal(3, seed=1)]}, "all worlds of an endgame have the game"),
        ("table", {"reward": "fame"}, "a reward is win, place or points, not 'fame'"),
        ("table", {"most_nodes": 10}, "this endgame has more than 10 nodes"),
        ("table", {"most_nodes": "many"}, "most_nodes is a whole number, at least 1, not 'many'"),
    ],
)
def test_what_cannot_be_written_is_refused(position: Any, more: dict[str, Any], why: str) -> None:
    """With a sentence."""
    start = secret_auction(["Opal 1"]).position if position == "table" else position
    with pytest.raises(bidwell.Refused, match=re.escape(why)):
        bidwell.efg(start, **more)


def test_a_finished_game_is_refused() -> None:
    """There is nothing left to solve."""
    table = secret_auction(["Opal 1"]).position.copy()
    while asked := table.asks:
        table.play(asked[0], table.legal(asked[0])[0])
    with pytest.raises(bidwell.Refused, match="the game is over"):
        bidwell.efg(table)
