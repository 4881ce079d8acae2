"""The command `bidwell games`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidwell.cli.output import Grid
    from bidwell.core.game import Game

ABOUT = "the games, their numbers of players and their options"
EPILOG = """\
examples:
  bidwell games
  bidwell rules serengeti            the whole rulebook of one of them
  bidwell rules serengeti SER-14     the clause an option belongs to"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the command takes none."""


def run(given: argparse.Namespace) -> int:
    from bidwell import games
    from bidwell.cli.output import NOT_AFFILIATED, Padding, Text, console

    out = console()
    for game in games():
        players = f"{game.players[0]} to {game.players[-1]} players"
        out.print(Text.assemble((game.title, "title"), f"  {players}  ", (f"bidwell play {game.name}", "quiet")))
        out.print(Padding(game.pitch, (0, 0, 0, 2)))
        out.print(Padding(_options(game), (1, 0, 1, 2)) if game.options else Text())
    out.print(Text(NOT_AFFILIATED, "quiet"))
    return 0


def _options(game: Game) -> Grid:
    from bidwell.cli.output import Grid, Text

    grid = Grid.grid(padding=(0, 2))
    for option in game.options:
        told = Text.assemble(option.help, (f" {option.clause}", "clause"))
        grid.add_row(f"--option {option.name}={option.text(option.default)}", told)
    return grid
