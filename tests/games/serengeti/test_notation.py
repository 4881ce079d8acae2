"""How Serengeti is said and understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidwell import IllegalAction
from tests.games.serengeti.helpers import ANNE, BURT, CARDS, GAME, a_table, about_to_default, play

EVERYTHING = ["pass", *(f"bid {bid}" for bid in range(1, 66)), *(f"discard {card}" for card in CARDS)]


@pytest.mark.parametrize("text", EVERYTHING)
def test_every_action_is_said_and_understood(text: str) -> None:
    """96 actions: text to action to text."""
    table = a_table()
    assert GAME.notation.text(table, GAME.notation.action(table, text)) == text


def test_no_two_actions_are_the_same() -> None:
    """96 texts, 96 numbers."""
    assert len({GAME.notation.action(a_table(), text) for text in EVERYTHING}) == 96


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("7", "bid 7"),
        ("BID 7", "bid 7"),
        ("  bid   7 ", "bid 7"),
        ("bid 07", "bid 7"),
        ("bid 007", "bid 7"),
        ("0" * 5000 + "65", "bid 65"),
        ("discard Nuba 06", "discard Nuba 6"),
        ("Pass", "pass"),
        ("discard nuba 6", "discard Nuba 6"),
        ("DISCARD  NUBA  6", "discard Nuba 6"),
    ],
)
def test_it_does_not_mind_how_it_is_typed(text: str, meant: str) -> None:
    """Capitals, spaces and leading zeros do not matter, and a number alone is a bid."""
    table = a_table()
    assert GAME.notation.text(table, GAME.notation.action(table, text)) == meant


@pytest.mark.parametrize(
    "text", ["", " ", "bid", "bid seven", "bid 7 8", "raise 7", "pass 7", "-7", "7.5", "bid -1", "bid +7", "bid 1_0"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    """And the table says what one looks like."""
    with pytest.raises(IllegalAction) as refused:
        a_table().play(ANNE, text)
    sentence = f"{text!r} is no action: say 'pass' or 'bid 7'; legal now: pass, bid 1 to 65"
    assert str(refused.value) == sentence


@pytest.mark.parametrize("digits", ["0", "00", "0" * 5000])
def test_bids_of_nothing_are_refused(digits: str) -> None:
    """SER-07: the first bid is at least 1."""
    with pytest.raises(IllegalAction, match="SER-07: a bid is at least 1; legal now: pass, bid 1 to 65"):
        a_table().play(ANNE, f"bid {digits}")


@pytest.mark.parametrize("digits", ["０", "٠", "०", "00０"])
def test_no_other_zero_is_a_pass(digits: str) -> None:
    """SER-07: a number is typed in the digits 0 to 9; a zero in others is neither a bid nor a pass."""
    table = a_table()
    with pytest.raises(IllegalAction, match=f"^'bid {digits}' is no action: say 'pass' or 'bid 7'"):
        table.play(ANNE, f"bid {digits}")
    assert table == a_table()


@pytest.mark.parametrize("digits", ["66", "100", "0066", "9" * 5000])
def test_bids_too_high_are_refused(digits: str) -> None:
    """SER-15: up to 65, however long the number."""
    with pytest.raises(IllegalAction, match="SER-15: a bid is at most 65; legal now: pass, bid 1 to 65"):
        a_table().play(ANNE, f"bid {digits}")


@pytest.mark.parametrize("card", ["", "Nuba", "Nuba 1", "6 Nuba", "Zulu 6"])
def test_unknown_cards_are_refused(card: str) -> None:
    """SER-02: a card is a tribe and one of its digits."""
    with pytest.raises(IllegalAction, match=r"SER-02: there is no card '.*': a card is a tribe and a digit"):
        a_table().play(ANNE, f"discard {card}")


@given(
    text=st.text() | st.builds("{} {}".format, st.sampled_from(["bid", "pass", "discard", "discard nuba"]), st.text())
)
def test_whatever_is_typed_the_answer_is_an_event_or_a_sentence(text: str) -> None:
    """Nothing a player types does anything else."""
    table = a_table()
    try:
        said = table.play(ANNE, text)[0].text
    except IllegalAction as refused:
        said = str(refused)
    assert said.startswith(("Anne bids ", "Anne passes")) or said.endswith("; legal now: pass, bid 1 to 65")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([], "pass, bid 1 to 65 but none ending in 4 or 6"),
        (["bid 7"], "pass, bid 8 to 65"),
        (["pass", "bid 64"], "pass, bid 65"),
        (["bid 65"], "pass"),
    ],
)
def test_choices_in_one_phrase(texts: list[str], said: str) -> None:
    """What is legal now."""
    table = play(a_table({"Anne": ["Bantu 4", "Nuba 6"]}), *texts)
    assert GAME.notation.choices(table, table.asks[0]) == said


def test_choices_of_a_player_who_is_not_asked() -> None:
    """Nothing."""
    assert GAME.notation.choices(a_table(), BURT) == "nothing"


def test_choices_of_a_player_who_discards() -> None:
    """SER-16: the winner's cards."""
    table = play(about_to_default(30, {"Anne": ["Bantu 4", "Nuba 6"]}), "pass")
    assert GAME.notation.choices(table, ANNE) == "discard Nuba 6, discard Bantu 4"


def test_numbers_of_chips_are_said_in_english() -> None:
    """No chips, one chip, two chips."""
    assert [GAME.words["chips"](amount, a_table()) for amount in (0, 1, 2)] == ["no chips", "1 chip", "2 chips"]
