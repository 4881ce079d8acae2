"""How The Secret Auction House is said and understood."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidwell import IllegalAction
from tests.games.secret_auction.helpers import ALL_MONEY, ANNE, BURT, GAME, ITEMS, REQUESTS, a_table, auction, finish

BIDS = ["bid " + "+".join(map(str, cards)) for size in (1, 2, 3) for cards in combinations(ALL_MONEY, size)]
EVERYTHING = [*(f"keep {request}" for request in REQUESTS), "pass", "recover", *BIDS]
NAMES = {
    "SEC-40": "the Saver",
    "SEC-41": "the Specialist",
    "SEC-42": "the Collector",
    "SEC-43": "the Modest",
    "SEC-44": "the Bargain Hunter",
    "SEC-45": "the Numerologist",
    "SEC-46": "the Patient",
    "SEC-47": "the Twin",
    "SEC-48": "the Matchmaker",
    "SEC-49": "the Connoisseur",
}


def meant(text: str) -> str:
    """What is understood, said again."""
    table = a_table()
    return GAME.notation.text(table, GAME.notation.action(table, text))


def test_every_action_is_said_and_understood() -> None:
    """187 actions: text to action to text."""
    assert [meant(text) for text in EVERYTHING] == EVERYTHING


def test_no_two_actions_are_the_same() -> None:
    """187 texts, 187 numbers."""
    table = a_table()
    assert len({GAME.notation.action(table, text) for text in EVERYTHING}) == len(EVERYTHING) == 187


@pytest.mark.parametrize(
    "text", ["bid 3+7", "3+7", "3 7", "7 3", "7+3", "BID 3 7", " bid  3 + 7 ", "3,7", "bid 03+007"]
)
def test_a_bid_may_be_typed_as_one_likes(text: str) -> None:
    """Order, capitals, spaces and the word itself do not matter."""
    assert meant(text) == "bid 3+7"


@pytest.mark.parametrize(("text", "said"), [("Pass", "pass"), (" PASS ", "pass"), ("Recover", "recover")])
def test_capitals_do_not_matter(text: str, said: str) -> None:
    """Nor spaces around."""
    assert meant(text) == said


@pytest.mark.parametrize("clause", REQUESTS)
def test_a_request_is_known_by_clause_and_by_name(clause: str) -> None:
    """`keep SEC-44`, `keep the Bargain Hunter`, `keep bargain hunter`."""
    name = NAMES[clause]
    texts = [clause, clause.lower(), name, name.upper(), name.removeprefix("the ")]
    assert {meant(f"keep {text}") for text in texts} == {f"keep {clause}"}
    assert {meant(text) for text in texts} == {f"keep {clause}"}


def test_before_the_first_item_only_requests_are_offered() -> None:
    """SEC-04: a bid is no example of what to type then."""
    with pytest.raises(IllegalAction, match="'dance' is no action: say 'keep the Bargain Hunter'; legal now: keep "):
        GAME.deal(3, seed=1).play(ANNE, "dance")


ALL_CARDS = "1 2 3 4 5 6 7 8 9 10"
HERS = "keep the Saver or keep the Twin"


@pytest.mark.parametrize(("text", "why"), [("keep", "''"), ("keep SEC-50", "'sec-50'"), ("keep hunter", "'hunter'")])
def test_an_unknown_request_is_refused(text: str, why: str) -> None:
    """SEC-04: and the table says how one is called."""
    table = GAME.deal(3, seed=7)
    sentence = f"SEC-04: there is no request {why}: say 'keep the Bargain Hunter'; legal now: "
    with pytest.raises(IllegalAction) as refused:
        table.play(ANNE, text)
    assert str(refused.value) == sentence + HERS


@pytest.mark.parametrize(
    "text",
    ["", " ", "bid", "bid seven", "raise 7", "pass 7", "recover 7", "-7", "7.5", "bid -1", "bid 3-7", "+", "3 pass"],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    """And the table says what one looks like."""
    with pytest.raises(IllegalAction) as refused:
        a_table("Emerald 1").play(ANNE, text)
    sentence = f"{text!r} is no action: say 'bid 3+7', 'pass' or 'recover'"
    assert str(refused.value) == f"{sentence}; legal now: bid 1 of the money cards 1 2 3 4 5 6 7 8 9 10 or pass"


@pytest.mark.parametrize("cards", ["0", "11", "3+11", "3+3", "3+03", "100", "9" * 5000, "0" * 5000])
def test_cards_that_do_not_exist_are_refused(cards: str) -> None:
    """SEC-01: however long the number."""
    with pytest.raises(IllegalAction, match="SEC-01: money cards are 1 to 10, one of each; legal now: bid 1 of "):
        a_table("Emerald 1").play(ANNE, f"bid {cards}")


@given(
    text=st.text()
    | st.builds("{} {}".format, st.sampled_from(["bid", "pass", "keep", "keep the", "recover", "3+"]), st.text())
    | st.text("0123456789+ ,²٣", max_size=8)
)
def test_whatever_is_typed_the_answer_is_an_event_or_a_sentence(text: str) -> None:
    """Nothing a player types does anything else."""
    table = a_table("Emerald 1")
    try:
        said = table.play(ANNE, text)[0].text
    except IllegalAction as refused:
        said = str(refused)
    assert said == "Anne has chosen" or said.endswith(
        "; legal now: bid 1 of the money cards 1 2 3 4 5 6 7 8 9 10 or pass"
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "bid 2 of the money cards 1 2 3 4 5 6 7 8 9 10 or pass"),
        ({"chips": [0, 3, 3]}, "bid 2 of the money cards 1 2 3 4 5 6 7 8 9 10"),
        ({"hands": {"Anne": [3, 9]}}, "bid 2 of the money cards 3 9 or pass"),
        ({"hands": {"Anne": [3, 9]}, "piles": {"Anne": [5]}}, "bid 2 of the money cards 3 9, pass or recover"),
        ({"piles": {"Anne": [5]}, "chips": [0, 3, 3]}, "bid 2 of the money cards 1 2 3 4 6 7 8 9 10"),
        (
            {"piles": {"Anne": [5]}, "recovering": {"Anne": True}},
            "bid 2 of the money cards 1 2 3 4 5 6 7 8 9 10 or pass",
        ),
        (
            {"piles": {"Anne": [5]}, "recovering": {"Anne": True}, "chips": [1, 3, 3]},
            "bid 2 of the money cards 1 2 3 4 5 6 7 8 9 10",
        ),
    ],
)
def test_choices_in_one_phrase(fields: dict[str, Any], said: str) -> None:
    """What is legal now."""
    assert GAME.notation.choices(a_table("Ruby 1", **fields), ANNE) == said


def test_choices_of_requests() -> None:
    """SEC-04: the two dealt."""
    assert GAME.notation.choices(GAME.deal(3, seed=7), ANNE) == HERS


def test_choices_of_a_player_who_is_not_asked() -> None:
    """Nothing, whether they have chosen or the game is over."""
    table = a_table()
    table.play("Burt", "bid 3")
    assert GAME.notation.choices(table, BURT) == "nothing"
    assert GAME.notation.choices(finish({}), BURT) == "nothing"


def test_what_is_legal_is_said_in_order() -> None:
    """Pass and recover first, then the bids from the lowest cards on."""
    table = a_table("Ruby 1", hands={"Anne": [3, 5, 9]}, piles={"Anne": [1]})
    assert table.legal(ANNE) == ["pass", "recover", "bid 3+5", "bid 3+9", "bid 5+9"]


@pytest.mark.parametrize("item", ITEMS)
def test_items_are_said_with_their_stars(item: str) -> None:
    """Ruby 2 is Ruby ★★."""
    kind, stars = item.split()
    others = [each for each in ITEMS if each != item]
    told = auction(a_table(others[0], coming=[item], chips=[1, 1, 1]), "pass", "pass", "pass")
    assert told[-1].text.startswith(f"Item 18: {kind} {'★' * int(stars)}, for ")


def test_numbers_of_cards_are_said_in_english() -> None:
    """One money card, two money cards."""
    said = [GAME.words["cards"](count, a_table()) for count in (1, 2, 3)]
    assert said == ["1 money card", "2 money cards", "3 money cards"]


def test_requests_are_said_by_name() -> None:
    """All ten, in what is told and in the words for an action."""
    table = a_table()
    assert [GAME.words["request"](request, table) for request in range(10)] == [*NAMES.values()]
    assert [GAME.phrase(table, request) for request in range(10)] == [f"keep {name}" for name in NAMES.values()]


def test_no_money_is_said_to_be_nothing() -> None:
    """An empty row of cards."""
    assert [GAME.words["money"](mask, a_table()) for mask in (0, 1, 0b1000000100)] == ["nothing", "1", "3+10"]
