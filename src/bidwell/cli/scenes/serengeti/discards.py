"""The choice of a card to discard (SER-16)."""

from __future__ import annotations

from typing import cast

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from bidwell.cli.scenes.serengeti.cards import card, set_points, without
from bidwell.cli.scenes.serengeti.foresight import forbidding
from bidwell.core.table import View
from bidwell.games.serengeti.components import CARD_NAMES, DIGIT, TRIBE_SIZE
from bidwell.games.serengeti.state import SerengetiState

ENTRY_WIDTH = 38


def discards(view: View) -> RenderableType:
    """The cards of the player who must discard, each with the points its set loses and the bids it frees."""
    state = cast(SerengetiState, view.state)
    entries = [_entry(state, number) for number, place in enumerate(state.owner) if place == state.turn]
    told = Text(f"{view['names'][state.turn]} could not pay {state.price} and gives up one card:")
    return Group(told, Columns(entries, width=ENTRY_WIDTH, column_first=True, padding=(0, 1)))


def _entry(state: SerengetiState, number: int) -> Text:
    tribe, seat = number // TRIBE_SIZE, state.turn
    now, then = set_points(state, seat, tribe), set_points(without(state, number), seat, tribe)
    free = f", frees bids in {DIGIT[number]}" if len(forbidding(state, seat, DIGIT[number])) == 1 else ""
    return Text.assemble(card(number), f" {CARD_NAMES[number]:<10}", (f" set {now}→{then}{free}", "quiet"))
