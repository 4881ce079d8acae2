"""The viewer's choices: a line each with what it would do, or one line with an example."""

from __future__ import annotations

from functools import cached_property

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line
from bidwell.cli.scenes.off_season.foresight import consequence
from bidwell.cli.scenes.off_season.goods import SceneView
from bidwell.games.off_season.components import ABILITY, BETTING, CHOOSING, E2, PEEK

MOST_LISTED = 8


class Choices:
    """One line for each choice."""

    def __init__(self, who: SceneView) -> None:
        self.who = who

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        yield self._grid

    @cached_property
    def _grid(self) -> Grid:
        """The choices, and what each would do."""
        view = self.who.view
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for said, action in zip(view["legal"], view.actions, strict=True):
            grid.add_row(Text(said, "key"), one_line(consequence(view, action)[0]))
        return grid


def hint(who: SceneView) -> Text:
    """What can be typed, by example."""
    view, said = who.view, who.view["legal"]
    line = one_line(Text())
    if who.state.stage == CHOOSING:
        peeks = [text for text, action in zip(said, view.actions, strict=True) if action >= PEEK]
        if peeks:
            line.append(peeks[0], "key").append(" looks first (Peek token); ")
        return line.append(f"if {said[0]}", "key").append(" shows what it does to your camels")
    line.append(f"{len(said)} choices, like ").append(said[:2][-1].removeprefix("use: "), "key")
    counted = "; face-down cards count from the left"
    return line.append(counted) if who.state.chosen == E2 and who.state.stage == ABILITY else line


def choices(who: SceneView) -> list[RenderableType]:
    """Variants of the choices, the longest first; none while betting, as the prompt has all there is."""
    if not who.view.actions or who.state.stage == BETTING:
        return []
    few = len(who.view.actions) <= MOST_LISTED and who.state.stage != CHOOSING
    return [Choices(who), hint(who)] if few else [hint(who)]
