"""The other players: state, last bet, tokens, and every camel with its load."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import widest
from bidwell.cli.scenes.off_season.goods import EVERY_CAMEL, LETTERS, NAMES, TIGHT, SceneView, load, mark
from bidwell.cli.scenes.words import clockwise_from, short
from bidwell.games.off_season.components import BETTING, CAMELS, NONE
from bidwell.games.off_season.rules import cards_of_type
from bidwell.games.off_season.state import OffSeasonState

NAME_WIDTH = 9
FIRST = "First Player"
LAYOUTS = ((NAMES, True), (LETTERS, True), (TIGHT, True), (TIGHT, False))
"""Detail of a card and whether cards are counted, from wide screens to small ones."""
SHORT_TOKENS = {FIRST: "1st", "Extra Sale": "sale", "Peek": "peek"}


class RivalsPanel:
    """Everybody but the viewer, clockwise, as wide as the screen allows."""

    def __init__(self, who: SceneView) -> None:
        self.who = who
        self.state = who.state

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        yield widest(out, options, (self._grid(level, counted) for level, counted in LAYOUTS))

    def _grid(self, level: int, counted: bool) -> Grid:
        grid = Grid(box=None, padding=(0, 1 if level else 2, 0, 0), pad_edge=False, header_style="quiet")
        grid.add_column("", no_wrap=True, min_width=NAME_WIDTH)
        grid.add_column("bet", justify="right", no_wrap=True)
        for limit in CAMELS:
            grid.add_column(f"camel {limit}", no_wrap=True, overflow="ellipsis")
        grid.add_column("has", no_wrap=True, overflow="ellipsis")
        for seat in clockwise_from(self.who.view):
            if seat != self.who.seat:
                grid.add_row(*self._player(seat, level, counted))
        return grid

    def _player(self, seat: int, level: int, counted: bool) -> list[Text]:
        state = self.state
        name = Text.assemble((status_mark(state, seat), "title"), short(self.who.people[seat], NAME_WIDTH - 1))
        bet = Text("·", "quiet") if state.opened[seat] == NONE else Text(str(state.opened[seat]))
        has = Text(" ".join(SHORT_TOKENS[each] for each in tokens(state, seat)), "lot")
        return [name, bet, *(self._camel(seat, camel, level, counted) for camel in EVERY_CAMEL), has]

    def _camel(self, seat: int, camel: int, level: int, counted: bool) -> Text:
        """A camel: `●1 1 2 3/3!` is its load, the count, the limit, and that it is full; then its coin."""
        state, limit = self.state, CAMELS[camel]
        kind = state.camels[seat][camel]
        coin = coin_text(" ", state.coins[seat][camel])
        if kind == NONE:
            return Text.assemble(("–", "quiet"), (coin, "money"))
        cards = cards_of_type(state, seat, kind)
        filled = Text(f" {cards}/{limit}" if counted else "", "limit" if cards == limit else "quiet")
        filled.append("!" if cards == limit else "", "limit")
        return Text.assemble(mark(kind), load(state, seat, kind, level), filled, (coin, "money"))


def status_mark(state: OffSeasonState, seat: int) -> str:
    """`▸` for a player who must decide, `✉` for one with a sealed bet."""
    if state.asked >> seat & 1:
        return "▸"
    return "✉" if state.stage == BETTING else " "


def tokens(state: OffSeasonState, seat: int) -> list[str]:
    """What a player has besides goods and pounds."""
    there = (state.first_player == seat, state.sale_tokens >> seat & 1, state.peek_tokens >> seat & 1)
    return [token for token, has in zip(SHORT_TOKENS, there, strict=True) if has]


def coin_text(before: str, pounds: int) -> str:
    """The coin on a camel (CAM-23)."""
    return f"{before}£{pounds}" if pounds else ""


def bet_text(state: OffSeasonState, seat: int) -> str:
    """A player's bet as the viewer knows it: the sealed one, or the last one revealed."""
    if state.bets[seat] not in (None, NONE):
        return f"bet {state.bets[seat]}, sealed"
    return "" if state.opened[seat] == NONE else f"bet {state.opened[seat]}"
