"""How Bids is said and understood."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidwell import BadDeal, IllegalAction, Table, replay
from tests.games.bids.helpers import ANNE, BLANKS, BURT, COLOURS, GAME, NAMES, SPECIALS, a_table, turn

OPTIONS = {"specials": [*SPECIALS], "blanks": BLANKS}
BLACK_CARDS = [*(f"black {number}" for number in range(1, 15)), "2x", "-5", *SPECIALS, "Joker", "Toll"]
CARDS = [*(f"{colour} {number}" for colour in COLOURS for number in range(1, 15)), *BLACK_CARDS, "Ally"]
EVERYTHING = [
    *(f"play {card}" for card in CARDS),
    *(f"steal {card} from {name}" for card in BLACK_CARDS for name in NAMES),
]


def six() -> Table:
    """A table with every card there is."""
    return GAME.deal(6, seed=1, options=OPTIONS)


def a_thief(names: tuple[str, str, str] = ("Carla", "Burt", "Anne"), blank: str = "Joker") -> Table:
    """The last of these has won the Thief, and may steal a black 5, or the blank, from the first, who bid lowest."""
    victim, other, thief = names
    table = GAME.position(
        {
            "names": [*names],
            "options": {"specials": ["Thief"], "blanks": [[blank, 7]]},
            "turn_number": 5,
            "leader": thief,
            "up": "Thief",
            "taker": {victim: ["black 5", "blank 1"]},
            "hands": {victim: ["green 4"], other: ["blue 8"], thief: ["red 9"]},
        }
    )
    for card in ("red 9", "green 4", "blue 8"):
        table.play(table.asks[0], f"play {card}")
    return table


@pytest.mark.parametrize("text", EVERYTHING)
def test_every_action_is_said_and_understood(text: str) -> None:
    """79 cards to play, 22 black ones to steal from each of six: text to action to text."""
    table = six()
    assert GAME.notation.text(table, GAME.notation.action(table, text)) == text


def test_no_two_actions_are_the_same() -> None:
    """211 texts, 211 numbers."""
    table = six()
    assert len({GAME.notation.action(table, text) for text in EVERYTHING}) == len(EVERYTHING) == 79 + 22 * 6


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("red 9", "play red 9"),
        ("PLAY RED 9", "play red 9"),
        ("  play   red  9 ", "play red 9"),
        ("play red 009", "play red 9"),
        ("steal black 07 from Anne", "steal black 7 from Anne"),
        ("2X", "play 2x"),
        ("-5", "play -5"),
        ("ally", "play Ally"),
        ("play joker", "play Joker"),
        ("Steal BLACK 7 from anne", "steal black 7 from Anne"),
        ("steal  joker  from  burt", "steal Joker from Burt"),
    ],
)
def test_it_does_not_mind_how_it_is_typed(text: str, meant: str) -> None:
    """Capitals and spaces do not matter, and a card alone is played."""
    table = six()
    assert GAME.notation.text(table, GAME.notation.action(table, text)) == meant


def test_a_blank_card_keeps_the_zeros_of_its_name() -> None:
    """BID-50: `Agent 007` is called so, beside a card called `Agent 7`."""
    table = GAME.deal(4, seed=1, options={"blanks": [["Agent 7", 1], ["Agent 007", 2]]})
    for text in ("play Agent 7", "play Agent 007"):
        assert GAME.notation.text(table, GAME.notation.action(table, text)) == text


@pytest.mark.parametrize(
    "text", ["", " ", "play", "play red", "play pink 9", "red nine", "bid 7", "play red 15", "pass"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    """And the table says what one looks like."""
    table = a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}, turn_number=10)
    with pytest.raises(IllegalAction) as refused:
        table.play("Anne", text)
    sentence = f"{text!r} is no action: say 'play red 9'; legal now: play red 9"
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("steal black 15 from Anne", "there is no card 'black 15': say 'steal black 7 from Carla'"),
        ("steal black 5 from Zoe", "BID-36: a thief takes a black card from a player: Carla, Burt, Anne"),
        ("steal black 5", "BID-36: a thief takes a black card from a player: Carla, Burt, Anne"),
        ("steal red 5 from Carla", "BID-36: a thief takes a black card from a player: Carla, Burt, Anne"),
        ("steal black 4 from Carla", "BID-36: the thief takes a card from the lowest bidder who has one"),
        ("play red 1", "BID-36: the thief takes a card from the lowest bidder who has one"),
    ],
)
def test_thefts_that_cannot_be_are_refused(text: str, sentence: str) -> None:
    """BID-36: one sentence, and what is legal."""
    with pytest.raises(IllegalAction) as refused:
        a_thief().play("Anne", text)
    assert str(refused.value) == f"{sentence}; legal now: steal black 5 from Carla, steal Joker from Carla"


def test_a_blank_that_is_not_in_the_game_is_unknown() -> None:
    """BID-50: nobody can play a Joker where there is none."""
    with pytest.raises(IllegalAction, match="'play Joker' is no action"):
        a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}).play("Anne", "play Joker")


NAMINGS = {
    "spaces": ("Carla de la Cruz", "Burt", "Ada Lovelace"),
    "two spaces": ("Carla  Cruz", "Burt", "Anne"),
    "capitals alone": ("Carla", "carla", "Anne"),
    "capitals alone, the other way": ("carla", "Carla", "Anne"),
    "the word from": ("Carla from Rome", "Carla", "Anne"),
    "other alphabets": ("Жанна", "İpek", "Anne"),
}


@pytest.mark.parametrize("naming", NAMINGS)
def test_whatever_the_players_are_called(naming: str) -> None:
    """What is legal can be said, also where names differ in little."""
    victim, _, thief = NAMINGS[naming]
    told = a_thief(NAMINGS[naming]).play(thief, f"steal black 5 from {victim}")
    assert told[0].text == f"{thief} steals black 5 from {victim}"


@pytest.mark.parametrize("names", [["A B", "A  B", "C"], ["A  B", "A B", "C"], ["a b", "A  B", "A B"]])
def test_names_that_differ_in_spaces_alone(names: list[str]) -> None:
    """BID-36: a name to the letter is that player's, before spaces or capitals are overlooked."""
    table = GAME.deal(names=names, seed=1)
    for name in names:
        text = f"steal black 5 from {name}"
        assert GAME.notation.text(table, GAME.notation.action(table, text)) == text


def test_spaces_in_a_name_are_overlooked_where_they_tell_nobody_apart() -> None:
    """BID-36: however many are typed."""
    table = GAME.deal(names=["Anne", "Ada  Lovelace", "Burt"], seed=1)
    for typed in ("Ada Lovelace", "  ada   lovelace "):
        action = GAME.notation.action(table, f"steal  black 5  from {typed}")
        assert GAME.notation.text(table, action) == "steal black 5 from Ada  Lovelace"


ODD_NAMES = ("play", "steal", "play it", "Two words")


@pytest.mark.parametrize("blank", ["from", "Toll from", "from Rome"])
def test_a_blank_that_could_not_be_stolen_is_refused(blank: str) -> None:
    """BID-50: `from` comes between the card and its owner."""
    with pytest.raises(BadDeal, match="BID-50: a blank card's name has 1 to 16 letters and is no other card's"):
        GAME.agreed(3, {"blanks": [[blank, 7]]})


@pytest.mark.parametrize("blank", ODD_NAMES)
def test_a_blank_is_stolen_whatever_it_is_called(blank: str) -> None:
    """BID-50: also if the name is a word of an action."""
    told = a_thief(blank=blank).play("Anne", f"steal {blank} from Carla")
    assert told[0].text == f"Anne steals {blank} from Carla"


@pytest.mark.parametrize("blank", ODD_NAMES)
def test_a_blank_is_played_whatever_it_is_called(blank: str) -> None:
    """BID-50: likewise."""
    written = {"players": 3, "options": {"blanks": [[blank, 7]]}, "turn_number": 5, "leader": "Anne"}
    told = GAME.position({**written, "hands": {"Anne": ["blank 1"]}}).play("Anne", f"play {blank}")
    assert told[0].text == f"Anne plays {blank}"


def test_choices_in_one_phrase() -> None:
    """What is legal now, and nothing for one who is not asked."""
    table = a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}, turn_number=10)
    assert (GAME.notation.choices(table, ANNE), GAME.notation.choices(table, BURT)) == ("play red 9", "nothing")
    thief = a_thief()
    assert GAME.notation.choices(thief, thief.seat("Anne")) == "steal black 5 from Carla, steal Joker from Carla"


@given(text=st.text() | st.builds("{} {}".format, st.sampled_from(["play", "steal", "steal black 7 from"]), st.text()))
def test_whatever_is_typed_the_answer_is_an_event_or_a_sentence(text: str) -> None:
    """Nothing a player types does anything else."""
    table = a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}, turn_number=10)
    try:
        said = table.play(ANNE, text)[0].text
    except IllegalAction as refused:
        said = str(refused)
    assert said == "Anne plays red 9" or said.endswith("; legal now: play red 9")


def test_every_card_is_called_in_what_is_told() -> None:
    """BID-07: by its name, the Joker too; and every sentence names its clause."""
    table = turn({"Anne": "red 9", "Burt": "Joker", "Carla": "green 2"}, up="-5", pile=["2x"])
    assert [str(event) for event in table.log] == [
        "Anne plays red 9 (BID-07)",
        "Burt plays Joker (BID-07)",
        "Carla plays green 2 (BID-07)",
        "Anne wins the turn (BID-09)",
        "Anne takes -5 (BID-09)",
        "Anne takes Joker (BID-09)",
        "Turn 6: 2x is turned up (BID-07)",
    ]


def test_every_telling_cites_a_clause_of_the_rulebook() -> None:
    """Whatever is told in a game with everything on."""
    table = six()
    while not table.over:
        table.play(table.asks[0], table.legal(table.asks[0])[-1])
    assert {event.clause for event in table.log} <= {*GAME.clauses}
    assert all(re.fullmatch(r"[^{}]+", event.text) for event in table.log)


@pytest.mark.parametrize("typed", ["O'Neil", "o'neil", "O’Neil", "O’NEIL"])
@pytest.mark.parametrize("name", ["O'Neil", "O’Neil"])
def test_a_victim_with_an_apostrophe(name: str, typed: str) -> None:
    """BID-36, BID-53: a straight one may be typed for a curved one, and the other way round."""
    table = a_thief(names=(name, "Burt", "Anne"))
    assert table.legal("Anne") == [f"steal black 5 from {name}", f"steal Joker from {name}"]
    assert table.play("Anne", f"steal black 5 from {typed}")[0].text == f"Anne steals black 5 from {name}"
    assert replay(table.record()) == table


def test_apostrophes_tell_two_players_apart() -> None:
    """A name typed to the letter means its player."""
    table = a_thief(names=("O’Neil", "O'Neil", "Anne"))
    assert table.play("Anne", "steal black 5 from O’Neil")[0].values["victim"] == 0


def test_a_sentence_with_an_apostrophe_in_it_is_readable() -> None:
    """It is quoted with other marks."""
    with pytest.raises(IllegalAction, match='say "steal black 7 from O\'Neil"; legal now'):
        a_thief(names=("O'Neil", "Burt", "Anne")).play("Anne", "dance")
