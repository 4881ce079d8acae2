"""What the viewer may choose, with what each choice would do, as far as there is room for it."""

from __future__ import annotations

from functools import cached_property

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.off_season.fitting import one_line
from bidwell.cli.scenes.off_season.foresight import consequence
from bidwell.cli.scenes.off_season.goods import Seen
from bidwell.games.off_season.components import BETTING, CHOOSING, PEEK

MOST_LISTED = 8
TOLD = 2
"""So many lines of what happened, and one for the prompt, stand beside all this."""


class Choices:
    """A line a choice; if those above leave no room for so many, a line with an example."""

    def __init__(self, who: Seen, *above: RenderableType) -> None:
        self.who = who
        self.above = above

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        said = self.who.view["legal"]
        room = MOST_LISTED
        if out.is_terminal:
            above = len(out.render_lines(Group(*self.above), options))
            room = min(room, out.height - 1 - TOLD - above)
        if len(said) <= room and self.who.flat.stage != CHOOSING:
            yield self._listed()
        elif room > 0:
            yield self._hint(said)

    def _listed(self) -> Grid:
        view = self.who.view
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for said, told in zip(view["legal"], self._outcomes, strict=True):
            grid.add_row(Text(said, "key"), told)
        return grid

    @cached_property
    def _outcomes(self) -> list[Text]:
        """What each choice would do, in a line."""
        return [one_line(consequence(self.who.view, action)[0]) for action in self.who.view.actions]

    def _hint(self, said: list[str]) -> Text:
        """What may be typed, by example."""
        view = self.who.view
        line = one_line(Text())
        if self.who.flat.stage == CHOOSING:
            peeks = [text for text, action in zip(said, view.actions, strict=True) if action >= PEEK]
            if peeks:
                line.append(peeks[0], "key").append(" looks first (Peek token); ")
            return line.append(f"if {said[0]}", "key").append(" shows what it does to your camels")
        line.append(f"{len(said)} choices, like ").append(said[1].removeprefix("use: "), "key")
        return line


def choices(who: Seen, *above: RenderableType) -> list[RenderableType]:
    """Nothing while betting: the prompt says all there is."""
    asked = who.view.actions and who.flat.stage != BETTING
    return [Choices(who, *above)] if asked else []
