"""Every example of the rulebook, and every sentence about its special cards, played out to the number of points.

Four players at the end of the only round. Anne, Burt, Carla and Dora have taken black 1, 2, 3 and 4 before, so that
nobody is a lucky loser and a turn that brings nothing leaves 1, 2, 3 and 4 points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bidwell import Table
from tests.games.bids.helpers import NAMES, Plays, a_table, play, round_over, see, was_told

TAKEN = {"Anne": ["black 1"], "Burt": ["black 2"], "Carla": ["black 3"], "Dora": ["black 4"]}


def bids(*cards: str) -> Plays:
    """What Anne, Burt, Carla and Dora play, in this order."""
    return dict(zip(NAMES, cards, strict=False))


def before(turns: Sequence[Plays], *, options: dict[str, Any] | None = None, **fields: Any) -> Table:
    """A table on which these turns are the last ones."""
    hands = {name: [plays[name] for plays in turns] for name in turns[0]}
    setting = {"turn_number": 11 - len(turns), "taker": TAKEN, "hands": hands, **fields}
    return a_table(turns[0], options={"rounds": 1, **(options or {})}, **setting)


def played(*turns: Plays, **fields: Any) -> Table:
    """A table after these last turns; a thief has yet to choose."""
    table = before(turns, **fields)
    for plays in turns:
        leader = [*plays].index(see(table, "leader"))
        play(table, dict([*plays.items()][leader:] + [*plays.items()][:leader]))
    return table


def scores(*turns: Plays, **fields: Any) -> list[int]:
    """What all score in the game of which these are the last turns."""
    table = played(*turns, **fields)
    assert table.over
    return table.scores


# Black in hand


def test_a_black_8_wins_a_black_5_for_its_owner() -> None:
    """BID-13: the highest bid, and no tie: its owner wins 8 + 5."""
    assert scores(bids("red 4", "black 8", "green 7", "yellow 6"), up="black 5") == [1, 2 + 8 + 5, 3, 4]


def test_a_higher_bid_wins_both() -> None:
    """BID-13: another bids 9 and wins 8 + 5."""
    assert scores(bids("red 9", "black 8", "green 7", "yellow 6"), up="black 5") == [1 + 8 + 5, 2, 3, 4]


def test_a_tie_with_the_black_8_wins_nothing() -> None:
    """BID-10, BID-13: nobody receives the 8 or the 5."""
    assert scores(bids("red 4", "black 8", "green 8", "yellow 6"), up="black 5") == [1, 2, 3, 4]


# The lucky loser


@pytest.mark.parametrize("times", range(1, 7))
@pytest.mark.parametrize(("players", "points"), [(3, 12), (4, 8), (5, 8), (6, 7)])
def test_the_table_of_the_lucky_loser(players: int, points: int, times: int) -> None:
    """BID-19: once to six times, 12, 8, 8 or 7 points for each time so far."""
    taker = {name: [f"black {number}"] for number, name in enumerate(NAMES[1:players], 1)}
    table = round_over(taker, players=players, rounds=6, round_number=6, lucky={"Anne": times - 1})
    assert table.scores[0] == times * points


# Colour bids


@pytest.mark.parametrize(("colour_bids", "points"), [(True, [1, 2, 3, 4 + 6]), (False, [1, 2, 3 + 6, 4])])
def test_red_4_blue_5_green_9_blue_7(colour_bids: bool, points: list[int]) -> None:
    """BID-20: in colour bids the blue 7 wins, for there are two blue cards; otherwise the green 9."""
    cards = bids("red 4", "blue 5", "green 9", "blue 7")
    assert scores(cards, up="black 6", options={"colour_bids": colour_bids}) == points


@pytest.mark.parametrize(("middle", "points"), [("black 10", [1, 2, 3, 4]), ("black 5", [1, 2, 3 + 5 + 8, 4])])
def test_black_appears_the_most(middle: str, points: list[int]) -> None:
    """BID-21, BID-22: black 8 and the middle are two; if the middle is the higher one nobody wins."""
    cards = bids("red 9", "blue 10", "black 8", "green 9")
    assert scores(cards, up=middle, options={"colour_bids": True}) == points


# The Ally


@pytest.mark.parametrize(
    ("middle", "points"),
    [("black 5", [4, 4, 3, 4]), ("black 6", [5, 5, 3, 4])],
    ids=["half of 1 + 5 and 2", "half of 1 + 6 and 2, rounded up"],
)
def test_the_ally_shares_with_the_winner(middle: str, points: list[int]) -> None:
    """BID-32: the points of both are summed and divided by two, rounding up."""
    assert scores(bids("red 9", "Ally", "green 7", "yellow 6"), up=middle) == points


def test_no_alliance_in_a_tie() -> None:
    """BID-32: Anne and Carla tie for the highest."""
    assert scores(bids("red 9", "Ally", "green 9", "yellow 6"), up="black 5") == [1, 2, 3, 4]


def test_the_ally_has_no_black_card_when_it_is_played() -> None:
    """BID-33: half of 0 and 1 + 5, no points of a lucky loser, but the count rises."""
    table = played(bids("red 9", "Ally", "green 7", "yellow 6"), up="black 5", taker={**TAKEN, "Burt": []})
    assert (table.scores, see(table, "lucky")["Burt"]) == ([3, 3, 3, 4], 1)


# The -5


def test_the_winner_receives_minus_5() -> None:
    """BID-34: five points less."""
    assert scores(bids("red 9", "blue 8", "green 7", "yellow 6"), up="-5") == [1 - 5, 2, 3, 4]


def test_only_minus_5() -> None:
    """BID-34: a result of -5, and no points of a lucky loser."""
    cards = bids("red 9", "blue 8", "green 7", "yellow 6")
    assert scores(cards, up="-5", taker={**TAKEN, "Anne": []}) == [-5, 2, 3, 4]


def test_minus_5_in_hand() -> None:
    """BID-34: a bid of -5, which goes to the winner of the turn."""
    assert scores(bids("red 9", "-5", "green 7", "yellow 6"), up="black 6") == [1 + 6 - 5, 2, 3, 4]


@pytest.mark.parametrize(("second", "middle"), [("blue 2", "-5"), ("-5", "black 6")], ids=["turned up", "in hand"])
def test_minus_5_and_a_tie(second: str, middle: str) -> None:
    """BID-10, BID-34: nobody receives it."""
    assert scores(bids("red 9", second, "green 9", "yellow 6"), up=middle) == [1, 2, 3, 4]


# The 2x

DOUBLING = bids("red 9", "blue 8", "green 7", "yellow 6")


def test_2x_doubles_the_turns_before() -> None:
    """BID-35: all the points received in the previous turns."""
    assert scores(DOUBLING, up="2x", taker={**TAKEN, "Anne": ["black 1", "black 8"]}) == [2 * (1 + 8), 2, 3, 4]


def test_2x_does_not_double_the_turns_after() -> None:
    """BID-35: the 2x in the ninth turn, and a black 6 in the tenth."""
    ninth = bids("red 10", "blue 7", "green 6", "yellow 5")
    assert scores(ninth, DOUBLING, up="2x", pile=["black 6"]) == [2 * 1 + 6, 2, 3, 4]


def test_2x_doubles_its_own_turn() -> None:
    """BID-35: the black 6 that Burt plays too."""
    assert scores(bids("red 9", "black 6", "green 7", "yellow 6"), up="2x") == [2 * (1 + 6), 2, 3, 4]


def test_2x_in_hand() -> None:
    """BID-35: it goes to the winner with the black 6, and not to Burt, who has it in hand."""
    assert scores(bids("red 1", "2x", "yellow 3", "yellow 2"), up="black 6") == [1, 2, 2 * (3 + 6), 4]


@pytest.mark.parametrize(("second", "middle"), [("blue 2", "2x"), ("2x", "black 6")], ids=["turned up", "in hand"])
def test_2x_and_a_tie(second: str, middle: str) -> None:
    """BID-10, BID-35: nobody receives it."""
    assert scores(bids("red 9", second, "green 9", "yellow 6"), up=middle) == [1, 2, 3, 4]


# The Thief

TEN_EIGHT_SIX_FIVE = bids("red 10", "blue 8", "green 6", "yellow 5")


@pytest.mark.parametrize(("card", "points"), [("black 4", [1 + 4, 2, 3, 7]), ("black 7", [1 + 7, 2, 3, 4])])
def test_ten_steals_from_five(card: str, points: list[int]) -> None:
    """BID-36: bids 10-8-6-5: the 10 chooses one of the cards that the 5 has won."""
    table = played(TEN_EIGHT_SIX_FIVE, up="Thief", taker={**TAKEN, "Dora": ["black 4", "black 7"]})
    table.play("Anne", f"steal {card} from Dora")
    assert table.scores == points


def test_the_five_has_won_no_card() -> None:
    """BID-36, BID-19: then the 6 is robbed, the lowest who has a card; the 5 is a lucky loser."""
    assert scores(TEN_EIGHT_SIX_FIVE, up="Thief", taker={**TAKEN, "Dora": []}) == [1 + 3, 2, 8, 8]


def test_the_highest_bid_is_a_tie() -> None:
    """BID-10, BID-36: nobody receives the Thief, and nothing is stolen."""
    assert scores(bids("red 10", "blue 10", "green 6", "yellow 5"), up="Thief") == [1, 2, 3, 4]


@pytest.mark.parametrize(("victim", "points"), [("Carla", [1 + 3, 2, 8, 4]), ("Dora", [1 + 4, 2, 3, 8])])
def test_the_lowest_bid_is_a_tie(victim: str, points: list[int]) -> None:
    """BID-36, BID-37: the thief chooses the victim; a player who has lost every card is a lucky loser."""
    table = played(bids("red 10", "blue 8", "green 5", "yellow 5"), up="Thief")
    table.play("Anne", f"steal {TAKEN[victim][0]} from {victim}")
    assert table.scores == points


# The Shuffle

NINTH = bids("red 10", "blue 7", "green 6", "yellow 5")
TENTH = bids("red 9", "blue 8", "green 4", "yellow 3")
SHUFFLED: dict[str, tuple[Plays, list[str], bool]] = {
    "turned up": (NINTH, ["Shuffle", "black 6"], True),
    "in hand": (bids("red 10", "Shuffle", "green 6", "yellow 5"), ["black 6"], True),
    "in hand, and a tie": (bids("red 10", "Shuffle", "green 10", "yellow 5"), ["black 6"], False),
    "not at all": (NINTH, ["black 6"], False),
}


@pytest.mark.parametrize("case", SHUFFLED)
def test_a_shuffle(case: str) -> None:
    """BID-31, BID-38: the pile is shuffled, so that its next card is not always the one that was on top."""
    ninth, pile, shuffled = SHUFFLED[case]
    found = set()
    for seed in range(20):
        table = before([ninth, TENTH], up="black 5", pile=pile, seed=seed)
        play(table, ninth)
        found.add(see(table, "up"))
    assert (found != {"black 6"}) == shuffled


def test_nobody_bids_for_a_shuffle() -> None:
    """BID-14, BID-38: it uses up no turn: after it they bid in the tenth turn, and the game is over."""
    table = played(NINTH, TENTH, up="black 5", pile=["Shuffle"])
    assert [told.split(":")[0] for told in was_told(table, "turned up")] == ["Turn 10"]
    assert table.over


# The Lowest


def test_a_lowest_that_appears() -> None:
    """BID-39: there is no bidding for it, and in the tenth turn already the lowest bid wins the black 6."""
    assert scores(NINTH, TENTH, up="black 5", pile=["Lowest", "black 6"]) == [1 + 5, 2, 3, 4 + 6]


def test_a_lowest_in_hand() -> None:
    """BID-39: the highest still wins the black 5, and the lowest wins from the next turn on."""
    ninth = bids("red 10", "Lowest", "green 6", "yellow 5")
    assert scores(ninth, TENTH, up="black 5", pile=["black 6"]) == [1 + 5, 2, 3, 4 + 6]


def test_a_lowest_in_hand_and_a_tie() -> None:
    """BID-31, BID-39: the rule does not come into place: the highest wins the black 6."""
    ninth = bids("red 10", "Lowest", "green 10", "yellow 5")
    assert scores(ninth, TENTH, up="black 5", pile=["black 6"]) == [1 + 6, 2, 3, 4]


# The Surprise


def test_a_surprise_that_appears() -> None:
    """BID-40: they bid for the next card of the pile, a black 7."""
    assert scores(TENTH, up="Surprise", pile=["black 7", "black 8"]) == [1 + 7, 2, 3, 4]


def test_a_surprise_that_appears_and_a_tie() -> None:
    """BID-40: no one receives any black card, and in the next turn they bid for the black 7."""
    ninth = bids("red 10", "blue 10", "green 6", "yellow 5")
    assert scores(ninth, TENTH, up="Surprise", pile=["black 7", "black 8"]) == [1 + 7, 2, 3, 4]


def test_a_surprise_in_hand() -> None:
    """BID-40: the winner receives the black 7 in place of the black 6."""
    cards = bids("red 9", "Surprise", "green 4", "yellow 3")
    table = played(cards, up="black 6", pile=["black 7", "black 8"])
    assert (table.scores, see(table, "pile")[-1]) == ([1 + 7, 2, 3, 4], "black 6")


def test_a_surprise_in_hand_and_a_tie() -> None:
    """BID-31, BID-40: no one receives any black card, and in the next turn they bid for the black 7."""
    ninth = bids("red 10", "Surprise", "green 10", "yellow 5")
    assert scores(ninth, TENTH, up="black 6", pile=["black 7", "black 8"]) == [1 + 7, 2, 3, 4]


# The blank card


@pytest.mark.parametrize(
    ("second", "middle"), [("blue 2", "Joker"), ("Joker", "black 6")], ids=["turned up", "in hand"]
)
def test_a_blank_card(second: str, middle: str) -> None:
    """BID-50: the table made it up as worth 7: its winner scores that, with the black 6 where it was played."""
    points = 7 if middle == "Joker" else 7 + 6
    assert scores(bids("red 9", second, "green 4", "yellow 3"), up=middle) == [1 + points, 2, 3, 4]
