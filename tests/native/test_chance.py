"""Chance comes out the same natively as in the interpreter."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import numpy as np

from bidwell.core.rng import BITS, below, key_of, mix, next_rng, pick
from bidwell.core.state import State
from bidwell.mechanics import shuffle
from bidwell.native.compile import jit
from bidwell.native.record import pack, unpack

EDGES = [0, 1, 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 62) - 1, 1 << 62, BITS - 1, BITS]


def all_numbers(key: int, step: int, count: int, out: Any) -> None:
    """Everything that chance has to say of two numbers."""
    out[0] = mix(key, step)
    out[1] = key_of(key, step)
    out[2] = next_rng(key)
    out[3] = pick(key, count)


def test_numbers_are_the_same() -> None:
    """At the edges of what a word holds, and for many numbers between."""
    native, rng = jit(all_numbers), random.Random(1)
    pairs = [(key, step) for key in EDGES for step in EDGES]
    pairs += [(rng.getrandbits(63), rng.getrandbits(63)) for _ in range(20_000)]
    for key, step in pairs:
        count = 1 + rng.getrandbits(31) % ((1 << 31) - 1)
        out: Any = np.zeros(4, np.int64)
        native(key, step, count, out)
        expected = [0] * 4
        all_numbers(key, step, count, expected)
        assert out.tolist() == expected


def draw(tables: Any, counts: Any, out: Any, cards: Any) -> None:
    """Many draws from a table's own chance, and a shuffle."""
    for index in range(len(counts)):
        out[index] = below(tables[0], counts[index])
    shuffle(tables[0], cards, 3, len(cards))


def test_draws_and_shuffles_are_the_same() -> None:
    """And leave the same chance behind."""
    rng = random.Random(2)
    for seed in range(50):
        state = State()
        state.chance_key = key_of(seed, 0)
        counts = [1 + rng.randrange(100) for _ in range(100)]
        tables, cards = pack(state), [*range(30)]
        out, order = np.zeros(100, np.int64), np.arange(30)
        jit(draw)(tables, np.array(counts), out, order)
        draws = [0] * 100
        draw([state], counts, draws, cards)
        assert (out.tolist(), order.tolist()) == (draws, cards)
        assert unpack(tables[0], State) == state
