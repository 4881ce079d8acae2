"""Rules that auction games share: turn order, bit masks of seats and cards, shuffling."""

from __future__ import annotations

from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.core.state import NOBODY, State


@rule
def first_of(seats: int) -> int:
    """Return the lowest seat in a bit mask that is not empty."""
    lower = (seats & -seats) - 1  # counting the bits below avoids a test per seat, which is faster when compiled
    seat = 0
    while lower:
        lower &= lower - 1
        seat += 1
    return seat


@rule
def clockwise(players: int, seat: int, out: int) -> int:
    """Return the next seat after `seat` that is not in the bit mask `out`: it may be `seat` itself, or NOBODY."""
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        if not out >> seat & 1:
            return seat
    return NOBODY


@rule
def steps_clockwise(players: int, seat: int, other: int) -> int:
    """Return the number of steps clockwise from `seat` to `other`."""
    return other - seat if other >= seat else other - seat + players


@rule
def nth_of(those: int, number: int) -> int:
    """Return the position of the set bit with this number, counted from 0 at the lowest."""
    for _ in range(number):
        those &= those - 1
    return first_of(those)


@rule
def draw_one(t: State, those: int) -> int:
    """Return the position of one set bit, drawn uniformly with the table's own generator."""
    return nth_of(those, below(t, count_of(those)))


@rule
def draw_some(t: State, those: int, count: int) -> int:
    """Return a bit mask of `count` of these bits, drawn uniformly with the table's own generator."""
    drawn = 0
    for _ in range(count):
        drawn |= 1 << draw_one(t, those & ~drawn)
    return drawn


@rule
def count_of(those: int) -> int:
    """Return the number of set bits in a mask."""
    count = 0
    while those:
        those &= those - 1
        count += 1
    return count


@rule
def shuffle(t: State, cards: list[int], first: int, end: int) -> None:
    """Shuffle cards[first:end] with the table's own generator. Every order is equally likely."""
    for last in range(end - 1, first, -1):
        other = first + below(t, last - first + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
