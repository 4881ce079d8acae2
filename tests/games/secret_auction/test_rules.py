"""The Secret Auction House clause by clause, in the order of its rulebook."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from math import comb
from typing import Any, cast

import pytest

from bidwell import BadDeal, IllegalAction, Table
from bidwell.core.events import EventType
from bidwell.games.secret_auction import events
from bidwell.games.secret_auction.state import SecretAuctionState
from tests.games.secret_auction.helpers import (
    ALL_MONEY,
    ANNE,
    BURT,
    CARLA,
    DORA,
    EMIL,
    GAME,
    ITEMS,
    NAMES,
    REQUESTS,
    SQUARE,
    a_table,
    auction,
    chips,
    finish,
    items,
    money,
    names,
    said,
)


def refused(table: Table, seat: int | str, text: str) -> str:
    """What the table says when it does not take an action."""
    with pytest.raises(IllegalAction) as refusal:
        table.play(seat, text)
    return str(refusal.value)


def without(*cards: int) -> list[int]:
    """All money but these cards."""
    return [card for card in ALL_MONEY if card not in cards]


def keep_requests(table: Table) -> Table:
    """Everybody keeps the first of their two requests."""
    for seat in table.asks:
        table.play(seat, table.legal(seat)[0])
    return table


def bids(table: Table, seat: int) -> list[str]:
    """The legal bids."""
    return [text for text in table.legal(seat) if text.startswith("bid")]


# Material


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_can_play(players: int) -> None:
    """SEC-01: 3 to 5 players."""
    assert GAME.deal(players).players == players


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_no_other_number_can(players: int) -> None:
    """SEC-01: not with two, nor with six."""
    with pytest.raises(BadDeal, match=f"The Secret Auction House is for 3 to 5 players, not {players}"):
        GAME.deal(players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_has_the_same_ten_money_cards(players: int) -> None:
    """SEC-01: in the house edition 1 to 10 in every colour."""
    assert money(GAME.deal(players), "hands") == [ALL_MONEY] * players


def test_a_money_card_that_is_not_there_cannot_be_bid() -> None:
    """SEC-01: no 11, and no card twice."""
    why = (
        "SEC-01: money cards are 1 to 10, one of each; legal now: bid 2 of the money cards 1 2 3 4 5 6 7 8 9 10 or pass"
    )
    assert [refused(a_table("Ruby 1"), ANNE, text) for text in ("bid 10+11", "bid 0+1", "bid 7+7")] == [why] * 3


def test_there_are_eighteen_items() -> None:
    """SEC-02: six types, each with one, two and three stars."""
    dealt = GAME.deal(seed=1).position()["items"]
    assert sorted(dealt) == sorted(ITEMS)
    assert len({*dealt}) == 18


@pytest.mark.parametrize("item", ITEMS)
def test_sizes_of_bids(item: str) -> None:
    """SEC-03: the whole table of the house edition, 1 + (type + stars) mod 3."""
    kind, stars = item.split()
    table, count = a_table(item), SQUARE[kind][int(stars) - 1]
    assert count == 1 + ([*SQUARE].index(kind) + int(stars)) % 3
    assert {bid.count("+") + 1 for bid in bids(table, ANNE)} == {count}
    assert len(bids(table, ANNE)) == comb(10, count)


@pytest.mark.parametrize("item", ITEMS)
def test_sizes_of_bids_by_stars(item: str) -> None:
    """SEC-03: with the option `bid_sizes` = `stars` as many cards as the item has stars."""
    table, stars = a_table(item, options={"bid_sizes": "stars"}), int(item.split()[1])
    assert {bid.count("+") + 1 for bid in bids(table, ANNE)} == {stars}
    assert len(bids(table, ANNE)) == comb(10, stars)


def test_every_type_and_every_star_has_a_one_a_two_and_a_three() -> None:
    """SEC-03: sizes are spread as in a Latin square, each half of it."""
    sizes = {item: bids(a_table(item), ANNE)[0].count("+") + 1 for item in ITEMS}
    for kind in SQUARE:
        assert sorted(sizes[f"{kind} {stars}"] for stars in (1, 2, 3)) == [1, 2, 3]
    for stars in (1, 2, 3):
        assert sorted(sizes[f"{kind} {stars}"] for kind in SQUARE) == [1, 1, 2, 2, 3, 3]


def test_square_is_the_default() -> None:
    """SEC-03: and the option knows no other word than the two."""
    assert GAME.deal().options == {"bid_sizes": "square"}
    with pytest.raises(BadDeal, match="SEC-03: option bid_sizes is square or stars, not 'round'"):
        GAME.deal(options={"bid_sizes": "round"})


@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_requests_each_all_different(players: int) -> None:
    """SEC-04: ten requests; each player is dealt two of them."""
    for seed in range(20):
        dealt = [each for two in GAME.deal(players, seed).position()["dealt"].values() for each in two]
        assert len(dealt) == len({*dealt}) == 2 * players
        assert {*dealt} <= {*REQUESTS}


def test_requests_are_dealt_at_random() -> None:
    """SEC-04: each comes to Burt about as often (a chi-square of 9 degrees stays under its 99.99 % mark)."""
    dealt = Counter(each for seed in range(1000) for each in GAME.deal(3, seed).position()["dealt"]["Burt"])
    assert sum((dealt[request] - 200) ** 2 / 200 for request in REQUESTS) < 33.7


def test_all_choose_their_request_at_once() -> None:
    """SEC-04: each keeps one of their two, and before that nothing else can be done."""
    table = GAME.deal(4, seed=7)
    assert table.asks == (ANNE, BURT, CARLA, DORA)
    assert [table.legal(name) for name in table.names] == [
        [f"keep {request}" for request in table.position()["dealt"][name]] for name in table.names
    ]


HERS = "keep the Saver or keep the Twin"


@pytest.mark.parametrize("text", ["keep SEC-43", "bid 3", "pass", "recover"])
def test_only_a_request_dealt_can_be_kept(text: str) -> None:
    """SEC-04: Anne was dealt SEC-40 and SEC-47."""
    table = GAME.deal(3, seed=7)
    why = f"SEC-04: first each keeps one of the two requests dealt; legal now: {HERS}"
    assert refused(table, ANNE, text) == why


def test_the_first_item_is_turned_up_when_all_have_kept_one() -> None:
    """SEC-04: not before the last has chosen."""
    table = GAME.deal(3, seed=7)
    table.play("Anne", "keep SEC-47")
    told = [table.play("Carla", "keep SEC-46"), table.play("Burt", "keep SEC-41")]
    assert [names(each) for each in told] == [["kept", "has kept"], ["kept", "has kept", "item"]]
    assert table.position()["kept"] == {"Anne": "SEC-47", "Burt": "SEC-41", "Carla": "SEC-46"}


def test_a_request_is_kept_for_the_whole_game() -> None:
    """SEC-04: chosen once, before the first item."""
    why = "SEC-04: requests are chosen before the first item, for the whole game; legal now: "
    assert refused(a_table(), ANNE, "keep SEC-47").startswith(why)


def test_the_other_request_goes_back_unseen() -> None:
    """SEC-04: whatever each keeps, nobody else sees what they were dealt, neither then nor at the end."""
    dealt = GAME.deal(3, seed=7).position()["dealt"]
    for table in (keep_requests(GAME.deal(3, seed=7)), finish({}, dealt=dealt)):
        assert table.view("Burt")["dealt"] == {"Anne": None, "Burt": dealt["Burt"], "Carla": None}
        assert table.view(None)["dealt"] == {"Anne": None, "Burt": None, "Carla": None}


def test_what_is_dealt_is_told_to_its_owner_alone() -> None:
    """SEC-04: with clause and name of both requests."""
    table = GAME.deal(3, seed=7)
    assert said(table.told("Anne")) == [
        "Anne is dealt the Saver and the Twin, to keep one (SEC-04)",
    ]
    assert table.told(None) == []


def test_what_is_kept_is_told_to_its_owner_alone() -> None:
    """SEC-04: the others hear that they have kept one."""
    told = GAME.deal(3, seed=7).play("Anne", "keep SEC-47")
    assert said(told) == ["Anne keeps the Twin (SEC-04)", "Anne has kept a request (SEC-04)"]
    assert [[event.heard_by(viewer) for viewer in (ANNE, BURT, None)] for event in told] == [
        [True, False, False],
        [True, True, True],
    ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_chips_each(players: int) -> None:
    """SEC-05: three auction chips."""
    assert chips(GAME.deal(players)) == [3] * players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_players_do_not_use_is_out_of_the_game(players: int) -> None:
    """SEC-05: no money, chips or requests lie at an empty seat."""
    state = cast(SecretAuctionState, GAME.deal(players).state)
    rest = 5 - players
    assert (state.hands[players:], state.chips[players:]) == ([0] * rest, [0] * rest)
    assert state.dealt[players:] == [[0, 0]] * rest


def test_items_are_shuffled() -> None:
    """SEC-06: every item comes first about as often (a chi-square of 17 degrees stays under its 99.99 % mark)."""
    first = Counter(GAME.deal(3, seed).position()["items"][0] for seed in range(1800))
    assert sum((first[item] - 100) ** 2 / 100 for item in ITEMS) < 48.0


def test_items_lie_face_down() -> None:
    """SEC-06: nobody sees an item that is not turned up yet."""
    table = a_table("Ruby 1", won={"Burt": ["Opal 1"]})
    for viewer in (ANNE, BURT, None):
        assert table.view(viewer)["items"] == ["Opal 1", "Ruby 1"] + [None] * 16


def test_hands_are_hidden() -> None:
    """SEC-06: one sees one's own, and a spectator nobody's."""
    table = a_table(piles={"Anne": [1, 2]})
    assert table.view("Anne")["hands"] == {"Anne": without(1, 2), "Burt": None, "Carla": None}
    assert table.view(None)["hands"] == {"Anne": None, "Burt": None, "Carla": None}


def test_a_set_is_known() -> None:
    """SEC-06: of the ten cards, all that lie elsewhere are in sight, so the hand is the rest."""
    table = a_table(piles={"Anne": [1, 2]}, won={"Anne": ["Ruby 1"]})
    view = table.view("Burt")
    assert view["piles"]["Anne"] + view["gone"]["Anne"] == [1, 2, 3, 4]
    assert money(table, "hands")[ANNE] == without(1, 2, 3, 4)


def test_chips_are_public() -> None:
    """SEC-06: those of all players, to everybody."""
    table = a_table(chips=[0, 2, 3])
    assert [table.view(viewer)["chips"] for viewer in (BURT, None)] == [{"Anne": 0, "Burt": 2, "Carla": 3}] * 2


def test_how_many_cards_are_in_hand_and_pile_is_public() -> None:
    """SEC-06: so that all can count both."""
    view = a_table(piles={"Anne": [1, 2]}, won={"Anne": ["Ruby 1"]}).view(None)
    assert (len(view["piles"]["Anne"]), 10 - len(view["piles"]["Anne"] + view["gone"]["Anne"])) == (2, 6)


def test_kept_requests_are_secret() -> None:
    """SEC-06: while the game lasts."""
    table = a_table(kept=["SEC-40", "SEC-41", "SEC-42"])
    assert table.view("Burt")["kept"] == {"Anne": None, "Burt": "SEC-41", "Carla": None}
    assert table.view(None)["kept"] == {"Anne": None, "Burt": None, "Carla": None}


def test_kept_requests_are_open_at_the_end() -> None:
    """SEC-06: to the end, and no longer."""
    kept = {"Anne": "SEC-40", "Burt": "SEC-41", "Carla": "SEC-42"}
    assert finish({}, kept).view(None)["kept"] == kept


# An auction


def test_the_top_item_is_turned_up() -> None:
    """SEC-10: the first of the shuffled items, then the next."""
    table = keep_requests(GAME.deal(3, seed=7))
    order = table.position()["items"]
    assert items(table, "sight") == order[:1]
    auction(table, *["pass"] * 3)
    assert items(table, "sight") == order[1:2]


def test_the_item_is_told_with_the_size_of_a_bid() -> None:
    """SEC-10: which one it is, and how many cards it names."""
    told = auction(a_table(coming=["Topaz 3"]), "bid 1", "bid 2", "bid 3")
    assert said(told)[-1] == "Item 18: Topaz ★★★, for 2 money cards (SEC-10)"


def test_all_choose_at_once() -> None:
    """SEC-10: everybody is asked, in no order."""
    assert a_table(players=5).asks == (ANNE, BURT, CARLA, DORA, EMIL)


def test_one_chooses_once() -> None:
    """SEC-10: a player who has chosen waits for the others."""
    table = a_table()
    table.play("Burt", "bid 3")
    assert refused(table, "Burt", "bid 4") == "SEC-10: Burt is not asked now; waiting for Anne and Carla"


@pytest.mark.parametrize(
    ("item", "text", "count"),
    [
        ("Emerald 1", "bid 3+7", "1 money card"),
        ("Ruby 1", "bid 3", "2 money cards"),
        ("Ruby 1", "bid 3+7+8", "2 money cards"),
        ("Ruby 2", "bid 3+7", "3 money cards"),
    ],
)
def test_a_bid_has_exactly_the_number_of_cards(item: str, text: str, count: str) -> None:
    """SEC-10: no fewer and no more than the item names."""
    why = refused(a_table(item), ANNE, text)
    wanted = f"SEC-10: a bid for this item has exactly {count}; legal now: bid {count[0]} of the money cards 1 2 3"
    assert why.startswith(wanted)


def test_only_cards_in_hand_can_be_bid() -> None:
    """SEC-10: neither what lies in the pile nor what is gone."""
    table = a_table("Ruby 1", piles={"Anne": [3, 4]}, won={"Anne": ["Topaz 3"]})
    choices = "bid 2 of the money cards 5 6 7 8 9 10, pass or recover"
    assert refused(table, ANNE, "bid 3+7") == f"SEC-10: you do not have 3 in hand; legal now: {choices}"
    assert refused(table, ANNE, "bid 2+4") == f"SEC-10: you do not have 2 and 4 in hand; legal now: {choices}"


def test_bids_lie_face_down() -> None:
    """SEC-10: until all have chosen the bid is seen by its owner alone."""
    table = a_table()
    table.play("Anne", "bid 3")
    assert table.view("Anne")["choices"] == {"Anne": "3", "Burt": None, "Carla": None}
    assert table.view("Burt")["choices"] == {"Anne": None, "Burt": "none", "Carla": None}


def test_then_all_are_opened() -> None:
    """SEC-10: when the last has chosen all bids are told, to everybody."""
    table = a_table("Ruby 1")
    told = auction(table, "bid 3+7", "pass", "bid 1+10")
    assert said(event for event in told if event.heard_by(None))[3:6] == [
        "Anne bids 10 with 3+7 (SEC-10)",
        "Burt spends a chip and passes (SEC-30)",
        "Carla bids 11 with 1+10 (SEC-10)",
    ]


def test_a_bid_is_worth_the_sum_of_its_cards() -> None:
    """SEC-11: 4+5+6 is more than 1+2+10, though its highest card is lower."""
    table = a_table("Ruby 2")
    told = auction(table, "bid 1+2+10", "bid 4+5+6", "bid 1+2+3")
    assert "Burt wins Ruby ★★ with 15 (SEC-11)" in said(told)


def test_the_highest_bid_wins_the_item() -> None:
    """SEC-11: of 7, 8 and 6 the 8."""
    table = a_table("Emerald 1")
    auction(table, "bid 7", "bid 8", "bid 6")
    assert [items(table, name) for name in table.names] == [[], ["Emerald 1"], []]


def test_the_cards_of_the_winner_are_out_for_good() -> None:
    """SEC-12: they lie under the item, neither in hand nor in the pile."""
    table = a_table("Ruby 1")
    auction(table, "bid 3+7", "bid 9+10", "bid 1+2")
    assert [money(table, place)[BURT] for place in ("gone", "hands", "piles")] == [[9, 10], without(9, 10), []]


def test_all_other_cards_go_to_their_owners_piles() -> None:
    """SEC-13: those of the others."""
    table = a_table("Ruby 1", piles={"Carla": [5]})
    auction(table, "bid 3+7", "bid 9+10", "bid 1+2")
    assert money(table, "piles") == [[3, 7], [], [1, 2, 5]]
    assert money(table, "hands")[ANNE] == without(3, 7)


def test_cards_of_tied_players_go_to_their_piles_too() -> None:
    """SEC-13: Anne and Burt are tied at 10, and get their cards back one day."""
    table = a_table("Ruby 1")
    auction(table, "bid 3+7", "bid 4+6", "bid 1+2")
    assert (money(table, "piles"), money(table, "gone")) == ([[3, 7], [4, 6], []], [[], [], [1, 2]])


def test_all_cards_of_a_discarded_item_go_to_the_piles() -> None:
    """SEC-13: nobody won, so nobody's cards are gone."""
    table = a_table("Emerald 1")
    auction(table, "bid 3", "bid 3", "bid 3")
    assert (money(table, "piles"), money(table, "gone")) == ([[3]] * 3, [[]] * 3)


def test_after_a_tie_for_highest_the_next_highest_wins() -> None:
    """SEC-14: 9 and 9 are tied, 7 is alone and wins."""
    table = a_table("Emerald 1", players=4)
    told = auction(table, "bid 9", "bid 7", "bid 9", "bid 2")
    assert "Anne and Carla tie for the highest bid: Burt, the next highest, wins Emerald ★ with 7 (SEC-14)" in said(
        told
    )
    assert items(table, "Burt") == ["Emerald 1"]


def test_three_may_be_tied_for_highest() -> None:
    """SEC-14: 9, 9 and 9; the fourth wins with 1."""
    table = a_table("Emerald 1", players=4)
    auction(table, "bid 9", "bid 9", "bid 1", "bid 9")
    assert items(table, "Carla") == ["Emerald 1"]


def test_bids_are_tied_by_their_sum() -> None:
    """SEC-14: 3+7 and 4+6 are both 10."""
    table = a_table("Ruby 1")
    auction(table, "bid 3+7", "bid 4+6", "bid 1+8")
    assert items(table, "Carla") == ["Ruby 1"]


def test_a_tie_below_a_lone_highest_bid_does_not_matter() -> None:
    """SEC-14: 9 is alone, and wins over 7 and 7."""
    table = a_table("Emerald 1")
    auction(table, "bid 7", "bid 9", "bid 7")
    assert items(table, "Burt") == ["Emerald 1"]


def test_a_double_tie_discards_the_item() -> None:
    """SEC-14: 9 and 9, then 7 and 7."""
    table = a_table("Emerald 1", players=4)
    told = auction(table, "bid 9", "bid 7", "bid 9", "bid 7")
    assert "Anne, Burt, Carla and Dora tie, and no next bid alone: Emerald ★ is discarded (SEC-14)" in said(told)
    assert items(table, "discarded") == ["Emerald 1"]


def test_it_does_not_go_on_to_the_third_highest() -> None:
    """SEC-14: 9 and 9, 7 and 7, and a 2 alone, which wins nothing."""
    table = a_table("Emerald 1", players=5)
    auction(table, "bid 9", "bid 7", "bid 9", "bid 7", "bid 2")
    assert (items(table, "Emil"), items(table, "discarded")) == ([], ["Emerald 1"])


@pytest.mark.parametrize("third", ["bid 9", "pass"])
def test_without_a_next_highest_bid_the_item_is_discarded(third: str) -> None:
    """SEC-14: all bid 9, or the third passed."""
    table = a_table("Emerald 1")
    assert "tied" in names(auction(table, "bid 9", "bid 9", third))
    assert items(table, "discarded") == ["Emerald 1"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whatever_is_bid_in_whatever_order(players: int) -> None:
    """SEC-11, SEC-14, SEC-16: passes and bids of 1 to 3, all there can be: the winner is as told in the clauses."""
    before = a_table("Emerald 1", players=players)
    for bid in product(range(4), repeat=players):
        table = before.copy()
        auction(table, *(f"bid {value}" if value else "pass" for value in bid))
        two_highest = sorted({*bid} - {0}, reverse=True)[:2]
        alone = [NAMES[bid.index(value)] for value in two_highest if bid.count(value) == 1]
        assert items(table, [*alone, "discarded"][0]) == ["Emerald 1"]


def test_a_discarded_item_never_comes_back() -> None:
    """SEC-14: for good; Ruby 3 is the last one, and then the game is over."""
    table = a_table("Emerald 1", coming=["Ruby 3"])
    auction(table, "bid 9", "bid 9", "bid 9")
    auction(table, "bid 8", "bid 7", "bid 6")
    assert table.over
    assert "Emerald 1" in items(table, "discarded")


def test_one_must_bid_while_one_can() -> None:
    """SEC-15: without a chip there is no pass."""
    table = a_table("Ruby 1", chips=[0, 3, 3], hands={"Anne": [3, 5, 7]})
    assert table.legal(ANNE) == ["bid 3+5", "bid 3+7", "bid 5+7"]
    why = "SEC-15: you must bid while you can: a pass costs a chip, and you have none left"
    assert refused(table, ANNE, "pass") == f"{why}; legal now: bid 2 of the money cards 3 5 7"


def test_a_chip_lets_one_pass() -> None:
    """SEC-15: one is enough."""
    table = a_table("Ruby 1", chips=[1, 3, 3], hands={"Anne": [3, 5, 7]})
    assert table.legal(ANNE) == ["pass", "bid 3+5", "bid 3+7", "bid 5+7"]


def test_one_bidder_alone_wins_with_any_cards() -> None:
    """SEC-16: a 1 will do."""
    table = a_table("Emerald 1")
    assert "Burt wins Emerald ★ with 1 (SEC-11)" in said(auction(table, "pass", "bid 1", "pass"))
    assert items(table, "Burt") == ["Emerald 1"]


def test_if_all_pass_the_item_is_discarded() -> None:
    """SEC-16: nobody gets it."""
    table = a_table("Emerald 1")
    assert "All pass: Emerald ★ is discarded (SEC-16)" in said(auction(table, "pass", "pass", "pass"))
    assert items(table, "discarded") == ["Emerald 1"]


def test_if_all_pass_the_chips_are_spent() -> None:
    """SEC-16: all the same."""
    table = a_table("Emerald 1", chips=[3, 2, 1])
    auction(table, "pass", "pass", "pass")
    assert chips(table) == [2, 1, 0]


# Money runs out


def test_with_no_cards_in_hand_one_takes_the_pile_back() -> None:
    """SEC-20: Anne's last card goes to the pile, and with the next item the whole pile comes back."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [5, 6, 7]}, coming=["Ruby 3"])
    told = auction(table, "bid 3", "bid 9", "bid 8")
    assert said(told)[-1] == "Anne has too few cards in hand and takes back the pile: 3+5+6+7 (SEC-20)"
    assert (money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == ([3, 5, 6, 7], [])


def test_with_fewer_cards_than_the_item_needs_one_takes_the_pile_back() -> None:
    """SEC-20: one card in hand, and the next item needs two."""
    table = a_table("Emerald 1", hands={"Anne": [3, 4]}, piles={"Anne": [5, 6, 7]}, coming=["Ruby 1"])
    auction(table, "bid 3", "bid 9", "bid 8")
    assert (money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == ([3, 4, 5, 6, 7], [])


def test_with_just_enough_cards_one_does_not() -> None:
    """SEC-20: one card in hand, and the next item needs one."""
    table = a_table("Emerald 1", hands={"Anne": [3, 4]}, piles={"Anne": [5, 6, 7]}, coming=["Ruby 3"])
    assert "collected" not in names(auction(table, "bid 3", "bid 9", "bid 8"))
    assert (money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == ([4], [3, 5, 6, 7])


def test_taking_back_by_need_costs_no_chip() -> None:
    """SEC-20: it happens by itself, at no cost, also to one who has no chip."""
    table = a_table("Emerald 1", hands={"Anne": [3], "Burt": [4]}, piles={"Anne": [5], "Burt": [6]}, chips=[0, 2, 3])
    auction(table, "bid 3", "bid 4", "bid 8")
    assert (chips(table), money(table, "piles")) == ([0, 2, 3], [[], [], []])
    assert [money(table, "hands")[seat] for seat in (ANNE, BURT)] == [[3, 5], [4, 6]]


def test_a_player_who_has_taken_the_pile_back_bids() -> None:
    """SEC-20: with all of it, for the same item."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [5, 6]}, coming=["Ruby 1"], chips=[0, 3, 3])
    auction(table, "bid 3", "bid 9", "bid 8")
    assert table.legal(ANNE) == ["bid 3+5", "bid 3+6", "bid 5+6"]


def test_the_cards_paid_with_do_not_come_back_by_need() -> None:
    """SEC-20, SEC-32: Anne wins with her last card, and only the pile comes back."""
    table = a_table("Emerald 1", hands={"Anne": [10]}, piles={"Anne": [5, 6]}, coming=["Ruby 3"])
    auction(table, "bid 10", "bid 9", "bid 8")
    assert (money(table, "hands")[ANNE], money(table, "gone")[ANNE]) == ([5, 6], without(5, 6))


def test_hand_and_pile_together_too_few() -> None:
    """SEC-21: Anne has two cards in all, and the item needs three: she is out."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [5]}, coming=["Ruby 2", "Ruby 3"])
    told = auction(table, "bid 3", "bid 9", "bid 8")
    assert said(told)[-1] == "Anne cannot bid 3 money cards any more, and is out (SEC-21)"
    assert table.asks == (BURT, CARLA)


def test_hand_and_pile_together_just_enough() -> None:
    """SEC-21: three cards in all for an item that needs three: she is in."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [5, 6]}, coming=["Ruby 2", "Ruby 3"])
    auction(table, "bid 3", "bid 9", "bid 8")
    assert table.asks == (ANNE, BURT, CARLA)


def test_with_no_card_at_all_one_is_out() -> None:
    """SEC-21: Anne wins with her last card; the next item needs one."""
    table = a_table("Emerald 1", hands={"Anne": [10]}, coming=["Ruby 3", "Opal 1"])
    told = auction(table, "bid 10", "bid 9", "bid 8")
    assert said(told)[-1] == "Anne cannot bid 1 money card any more, and is out (SEC-21)"


def test_out_is_out_even_if_a_later_item_needs_less() -> None:
    """SEC-21: with two cards in hand Anne could bid for Ruby 3, but is out for the rest of the game."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [5]}, coming=["Ruby 2", "Ruby 3", "Opal 1"])
    auction(table, "bid 3", "bid 9", "bid 8")
    auction(table, "bid 1+2+3", "bid 4+5+6")
    assert (items(table, "sight"), table.asks, table.legal(ANNE)) == (["Ruby 3"], (BURT, CARLA), [])
    assert refused(table, ANNE, "bid 3") == "SEC-10: Anne is not asked now; waiting for Burt and Carla"


def test_a_chip_does_not_save_a_player() -> None:
    """SEC-21: with three chips Anne is out all the same, and keeps them."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, piles={"Anne": [5]}, coming=["Ruby 2", "Ruby 3"], chips=[3, 3, 3])
    auction(table, "bid 3", "bid 9", "bid 8")
    assert (table.position()["out"], chips(table)) == (["Anne"], [3, 3, 3])


def test_a_player_who_is_out_keeps_the_money() -> None:
    """SEC-21: hand and pile lie as they lay, and count for SEC-40."""
    table = a_table("Emerald 1", hands={"Anne": [3, 4]}, coming=["Ruby 2"], kept=["SEC-40", "SEC-41", "SEC-42"])
    auction(table, "bid 3", "bid 9", "bid 8")
    assert (money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == ([4], [3])


def test_a_player_who_is_out_is_left_alone() -> None:
    """SEC-21: with the next item their pile does not come back, nor is anything told of them."""
    table = a_table("Emerald 1", hands={"Anne": [3, 4]}, coming=["Ruby 2", "Ruby 1"])
    auction(table, "bid 3", "bid 9", "bid 8")
    assert {"collected", "dropped out"}.isdisjoint(names(auction(table, "bid 1+2+3", "bid 4+5+6")))
    assert (money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == ([4], [3])


def test_a_player_who_is_out_keeps_items_and_request() -> None:
    """SEC-21: Anne's two Rubies and an Opal count, and the three types of her request."""
    won = {"Anne": ["Ruby 1", "Ruby 2", "Opal 3"]}
    kept = ["SEC-41", "SEC-45", "SEC-47"]
    table = a_table("Emerald 1", hands={"Anne": [3, 4]}, won=won, coming=["Sapphire 1"], kept=kept)
    auction(table, "bid 3", "bid 9", "bid 8")
    auction(table, "bid 1+2+3", "bid 4+5+6")
    assert (table.over, items(table, "Anne"), table.scores[ANNE]) == (True, won["Anne"], 1 + 2 + 3 + 3)


# Auction chips


def test_a_pass_costs_one_chip() -> None:
    """SEC-30: Burt passes, and keeps all cards."""
    table = a_table("Emerald 1", chips=[3, 2, 1])
    told = auction(table, "bid 3", "pass", "bid 4")
    assert "Burt spends a chip and passes (SEC-30)" in said(told)
    assert (chips(table), money(table, "hands")[BURT]) == ([3, 1, 1], ALL_MONEY)


def test_a_pass_is_for_this_item_alone() -> None:
    """SEC-30: with the next one Burt is asked again."""
    table = a_table("Emerald 1")
    auction(table, "bid 3", "pass", "bid 4")
    assert table.asks == (ANNE, BURT, CARLA)


def test_a_pass_is_chosen_with_the_bids() -> None:
    """SEC-30: before they are opened, and nobody hears more than that Burt has chosen."""
    table = a_table("Emerald 1")
    assert said(table.play("Burt", "pass")) == ["Burt has chosen (SEC-10)"]
    assert (table.asks, chips(table)) == ((ANNE, CARLA), [3, 3, 3])


@pytest.mark.parametrize(("first", "second"), [("bid 3", "pass"), ("pass", "bid 3"), ("bid 3", "recover")])
def test_a_chip_is_decided_with_the_bid(first: str, second: str) -> None:
    """SEC-30, SEC-31: once, and not again while the others choose."""
    table = a_table("Emerald 1", piles={"Burt": [9]})
    table.play("Burt", first)
    assert refused(table, "Burt", second) == "SEC-10: Burt is not asked now; waiting for Anne and Carla"


PILE = {"Anne": [8, 9, 10]}


def test_a_chip_takes_the_pile_back() -> None:
    """SEC-31: though the hand would do; then Anne bids with all of it."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE, chips=[1, 3, 3])
    assert table.legal(ANNE) == ["pass", "recover", "bid 1+2"]
    table.play("Anne", "recover")
    assert table.legal(ANNE) == [f"bid {one}+{two}" for one in (1, 2, 8, 9, 10) for two in (2, 8, 9, 10) if one < two]


def test_taking_the_pile_back_costs_one_chip() -> None:
    """SEC-31: opened with the bids: pile and hand are one, less what is bid."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE, chips=[2, 3, 3])
    told = auction(table, "recover, bid 1+10", "bid 9+10", "bid 3+4")
    assert "Anne spends a chip and takes back the pile: 8+9+10 (SEC-31)" in said(told)
    assert chips(table) == [1, 3, 3]
    assert (money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == ([2, 8, 9], [1, 10])


def test_one_may_win_with_what_was_taken_back() -> None:
    """SEC-31: 9+10 out of the pile are gone for good."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE)
    auction(table, "recover, bid 9+10", "bid 3+10", "bid 3+4")
    assert (items(table, "Anne")[0], money(table, "piles")[ANNE]) == ("Ruby 1", [])
    assert money(table, "hands")[ANNE] == [1, 2, 8]


def test_not_with_an_empty_pile() -> None:
    """SEC-31: there is nothing to take back."""
    why = "SEC-31: taking the pile back needs a chip and a pile that is not empty, at most once an item"
    assert refused(a_table("Ruby 1"), ANNE, "recover").startswith(f"{why}; legal now: bid 2 of the money cards 1 2 3")


def test_not_without_a_chip() -> None:
    """SEC-31: it costs one."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE, chips=[0, 3, 3])
    why = "SEC-31: taking the pile back needs a chip and a pile that is not empty, at most once an item"
    assert refused(table, ANNE, "recover") == f"{why}; legal now: bid 2 of the money cards 1 2"


def test_at_most_once_an_item() -> None:
    """SEC-31: a second chip does not do it again."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE)
    table.play("Anne", "recover")
    why = "SEC-31: taking the pile back needs a chip and a pile that is not empty, at most once an item"
    assert refused(table, ANNE, "recover") == f"{why}; legal now: bid 2 of the money cards 1 2 8 9 10 or pass"


def test_but_again_for_the_next_item() -> None:
    """SEC-31: once an item, not once a game."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE)
    auction(table, "recover, bid 1+8", "bid 9+10", "bid 3+4")
    assert "recover" in table.legal(ANNE)


def test_one_may_then_still_pass_with_a_second_chip() -> None:
    """SEC-31: two chips are spent, and the whole pile is in hand."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE, chips=[2, 3, 3])
    told = auction(table, "recover, pass", "bid 9+10", "bid 3+4")
    assert names(told)[4:6] == ["recovered", "passed"]
    assert (chips(table)[ANNE], money(table, "hands")[ANNE], money(table, "piles")[ANNE]) == (0, [1, 2, 8, 9, 10], [])


def test_but_not_with_the_same_chip() -> None:
    """SEC-31: after taking the pile back with her only chip Anne must bid."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE, chips=[1, 3, 3])
    table.play("Anne", "recover")
    why = "SEC-15: you must bid while you can: a pass costs a chip, and you have none left"
    assert refused(table, ANNE, "pass") == f"{why}; legal now: bid 2 of the money cards 1 2 8 9 10"


def test_not_after_a_choice() -> None:
    """SEC-31: before bidding for the item in sight."""
    table = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE)
    table.play("Anne", "bid 1+2")
    assert refused(table, ANNE, "recover") == "SEC-10: Anne is not asked now; waiting for Burt and Carla"


def test_taking_back_is_told_to_nobody_else() -> None:
    """SEC-31: until the choices are opened only Anne hears of it."""
    (told,) = a_table("Ruby 1", hands={"Anne": [1, 2]}, piles=PILE).play("Anne", "recover")
    assert str(told) == "Anne takes back their pile for this item (SEC-31)"
    assert [told.heard_by(viewer) for viewer in (ANNE, BURT, CARLA, None)] == [True, False, False, False]


def test_spent_chips_do_not_come_back() -> None:
    """SEC-32: three passes, and then never again, whatever happens."""
    table = a_table("Ruby 1")
    for left in (2, 1, 0, 0):
        auction(table, "pass" if "pass" in table.legal(ANNE) else bids(table, ANNE)[0], *[bids(table, BURT)[0]] * 2)
        assert chips(table) == [left, 3, 3]
    assert "pass" not in table.legal(ANNE)


def test_cards_under_items_never_come_back() -> None:
    """SEC-32: a chip brings back the pile, and not the 4 and 5 under the item."""
    table = a_table("Opal 1", won={"Anne": ["Ruby 1"]}, hands={"Anne": [1, 2, 3, 6, 7]}, piles=PILE)
    auction(table, "recover, pass", "bid 9", "bid 3")
    assert (money(table, "hands")[ANNE], money(table, "gone")[ANNE]) == (without(4, 5), [4, 5])


# The end


def test_the_game_ends_when_no_item_is_left() -> None:
    """SEC-33: after the last auction."""
    table = a_table("Emerald 1", coming=[])
    told = auction(table, "bid 3", "bid 4", "bid 5")
    assert "No item is left: the game is over (SEC-33)" in said(told)
    assert (table.over, table.asks, items(table, "Carla")) == (True, (), ["Emerald 1"])


def test_it_does_not_end_before() -> None:
    """SEC-33: with one item to come it goes on."""
    table = a_table("Emerald 1", coming=["Ruby 3"])
    auction(table, "bid 3", "bid 4", "bid 5")
    assert not table.over


def test_the_game_ends_when_one_player_is_left() -> None:
    """SEC-33: Anne and Burt drop out, and Carla alone cannot hold an auction."""
    table = a_table("Emerald 1", hands={"Anne": [3], "Burt": [4]}, coming=["Ruby 1", "Ruby 3"])
    told = auction(table, "bid 3", "bid 4", "bid 5")
    assert names(told)[-7:-3] == ["dropped out", "dropped out", "not awarded", "no bidders left"]
    assert "At most one can still take part: the game is over (SEC-33)" in said(told)
    assert table.over


def test_the_game_ends_when_no_player_is_left() -> None:
    """SEC-33: all three drop out at once."""
    table = a_table("Emerald 1", hands={"Anne": [3], "Burt": [4], "Carla": [5]}, coming=["Ruby 2"])
    assert names(auction(table, "bid 3", "bid 4", "bid 5"))[-4] == "no bidders left"
    assert table.position()["out"] == ["Anne", "Burt", "Carla"]


def test_the_game_goes_on_with_two() -> None:
    """SEC-33: at most one, not two."""
    table = a_table("Emerald 1", hands={"Anne": [3]}, coming=["Ruby 1"])
    auction(table, "bid 3", "bid 4", "bid 5")
    assert table.asks == (BURT, CARLA)


def test_that_item_is_not_awarded() -> None:
    """SEC-33: Carla does not get Ruby 1, though she could pay; it is discarded, and Ruby 3 stays in the deck."""
    table = a_table("Emerald 1", hands={"Anne": [3], "Burt": [4]}, coming=["Ruby 1", "Ruby 3"])
    auction(table, "bid 3", "bid 4", "bid 5")
    assert "Ruby 1" in items(table, "discarded")
    assert items(table, "Carla") == ["Emerald 1"]
    assert table.position()["turned"] == 17


def test_nothing_is_legal_after_the_end() -> None:
    """SEC-33: and the table says so."""
    table = finish({})
    assert table.legal(ANNE) == []
    assert refused(table, ANNE, "pass") == "SEC-33: the game is over; nothing is legal any more"


SAME = {"Anne": [4], "Burt": [4], "Carla": [9]}
STUCK: dict[str, Any] = {"hands": SAME, "chips": [0, 0, 3], "coming": ["Ruby 3", "Sapphire 2"]}


def test_the_game_ends_if_they_can_only_tie() -> None:
    """SEC-34: Carla wins with her last card and is out; Anne and Burt have a 4 each, and no chip."""
    table = a_table("Emerald 1", **STUCK)
    told = auction(table, "bid 4", "bid 4", "bid 9")
    assert "From here on all could only tie: the game is over (SEC-34)" in said(told)
    assert table.over


def test_the_item_of_a_stalemate_is_discarded() -> None:
    """SEC-34: as it would have been, and so would those to come."""
    table = a_table("Emerald 1", **STUCK)
    auction(table, "bid 4", "bid 4", "bid 9")
    assert "Ruby 3" in items(table, "discarded")
    assert table.position()["turned"] == 17


def test_three_can_be_stuck_too() -> None:
    """SEC-34: those still in, however many; Carla has spent the last chip."""
    table = a_table("Emerald 1", hands={name: [4] for name in NAMES[:3]}, chips=[0, 0, 1], coming=["Ruby 3", "Opal 1"])
    assert "stalemate" in names(auction(table, "bid 4", "bid 4", "pass"))
    assert table.position()["out"] == []


def test_two_cards_each_and_no_choice() -> None:
    """SEC-34: a 4 and a 6 each, and every item to come needs two or three cards."""
    hands = {"Anne": [4, 6], "Burt": [4, 6], "Carla": [8, 9]}
    table = a_table("Ruby 1", hands=hands, chips=[0, 0, 0], coming=["Amethyst 1", "Opal 3", "Opal 2"])
    assert "stalemate" in names(auction(table, "bid 4+6", "bid 4+6", "bid 8+9"))


def test_the_last_item_can_be_a_stalemate() -> None:
    """SEC-34: nothing comes after it, so that only the hands must be as large as the item needs."""
    piles = {"Anne": [1, 2], "Burt": [1, 2]}
    hands = {**SAME, "Anne": [3, 4], "Burt": [3, 4]}
    table = a_table("Emerald 1", hands=hands, piles=piles, chips=[0, 0, 0], coming=["Ruby 3"])
    assert "stalemate" in names(auction(table, "bid 3", "bid 3", "bid 9"))


@pytest.mark.parametrize(
    "change",
    [
        {"chips": [0, 1, 3]},
        {"hands": {**SAME, "Burt": [5]}},
        {"hands": {**SAME, "Anne": [4, 5, 6], "Burt": [4, 5, 6]}, "coming": ["Ruby 3"]},
        {"hands": {**SAME, "Anne": [4, 5], "Burt": [4, 5]}},
        {"hands": {"Anne": [1, 4], "Burt": [2, 3], "Carla": [9]}, "coming": ["Ruby 1"]},
    ],
    ids=["a chip", "other cards", "a choice", "a choice later", "other cards of the same worth"],
)
def test_it_goes_on_while_something_can_change(change: dict[str, Any]) -> None:
    """SEC-34: with a chip, with different cards or with a choice of cards it is not sure that all tie."""
    table = a_table("Emerald 1", **{**STUCK, **change})
    auction(table, *(bids(table, seat)[0] for seat in table.asks))
    assert not table.over


@pytest.mark.parametrize(
    ("choices", "over"),
    [(("bid 5+6", "bid 5+6"), True), (("bid 5+6", "bid 4+7"), True), (("bid 5+6", "bid 6+7"), False)],
)
def test_the_same_cards_in_other_hands(choices: tuple[str, str], over: bool) -> None:
    """SEC-34: for the last item all that matters is what each must bid: 4+7 ties with 5+6, 4+5 does not."""
    hands = {"Anne": [4, 5, 6, 7], "Burt": [4, 5, 6, 7], "Carla": [9, 10]}
    table = a_table("Ruby 1", hands=hands, chips=[0, 0, 0], coming=["Amethyst 1"])
    auction(table, *choices, "bid 9+10")
    assert table.over == over


def test_it_goes_on_while_an_item_to_come_leaves_a_choice() -> None:
    """SEC-34: with a 4 and a 6 each an item for one card is not sure to be tied."""
    hands = {"Anne": [4, 6], "Burt": [4, 6], "Carla": [8, 9]}
    table = a_table("Ruby 1", hands=hands, chips=[0, 0, 0], coming=["Amethyst 1", "Opal 1"])
    auction(table, "bid 4+6", "bid 4+6", "bid 8+9")
    assert table.asks == (ANNE, BURT)


KEPT = {"Anne": "SEC-42", "Burt": "SEC-43", "Carla": "SEC-48"}


def test_points_are_stars_and_the_fulfilled_request() -> None:
    """SEC-35: Anne has 6 stars; Burt 2 stars and, with no three-star item, 4 points for the request."""
    table = finish({"Anne": ["Ruby 1", "Ruby 2", "Ruby 3"], "Burt": ["Opal 2"], "Carla": ["Topaz 3"]}, KEPT)
    assert table.scores == [6, 2 + 4, 3]


def test_requests_are_told_at_the_end() -> None:
    """SEC-35: what everybody kept, and whether it is fulfilled."""
    table = a_table("Emerald 1", won={"Anne": ["Opal 3"], "Carla": ["Ruby 3"]}, coming=[], kept=KEPT)
    assert said(auction(table, "pass", "bid 3", "pass"))[-3:] == [
        "Anne has not fulfilled the Collector (SEC-35)",
        "Burt has fulfilled the Modest: 4 points (SEC-35)",
        "Carla has not fulfilled the Matchmaker (SEC-35)",
    ]


def test_the_requests_are_told_however_it_ends() -> None:
    """SEC-35: also after a stalemate, and when nobody is left to bid."""
    stuck = a_table("Emerald 1", **STUCK, kept=KEPT)
    alone = a_table("Emerald 1", hands={"Anne": [3], "Burt": [4]}, coming=["Ruby 1"], kept=KEPT)
    for table, choices in ((stuck, ("bid 4", "bid 4", "bid 9")), (alone, ("bid 3", "bid 4", "bid 5"))):
        assert {*names(auction(table, *choices))[-3:]} <= {"fulfilled", "failed"}


def test_most_points_wins() -> None:
    """SEC-35: 6 stars come before 2 stars and a request of 3 points."""
    kept = {**KEPT, "Burt": "SEC-41"}
    table = finish({"Anne": ["Ruby 1", "Ruby 2", "Ruby 3"], "Burt": ["Opal 2"], "Carla": []}, kept)
    assert (table.scores, table.places) == ([6, 5, 0], [1, 2, 3])


def test_one_point_more_comes_before_a_request_and_items() -> None:
    """SEC-35: Anne has 9 stars in three items; Burt has 4 stars in four items, and 4 points for a request."""
    won = {
        "Anne": ["Ruby 3", "Opal 3", "Topaz 3"],
        "Burt": ["Ruby 1", "Sapphire 1", "Emerald 1", "Opal 1"],
        "Carla": [],
    }
    table = finish(won, {**KEPT, "Burt": "SEC-44"})
    assert (table.scores, table.places) == ([9, 4 + 4, 0], [1, 2, 3])


def test_then_a_fulfilled_request() -> None:
    """SEC-35: 6 points each; Burt has fulfilled a request, and comes before Anne, who has more items."""
    table = finish({"Anne": ["Ruby 1", "Ruby 2", "Ruby 3"], "Burt": ["Opal 2"], "Carla": ["Topaz 3"]}, KEPT)
    assert (table.scores, table.places) == ([6, 6, 3], [2, 1, 3])


def test_then_more_items() -> None:
    """SEC-35: 3 points each, no request fulfilled; two items come before one."""
    table = finish({"Anne": ["Ruby 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 1", "Topaz 2"]}, KEPT)
    assert (table.scores, table.places) == ([3, 3, 3], [2, 2, 1])


def test_more_items_with_fulfilled_requests() -> None:
    """SEC-35: both have fulfilled a request and have 7 points; two items come before one."""
    won = {"Anne": ["Ruby 3"], "Burt": ["Opal 1", "Opal 2"], "Carla": ["Topaz 3"]}
    table = finish(won, {**KEPT, "Anne": "SEC-46"})
    assert (table.scores, table.places) == ([7, 7, 3], [2, 1, 3])


def test_then_the_victory_is_shared() -> None:
    """SEC-35: all the same; both are first, and the next is third."""
    table = finish({"Anne": ["Ruby 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 1"]}, KEPT)
    assert (table.scores, table.places) == ([3, 3, 1], [1, 1, 3])


# Owners' requests: one of each here, all their edges in test_requests.py


def points(request: str, won: dict[str, list[str]], **fields: Any) -> int:
    """What Anne gets for a request, besides her stars."""
    others = [each for each in REQUESTS if each != request]
    table = finish(won, {"Anne": request, "Burt": others[0], "Carla": others[1]}, **fields)
    return table.scores[ANNE] - sum(int(item.split()[1]) for item in items(table, "Anne"))


def test_most_money_cards() -> None:
    """SEC-40: 5 points, with nine cards left to Anne and eight to the others."""
    assert points("SEC-40", {"Anne": ["Emerald 1"], "Burt": ["Ruby 1"], "Carla": ["Topaz 3"]}) == 5


def test_at_most_three_types() -> None:
    """SEC-41: 3 points."""
    assert points("SEC-41", {"Anne": ["Ruby 1", "Ruby 2", "Opal 1"]}) == 3


def test_at_least_four_types() -> None:
    """SEC-42: 4 points."""
    assert points("SEC-42", {"Anne": ["Ruby 3", "Sapphire 2", "Emerald 1", "Opal 1"]}) == 4


def test_fewest_three_star_items() -> None:
    """SEC-43: 4 points."""
    assert points("SEC-43", {"Anne": ["Ruby 2"], "Burt": ["Ruby 3"], "Carla": ["Opal 3"]}) == 4


def test_most_one_star_items() -> None:
    """SEC-44: 4 points."""
    assert points("SEC-44", {"Anne": ["Ruby 1", "Opal 1"], "Burt": ["Emerald 1"]}) == 4


def test_a_multiple_of_four_stars() -> None:
    """SEC-45: 4 points, for 3 and 1 stars."""
    assert points("SEC-45", {"Anne": ["Ruby 3", "Opal 1"]}) == 4


def test_all_three_chips_unused() -> None:
    """SEC-46: 4 points."""
    assert points("SEC-46", {"Anne": ["Ruby 3"]}, chips=[3, 3, 3]) == 4


def test_exactly_two_two_star_items() -> None:
    """SEC-47: 4 points, any others besides."""
    assert points("SEC-47", {"Anne": ["Ruby 2", "Opal 2", "Opal 1"]}) == 4


def test_two_types_with_two_items_each() -> None:
    """SEC-48: 5 points."""
    assert points("SEC-48", {"Anne": ["Ruby 1", "Ruby 3", "Opal 1", "Opal 2"]}) == 5


def test_one_item_each_of_one_two_and_three_stars() -> None:
    """SEC-49: 3 points."""
    assert points("SEC-49", {"Anne": ["Ruby 3", "Topaz 2", "Opal 1"]}) == 3


def test_an_unfulfilled_request_is_worth_nothing() -> None:
    """SEC-35: neither points nor a penalty."""
    assert points("SEC-48", {"Anne": ["Ruby 1", "Opal 1"]}) == 0


# What is told


def test_whatever_is_told_names_a_clause_of_its_own() -> None:
    """SEC-20, SEC-21, SEC-31, SEC-33, SEC-34: what runs by itself, what is recovered, and each end cites its clause."""
    tellings = {each.name: each.clause for each in vars(events).values() if isinstance(each, EventType)}
    assert {*tellings.values()} <= GAME.clauses.keys()
    assert {name: tellings[name] for name in ("collected", "dropped out", "recovered")} == {
        "collected": "SEC-20",
        "dropped out": "SEC-21",
        "recovered": "SEC-31",
    }
    ends = ("no item left", "no bidders left", "stalemate")
    assert [tellings[name] for name in ends] == ["SEC-33", "SEC-33", "SEC-34"]


def test_every_clause_is_tested_here() -> None:
    """SEC-01 to SEC-49: the rulebook has 31 clauses, and each is cited above."""
    cited = {
        clause
        for name, thing in globals().items()
        if name.startswith("test_") and name != "test_every_clause_is_tested_here"
        for clause in re.findall(r"SEC-\d\d", thing.__doc__ or "")
    }
    assert cited == {*GAME.clauses}
