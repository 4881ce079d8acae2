"""Serengeti in the terminal: everybody's cards by tribe, and below them the price dial."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich.console import Group, RenderableType
from rich.text import Text

from bidwell.cli.chronicle import chronicle
from bidwell.cli.scenes.serengeti.board import Board
from bidwell.cli.scenes.serengeti.dial import Dial
from bidwell.cli.scenes.serengeti.discards import discards
from bidwell.cli.scenes.serengeti.ending import ending
from bidwell.cli.scenes.serengeti.foresight import consequence, standing
from bidwell.cli.scenes.words import counted
from bidwell.cli.screen import Page
from bidwell.core.events import Event
from bidwell.core.table import Table, View
from bidwell.games.serengeti.components import ROUNDS
from bidwell.games.serengeti.state import SerengetiState

__all__ = ["consequence", "ending", "how", "scene"]

BLUFF = "You may bid more than you have, but a winner who cannot pay loses a card and the round (SER-16)."
NO_BLUFF = "Nobody may bid more chips than they have at this table (SER-15)."


def how(table: Table) -> list[str]:
    return [
        f"{ROUNDS} lots of 1, 2 or 3 cards are auctioned: bid higher, or pass. Passing without a bid earns 2 chips.",
        "The winner pays the others: those who hold cards with the last digit of the price (SER-21), or all evenly "
        "if nobody does (SER-22).",
        "Your own cards forbid you their digits: with a 6 you cannot bid 6, 16, 26 … (SER-13).",
        BLUFF if table.options["overbid"] else NO_BLUFF,
        "In the end 1, 2, 3, 4, 5 cards of a tribe score 1, 3, 6, 10, 15, most chips score 3. Most points win.",
    ]


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    """The table; during an auction, with the price dial of the player who is asked."""
    state = cast(SerengetiState, view.state)
    parts: list[RenderableType] = [Board(view)]
    if state.discarding:
        parts.append(discards(view))
    elif state.turn >= 0:
        parts.append(Group(standing(view), Dial(view)))
    return Page(_title(state), chronicle(log), *parts)


def _title(state: SerengetiState) -> Text:
    bank = f"{counted(state.bank, 'chip')} in the bank"
    return Text.assemble(
        ("Serengeti", "title"), f"   round {state.round_number} of {ROUNDS} · {bank}", overflow="ellipsis"
    )
