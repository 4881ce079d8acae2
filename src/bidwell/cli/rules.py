"""The command `bidwell rules`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bidwell.core.errors import Refused, brief_repr
from bidwell.core.rulebook import parts

if TYPE_CHECKING:
    from bidwell.cli.output import RenderableType, Text
    from bidwell.core.game import Game
    from bidwell.core.rulebook import Clause, Section, TextPart

ABOUT = "the rulebook of a game, or single clauses of it"
EPILOG = """\
examples:
  bidwell rules serengeti             all of it
  bidwell rules serengeti SER-21      one clause
  bidwell rules serengeti 13 14       two of them, the short way
  bidwell rules serengeti | less      page by page"""

STYLES = {"mark": "quiet", "emphasis": "italic", "code": "key"}
"""The styles of the parts of a text, by their kind."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`bidwell games` lists them)")
    parser.add_argument("clause", nargs="*", default=[], help="clauses, like SER-21 or just 21")


def run(given: argparse.Namespace) -> int:
    from bidwell import game
    from bidwell.cli.output import console

    found = game(given.game)
    numbers = [number_of(found, text) for text in given.clause]
    out = console()
    for part in [clause_text(found, number) for number in numbers] if numbers else rulebook_text(found):
        out.print(part)
    return 0


def number_of(game: Game, text: str) -> str:
    """Return the number of a clause, however it is typed: SER-21, ser21, 21."""
    letters = next(iter(game.clauses)).partition("-")[0]
    match = re.fullmatch(rf"(?:{letters}[- ]?)?([0-9]{{1,4}})", text.strip(), re.I | re.A)
    number = f"{letters}-{int(match[1]):02}" if match else ""
    if number in game.clauses:
        return number
    raise Refused(f"{game.title} has no clause {brief_repr(text)}; {_nearest(game, int(match[1]) if match else 0)}")


def _nearest(game: Game, wanted: int) -> str:
    every = [*game.clauses]
    if not wanted:
        return f"its clauses are {every[0]} to {every[-1]}"
    near = sorted(every, key=lambda number: abs(int(number.partition("-")[2]) - wanted))[:3]
    return f"the nearest are {', '.join(sorted(near))}"


def clause_text(game: Game, number: str) -> RenderableType:
    """One clause, with its number beside it."""
    return _clause(game.clauses[number])


def rulebook_text(game: Game) -> list[RenderableType]:
    """The title, headings, paragraphs and clauses in their order."""
    title, *rest = game.rulebook.sections
    return [*_section(title, 0), *(part for section in rest for part in _section(section, 1))]


def _section(section: Section, above: int) -> list[RenderableType]:
    """A heading with this many empty lines above it, then its text."""
    from bidwell.cli.output import Padding

    heading = _inline(parts(section.heading))
    heading.style = "title"
    return [
        Padding(heading, (above, 0, 0, 0)),
        *(_inline(parts(paragraph)) for paragraph in section.text.split("\n\n") if paragraph),
        *map(_clause, section.clauses),
    ]


def _clause(clause: Clause) -> RenderableType:
    """The number of a clause and beside it the title if it has one, the text and the list."""
    from bidwell.cli.output import Group, Text

    text, *items = _items(parts(clause.text))
    titled = Text.assemble((f"{clause.title}: ", "key") if clause.title else "", _inline(text))
    listed = [_beside(Text("·"), _inline(item), 1) for item in items]
    return _beside(Text(clause.number, "key"), Group(titled, *listed))


def _beside(mark: Text, what: RenderableType, gap: int = 2) -> RenderableType:
    from bidwell.cli.output import Grid

    grid = Grid.grid(padding=(0, gap))
    grid.add_column(no_wrap=True)
    grid.add_row(mark, what)
    return grid


def _items(found: Iterable[TextPart]) -> list[list[TextPart]]:
    """Split the parts of a text at the items of its list: first what stands before the list, then each item."""
    items: list[list[TextPart]] = [[]]
    for part in found:
        if part.kind == "item":
            items.append([])
        else:
            items[-1].append(part)
    return items


def _inline(found: Iterable[TextPart]) -> Text:
    """Style the parts of a text: [marks] are dimmed, `code` is emphasised, *titles* are in italics."""
    from bidwell.cli.output import Text

    text = Text()
    for part in found:
        shown = f"[{part.text}]" if part.kind == "mark" else part.text
        text.append(f"{part.before}{shown}{part.after}", STYLES.get(part.kind, ""))
    return text
