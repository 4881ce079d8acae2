"""The choice of a card to discard (SER-16)."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from bidwell.cli.scenes.serengeti.cards import card
from bidwell.core.table import View
from bidwell.games.serengeti.components import CARD_NAMES
from bidwell.games.serengeti.foresight import Discard

ENTRY_WIDTH = 38


def discards(view: View) -> RenderableType:
    """The cards of the player who must discard, each with the points its set loses and the bids it frees."""
    entries = [_entry(name, discard) for name, discard in view.foresight.discards.items()]
    told = Text(f"{view['names'][view.state.turn]} could not pay {view.state.price} and gives up one card:")
    return Group(told, Columns(entries, width=ENTRY_WIDTH, column_first=True, padding=(0, 1)))


def _entry(name: str, discard: Discard) -> Text:
    free = "" if discard.frees is None else f", frees bids in {discard.frees}"
    sets = f" set {discard.points_now}→{discard.points_then}{free}"
    return Text.assemble(card(CARD_NAMES.index(name)), f" {name:<10}", (sets, "quiet"))
