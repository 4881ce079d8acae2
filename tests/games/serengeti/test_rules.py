"""Serengeti clause by clause, in the order of its rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from bidwell import BadDeal, IllegalAction, Table
from bidwell.games.serengeti import rules
from bidwell.games.serengeti.state import SerengetiState
from tests.games.serengeti.helpers import (
    ANNE,
    BURT,
    CARDS,
    CARLA,
    DORA,
    GAME,
    LOT_SIZES,
    a_table,
    about_to_default,
    about_to_win,
    bank,
    cards,
    chips,
    finish,
    gains,
    last_one_passes,
    names,
    play,
)


def refused(table: Table, seat: int | str, text: str) -> str:
    """What the table says when it does not take an action."""
    with pytest.raises(IllegalAction) as refusal:
        table.play(seat, text)
    return str(refusal.value)


def sellers_game(players: int = 3, seed: int = 1) -> Table:
    """A game in which the starting player bids the least, all others pass, and every lot is sold or free."""
    table = GAME.deal(players, seed=seed)
    while not table.over:
        seat = table.asks[0]
        bids = table.legal(seat)[1:] if table.state.price == 0 else []  # type: ignore[attr-defined]
        table.play(seat, bids[0] if bids and int(bids[0].split()[1]) <= chips(table)[seat] else "pass")
    return table


# Material


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_can_play(players: int) -> None:
    """SER-01: 3 to 5 players."""
    assert GAME.deal(players).players == players


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_no_other_number_can(players: int) -> None:
    """SER-01: not with two, nor with six."""
    with pytest.raises(BadDeal, match=f"Serengeti is for 3 to 5 players, not {players}"):
        GAME.deal(players)


def test_the_house_edition_has_thirty_cards() -> None:
    """SER-02: six tribes of five, with these digits."""
    deck = GAME.deal(seed=1).position()["deck"]
    assert sorted(deck) == sorted(CARDS)
    assert len(deck) == 30
    assert Counter(card.split()[0] for card in deck) == dict.fromkeys(
        ["Nuba", "Massai", "Bantu", "Nandi", "Tonga", "Samburu"], 5
    )


def test_every_digit_stands_on_three_cards() -> None:
    """SER-02: on exactly three cards, none twice in a tribe."""
    deck = GAME.deal(seed=1).position()["deck"]
    assert Counter(int(card.split()[1]) for card in deck) == dict.fromkeys(range(10), 3)
    assert len({*deck}) == 30


@pytest.mark.parametrize(("players", "rest"), [(3, 35), (4, 25), (5, 15)])
def test_ten_chips_each_and_the_rest_is_the_bank(players: int, rest: int) -> None:
    """SER-03: 10 chips to each player, 35, 25 or 15 are the bank."""
    table = GAME.deal(players)
    assert (chips(table), bank(table)) == ([10] * players, rest)


def test_the_deck_is_shuffled() -> None:
    """SER-04: every card comes first about as often (a chi-square of 29 degrees stays under its 99.99 % mark)."""
    first = Counter(GAME.deal(3, seed=seed).position()["deck"][0] for seed in range(3000))
    assert sum((first[card] - 100) ** 2 / 100 for card in CARDS) < 66.2


def test_the_deck_lies_face_down() -> None:
    """SER-04: nobody sees a card that is not drawn yet."""
    table = GAME.deal(seed=3)
    for viewer in (ANNE, BURT, None):
        assert table.view(viewer)["deck"] == [table.position()["deck"][0]] + [None] * 29


def test_undrawn_cards_may_lie_in_any_order() -> None:
    """SER-04: to every seat each undrawn card is as likely to come next (28 degrees, 99.99 %)."""
    table = GAME.deal(seed=3)
    coming = Counter(table.imagine(BURT, seed).position()["deck"][1] for seed in range(2900))
    drawn = table.position()["deck"][0]
    assert coming.keys() == {*CARDS} - {drawn}
    assert sum((count - 100) ** 2 / 100 for count in coming.values()) < 64.7


def test_the_starting_player_is_drawn() -> None:
    """SER-04: every seat starts about as often (2 degrees, 99.99 %)."""
    starts = Counter(GAME.deal(3, seed=seed).position()["starter"] for seed in range(3000))
    assert sum((starts[name] - 1000) ** 2 / 1000 for name in ("Anne", "Burt", "Carla")) < 18.4


def test_chips_are_hidden_from_the_others() -> None:
    """SER-05: one sees one's own chips, and nobody else's."""
    assert GAME.deal(3).view("Burt")["chips"] == {"Anne": None, "Burt": 10, "Carla": None}


def test_a_spectator_sees_nobodys_chips() -> None:
    """SER-05: hidden from spectators too."""
    assert GAME.deal(3).view(None)["chips"] == {"Anne": None, "Burt": None, "Carla": None}


def test_chips_are_open_at_the_end() -> None:
    """SER-05: hidden until the end, and no longer."""
    table = finish({"Anne": 20, "Burt": 15, "Carla": 10}, {})
    assert table.view("Burt")["chips"] == {"Anne": 20, "Burt": 15, "Carla": 10}


def test_open_chips() -> None:
    """SER-05: with the option `open_chips` everybody sees everybody's."""
    table = GAME.deal(3, options={"open_chips": True})
    assert table.view("Burt")["chips"] == table.view(None)["chips"] == {"Anne": 10, "Burt": 10, "Carla": 10}


def test_payments_are_public() -> None:
    """SER-05: what is paid is told to all, and a table imagined from a seat keeps to it."""
    table = about_to_win(7, {"Burt": ["Massai 7"]})
    told = last_one_passes(table)
    assert "Anne pays Burt 7 chips: the only one with a 7 (SER-21)" in [
        str(event) for event in told if event.heard_by(CARLA)
    ]
    assert chips(table.imagine("Carla", 1)) == chips(table)


# A round


def test_fifteen_lots_of_one_two_and_three_cards() -> None:
    """SER-06: 15 rounds, the lots are 1, 2, 3, 1, 2, 3 … cards."""
    lots = [event for event in sellers_game().log if event.name == "lot drawn"]
    assert [event.values["round"] for event in lots] == [*range(1, 16)]
    assert [event.values["lot"].bit_count() for event in lots] == LOT_SIZES


def test_the_lot_lies_face_up() -> None:
    """SER-06: the lot is the next cards of the deck, seen by all."""
    table = a_table({"Burt": ["Nuba 0"]}, lot=["Tonga 2", "Nandi 5"])
    assert table.view(None)["owner"]["lot"] == ["Nandi 5", "Tonga 2"]
    assert {*table.position()["deck"][1:3]} == {"Nandi 5", "Tonga 2"}


def test_the_whole_lot_is_sold_at_once() -> None:
    """SER-06: three cards go to one player."""
    table = play(a_table(lot=["Nuba 0", "Tonga 2", "Nandi 5"]), "bid 1", "pass", "pass", "pass")
    assert cards(table, "Anne") == ["Nuba 0", "Nandi 5", "Tonga 2"]


def test_the_starting_player_bids_first() -> None:
    """SER-07: the starting player is asked."""
    assert a_table(starter="Carla").asks == (CARLA,)


def test_then_clockwise() -> None:
    """SER-07: Carla, Dora, Anne, Burt, and Carla again."""
    table = a_table(starter="Carla")
    asked = [table.asks[0], *(play(table, f"bid {bid}").asks[0] for bid in range(1, 5))]
    assert asked == [CARLA, DORA, ANNE, BURT, CARLA]


def test_only_the_one_asked_may_act() -> None:
    """SER-07: one at a time."""
    assert refused(a_table(), "Burt", "bid 1") == "SER-07: Burt is not asked now; waiting for Anne"


def test_a_bid_is_higher_than_the_last() -> None:
    """SER-07: after 7, 8 is the least."""
    assert play(a_table(), "bid 7").legal(BURT)[:2] == ["pass", "bid 8"]


@pytest.mark.parametrize("bid", [1, 6, 7])
def test_a_bid_that_is_not_higher_is_refused(bid: int) -> None:
    """SER-07: neither lower nor the same."""
    why = refused(play(a_table(), "bid 7"), "Burt", f"bid {bid}")
    assert why == "SER-07: a bid must be higher than the last one, 7; legal now: pass, bid 8 to 65"


def test_the_first_bid_is_at_least_one() -> None:
    """SER-07: 0 is no bid."""
    assert a_table().legal(ANNE)[:2] == ["pass", "bid 1"]
    assert refused(a_table(), "Anne", "bid 0") == "SER-07: a bid is at least 1; legal now: pass, bid 1 to 65"


def test_a_bid_may_skip_numbers() -> None:
    """SER-07: any higher number will do, not only the next."""
    assert play(a_table(), "bid 2", "bid 30").view(None)["price"] == 30


def test_a_pass_is_final_for_this_auction() -> None:
    """SER-07: Burt passed, so that after Anne's second bid Carla is asked."""
    table = play(a_table(), "bid 1", "pass", "bid 2", "bid 3", "bid 4")
    assert table.asks == (CARLA,)
    assert table.view(None)["passed"] == ["Burt"]


def test_the_last_one_in_wins_at_their_bid() -> None:
    """SER-08: all but Anne have passed; she wins at 4."""
    told = last_one_passes(about_to_win(4))
    assert "Anne wins the lot for 4 (SER-08)" in map(str, told)


def test_the_auction_goes_on_while_two_are_in() -> None:
    """SER-08: with Anne and Dora in, Anne is asked after Dora's bid."""
    assert play(a_table(), "bid 1", "pass", "pass", "bid 2").asks == (ANNE,)


def test_the_last_player_is_asked_when_all_passed() -> None:
    """SER-09: three passed without a bid; Dora is still asked, to bid or to pass."""
    table = play(a_table(), "pass", "pass", "pass")
    assert table.asks == (DORA,)
    assert table.legal(DORA)[:3] == ["pass", "bid 1", "bid 2"]


def test_the_last_player_bids_and_wins() -> None:
    """SER-09: the bid wins at once."""
    table = a_table(lot=["Nuba 0"])
    play(table, "pass", "pass", "pass", "bid 6")
    assert cards(table, "Dora") == ["Nuba 0"]
    assert gains(a_table(lot=["Nuba 0"]), table) == [4, 4, 4, -6]


def test_the_last_player_passes_and_nobody_bid() -> None:
    """SER-09: and then nobody bid."""
    assert "free lot" in names(play(a_table(), "pass", "pass", "pass").play("Dora", "pass"))


def test_two_chips_for_passing_without_a_bid() -> None:
    """SER-10: 2 chips from the bank, at that moment."""
    table = play(a_table(), "pass")
    assert (chips(table), bank(table)) == ([12, 10, 10, 10], 23)


@pytest.mark.parametrize(("there", "left"), [(2, 0), (1, 0), (0, 0)])
def test_or_what_is_there(there: int, left: int) -> None:
    """SER-10: from a bank of 1 or 0 the player takes 1 or 0."""
    table = a_table(bank=there, chips=[20, 20, 20, 5 - there])
    play(table, "pass")
    assert (chips(table)[ANNE], bank(table)) == (20 + there, left)


def test_none_for_passing_after_a_bid() -> None:
    """SER-10: a player who has bid on this lot takes nothing for passing."""
    table = play(a_table(), "bid 1", "bid 2", "pass", "pass", "pass")
    assert gains(a_table(), table) == [0, -2, 2, 2]


def test_chips_for_passing_come_again_with_the_next_lot() -> None:
    """SER-10: having bid or passed on one lot says nothing about the next."""
    table = play(a_table(), "bid 1", "pass", "pass", "pass", "pass", "pass")
    assert gains(a_table(), table)[:2] == [-1 + 2, 2 + 2]


def test_nobody_bids_and_the_starting_player_gets_the_lot_free() -> None:
    """SER-11: Carla started; she gets the lot, and keeps her 2 chips."""
    table = play(a_table(starter="Carla", lot=["Nuba 0"]), "pass", "pass", "pass", "pass")
    assert cards(table, "Carla") == ["Nuba 0"]
    assert chips(table) == [12, 12, 12, 12]


def test_the_winner_places_the_lot_among_the_cards() -> None:
    """SER-12: beside the cards already collected."""
    table = about_to_win(4, {"Anne": ["Nuba 0"]}, lot=["Tonga 2", "Nandi 5"])
    last_one_passes(table)
    assert table.view(None)["owner"]["Anne"] == ["Nuba 0", "Nandi 5", "Tonga 2"]


def test_the_winner_starts_the_next_round() -> None:
    """SER-12: Carla won; she opens."""
    table = about_to_win(4, winner="Carla")
    last_one_passes(table)
    assert (table.view(None)["starter"], table.asks) == ("Carla", (CARLA,))


def test_so_does_a_player_who_got_it_free() -> None:
    """SER-12: Burt, who started, starts again."""
    table = play(a_table(starter="Burt"), "pass", "pass", "pass", "pass")
    assert (table.view(None)["starter"], table.asks) == ("Burt", (BURT,))


# Bids that are not allowed


def test_digits_of_collected_cards_are_forbidden() -> None:
    """SER-13: 4 and 6 forbid 4, 6, 14, 16, …"""
    legal = a_table({"Anne": ["Bantu 4", "Nandi 6"]}).legal(ANNE)
    assert legal == ["pass", *(f"bid {bid}" for bid in range(1, 66) if bid % 10 not in (4, 6))]


def test_a_zero_forbids_the_tens() -> None:
    """SER-13: a card with a 0 forbids 10, 20, …"""
    legal = a_table({"Anne": ["Bantu 0"]}).legal(ANNE)
    assert [bid for bid in range(1, 66) if f"bid {bid}" not in legal] == [10, 20, 30, 40, 50, 60]


def test_cards_of_others_forbid_nothing() -> None:
    """SER-13: only what the bidder has collected."""
    assert len(a_table({"Burt": ["Bantu 4", "Nandi 6"]}).legal(ANNE)) == 66


def test_the_lot_on_sale_does_not_count() -> None:
    """SER-13: a 7 on sale forbids no 7."""
    assert "bid 7" in a_table(lot=["Massai 7"]).legal(ANNE)


def test_a_lot_won_counts_from_then_on() -> None:
    """SER-13: once collected, it does."""
    table = play(a_table(lot=["Massai 7"]), "bid 1", "pass", "pass", "pass")
    assert "bid 7" not in table.legal(ANNE)


def test_a_discarded_card_no_longer_counts() -> None:
    """SER-13: Anne discards her 4 and may bid 4 in the next round, but still no 6."""
    table = about_to_default(30, {"Anne": ["Bantu 4", "Nandi 6"]})
    play(table, "pass", "discard Bantu 4", "pass", "pass", "pass", "pass", "pass", "pass")
    assert [bid for bid in ("bid 4", "bid 6") if bid in table.legal(ANNE)] == ["bid 4"]


FORBIDDEN = {"Anne": ["Bantu 4"]}


def test_a_forbidden_bid_costs_one_chip() -> None:
    """SER-14: to the bank."""
    table = play(a_table(FORBIDDEN), "bid 14")
    assert gains(a_table(FORBIDDEN), table) == [-1, 0, 0, 0]
    assert bank(table) == bank(a_table(FORBIDDEN)) + 1


def test_a_forbidden_bid_is_void() -> None:
    """SER-14: the price stays, and so does the turn: the player must bid again or pass."""
    table = play(a_table(FORBIDDEN), "bid 14")
    assert (table.view(None)["price"], table.view(None)["bidder"], table.asks) == (0, "nobody", (ANNE,))
    assert table.legal(ANNE) == a_table(FORBIDDEN).legal(ANNE)


def test_a_forbidden_bid_costs_nothing_if_there_is_nothing() -> None:
    """SER-14: one chip, if the player has one."""
    table = a_table(FORBIDDEN, chips=[0, 10, 10, 10])
    assert str(table.play("Anne", "bid 4")[0]) == "Anne bids 4, a forbidden digit: void, no chips to the bank (SER-14)"
    assert chips(table) == [0, 10, 10, 10]


def test_after_a_forbidden_bid_a_player_counts_as_not_having_bid() -> None:
    """SER-14: so that a pass still brings 2 chips."""
    assert gains(a_table(FORBIDDEN), play(a_table(FORBIDDEN), "bid 14", "pass")) == [-1 + 2, 0, 0, 0]


def test_forbidden_bids_may_follow_each_other() -> None:
    """SER-14: each costs its chip."""
    assert gains(a_table(FORBIDDEN), play(a_table(FORBIDDEN), "bid 14", "bid 4", "bid 14")) == [-3, 0, 0, 0]


def test_a_forbidden_bid_is_a_mistake_and_never_legal() -> None:
    """SER-14: never in the list of legal bids; the table accepts and punishes it."""
    table = play(a_table({"Burt": ["Bantu 4"]}), "bid 30")
    assert table.mistakes(BURT) == ["bid 34", "bid 44", "bid 54", "bid 64"]
    assert not {*table.mistakes(BURT)} & {*table.legal(BURT)}


def test_without_fines_a_forbidden_bid_is_refused() -> None:
    """SER-13, SER-14: with the option `fines` off the table says why."""
    table = a_table(FORBIDDEN, options={"fines": False})
    assert table.mistakes(ANNE) == []
    why = "SER-13: you own a card with a 4 (Bantu 4); legal now: pass, bid 1 to 65 but none ending in 4"
    assert refused(table, "Anne", "bid 14") == why
    assert chips(table) == [10, 10, 10, 10]


# Bids that cannot be paid


def test_a_player_may_bid_more_than_they_own() -> None:
    """SER-15: up to 65, with 10 chips in hand."""
    assert a_table().legal(ANNE) == ["pass", *(f"bid {bid}" for bid in range(1, 66))]


def test_nobody_may_bid_more_than_there_is() -> None:
    """SER-15: 66 is no bid, and after 65 one can only pass."""
    assert refused(a_table(), "Anne", "bid 66") == "SER-15: a bid is at most 65; legal now: pass, bid 1 to 65"
    assert play(a_table(), "bid 65").legal(BURT) == ["pass"]


def test_without_overbid_the_limit_is_the_own_chips() -> None:
    """SER-15: with the option `overbid` off, 10 chips make 10 the highest bid, and no mistake reaches further."""
    table = a_table({"Anne": ["Bantu 1"]}, options={"overbid": False})
    assert table.legal(ANNE)[-1] == "bid 10"
    assert table.mistakes(ANNE) == ["bid 1"]
    why = "SER-15: you have 10 chips, and may not bid more at this table; legal now: "
    assert refused(table, "Anne", "bid 11") == why + "pass, bid 2 to 10 but none ending in 1"


def test_without_overbid_one_without_chips_can_only_pass() -> None:
    """SER-15: nothing to bid with."""
    table = a_table(chips=[0, 10, 10, 10], options={"overbid": False})
    assert table.legal(ANNE) == ["pass"]
    why = "SER-15: you have no chips, and may not bid more at this table; legal now: pass"
    assert refused(table, "Anne", "bid 1") == why


def test_a_winner_who_cannot_pay_chooses_a_card_to_discard() -> None:
    """SER-16: one collected card of the player's choice."""
    table = about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]})
    last_one_passes(table)
    assert table.asks == (ANNE,)
    assert table.legal(ANNE) == ["discard Nuba 6", "discard Bantu 4"]


def test_the_discarded_card_is_out_of_the_game() -> None:
    """SER-16: gone for good, and the other one stays."""
    table = play(about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]}), "pass", "discard Nuba 6")
    assert cards(table, "Anne") == ["Bantu 4"]
    assert "Nuba 6" in cards(table, "out")


def test_one_card_leaves_no_choice() -> None:
    """SER-16: the only card is discarded without asking."""
    table = about_to_default(30, {"Anne": ["Bantu 4"]})
    assert "Anne discards Bantu 4 (SER-16)" in map(str, last_one_passes(table))
    assert cards(table, "Anne") == []
    assert table.asks == (BURT,)


def test_no_card_nothing_to_discard() -> None:
    """SER-16: none, if the player has none."""
    table = about_to_default(30)
    assert names(last_one_passes(table)) == ["passed", "cannot pay", "auctioned again"]


def test_a_player_who_cannot_pay_pays_nothing() -> None:
    """SER-16: not even the chips that are there."""
    table = about_to_default(30)
    last_one_passes(table)
    assert chips(table) == [3, 5, 5, 5]


def test_one_chip_short_is_not_enough() -> None:
    """SER-16: 3 chips pay a bid of 3 but not one of 4."""
    assert "sold" in names(last_one_passes(about_to_default(3)))
    assert "cannot pay" in names(last_one_passes(about_to_default(4)))


def test_a_player_who_cannot_pay_sits_the_round_out() -> None:
    """SER-16: and the same lot is auctioned again, without that player."""
    table = about_to_default(30, lot=["Massai 7"])
    last_one_passes(table)
    assert table.view(None)["sitting_out"] == ["Anne"]
    assert (cards(table, "lot"), table.view(None)["price"]) == (["Massai 7"], 0)
    assert play(table, "bid 1", "bid 2", "bid 3").asks == (BURT,)


def test_a_player_who_sat_out_is_back_in_the_next_round() -> None:
    """SER-16: the round, not the game."""
    table = play(about_to_default(30), "pass", "bid 1", "pass", "pass")
    assert table.view(None)["sitting_out"] == []
    assert play(table, "bid 1", "bid 2", "bid 3").asks == (ANNE,)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pass", "SER-16: you could not pay, and must discard one of your cards"),
        ("bid 40", "SER-16: you could not pay, and must discard one of your cards"),
        ("discard Nuba 9", "SER-16: Nuba 9 is not among your cards"),
    ],
)
def test_a_player_who_must_discard_can_do_nothing_else(text: str, why: str) -> None:
    """SER-16: and only one of the player's own cards."""
    table = play(about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]}), "pass")
    assert refused(table, "Anne", text) == f"{why}; legal now: discard Nuba 6, discard Bantu 4"


def test_nobody_else_discards() -> None:
    """SER-16: only a winner who cannot pay."""
    why = "SER-16: only a winner who cannot pay discards a card; legal now: pass, bid 1 to 65 but none ending in 4"
    assert refused(a_table({"Anne": ["Bantu 4"]}), "Anne", "discard Bantu 4") == why


def test_earlier_passers_are_back_in() -> None:
    """SER-17: Burt, Carla and Dora passed, and all may bid again."""
    table = about_to_default(30)
    last_one_passes(table)
    assert table.view(None)["passed"] == ["Anne"]
    assert [table.asks[0], *(play(table, f"bid {bid}").asks[0] for bid in (1, 2))] == [BURT, CARLA, DORA]


def test_the_starting_player_opens_the_new_auction() -> None:
    """SER-17: Carla started the round, and opens again."""
    table = about_to_default(30, starter="Carla")
    assert str(last_one_passes(table)[-1]) == "The lot is auctioned again; Carla opens (SER-17)"
    assert table.asks == (CARLA,)


def test_or_the_next_one_clockwise_who_is_in() -> None:
    """SER-17: Anne started and sits out, and so does Burt: Carla opens."""
    table = about_to_default(30, sitting_out=["Burt"], passed=["Burt", "Carla"], turn="Dora", starter="Anne")
    last_one_passes(table)
    assert table.asks == (CARLA,)


def test_chips_for_passing_come_once_a_lot() -> None:
    """SER-17: Burt had 2 chips in the failed auction, and gets none in the new one."""
    table = about_to_default(30, have_bid=["Anne", "Dora"], paid_for_passing=["Burt", "Carla"])
    play(table, "pass", "pass")
    assert chips(table)[BURT] == 5


def test_chips_for_passing_only_to_a_player_who_never_bid_on_the_lot() -> None:
    """SER-17: Burt bid in the failed auction, and gets none for passing in the new one."""
    table = about_to_default(30, have_bid=["Anne", "Burt", "Dora"])
    play(table, "pass", "pass")
    assert chips(table)[BURT] == 5


def test_chips_for_passing_came_in_the_failed_auction() -> None:
    """SER-10, SER-17: all but Burt had bid in it, so Burt had the chips for passing, and gets none in the new one."""
    table = about_to_default(30, have_bid=["Anne", "Carla", "Dora"])
    play(table, "pass", "pass")
    assert chips(table)[BURT] == 5


def test_an_empty_bank_was_the_once_too() -> None:
    """SER-17: a player who passed when the bank was empty does not get the chips later, when there are some."""
    table = a_table(FORBIDDEN, chips=[20, 15, 15, 15], starter="Burt")
    play(table, "pass", "pass", "bid 30", "bid 34", "bid 44", "bid 54", "bid 64", "pass")
    assert (table.asks, bank(table)) == ((BURT,), 2)
    assert chips(play(table, "pass"))[BURT] == 15


def test_nobody_bids_in_the_new_auction() -> None:
    """SER-18: Anne, who started, sits out: Burt would open, and gets the lot free."""
    table = play(about_to_default(30, lot=["Massai 7"]), "pass")
    told = play(table, "pass", "pass").play("Dora", "pass")
    assert "Nobody bids this time: Burt gets the lot free (SER-18)" in map(str, told)
    assert cards(table, "Burt") == ["Massai 7"]
    assert table.asks == (BURT,)


ONLY_DORA: dict[str, Any] = {"sitting_out": ["Burt", "Carla"], "passed": ["Burt", "Carla"], "turn": "Dora"}


def test_one_player_left_in_is_asked() -> None:
    """SER-18: with one left in, that player is asked like the last player in SER-09."""
    table = play(about_to_default(30, **ONLY_DORA), "pass")
    assert table.asks == (DORA,)
    assert table.legal(DORA)[:2] == ["pass", "bid 1"]


def test_one_player_left_in_bids_and_wins() -> None:
    """SER-18: at that player's bid."""
    table = play(about_to_default(30, lot=["Massai 7"], **ONLY_DORA), "pass", "bid 3")
    assert cards(table, "Dora") == ["Massai 7"]
    assert chips(table) == [3 + 1, 5 + 1, 5 + 1, 5 - 3]


def test_one_player_left_in_passes_and_gets_the_lot_free() -> None:
    """SER-18: the player who would open gets it."""
    table = play(about_to_default(30, lot=["Massai 7"], **ONLY_DORA), "pass", "pass")
    assert cards(table, "Dora") == ["Massai 7"]


def test_with_none_left_the_lot_leaves_the_game() -> None:
    """SER-18: Dora, left alone, cannot pay either: the lot is out, and the starting player stays."""
    table = play(about_to_default(30, lot=["Massai 7"], starter="Carla", **ONLY_DORA), "pass")
    told = table.play("Dora", "bid 65")
    assert "lot leaves" in names(told)
    assert "Massai 7" in cards(table, "out")
    assert (table.view(None)["starter"], table.asks) == ("Carla", (CARLA,))


# Who gets the money


def test_the_winners_own_cards_do_not_count() -> None:
    """SER-19: of two 7s, one is the winner's: Burt's is worth all of it. (By SER-13 nobody can bid so.)"""
    table = a_table({"Anne": ["Nandi 7"], "Burt": ["Massai 7"]})
    rules.who_gets_the_money(cast(SerengetiState, table.state), ANNE, 7)
    assert chips(table) == [3, 17, 10, 10]


def test_the_lot_does_not_count() -> None:
    """SER-19: the 7 on sale is nobody's yet: 7 is split evenly, 2 and 2 and 2."""
    table = about_to_win(7, lot=["Massai 7"])
    assert gains(table.copy(), play(table, "pass")) == [-7, 2, 2, 2]


def test_the_winner_never_gets_any_of_it() -> None:
    """SER-19: of 12 the winner pays 12."""
    table = about_to_win(12)
    assert gains(table.copy(), play(table, "pass"))[ANNE] == -12


@pytest.mark.parametrize(("price", "card"), [(2, "Massai 2"), (12, "Massai 2"), (20, "Nuba 0"), (10, "Tonga 0")])
def test_the_last_digit_of_the_bid_is_matched(price: int, card: str) -> None:
    """SER-20: 12 is matched by a 2, 20 by a 0."""
    table = about_to_win(price, {"Burt": [card]})
    assert gains(table.copy(), play(table, "pass")) == [-price, price, 0, 0]


@pytest.mark.parametrize("card", ["Bantu 1", "Tonga 0"])
def test_no_other_digit_of_the_bid_is_matched(card: str) -> None:
    """SER-20: 12 is not matched by a 1, nor by a 0."""
    table = about_to_win(12, {"Burt": [card]})
    assert gains(table.copy(), play(table, "pass")) == [-12, 4, 4, 4]


@pytest.mark.parametrize(
    ("price", "held", "paid", "left"),
    [
        (7, {"Burt": ["Massai 7"]}, [-7, 7, 0, 0], 0),
        (9, {"Burt": ["Nuba 9"], "Carla": ["Nandi 9"], "Dora": ["Samburu 9"]}, [-9, 3, 3, 3], 0),
        (6, {"Burt": ["Nuba 6", "Nandi 6"], "Carla": ["Tonga 6"]}, [-6, 4, 2, 0], 0),
        (12, {"Burt": ["Massai 2"]}, [-12, 12, 0, 0], 0),
        (13, {"Burt": ["Nuba 3"], "Carla": ["Bantu 3"]}, [-13, 6, 6, 0], 1),
        (14, {"Burt": ["Massai 4", "Bantu 4"], "Carla": ["Tonga 4"]}, [-14, 8, 4, 0], 2),
        (5, {}, [-5, 1, 1, 1], 2),
    ],
    ids=["7", "9", "6", "12", "13", "14", "5"],
)
def test_worked_examples(price: int, held: dict[str, list[str]], paid: list[int], left: int) -> None:
    """SER-21, SER-22, SER-23: every example of the rulebook, among four players."""
    table = about_to_win(price, held)
    before = table.copy()
    last_one_passes(table)
    assert gains(before, table) == paid
    assert bank(table) == bank(before) + left


def test_matching_cards_are_paid_per_card() -> None:
    """SER-21: per card, not per player: 14 with matching cards 2-1 pays 8 and 4, and 2 chips go to the bank."""
    told = last_one_passes(about_to_win(14, {"Burt": ["Massai 4", "Bantu 4"], "Carla": ["Tonga 4"]}))
    assert [event.text for event in told if event.clause in ("SER-21", "SER-23")] == [
        "Anne pays Burt 8 chips for 2 cards with a 4",
        "Anne pays Carla 4 chips for a card with a 4",
        "2 chips left over to the bank",
    ]


def test_more_matching_cards_than_chips() -> None:
    """SER-21: 2 among three matching cards is 0 each, and all of it goes to the bank."""
    table = about_to_win(2, {"Burt": ["Massai 2", "Bantu 2"], "Carla": ["Tonga 2"]})
    assert gains(table.copy(), play(table, "pass")) == [-2, 0, 0, 0]


def test_a_discarded_card_is_paid_nothing() -> None:
    """SER-21: only cards among the others match; one that is out does not."""
    table = about_to_win(7, {"out": ["Massai 7"], "Burt": ["Nandi 7"]})
    assert gains(table.copy(), play(table, "pass")) == [-7, 7, 0, 0]


@pytest.mark.parametrize(("players", "each"), [(3, 6), (4, 4), (5, 3)])
def test_without_a_match_it_is_split_evenly(players: int, each: int) -> None:
    """SER-22: 12 and no 2 anywhere: 12 // (players - 1) to each of the others."""
    table = about_to_win(12, players=players)
    assert gains(table.copy(), play(table, "pass")) == [-12] + [each] * (players - 1)


def test_leftover_chips_return_to_the_bank() -> None:
    """SER-23: 13 is paid to two holders of a 3: 6 and 6, and 1 to the bank."""
    table = about_to_win(13, {"Burt": ["Nuba 3"], "Carla": ["Bantu 3"]})
    before = bank(table)
    assert "1 chip left over to the bank (SER-23)" in map(str, last_one_passes(table))
    assert bank(table) == before + 1


def test_leftovers_of_an_even_split_too() -> None:
    """SER-23: 11 among three others: 3 each, and 2 to the bank."""
    table = about_to_win(11)
    before = bank(table)
    last_one_passes(table)
    assert bank(table) == before + 2


def test_someone_sitting_out_is_paid_for_their_cards() -> None:
    """SER-23: the player is still one of the others."""
    table = about_to_win(7, {"Burt": ["Massai 7"]}, sitting_out=["Burt"])
    assert gains(table.copy(), play(table, "pass")) == [-7, 7, 0, 0]


def test_someone_sitting_out_is_counted_in_an_even_split() -> None:
    """SER-23: and gets a share."""
    table = about_to_win(9, sitting_out=["Burt"])
    assert gains(table.copy(), play(table, "pass")) == [-9, 3, 3, 3]


# The end


def test_the_game_ends_when_the_last_lot_is_sold() -> None:
    """SER-24: after round 15 nobody is asked."""
    table = about_to_win(4, round_number=15)
    told = last_one_passes(table)
    assert str(told[-1]) == "The last lot is sold: the game is over (SER-24)"
    assert (table.over, table.asks, table.legal(ANNE)) == (True, (), [])


def test_nothing_is_legal_after_the_end() -> None:
    """SER-24: and the table says so."""
    table = finish({"Anne": 20, "Burt": 15, "Carla": 10}, {})
    assert refused(table, "Anne", "pass") == "SER-24: the game is over; nothing is legal any more"


def test_the_game_does_not_end_before() -> None:
    """SER-24: after round 14 there is one more."""
    table = about_to_win(4, round_number=14)
    last_one_passes(table)
    assert (table.over, table.view(None)["round_number"]) == (False, 15)


@pytest.mark.parametrize("last", ["pass", "bid 65"])
def test_it_also_ends_when_the_last_lot_is_free_or_leaves(last: str) -> None:
    """SER-24: with the last lot gone, however it went, the game is over."""
    table = play(about_to_default(30, round_number=15, **ONLY_DORA), "pass", last)
    assert table.over


NANDI = ["Nandi 5", "Nandi 6", "Nandi 7", "Nandi 8", "Nandi 9"]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_cards_of_a_tribe(count: int, points: int) -> None:
    """SER-25: k cards of a tribe score k(k+1)/2: 1, 3, 6, 10, 15."""
    table = finish({"Anne": 10, "Burt": 10, "Carla": 20}, {"Anne": NANDI[:count]})
    assert table.scores == [points, 0, 3]


def test_tribes_are_counted_apart() -> None:
    """SER-25: two of one tribe and two of another score 3 and 3."""
    table = finish({"Anne": 10, "Burt": 10, "Carla": 20}, {"Anne": ["Nuba 0", "Nuba 3", "Tonga 0", "Tonga 2"]})
    assert table.scores[ANNE] == 6


def test_most_chips() -> None:
    """SER-26: 3 points."""
    assert finish({"Anne": 10, "Burt": 11, "Carla": 9}, {}).scores == [0, 3, 0]


def test_most_chips_tied() -> None:
    """SER-26: to each who is tied for it."""
    assert finish({"Anne": 10, "Burt": 11, "Carla": 11}, {}).scores == [0, 3, 3]


def test_most_points_wins() -> None:
    """SER-27: three of a tribe beat one of each of five, though they are fewer cards."""
    many = ["Nuba 0", "Massai 1", "Bantu 0", "Tonga 0", "Samburu 1"]
    table = finish({"Anne": 10, "Burt": 9, "Carla": 11}, {"Anne": NANDI[:3], "Burt": many, "Carla": []})
    assert (table.scores, table.places) == ([6, 5, 3], [1, 2, 3])


def test_then_most_cards() -> None:
    """SER-27: 3 points each; three single cards come before two of a tribe, though with fewer chips."""
    cards = {"Anne": NANDI[:2], "Burt": ["Nuba 0", "Massai 1", "Bantu 0"]}
    table = finish({"Anne": 10, "Burt": 9, "Carla": 20}, cards)
    assert (table.scores, table.places) == ([3, 3, 3], [2, 1, 3])


def test_then_most_chips() -> None:
    """SER-27: the same points and cards; 10 chips come before 9."""
    table = finish({"Anne": 9, "Burt": 10, "Carla": 20}, {"Anne": ["Nuba 0"], "Burt": ["Tonga 0"]})
    assert (table.scores, table.places) == ([1, 1, 3], [3, 2, 1])


def test_then_the_victory_is_shared() -> None:
    """SER-27: all the same; both are first, and the next is third."""
    table = finish({"Anne": 10, "Burt": 10, "Carla": 5}, {"Anne": ["Nuba 0"], "Burt": ["Tonga 0"]})
    assert (table.scores, table.places) == ([4, 4, 0], [1, 1, 3])
