"""Positions of The Secret Auction House: what is left out is completed, what cannot be is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidwell import BadPosition, Refused
from tests.games.secret_auction.helpers import (
    ALL_MONEY,
    ANNE,
    BURT,
    CARLA,
    DORA,
    GAME,
    ITEMS,
    REQUESTS,
    a_table,
    auction,
    chips,
    finish,
    money,
)

# What is left out


def test_an_empty_position_is_a_fresh_deal() -> None:
    """Four players, as if just dealt."""
    assert GAME.position({"seed": 3}) == GAME.deal(seed=3)


def test_the_seed_of_a_position_is_its_chance() -> None:
    """The same seed completes a position in the same way, another one in another."""
    written = {"owner": {"sight": ["Ruby 1"]}}
    assert GAME.position({"seed": 3, **written}) == GAME.position({"seed": 3, **written})
    assert GAME.position({"seed": 3, **written}) != GAME.position({"seed": 4, **written})


def test_players_may_be_counted_or_named() -> None:
    """Three names are three players."""
    assert GAME.position({"players": 5}).players == 5
    assert GAME.position({"names": ["Xan", "Yve", "Zoe"]}).names == ("Xan", "Yve", "Zoe")


def test_hands_are_what_is_neither_spent_nor_gone() -> None:
    """Nine cards, seven, and ten."""
    written = {
        "piles": {"Anne": [3], "Burt": [1]},
        "gone": {"Burt": [9, 10]},
        "owner": {"Burt": ["Ruby 1"], "discarded": ["Opal 1"], "sight": ["Ruby 3"]},
    }
    hands = money(GAME.position({"players": 3, **written}), "hands")
    assert hands == [[1, 2, 4, 5, 6, 7, 8, 9, 10], [2, 3, 4, 5, 6, 7, 8], ALL_MONEY]


def test_chips_may_be_given_to_some_players_by_name() -> None:
    """The others keep their three."""
    owner = {"discarded": ["Ruby 1", "Ruby 2"], "sight": ["Ruby 3"]}
    assert chips(GAME.position({"players": 3, "owner": owner, "chips": {"Burt": 1}})) == [3, 1, 3]


def test_items_not_on_the_table_are_to_come() -> None:
    """Items won and discarded were turned up before the one in sight, all others are still to come."""
    owner = {"Burt": ["Ruby 1"], "discarded": ["Opal 3", "Topaz 1"], "sight": ["Emerald 2"]}
    position = GAME.position({"owner": owner, "gone": {"Burt": [1, 2]}}).position()
    assert position["turned"] == 4
    assert {*position["items"][:3]} == {"Ruby 1", "Opal 3", "Topaz 1"}
    assert position["items"][3] == "Emerald 2"


def test_with_an_item_in_sight_all_are_asked() -> None:
    """But those who are out."""
    assert GAME.position({"owner": {"sight": ["Ruby 1"]}}).asks == (ANNE, BURT, CARLA, DORA)
    table = a_table("Ruby 3", hands={"Anne": []}, out=["Anne"])
    assert table.asks == (BURT, CARLA)


def test_without_an_item_in_sight_the_game_is_over() -> None:
    """All eighteen are with somebody or discarded."""
    assert GAME.position({"owner": {"discarded": [*ITEMS]}}).over


def test_everybody_has_kept_a_request_dealt() -> None:
    """Once an item is in sight."""
    position = GAME.position({"owner": {"sight": ["Ruby 1"]}}).position()
    assert all(position["kept"][name] in position["dealt"][name] for name in position["names"])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_player_who_kept_a_request_was_dealt_it(players: int) -> None:
    """And another one that nobody kept."""
    kept = [*REQUESTS][:players]
    position = GAME.position({"players": players, "owner": {"sight": ["Ruby 1"]}, "kept": kept}).position()
    dealt = [request for two in position["dealt"].values() for request in two]
    assert [two[0] for two in position["dealt"].values()] == kept
    assert len({*dealt}) == 2 * players


@pytest.mark.parametrize("request_kept", REQUESTS)
def test_requests_may_be_given_to_some_players_by_name(request_kept: str) -> None:
    """The others have kept another one, whatever they would have been dealt."""
    written = {"seed": 0, "owner": {"sight": ["Ruby 1"]}, "kept": {"Anne": request_kept}}
    kept = GAME.position(written).position()["kept"]
    assert kept["Anne"] == request_kept
    assert len({*kept.values()} & {*REQUESTS}) == 4


def test_some_have_chosen_and_some_are_asked() -> None:
    """A sealed choice is a part of the position, and so is taking the pile back."""
    sealed: dict[str, Any] = {
        "choices": {"Anne": "3+7", "Burt": "pass"},
        "asked": ["Carla"],
        "recovering": {"Carla": True},
    }
    table = a_table("Ruby 1", piles={"Carla": [9]}, **sealed)
    assert (table.asks, "bid 9+10" in table.legal(CARLA)) == ((CARLA,), True)
    table.play("Carla", "bid 1+2")
    assert (chips(table), money(table, "gone")[ANNE]) == ([3, 2, 2], [3, 7])


def test_some_have_kept_a_request_and_some_are_asked() -> None:
    """Before the first item."""
    table = GAME.position({"players": 3, "kept": {"Anne": "SEC-44"}, "asked": ["Burt", "Carla"]})
    assert table.asks == (BURT, CARLA)
    assert "SEC-44" in table.position()["dealt"]["Anne"]


def test_options_are_part_of_a_position() -> None:
    """And those left out have their defaults."""
    assert GAME.position({}).options == {"bid_sizes": "square"}
    table = GAME.position({"options": {"bid_sizes": "stars"}, "owner": {"sight": ["Ruby 1"]}})
    assert table.legal(ANNE)[-1] == "bid 10"
    assert table.position()["options"] == {"bid_sizes": "stars"}


def test_a_game_played_on_from_a_position_has_a_record() -> None:
    """Which carries the position in place of a seed."""
    table = a_table()
    auction(table, "bid 1", "pass", "bid 2")
    assert "\nposition: {" in table.record()
    assert "\nseed:" not in table.record()


# What cannot be

SIGHT: dict[str, Any] = {"owner": {"sight": ["Ruby 1"]}}
MONEY = "SEC-01: each has the values 1 to 10 once, in hand, in the pile or gone"
REQUEST = "SEC-04: each keeps one of the two requests dealt, before the first item"
IN_SIGHT = "SEC-10: the item in sight is the last one turned up, while somebody is asked"
CHOSEN = "SEC-10: just those who are no longer asked have chosen"
SEALED = "SEC-10: a sealed choice is a pass with a chip, or a bid of as many cards in hand as the item names"
PILE = "SEC-31: taking the pile back needs an item in sight, a chip and a pile"
ONE_SEALED: dict[str, Any] = {**SIGHT, "asked": ["Burt", "Carla", "Dora"]}

FLAWS: dict[str, tuple[dict[str, Any], str]] = {
    "a card in two places": ({"hands": {"Anne": ALL_MONEY}, "piles": {"Anne": [3]}}, MONEY),
    "a card nowhere": ({"hands": {"Anne": ALL_MONEY[1:]}}, MONEY),
    "a card both spent and gone": ({"piles": {"Anne": [3]}, "gone": {"Anne": [3]}}, MONEY),
    "cards that add up wrongly": ({"hands": {"Anne": ALL_MONEY[2:]}, "piles": {"Anne": [3]}}, MONEY),
    "an unknown card": (
        {"piles": {"Anne": [11]}},
        "piles: [11] should be a list of different values from 1 to 10",
    ),
    "a card twice": (
        {"piles": {"Anne": [3, 3]}},
        "piles: [3, 3] should be a list of different values from 1 to 10",
    ),
    "four chips": ({"chips": {"Anne": 4}}, "SEC-05: each has at most 3 chips"),
    "debts": ({"chips": {"Anne": -1}}, "SEC-05: each has at most 3 chips"),
    "money gone for nothing": (
        {"gone": {"Anne": [3]}},
        "SEC-12: the items won by a player lie on 0 money cards, not 1",
    ),
    "an item for nothing": (
        {"owner": {"Anne": ["Opal 3"]}},
        "SEC-12: the items won by a player lie on 3 money cards, not 0",
    ),
    "an item for the price of the other edition": (
        {"owner": {"Anne": ["Ruby 1"]}, "gone": {"Anne": [3, 4]}, "options": {"bid_sizes": "stars"}},
        "SEC-12: the items won by a player lie on 1 money cards, not 2",
    ),
    "an item twice": (
        {"owner": {"Anne": ["Ruby 1"], "sight": ["Ruby 1"]}},
        "owner: Ruby 1 is there twice: Anne and sight",
    ),
    "an item twice in the order": (
        {"items": ["Ruby 1", *ITEMS[:17]]},
        "SEC-02: every item is there once, turned up or not",
    ),
    "an unknown item": (
        {"owner": {"sight": ["Ruby 4"]}},
        "owner: there is no card 'Ruby 4'; a card is written like 'Ruby 1'",
    ),
    "an unknown item in the order": (
        {"items": ["Ruby 4", *ITEMS[1:]]},
        "items: there is no 'Ruby 4'; it is written like 'Ruby 1', or 'none'",
    ),
    "a gap in the order": ({"items": ["none", *ITEMS[1:]]}, "SEC-02: every item is there once, turned up or not"),
    "too few items": ({"items": ["Ruby 1"]}, "items: ['Ruby 1'] should be a list of 18"),
    "an unknown place": (
        {"owner": {"Zoe": ["Ruby 1"]}},
        "owner: there is no place 'Zoe'; the places are Anne, Burt, Carla, Dora, sight, discarded, deck",
    ),
    "items too many": ({"turned": 19}, "SEC-02: from 0 to 18 items have been turned up"),
    "items too few": ({"turned": -1}, "SEC-02: from 0 to 18 items have been turned up"),
    "turned up and nowhere": ({"turned": 1}, "SEC-10: the first 1 items have been turned up, and no others"),
    "in sight and not turned up": (
        {**SIGHT, "turned": 0},
        "SEC-10: the first 0 items have been turned up, and no others",
    ),
    "an order that does not fit": (
        {**SIGHT, "items": [*ITEMS[1:], ITEMS[0]]},
        "SEC-10: the first 1 items have been turned up, and no others",
    ),
    "two items in sight": ({"owner": {"sight": ["Ruby 1", "Ruby 2"]}}, IN_SIGHT),
    "asked for nothing": ({"owner": {"discarded": ["Ruby 1"]}, "asked": ["Anne"]}, IN_SIGHT),
    "nobody asked for the item in sight": ({**SIGHT, "asked": []}, IN_SIGHT),
    "an earlier item in sight": (
        {"owner": {"sight": ["Ruby 1"], "discarded": ["Ruby 2"]}, "items": [*ITEMS]},
        IN_SIGHT,
    ),
    "a request dealt twice": (
        {"dealt": {"Anne": ["SEC-40", "SEC-40"]}},
        "SEC-04: each is dealt two requests, all different",
    ),
    "no request dealt": (
        {"dealt": {"Anne": ["none", "SEC-40"]}},
        "SEC-04: each is dealt two requests, all different",
    ),
    "one request dealt": ({"dealt": {"Anne": ["SEC-40"]}}, "dealt: ['SEC-40'] should be a list of 2"),
    "an unknown request": (
        {"kept": {"Anne": "SEC-50"}},
        "kept: there is no 'SEC-50'; it is written like 'SEC-40', or 'none'",
    ),
    "a request kept by two": (
        {**SIGHT, "kept": {"Anne": "SEC-40", "Burt": "SEC-40"}},
        "SEC-04: each is dealt two requests, all different",
    ),
    "a request kept that was not dealt": (
        {
            **SIGHT,
            "kept": ["SEC-49", "SEC-42", "SEC-44", "SEC-46"],
            "dealt": [[*REQUESTS[at : at + 2]] for at in (0, 2, 4, 6)],
        },
        REQUEST,
    ),
    "kept and asked": ({"kept": {"Anne": "SEC-40"}, "asked": ["Anne", "Burt", "Carla", "Dora"]}, REQUEST),
    "neither kept nor asked": ({"asked": ["Anne", "Burt"]}, REQUEST),
    "out and asked": (
        {**SIGHT, "out": ["Anne"], "asked": ["Anne", "Burt"]},
        "SEC-21: a player who is out is not asked any more",
    ),
    "neither chosen nor asked": (ONE_SEALED, CHOSEN),
    "chosen and asked": ({**SIGHT, "choices": {"Anne": "3+7"}, "asked": ["Anne", "Burt", "Carla", "Dora"]}, CHOSEN),
    "chosen before the first item": ({"choices": {"Anne": "pass"}}, CHOSEN),
    "too few cards in hand": (
        {**SIGHT, "piles": {"Anne": ALL_MONEY[1:]}},
        "SEC-20: a player who takes part has enough cards in hand for the item in sight",
    ),
    "too few cards bid": ({**ONE_SEALED, "choices": {"Anne": "3"}}, SEALED),
    "too many cards bid": ({**ONE_SEALED, "choices": {"Anne": "3+4+7"}}, SEALED),
    "a card of the pile bid": ({**ONE_SEALED, "piles": {"Anne": [3]}, "choices": {"Anne": "3+7"}}, SEALED),
    "a pass without a chip": ({**ONE_SEALED, "chips": {"Anne": 0}, "choices": {"Anne": "pass"}}, SEALED),
    "a pass and the pile with one chip": (
        {
            **ONE_SEALED,
            "chips": {"Anne": 1},
            "piles": {"Anne": [3]},
            "recovering": {"Anne": True},
            "choices": {"Anne": "pass"},
        },
        SEALED,
    ),
    "an unknown choice": (
        {**ONE_SEALED, "choices": {"Anne": "recover"}},
        "choices: 'recover' should be 'pass', 'none' or a bid like '3+7'",
    ),
    "an unknown card bid": (
        {**ONE_SEALED, "choices": {"Anne": "3+11"}},
        "choices: [3, 11] should be a list of different values from 1 to 10",
    ),
    "a card bid twice": (
        {**ONE_SEALED, "choices": {"Anne": "3+3"}},
        "choices: [3, 3] should be a list of different values from 1 to 10",
    ),
    "the pile without a pile": ({**SIGHT, "recovering": {"Anne": True}}, PILE),
    "the pile without a chip": (
        {**SIGHT, "piles": {"Anne": [3]}, "chips": {"Anne": 0}, "recovering": {"Anne": True}},
        PILE,
    ),
    "the pile without an item": ({"piles": {"Anne": [3]}, "recovering": {"Anne": True}}, PILE),
    "money spent before the first item": (
        {"piles": {"Anne": [3]}},
        "SEC-13: nobody has spent money or chips before the first auction is over",
    ),
    "money spent before the first auction is over": (
        {**SIGHT, "piles": {"Anne": [3]}},
        "SEC-13: nobody has spent money or chips before the first auction is over",
    ),
    "a chip spent before the first auction is over": (
        {**SIGHT, "chips": {"Anne": 2}},
        "SEC-13: nobody has spent money or chips before the first auction is over",
    ),
    "more in the pile than could be bid": (
        {"owner": {"discarded": ["Ruby 1"], "sight": ["Ruby 3"]}, "piles": {"Anne": [3, 4, 5]}},
        "SEC-13: a pile holds what was bid for items won by others or by nobody: here at most 2 cards",
    ),
    "in the pile what was paid with": (
        {"owner": {"Anne": ["Ruby 1"], "sight": ["Ruby 3"]}, "gone": {"Anne": [1, 2]}, "piles": {"Anne": [3]}},
        "SEC-13: a pile holds what was bid for items won by others or by nobody: here at most 0 cards",
    ),
    "two chips in the first auction": (
        {"owner": {"discarded": ["Ruby 1"], "sight": ["Ruby 3"]}, "chips": {"Anne": 1}},
        "SEC-31: in the first auction there is no pile to take back, and nobody spends more than one chip",
    ),
    "an item won before any auction": (
        {"owner": {"Anne": ["Ruby 1"]}, "gone": {"Anne": [3, 4]}, "asked": ["Anne", "Burt", "Carla", "Dora"]},
        IN_SIGHT,
    ),
    "an item won while requests are chosen": (
        {"turned": 0, "owner": {"Anne": ["Ruby 1"]}, "gone": {"Anne": [3, 4]}},
        "SEC-10: the first 0 items have been turned up, and no others",
    ),
    "a list for places": ({"owner": ["Ruby 1"]}, "owner: ['Ruby 1'] should say for each place which cards are there"),
    "an item alone": ({"owner": {"Anne": "Ruby 1"}}, "owner: 'Ruby 1' should be a list of cards"),
    "a wrong option": ({"options": {"bid_sizes": 1}}, "SEC-03: option bid_sizes is square or stars, not 1"),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_what_cannot_be_is_refused(flaw: str) -> None:
    """One sentence says what is wrong and what would be right."""
    written, sentence = FLAWS[flaw]
    with pytest.raises(Refused) as refused:
        GAME.position({"seed": 1, **written})
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_the_game_is_not_over_before_the_first_item() -> None:
    """SEC-04, SEC-10: when the last has kept a request an item is turned up, and somebody is asked."""
    with pytest.raises(BadPosition, match="SEC-10: when all have kept a request, the first item is turned up"):
        GAME.position({"players": 3, "kept": ["SEC-40", "SEC-41", "SEC-42"], "asked": []})


def test_nobody_is_asked_alone_in_the_game() -> None:
    """SEC-33: with two of three out the game is over."""
    with pytest.raises(BadPosition, match="SEC-33: with at most one player who can take part the game is over"):
        a_table("Ruby 3", hands={"Anne": [], "Burt": []}, out=["Anne", "Burt"])


@pytest.mark.parametrize(("sold", "chips_left"), [(1, 2), (2, 0)])
def test_as_many_chips_spent_as_auctions_allow(sold: int, chips_left: int) -> None:
    """SEC-30, SEC-31: a pass in the first auction; a pass and a pile taken back in the second."""
    owner = {"discarded": [*ITEMS[:sold]], "sight": [ITEMS[sold]]}
    assert chips(GAME.position({"players": 3, "owner": owner, "chips": {"Burt": chips_left}})) == [3, chips_left, 3]


def test_as_much_in_the_pile_as_could_be_bid() -> None:
    """SEC-13: two cards for Ruby 1, which Burt won, and three for Ruby 2, which nobody won."""
    owner = {"Burt": ["Ruby 1"], "discarded": ["Ruby 2"], "sight": ["Ruby 3"]}
    spent = {"piles": {"Anne": [1, 2, 3, 4, 5], "Burt": [1, 2, 3]}, "gone": {"Burt": [9, 10]}}
    assert money(GAME.position({"players": 3, "owner": owner, **spent}), "piles") == [[1, 2, 3, 4, 5], [1, 2, 3], []]


ONLY_FIVES: dict[str, Any] = {"hands": {"Anne": [5], "Burt": [5], "Carla": [5]}}


def test_nobody_is_asked_where_all_can_only_tie() -> None:
    """SEC-34: all have a 5 and nothing else, and no chips."""
    with pytest.raises(BadPosition, match="SEC-34: when all who take part can only tie the game is over"):
        a_table("Opal 1", chips=[0, 0, 0], **ONLY_FIVES)


def test_with_a_chip_left_somebody_may_pass() -> None:
    """SEC-34, SEC-30: so Anne and the others are asked."""
    table = a_table("Opal 1", chips=[1, 0, 0], **ONLY_FIVES)
    assert (table.asks, table.legal(ANNE)) == ((ANNE, BURT, CARLA), ["pass", "bid 5"])


def test_a_player_who_could_always_bid_is_not_out() -> None:
    """SEC-21: no item needs more than three cards, and Anne has ten."""
    with pytest.raises(BadPosition, match="SEC-21: a player who is out had too few cards for an item"):
        a_table("Ruby 3", out=["Anne"])


FRESH = GAME.deal(4, seed=1).position()
HALF = a_table(
    "Ruby 1", players=4, piles={"Anne": [3]}, choices={"Anne": "4+7"}, asked=["Burt", "Carla", "Dora"]
).position()


PLAYERS = ["Anne", "Burt", "Carla", "Dora"]
SEATS = st.lists(st.sampled_from(PLAYERS), unique=True)
PLACE = st.sampled_from([*PLAYERS, "discarded", "discarded", "deck", "deck"])
CARDS = st.lists(st.integers(1, 10), unique=True, max_size=6)


def by_seat(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.sampled_from(PLAYERS), values)


def places(where: tuple[list[str], int]) -> dict[str, list[str]]:
    """Items by their places, and one of them in sight."""
    at = [*where[0]]
    at[where[1]] = "sight"
    return {place: [item for item, there in zip(ITEMS, at, strict=True) if there == place] for place in at}


PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "seed": st.integers(0, 1000),
    "turned": st.integers(-1, 19),
    "items": st.permutations(ITEMS),
    "owner": st.tuples(st.lists(PLACE, min_size=18, max_size=18), st.integers(0, 17)).map(places)
    | st.builds(lambda item: {"sight": [item]}, st.sampled_from(ITEMS)),
    **dict.fromkeys(("hands", "piles", "gone"), by_seat(CARDS)),
    "chips": by_seat(st.integers(-1, 4)),
    **dict.fromkeys(("asked", "out"), SEATS),
    "kept": by_seat(st.sampled_from([*REQUESTS, "none"])),
    "dealt": by_seat(st.lists(st.sampled_from(REQUESTS), min_size=2, max_size=2)),
    "recovering": by_seat(st.booleans()),
    "choices": by_seat(st.sampled_from(["none", "pass", "3", "1", "3+7", "1+10", "1+2+3"])),
    "options": st.fixed_dictionaries({}, optional={"bid_sizes": st.sampled_from(["square", "stars"])}),
}
SOME = st.sets(st.sampled_from([*PLAUSIBLE]), max_size=3)
OVER = finish({"Anne": ["Ruby 1"]}, players=4).position()


@settings(max_examples=400)
@given(whole=st.sampled_from([{}, SIGHT, FRESH, HALF, OVER]), fields=SOME, data=st.data())
def test_whatever_goes_together_or_not_the_answer_is_a_table_or_a_sentence(
    whole: dict[str, Any], fields: set[str], data: st.DataObject
) -> None:
    """Fields that are each well written, in any mixture; a table that comes of it can be played to its end."""
    try:
        table = GAME.position({**whole, **{field: data.draw(PLAUSIBLE[field]) for field in sorted(fields)}})
    except Refused:
        return
    assert GAME.position(table.position()) == table
    while not table.over:
        table.play(table.asks[0], table.legal(table.asks[0])[-1])


def test_a_game_that_could_go_on_is_not_over() -> None:
    """SEC-33: seventeen items are left, and all three can bid."""
    with pytest.raises(Refused, match="SEC-33: the game is over when"):
        GAME.position({"players": 3, "asked": [], "turned": 1, "owner": {"discarded": ["Ruby 1"]}})
