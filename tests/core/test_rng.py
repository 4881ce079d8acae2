"""Random numbers are uniform, the same on all targets, and unrelated for nearby seeds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bidwell.core.rng import BITS, HALF, below, fresh_seed, key_of, mix, next_rng, pick
from bidwell.core.state import State
from bidwell.mechanics import shuffle

WORDS = st.integers(0, BITS)
CHI_SQUARE = {1: 15.1, 2: 18.4, 5: 25.7, 9: 33.7, 23: 57.1, 29: 66.2, 63: 112.4}
"""What one sample in ten thousand exceeds, by degrees of freedom."""


def a_table(seed: int = 1) -> State:
    table = State()
    table.chance_key = key_of(seed, 0)
    return table


def chi_square(counts: Counter[int], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


@given(key=WORDS, step=WORDS)
@example(key=BITS, step=0)
@example(key=HALF, step=0)
@example(key=0, step=BITS)
def test_no_number_leaves_63_bits(key: int, step: int) -> None:
    """A machine word holds every one of them."""
    assert 0 <= mix(key, step) <= BITS
    assert 0 <= key_of(key, step) <= BITS
    assert 0 <= next_rng(key) <= BITS


@given(rng=WORDS, count=st.integers(1, (1 << 31) - 1))
def test_a_pick_is_below_its_count(rng: int, count: int) -> None:
    """0 to count - 1, whatever the rng."""
    assert 0 <= pick(rng, count) < count
    assert pick(rng, 1) == 0
    assert (pick(0, count), pick(HALF, count)) == (0, count - 1)


@pytest.mark.parametrize("count", [2, 3, 6, 10, 30, 64])
def test_below_is_uniform(count: int) -> None:
    """Every number comes as often, within what chance allows."""
    table = a_table(seed=count)
    counts = Counter(below(table, count) for _ in range(1000 * count))
    assert chi_square(counts, count) < CHI_SQUARE[count - 1]


@pytest.mark.parametrize("count", [2, 3, 6])
def test_first_draws_of_neighbouring_seeds_are_uniform(count: int) -> None:
    """Seeds 0, 1, 2, … are as good as random ones."""
    counts = Counter(below(a_table(seed), count) for seed in range(1000 * count))
    assert chi_square(counts, count) < CHI_SQUARE[count - 1]


def test_draws_that_follow_each_other_are_independent() -> None:
    """Every pair of eight numbers comes as often."""
    table = a_table()
    draws = [below(table, 8) for _ in range(64_001)]
    pairs = Counter(8 * first + second for first, second in pairwise(draws))
    assert chi_square(pairs, 64) < CHI_SQUARE[63]


def test_rng_is_uniform() -> None:
    """Also the fast random numbers of bots."""
    rng, counts = key_of(5, 0), Counter[int]()
    for _ in range(10_000):
        rng = next_rng(rng)
        counts[pick(rng, 10)] += 1
    assert chi_square(counts, 10) < CHI_SQUARE[9]


def test_every_draw_takes_a_step() -> None:
    """The state is the key and the number of draws so far: the same steps, the same numbers."""
    table = a_table()
    first = [below(table, 100) for _ in range(20)]
    assert table.chance_step == 20
    table.chance_step = 0
    assert [below(table, 100) for _ in range(20)] == first


@pytest.mark.parametrize("bit", [0, 1, 30, 31, 32, 61, 62])
def test_nearby_seeds_have_nothing_in_common(bit: int) -> None:
    """Turning over one bit of the seed turns over about half of the key, upper and lower half alike."""
    changed = [key_of(seed, 0) ^ key_of(seed ^ 1 << bit, 0) for seed in range(400)]
    upper = sum((word >> 32).bit_count() for word in changed) / 400
    lower = sum((word & HALF).bit_count() for word in changed) / 400
    assert 15 < upper < 16
    assert 15.5 < lower < 16.5


def test_games_of_one_seed_differ() -> None:
    """And so do the seats that imagine by the same seed."""
    keys = {key_of(seed, number) for seed in range(100) for number in range(100)}
    assert len(keys) == 10_000


def test_shuffle_is_uniform() -> None:
    """All 24 orders of four cards come as often, and cards outside of the part stay where they are."""
    table = a_table()
    orders = {order: number for number, order in enumerate(permutations([1, 2, 3, 4]))}
    counts = Counter[int]()
    for _ in range(24_000):
        cards = [9, 1, 2, 3, 4, 8]
        shuffle(table, cards, 1, 5)
        assert (cards[0], cards[5]) == (9, 8)
        counts[orders[cards[1], cards[2], cards[3], cards[4]]] += 1
    assert chi_square(counts, 24) < CHI_SQUARE[23]


def test_fresh_seeds_are_never_the_same() -> None:
    """And always fit."""
    seeds = {fresh_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert 0 <= min(seeds) <= max(seeds) <= BITS
