"""Golden records: whole games anyone can read, with what came of them written down when they were played."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import bidwell
from bidwell import Event, Table
from tests.games.comparison import choices_of
from tests.games.golden import GoldenRecords, told
from tests.games.secret_auction.helpers import REQUESTS
from tests.games.secret_auction.test_oracle import compare_deal

GOLDEN = GoldenRecords(__file__)
RECORDS, text, written_down = GOLDEN.names, GOLDEN.text, GOLDEN.written_down
DEALT = [name for name in RECORDS if "\nseed: " in text(name)]
"""Those that begin with a deal, and not from a position."""


def auctions(table: Table) -> list[list[Event]]:
    """What was told about every item in turn, from its turning up on."""
    parts: list[list[Event]] = []
    for event in table.log:
        if event.name == "item":
            parts.append([])
        if parts:
            parts[-1].append(event)
    return parts


def sums(part: list[Event]) -> list[tuple[int, int]]:
    """What was bid for an item and how often, the highest first."""
    return sorted(Counter(event.values["sum"] for event in part if event.name == "bid").items(), reverse=True)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_to_what_was_written_down(name: str) -> None:
    """Items and chips, beside scores and places, which are compared for all games."""
    table, result = bidwell.replay(text(name)), written_down(name)
    position = table.position()
    assert {player: len(position["owner"][player]) for player in table.names} == result["items"]
    assert position["chips"] == result["chips"]
    assert (len(position["owner"]["discarded"]), position["turned"]) == (result["discarded"], result["turned"])


@pytest.mark.parametrize("name", RECORDS)
def test_requests_come_out_as_written_down(name: str) -> None:
    """SEC-35: as told at the end, with their points among the scores."""
    table, result = bidwell.replay(text(name)), written_down(name)
    last = table.log[-table.players :]
    assert {
        table.names[event.values["seat"]]: f"{REQUESTS[event.values['request']]} {event.name}" for event in last
    } == result["requests"]


@pytest.mark.parametrize("name", DEALT)
def test_the_oracle_comes_to_the_same_result(name: str) -> None:
    """Engine and oracle agree at every decision of the record, and at the end."""
    record = bidwell.replay(text(name))
    table = record.game.deal(seed=record.seed, names=record.names, options=record.options)
    assert compare_deal(table, choices_of(record), random.Random(1)) == len(record.history)
    assert table.position() == record.position()


@pytest.mark.parametrize("outcome", ["fulfilled", "failed"])
@pytest.mark.parametrize("request_kept", REQUESTS)
def test_every_request_is_fulfilled_and_failed_somewhere(request_kept: str, outcome: str) -> None:
    """SEC-40 to SEC-49: in one of the five games kept for their requests."""
    games = [bidwell.replay(text(name)) for name in RECORDS if name.startswith("requests-")]
    found = [event for table in games for event in told(table, outcome)]
    assert request_kept in {REQUESTS[event.values["request"]] for event in found}


def test_a_double_tie() -> None:
    """SEC-14: tied for highest, tied for next, and a lone third bid that wins nothing."""
    table = bidwell.replay(text("a-double-tie"))
    parts = [sums(part) for part in auctions(table) if "tied" in {event.name for event in part}]
    assert any([count for _, count in part] == [2, 2, 1] for part in parts)


def test_no_runner_up() -> None:
    """SEC-14: tied for highest, and nobody bid less."""
    table = bidwell.replay(text("no-runner-up"))
    parts = [sums(part) for part in auctions(table) if "tied" in {event.name for event in part}]
    assert parts
    assert all(len(part) == 1 and part[0][1] > 1 for part in parts)


def test_a_drop_out() -> None:
    """SEC-21: out with a chip and cards left, while a later item would have needed no more than those."""
    table = bidwell.replay(text("a-drop-out"))
    position = table.position()
    came_too_late = set()
    for event in told(table, "dropped out"):
        name = table.names[event.values["seat"]]
        left = len(position["hands"][name]) + len(position["piles"][name])
        later = [item for item in told(table, "item") if table.log.index(item) > table.log.index(event)]
        if position["chips"][name] and any(item.values["size"] <= left for item in later):
            came_too_late.add(name)
    assert came_too_late


def test_an_end_with_items_left() -> None:
    """SEC-33: at most one can still take part; the item in sight is not awarded, and others stay face down."""
    table = bidwell.replay(text("an-end-with-items-left"))
    position = table.position()
    assert position["turned"] < 18
    assert len(position["out"]) >= table.players - 1
    assert position["items"][position["turned"] - 1] in position["owner"]["discarded"]
    assert not told(table, "no item left")


def test_all_pass() -> None:
    """SEC-16: nobody bids, each spends a chip, and the item is discarded."""
    table = bidwell.replay(text("all-pass"))
    (part,) = [part for part in auctions(table) if "all passed" in {event.name for event in part}]
    assert not sums(part)
    assert len([event for event in part if event.name == "passed"]) >= 2


@pytest.mark.parametrize(("name", "left"), [("a-stalemate", [1, 2]), ("a-stalemate-with-items-left", [4])])
def test_a_stalemate(name: str, left: list[int]) -> None:
    """SEC-34: two are in with the same cards and no chip."""
    table = bidwell.replay(text(name))
    position = table.position()
    still_in = [player for player in table.names if player not in position["out"]]
    assert len(still_in) == 2
    assert all(sorted(position["hands"][player] + position["piles"][player]) == left for player in still_in)
    assert all(position["chips"][player] == 0 for player in still_in)


def test_a_recovered_hand() -> None:
    """SEC-31: heard by its owner when chosen, and by all when opened."""
    table = bidwell.replay(text("a-recovered-hand"))
    assert len(told(table, "takes back")) == len(told(table, "recovered")) > 0
    assert not [event for event in table.told(None) if event.name == "takes back"]


def test_a_shared_victory() -> None:
    """SEC-35: the same points, requests fulfilled alike and as many items: both are first."""
    result = written_down("a-shared-victory")
    winners = [name for name, place in result["places"].items() if place == 1]
    assert len(winners) == 2
    assert len({(result["scores"][name], result["items"][name]) for name in winners}) == 1
    assert len({result["requests"][name].split()[1] for name in winners}) == 1


@pytest.mark.parametrize("by", ["items", "a-request"])
def test_a_tie_broken(by: str) -> None:
    """SEC-35: the same points; a fulfilled request comes before more items, and more items before nothing."""
    result = written_down(f"a-tie-broken-by-{by}")
    first, second = sorted(result["places"], key=result["places"].__getitem__)[:2]
    outcomes = [result["requests"][name].split()[1] for name in (first, second)]
    assert result["scores"][first] == result["scores"][second]
    assert outcomes == (["fulfilled", "failed"] if by == "a-request" else [outcomes[0]] * 2)
    assert (result["items"][first] > result["items"][second]) == (by == "items")
