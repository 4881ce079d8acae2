"""Shared parts of the SVG charts in reports: sizes, colours and text. No library is needed."""

from __future__ import annotations

from html import escape

WIDTH, RIGHT, TOP = 860, 40, 96
"""The width of a chart, its right margin, and the space above it for the title."""
INK, QUIET, GRID = "#2b2118", "#7d6f60", "#e6ddcf"
COLOURS = ("#b4482c", "#2f6f73", "#c98a1b", "#5b4a8a", "#4c7a34", "#8c2f5a")


def text(x: float, y: float, words: str, *, size: int = 13, anchor: str = "start", colour: str = INK) -> str:
    """Return one line of text as an SVG element."""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{escape(words)}</text>"
