"""Golden records: whole games anyone can read, with what came of them written down when they were played."""

from __future__ import annotations

import random

import pytest

from bidwell import Event, Table
from tests.games.bids.helpers import GAME, SPECIALS, names
from tests.games.bids.test_oracle import Drawn, compare_deal
from tests.games.comparison import choices_of
from tests.games.golden import GoldenRecords

GOLDEN = GoldenRecords(__file__)
RECORDS, text, replayed, written_down = GOLDEN.names, GOLDEN.text, GOLDEN.replayed, GOLDEN.written_down


def turns(table: Table) -> list[list[Event]]:
    """What was told in every turn, from the card turned up to the next one or to the scores."""
    found: list[list[Event]] = []
    for event in table.log:
        if event.name == "turned up":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def turn_with(table: Table, name: str) -> list[str]:
    """What was told, in words, in the turn in which such a thing happened first."""
    return next([event.text for event in told] for told in turns(table) if name in names(told))


def test_there_is_a_record_for_every_special_thing() -> None:
    """One each."""
    assert len(RECORDS) == 15


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_to_what_was_written_down(name: str) -> None:
    """The lucky losers, beside scores and places, which are compared for all games."""
    table, result = replayed(name), written_down(name)
    assert table.position()["lucky"] == result["lucky"]


@pytest.mark.parametrize("name", RECORDS)
def test_the_oracle_comes_to_the_same_result(name: str) -> None:
    """Engine and oracle agree at every decision of the record, and at the end."""
    record, drawn = replayed(name), Drawn()
    with drawn.watch():
        table = GAME.deal(seed=record.seed, names=record.names, options=record.options)
        assert compare_deal(table, drawn, choices_of(record), random.Random(1)) == len(record.history)
    assert table.position() == record.position()


def test_an_ally() -> None:
    """BID-32, BID-33: both score half; Grace has no black card, is counted lucky, and gets no points for it."""
    table = replayed("an-ally")
    assert "Grace and Ada are allied for this round" in turn_with(table, "allied")
    assert "Grace plays Ally" in turn_with(table, "allied")
    assert table.position()["taker"]["Grace"] == []
    assert (table.scores[0], table.scores[1], table.position()["lucky"]["Grace"]) == (10, 10, 1)


def test_a_minus_five() -> None:
    """BID-34: Ada has nothing but the -5: -5 points, and no lucky loser."""
    table = replayed("a-minus-five")
    assert table.position()["taker"]["Ada"] == ["-5"]
    assert (table.scores[0], table.position()["lucky"]["Ada"]) == (-5, 0)


def test_a_minus_five_in_hand() -> None:
    """BID-34: it is played, and goes to the winner of the turn."""
    told = [event.text for event in replayed("a-minus-five-in-hand").log]
    assert told.index("Ada plays -5") < told.index("Alan takes -5") < told.index("Ada plays -5") + 6


def test_a_2x() -> None:
    """BID-35: 1, 5 and this turn's -5 count double, the 6 of the last turn does not: 2 + 10 - 10 + 6 = 8."""
    table = replayed("a-2x")
    assert any(text.endswith(" plays 2x") for text in turn_with(table, "doubled"))
    assert table.position()["taker"]["Alan"] == ["black 1", "black 5", "black 6", "2x", "-5"]
    assert table.position()["doubled"] == ["black 1", "black 5", "2x", "-5"]
    assert table.scores[2] == 2 + 10 - 10 + 6


def test_a_thief_with_a_choice() -> None:
    """BID-36: Grace is asked, and might have robbed another one who bid as little."""
    record = replayed("a-thief-with-a-choice")
    table = GAME.deal(seed=record.seed, names=record.names, options=record.options)
    moves = iter(record.history)
    while not table.legal(table.asks[0])[0].startswith("steal "):
        seat, action = next(moves)
        table.play(seat, GAME.notation.text(table, action))
    victims = {choice.split(" from ")[1] for choice in table.legal("Grace")}
    assert victims == {"Alan", "Edsger"}
    assert "Grace steals -5 from Edsger" in turn_with(record, "stolen")


def test_a_shuffle_turned_up() -> None:
    """BID-38: after a burn, between two turns; and there are ten turns all the same."""
    table = replayed("a-shuffle-turned-up")
    told = names(table.log)
    at = told.index("shuffled")
    assert told[at - 2 : at + 3] == ["under the pile", "comes up", "shuffled", "discarded", "turned up"]
    assert told.count("turned up") == 10


def test_a_shuffle_in_hand() -> None:
    """BID-38: it was played, and the pile is shuffled when the cards have been taken."""
    told = turn_with(replayed("a-shuffle-in-hand"), "shuffled")
    assert any(text.endswith(" plays Shuffle") for text in told)
    assert told[-1] == "The pile is shuffled, burned cards and all"


def test_a_lowest_turned_up() -> None:
    """BID-39: no turn before it was won by the lowest bid, and none after it by the highest."""
    table = replayed("a-lowest-turned-up")
    told = names(table.log)
    at = told.index("lowest")
    assert told[at - 1 : at + 3] == ["comes up", "lowest", "discarded", "turned up"]
    assert "lowest won" not in told[:at]
    assert "won" not in told[at:]
    assert not any(event.text.endswith("plays Lowest") for event in table.log)


def test_a_lowest_in_hand() -> None:
    """BID-39: the highest wins the turn in which it was played, and the lowest all that follow."""
    table = replayed("a-lowest-in-hand")
    told = names(table.log)
    at = told.index("lowest")
    assert any(text.endswith(" plays Lowest") for text in turn_with(table, "lowest"))
    assert "Grace wins the turn" in turn_with(table, "lowest")
    assert "won" not in told[at:]
    assert "lowest won" in told[at:]


def test_a_surprise_turned_up() -> None:
    """BID-40: the winner takes what the Surprise brought, and the Surprise is discarded."""
    told = turn_with(replayed("a-surprise-turned-up"), "surprised")
    assert told[0].endswith("Surprise is turned up")
    assert "The surprise is black 3" in told
    assert [text.split(" ", 1)[1] for text in told[-2:]] == ["is discarded", "takes black 3"]


def test_a_surprise_in_hand() -> None:
    """BID-40: a 5 in place of the 8, which goes to the bottom."""
    told = turn_with(replayed("a-surprise-in-hand"), "surprised")
    assert told[0].endswith("black 8 is turned up")
    assert any(text.endswith(" plays Surprise") for text in told)
    assert {"The surprise is black 5", "Black 8 goes face down under the pile", "Grace takes black 5"} <= {*told}


def test_a_blank() -> None:
    """BID-50: the Joker is played and goes to the winner; the Toll is turned up and goes to the winner."""
    told = [[event.text for event in each] for each in turns(replayed("a-blank"))]
    joker = next(each for each in told if any(text.endswith(" takes Joker") for text in each))
    toll = next(each for each in told if any(text.endswith(" takes Toll") for text in each))
    assert any(text.endswith(" plays Joker") for text in joker)
    assert toll[0].endswith(": Toll is turned up")


def test_colours_burned_by_the_middle() -> None:
    """BID-20, BID-22: the leader leads again; other turns are won by a colour, or burned by a tie."""
    table = replayed("colours-burned-by-the-middle")
    told = turn_with(table, "burned by the middle")
    leader = told[1].split(" plays ")[0]
    assert table.options["colour_bids"]
    assert f"The card in the middle is best: burned, {leader} leads again" in told
    assert "Black 10 goes face down under the pile" in told
    assert {"colour won", "burned"} <= {*names(table.log)}


def test_a_lucky_loser_twice() -> None:
    """BID-19: four players: 8 the first time, 16 the second."""
    table = replayed("a-lucky-loser-twice")
    lucky = [event.values["times"] for event in table.log if event.name == "lucky loser"]
    assert (lucky, table.scores[1]) == ([1, 2], 8 + 16)


def test_six_with_everything_on() -> None:
    """BID-01, BID-03, BID-17, BID-20, BID-50: every option on, two rounds, and a thief who chose."""
    table = replayed("six-with-everything-on")
    assert table.players == 6
    assert table.options == {
        "rounds": 2,
        "colour_bids": True,
        "specials": [*SPECIALS],
        "ally": True,
        "blanks": [["Joker", 7], ["Toll", -3]],
    }
    assert ": steal " in text("six-with-everything-on")
