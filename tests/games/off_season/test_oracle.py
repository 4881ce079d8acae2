"""The oracle of Off Season against the engine: both are played side by side and compared at every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

import pytest

import bidwell
from bidwell.core.rng import below
from bidwell.games.off_season import rules
from bidwell.games.off_season.components import (
    AUCTIONS,
    CAMELS,
    CARDS,
    FACE_NAMES,
    KEEPING,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    NONE,
    TYPE_OF,
)
from bidwell.games.off_season.state import OffSeasonState
from tests.games.off_season.oracle import off_season
from tests.games.script import Ask, Order

GAME = bidwell.game("off_season")


class Watched:
    """What chance gave the engine last, kept for the oracle to be given the same."""

    def __init__(self) -> None:
        self.number = 0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Look over the engine's shoulder wherever it draws a face-down card or a First Player."""

        def drawn(t: OffSeasonState, count: int) -> int:
            self.number = below(t, count)
            return self.number

        with patch.object(rules, "below", drawn):
            yield

    def answer(self, order: Order) -> tuple[int, ...]:
        return (self.number, *(thing for thing in order.things if thing != self.number))


def snapshot(table: bidwell.Table) -> dict[str, Any]:
    """The engine's table in the oracle's words."""
    t = cast(OffSeasonState, table.state)
    seats = range(t.players)

    def named(cards: list[int]) -> list[str]:
        return [FACE_NAMES[t.faces[card]] for card in cards if card != NONE]

    def loaded(seat: int, camel: int) -> list[str]:
        kind = t.camels[seat][camel]
        faces = [face for face, count in enumerate(t.goods[seat]) for _ in range(count) if TYPE_OF[face] == kind]
        return sorted(FACE_NAMES[face] for face in faces)

    def stall(row: list[int], market: int, size: int) -> list[str]:
        return named(row[market * size : (market + 1) * size])

    return {
        "round": t.round_number,
        "side": t.side + 1,
        "tower": CARDS - t.drawn,
        "kind": AUCTIONS[t.auction],
        "first": None if t.first_player == NONE else t.first_player,
        "pounds": t.pounds[: t.players],
        "up": {MARKETS[market]: sorted(stall(t.up, market, MOST_UP)) for market in range(t.players + 1)},
        "down": {MARKETS[market]: stall(t.down, market, MOST_DOWN) for market in range(t.players + 1)},
        "camels": [{limit: loaded(seat, camel) for camel, limit in enumerate(CAMELS)} for seat in seats],
        "coins": [dict(zip(CAMELS, t.coins[seat], strict=True)) for seat in seats],
        "extra": [seat for seat in seats if t.sale_tokens >> seat & 1],
        "peek": [seat for seat in seats if t.peek_tokens >> seat & 1],
        "aside": sorted(named(t.aside)) if t.stage != KEEPING else [],
        "draft": named(t.draft),
    }


SHY = ("use: name", "use: draft", "use: draw")
"""What empties the Tower; tables that do without it see more rounds."""


def compare(seed: int) -> int:
    """One random game, told twice; how many decisions agreed. Some tables bet little, sell seldom, spare the Tower."""
    chance = random.Random(seed)
    watched = Watched()
    with watched.watch():
        table = GAME.deal(players=chance.randint(3, 5), seed=seed)
        t = cast(OffSeasonState, table.state)
        script = off_season(t.players, [FACE_NAMES[face] for face in t.faces], [AUCTIONS[back] for back in t.backs])
        return follow(table, script, watched, chance)


def follow(table: bidwell.Table, script: Any, watched: Watched, chance: random.Random) -> int:
    """Play both to the end with the same choices."""
    timid, idle, shy = (chance.random() < share for share in (0.5, 0.3, 0.3))
    decisions, answer = 0, cast(Any, None)
    while True:
        try:
            said = script.send(answer)
        except StopIteration as stop:
            end = stop.value
            break
        if isinstance(said, Order):
            answer = watched.answer(said)
            continue
        assert isinstance(said, Ask)
        assert set(table.asks) == set(said.legal)
        assert snapshot(table) == said.table
        assert all(frozenset(table.legal(seat)) == legal for seat, legal in said.legal.items())
        answer = {seat: chosen(sorted(legal), chance, timid, idle, shy) for seat, legal in said.legal.items()}
        for seat in chance.sample(sorted(answer), len(answer)):
            table.play(seat, answer[seat])
        decisions += len(answer)
    assert table.over
    assert (list(end.scores), list(end.places), end.table) == (table.scores, table.places, snapshot(table))
    return decisions


def chosen(legal: list[str], chance: random.Random, timid: bool, idle: bool, shy: bool) -> str:
    """One of them, by the mood of the table."""
    if shy:
        legal = [each for each in legal if not each.startswith(SHY)]
    if timid and legal[0].startswith("bet"):
        legal = legal[:3]
    if idle and "sell nothing" in legal and chance.random() < 0.7:
        return "sell nothing"
    peeks = [each for each in legal if each.startswith("peek")]
    return chance.choice(peeks or legal)


@pytest.mark.parametrize("part", range(6))
def test_oracle_and_engine_tell_the_same_game(part: int) -> None:
    """Both tellings of the rules agree on every decision, position and score of random games."""
    assert all(compare(seed) > 0 for seed in range(part * 50, part * 50 + 50))
