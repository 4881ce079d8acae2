"""Cards are never made or lost, and what is told is what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bidwell import Table
from tests.games.bids.helpers import BLANKS, GAME, NAME_OF_BLANK, SPECIALS, all_cards
from tests.laws.play import finished, random_game

every_number = pytest.mark.parametrize("players", [3, 4, 5, 6])


def deals(players: int) -> Iterator[tuple[Table, random.Random]]:
    """Games under random options, with the rng to play them."""
    for seed in range(12):
        rng = random.Random(f"{players} {seed}")
        options = {
            "rounds": rng.randint(1, 3),
            "colour_bids": rng.random() < 0.4,
            "specials": [special for special in SPECIALS if rng.random() < 0.7],
            "ally": rng.random() < 0.5,
            "blanks": BLANKS[: rng.randint(0, 2)],
        }
        yield GAME.deal(players, rng.randrange(1 << 60), options), rng


def places(position: dict[str, Any]) -> list[str]:
    """Every card that lies somewhere, once for each place where it lies.

    Coloured cards played are gone at once. While a thief chooses, what this turn was about has been dealt with.
    """
    lying = [*position["pile"], *position["removed"], *position["gone"]]
    for field in ("hands", "taker"):
        lying += [card for cards in position[field].values() for card in cards]
    if not position["stealing"]:
        in_the_middle = [position["up"], *position["played"].values()]
        lying += [card for card in in_the_middle if card != "none" and card not in position["gone"]]
    return lying


@every_number
def test_every_card_is_always_in_one_place(players: int) -> None:
    """BID-01 to BID-06, BID-10, BID-12, BID-37: in a hand, taken, in the middle, in the pile, gone, or out."""
    for deal, rng in deals(players):
        cards = sorted(all_cards(players, deal.options))
        for table in random_game(deal, rng):
            assert sorted(places(table.position())) == cards


@every_number
def test_hands_and_turns_go_together(players: int) -> None:
    """BID-05, BID-07, BID-14: a player who has played this turn has one card less."""
    for deal, rng in deals(players):
        for table in random_game(deal, rng):
            position = table.position()
            if not table.over:
                due = [11 - position["turn_number"] - (position["played"][name] != "none") for name in table.names]
                assert [len(position["hands"][name]) for name in table.names] == due


@every_number
def test_what_is_told_is_what_was_taken(players: int) -> None:
    """BID-09, BID-36: what lies before everybody follows from what was told, and so does what was discarded."""
    for deal, rng in deals(players):
        for table in random_game(deal, rng):
            position = table.position()
            had, gone = told(table)
            assert {name: {*map(called, cards)} for name, cards in position["taker"].items()} == had
            assert {card for card in position["gone"] if card in SPECIALS} == gone


def called(card: str) -> str:
    return NAME_OF_BLANK.get(card, card)


def told(table: Table) -> tuple[dict[str, set[str]], set[str]]:
    """The taker of each card and the cards gone, from events alone."""
    had: dict[str, set[str]] = {name: set() for name in table.names}
    gone: set[str] = set()
    for event in table.log:
        words = event.text.split(" ", 2)
        if event.name == "round":
            had, gone = {name: set() for name in table.names}, set()
        elif event.name == "takes":
            had[words[0]].add(words[2])
        elif event.name == "stolen":
            card, _, victim = words[2].partition(" from ")
            had[victim].remove(card)
            had[words[0]].add(card)
        elif event.name == "discarded":
            gone.add(words[0])
    return had, gone


@every_number
def test_what_is_told_is_what_was_scored(players: int) -> None:
    """BID-15, BID-17: totals are the sum of the rounds."""
    for deal, rng in deals(players):
        table = finished(deal, rng)
        totals = [0] * players
        for event in table.log:
            if event.name in ("scored", "allies scored", "lucky loser"):
                totals[event.values["seat"]] += event.values["points"]
        assert totals == table.scores


@every_number
def test_cards_under_the_pile_stay_where_they_are_known_to_be(players: int) -> None:
    """BID-10, BID-38: `under` counts them from the bottom, `burned` names all that are in the pile."""
    for deal, rng in deals(players):
        for table in random_game(deal, rng):
            position = table.position()
            known = [*map(called, position["pile"][len(position["pile"]) - position["under"] :])]
            assert known == heard_to_lie_under(table)
            assert {*known} <= {*map(called, position["burned"])} <= {*map(called, position["pile"])}


def heard_to_lie_under(table: Table) -> list[str]:
    """The cards told to go under the pile since it was last shuffled or dealt, and not told to have come up again."""
    cards: list[str] = []
    for event in table.log:
        card = GAME.words["card"](event.values["card"], table) if "card" in event.values else ""
        if event.name in ("shuffled", "round"):
            cards = []
        elif event.name == "under the pile":
            cards.append(card)
        elif event.name in ("turned up", "surprised", "discarded") and card in cards:
            cards.remove(card)
    return cards
