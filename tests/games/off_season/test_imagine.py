"""What a seat sees, and what it can imagine: all that it cannot know, each way as likely, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

import pytest

from bidwell import Table
from bidwell.games.off_season.components import (
    AUCTIONS,
    BACKS,
    CARDS,
    COPIES,
    FACE_NAMES,
    HIGHEST,
    NOT_2,
    NOT_3,
    POUNDS_EACH,
)
from tests.games.off_season.helpers import GAME, NAMES, a_table, told
from tests.laws.play import finished, random_game

VIEWERS = ["Anne", "Burt", None]
ALL_FACES = Counter(dict(zip(FACE_NAMES, COPIES, strict=True)))
ALL_BACKS = Counter(dict(zip(AUCTIONS, BACKS, strict=True)))


def about_as_often(found: Iterable[Hashable], expected: Iterable[Hashable]) -> bool:
    """Is each of those expected found about as often as all others, within a third, and nothing else?"""
    count, those = Counter(found), {*expected}
    mean = count.total() / len(those)
    return {*count} == those and all(abs(count[each] - mean) < mean / 3 for each in those)


def worlds(table: Table, viewer: str | None, count: int) -> list[dict[str, Any]]:
    """This number of positions that the viewer thinks possible."""
    return [table.imagine(viewer, seed).position() for seed in range(count)]


def seen(table: Table, viewer: str | None) -> set[int]:
    """The numbers of the cards whose faces this viewer sees."""
    faces = table.view(viewer).state.faces
    return {card for card, face in enumerate(faces) if face is not None}


def lying(table: Table, place: str, markets: str = "ABCDEF") -> set[int]:
    """The numbers of the cards that lie "up" or "down" in these markets."""
    return {card for market in markets for card in table.position()[place][market]}


def small(stage: str = "choosing", **fields: Any) -> Table:
    """Only five cards are unseen: two in the Tower, three in market F; each is another."""
    fields = {"emptied": "AB", "first": "Burt", **fields}
    return a_table(stage, side=2, markets="ABCF", down={"C": [], "F": FIVE[:3]}, tower=FIVE[3:], left=2, **fields)


FIVE = ["date 4", "carpet red", "fruit 2", "fruit 3", "pottery jar+bowl"]


def unseen_faces(world: dict[str, Any]) -> list[str]:
    """What lies in a world where the five unseen cards of `small` lie."""
    return [world["faces"][card] for card in (*world["down"]["F"], CARDS - 2, CARDS - 1)]


# What is seen of faces


@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_the_deal_only_what_lies_face_up_is_seen(viewer: str | None) -> None:
    """CAM-02, CAM-10: the Tower lies face down, and some cards in every market too."""
    table = GAME.deal(4, seed=3)
    assert seen(table, viewer) == lying(table, "up")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_face_seen_is_the_true_one(viewer: str | None) -> None:
    """CAM-10: and None stands for one that is hidden."""
    table = a_table(side=2, markets="ABDF", peeked={"D": ["Burt"]})
    faces, view = table.position()["faces"], table.view(viewer)
    assert all(view["faces"][card] in (faces[card], None) for card in range(CARDS))
    assert {card for card in range(CARDS) if view["faces"][card] is not None} == seen(table, viewer)


def test_peeked_cards_are_seen_by_the_player_who_peeked() -> None:
    """CAM-51: by that player alone, not by the others or a spectator."""
    table = a_table(side=2, markets="ABDF", peek_tokens=["Burt"], turn="Burt", emptied="A")
    before = {viewer: seen(table, viewer) for viewer in VIEWERS}
    table.play("Burt", "peek D")
    assert seen(table, "Burt") == before["Burt"] | lying(table, "down", "D")
    assert all(seen(table, viewer) == before[viewer] for viewer in ("Anne", None))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_goods_taken_are_seen_for_ever(viewer: str | None) -> None:
    """CAM-12, CAM-13: what was turned up stays known, on a camel, sold or lost."""
    table = a_table(goods={"Anne": {3: ["date 1"] * 3}}, up={"A": ["date 2"]}, down={"A": ["date 3"]})
    cards = lying(table, "up", "A") | lying(table, "down", "A")
    table.play("Anne", "market A")
    events = table.play("Anne", "no ability")
    assert "overloaded" in [event.name for event in events]
    assert cards <= seen(table, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_face_down_cards_nobody_chose_stay_unseen(viewer: str | None) -> None:
    """CAM-15: also when the next round has begun."""
    table = a_table("selling", side=2, turn="Carla", emptied="ABC", goods={"Carla": {3: ["date 1"]}})
    hidden = lying(table, "down", "D")
    table.play("Carla", "sell nothing")
    assert table.position()["stage"] == "betting"
    assert not hidden & seen(table, viewer)


def test_ones_own_turn_shows_nothing_more() -> None:
    """CAM-12: a market chosen is not turned up before its ability is decided on."""
    table = a_table()
    hidden = lying(table, "down", "A")
    table.play("Anne", "market A")
    assert not hidden & seen(table, "Anne")


# What is seen of backs


@pytest.mark.parametrize("viewer", VIEWERS)
def test_backs_are_seen_down_to_the_top_card(viewer: str | None) -> None:
    """CAM-03: the back of the Tower's top card is seen by all, and no deeper one."""
    table = a_table(auction="lucky 0")
    view, top = table.view(viewer), table.position()["drawn"]
    assert view["backs"][: top + 1] == table.position()["backs"][: top + 1]
    assert view["backs"][top] == "lucky 0"
    assert {*view["backs"][top + 1 :]} == {None}


def test_a_draw_brings_the_next_back_to_light() -> None:
    """CAM-03, CAM-40: after three cards the back of the fourth is seen."""
    table = a_table()
    top = table.position()["drawn"]
    table.play("Anne", "market A")
    table.play("Anne", "use: name date")
    assert [back is None for back in table.view("Burt")["backs"][top : top + 5]] == [False] * 4 + [True]


def test_an_empty_tower_has_no_secrets_left_on_its_backs() -> None:
    """CAM-03, CAM-52: all backs have been on top."""
    table = a_table(side=2, left=0)
    assert None not in table.view(None)["backs"]
    assert worlds(table, "Anne", 1)[0]["backs"] == table.position()["backs"]


# Pounds and bets


def test_pounds_are_hidden_from_the_others() -> None:
    """CAM-01: one sees one's own, a spectator none."""
    table = a_table(pounds=[4, 7, 9])
    assert table.view("Burt")["pounds"] == {"Anne": None, "Burt": 7, "Carla": None}
    assert table.view(None)["pounds"] == {"Anne": None, "Burt": None, "Carla": None}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_at_the_end_pounds_are_open(viewer: str | None) -> None:
    """CAM-01, CAM-16: most pounds wins: all are counted."""
    table = finished(GAME.deal(3, seed=3), random.Random(3))
    assert table.view(viewer)["pounds"] == dict(zip(table.names, table.scores, strict=True))


def test_bets_are_sealed() -> None:
    """CAM-11: in secret: until all have bet one sees one's own alone."""
    table = a_table("betting", pounds=[4, 7, 9])
    table.play("Burt", "bet 6")
    assert table.view("Burt")["bets"]["Burt"] == 6
    assert [table.view(viewer)["bets"]["Burt"] for viewer in ("Anne", "Carla", None)] == [None] * 3


def test_the_others_hear_that_one_has_bet_and_not_what() -> None:
    """CAM-11: in secret."""
    table = a_table("betting", pounds=[4, 7, 9])
    table.play("Burt", "bet 6")
    assert next(event.text_for(1) for event in table.told("Burt")) == "You seal a bet of 6 pounds"
    assert told(table.told("Burt")) == ["Burt seals a bet of 6 pounds", "Burt has bet"]
    assert told(table.told("Anne")) == told(table.told(None)) == ["Burt has bet"]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_until_the_last_bet_nothing_else_is_seen(viewer: str | None) -> None:
    """CAM-11: what Carla bets changes nothing that others see, but that she is not asked any more."""
    views = []
    for pounds in (0, 5, 9):
        table = a_table("betting", pounds=[4, 7, 9])
        table.play("Carla", f"bet {pounds}")
        views.append(table.view(viewer))
    assert views[0] == views[1] == views[2]
    assert views[0]["asks"] == ["Anne", "Burt"]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_bets_are_opened(viewer: str | None) -> None:
    """CAM-11: all of them, those that did not win too; then nothing is sealed any more."""
    table = a_table("betting", pounds=[4, 7, 9])
    for name, pounds in (("Carla", 1), ("Anne", 0), ("Burt", 6)):
        table.play(name, f"bet {pounds}")
    view = table.view(viewer)
    assert view["opened"] == {"Anne": 0, "Burt": 6, "Carla": 1}
    assert {*table.position()["bets"].values()} == {-1}


# What is kept in every world


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_was_seen_is_kept(viewer: str | None) -> None:
    """CAM-10, CAM-51: every face and back seen, peeked cards too, is the same in every world."""
    table = a_table(side=2, markets="ABDF", peeked={"D": ["Burt"], "A": ["Anne", "Burt"]})
    view = table.view(viewer)
    for world in worlds(table, viewer, 20):
        assert all(face in (None, there) for face, there in zip(view["faces"], world["faces"], strict=True))
        assert all(back in (None, there) for back, there in zip(view["backs"], world["backs"], strict=True))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_markets_in_play_are_kept(viewer: str | None) -> None:
    """CAM-04: the draw is public."""
    table = GAME.deal(3, seed=4)
    assert all(world["in_play"] == table.position()["in_play"] for world in worlds(table, viewer, 10))


def swap_at_e2(place: int) -> Table:
    """Anne, who has not peeked there, has swapped a face-down card of E with a date 4 of F; Burt has seen all of E."""
    down = {"E": ["carpet red", "fruit 2", "fruit 3", "pottery jar"]}
    goods = {"Anne": {3: ["carpet blue"]}}
    fields: dict[str, Any] = {"up": {"F": ["date 4"], "E": ["carpet red"]}, "down": down, "goods": goods}
    table = a_table(side=2, markets="BDEF", peeked={"E": ["Burt"]}, **fields)
    table.play("Anne", "market E")
    table.play("Anne", f"use: swap face-down {place} with date 4 of F")
    return table


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("place", [1, 4])
def test_a_swapped_card_is_kept(place: int, viewer: str | None) -> None:
    """CAM-49: the one turned up in F is known to all, and so is the one that was taken for it, in every world."""
    table = swap_at_e2(place)
    (card,) = table.position()["up"]["F"]
    assert card in seen(table, viewer)
    assert lying(table, "up", "F") == {card}
    assert table.position()["faces"][card] == ["carpet red", "fruit 2", "fruit 3", "pottery jar"][place - 1]
    assert all(world["faces"][card] == table.position()["faces"][card] for world in worlds(table, viewer, 10))


@pytest.mark.parametrize("viewer", ["Anne", "Carla"])
def test_what_is_offered_at_e2_is_the_same_in_every_world(viewer: str) -> None:
    """CAM-49: every place with every face-up card elsewhere, whatever lies face down."""
    table = a_table(side=2, markets="BDEF", turn=viewer, first=viewer, peeked={"E": ["Burt"]})
    table.play(viewer, "market E")
    assert all(table.imagine(viewer, seed).legal(viewer) == table.legal(viewer) for seed in range(10))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_else_is_kept(viewer: str | None) -> None:
    """CAM-01 to CAM-16: only faces, backs and sealed bets are drawn anew; pounds follow from what all have heard."""
    had: dict[str, Any] = {"goods": {"Anne": {3: ["date 1"]}}, "peeked": {"D": ["Burt"]}, "sale_tokens": ["Carla"]}
    table = a_table("betting", side=2, markets="ABDF", **had)
    table.play("Carla", "bet 2")
    here, anew = table.position(), {"faces", "backs", "bets", "chance_key", "chance_step"}
    for world in worlds(table, viewer, 10):
        assert {field for field in here if world[field] != here[field]} <= anew


def test_a_peeked_card_is_kept_when_nobody_chose_it() -> None:
    """CAM-15, CAM-51: a player who has seen it still knows it, in every world."""
    fields: dict[str, Any] = {"emptied": "ACF", "goods": {"Carla": {3: ["date 1"]}}, "peeked": {"B": ["Anne"]}}
    table = a_table("selling", side=2, markets="ABCF", turn="Carla", **fields)
    cards, faces = lying(table, "down", "B"), table.position()["faces"]
    table.play("Carla", "sell nothing")
    assert all(world["faces"][card] == faces[card] for world in worlds(table, "Anne", 20) for card in cards)
    assert any(world["faces"][card] != faces[card] for world in worlds(table, "Burt", 20) for card in cards)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_world_looks_the_same(players: int, viewer: str | None) -> None:
    """CAM-03, CAM-11, CAM-51: from its seat nobody can tell it from the true one."""
    for number, table in enumerate(random_game(GAME.deal(players, seed=5), random.Random(players))):
        if number % 8 == 0:
            assert table.imagine(viewer, number).view(viewer) == table.view(viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_world_has_the_cards_of_the_game(viewer: str | None) -> None:
    """CAM-02, CAM-03: every face and every back as often as there is, whatever was drawn and seen."""
    for number, table in enumerate(random_game(GAME.deal(5, seed=6), random.Random(6))):
        if number % 4 == 0:
            world = table.imagine(viewer, number).position()
            assert Counter(world["faces"]) == ALL_FACES
            assert Counter(world["backs"]) == ALL_BACKS


def test_a_world_can_be_played_to_its_end() -> None:
    """CAM-16: it is a game like any other."""
    for number, table in enumerate(random_game(GAME.deal(4, seed=7), random.Random(7))):
        if number % 10 == 0:
            world = table.imagine("Burt", number)
            assert GAME.position(world.position()) == world
            assert finished(world, random.Random(number)).over


# What is drawn anew


@pytest.mark.parametrize("viewer", ["Anne", None])
def test_any_unseen_card_may_lie_anywhere(viewer: str | None) -> None:
    """CAM-02: in a market or in the Tower, each of the five is as likely."""
    found = [unseen_faces(world) for world in worlds(small(), viewer, 600)]
    assert all(sorted(cards) == sorted(FIVE) for cards in found)
    assert all(about_as_often((cards[place] for cards in found), FIVE) for place in range(5))


def test_every_pair_of_places_is_as_likely() -> None:
    """CAM-02: one card tells nothing of another: every pair of faces in two places, of market and Tower."""
    found = [unseen_faces(world) for world in worlds(small(), "Anne", 2400)]
    pairs = [(one, other) for one in FIVE for other in FIVE if one != other]
    for first, second in ((0, 2), (1, 4), (3, 4)):
        assert about_as_often(((cards[first], cards[second]) for cards in found), pairs)


def test_a_face_is_as_likely_as_there_are_unseen_cards_of_it() -> None:
    """CAM-02: of three unseen cards two are a date 4: it lies in D two times of three."""
    table = a_table(
        side=2, emptied="AB", first="Burt", down={"C": [], "D": ["date 4"]}, tower=["date 4", "fruit 1"], left=2
    )
    found = Counter(world["faces"][world["down"]["D"][0]] for world in worlds(table, "Anne", 900))
    assert found.total() == found["date 4"] + found["fruit 1"]
    assert 540 < found["date 4"] < 660


def test_a_player_who_has_peeked_imagines_less() -> None:
    """CAM-51: Burt knows what lies in F, so that only the Tower's two are unknown."""
    table = small(peeked={"F": ["Burt"]})
    found = [unseen_faces(world) for world in worlds(table, "Burt", 400)]
    assert {tuple(cards[:3]) for cards in found} == {tuple(FIVE[:3])}
    assert about_as_often((cards[3] for cards in found), FIVE[3:])
    assert about_as_often((unseen_faces(world)[0] for world in worlds(table, "Anne", 600)), FIVE)


@pytest.mark.parametrize("viewer", ["Anne", None])
def test_cards_nobody_chose_stay_open(viewer: str | None) -> None:
    """CAM-15: what lay face down in an unchosen market may be any card not seen, to the end of the game."""
    table = small("selling", emptied="ABC", first="Anne", turn="Carla", goods={"Carla": {3: ["date 1"]}})
    (card, *_) = lying(table, "down", "F")
    table.play("Carla", "sell nothing")
    assert about_as_often((world["faces"][card] for world in worlds(table, viewer, 600)), FIVE)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("aside", [False, True])
def test_the_face_down_card_of_a_draft_is_open(aside: bool, viewer: str | None) -> None:
    """CAM-46: lying there, or set aside by the one who took it, it may be any card not seen: also to that player."""
    cards = ["date 4", "carpet red", "fruit 2", "fruit 3"]
    table = a_table(emptied="AB", first="Burt", down={"C": [], "D": []}, tower=cards, left=4)
    for text in ("market D", "use: draft", "draft face-down")[: 2 + aside]:
        table.play("Anne", text)
    position = table.position()
    (hidden, *_) = position["aside" if aside else "draft"]
    assert about_as_often((world["faces"][hidden] for world in worlds(table, viewer, 300)), ["date 4", "fruit 3"])


@pytest.mark.parametrize("viewer", ["Anne", None])
def test_any_unseen_back_may_be_next(viewer: str | None) -> None:
    """CAM-03: below the top one each order is as likely: here four different ones are left, one of them seen."""
    kinds = ["lowest bet", "lucky 0", "most dates", "fewest goods"]
    left = Counter(ALL_BACKS)
    left.subtract(kinds)
    table = a_table(side=2, left=4, auction=kinds[0], backs=[*left.elements(), *kinds])
    found = [world["backs"][-4:] for world in worlds(table, viewer, 600)]
    assert {backs[0] for backs in found} == {"lowest bet"}
    for place in (1, 2, 3):
        assert about_as_often((backs[place] for backs in found), kinds[1:])


def test_backs_tell_nothing_of_fronts() -> None:
    """CAM-03: in imagined worlds neither: the back of the last card, and its face."""
    kinds = ["lowest bet", "lucky 0", "most dates"]
    left = Counter(ALL_BACKS)
    left.subtract(kinds)
    fields: dict[str, Any] = {"backs": [*left.elements(), *kinds], "auction": kinds[0], "down": {"C": [], "D": []}}
    table = a_table(side=2, emptied="AB", first="Burt", tower=["date 4", "fruit 1", "fruit 2"], left=3, **fields)
    found = [(world["faces"][-1], world["backs"][-1]) for world in worlds(table, "Anne", 1200)]
    pairs = [(face, back) for face in ("date 4", "fruit 1", "fruit 2") for back in kinds[1:]]
    assert about_as_often(found, pairs)


# Imagined bets


@pytest.mark.parametrize(("kind", "viewer"), [(HIGHEST, None), (NOT_2, "Burt"), (NOT_3, "Burt")])
@pytest.mark.parametrize("pounds", [0, 1, 2, 3, 4])
def test_a_sealed_bet_is_any_that_could_be_made(kind: int, viewer: str | None, pounds: int) -> None:
    """CAM-11, CAM-33, CAM-34: each legal bet is as likely, whatever it was; never 2, or 3, where that is forbidden."""
    table = a_table("betting", side=2, left=3, auction=AUCTIONS[kind], pounds=[pounds, 5, 5])
    legal = table.legal("Anne")
    table.play("Anne", legal[-1])
    found = [f"bet {world['bets']['Anne']}" for world in worlds(table, viewer, 100 * len(legal))]
    assert about_as_often(found, legal)


def test_ones_own_bet_is_kept() -> None:
    """CAM-11: one knows what one has sealed."""
    table = a_table("betting")
    table.play("Anne", f"bet {POUNDS_EACH}")
    assert {world["bets"]["Anne"] for world in worlds(table, "Anne", 30)} == {POUNDS_EACH}


def test_a_player_who_has_not_bet_has_not_bet_in_any_world() -> None:
    """CAM-11: that is seen by all."""
    table = a_table("betting")
    table.play("Anne", "bet 1")
    assert {world["bets"]["Carla"] for world in worlds(table, "Burt", 30)} == {-1}
    assert {tuple(world["asked"]) for world in worlds(table, "Burt", 30)} == {("Burt", "Carla")}


def test_opened_bets_are_kept() -> None:
    """CAM-11: all bets are opened."""
    table = a_table("betting")
    for name, pounds in zip(NAMES[:3], (1, 2, 3), strict=True):
        table.play(name, f"bet {pounds}")
    assert all(world["opened"] == {"Anne": 1, "Burt": 2, "Carla": 3} for world in worlds(table, None, 10))
