"""What auction games share: going round the table, shuffling."""

from __future__ import annotations

from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.core.state import NOBODY, State


@rule
def first_of(seats: int) -> int:
    """The lowest seat of a bit mask that is not empty; told without a branch, which native loops are grateful for."""
    lower = (seats & -seats) - 1
    seat = 0
    while lower:
        lower &= lower - 1
        seat += 1
    return seat


@rule
def clockwise(players: int, seat: int, out: int) -> int:
    """The next seat after `seat` that is not in the bit mask `out`; it may be `seat` again, or NOBODY."""
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        if not out >> seat & 1:
            return seat
    return NOBODY


@rule
def steps_clockwise(players: int, seat: int, other: int) -> int:
    """How many seats after `seat` the other one sits."""
    return other - seat if other >= seat else other - seat + players


@rule
def nth_of(those: int, number: int) -> int:
    """The place of a bit of a mask, counted from 0 at the lowest."""
    for _ in range(number):
        those &= those - 1
    return first_of(those)


@rule
def draw_one(t: State, those: int) -> int:
    """The place of one bit of a mask, drawn with the table's own chance; each is as likely."""
    return nth_of(those, below(t, count_of(those)))


@rule
def draw_some(t: State, those: int, count: int) -> int:
    """So many of a bit mask, drawn with the table's own chance; every choice is as likely."""
    drawn = 0
    for _ in range(count):
        drawn |= 1 << draw_one(t, those & ~drawn)
    return drawn


@rule
def count_of(those: int) -> int:
    """How many there are in a bit mask."""
    count = 0
    while those:
        those &= those - 1
        count += 1
    return count


@rule
def shuffle(t: State, cards: list[int], first: int, end: int) -> None:
    """Shuffle cards[first:end] with the table's own chance; every order is as likely."""
    for last in range(end - 1, first, -1):
        other = first + below(t, last - first + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
