"""The Secret Auction House in the terminal: the item on sale, everybody's money, and what a bid leaves."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes.secret_auction.board import Board
from bidwell.cli.scenes.secret_auction.choices import choices, consequence, requests
from bidwell.cli.scenes.secret_auction.ending import ending
from bidwell.cli.scenes.secret_auction.items import STAR, left_by_stars
from bidwell.cli.scenes.secret_auction.sale import sale
from bidwell.cli.screen import Page
from bidwell.core.events import Event
from bidwell.core.table import Table, View
from bidwell.games.secret_auction.components import DECK, ITEMS
from bidwell.games.secret_auction.events import DEALT, HAS_CHOSEN, HAS_KEPT
from bidwell.games.secret_auction.state import SecretAuctionState

__all__ = ["consequence", "ending", "how", "scene"]

SHOWN_ANYWAY = frozenset({DEALT.name, HAS_CHOSEN.name, HAS_KEPT.name})
"""The events that the scene itself shows, so that the log does not repeat them."""


def how(table: Table) -> list[str]:
    return [
        *table.game.goal(table.players, table.options),
        "Type `3 7` to bid 3+7, and `recover` to take back your pile.",
    ]


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    """First the requests; then the item on sale, the players, and the choices."""
    state: SecretAuctionState = view.state
    told = event_lines([event for event in log if event.name not in SHOWN_ANYWAY])
    if state.turned == 0:
        return Page(_title(state), told, requests(view))
    parts: list[RenderableType] = [Board(view)]
    if state.asked:
        parts.insert(0, sale(view))
    if view.actions:
        parts.append(choices(view))
    return Page(_title(state), told, *parts)


def _title(state: SecretAuctionState) -> Text:
    left = left_by_stars(state, DECK)
    to_come = " · ".join(f"{count} {STAR * stars}" for stars, count in enumerate(left, 1) if count) or "none"
    item = f"item {state.turned} of {ITEMS}" if state.turned else f"{ITEMS} items"
    told = f"   {item} · to come: {to_come}"
    return Text.assemble(("The Secret Auction House", "title"), told, no_wrap=True, overflow="ellipsis")
