"""The result of an analysis: decisions, win chances over time, turning points, players, and their wording."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from bidwell.analysis.judgement import Alternative, can_tell
from bidwell.core.prose import listed

FORMAT = 1
"""The version of the format of the report as JSON; docs/reports.md describes it."""
GRADED = (
    "best: the choice mattered, and nothing was better; fine: nothing was clearly better; "
    "slip: something was, by 2 points of win chance or more; mistake: by 10 or more."
)
"""The meaning of the grades, for readers."""


def percent(share: float) -> int:
    return round(100 * share)


@dataclass(frozen=True)
class Decision:
    """A judged decision with more than one option. `step` is its number in the record, as `bidwell replay` counts."""

    step: int
    seat: int
    place: str
    heading: str
    played: str
    grade: str
    """`mistake`, `slip`, `best` if the choice mattered, or `fine` if nothing was clearly better."""
    before: float
    """The win chance before the decision, if the judge had chosen."""
    wins: float
    """The win chance after the action played."""
    error: float
    cost: float
    """How much more the best alternative won in the same worlds."""
    cost_error: float
    clear: bool
    """True if the cost is clearly more than chance explains."""
    counts: bool
    """True if the cost is clear and the largest of those that missed the same action in the same place."""
    gainer: int | None
    """The seat that gained most from a clear cost, from the view of the seat that played."""
    alternatives: tuple[Alternative, ...]
    """Best first."""
    worlds: int

    @property
    def best(self) -> Alternative:
        return self.alternatives[0]

    @property
    def words(self) -> str:
        """The action played, in words that fit after "you"."""
        return next((each.words for each in self.alternatives if each.played), self.played)

    @property
    def points(self) -> int:
        """The cost in percentage points, as the difference of the two win chances shown."""
        return percent(self.best.wins) - percent(self.wins)


@dataclass(frozen=True)
class Point:
    """A seat's win chance from its own view after `step` decisions."""

    step: int
    seat: int
    place: str
    wins: float
    error: float
    kind: str
    """`chapter` or `before`: the chance at that moment; `after`: after its own decision; `end`: the result."""


@dataclass(frozen=True)
class Chapter:
    """A heading of the game, after `step` decisions."""

    step: int
    name: str
    """`Round 3`"""
    heading: str
    word: str
    """`Round`"""
    number: int | None
    """3; None for a chapter without a number."""


@dataclass(frozen=True)
class TurningPoint:
    """A turning point: a clearly costly decision of a seat, or a swing caused by others or the cards."""

    step: int
    seat: int
    place: str
    kind: str
    """`cost` or `swing`."""
    before: float
    after: float
    what: str
    """What was done, and instead of what or by whom: `passed, not bid 8`, `Carla bid 41, Dora passed`."""
    text: str
    """The whole turning point as one sentence."""

    @property
    def size(self) -> float:
        return abs(self.after - self.before)


@dataclass(frozen=True)
class PlayerSummary:
    """The summary of one seat."""

    name: str
    place: int | None
    """The final place, 1 for a winner; None if the game is not over."""
    score: int
    decisions: int
    grades: dict[str, int]
    """The number of decisions by grade. The same action missed again in the same place counts once."""
    average: float
    """The mean cost of a decision, over all costs that count."""


@dataclass(frozen=True)
class Analysis:
    """An analysed game. `decisions` and `points` are in the order of the game, `turns` the largest first."""

    game: str
    title: str
    over: bool
    seats: list[int]
    """The seats that were judged."""
    steps: int
    players: list[PlayerSummary]
    decisions: list[Decision]
    points: list[Point]
    chapters: list[Chapter]
    turns: list[TurningPoint]
    requested: int
    """The number of decisions to judge; `decisions` has fewer if the analysis was interrupted."""
    interrupted: bool
    engine: str
    judge: str
    """Who played on in the imagined worlds: `network` or `heuristic`."""
    worlds: int | None
    """The number of worlds for every alternative; None if the budget was time."""
    seed: int

    def json(self) -> dict[str, Any]:
        """Return the analysis as JSON-compatible values, with the version of its format."""
        return {"format": FORMAT, **asdict(self)}

    def name(self, seat: int) -> str:
        return self.players[seat].name

    @property
    def judged(self) -> list[int]:
        """The seats with at least one judged decision."""
        return [seat for seat in self.seats if self.players[seat].decisions]

    def turns_of(self, seat: int) -> list[TurningPoint]:
        return [turn for turn in self.turns if turn.seat == seat]

    def line(self, seat: int) -> list[Point]:
        return [point for point in self.points if point.seat == seat]

    def chance(self, seat: int, step: int) -> float:
        """Return its last known win chance after `step` decisions."""
        line = self.line(seat)
        return next((point.wins for point in reversed(line) if point.step <= step), line[0].wins if line else 0.0)

    def worst(self, seat: int) -> TurningPoint | None:
        """Return its costliest decision, or None if none was clearly costly."""
        return next((turn for turn in self.turns_of(seat) if turn.kind == "cost"), None)

    def no_cost(self, seat: int) -> str:
        """Return the sentence for a seat without a clearly costly decision."""
        told = any(can_tell(decision.worlds) for decision in self.decisions if decision.seat == seat)
        return "no decision was clearly costly" if told else "too few worlds to tell"

    @property
    def stopped(self) -> str:
        """One sentence that says how far an interrupted analysis came; empty if it finished."""
        return f"Stopped: {len(self.decisions)} of {self.requested} decisions were judged." if self.interrupted else ""

    @property
    def outcome(self) -> str:
        """One sentence that says who won."""
        winners = [player.name for player in self.players if player.place == 1]
        if not winners:
            return "The game is not over."
        return f"{listed(winners)} share the win." if len(winners) > 1 else f"{winners[0]} won."

    @property
    def measure(self) -> str:
        """The definition of a win chance, for readers."""
        worlds = "worlds" if self.worlds is None else f"{self.worlds:,} worlds"
        return (
            f"A win chance is the share of {worlds}, imagined from what that player could see then, that the player "
            "wins if all go on as the house bot plays. A cost counts if it is more than three standard errors and at "
            "least 2 points; the same chance missed again in the same place counts once."
        )
