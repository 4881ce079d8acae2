"""Positions of Serengeti: what is left out is completed, and what cannot be is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidwell import BadPosition, Refused
from tests.games.serengeti.helpers import ANNE, BURT, CARDS, CARLA, GAME, a_table, about_to_default, about_to_win, play

# What is left out


def test_an_empty_position_is_a_fresh_deal() -> None:
    """Four players, as if just dealt."""
    table = GAME.position({"seed": 3})
    assert table == GAME.deal(seed=3)


def test_the_seed_of_a_position_is_its_chance() -> None:
    """The same seed completes a position in the same way, another one in another."""
    assert GAME.position({"seed": 3, "bank": 25}) == GAME.position({"seed": 3})
    assert GAME.position({"seed": 3}) != GAME.position({"seed": 4})


def test_players_may_be_counted_or_named() -> None:
    """Three names are three players."""
    assert GAME.position({"players": 5}).players == 5
    assert GAME.position({"names": ["Xan", "Yve", "Zoe"]}).names == ("Xan", "Yve", "Zoe")


def test_the_bank_is_what_the_players_do_not_have() -> None:
    """65 less 8, 9, 10 and 11."""
    assert GAME.position({"chips": [8, 9, 10, 11]}).position()["bank"] == 65 - 38


def test_chips_may_be_given_to_some_players_by_name() -> None:
    """The others keep their 10."""
    assert GAME.position({"chips": {"Burt": 3}}).position()["chips"] == {"Anne": 10, "Burt": 3, "Carla": 10, "Dora": 10}


def test_the_deck_is_what_is_not_on_the_table() -> None:
    """Collected and lost cards were drawn before the lot, and all others are still to come."""
    table = GAME.position({"owner": {"Burt": ["Nuba 0", "Nuba 3"], "out": ["Tonga 8"], "lot": [*CARDS[10:13]]}})
    deck = table.position()["deck"]
    assert {*deck[:3]} == {"Nuba 0", "Nuba 3", "Tonga 8"}
    assert {*deck[3:6]} == {*CARDS[10:13]}
    assert table.position()["round_number"] == 3


def test_the_starting_player_is_asked() -> None:
    """Or the next one who does not sit out."""
    assert GAME.position({"starter": "Carla"}).asks == (CARLA,)
    assert GAME.position({"starter": "Anne", "sitting_out": ["Anne"], "passed": ["Anne"]}).asks == (BURT,)


def test_a_player_who_has_passed_is_not_paid_for_it_again() -> None:
    """SER-17: Anne has had her chips for this lot when it is auctioned again, since Burt cannot pay."""
    chips = {"Anne": 10, "Burt": 5, "Carla": 10}
    auction = {"starter": "Anne", "passed": ["Anne"], "bidder": "Burt", "price": 40}
    table = GAME.position({"players": 3, "chips": chips, **auction})
    play(table, "pass", "pass")
    assert table.position()["chips"] == {"Anne": 10, "Burt": 5, "Carla": 12}


def test_a_player_who_has_passed_had_bid_or_was_paid() -> None:
    """SER-10: Anne is said to have bid on this lot, so that only Burt has had chips for passing."""
    auction = {"starter": "Anne", "passed": ["Anne", "Burt"], "bidder": "Dora", "price": 9}
    position = GAME.position({**auction, "have_bid": ["Anne", "Carla", "Dora"]}).position()
    assert (position["have_bid"], position["paid_for_passing"]) == (["Anne", "Carla", "Dora"], ["Burt"])


def test_a_player_who_was_asked_before_the_bidder_has_bid() -> None:
    """SER-07: Dora opened and Anne, who is still in, was asked before Burt; Carla has not been asked yet."""
    position = GAME.position({"starter": "Dora", "bidder": "Burt", "price": 9}).position()
    assert (position["have_bid"], position["paid_for_passing"]) == (["Anne", "Burt", "Dora"], [])


def test_a_player_who_sits_out_has_bid() -> None:
    """SER-16: the seat won the lot and could not pay; it was not paid for passing."""
    position = GAME.position({"starter": "Anne", "sitting_out": ["Anne"], "passed": ["Anne"]}).position()
    assert (position["have_bid"], position["paid_for_passing"]) == (["Anne"], [])


def test_digits_follow_from_the_cards() -> None:
    """What a player holds is not written down: it is counted."""
    assert "held" not in a_table().position()
    assert "bid 7" not in a_table({"Anne": ["Massai 7"]}).legal(ANNE)


def test_options_are_part_of_a_position() -> None:
    """And those left out have their defaults."""
    table = GAME.position({"options": {"fines": False}})
    assert table.options == {"overbid": True, "fines": False, "open_chips": False}
    assert table.position()["options"] == table.options


def test_a_game_played_on_from_a_position_has_a_record() -> None:
    """Which carries the position in place of a seed."""
    record = play(about_to_win(7), "pass", "bid 3").record()
    assert "\nposition: {" in record
    assert "\nseed:" not in record


# What cannot be

FRESH = GAME.deal(4, seed=1).position()
LOT_CARD = FRESH["owner"]["lot"][0]

FLAWS: dict[str, tuple[dict[str, Any], str]] = {
    "66 chips": ({"chips": [10, 10, 10, 11], "bank": 25}, "SER-03: there are always 65 chips in all, not 66"),
    "64 chips": ({"bank": 24}, "SER-03: there are always 65 chips in all, not 64"),
    "more chips than there are": (
        {"chips": [30, 30, 30, 0]},
        "SER-03: nobody has fewer than 0 chips, and neither has the bank",
    ),
    "debts": ({"chips": {"Anne": -1}}, "SER-03: nobody has fewer than 0 chips, and neither has the bank"),
    "a card twice": (
        {"owner": {"Anne": ["Nuba 0"], "lot": ["Nuba 0", "Nuba 3"]}},
        "owner: Nuba 0 is there twice: Anne and lot",
    ),
    "a card twice in one place": (
        {"owner": {"Anne": ["Nuba 0", "Nuba 0"]}},
        "owner: Nuba 0 is there twice: Anne and Anne",
    ),
    "a card twice in the deck": (
        {"deck": ["Nuba 0", *CARDS[:29]]},
        "SER-02: the deck has every card once, drawn or not",
    ),
    "an unknown card": (
        {"owner": {"Anne": ["Nuba 1"]}},
        "owner: there is no card 'Nuba 1'; a card is written like 'Nuba 0'",
    ),
    "an unknown card in the deck": (
        {"deck": ["Nuba 1", *CARDS[1:]]},
        "deck: there is no 'Nuba 1'; it is written like 'Nuba 0'",
    ),
    "a gap in the deck": ({"deck": ["none", *CARDS[1:]]}, "SER-02: the deck has every card once, drawn or not"),
    "a short deck": ({"deck": ["Nuba 0"]}, "deck: ['Nuba 0'] should be a list of 30"),
    "an unknown place": (
        {"owner": {"Zoe": ["Nuba 0"]}},
        "owner: there is no place 'Zoe'; the places are Anne, Burt, Carla, Dora, lot, out, deck",
    ),
    "a lot of the wrong size": (
        {"owner": {"lot": ["Nuba 0", "Nuba 3"]}},
        "SER-06: 2 cards on the table, the lot included, do not fit round 1 (1)",
    ),
    "the wrong round": (
        {"round_number": 2},
        "SER-06: 1 cards on the table, the lot included, do not fit round 2 (3)",
    ),
    "a round too many": ({"round_number": 16}, "SER-06: 1 cards on the table, the lot included, do not fit round 16"),
    "no lot": ({"owner": {"Anne": ["Nuba 0"]}}, "SER-06: the lot of round 1 is the last 1 cards drawn"),
    "a deck that does not fit": (
        {"seed": 1, "deck": [*(card for card in FRESH["deck"] if card != LOT_CARD), LOT_CARD]},
        "SER-06: the first 1 cards of the deck are drawn, but ",
    ),
    "a list for places": ({"owner": ["Nuba 0"]}, "owner: ['Nuba 0'] should say for each place which cards are there"),
    "a card alone": ({"owner": {"Anne": "Nuba 0"}}, "owner: 'Nuba 0' should be a list of cards"),
    "no starter": (
        {"starter": "nobody"},
        "SER-04: there is always a starting player, and somebody's turn until the last lot is sold",
    ),
    "no turn": ({"turn": "nobody"}, "SER-04: there is always a starting player, and somebody's turn until "),
    "all sitting out": (
        {"sitting_out": ["Anne", "Burt", "Carla", "Dora"], "passed": ["Anne", "Burt", "Carla", "Dora"]},
        "SER-04: there is always a starting player, and somebody's turn until ",
    ),
    "a price without a bidder": (
        {"price": 7},
        "SER-07: a price from 1 to 65 has a bidder, and without a bidder the price is 0",
    ),
    "a bidder without a price": ({"bidder": "Anne"}, "SER-07: a price from 1 to 65 has a bidder, and without "),
    "a price too high": ({"price": 66, "bidder": "Anne"}, "SER-07: a price from 1 to 65 has a bidder, and without "),
    "sitting out and in": (
        {"sitting_out": ["Burt"], "turn": "Anne"},
        "SER-16: a player who sits the round out is out of the auction too",
    ),
    "passed without a bid and without chips": (
        {"starter": "Anne", "passed": ["Anne"], "paid_for_passing": []},
        "SER-10: a player who has passed on this lot has bid on it, or has had the chips for passing",
    ),
    "asked and passed": (
        {"turn": "Anne", "passed": ["Anne"]},
        "SER-07: the player asked is the next one clockwise who has not passed, and never the standing bidder",
    ),
    "asked to outbid themselves": (
        {"starter": "Anne", "turn": "Anne", "price": 5, "bidder": "Anne", "have_bid": ["Anne"]},
        "SER-07: the player asked is the next one clockwise who has not passed, and never the standing bidder",
    ),
    "out of turn": (
        {"turn": "Dora", "price": 5, "bidder": "Burt"},
        "SER-07: the player asked is the next one clockwise who has not passed, and never the standing bidder",
    ),
    "a forbidden bid that stands": (
        {"owner": {"Burt": ["Samburu 5"], "lot": ["Nuba 0", "Nuba 3"]}, "price": 15, "bidder": "Burt"},
        "SER-13: a bid of 15 cannot stand, its bidder owns a card with a 5",
    ),
    "a bid too high that stands": (
        {"options": {"overbid": False}, "price": 11, "bidder": "Burt"},
        "SER-15: a bid of 11 cannot stand, its bidder has 10 chips",
    ),
    "the highest bidder passed": (
        {"turn": "Anne", "price": 5, "bidder": "Burt", "have_bid": ["Burt"], "passed": ["Burt"]},
        "SER-07: the standing bidder has bid on this lot and has not passed",
    ),
    "the highest bidder never bid": (
        {"turn": "Anne", "price": 5, "bidder": "Burt", "have_bid": []},
        "SER-07: the standing bidder has bid on this lot and has not passed",
    ),
    "a bid without a price": (
        {"starter": "Anne", "passed": ["Anne"], "have_bid": ["Anne"]},
        "SER-07: while there is no price, nobody has bid",
    ),
    "a bid of 1 after a bid": (
        {"starter": "Anne", "bidder": "Burt", "price": 1},
        "SER-07: a bid of 1 cannot stand: with the bids that came before it, it is at least 2",
    ),
    "a fourth bid of 3": (
        {"starter": "Anne", "bidder": "Dora", "price": 3},
        "SER-07: a bid of 3 cannot stand: with the bids that came before it, it is at least 4",
    ),
    "a second bid of the opener": (
        {"starter": "Anne", "bidder": "Anne", "price": 2, "have_bid": ["Anne", "Burt"], "passed": ["Carla", "Dora"]},
        "SER-07: a bid of 2 cannot stand: with the bids that came before it, it is at least 3",
    ),
    "a bid above one that was forbidden": (
        {
            "owner": {"Anne": ["Bantu 1", "Massai 2"], "Burt": ["Tonga 4"], "lot": ["Nuba 0", "Nuba 3", "Nuba 6"]},
            **{"starter": "Anne", "bidder": "Burt", "price": 3},
        },
        "SER-07: a bid of 3 cannot stand: with the bids that came before it, it is at least 5",
    ),
    "a bid in the new auction after a bid": (
        {"starter": "Anne", "sitting_out": ["Anne"], "passed": ["Anne"], "bidder": "Dora", "price": 2},
        "SER-07: a bid of 2 cannot stand: with the bids that came before it, it is at least 3",
    ),
    "left out": (
        {"starter": "Anne", "bidder": "Dora", "price": 9, "have_bid": ["Anne", "Dora"]},
        "SER-07: every player asked before the standing bidder has bid or passed",
    ),
    "passed too soon": (
        {"starter": "Anne", "bidder": "Burt", "price": 9, "have_bid": ["Anne", "Burt"], "passed": ["Anne"]},
        "SER-07: a player who passes after a bid was asked again, and by then all who are still in have bid",
    ),
    "paid for passing and still in": (
        {"starter": "Anne", "paid_for_passing": ["Carla"]},
        "SER-10: a player who has had the chips for passing on this lot has passed, and has never bid on it",
    ),
    "paid for passing after a bid": (
        {
            **{"starter": "Anne", "bidder": "Dora", "price": 9, "passed": ["Anne"]},
            **{"have_bid": ["Anne", "Burt", "Carla", "Dora"], "paid_for_passing": ["Anne"]},
        },
        "SER-10: a player who has had the chips for passing on this lot has passed, and has never bid on it",
    ),
    "sitting out without a bid": (
        {"starter": "Anne", "sitting_out": ["Burt"], "passed": ["Burt"], "have_bid": [], "paid_for_passing": ["Burt"]},
        "SER-16: a player who sits the round out has bid on this lot",
    ),
    "sitting out where nobody can": (
        {"starter": "Anne", "sitting_out": ["Burt"], "passed": ["Burt"], "options": {"overbid": False}},
        "SER-15: where nobody may bid more chips than they own, nobody has to sit out",
    ),
    "discarding without a reason": (
        {"turn": "Anne", "discarding": True},
        "SER-16: a player who discards has won, cannot pay, sits out, and has two cards or more to choose from",
    ),
    "a wrong option": ({"options": {"fines": "yes"}}, "SER-14: option fines is true or false, not 'yes'"),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_what_cannot_be_is_refused(flaw: str) -> None:
    """One sentence says what is wrong and what would be right."""
    written, sentence = FLAWS[flaw]
    with pytest.raises(Refused) as refused:
        GAME.position({"seed": 1, **written})
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_a_player_who_discards_must_have_a_choice() -> None:
    """SER-16: with one card there is none, and with enough chips no need."""
    written = play(about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]}), "pass").position()
    assert GAME.position(written).legal("Anne") == ["discard Nuba 6", "discard Bantu 4"]
    for change in ({"price": 3}, {"turn": "Burt"}):
        with pytest.raises(BadPosition, match="SER-16"):
            GAME.position({**written, **change})


def test_the_least_price_can_be() -> None:
    """SER-07, SER-13: as little as the bids before it leave room for, each above the last and none forbidden."""
    cards = {"Anne": ["Bantu 1"], "Carla": ["Massai 5", "Tonga 4"]}
    auction = {"owner": {**cards, "lot": ["Nuba 0", "Nuba 3", "Nuba 6"]}, "starter": "Anne", "bidder": "Carla"}
    assert GAME.position({**auction, "price": 6}).position()["have_bid"] == ["Anne", "Burt", "Carla"]
    played = play(GAME.position({**auction, "price": 0, "bidder": "nobody"}), "bid 2", "bid 3", "bid 6")
    assert GAME.position(played.position()) == played


def test_in_a_new_auction_earlier_bids_do_not_count() -> None:
    """SER-17: three had bid before Anne could not pay; in the new auction Burt, who opens it, may bid 1."""
    failed = {"starter": "Anne", "sitting_out": ["Anne"], "passed": ["Anne"], "have_bid": ["Anne", "Burt", "Carla"]}
    assert GAME.position({**failed, "bidder": "Burt", "price": 1}).asks == (CARLA,)


def test_in_a_new_auction_one_paid_for_passing_may_bid() -> None:
    """SER-17: Carla had her chips in the failed auction, and is back in."""
    failed = {"starter": "Anne", "sitting_out": ["Anne"], "passed": ["Anne"], "paid_for_passing": ["Carla"]}
    assert GAME.position({**failed, "bidder": "Carla", "price": 2}).position()["have_bid"] == ["Anne", "Burt", "Carla"]


def test_all_others_have_passed_when_somebody_discards() -> None:
    """SER-08: who cannot pay has won."""
    written = play(about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]}), "pass").position()
    with pytest.raises(BadPosition, match="SER-08: a player who discards has won the auction, so that all"):
        GAME.position({**written, "passed": ["Burt", "Carla"]})


def test_a_forbidden_bid_did_not_win() -> None:
    """SER-13: nor did one lower than the bids before it."""
    written = play(about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]}), "pass").position()
    with pytest.raises(BadPosition, match=r"^SER-13: a bid of 34 cannot stand"):
        GAME.position({**written, "price": 34})
    poor = {**written, "chips": {**written["chips"], "Anne": 0, "Dora": 8}, "price": 3}
    with pytest.raises(BadPosition, match=r"^SER-07: a bid of 3 cannot stand: .* it is at least 5$"):
        GAME.position(poor)


SEAT = st.sampled_from(["Anne", "Burt", "Carla", "Dora", "nobody"])
SEATS = st.lists(st.sampled_from(["Anne", "Burt", "Carla", "Dora"]), unique=True)
PLACE = st.sampled_from(["Anne", "Burt", "Carla", "Dora", "lot", "out", "deck", "deck"])
PLAUSIBLE = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("starter", "turn", "bidder"), SEAT),
        **dict.fromkeys(("passed", "sitting_out", "have_bid", "paid_for_passing"), SEATS),
        "round_number": st.integers(-1, 17),
        "price": st.integers(-1, 70),
        "discarding": st.booleans(),
        "bank": st.integers(-1, 66),
        "chips": st.lists(st.integers(-1, 66), min_size=4, max_size=4),
        "deck": st.permutations(CARDS),
        "owner": st.lists(PLACE, min_size=30, max_size=30).map(
            lambda places: {
                place: [card for card, at in zip(CARDS, places, strict=True) if at == place] for place in places
            }
        ),
        "options": st.fixed_dictionaries({}, optional={"overbid": st.booleans(), "fines": st.booleans()}),
    },
)


@settings(max_examples=400)
@given(written=PLAUSIBLE)
def test_whatever_goes_together_or_not_the_answer_is_a_table_or_a_sentence(written: dict[str, Any]) -> None:
    """Fields that are each well written, in any mixture; a table that comes of it can be played to its end."""
    try:
        table = GAME.position(written)
    except Refused:
        return
    assert GAME.position(table.position()) == table
    while not table.over:
        table.play(table.asks[0], table.legal(table.asks[0])[0])
