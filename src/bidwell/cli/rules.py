"""`bidwell rules`."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from bidwell.core.errors import Refused, said

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

CLAUSE = re.compile(r"- \*\*([A-Z]{3}-\d\d)(.*?)\*\*(.*)", re.S)
"""A clause: its number, its name if it has one, and what it says."""
STYLES = {"**": "quiet", "*": "italic", "`": "key"}
"""How words between these signs are set."""


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
    raise Refused(f"{game.title} has no clause {said(text)}; {_nearest(game, int(match[1]) if match else 0)}")


def _nearest(game: Game, wanted: int) -> str:
    every = [*game.clauses]
    if not wanted:
        return f"its clauses are {every[0]} to {every[-1]}"
    near = sorted(every, key=lambda number: abs(int(number.partition("-")[2]) - wanted))[:3]
    return f"the nearest are {', '.join(sorted(near))}"


def clause(game: Game, number: str) -> RenderableType:
    """One clause, its number beside it."""
    return next(_block(block) for block in _blocks(game) if block.startswith(f"- **{number}"))


def rulebook(game: Game) -> list[RenderableType]:
    """Title, headings, clauses and paragraphs in their order."""
    return [*map(_block, _blocks(game))]


def _blocks(game: Game) -> list[str]:
    blocks = re.split(r"\n(?=- )|\n\n", re.sub(r"^(#.*)$", r"\n\1\n", game.rulebook, flags=re.M))
    return [block for block in map(str.strip, blocks) if block]


def _block(block: str) -> RenderableType:
    from rich.padding import Padding

    if block.startswith("#"):
        text = _inline(block.lstrip("# "))
        text.style = "title"
        return text if block.startswith("# ") else Padding(text, (1, 0, 0, 0))
    match = CLAUSE.match(block)
    return _clause(match[1], match[2].strip(), match[3]) if match else _inline(block)


def _clause(number: str, name: str, words: str) -> RenderableType:
    """The number, and beside it what the clause says: its name if it has one, the text, and the list under it."""
    from rich.console import Group
    from rich.text import Text

    text, *items = re.split(r"\n\s*- ", words)
    named = Text.assemble((f"{name}: ", "key") if name else "", _inline(text))
    return _beside(Text(number, "key"), Group(named, *(_beside(Text("·"), _inline(item), 1) for item in items)))


def _beside(mark: Text, what: RenderableType, gap: int = 2) -> RenderableType:
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, gap))
    grid.add_column(no_wrap=True)
    grid.add_row(mark, what)
    return grid


def _inline(words: str) -> Text:
    """**strong** words are set quietly (they are remarks on the rules), `code` stands out, *titles* slant."""
    from rich.text import Text

    text = Text()
    for part in re.split(r"(\*\*.+?\*\*|\*\S.*?\*|`.+?`)", " ".join(words.split())):
        style = next((style for sign, style in STYLES.items() if part.startswith(sign)), "")
        text.append(part.strip("*`") if style else part, style)
    return text
