"""Equal scores at the end of a game: what broke the tie, or that the place is shared.

The rules' `standings` decide the places. A game lists in `tie_breaks` what its standings compare after the score, so
that terminal and page can name the reason. A law holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from bidwell.core.prose import capital, counted, listed

if TYPE_CHECKING:
    from bidwell.core.table import Table


@dataclass(frozen=True)
class TieBreak:
    """What decides between equal scores."""

    value: Callable[[Any, int], int]
    """The value of a seat in a state; more is better."""
    more: Callable[[Any, int], str]
    """The text for a seat that is ahead by it: `more items (4)`."""
    alike: str = ""
    """The text for seats with equal values: `as many items`; empty if it needs no mention."""


@dataclass(frozen=True)
class Tie:
    """A score that several seats share."""

    place: int
    """The best place among these seats."""
    text: str
    """Why they are placed as they are: a sentence without its full stop, like those of events."""
    clause: str


def ties(table: Table, reader: int | None = None) -> list[Tie]:
    """Return the scores that several seats share at the end of a game, the best first, told to this seat."""
    names = [*table.names]
    if reader is not None:
        names[reader] = "you"
    places, scores = table.places, table.scores
    ranked = sorted(range(table.players), key=lambda seat: (places[seat], seat))
    found = []
    for score, together in groupby(ranked, key=lambda seat: scores[seat]):
        seats = [*together]
        if len(seats) > 1:
            have = f"{_named(names, seats)} have {counted(score, table.game.score_unit)} each"
            text = capital(f"{have}{_decided(table, names, seats, places)}")
            found.append(Tie(places[seats[0]], text, table.game.tie_clause or table.game.end_clause))
    return found


def _decided(table: Table, names: list[str], seats: list[int], places: list[int]) -> str:
    """The end of the sentence: `: Anne comes before Burt with more items (4)`,
    ` and as many items: they share the victory`.
    """
    groups = [[*together] for _, together in groupby(seats, key=lambda seat: places[seat])]
    if len(groups) == 1:
        alike = "".join(f" and {each.alike}" for each in table.game.tie_breaks if each.alike)
        return f"{alike}: {'you' if 'you' in _of(names, seats) else 'they'} share {_place(places[seats[0]])}"
    told = [
        f"{_ahead(names, ahead, places)} {_named(names, behind)}{_reason(table, ahead[0], behind[0])}"
        for ahead, behind in pairwise(groups)
    ]
    last = groups[-1]
    if len(last) > 1:
        told.append(f"{_named(names, last)} share {_place(places[last[0]])}")
    return f": {', '.join(told)}"


def _ahead(names: list[str], ahead: list[int], places: list[int]) -> str:
    """Seats ahead of others: `Anne comes before`, `Anne and Burt share the victory and come before`."""
    if len(ahead) > 1:
        return f"{_named(names, ahead)} share {_place(places[ahead[0]])} and come before"
    return f"{names[ahead[0]]} {'come' if names[ahead[0]] == 'you' else 'comes'} before"


def _reason(table: Table, ahead: int, behind: int) -> str:
    """The first tie-break that differs: ` with more items (4)`."""
    for each in table.game.tie_breaks:
        if each.value(table.state, ahead) != each.value(table.state, behind):
            return f" with {each.more(table.state, ahead)}"
    return ""


def _place(place: int) -> str:
    return "the victory" if place == 1 else f"place {place}"


def _of(names: Sequence[str], seats: Sequence[int]) -> list[str]:
    return [names[seat] for seat in seats]


def _named(names: Sequence[str], seats: Sequence[int]) -> str:
    return listed(_of(names, seats))
