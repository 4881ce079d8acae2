"""Shared wording: names cut to a width, lists of names, the order round the table."""

from __future__ import annotations

from collections.abc import Sequence

from bidwell.core.table import Table, View


def short(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


def listed(words: Sequence[str]) -> str:
    """Join words: `Anne, Burt and Carla`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def counted(number: int, thing: str) -> str:
    """A number with its noun: `1 chip`, `2 chips`."""
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def clockwise_from(view: View) -> list[int]:
    """All seats clockwise, the viewer's first."""
    players = view.state.players
    return [((view.seat or 0) + step) % players for step in range(players)]


def margin(table: Table) -> str:
    """The winner's lead: `5 ahead of Burt`."""
    first, second = sorted(table.scores, reverse=True)[:2]
    behind = [name for name, place in zip(table.names, table.places, strict=True) if place == 2]
    return f"{first - second} ahead of {listed(behind)}"
