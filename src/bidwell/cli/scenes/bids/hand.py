"""The hand by colour and number; under each card what it would do if nobody played after it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from bidwell.cli.scenes.bids.board import CLOVER
from bidwell.cli.scenes.bids.cards import MARKS, STYLES, SceneView, hand_of, index, style
from bidwell.cli.scenes.bids.foresight import foresight_of
from bidwell.cli.scenes.words import short
from bidwell.games.bids.components import CARD_NAMES, COLOUR_NAMES, HAND
from bidwell.games.bids.foresight import End, Play, Turn
from bidwell.games.bids.rules import colour_of

LABEL = 10
WIDEST = 10
LOW_SCREEN = 28
MANY_PLAYERS = 5
LEAST_NAME = 3
BURNED_BY: dict[End, str] = {"tie": "a tie", "middle": "middle", "empty": "no bid", "pool": "no bid"}
"""Why a turn burns although the viewer's card does not tie."""


class Hand:
    """The hand of the player who is asked, or of the viewer, as wide as the screen allows."""

    def __init__(self, who: SceneView) -> None:
        self.who = who
        self.state = who.state
        self.seat = who.holder
        self.cards = hand_of(who.state, self.seat)
        self.ahead = foresight_of(who)

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
            name = COLOUR_NAMES[colour]
            if len(name) + 2 >= room and colour != colour_of(self.cards[-1]):
                name = name[:LEAST_NAME]
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

    def _play(self, card: int) -> tuple[Play, Turn]:
        """A card, and the turn with it."""
        play = self.ahead.plays[CARD_NAMES[card]]
        return play, self.ahead.turns[play.turn]

    def _outcome(self, card: int) -> Text:
        """The outcome of a card: `wins`, `ties`, `burns` if nobody wins, `loses`."""
        _, turn = self._play(card)
        if turn.winner == self.seat:
            return Text("wins", "price")
        if turn.winner is None:
            return Text("ties" if self.seat in turn.best else "burns", "trouble")
        return Text("loses", "quiet")

    def _effect(self, card: int) -> Text:
        """What winning brings, why the turn burns, or what a losing black card gives the winner."""
        play, turn = self._play(card)
        if turn.winner is None:
            return Text("burns^" if self.seat in turn.best else BURNED_BY[turn.end], "trouble")
        if turn.winner == self.seat:
            return Text(self._brings(turn), "money")
        if play.gives is None:
            return Text("·", "quiet")
        name = short(self.who.people[turn.winner], self.width - 2 - len(str(play.gives)))
        return Text(f"{play.gives}→{name}", "feeds")

    def _brings(self, turn: Turn) -> str:
        """What a win brings: `+10`, `+8+?` with an unseen card, `♣-8` for lost lucky-loser points, `steals`."""
        seen = f"{turn.gain:+}" if turn.stake and (turn.gain or not turn.luck_lost) else ""
        luck = f"{CLOVER}-{turn.luck_lost}" if turn.luck_lost else ""
        theft = " steals" if turn.victims else ""
        return f"{seen}{'+?' if turn.unseen else ''}{luck}{theft}".strip() or "nothing"

    def _beaten(self, card: int) -> Text:
        """The number of better cards that others may hold."""
        play, _ = self._play(card)
        return Text("" if play.beaten_by is None else str(play.beaten_by), "quiet")
