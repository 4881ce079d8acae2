"""Positions of Bids: what is left out is completed, and what cannot be is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidwell import Refused, Table
from tests.games.bids.helpers import ANNE, BURT, CARLA, GAME, HIGHEST, NAMES, SPECIALS, a_table, all_cards, see, turn

# What is left out


def test_an_empty_position_is_a_fresh_deal() -> None:
    """Four players, as if just dealt."""
    assert GAME.position({"seed": 3}) == GAME.deal(seed=3)


def test_the_seed_of_a_position_is_its_chance() -> None:
    """The same seed completes a position in the same way, another one in another."""
    written = {"turn_number": 4, "up": "black 7"}
    assert GAME.position({"seed": 3, **written}) == GAME.position({"seed": 3, **written})
    assert GAME.position({"seed": 3, **written}) != GAME.position({"seed": 4, **written})


def test_players_may_be_counted_or_named() -> None:
    """Three names are three players."""
    assert GAME.position({"players": 5}).players == 5
    assert GAME.position({"names": ["Xan", "Yve", "Zoe"]}).names == ("Xan", "Yve", "Zoe")


@pytest.mark.parametrize(("turn_number", "cards"), [(1, 10), (2, 9), (9, 2), (10, 1)])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_hands_are_as_large_as_the_turn_needs(players: int, turn_number: int, cards: int) -> None:
    """BID-07: ten cards in the first turn, one in the last."""
    table = GAME.position({"players": players, "turn_number": turn_number})
    assert [len(hand) for hand in see(table, "hands").values()] == [cards] * players


def test_cards_given_into_a_hand_stay_there() -> None:
    """The hand is filled up, and so are the others."""
    hands = see(GAME.position({"players": 3, "turn_number": 8, "hands": {"Burt": ["red 9", "2x"]}}), "hands")
    assert hands["Burt"][:2] == ["red 9", "2x"]
    assert [len(hand) for hand in hands.values()] == [3, 3, 3]


def test_coloured_cards_that_are_nowhere_are_gone() -> None:
    """BID-12: 30 coloured cards less three in hands and one out of the round."""
    table = GAME.position({"players": 3, "turn_number": 10})
    assert (len(see(table, "gone")), len(see(table, "removed"))) == (30 - 3 - 1, 1)


@pytest.mark.parametrize("turn_number", [1, 3])
@pytest.mark.parametrize(("players", "ally", "count"), [(3, True, 2), (4, False, 1), (5, False, 1), (6, False, 0)])
def test_as_many_are_out_of_the_round_as_must(players: int, ally: bool, count: int, turn_number: int) -> None:
    """BID-04, BID-05: two, one, one, none; in the first turn the hands hold all others and a point card."""
    table = GAME.position({"players": players, "options": {"ally": ally}, "turn_number": turn_number})
    assert len(see(table, "removed")) == count


def test_the_pile_is_given_from_its_top() -> None:
    """BID-05: the point cards that are nowhere else lie beneath."""
    lying = {"up": "black 1", "pile": ["black 8", "2x"], "taker": {"Anne": ["black 3"]}}
    table = GAME.position({"players": 3, "turn_number": 5, **lying})
    pile = see(table, "pile")
    assert pile[:2] == ["black 8", "2x"]
    assert {*pile[2:]} == {*(f"black {number}" for number in (2, 4, 5, 6, 7, 9, 10)), "-5"}
    assert see(table, "pile_size") == len(pile)


def test_a_number_is_turned_up_if_nothing_is() -> None:
    """BID-07: one of those that are nowhere else."""
    rest = [f"black {number}" for number in range(1, 10)]
    table = GAME.position({"players": 3, "turn_number": 2, "pile": rest[1:], "taker": {"Anne": rest[:1]}})
    assert see(table, "up") == "black 10"


def test_the_leader_is_asked() -> None:
    """BID-07: unless it is said who is."""
    assert GAME.position({"leader": "Carla"}).asks == (CARLA,)


def test_every_card_is_somewhere_once() -> None:
    """BID-01: however little is said."""
    options = {"specials": [*SPECIALS], "ally": True, "blanks": [["Joker", 7], ["Toll", -3]]}
    table = GAME.position({"players": 4, "options": options, "turn_number": 6, "taker": {"Anne": ["2x"]}})
    position = table.position()
    lying = [*position["pile"], *position["removed"], *position["gone"], position["up"]]
    lying += [card for place in ("hands", "taker") for cards in position[place].values() for card in cards]
    assert sorted(lying) == sorted(all_cards(4, table.options))


def test_options_are_part_of_a_position() -> None:
    """And those left out have their defaults."""
    table = GAME.position({"options": {"specials": ["Thief"]}})
    agreed = {"rounds": 6, "colour_bids": False, "specials": ["Thief"], "ally": False, "blanks": []}
    assert table.position()["options"] == table.options == agreed


def test_points_of_some_players_may_be_given_by_name() -> None:
    """The others have none."""
    assert GAME.position({"players": 3, "totals": {"Burt": 30}}).scores == [0, 30, 0]


def test_a_game_played_on_from_a_position_has_a_record() -> None:
    """Which carries the position in place of a seed."""
    record = turn({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}).record()
    assert "\nposition: {" in record
    assert "\nseed:" not in record


def test_a_completed_position_goes_both_ways() -> None:
    """Written down and read again it is the same table, also with fewer than six players."""
    table = GAME.position({"players": 3, "turn_number": 3})
    assert GAME.position(table.position()) == table


def test_coloured_cards_that_were_played_are_gone() -> None:
    """BID-12: Anne's red 9 lies before her and is in nobody's hand."""
    written = {"players": 3, "leader": "Anne", "turn": "Burt", "turn_number": 3, "played": {"Anne": "red 9"}}
    table = GAME.position(written)
    assert "red 9" in see(table, "gone")
    assert all("red 9" not in hand for hand in see(table, "hands").values())


def test_the_ally_is_gone_if_no_hand_has_room_for_it() -> None:
    """BID-04: with all hands given it was played already; it is never out of the round."""
    hands = {"Anne": ["red 9"], "Burt": ["blue 9"], "Carla": ["green 1"], "Dora": ["yellow 1"], "Emil": ["yellow 2"]}
    table = GAME.position({"players": 5, "turn_number": 10, "hands": hands})
    assert "Ally" in see(table, "gone")


def test_the_highest_wins_as_long_as_the_lowest_is_in_the_pile() -> None:
    """BID-39: whatever came up first in the deal that the position is completed from."""
    written = {"players": 3, "options": {"specials": ["Lowest"]}, "pile": ["Lowest"]}
    assert not any(see(GAME.position({"seed": seed, **written}), "lowest_wins") for seed in range(40))


# What cannot be

BLACKS = [f"black {number}" for number in range(1, 11)]
STEALING = turn(
    {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4", "Dora": "green 8"},
    up="Thief",
    taker={"Carla": ["black 5", "black 6"], "Burt": ["black 4"]},
).position()

FIRST_THEFT: dict[str, Any] = {
    **{"turn_number": 1, "options": {"specials": ["Thief"]}, "up": "Thief", "prize": "Thief", "gone": ["Thief"]},
    **{"leader": "Anne", "turn": "Anne", "stealing": True},
    "played": {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4", "Dora": "green 8"},
}

ALLIED = {"players": 5, "turn_number": 5, "gone": ["Ally"]}

FLAWS: dict[str, tuple[dict[str, Any], str]] = {
    "a card in two places": (
        {"up": "black 7", "taker": {"Anne": ["black 7"]}},
        "BID-01: every card is there once, but black 7 is in two places",
    ),
    "a card in two hands": (
        {"hands": {"Anne": ["red 7"], "Burt": ["red 7"]}},
        "BID-01: every card is there once, but red 7 is in two places",
    ),
    "a card twice in the pile": (
        {"pile": ["black 7", "black 7"]},
        "BID-01: every card is there once, but black 7 is in two places",
    ),
    "a card taken by two": (
        {"taker": {"Anne": ["black 7"], "Burt": ["black 7"]}},
        "taker: black 7 is there twice: Anne and Burt",
    ),
    "a colour that is not used": (
        {"players": 3, "hands": {"Anne": ["yellow 7"]}},
        "BID-01: yellow 7 is not used at this table",
    ),
    "a number that is not used": ({"hands": {"Anne": ["red 11"]}}, "BID-01: red 11 is not used at this table"),
    "a blank that is not named": ({"options": {"blanks": [[["Joker"], 7]]}}, "BID-50: "),
    "a special that is not used": ({"pile": ["Thief"]}, "BID-01: Thief is not used at this table"),
    "an Ally that is not used": ({"hands": {"Anne": ["Ally"]}}, "BID-01: Ally is not used at this table"),
    "a blank that is not used": ({"pile": ["blank 1"]}, "BID-01: blank 1 is not used at this table"),
    "an unknown card": (
        {"up": "pink 7"},
        "up: there is no 'pink 7'; it is written like 'red 1', or 'none'",
    ),
    "an unknown card in a hand": (
        {"hands": {"Anne": ["pink 7"]}},
        "hands: there is no 'pink 7'; it is written like 'red 1', or 'none'",
    ),
    "a coloured card taken": (
        {"taker": {"Anne": ["red 7"]}},
        "taker: there is no card 'red 7'; a card is written like 'black 1'",
    ),
    "a coloured card in the pile": (
        {"pile": ["red 7"]},
        "BID-05: the pile is of point cards, and pile_size counts them: ",
    ),
    "a pile that is miscounted": (
        {"pile_size": 3},
        "BID-05: the pile is of point cards, and pile_size counts them: 10",
    ),
    "cards under the pile that are not known": (
        {"under": 1},
        "BID-10: the cards that went under the pile are in it, the last ones at its bottom",
    ),
    "cards known to be in the pile that are not": (
        {"up": "black 7", "burned": ["black 7"]},
        "BID-10: the cards that went under the pile are in it, the last ones at its bottom",
    ),
    "more under the pile than are in it": (
        {"under": 60},
        "BID-10: the cards that went under the pile are in it, the last ones at its bottom",
    ),
    "a black card out of the round": (
        {"removed": ["black 7"]},
        "BID-04: only coloured cards are out of the round, never the Ally",
    ),
    "the Ally out of the round": (
        {"players": 5, "removed": ["Ally"]},
        "BID-04: only coloured cards are out of the round, never the Ally",
    ),
    "round 0": ({"round_number": 0}, "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds"),
    "round 7": ({"round_number": 7}, "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds"),
    "turn 11": ({"turn_number": 11}, "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds"),
    "turn 0": ({"turn_number": 0}, "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds"),
    "turn 0 of six players": (
        {"players": 6, "turn_number": 0},
        "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds",
    ),
    "turn -100": ({"turn_number": -100}, "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds"),
    "no leader": (
        {"leader": "nobody", "turn": "Anne"},
        "BID-14: a round has a leader and turns 1 to 10, and there are 6 rounds",
    ),
    "nobody's turn": (
        {"turn": "nobody"},
        "BID-17: the game is over when the last turn of the last round is, and then nobody is asked",
    ),
    "a turn after the end": (
        {**GAME.position({"round_number": 6, "turn_number": 10, "turn": "nobody"}).position(), "turn": "Anne"},
        "BID-17: the game is over when the last turn of the last round is, and then nobody is asked",
    ),
    "a hand too large": (
        {"turn_number": 9, "hands": {"Anne": ["red 1", "red 2", "red 3"]}},
        "BID-07: in turn 9 a hand has 2 cards, not 3",
    ),
    "a coloured card turned up": ({"up": "red 7"}, "BID-07: a point card is turned up for every turn"),
    "asked and played": (
        {"leader": "Anne", "turn": "Anne", "played": {"Anne": "black 7"}},
        "BID-07: they play clockwise from the leader, and the player who is asked has not played",
    ),
    "out of turn": (
        {"leader": "Anne", "turn": "Carla", "played": {"Anne": "black 7"}},
        "BID-07: they play clockwise from the leader, and the player who is asked has not played",
    ),
    "a theft in the middle of a turn": (
        {"stealing": True},
        "BID-36: a thief is asked when all have played and there is something to choose",
    ),
    "a theft without a choice": (
        {**STEALING, "taker": {"Anne": ["black 5", "black 6", "black 4"]}},
        "BID-36: a thief is asked when all have played and there is something to choose",
    ),
    "one ally": ({**ALLIED, "allies": ["Anne"]}, "BID-32: two players are allied, or none"),
    "three allies": ({**ALLIED, "allies": ["Anne", "Burt", "Carla"]}, "BID-32: two players are allied, or none"),
    "doubled in the pile": (
        {"turn_number": 5, "pile": ["black 7"], "taker": {"Anne": ["2x"]}, "doubled": ["black 7", "2x"]},
        "BID-35: only cards that lie before a player count double",
    ),
    "lucky in the first round": (
        {"lucky": {"Anne": 1}},
        "BID-19: nobody is a lucky loser more often than rounds are over, and here 0 are",
    ),
    "too lucky": (
        {"round_number": 3, "lucky": {"Anne": 3}},
        "BID-19: nobody is a lucky loser more often than rounds are over, and here 2 are",
    ),
    "bad rng": (
        {"lucky": {"Anne": -1}},
        "BID-19: nobody is a lucky loser more often than rounds are over, and here 0 are",
    ),
    "a card taken in the first turn": (
        {"taker": {"Anne": ["black 7"]}},
        "BID-09: nobody has taken a black card before the first turn of a round is over",
    ),
    "a card taken in the first turn, after a Lowest": (
        {"options": {"specials": ["Lowest"]}, "gone": ["Lowest"], "taker": {"Anne": ["black 7"]}},
        "BID-09: nobody has taken a black card before the first turn of a round is over",
    ),
    "a card taken in the first turn of a later round": (
        {"round_number": 3, "turn_number": 1, "taker": {"Anne": ["2x"]}, "doubled": ["2x"]},
        "BID-09: nobody has taken a black card before the first turn of a round is over",
    ),
    "more taken than turns and hands bring": (
        {"turn_number": 3, "taker": {"Anne": BLACKS[:3], "Burt": BLACKS[3:4]}},
        "BID-09: after 2 of 10 turns at most 3 black cards have been taken, not 4",
    ),
    "a theft in the first turn": (
        {**FIRST_THEFT, "taker": {"Carla": ["black 5", "black 6"]}},
        "BID-36: in the first turn of a round nobody has taken a card that could be stolen",
    ),
    "a burned card in the first turn": (
        {"turn_number": 1, "pile": BLACKS[:9], "up": "black 10", "burned": ["black 9"], "under": 0},
        "BID-10: in the first turn of a round no card has been burned yet",
    ),
    "a Thief discarded in the first turn": (
        {"options": {"specials": ["Thief"]}, "gone": ["Thief"]},
        "BID-37: in the first turn of a round only a Shuffle or a Lowest can have been discarded",
    ),
    "a Surprise discarded in the first turn": (
        {"options": {"specials": ["Surprise"]}, "gone": ["Surprise"]},
        "BID-37: in the first turn of a round only a Shuffle or a Lowest can have been discarded",
    ),
    "allies in the first turn": (
        {"players": 5, "allies": ["Anne", "Burt"], "leader": "Anne", "turn": "Burt", "played": {"Anne": "Ally"}},
        "BID-32: in the first turn of a round nobody is allied yet",
    ),
    "two point cards dealt to four": (
        {"hands": {"Anne": ["2x"], "Burt": ["black 3"]}},
        "BID-05: all bid cards and 1 of the point cards are dealt into hands, not 2",
    ),
    "a bid card out for the round in the first turn": (
        {"gone": ["red 7"]},
        "BID-05: all bid cards and 1 of the point cards are dealt into hands, not 2",
    ),
    "an unknown taker": (
        {"taker": {"Zoe": ["black 7"]}},
        "taker: there is no place 'Zoe'; the places are Anne, Burt, Carla, Dora, nobody",
    ),
    "an unknown hand": (
        {"hands": {"Zoe": ["red 7"]}},
        "hands: this should say for each of Anne, Burt, Carla, Dora which cards are in hand",
    ),
    "a hand of eleven": (
        {"hands": {"Anne": [f"red {number}" for number in range(1, 11)] + ["blue 1"]}},
        "hands: ['red 1', 'red 2', ",
    ),
}


def refused(written: dict[str, Any]) -> str:
    """What is said of a position that is not taken."""
    with pytest.raises(Refused) as refusal:
        GAME.position({"seed": 1, **written})
    return str(refusal.value)


@pytest.mark.parametrize("flaw", FLAWS)
def test_what_cannot_be_is_refused(flaw: str) -> None:
    """One sentence says what is wrong and what would be right."""
    written, sentence = FLAWS[flaw]
    said = refused(written)
    assert said.startswith(sentence)
    assert "\n" not in said


NOT_AT_ONCE = {"players": 3, "options": {"specials": ["Shuffle", "Lowest"]}}
NOT_UP = "BID-07: a point card is turned up for every turn; a Shuffle or a Lowest does not stay"
NO_LOWEST = "BID-39: the lowest bid wins once the Lowest is gone, and not before"
AGAINST_THE_RULES: dict[str, tuple[dict[str, Any], str]] = {
    "BID-07: no point card is left to be turned up": ({"players": 3, "pile": BLACKS}, NOT_UP),
    "BID-38: nobody bids for a Shuffle": ({**NOT_AT_ONCE, "up": "Shuffle"}, NOT_UP),
    "BID-39: nobody bids for a Lowest": ({**NOT_AT_ONCE, "up": "Lowest"}, NOT_UP),
    "BID-12: a black number is never out for the round": (
        {"players": 3, "gone": ["black 7"]},
        "BID-12: coloured cards and the specials discarded are gone, no point cards",
    ),
    "BID-40: a coloured card is nobody's prize": (
        {"players": 3, "prize": "red 7"},
        "BID-40: there is a prize, a point card, while the thief of the turn chooses, and only then",
    ),
    "BID-39: the lowest wins, and there is no Lowest": ({"players": 3, "lowest_wins": True}, NO_LOWEST),
    "BID-39: the lowest wins, and the Lowest is in the pile": (
        {**NOT_AT_ONCE, "pile": ["Lowest"], "lowest_wins": True},
        NO_LOWEST,
    ),
    "BID-32: allied, and there is no Ally": (
        {"players": 3, "turn_number": 5, "allies": ["Anne", "Burt"]},
        "BID-32: two players are allied, or none, and only once the Ally has been played",
    ),
    "BID-35: doubled, and the 2x is in the pile": (
        {"players": 3, "turn_number": 5, "pile": ["2x"], "taker": {"Anne": ["black 7"]}, "doubled": ["black 7"]},
        "BID-35: only cards that lie before a player count double, and only once the 2x is taken",
    ),
    "BID-36: a thief who did not win": (
        {**STEALING, "turn": "Dora"},
        "BID-36: a thief is asked when all have played and there is something to choose",
    ),
    "BID-51: a pile that will run out": (
        {"players": 3, "turn_number": 2, "taker": {"Anne": ["2x", "-5", *BLACKS[2:]]}},
        "BID-51: a pile of 1 could run out before the tenth turn",
    ),
}


@pytest.mark.parametrize("flaw", AGAINST_THE_RULES)
def test_what_no_rule_can_lead_to_is_refused(flaw: str) -> None:
    """The sentence names the clause that says so."""
    written, sentence = AGAINST_THE_RULES[flaw]
    assert refused(written) == sentence


FIRST_TURN: dict[str, dict[str, Any]] = {
    "a Lowest was turned up": {"options": {"specials": ["Lowest"]}, "gone": ["Lowest"]},
    "a Shuffle was turned up": {"options": {"specials": ["Shuffle"]}, "gone": ["Shuffle"]},
    "a point card was played": {"leader": "Anne", "turn": "Burt", "played": {"Anne": "black 7"}},
    "the Ally was played": {"players": 5, "leader": "Anne", "turn": "Burt", "played": {"Anne": "Ally"}},
}


@pytest.mark.parametrize("what", FIRST_TURN)
def test_what_can_be_in_the_first_turn(what: str) -> None:
    """BID-05, BID-07, BID-38, BID-39: before it is over."""
    table = GAME.position({"turn_number": 1, **FIRST_TURN[what]})
    assert GAME.position(table.position()) == table


@pytest.mark.parametrize(("turn_number", "most"), [(2, 2), (3, 3), (5, 5)])
def test_as_many_taken_as_turns_and_hands_bring(turn_number: int, most: int) -> None:
    """BID-05, BID-09: with four players one card a turn, and the one that was dealt into a hand."""
    written = {"turn_number": turn_number, "taker": {"Anne": BLACKS[:most]}}
    assert len(see(GAME.position(written), "taker")["Anne"]) == most
    with pytest.raises(Refused, match="BID-09: after"):
        GAME.position({**written, "taker": {"Anne": BLACKS[: most + 1]}})


def test_a_thief_before_the_choice_is_a_position() -> None:
    """BID-36: written down and read again."""
    assert GAME.position(STEALING).legal("Anne") == ["steal black 5 from Carla", "steal black 6 from Carla"]


THIEF_PLAYED = {"Anne": "red 10", "Burt": "Thief", "Carla": "red 1"}
TAKEN = {"Burt": ["black 4"], "Carla": ["black 1", "black 2"]}
SURPRISED: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "BID-61: turned up": (THIEF_PLAYED, {"up": "Surprise"}),
    "BID-62: from hand": ({**THIEF_PLAYED, "Dora": "Surprise"}, {"up": "black 9"}),
}


@pytest.mark.parametrize("surprise", SURPRISED)
def test_a_lowest_found_by_a_surprise_does_not_change_who_steals(surprise: str) -> None:
    """BID-61, BID-62: it takes effect after the bidding, so Anne has won with her 10 and is asked what to steal."""
    plays, middle = SURPRISED[surprise]
    table = turn(plays, pile=["Lowest", "black 5"], taker=TAKEN, **middle)
    assert (table.asks, see(table, "lowest_wins"), see(table, "prize")) == ((ANNE,), True, "black 5")
    assert GAME.position(table.position()) == table


def test_a_surprise_that_has_brought_its_card_needs_no_other() -> None:
    """BID-40, BID-51: in the ninth turn the Surprise is gone when Anne chooses, and one card is left for the tenth."""
    hands = {"Anne": ["red 10", "-5"], "Burt": ["Thief", "2x"], "Carla": ["red 1", "black 3"]}
    lying = {"pile": ["black 5", "black 4"], "taker": {"Anne": BLACKS[5:], "Carla": BLACKS[:2]}}
    table = turn(THIEF_PLAYED, turn_number=9, up="Surprise", hands=hands, **lying)
    assert (see(table, "stealing"), see(table, "pile_size")) == (True, 1)
    assert GAME.position(table.position()) == table


def test_a_lowest_played_with_the_thief_comes_after_the_theft() -> None:
    """BID-39, BID-58: while Anne chooses it is not in force, though it is gone; that need not be said."""
    table = turn({**THIEF_PLAYED, "Dora": "Lowest"}, taker=TAKEN)
    written = {name: value for name, value in table.position().items() if name != "lowest_wins"}
    assert GAME.position(written) == table


def test_a_lowest_in_the_pile_is_not_in_force_while_a_thief_chooses() -> None:
    """BID-39: whatever else the Surprise has brought."""
    table = turn(THIEF_PLAYED, up="Surprise", pile=["black 5", "Lowest"], taker=TAKEN)
    assert refused({**table.position(), "lowest_wins": True}).startswith("BID-39: the lowest bid wins once")


def in_hand(special: str, taken: int) -> dict[str, Any]:
    """The second turn: Burt has this special card in hand, and Anne has taken this many numbers."""
    options = {"specials": [special], "rounds": 1}
    lying = {"up": "black 10", "hands": {"Burt": [special]}, "taker": {"Anne": BLACKS[:taken]}}
    return {"players": 3, "options": options, "turn_number": 2, "leader": "Anne", **lying}


@pytest.mark.parametrize("special", ["Shuffle", "Lowest", "Surprise"])
def test_a_card_in_a_hand_might_be_in_the_pile(special: str) -> None:
    """BID-51: eight cards would do for eight turns, but not with a card among them that makes one more be drawn."""
    assert refused(in_hand(special, 3)) == "BID-51: a pile of 8 could run out before the tenth turn"


@pytest.mark.parametrize("special", ["Shuffle", "Lowest", "Surprise"])
def test_every_world_of_a_position_can_be_played_to_its_end(special: str) -> None:
    """BID-51: whatever Anne takes to be in Burt's hand; nine cards always do."""
    table = GAME.position(in_hand(special, 2))
    for seed in range(40):
        world = table.imagine("Anne", seed)
        assert GAME.position(world.position()) == world
        play_on(world)


@pytest.mark.parametrize("over", [False, True])
def test_a_lucky_loser_in_every_round_that_is_over(over: bool) -> None:
    """BID-19: two in the third round, three after the last one."""
    now: dict[str, Any] = {"turn_number": 10, "turn": "nobody"} if over else {}
    written = {"options": {"rounds": 3}, "round_number": 3, "lucky": {"Anne": 2 + over}, **now}
    assert see(GAME.position(written), "lucky")["Anne"] == 2 + over


def test_a_position_in_the_middle_of_a_turn() -> None:
    """BID-07: what was played is there, and the next one is asked."""
    table = a_table({"Anne": "black 9", "Burt": "blue 8", "Carla": "green 4"})
    table.play("Anne", "play black 9")
    again = GAME.position(table.position())
    assert (again.asks, see(again, "played")["Anne"]) == ((BURT,), "black 9")


# Whatever is written


SEAT = st.sampled_from(["Anne", "Burt", "Carla", "nobody"])
COLOURED = [f"{colour} {number}" for colour in ("red", "blue", "green") for number in range(1, HIGHEST[3] + 1)]
POINTS = [*BLACKS, "2x", "-5", *SPECIALS, "blank 1"]
SOME_POINTS = st.lists(st.sampled_from(POINTS), unique=True, max_size=6)
SOME = st.lists(st.sampled_from([*COLOURED, *POINTS]), unique=True, max_size=4)
PLAUSIBLE = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("leader", "turn"), SEAT),
        **dict.fromkeys(("stealing", "lowest_wins"), st.booleans()),
        "round_number": st.integers(-1, 8),
        "turn_number": st.integers(-1, 11),
        "up": st.sampled_from([*POINTS, "red 1", "none"]),
        "prize": st.sampled_from([*POINTS, "none"]),
        "played": st.dictionaries(st.sampled_from(NAMES[:3]), st.sampled_from([*COLOURED, *POINTS])),
        "hands": st.dictionaries(st.sampled_from(NAMES[:3]), SOME),
        "taker": st.dictionaries(st.sampled_from(NAMES[:3]), SOME_POINTS),
        "removed": st.lists(st.sampled_from(COLOURED), max_size=2),
        "gone": SOME,
        "pile": SOME_POINTS,
        "under": st.integers(-1, 3),
        "burned": SOME_POINTS,
        "doubled": SOME_POINTS,
        "allies": st.lists(st.sampled_from(NAMES[:3]), unique=True),
        "lucky": st.lists(st.integers(-1, 4), min_size=3, max_size=3),
    },
)


def play_on(table: Table) -> None:
    """The first thing that is legal, until the game is over."""
    while not table.over:
        table.play(table.asks[0], table.legal(table.asks[0])[0])


@settings(max_examples=300)
@given(written=PLAUSIBLE)
def test_whatever_goes_together_or_not_the_answer_is_a_table_or_a_sentence(written: dict[str, Any]) -> None:
    """Fields that are each well written, in any mixture; a table that comes of it can be played to its end."""
    options = {"rounds": 1, "specials": [*SPECIALS], "blanks": [["Joker", 7]]}
    try:
        table = GAME.position({"players": 3, "options": options, **written})
    except Refused:
        return
    assert GAME.position(table.position()) == table
    play_on(table)


def test_the_view_counts_the_cards_it_hides() -> None:
    """BID-05, BID-07: how many cards are in a hand, in the pile and out of the round is known to all."""
    table = GAME.deal(4, seed=1)
    for _ in range(4):
        table.play(table.asks[0], table.legal(table.asks[0])[0])
    seen = table.view(None)
    assert [len(hand) for hand in seen["hands"].values()] == [9] * 4
    assert (len(seen["pile"]), seen["removed"]) == (seen["pile_size"], [None])


def test_points_beyond_any_game_are_refused() -> None:
    """BID-15: and do not overflow the table."""
    with pytest.raises(Refused, match="BID-15: nobody can have more than 5000 points"):
        GAME.position({"players": 3, "totals": [5001, 0, 0]})
