"""The middle of the table: the prize in large type, and beside it the cards in the order they were played."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.bids.cards import FACE, SceneView, figures, small
from bidwell.cli.scenes.bids.foresight import called, foresight_of, standing
from bidwell.cli.scenes.words import short
from bidwell.core.prose import capital, listed
from bidwell.games.bids.components import BLANKS, CARD_NAMES, DOUBLE, MINUS, NO_CARD, SURPRISE, THIEF
from bidwell.games.bids.foresight import Turn
from bidwell.games.bids.rules import points_of
from bidwell.games.bids.state import BidsState

CARD = FACE + 2
BOX = 10
WIDEST_SLOT = 16

EFFECTS = {
    DOUBLE: ("doubles", "2x: all its taker has in this round so far counts double", "BID-35"),
    MINUS: ("-5 points", "-5: its taker scores five points less", "BID-34"),
    THIEF: ("steal one", "Thief: steal a black card of the lowest bidder who has one", "BID-36"),
    SURPRISE: ("unseen", "Surprise: bid for the next card of the pile, unseen", "BID-40"),
}


class Middle:
    """The prize, the cards played for it, and who would win now."""

    def __init__(self, who: SceneView) -> None:
        self.who = who
        self.state = who.state
        turn = foresight_of(who).turn
        assert turn is not None
        self.turn = turn

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_row(prize(self.who), self._right(options.max_width - CARD - 2))
        yield grid
        yield self._now()

    def _right(self, width: int) -> Text:
        slot = min(width // self.state.players, WIDEST_SLOT)
        headline = worth(self.who, self.turn)
        headline.truncate(width, overflow="ellipsis")
        columns = [
            self._slot((self.state.leader + step) % self.state.players, slot) for step in range(self.state.players)
        ]
        lines = [Text().join(column[line] for column in columns) for line in range(5)]
        return Text("\n").join([headline, *lines])

    def _slot(self, seat: int, width: int) -> list[Text]:
        """A card in its frame, heavy if it wins, with flames if it ties; below it the player's name and state."""
        card = self.state.played[seat]
        face = Text() if card == NO_CARD else small(self.who, card)
        face.truncate(BOX - 2, overflow="ellipsis")
        name = Text(short(self.who.person(seat), width - 2), "you" if seat == self.who.view.seat else "")
        if seat == self.state.leader:
            name = Text.assemble(("▸", "title"), name)
        return [_padded(line, width) for line in (*_framed(face, self._edges(seat)), _centred(name), self._state(seat))]

    def _edges(self, seat: int) -> str:
        """The characters of a frame: corners, top, bottom and side."""
        if self.state.played[seat] == NO_CARD:
            return "     ┈ "
        if seat == self.turn.winner:
            return "┏┓┗┛━━┃"
        return "╭╮╰╯^─│" if seat in self.turn.best else "╭╮╰╯──│"

    def _state(self, seat: int) -> Text:
        if seat == self.state.turn:
            return _centred(Text("to play", "title"))
        if seat == self.turn.winner:
            return _centred(Text("wins now", "price"))
        if seat in self.turn.best:
            return _centred(Text("ties", "trouble"))
        return _centred(Text("leads", "quiet") if seat == self.state.leader else Text())

    def _now(self) -> Text:
        """One line: who would win now, and who is still to play."""
        order = [(self.state.leader + step) % self.state.players for step in range(self.state.players)]
        waiting = [self.who.person(seat) for seat in order if self.state.played[seat] == NO_CARD]
        if len(waiting) == self.state.players:
            leads = capital(self.who.does(order[0], "lead"))
            return Text(f"{leads}; then {listed(waiting[1:])}.", no_wrap=True, overflow="ellipsis")
        line = Text("As it stands: ").append_text(standing(self.who, self.turn))
        line.append(f" · to play: {', '.join(waiting)}", "quiet")
        line.no_wrap, line.overflow = True, "ellipsis"
        return line


def prize(who: SceneView) -> Text:
    """The card in the middle in large type, and below it what it is worth."""
    lines = ["┏" + "━" * (CARD - 2) + "┓"]
    lines += [f"┃{line:^{CARD - 2}}┃" for line in figures(who, who.state.up)]
    lines.append("┗" + "━" * (CARD - 2) + "┛")
    return Text.assemble(("\n".join(lines), "bold"), "\n", (f"{caption(who.state):^{CARD}}", "price"))


def caption(state: BidsState) -> str:
    if state.up in EFFECTS:
        return EFFECTS[state.up][0]
    points = points_of(state, state.up)
    return "1 point" if points == 1 else f"{points} points"


def worth(who: SceneView, turn: Turn) -> Text:
    """What the winner gets, as half a sentence."""
    state = who.state
    if state.up in EFFECTS:
        _, words, clause = EFFECTS[state.up]
        line = Text.assemble((words, "lot"), (f"  {clause}", "clause"))
    else:
        name = f"{who.cards[state.up]}, " if state.up >= BLANKS else ""
        line = Text(f"For the winner: {name}{caption(state)}", "lot")
    more = [name for name in turn.stake if name != CARD_NAMES[state.up]]
    if more:
        line.append(f" · and {listed(called(who, more))}", "lot")
    if turn.unseen and state.up != SURPRISE:
        line.append(" · but a Surprise puts the next of the pile in its place", "lot")
    return line


def _framed(face: Text, edges: str) -> list[Text]:
    left, right, low_left, low_right, top, bottom, side = [*edges]
    inside = BOX - 2
    style = "trouble" if top == "^" else "bold" if top == "━" else "quiet"
    face.align("center", inside)
    return [
        Text(f"{left}{top * inside}{right}", style),
        Text.assemble((side, style), face, (side, style)),
        Text(f"{low_left}{bottom * inside}{low_right}", style),
    ]


def _centred(text: Text) -> Text:
    text.align("center", max(BOX, text.cell_len))
    return text


def _padded(text: Text, width: int) -> Text:
    text.pad_right(max(width - text.cell_len, 0))
    return text
