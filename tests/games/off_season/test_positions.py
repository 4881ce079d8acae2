"""Positions of Off Season: what is left out is completed, what cannot be is refused in one sentence."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidwell import BadPosition, Refused, Table
from bidwell.games.off_season.components import (
    AUCTIONS,
    CAMELS,
    CARDS,
    COPIES,
    F2,
    FACE_DOWN,
    FACE_NAMES,
    FACE_UP,
    MARKETS,
    MOST_POUNDS,
    POUNDS_EACH,
    SIDE_NAMES,
    STAGES,
    STAYS_ON_TOP,
    TURN_BELOW,
)
from bidwell.games.off_season.positions import ASKING, MOST_BROUGHT, flaw
from bidwell.games.off_season.state import OffSeasonState
from tests.games.off_season.helpers import GAME, NAMES, a_table
from tests.laws.play import random_game

Position = dict[str, Any]


def see(field: str, **written: Any) -> Any:
    """What a field comes to hold in a position written in part."""
    return GAME.position(written).position()[field]


# What is left out


def test_an_empty_position_is_a_fresh_deal() -> None:
    """Four players, as if just dealt."""
    assert GAME.position({"seed": 3}) == GAME.deal(seed=3)
    assert GAME.position({"seed": 3, "players": 5}) == GAME.deal(5, seed=3)


def test_goods_go_on_the_smallest_camels_that_carry_them() -> None:
    """CAM-13: four dates do not fit on the camel for three, and three carpets find it taken by the fruit."""
    goods = {"Anne": ["date 1"] * 4 + ["carpet red"] * 3 + ["fruit 2"]}
    assert see("camels", goods=goods)["Anne"] == ["fruit", "carpet", "date", "none"]
    assert see("camels", goods=goods)["Burt"] == ["none"] * 4


@pytest.mark.parametrize("seed", range(5))
def test_goods_were_drawn_from_the_tower(seed: int) -> None:
    """CAM-02: all have seen them, and there are no more of them than there were; even if the markets held some."""
    goods = {"Anne": ["pottery jar+bowl"] * 2, "Burt": ["pottery jar+vase"] * 2}
    table = GAME.position({"players": 3, "seed": seed, "goods": goods})
    position, fresh = table.position(), GAME.deal(3, seed).position()
    assert (position["drawn"], position["up"]) == (fresh["drawn"] + 4, fresh["up"])
    assert sorted(position["faces"]) == sorted(fresh["faces"])
    assert sorted(position["faces"][fresh["drawn"] :][:4]) == sorted([*goods["Anne"], *goods["Burt"]])
    assert position["known"][fresh["drawn"] :][:5] == ["everybody"] * 4 + [[]]


def test_the_auction_is_the_back_on_top() -> None:
    """CAM-11: whichever of the two is given; and goods that were drawn uncover another."""
    for auction in AUCTIONS:
        position = GAME.position({"auction": auction}).position()
        assert position["backs"][position["drawn"]] == position["auction"] == auction
    position = GAME.position({"goods": {"Anne": ["date 1"]}}).position()
    assert position["backs"][position["drawn"]] == position["auction"]
    backs = GAME.deal(seed=1).position()["backs"]
    assert see("auction", backs=backs, seed=2) == backs[see("drawn", seed=2)]


def test_a_player_who_has_not_bet_is_asked() -> None:
    """CAM-11."""
    assert see("asked", players=3, bets={"Burt": 3}) == ["Anne", "Carla"]


def test_pounds_may_be_given_to_some_players_by_name() -> None:
    """CAM-01: the others have their five."""
    assert see("pounds", players=3, pounds={"Burt": 9}) == {"Anne": 5, "Burt": 9, "Carla": 5}


def test_from_the_second_round_on_somebody_is_first_player() -> None:
    """CAM-11: but one may also be given before."""
    assert [see("first_player", round_number=number) for number in (1, 2)] == ["nobody", "Anne"]
    assert see("first_player", first_player="Burt") == "Burt"


def test_after_the_auction_the_first_player_chooses() -> None:
    """CAM-12: the First Player is the one whose turn it is, if nobody else is named."""
    assert see("asked", stage="choosing") == ["Anne"]
    assert see("asked", first_player="Burt", stage="choosing") == ["Burt"]
    assert see("first_player", turn="Carla") == "Carla"
    assert see("stage", turn="Carla") == "choosing"


def test_markets_chosen_before_are_empty() -> None:
    """CAM-12: the first in play, or those that are not said to be open."""
    written: Position = {"players": 3, "in_play": [*"ABEF"], "turn": "Carla", "first_player": "Anne"}
    assert {market for market, cards in see("up", **written).items() if cards} == {"E", "F"}
    assert see("open_markets", **written) == ["E", "F"]
    assert {market for market, cards in see("up", open_markets=["A", "E"], **written).items() if cards} == {"A", "E"}


def test_the_markets_a_position_speaks_of_are_in_play() -> None:
    """CAM-04: those that hold cards, were chosen, are open or give a token; the others are drawn."""
    for seed in range(20):
        drawn = GAME.deal(3, seed).position()["in_play"]
        assert see("in_play", players=3, seed=seed) == drawn
        for market in MARKETS:
            in_play = see("in_play", players=3, seed=seed, chosen=f"{market}2", goods={"Anne": ["date 1"]})
            assert market in in_play
            assert (len(in_play), len({*in_play} - {*drawn})) == (4, int(market not in drawn))
        assert "A" in see("in_play", players=3, seed=seed, sale_tokens=["Anne"])
        assert "F" in see("in_play", players=3, seed=seed, peek_tokens=["Anne"])
        assert see("in_play", players=3, seed=seed, open_markets=[*"BCDE"]) == [*"BCDE"]
        assert {*"BD"} <= {*see("in_play", players=3, seed=seed, turn="Carla", first_player="Anne", **TWO_STALLS)}


TWO_STALLS: Position = {"up": {"B": [3, 4], "D": [9, 10]}, "down": {"B": [5], "D": [11, 12]}}


def test_tokens_are_had_late_in_the_game() -> None:
    """CAM-04, CAM-41, CAM-51: on side 2, with a smaller Tower, after as many rounds as it takes."""
    position = GAME.position({"players": 3, "sale_tokens": ["Anne", "Burt"], "peek_tokens": ["Carla"]}).position()
    assert position["side"] == 1
    assert CARDS - position["drawn"] < TURN_BELOW
    assert position["round_number"] > 3


def test_markets_with_cards_are_open() -> None:
    """CAM-12: when it is said what lies there."""
    assert see("open_markets", players=3, turn="Carla", first_player="Anne", **TWO_STALLS) == ["B", "D"]


def test_a_market_chosen_tells_the_side_and_the_stage() -> None:
    """CAM-04, CAM-12: its ability is to be decided on, and all markets are filled as their second side says."""
    position = GAME.position({"players": 3, "in_play": [*"ABCD"], "chosen": "B2"}).position()
    assert (position["stage"], position["side"], position["asked"]) == ("ability", 1, ["Anne"])
    assert [len(position["down"][market]) for market in "ABCD"] == [*FACE_DOWN[1:8:2]]
    assert position["open_markets"] == [*"ACD"]


def test_the_other_side_fills_markets_as_it_says() -> None:
    """CAM-04: F2 too, from a Tower of fewer than 80 cards; those drawn before were seen."""
    position = GAME.position({"players": 5, "side": 1}).position()
    assert (len(position["up"]["F"]), len(position["down"]["F"])) == (FACE_UP[F2], FACE_DOWN[F2])
    lying = sum(len(cards) for row in ("up", "down") for cards in position[row].values())
    assert position["drawn"] - lying == CARDS - TURN_BELOW + 1
    assert position["known"][: CARDS - TURN_BELOW + 1] == ["everybody"] * (CARDS - TURN_BELOW + 1)


def test_one_market_is_left_for_the_sell_phase() -> None:
    """CAM-14, CAM-15."""
    position = GAME.position({"players": 3, "stage": "selling", "goods": {"Anne": ["date 4"]}}).position()
    (left,) = position["open_markets"]
    assert (position["asked"], left) == (["Anne"], position["in_play"][-1])
    assert [market for market in MARKETS if position["up"][market]] == [left]


def test_at_the_end_the_tower_is_short() -> None:
    """CAM-16, CAM-04: on side 2, and no market is filled any more."""
    table = GAME.position({"players": 3, "stage": "over", "pounds": [7, 9, 8]})
    assert (table.over, table.places) == (True, [3, 1, 2])
    table = GAME.position({"players": 3, "stage": "final sale", "turn": "Burt", "goods": {"Burt": ["date 4"]}})
    assert (table.asks, table.legal("Burt")) == ((1,), ["sell nothing", "sell date"])


def test_goods_that_wait_are_loaded_by_the_one_whose_turn_it_is() -> None:
    """CAM-13: and their market is empty."""
    table = GAME.position({"stage": "loading", "turn": "Burt", "chosen": "A1", "waiting": ["date 1"]})
    assert table.legal("Burt") == [f"load date on camel {limit}" for limit in CAMELS]
    assert table.position()["up"]["A"] == []


def test_a_draft_has_just_begun() -> None:
    """CAM-46: all have seen its cards but the first, and they have left the Tower."""
    top = see("drawn", players=3, chosen="D1")
    draft = [*range(top, top + 3)]
    table = GAME.position({"players": 3, "stage": "drafting", "chosen": "D1", "draft": draft})
    assert (table.position()["drawn"], table.legal("Anne")[0]) == (top + 3, "draft face-down")
    assert table.position()["known"][top : top + 4] == [[], "everybody", "everybody", []]


def test_cards_drawn_that_lie_nowhere_were_seen() -> None:
    """CAM-12: as if they had been taken and sold."""
    top, known = see("drawn", players=3), see("known", players=3, drawn=40)
    assert known[top:] == ["everybody"] * (40 - top) + [[]] * (CARDS - 40)


# Every stage is a position


@cache
def reached() -> list[Table]:
    """Tables of random games, before every decision and at the end."""
    found = []
    for seed in range(24):
        rng = random.Random(seed)
        found += [table.copy() for table in random_game(GAME.deal(rng.choice([3, 4, 5]), seed), rng)]
    return found


def by_stage() -> dict[int, list[Table]]:
    """Those tables, by the number of their stage."""
    stages: dict[int, list[Table]] = {}
    for table in reached():
        stages.setdefault(flat_of(table).stage, []).append(table)
    return stages


def flat_of(table: Table) -> OffSeasonState:
    assert isinstance(table.state, OffSeasonState)
    return table.state


def test_every_stage_goes_both_ways() -> None:
    """Through JSON, to an equal table; every stage in which a table waits comes up."""
    assert {*by_stage()} == {*ASKING}
    for tables in by_stage().values():
        for table in random.Random(1).sample(tables, min(len(tables), 25)):
            again = GAME.position(json.loads(json.dumps(table.position())))
            assert again == table
            assert again.position() == table.position()


def test_what_is_played_can_be() -> None:
    """No table of a random game is refused."""
    assert {flaw(flat_of(table)) for table in reached()} == {""}


def test_what_anybody_imagines_can_be() -> None:
    """Nor a world that somebody might think they are in."""
    rng = random.Random(2)
    for table in rng.sample(reached(), 150):
        world = table.imagine(rng.choice([None, *range(table.players)]), rng.getrandbits(30))
        assert flaw(flat_of(world)) == ""


def test_no_game_brings_more_pounds_than_can_be_bet() -> None:
    """CAM-11: even if one player sold all cards, each as well as it can be sold."""
    most = sum(copies * brought for copies, brought in zip(COPIES, MOST_BROUGHT, strict=True))
    assert POUNDS_EACH + most <= MOST_POUNDS


# What cannot be

CARPET = {"Anne": {4: ["carpet red"]}}
GOODS = {"Anne": {3: ["date 1"], 4: ["fruit 1", "fruit 2"], 6: ["carpet red"]}}
STALL_B: Position = {"up": {"B": ["date 1", "date 2"]}, "down": {"B": ["date 3"]}}
STALL_D = {"up": {"D": ["date 1", "date 2"]}, "down": {"D": ["date 3", "date 4"]}}
DRAFT: Position = {"chosen": "D1", "emptied": "D", **STALL_D}
ENDING: Position = {"emptied": "ABCD", "side": 2, "left": 3 + STAYS_ON_TOP - 1}


@cache
def whole(stage: str) -> Position:
    """A position of three players at this stage, with goods of Anne's, whose turn it is; or "… others" of a draft."""
    made = {
        "betting": lambda: a_table("betting", goods=GOODS, bets={"Anne": 3}, asked=["Burt", "Carla"]),
        "choosing": lambda: a_table(goods=GOODS),
        "ability": lambda: a_table("ability", chosen="B1", emptied="B", goods=GOODS, **STALL_B),
        "keeping": lambda: a_table("keeping", chosen="A1", emptied="A", aside=["date 1", "date 2"], up={"A": []}),
        "drafting": lambda: a_table("drafting", acting="Anne", draft=["date 1", "fruit 2", "fruit 3"], **DRAFT),
        "drafting, others": lambda: a_table(
            "drafting", acting="Burt", asked=["Burt"], aside=["fruit 1"], draft=["date 1", "fruit 2"], **DRAFT
        ),
        "loading": lambda: a_table(
            "loading", acting="Anne", chosen="A1", emptied="A", waiting=["date 1", "fruit 1"], goods=CARPET
        ),
        "loading, others": lambda: a_table(
            "loading", acting="Burt", asked=["Burt"], aside=["fruit 1"], draft=["date 1"], waiting=["date 1"], **DRAFT
        ),
        "selling": lambda: a_table("selling", emptied="ABC", goods=GOODS),
        "token": lambda: a_table("token", side=2, emptied="ABC", goods=GOODS, sale_tokens=["Anne"]),
        "extra sale": lambda: a_table("extra sale", side=2, emptied="ABC", goods=GOODS),
        "final sale": lambda: a_table("final sale", goods=GOODS, sold_from=0b100, **ENDING),
        "betting 2": lambda: a_table("betting", side=2, goods=GOODS),
        "selling 2": lambda: a_table("selling", side=2, emptied="ABC", goods=GOODS),
        "selling without A": lambda: a_table("selling", side=2, markets="CDEF", emptied="DEF", goods=GOODS),
        "over": lambda: a_table("over", turn="nobody", asked=[], goods=GOODS, **ENDING),
    }
    return made[stage]().position()


WHOLE = (
    *("betting", "choosing", "ability", "keeping", "drafting", "drafting, others", "loading", "loading, others"),
    *("selling", "token", "extra sale", "final sale", "over", "betting 2", "selling 2", "selling without A"),
)


@pytest.mark.parametrize("stage", WHOLE)
def test_these_can_be(stage: str) -> None:
    """What is broken below is whole before, and can be played to its end."""
    table = GAME.position(whole(stage))
    assert table.position() == whole(stage)
    play_on(table, random.Random(1))


def play_on(table: Table, rng: random.Random) -> None:
    """Anything legal until the game is over; the table and all that is imagined at it remain such as can be."""
    for _ in range(GAME.most_decisions):
        state = flat_of(table)
        assert flaw(state) == ""
        seen = [0] * GAME.features.SIZE
        for seat in range(table.players):
            GAME.features.features(state, seat, seen)
        if rng.random() < 0.05:
            table = table.imagine(rng.choice([None, *range(table.players)]), rng.getrandbits(30))
            continue
        if table.over:
            return
        seat = rng.choice(table.asks)
        legal = table.legal_actions(seat)
        if rng.random() < 0.2:
            assert GAME.heuristic(table.state, seat, legal, len(legal), rng.getrandbits(60)) in legal
        GAME.rules.play(table.state, seat, rng.choice(legal))
    raise AssertionError("it does not end")


def with_card(row: str, market: str, *cards: int, stage: str = "choosing") -> Position:
    """What lies in the markets, and in one of them these cards."""
    return {row: {**whole(stage)[row], market: [*cards]}}


def swapped(row: str, card: int, other: str, stage: str = "choosing") -> Position:
    """A row of the position with another word for one card."""
    return {row: [other if place == card else word for place, word in enumerate(whole(stage)[row])]}


def first_card(row: str, stage: str) -> int:
    """The number of the first card there."""
    return int(whole(stage)[row][0])


def of(row: str, name: str, value: Any, stage: str = "choosing") -> Position:
    """A row by names, with another value for one player."""
    return {row: {**whole(stage)[row], name: value}}


EMPTY: dict[str, list[int]] = {market: [] for market in MARKETS}

Flaws = dict[str, tuple[str, Position, str]]


def with_top(position: Position, kind: str) -> list[str]:
    """All backs, this kind on the Tower's top."""
    backs = [*position["backs"]]
    backs.remove(kind)
    backs.insert(position["drawn"], kind)
    return backs


def two_types(position: Position) -> list[int]:
    """Cards of two types that are gone."""
    types = [face.split()[0] for face in position["faces"]]
    return [0, next(card for card, kind in enumerate(types) if kind != types[0])]


def alike(position: Position) -> list[int]:
    """Two cards with one face that are gone."""
    gone = position["faces"][: min(card for cards in position["up"].values() for card in cards)]
    return next([place, gone.index(face, place + 1)] for place, face in enumerate(gone) if face in gone[place + 1 :])


CHOOSING = whole("choosing")
DRAWN, UP, DOWN = CHOOSING["drawn"], CHOOSING["up"], CHOOSING["down"]
GONE, LYING = UP["A"][0] - 1, UP["A"][0]
FACE = next(word for word in FACE_NAMES if word != CHOOSING["faces"][LYING])
BACK = next(word for word in AUCTIONS if word != CHOOSING["backs"][0])
FLAWS_OF_CARDS: Flaws = {
    "a face too many": ("choosing", swapped("faces", LYING, FACE), "CAM-02: there are "),
    "a card without a face": ("choosing", swapped("faces", LYING, "none"), "CAM-02: there are "),
    "a back too many": ("choosing", swapped("backs", 0, BACK), "CAM-03: there are "),
    "more drawn than there are": ("choosing", {"drawn": 129}, "CAM-02: from 0 to 128 cards have been drawn"),
    "fewer drawn than none": ("choosing", {"drawn": -1}, "CAM-02: from 0 to 128 cards have been drawn"),
    "a card of the Tower in a market": ("choosing", with_card("up", "A", DRAWN), "CAM-02: only cards drawn lie "),
    "a card in two markets": ("choosing", with_card("up", "B", LYING), "CAM-02: every card is there once"),
    "a card up and down": ("choosing", with_card("down", "B", LYING), "CAM-02: every card is there once"),
    "a card aside and in a market": ("keeping", {"aside": [1, 1]}, "CAM-02: every card is there once"),
    "a card of the Tower seen": (
        "choosing",
        swapped("known", DRAWN, "everybody"),
        "CAM-02: the cards in the Tower",
    ),
    "a face-up card unseen": ("choosing", {"known": [[]] * CARDS}, "CAM-10: a card that lies face up was seen"),
    "one kept but unseen": (
        "keeping",
        {"known": [*whole("keeping")["known"][: first_card("aside", "keeping")], *[[]] * CARDS][:CARDS]},
        "CAM-10: a card that lies face up was seen",
    ),
    "a draft seen": (
        "drafting",
        swapped("known", first_card("draft", "drafting"), "everybody", "drafting"),
        "CAM-46: the face-down card of a draft was seen by nobody",
    ),
    "goods that lie in a market": (
        "choosing",
        {"known": [[]] * GONE + CHOOSING["known"][GONE:]},
        "CAM-02: of the ",
    ),
    "goods that are nowhere": ("choosing", {"goods": {"Anne": ["date 1"] * 6}}, "CAM-13: "),
    "too many face-up cards": (
        "choosing",
        {"up": {**UP, "A": [*UP["A"], 0]}},
        "CAM-40: market A1 has 2 face-up cards at most, not 3",
    ),
    "too many face-down cards": (
        "choosing",
        {"down": {**DOWN, "B": [*DOWN["B"], 0]}},
        "CAM-42: market B1 has 1 face-down cards at most, not 2",
    ),
    "a market not in play": ("choosing", with_card("up", "F", 0), "CAM-12: market F is empty"),
}

FLAWS_OF_CAMELS: Flaws = {
    "a type on two camels": (
        "choosing",
        of("camels", "Anne", ["date", "fruit", "date", "carpet"]),
        "CAM-13: with ",
    ),
    "a type on no camel": ("choosing", of("camels", "Anne", ["date", "fruit", "none", "none"]), "CAM-13: with "),
    "a camel with nothing": ("choosing", of("camels", "Burt", ["date", "none", "none", "none"]), "CAM-13: with 0 "),
    "a camel too small": (
        "choosing",
        {"goods": {"Burt": ["date 1"] * 4}, "camels": {"Burt": ["date", "none", "none", "none"]}},
        "CAM-13: a camel carries at most 3 cards, not 4 date cards",
    ),
    "two coins": ("choosing", of("coins", "Anne", [0, 2, 0, 0]), "CAM-23: on a camel there are 0 or 1 pounds"),
    "a coin owed": ("choosing", of("coins", "Anne", [0, -1, 0, 0]), "CAM-23: on a camel there are 0 or 1 pounds"),
    "debts": ("choosing", of("pounds", "Anne", -1), "CAM-11: a player has 0 to "),
    "riches": ("choosing", of("pounds", "Anne", MOST_POUNDS), "CAM-11: a player has 0 to "),
    "goods wait for nobody": ("choosing", {"waiting": ["date 1"]}, "CAM-13: goods wait only while they are loaded"),
}

BETTING = whole("betting")
FLAWS_OF_TURNS: Flaws = {
    "a third side": ("choosing", {"side": 2}, "CAM-04: a market has two sides"),
    "side 2 in the first round": ("selling 2", {"round_number": 1}, "CAM-04: markets turn to side 2 after the first "),
    "side 2 with a large Tower": (
        "choosing",
        {"side": 1},
        "CAM-04: markets turn to side 2 after the first round, with",
    ),
    "round 0": ("choosing", {"round_number": 0}, "CAM-10: rounds are counted from 1"),
    "a round too late": ("choosing", {"round_number": 100}, "CAM-10: rounds are counted from 1"),
    "no stage": ("choosing", {"stage": "none"}, "CAM-17: no game waits in stage none"),
    "between rounds": ("choosing", {"stage": "round"}, "CAM-17: no game waits in stage round"),
    "taking goods": ("choosing", {"stage": "taking"}, "CAM-17: no game waits in stage taking"),
    "no auction": ("choosing", {"auction": "none"}, "CAM-11: every round has an auction"),
    "another auction than on top": (
        "betting",
        {"auction": "lucky 0"},
        "CAM-11: the kind of the auction is the back",
    ),
    "no top": ("betting", {"drawn": CARDS, "known": [[]] * CARDS}, "CAM-11: the kind of the auction is the back"),
    "no First Player": ("choosing", {"first_player": "nobody"}, "CAM-11: somebody is First Player"),
    "no First Player in round 2": ("betting", {"first_player": "nobody"}, "CAM-11: somebody is First Player"),
    "nobody's turn": ("choosing", {"turn": "nobody"}, "CAM-12: it is somebody's turn"),
    "a turn while betting": ("betting", {"turn": "Anne"}, "CAM-12: it is somebody's turn"),
    "a turn after the end": ("over", {"turn": "Anne"}, "CAM-12: it is somebody's turn"),
    "acting while choosing": ("choosing", {"acting": "Anne"}, "CAM-13: somebody is acting while"),
    "nobody loads": ("loading", {"acting": "nobody"}, "CAM-13: somebody is acting while"),
    "nobody drafts": ("drafting", {"acting": "nobody"}, "CAM-13: somebody is acting while"),
    "nobody asked": ("choosing", {"asked": []}, "CAM-12: in stage choosing only the player who decides is asked"),
    "all asked": (
        "choosing",
        {"asked": [*NAMES[:3]]},
        "CAM-12: in stage choosing only the player who decides is asked",
    ),
    "another asked": ("loading, others", {"asked": ["Anne"]}, "CAM-12: in stage loading only the player who "),
    "asked after the end": ("over", {"asked": ["Anne"]}, "CAM-16: when the game is over nobody is asked"),
    "over too soon": ("over", {"drawn": CARDS - 30}, "CAM-16: the end comes when fewer than "),
    "a bet and asked": ("betting", {"asked": [*NAMES[:3]]}, "CAM-11: just those who have not bet yet are asked"),
    "no bet and not asked": ("betting", {"asked": ["Burt"]}, "CAM-11: just those who have not bet yet are asked"),
    "all bets": ("betting", {"bets": [1, 2, 3], "asked": []}, "CAM-11: when all have bet the bets are opened"),
    "a bet too high": ("betting", of("bets", "Anne", 6, "betting"), "CAM-11: with 5 pounds nobody can bet 6"),
    "a bet below 0": ("betting", of("bets", "Anne", -2, "betting"), "CAM-11: with 5 pounds nobody can bet -2"),
    "a bet of 2": (
        "betting",
        {"bets": [2, -1, -1], "auction": "cannot bet 2", "backs": with_top(BETTING, "cannot bet 2")},
        "CAM-33: nobody may bet 2",
    ),
    "a bet of 3": (
        "betting",
        {"auction": "cannot bet 3", "backs": with_top(BETTING, "cannot bet 3")},
        "CAM-34: nobody may bet 3",
    ),
    "a bet while choosing": ("choosing", of("bets", "Anne", 1), "CAM-11: bets are sealed only until all have bet"),
    "a forbidden bet opened": (
        "choosing",
        {"opened": [1, 2, 3], "auction": "cannot bet 2"},
        "CAM-33: nobody may bet 2 in this auction, so none such was opened",
    ),
    "a bet opened of -2": ("choosing", of("opened", "Anne", -2), "CAM-11: the bets opened are from 0"),
    "one bet not opened": ("choosing", of("opened", "Anne", -1), "CAM-11: all bets are opened together"),
    "one bet opened": ("betting", of("opened", "Anne", 1, "betting"), "CAM-11: all bets are opened together"),
}

NOT_A2 = "CAM-41: an Extra Sale token comes from market A2, which has not been in play here"
NOT_F2 = "CAM-51: a Peek token comes from market F2, which has not been in play here"
SOME_KNOW: list[Any] = [
    ["Anne"] if card == CHOOSING["down"]["A"][0] else seen for card, seen in enumerate(CHOOSING["known"])
]
FLAWS_OF_TOKENS: Flaws = {
    "an Extra Sale token on side 1": ("choosing", {"sale_tokens": ["Anne"]}, NOT_A2),
    "an Extra Sale token without A": ("selling without A", {"sale_tokens": ["Burt"]}, NOT_A2),
    "a Peek token on side 1": ("choosing", {"peek_tokens": ["Anne"]}, NOT_F2),
    "a Peek token without F": ("selling 2", {"peek_tokens": ["Anne"]}, NOT_F2),
    "too many Extra Sale tokens": (
        "selling 2",
        {"sale_tokens": [*NAMES[:3]], "round_number": 3},
        "CAM-41: by now 2 players at most can have an Extra Sale token, not 3",
    ),
    "a token before its market was chosen": (
        "betting 2",
        {"sale_tokens": ["Burt"], "round_number": 2},
        "CAM-41: by now 0 players at most can have an Extra Sale token, not 1",
    ),
    "too many Peek tokens": (
        "selling without A",
        {"peek_tokens": [*NAMES[:2]], "round_number": 2},
        "CAM-51: by now 1 players at most can have a Peek token, not 2",
    ),
    "a card peeked at without a Peek token": (
        "choosing",
        {"known": SOME_KNOW},
        "CAM-51: only with a Peek token, from market F2, some players see what others do not",
    ),
}

ABILITY = whole("ability")
FLAWS_OF_MARKETS: Flaws = {
    "markets beyond those in play": (
        "choosing",
        {"open_markets": [*"ABCDE"]},
        "CAM-04: the markets in play are A, B, C, D",
    ),
    "five in play": ("choosing", {"in_play": [*"ABCDE"]}, "CAM-04: with 3 players 4 markets are in play, not 5"),
    "three in play": ("choosing", {"in_play": [*"ABC"]}, "CAM-04: with 3 players 4 markets are in play, not 3"),
    "others than A upward": (
        "choosing",
        {"options": {"markets": "upward"}, "in_play": [*"ABCE"]},
        "CAM-04: the markets in play are A upward, not A, B, C, E",
    ),
    "cards in a market not in play": (
        "choosing",
        {"in_play": [*"ABCE"], "open_markets": [*"ABCE"]},
        "CAM-12: market D",
    ),
    "a market too few": ("choosing", {"open_markets": [*"ABC"]}, "CAM-12: here 4 markets are open, not 3"),
    "a turn too late": ("choosing", {"turn": "Burt", "asked": ["Burt"]}, "CAM-12: here 3 markets are open, not 4"),
    "no market to discard": ("selling", {"open_markets": []}, "CAM-12: here 1 markets are open, not 0"),
    "two to discard": ("selling", {"open_markets": [*"CD"]}, "CAM-12: here 1 markets are open, not 2"),
    "another left": ("selling", {"open_markets": ["A"]}, "CAM-12: market D is empty"),
    "one left at the end": ("over", {"open_markets": ["A"]}, "CAM-12: here 0 markets are open, not 1"),
    "one chosen while choosing": ("choosing", {"chosen": "A1"}, "CAM-12: in stage choosing no market is chosen"),
    "none chosen": ("ability", {"chosen": "none"}, "CAM-12: one of the markets in play was chosen"),
    "the other side chosen": ("ability", {"chosen": "B2"}, "CAM-12: one of the markets in play was chosen"),
    "one not in play chosen": ("ability", {"chosen": "F1"}, "CAM-12: one of the markets in play was chosen"),
    "chosen and open": ("ability", {"chosen": "A1"}, "CAM-12: market A was chosen, and is not open any more"),
    "goods loaded that lie there": (
        "loading",
        with_card("up", "A", 0, stage="loading"),
        "CAM-12: market A is empty, for it was chosen or is not in play",
    ),
    "no use of B1": ("ability", {"up": {**ABILITY["up"], "B": []}}, "CAM-17: the ability of B1 is of no use here"),
    "nothing to keep": ("keeping", {"aside": []}, "CAM-40: one is kept of 2 to 3 cards"),
    "nothing but one to keep": (
        "keeping",
        {"aside": [first_card("aside", "keeping")]},
        "CAM-40: one is kept",
    ),
    "types to keep": (
        "keeping",
        {"aside": two_types(whole("keeping"))},
        "CAM-40: one is kept of 2 to 3 cards of one type",
    ),
    "keeping in B1": (
        "ability",
        {"stage": "keeping", "aside": two_types(ABILITY)},
        "CAM-40: a card drawn is kept only by the ability of A1",
    ),
    "cards aside": ("choosing", {"aside": [0]}, "CAM-46: a card is aside while the others draft"),
    "sold while choosing": ("choosing", {"sold_from": 1}, "CAM-16: sold_from has the camels sold from"),
    "cards to draft": ("choosing", {"draft": [0]}, "CAM-46: each takes one card of a draft"),
    "a hidden card of nothing": ("choosing", {"draft_hidden": True}, "CAM-46: a draft may have a face-down card"),
    "all shown": ("choosing", {"known": [[*CHOOSING["names"]]] * CARDS}, "CAM-02: the cards in the Tower"),
}

DRAFTING, OTHERS = whole("drafting"), whole("drafting, others")
SEEN: list[Any] = ["everybody"] * DRAFTING["drawn"] + [[]] * (CARDS - DRAFTING["drawn"])
FLAWS_OF_DRAFTS: Flaws = {
    "a draft in B1": (
        "ability",
        {"stage": "drafting", "acting": "Anne", "draft": [0, 1, 2]},
        "CAM-46: there is a draft only by the ability of D1",
    ),
    "a draft too small": ("drafting", {"draft": DRAFTING["draft"][:2]}, "CAM-46: each takes one card of a draft"),
    "a draft too large": ("drafting", {"draft": [*DRAFTING["draft"], 0]}, "CAM-46: each takes one card of a draft"),
    "one has taken two": ("drafting, others", {"draft": OTHERS["draft"][:1]}, "CAM-46: each takes one card of a "),
    "one has taken none": ("drafting, others", {"aside": []}, "CAM-46: a card is aside while the others draft"),
    "a draft without a face-down card": (
        "drafting",
        {"draft_hidden": False, "known": SEEN, "down": EMPTY},
        "CAM-46: the first card of a draft lies face down",
    ),
    "a draft of like cards": (
        "drafting, others",
        {"draft_hidden": False, "known": SEEN, "draft": alike(OTHERS)},
        "CAM-17: in a draft one is asked only if the cards to take differ",
    ),
    "a draft left over": (
        "loading, others",
        {"acting": "Carla", "asked": ["Carla"]},
        "CAM-46: each takes one card of a draft",
    ),
}

FLAWS_OF_DECISIONS: Flaws = {
    "nothing to load": ("loading", {"waiting": []}, "CAM-13: goods wait to be loaded"),
    "two cards of a draft": (
        "loading, others",
        {"waiting": ["date 1"] * 2},
        "CAM-13: goods wait to be loaded, and of",
    ),
    "goods that have their camel": (
        "loading",
        {"goods": {"Anne": ["date 1"]}, "camels": {"Anne": ["date", "none", "none", "none"]}},
        "CAM-13: date goes on the camel that carries it already",
    ),
    "one camel for the last type": (
        "loading",
        {
            "waiting": ["date 1"],
            "goods": {"Anne": ["fruit 1", "carpet red", "pottery jar"]},
            "camels": {"Anne": ["none", "fruit", "carpet", "pottery"]},
        },
        "CAM-17: for a new type a camel is chosen only if several are empty",
    ),
    "sold before selling": ("selling", {"sold_from": 1}, "CAM-16: sold_from has the camels sold from"),
    "sold before an extra sale": ("extra sale", {"sold_from": 1}, "CAM-16: sold_from has the camels sold from"),
    "sold from a fifth camel": ("final sale", {"sold_from": 16}, "CAM-16: sold_from has the camels sold from"),
    "sold from -1": ("final sale", {"sold_from": -1}, "CAM-16: sold_from has the camels sold from"),
    "no token": ("token", {"sale_tokens": []}, "CAM-14: only a player with the token may spend it"),
    "a token kept and spent": (
        "extra sale",
        {"sale_tokens": ["Anne"]},
        "CAM-14: only a player with the token may spend it",
    ),
    "nothing to sell": ("selling", {"turn": "Burt", "asked": ["Burt"]}, "CAM-17: a player who is asked about "),
    "nothing more to sell": ("final sale", {"sold_from": 15}, "CAM-17: a player who is asked about a sale has goods"),
    "one extra sale": (
        "extra sale",
        {"goods": {"Anne": ["date 1"]}, "camels": {"Anne": ["date", "none", "none", "none"]}},
        "CAM-17: a player who is asked about a sale has goods",
    ),
}

FLAWS: Flaws = {
    **FLAWS_OF_CARDS,
    **FLAWS_OF_CAMELS,
    **FLAWS_OF_TURNS,
    **FLAWS_OF_TOKENS,
    **FLAWS_OF_MARKETS,
    **FLAWS_OF_DRAFTS,
    **FLAWS_OF_DECISIONS,
}


@pytest.mark.parametrize("name", FLAWS)
def test_what_cannot_be_is_refused(name: str) -> None:
    """One sentence, the clause first."""
    stage, changed, sentence = FLAWS[name]
    with pytest.raises(BadPosition) as refused:
        GAME.position({**whole(stage), **changed})
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)
    assert str(refused.value)[:6] in GAME.clauses


PARTS: dict[str, tuple[Position, str]] = {
    "goods no camel carries": ({"goods": {"Anne": ["date 1"] * 7}}, "CAM-13: a camel carries at most 6 cards, not 7 "),
    "more goods than there are": (
        {"goods": {"Anne": ["pottery jar+bowl"] * 3}},
        "CAM-02: of the cards drawn that lie ",
    ),
    "a sale without goods": ({"stage": "selling"}, "CAM-17: a player who is asked about a sale has goods"),
    "a bet too high": ({"bets": {"Anne": 6}}, "CAM-11: with 5 pounds nobody can bet 6"),
    "all bets": ({"bets": [1, 1, 1, 1]}, "CAM-11: when all have bet the bets are opened"),
    "the third side": ({"side": 2}, "CAM-04: a market has two sides"),
    "an unknown card": ({"goods": {"Anne": ["date 5"]}}, "goods: there is no 'date 5'"),
    "a card beyond the last": ({"up": {"A": [128]}}, "up: [128] should be a list of at most 4 cards"),
    "an unknown market open": (
        {"open_markets": ["G"]},
        "open_markets: ['G'] should be a list of different markets out ",
    ),
    "a market twice in play": ({"in_play": [*"AABCD"]}, "in_play: ['A', 'A', 'B', 'C', 'D'] should be a list of "),
    "markets in a word": ({"in_play": "ABCD"}, "in_play: 'ABCD' should be a list of different markets out of A, B, C"),
    "an unknown market": ({"up": {"G": []}}, "up: {'G': []} should say for each of A, B, C, D, E, F which cards"),
}


@pytest.mark.parametrize("name", PARTS)
def test_parts_that_cannot_be_are_refused(name: str) -> None:
    """Nor can everything be completed."""
    written, sentence = PARTS[name]
    with pytest.raises(Refused) as refused:
        GAME.position({"seed": 1, **written})
    assert str(refused.value).startswith(sentence)


def test_a_face_down_card_moved_by_f1_may_be_one_too_many() -> None:
    """CAM-50: in one market, once F was chosen; and not before."""
    table = a_table(players=5)
    table.play("Anne", "market F")
    table.play("Anne", "use: move face-down to A")
    while table.position()["stage"] == "loading":
        table.play("Anne", table.legal("Anne")[0])
    position = table.position()
    assert (len(position["down"]["A"]), GAME.position(position)) == (2, table)
    before = a_table(players=5).position()
    with pytest.raises(BadPosition, match="CAM-40: market A1 has 1 face-down cards at most, not 2"):
        GAME.position({**before, "down": {**before["down"], "A": [*before["down"]["A"], 0]}})


def test_the_face_down_card_of_a_draft_may_lie_aside() -> None:
    """CAM-46: unseen, once it was taken by the one whose turn it is; but not while one still lies in the draft."""
    table = GAME.position(whole("drafting"))
    table.play("Anne", "draft face-down")
    position = table.position()
    assert position["known"][position["aside"][0]] == []
    assert GAME.position(position) == table
    others = whole("drafting, others")
    known = [[] if card == others["aside"][0] else seen for card, seen in enumerate(others["known"])]
    with pytest.raises(BadPosition, match="CAM-10: a card that lies face up was seen by everybody"):
        GAME.position({**others, "known": known})


def test_pounds_never_outgrow_what_can_be_bet() -> None:
    """CAM-11: the most that is taken, and everything sold as well as can be, is still within the bets there are."""
    goods = {"Anne": {3: ["carpet red"], 4: ["date 4"] * 4, 5: ["fruit 3"] * 5, 6: ["pottery jar"] * 6}}
    with pytest.raises(BadPosition) as refused:
        a_table("selling", emptied="ABC", goods=goods, pounds=[MOST_POUNDS, 5, 5])
    most = int(str(refused.value).split(" to ")[1].split()[0])
    assert POUNDS_EACH < most < MOST_POUNDS
    table = a_table("selling", emptied="ABC", goods=goods, pounds=[most, 5, 5])
    while not table.over:
        seat = table.asks[0]
        best = [text for text in table.legal(seat) if text.startswith(("sell", "bet 0")) and text != "sell nothing"]
        table.play(seat, (best or table.legal(seat))[0])
        assert max(table.position()["pounds"].values()) <= MOST_POUNDS


# Whatever is written


SEAT = st.sampled_from([*NAMES[:3], "nobody"])
SEATS = st.lists(st.sampled_from(NAMES[:3]), unique=True)
SOME_FACES = st.lists(st.sampled_from(FACE_NAMES), max_size=4)
SOME_CARDS = st.lists(st.integers(0, 45), unique=True, max_size=4)
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "stage": st.sampled_from(STAGES),
    "auction": st.sampled_from(AUCTIONS),
    "side": st.integers(-1, 2),
    "chosen": st.sampled_from([*SIDE_NAMES, "none"]),
    "round_number": st.integers(-1, 30),
    "drawn": st.integers(-1, 129),
    **dict.fromkeys(("open_markets", "in_play"), st.lists(st.sampled_from(MARKETS), unique=True)),
    "sold_from": st.integers(-1, 16),
    **dict.fromkeys(("first_player", "turn", "acting"), SEAT),
    **dict.fromkeys(("asked", "sale_tokens", "peek_tokens"), SEATS),
    **dict.fromkeys(("failed", "draft_hidden"), st.booleans()),
    **dict.fromkeys(("pounds", "opened", "bets"), st.lists(st.integers(-1, 80), min_size=3, max_size=3)),
    **dict.fromkeys(("up", "down"), st.dictionaries(st.sampled_from(MARKETS), SOME_CARDS)),
    **dict.fromkeys(("aside", "draft"), SOME_CARDS),
    "goods": st.dictionaries(st.sampled_from(NAMES[:3]), SOME_FACES),
    "waiting": SOME_FACES,
    "coins": st.dictionaries(st.sampled_from(NAMES[:3]), st.lists(st.integers(0, 1), min_size=4, max_size=4)),
}


@settings(max_examples=150)
@given(
    stage=st.sampled_from([*WHOLE, "", ""]), fields=st.sets(st.sampled_from([*PLAUSIBLE]), max_size=4), data=st.data()
)
def test_whatever_goes_together_or_not_the_answer_is_a_table_or_a_sentence(
    stage: str, fields: set[str], data: st.DataObject
) -> None:
    """Fields that are each well written, in any mixture; a table that comes of it can be played to its end."""
    written = {field: data.draw(PLAUSIBLE[field]) for field in sorted(fields)}
    try:
        table = GAME.position({"players": 3, **(whole(stage) if stage else {}), **written})
    except Refused:
        return
    assert GAME.position(table.position()) == table
    play_on(table, random.Random(1))


# Whatever lies on the table

NOT_BROKEN = ("players", "markets", "chance_key", "chance_step", "failed")
"""Fields that are not broken: they are checked for all games alike, or nothing wrong can be written in them."""


def rows_of(state: OffSeasonState, name: str) -> list[list[int]]:
    """The rows of a field, or one a seat, so that what is changed there counts."""
    value = getattr(state, name)
    return [*value[: state.players]] if isinstance(value[0], list) else [value]


def broken(state: OffSeasonState, rng: random.Random, other: OffSeasonState) -> None:
    """Change one number of a field a little or altogether, swap two, or take the field of another table."""
    field = rng.choice([field for name, field in OffSeasonState.fields.items() if name not in NOT_BROKEN])
    least, most = -(1 << field.bits - 1), (1 << field.bits - 1) - 1
    if rng.random() < 0.3:
        setattr(state, field.name, getattr(other.copy(), field.name))
        return
    if not field.shape:
        setattr(state, field.name, changed(getattr(state, field.name), rng, least, most))
        return
    row = rng.choice(rows_of(state, field.name))
    places = range(state.players if field.by_seat and len(field.shape) == 1 else len(row))
    one, two = rng.choice(places), rng.choice(places)
    if rng.random() < 0.4:
        row[one], row[two] = row[two], row[one]
    else:
        row[one] = changed(row[one], rng, least, most)


def changed(value: int, rng: random.Random, least: int, most: int) -> int:
    """Another number that fits."""
    near = value + rng.choice([-2, -1, 1, 2])
    return min(max(rng.choice([near, near, rng.randint(-1, 12), rng.randint(least, most)]), least), most)


def broken_tables(seed: int, count: int) -> Iterator[tuple[Table, str]]:
    """Tables of all stages with something changed, and what is said of them."""
    rng, stages = random.Random(seed), [*by_stage().values()]
    for _ in range(count):
        table = rng.choice(rng.choice(stages)).copy()
        others = [other for other in rng.choice(stages) if other.players == table.players] or [table]
        for _ in range(rng.choice([1, 1, 2, 3])):
            broken(flat_of(table), rng, flat_of(rng.choice(others)))
        yield table, flaw(flat_of(table))


@pytest.mark.parametrize("seed", range(3))
def test_a_broken_table_is_refused_or_can_be_played(seed: int) -> None:
    """Whatever numbers lie there, a clause is named, or the game goes on to its end."""
    refused = played = 0
    for table, sentence in broken_tables(seed, 250):
        if sentence:
            assert sentence[:6] in GAME.clauses
            refused += 1
        elif played < 30:
            assert GAME.position(json.loads(json.dumps(table.position()))) == table
            play_on(table, random.Random(seed))
            played += 1
    assert refused > 100
    assert played > 20


@settings(max_examples=100)
@given(data=st.data())
def test_of_any_numbers_at_all_something_is_said(data: st.DataObject) -> None:
    """A field filled with anything that has room in it is judged without an accident."""
    table = data.draw(st.sampled_from([*by_stage().values()]).flatmap(st.sampled_from)).copy()
    state, rng = flat_of(table), data.draw(st.randoms(use_true_random=False))
    for field in OffSeasonState.fields.values():
        if field.name not in NOT_BROKEN and rng.random() < 0.1:
            least, most = -(1 << field.bits - 1), (1 << field.bits - 1) - 1
            if not field.shape:
                setattr(state, field.name, rng.randint(least, most))
                continue
            for row in rows_of(state, field.name):
                row[:] = [rng.randint(least, most) for _ in row]
    assert flaw(state) == "" or flaw(state)[:6] in GAME.clauses
