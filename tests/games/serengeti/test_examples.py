"""The worked examples of the rulebook to the number, by the names it uses, through the public API alone."""

from __future__ import annotations

from typing import Any

import pytest

import bidwell
from bidwell import Event, Table

NAMES = ["Anne", "Burt", "Chris", "Rich"]
LOTS = {1: ["Tonga 8"], 2: ["Tonga 8", "Bantu 1"], 4: ["Tonga 8"]}
"""What is on sale in each round; none of its digits is bid in these examples."""
DRAWN_BEFORE = {1: 0, 2: 1, 4: 6}
SPARE = ["Bantu 0", "Massai 1", "Samburu 1", "Nandi 8", "Tonga 0", "Nuba 0"]
"""Cards that left the game earlier."""


def sold(winner: str, price: int, held: dict[str, list[str]]) -> tuple[dict[str, int], list[Event]]:
    """What everybody gains, and the bank, when `winner` wins at `price`; and what is told of it."""
    table = about_to_be_sold(winner, price, held)
    before = money(table)
    told = table.play(table.asks[0], "pass")
    after = money(table)
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}, told


def about_to_be_sold(winner: str, price: int, held: dict[str, list[str]]) -> Table:
    """All four have bid; only the player before the winner is still in, and is asked."""
    last = NAMES[NAMES.index(winner) - 1]
    auction = {
        "price": price,
        "bidder": winner,
        "have_bid": NAMES,
        "passed": [name for name in NAMES if name not in (winner, last)],
        "chips": {name: 20 if name == winner else 5 for name in NAMES},
    }
    return at_auction(winner, held, **auction)


def at_auction(starter: str, held: dict[str, list[str]], **fields: Any) -> Table:
    """Players with these cards, in the first round that fits; other cards drawn before are out of the game."""
    given = [card for cards in held.values() for card in cards]
    number = next(each for each, drawn in DRAWN_BEFORE.items() if drawn >= len(given))
    spare = [card for card in SPARE if card not in given]
    owner = {**held, "lot": LOTS[number], "out": spare[: DRAWN_BEFORE[number] - len(given)]}
    return bidwell.game("serengeti").position({"names": NAMES, "starter": starter, "owner": owner, **fields})


def money(table: Table) -> dict[str, int]:
    """Everybody's chips, and those of the bank."""
    position = table.position()
    return {**position["chips"], "bank": position["bank"]}


def test_seven_to_the_only_one_with_a_7() -> None:
    """SER-21: Anne bids 7, Burt alone has a 7: Burt gets 7."""
    gains, told = sold("Anne", 7, {"Burt": ["Massai 7"]})
    assert gains == {"Anne": -7, "Burt": 7}
    assert "Anne pays Burt 7 chips: the only one with a 7 (SER-21)" in map(str, told)


def test_seven_to_the_only_one_with_two_7s() -> None:
    """SER-21: a card or cards: with two 7s Burt still gets all 7, and nothing is left for the bank."""
    gains, told = sold("Anne", 7, {"Burt": ["Massai 7", "Nandi 7"]})
    assert gains == {"Anne": -7, "Burt": 7}
    assert "Anne pays Burt 7 chips: the only one with a 7 (SER-21)" in map(str, told)


def test_seven_to_the_only_one_with_all_three_7s() -> None:
    """SER-21: nor are three cards another matter."""
    gains, _ = sold("Anne", 7, {"Burt": ["Massai 7", "Nandi 7", "Samburu 7"]})
    assert gains == {"Anne": -7, "Burt": 7}


def test_nine_among_three() -> None:
    """SER-21: Rich bids 9; Anne, Burt and Chris have one 9 each and get 3 each."""
    gains, _ = sold("Rich", 9, {"Anne": ["Nuba 9"], "Burt": ["Nandi 9"], "Chris": ["Samburu 9"]})
    assert gains == {"Rich": -9, "Anne": 3, "Burt": 3, "Chris": 3}


def test_six_with_two_cards_and_one() -> None:
    """SER-21: Chris bids 6; Anne has two 6s and gets 4, Rich has one and gets 2."""
    gains, told = sold("Chris", 6, {"Anne": ["Nuba 6", "Nandi 6"], "Rich": ["Tonga 6"]})
    assert gains == {"Chris": -6, "Anne": 4, "Rich": 2}
    assert [str(event) for event in told if event.name == "paid for cards"] == [
        "Chris pays Anne 4 chips for 2 cards with a 6 (SER-21)",
        "Chris pays Rich 2 chips for a card with a 6 (SER-21)",
    ]


def test_five_and_nobody_has_a_5() -> None:
    """SER-22, SER-23: Anne bids 5, nobody has a 5: 1 to each of the others, and 2 to the bank."""
    gains, told = sold("Anne", 5, {"Burt": ["Massai 7"]})
    assert gains == {"Anne": -5, "Burt": 1, "Chris": 1, "Rich": 1, "bank": 2}
    assert "Anne pays Burt 1 chip, shared evenly: nobody else has a 5 (SER-22)" in map(str, told)


@pytest.mark.parametrize("card", ["Massai 2", "Bantu 2", "Tonga 2"])
def test_twelve_to_the_only_one_with_a_2(card: str) -> None:
    """SER-20, SER-21: Chris bids 12, Burt alone has a 2: Burt gets 12."""
    gains, _ = sold("Chris", 12, {"Burt": [card]})
    assert gains == {"Chris": -12, "Burt": 12}


def test_thirteen_leaves_one_for_the_bank() -> None:
    """SER-21, SER-23: Anne bids 13; Burt and Chris have one 3 each: 6 and 6, and 1 to the bank."""
    gains, told = sold("Anne", 13, {"Burt": ["Nuba 3"], "Chris": ["Bantu 3"]})
    assert gains == {"Anne": -13, "Burt": 6, "Chris": 6, "bank": 1}
    assert "1 chip left over to the bank (SER-23)" in map(str, told)


@pytest.mark.parametrize(("price", "digit"), [(14, 4), (10, 0)])
def test_the_last_of_two_digits_is_matched(price: int, digit: int) -> None:
    """SER-20: for 14 the digit to match is 4, for 10 it is 0; the other digit pays nobody."""
    gains, _ = sold("Anne", price, {"Burt": [f"Tonga {digit}"], "Chris": ["Samburu 1"]})
    assert gains == {"Anne": -price, "Burt": price}


ANNES: dict[str, list[str]] = {"Anne": ["Bantu 4", "Nuba 6"]}


@pytest.mark.parametrize("bid", [4, 6, 14, 16])
def test_four_and_six_forbid_these(bid: int) -> None:
    """SER-13, SER-14: Anne has a 4 and a 6; each of these bids is void and costs her a chip."""
    table = at_auction("Anne", ANNES)
    assert f"bid {bid}" not in table.legal("Anne")
    before = money(table)
    table.play("Anne", f"bid {bid}")
    after = money(table)
    assert after == {**before, "Anne": before["Anne"] - 1, "bank": before["bank"] + 1}
    assert (table.position()["price"], table.position()["bidder"], table.asks) == (0, "nobody", (0,))


@pytest.mark.parametrize("bid", [3, 5, 7, 13, 15, 17, 40, 61])
def test_four_and_six_forbid_nothing_else(bid: int) -> None:
    """SER-13: only the last digit of a bid is closed to her."""
    table = at_auction("Anne", ANNES)
    assert [event.text for event in table.play("Anne", f"bid {bid}")] == [f"Anne bids {bid}"]
    assert table.position()["price"] == bid
