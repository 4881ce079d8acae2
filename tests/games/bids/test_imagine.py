"""What a seat imagines keeps to all that it knows, and is any of the worlds that are left, each as likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bidwell import Table
from tests.games.bids.helpers import BLANKS, GAME, SPECIALS, a_table, all_cards, see, turn
from tests.laws.play import random_game

SEEDS = range(60)


def worlds(table: Table, seat: int | str | None, field: str) -> list[Any]:
    """A field of what this seat imagines, many times."""
    return [see(table.imagine(seat, seed), field) for seed in SEEDS]


@cache
def midst(players: int, ally: bool = True) -> tuple[Table, ...]:
    """Tables in the midst of random games with everything on."""
    found = []
    for seed in range(6):
        rng = random.Random(seed)
        options = {"rounds": 1, "specials": [*SPECIALS], "ally": ally, "blanks": BLANKS}
        stop = rng.randrange(players * 9)
        for number, table in enumerate(random_game(GAME.deal(players, seed, options), rng)):
            if number == stop:
                found.append(table.copy())
                break
    return tuple(found)


def seen_and_imagined(players: int, *seats: int | None) -> Iterator[tuple[int | None, Table, Table]]:
    """A viewer, the table, and the world that the viewer imagines."""
    for table in midst(players):
        for seat in seats or (0, players - 1, None):
            for seed in range(5):
                yield seat, table, table.imagine(seat, seed)


every_number = pytest.mark.parametrize("players", [3, 4, 5, 6])


# What is known


@every_number
def test_ones_own_hand_stays(players: int) -> None:
    """BID-05: card by card."""
    for seat, table, world in seen_and_imagined(players, 0, players - 1):
        name = table.names[seat or 0]
        assert see(world, "hands")[name] == see(table, "hands")[name]


@every_number
def test_what_lies_open_stays(players: int) -> None:
    """BID-07, BID-12, BID-37: cards played, turned up, taken and gone, and all that is told of them."""
    for _, table, world in seen_and_imagined(players):
        for field in ("played", "up", "prize", "taker", "doubled", "gone", "burned", "under", "pile_size", "allies"):
            assert see(world, field) == see(table, field)


@every_number
def test_every_card_is_there_once(players: int) -> None:
    """BID-01: what is imagined is made of the same cards."""
    for _, table, world in seen_and_imagined(players):
        assert sorted(hidden(world)) == sorted(hidden(table))
        assert {*hidden(world)} <= {*all_cards(players, table.options)}


def hidden(table: Table) -> list[str]:
    """The cards in hands, in the pile and out of the round."""
    position = table.position()
    held = [card for hand in position["hands"].values() for card in hand]
    return [*held, *position["pile"], *position["removed"]]


@every_number
def test_the_others_hold_as_many_cards_and_as_many_black_ones(players: int) -> None:
    """BID-05: it is known how many point cards were mixed in, and which have been seen since."""
    for _, table, world in seen_and_imagined(players):
        sizes = [[len(hand) for hand in see(each, "hands").values()] for each in (table, world)]
        assert sizes[0] == sizes[1]
        assert black_in_hands(world) == black_in_hands(table)


def black_in_hands(table: Table) -> int:
    return sum(is_black(card) for hand in see(table, "hands").values() for card in hand)


def is_black(card: str) -> bool:
    return card != "Ally" and card.split()[0] not in ("red", "blue", "green", "yellow")


@every_number
def test_only_coloured_cards_are_out_of_the_round(players: int) -> None:
    """BID-04: as many as before, and never the Ally."""
    for _, table, world in seen_and_imagined(players):
        removed = see(world, "removed")
        assert len(removed) == len(see(table, "removed"))
        assert not any(is_black(card) or card == "Ally" for card in removed)


def test_the_ally_is_in_a_hand_until_it_is_played() -> None:
    """BID-04: to Burt it may be Anne's or Carla's, but it is somebody's."""
    table = a_table({"Anne": "red 9", "Burt": "blue 5", "Carla": "Ally"}, options={"ally": True})
    holders = Counter(name for hands in worlds(table, "Burt", "hands") for name in hands if "Ally" in hands[name])
    assert {*holders} == {"Anne", "Carla"}
    assert holders.total() == len(SEEDS)


# Cards under the pile

BURNED = {"Anne": "red 9", "Burt": "blue 9", "Carla": "black 3"}


def test_burned_cards_keep_their_places() -> None:
    """BID-10: all have seen them go there: the 7, and under it the 3."""
    piles = worlds(turn(BURNED, up="black 7"), "Anne", "pile")
    assert {tuple(pile[-2:]) for pile in piles} == {("black 7", "black 3")}


def test_the_pile_above_them_may_lie_in_any_order() -> None:
    """BID-05: every card that is not seen comes on top some time."""
    piles = worlds(turn(BURNED, up="black 7"), "Anne", "pile")
    assert {pile[0] for pile in piles} == {*piles[0][:-2]}


SHUFFLED = {"Anne": "red 9", "Burt": "blue 5", "Carla": "Shuffle"}


def test_after_a_shuffle_burned_cards_have_no_place() -> None:
    """BID-38: the burned 7 may then lie anywhere in the pile."""
    table = turn(
        SHUFFLED, up="black 6", pile=["black 8", "black 10", "black 4", "black 7"], burned=["black 7"], under=0
    )
    assert see(table, "burned") == ["black 7"]
    places = {pile.index("black 7") for pile in worlds(table, "Anne", "pile")}
    assert places == {*range(see(table, "pile_size"))}


def test_after_a_shuffle_burned_cards_are_still_in_the_pile() -> None:
    """BID-10, BID-38: and in nobody's hand, though another black card may be."""
    burned = ["black 7", "2x", "-5"]
    table = a_table(
        {"Anne": "red 9", "Burt": "black 1", "Carla": "green 5"}, pile=["black 8", "black 10"], burned=burned, under=0
    )
    held = {
        card for hands in worlds(table, "Anne", "hands") for hand in hands.values() for card in hand if is_black(card)
    }
    assert all({*burned} <= {*pile} for pile in worlds(table, "Anne", "pile"))
    assert "black 1" in held
    assert not held & {*burned}
    assert len(held) > 3


def test_a_card_that_came_up_again_is_known_no_longer() -> None:
    """BID-07: what was burned and is turned up is in the middle, not in the pile."""
    plays = {"Anne": "red 9", "Burt": "blue 5", "Carla": "green 2"}
    table = turn(plays, up="black 6", pile=["black 8", "black 4"], burned=["black 8", "black 4"], under=0)
    assert (see(table, "up"), see(table, "burned")) == ("black 8", ["black 4"])


# Any world, each as likely


def last_turn(hands: dict[str, str], **fields: Any) -> Table:
    """The tenth turn, Anne to lead, with three point cards in the pile and the others taken."""
    black = [*(f"black {number}" for number in range(1, 11)), "2x", "-5"]
    pile = ["black 1", "black 2", "black 3"]
    elsewhere = {*pile, *hands.values(), "black 10"}
    taker = {"Burt": [card for card in black if card not in elsewhere]}
    return a_table(hands, turn_number=10, up="black 10", pile=pile, taker=taker, removed=["blue 1"], **fields)


def counted(table: Table, seat: str | None, times: int) -> Counter[Any]:
    """How often each world is imagined."""
    found: Counter[Any] = Counter()
    for seed in range(times):
        position = table.imagine(seat, seed).position()
        hands = tuple(tuple(sorted(hand)) for hand in position["hands"].values())
        found[hands, tuple(position["pile"]), tuple(sorted(position["removed"]))] += 1
    return found


def is_even(found: Counter[Any], count: int, most: float) -> bool:
    """Counts this number of worlds; their chi-square stays under its 99.99 % mark."""
    mean = found.total() / count
    return len(found) == count and sum((times - mean) ** 2 / mean for times in found.values()) < most


def test_coloured_cards_are_drawn_evenly() -> None:
    """BID-04, BID-05: three unseen coloured cards are Burt's, Carla's and out, in 6 ways; the pile lies in 6 orders."""
    table = last_turn({"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4"})
    assert is_even(counted(table, "Anne", 3600), 36, 75.1)


def test_black_cards_are_drawn_evenly() -> None:
    """BID-05: which of four black cards is in a hand, whose it is, which coloured one is out, and the pile's order."""
    table = last_turn({"Anne": "red 9", "Burt": "black 4", "Carla": "green 4"})
    assert is_even(counted(table, "Anne", 4800), 4 * 2 * 2 * 6, 155.1)


def test_known_cards_leave_fewer_worlds() -> None:
    """BID-10: with a 3 at the bottom there are two orders of the others, and three cards that may be in a hand."""
    table = last_turn({"Anne": "red 9", "Burt": "black 4", "Carla": "green 4"}, burned=["black 3"], under=1)
    assert is_even(counted(table, "Anne", 2400), 3 * 2 * 2 * 2, 57.3)


def test_cards_known_to_be_in_the_pile_lie_anywhere_in_it() -> None:
    """BID-38: the same after a shuffle: three that may be in a hand, and six orders."""
    table = last_turn({"Anne": "red 9", "Burt": "black 4", "Carla": "green 4"}, burned=["black 3"], under=0)
    assert is_even(counted(table, "Anne", 3600), 3 * 2 * 2 * 6, 124.2)


def test_a_spectator_knows_no_hand() -> None:
    """BID-05: four coloured cards for three hands and one out, in 24 ways, times 6 orders of the pile."""
    table = last_turn({"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4"})
    assert is_even(counted(table, None, 7200), 144, 214.7)


def test_the_ally_is_drawn_evenly() -> None:
    """BID-04: two out of the round, and the Ally Burt's or Carla's: 2 * 3 ways with three coloured cards, times 6."""
    hands = {"Anne": "red 9", "Burt": "Ally", "Carla": "green 4"}
    table = a_table(
        hands,
        options={"ally": True},
        turn_number=10,
        up="black 10",
        pile=["black 1", "black 2", "black 3"],
        taker={"Burt": [*(f"black {number}" for number in range(4, 10)), "2x", "-5"]},
        removed=["blue 1", "red 2"],
    )
    assert is_even(counted(table, "Anne", 3600), 2 * 3 * 6, 75.1)
