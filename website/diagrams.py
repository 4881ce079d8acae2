"""Diagrams in Mermaid's notation as SVG, without a script: the flowcharts and sequences that our pages use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from website.pages import SiteError

BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.M | re.S)
PARTICIPANT = re.compile(r"participant (\w+)(?: as (.+))?")
MESSAGE = re.compile(r"(\w+)\s*(--?>>)\s*(\w+)\s*:\s*(.+)")
EDGE = re.compile(r"\s*-->\s*")
NODE = re.compile(r'(\w+)(?:\["?(.+?)"?\])?')
LINE, LETTER, PAD = 18, 7.2, 14
"""Height of a line of text, average width of a letter, and room around a text, in pixels."""


def drawn(text: str, path: str) -> str:
    """Return the page with every diagram drawn. Raise SiteError for a notation that is not known here."""
    return BLOCK.sub(lambda found: f"{_svg(found[1], path)}\n", text)


def _svg(source: str, path: str) -> str:
    kind, *lines = [line.strip() for line in source.splitlines() if line.strip()]
    try:
        if kind == "sequenceDiagram":
            return _sequence(lines)
        if kind in ("flowchart LR", "graph LR"):
            return _flowchart(lines)
    except ValueError as problem:
        raise SiteError(f"{path}: website/diagrams.py cannot draw {problem.args[0]!r}") from None
    raise SiteError(f"{path}: website/diagrams.py draws 'sequenceDiagram' and 'flowchart LR', not {kind!r}")


def _picture(width: float, height: float, parts: Sequence[str], words: str) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    svg = f'<svg {size} role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'
    return f'<figure class="diagram" markdown="0">{svg}</figure>'


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(words)}</text>'


def _box(x: float, y: float, width: float, lines: Sequence[str]) -> str:
    height = len(lines) * LINE + PAD
    words = "".join(_text(x + width / 2, y + PAD / 2 + LINE * (n + 0.75), line) for n, line in enumerate(lines))
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height}" rx="6"/>{words}'


def _wrapped(words: str, most: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# Sequences


def _sequence(lines: list[str]) -> str:
    names: dict[str, str] = {}
    messages = []
    for line in lines:
        if found := PARTICIPANT.fullmatch(line):
            names[found[1]] = found[2] or found[1]
        elif found := MESSAGE.fullmatch(line):
            messages.append(found.groups())
        else:
            raise ValueError(line)
    gap, top = 190, 3 * LINE + PAD
    middle = {name: gap * (number + 0.5) for number, name in enumerate(names)}
    height = top + 44 * len(messages) + PAD
    parts = [f'<path class="life" d="M{x:.0f} {top - LINE}V{height}"/>' for x in middle.values()]
    parts += [_box(x - gap / 2 + 10, 0, gap - 20, _wrapped(names[name], 22)) for name, x in middle.items()]
    for number, (first, arrow, last, words) in enumerate(messages):
        parts.append(_message(middle[first], middle[last], top + 44 * number + 28, words, arrow == "-->>"))
    said = "; ".join(f"{names[first]} to {names[last]}: {words}" for first, _, last, words in messages)
    return _picture(gap * len(names), height, parts, said)


def _message(start: float, end: float, y: float, words: str, dashed: bool) -> str:
    kind = "arrow dashed" if dashed else "arrow"
    if start == end:
        path = f"M{start:.0f} {y - 12}h26v14h-22"
        return f'<path class="{kind}" d="{path}"/>{_head(start + 2, y + 2, -1)}{_text(start + 34, y, words, "start")}'
    way = 1 if end > start else -1
    line = f'<path class="{kind}" d="M{start:.0f} {y}H{end - way * 6:.0f}"/>{_head(end, y, way)}'
    # a text wider than its arrow begins at the arrow's left end
    if len(words) * LETTER > abs(end - start):
        return line + _text(min(start, end) + 6, y - 7, words, "start")
    return line + _text((start + end) / 2, y - 7, words)


def _head(x: float, y: float, way: int) -> str:
    return f'<path class="head" d="M{x:.0f} {y}l{-8 * way} -4v8z"/>'


# Flowcharts


def _flowchart(lines: list[str]) -> str:
    labels: dict[str, str] = {}
    edges: list[tuple[str, str]] = []
    for line in lines:
        nodes = []
        for part in EDGE.split(line):
            found = NODE.fullmatch(part.strip())
            if not found:
                raise ValueError(line)
            labels[found[1]] = found[2] or labels.get(found[1], found[1])
            nodes.append(found[1])
        edges += pairwise(nodes)
    return _laid_out(labels, edges)


def _laid_out(labels: dict[str, str], edges: list[tuple[str, str]]) -> str:
    ranks = _ranks(labels, edges)
    width, gap, tall = 172, 34, 84
    rows = [[name for name in labels if ranks[name] == rank] for rank in range(max(ranks.values()) + 1)]
    most = max(map(len, rows))
    place = {
        name: (rank * (width + gap), (most - len(row)) * tall / 2 + row.index(name) * tall)
        for rank, row in enumerate(rows)
        for name in row
    }
    lines = {name: _wrapped(label, 24) for name, label in labels.items()}
    high = {name: len(lines[name]) * LINE + PAD for name in labels}
    spots = {name: (x, y + (tall - high[name]) / 2) for name, (x, y) in place.items()}
    parts = [_box(x, y, width, lines[name]) for name, (x, y) in spots.items()]
    parts += [_arrow(place[first], place[last], width, tall) for first, last in edges]
    said = "; ".join(f"{labels[first]} leads to {labels[last]}" for first, last in edges)
    return _picture(len(rows) * (width + gap) - gap, most * tall, parts, said)


def _ranks(labels: dict[str, str], edges: list[tuple[str, str]]) -> dict[str, int]:
    """Return for each node how many steps lead to it at most."""
    ranks = dict.fromkeys(labels, 0)
    for _ in labels:
        for first, last in edges:
            ranks[last] = max(ranks[last], ranks[first] + 1)
    if max(ranks.values()) >= len(labels):
        raise ValueError("a flowchart with a circle")
    # a node without a way in stands directly before the first node it leads to
    inner = {last for _, last in edges}
    for name in labels:
        after = [ranks[last] for first, last in edges if first == name]
        if name not in inner and after:
            ranks[name] = min(after) - 1
    return ranks


def _arrow(start: tuple[float, float], end: tuple[float, float], width: float, tall: float) -> str:
    x1, y1, x2, y2 = start[0] + width, start[1] + tall / 2, end[0], end[1] + tall / 2
    bend = (x1 + x2) / 2
    curve = f"M{x1:.0f} {y1:.0f}C{bend:.0f} {y1:.0f} {bend:.0f} {y2:.0f} {x2 - 6:.0f} {y2:.0f}"
    return f'<path class="arrow" d="{curve}"/>{_head(x2, y2, 1)}'
