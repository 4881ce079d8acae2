"""Bids clause by clause, in the order of its rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from bidwell import BadDeal, IllegalAction, Table
from bidwell.games.bids import options
from tests.games.bids.helpers import (
    BLANKS,
    BURT,
    CARLA,
    COLOURS,
    DORA,
    GAME,
    HIGHEST,
    NAMES,
    SPECIALS,
    a_table,
    all_cards,
    gone,
    names,
    play,
    round_over,
    see,
    taken,
    turn,
    under,
    was_told,
)


def refused(table: Table, name: str, text: str) -> str:
    """What the table says when it does not take an action."""
    with pytest.raises(IllegalAction) as refusal:
        table.play(name, text)
    return str(refusal.value)


def hands(table: Table) -> dict[str, list[str]]:
    """What everybody holds."""
    held: dict[str, list[str]] = see(table, "hands")
    return held


def in_hands(table: Table) -> list[str]:
    """All cards in hands."""
    return [card for hand in hands(table).values() for card in hand]


def is_coloured(card: str) -> bool:
    return card.split()[0] in COLOURS


EVERYTHING = {"specials": [*SPECIALS], "ally": True, "blanks": BLANKS}


# Material


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_can_play(players: int) -> None:
    """BID-01: 3 to 6 players."""
    assert GAME.deal(players).players == players


@pytest.mark.parametrize("players", [0, 1, 2, 7, 9])
def test_no_other_number_can(players: int) -> None:
    """BID-01: not with two, and not with nine."""
    with pytest.raises(BadDeal, match=f"^Bids is for 3 to 6 players, not {players}$"):
        GAME.deal(players)


@pytest.mark.parametrize(
    ("players", "colours", "highest"), [(3, COLOURS[:3], 10), (4, COLOURS, 10), (5, COLOURS, 12), (6, COLOURS, 14)]
)
def test_coloured_cards(players: int, colours: tuple[str, ...], highest: int) -> None:
    """BID-01: 1-10 of three colours, 1-10 of four, 1-12 of four, 1-14 of four."""
    table = GAME.deal(players, seed=1)
    cards = [card for card in [*in_hands(table), *see(table, "removed")] if is_coloured(card)]
    assert sorted(cards) == sorted(f"{colour} {number}" for colour in colours for number in range(1, highest + 1))


@pytest.mark.parametrize(("players", "there"), [(3, False), (4, False), (5, True), (6, True)])
def test_the_ally_with_five_and_six(players: int, there: bool) -> None:
    """BID-01: the white Ally is used with 5 and 6 players."""
    assert ("Ally" in in_hands(GAME.deal(players, seed=1))) is there


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_ally_by_option(players: int) -> None:
    """BID-01: the option `ally` adds it for 3 and 4 players too, and changes nothing for 5 and 6."""
    assert in_hands(GAME.deal(players, seed=1, options={"ally": True})).count("Ally") == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_point_cards(players: int) -> None:
    """BID-02: black 1-10, 1-12 with five, 1-14 with six, and always 2x and -5."""
    table = GAME.deal(players, seed=1)
    cards = [*see(table, "pile"), see(table, "up"), *in_hands(table)]
    black = [card for card in cards if not is_coloured(card) and card != "Ally"]
    assert sorted(black) == sorted([*(f"black {number}" for number in range(1, HIGHEST[players] + 1)), "2x", "-5"])


@pytest.mark.parametrize("given", [[], ["Thief"], ["Lowest", "Shuffle"], [*SPECIALS]])
def test_any_of_the_special_cards_may_be_added(given: list[str]) -> None:
    """BID-03: one of each, any subset, and none by default."""
    table = GAME.deal(4, seed=3, options={"specials": given} if given else None)
    cards = [*see(table, "pile"), see(table, "up"), *in_hands(table), *see(table, "gone")]
    assert sorted(card for card in cards if card in SPECIALS) == sorted(given)


def test_an_unknown_special_card_is_refused() -> None:
    """BID-03: the sentence names those that there are."""
    sentence = "^BID-03: option specials knows Thief, Shuffle, Lowest, Surprise, but not 'Wizard'$"
    with pytest.raises(BadDeal, match=sentence):
        GAME.deal(4, options={"specials": ["Thief", "Wizard"]})


def test_special_cards_are_a_list() -> None:
    """BID-03: one word is none."""
    sentence = "^BID-03: option specials is a list out of Thief, Shuffle, Lowest, Surprise, not 'Thief'$"
    with pytest.raises(BadDeal, match=sentence):
        GAME.deal(4, options={"specials": "Thief"})


@pytest.mark.parametrize(
    ("players", "ally", "count"),
    [
        (3, False, 1),
        (4, False, 1),
        (5, False, 1),
        (6, False, 0),
        (3, True, 2),
        (4, True, 2),
        (5, True, 1),
        (6, True, 0),
    ],
)
def test_cards_out_of_the_round(players: int, ally: bool, count: int) -> None:
    """BID-04: one with 3 to 5 players, two where the Ally is added by option at 3 or 4, none with six."""
    assert len(see(GAME.deal(players, seed=1, options={"ally": ally}), "removed")) == count


def test_what_is_out_of_the_round_is_not_seen() -> None:
    """BID-04: by anybody."""
    table = GAME.deal(3, seed=1)
    assert {*table.view("Anne")["removed"], *table.view(None)["removed"]} == {None}


@pytest.mark.parametrize(("ally", "deals"), [(True, 1500), (False, 3000)])
def test_what_is_out_of_the_round_is_drawn(ally: bool, deals: int) -> None:
    """BID-04: one card or two different ones, each coloured card about as often (29 degrees, 99.99 %), no Ally."""
    removed = [see(GAME.deal(3, seed=seed, options={"ally": ally}), "removed") for seed in range(deals)]
    assert {len({*cards}) for cards in removed} == {1 + ally}
    found = Counter(card for cards in removed for card in cards)
    assert {*found} == {f"{colour} {number}" for colour in COLOURS[:3] for number in range(1, 11)}
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 66.2


@pytest.mark.parametrize(("players", "mixed", "pile"), [(3, 1, 11), (4, 1, 11), (5, 2, 12), (6, 3, 13)])
def test_point_cards_in_hands_and_in_the_pile(players: int, mixed: int, pile: int) -> None:
    """BID-05: one is mixed into the bid cards (two with five, three with six); 11, 11, 12, 13 are the pile."""
    table = GAME.deal(players, seed=5)
    black = [card for card in in_hands(table) if not is_coloured(card) and card != "Ally"]
    assert (len(black), len(see(table, "pile")) + 1) == (mixed, pile)


@pytest.mark.parametrize("given", [{}, EVERYTHING])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_is_dealt_ten(players: int, given: dict[str, Any]) -> None:
    """BID-05: ten cards each, whatever the options."""
    held = hands(GAME.deal(players, seed=2, options=given))
    assert [len(hand) for hand in held.values()] == [10] * players


def test_any_point_card_may_be_in_a_hand() -> None:
    """BID-05: 2x, -5, specials and blanks included, each about as often (17 degrees, 99.99 %)."""
    tables = (GAME.deal(3, seed=seed, options={"specials": [*SPECIALS], "blanks": BLANKS}) for seed in range(1800))
    found = Counter(card for table in tables for card in in_hands(table) if not is_coloured(card))
    assert len(found) == 10 + 2 + 4 + 2
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 47.9


def test_the_pile_lies_face_down() -> None:
    """BID-05: nobody sees it."""
    table = GAME.deal(3, seed=1)
    assert {*table.view("Anne")["pile"], *table.view(None)["pile"]} == {None}


def test_one_sees_ones_own_hand_only() -> None:
    """BID-05: the cards dealt to others are hidden."""
    table = GAME.deal(3, seed=1)
    assert table.view("Burt")["hands"] == {"Anne": [None] * 10, "Burt": hands(table)["Burt"], "Carla": [None] * 10}


def test_every_round_is_dealt_anew() -> None:
    """BID-06: from all cards: nothing is gone, nothing taken, ten in every hand."""
    table = round_over({"Anne": ["black 9"]}, rounds=2)
    lying = [*in_hands(table), *see(table, "pile"), *see(table, "removed"), see(table, "up")]
    assert sorted(lying) == sorted(all_cards(4, table.options))
    assert (see(table, "gone"), [taken(table, name) for name in NAMES[:4]]) == ([], [[]] * 4)


def test_effects_end_with_the_round() -> None:
    """BID-06, BID-32, BID-39: no alliance, no lowest-wins in the next round."""
    table = round_over({}, rounds=2, allies=["Anne", "Burt"], lowest_wins=True, seed=8)
    assert (see(table, "round_number"), see(table, "allies"), see(table, "lowest_wins")) == (2, [], False)


def test_nothing_counts_double_in_the_next_round() -> None:
    """BID-06, BID-35: the 2x and what it doubled are dealt like all other cards."""
    table = round_over({"Anne": ["black 9", "2x"]}, rounds=2, doubled=["black 9", "2x"])
    assert (see(table, "round_number"), see(table, "doubled")) == (2, [])


def test_no_card_is_known_to_lie_in_the_pile_of_the_next_round() -> None:
    """BID-06, BID-10: the black 7 that burned in the last turn is shuffled in."""
    table = round_over({"Anne": ["black 9"]}, rounds=2, up="black 7")
    assert was_told(table, "under the pile") == ["Black 7 goes face down under the pile"]
    assert (see(table, "burned"), see(table, "under")) == ([], 0)


# A turn


def test_the_top_point_card_is_turned_up() -> None:
    """BID-07: after a turn, the next one of the pile."""
    table = turn({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}, pile=["black 8", "black 4"])
    assert (see(table, "up"), see(table, "pile")[0]) == ("black 8", "black 4")


def test_all_play_clockwise_from_the_leader() -> None:
    """BID-07: Carla, Anne, Burt."""
    plays = {"Carla": "green 2", "Anne": "red 9", "Burt": "blue 5"}
    table = a_table(plays)
    asked = []
    for name, card in plays.items():
        asked.append(table.names[table.asks[0]])
        table.play(name, f"play {card}")
    assert asked == ["Carla", "Anne", "Burt"]


def test_nobody_plays_out_of_turn() -> None:
    """BID-07: one by one."""
    table = a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"})
    assert refused(table, "Burt", "play blue 5") == "BID-07: Burt is not asked now; waiting for Anne"


def test_any_card_in_hand_may_be_played() -> None:
    """BID-07: exactly one card, whichever."""
    table = GAME.deal(3, seed=1)
    assert sorted(table.legal(CARLA)) == sorted(f"play {card}" for card in hands(table)["Carla"])


def test_no_other_card_may_be_played() -> None:
    """BID-07: the table says why, and what is legal."""
    table = a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}, turn_number=10)
    assert refused(table, "Anne", "play blue 5") == "BID-07: blue 5 is not in your hand; legal now: play red 9"


def test_cards_are_played_face_up() -> None:
    """BID-07: all see what was played before them."""
    table = play(a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}), {"Anne": "red 9"})
    assert table.view("Carla")["played"] == {"Anne": "red 9", "Burt": "none", "Carla": "none"}


@pytest.mark.parametrize(
    ("players", "leader"),
    [
        (["Ann", "Alexandra", "Bo"], "Alexandra"),
        (["Ann Lee", "Bob Longsurname", "Eve"], "Bob Longsurname"),
        (["Ann Verylongsurname", "Anna Lee", "Eve"], "Anna Lee"),
        (["Ann de la Cruz", "Bob Smith", "Eve"], "Ann de la Cruz"),
    ],
)
def test_the_longest_name_leads_first(players: list[str], leader: str) -> None:
    """BID-08: letters of the first word of the name, then letters of the rest."""
    assert {see(GAME.deal(names=players, seed=seed), "leader") for seed in range(20)} == {leader}


def test_equally_long_names_draw() -> None:
    """BID-08: then drawn at random (2 degrees, 99.99 %), and the shorter name is not in it."""
    drawn = Counter(see(GAME.deal(names=["Ann", "Bob", "Eve", "Al"], seed=seed), "leader") for seed in range(900))
    assert {*drawn} == {"Ann", "Bob", "Eve"}
    assert sum((count - 300) ** 2 / 300 for count in drawn.values()) < 18.4


def test_the_highest_number_wins_the_point_card() -> None:
    """BID-09: 9 takes the black 7."""
    table = turn({"Anne": "red 4", "Burt": "blue 9", "Carla": "green 8"}, up="black 7")
    assert [taken(table, name) for name in NAMES[:3]] == [[], ["black 7"], []]


def test_the_winner_takes_every_black_card_played() -> None:
    """BID-09: with the point card also the -5 and the black 3 that others have played."""
    plays = {"Anne": "red 9", "Burt": "-5", "Carla": "black 3", "Dora": "blue 1", "Emil": "green 1"}
    assert taken(turn(plays, up="black 7"), "Anne") == ["black 3", "black 7", "-5"]


def test_a_tie_for_the_highest_burns_the_turn() -> None:
    """BID-10: even if the next highest is alone, nobody takes anything."""
    table = turn({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 8"}, up="black 7")
    assert [taken(table, name) for name in NAMES[:3]] == [[], [], []]


def test_a_tie_for_less_burns_nothing() -> None:
    """BID-10: two 8s under a 9 do not matter."""
    table = turn({"Anne": "red 8", "Burt": "blue 8", "Carla": "green 9"}, up="black 7")
    assert taken(table, "Carla") == ["black 7"]


def test_burned_cards_go_under_the_pile() -> None:
    """BID-10: the turned-up card, then the black cards in the order they were played, to the bottom."""
    plays = {"Dora": "black 3", "Emil": "red 9", "Anne": "blue 9", "Burt": "-5", "Carla": "green 1"}
    table = turn(plays, up="black 7", pile=["black 2"])
    assert see(table, "up") == "black 2"
    assert see(table, "pile")[-3:] == ["black 7", "black 3", "-5"]


def test_burned_cards_lie_face_down() -> None:
    """BID-10: nobody sees them there, though all know."""
    table = turn({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 8"}, up="black 7")
    assert (table.view("Anne")["pile"][-1], table.view("Anne")["burned"]) == (None, ["black 7"])


def test_the_winner_leads_the_next_turn() -> None:
    """BID-11: Carla won."""
    assert turn({"Anne": "red 4", "Burt": "blue 5", "Carla": "green 8"}).asks == (CARLA,)


@pytest.mark.parametrize(
    ("plays", "turner"),
    [
        ({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 8"}, "Burt"),
        ({"Burt": "red 9", "Carla": "blue 1", "Anne": "green 9"}, "Anne"),
        ({"Carla": "red 9", "Anne": "blue 9", "Burt": "green 9"}, "Burt"),
    ],
)
def test_the_burner_is_the_turner(plays: dict[str, str], turner: str) -> None:
    """BID-11: after a burn, the tied player who played last leads."""
    assert see(turn(plays), "leader") == turner


def test_coloured_cards_are_out_for_the_round() -> None:
    """BID-12: won or burned, what was played of the four colours lies with nobody."""
    table = turn({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 8"})
    assert {"red 9", "blue 9", "green 8"} <= {*see(table, "gone")}
    assert not {"red 9", "blue 9", "green 8"} & {*in_hands(table)}


def test_a_black_number_is_a_bid_and_its_owner_may_win_it() -> None:
    """BID-13: black 5 turned up, black 8 played: the winner, here its owner, takes 5 + 8."""
    table = turn({"Anne": "red 4", "Burt": "black 8", "Carla": "green 7"}, up="black 5")
    assert taken(table, "Burt") == ["black 5", "black 8"]


def test_a_black_number_goes_to_the_winner() -> None:
    """BID-13: the 9 takes the 5 and the 8."""
    table = turn({"Anne": "red 9", "Burt": "black 8", "Carla": "green 7"}, up="black 5")
    assert taken(table, "Anne") == ["black 5", "black 8"]


def test_a_black_number_ties_like_any_other() -> None:
    """BID-10, BID-13: black 8 and green 8 burn the turn."""
    table = turn({"Anne": "red 4", "Burt": "black 8", "Carla": "green 8"}, up="black 5")
    assert under(table) == ["black 5", "black 8"]


def test_a_round_is_ten_turns() -> None:
    """BID-14: ten cards are turned up, and one of the pile of eleven never is."""
    table = GAME.deal(3, seed=4, options={"rounds": 1})
    while not table.over:
        table.play(table.asks[0], table.legal(table.asks[0])[0])
    turned_up = [event.values["turn"] for event in table.log if event.name == "turned up"]
    assert turned_up == [*range(1, 11)]
    assert len(see(table, "pile")) == 11 - 10 + sum(event.name == "under the pile" for event in table.log)


# Scoring


def test_a_score_is_the_sum_of_the_numbers_taken() -> None:
    """BID-15: 1 + 4 + 10; 9 - 5; the others took 2 and 3."""
    table = round_over(
        {
            "Anne": ["black 1", "black 4", "black 10"],
            "Burt": ["black 9", "-5"],
            "Carla": ["black 2"],
            "Dora": ["black 3"],
        }
    )
    assert table.scores == [15, 4, 2, 3]


NEXT_LEADERS: dict[str, tuple[dict[str, list[str]], list[int], str]] = {
    "highest total": ({"Anne": ["black 9"], "Burt": ["black 1"], "Carla": ["black 2"]}, [10, 25, 10], "Burt"),
    "then the last round": ({"Anne": ["black 9"], "Burt": ["black 1"], "Carla": ["black 2"]}, [12, 20, 18], "Anne"),
    "then the highest number": (
        {"Anne": ["black 2", "black 8"], "Burt": ["black 9", "black 1"], "Carla": ["black 3"]},
        [5, 5, 0],
        "Burt",
    ),
}


@pytest.mark.parametrize("rank", NEXT_LEADERS)
def test_who_leads_the_next_round(rank: str) -> None:
    """BID-16: highest total; then highest score in the last round; then the highest single black number in it."""
    taker, totals, leader = NEXT_LEADERS[rank]
    tables = [round_over(taker, players=3, rounds=2, totals=totals, seed=seed) for seed in range(8)]
    assert {see(table, "leader") for table in tables} == {leader}


def test_then_the_leader_is_drawn() -> None:
    """BID-16: Anne and Burt have the same of everything: both may be drawn, Carla may not."""
    taker = {"Carla": ["black 1"]}
    tables = [round_over(taker, players=3, rounds=2, seed=seed) for seed in range(100)]
    drawn = Counter(see(table, "leader") for table in tables)
    assert {*drawn} == {"Anne", "Burt"}
    assert 25 < drawn["Anne"] < 75


@pytest.mark.parametrize(("given", "rounds"), [({}, 6), ({"rounds": 1}, 1), ({"rounds": 12}, 12)])
def test_six_rounds_or_as_many_as_agreed(given: dict[str, int], rounds: int) -> None:
    """BID-17: six by default, 1 to 12 by option; then the game is over."""
    table = GAME.deal(3, seed=1, options=given)
    while not table.over:
        table.play(table.asks[0], table.legal(table.asks[0])[0])
    assert [event.values["round"] for event in table.log if event.name == "round"] == [*range(1, rounds + 1)]


@pytest.mark.parametrize("rounds", [0, 13, -1, 2.5, True, "6"])
def test_no_other_number_of_rounds(rounds: Any) -> None:
    """BID-17: neither 0 nor 13."""
    with pytest.raises(BadDeal, match=f"^BID-17: option rounds is from 1 to 12, not {rounds!r}$"):
        GAME.deal(3, options={"rounds": rounds})


def test_nothing_is_legal_after_the_last_round() -> None:
    """BID-17: the game is over."""
    table = round_over({})
    assert (table.over, table.asks) == (True, ())
    assert refused(table, "Anne", "play red 9") == "BID-17: the game is over; nothing is legal any more"


def test_most_points_win_and_a_tie_is_shared() -> None:
    """BID-18: 10 points and 10 points are both first, 9 is third, 3 is last."""
    taker = {"Anne": ["black 10"], "Burt": ["black 8", "black 2"], "Carla": ["black 9"], "Dora": ["black 3"]}
    assert round_over(taker).places == [1, 1, 3, 4]


@pytest.mark.parametrize(("players", "points"), [(3, 12), (4, 8), (5, 8), (6, 7)])
def test_a_lucky_loser(players: int, points: int) -> None:
    """BID-19: a player without a black card scores 12, 8, 8 or 7 the first time."""
    taker = {name: [f"black {number}"] for number, name in enumerate(NAMES[1:players], 1)}
    assert round_over(taker, players=players).scores == [points, *range(1, players)]


@pytest.mark.parametrize(("players", "points"), [(3, 36), (4, 24), (5, 24), (6, 21)])
def test_luck_grows_with_every_time(players: int, points: int) -> None:
    """BID-19: the third time in the game, this one included, three times as much."""
    taker = {name: [f"black {number}"] for number, name in enumerate(NAMES[1:players], 1)}
    table = round_over(taker, players=players, rounds=5, round_number=5, lucky={"Anne": 2})
    assert (table.scores[0], see(table, "lucky")["Anne"]) == (points, 3)


def test_102_points() -> None:
    """BID-19: four players, 9, -, -, -, 13, -: 9 + 8 + 16 + 24 + 13 + 32 = 102, and not only in a row."""
    total = times = 0
    scored = []
    for number, cards in enumerate([["black 9"], [], [], [], ["black 10", "black 3"], []], 1):
        taker = {"Anne": cards, "Burt": ["black 1"], "Carla": ["black 2"], "Dora": ["black 4"]}
        state: dict[str, Any] = {"round_number": number, "totals": {"Anne": total}, "lucky": {"Anne": times}}
        table = round_over(taker, rounds=6, **state)
        scored.append(see(table, "last_scores")["Anne"])
        total, times = see(table, "totals")["Anne"], see(table, "lucky")["Anne"]
    assert scored == [9, 8, 16, 24, 13, 32]
    assert (table.over, table.scores[0]) == (True, 102)


# Colour bids

COLOUR_BIDS: dict[str, Any] = {"options": {"colour_bids": True}}


def test_colour_bids_are_an_option() -> None:
    """BID-20: off by default: the green 9 wins; on, the blue 7."""
    plays = {"Anne": "red 4", "Burt": "blue 5", "Carla": "green 9", "Dora": "blue 7"}
    assert taken(turn(plays, up="black 6"), "Carla") == ["black 6"]
    assert taken(turn(plays, up="black 6", **COLOUR_BIDS), "Dora") == ["black 6"]


def test_blue_seven() -> None:
    """BID-20: red 4, blue 5, green 9, blue 7 are played: blue 7 wins."""
    plays = {"Anne": "red 4", "Burt": "blue 5", "Carla": "green 9", "Dora": "blue 7"}
    table = turn(plays, up="black 10", **COLOUR_BIDS)
    assert was_told(table, "colour won") == ["Dora wins the turn with the best card of the colour played most"]
    assert (taken(table, "Dora"), table.asks) == (["black 10"], (DORA,))


def test_colours_tied_for_most_are_pooled() -> None:
    """BID-20: two red, two blue: the red 6 is the highest of the four, the green 9 is in no pool."""
    plays = {"Anne": "red 4", "Burt": "blue 5", "Carla": "red 6", "Dora": "blue 1", "Emil": "green 9"}
    assert taken(turn(plays, up="black 3", **COLOUR_BIDS), "Carla") == ["black 3"]


def test_the_card_in_the_middle_counts_as_black() -> None:
    """BID-21: one black 8 played and one in the middle are two; red, blue and green are one each."""
    plays = {"Anne": "red 9", "Burt": "blue 10", "Carla": "black 8", "Dora": "green 9"}
    assert taken(turn(plays, up="black 7", **COLOUR_BIDS), "Carla") == ["black 7", "black 8"]


def test_the_card_in_the_middle_makes_a_pool_with_single_cards() -> None:
    """BID-21: every colour once, black too by the middle alone: the highest of all wins."""
    assert taken(
        turn({"Anne": "red 4", "Burt": "blue 9", "Carla": "green 8"}, up="black 7", **COLOUR_BIDS), "Burt"
    ) == ["black 7"]


def test_the_middle_card_is_best() -> None:
    """BID-22: black is among the most and the middle card is the highest of the pool: burned, and the leader leads."""
    table = turn({"Burt": "red 4", "Carla": "blue 9", "Anne": "green 8"}, up="black 10", **COLOUR_BIDS)
    assert under(table) == ["black 10"]
    assert (table.asks, was_told(table, "burned by the middle")) == (
        (BURT,),
        ["The card in the middle is best: burned, Burt leads again"],
    )


def test_the_middle_card_ties() -> None:
    """BID-22: so it is when it ties for highest of the pool."""
    table = turn({"Anne": "red 4", "Burt": "blue 9", "Carla": "green 8"}, up="black 9", **COLOUR_BIDS)
    assert (under(table), see(table, "leader")) == (["black 9"], "Anne")


def test_the_middle_card_matters_only_if_black_is_among_the_most() -> None:
    """BID-22: two blue against the one black in the middle: blue 2 wins a black 10."""
    plays = {"Anne": "red 4", "Burt": "blue 2", "Carla": "blue 1"}
    assert taken(turn(plays, up="black 10", **COLOUR_BIDS), "Burt") == ["black 10"]


def test_equal_highest_cards_in_the_pool() -> None:
    """BID-23: red 7 and blue 7 burn the turn, and the one who played last leads; the green 9 is in no pool."""
    plays = {"Anne": "red 7", "Burt": "blue 7", "Carla": "red 2", "Dora": "blue 3", "Emil": "green 9"}
    table = turn(plays, up="black 3", **COLOUR_BIDS)
    assert (under(table), see(table, "leader"), names(table.log)[5]) == (["black 3"], "Burt", "burned")


def test_equal_highest_cards_outside_the_pool() -> None:
    """BID-23: a green 9 and a yellow 9 tie in vain: two blue make blue 3 the winner."""
    plays = {"Anne": "yellow 9", "Burt": "green 9", "Carla": "blue 2", "Dora": "blue 3"}
    assert taken(turn(plays, up="black 7", **COLOUR_BIDS), "Dora") == ["black 7"]


def test_the_ally_is_a_colour_of_its_own() -> None:
    """BID-24: it is counted with no other: red, blue, the Ally and the middle are one each, and it cannot win."""
    table = turn({"Anne": "red 4", "Burt": "Ally", "Carla": "blue 3"}, up="black 2", **COLOUR_BIDS)
    assert (taken(table, "Anne"), see(table, "allies")) == (["black 2"], ["Anne", "Burt"])


def test_black_specials_count_as_black() -> None:
    """BID-24: a 2x played and the middle are two black cards, so that the one -5 among three black is the bid."""
    plays = {"Anne": "red 9", "Burt": "2x", "Carla": "blue 8", "Dora": "-5", "Emil": "green 7"}
    assert taken(turn(plays, up="Joker", **COLOUR_BIDS), "Dora") == ["2x", "-5", "Joker"]


def test_minus_five_can_win() -> None:
    """BID-24: -5 is a bid of -5: with a 2x in the middle it is the best and only black bid."""
    plays = {"Anne": "red 9", "Burt": "-5", "Carla": "green 8"}
    assert taken(turn(plays, up="2x", **COLOUR_BIDS), "Burt") == ["2x", "-5"]


# Special cards


@pytest.mark.parametrize("card", ["Ally", "2x", "Thief", "Shuffle", "Lowest", "Surprise", "Joker"])
def test_a_special_card_is_played_like_any_other_and_never_wins(card: str) -> None:
    """BID-30: it is not the highest bid: the 2 is."""
    assert see(turn({"Anne": card, "Burt": "blue 1", "Carla": "green 2"}, up="black 6"), "leader") == "Carla"


@pytest.mark.parametrize("card", ["Ally", "2x", "Thief", "Shuffle", "Surprise", "Joker"])
def test_a_special_card_is_not_the_lowest_bid_either(card: str) -> None:
    """BID-30: where the lowest wins, the 1 does."""
    plays = {"Anne": card, "Burt": "blue 1", "Carla": "green 2"}
    assert see(turn(plays, up="black 6", lowest_wins=True), "leader") == "Burt"


def test_no_number_was_bid_at_all() -> None:
    """BID-30: 2x, Ally and Joker: the turn is burned, and its leader leads again. (BID-05 deals no such hands.)"""
    plays = {"Burt": "2x", "Carla": "Ally", "Anne": "Joker"}
    table = turn(plays, up="black 6")
    assert was_told(table, "burned for want of a bid") == ["No bid could win: the turn is burned, Burt leads again"]
    assert (under(table), table.asks, see(table, "allies")) == (["black 6", "2x", "Joker"], (BURT,), [])


@pytest.mark.parametrize("card", ["Ally", "2x", "Thief", "Shuffle", "Lowest", "Surprise"])
def test_no_effect_in_a_burned_turn(card: str) -> None:
    """BID-31: if the highest bid is a tie, no special played from hand has its effect."""
    plays = {"Anne": "red 9", "Burt": "blue 9", "Carla": card}
    table = turn(plays, up="black 6", taker={"Anne": ["black 1"], "Burt": ["black 2"]})
    effects = {"allied", "doubled", "stolen", "shuffled", "lowest", "surprised", "discarded"}
    assert not effects & {*names(table.log)}
    assert (taken(table, "Anne"), taken(table, "Burt"), see(table, "doubled")) == (["black 1"], ["black 2"], [])


def test_the_ally_and_the_winner_are_allied() -> None:
    """BID-32: Carla played it, Anne won."""
    table = turn({"Anne": "red 9", "Burt": "blue 5", "Carla": "Ally"})
    assert was_told(table, "allied") == ["Carla and Anne are allied for this round"]
    assert see(table, "allies") == ["Anne", "Carla"]


ALLIED: dict[str, Any] = {"allies": ["Anne", "Burt"]}


@pytest.mark.parametrize(
    ("cards", "half"),
    [
        (["black 8"], 6),
        (["black 9"], 7),
        (["-5"], 0),
        (["-5", "black 2"], 1),
        (["Toll"], 1),
    ],
)
def test_each_ally_scores_half_rounded_up(cards: list[str], half: int) -> None:
    """BID-32: half the sum of their two scores: of 8 + 4, 9 + 4, -5 + 4, -3 + 4, -3 + 4, rounded up."""
    taker = {"Anne": cards, "Burt": ["black 4"], "Carla": ["black 1"]}
    assert round_over(taker, players=3, **ALLIED).scores == [half, half, 1]


def test_a_negative_half_is_rounded_towards_plus_infinity() -> None:
    """BID-32: half of -5 + 2 is -1.5, and -1 for each."""
    taker = {"Anne": ["-5"], "Burt": ["black 2"], "Carla": ["black 1"]}
    assert round_over(taker, players=3, **ALLIED).scores == [-1, -1, 1]


def test_an_ally_without_black_cards() -> None:
    """BID-33: no lucky-loser points this round, but the count rises: half of 0 + 9 is 5."""
    table = round_over({"Burt": ["black 9"], "Carla": ["black 1"]}, players=3, **ALLIED)
    assert (table.scores, see(table, "lucky")) == ([5, 5, 1], {"Anne": 1, "Burt": 0, "Carla": 0})


def test_eight_then_the_half_then_twenty_four() -> None:
    """BID-33: five players: 8 in round 1; round 2 allied and without black: only their half; round 3: 24."""
    total = times = 0
    scored = []
    others = {"Burt": ["black 6"], "Carla": ["black 2"], "Dora": ["black 3"], "Emil": ["black 4"]}
    for number, allies in enumerate([[], ["Anne", "Burt"], []], 1):
        state = {"round_number": number, "totals": {"Anne": total}, "lucky": {"Anne": times}, "allies": allies}
        table = round_over(others, players=5, rounds=3, **state)
        scored.append(see(table, "last_scores")["Anne"])
        total, times = see(table, "totals")["Anne"], see(table, "lucky")["Anne"]
    assert (scored, total) == ([8, 3, 24], 8 + 3 + 24)


def test_a_player_who_has_nothing_but_minus_five() -> None:
    """BID-34: they score -5 and are no lucky loser."""
    table = round_over({"Anne": ["-5"], "Burt": ["black 1"], "Carla": ["black 2"]}, players=3)
    assert (table.scores, see(table, "lucky")["Anne"]) == ([-5, 1, 2], 0)


def test_minus_five_in_hand_is_a_bid_of_minus_five() -> None:
    """BID-34: lower than any other, and it goes to the winner of the turn."""
    table = turn({"Anne": "-5", "Burt": "blue 1", "Carla": "green 2"}, up="black 6")
    assert taken(table, "Carla") == ["black 6", "-5"]


def test_minus_five_in_hand_is_the_lowest_bid() -> None:
    """BID-34, BID-39: where the lowest wins it beats a 1, and its owner takes it."""
    table = turn({"Anne": "-5", "Burt": "blue 1", "Carla": "green 2"}, up="black 6", lowest_wins=True)
    assert taken(table, "Anne") == ["black 6", "-5"]


def test_2x_doubles_what_was_taken_so_far() -> None:
    """BID-35: all in this round so far, this turn's cards included."""
    plays = {"Anne": "red 9", "Burt": "black 3", "Carla": "green 2"}
    table = turn(plays, up="2x", taker={"Anne": ["black 8"], "Burt": ["black 1"]})
    assert see(table, "doubled") == ["black 3", "black 8", "2x"]


def test_2x_doubles_nothing_taken_later() -> None:
    """BID-35: 8 twice, and 6 once."""
    table = turn(
        {"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"},
        turn_number=10,
        up="black 6",
        taker={"Anne": ["black 8", "2x"], "Burt": ["black 1"], "Carla": ["black 2"]},
        doubled=["black 8", "2x"],
        options={"rounds": 1},
    )
    assert table.scores == [8 * 2 + 6, 1, 2]


def test_2x_doubles_negative_points_too() -> None:
    """BID-35: twice -5."""
    doubled: dict[str, Any] = {"doubled": ["-5", "2x"]}
    table = round_over({"Anne": ["-5", "2x"], "Burt": ["black 1"], "Carla": ["black 2"]}, players=3, **doubled)
    assert table.scores == [-10, 1, 2]


def test_2x_in_hand_goes_to_the_winner() -> None:
    """BID-35: never to its owner."""
    table = turn({"Anne": "2x", "Burt": "blue 5", "Carla": "green 2"}, up="black 6", taker={"Anne": ["black 8"]})
    assert (taken(table, "Burt"), see(table, "doubled")) == (["black 6", "2x"], ["black 6", "2x"])


def test_a_player_who_has_only_the_2x() -> None:
    """BID-35: it is a black card: they are no lucky loser, and score 0."""
    table = round_over({"Anne": ["2x"], "Burt": ["black 1"], "Carla": ["black 2"]}, players=3, doubled=["2x"])
    assert (table.scores, see(table, "lucky")["Anne"]) == ([0, 1, 2], 0)


def test_the_thief_takes_from_the_lowest_bidder() -> None:
    """BID-36: bids 10-8-6-5: the 10 takes a card from the 5."""
    plays = {"Anne": "red 10", "Burt": "blue 8", "Carla": "green 6", "Dora": "yellow 5"}
    taker = {"Burt": ["black 1"], "Carla": ["black 2"], "Dora": ["black 3", "black 4"]}
    table = turn(plays, up="Thief", taker=taker)
    assert table.legal("Anne") == ["steal black 3 from Dora", "steal black 4 from Dora"]


def test_the_thief_chooses_the_card() -> None:
    """BID-36: one black card of their choice, and not another one."""
    plays = {"Anne": "red 10", "Burt": "blue 8", "Carla": "green 5"}
    table = turn(plays, up="Thief", taker={"Carla": ["black 3", "black 4", "-5"]})
    table.play("Anne", "steal black 4 from Carla")
    assert (taken(table, "Anne"), taken(table, "Carla")) == (["black 4"], ["black 3", "-5"])


def test_the_thief_leads_after_the_choice() -> None:
    """BID-11, BID-36: the winner of the turn leads the next."""
    table = turn({"Anne": "red 1", "Burt": "blue 8", "Carla": "green 5"}, up="Thief", taker={"Anne": ["black 3", "-5"]})
    table.play("Burt", "steal -5 from Anne")
    assert (table.asks, see(table, "turn_number")) == ((BURT,), 6)


def test_one_card_leaves_no_choice() -> None:
    """BID-36: the only card there is to steal is taken without asking."""
    table = turn({"Anne": "red 10", "Burt": "blue 8", "Carla": "green 5"}, up="Thief", taker={"Carla": ["black 3"]})
    assert was_told(table, "stolen") == ["Anne steals black 3 from Carla"]
    assert see(table, "turn_number") == 6


def test_the_thief_must_steal() -> None:
    """BID-36: and that even where there is nothing but a -5."""
    table = turn({"Anne": "red 10", "Burt": "blue 8", "Carla": "green 5"}, up="Thief", taker={"Carla": ["-5"]})
    assert taken(table, "Anne") == ["-5"]


def test_the_thief_goes_on_to_the_next_lowest() -> None:
    """BID-36: Dora, lowest, has none; Carla has."""
    plays = {"Anne": "red 10", "Burt": "blue 8", "Carla": "green 6", "Dora": "yellow 5"}
    table = turn(plays, up="Thief", taker={"Burt": ["black 1"], "Carla": ["black 2"]})
    assert was_told(table, "stolen") == ["Anne steals black 2 from Carla"]


def test_the_thief_chooses_among_those_tied_for_lowest() -> None:
    """BID-36: Carla and Dora both bid 5 and have a card; so did Emil, who has none; Burt bid more."""
    plays = {"Anne": "red 10", "Burt": "blue 8", "Carla": "green 5", "Dora": "yellow 5", "Emil": "red 5"}
    taker = {"Burt": ["black 1"], "Carla": ["black 2"], "Dora": ["black 4"]}
    table = turn(plays, up="Thief", taker=taker)
    assert table.legal("Anne") == ["steal black 2 from Carla", "steal black 4 from Dora"]


def test_nobody_has_a_card_to_steal() -> None:
    """BID-36: no effect."""
    table = turn({"Anne": "red 10", "Burt": "blue 8", "Carla": "green 6"}, up="Thief", taker={"Anne": ["black 1"]})
    assert was_told(table, "nothing to steal") == ["Nobody who bid has a card that Anne could steal"]
    assert (taken(table, "Anne"), table.asks) == (["black 1"], (0,))


def test_the_thief_in_hand_works_for_the_winner() -> None:
    """BID-36: Burt plays it, and Anne, who wins, steals from Carla."""
    table = turn(
        {"Anne": "red 10", "Burt": "Thief", "Carla": "green 6"},
        up="black 7",
        taker={"Burt": ["black 2"], "Carla": ["black 1"]},
    )
    assert (taken(table, "Anne"), taken(table, "Burt")) == (["black 1", "black 7"], ["black 2"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play red 4", "BID-36: the thief takes a card from the lowest bidder who has one"),
        ("steal black 1 from Burt", "BID-36: the thief takes a card from the lowest bidder who has one"),
        ("steal black 9 from Carla", "BID-36: the thief takes a card from the lowest bidder who has one"),
    ],
)
def test_a_thief_can_do_nothing_else(text: str, why: str) -> None:
    """BID-36: neither play a card nor take another one, or from another one."""
    plays = {"Anne": "red 10", "Burt": "blue 8", "Carla": "green 6"}
    table = turn(plays, up="Thief", taker={"Burt": ["black 1"], "Carla": ["black 2", "black 3"]})
    legal = "legal now: steal black 2 from Carla, steal black 3 from Carla"
    assert refused(table, "Anne", text) == f"{why}; {legal}"


def test_nobody_steals_without_a_thief() -> None:
    """BID-36: only the winner of a turn with the Thief."""
    table = a_table({"Anne": "red 10", "Burt": "blue 8", "Carla": "green 6"}, taker={"Burt": ["black 1"]})
    why = refused(table, "Anne", "steal black 1 from Burt")
    assert why.startswith("BID-36: only the winner of a turn with the Thief steals; legal now: play ")


@pytest.mark.parametrize("card", ["Thief", "Shuffle", "Lowest", "Surprise"])
def test_effect_cards_are_discarded(card: str) -> None:
    """BID-37: not kept before a player, who can so still be a lucky loser."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": card}
    table = turn(plays, up="black 6")
    assert (gone(table), [taken(table, name) for name in ("Burt", "Carla")]) == ([card], [[], []])
    assert card not in taken(table, "Anne")


def test_a_2x_cannot_be_stolen_but_minus_five_can() -> None:
    """BID-37: of 2x, -5 and black 3 the thief may choose two."""
    plays = {"Anne": "red 10", "Burt": "blue 8", "Carla": "green 5"}
    table = turn(plays, up="Thief", taker={"Carla": ["2x", "-5", "black 3"]})
    assert table.legal("Anne") == ["steal black 3 from Carla", "steal -5 from Carla"]


def test_a_doubled_card_counts_its_face_value_for_the_thief() -> None:
    """BID-37: the black 8, worth 16 to Carla, is worth 8 to Anne."""
    table = turn(
        {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 5"},
        turn_number=10,
        up="Thief",
        taker={"Carla": ["black 8", "2x"], "Burt": ["black 1"]},
        doubled=["black 8", "2x"],
        options={"rounds": 1},
    )
    assert table.scores == [8, 1, 0]


def test_one_robbed_of_the_last_card_can_be_a_lucky_loser() -> None:
    """BID-37: Carla has no black card any more: 12 points."""
    table = turn(
        {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 5"},
        turn_number=10,
        up="Thief",
        taker={"Carla": ["black 8"], "Burt": ["black 1"]},
        options={"rounds": 1},
    )
    assert table.scores == [8, 1, 12]


def test_the_winner_is_never_the_victim() -> None:
    """BID-37: with lowest-wins the victim is the lowest bidder but them: Burt's 5 after Anne's 2."""
    plays = {"Anne": "red 2", "Burt": "blue 5", "Carla": "green 8"}
    taker = {"Anne": ["black 1"], "Burt": ["black 2"], "Carla": ["black 3"]}
    table = turn(plays, up="Thief", taker=taker, lowest_wins=True)
    assert was_told(table, "stolen") == ["Anne steals black 2 from Burt"]


WON = {"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}


def test_a_shuffle_turned_up() -> None:
    """BID-38: no bidding for it: it is discarded and the next card is turned up, in the turn that was to come."""
    table = turn(WON, pile=["Shuffle"])
    assert names(table.log)[-4:] == ["comes up", "shuffled", "discarded", "turned up"]
    assert (gone(table), see(table, "turn_number"), see(table, "up") == "Shuffle") == (["Shuffle"], 6, False)


def test_a_shuffle_turned_up_shuffles_burned_cards_too() -> None:
    """BID-38: the black 7 that was burned before is no longer always at the bottom."""
    burned = {"Anne": "red 9", "Burt": "blue 9", "Carla": "green 2"}
    tables = [turn(burned, up="black 7", pile=["Shuffle"], seed=seed) for seed in range(30)]
    assert {see(table, "pile")[-1] == "black 7" for table in tables} == {False, True}
    assert [see(table, "under") for table in tables] == [0] * 30


def test_a_shuffle_in_hand() -> None:
    """BID-38: the pile is shuffled after the turn: what was on top need not come next."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": "Shuffle"}
    tables = [turn(plays, up="black 7", pile=["black 8", "black 4"], seed=seed) for seed in range(30)]
    assert len({see(table, "up") for table in tables}) > 4
    assert {*names(tables[0].log)} >= {"shuffled"}


def test_a_lowest_turned_up() -> None:
    """BID-39: no bidding for it; from now on the lowest bid wins, and the next card is turned up."""
    table = turn(WON, pile=["Lowest", "black 8"])
    assert names(table.log)[-4:] == ["comes up", "lowest", "discarded", "turned up"]
    assert (see(table, "lowest_wins"), see(table, "up"), see(table, "turn_number")) == (True, "black 8", 6)


def test_the_lowest_bid_wins() -> None:
    """BID-39: 2 takes the black 7."""
    table = turn(WON, up="black 7", lowest_wins=True)
    assert (taken(table, "Carla"), table.asks) == (["black 7"], (CARLA,))


@pytest.mark.parametrize(("card", "clause"), [("Shuffle", "BID-38"), ("Lowest", "BID-39")])
def test_what_comes_up_without_bidding_is_told(card: str, clause: str) -> None:
    """BID-38, BID-39: that it is turned up, from the pile or under a Surprise; a Surprise is told as any other card."""
    for table in (turn(WON, pile=[card]), turn(WON, up="Surprise", pile=[card])):
        (told,) = (event for event in table.log if event.name == "comes up")
        assert str(told) == f"{card} is turned up ({clause})"


def test_a_surprise_turned_up_is_told() -> None:
    """BID-07, BID-40: with the number of the turn in which they bid for it."""
    table = turn(WON, pile=["Surprise"])
    assert was_told(table, "turned up") == ["Turn 6: Surprise is turned up"]


def test_a_lowest_in_hand() -> None:
    """BID-39: so from the next turn on: this one still goes to the highest."""
    table = turn({"Anne": "red 9", "Burt": "blue 5", "Carla": "Lowest"}, up="black 7")
    assert (taken(table, "Anne"), see(table, "lowest_wins")) == (["black 7"], True)


def test_a_tie_for_the_lowest_burns() -> None:
    """BID-39: and the last of those tied leads; a tie for the highest does not matter then."""
    plays = {"Burt": "red 2", "Carla": "blue 9", "Dora": "yellow 9", "Anne": "green 2"}
    table = turn(plays, up="black 7", lowest_wins=True)
    assert (under(table), see(table, "leader")) == (["black 7"], "Anne")


def test_a_surprise_turned_up() -> None:
    """BID-40: the bidding is for the next card of the pile, unseen."""
    table = turn(WON, up="Surprise", pile=["black 8", "black 4"])
    assert was_told(table, "surprised") == ["The surprise is black 8"]
    assert (taken(table, "Anne"), gone(table), see(table, "up")) == (["black 8"], ["Surprise"], "black 4")


def test_a_surprise_is_unseen_while_they_bid() -> None:
    """BID-40: nobody sees the next card of the pile before the turn is won."""
    table = a_table(WON, up="Surprise", pile=["black 8"])
    assert table.view("Anne")["pile"][0] is None


def test_a_surprise_that_is_a_lowest() -> None:
    """BID-40: it takes effect and one more is drawn."""
    table = turn(WON, up="Surprise", pile=["Lowest", "black 8"])
    assert (taken(table, "Anne"), see(table, "lowest_wins")) == (["black 8"], True)


def test_a_surprise_that_is_a_shuffle() -> None:
    """BID-40: it takes effect and one more is drawn from the shuffled pile."""
    table = turn(WON, up="Surprise", pile=["Shuffle", "black 8"])
    told = names(table.log)
    assert told.index("shuffled") < told.index("surprised") < told.index("takes")
    assert [f"The surprise is {taken(table, 'Anne')[0]}"] == was_told(table, "surprised")


def test_a_burned_surprise() -> None:
    """BID-40: the unseen card stays on the pile for the next turn; the Surprise is discarded."""
    table = turn({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 2"}, up="Surprise", pile=["black 8"])
    assert (see(table, "up"), gone(table), under(table)) == ("black 8", ["Surprise"], [])


def test_a_surprise_in_hand() -> None:
    """BID-40: the next card in place of the one turned up, which goes to the bottom; black cards still go to them."""
    plays = {"Anne": "red 9", "Burt": "black 5", "Carla": "Surprise", "Dora": "blue 1", "Emil": "blue 2"}
    table = turn(plays, up="black 7", pile=["black 8", "black 4"])
    assert (taken(table, "Anne"), under(table), see(table, "up")) == (["black 5", "black 8"], ["black 7"], "black 4")


def test_blank_cards_are_point_cards() -> None:
    """BID-50: worth their points: Joker 7, Toll -3."""
    taker = {"Anne": ["Joker", "black 1"], "Burt": ["Toll"], "Carla": ["black 2"]}
    assert round_over(taker, players=3).scores == [8, -3, 2]


def test_a_blank_card_in_hand_is_a_special_that_goes_to_the_winner() -> None:
    """BID-50: Burt plays the Joker, and Carla's 2 takes it."""
    table = turn({"Anne": "red 1", "Burt": "Joker", "Carla": "green 2"}, up="black 6")
    assert taken(table, "Carla") == ["black 6", "Joker"]


def test_blank_cards_are_called_as_the_table_calls_them() -> None:
    """BID-50: in what is said and in what is told."""
    table = a_table({"Anne": "Joker", "Burt": "blue 5", "Carla": "green 2"}, turn_number=10, up="Toll")
    assert table.legal("Anne") == ["play Joker"]
    play(table, {"Anne": "Joker", "Burt": "blue 5", "Carla": "green 2"})
    assert was_told(table, "takes") == ["Burt takes Toll", "Burt takes Joker"]


BAD_BLANKS: dict[str, tuple[Any, str]] = {
    "three": ([*BLANKS, ["Third", 1]], "blanks are up to two cards, each a name and points, not "),
    "no list": (7, "blanks are up to two cards, each a name and points, not 7"),
    "typed without points": (
        "Joker",
        "a blank card is typed as its name, a colon and its points, like Joker:7, not 'Jok",
    ),
    "no points": ([["Joker"]], "a blank card is a name and points, not ['Joker']"),
    "a card's name": ([["red 9", 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 'red 9'"),
    "the Thief's name": ([["thief", 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 'thief'"),
    "no name": ([["", 3]], "a blank card's name has 1 to 16 letters and is no other card's, not ''"),
    "a long name": ([["J" * 17, 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 'JJJ"),
    "a colon": ([["a:b", 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 'a:b'"),
    "a line": ([["a\nb", 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 'a\\nb'"),
    "a theft": ([["x from y", 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 'x from y'"),
    "a number": ([[7, 3]], "a blank card's name has 1 to 16 letters and is no other card's, not 7"),
    "the same twice": ([["Joker", 3], ["joker", 4]], "two blank cards need two names"),
    "21 points": ([["Joker", 21]], "a blank card is worth -20 to 20 points, not 21"),
    "-21 points": ([["Joker", -21]], "a blank card is worth -20 to 20 points, not -21"),
    "half a point": ([["Joker", 1.5]], "a blank card is worth -20 to 20 points, not 1.5"),
    "truth": ([["Joker", True]], "a blank card is worth -20 to 20 points, not True"),
}


@pytest.mark.parametrize("blanks", BAD_BLANKS)
def test_blank_cards_that_cannot_be(blanks: str) -> None:
    """BID-50: up to two, each a name of its own and -20 to 20 points; one clear sentence says so."""
    given, sentence = BAD_BLANKS[blanks]
    with pytest.raises(BadDeal) as refusal:
        GAME.deal(4, options={"blanks": given})
    assert str(refusal.value).startswith(f"BID-50: {sentence}")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("points", [-20, 0, 20])
def test_blank_cards_that_can_be(points: int) -> None:
    """BID-50: -20 to 20, the ends included."""
    assert GAME.deal(3, options={"blanks": [["Joker", points]]}).options["blanks"] == [["Joker", points]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Joker:7", [["Joker", 7]]),
        ("Joker:7,Toll:-3", BLANKS),
        (" Joker : 7, Toll: -3 ", BLANKS),
        ("Two words:0", [["Two words", 0]]),
        ("Joker:007,Toll:-03", BLANKS),
        ("none", []),
        (" ", []),
    ],
)
def test_blank_cards_are_typed(text: str, value: list[list[Any]]) -> None:
    """BID-50: a name, a colon and points, with a comma between two."""
    (option,) = (option for option in GAME.options if option.name == "blanks")
    assert option.parse(text) == value
    assert GAME.agreed(4, {"blanks": text})["blanks"] == value


@pytest.mark.parametrize("text", ["Joker", "Joker:", "Joker:many", "Joker:--3", "Joker:７", "Joker:+7", ":"])
def test_blank_cards_mistyped(text: str) -> None:
    """BID-50: the sentence shows how it is typed."""
    (option,) = (option for option in GAME.options if option.name == "blanks")
    sentence = "^BID-50: a blank card is typed as its name, a colon and its points, like Joker:7, not "
    with pytest.raises(BadDeal, match=sentence):
        option.parse(text)


@pytest.mark.parametrize("points", ["21", "-21", "99999", "9" * 5000])
def test_blank_cards_typed_with_too_many_points(points: str) -> None:
    """BID-50: however long the number is, the sentence says how many there may be."""
    (option,) = (option for option in GAME.options if option.name == "blanks")
    with pytest.raises(BadDeal, match=f"^BID-50: a blank card is worth -20 to 20 points, not '{points[:50]}"):
        option.parse(f"Joker:{points}")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_pile_cannot_run_out(players: int) -> None:
    """BID-51: whatever set of specials is used, the pile has a card for every turn and all that is drawn besides."""
    for used in product([False, True], repeat=4):
        specials = [special for special, use in zip(SPECIALS, used, strict=True) if use]
        drawn = len({"Shuffle", "Lowest", "Surprise"} & {*specials})
        assert options.pile_at_start(players, len(specials), 0) >= 10 + drawn
        assert GAME.deal(players, options={"specials": specials}).options["specials"] == specials


@pytest.mark.parametrize(
    ("players", "specials", "blanks", "cards"),
    [(3, 0, 0, 11), (4, 0, 0, 11), (5, 0, 0, 12), (6, 0, 0, 13), (3, 4, 2, 17), (6, 1, 1, 15)],
)
def test_the_size_of_the_pile(players: int, specials: int, blanks: int, cards: int) -> None:
    """BID-05, BID-51: all point cards less those mixed in."""
    assert options.pile_at_start(players, specials, blanks) == cards


def test_a_pile_that_could_run_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """BID-51: were the pile of 12 cards with Shuffle, Lowest and Surprise, the deal would be refused with a reason."""
    monkeypatch.setattr(options, "pile_at_start", lambda players, specials, blanks: 12)
    sentence = "^BID-51: the pile of 12 point cards could run out; a round may need 13$"
    with pytest.raises(BadDeal, match=sentence):
        GAME.deal(3, options={"specials": ["Shuffle", "Lowest", "Surprise"]})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"colour_bids": "yes"}, "BID-20: option colour_bids is true or false, not 'yes'"),
        ({"ally": 1}, "BID-01: option ally is true or false, not 1"),
        ({"speed": 3}, "there is no option 'speed'; the options are rounds, colour_bids, specials, ally, blanks"),
    ],
)
def test_options_that_cannot_be(given: dict[str, Any], sentence: str) -> None:
    """BID-01, BID-20: each with one clear sentence."""
    with pytest.raises(BadDeal) as refusal:
        GAME.deal(4, options=given)
    assert str(refusal.value) == sentence


# Rulings


def test_the_colours_of_three_players() -> None:
    """BID-52: red, blue and green, and no yellow."""
    assert {card.split()[0] for card in all_coloured(GAME.deal(3, seed=1))} == {"red", "blue", "green"}


def all_coloured(table: Table) -> list[str]:
    return [card for card in [*in_hands(table), *see(table, "removed")] if is_coloured(card)]


@pytest.mark.parametrize(
    ("players", "leader"),
    [
        (["R2D2-X-17", "Ann", "Anna"], "Anna"),
        (["Zoë", "Ann B.C.9", "Al"], "Ann B.C.9"),
        (["Жанна", "Anna", "Bob"], "Жанна"),
        (["J.R.R.", "Anna", "Bob"], "Anna"),
    ],
)
def test_what_a_letter_is(players: list[str], leader: str) -> None:
    """BID-53: a letter of any alphabet; digits, hyphens and full stops are none."""
    assert {see(GAME.deal(names=players, seed=seed), "leader") for seed in range(10)} == {leader}


def test_lucky_points_count_for_the_next_leader() -> None:
    """BID-54: totals alike at 20: Anne's last round brought 12 as a lucky loser, Burt's last round brought 10."""
    taker = {"Burt": ["black 10"], "Carla": ["black 1"]}
    tables = [round_over(taker, players=3, rounds=2, totals=[8, 10, 0], seed=seed) for seed in range(8)]
    assert {see(table, "leader") for table in tables} == {"Anne"}


def test_an_allys_half_counts_for_the_next_leader() -> None:
    """BID-54: totals alike at 20: Anne's half of 18 is 9, Carla's own 8 is less, though she took more herself."""
    taker = {"Anne": ["black 1"], "Burt": ["black 10", "black 7"], "Carla": ["black 8"]}
    state = {"totals": [11, 0, 12], **ALLIED}
    tables = [round_over(taker, players=3, rounds=2, seed=seed, **state) for seed in range(8)]
    assert {see(table, "leader") for table in tables} == {"Anne"}


def test_the_highest_number_counts_at_face_value() -> None:
    """BID-54: Anne's doubled 4 is a 4, and Burt's Joker no black number: of 4, 0 and 8, Carla's 8 is the highest."""
    taker = {"Anne": ["black 4", "2x"], "Burt": ["Joker", "Toll"], "Carla": ["black 8"]}
    state: dict[str, Any] = {"doubled": ["black 4", "2x"], "totals": [0, 4, 0]}
    tables = [round_over(taker, players=3, rounds=2, seed=seed, **state) for seed in range(8)]
    assert {tuple(see(table, "totals").values()) for table in tables} == {(8, 8, 8)}
    assert {see(table, "leader") for table in tables} == {"Carla"}


def test_numbers_but_none_in_the_pool() -> None:
    """BID-55: 2x and the middle make black the pool, and 9, 8 are in none: burned, and the leader leads again."""
    table = turn({"Burt": "red 9", "Carla": "2x", "Anne": "green 8"}, up="Joker", **COLOUR_BIDS)
    assert (under(table), table.asks) == (["Joker", "2x"], (BURT,))
    (told,) = (event for event in table.log if event.name == "burned for want of the colour")
    assert str(told) == "No bid is of the colour played most: burned, Burt leads again (BID-55)"


def test_no_number_at_all_with_colour_bids() -> None:
    """BID-30: 2x, Ally and Joker burn the turn whatever the colours, and the table says why."""
    table = turn({"Burt": "2x", "Carla": "Ally", "Anne": "Joker"}, up="black 6", **COLOUR_BIDS)
    (told,) = (event for event in table.log if event.name == "burned for want of a bid")
    assert str(told) == "No bid could win: the turn is burned, Burt leads again (BID-30)"


def test_the_middle_goes_before_a_tie() -> None:
    """BID-55: red 9, blue 9 and the black 9 in the middle tie: the leader leads again, not the last of the two."""
    table = turn({"Anne": "red 9", "Burt": "blue 9", "Carla": "green 8"}, up="black 9", **COLOUR_BIDS)
    assert (names(table.log)[3], see(table, "leader")) == ("burned by the middle", "Anne")


@pytest.mark.parametrize("middle", ["2x", "Thief", "Surprise", "Joker"])
def test_a_special_in_the_middle_is_black_but_never_best(middle: str) -> None:
    """BID-56: with the black 1 it makes two black cards, and the black 1 wins."""
    table = turn({"Anne": "red 9", "Burt": "blue 9", "Carla": "black 1"}, up=middle, **COLOUR_BIDS)
    assert was_told(table, "colour won") == ["Carla wins the turn with the best card of the colour played most"]


def test_minus_five_in_the_middle_is_a_minus_five() -> None:
    """BID-56: it loses to any number, but is best where the lowest wins."""
    plays = {"Anne": "red 3", "Burt": "blue 2", "Carla": "green 1"}
    assert taken(turn(plays, up="-5", **COLOUR_BIDS), "Anne") == ["-5"]
    assert under(turn(plays, up="-5", lowest_wins=True, **COLOUR_BIDS)) == ["-5"]


MIRRORED: dict[str, tuple[dict[str, str], str, str]] = {
    "the lowest of the colour wins": (
        {"Anne": "red 4", "Burt": "blue 5", "Carla": "green 1", "Dora": "blue 7"},
        "colour won",
        "Burt",
    ),
    "the middle is lowest": ({"Anne": "red 4", "Burt": "blue 5", "Carla": "green 7"}, "burned by the middle", "Anne"),
    "the middle ties": ({"Anne": "red 4", "Burt": "blue 3", "Carla": "green 7"}, "burned by the middle", "Anne"),
    "two lowest": (
        {"Anne": "red 1", "Burt": "blue 1", "Carla": "red 7", "Dora": "blue 8", "Emil": "green 1"},
        "burned",
        "Burt",
    ),
}


@pytest.mark.parametrize("case", MIRRORED)
def test_colour_bids_are_mirrored_where_the_lowest_wins(case: str) -> None:
    """BID-56: "highest" reads "lowest" in BID-20 to BID-23; a black 3 is in the middle."""
    plays, event, leader = MIRRORED[case]
    table = turn(plays, up="black 3", lowest_wins=True, **COLOUR_BIDS)
    assert event in names(table.log)
    assert see(table, "leader") == leader


@pytest.mark.parametrize("card", ["Thief", "Shuffle", "Lowest", "Surprise"])
def test_effect_cards_of_a_burned_turn_may_come_up_later(card: str) -> None:
    """BID-57: they go under the pile, in the order of play with the other black cards."""
    plays = {"Anne": card, "Burt": "blue 9", "Carla": "black 3", "Dora": "red 9", "Emil": "red 1"}
    table = turn(plays, up="black 7")
    assert (under(table), gone(table)) == (["black 7", card, "black 3"], [])


def test_the_order_of_a_won_turn() -> None:
    """BID-58: alliance, surprise, cards, theft, doubling, then a Lowest and a Shuffle from hand."""
    plays = {"Anne": "red 9", "Burt": "blue 4", "Carla": "Ally", "Dora": "2x", "Emil": "Lowest", "Fay": "Shuffle"}
    table = turn(plays, up="Surprise", pile=["Thief", "black 8"], taker={"Burt": ["black 6"]})
    effects = ["allied", "surprised", "takes", "stolen", "doubled", "lowest", "shuffled", "turned up"]
    assert [name for name in names(table.log) if name in effects] == effects


def test_a_shuffle_in_the_tenth_turn() -> None:
    """BID-58: it shuffles too, though nothing is turned up any more."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": "Shuffle"}
    table = turn(plays, turn_number=10, options={"rounds": 1})
    assert "shuffled" in names(table.log)


def test_2x_and_thief_in_one_turn() -> None:
    """BID-59: the stolen black 6 counts double for the winner: 12 and 0 for the 2x."""
    table = turn(
        {"Anne": "red 9", "Burt": "Thief", "Carla": "green 5"},
        turn_number=10,
        up="2x",
        taker={"Carla": ["black 6", "black 1"], "Burt": ["black 2"]},
        options={"rounds": 1},
    )
    table.play("Anne", "steal black 6 from Carla")
    assert table.scores == [12, 2, 1]


def test_a_doubled_card_is_lost_at_its_double_value() -> None:
    """BID-59: Carla, with 16 + 2, is left with 2; Anne, who doubles nothing, gets 8."""
    table = turn(
        {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 5"},
        turn_number=10,
        up="Thief",
        taker={"Carla": ["black 8", "black 1", "2x"], "Burt": ["black 3"]},
        doubled=["black 8", "black 1", "2x"],
        options={"rounds": 1},
    )
    table.play("Anne", "steal black 8 from Carla")
    assert table.scores == [8, 3, 2]


@pytest.mark.parametrize("card", ["Ally", "2x", "Shuffle", "Lowest", "Surprise", "Joker"])
def test_a_player_who_made_no_bid_is_no_victim(card: str) -> None:
    """BID-60: Carla played a card that is no bid; Burt has nothing: there is nothing to steal."""
    plays = {"Anne": "red 9", "Burt": "blue 8", "Carla": card}
    up, pile = ("black 7", ["Thief"]) if card == "Surprise" else ("Thief", ["black 7"])
    table = turn(plays, up=up, pile=pile, taker={"Carla": ["black 1", "black 2"]})
    assert "nothing to steal" in names(table.log)
    assert taken(table, "Carla") == ["black 1", "black 2"]


def test_the_lowest_bidder_is_found_by_number() -> None:
    """BID-60: blue 4 wins with colour bids; the lowest is Anne's red 2, though red is in no pool."""
    plays = {"Anne": "red 2", "Burt": "blue 3", "Carla": "green 9", "Dora": "blue 4"}
    taker = {"Anne": ["black 1"], "Burt": ["black 2"], "Carla": ["black 3"]}
    table = turn(plays, up="Thief", taker=taker, **COLOUR_BIDS)
    assert was_told(table, "stolen") == ["Dora steals black 1 from Anne"]


def test_a_player_who_has_only_the_2x_has_nothing_to_steal() -> None:
    """BID-60: the thief goes on to the next lowest."""
    plays = {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 5"}
    table = turn(plays, up="Thief", taker={"Carla": ["2x"], "Burt": ["black 2"]}, doubled=["2x"])
    assert was_told(table, "stolen") == ["Anne steals black 2 from Burt"]


def test_a_lowest_under_a_surprise_comes_after_the_bidding() -> None:
    """BID-61: Anne's 9 stands as the winner of this turn, and the lowest wins from the next on."""
    table = turn(WON, up="Surprise", pile=["Lowest", "black 8"])
    assert (was_told(table, "won"), see(table, "lowest_wins")) == (["Anne wins the turn"], True)


@pytest.mark.parametrize(("card", "event"), [("Shuffle", "shuffled"), ("Lowest", "lowest")])
def test_a_surprise_from_hand_finds_a_shuffle_or_a_lowest(card: str, event: str) -> None:
    """BID-62: it takes effect, one more is drawn, and the turned-up card goes to the bottom after that."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": "Surprise"}
    for seed in range(12):
        table = turn(plays, up="black 7", pile=[card, "black 8"], seed=seed)
        told = names(table.log)
        assert told.index(event) < told.index("surprised") < told.index("under the pile")
        assert (under(table), len(taken(table, "Anne"))) == (["black 7"], 1)


@pytest.mark.parametrize("card", ["Thief", "2x"])
def test_a_surprise_from_hand_passes_over_what_is_turned_up(card: str) -> None:
    """BID-63: a Thief or a 2x goes to the bottom without effect."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": "Surprise"}
    table = turn(plays, up=card, pile=["black 8"], taker={"Anne": ["black 1"], "Burt": ["black 2"]})
    assert (under(table), taken(table, "Anne"), see(table, "doubled")) == ([card], ["black 1", "black 8"], [])


@pytest.mark.parametrize(("card", "event"), [("Thief", "stolen"), ("2x", "doubled")])
def test_what_a_surprise_from_hand_brings_has_its_effect(card: str, event: str) -> None:
    """BID-63: a Thief steals and a 2x doubles when it comes in place of a black 7."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": "Surprise"}
    table = turn(plays, up="black 7", pile=[card], taker={"Anne": ["black 1"], "Burt": ["black 2"]})
    assert event in names(table.log)
    assert under(table) == ["black 7"]
