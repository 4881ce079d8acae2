"""Bids in the terminal: the card in the middle, the cards played for it, and what each card in hand would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich.console import RenderableType
from rich.text import Text

from bidwell.cli.chronicle import chronicle
from bidwell.cli.scenes.bids.board import banner, board
from bidwell.cli.scenes.bids.cards import Seen, hand_of, seen
from bidwell.cli.scenes.bids.ending import ending
from bidwell.cli.scenes.bids.foresight import consequence
from bidwell.cli.scenes.bids.hand import Hand
from bidwell.cli.scenes.bids.middle import Middle
from bidwell.cli.scenes.bids.thief import thefts
from bidwell.cli.screen import Page
from bidwell.core.events import Event
from bidwell.core.state import NOBODY
from bidwell.core.table import Table, View
from bidwell.games.bids.components import LUCKY_LOSER, TURNS
from bidwell.games.bids.rules import uses_ally
from bidwell.games.bids.state import BidsState

__all__ = ["consequence", "ending", "how", "scene"]

SPECIALS = {
    "Thief": "Thief: the winner steals a black card (BID-36)",
    "Shuffle": "Shuffle: the pile is shuffled (BID-38)",
    "Lowest": "Lowest: from then on the lowest bid wins (BID-39)",
    "Surprise": "Surprise: the prize is unseen (BID-40)",
}
COLOUR_BIDS = "Colour bids: the best card of the colour played most wins, the middle counting as black (BID-20)"
ALLY = "Ally: its player and the winner share their points (BID-32)"


def how(table: Table) -> list[str]:
    """Explain the game. The last line lists the special cards and rules of this table, if it has any."""
    luck = LUCKY_LOSER[table.players]
    lines = [
        "A black card is turned up, and all play one card in turn: the highest number takes it, and every black "
        "card played (BID-09).",
        "A tie for the highest burns the turn: nobody takes anything (BID-10).",
        "Black numbers are points, -5 too; 2x doubles all its taker has so far (BID-35).",
        f"No black card in ten turns: a lucky loser scores {luck}, the next time {2 * luck} … (BID-19).",
        "Type `red 9` or `r9`. Under your hand stands what each card does if played last.",
    ]
    added = _added(table)
    return [*lines, f"{'. '.join(added)}."] if added else lines


def _added(table: Table) -> list[str]:
    added = [text for name, text in SPECIALS.items() if name in table.options["specials"]]
    if uses_ally(cast(BidsState, table.state)):
        added.append(ALLY)
    return [*added, COLOUR_BIDS] if table.options["colour_bids"] else added


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    """The special rules, the middle, then the hand of the player who is asked or the thief's choice; the players."""
    who = seen(view)
    parts: list[RenderableType] = banner(who)
    if who.state.stealing:
        parts.append(thefts(who))
    elif who.state.turn != NOBODY:
        parts += [Middle(who), *([Hand(who)] if hand_of(who.state, who.holder) else [])]
    return Page(_title(who), chronicle(log), *parts, board(who))


def _title(who: Seen) -> Text:
    state = who.state
    left = "1 card" if state.pile_size == 1 else f"{state.pile_size} cards"
    told = f"   round {state.round_number} of {state.rounds} · turn {state.turn_number} of {TURNS} · {left} in the pile"
    return Text.assemble(("Bids", "title"), told, no_wrap=True, overflow="ellipsis")
