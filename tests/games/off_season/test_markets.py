"""The abilities of the twelve market sides, CAM-40 to CAM-52, and what can stand in their way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bidwell import Event, Table
from bidwell.games.off_season.components import (
    CAMELS,
    CARDS,
    COLOURS,
    FACE_DOWN,
    FACE_NAMES,
    MARKETS,
    SIDE_NAMES,
    TYPES,
)
from bidwell.games.off_season.notation import face_text
from tests.games.off_season.helpers import NAMES, a_table, told

EACH_TYPE: Mapping[int, list[str]] = dict(
    zip(CAMELS, (["date 1"], ["carpet red"], ["fruit 1"], ["pottery jar"]), strict=True)
)
"""One card of every type, each on its camel: whatever comes is loaded without asking."""
SMALL, LARGE = min(CAMELS), max(CAMELS)


def chosen(side: str, name: str = "Anne", emptied: str = "", **fields: Any) -> Table:
    """The table when this player has just chosen this market; A upward are in play, with as many players as it takes.

    The markets in `emptied` were chosen before, by those whose turn was earlier.
    """
    players = fields.setdefault("players", max(3, MARKETS.index(side[0])))
    first = NAMES[(NAMES.index(name) - len(emptied)) % players]
    table = a_table(side=int(side[1]), turn=name, first=first, emptied=emptied, **fields)
    table.play(name, f"market {side[0]}")
    return table


def lying(table: Table, place: str, market: str) -> list[str]:
    """The cards that lie "up" or "down" in a market."""
    position = table.position()
    return [position["faces"][card] for card in position[place][market]]


def goods(table: Table, name: str = "Anne") -> list[str]:
    """All cards on a player's camels."""
    return list(table.position()["goods"][name])


def uses(table: Table) -> list[str]:
    """The ways to use an ability that the one who is asked has."""
    return [text.removeprefix("use: ") for text in table.legal(table.asks[0]) if text.startswith("use")]


def seen_by(table: Table, card: int) -> list[str | None]:
    """Everyone who sees the face of a card: names, and None for a spectator."""
    return [name for name in (*table.names, None) if table.view(name)["faces"][card] is not None]


def worded(name: str) -> str:
    """A card as events name it."""
    return face_text(FACE_NAMES.index(name))


def taken(events: list[Event]) -> list[str]:
    """All cards that were turned up to be loaded, in the order told."""
    named = {face_text(face): name for face, name in enumerate(FACE_NAMES)}
    texts = [event.text.split(" takes ")[1] for event in events if event.name == "took"]
    return [named[card] for text in texts for card in text.split(", ")]


def go_on(table: Table, until: Callable[[], bool]) -> None:
    """Everybody takes the first thing they may do, until something has come about."""
    while not until():
        table.play(table.asks[0], table.legal(table.asks[0])[0])


def stage(table: Table) -> str:
    return str(table.position()["stage"])


# All abilities


@pytest.mark.parametrize("side", SIDE_NAMES)
def test_no_ability_must_be_used(side: str) -> None:
    """CAM-12: an ability is optional; without it the goods of the market are taken, and nothing else has happened."""
    table = chosen(side, goods={"Anne": {LARGE: ["pottery jar"]}})
    lay, before = lying(table, "up", side[0]) + lying(table, "down", side[0]), table.position()
    events = table.play("Anne", "no ability")
    assert told(events)[0] == f"Anne does not use the ability of {side}"
    assert taken(events) == lay
    assert all(table.position()[field] == before[field] for field in ("drawn", "sale_tokens", "peek_tokens"))


@pytest.mark.parametrize("side", SIDE_NAMES)
def test_an_ability_is_used_once(side: str) -> None:
    """CAM-12: may use its ability once: then the goods are taken, and the ability is not asked for again."""
    table = chosen(side, goods={"Anne": EACH_TYPE, "Burt": EACH_TYPE} if side != "B2" else {})
    table.play("Anne", f"use: {uses(table)[0]}")
    go_on(table, lambda: stage(table) not in ("keeping", "drafting", "loading"))
    assert (stage(table), table.asks) == ("choosing", (1,))
    assert lying(table, "up", side[0]) == lying(table, "down", side[0]) == []


@pytest.mark.parametrize("side", SIDE_NAMES)
def test_every_market_has_its_own_ability(side: str) -> None:
    """CAM-40 to CAM-51: the clause of what is told is the one of the side."""
    table = chosen(side, goods={"Anne": {SMALL: ["date 1"]}})
    assert table.play("Anne", f"use: {uses(table)[0]}")[0].clause == f"CAM-{40 + SIDE_NAMES.index(side)}"


SOFT, HARD = ["carpet red", "fruit 1"], ["date 1", "pottery jar"]
NO_USE: dict[str, tuple[str, dict[str, Any]]] = {
    "A1, an empty Tower": ("A1", {"left": 0}),
    "A2, one has the token": ("A2", {"sale_tokens": ["Anne"]}),
    "B1, nothing face up elsewhere": ("B1", {"players": 4, "emptied": "ACE", "up": {"D": []}}),
    "B1, nothing face up here": ("B1", {"players": 4, "up": {"B": []}}),
    "B2, no empty camel": ("B2", {"goods": {"Anne": EACH_TYPE}}),
    "B2, an empty Tower": ("B2", {"left": 0}),
    "C1, no carpet or fruit elsewhere": ("C1", {"emptied": "A", "up": {"B": HARD, "C": SOFT, "D": HARD}}),
    "C2, no date or pottery elsewhere": ("C2", {"emptied": "A", "up": {"B": SOFT, "C": HARD, "D": SOFT}}),
    "D1, an empty Tower": ("D1", {"left": 0}),
    "D2, no goods": ("D2", {"goods": {"Burt": EACH_TYPE}}),
    "E1, nothing face up anywhere": ("E1", {"emptied": "ABC", "up": {"D": [], "E": []}}),
    "E2, nothing face down here": ("E2", {"down": {"E": []}}),
    "E2, nothing face up elsewhere": ("E2", {"emptied": "ABC", "up": {"D": []}}),
    "F1, nothing face down here": ("F1", {"down": {"F": []}}),
    "F2, one has the token": ("F2", {"peek_tokens": ["Anne"]}),
}


@pytest.mark.parametrize("case", NO_USE)
def test_what_cannot_be_used_is_not_asked_for(case: str) -> None:
    """CAM-17: a market without use of its ability is taken without asking."""
    side, fields = NO_USE[case]
    table = chosen(side, **fields)
    assert stage(table) in ("loading", "choosing")
    assert not any(text.startswith(("use", "no ability")) for text in table.legal(table.asks[0]))
    assert lying(table, "up", side[0]) == lying(table, "down", side[0]) == []


def test_an_empty_market_can_be_chosen() -> None:
    """CAM-10, CAM-12: where a short Tower left nothing, there is its ability, and nothing to take."""
    table = chosen("A2", up={"A": []}, down={"A": []})
    assert told(table.play("Anne", "use: gain extra sale")) == ["Anne gains the Extra Sale token"]
    assert table.asks == (1,)


def test_the_tokens_of_others_do_not_stand_in_the_way() -> None:
    """CAM-41, CAM-51: at most one each, not one in all."""
    others = ["Burt", "Carla"]
    assert uses(chosen("A2", markets="ABCF", sale_tokens=others, peek_tokens=["Anne"])) == ["gain extra sale"]
    assert uses(chosen("F2", peek_tokens=others, sale_tokens=["Anne"])) == ["gain peek"]


@pytest.mark.parametrize("side", ["B1", "C1", "C2", "E1", "E2", "F1"])
def test_only_markets_nobody_has_chosen_can_be_used(side: str) -> None:
    """CAM-40: "if available": a market already chosen is empty."""
    in_play = "BCDEF"[: max(3, MARKETS.index(side[0]))]
    up = {market: [f"carpet {colour}", "date 1"] for market, colour in zip(in_play, COLOURS, strict=False)}
    table = chosen(side, "Burt", emptied="A", up=up)
    own = {side[0]} if side == "E1" else set()
    assert {use.split()[-1] for use in uses(table)} == {*up} - {side[0]} | own


SAME: dict[str, tuple[dict[str, Any], list[str]]] = {
    "B1": (
        {"emptied": "AC", "up": {"B": ["date 3"] * 2, "D": ["carpet red"] * 2}},
        ["swap date 3 with carpet red of D"],
    ),
    "C1": ({"emptied": "AB", "up": {"D": ["fruit 4"] * 2}}, ["move fruit 4 of D"]),
    "C2": ({"emptied": "AB", "up": {"D": ["date 4"] * 2}}, ["move date 4 of D"]),
    "D2": ({"goods": {"Anne": {LARGE: ["fruit 4"] * 2}}}, ["discard fruit 4"]),
    "E1": ({"emptied": "ABC", "up": {"D": [], "E": ["date 4"] * 2}}, ["discard date 4 of E"]),
    "E2": (
        {"emptied": "ABC", "up": {"D": ["date 4"] * 2}, "down": {"E": ["date 1"]}},
        ["swap face-down 1 with date 4 of D"],
    ),
}


@pytest.mark.parametrize("side", SAME)
def test_like_cards_are_one_choice(side: str) -> None:
    """CAM-42, CAM-44, CAM-45, CAM-47 to CAM-49: which of two like cards does not matter."""
    fields, expected = SAME[side]
    assert uses(chosen(side, **fields)) == expected


# A1


A1_FIELDS: dict[str, Any] = {"goods": {"Anne": EACH_TYPE}, "up": {"A": ["fruit 2", "fruit 3"]}, "down": {"A": []}}


def predicted(named: str, *tower: str, **fields: Any) -> tuple[Table, list[Event]]:
    """Anne at A1 has named a type, and what was told; these cards lay on top of the Tower."""
    table = chosen("A1", tower=tower, **{**A1_FIELDS, **fields})
    return table, table.play("Anne", f"use: name {named}")


def test_any_type_can_be_named() -> None:
    """CAM-40: name a type: there are four."""
    assert uses(chosen("A1")) == [f"name {kind}" for kind in TYPES]


def test_three_cards_are_drawn_seen_by_all() -> None:
    """CAM-40: draw 3 from the Tower, seen by all."""
    table, events = predicted("date", "carpet blue", "fruit 4", "pottery bowl", "date 4")
    drawn = table.position()["drawn"] - 3
    assert [event.text for event in events if event.name == "drew"] == [
        "Anne draws a blue carpet",
        "Anne draws fruit worth 4",
        "Anne draws a bowl",
    ]
    assert [len(seen_by(table, card)) for card in range(drawn, drawn + 4)] == [4, 4, 4, 0]


def test_none_of_the_type_is_nothing_kept() -> None:
    """CAM-40: only if any is of it."""
    table, events = predicted("date", "carpet blue", "fruit 4", "pottery bowl")
    assert "Anne named what was not drawn, and keeps nothing" in told(events)
    assert taken(events) == ["fruit 2", "fruit 3"]
    assert goods(table) == ["date 1", "carpet red", "fruit 1", "fruit 2", "fruit 3", "pottery jar"]


def test_the_only_one_of_the_type_is_kept() -> None:
    """CAM-40, CAM-17: without asking, and loaded with the goods of the market."""
    table, events = predicted("pottery", "carpet blue", "pottery bowl", "fruit 4")
    assert taken(events) == ["fruit 2", "fruit 3", "pottery bowl"]
    assert table.asks == (1,)


def test_of_several_alike_one_is_kept() -> None:
    """CAM-40, CAM-17: one of them, without asking."""
    _, events = predicted("pottery", "pottery bowl", "pottery bowl", "pottery bowl")
    assert [event.text for event in events if event.name == "kept"] == ["Anne keeps a bowl"]
    assert taken(events) == ["fruit 2", "fruit 3", "pottery bowl"]


def test_of_several_that_differ_one_is_chosen() -> None:
    """CAM-40: keep one of it, of the type named."""
    table, _ = predicted("pottery", "pottery bowl", "date 4", "pottery vase")
    assert (stage(table), table.legal("Anne")) == ("keeping", ["keep pottery bowl", "keep pottery vase"])


def test_of_two_alike_and_one_other_there_are_two_choices() -> None:
    """CAM-40: like cards are one choice."""
    table, _ = predicted("date", "date 4", "date 3", "date 4")
    assert table.legal("Anne") == ["keep date 3", "keep date 4"]


def test_the_rest_is_discarded() -> None:
    """CAM-40: the rest are discarded, those of the type named too."""
    table, _ = predicted("pottery", "pottery bowl", "date 4", "pottery vase")
    events = table.play("Anne", "keep pottery vase")
    assert taken(events) == ["fruit 2", "fruit 3", "pottery vase"]
    assert goods(table) == ["date 1", "carpet red", "fruit 1", "fruit 2", "fruit 3", "pottery jar", "pottery vase"]
    assert table.position()["aside"] == []


def test_what_is_kept_can_be_too_much_with_the_goods() -> None:
    """CAM-40, CAM-13: it is loaded with the market's goods: each alone would fit, both do not."""
    loads = {"Anne": {SMALL: ["date 1"] * (SMALL - 1)}}
    fields = {"goods": loads, "up": {"A": ["date 2"]}}
    table, events = predicted("date", "date 4", "fruit 4", "carpet blue", **fields)
    assert f"Anne's camel {SMALL} cannot carry {SMALL + 1} cards and throws its dates off" in told(events)
    assert goods(table) == []


@pytest.mark.parametrize("left", [1, 2])
def test_a_short_tower_is_drawn_to_its_end(left: int) -> None:
    """CAM-52, CAM-40: fewer than three cards are all that is drawn."""
    table, events = predicted("date", *["fruit 4", "date 4"][-left:], left=left)
    assert sum(event.name == "drew" for event in events) == left
    assert table.position()["drawn"] == CARDS
    assert taken(events) == ["fruit 2", "fruit 3", "date 4"]


# A2


FRUIT: dict[str, Any] = {"up": {"A": ["fruit 2"]}, "down": {"A": ["fruit 3"]}}
"""Goods that fit with one of each type."""


def test_the_extra_sale_token_is_gained() -> None:
    """CAM-41: gain the Extra Sale token; others keep theirs."""
    table = chosen("A2", sale_tokens=["Carla"])
    table.play("Anne", "use: gain extra sale")
    assert table.position()["sale_tokens"] == ["Anne", "Carla"]


def test_it_can_be_spent_in_the_same_round() -> None:
    """CAM-41: in any later sell phase, this round's too."""
    table = chosen("A2", "Carla", emptied="CD", goods={"Carla": EACH_TYPE}, **FRUIT)
    table.play("Carla", "use: gain extra sale")
    table.play("Carla", "sell date")
    assert table.legal("Carla") == ["keep extra sale", "spend extra sale"]


def test_it_need_not_be_spent() -> None:
    """CAM-41: kept for any later sell phase."""
    table = chosen("A2", "Carla", emptied="CD", goods={"Carla": EACH_TYPE}, sale_tokens=["Carla"], **FRUIT)
    table.play("Carla", "sell date")
    table.play("Carla", "keep extra sale")
    assert (table.position()["sale_tokens"], stage(table)) == (["Carla"], "betting")


# B1


def test_a_face_up_card_here_for_one_elsewhere() -> None:
    """CAM-42: every pair of them is a choice, and nothing that lies face down."""
    up = {"A": ["date 4", "fruit 4"], "B": ["carpet red", "date 1"], "D": ["date 4", "pottery jar"]}
    mine, others = ["date 1", "carpet red"], ["date 4 of A", "fruit 4 of A", "date 4 of D", "pottery jar of D"]
    table = chosen("B1", emptied="C", up=up)
    assert uses(table) == [f"swap {card} with {other}" for card in mine for other in others]


def test_swapped_cards_change_places() -> None:
    """CAM-42: the one from there is taken with the goods, the other lies there face up."""
    table = chosen("B1", up={"B": ["carpet red", "date 1"], "D": ["date 4", "pottery jar"]}, down={"B": ["fruit 2"]})
    events = table.play("Anne", "use: swap date 1 with pottery jar of D")
    assert told(events)[0] == "Anne swaps 1 date with a jar of D1"
    assert taken(events) == ["carpet red", "pottery jar", "fruit 2"]
    assert lying(table, "up", "D") == ["date 4", "date 1"]


def test_of_like_cards_one_is_swapped() -> None:
    """CAM-42: a card for a card."""
    table = chosen("B1", up={"B": ["date 1"] * 2, "D": ["date 4"] * 2})
    assert taken(table.play("Anne", "use: swap date 1 with date 4 of D"))[:2] == ["date 4", "date 1"]
    assert lying(table, "up", "D") == ["date 1", "date 4"]


# B2


NOTHING: dict[str, Any] = {"up": {"B": []}, "down": {"B": []}}


@pytest.mark.parametrize("empty", [1, 2, 3, 4])
def test_a_card_for_every_empty_camel(empty: int) -> None:
    """CAM-43: for each empty camel, draw one card from the Tower."""
    loads = {limit: EACH_TYPE[limit] for limit in CAMELS[empty:]}
    table = chosen("B2", goods={"Anne": loads}, tower=["date 1", "date 2", "date 3", "date 4", "fruit 1"])
    events = table.play("Anne", "use: draw")
    drawn = [event.text for event in events if event.name == "drew more"]
    assert drawn == [f"Anne draws {face_text(face)} for an empty camel" for face in range(empty)]


def test_they_are_loaded_with_the_goods() -> None:
    """CAM-43: set aside to be loaded with the goods, on the camel of their type."""
    loads = {SMALL: ["date 1"], LARGE: ["fruit 1"]}
    up, down = {"B": ["date 2", "fruit 2"]}, {"B": ["fruit 3"]}
    table = chosen("B2", goods={"Anne": loads}, up=up, down=down, tower=["date 3", "fruit 4"])
    assert taken(table.play("Anne", "use: draw")) == ["date 2", "fruit 2", "fruit 3", "date 3", "fruit 4"]
    assert goods(table) == ["date 1", "date 2", "date 3", "fruit 1", "fruit 2", "fruit 3", "fruit 4"]


def test_cards_for_empty_camels_can_be_too_much() -> None:
    """CAM-43, CAM-13: goods cannot be refused: those on the camel, in the market and drawn count together."""
    loads = {"Anne": {SMALL: ["date 1"] * (SMALL - 1)}}
    fields: dict[str, Any] = {"up": {"B": ["date 2"]}, "down": {"B": []}, "tower": ["date 3", "date 4", "date 1"]}
    table = chosen("B2", goods=loads, **fields)
    events = table.play("Anne", "use: draw")
    assert f"Anne's camel {SMALL} cannot carry {SMALL + 3} cards and throws its dates off" in told(events)
    assert goods(table) == []


def test_drawn_cards_are_seen_by_all_before_a_camel_is_chosen() -> None:
    """CAM-43, CAM-13: all goods are turned up first."""
    table = chosen("B2", tower=["date 3", "carpet red", "fruit 4", "pottery vase"], **NOTHING)
    table.play("Anne", "use: draw")
    assert table.legal("Anne") == [f"load date on camel {limit}" for limit in CAMELS]
    assert table.position()["waiting"] == ["date 3", "carpet red", "fruit 4", "pottery vase"]


def test_a_short_tower_fills_no_more_camels() -> None:
    """CAM-52, CAM-43: four empty camels, two cards left."""
    table = chosen("B2", left=2, tower=["date 3", "date 4"], **NOTHING)
    assert taken(table.play("Anne", "use: draw")) == ["date 3", "date 4"]
    assert table.position()["drawn"] == CARDS


# C1, C2


CORNERS = {
    "C1": ["move carpet blue of A", "move fruit 3 of B"],
    "C2": ["move date 3 of A", "move pottery jar+bowl of B"],
}


@pytest.mark.parametrize("side", CORNERS)
def test_which_types_can_be_moved(side: str) -> None:
    """CAM-44, CAM-45: a carpet or fruit for C1, a date or pottery for C2; from another market, not from here."""
    mixed = ["date 1", "carpet white", "fruit 1"]
    up = {"A": ["date 3", "carpet blue"], "B": ["fruit 3", "pottery jar+bowl"], "C": mixed}
    assert uses(chosen(side, up=up, emptied="D")) == CORNERS[side]


@pytest.mark.parametrize(("side", "card", "stays"), [("C1", "fruit 3", "date 3"), ("C2", "date 3", "fruit 3")])
def test_a_moved_card_is_taken_with_the_goods(side: str, card: str, stays: str) -> None:
    """CAM-44, CAM-45: moved here from another market, which has one card less."""
    up = {"B": ["fruit 3", "date 3"], "C": ["pottery jar", "carpet red", "date 1"]}
    table = chosen(side, up=up)
    events = table.play("Anne", f"use: move {card} of B")
    assert told(events)[0] == f"Anne fetches {worded(card)} from B{side[1]}"
    assert taken(events) == [*up["C"], card]
    assert lying(table, "up", "B") == [stays]


def test_of_like_cards_one_is_moved() -> None:
    """CAM-44: one carpet or fruit."""
    table = chosen("C1", up={"B": ["fruit 3", "fruit 3"]})
    table.play("Anne", "use: move fruit 3 of B")
    assert lying(table, "up", "B") == ["fruit 3"]


def test_a_moved_card_can_be_too_much() -> None:
    """CAM-44, CAM-13: it counts with the goods."""
    up = {"B": ["fruit 3", "date 3"], "C": ["fruit 1", "carpet red", "date 1"]}
    table = chosen("C1", up=up, goods={"Anne": {SMALL: ["fruit 1"] * (SMALL - 1)}})
    assert f"Anne's camel {SMALL} cannot carry {SMALL + 1} cards and throws its fruit off" in told(
        table.play("Anne", "use: move fruit 3 of B")
    )


# D1


ONE_DATE: dict[str, Any] = {"up": {"D": ["date 2"]}, "down": {"D": []}}
DRAFT = ["date 4", "carpet blue", "fruit 4"]
"""The first lies face down."""


def drafting(name: str = "Anne", cards: list[str] = DRAFT, **fields: Any) -> Table:
    """A draft of three, where nobody is asked how to load what they take."""
    fields.setdefault("goods", dict.fromkeys(NAMES[:3], EACH_TYPE))
    table = chosen("D1", name, tower=cards, **fields)
    table.play(name, "use: draft")
    return table


@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_cards_are_drawn_as_players(players: int) -> None:
    """CAM-46: the first face down, the rest face up."""
    table = chosen("D1", players=players)
    table.play("Anne", "use: draft")
    position = table.position()
    drawn = [*range(position["drawn"] - players, position["drawn"])]
    assert position["draft"] == drawn
    assert [len(seen_by(table, card)) for card in drawn] == [0] + [players + 1] * (players - 1)


def test_the_face_down_card_is_not_told() -> None:
    """CAM-46: what lies face up is."""
    table = chosen("D1", tower=DRAFT)
    sentence = "Anne draws a face-down card and a blue carpet, fruit worth 4; each takes one"
    assert told(table.play("Anne", "use: draft")) == [sentence]


def test_the_user_chooses_first() -> None:
    """CAM-46: any of the cards, the face-down one too; it is set aside for loading."""
    table = drafting()
    assert table.legal("Anne") == ["draft face-down", "draft carpet blue", "draft fruit 4"]
    table.play("Anne", "draft fruit 4")
    position = table.position()
    assert [position["faces"][card] for card in position["aside"]] == ["fruit 4"]
    assert position["goods"]["Anne"] == ["date 1", "carpet red", "fruit 1", "pottery jar"]


def test_then_the_others_clockwise() -> None:
    """CAM-46: Burt uses it, then Carla takes one, then Anne, though she has chosen her market already."""
    table = drafting("Burt", emptied="A")
    assert table.asks == (1,)
    table.play("Burt", "draft carpet blue")
    assert (table.asks, table.legal("Carla")) == ((2,), ["draft face-down", "draft fruit 4"])
    assert "Anne takes fruit worth 4" in told(table.play("Carla", "draft face-down"))


def test_the_last_card_is_taken_without_asking() -> None:
    """CAM-17, CAM-46: Carla must take what Anne and Burt leave, then the market's goods are taken."""
    table = drafting()
    table.play("Anne", "draft carpet blue")
    events = table.play("Burt", "draft fruit 4")
    names = [event.name for event in events]
    assert "Carla takes the face-down card" in told(events)
    assert "Carla turns up 4 dates" in told(events)
    assert names.index("picked face-down") < names.index("turned up") < names.index("took")
    assert "date 4" in goods(table, "Carla")


def test_the_others_load_at_once() -> None:
    """CAM-46: must load it at once: Burt chooses a camel before Carla is asked."""
    table = drafting(goods={"Anne": EACH_TYPE, "Carla": EACH_TYPE}, players=4, cards=[*DRAFT, "date 3"])
    table.play("Anne", "draft carpet blue")
    table.play("Burt", "draft fruit 4")
    assert (table.asks, table.legal("Burt")) == ((1,), [f"load fruit on camel {limit}" for limit in CAMELS])
    table.play("Burt", f"load fruit on camel {LARGE}")
    assert (table.asks, table.legal("Carla")) == ((2,), ["draft face-down", "draft date 3"])


def test_another_can_lose_their_goods_in_a_draft() -> None:
    """CAM-46, CAM-13: Burt's small camel is full of dates, and one more is too much."""
    loads = {"Anne": EACH_TYPE, "Burt": {SMALL: ["date 1"] * SMALL}, "Carla": EACH_TYPE}
    table = drafting(goods=loads, cards=["carpet blue", "date 4", "date 4"])
    table.play("Anne", "draft date 4")
    events = table.play("Burt", "draft date 4")
    assert f"Burt's camel {SMALL} cannot carry {SMALL + 1} cards and throws its dates off" in told(events)
    assert goods(table, "Burt") == []


def test_what_the_user_takes_is_loaded_with_the_goods() -> None:
    """CAM-46, CAM-13: the card of the draft and the market's goods count together."""
    loads = {"Anne": {SMALL: ["date 1"] * (SMALL - 1)}, "Burt": EACH_TYPE, "Carla": EACH_TYPE}
    table = drafting(goods=loads, cards=["carpet blue", "date 4", "carpet red"], **ONE_DATE)
    table.play("Anne", "draft date 4")
    events = table.play("Burt", "draft face-down")
    assert f"Anne's camel {SMALL} cannot carry {SMALL + 1} cards and throws its dates off" in told(events)


def test_the_face_down_card_stays_so_until_it_is_loaded() -> None:
    """CAM-46: taken by the user it is unknown to all, to the user too, and not named while the others take theirs."""
    table = drafting()
    assert told(table.play("Anne", "draft face-down")) == ["Anne takes the face-down card"]
    (card,) = table.position()["aside"]
    assert (table.asks, seen_by(table, card)) == ((1,), [])
    events = table.play("Burt", "draft fruit 4")
    assert "Anne takes 4 dates" in told(events)
    assert seen_by(table, card) == ["Anne", "Burt", "Carla", None]


def test_taken_by_another_it_is_turned_up_at_once() -> None:
    """CAM-46, CAM-13: since it must be loaded at once, it is named; here Burt has still to choose a camel."""
    table = drafting(goods={"Anne": EACH_TYPE})
    (hidden, *_) = table.position()["draft"]
    table.play("Anne", "draft fruit 4")
    assert told(table.play("Burt", "draft face-down")) == ["Burt takes the face-down card", "Burt turns up 4 dates"]
    assert table.legal("Burt")[0] == f"load date on camel {SMALL}"
    assert seen_by(table, hidden) == ["Anne", "Burt", "Carla", None]


def test_like_cards_of_a_draft_are_one_choice() -> None:
    """CAM-46: two blue carpets, and the face-down card."""
    assert drafting(cards=["date 4", "carpet blue", "carpet blue"]).legal("Anne") == [
        "draft face-down",
        "draft carpet blue",
    ]


def test_where_all_are_alike_nobody_is_asked() -> None:
    """CAM-17, CAM-46: once the face-down card is taken only blue carpets are left."""
    table = drafting(cards=["date 4", "carpet blue", "carpet blue"])
    events = table.play("Anne", "draft face-down")
    assert [event.text for event in events if event.name == "picked"] == [
        "Burt takes a blue carpet",
        "Carla takes a blue carpet",
    ]


def test_the_face_down_card_is_another_choice_even_if_it_is_alike() -> None:
    """CAM-17: nothing is given away: that it is a blue carpet too nobody knows."""
    table = drafting(cards=["carpet blue"] * 3)
    assert table.legal("Anne") == ["draft face-down", "draft carpet blue"]
    table.play("Anne", "draft carpet blue")
    assert table.legal("Burt") == ["draft face-down", "draft carpet blue"]


def test_a_player_who_finds_nothing_left_takes_nothing() -> None:
    """CAM-52: two cards for three: Anne chooses, Burt takes the other, Carla nothing."""
    table = drafting(cards=DRAFT[:2], left=2)
    assert table.legal("Anne") == ["draft face-down", "draft carpet blue"]
    events = table.play("Anne", "draft carpet blue")
    assert "Burt takes the face-down card" in told(events)
    assert not any(text.startswith("Carla") for text in told(events))
    assert (stage(table), table.asks) == ("choosing", (1,))


def test_a_draft_of_one_card_is_the_users() -> None:
    """CAM-52, CAM-17: without asking; it comes face down, and is loaded with the goods."""
    table = chosen("D1", tower=["date 4"], left=1, goods={"Anne": EACH_TYPE})
    events = table.play("Anne", "use: draft")
    assert told(events)[:2] == [
        "Anne draws a face-down card and nothing; each takes one",
        "Anne takes the face-down card",
    ]
    assert taken(events)[-1] == "date 4"
    assert table.asks == (1,)


# D2


def test_any_card_of_ones_camels_can_be_discarded() -> None:
    """CAM-47: one goods card from one of one's camels, not from those of others."""
    loads = {"Anne": {SMALL: ["date 1", "date 3"], LARGE: ["pottery vase"]}, "Burt": EACH_TYPE}
    assert uses(chosen("D2", goods=loads)) == ["discard date 1", "discard date 3", "discard pottery vase"]


def test_it_is_discarded_at_once() -> None:
    """CAM-47: before the goods are loaded, so that there is room for one of them."""
    table = chosen("D2", goods={"Anne": {SMALL: ["date 1"] * SMALL}}, **ONE_DATE)
    events = table.play("Anne", "use: discard date 1")
    assert told(events)[0] == "Anne discards 1 date from a camel"
    assert goods(table) == ["date 1"] * (SMALL - 1) + ["date 2"]


def test_a_camel_without_goods_is_empty() -> None:
    """CAM-47, CAM-13: after its last card another type can go on it."""
    table = chosen("D2", goods={"Anne": EACH_TYPE}, **ONE_DATE)
    table.play("Anne", "use: discard pottery jar")
    assert table.position()["camels"]["Anne"] == ["date", "carpet", "fruit", "none"]


def test_the_pound_on_a_camel_stays() -> None:
    """CAM-47, CAM-23: it stays when the goods are discarded."""
    table = chosen("D2", goods={"Anne": {SMALL: ["fruit 4"]}}, coins={"Anne": [1, 0, 0, 0]})
    table.play("Anne", "use: discard fruit 4")
    assert table.position()["coins"]["Anne"] == [1, 0, 0, 0]


# E1


def test_a_face_up_card_of_any_open_market_or_ones_own() -> None:
    """CAM-48: not of a market chosen by another."""
    up = {"B": ["date 1", "date 2"], "D": ["fruit 1", "fruit 2"], "E": ["carpet red", "carpet blue"]}
    own, others = (
        ["carpet red of E", "carpet blue of E"],
        ["date 1 of B", "date 2 of B", "fruit 1 of D", "fruit 2 of D"],
    )
    assert uses(chosen("E1", up=up, emptied="AC")) == [f"discard {card}" for card in own + others]


def test_a_card_of_another_market_is_discarded() -> None:
    """CAM-48: it is nowhere any more; the goods here are taken as they are."""
    table = chosen("E1", up={"D": ["fruit 1", "fruit 2"]}, down={"E": ["date 1", "date 2", "date 3"]})
    here = lying(table, "up", "E") + lying(table, "down", "E")
    events = table.play("Anne", "use: discard fruit 1 of D")
    assert told(events)[0] == "Anne discards fruit worth 1 of D1"
    assert (lying(table, "up", "D"), taken(events)) == (["fruit 2"], here)


def test_a_card_of_ones_own_market_is_not_taken() -> None:
    """CAM-48: or of this one: a way not to take it."""
    table = chosen("E1", up={"E": ["fruit 1", "date 2"]}, down={"E": ["date 3"]})
    assert taken(table.play("Anne", "use: discard fruit 1 of E")) == ["date 2", "date 3"]


def test_of_like_cards_one_is_discarded() -> None:
    """CAM-48: a face-up card."""
    table = chosen("E1", up={"E": ["fruit 1", "fruit 1"]}, down={"E": []})
    assert taken(table.play("Anne", "use: discard fruit 1 of E")) == ["fruit 1"]


# E2


HIDDEN = ["date 1", "carpet red", "fruit 1", "pottery jar"]


def swapped(place: int = 2, **fields: Any) -> tuple[Table, list[Event]]:
    """Burt has swapped a face-down card of E2 with the fruit 4 of D; Anne took A."""
    up, down = {"D": ["date 4", "fruit 4"], "E": ["date 2", "date 3"]}, {"E": HIDDEN}
    table = chosen("E2", "Burt", up=up, down=down, emptied="A", **fields)
    return table, table.play("Burt", f"use: swap face-down {place} with fruit 4 of D")


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_the_user_chooses_the_face_down_card(place: int) -> None:
    """CAM-49: the first to the fourth, as they lie; it is turned up there, and the other is taken in its place."""
    table, events = swapped(place)
    goes = HIDDEN[place - 1]
    there = f"fruit worth 4 of D2, and leaves {worded(goes)} there, face up"
    assert told(events)[0] == f"Burt swaps face-down card {place} with {there}"
    assert lying(table, "up", "D") == ["date 4", goes]
    assert taken(events) == ["date 2", "date 3", *("fruit 4" if card == goes else card for card in HIDDEN)]


def test_the_card_turned_up_is_seen_by_all() -> None:
    """CAM-49: from now on it lies face up."""
    table, _ = swapped()
    assert len(seen_by(table, table.position()["up"]["D"][1])) == len(table.names) + 1


def test_every_face_down_card_with_every_face_up_card_of_other_open_markets() -> None:
    """CAM-49: all are offered, though to one who has not peeked the face-down cards are alike."""
    up = {"B": ["date 1", "date 2"], "C": ["fruit 1"], "D": ["date 4", "fruit 4"], "E": ["date 2", "date 3"]}
    others = ["date 1 of B", "date 2 of B", "fruit 1 of C", "date 4 of D", "fruit 4 of D"]
    table = chosen("E2", "Burt", up=up, emptied="A")
    assert uses(table) == [f"swap face-down {place} with {card}" for place in (1, 2, 3, 4) for card in others]


@pytest.mark.parametrize("cards", [["date 1"] * 4, ["date 1", "date 1", "fruit 1", "fruit 2"]])
def test_like_face_down_cards_are_choices_of_their_own(cards: list[str]) -> None:
    """CAM-49, CAM-17: what is offered tells nothing of what lies face down."""
    table = chosen("E2", up={"D": ["date 4", "fruit 4"]}, down={"E": cards}, emptied="ABC")
    assert len(uses(table)) == 4 * 2


def test_a_short_tower_leaves_fewer_face_down_cards_to_choose() -> None:
    """CAM-49, CAM-10: only those that lie there."""
    table = chosen("E2", up={"D": ["date 4"]}, down={"E": HIDDEN[:2]}, emptied="ABC")
    assert uses(table) == ["swap face-down 1 with date 4 of D", "swap face-down 2 with date 4 of D"]


def test_the_swapped_card_lies_face_down_though_it_is_known() -> None:
    """CAM-49: it is told, and taken, among those that lie face down."""
    _, events = swapped()
    up, down = [event.text for event in events if event.name == "took"]
    assert up == "Burt takes 2 dates, 3 dates"
    assert "fruit worth 4" in down


def test_a_card_seen_with_the_peek_token_can_be_swapped() -> None:
    """CAM-49, CAM-51: Anne peeks at E2, sees where the fourth date of a full camel lies, and gives it away."""
    fields: dict[str, Any] = {"players": 5, "peek_tokens": ["Anne"], "down": {"E": HIDDEN}, "up": {"D": ["fruit 4"]}}
    table = chosen("E2", goods={"Anne": {SMALL: ["date 1"] * SMALL}}, **fields)
    events = table.play("Anne", "peek E")
    assert f"Anne sees {', '.join(map(worded, HIDDEN))}" in told(events)
    place = HIDDEN.index("date 1") + 1
    events = table.play("Anne", f"use: swap face-down {place} with fruit 4 of D")
    assert "date 1" not in taken(events)
    assert lying(table, "up", "D") == ["date 1"]


@pytest.mark.parametrize("markets", ["ABDE", "BCDE", "CDEF"])
def test_e2_reaches_for_the_markets_in_play(markets: str) -> None:
    """CAM-49, CAM-04: with three players and any markets."""
    table = a_table(markets=markets, side=2)
    table.play("Anne", "market E")
    assert {use.split()[-1] for use in uses(table)} == {*markets} - {"E"}


# F1


def moved(market: str, seed: int = 1, **fields: Any) -> tuple[Table, list[Event]]:
    """Anne has moved a face-down card of F1 to another market."""
    table = chosen("F1", down={"F": HIDDEN, "E": ["date 4"]}, seed=seed, **fields)
    return table, table.play("Anne", f"use: move face-down to {market}")


def test_a_face_down_card_goes_to_another_open_market() -> None:
    """CAM-50: to another market not yet chosen."""
    table = chosen("F1", "Burt", emptied="A")
    assert uses(table) == [f"move face-down to {market}" for market in "BCDE"]


def test_it_lies_with_those_of_its_new_market() -> None:
    """CAM-50: move a card from here: Anne takes the others."""
    table, events = moved("E")
    stays, card = lying(table, "down", "E")
    assert (stays, card in HIDDEN) == ("date 4", True)
    assert [other for other in taken(events)[-3:] if other in HIDDEN] == [other for other in HIDDEN if other != card]


def test_it_is_still_face_down() -> None:
    """CAM-50: nobody has seen it, and it is not told."""
    table, events = moved("C")
    (card,) = table.position()["down"]["C"]
    assert seen_by(table, card) == []
    assert told(events)[0] == "Anne moves a face-down card to C1"


def test_which_face_down_card_is_moved_is_random() -> None:
    """CAM-50: each of the four about as often in 200 moves."""
    found = Counter(lying(moved("C", seed)[0], "down", "C")[0] for seed in range(200))
    assert {*found} == {*HIDDEN}
    assert all(25 <= count <= 80 for count in found.values())


def test_it_is_taken_by_the_player_who_chooses_that_market() -> None:
    """CAM-50, CAM-12: with its other goods, and turned up then."""
    table, _ = moved("C", goods={"Anne": EACH_TYPE})
    (card,) = lying(table, "down", "C")
    events = [*table.play("Burt", "market C"), *table.play("Burt", "no ability")]
    assert taken(events)[-1] == card


# F2, and the Peek token


def peeking(stall: str = "B", **fields: Any) -> Table:
    """Anne has spent her Peek token on a market before choosing one; D is not in play."""
    fields = {"side": 2, "markets": "ABCF", **fields}
    table = a_table(peek_tokens=["Anne"], **fields)
    table.play("Anne", f"peek {stall}")
    return table


def test_the_peek_token_is_gained() -> None:
    """CAM-51: gain the Peek token; others keep theirs."""
    table = chosen("F2", peek_tokens=["Carla"])
    table.play("Anne", "use: gain peek")
    assert table.position()["peek_tokens"] == ["Anne", "Carla"]


def test_it_is_not_spent_in_the_phase_it_was_gained_in() -> None:
    """CAM-51: but in the next."""
    table = chosen("F2")
    table.play("Anne", "use: gain peek")
    go_on(table, lambda: stage(table) == "betting" or any("peek" in text for text in table.legal("Anne")))
    assert stage(table) == "betting"
    go_on(table, lambda: table.asks == (0,) and stage(table) == "choosing")
    assert "peek B" in table.legal("Anne")


def test_a_peek_before_choosing() -> None:
    """CAM-51: even before choosing a market: at any nobody has chosen with something face down."""
    table = a_table(side=2, markets="ABCF", turn="Burt", emptied="A", peek_tokens=["Burt"])
    markets = [market for market in "BCF" if FACE_DOWN[2 * MARKETS.index(market) + 1]]
    assert table.legal("Burt") == ["market B", "market C", "market F", *(f"peek {market}" for market in markets)]


def test_a_peek_before_the_ability() -> None:
    """CAM-51: at one's own market, or one nobody has chosen; not at one chosen by another."""
    table = chosen("B2", "Burt", markets="ABCF", emptied="A", peek_tokens=["Burt"])
    assert table.legal("Burt") == ["no ability", "use: draw", "peek B", "peek F"]
    table.play("Burt", "peek B")
    assert table.legal("Burt") == ["no ability", "use: draw"]


def test_no_peek_later_in_the_turn() -> None:
    """CAM-51: when the ability is decided it is too late."""
    table = chosen("B2", markets="ABCF", peek_tokens=["Anne"])
    table.play("Anne", "no ability")
    assert (stage(table), table.asks) == ("loading", (0,))
    assert not any("peek" in text for text in table.legal("Anne"))


def test_no_peek_without_a_token() -> None:
    """CAM-51: neither before choosing nor before the ability, even if another player has one."""
    table = a_table(side=2, markets="ABCF", peek_tokens=["Burt"])
    assert not any("peek" in text for text in table.legal("Anne"))
    table.play("Anne", "market A")
    assert table.legal("Anne") == ["no ability", "use: gain extra sale"]


def test_no_peek_on_the_turn_of_another() -> None:
    """CAM-51: on one's own turn; Burt is not asked."""
    assert a_table(side=2, markets="ABCF", peek_tokens=["Burt"]).legal("Burt") == []


def test_the_token_is_spent() -> None:
    """CAM-51: it is gone after one look, and the turn goes on."""
    table = peeking()
    assert table.position()["peek_tokens"] == []
    assert table.legal("Anne") == ["market A", "market B", "market C", "market F"]


def test_a_new_token_can_be_gained_after_spending_one() -> None:
    """CAM-51: at most one at a time."""
    table = peeking(players=5, markets="")
    table.play("Anne", "market F")
    table.play("Anne", "use: gain peek")
    assert table.position()["peek_tokens"] == ["Anne"]


def test_all_face_down_cards_of_one_market_are_seen_by_that_player_alone() -> None:
    """CAM-51: and none of any other market."""
    table = peeking()
    down = table.position()["down"]
    assert [seen_by(table, card) for card in down["B"]] == [["Anne"]] * len(down["B"])
    assert [seen_by(table, card) for market in "AF" for card in down[market]] == [[]] * len(down["A"] + down["F"])


def test_what_was_seen_is_told_to_that_player_alone() -> None:
    """CAM-51: the others hear where the token was spent."""
    table = peeking(down={"B": ["date 4", "carpet red"]})
    assert told(table.told("Anne")) == ["Anne spends the Peek token on B2", "Anne sees 4 dates, a red carpet"]
    assert told(table.told("Burt")) == told(table.told(None)) == ["Anne spends the Peek token on B2"]


def test_two_can_know_the_same_cards() -> None:
    """CAM-51: Burt has seen them before, and Anne's look takes nothing from Burt."""
    table = peeking(peeked={"B": ["Burt"]})
    (card, *_) = table.position()["down"]["B"]
    assert seen_by(table, card) == ["Anne", "Burt"]


def test_a_card_that_was_seen_is_known_when_nobody_chose_it() -> None:
    """CAM-51, CAM-15: what lies face down in the market left over is known to Carla alone, next round too."""
    table = a_table(side=2, markets="ABCF", turn="Carla", emptied="AC", peek_tokens=["Carla"])
    seen, this_round = table.position()["down"]["B"], table.position()["round_number"]
    table.play("Carla", "peek B")
    table.play("Carla", "market F")
    go_on(table, lambda: stage(table) == "betting")
    assert table.position()["round_number"] == this_round + 1
    assert [seen_by(table, card) for card in seen] == [["Carla"]] * len(seen)


def test_a_card_that_was_seen_is_known_to_all_when_it_is_taken() -> None:
    """CAM-51, CAM-12: all goods are turned up."""
    table = peeking(goods={"Burt": EACH_TYPE})
    (card, *_) = table.position()["down"]["B"]
    table.play("Anne", "market C")
    go_on(table, lambda: table.asks == (1,))
    table.play("Burt", "market B")
    assert seen_by(table, card) == ["Anne", "Burt", "Carla", None]
