"""Serengeti in the terminal: everybody's cards by tribe, and below them the price dial."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich.console import Group, RenderableType
from rich.text import Text

from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes.serengeti.board import Board
from bidwell.cli.scenes.serengeti.dial import DialPanel
from bidwell.cli.scenes.serengeti.discards import discards
from bidwell.cli.scenes.serengeti.ending import ending
from bidwell.cli.scenes.serengeti.foresight import consequence, standing
from bidwell.cli.screen import Page
from bidwell.core.events import Event
from bidwell.core.prose import counted
from bidwell.core.table import Table, View
from bidwell.games.serengeti.components import ROUNDS
from bidwell.games.serengeti.state import SerengetiState

__all__ = ["consequence", "ending", "how", "scene"]


def how(table: Table) -> list[str]:
    return [*table.game.goal(table.players, table.options)]


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    """The table; during an auction, with the price dial of the player who is asked."""
    state = cast(SerengetiState, view.state)
    parts: list[RenderableType] = [Board(view)]
    if state.discarding:
        parts.append(discards(view))
    elif state.turn >= 0:
        parts.append(Group(standing(view), DialPanel(view)))
    return Page(_title(state), event_lines(log), *parts)


def _title(state: SerengetiState) -> Text:
    bank = f"{counted(state.bank, 'chip')} in the bank"
    return Text.assemble(
        ("Serengeti", "title"), f"   round {state.round_number} of {ROUNDS} · {bank}", overflow="ellipsis"
    )
