"""The cards that the thief may choose from (BID-36)."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.bids.cards import SceneView
from bidwell.cli.scenes.bids.foresight import called, foresight_of, theft_changes


def thefts(who: SceneView) -> RenderableType:
    """Every card that can be stolen, with its effect on the points of this round."""
    grid = Grid.grid(padding=(0, 3, 0, 0))
    for theft in foresight_of(who).thefts:
        (card,) = called(who, [theft.card])
        said = f"steal {card} from {who.people[theft.victim]}"
        grid.add_row("", Text(said, "key"), *(Text(change) for change in theft_changes(who, theft)))
    told = Text.assemble(
        (f"{who.people[who.state.turn]} has won the Thief", "lot"), " and must take one:", ("  BID-36", "clause")
    )
    return Group(told, grid)
