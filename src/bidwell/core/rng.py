"""Random numbers from the table's own state, the same in the interpreter and in machine code.

No step leaves 63 bits, so that Python's endless integers and a signed machine word agree. (Masking afterwards is not
enough: a compiler may take it that signed numbers do not overflow, and drop the mask.)
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
"""Multipliers below 2**31, so that none of the products here leaves 63 bits."""


@rule
def mix(key: int, step: int) -> int:
    """The number at place `step` of the endless row that belongs to `key`, 0 to 2**63 - 1.

    Each round multiplies the lower half and adds the upper one. The key goes in before every round and after the last,
    so that a number does not lead back to it.
    """
    x = step ^ key
    x = ((x & HALF) * ROUND_1 + (x >> 32)) ^ key
    x = ((x & HALF) * ROUND_2 + (x >> 32)) ^ key
    x = ((x & HALF) * ROUND_3 + (x >> 32)) ^ key
    x = (x & HALF) * ROUND_4 + (x >> 32)
    return x ^ (x >> 32) ^ key


@rule
def key_of(seed: int, number: int) -> int:
    """The key of game `number` in the row that belongs to `seed`: stirred until nearby seeds have nothing in common."""
    key = mix(seed ^ STIR_1, number)
    key = mix(key ^ (seed >> 31), STIR_2)
    return mix(STIR_2, key)


@rule
def below(t: State, count: int) -> int:
    """One of 0 … count - 1, drawn from the table's own chance. `count` is less than 2**31."""
    t.chance_step += 1
    return pick(mix(t.chance_key, t.chance_step), count)


@rule
def next_luck(rng: int) -> int:
    """The state after this one, of a quick generator for bots and drivers: nothing of it is secret."""
    return (rng & HALF) * ROUND_1 + (rng >> 32)


@rule
def pick(rng: int, count: int) -> int:
    """One of 0 … count - 1, as `rng` has it."""
    return ((rng & HALF) * count) >> 32


def fresh_seed() -> int:
    """A seed nobody can guess."""
    import secrets  # slow to import, and seldom needed

    return secrets.randbits(63)
