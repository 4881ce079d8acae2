"""Cards, pounds and tokens are never made or lost but as the rules say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bidwell import Event, Table
from bidwell.core.events import EventType
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    CAMELS,
    CARDS,
    COIN,
    COPIES,
    FACE_NAMES,
    MARKETS,
    POTTERY,
    POUNDS_EACH,
)
from tests.games.off_season.helpers import GAME
from tests.laws.play import STYLES

ALL_CARDS = Counter(dict(zip(FACE_NAMES, COPIES, strict=True)))
RARE = ("peek", "use: gain peek", "market F", "spend")
"""What few tables come to see, and is done half of the times it can be."""
DRAWING = ("use: name", "use: draw", "use: draft")
"""What empties the Tower: tables that do without it see more rounds."""

every_table = pytest.mark.parametrize("players", [3, 4, 5])


def played(players: int, seed: int) -> Iterator[Table]:
    """A random game before every decision and at the end; it is always the same table. Half of them spare the Tower."""
    table, rng = GAME.deal(players, seed), random.Random(seed)
    some, sparing = rng.choice(STYLES), rng.random() < 0.5
    yield table
    while not table.over:
        seat = rng.choice(table.asks)
        legal = [text for text in table.legal(seat) if not (sparing and text.startswith(DRAWING))]
        rare = [text for text in legal if text.startswith(RARE)] if rng.random() < 0.5 else []
        table.play(seat, rng.choice(rare or legal[: rng.choice(some)]))
        yield table


@dataclass
class Moment:
    """A table when somebody is asked, or at the end."""

    names: tuple[str, ...]
    position: dict[str, Any]
    told: list[Event]
    """What all have heard since the moment before."""

    def each(self, field: str) -> list[Any]:
        """What everybody has, in the order of the seats."""
        return [self.position[field][name] for name in self.names]


@cache
def games(players: int) -> list[list[Moment]]:
    """A few random games, moment by moment."""
    found = []
    for seed in range(15):
        moments, heard = list[Moment](), 0
        for table in played(players, seed):
            new = [event for event in table.log[heard:] if event.heard_by(None)]
            moments.append(Moment(table.names, table.position(), new))
            heard = len(table.log)
        found.append(moments)
    return found


def lying(position: dict[str, Any]) -> list[int]:
    """The numbers of all cards in markets, set aside, or to be drafted."""
    stalls = [position[place][market] for place in ("up", "down") for market in MARKETS]
    return [card for cards in (*stalls, position["aside"], position["draft"]) for card in cards]


def gone(position: dict[str, Any]) -> Counter[str]:
    """What is nowhere any more: all cards but those in the Tower, on the table, on camels or waiting to be loaded."""
    left, faces = Counter(ALL_CARDS), position["faces"]
    left.subtract(faces[position["drawn"] :])
    left.subtract(faces[card] for card in lying(position))
    left.subtract(position["waiting"])
    for goods in position["goods"].values():
        left.subtract(goods)
    return left


# Cards


@every_table
def test_faces_and_backs_stay_as_they_were_dealt(players: int) -> None:
    """CAM-02, CAM-03: a card is what it is from the deal to the end."""
    for moments in games(players):
        first, last = moments[0].position, moments[-1].position
        assert (last["faces"], last["backs"]) == (first["faces"], first["backs"])
        assert Counter(last["faces"]) == ALL_CARDS


@every_table
def test_every_card_is_in_one_place_or_gone(players: int) -> None:
    """CAM-02: in the Tower, on the table, on a camel; none twice, and what is gone does not come back."""
    for moments in games(players):
        lost = Counter[str]()
        for moment in moments:
            there, drawn = lying(moment.position), moment.position["drawn"]
            assert len({*there}) == len(there)
            assert all(card < drawn <= CARDS for card in there)
            now = gone(moment.position)
            assert all(now[face] >= lost[face] for face in FACE_NAMES)
            lost = now


@every_table
def test_at_the_first_auction_nothing_is_gone(players: int) -> None:
    """CAM-10: what was drawn lies in the markets."""
    for moments in games(players):
        position = moments[0].position
        assert gone(position).total() == 0
        assert sorted(lying(position)) == [*range(position["drawn"])]


@every_table
def test_nothing_is_left_over_from_an_ability(players: int) -> None:
    """CAM-40, CAM-43, CAM-46: what is set aside or drafted is loaded before the next one chooses."""
    for moment in (moment for moments in games(players) for moment in moments):
        if moment.position["stage"] not in ("keeping", "drafting", "loading"):
            assert moment.position["aside"] == moment.position["draft"] == moment.position["waiting"] == []


@every_table
def test_what_has_been_seen_stays_seen(players: int) -> None:
    """CAM-51: a player who knows a card never forgets it; nobody knows a card in the Tower."""
    for moments in games(players):
        before: list[Any] = [[]] * CARDS
        for moment in moments:
            known = moment.position["known"]
            assert not any(known[moment.position["drawn"] :])
            for then, now in zip(before, known, strict=True):
                assert now == "everybody" or (then != "everybody" and {*then} <= {*now})
            before = known


@every_table
def test_the_same_markets_are_in_play_to_the_end(players: int) -> None:
    """CAM-04: one more than players, drawn once."""
    for moments in games(players):
        assert len(moments[0].position["in_play"]) == players + 1
        assert all(moment.position["in_play"] == moments[0].position["in_play"] for moment in moments)


@every_table
def test_a_market_that_was_chosen_is_empty(players: int) -> None:
    """CAM-04, CAM-12: cards lie only in those nobody has chosen, and in the one of the one whose turn it is."""
    for moment in (moment for moments in games(players) for moment in moments):
        position = moment.position
        free = {*position["open_markets"]}
        own = {position["chosen"][0]} if position["chosen"] != "none" else set()
        there = {market for market in MARKETS if position["up"][market] or position["down"][market]}
        assert there | free <= {*position["in_play"]}
        assert there <= free | own or position["stage"] in ("final sale", "over")


# Camels


@every_table
def test_no_camel_carries_too_much(players: int) -> None:
    """CAM-13: over its limit all goods of a type are lost."""
    for moment in (moment for moments in games(players) for moment in moments):
        for camels, goods in zip(moment.each("camels"), moment.each("goods"), strict=True):
            carried = Counter(card.split()[0] for card in goods)
            assert all(carried[kind] <= limit for limit, kind in zip(CAMELS, camels, strict=True))


@every_table
def test_a_type_is_on_one_camel_and_a_camel_carries_one_type(players: int) -> None:
    """CAM-13: every type one has is on exactly one camel; a camel without goods is empty."""
    for moment in (moment for moments in games(players) for moment in moments):
        for camels, goods in zip(moment.each("camels"), moment.each("goods"), strict=True):
            assert sorted({card.split()[0] for card in goods}) == sorted(kind for kind in camels if kind != "none")


# Pounds


CHANGES = {"won": -1, "fined": -1, "sold": 1}
"""What is told of pounds that are paid, lost and gained."""


@every_table
def test_what_is_told_is_what_everybody_has(players: int) -> None:
    """CAM-01, CAM-11, CAM-14, CAM-32: payments, losses and gains add up to everybody's pounds, at every moment."""
    for moments in games(players):
        had = [POUNDS_EACH] * players
        for moment in moments:
            for event in moment.told:
                if event.name in CHANGES:
                    had[event.values["seat"]] += CHANGES[event.name] * event.values["pounds"]
            assert moment.each("pounds") == had


@every_table
def test_the_winner_pays_what_their_bet_counts_as(players: int) -> None:
    """CAM-38: as it was told, but nothing for a negative one, and no more than they own."""
    for moments in games(players):
        for before, moment in pairwise(moments):
            counts: dict[int, int] = {}
            for event in moment.told:
                if event.name in ("opened", "changed"):
                    counts[event.values["seat"]] = event.values["pounds"]
                elif event.name == "won":
                    seat = event.values["seat"]
                    assert event.values["pounds"] == min(max(counts[seat], 0), before.each("pounds")[seat])


@every_table
def test_nobody_has_less_than_nothing(players: int) -> None:
    """CAM-11, CAM-32, CAM-38: one bets up to all one has, and pays and loses no more than that."""
    assert all(min(moment.each("pounds")) >= 0 for moments in games(players) for moment in moments)


@every_table
def test_what_is_counted_at_the_end_is_what_all_have(players: int) -> None:
    """CAM-16: most pounds wins."""
    for moments in games(players):
        counted = [event.values["pounds"] for event in moments[-1].told if event.name == "counted"]
        assert counted == moments[-1].each("pounds")


class Camels:
    """What lies on the camels, by what all have heard: which type is where, and which camel has a pound on it."""

    def __init__(self, players: int) -> None:
        self.limit: list[dict[int, int]] = [{} for _ in range(players)]
        self.coins = [dict.fromkeys(CAMELS, 0) for _ in range(players)]

    def hear(self, event: Event) -> None:
        told = event.values
        if event.name == "loaded":
            self.limit[told["seat"]][told["kind"]] = told["limit"]
        elif event.name == "coin":
            self.coins[told["seat"]][told["limit"]] += told["pounds"]
        elif event.name == "sold":
            limit = self.limit[told["seat"]][min(told["sale"], POTTERY)]
            assert told["pounds"] >= self.coins[told["seat"]][limit]
            self.coins[told["seat"]][limit] = 0


@every_table
def test_a_pound_lies_on_a_camel_until_the_next_sale_from_it(players: int) -> None:
    """CAM-23: put there from the supply, taken at the next sale from it, and never more than one."""
    for moments in games(players):
        camels = Camels(players)
        for moment in moments:
            for event in moment.told:
                camels.hear(event)
            coins = moment.each("coins")
            assert coins == [[*row.values()] for row in camels.coins]
            assert {coin for row in coins for coin in row} <= {0, COIN}


# Tokens


@every_table
@pytest.mark.parametrize(
    ("field", "gained", "spent"),
    [("sale_tokens", "gained extra sale", "spent extra sale"), ("peek_tokens", "gained peek", "peeked")],
)
def test_at_most_one_token_each(players: int, field: str, gained: str, spent: str) -> None:
    """CAM-41, CAM-51: gained by players without one, spent by players with one."""
    for moments in games(players):
        had = [0] * players
        for moment in moments:
            for event in moment.told:
                if event.name in (gained, spent):
                    had[event.values["seat"]] += 1 if event.name == gained else -1
                    assert {*had} <= {0, 1}
            assert moment.position[field] == [name for name, one in zip(moment.names, had, strict=True) if one]


# The games themselves


@every_table
def test_every_random_position_can_be(players: int) -> None:
    """CAM-01 to CAM-52: whatever happens, the position is one that is taken back."""
    for moments in games(players)[:5]:
        for moment in moments[::3]:
            assert GAME.position(moment.position).position() == moment.position


def test_these_games_have_seen_everything() -> None:
    """CAM-10 to CAM-52: every kind of event that all hear is told in them, so that nothing was left out."""
    every = {telling.name for telling in vars(events).values() if isinstance(telling, EventType)}
    tables = [moments for players in GAME.players for moments in games(players)]
    heard = {event.name for moments in tables for moment in moments for event in moment.told}
    assert every - heard <= {"sealed bet", "saw", "drawn first"}
