"""What was told, as lines: one for all that follows in a row from the same clause."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, takewhile

from rich.text import Text

from bidwell.core.events import Event


def chronicle(events: Iterable[Event], *, spaced: bool = False) -> list[Text]:
    """The lines, headings standing out; `spaced` with an empty line before each of them."""
    lines: list[Text] = []
    for (clause, heading), together in groupby(events, key=lambda event: (event.clause, event.heading)):
        if spaced and heading and lines:
            lines.append(Text())
        text = " · ".join(_told_alike([*together]))
        lines.append(Text.assemble((text, "heading" if heading else ""), (f"  {clause}", "clause")))
    return lines


def _told_alike(events: list[Event]) -> Iterable[str]:
    """One sentence for what several seats did alike: `Burt / Carla passes`."""
    for _, alike in groupby(events, key=lambda event: (event.name, {**event.values, "seat": 0})):
        yield _merged([event.text for event in alike])


def _merged(texts: list[str]) -> str:
    """The words that differ side by side, between those that all have in common."""
    rows = [text.split() for text in texts]
    if len(rows) == 1:
        return texts[0]
    front = _in_common(rows)
    back = _in_common([row[front:][::-1] for row in rows])
    middle = " / ".join(" ".join(row[front : len(row) - back]) for row in rows)
    return " ".join([*rows[0][:front], middle, *rows[0][len(rows[0]) - back :]])


def _in_common(rows: list[list[str]]) -> int:
    """How many words all rows begin with."""
    return len([*takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False))])
