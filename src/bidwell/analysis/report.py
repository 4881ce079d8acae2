"""What an analysis says: decisions, win chances over time, turning points, players; and the words for them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from bidwell.analysis.judgement import Alternative, can_tell

GRADED = (
    "best: the choice mattered, and nothing was better; fine: nothing was clearly better; "
    "slip: something was, by 2 points of win chance or more; mistake: by 10 or more."
)
"""What the grades mean, for those who read them."""
PAST = {
    "bet": "bet",
    "bid": "bid",
    "discard": "discarded",
    "draft": "drafted",
    "keep": "kept",
    "load": "loaded",
    "pass": "passed",
    "peek": "peeked at",
    "play": "played",
    "recover": "recovered",
    "sell": "sold",
    "spend": "spent",
    "steal": "stole",
    "use:": "used",
}


def past(action: str) -> str:
    """What was done, from how it is said: `bid 9`, `passed`, `played red 9`, `chose market C`."""
    verb, _, rest = action.partition(" ")
    return f"{PAST[verb]} {rest}".strip() if verb in PAST else f"chose {action}"


def percent(share: float) -> int:
    return round(100 * share)


@dataclass(frozen=True)
class Decision:
    """A decision that left a choice, judged; `step` is its number in the record, as `bidwell replay` counts."""

    step: int
    seat: int
    place: str
    heading: str
    played: str
    grade: str
    """`mistake`, `slip`, `best` where the choice mattered, or `fine`: nothing was clearly better."""
    before: float
    """The win chance before, if the heuristic had chosen."""
    wins: float
    """The win chance after what was played."""
    error: float
    cost: float
    """How much more the best alternative gave in the same worlds."""
    cost_error: float
    clear: bool
    """Is the cost clearly more than chance explains?"""
    counts: bool
    """Is it clear, and not the lesser of several times that the same was missed in the same place?"""
    gainer: int | None
    """Who gained most by a cost that is clear, as the mover could judge."""
    alternatives: tuple[Alternative, ...]
    """The best first."""
    worlds: int

    @property
    def best(self) -> Alternative:
        return self.alternatives[0]

    @property
    def points(self) -> int:
        """The cost in per cent, as the two win chances are shown."""
        return percent(self.best.wins) - percent(self.wins)


@dataclass(frozen=True)
class Point:
    """A seat's win chance by its own eyes, once `step` decisions were made."""

    step: int
    seat: int
    place: str
    wins: float
    error: float
    kind: str
    """`chapter` and `before`: as things stood; `after`: its own decision; `end`: what came of it all."""


@dataclass(frozen=True)
class Chapter:
    """Where a heading of the game stands: after `step` decisions."""

    step: int
    name: str
    heading: str


@dataclass(frozen=True)
class Turn:
    """A turning point: a decision that cost its seat clearly, or a swing that others or the cards brought it."""

    step: int
    seat: int
    place: str
    kind: str
    """`cost` or `swing`."""
    before: float
    after: float
    what: str
    """What was done instead of what, or by whom: `passed, not bid 8`, `Carla bid 41, Dora passed`."""
    text: str
    """All of it as one sentence."""

    @property
    def size(self) -> float:
        return abs(self.after - self.before)


@dataclass(frozen=True)
class PlayerSummary:
    """One seat summed up."""

    name: str
    place: int | None
    """Its place at the end, 1 for a winner; None if the game is not over."""
    score: int
    decisions: int
    grades: dict[str, int]
    """How often each; the same chance missed again in the same place counts once."""
    average: float
    """What a decision cost on the average, of all costs that count."""


@dataclass(frozen=True)
class Analysis:
    """A game judged. `decisions` and `points` are in the order of the game, `turns` the largest first."""

    game: str
    title: str
    over: bool
    seats: list[int]
    """Those that were judged."""
    steps: int
    players: list[PlayerSummary]
    decisions: list[Decision]
    points: list[Point]
    chapters: list[Chapter]
    turns: list[Turn]
    requested: int
    """How many decisions there were to judge; fewer were, if somebody stopped it."""
    interrupted: bool
    engine: str
    worlds: int | None
    """For every alternative; None if it was a matter of time."""
    seed: int

    def json(self) -> dict[str, Any]:
        """The analysis as JSON-able values."""
        return asdict(self)

    def name(self, seat: int) -> str:
        return self.players[seat].name

    @property
    def judged(self) -> list[int]:
        """The seats of which a decision was judged."""
        return [seat for seat in self.seats if self.players[seat].decisions]

    def turns_of(self, seat: int) -> list[Turn]:
        return [turn for turn in self.turns if turn.seat == seat]

    def line(self, seat: int) -> list[Point]:
        return [point for point in self.points if point.seat == seat]

    def chance(self, seat: int, step: int) -> float:
        """The last that was known of its win chance once so many decisions were made."""
        line = self.line(seat)
        return next((point.wins for point in reversed(line) if point.step <= step), line[0].wins if line else 0.0)

    def worst(self, seat: int) -> Turn | None:
        """Its most costly decision, if one was clearly costly."""
        return next((turn for turn in self.turns_of(seat) if turn.kind == "cost"), None)

    def no_cost(self, seat: int) -> str:
        """What is to be said of a seat without a clearly costly decision."""
        told = any(can_tell(decision.worlds) for decision in self.decisions if decision.seat == seat)
        return "no decision was clearly costly" if told else "too few worlds to tell"

    @property
    def stopped(self) -> str:
        """That somebody stopped it, if so, and how far it was: one sentence."""
        return f"Stopped: {len(self.decisions)} of {self.requested} decisions were judged." if self.interrupted else ""

    @property
    def outcome(self) -> str:
        """Who won: one sentence."""
        winners = [player.name for player in self.players if player.place == 1]
        if not winners:
            return "The game is not over."
        *others, last = winners
        return f"{', '.join(others)} and {last} share the win." if others else f"{last} won."

    @property
    def measure(self) -> str:
        """What a win chance is here, for those who read one."""
        worlds = "worlds" if self.worlds is None else f"{self.worlds:,} worlds"
        return (
            f"A win chance is the share of {worlds}, imagined from what that player could see then, that the player "
            "wins if all go on as the house bot plays. A cost counts if it is more than three standard errors and at "
            "least 2 points; the same chance missed again in the same place counts once."
        )
