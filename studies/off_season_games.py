"""Games of Off Season between equal traders, counted by machine code: bets, choices, abilities used and sales."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bidwell.core.rng import key_of, mix, next_rng, pick
from bidwell.core.rule import rule
from bidwell.games.off_season import GAME
from bidwell.games.off_season.components import (
    ABILITY,
    AUCTIONS,
    BETTING,
    CHOOSING,
    E2,
    FACES,
    MARKET,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    NO_ABILITY,
    NONE,
    OTHERS,
    PEEK,
    POTTERY,
    SELL,
    SELL_NOTHING,
    SIDE_NAMES,
    SWAP,
    SWAP_HIDDEN,
    TYPES,
)
from bidwell.games.off_season.heuristic import heuristic
from bidwell.games.off_season.rules import (
    asks,
    begin_market_phase,
    deal,
    go_on,
    legal,
    play,
    standings,
    winning_bidder,
    worth_of_sale,
)
from bidwell.mechanics import first_of
from bidwell.native.compile import jit
from bidwell.native.record import pack

Rows = np.ndarray[Any, Any]

# The columns of the counts.
IN_PLAY = 0
CHOSEN = IN_PLAY + len(SIDE_NAMES)
USED = CHOSEN + len(SIDE_NAMES)
SALES = USED + len(SIDE_NAMES)
POUNDS = SALES + len(TYPES)
AUCTION = POUNDS + len(TYPES)
PAID = AUCTION + len(AUCTIONS)
VOID = PAID + len(AUCTIONS)
PEEKS = VOID + 1
PEEKED_SWAPS = PEEKS + 1
EMPTY = PEEKED_SWAPS + 1
WIDTH = EMPTY + 1


@dataclass(frozen=True)
class Watched:
    """The counts of many games, one row each."""

    standings: Rows
    rounds: Rows
    counts: Rows
    pounds: Rows
    """The pounds of every player at the end."""

    def total(self, column: int, width: int = 1) -> Rows:
        """The sum of a column over all games."""
        found: Rows = self.counts[:, column : column + width].sum(0)
        return found


@rule
def count_choice(t: Any, seat: int, action: int, counts: Any) -> None:
    """Count a choice before its action is played."""
    if PEEK <= action < NO_ABILITY:
        counts[PEEKS] += 1
    elif t.stage == CHOOSING:
        counts[CHOSEN + 2 * (action - MARKET) + t.side] += 1
        counts[EMPTY] += 1 if all_empty(t) else 0
    elif t.stage == ABILITY and SWAP_HIDDEN <= action < SWAP:
        counts[USED + t.chosen] += 1
        card = t.down[E2 // 2 * MOST_DOWN + (action - SWAP_HIDDEN) // (OTHERS * FACES)]
        counts[PEEKED_SWAPS] += t.known[card] >> seat & 1
    elif t.stage == ABILITY and action != NO_ABILITY:
        counts[USED + t.chosen] += 1
    elif SELL <= action < SELL_NOTHING:
        kind = min(action - SELL, POTTERY)
        counts[SALES + kind] += 1
        counts[POUNDS + kind] += worth_of_sale(t, seat, action - SELL)


@rule
def all_empty(t: Any) -> bool:
    """Are all markets that can be chosen empty?"""
    for market in range(len(MARKETS)):
        lies_there = t.up[market * MOST_UP] != NONE or t.down[market * MOST_DOWN] != NONE
        if t.open_markets >> market & 1 and lies_there:
            return False
    return True


@rule
def count_auction(t: Any, holder: int, had: Any, counts: Any) -> None:
    """Count an auction once it is decided, or void after failing twice.

    `holder` was First Player before it, and `had` holds each seat's pounds before it.
    """
    first_player = t.first_player
    t.first_player = holder
    winner = winning_bidder(t)
    t.first_player = first_player
    if winner == NONE:
        counts[VOID] += 1
    else:
        counts[AUCTION + t.auction] += 1
        counts[PAID + t.auction] += had[winner] - t.pounds[winner]
    for market in range(len(MARKETS)):
        counts[IN_PLAY + 2 * market + t.side] += t.in_play >> market & 1


def _watch(tables, seed, out, had, ranks, rounds, counts):  # type: ignore[no-untyped-def]
    for index in range(len(tables)):
        t = tables[index]
        t.chance_key = key_of(seed, index)
        rng = mix(t.chance_key, 0)
        deal(t)
        asked = asks(t)
        while asked:
            seat = first_of(asked)
            choices = legal(t, seat, out)
            rng = next_rng(rng)
            action = heuristic(t, seat, out, choices, rng)
            betting, holder = t.stage == BETTING, t.first_player
            for each in range(t.players):
                had[each] = t.pounds[each]
            count_choice(t, seat, action, counts[index])
            play(t, seat, action)
            if betting and t.stage == CHOOSING:
                count_auction(t, holder, had, counts[index])
            asked = asks(t)
        rounds[index] = t.round_number
        standings(t, ranks[index])


def _play_on(tables, index, rng, out, most):  # type: ignore[no-untyped-def]
    """Let traders play on at one table, to the end or for `most` decisions."""
    t = tables[index]
    asked = asks(t)
    while asked and most:
        seat = first_of(asked)
        rng = next_rng(rng)
        play(t, seat, heuristic(t, seat, out, legal(t, seat, out), rng))
        asked = asks(t)
        most -= 1
    return rng


play_on = jit(_play_on)


def _compare(tables, seed, out, worth):  # type: ignore[no-untyped-def]
    """Give every auction of a game to one seat in one world and to another seat in a second, both for free.

    The first of `tables` holds the game, the next two the worlds; the last stays undealt as a template.
    """
    t = tables[0]
    for index in range(len(worth)):
        tables[0] = tables[3]
        t.chance_key = key_of(seed, index)
        rng = mix(t.chance_key, 0)
        deal(t)
        while asks(t):
            if t.stage == BETTING and t.asked & 1 and not t.failed:
                lucky = pick(rng, t.players)
                other = (lucky + 1 + pick(next_rng(rng), t.players - 1)) % t.players
                for world in range(1, 3):
                    tables[world] = tables[0]
                    tables[world].asked = 0
                    begin_market_phase(tables[world], lucky if world == 1 else other)
                    go_on(tables[world])
                    play_on(tables, world, rng, out, MANY)
                worth[index][t.round_number - 1][0] = 1
                worth[index][t.round_number - 1][1] = tables[1].pounds[lucky] - tables[2].pounds[lucky]
            rng = play_on(tables, 0, rng, out, 1)


MANY = 1 << 30


@cache
def _compiled(loop: Any) -> Any:
    return jit(loop)


def watch(players: int, games: int, seed: int) -> Watched:
    """Play and count games of equal traders."""
    tables, out = _tables(players, games), np.zeros(GAME.most_choices, np.int64)
    had = np.zeros(players, np.int64)
    ranks, rounds, counts = (
        np.zeros((games, players), np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, WIDTH), np.int64),
    )
    _compiled(_watch)(tables, seed, out, had, ranks, rounds, counts)
    return Watched(ranks, rounds, counts, tables["pounds"][:, :players])


def worth_of_first_choice(players: int, games: int, seed: int) -> Rows:
    """For every round, the value in pounds of being First Player for free compared with another seat being it."""
    worth = np.zeros((games, 12, 2), np.int64)
    _compiled(_compare)(_tables(players, 4), seed, np.zeros(GAME.most_choices, np.int64), worth)
    played = worth[:, :, 0].sum(0)
    sums: Rows = worth[:, :, 1].sum(0)[played > 0] / played[played > 0]
    return sums


def _tables(players: int, count: int) -> Rows:
    return np.repeat(pack(GAME.lay("ABCDE"[:players], GAME.agreed(players, None))), count)
