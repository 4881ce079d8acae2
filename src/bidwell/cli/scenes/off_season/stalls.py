"""The markets: face-up goods, face-down sacks, the ability, and what each would do to the viewer's camels."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line, widest
from bidwell.cli.scenes.off_season.goods import (
    LETTERS,
    NAMES,
    SACK,
    SAFFRON,
    TURQUOISE,
    WORDS,
    SceneView,
    card,
    cards,
    chosen_market,
    face_down,
    face_up,
    faces_seen,
    mark,
    markets_in_play,
)
from bidwell.cli.scenes.words import short
from bidwell.games.off_season.components import MARKETS, NONE, PREDICTED, SELLING, SIDE_NAMES
from bidwell.games.off_season.foresight import Fate, Freight
from bidwell.games.off_season.texts import ABILITIES

SHORT_ABILITIES = (
    f"name a type, draw {PREDICTED}",
    "gain Extra Sale",
    "swap two face-up cards",
    "draw per empty camel",
    "fetch ▦ or ● face up",
    "fetch ◆ or ▼ face up",
    "draft, you pick first",
    "drop one of your goods",
    "discard a face-up card",
    "swap a ▒ for a face-up",
    "move a ▒ elsewhere",
    "gain Peek",
)
"""The ability of each side, where there is no room for the text in `texts.ABILITIES`."""

LAYOUTS = ((WORDS, 1), (WORDS, 0), (NAMES, 0), (LETTERS, 0))
"""Detail of a card and of an ability, from wide screens to small ones."""
WHO = 14
HEADINGS = ("market", "face up", "face down", "ability")
AWNING = tuple(f"bold #2b2118 on {cloth}" for cloth in (SAFFRON, TURQUOISE))


class StallsPanel:
    """The markets that can still be chosen and the one being emptied, as wide as the screen allows."""

    def __init__(self, who: SceneView) -> None:
        self.who = who
        self.state = who.state
        self.here = chosen_market(who.state)

    @property
    def here_is_full(self) -> bool:
        """Return whether the goods of the chosen market are still in it."""
        return self.here != NONE and bool(face_up(self.state, self.here) or face_down(self.state, self.here))

    @property
    def rows(self) -> list[int]:
        shown = self.state.open_markets | (1 << self.here if self.here_is_full else 0)
        return [market for market in markets_in_play(self.state) if shown >> market & 1]

    @property
    def chooser(self) -> int | None:
        """The viewer, if they have still to choose a market or to decide on the one they chose."""
        return self.who.seat if self.who.ahead.markets else None

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        if self.state.stage >= SELLING:
            yield self._left_over()
            return
        yield widest(out, options, (self._grid(level, long) for level, long in LAYOUTS))
        taken = [market for market in markets_in_play(self.state) if market not in self.rows]
        if taken:
            yield Text(f" taken: {self._list(taken)}", "quiet")

    def _left_over(self) -> Text:
        """CAM-15: after all have chosen, the remaining markets are only named."""
        left = [market for market in markets_in_play(self.state) if self.state.open_markets >> market & 1]
        taken = [market for market in markets_in_play(self.state) if market not in left]
        return Text(f"Markets taken: {self._list(taken)}; nobody chose {self._list(left)}", "quiet")

    def _list(self, markets: list[int]) -> str:
        return ", ".join(self._called(market) for market in markets)

    def _called(self, market: int) -> str:
        return SIDE_NAMES[2 * market + self.state.side]

    def _grid(self, level: int, long: int) -> Grid:
        grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
        headings = ["", "face up", "down", "ability"] if level == LETTERS else [*HEADINGS]
        if self.chooser is not None:
            headings.append("worth, risk")
        for number, heading in enumerate(headings):
            ability = heading == "ability"
            grid.add_column(Text(heading, no_wrap=True), header_style=AWNING[number % 2], no_wrap=not ability)
        for market in self.rows:
            grid.add_row(*self._row(market, level, long))
        return grid

    def _row(self, market: int, level: int, long: int) -> list[Text]:
        here = market == self.here
        label = Text.assemble(("▸" if here else " ", "title"), (self._called(market), "price"))
        up = cards(faces_seen(self.state, face_up(self.state, market)), level) or Text("nothing", "quiet")
        ability = one_line(Text((ABILITIES if long else SHORT_ABILITIES)[2 * market + self.state.side]))
        row = [label, up, self._sacks(market, level), ability]
        return row if self.chooser is None else [*row, self._verdicts[market]]

    def _sacks(self, market: int, level: int) -> Text:
        """The face-down cards in their order, with those the viewer has seen: `▒(●2)▒`."""
        row = Text()
        those = face_down(self.state, market)
        for each in those:
            face = self.state.faces[each]
            row.append_text(Text(SACK, "quiet") if face is None else _peeked(face, level))
        return row if those else Text("none", "quiet")

    @cached_property
    def _verdicts(self) -> dict[int, Text]:
        """What each market would do to the goods of the player who chooses."""
        return {market: self._for_viewer(cast(int, self.chooser), market) for market in self.rows}

    def _for_viewer(self, seat: int, market: int) -> Text:
        if market == self.here and self.state.turn != seat:
            return Text(f"{short(self.who.people[self.state.turn], WHO)} is here", "quiet")
        return verdict(self.who.ahead.freights[self.who.ahead.markets[MARKETS[market]]])


def _peeked(face: int, level: int) -> Text:
    return Text.assemble(("(", "you"), card(face, max(level, NAMES)), (")", "you"))


def verdict(freight: Freight) -> Text:
    """The change in value from the visible goods, and the types that are or may be lost: `+5 ●18%`."""
    parts = [Text(f"{freight.gain:+}", "money" if freight.gain > 0 else "")]
    parts += [Text.assemble(mark(each.kind), (" lost", "trouble")) for each in freight.fates if each.lost]
    parts += [_risk(each) for each in freight.fates if each.chance]
    return Text(" ").join(parts)


def _risk(fate: Fate) -> Text:
    return Text.assemble(mark(fate.kind), (percent(fate.chance), "feeds"))


def percent(chance: float) -> str:
    return "<1%" if chance < 0.01 else ">99%" if 0.99 < chance < 1 else f"{chance:.0%}"
