"""Ties on a last screen: what broke the tie, or that the place is shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from bidwell.cli.scenes.words import listed
from bidwell.core.table import Table


@dataclass(frozen=True)
class TieBreak:
    """What decides between equal points."""

    value: Callable[[int], int]
    """The value of a seat; more is better."""
    more: Callable[[int], str]
    """The text for a seat that is ahead by it: `more items (4)`."""
    alike: str = ""
    """The text for seats with equal values: `as many items`; empty if it needs no mention."""


def points_text(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def ties(
    table: Table, clause: str, breaks: Sequence[TieBreak] = (), said: Callable[[int], str] = points_text
) -> dict[int, str]:
    """Return a sentence for each score that several seats share, by the best place among them."""
    ranked = sorted(range(table.players), key=lambda seat: (table.places[seat], seat))
    found = {}
    for score, together in groupby(ranked, key=lambda seat: table.scores[seat]):
        seats = [*together]
        if len(seats) > 1:
            tied = f"{_names(table, seats)} have {said(score)} each"
            found[table.places[seats[0]]] = f"{tied}{_decided(table, seats, breaks)} ({clause})."
    return found


def _decided(table: Table, seats: list[int], breaks: Sequence[TieBreak]) -> str:
    """The end of the sentence: `: Anne comes before Burt with more items (4)`,
    ` and as many items: they share the victory`.
    """
    places = [[*together] for _, together in groupby(seats, key=lambda seat: table.places[seat])]
    if len(places) == 1:
        alike = "".join(f" and {each.alike}" for each in breaks if each.alike)
        return f"{alike}: they share {_place(table, seats[0])}"
    told = [_before(table, ahead, behind, breaks) for ahead, behind in pairwise(places)]
    last = places[-1]
    if len(last) > 1:
        told.append(f"{_names(table, last)} share {_place(table, last[0])}")
    return f": {', '.join(told)}"


def _before(table: Table, ahead: list[int], behind: list[int], breaks: Sequence[TieBreak]) -> str:
    """Seats ahead of others: `Anne and Burt share the victory and come before Carla with more items (4)`."""
    reason = next(each.more(ahead[0]) for each in breaks if each.value(ahead[0]) != each.value(behind[0]))
    comes = "comes" if len(ahead) == 1 else f"share {_place(table, ahead[0])} and come"
    return f"{_names(table, ahead)} {comes} before {_names(table, behind)} with {reason}"


def _place(table: Table, seat: int) -> str:
    return "the victory" if table.places[seat] == 1 else f"place {table.places[seat]}"


def _names(table: Table, seats: Sequence[int]) -> str:
    return listed([table.names[seat] for seat in seats])
