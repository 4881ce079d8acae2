"""The last screen of The Secret Auction House: who won and why, the requests, the most notable sales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import Widest
from bidwell.cli.scenes.plain import winners
from bidwell.cli.scenes.secret_auction.items import (
    MARKS,
    STYLES,
    item_name,
    items_at,
    jewel,
    request_name,
    request_text,
)
from bidwell.cli.scenes.words import margin, ties_behind, why_first
from bidwell.core.table import Table
from bidwell.games.secret_auction.components import REQUEST_CLAUSES, TYPES
from bidwell.games.secret_auction.events import TIED, WON, WON_NEXT
from bidwell.games.secret_auction.foresight import Bidder
from bidwell.games.secret_auction.rules import stars_of
from bidwell.games.secret_auction.state import SecretAuctionState


def ending(table: Table) -> RenderableType:
    parts: list[RenderableType] = [
        Text.assemble((winners(table), "title"), f" {why(table)}"),
        Text(),
        Widest(_points(table), _points(table, named=False)),
        *(Text(sentence, "quiet") for sentence in ties_behind(table)),
        Text(),
        Text("The requests", "title"),
        *(_request(table, seat) for seat in _ranked(table)),
    ]
    told = remembered(table)
    if told:
        parts += [Text(), Text("Sales to remember", "title"), *told]
    return Group(*parts, Text())


def _ranked(table: Table) -> list[int]:
    return sorted(range(table.players), key=lambda seat: table.places[seat])


def _bidder(table: Table, seat: int) -> Bidder:
    found: Bidder = table.foresight(None).bidders[seat]
    return found


def why(table: Table) -> str:
    """The reason for the win in one sentence: points, or the tie-break that was needed (SEC-35)."""
    first = table.places.index(1)
    return why_first(table) or f"{table.scores[first]} points{_sum(table, first)}, {margin(table)}."


def _sum(table: Table, seat: int) -> str:
    stars, request = _bidder(table, seat).stars, _bidder(table, seat).request_points
    return f" ({stars} stars and {request} for the request)" if request else " (all of them stars)"


def _points(table: Table, named: bool = True) -> Grid:
    """Every player's stars by jewel, the request's points and the sum, the winner on top."""
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    grid.add_column("", width=12, no_wrap=True, overflow="ellipsis")
    for mark, kind, style in zip(MARKS, TYPES, STYLES, strict=True):
        grid.add_column(Text(f"{mark}{kind if named else ''}", style), no_wrap=True)
    for heading in ("★", "request", "points") if named else ("★", "req", "pts"):
        grid.add_column(Text(heading, "quiet"), justify="right", no_wrap=True)
    for seat in _ranked(table):
        grid.add_row(*_player(table, seat, " " if named else ""))
    return grid


def _player(table: Table, seat: int, gap: str) -> list[Text]:
    state = cast(SecretAuctionState, table.state)
    stars, items = _bidder(table, seat).stars, items_at(state, seat)
    request = _bidder(table, seat).request_points
    jewels = [gap.join(str(stars_of(item)) for item in items if jewel(item) == kind) for kind in range(len(TYPES))]
    return [
        Text(f"{table.places[seat]}. {table.names[seat]}", "title" if table.places[seat] == 1 else ""),
        *(Text(text or "·") for text in jewels),
        Text(str(stars)),
        Text(f"+{request}" if request else "·"),
        Text(str(table.scores[seat]), "price"),
    ]


def _request(table: Table, seat: int) -> Text:
    """A request and whether it was fulfilled: `✓ Anne: The Saver, 5 points: …`."""
    request = cast(SecretAuctionState, table.state).kept[seat]
    done = _bidder(table, seat).fulfilled
    line = Text.assemble(("✓ " if done else "✗ ", "title"), (table.names[seat], "you"), f": {request_name(request)}, ")
    return line.append(request_text(request)).append(f"  {REQUEST_CLAUSES[request]}", "clause")


@dataclass(frozen=True)
class Sale:
    """An item sold, its buyer and the price."""

    item: int
    winner: int
    price: int
    next_highest: bool


def sales(table: Table) -> list[Sale]:
    """Return the sales in the log."""
    return [
        Sale(event.values["item"], event.values["seat"], event.values["sum"], event.name == WON_NEXT.name)
        for event in table.log
        if event.name in (WON.name, WON_NEXT.name)
    ]


def remembered(table: Table) -> list[Text]:
    """The best bargain, the most expensive item, and the items lost to ties."""
    sold, lines = sales(table), []
    if len(sold) > 1:
        bargain = min(sold, key=lambda sale: sale.price / stars_of(sale.item))
        dearest = max(sold, key=lambda sale: sale.price / stars_of(sale.item))
        lines = [_sale_line("Best bargain: ", table, bargain), _sale_line("Most expensive: ", table, dearest)]
    ties = [event.values["item"] for event in table.log if event.name == TIED.name]
    if ties:
        lines.append(Text("Lost to ties: ").append_text(Text(", ").join(map(item_name, ties))))
    return lines


def _sale_line(label: str, table: Table, sale: Sale) -> Text:
    by = " as the next highest" if sale.next_highest else ""
    return Text.assemble(label, item_name(sale.item), f" for {sale.price} to {table.names[sale.winner]}{by}")
