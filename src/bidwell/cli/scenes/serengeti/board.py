"""The board: a column a tribe; the lot on top, then the players clockwise, the viewer first."""

from __future__ import annotations

from typing import cast

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.serengeti.cards import MARKS, STYLES, card, cards_in, set_points, with_lot
from bidwell.cli.scenes.words import clockwise_from, short
from bidwell.core.table import View
from bidwell.games.serengeti.components import DIGIT, LOT, TRIBES
from bidwell.games.serengeti.rules import points_for_tribes
from bidwell.games.serengeti.table import Table as Flat

NAME_WIDTH = 12
WIDE = 200
EVERY_TRIBE = range(len(TRIBES))


class Board:
    """Everybody's cards, set as wide as the screen allows."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        for room in ((9, " "), (0, " "), (0, "")):
            grid = _board(self.view, *room)
            if Measurement.get(out, options.update(width=WIDE), grid).maximum <= options.max_width:
                break
        yield grid


def _board(view: View, least: int, gap: str) -> Grid:
    flat = cast(Flat, view.flat)
    grid = tribes_grid("left", least)
    for heading in ("points", "chips"):
        grid.add_column(Text(heading, "quiet"), justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True, min_width=9)
    if flat.turn >= 0:
        grid.add_row(Text("on sale", "lot"), *(_lot(flat, tribe) for tribe in EVERY_TRIBE))
    for seat in clockwise_from(view):
        grid.add_row(*_player(view, seat, gap))
        if seat == view.seat:
            grid.add_row(*_sets(flat, seat))
    return grid


def tribes_grid(justify: JustifyMethod, least: int = 0) -> Grid:
    """A table with a column for names and one for every tribe."""
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    grid.add_column("", width=NAME_WIDTH - 1, no_wrap=True, overflow="ellipsis")
    for mark, tribe, style in zip(MARKS, TRIBES, STYLES, strict=True):
        grid.add_column(Text(f"{mark}{tribe}", style), justify=justify, no_wrap=True, min_width=least)
    return grid


def _lot(flat: Flat, tribe: int) -> Text:
    return Text(" ").join(card(number, "bold reverse") for number in cards_in(flat, LOT, tribe))


def _player(view: View, seat: int, gap: str) -> list[Text]:
    flat = cast(Flat, view.flat)
    name = Text(view["names"][seat])
    if seat == view.seat:
        name = Text.assemble((short(name.plain, NAME_WIDTH - 7), "you"), (" (you)", "quiet"))
    cards = [_digits(flat, seat, tribe, gap) for tribe in EVERY_TRIBE]
    chips = Text("?", "quiet") if flat.chips[seat] is None else Text(str(flat.chips[seat]), "money")
    return [name, *cards, Text(str(points_for_tribes(flat, seat))), chips, _state(flat, seat)]


def _digits(flat: Flat, seat: int, tribe: int, gap: str) -> Text:
    return Text(gap.join(str(DIGIT[number]) for number in cards_in(flat, seat, tribe)), STYLES[tribe])


def _state(flat: Flat, seat: int) -> Text:
    """What the seat does in this auction."""
    if flat.turn < 0:
        return Text()
    if seat == flat.turn:
        return Text("discards" if flat.discarding else "▸ to bid", "title")
    if seat == flat.bidder:
        return Text(f"bids {flat.price}", "price")
    if flat.sitting_out >> seat & 1:
        return Text("sits out", "quiet")
    return Text("passed", "quiet") if flat.passed >> seat & 1 else Text("in")


def _sets(flat: Flat, seat: int) -> list[Text]:
    """The points of the viewer's sets, and what they would be with the lot."""
    then = flat if flat.discarding else with_lot(flat, seat)
    sets = [_change(set_points(flat, seat, tribe), set_points(then, seat, tribe)) for tribe in EVERY_TRIBE]
    total = _change(points_for_tribes(flat, seat), points_for_tribes(then, seat))
    return [Text("  with lot" if then is not flat else "  sets", "quiet"), *sets, total]


def _change(now: int, then: int) -> Text:
    if now == then:
        return Text(f"={now}" if now else "", "quiet")
    return Text(f"{now}→{then}", "lot")
