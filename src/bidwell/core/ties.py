"""Equal scores at the end of a game: what broke the tie, or that the place is shared.

The rules' `standings` decide the places. A game lists in `tie_breaks` what its standings compare after the score, so
that terminal and page can name the reason. A law holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from bidwell.core.prose import counted, listed

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


def ties(table: Table) -> list[Tie]:
    """Return the scores that several seats share at the end of a game, the best first."""
    places, scores = table.places, table.scores
    ranked = sorted(range(table.players), key=lambda seat: (places[seat], seat))
    found = []
    for score, together in groupby(ranked, key=lambda seat: scores[seat]):
        seats = [*together]
        if len(seats) > 1:
            score_text = counted(score, table.game.score_unit)
            text = f"{_names(table, seats)} have {score_text} each{_decided(table, seats, places)}"
            found.append(Tie(places[seats[0]], text, table.game.tie_clause or table.game.end_clause))
    return found


def _decided(table: Table, seats: list[int], places: list[int]) -> str:
    """The end of the sentence: `: Anne comes before Burt with more items (4)`,
    ` and as many items: they share the victory`.
    """
    groups = [[*together] for _, together in groupby(seats, key=lambda seat: places[seat])]
    if len(groups) == 1:
        alike = "".join(f" and {each.alike}" for each in table.game.tie_breaks if each.alike)
        return f"{alike}: they share {_place(places[seats[0]])}"
    told = [_before(table, ahead, behind, places[ahead[0]]) for ahead, behind in pairwise(groups)]
    last = groups[-1]
    if len(last) > 1:
        told.append(f"{_names(table, last)} share {_place(places[last[0]])}")
    return f": {', '.join(told)}"


def _before(table: Table, ahead: list[int], behind: list[int], place: int) -> str:
    """Seats ahead of others: `Anne and Burt share the victory and come before Carla with more items (4)`."""
    state = table.state
    reason = next(
        (each.more(state, ahead[0]) for each in table.game.tie_breaks if _decides(each, state, ahead[0], behind[0])), ""
    )
    comes = "comes" if len(ahead) == 1 else f"share {_place(place)} and come"
    return f"{_names(table, ahead)} {comes} before {_names(table, behind)}{f' with {reason}' if reason else ''}"


def _decides(tie_break: TieBreak, state: Any, one: int, other: int) -> bool:
    return tie_break.value(state, one) != tie_break.value(state, other)


def _place(place: int) -> str:
    return "the victory" if place == 1 else f"place {place}"


def _names(table: Table, seats: Sequence[int]) -> str:
    return listed([table.names[seat] for seat in seats])
