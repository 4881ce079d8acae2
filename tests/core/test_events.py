"""What is told: to whom, and in which words."""

from __future__ import annotations

import pytest

import bidwell
from bidwell.core.events import ALL_SEATS, Event, EventType, events, tell, whisper
from bidwell.core.state import State

TABLE = bidwell.game("serengeti").deal(3)
PAID = EventType("paid", "TOY-01", "{payer:seat} pays {payee:seat} {amount}")


def test_a_telling_names_its_values_in_order() -> None:
    """As the sentence first names them, each once."""
    assert PAID.values == ("payer", "payee", "amount")
    assert EventType("x", "TOY-01", "{b} and {a}, then {b} again").values == ("b", "a")


def test_numbers_are_said_in_words() -> None:
    """A seat by its player's name, a plain number as it is."""
    words = TABLE.game.words
    assert PAID.text({"payer": 0, "payee": 2, "amount": 7}, words, TABLE) == "Anne pays Carla 7"


def test_what_several_did_is_said_of_all_of_them() -> None:
    """Parted at the names; a name may look like anything."""
    passed = EventType(
        "passed", "TOY-01", "{seat:seat} passes for {amount}", several="So {seat:seat} pass for {amount}"
    )
    table = TABLE.game.deal(names=["{seat}", "Burt", "Carla"])
    (event,) = events([(passed, (0, 7), ALL_SEATS)], table.game.words, table)
    assert (event.text, event.several) == ("{seat} passes for 7", ("So ", "{seat}", " pass for 7"))


def test_an_event_carries_its_clause() -> None:
    """In its text for people."""
    assert str(Event("paid", "TOY-01", "Anne pays Carla 7", {})) == "Anne pays Carla 7 (TOY-01)"


def test_everybody_hears_what_is_told() -> None:
    """Spectators too."""
    event = Event("paid", "TOY-01", "", {}, ALL_SEATS)
    assert all(event.heard_by(viewer) for viewer in (None, 0, 1, 5))


def test_only_the_audience_hears_a_whisper() -> None:
    """Seats 0 and 2 of the mask, and no spectator."""
    event = Event("paid", "TOY-01", "", {}, 0b101)
    assert [event.heard_by(viewer) for viewer in (None, 0, 1, 2, 3)] == [False, True, False, True, False]


def test_what_nobody_may_hear_nobody_hears() -> None:
    """An empty audience."""
    event = Event("paid", "TOY-01", "", {}, 0)
    assert not any(event.heard_by(viewer) for viewer in (None, 0, 1, 2))


def test_nothing_is_kept_while_nobody_listens() -> None:
    """EventType costs nothing then, and changes nothing."""
    state = State()
    tell(state, PAID, 0, 2, 7)
    whisper(state, 1, PAID, 0, 2, 7)
    assert state.journal is None


def test_the_journal_keeps_what_is_told_in_order() -> None:
    """With its values and its audience."""
    state = State()
    state.journal = []
    tell(state, PAID, 0, 2, 7)
    whisper(state, 0b10, PAID, 2, 1, 3)
    told = events(state.journal, TABLE.game.words, TABLE)
    assert [(event.text, event.audience) for event in told] == [("Anne pays Carla 7", -1), ("Carla pays Burt 3", 0b10)]
    assert told[0].values == {"payer": 0, "payee": 2, "amount": 7}


def test_a_rule_that_tells_too_little_is_noticed() -> None:
    """Three values are named, and three must be given."""
    with pytest.raises(ValueError, match="zip"):
        events([(PAID, (0, 2), ALL_SEATS)], TABLE.game.words, TABLE)


def test_told_keeps_to_what_a_seat_may_hear() -> None:
    """`told` leaves out what was whispered to others."""
    table = TABLE.copy()
    table.log = [Event("a", "TOY-01", "", {}), Event("b", "TOY-01", "", {}, 0b10), Event("c", "TOY-01", "", {}, 0b100)]
    heard = {seat: "".join(event.name for event in table.told(seat)) for seat in ("Anne", "Burt", 2, None)}
    assert heard == {"Anne": "a", "Burt": "ab", 2: "ac", None: "a"}
