"""How long bots think at present: on a busy machine longer than usual, and their answers must not tell."""

from __future__ import annotations

from collections import deque

LATEST = 20
"""Number of decisions of a level that are remembered."""


class Pace:
    """Remembers how long the latest decisions of each level took."""

    def __init__(self) -> None:
        self._latest: dict[str, deque[float]] = {}

    def note(self, level: str, seconds: float) -> None:
        """Remember a decision in which the bot had a choice."""
        self._latest.setdefault(level, deque(maxlen=LATEST)).append(seconds)

    def usual(self, level: str) -> float:
        """Return the time within which nine of the latest ten decisions were made; 0 if there are too few to know.

        The first decision after a start, which loads the search, does not slow down those after it.
        """
        latest = sorted(self._latest.get(level, ()))
        most = len(latest) * 9 // 10
        return latest[most - 1] if most else 0.0
