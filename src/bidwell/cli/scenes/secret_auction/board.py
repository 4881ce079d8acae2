"""The players: notes in hand, spent and gone, chips, the highest possible bid, and the items won by jewel."""

from __future__ import annotations

from itertools import chain

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line, widest
from bidwell.cli.scenes.secret_auction.items import MARKS, STAR, STYLES, items_at, jewel, notes, values
from bidwell.cli.scenes.words import clockwise_from, short
from bidwell.core.table import View
from bidwell.games.secret_auction.components import DECK, MONEY, TYPES
from bidwell.games.secret_auction.foresight import Bidder
from bidwell.games.secret_auction.rules import stars_of
from bidwell.games.secret_auction.state import SecretAuctionState

NAME_WIDTH = 11
SHORT_JEWEL = 2
LEGEND = "7 in hand  (7) in the pile  · gone   ✉ has chosen  ▸ choosing   → with a chip"
SHORT_LEGEND = "(7) in the pile  ✉ has chosen  → with a chip"


class Board:
    """Everybody's money and items, as wide as the screen allows."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.state: SecretAuctionState = view.state
        self.bidders: list[Bidder] = view.foresight.bidders

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        letters = (max(map(len, TYPES)), SHORT_JEWEL, 0)
        yield widest(out, options, chain(map(self._grid, letters), [self._narrow()]))
        yield one_line(Text(LEGEND if len(LEGEND) <= options.max_width else SHORT_LEGEND, "quiet"))

    def _grid(self, letters: int) -> Grid:
        """A table with a column for every jewel, its name cut to `letters` characters."""
        grid = _empty_grid()
        grid.add_column("", width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
        grid.add_column(Text("money", "quiet"), no_wrap=True)
        grid.add_column(Text("ch", "quiet"), justify="right", no_wrap=True)
        grid.add_column(Text("max", "quiet"), justify="right", no_wrap=True, min_width=5)
        for mark, kind, style in zip(MARKS, TYPES, STYLES, strict=True):
            grid.add_column(Text(f"{mark}{kind[:letters]}", style), no_wrap=True)
        grid.add_column(Text("★", "quiet"), justify="right", no_wrap=True)
        for seat in clockwise_from(self.view):
            grid.add_row(*self._player(seat))
        to_come = items_at(self.state, DECK)
        grid.add_row(Text("to come", "quiet"), "", "", "", *_jewels(to_come), Text(str(sum(map(stars_of, to_come)))))
        return grid

    def _narrow(self) -> Grid:
        """A table with one column for notes and jewels: many items mean few notes. Names are cut first."""
        grid = _empty_grid()
        grid.add_column("", max_width=NAME_WIDTH)
        grid.add_column(Text("money and items", "quiet"), no_wrap=True)
        for heading in ("ch", "max", STAR):
            grid.add_column(Text(heading, "quiet"), justify="right", no_wrap=True)
        for seat in clockwise_from(self.view):
            name, _, *others, stars = self._player(seat)
            has = [*self._notes(seat), *_named_jewels(items_at(self.state, seat))]
            grid.add_row(one_line(name), Text(" ").join(has), *others[:2], stars)
        to_come = items_at(self.state, DECK)
        stars = Text(str(sum(map(stars_of, to_come))))
        grid.add_row(one_line(Text("to come", "quiet")), Text(" ").join(_named_jewels(to_come)), "", "", stars)
        return grid

    def _player(self, seat: int) -> list[Text]:
        state = self.state
        chips, stars = Text(str(state.chips[seat])), Text(str(self.bidders[seat].stars), "price")
        return [self._name(seat), money(state, seat), chips, self._most(seat), *_jewels(items_at(state, seat)), stars]

    def _name(self, seat: int) -> Text:
        name = self.view["names"][seat]
        if seat == self.view.seat:
            return Text.assemble(
                (self._state(seat), "title"), (short(name, NAME_WIDTH - 7), "you"), (" (you)", "quiet")
            )
        return Text.assemble((self._state(seat), "title"), short(name, NAME_WIDTH - 1))

    def _state(self, seat: int) -> str:
        if self.state.out >> seat & 1:
            return "×"
        return "▸" if self.state.asked >> seat & 1 else "✉"

    def _most(self, seat: int) -> Text:
        """The highest possible bid for the item on sale, and the highest after recovering the pile."""
        if self.state.out >> seat & 1:
            return Text("out", "quiet")
        now, then = self.bidders[seat].most, self.bidders[seat].most_with_chip
        return Text(f"{now}→{then}" if then > now else str(now), "price")

    def _notes(self, seat: int) -> list[Text]:
        """The notes in hand, `4 5 8`, and those spent, `(1 2)`, if there are any."""
        hand, spent = self.bidders[seat].hand, values(self.state.piles[seat])
        parts = [Text(notes(hand), "money")] if hand else []
        return [*parts, Text(f"({notes(spent)})", "quiet")] if spent else parts


def money(state: SecretAuctionState, seat: int) -> Text:
    """The ten notes: `7` in hand, `(7)` spent, `·` gone."""
    row = Text()
    for value in range(1, MONEY + 1):
        bit = 1 << (value - 1)
        if state.gone[seat] & bit:
            row.append(" · ", "quiet")
        elif state.piles[seat] & bit:
            row.append(f"({value})", "quiet")
        else:
            row.append(f" {value} ", "money")
    row.rstrip()
    return row


def _named_jewels(items: list[int]) -> list[Text]:
    """The stars of each jewel the player has: `◆13`."""
    named = zip(MARKS, _jewels(items), strict=True)
    return [Text(f"{mark}{stars.plain}", stars.style) for mark, stars in named if stars]


def _empty_grid() -> Grid:
    return Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")


def _jewels(items: list[int]) -> list[Text]:
    """The stars of every jewel: `13`."""
    return [
        Text("".join(str(stars_of(item)) for item in items if jewel(item) == kind), STYLES[kind])
        for kind in range(len(TYPES))
    ]
