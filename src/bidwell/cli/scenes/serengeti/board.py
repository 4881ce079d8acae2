"""The board: a column per tribe; the lot on top, then the players clockwise, the viewer first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line, widest
from bidwell.cli.scenes.serengeti.cards import MARKS, STYLES, card, cards_in
from bidwell.cli.scenes.words import clockwise_from, short
from bidwell.core.table import View
from bidwell.games.serengeti.components import DIGIT, LOT, TRIBES
from bidwell.games.serengeti.foresight import SerengetiForesight
from bidwell.games.serengeti.state import SerengetiState

NAME_WIDTH = 12
EVERY_TRIBE = range(len(TRIBES))
SIGNS = {"to bid": "▸", "bids": "!", "passed": "–", "sits out": "×", "in": " "}
"""Signs for the state of a seat, for screens without room for the word."""
LEGEND = "  ".join(f"{sign} {word}" for word, sign in SIGNS.items() if sign.strip())


@dataclass(frozen=True)
class Layout:
    """A layout of the board, for a given width."""

    least: int = 0
    """The least width of a tribe's column."""
    gap: str = ""
    """The text between the digits of a tribe."""
    named: bool = True
    """Whether tribes are shown by name, or by mark alone."""
    states: bool = True
    """Whether a seat's state is shown in words, or by a sign before its name."""


LAYOUTS = (Layout(9, " "), Layout(gap=" "), Layout(), Layout(named=False), Layout(named=False, states=False))


class Board:
    """Everybody's cards, as wide as the screen allows."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        yield widest(out, options, (_board(self.view, layout) for layout in LAYOUTS))


def _board(view: View, layout: Layout) -> Grid:
    state = cast(SerengetiState, view.state)
    grid = tribes_grid("left", layout.least, layout.named)
    for heading in ("points", "chips") if layout.named else ("pts", "ch"):
        grid.add_column(Text(heading, "quiet"), justify="right", no_wrap=True)
    if layout.states:
        grid.add_column("", no_wrap=True, min_width=9 if layout.named else 0)
    else:
        grid.caption, grid.caption_justify = Text(LEGEND, "quiet"), "left"
    if state.turn >= 0:
        grid.add_row(one_line(Text("on sale", "lot")), *(_lot(state, tribe, layout) for tribe in EVERY_TRIBE))
    for seat in clockwise_from(view):
        grid.add_row(*_player(view, seat, layout))
        if seat == view.seat:
            grid.add_row(*_sets(view, seat))
    return grid


def tribes_grid(justify: JustifyMethod, least: int = 0, named: bool = True) -> Grid:
    """A table with a column for names and one for each tribe. Without tribe names, the name column shrinks first."""
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    if named:
        grid.add_column("", width=NAME_WIDTH - 1, no_wrap=True, overflow="ellipsis")
    else:
        grid.add_column("", max_width=NAME_WIDTH - 1)
    for mark, tribe, style in zip(MARKS, TRIBES, STYLES, strict=True):
        grid.add_column(Text(f"{mark}{tribe if named else ''}", style), justify=justify, no_wrap=True, min_width=least)
    return grid


def _lot(state: SerengetiState, tribe: int, layout: Layout) -> Text:
    """The lot's cards of a tribe: `◆7 ◆9`, or `79` under a mark."""
    numbers = cards_in(state, LOT, tribe)
    if layout.named:
        return Text(" ").join(card(number, "bold reverse") for number in numbers)
    return Text("".join(str(DIGIT[number]) for number in numbers), f"{STYLES[tribe]} bold reverse")


def _player(view: View, seat: int, layout: Layout) -> list[Text]:
    state = cast(SerengetiState, view.state)
    cards = [_digits(state, seat, tribe, layout.gap) for tribe in EVERY_TRIBE]
    chips = Text("?", "quiet") if state.chips[seat] is None else Text(str(state.chips[seat]), "money")
    row = [_name(view, seat), *cards, Text(str(sum(view.foresight.sets[seat]))), chips]
    if layout.states:
        return [*row, _state(state, seat)]
    row[0] = one_line(Text.assemble((_sign(state, seat), "title"), row[0]))
    return row


def _name(view: View, seat: int) -> Text:
    name = view["names"][seat]
    if seat != view.seat:
        return one_line(Text(name))
    return one_line(Text.assemble((short(name, NAME_WIDTH - 7), "you"), (" (you)", "quiet")))


def _digits(state: SerengetiState, seat: int, tribe: int, gap: str) -> Text:
    return Text(gap.join(str(DIGIT[number]) for number in cards_in(state, seat, tribe)), STYLES[tribe])


def _role(state: SerengetiState, seat: int) -> str:
    """The state of a seat in this auction, as a key of `SIGNS`; empty after the game."""
    if state.turn < 0:
        return ""
    if seat == state.turn:
        return "to bid"
    if seat == state.bidder:
        return "bids"
    if state.sitting_out >> seat & 1:
        return "sits out"
    return "passed" if state.passed >> seat & 1 else "in"


def _state(state: SerengetiState, seat: int) -> Text:
    """The state of a seat in words."""
    role = _role(state, seat)
    if role == "to bid":
        return Text("discards" if state.discarding else "▸ to bid", "title")
    if role == "bids":
        return Text(f"bids {state.price}", "price")
    return Text(role, "quiet" if role in ("sits out", "passed") else "")


def _sign(state: SerengetiState, seat: int) -> str:
    """The state of a seat as one sign; bids are shown below the board."""
    return SIGNS.get(_role(state, seat), " ")


def _sets(view: View, seat: int) -> list[Text]:
    """The points of the viewer's sets, and what they would be with the lot."""
    ahead: SerengetiForesight = view.foresight
    with_lot = not view.state.discarding
    now, then = ahead.sets[seat], ahead.sets_with_lot[seat] if with_lot else ahead.sets[seat]
    sets = [_change(points, more) for points, more in zip(now, then, strict=True)]
    return [one_line(Text("  with lot" if with_lot else "  sets", "quiet")), *sets, _change(sum(now), sum(then))]


def _change(now: int, then: int) -> Text:
    if now == then:
        return Text(f"={now}" if now else "", "quiet")
    return Text(f"{now}→{then}", "lot")
