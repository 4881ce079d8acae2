"""Rulebooks: sections, clauses and marks."""

from __future__ import annotations

import re

import pytest

import bidwell
from bidwell import Game
from bidwell.core.rulebook import MARKS, Passage, TextPart, parse_rulebook, parts

BOOK = """# Toy
A preface.

## Material
- **TOY-01** [book] Ten cards. [ruling] Of these:
  - five red,
  - [house] five blue (TOY-02).
- **TOY-02 Blue** [public] Blue
  wins.

## Not a rule
The credits.
"""


def test_sections_have_headings_texts_and_clauses() -> None:
    """Sections without clauses too."""
    sections = parse_rulebook(BOOK).sections
    assert [section.heading for section in sections] == ["Toy", "Material", "Not a rule"]
    assert [section.text for section in sections] == ["A preface.", "", "The credits."]
    assert [[clause.number for clause in section.clauses] for section in sections] == [[], ["TOY-01", "TOY-02"], []]


def test_a_mark_holds_up_to_the_next() -> None:
    """A clause is cut into passages at its marks."""
    clause = parse_rulebook(BOOK).clauses["TOY-01"]
    assert clause.passages[0] == Passage("book", "Ten cards.")
    assert clause.marks == ("book", "ruling", "house")
    assert clause.words == "Ten cards. Of these: - five red, - five blue (TOY-02)."


def test_a_text_is_taken_apart() -> None:
    """Into marks, titles, code, cited clauses with the punctuation around them, and items of a list."""
    assert [*parts("[ruling] see\nSER-10, option `fines` (SER-14).\n  - *Camel Up*")] == [
        TextPart("mark", "ruling"),
        TextPart("plain", " see "),
        TextPart("clause", "SER-10", after=","),
        TextPart("plain", " option "),
        TextPart("code", "fines"),
        TextPart("plain", " "),
        TextPart("clause", "SER-14", "(", ")."),
        TextPart("item", ""),
        TextPart("emphasis", "Camel Up"),
    ]


@pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: game.name)
def test_no_sign_is_left_in_a_rulebook(game: Game) -> None:
    """What terminal and page show as plain text has no mark, no code and no cited clause in it."""
    texts = [clause.text for clause in game.clauses.values()] + [section.text for section in game.rulebook.sections]
    plain = " ".join(part.text for text in texts for part in parts(text) if part.kind == "plain")
    assert not re.search(r"[`*]|\[\w+\]|[A-Z]{3}-\d\d", plain)


def test_a_clause_may_have_a_title() -> None:
    """It comes before the text where the clause is written on one line."""
    clause = parse_rulebook(BOOK).clauses["TOY-02"]
    assert (clause.title, str(clause)) == ("Blue", "Blue: [public] Blue wins.")


@pytest.mark.parametrize("text", ["Ten cards.", "Ten cards. [book] And more.", "[hearsay] Ten cards."])
def test_a_clause_without_a_mark_is_an_error(text: str) -> None:
    """So is one whose first words have none, or an unknown one."""
    with pytest.raises(ValueError, match=r"TOY-01 does not begin with a mark: \[book\], "):
        parse_rulebook(f"# Toy\n- **TOY-01** {text}\n")


def test_a_number_used_twice_is_an_error() -> None:
    """A clause is cited by its number."""
    with pytest.raises(ValueError, match="same number"):
        parse_rulebook("# Toy\n- **TOY-01** [book] A.\n- **TOY-01** [book] B.\n")


@pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: game.name)
def test_every_rulebook_explains_the_marks_it_uses(game: Game) -> None:
    """In its first section, and every mark explained is used."""
    used = {mark for clause in game.clauses.values() for mark in clause.marks}
    explained = {mark for mark in MARKS if f"[{mark}]" in game.rulebook.sections[0].text}
    assert used == explained
