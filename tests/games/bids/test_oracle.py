"""The oracle of Bids against the engine: both are played side by side and compared at every decision."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

import pytest

import bidwell
from bidwell.games.bids import rules
from bidwell.games.bids.components import BLACK, BLACKS, HAND, NO_CARD, SPECIALS
from bidwell.games.bids.notation import card_name
from bidwell.games.bids.state import BidsState
from tests.games.bids.oracle import bids
from tests.games.script import Ask, Order

GAME = bidwell.game("bids")
LONG_AND_SHORT = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Edsger Dijkstra", "Barbara Liskov", "Ann Lee")


class Watched:
    """What chance gave the engine, kept for the oracle to be given the same."""

    def __init__(self) -> None:
        self.deals: deque[dict[str, Any]] = deque()
        self.piles: deque[tuple[int, ...]] = deque()
        self.leaders: deque[int] = deque()

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Look over the engine's shoulder wherever it deals, shuffles or draws a leader."""
        deal_round, shuffle_pile, one_of = rules.deal_round, rules.shuffle_pile, rules.one_of

        def dealt(t: BidsState) -> None:
            deal_round(t)
            hands = [hand(t, seat) for seat in range(t.players)]
            self.deals.append({"hands": hands, "pile": pile(t), "removed": cards(t.removed)})

        def shuffled(t: BidsState) -> None:
            shuffle_pile(t)
            self.piles.append(tuple(pile(t)))

        def drawn(t: BidsState, tied: int) -> int:
            self.leaders.append(one_of(t, tied))
            return self.leaders[-1]

        with patch.multiple(rules, deal_round=dealt, shuffle_pile=shuffled, one_of=drawn):
            yield

    def answer(self, order: Order, table: bidwell.Table) -> Any:
        def named(numbers: Any) -> list[str]:
            return [card_name(card, table) for card in numbers]

        if order.what == "leader":
            return (self.leaders[-1],)
        if order.what == "pile":
            return tuple(named(self.piles.popleft()))
        deal = self.deals.popleft()
        hands = [named(each) for each in deal["hands"]]
        return {"hands": hands, "pile": named(deal["pile"]), "removed": named(deal["removed"])}


def cards(row: list[int]) -> list[int]:
    return [card for card in row if card != NO_CARD]


def hand(t: BidsState, seat: int) -> list[int]:
    return cards(t.hands[seat * HAND : (seat + 1) * HAND])


def pile(t: BidsState) -> list[int]:
    """The top first."""
    return cards(t.pile)[::-1]


def snapshot(table: bidwell.Table) -> dict[str, Any]:
    """The engine's table in the oracle's words."""
    t = cast(BidsState, table.state)

    def named(numbers: list[int]) -> list[str]:
        return [card_name(card, table) for card in numbers]

    order = [(t.leader + step) % t.players for step in range(t.players)]
    taken = [[BLACK + black for black in range(BLACKS) if t.taker[black] == seat] for seat in range(t.players)]
    return {
        "round": t.round_number,
        "turn": t.turn_number,
        "leader": t.leader,
        "up": card_name(t.up, table) if t.up != NO_CARD else "",
        "played": [[seat, card_name(t.played[seat], table)] for seat in order if t.played[seat] != NO_CARD],
        "hands": [sorted(named(hand(t, seat))) for seat in range(t.players)],
        "taken": [sorted(named(each)) for each in taken],
        "pile": named(pile(t)),
        "lowest": bool(t.lowest_wins),
        "totals": t.totals[: t.players],
        "lucky": t.lucky[: t.players],
        "allied": [seat for seat in range(t.players) if t.allies >> seat & 1],
    }


def compare(seed: int) -> int:
    """One random game under random options, told twice; how many decisions agreed."""
    chance = random.Random(seed)
    players = chance.randint(3, 6)
    names = chance.sample(LONG_AND_SHORT, players) if chance.random() < 0.5 else list("ABCDEF"[:players])
    options = {
        "rounds": chance.randint(1, 3),
        "colour_bids": chance.random() < 0.4,
        "specials": [special for special in SPECIALS if chance.random() < 0.6],
        "ally": chance.random() < 0.5,
        "blanks": [["Joker", chance.randint(-20, 20)], ["Toll", -3]][: chance.randint(0, 2)],
    }
    watched = Watched()
    with watched.watch():
        table = GAME.deal(seed=seed, options=options, names=names)
        script = bids(names, **{**options, "specials": frozenset(cast(Any, options["specials"]))})  # type: ignore[arg-type]
        return follow(table, script, watched, chance)


def follow(table: bidwell.Table, script: Any, watched: Watched, chance: random.Random) -> int:
    """Play both to the end with the same choices."""
    decisions, answer = 0, None
    while True:
        try:
            said = script.send(answer)
        except StopIteration as stop:
            end = stop.value
            break
        if isinstance(said, Order):
            answer = watched.answer(said, table)
            continue
        assert isinstance(said, Ask)
        ((seat, legal),) = said.legal.items()
        assert (table.asks, frozenset(table.legal(seat))) == ((seat,), legal)
        assert snapshot(table) == said.table
        choice = chance.choice(sorted(legal))
        table.play(seat, choice)
        answer, decisions = {seat: choice}, decisions + 1
    assert table.over
    assert (list(end.scores), list(end.places)) == (table.scores, table.places)
    return decisions


@pytest.mark.parametrize("part", range(8))
def test_oracle_and_engine_tell_the_same_game(part: int) -> None:
    """Both tellings of the rules agree on every decision, position and score of random games under random options."""
    assert all(compare(seed) > 0 for seed in range(part * 100, part * 100 + 100))
