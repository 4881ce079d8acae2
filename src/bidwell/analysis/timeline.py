"""Replay a game: for every decision the view of the seat that made it, and its place in the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bidwell.core.events import Event
from bidwell.core.record import Find, steps
from bidwell.core.table import Table
from bidwell.games import game as find_game

START = "Start"
"""The place before the first heading."""


@dataclass(frozen=True)
class Place:
    """A place in the game: a chapter with its number and heading, and a numbered part of it."""

    chapter: str = START
    number: int | None = None
    part: str = ""
    heading: str = ""

    @property
    def name(self) -> str:
        """The short name: `Round 2, turn 7`. A game set up in mid-chapter has only the part: `Turn 7`."""
        if self.part and not self.heading:
            return self.part
        return ", ".join([numbered(self.chapter, self.number), *([self.part.lower()] if self.part else [])])

    def after(self, told: Sequence[Event]) -> Place:
        """Return the place after these events."""
        place = self
        for event in told:
            if event.chapter:
                place = Place(event.chapter, event.number, heading=event.text)
            elif event.part:
                place = replace(place, part=numbered(event.part, event.number))
        return place


def numbered(word: str, number: int | None) -> str:
    """Return `Round 2`, or the word alone if there is no number."""
    return word if number is None else f"{word} {number}"


class Timeline:
    """A game from its start: the table before every decision and at the end, and the events."""

    def __init__(self, table_or_record: Table | str) -> None:
        if isinstance(table_or_record, Table):
            game, text = table_or_record.game, table_or_record.record()
            self._replay(text, lambda name: game)
        else:
            self._replay(table_or_record, find_game)

    def _replay(self, text: str, find: Find) -> None:
        """Note the table and the place after the deal and after every step."""
        self.tables: list[Table] = []
        self.places: list[Place] = []
        place = Place()
        for table, told in steps(text, find):
            place = place.after(told)
            self.tables.append(table.copy())
            self.places.append(place)
        self.end = self.tables[-1]
        self.history = self.end.history
        self.told = [self.end.opening, *(step.events for step in self.end.steps)]

    def chapters(self) -> list[int]:
        """Return the indexes in `tables` where a chapter begins: the start, and every heading before the end."""
        return [
            at
            for at, told in enumerate(self.told)
            if not self.tables[at].over and (at == 0 or any(event.heading for event in told))
        ]

    def chapter(self, at: int) -> Place:
        """Return the place of the last heading before decision `at`."""
        return Place().after([event for told in self.told[: at + 1] for event in told if event.heading])

    def moment(self, at: int) -> Moment:
        """Return decision `at`, counted from 0, as the seat that made it saw it."""
        seat, action = self.history[at]
        since = self.end.asked_since(seat, at)
        own = [step for step in range(since, at) if self.history[step][0] == seat]
        table = self.tables[at]
        if len(own) < at - since:
            table = self.tables[since].copy()
            for step in own:
                table.play(seat, self.action_text(step))
        return Moment(at, since, len(own), seat, action, self.action_text(at), table)

    def action_text(self, at: int) -> str:
        """Return the action of decision `at` in notation."""
        return self.end.steps[at].text

    def action_said(self, at: int) -> str:
        """Return the action of decision `at` in words."""
        return self.end.game.phrase(self.end, self.history[at][1])


@dataclass(frozen=True)
class Moment:
    """One decision. `table` is only for the view of its seat: simultaneous choices of other seats are not on it."""

    at: int
    since: int
    """The step at which the seat was asked for it."""
    own: int
    """The number of actions it has played since then."""
    seat: int
    action: int
    text: str
    table: Table
