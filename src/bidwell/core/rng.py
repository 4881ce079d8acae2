"""Random numbers computed from the state, the same in the interpreter and in machine code.

Every intermediate value stays within 63 bits, so that Python's unbounded integers and signed machine words agree.
Masking the result afterwards is not enough: a compiler may assume that signed integers do not overflow, and drop
the mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bidwell.core.rule import rule

if TYPE_CHECKING:
    from bidwell.core.state import State

BITS = (1 << 63) - 1
HALF = (1 << 32) - 1
ROUND_1, ROUND_2, ROUND_3, ROUND_4 = 1791398085, 2083801278, 1929682203, 2131995753
STIR_1, STIR_2 = 0x3F84D5B5B5470917, 0x1E3779B97F4A7C15
"""The ROUND multipliers are below 2**31, so that no product leaves 63 bits."""


@rule
def mix(key: int, step: int) -> int:
    """Return number `step` of the random sequence of `key`, from 0 to 2**63 - 1.

    Each round multiplies the lower half and adds the upper half. The key is mixed in before every round and after the
    last one, so that it cannot be computed back from a number.
    """
    x = step ^ key
    x = ((x & HALF) * ROUND_1 + (x >> 32)) ^ key
    x = ((x & HALF) * ROUND_2 + (x >> 32)) ^ key
    x = ((x & HALF) * ROUND_3 + (x >> 32)) ^ key
    x = (x & HALF) * ROUND_4 + (x >> 32)
    return x ^ (x >> 32) ^ key


@rule
def key_of(seed: int, number: int) -> int:
    """Return the key of game `number` for `seed`, mixed so that nearby seeds give unrelated keys."""
    key = mix(seed ^ STIR_1, number)
    key = mix(key ^ (seed >> 31), STIR_2)
    return mix(STIR_2, key)


@rule
def below(t: State, count: int) -> int:
    """Draw one of 0 … count - 1 with the table's own generator. `count` is less than 2**31."""
    t.chance_step += 1
    return pick(mix(t.chance_key, t.chance_step), count)


@rule
def next_rng(rng: int) -> int:
    """Return the next state of a fast generator for bots and drivers. It is not used for anything secret."""
    return (rng & HALF) * ROUND_1 + (rng >> 32)


@rule
def pick(rng: int, count: int) -> int:
    """Map `rng` to one of 0 … count - 1."""
    return ((rng & HALF) * count) >> 32


def fresh_seed() -> int:
    """Return an unpredictable seed."""
    import secrets  # slow to import, rarely needed

    return secrets.randbits(63)
