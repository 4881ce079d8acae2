"""The oracle of The Secret Auction House against the engine: both are played side by side and compared throughout."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

import bidwell
from bidwell.games.secret_auction.components import (
    DECK,
    DISCARDED,
    ITEMS,
    MONEY,
    NO_REQUEST,
    REQUEST_CLAUSES,
    SIGHT,
    STARS,
)
from bidwell.games.secret_auction.rules import money_at_hand
from bidwell.games.secret_auction.state import SecretAuctionState
from tests.games.script import Ask
from tests.games.secret_auction.oracle import secret_auction

GAME = bidwell.game("secret_auction")


def item(number: int) -> tuple[int, int]:
    return number // STARS, number % STARS + 1


def money(mask: int) -> list[int]:
    return [value for value in range(1, MONEY + 1) if mask >> (value - 1) & 1]


def snapshot(table: bidwell.Table) -> dict[str, Any]:
    """The engine's table in the oracle's words."""
    t = cast(SecretAuctionState, table.state)
    seats = range(t.players)

    def lying(place: int) -> list[tuple[int, int]]:
        return sorted(item(each) for each in range(ITEMS) if t.owner[each] == place)

    return {
        "item": next(iter(lying(SIGHT)), None),
        "left": t.owner.count(DECK),
        "hands": [money(money_at_hand(t, seat)) for seat in seats],
        "piles": [[] if t.recovering[seat] else money(t.piles[seat]) for seat in seats],
        "gone": [money(t.gone[seat]) for seat in seats],
        "chips": t.chips[: t.players],
        "won": [lying(seat) for seat in seats],
        "discarded": lying(DISCARDED),
        "out": [seat for seat in seats if t.out >> seat & 1],
        "kept": [REQUEST_CLAUSES[t.kept[seat]] if t.kept[seat] != NO_REQUEST else None for seat in seats],
    }


def compare(seed: int) -> int:
    """One random game, told twice; how many decisions agreed. Some players hardly ever pass, some often."""
    chance = random.Random(seed)
    sizes = chance.choice(["square", "stars"])
    table = GAME.deal(players=chance.randint(3, 5), seed=seed, options={"bid_sizes": sizes})
    t = cast(SecretAuctionState, table.state)
    requests = [(REQUEST_CLAUSES[one], REQUEST_CLAUSES[other]) for one, other in t.dealt[: t.players]]
    script = secret_auction(t.players, [item(each) for each in t.items], requests, bid_sizes=sizes)
    bold = chance.choice([0.0, 0.1, 0.5])
    decisions, answers = 0, None
    while True:
        try:
            said = script.send(cast(Any, answers))
        except StopIteration as stop:
            end = stop.value
            break
        answers = chosen(table, said, chance, bold)
        decisions += len(answers)
    assert table.over
    assert (list(end.scores), list(end.places), end.table) == (table.scores, table.places, snapshot(table))
    return decisions


def chosen(table: bidwell.Table, said: Ask, chance: random.Random, bold: float) -> dict[int, str]:
    """A choice for every seat the oracle asks, in any order; who recovers is asked once more."""
    assert set(table.asks) == set(said.legal)
    assert snapshot(table) == said.table
    assert all(frozenset(table.legal(seat)) == legal for seat, legal in said.legal.items())
    answers = {}
    for seat, legal in said.legal.items():
        bids = sorted(each for each in legal if each.startswith("bid"))
        answers[seat] = chance.choice(bids) if bids and chance.random() >= bold else chance.choice(sorted(legal))
    for seat in chance.sample(sorted(answers), len(answers)):
        table.play(seat, answers[seat])
    return answers


@pytest.mark.parametrize("part", range(4))
def test_oracle_and_engine_tell_the_same_game(part: int) -> None:
    """Both tellings of the rules agree on every choice, position and score of random games."""
    assert all(compare(seed) > 0 for seed in range(part * 100, part * 100 + 100))
