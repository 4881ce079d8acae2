"""An analysis on the terminal: a progress bar, then where the game was won and lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from bidwell.analysis.analyse import Progress as Told
from bidwell.analysis.report import GRADED, Analysis, TurningPoint, percent
from bidwell.cli.progress import bar
from bidwell.cli.scenes.words import short
from bidwell.cli.screen import console
from bidwell.cli.simulation_view import GET_NATIVE

MOST_TURNS = 8
NAME = 12
SPARK = 64
LEVELS = "▁▂▃▄▅▆▇█"
COMPARED = "30 → 12: a change meanwhile; 12 not 30: after what was played, not the best"
GRADES = {"best": "best", "fine": "fine", "slip": "slips", "mistake": "mistakes"}


@contextmanager
def progress() -> Iterator[Told]:
    """A bar on stderr; call it with the number of judgements done, and of how many."""
    with bar() as draw:
        yield lambda done, total: draw(done, total, f"{done} of {total} judged")


def show(analysis: Analysis, everything: bool = False) -> None:
    """Print winner, worst decisions, turning points, players and win chances; with `everything` all decisions too."""
    out = console()
    if analysis.stopped:
        out.print(Text(analysis.stopped, "trouble"))
        if not analysis.decisions:
            return
    judged = f"   {len(analysis.decisions)} decisions judged"
    out.print(Text.assemble((analysis.title, "title"), f"   {analysis.outcome}", (judged, "quiet")))
    out.print()
    _worst(out, analysis)
    if analysis.turns:
        _headed(out, "Where the game turned", _turns(analysis), _how_many(analysis))
        out.print(Text(COMPARED, "quiet"))
    _headed(out, "Players", _players(analysis))
    out.print(Text(GRADED, "quiet"))
    _headed(out, "Win chances, each from that player's own view", _sparks(analysis, out.width))
    if everything:
        _headed(out, "Every decision", _decisions(analysis))
    out.print()
    out.print(Text(analysis.measure, "quiet"))
    if analysis.engine != "native":
        out.print(Text(GET_NATIVE, "quiet"))


def _how_many(analysis: Analysis) -> str:
    every = len(analysis.turns)
    return f"   the largest {MOST_TURNS} of {every}; --json has all" if every > MOST_TURNS else ""


def _headed(out: Console, heading: str, grid: Grid, besides: str = "") -> None:
    out.print()
    out.print(Text.assemble((heading, "title"), (besides, "quiet")))
    out.print(grid)


def _worst(out: Console, analysis: Analysis) -> None:
    """Print one sentence per player, on one line or on two."""
    for seat in analysis.judged:
        worst = analysis.worst(seat)
        text = worst.text if worst else f"{analysis.name(seat)}: {analysis.no_cost(seat)}"
        if len(text) + 2 > out.width:
            text = text.replace("; ", ";\n", 1)
        grid = Grid.grid(padding=(0, 1))
        grid.add_row(Text("▸", "title"), Text(text))
        out.print(grid)


def _grid(*columns: str, right: tuple[str, ...] = ()) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="quiet")
    for column in columns:
        grid.add_column(column, justify="right" if column in right else "left", no_wrap=True)
    return grid


def _turns(analysis: Analysis) -> Grid:
    """The largest turning points in game order; the step is the number to enter in `bidwell replay`."""
    grid = _grid("step", "where", "player", "points", "win chance", right=("step", "points"))
    grid.add_column("", ratio=1)
    for turn in sorted(analysis.turns[:MOST_TURNS], key=lambda turn: turn.step):
        grid.add_row(
            Text(str(turn.step), "quiet"),
            turn.place,
            Text(short(analysis.name(turn.seat), NAME), "you"),
            _points(turn),
            _chances(turn),
            turn.what,
        )
    return grid


def _chances(turn: TurningPoint) -> str:
    before, after = percent(turn.before), percent(turn.after)
    return f"{after:2} not {before:2} %" if turn.kind == "cost" else f"{before:2} → {after:2} %"


def _points(turn: TurningPoint) -> Text:
    points = percent(turn.after) - percent(turn.before)
    return Text(f"{points:+d}".replace("-", "−"), "money" if points > 0 else "limit")


def _players(analysis: Analysis) -> Grid:
    columns = ("place", "score", "cost a decision", *GRADES.values())
    grid = _grid("player", *columns, right=columns)
    for seat in analysis.judged:
        player = analysis.players[seat]
        grades = [Text(str(player.grades[grade]), "" if player.grades[grade] else "quiet") for grade in GRADES]
        cost = Text(f"{100 * player.average:.1f} points", "price")
        place = "" if player.place is None else f"{player.place}."
        grid.add_row(short(player.name, NAME), place, str(player.score), cost, *grades)
    return grid


def _decisions(analysis: Analysis) -> Grid:
    """What was played and the other options, each with the win chance after it."""
    grid = _grid("step", "player", right=("step",))
    grid.add_column("played: win chance in %, and the alternatives", ratio=1)
    for decision in analysis.decisions:
        played, *others = sorted(decision.alternatives, key=lambda each: not each.played)
        rest = " · ".join(f"{each.action}: {percent(each.wins)}" for each in others)
        said = Text.assemble(f"{played.action}: {percent(played.wins)}", (f"  or {rest}", "quiet"))
        grid.add_row(Text(str(decision.step), "quiet"), Text(short(analysis.name(decision.seat), NAME), "you"), said)
    return grid


def _sparks(analysis: Analysis, width: int) -> Grid:
    """A sparkline per player, as long as there is room for."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    names = [short(analysis.name(seat), NAME) for seat in analysis.seats]
    ends = [_ends(analysis, seat) for seat in analysis.seats]
    room = width - max(map(len, names)) - max(map(len, ends)) - 4
    for seat, name, end in zip(analysis.seats, names, ends, strict=True):
        drawn = spark(analysis, seat, min(max(room, 10), analysis.steps, SPARK))
        grid.add_row(Text(name, "you"), Text(drawn, "lot"), Text(end, "quiet"))
    return grid


def _ends(analysis: Analysis, seat: int) -> str:
    line = analysis.line(seat)
    most = max(point.wins for point in line if point.kind != "end" or len(line) == 1)
    return f"{percent(line[0].wins)} % at first, {percent(most)} % at best"


def spark(analysis: Analysis, seat: int, width: int) -> str:
    """A seat's sparkline. A column shows the maximum of its part, so that peaks stay visible; the last one the end."""
    stretches = pairwise([0, *(analysis.steps * (column + 1) // width for column in range(width))])
    most = [
        max(analysis.chance(seat, step) for step in range(first + bool(first), last + 1)) for first, last in stretches
    ]
    most[-1] = analysis.chance(seat, analysis.steps)
    return "".join(LEVELS[min(int(chance * len(LEVELS)), len(LEVELS) - 1)] for chance in most)
