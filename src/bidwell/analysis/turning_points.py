"""Win chances over time, and where they turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bidwell.analysis.judgement import CLEARLY
from bidwell.analysis.report import Decision, Point, TurningPoint, percent
from bidwell.analysis.timeline import Timeline
from bidwell.core.table import Table

LARGE_SWING = 0.05
"""A smaller change of win chance from one judgement to the next is not a turning point."""
MOST_MOVES = 3
"""The largest number of other players' decisions that are named as the cause of a swing."""


@dataclass(frozen=True)
class Span:
    """A seat's win chance before and after its decision, or at one moment if it made none.

    It saw the table as it was after `since` decisions, and its decision was number `until`. `begin` is the step of the
    chance before: `since`, or the decision itself if the seat had acted since then.
    """

    seat: int
    since: int
    begin: int
    until: int
    place: str
    before: float
    after: float
    error: float

    def points(self) -> list[Point]:
        if self.begin == self.until:
            return [Point(self.begin, self.seat, self.place, self.before, self.error, "chapter")]
        return [
            Point(self.begin, self.seat, self.place, self.before, self.error, "before"),
            Point(self.until, self.seat, self.place, self.after, self.error, "after"),
        ]


def outcome(table: Table, seat: int) -> Point:
    """Return the final point of a seat: 1 for a win, a part of it for a shared one, otherwise 0."""
    wins = 1 / table.places.count(1) if table.places[seat] == 1 else 0.0
    return Point(len(table.history), seat, "End", wins, 0.0, "end")


def turning_points(
    timeline: Timeline, decisions: Iterable[Decision], spans: Sequence[Span], outcomes: Sequence[Point]
) -> list[TurningPoint]:
    """Return all turning points, the largest first. `outcomes`, if given, end the line of every seat."""
    ends = [Span(end.seat, end.step, end.step, end.step, end.place, end.wins, end.wins, 0.0) for end in outcomes]
    turns = [_cost(timeline.end, decision) for decision in decisions if decision.counts]
    for seat in {span.seat for span in spans}:
        turns += _swings(timeline, [span for span in (*spans, *ends) if span.seat == seat])
    return sorted(turns, key=lambda turn: (-turn.size, turn.step))


def _cost(table: Table, decision: Decision) -> TurningPoint:
    before, after, played = decision.best.wins, decision.wins, table.game.in_past(decision.words)
    text = (
        f"{decision.place}: {table.names[decision.seat]} {played}; {decision.best.words} was worth "
        f"{decision.points} points of win chance more ({percent(after)} % to {percent(before)} %)"
    )
    what = f"{played}, not {decision.best.words}"
    return TurningPoint(decision.step, decision.seat, decision.place, "cost", before, after, what, text)


def _swings(timeline: Timeline, spans: Sequence[Span]) -> Iterator[TurningPoint]:
    """Yield the changes between two judgements of a seat that are large and more than chance explains."""
    for last, span in pairwise(spans):
        change = abs(span.before - last.after)
        if change >= LARGE_SWING and change > CLEARLY * math.hypot(last.error, span.error):
            yield _swing(timeline, last, span)


def _swing(timeline: Timeline, last: Span, span: Span) -> TurningPoint:
    """Describe a swing. Its causes include what others chose while this seat's last choice was sealed."""
    names, in_past, before, after = timeline.end.names, timeline.end.game.in_past, last.after, span.before
    moves = [at for at in range(last.since, span.since) if timeline.history[at][0] != span.seat]
    at = moves[-1] if moves else max(span.since - 1, 0)
    told = [f"{names[timeline.history[at][0]]} {in_past(timeline.action_said(at))}" for at in moves[-MOST_MOVES:]]
    what = ", ".join(["after others"] * (len(moves) > MOST_MOVES) + told)
    if span.since == len(timeline.history):
        what = f"{what}, which ended the game" if what else "the game ended"
    what = what or "the cards fell"
    way = "rose" if after > before else "fell"
    place = timeline.places[at].name
    text = f"{place}: {what}, and {names[span.seat]} {way} from {percent(before)} % to {percent(after)} %"
    return TurningPoint(at + 1, span.seat, place, "swing", before, after, what, text)
