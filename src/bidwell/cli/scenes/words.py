"""Shared wording: names cut to a width, the order round the table, the winner's lead."""

from __future__ import annotations

from bidwell.core.prose import listed
from bidwell.core.table import Table, View
from bidwell.core.ties import Tie, ties


def short(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def clockwise_from(view: View) -> list[int]:
    """All seats clockwise, the viewer's first."""
    players = view.state.players
    return [((view.seat or 0) + step) % players for step in range(players)]


def margin(table: Table) -> str:
    """The winner's lead: `5 ahead of Burt`."""
    first, second = sorted(table.scores, reverse=True)[:2]
    behind = [name for name, place in zip(table.names, table.places, strict=True) if place == 2]
    return f"{first - second} ahead of {listed(behind)}"


def why_first(table: Table) -> str:
    """What decided between equal scores at the top, with its clause; empty if the scores did."""
    return next((_with_clause(tie) for tie in ties(table) if tie.place == 1), "")


def ties_behind(table: Table) -> list[str]:
    """What decided between equal scores at the other places, with its clause."""
    return [_with_clause(tie) for tie in ties(table) if tie.place > 1]


def _with_clause(tie: Tie) -> str:
    return f"{tie.text} ({tie.clause})."
