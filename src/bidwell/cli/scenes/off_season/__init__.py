"""Off Season in the terminal: the stalls under the auction's banner, the viewer's caravan, and what would be lost."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType

from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes.off_season.banner import banner
from bidwell.cli.scenes.off_season.caravan import CaravanPanel
from bidwell.cli.scenes.off_season.choices import choices
from bidwell.cli.scenes.off_season.ending import ending
from bidwell.cli.scenes.off_season.foresight import consequence
from bidwell.cli.scenes.off_season.goods import SceneView, seen
from bidwell.cli.scenes.off_season.legend import Legend
from bidwell.cli.scenes.off_season.loose_cards import loose_cards
from bidwell.cli.scenes.off_season.rivals import RivalsPanel
from bidwell.cli.scenes.off_season.stalls import StallsPanel
from bidwell.cli.screen import First, Page
from bidwell.core.events import Event
from bidwell.core.table import Table, View
from bidwell.games.off_season.components import FINAL
from bidwell.games.off_season.events import FILLED, HAS_BET, MARKETS, SEALED_BET

__all__ = ["consequence", "ending", "how", "scene"]

SHOWN_ANYWAY = frozenset({MARKETS.name, FILLED.name, HAS_BET.name, SEALED_BET.name})
"""The events that the scene itself shows, so that the log does not repeat them."""


HOUSE = (
    "Of the box's rulebook only the appendix is known: auctions and abilities. The frame around it is house rules; "
    "`rules` marks them."
)


def how(table: Table) -> list[str]:
    return [*table.game.goal(table.players, table.options), HOUSE]


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    """The stalls, the cards between stalls and camels, the viewer's caravan, the rivals, and the choices."""
    who = seen(view)
    told = event_lines([event for event in log if event.name not in SHOWN_ANYWAY])
    parts: list[RenderableType] = [] if who.state.stage >= FINAL else [Group(StallsPanel(who), *loose_cards(who))]
    if who.seat is not None:
        parts.append(CaravanPanel(who, who.seat))
    return First(*(Page(banner(who), told, *parts, *rest) for rest in _below(who)))


def _below(who: SceneView) -> list[list[RenderableType]]:
    """Variants of what stands below the caravan, the longest first: small screens drop the legend, then the rivals."""
    rivals, legend = RivalsPanel(who), Legend(who)
    said: list[list[RenderableType]] = [[each] for each in choices(who)] or [[]]
    roomy: list[list[RenderableType]] = [[Group(rivals, legend), *each] for each in said]
    return [*roomy, [rivals, *said[-1]], *said]
