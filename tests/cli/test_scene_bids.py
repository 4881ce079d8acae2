"""Bids in the terminal: the middle, the hand, the thief's choice, the players, the last screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

import bidwell
from bidwell import Table
from bidwell.bots.registry import bot
from bidwell.cli.scenes import scene_of
from bidwell.cli.scenes.bids.ending import best_turns, rounds, turns, why
from bidwell.cli.table_commands import meant
from bidwell.core.errors import IllegalAction
from tests.cli.terminal import Bidwell, drawn
from tests.games.bids.helpers import ANNE, a_table, play, round_over

SCENE = scene_of(bidwell.game("bids"))
ALL = ["Thief", "Shuffle", "Lowest", "Surprise"]
LABEL = 10
NINE_WINS = {"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}


def scene(table: Table, seat: str | None = "Anne", width: int = 80) -> str:
    return drawn(SCENE.scene(table.view(seat), []), width)


def hand(table: Table, seat: str = "Anne", width: int = 80) -> dict[str, list[str]]:
    """The rows under the hand by their label, cell by cell."""
    cell, rows = min((width - LABEL) // 10, 10), {}
    for line in scene(table, seat, width).splitlines():
        label = line[:LABEL].strip()
        if label in ("your hand", "if last", "then", "beaten by"):
            rows[label] = [line[at : at + cell].strip() for at in range(LABEL, len(line.rstrip()), cell)]
    return rows


def third_to_play(card: str, *cards: str, **fields: Any) -> Table:
    """Anne plays after Carla and Dora, in the last turn, with this one card in hand."""
    plays = {"Carla": cards[0], "Dora": cards[1], "Anne": card, "Burt": "yellow 1"}
    table = a_table(plays, turn_number=10, **fields)
    return play(table, dict([*plays.items()][:2]))


# The middle


def test_the_card_in_the_middle_is_set_in_heavy_type() -> None:
    shown = scene(a_table({"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}, up="black 10"))
    assert "┃ ▀█  █▀█ ┃" in shown
    assert "10 points" in shown


@pytest.mark.parametrize(
    ("card", "words"),
    [("2x", "counts double  BID-35"), ("-5", "five points less  BID-34"), ("Thief", "BID-36"), ("Surprise", "BID-40")],
)
def test_a_special_card_says_its_effect(card: str, words: str) -> None:
    assert words in scene(a_table({"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}, up=card))


def test_a_blank_card_is_called_by_its_name() -> None:
    """BID-50."""
    shown = scene(a_table({"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}, up="Joker"))
    assert "JOKER" in shown
    assert "For the winner: Joker, 7 points" in shown


def test_the_winner_so_far_and_those_to_play_are_named() -> None:
    """BID-09, BID-13: black cards played go to the winner too."""
    table = a_table({"Anne": "red 9", "Burt": "black 4", "Carla": "green 5"}, up="black 10")
    play(table, {"Anne": "red 9", "Burt": "black 4"})
    shown = scene(table, "Carla")
    assert "As it stands: Anne wins and takes black 10 and black 4 (+14) · to play: you" in shown
    assert re.search(r"▸Anne +Burt +you", shown)
    assert "┏━━━━━━━━┓" in shown


def test_a_tie_burns_at_its_edges() -> None:
    """BID-10, BID-11."""
    table = a_table({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 5"}, up="black 10")
    play(table, {"Anne": "red 9", "Burt": "blue 9"})
    shown = scene(table, "Carla")
    assert shown.count("╭^^^^^^^^╮") == 2
    assert "^ Anne and Burt tie: it burns, and Burt leads  BID-10" in shown
    assert "^ you and Anne tie: it burns, and you lead  BID-10" in scene(table, "Burt")


def test_banners_say_what_is_different() -> None:
    """BID-20, BID-32, BID-39."""
    plays = {"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}
    assert "▼ THE LOWEST BID WINS  BID-39" in scene(a_table(plays, lowest_wins=True))
    assert "best of the colour played most wins  BID-20" in scene(a_table(plays, options={"colour_bids": True}))
    assert "ALLIED: Anne + Carla" in scene(a_table(plays, allies=["Anne", "Carla"], options={"ally": True}))
    assert "BID-39" not in scene(a_table(plays))


# The hand


@pytest.mark.parametrize(
    ("card", "outcome", "then"),
    [
        ("red 9", "wins", "+10"),
        ("red 8", "ties", "burns^"),
        ("red 7", "loses", "·"),
        ("black 9", "wins", "+19"),
        ("black 2", "loses", "2→Dora"),
        ("2x", "loses", "10→Do…"),
    ],
)
def test_each_card_says_what_it_would_do(card: str, outcome: str, then: str) -> None:
    """BID-09, BID-10, BID-13, BID-35."""
    rows = hand(third_to_play(card, "blue 3", "blue 8", up="black 10"))
    assert (rows["if last"], rows["then"]) == ([outcome], [then])


def test_the_lowest_wins_under_the_hand_too() -> None:
    """BID-39."""
    assert hand(third_to_play("red 2", "blue 3", "blue 8", up="black 10", lowest_wins=True))["if last"] == ["wins"]


COLOUR_BIDS: dict[str, Any] = {"options": {"colour_bids": True}}
BURNS: dict[str, tuple[Table, str, str]] = {
    "BID-22: the middle is the highest of the most": (
        third_to_play("black 5", "blue 3", "green 8", up="black 10", **COLOUR_BIDS),
        "middle",
        "The card in the middle is best: it burns  BID-22",
    ),
    "BID-22: the middle ties": (
        third_to_play("red 8", "blue 3", "green 2", up="black 8", **COLOUR_BIDS),
        "middle",
        "The card in the middle is best: it burns  BID-22",
    ),
    "BID-55: no bid is of the colour played most": (
        third_to_play("red 9", "2x", "green 8", up="Joker", **COLOUR_BIDS),
        "no bid",
        "No bid is of the colour played most: it burns  BID-55",
    ),
    "BID-30: no bid at all": (
        third_to_play("2x", "Ally", "Joker", up="black 10"),
        "no bid",
        "No bid could win: it burns  BID-30",
    ),
    "BID-10: the others tie": (
        third_to_play("red 7", "blue 8", "green 8", up="black 10"),
        "a tie",
        "Carla and Dora tie: it burns, and Dora leads  BID-10",
    ),
    "BID-23: the others tie in the pool": (
        third_to_play("red 7", "blue 8", "green 8", up="black 1", **COLOUR_BIDS),
        "a tie",
        "Carla and Dora tie: it burns, and Dora leads  BID-10",
    ),
}


@pytest.mark.parametrize("why_it_burns", BURNS)
def test_a_card_that_burns_the_turn_does_not_lose_it(why_it_burns: str) -> None:
    """BID-10, BID-22, BID-23, BID-30, BID-55: `burns` and why stand under the card, and `if` says the same."""
    table, reason, sentence = BURNS[why_it_burns]
    rows, view = hand(table), table.view("Anne")
    assert (rows["if last"], rows["then"]) == (["burns"], [reason])
    assert str(SCENE.consequence(view, view.actions[0])[0]) == f"If nobody plays after you: ^ {sentence}"


@pytest.mark.parametrize("card", ["black 5", "red 9", "2x", "-5", "green 8", "blue 8", "blue 2", "red 4"])
@pytest.mark.parametrize("middle", ["black 10", "black 1", "Thief", "Joker"])
@pytest.mark.parametrize("lowest", [False, True])
def test_what_stands_under_a_card_is_what_comes_of_it(card: str, middle: str, lowest: bool) -> None:
    """BID-20 to BID-24: Anne plays last; `burns` and `ties` burn the turn, `wins` and `loses` do not."""
    plays = {"Burt": "blue 3", "Carla": "green 9", "Dora": "blue 7", "Anne": card}
    table = a_table(plays, turn_number=10, up=middle, lowest_wins=lowest, **COLOUR_BIDS)
    play(table, dict([*plays.items()][:3]))
    (shown,) = hand(table)["if last"]
    told = {event.name: event.values.get("seat") for event in table.play("Anne", f"play {card}")}
    assert (shown in ("burns", "ties")) == any(name.startswith("burned") for name in told)
    assert (shown == "wins") == (told.get("colour won") == ANNE)


@pytest.mark.parametrize(
    ("card", "taker", "cost"),
    [
        ("red 9", {}, "♣-8"),
        ("black 9", {}, "+18♣-8"),
        ("red 9", {"Anne": ["black 3"]}, "+3"),
    ],
)
def test_a_2x_costs_the_points_of_a_lucky_loser(card: str, taker: dict[str, list[str]], cost: str) -> None:
    """BID-35: it is a black card, and a player without one is then no lucky loser any more."""
    assert hand(third_to_play(card, "blue 3", "blue 8", up="2x", taker=taker))["then"] == [cost]


def test_a_2x_costs_more_the_more_luck_there_was() -> None:
    """BID-19, BID-35: in words for `if` and for how it stands; the third time in this game would be 24."""
    state: dict[str, Any] = {"up": "2x", "lucky": {"Anne": 2, "Dora": 1}, "round_number": 4}
    table = third_to_play("red 9", "blue 3", "blue 8", **state)
    told = [str(line) for line in SCENE.consequence(table.view("Anne"), table.view("Anne").actions[0])]
    assert told[0] == "If nobody plays after you: you win and take 2x (+0, lucky loser -24)"
    assert told[-1] == "A 2x is a black card: taking it costs the 24 points of a lucky loser (BID-35)."
    assert "As it stands: Dora wins and takes 2x (+0, lucky loser -16)" in scene(table)


def test_a_2x_costs_an_ally_no_luck() -> None:
    """BID-33, BID-35: an ally gets no points of a lucky loser, whether allied before or in this turn."""
    options = {"ally": True}
    allied = third_to_play("red 9", "blue 3", "blue 8", up="2x", allies=["Anne", "Burt"], options=options)
    assert hand(allied)["then"] == ["+0"]
    assert hand(third_to_play("red 9", "Ally", "blue 8", up="2x"))["then"] == ["+0"]


def test_a_surprise_is_not_foreseen() -> None:
    """BID-40."""
    assert hand(third_to_play("red 9", "blue 3", "blue 8", up="Surprise"))["then"] == ["+?"]


def test_a_theft_is_announced_only_where_there_is_something_to_steal() -> None:
    """BID-36."""
    assert hand(third_to_play("red 9", "blue 3", "blue 8", up="Thief"))["then"] == ["nothi…"]
    robbed = third_to_play("red 9", "blue 3", "blue 8", up="Thief", taker={"Carla": ["black 7"]})
    assert hand(robbed)["then"] == ["steals"]


def test_the_hand_is_sorted_and_named_by_colour() -> None:
    table = bidwell.game("bids").deal(4, seed=3)
    seat = table.names[table.asks[0]]
    shown = scene(table, seat, 120)
    marks = [mark for mark in "▲●■◆♠" if f"{mark} " in shown]
    assert marks == sorted(marks, key=shown.index)
    numbers = hand(table, seat, 120)["your hand"]
    assert len(numbers) == 10


def test_cards_still_out_are_counted() -> None:
    """In the last turn only the black 10 may be in a hand; what is gone or in the middle does not count."""
    table = third_to_play("red 9", "blue 3", "blue 8", up="black 4", pile=["black 10"])
    assert hand(table)["beaten by"] == ["1"]


def test_looking_ahead_changes_nothing() -> None:
    view = bidwell.game("bids").deal(4, seed=3, options={"specials": ALL, "ally": True}).view(2)
    before = view.state.copy()
    drawn(SCENE.scene(view, []))
    for action in view.actions:
        SCENE.consequence(view, action)
    assert view.state == before


def test_what_if_says_who_wins() -> None:
    table = third_to_play("red 9", "blue 3", "blue 8", up="black 10")
    told = [str(line) for line in SCENE.consequence(table.view("Anne"), table.view("Anne").actions[0])]
    assert told[0] == "If nobody plays after you: you win and take black 10 (+10)"
    assert told[1].startswith("Cards that beat it")


def test_what_if_explains_a_special_card() -> None:
    table = third_to_play("Lowest", "blue 3", "blue 8", up="black 10")
    told = [str(line) for line in SCENE.consequence(table.view("Anne"), table.view("Anne").actions[0])]
    assert "from the next turn on (BID-39)" in told[1]
    assert SCENE.consequence(table.view("Anne"), 3)[0].plain == "You cannot do that now."  # type: ignore[union-attr]


# The thief


def robbery() -> Table:
    taker = {"Burt": ["black 7", "black 3", "-5"], "Anne": ["black 1"]}
    plays = {"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}
    return play(a_table(plays, up="Thief", taker=taker), plays)


def test_the_thief_chooses_from_a_list() -> None:
    """BID-36: with what it does to the points of the round."""
    shown = scene(robbery())
    assert re.search(r"steal black 7 from Burt +you 1→8 +Burt 5→-2", shown)
    assert re.search(r"steal -5 from Burt +you 1→-4 +Burt 5→10", shown)
    assert re.search(r"steal -5 from Burt +Anne 1→-4", scene(robbery(), None))


def test_what_a_thief_may_type() -> None:
    assert meant(robbery(), 0, "black 7") == "steal black 7 from Burt"
    assert meant(robbery(), 0, "3 from burt") == "steal black 3 from Burt"
    told = SCENE.consequence(robbery().view("Anne"), robbery().view("Anne").actions[0])
    assert str(told[0]).startswith("you 1→4, Burt 5→2")


def test_cards_may_be_typed_shortly() -> None:
    table = a_table({"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}, hands={"Anne": ["red 9", "red 8", "2x"]})
    assert [meant(table, 0, text) for text in ("r9", "R 8", "2x", "red 9")] == [
        "play red 9",
        "play red 8",
        "play 2x",
        "play red 9",
    ]


def test_what_could_be_two_cards_is_asked_back() -> None:
    hands = {"Anne": ["red 9", "blue 9", "red 1", "red 2", "red 3", "red 4"]}
    table = a_table({"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}, hands=hands)
    with pytest.raises(IllegalAction, match="could be play red 9 or play blue 9"):
        meant(table, 0, "9")


# The players


def test_the_board_shows_what_the_round_would_score() -> None:
    """BID-19, BID-35: doubled cards, a lucky loser for the third time."""
    table = a_table(
        {"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"},
        round_number=4,
        taker={"Burt": ["black 7", "2x"]},
        doubled=["black 7", "2x"],
        lucky={"Anne": 2},
        totals={"Anne": 36, "Burt": 5},
    )
    shown = scene(table)
    assert re.search(r"Anne \(you\) +none +♣ 36 +♣♣ next 36 +36 → +72", shown)
    assert re.search(r"Burt +7×2 +2x +14 +next 12 +5 → +19", shown)


def test_others_hands_stay_hidden() -> None:
    table = bidwell.game("bids").deal(4, seed=3)
    other = (table.asks[0] + 1) % 4
    assert "your hand" not in scene(table, None)
    assert "if last" not in scene(table, table.names[other])


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"ally": True, "specials": ["Thief"]}),
        (4, {"specials": ALL, "ally": True}),
        (6, {"specials": ALL, "colour_bids": True, "blanks": [["Joker", 7], ["A long blank one", -3]]}),
    ],
)
def test_every_page_fits_on_a_small_screen(players: int, options: dict[str, object]) -> None:
    """80 by 24, the prompt's line included; nothing is wider."""
    game = bidwell.game("bids")
    table, player, mark = game.deal(players, seed=5, options={**options, "rounds": 1}), bot("heuristic", game, 1), 0
    while not table.over:
        seat = table.asks[0]
        lines = drawn(SCENE.scene(table.view(seat), table.log[mark:]), screen=True).splitlines()
        assert len(lines) < 24
        assert max(len(line.rstrip()) for line in lines) <= 80
        mark = len(table.log)
        table.play(seat, player.choose(table.view(seat)))
    assert max(len(line.rstrip()) for line in drawn(SCENE.ending(table)).splitlines()) <= 80


# Before and after


def test_the_welcome_explains_only_what_is_in_play() -> None:
    game = bidwell.game("bids")
    assert len(SCENE.how(game.deal(4, seed=1))) == 5
    assert "Thief" not in " ".join(SCENE.how(game.deal(4, seed=1)))
    added = SCENE.how(game.deal(5, seed=1, options={"specials": ["Thief"], "colour_bids": True}))[5]
    assert re.findall(r"Thief:|Shuffle:|Ally:|Colour bids:", added) == ["Thief:", "Ally:", "Colour bids:"]


def test_the_welcome_fits_on_a_small_screen(bidwell: Bidwell) -> None:
    shown = bidwell("play bids --seed 1 --option specials=all --option ally=on --option colour_bids=on").out
    assert shown.partition("Enter to begin")[0].count("\n") <= 25


def test_the_winner_the_margin_and_the_luck() -> None:
    """BID-18, BID-19."""
    table = round_over({"Anne": ["black 10", "black 9"], "Burt": ["black 1"], "Carla": ["black 2"]})
    assert why(table) == "19 points, 11 ahead of Dora."
    assert [(each.number, each.lucky) for each in rounds(table)] == [(1, {3})]
    lucky = round_over({"Burt": ["black 1"], "Carla": ["black 2"], "Dora": ["black 3"]})
    assert why(lucky) == "8 points (8 of them as a lucky loser, BID-19), 5 ahead of Dora."


def test_a_tie_is_shared() -> None:
    """BID-18."""
    table = round_over({"Burt": ["black 1"], "Dora": ["black 3"]})
    assert why(table) == "Anne and Carla have 8 points each: they share the victory (BID-18)."
    assert "Anne and Carla share the victory." in drawn(SCENE.ending(table))


def test_the_rounds_add_up_to_the_points() -> None:
    game = bidwell.game("bids")
    table, player = game.deal(4, seed=2, options={"rounds": 2, "ally": True}), bot("heuristic", game, 1)
    while not table.over:
        table.play(table.asks[0], player.choose(table.view(table.asks[0])))
    for seat in range(4):
        assert sum(each.points[seat] for each in rounds(table)) == table.scores[seat]
    assert all(turn.cards and turn.winner >= 0 for turn in turns(table))
    assert "The best turns" in drawn(SCENE.ending(table))


def last_turn(plays: dict[str, str], **fields: Any) -> Table:
    """The ninth turn with what was taken in it, and then this last one."""
    ninth = {"Burt": "blue 8", "Carla": "green 3", "Dora": "yellow 2", "Anne": "red 1"}
    hands = {name: [card, plays[name]] for name, card in ninth.items()}
    table = a_table(ninth, turn_number=9, hands=hands, options={"rounds": 1, "specials": ["Thief"]}, **fields)
    return play(play(table, ninth), plays)


THEFT = {"Burt": "blue 2", "Carla": "green 6", "Dora": "yellow 7", "Anne": "red 9"}


def test_what_was_stolen_counts_for_the_thief() -> None:
    """BID-36: Burt's black 10 of turn 9 is Anne's at the end, and her turn with the Thief is the best one."""
    table = last_turn(THEFT, up="black 10", pile=["Thief"])
    assert best_turns(table) == ["Round 1, turn 10: Anne stole black 10 from Burt."]


def test_what_was_left_to_the_victim_still_counts() -> None:
    """BID-13, BID-36: of black 10 and black 4 Anne steals the 10."""
    ninth = {"Burt": "blue 8", "Carla": "black 4", "Dora": "yellow 2", "Anne": "red 1"}
    hands = {name: [card, THEFT[name]] for name, card in ninth.items()}
    options = {"rounds": 1, "specials": ["Thief"]}
    table = a_table(ninth, turn_number=9, hands=hands, options=options, up="black 10", pile=["Thief"])
    play(play(table, ninth), THEFT)
    table.play("Anne", "steal black 10 from Burt")
    shown = drawn(SCENE.ending(table))
    assert "Round 1, turn 9: Burt took black 4." in shown
    assert "Round 1, turn 10: Anne stole black 10 from Burt." in shown


def test_a_theft_with_cards_taken_is_one_turn() -> None:
    """BID-36: a Thief from hand: the winner takes the card in the middle too."""
    plays = {**THEFT, "Carla": "Thief"}
    table = last_turn(plays, up="black 10", pile=["black 3"])
    assert best_turns(table) == ["Round 1, turn 10: Anne took black 3 and stole black 10 from Burt."]


def test_what_was_not_stolen_is_told_as_before() -> None:
    """Without a theft the best turns are those with the most points."""
    table = last_turn(THEFT, up="black 10", pile=["black 3"])
    assert best_turns(table) == ["Round 1, turn 9: Burt took black 10.", "Round 1, turn 10: Anne took black 3."]


def test_a_shuffle_that_comes_up_is_told_before_it_is_discarded() -> None:
    """BID-38, BID-39: in the log that stands on the screen, each with its clause."""
    table = play(a_table(NINE_WINS, pile=["Shuffle", "Lowest", "black 8"], options={"specials": ALL}), NINE_WINS)
    shown = drawn(SCENE.scene(table.view("Anne"), table.log), 120)
    assert "Shuffle is turned up · The pile is shuffled, burned cards and all  BID-38" in shown
    assert shown.index("Shuffle is turned up") < shown.index("Shuffle is discarded")


def test_several_at_one_keyboard_see_only_their_own_hand(bidwell: Bidwell) -> None:
    shown = bidwell("play bids --seed 3 --seats you,you,you", "", "", "hint").out
    assert "Pass the keyboard to" in shown
    assert len(re.findall(r"^your hand ", shown, re.M)) == 1
