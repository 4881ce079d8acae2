"""Golden records: whole games anyone can read, with what came of them written down when they were played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

import bidwell
from bidwell import Event, Table
from bidwell.core.record import steps
from bidwell.games.off_season.components import AUCTIONS, CARDS, E2, FRUIT, POTTERY, SIDE_NAMES
from bidwell.games.off_season.notation import face_text
from tests.games.comparison import choices_of
from tests.games.golden import GoldenRecords
from tests.games.off_season.helpers import GAME
from tests.games.off_season.test_oracle import Drawn, compare_deal

GOLDEN = GoldenRecords(__file__)
RECORDS, text, written_down = GOLDEN.names, GOLDEN.text, GOLDEN.written_down


@cache
def replayed(name: str) -> Table:
    """The table at the end of a record: to look at, not to play on."""
    return GOLDEN.replayed(name)


def named(table: Table, name: str) -> list[Event]:
    return [event for event in table.log if event.name == name]


def names(told: list[Event]) -> list[str]:
    return [event.name for event in told]


def chapters(table: Table) -> list[list[Event]]:
    """What was told in every round, and last in the final sale."""
    found: list[list[Event]] = []
    for event in table.log:
        if event.name in ("round", "final sale"):
            found.append([])
        found[-1].append(event)
    return found


def rounds_of(table: Table, kind: str) -> list[list[Event]]:
    """What was told in every round with this kind of auction."""
    return [told for told in chapters(table)[:-1] if AUCTIONS[told[0].values["auction"]] == kind]


def bets(told: list[Event]) -> list[int]:
    """What was opened in a round, in the order of the seats; twice, if all bet again."""
    return [event.values["pounds"] for event in told if event.name == "opened"]


def uses(told: list[Event]) -> list[tuple[str, bool]]:
    """The markets in the order in which they were chosen, and whether the ability of each was used."""
    found: list[tuple[str, bool]] = []
    for event in told:
        if event.name == "chose":
            found.append((SIDE_NAMES[event.values["side"]], False))
        elif event.name not in ("peeked", "saw") and "CAM-40" <= event.clause <= "CAM-51":
            found[-1] = (SIDE_NAMES[int(event.clause.removeprefix("CAM-")) - 40], True)
    return found


def story(table: Table) -> list[str]:
    """Every round in a line: the kind of auction, how it came out, the markets chosen, those used with a star."""
    lines = []
    for told in chapters(table)[:-1]:
        first = next(event for event in told if event.name in ("won", "stays first", "drawn first"))
        who = table.names[first.values["seat"]]
        how = f"{who} pays {first.values['pounds']}" if first.name == "won" else f"{who} {first.name}"
        tries = "all bet again, " * names(told).count("bet again")
        markets = " ".join(side + "*" * used for side, used in uses(told))
        lines.append(f"{AUCTIONS[told[0].values['auction']]}: {tries}{how}; {markets}")
    return lines


def goods(table: Table) -> dict[str, int]:
    """How many goods cards everybody has left."""
    return {name: len(cards) for name, cards in table.position()["goods"].items()}


def coins_taken(table: Table) -> list[tuple[int, bool, bool]]:
    """CAM-23: who took a coin off a camel, whether by selling fruit, and whether the fruit had been thrown off."""
    camels: dict[tuple[int, int], int] = {}
    thrown_off: dict[tuple[int, int], bool] = {}
    taken = []
    for event in table.log:
        seat, limit = event.values.get("seat", -1), event.values.get("limit", -1)
        if event.name == "loaded":
            camels[seat, event.values["kind"]] = limit
        elif event.name == "coin":
            thrown_off[seat, limit] = False
        elif event.name == "overloaded" and (seat, limit) in thrown_off:
            thrown_off[seat, limit] = True
        elif event.name == "sold":
            kind = min(event.values["sale"], POTTERY)
            thrown = thrown_off.pop((seat, camels[seat, kind]), None)
            taken += [] if thrown is None else [(seat, kind == FRUIT, thrown)]
    return taken


def without_use(table: Table) -> list[str]:
    """CAM-17: the markets whose goods were taken with nothing asked about the ability."""
    pairs = zip(table.log, table.log[1:], strict=False)
    return [chose.text for chose, then in pairs if (chose.name, then.name) == ("chose", "took")]


def restarted(table: Table) -> bool:
    """CAM-30: did somebody win after all had bet again?"""
    return any({"bet again", "won"} <= {*names(told)} for told in chapters(table))


def sold_in_the_end(table: Table) -> bool:
    return "sold" in names(chapters(table)[-1])


def sold_twice_from_a_camel(table: Table) -> bool:
    """CAM-14: was an Extra Sale of the type, and so from the camel, that the first sale of that turn was of?"""
    sales = [event for event in table.log if event.name in ("sold", "spent extra sale")]
    triples = zip(sales, sales[1:], sales[2:], strict=False)
    return any(
        spent.name == "spent extra sale" and min(one.values["sale"], POTTERY) == min(other.values["sale"], POTTERY)
        for one, spent, other in triples
        if "sale" in one.values and "sale" in other.values
    )


def small_table_with_f(table: Table) -> bool:
    """CAM-04: is F in play with fewer than five players?"""
    return table.players < 5 and "F" in table.position()["in_play"]


SPECIAL: dict[str, Callable[[Table], object]] = {
    "CAM-04: F in play with few players": small_table_with_f,
    "CAM-12: a market left without use": lambda table: named(table, "no ability"),
    "CAM-13: an overload": lambda table: named(table, "overloaded"),
    "CAM-13: a card of a draft turned up": lambda table: named(table, "turned up"),
    "CAM-14: an Extra Sale token spent": lambda table: named(table, "spent extra sale"),
    "CAM-14: an Extra Sale from the same camel": sold_twice_from_a_camel,
    "CAM-16: the final sale": sold_in_the_end,
    "CAM-16: a shared victory": lambda table: table.places.count(1) > 1,
    "CAM-17: a market without a use": without_use,
    "CAM-23: a coin put on a camel and taken": coins_taken,
    "CAM-23: a coin left for nobody": lambda table: any(map(any, table.position()["coins"].values())),
    "CAM-30: a restarted auction": restarted,
    "CAM-30: failed twice, the First Player drawn": lambda table: named(table, "drawn first"),
    "CAM-30: failed twice, the First Player staying": lambda table: named(table, "stays first"),
    "CAM-32: a fined 0": lambda table: named(table, "fined"),
    "CAM-38: a bet changed": lambda table: named(table, "changed"),
    "CAM-40: a type named and kept": lambda table: named(table, "kept"),
    "CAM-40: a type named and not drawn": lambda table: named(table, "predicted wrong"),
    "CAM-46: a draft, the face-down card taken": lambda table: named(table, "picked face-down"),
    "CAM-51: a Peek token spent": lambda table: named(table, "peeked"),
}
"""What the records are there for besides auctions and abilities: how to see that it happens at a table."""


def test_there_is_a_record_for_every_kind_of_table() -> None:
    """CAM-01: three, four and five players; sensible ones, random ones, and both together."""
    by = [[*written_down(name)["played by"].values()] for name in RECORDS]
    kinds = {(len(bots), "mixed" if len({*bots}) > 1 else bots[0]) for bots in by}
    assert kinds == {(players, kind) for players in (3, 4, 5) for kind in ("heuristic", "random", "mixed")}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_to_what_was_written_down(name: str) -> None:
    """Goods and coins left, beside scores and places, which are compared for all games."""
    table, result = replayed(name), written_down(name)
    assert table.over
    assert [*result["played by"]] == [*table.names]
    assert goods(table) == result["goods"]
    assert {player: sum(coins) for player, coins in table.position()["coins"].items()} == result["coins"]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_tells_the_story_written_down(name: str) -> None:
    """CAM-11, CAM-12: every auction, every market chosen and used; and how often everything was told."""
    table, result = replayed(name), written_down(name)
    assert story(table) == result["rounds"]
    assert Counter(names(table.log)) == result["told"]


@pytest.mark.parametrize("name", RECORDS)
def test_the_oracle_comes_to_the_same_result(name: str) -> None:
    """Engine and oracle agree at every decision of the record, and at the end."""
    record, drawn = replayed(name), Drawn()
    with drawn.watch():
        table = GAME.deal(seed=record.seed, names=record.names, options=record.options)
        assert compare_deal(table, drawn, choices_of(record), random.Random(1)) == len(record.history)
    assert table.position() == record.position()


@pytest.mark.parametrize("kind", AUCTIONS)
def test_every_kind_of_auction_is_held_somewhere(kind: str) -> None:
    """CAM-30 to CAM-37."""
    assert any(rounds_of(replayed(name), kind) for name in RECORDS)


@pytest.mark.parametrize("side", SIDE_NAMES)
def test_every_ability_is_used_somewhere(side: str) -> None:
    """CAM-40 to CAM-51."""
    assert any((side, True) in uses(replayed(name).log) for name in RECORDS)


@pytest.mark.parametrize("thing", SPECIAL)
def test_every_special_thing_happens_somewhere(thing: str) -> None:
    """CAM-04, CAM-12 to CAM-17, CAM-23, CAM-30, CAM-32, CAM-38, CAM-40, CAM-46, CAM-51: nothing has been lost."""
    assert any(SPECIAL[thing](replayed(name)) for name in RECORDS)


def test_every_kind_of_auction() -> None:
    """CAM-30 to CAM-37: all eight in the eight rounds of one game."""
    table = replayed("every-kind-of-auction")
    assert Counter(AUCTIONS[event.values["auction"]] for event in named(table, "round")) == Counter(AUCTIONS)


def test_every_ability_used() -> None:
    """CAM-40 to CAM-51: all twelve in one game."""
    assert {side for side, used in uses(replayed("every-ability-used").log) if used} == {*SIDE_NAMES}


def test_auctions_failed_twice() -> None:
    """CAM-30: the first time one is drawn, later the First Player stays; no bet is alone, and nobody pays."""
    table = replayed("auctions-failed-twice")
    failed = [told for told in chapters(table) if {"drawn first", "stays first"} & {*names(told)}]
    assert "drawn first" in names(failed[0])
    assert failed[0] == chapters(table)[0]
    assert all("stays first" in names(told) for told in failed[1:])
    assert all(len(bets(told)) == 2 * table.players and "won" not in names(told) for told in failed)


def test_a_fined_lucky_0() -> None:
    """CAM-32: bets of 0 cost 2 each, or all one has; but nothing where all must bet again."""
    table = replayed("a-fined-lucky-0")
    (again,) = [told for told in rounds_of(table, "lucky 0") if "bet again" in names(told)]
    failed = again[: names(again).index("bet again")]
    assert bets(failed).count(0) == 2
    assert "fined" not in names(failed)
    assert [event.values["pounds"] for event in named(table, "fined")] == [2, 1, 2]


def test_a_peek_before_and_after_choosing() -> None:
    """CAM-51: one looks before choosing a market, another after; what is seen is heard by that player alone."""
    table = replayed("a-peek-before-and-after-choosing")
    looks = [table.log[at - 1 : at + 2] for at, event in enumerate(table.log) if event.name == "peeked"]
    assert [before.name == "chose" for before, _, _ in looks] == [False, True]
    for _, peeked, saw in looks:
        assert [seat for seat in (None, *range(table.players)) if saw.heard_by(seat)] == [peeked.values["seat"]]


def test_a_seen_card_given_away() -> None:
    """CAM-49, CAM-51: a player who has peeked at E2 swaps a card seen there, and all see that card turned up."""
    table = replayed("a-seen-card-given-away")
    (look,) = [at for at, event in enumerate(table.log) if event.name == "peeked" and event.values["side"] == E2]
    swap = next(event for event in table.log[look:] if event.name == "swapped face-down")
    seen = table.log[look + 1].text.removeprefix("You see ").split(", ")
    assert swap.values["seat"] == table.log[look].values["seat"]
    assert seen[swap.values["place"] - 1] == face_text(swap.values["turned"])


def test_a_coin_taken_with_other_goods() -> None:
    """CAM-23: the fruit was thrown off the camel, the coin stayed, and came with what was sold from it next."""
    table = replayed("a-coin-taken-with-other-goods")
    assert {(fruit, thrown) for _, fruit, thrown in coins_taken(table)} >= {(False, True), (True, False)}


def test_a_shared_victory() -> None:
    """CAM-16: the same pounds and as many goods left: both are first; as many pounds and more goods is third."""
    result = written_down("a-shared-victory")
    best = [name for name, score in result["scores"].items() if score == max(result["scores"].values())]
    winners = [name for name in best if result["places"][name] == 1]
    (third,) = [name for name in best if name not in winners]
    assert len(winners) == 2
    assert len({result["goods"][name] for name in winners}) == 1
    assert result["places"][third] == 3
    assert result["goods"][third] > result["goods"][winners[0]]


def test_a_tie_broken_by_goods_left() -> None:
    """CAM-16: the same pounds; fewer goods cards left win."""
    result = written_down("a-tie-broken-by-goods-left")
    first, second = sorted(result["places"], key=result["places"].__getitem__)[:2]
    assert (result["places"][first], result["places"][second]) == (1, 2)
    assert result["scores"][first] == result["scores"][second]
    assert result["goods"][first] < result["goods"][second]


def test_a_tower_too_short() -> None:
    """CAM-10, CAM-43, CAM-52: a market stays empty, and a player with three empty camels draws the only card left."""
    table = replayed("a-tower-too-short")
    filled = [bool(event.values["up"]) for event in chapters(table)[-2] if event.name == "filled"]
    assert filled == [True, True, True, False]
    assert table.position()["drawn"] == CARDS
    empty, draws = [0] * table.players, []
    for now, told in steps(text("a-tower-too-short"), bidwell.game):
        drawn = [event.values["seat"] for event in told if event.name == "drew more"]
        draws += [(empty[drawn[0]], len(drawn))] if drawn else []
        empty = [camels.count("none") for camels in now.position()["camels"].values()]
    assert draws[-1] == (3, 1)
