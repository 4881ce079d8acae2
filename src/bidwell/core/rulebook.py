"""Rulebooks: Markdown with numbered clauses. Marks say where the text of a clause comes from.

    ## Material
    - **SER-03** [book] 65 chips. [ruling] There are always 65 chips in all.
    - **BID-32 Ally** [book] A clause may have a title.

A mark applies to the text up to the next mark. This is the only parser of rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

MARKS = {
    "book": "the game's own rulebook",
    "appendix": "the appendix of the game's rulebook, the part known to us",
    "public": "what has been published about the game",
    "ruling": "our decision where the rulebook is silent or unclear",
    "house": "our own part of the game",
}
"""Every mark with the source that it stands for."""

_MARK = re.compile(rf"\[({'|'.join(MARKS)})\]")
_CLAUSE = re.compile(r"^- \*\*([A-Z]{3}-[0-9]{2})(?: (.+?))?\*\* ", re.M)
_SPACE = re.compile(r"\s+")
_HEADING = re.compile(r"^#+ ", re.M)
_PART = re.compile(
    rf"\[(?P<mark>{'|'.join(MARKS)})\]"
    r"|\*(?P<emphasis>\S.*?)\*"
    r"|`(?P<code>.+?)`"
    r"|(?P<before>\(?)\b(?P<clause>[A-Z]{3}-[0-9]{2})\b(?P<after>\)?[.,:;]?)"
    r"|\n\s*-(?P<item>) ",
    re.S,
)

PartKind = Literal["plain", "mark", "emphasis", "code", "clause", "item"]
_KINDS: tuple[PartKind, ...] = ("mark", "emphasis", "code", "clause", "item")


@dataclass(frozen=True)
class TextPart:
    """A piece of a text with what it is: `clause` cites one, `item` begins an item of a list, `plain` is all else."""

    kind: PartKind
    text: str
    """The text without its signs, on one line."""
    before: str = ""
    """The bracket before a cited clause; it stays on the same line."""
    after: str = ""
    """The bracket and the punctuation after a cited clause."""


def parts(text: str) -> Iterator[TextPart]:
    """Yield the parts of a text in the Markdown of rulebooks, in order."""
    at = 0
    for found in _PART.finditer(text):
        if found.start() > at:
            yield TextPart("plain", _on_one_line(text[at : found.start()]))
        kind = next(kind for kind in _KINDS if found[kind] is not None)
        yield TextPart(kind, _on_one_line(found[kind]), found["before"] or "", found["after"] or "")
        at = found.end()
    if at < len(text):
        yield TextPart("plain", _on_one_line(text[at:]))


def _on_one_line(text: str) -> str:
    return _SPACE.sub(" ", text)


@dataclass(frozen=True)
class Passage:
    """A piece of text with its mark."""

    mark: str
    text: str


@dataclass(frozen=True)
class Clause:
    """One numbered clause. `text` is Markdown with marks. `str(clause)` is the title and text on one line."""

    number: str
    title: str
    text: str

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The text split at its marks."""
        parts = _MARK.split(self.text)[1:]
        return tuple(Passage(mark, text.strip()) for mark, text in zip(parts[::2], parts[1::2], strict=True))

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks of the passages, each once, in order of appearance."""
        return tuple(dict.fromkeys(passage.mark for passage in self.passages))

    @property
    def words(self) -> str:
        """The text on one line, without marks."""
        return " ".join(_MARK.sub("", self.text).split())

    def __str__(self) -> str:
        return " ".join(f"{self.title and f'{self.title}: '}{self.text}".split())


@dataclass(frozen=True)
class Section:
    """A heading, the paragraphs under it, and its clauses."""

    heading: str
    text: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Rulebook:
    """The rulebook of a game. The heading of the first section is the game's title."""

    sections: tuple[Section, ...]

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """All clauses by number."""
        return {clause.number: clause for section in self.sections for clause in section.clauses}


def parse_rulebook(markdown: str) -> Rulebook:
    """Parse a rulebook. Raise ValueError for a clause without a mark or a duplicate number."""
    book = Rulebook(tuple(_section(text) for text in _HEADING.split(markdown)[1:]))
    if len(book.clauses) < sum(len(section.clauses) for section in book.sections):
        raise ValueError("two clauses of the rulebook have the same number")
    return book


def _section(text: str) -> Section:
    heading, _, body = text.partition("\n")
    starts = [*_CLAUSE.finditer(body)]
    ends = [start.start() for start in starts[1:]] + [len(body)] * bool(starts)
    clauses = [
        Clause(start[1], start[2] or "", _marked(start[1], body[start.end() : end].strip()))
        for start, end in zip(starts, ends, strict=True)
    ]
    before = body[: starts[0].start()] if starts else body
    return Section(heading.strip(), before.strip(), tuple(clauses))


def _marked(number: str, text: str) -> str:
    if not _MARK.match(text):
        raise ValueError(f"{number} does not begin with a mark: {', '.join(f'[{mark}]' for mark in MARKS)}")
    return text
