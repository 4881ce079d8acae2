"""docs/rulebook-to-clause.md accounts for every clause, with a mark that the clause has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bidwell
from bidwell import Game

PAGE = (Path(__file__).parent.parent / "docs" / "rulebook-to-clause.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| .+ \| ((?:[A-Z]{3}-[0-9]{2}(?:, )?)+) \| (\w+) \|$", re.M)

every_game = pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: game.name)


def rows(title: str) -> list[tuple[str, str]]:
    """Every clause in the table of a game, with the mark of its row."""
    (part,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    return [(clause, mark) for clauses, mark in ROW.findall(part) for clause in clauses.split(", ")]


@every_game
def test_every_clause_has_a_row(game: Game) -> None:
    """No clause without a sentence, of the book's or ours."""
    assert {*game.clauses} - {clause for clause, _ in rows(game.title)} == set()


@every_game
def test_every_row_has_a_mark_of_its_clause(game: Game) -> None:
    """What the page says of a source is what the clause says."""
    assert [(clause, mark) for clause, mark in rows(game.title) if mark not in game.clauses[clause].marks] == []


@every_game
def test_every_line_of_a_table_is_read(game: Game) -> None:
    """A row with a dash, or one that this test understands; none is passed over."""
    (part,) = re.findall(rf"^## {game.title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    lines = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| sentence")]
    assert [line for line in lines if not line.endswith("| — | |") and not ROW.fullmatch(line)] == []
