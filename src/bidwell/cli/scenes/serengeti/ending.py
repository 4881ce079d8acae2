"""The last screen of Serengeti: who won and why, and the turning points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import Widest, one_line
from bidwell.cli.scenes.plain import winners
from bidwell.cli.scenes.serengeti.board import tribes_grid
from bidwell.cli.scenes.words import margin, ties_behind, why_first
from bidwell.core.prose import counted
from bidwell.core.table import Table
from bidwell.games.serengeti.components import TRIBES
from bidwell.games.serengeti.events import LOT_DRAWN, PAID_EVENLY, PAID_FOR_CARDS, PAID_IN_FULL, PLACED, SOLD
from bidwell.games.serengeti.foresight import SerengetiForesight
from bidwell.games.serengeti.rules import cards_of, cards_of_tribe
from bidwell.games.serengeti.state import SerengetiState

TURNING_POINTS = 3
PAYMENTS = {told.name for told in (PAID_IN_FULL, PAID_FOR_CARDS, PAID_EVENLY)}


def ending(table: Table) -> RenderableType:
    parts: list[RenderableType] = [Text.assemble((winners(table), "title"), f" {why(table)}"), Text()]
    parts.append(Widest(_points(table), _points(table, named=False)))
    parts += [Text(sentence, "quiet") for sentence in ties_behind(table)]
    turns = turning_points(table)
    if turns:
        parts += [Text(), Text("Where the game turned", "title"), *map(Text, turns)]
    return Group(*parts, Text())


def why(table: Table) -> str:
    """The reason for the win in one sentence: points, or the tie-break that was needed (SER-27)."""
    first = table.places.index(1)
    if tied := why_first(table):
        return tied
    return f"{counted(table.scores[first], 'point')}{_bonus(table, first)}, {margin(table)}."


def _bonus(table: Table, seat: int) -> str:
    sets, bonus = sum(_ahead(table).sets[seat]), _ahead(table).chip_points[seat]
    return f" ({sets} for sets, {bonus} for most chips, SER-26)" if bonus else ""


def _ahead(table: Table) -> SerengetiForesight:
    """The points of every seat, by their source."""
    found: SerengetiForesight = table.foresight(None)
    return found


def _points(table: Table, named: bool = True) -> Grid:
    """Every player's points by tribe, for chips and in total, the winner on top."""
    grid = tribes_grid("right", named=named)
    for heading in ("chips", "points", "cards") if named else ("ch", "pts", "cards"):
        grid.add_column(Text(heading, "quiet"), justify="right", no_wrap=True)
    for seat in sorted(range(table.players), key=lambda seat: table.places[seat]):
        grid.add_row(*_player(table, seat))
    return grid


def _player(table: Table, seat: int) -> list[Text]:
    state = cast(SerengetiState, table.state)
    name = one_line(Text(f"{table.places[seat]}. {table.names[seat]}", "title" if table.places[seat] == 1 else ""))
    sets, bonus = _ahead(table).sets[seat], _ahead(table).chip_points[seat]
    chips = Text.assemble((str(state.chips[seat]), "money"), f" +{bonus}" if bonus else "")
    total = Text(str(table.scores[seat]), "price")
    return [
        name,
        *(Text(str(points) if points else "·") for points in sets),
        chips,
        total,
        Text(str(cards_of(state, seat))),
    ]


@dataclass
class PastSale:
    """A lot that was paid for, and who was paid."""

    round_number: int
    winner: int
    price: int
    paid: dict[int, int]
    lot: int = 0

    @property
    def largest(self) -> int:
        return max(self.paid.values(), default=0)


def sales(table: Table) -> list[PastSale]:
    """Return the sales in the log."""
    found: list[PastSale] = []
    round_number = 0
    for event in table.log:
        values = event.values
        if event.name == LOT_DRAWN.name:
            round_number = values["round"]
        elif event.name == SOLD.name:
            found.append(PastSale(round_number, values["seat"], values["price"], {}))
        elif event.name in PAYMENTS:
            found[-1].paid[values["seat"]] = values["amount"]
        elif event.name == PLACED.name and found and not found[-1].lot:
            found[-1].lot = values["lot"]
    return found


def turning_points(table: Table) -> list[str]:
    """The largest payments, and the best sets."""
    large = sorted(sales(table), key=lambda sale: -sale.largest)[:TURNING_POINTS]
    told = [_payment(table, sale) for sale in sorted(large, key=lambda sale: sale.round_number) if sale.largest]
    return told + _best_sets(table)


def _payment(table: Table, sale: PastSale) -> str:
    seat = max(sale.paid, key=lambda seat: sale.paid[seat])
    paid = f"all of it to {table.names[seat]}"
    if sale.paid[seat] < sale.price:
        paid = f"{sale.paid[seat]} of it to {table.names[seat]}"
    lot = table.game.words["cards"](sale.lot, table)
    return f"Round {sale.round_number}: {table.names[sale.winner]} paid {sale.price} for {lot}, {paid}."


def _best_sets(table: Table) -> list[str]:
    state = cast(SerengetiState, table.state)
    every = [(points, seat, tribe) for seat, sets in enumerate(_ahead(table).sets) for tribe, points in enumerate(sets)]
    best = sorted(every, key=lambda each: -each[0])[:TURNING_POINTS]
    return [
        f"{table.names[seat]} collected {cards_of_tribe(state, seat, tribe)} {TRIBES[tribe]}: {points} points."
        for points, seat, tribe in best
        if points > 1
    ]
