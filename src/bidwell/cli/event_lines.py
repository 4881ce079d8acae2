"""Events as lines of text: successive events of the same clause share a line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.text import Text

from bidwell.core.events import Event


def event_lines(events: Iterable[Event], *, spaced: bool = False) -> list[Text]:
    """Return the lines, with headings emphasised; `spaced` puts an empty line before each heading."""
    lines: list[Text] = []
    for (clause, heading), together in groupby(events, key=lambda event: (event.clause, event.heading)):
        if spaced and heading and lines:
            lines.append(Text())
        text = " · ".join(_joined([*together]))
        lines.append(Text.assemble((text, "heading" if heading else ""), (f"  {clause}", "clause")))
    return lines


def _joined(events: list[Event]) -> Iterable[str]:
    """Join events in which several seats did the same: `Burt / Carla pass`. The reader comes first."""
    for _, together in groupby(events, key=lambda event: (event.name, {**event.values, "seat": 0})):
        alike = [*together]
        parts = sorted((event.several for event in alike if event.several), key=lambda part: not part.to_reader)
        names = {part.name: None for part in parts}
        if 1 < len(names) == len(alike):
            yield f"{parts[0].before}{' / '.join(names)}{parts[0].after}"
        else:
            yield from (event.text for event in alike)
