"""The hand by colour and number; under each card what it would do if nobody played after it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from bidwell.cli.scenes.bids.board import CLOVER
from bidwell.cli.scenes.bids.cards import MARKS, NAMES, STYLES, Seen, hand_of, index, style
from bidwell.cli.scenes.bids.foresight import (
    at_stake,
    beaten_by,
    gain,
    is_unseen,
    luck_lost,
    outlook,
    steals,
    with_card,
)
from bidwell.cli.scenes.words import short
from bidwell.core.state import NOBODY
from bidwell.games.bids import events
from bidwell.games.bids.components import HAND, NO_BID, NO_CARD
from bidwell.games.bids.rules import bid_of, colour_of, is_black

LABEL = 10
WIDEST = 10
LOW_SCREEN = 28
MANY_PLAYERS = 5
LEAST_NAME = 3
BURNED_BY = {
    events.BURNED_TIE: "a tie",
    events.BURNED_MIDDLE: "middle",
    events.BURNED_EMPTY: "no bid",
    events.BURNED_POOL: "no bid",
}
"""Why a turn burns although the viewer's card does not tie."""


class Hand:
    """The hand of the player who is asked, or of the viewer, as wide as the screen allows."""

    def __init__(self, who: Seen) -> None:
        self.who = who
        self.state = who.state
        self.seat = who.holder
        self.cards = hand_of(who.state, self.seat)
        self.then = {card: with_card(who.state, self.seat, card) for card in self.cards}
        self.out = {card: outlook(then) for card, then in self.then.items()}

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        self.width = min((options.max_width - LABEL) // HAND, WIDEST)
        yield self._colours()
        yield self._row("your hand" if self.seat == self.who.view.seat else "hand", self._index)
        if self.seat != self.state.turn:
            return
        yield self._row("if last", self._outcome)
        yield self._row("then", self._effect)
        low = out.is_terminal and out.height < LOW_SCREEN and self.state.players >= MANY_PLAYERS
        if not low and not self.state.colour_bids:
            yield self._row("beaten by", self._beaten)

    def _colours(self) -> Text:
        row = Text(" " * LABEL, no_wrap=True)
        for colour, together in groupby(self.cards, key=colour_of):
            room = self.width * len([*together])
            fits = len(NAMES[colour]) + 2 < room or colour == colour_of(self.cards[-1])
            name = NAMES[colour] if fits else NAMES[colour][:LEAST_NAME]
            row.append(f"{MARKS[colour]} {name}".ljust(room), STYLES[colour])
        return row

    def _row(self, label: str, cell: Callable[[int], Text]) -> Text:
        row = Text(f"{label:<{LABEL}}", no_wrap=True)
        for card in self.cards:
            content = cell(card)
            content.truncate(self.width - 1, overflow="ellipsis")
            content.pad_right(self.width - content.cell_len)
            row.append_text(content)
        return row

    def _index(self, card: int) -> Text:
        return Text(index(self.who, card), f"bold {style(card)}")

    def _outcome(self, card: int) -> Text:
        """The outcome of a card: `wins`, `ties`, `burns` if nobody wins, `loses`."""
        out = self.out[card]
        if out.winner == self.seat:
            return Text("wins", "price")
        if out.winner == NOBODY:
            return Text("ties" if self.seat in out.best else "burns", "trouble")
        return Text("loses", "quiet")

    def _effect(self, card: int) -> Text:
        """What winning brings, why the turn burns, or what a losing black card gives the winner."""
        then, out = self.then[card], self.out[card]
        if out.winner == NOBODY:
            return Text("burns^" if self.seat in out.best else BURNED_BY[out.telling], "trouble")
        if out.winner == self.seat:
            return Text(self._brings(card), "money")
        if is_black(card) and card in at_stake(then):
            points = gain(then, out.winner) - gain(with_card(then, self.seat, NO_CARD), out.winner)
            return Text(f"{points}→{short(self.who.people[out.winner], self.width - 2 - len(str(points)))}", "feeds")
        return Text("·", "quiet")

    def _brings(self, card: int) -> str:
        """What a win brings: `+10`, `+8+?` with an unseen card, `♣-8` for lost lucky-loser points, `steals`."""
        then = self.then[card]
        points, lost = gain(then, self.seat), luck_lost(then, self.seat)
        seen = f"{points:+}" if at_stake(then) and (points or not lost) else ""
        luck = f"{CLOVER}-{lost}" if lost else ""
        theft = " steals" if steals(then, self.seat) else ""
        return f"{seen}{'+?' if is_unseen(then) else ''}{luck}{theft}".strip() or "nothing"

    def _beaten(self, card: int) -> Text:
        """The number of better cards that others may hold."""
        return Text("" if bid_of(card) == NO_BID else str(beaten_by(self.state, self.seat, card)), "quiet")
