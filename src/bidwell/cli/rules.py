"""`bidwell rules`."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from bidwell.core.errors import Refused

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from bidwell.core.game import Game

ABOUT = "the rulebook of a game, or single clauses of it"
EPILOG = """\
examples:
  bidwell rules serengeti             all of it
  bidwell rules serengeti SER-21      one clause
  bidwell rules serengeti 13 14       two of them, the short way
  bidwell rules serengeti | less      page by page"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`bidwell games` lists them)")
    parser.add_argument("clause", nargs="*", default=[], help="clauses, like SER-21 or just 21")


def run(given: argparse.Namespace) -> int:
    from bidwell import game
    from bidwell.cli.screen import console

    found = game(given.game)
    numbers = [number_of(found, text) for text in given.clause]
    out = console()
    for part in [clause(found, number) for number in numbers] if numbers else rulebook(found):
        out.print(part)
    return 0


def number_of(game: Game, text: str) -> str:
    """The number of a clause however it is typed: SER-21, ser21, 21."""
    letters = next(iter(game.clauses)).partition("-")[0]
    match = re.fullmatch(rf"(?:{letters}[- ]?)?(\d{{1,4}})", text.strip(), re.I)
    number = f"{letters}-{int(match[1]):02}" if match else ""
    if number in game.clauses:
        return number
    raise Refused(f"{game.title} has no clause {text!r}; {_nearest(game, int(match[1]) if match else 0)}")


def _nearest(game: Game, wanted: int) -> str:
    every = [*game.clauses]
    if not wanted:
        return f"its clauses are {every[0]} to {every[-1]}"
    near = sorted(every, key=lambda number: abs(int(number.partition("-")[2]) - wanted))[:3]
    return f"the nearest are {', '.join(sorted(near))}"


def clause(game: Game, number: str) -> RenderableType:
    """One clause, its number beside it."""
    return _clause(number, game.clauses[number])


def rulebook(game: Game) -> list[RenderableType]:
    """Title, headings, clauses and paragraphs in their order."""
    blocks = re.split(r"\n(?=- )|\n\n", re.sub(r"^(#.*)$", r"\n\1\n", game.rulebook, flags=re.M))
    return [_block(block) for block in map(str.strip, blocks) if block]


def _block(block: str) -> RenderableType:
    from rich.padding import Padding
    from rich.text import Text

    if block.startswith("#"):
        text = Text(block.lstrip("# "), "title")
        return text if block.startswith("# ") else Padding(text, (1, 0, 0, 0))
    match = re.match(r"- \*\*([A-Z]{3}-\d\d)\*\*(.*)", block, re.S)
    return _clause(match[1], " ".join(match[2].split())) if match else _inline(" ".join(block.split()))


def _clause(number: str, words: str) -> RenderableType:
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2))
    grid.add_row(Text(number, "key", no_wrap=True), _inline(words))
    return grid


def _inline(words: str) -> Text:
    """**strong** words are set quietly (they are remarks on the rules), `code` stands out."""
    from rich.text import Text

    text = Text()
    for part in re.split(r"(\*\*.+?\*\*|`.+?`)", words):
        style = "quiet" if part.startswith("**") else "key" if part.startswith("`") else ""
        text.append(part.strip("*`") if style else part, style)
    return text
