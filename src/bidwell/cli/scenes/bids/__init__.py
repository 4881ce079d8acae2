"""Bids in the terminal: the card in the middle, the cards played for it, and what each card in hand would do."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes.bids.board import banner, board
from bidwell.cli.scenes.bids.cards import SceneView, hand_of, seen
from bidwell.cli.scenes.bids.ending import ending
from bidwell.cli.scenes.bids.foresight import consequence
from bidwell.cli.scenes.bids.hand import Hand
from bidwell.cli.scenes.bids.middle import Middle
from bidwell.cli.scenes.bids.thief import thefts
from bidwell.cli.screen import Page
from bidwell.core.events import Event
from bidwell.core.state import NOBODY
from bidwell.core.table import Table, View
from bidwell.games.bids.components import TURNS

__all__ = ["consequence", "ending", "how", "scene"]

TYPED = "Type `red 9` or `r9`. Under your hand stands what each card does if played last."


def how(table: Table) -> list[str]:
    """Explain the game. The last line lists the special cards and rules of this table, if it has any."""
    lines = table.game.goal(table.players, table.options)
    return [*lines[:4], TYPED, *lines[4:]]


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    """The special rules, the middle, then the hand of the player who is asked or the thief's choice; the players."""
    who = seen(view)
    parts: list[RenderableType] = banner(who)
    if who.state.stealing:
        parts.append(thefts(who))
    elif who.state.turn != NOBODY:
        parts += [Middle(who), *([Hand(who)] if hand_of(who.state, who.holder) else [])]
    return Page(_title(who), event_lines(log), *parts, board(who))


def _title(who: SceneView) -> Text:
    state = who.state
    left = "1 card" if state.pile_size == 1 else f"{state.pile_size} cards"
    told = f"   round {state.round_number} of {state.rounds} · turn {state.turn_number} of {TURNS} · {left} in the pile"
    return Text.assemble(("Bids", "title"), told, no_wrap=True, overflow="ellipsis")
