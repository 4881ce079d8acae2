"""What is told: to whom, and in which words."""

from __future__ import annotations

import pytest

import bidwell
from bidwell.core.events import ALL_SEATS, Event, EventType, events, heard, tell, whisper
from bidwell.core.state import State

TABLE = bidwell.game("serengeti").deal(3)
PAID = EventType("paid", "TOY-01", "{payer:seat} pays {payee:seat} {amount}", "You pay {payee:seat} {amount}")
SHARED = EventType(
    "shared",
    "TOY-01",
    "{payer:seat} pays {seat:seat} {amount}",
    several="{payer:seat} pays {seat:seat} {amount} each",
    several_to_self="You pay {seat:seat} {amount} each",
)


def test_an_event_type_names_its_values_in_order() -> None:
    """As the sentence first names them, each once."""
    assert PAID.values == ("payer", "payee", "amount")
    assert EventType("x", "TOY-01", "{b} and {a}, then {b} again").values == ("b", "a")


def test_numbers_are_said_in_words() -> None:
    """A seat by its player's name, a plain number as it is."""
    words = TABLE.game.words
    assert PAID.wording({"payer": 0, "payee": 2, "amount": 7}, words, TABLE).text == "Anne pays Carla 7"


def one_event(kind: EventType, *values: int) -> Event:
    (event,) = events([(kind, values, ALL_SEATS)], TABLE.game.words, TABLE)
    return event


def test_a_seat_reads_you_in_place_of_its_name() -> None:
    """The subject in a sentence of its own, any other seat in place of its name; everybody else reads names."""
    event = one_event(PAID, 0, 2, 7)
    texts = {seat: event.read_by(seat).text for seat in (0, 1, 2, None)}
    assert texts == {0: "You pay Carla 7", 1: "Anne pays Carla 7", 2: "Anne pays you 7", None: "Anne pays Carla 7"}


TIE = EventType("tie", "TOY-01", "{tied:seats} tie, and {seat:seat} leads")


def test_a_sentence_that_begins_with_the_reader_begins_with_a_capital() -> None:
    """Alone or in a group of any size; the names of others stay as their players wrote them."""
    table = bidwell.game("bids").deal(names=["anne", "Burt", "Carla"])
    (event,) = events([(TIE, (0b111, 1), ALL_SEATS)], table.game.words, table)
    assert event.text_for(0) == "You, Burt and Carla tie, and Burt leads"
    (event,) = events([(TIE, (0b011, 2), ALL_SEATS)], table.game.words, table)
    assert event.text_for(1) == "You and anne tie, and Carla leads"
    assert event.text_for(None) == "anne and Burt tie, and Carla leads"
    (event,) = events([(SHARED, (0, 1, 7), ALL_SEATS)], table.game.words, table)
    assert event.text_for(1) == "anne pays you 7"


def test_without_a_sentence_of_its_own_the_subject_reads_its_name() -> None:
    """No verb is changed by guessing."""
    assert one_event(SHARED, 0, 2, 7).read_by(0).text == "Anne pays Carla 7"


def test_an_event_knows_whom_it_is_about() -> None:
    """The first seat in the sentence; nobody if it names no seat."""
    assert one_event(PAID, 1, 2, 7).subject == 1
    assert one_event(EventType("x", "TOY-01", "It rains {amount}"), 3).subject is None


def test_an_event_carries_its_chapter_or_part_and_the_number() -> None:
    """As data, not only in its sentence."""
    chapter = one_event(EventType("x", "TOY-01", "Now {n} begins", chapter="Round", number="n"), 3)
    part = one_event(EventType("x", "TOY-01", "Now {n} begins", part="Turn", number="n"), 4)
    assert (chapter.chapter, chapter.part, chapter.number, chapter.heading) == ("Round", "", 3, True)
    assert (part.chapter, part.part, part.number, part.heading) == ("", "Turn", 4, False)


def test_what_several_did_is_said_to_each_reader() -> None:
    """To one of them with `you`, to the payer in the second person."""
    event = one_event(SHARED, 0, 2, 7)
    assert {seat: event.read_by(seat).several for seat in (0, 1, 2)} == {
        0: ("You pay ", "Carla", " 7 each", False),
        1: ("Anne pays ", "Carla", " 7 each", False),
        2: ("Anne pays ", "you", " 7 each", True),
    }


def test_heard_leaves_out_the_rest_and_words_what_remains() -> None:
    """For the reader alone."""
    told = events([(PAID, (0, 2, 7), 0b001), (PAID, (1, 0, 3), 0b010)], TABLE.game.words, TABLE)
    assert [event.text for event in heard(told, 0)] == ["You pay Carla 7"]


def test_what_several_did_is_said_of_all_of_them() -> None:
    """Parted at the names; a name may look like anything."""
    passed = EventType(
        "passed", "TOY-01", "{seat:seat} passes for {amount}", several="So {seat:seat} pass for {amount}"
    )
    table = TABLE.game.deal(names=["{seat}", "Burt", "Carla"])
    (event,) = events([(passed, (0, 7), ALL_SEATS)], table.game.words, table)
    assert (event.text, tuple(event.several or ())) == ("{seat} passes for 7", ("So ", "{seat}", " pass for 7", False))


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
