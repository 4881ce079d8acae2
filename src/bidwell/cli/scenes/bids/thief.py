"""The cards that the thief may choose from (BID-36)."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.bids.cards import Seen
from bidwell.cli.scenes.bids.foresight import theft_changes
from bidwell.games.bids.components import BLACK, BLACKS, STEAL
from bidwell.games.bids.rules import loot


def thefts(who: Seen) -> RenderableType:
    """Every card that can be stolen, with its effect on the points of this round."""
    state = who.state
    out = [0] * (BLACKS * state.players)
    grid = Grid.grid(padding=(0, 3, 0, 0))
    for action in out[: loot(state, state.turn, out)]:
        victim, black = divmod(action - STEAL, BLACKS)
        said = f"steal {who.cards[BLACK + black]} from {who.people[victim]}"
        grid.add_row("", Text(said, "key"), *(Text(change) for change in theft_changes(who, action)))
    told = Text.assemble(
        (f"{who.people[state.turn]} has won the Thief", "lot"), " and must take one:", ("  BID-36", "clause")
    )
    return Group(told, grid)
