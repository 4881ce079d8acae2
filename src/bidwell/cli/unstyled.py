"""The part of Rich that `games`, `rules`, `simulate` and `arena` use, as plain text without colours."""

from __future__ import annotations

import shutil
import textwrap
from typing import Any, Protocol


class Renderable(Protocol):
    """Something that can be printed."""

    def lines(self, width: int) -> list[str]: ...


class Text:
    """A text. Styles are ignored."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.plain = text
        self.style = style

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str] | Text) -> Text:
        return cls("".join(_plain(part) for part in parts))

    def append(self, part: str | Text, style: str = "") -> Text:
        self.plain += _plain(part)
        return self

    def lines(self, width: int) -> list[str]:
        return [line for each in self.plain.split("\n") for line in _wrapped(each, width)]


class Group:
    """Things below each other."""

    def __init__(self, *parts: Renderable | str) -> None:
        self.parts = parts

    def lines(self, width: int) -> list[str]:
        return [line for part in self.parts for line in _lines(part, width)]


class Padding:
    """Empty lines and columns around something: above, right, below, left."""

    def __init__(self, what: Renderable | str, pad: tuple[int, int, int, int]) -> None:
        self.what, self.pad = what, pad

    def lines(self, width: int) -> list[str]:
        above, right, below, left = self.pad
        inner = [f"{' ' * left}{line}" for line in _lines(self.what, width - left - right)]
        return [*[""] * above, *inner, *[""] * below]


class Grid:
    """Columns beside each other. The last one gets the width that is left and wraps."""

    def __init__(self, padding: tuple[int, ...] = (0, 2), **ignored: Any) -> None:
        self.gap = padding[1]
        self.rows: list[list[Renderable | str]] = []
        self.headings: list[str] = []
        self.right: list[bool] = []
        self.least: list[int] = []

    @classmethod
    def grid(cls, padding: tuple[int, ...] = (0, 2)) -> Grid:
        return cls(padding)

    def add_column(self, heading: str = "", justify: str = "left", min_width: int = 0, **ignored: Any) -> None:
        self.headings.append(heading)
        self.least.append(min_width)
        self.right.append(justify == "right")

    def add_row(self, *cells: Renderable | str) -> None:
        self.rows.append([*cells])

    def lines(self, width: int) -> list[str]:
        headings: list[list[Renderable | str]] = [[*self.headings]] if any(self.headings) else []
        rows = [*headings, *self.rows]
        columns = max(map(len, rows), default=0)
        least = [*self.least, *[0] * columns]
        widths = [max(least[at], *(_width(row[at], width) for row in rows if at < len(row))) for at in range(columns)]
        if widths:
            widths[-1] = min(widths[-1], max(width - sum(widths[:-1]) - self.gap * (columns - 1), 1))
        return [line for row in rows for line in self._row(row, widths)]

    def _row(self, row: list[Any], widths: list[int]) -> list[str]:
        cells = [_lines(cell, width) for cell, width in zip(row, widths, strict=False)]
        tall = max(map(len, cells))
        return [self._line([cell[at] if at < len(cell) else "" for cell in cells], widths) for at in range(tall)]

    def _line(self, parts: list[str], widths: list[int]) -> str:
        right = [*self.right, *[False] * len(parts)]
        placed = (
            part.rjust(width) if to_right else part.ljust(width)
            for part, width, to_right in zip(parts, widths, right, strict=False)
        )
        return (" " * self.gap).join(placed).rstrip()


class Console:
    """Prints to stdout."""

    def __init__(self) -> None:
        self.width = shutil.get_terminal_size().columns

    def print(self, *things: Renderable | str, sep: str = " ") -> None:
        texts = ["\n".join(_lines(thing, self.width)) for thing in things]
        print(*texts, sep=sep)


def console() -> Console:
    return Console()


def _plain(part: str | tuple[str, str] | Text) -> str:
    if isinstance(part, Text):
        return part.plain
    return part if isinstance(part, str) else part[0]


def _lines(thing: Renderable | str, width: int) -> list[str]:
    return (Text(thing) if isinstance(thing, str) else thing).lines(width)


def _width(thing: Renderable | str, most: int) -> int:
    return max(map(len, _lines(thing, most)), default=0)


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, max(width, 1), break_long_words=False, break_on_hyphens=False) or [""]
