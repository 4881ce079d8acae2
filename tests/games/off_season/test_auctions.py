"""The eight kinds of auction, each at its edges: who wins, what it costs, and what happens if nobody does.

Bets are given in the order of the seats. Everybody has 9 pounds, and Anne is First Player, where nothing else is said.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bidwell import Table
from bidwell.games.off_season.components import AUCTIONS, CARDS, FACE_DOWN, FACE_UP, POUNDS_EACH
from tests.games.off_season.helpers import NAMES, a_table, bet, pounds, refused, told

Bets = tuple[int, ...]

HAD = 9
AGAIN = "No bet wins: all take theirs back and bet again"
FAILING = {**dict.fromkeys(AUCTIONS, (1, 1, 1)), "lucky 0": (0, 0, 0), "first player": (2, 1, 1)}
"""Bets of three that leave no winner, by the kind of auction."""


def auction(kind: str, players: int = 3, **fields: Any) -> Table:
    """A table where all are to bet in an auction of this kind."""
    return a_table("betting", players=players, auction=kind, **{"pounds": [HAD] * players, **fields})


def first_auction(kind: str, **fields: Any) -> Table:
    """The same at the very beginning of a game: nobody has the First Player token, or any goods."""
    lying = sum(FACE_UP[0:8:2]) + sum(FACE_DOWN[0:8:2])
    return auction(kind, **{"round_number": 1, "first": "nobody", "left": CARDS - lying, **fields})


def winner(table: Table) -> str:
    """Who won the auction just opened, or nobody."""
    won = [event for event in table.log if event.name == "won"]
    return NAMES[won[-1].values["seat"]] if won else "nobody"


def paid(table: Table) -> dict[str, int]:
    """Who has less than before, and by how much."""
    spent = {name: HAD - had for name, had in zip(table.names, pounds(table), strict=True)}
    return {name: much for name, much in spent.items() if much}


def held(kind: str, bets: Bets, **fields: Any) -> tuple[str, dict[str, int]]:
    """Who wins an auction with these bets, and who has paid what."""
    table = auction(kind, len(bets), **fields)
    bet(table, *bets)
    return winner(table), paid(table)


# Highest bet


@pytest.mark.parametrize(
    ("bets", "wins", "pays"),
    [
        ((3, 1, 2), "Anne", 3),
        ((3, 1, 9), "Carla", 9),
        ((0, 1, 0), "Burt", 1),
        ((4, 4, 2), "Carla", 2),
        ((4, 2, 4, 3), "Dora", 3),
        ((5, 5, 3, 3, 1), "Emil", 1),
        ((5, 5, 5, 1, 2), "Emil", 2),
    ],
)
def test_the_highest_bet_that_is_alone_wins(bets: Bets, wins: str, pays: int) -> None:
    """CAM-30: highest wins; a tie: the next highest that is alone."""
    assert held("highest bet", bets) == (wins, {wins: pays})


def test_a_bet_of_0_wins_if_all_above_it_are_tied() -> None:
    """CAM-30: the next that is alone may be 0, and costs nothing."""
    assert held("highest bet", (2, 2, 0)) == ("Carla", {})


@pytest.mark.parametrize("bets", [(2, 2, 2), (0, 0, 0), (3, 3, 1, 1), (4, 4, 4, 0, 0)])
def test_every_bet_tied(bets: Bets) -> None:
    """CAM-30: all take theirs back."""
    assert held("highest bet", bets) == ("nobody", {})


def test_all_bet_again() -> None:
    """CAM-30: everybody is asked once more, in the same kind of auction."""
    table = auction("highest bet")
    assert told(bet(table, 2, 2, 2))[-1] == AGAIN
    position = table.position()
    assert (table.asks, position["auction"], position["bets"]) == (
        (0, 1, 2),
        "highest bet",
        {"Anne": -1, "Burt": -1, "Carla": -1},
    )


def test_nobody_is_bound_to_a_bet_taken_back() -> None:
    """CAM-30: after 9 each, any bet is open to all again."""
    table = auction("highest bet")
    bet(table, 9, 9, 9)
    assert table.legal("Burt") == [f"bet {bid}" for bid in range(HAD + 1)]


def test_the_second_time_somebody_may_win() -> None:
    """CAM-30: and pays their second bet, not their first."""
    table = auction("highest bet")
    bet(table, 5, 5, 5)
    bet(table, 1, 3, 2)
    assert (winner(table), paid(table)) == ("Burt", {"Burt": 3})


def test_a_winner_with_0_pays_nothing() -> None:
    """CAM-11: a bet of 0 is not told as a price."""
    table = auction("highest bet")
    bet(table, 5, 5, 5)
    assert told(bet(table, 1, 1, 0))[-1] == "Carla wins the auction, pays nothing and is First Player"


def test_after_a_second_time_the_first_player_keeps_the_token() -> None:
    """CAM-30: Burt had it, pays nothing and chooses first."""
    table = auction("highest bet", first="Burt")
    bet(table, 3, 3, 3)
    assert told(bet(table, 4, 4, 4))[-1] == "Again no bet wins: Burt stays First Player and pays nothing"
    position = table.position()
    assert (position["first_player"], position["stage"], table.asks, paid(table)) == ("Burt", "choosing", (1,), {})


def test_a_third_time_there_is_none() -> None:
    """CAM-30: two auctions without a winner in a row, and the market phase begins."""
    table = auction("highest bet")
    bet(table, 2, 2, 2)
    bet(table, 2, 2, 2)
    assert (table.position()["stage"], table.asks) == ("choosing", (0,))


def test_a_failure_counts_for_its_round_alone() -> None:
    """CAM-30: the auction of the next round may fail once again before it is a second time."""
    goods = {"Carla": {3: ["date 1"]}}
    table = a_table("selling", turn="Carla", emptied="ABC", goods=goods, failed=True)
    table.play("Carla", "sell date")
    kind = table.position()["auction"]
    assert table.position()["failed"] is False
    assert told(bet(table, *FAILING[kind]))[-1] == AGAIN


def test_the_first_auction_is_bet_again_too() -> None:
    """CAM-30: nobody is drawn after the first time."""
    table = first_auction("highest bet")
    assert told(bet(table, 1, 1, 1))[-1] == AGAIN
    assert table.position()["first_player"] == "nobody"


def test_the_first_auction_can_be_won_the_second_time() -> None:
    """CAM-30: then nobody needs to be drawn."""
    table = first_auction("highest bet")
    bet(table, 1, 1, 1)
    bet(table, 1, 2, 1)
    assert (winner(table), paid(table)) == ("Burt", {"Burt": 2})


def test_at_the_first_auction_the_first_player_is_drawn() -> None:
    """CAM-30: after a second time; the player drawn pays nothing and chooses first."""
    table = first_auction("highest bet")
    bet(table, 2, 2, 2)
    events = bet(table, 1, 1, 1)
    first = table.position()["first_player"]
    assert told(events)[-1] == f"Again no bet wins: {first} is drawn as First Player"
    assert ([table.names[seat] for seat in table.asks], paid(table)) == ([first], {})


def test_all_are_as_likely_to_be_drawn() -> None:
    """CAM-30: at random (a chi-square of 2 degrees stays under its 99.99 % mark)."""
    drawn: Counter[str] = Counter()
    for seed in range(150):
        table = first_auction("highest bet", seed=seed)
        bet(table, 1, 1, 1)
        bet(table, 1, 1, 1)
        drawn[table.position()["first_player"]] += 1
    assert sum((drawn[name] - 50) ** 2 / 50 for name in NAMES[:3]) < 18.4


@pytest.mark.parametrize("kind", AUCTIONS)
def test_an_auction_without_a_winner_costs_nobody_anything(kind: str) -> None:
    """CAM-30: of whatever kind, the first time and the second."""
    table = auction(kind)
    for stage in ("betting", "choosing"):
        bet(table, *FAILING[kind])
        assert (winner(table), paid(table), table.position()["stage"]) == ("nobody", {}, stage)


# Lowest bet


@pytest.mark.parametrize(
    ("bets", "wins", "pays"),
    [
        ((3, 1, 2), "Burt", 1),
        ((7, 8, 9), "Anne", 7),
        ((1, 1, 2), "Carla", 2),
        ((1, 2, 1, 3), "Burt", 2),
        ((1, 1, 2, 2, 9), "Emil", 9),
        ((1, 1, 1, 3, 2), "Emil", 2),
    ],
)
def test_the_lowest_bet_that_is_alone_wins(bets: Bets, wins: str, pays: int) -> None:
    """CAM-31: the lowest bet of at least 1 wins; a tie: the next lowest, and so on."""
    assert held("lowest bet", bets) == (wins, {wins: pays})


@pytest.mark.parametrize(
    ("bets", "wins", "pays"),
    [((0, 2, 3), "Burt", 2), ((0, 0, 4), "Carla", 4), ((0, 1, 1, 5), "Dora", 5), ((0, 0, 3, 3, 6), "Emil", 6)],
)
def test_a_0_is_ignored(bets: Bets, wins: str, pays: int) -> None:
    """CAM-31: alone or not, it is never the lowest."""
    assert held("lowest bet", bets) == (wins, {wins: pays})


@pytest.mark.parametrize("bets", [(0, 0, 0), (0, 1, 1), (2, 2, 2), (1, 1, 0, 0), (1, 1, 2, 2), (0, 3, 3, 4, 4)])
def test_no_bet_left_alone(bets: Bets) -> None:
    """CAM-31: ties all the way up, with a single 0 or without: a failed auction, and all bet again.

    What is told is true of a single 0 too: it is alone, but does not win.
    """
    table = auction("lowest bet", len(bets))
    assert told(bet(table, *bets))[-1] == AGAIN
    assert (winner(table), paid(table), len(table.asks)) == ("nobody", {}, len(bets))


def test_a_single_0_does_not_win_the_second_time_either() -> None:
    """CAM-31: as a failed auction in CAM-30, so Carla keeps the token and pays nothing."""
    table = auction("lowest bet", first="Carla")
    bet(table, 0, 1, 1)
    bet(table, 0, 1, 1)
    assert (table.position()["first_player"], paid(table)) == ("Carla", {})


def test_without_a_pound_nobody_can_win_the_lowest() -> None:
    """CAM-31: three players who can only bet 0 do so twice, and Anne stays First Player."""
    table = auction("lowest bet", pounds=[0, 0, 0])
    bet(table, 0, 0, 0)
    bet(table, 0, 0, 0)
    assert (winner(table), table.position()["first_player"]) == ("nobody", "Anne")


# Lucky 0


@pytest.mark.parametrize("bets", [(9, 0, 1), (5, 0, 5), (1, 0, 2, 3, 9), (4, 0, 4, 4)])
def test_a_single_0_wins_at_once(bets: Bets) -> None:
    """CAM-32: whatever the others bet; it costs nothing, and nobody loses anything."""
    assert held("lucky 0", bets) == ("Burt", {})


@pytest.mark.parametrize(
    ("bets", "wins", "losses"),
    [
        ((0, 0, 3), "Carla", {"Anne": 2, "Burt": 2, "Carla": 3}),
        ((0, 1, 0), "Burt", {"Anne": 2, "Burt": 1, "Carla": 2}),
        ((0, 0, 3, 3, 1), "Emil", {"Anne": 2, "Burt": 2, "Emil": 1}),
        ((0, 0, 2, 5), "Dora", {"Anne": 2, "Burt": 2, "Dora": 5}),
        ((0, 0, 0, 0, 2), "Emil", {"Anne": 2, "Burt": 2, "Carla": 2, "Dora": 2, "Emil": 2}),
    ],
)
def test_two_or_more_zeroes_lose_2_pounds_each(bets: Bets, wins: str, losses: dict[str, int]) -> None:
    """CAM-32: and the auction is a standard one; the winner pays their bet, who bet more than 0 in vain nothing."""
    assert held("lucky 0", bets) == (wins, losses)


def test_or_all_they_have() -> None:
    """CAM-32: Anne has 1 pound and loses it, Burt has none to lose, Carla has 2 and loses both."""
    table = auction("lucky 0", 4, pounds=[1, 0, 2, HAD])
    bet(table, 0, 0, 0, 3)
    assert (winner(table), pounds(table)) == ("Dora", [0, 0, 0, HAD - 3])


def test_what_a_0_loses_is_told() -> None:
    """CAM-32: the pounds really lost."""
    table = auction("lucky 0", pounds=[HAD, 1, HAD])
    events = bet(table, 0, 0, 3)
    assert [str(event) for event in events if event.name == "fined"] == [
        "Anne was not alone with 0 and loses 2 pounds (CAM-32)",
        "Burt was not alone with 0 and loses 1 pound (CAM-32)",
    ]


@pytest.mark.parametrize(
    ("bets", "wins", "pays"), [((1, 2, 3), "Carla", 3), ((4, 4, 1), "Carla", 1), ((5, 5, 3, 2), "Carla", 3)]
)
def test_without_a_0_it_is_a_standard_one(bets: Bets, wins: str, pays: int) -> None:
    """CAM-32: the highest that is alone wins, and nobody else loses anything."""
    assert held("lucky 0", bets) == (wins, {wins: pays})


@pytest.mark.parametrize("bets", [(0, 0, 0), (0, 0, 3, 3), (0, 0, 0, 4, 4), (2, 2, 2)])
def test_if_it_must_be_restarted_they_lose_nothing(bets: Bets) -> None:
    """CAM-32: two zeroes or more, and no bet alone: all bet again with what they had."""
    table = auction("lucky 0", len(bets))
    assert told(bet(table, *bets))[-1] == AGAIN
    assert paid(table) == {}


def test_a_single_0_wins_after_a_restart() -> None:
    """CAM-32: the auction is a Lucky 0 again."""
    table = auction("lucky 0")
    bet(table, 0, 0, 0)
    bet(table, 4, 0, 5)
    assert (winner(table), paid(table)) == ("Burt", {})


def test_zeroes_lose_once_if_only_the_second_auction_has_a_winner() -> None:
    """CAM-32: Anne and Burt bet 0 both times, and lose 2 pounds, not 4; Carla's 0 of the first time is forgotten."""
    table = auction("lucky 0")
    bet(table, 0, 0, 0)
    bet(table, 0, 0, 3)
    assert (winner(table), paid(table)) == ("Carla", {"Anne": 2, "Burt": 2, "Carla": 3})


def test_zeroes_lose_nothing_after_a_second_time() -> None:
    """CAM-32, CAM-30: no auction without a winner costs anything; Carla keeps the token."""
    table = auction("lucky 0", first="Carla")
    bet(table, 0, 0, 0)
    bet(table, 0, 0, 0)
    assert (table.position()["first_player"], paid(table)) == ("Carla", {})


def test_the_first_auction_can_be_lucky() -> None:
    """CAM-32: at the start all have the same, and one bets 0."""
    table = first_auction("lucky 0", pounds=[POUNDS_EACH] * 3)
    bet(table, 1, 1, 0)
    assert (winner(table), pounds(table)) == ("Carla", [POUNDS_EACH] * 3)


# Cannot bet 2, cannot bet 3


def test_nobody_may_bet_2() -> None:
    """CAM-33: all else can be bet, 3 too."""
    assert auction("cannot bet 2", pounds=[4, HAD, HAD]).legal("Anne") == ["bet 0", "bet 1", "bet 3", "bet 4"]


def test_a_bet_of_2_is_refused() -> None:
    """CAM-33: and the table says why."""
    table = auction("cannot bet 2")
    assert refused(table, "Burt", "bet 2") == (
        "CAM-33: nobody may bet 2 in this auction; legal now: bet 0 to 9, but not 2"
    )


def test_a_player_who_has_2_pounds_can_bet_only_one_of_them() -> None:
    """CAM-33: Anne has 2."""
    assert auction("cannot bet 2", pounds=[2, HAD, HAD]).legal("Anne") == ["bet 0", "bet 1"]


def test_2_cannot_be_bet_the_second_time_either() -> None:
    """CAM-33: the kind of the auction stays."""
    table = auction("cannot bet 2")
    bet(table, 3, 3, 3)
    assert refused(table, "Anne", "bet 2").startswith("CAM-33")


def test_nobody_may_bet_3() -> None:
    """CAM-34: all else can be bet, 2 too."""
    assert auction("cannot bet 3", pounds=[4, HAD, HAD]).legal("Anne") == ["bet 0", "bet 1", "bet 2", "bet 4"]


def test_a_bet_of_3_is_refused() -> None:
    """CAM-34: and the table says why."""
    table = auction("cannot bet 3")
    assert refused(table, "Carla", "bet 3") == (
        "CAM-34: nobody may bet 3 in this auction; legal now: bet 0 to 9, but not 3"
    )


def test_a_player_who_has_3_pounds_can_bet_only_two_of_them() -> None:
    """CAM-34: Anne has 3."""
    assert auction("cannot bet 3", pounds=[3, HAD, HAD]).legal("Anne") == ["bet 0", "bet 1", "bet 2"]


def test_3_cannot_be_bet_the_second_time_either() -> None:
    """CAM-34: the kind of the auction stays."""
    table = auction("cannot bet 3")
    bet(table, 2, 2, 2)
    assert refused(table, "Anne", "bet 3").startswith("CAM-34")


@pytest.mark.parametrize("kind", ["cannot bet 2", "cannot bet 3"])
@pytest.mark.parametrize(
    ("bets", "wins", "paying"), [((4, 1, 0), "Anne", {"Anne": 4}), ((4, 4, 0), "Carla", {}), ((1, 1, 1), "nobody", {})]
)
def test_but_for_that_they_are_standard(kind: str, bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-33, CAM-34: the highest that is alone wins."""
    assert held(kind, bets) == (wins, paying)


@pytest.mark.parametrize("kind", [kind for kind in AUCTIONS if not kind.startswith("cannot")])
def test_in_all_others_everything_can_be_bet(kind: str) -> None:
    """CAM-33, CAM-34: 2 and 3 are forbidden in those auctions alone."""
    assert auction(kind).legal("Anne") == [f"bet {bid}" for bid in range(HAD + 1)]


# Most dates

DATES = {"Anne": {6: ["date 4"]}, "Burt": {3: ["date 1", "date 1", "date 1"]}}
"""Anne has most: four on one card, Burt three on three, Carla none."""


@pytest.mark.parametrize(
    ("bets", "wins", "paying"),
    [
        ((2, 2, 1), "Anne", {"Anne": 3}),
        ((2, 3, 1), "Carla", {"Carla": 1}),
        ((2, 3, 3), "nobody", {}),
        ((2, 4, 3), "Burt", {"Burt": 4}),
        ((0, 0, 0), "Anne", {"Anne": 1}),
        ((0, 1, 1), "nobody", {}),
    ],
)
def test_most_dates_raise_a_bet_by_1(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-35, CAM-38: Anne's bet counts one more than she put in, and she pays that."""
    assert held("most dates", bets, goods=DATES) == (wins, paying)


def test_dates_are_counted_not_cards() -> None:
    """CAM-35: pictured on the goods; Anne's card shows four, Burt's four cards five."""
    goods = {**DATES, "Burt": {4: ["date 1", "date 1", "date 1", "date 2"]}}
    assert held("most dates", (2, 2, 1), goods=goods) == ("Burt", {"Burt": 3})


def test_other_goods_have_no_dates() -> None:
    """CAM-35: six carpets do not count against a single date."""
    colours = ["red", "blue", "green", "yellow", "purple", "white"]
    goods = {"Anne": {6: [f"carpet {colour}" for colour in colours]}, "Burt": {3: ["date 1"]}}
    assert held("most dates", (2, 2, 1), goods=goods) == ("Burt", {"Burt": 3})


TIED_DATES = {"Anne": {6: ["date 4"]}, "Burt": {3: ["date 2", "date 2"]}, "Carla": {3: ["date 3"]}}


@pytest.mark.parametrize(
    ("bets", "wins", "paying"),
    [((1, 2, 2), "Burt", {"Burt": 3}), ((2, 1, 3), "Burt", {"Burt": 2}), ((2, 2, 3), "nobody", {})],
)
def test_most_dates_raise_the_bets_of_all_who_tie(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-35: Anne and Burt have four dates each; both bets rise."""
    assert held("most dates", bets, goods=TIED_DATES) == (wins, paying)


def test_all_have_as_many_dates() -> None:
    """CAM-35, CAM-38: every bet rises, so that the same one wins, and pays 1 more."""
    goods = {name: {3: ["date 2"]} for name in NAMES[:3]}
    assert held("most dates", (2, 2, 1), goods=goods) == ("Carla", {"Carla": 2})


@pytest.mark.parametrize(
    ("bets", "wins", "paying"), [((2, 2, 1), "Carla", {"Carla": 1}), ((1, 0, 0), "Anne", {"Anne": 1})]
)
def test_nobody_has_a_date(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-35: a standard auction, though Burt has other goods."""
    assert held("most dates", bets, goods={"Burt": {3: ["fruit 4"]}}) == (wins, paying)


def test_most_dates_count_again_after_a_restart() -> None:
    """CAM-35: Anne's bet is raised the second time too."""
    table = auction("most dates", goods=DATES)
    bet(table, 0, 1, 1)
    bet(table, 3, 3, 0)
    assert (winner(table), paid(table)) == ("Anne", {"Anne": 4})


# First player


@pytest.mark.parametrize(
    ("bets", "wins", "paying"),
    [
        ((3, 2, 1), "Carla", {"Carla": 1}),
        ((3, 3, 1), "Burt", {"Burt": 3}),
        ((4, 2, 2), "Anne", {"Anne": 3}),
        ((2, 2, 2), "Anne", {"Anne": 1}),
        ((3, 2, 2), "nobody", {}),
        ((1, 0, 0), "nobody", {}),
    ],
)
def test_the_first_player_s_bet_falls_by_1(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-36, CAM-38: Anne has the token; her bet counts one less than she put in, and she pays that."""
    assert held("first player", bets) == (wins, paying)


def test_it_is_the_bet_of_the_player_with_the_token() -> None:
    """CAM-36: Burt has it, and a 3 of Burt ties with Anne's 2."""
    assert held("first player", (2, 3, 1), first="Burt") == ("Carla", {"Carla": 1})


@pytest.mark.parametrize("bets", [(0, 0, 0), (0, 1, 1), (0, 4, 4, 2, 2)])
def test_the_first_player_can_win_with_minus_1(bets: Bets) -> None:
    """CAM-36, CAM-38: alone at -1 under nothing but ties; she pays nothing, and gets no coin from the supply."""
    assert held("first player", bets) == ("Anne", {})


def test_minus_1_loses_against_a_single_0() -> None:
    """CAM-36: without the change Anne and Burt would tie at 0."""
    assert held("first player", (0, 0, 3, 3)) == ("Burt", {})


@pytest.mark.parametrize(
    ("bets", "wins", "paying"),
    [((3, 2, 1), "Anne", {"Anne": 3}), ((2, 2, 1), "Carla", {"Carla": 1}), ((0, 0, 0), "nobody", {})],
)
def test_at_the_first_auction_it_is_standard(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-36: nobody has the token yet, so no bet falls."""
    table = first_auction("first player")
    bet(table, *bets)
    assert (winner(table), paid(table)) == (wins, paying)


def test_the_first_auction_stays_standard_after_a_restart() -> None:
    """CAM-36: still nobody has the token."""
    table = first_auction("first player")
    bet(table, 1, 1, 1)
    bet(table, 2, 1, 1)
    assert (winner(table), paid(table)) == ("Anne", {"Anne": 2})


def test_the_first_player_s_bet_falls_after_a_restart() -> None:
    """CAM-36: Anne's 2 ties with the others at 1, and the second time her 3 with Burt at 2."""
    table = auction("first player")
    bet(table, 2, 1, 1)
    bet(table, 3, 2, 0)
    assert (winner(table), paid(table)) == ("Carla", {})


# Fewest goods

GOODS = {"Anne": {3: ["date 4"]}, "Burt": {3: ["date 1", "date 1"]}, "Carla": {3: ["date 2"], 4: ["fruit 1"]}}
"""Anne has fewest: one card, the others two."""


@pytest.mark.parametrize(
    ("bets", "wins", "paying"),
    [
        ((2, 2, 1), "Anne", {"Anne": 3}),
        ((2, 3, 1), "Carla", {"Carla": 1}),
        ((2, 3, 3), "nobody", {}),
        ((2, 4, 3), "Burt", {"Burt": 4}),
        ((0, 0, 0), "Anne", {"Anne": 1}),
    ],
)
def test_fewest_goods_raise_a_bet_by_1(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-37, CAM-38: goods cards are counted, not dates; Anne's bet counts, and costs, one more than she put in."""
    assert held("fewest goods", bets, goods=GOODS) == (wins, paying)


def test_goods_on_all_camels_count() -> None:
    """CAM-37: one card on each of two camels is more than one card on one."""
    goods = {"Anne": {3: ["date 1"], 4: ["fruit 1"]}, "Burt": {6: ["pottery jar"]}, "Carla": {3: ["date 2", "date 2"]}}
    assert held("fewest goods", (2, 2, 1), goods=goods) == ("Burt", {"Burt": 3})


def test_none_counts_as_fewest() -> None:
    """CAM-37: Carla has no goods, Anne and Burt one card each."""
    goods = {"Anne": {3: ["date 4"]}, "Burt": {3: ["date 1"]}}
    assert held("fewest goods", (2, 1, 2), goods=goods) == ("Carla", {"Carla": 3})


@pytest.mark.parametrize(
    ("bets", "wins", "paying"),
    [((2, 1, 2), "Carla", {"Carla": 3}), ((3, 2, 1), "Carla", {"Carla": 2}), ((3, 2, 2), "nobody", {})],
)
def test_fewest_goods_raise_the_bets_of_all_who_tie(bets: Bets, wins: str, paying: dict[str, int]) -> None:
    """CAM-37: Burt and Carla have none; both bets rise."""
    assert held("fewest goods", bets, goods={"Anne": {3: ["date 4"]}}) == (wins, paying)


@pytest.mark.parametrize("bets", [(2, 2, 1), (0, 0, 1)])
def test_nobody_has_goods(bets: Bets) -> None:
    """CAM-37: a standard auction."""
    assert held("fewest goods", bets) == ("Carla", {"Carla": 1})


@pytest.mark.parametrize("bets", [(2, 2, 1), (0, 0, 1)])
def test_all_have_as_many_goods(bets: Bets) -> None:
    """CAM-37, CAM-38: every bet rises, so that the same one wins, and pays 1 more."""
    goods = {name: {3: ["date 1"]} for name in NAMES[:3]}
    assert held("fewest goods", bets, goods=goods) == ("Carla", {"Carla": 2})


def test_the_first_auction_can_be_for_fewest_goods() -> None:
    """CAM-37: nobody has goods then, so that it is standard."""
    table = first_auction("fewest goods")
    bet(table, 2, 2, 1)
    assert (winner(table), paid(table)) == ("Carla", {"Carla": 1})


# What is compared, what is paid, and what is told


@pytest.mark.parametrize(("kind", "goods"), [("most dates", DATES), ("fewest goods", GOODS)])
def test_a_tie_is_judged_on_the_changed_bets(kind: str, goods: Any) -> None:
    """CAM-38: 2 and 3 tie if the 2 is raised, and 3 and 3 do not."""
    assert held(kind, (2, 3, 0), goods=goods) == ("Carla", {})
    assert held(kind, (3, 3, 0), goods=goods) == ("Anne", {"Anne": 4})


@pytest.mark.parametrize(
    ("kind", "goods", "put_in", "pays"),
    [("most dates", DATES, 2, 3), ("fewest goods", GOODS, 2, 3), ("first player", {}, 4, 3)],
)
def test_the_winner_pays_the_changed_bet(kind: str, goods: Any, put_in: int, pays: int) -> None:
    """CAM-38: be it more or less than Anne put in."""
    assert held(kind, (put_in, 2, 1), goods=goods) == ("Anne", {"Anne": pays})


@pytest.mark.parametrize(("kind", "goods"), [("most dates", DATES), ("fewest goods", GOODS), ("first player", {})])
def test_whose_bet_is_not_changed_pays_what_they_put_in(kind: str, goods: Any) -> None:
    """CAM-38: Burt wins, and the bet stands as it is."""
    assert held(kind, (0, 4, 1), goods=goods) == ("Burt", {"Burt": 4})


@pytest.mark.parametrize(("kind", "goods"), [("most dates", DATES), ("fewest goods", GOODS)])
def test_never_more_than_they_own(kind: str, goods: Any) -> None:
    """CAM-38: Anne bets all of her 2 pounds, wins with 3 and pays 2."""
    table = auction(kind, goods=goods, pounds=[2, HAD, HAD])
    bet(table, 2, 2, 1)
    assert (winner(table), pounds(table)) == ("Anne", [0, HAD, HAD])


@pytest.mark.parametrize(("kind", "goods"), [("most dates", DATES), ("fewest goods", GOODS)])
def test_a_player_who_has_no_pound_can_win_with_a_raised_0(kind: str, goods: Any) -> None:
    """CAM-38: Anne wins with 1 and has nothing to pay."""
    table = auction(kind, goods=goods, pounds=[0, HAD, HAD])
    bet(table, 0, 0, 0)
    assert (winner(table), pounds(table)) == ("Anne", [0, HAD, HAD])


@pytest.mark.parametrize("had", [0, 3])
def test_never_less_than_0(had: int) -> None:
    """CAM-38, CAM-36: Anne wins with -1, and has as much as before."""
    table = auction("first player", pounds=[had, HAD, HAD])
    bet(table, 0, 4, 4)
    assert (winner(table), pounds(table)) == ("Anne", [had, HAD, HAD])


def test_the_price_is_told() -> None:
    """CAM-38: what is paid, not what was put in."""
    assert told(bet(auction("first player"), 4, 1, 0))[-1] == "Anne wins the auction, pays 3 pounds and is First Player"


@pytest.mark.parametrize(
    ("kind", "goods", "sentences"),
    [
        ("most dates", DATES, ["Anne's bet counts as 3: most dates (CAM-35)"]),
        (
            "most dates",
            TIED_DATES,
            ["Anne's bet counts as 3: most dates (CAM-35)", "Burt's bet counts as 2: most dates (CAM-35)"],
        ),
        ("first player", {}, ["Anne's bet counts as 1: first player (CAM-36)"]),
        ("fewest goods", GOODS, ["Anne's bet counts as 3: fewest goods (CAM-37)"]),
        ("most dates", {}, []),
        ("fewest goods", {}, []),
        ("highest bet", DATES, []),
    ],
)
def test_changed_bets_are_told_when_bets_are_opened(kind: str, goods: Any, sentences: list[str]) -> None:
    """CAM-38: to all, one sentence for each, after the bets as they were put in and before the winner is named."""
    events = [event for event in bet(auction(kind, goods=goods), 2, 1, 0) if event.heard_by(None)]
    changed = [event for event in events if event.name == "changed"]
    assert [str(event) for event in changed] == sentences
    assert [event.name for event in events[3:]] == ["opened"] * 3 + ["changed"] * len(changed) + ["won"]
    assert told(events)[3:6] == ["Anne bet 2 pounds", "Burt bet 1 pound", "Carla bet 0 pounds"]


def test_a_negative_bet_is_told() -> None:
    """CAM-38, CAM-36: Anne put in nothing."""
    assert "Anne's bet counts as -1: first player" in told(bet(auction("first player"), 0, 1, 1))


def test_at_the_first_auction_no_bet_is_told_to_be_changed() -> None:
    """CAM-38, CAM-36: nobody has the token."""
    assert "changed" not in [event.name for event in bet(first_auction("first player"), 2, 1, 0)]


def test_changed_bets_are_told_where_nobody_wins() -> None:
    """CAM-38: they tell why the bets are tied, the second time too."""
    table = auction("first player")
    for _ in range(2):
        assert "Anne's bet counts as 1: first player" in told(bet(table, 2, 1, 1))


# The rule of the kind goes before the standard rule


def test_the_lowest_bet_goes_before_the_highest() -> None:
    """CAM-39, CAM-31: in the same bets the standard rule has Anne win."""
    assert held("highest bet", (5, 1, 3)) == ("Anne", {"Anne": 5})
    assert held("lowest bet", (5, 1, 3)) == ("Burt", {"Burt": 1})


def test_a_lone_0_goes_before_a_higher_bet() -> None:
    """CAM-39, CAM-32: in the same bets the standard rule has Anne win."""
    assert held("highest bet", (5, 0, 3)) == ("Anne", {"Anne": 5})
    assert held("lucky 0", (5, 0, 3)) == ("Burt", {})


def test_the_kind_goes_before_the_rule_of_what_can_be_bet() -> None:
    """CAM-39, CAM-33: 2 is up to all one has, and yet it cannot be bet."""
    assert "bet 2" in auction("highest bet").legal("Anne")
    assert "bet 2" not in auction("cannot bet 2").legal("Anne")


def test_a_changed_bet_goes_before_a_tie() -> None:
    """CAM-39, CAM-35: in the same bets the standard rule has Anne and Burt tie."""
    assert held("highest bet", (2, 2, 1), goods=DATES) == ("Carla", {"Carla": 1})
    assert held("most dates", (2, 2, 1), goods=DATES) == ("Anne", {"Anne": 3})


def test_where_they_do_not_differ_the_standard_rule_holds() -> None:
    """CAM-39, CAM-31: tied bets are out, and all bet again if nobody wins."""
    table = auction("lowest bet")
    assert told(bet(table, 1, 1, 0))[-1] == AGAIN
