"""What a seat can foresee, compared with what then happens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bidwell import Event, Table
from bidwell.core.table import LightView
from bidwell.games.bids.components import CARD_NAMES
from bidwell.games.bids.foresight import BidsForesight, Play, Turn
from tests.games.bids.helpers import ANNE, BURT, CARLA, DORA, GAME, SPECIALS, a_table, play, see, taken

NINE = {"Burt": "red 4", "Carla": "blue 9", "Dora": "black 8", "Anne": "red 9"}
COLOUR_BIDS: dict[str, Any] = {"options": {"colour_bids": True}}
EVERYTHING = {"specials": [*SPECIALS], "ally": True, "blanks": [["Joker", 7], ["Toll", -3]]}
ENDS = {
    "won": "won",
    "lowest won": "won",
    "colour won": "won",
    "burned": "tie",
    "burned by the middle": "middle",
    "burned for want of a bid": "empty",
    "burned for want of the colour": "pool",
}


def foresight(table: Table, seat: str | None = "Anne") -> BidsForesight:
    found: BidsForesight = table.foresight(seat)
    return found


def to_play(card: str, *before: str, **fields: Any) -> Table:
    """Anne is to play the last card of the turn; Burt, Carla and Dora have played."""
    plays = dict(zip(("Burt", "Carla", "Dora"), before, strict=True))
    return play(a_table({**plays, "Anne": card}, **fields), plays)


def with_card(table: Table, card: str, seat: str = "Anne") -> tuple[Play, Turn]:
    """What this card of the seat means, and the turn with it."""
    ahead = foresight(table, seat)
    return ahead.plays[card], ahead.turns[ahead.plays[card].turn]


def then(card: str, *before: str, **fields: Any) -> Turn:
    """The turn after Anne's card, which is the last one."""
    return with_card(to_play(card, *before, **fields), card)[1]


def value(told: list[Event], *names: str, of: str = "seat") -> list[int]:
    return [event.values[of] for event in told if event.name in names]


# The turn


def test_the_turn_stands_as_it_would_end() -> None:
    """BID-09, BID-13: Carla's 9 leads, for the middle and the black card played."""
    turn = foresight(to_play("red 10", "red 4", "blue 9", "black 8", up="black 5"), None).turn
    assert turn is not None
    assert (turn.end, turn.winner, turn.leader) == ("won", CARLA, CARLA)
    assert (turn.stake, turn.gain) == (["black 5", "black 8"], 13)


def test_a_tie_burns_and_the_last_tied_player_leads() -> None:
    """BID-10, BID-11: the tied seats in the order of play."""
    turn = then("red 9", "red 4", "blue 9", "black 8")
    assert (turn.end, turn.best, turn.winner, turn.leader) == ("tie", [CARLA, ANNE], None, ANNE)


@pytest.mark.parametrize(
    ("card", "before", "fields", "end"),
    [
        ("2x", ("Ally", "Joker", "Thief"), {}, "empty"),
        ("red 9", ("2x", "green 8", "blue 3"), {"up": "Joker", **COLOUR_BIDS}, "pool"),
        ("black 5", ("blue 3", "green 8", "red 2"), {"up": "black 10", **COLOUR_BIDS}, "middle"),
    ],
)
def test_a_burned_turn_says_why(card: str, before: tuple[str, ...], fields: dict[str, Any], end: str) -> None:
    """BID-30, BID-55, BID-22: the leader leads again."""
    turn = then(card, *before, **fields)
    assert (turn.end, turn.best, turn.leader) == (end, [], BURT)


def test_colours_are_counted_with_colour_bids() -> None:
    """BID-20, BID-21: the middle counts as black."""
    ahead = foresight(to_play("blue 7", "red 4", "blue 5", "green 9", **COLOUR_BIDS))
    assert ahead.colours is not None
    assert ahead.colours.pool == ["red", "blue", "green", "black"]
    assert ahead.colours_with["blue"].pool == ["blue"]
    assert ahead.colours_with["blue"].counts == {"red": 1, "blue": 2, "green": 1, "black": 1}
    assert foresight(to_play("blue 7", "red 4", "blue 5", "green 9")).colours is None


def test_the_order_of_play_begins_with_the_leader() -> None:
    """BID-07: clockwise, the same before and after a card is played."""
    table = to_play("red 9", "red 4", "blue 9", "black 8")
    assert foresight(table).order == [1, 2, 3, 0]
    assert foresight(table, None).order == [1, 2, 3, 0]


# What is won


def test_a_2x_doubles_all_so_far() -> None:
    """BID-35: 7 + 5 become 24; Anne's 2x gives Carla 12 of it."""
    table = to_play("2x", "red 4", "blue 9", "green 8", up="black 5", taker={"Carla": ["black 7"]})
    card, turn = with_card(table, "2x")
    assert (turn.winner, turn.gain, card.gives) == (CARLA, 17, 12)
    assert turn.then.doubled == ["black 5", "black 7", "2x"]


def test_a_2x_costs_the_points_of_a_lucky_loser() -> None:
    """BID-19, BID-35: for a winner without a black card, unless allied (BID-33)."""
    bids = ("red 4", "blue 9", "green 8")
    assert then("red 10", *bids, up="2x").luck_lost == 8
    assert then("red 10", *bids, up="2x", taker={"Anne": ["black 3"]}).luck_lost == 0
    assert then("red 10", "Ally", "blue 9", "green 8", up="2x").luck_lost == 0


def test_an_alliance_shares_the_points() -> None:
    """BID-32: rounded up, and no lucky loser."""
    turn = then("Ally", "red 4", "blue 9", "black 8", up="black 5")
    assert (turn.then.allies, turn.then.points[ANNE], turn.then.points[CARLA]) == ([ANNE, CARLA], 7, 7)
    assert turn.then.lucky == [BURT, DORA]


def test_a_surprise_stays_unseen() -> None:
    """BID-40: turned up or played; the card it replaces is not won."""
    turned_up = then("red 10", "red 4", "blue 9", "black 8", up="Surprise")
    played = then("Surprise", "red 4", "blue 9", "black 8", up="black 5")
    assert (turned_up.unseen, turned_up.stake) == (played.unseen, played.stake) == (True, ["black 8"])


def test_the_victims_are_the_lowest_bidders_with_a_card() -> None:
    """BID-36, BID-60: both of those tied, and nobody who has only a 2x."""
    bids = ("red 4", "blue 4", "green 2")
    assert then("red 10", *bids, up="Thief", taker={"Burt": ["black 3"], "Carla": ["-5"]}).victims == [BURT, CARLA]
    assert then("red 10", *bids, up="Thief", taker={"Carla": ["-5"], "Dora": ["2x"]}).victims == [CARLA]
    assert then("red 10", *bids, up="Thief").victims == []


# The round


def test_the_round_is_scored_as_if_it_ended_now() -> None:
    """BID-15, BID-19, BID-35: doubled cards, and a lucky loser for the third time."""
    table = a_table(
        NINE, taker={"Burt": ["black 7", "2x"]}, doubled=["black 7", "2x"], lucky={"Anne": 2}, round_number=4
    )
    ahead = foresight(table)
    assert ahead.round.points == [24, 14, 8, 8]
    assert ahead.round.taken == [0, 14, 0, 0]
    assert (ahead.round.lucky, ahead.luck) == ([ANNE, CARLA, DORA], [24, 8, 8, 8])


# The cards in hand


def test_only_a_viewer_of_the_hand_foresees_its_cards() -> None:
    """BID-07: the player to act, and a viewer of an open table."""
    table = a_table(NINE)
    assert len(foresight(table, "Burt").plays) == 6
    assert [foresight(table, viewer).plays for viewer in ("Anne", None)] == [{}, {}]
    assert GAME.foresight(LightView(None, table.state, table)) == foresight(table, "Burt")


def test_the_last_card_of_a_turn_is_final() -> None:
    """BID-07."""
    table = a_table(NINE)
    assert not foresight(table, "Burt").last
    assert foresight(to_play("red 9", "red 4", "blue 9", "black 8")).last


def test_unseen_cards_that_beat_a_bid_are_counted() -> None:
    """BID-09, BID-39: neither what is gone nor what lies in the middle nor what is in the own hand."""
    last: dict[str, Any] = {"turn_number": 10, "up": "black 4", "pile": ["black 10"], "removed": ["yellow 4"]}
    assert with_card(to_play("red 9", "blue 3", "blue 8", "green 1", **last), "red 9")[0].beaten_by == 1
    lowest = to_play("red 3", "blue 3", "blue 8", "green 1", lowest_wins=True, **last)
    assert with_card(lowest, "red 3")[0].beaten_by == len(["black 1", "black 2", "-5"])
    assert with_card(to_play("2x", "blue 3", "blue 8", "green 1"), "2x")[0].beaten_by is None
    assert with_card(to_play("red 9", "blue 3", "blue 8", "green 1", **COLOUR_BIDS), "red 9")[0].beaten_by is None


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("colour_bids", [False, True])
def test_what_is_foreseen_of_the_last_card_is_what_happens(players: int, colour_bids: bool) -> None:
    """BID-09 to BID-11, BID-20 to BID-23, BID-30 to BID-40: in random games with every special card."""
    rng = random.Random(players)
    table = GAME.deal(players, seed=8, options={**EVERYTHING, "colour_bids": colour_bids, "rounds": 3})
    compared = 0
    while not table.over:
        seat = table.names[table.asks[0]]
        ahead, this_round = foresight(table, seat), see(table, "round_number")
        told = table.play(seat, rng.choice(table.legal(seat)))
        if ahead.last:
            turn = ahead.turns[ahead.plays[CARD_NAMES[table.steps[-1].action]].turn]
            agrees(turn, told)
            if see(table, "round_number") == this_round and not turn.unseen and not turn.victims:
                assert foresight(table).round == turn.then
                compared += 1
    assert compared > 15


def agrees(turn: Turn, told: list[Event]) -> None:
    """The end, the seats and the cards kept are those of the events."""
    (end,) = [event for event in told if event.name in ENDS]
    assert turn.end == ENDS[end.name]
    assert end.values["seat"] == turn.leader
    if turn.end == "tie":
        assert {seat for seat in range(6) if end.values["tied"] >> seat & 1} == {*turn.best}
    surprise = value(told, "surprised", of="card")
    assert bool(surprise) == (turn.unseen and turn.end == "won")
    kept = {CARD_NAMES[card] for card in value(told, "takes", of="card") if card not in surprise}
    assert kept == ({*turn.stake} if turn.end == "won" else set())
    assert turn.unseen or {*value(told, "stolen", of="victim")} <= {*turn.victims}


LAST_CARDS = ("red 10", "black 9", "2x", "-5", "Ally", "red 2")
MIDDLES = ("black 5", "2x", "-5")


@pytest.mark.parametrize(
    ("card", "middle"), [(card, middle) for card in LAST_CARDS for middle in MIDDLES if card != middle]
)
def test_the_round_after_the_last_card_is_the_one_scored(card: str, middle: str) -> None:
    """BID-15, BID-19, BID-32, BID-35: the points foreseen of the tenth turn are those of the round."""
    table = to_play(card, "red 4", "blue 9", "black 8", up=middle, turn_number=10, taker={"Carla": ["black 7"]})
    foreseen = with_card(table, card)[1].then
    told = table.play("Anne", f"play {card}")
    points = {event.values["seat"]: event.values["points"] for event in told if "points" in event.values}
    assert foreseen.points == [points[seat] for seat in range(4)]
    assert foreseen.lucky == value(told, "lucky loser")


# The thief


def robbery(**fields: Any) -> Table:
    plays = {"Anne": "red 9", "Burt": "blue 2", "Carla": "green 5"}
    given = {"up": "Thief", "taker": {"Burt": ["black 7", "-5"], "Anne": ["black 1"]}, **fields}
    return play(a_table({**plays, **given.pop("plays", {})}, **given), {**plays, **fields.get("plays", {})})


def test_everybody_foresees_the_thefts() -> None:
    """BID-36: thief and victim with the points of this round."""
    for viewer in ("Anne", "Burt", None):
        thefts = foresight(robbery(), viewer).thefts
        assert [(theft.card, theft.victim, theft.then.points[:2]) for theft in thefts] == [
            ("black 7", BURT, [8, -5]),
            ("-5", BURT, [-4, 7]),
        ]


def test_a_stolen_card_is_doubled_with_what_is_won() -> None:
    """BID-59: a 2x won with the Thief doubles the stolen card too."""
    table = robbery(plays={"Carla": "2x"})
    (best, _) = foresight(table).thefts
    table.play("Anne", f"steal {best.card} from Burt")
    assert foresight(table).round == best.then
    assert taken(table, "Anne") == ["black 1", "black 7", "2x"]


def test_after_the_end_only_the_round_is_left() -> None:
    """BID-17: as it was scored."""
    table = to_play("red 10", "red 4", "blue 9", "green 8", turn_number=10, up="black 5", options={"rounds": 1})
    table.play("Anne", "play red 10")
    ahead = foresight(table)
    assert table.over
    assert ahead.round.points == table.scores == [5, 8, 8, 8]
    assert (ahead.turn, ahead.plays, ahead.thefts) == (None, {}, [])
