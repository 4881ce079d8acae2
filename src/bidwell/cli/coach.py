"""An analysis on the terminal: the bar while it runs, then where the game was won and lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.report import GET_NATIVE
from bidwell.cli.scenes.words import short
from bidwell.cli.screen import console
from bidwell.lab.analyse import Progress as Told
from bidwell.lab.verdict import Analysis, Turn, percent

MOST_TURNS = 8
NAME = 12
SPARK = 64
LEVELS = "▁▂▃▄▅▆▇█"
GRADES = {"best": "best", "fine": "fine", "slip": "slips", "mistake": "mistakes"}


@contextmanager
def progress() -> Iterator[Told]:
    """A bar on stderr that is told how many judgements are done, and of how many."""
    out = console(stderr=True)
    columns = (BarColumn(None), TextColumn("{task.description}"), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("getting ready", total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=f"{done} of {total} judged")

        yield told


def show(analysis: Analysis) -> None:
    """Who won, the worst of every player, the turning points, the players, their win chances over time."""
    out = console()
    judged = f"{len(analysis.decisions)} decisions"
    if analysis.interrupted:
        judged = f"{len(analysis.decisions)} of {analysis.requested} decisions"
        out.print(Text(f"Stopped: {judged} were judged.", "trouble"))
        if not analysis.decisions:
            return
    out.print(Text.assemble((analysis.title, "title"), f"   {analysis.outcome}", (f"   {judged} judged", "quiet")))
    out.print()
    _worst(out, analysis)
    if analysis.turns:
        _headed(out, "Where the game turned", _turns(analysis))
    _headed(out, "Players", _players(analysis))
    _headed(out, "Win chances, each by that player's own eyes", _sparks(analysis, out.width))
    out.print()
    out.print(Text(analysis.measure, "quiet"))
    if analysis.engine != "native":
        out.print(Text(GET_NATIVE, "quiet"))


def _headed(out: Console, heading: str, grid: Grid) -> None:
    out.print()
    out.print(Text(heading, "title"))
    out.print(grid)


def _worst(out: Console, analysis: Analysis) -> None:
    """One sentence a player, on one line or on two."""
    for seat in analysis.judged:
        worst = analysis.worst(seat)
        text = worst.text if worst else f"{analysis.name(seat)}: no decision was clearly costly"
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
    """The largest, in the order of the game; the step is the one to go to in `bidwell replay`."""
    grid = _grid("step", "where", "player", "points", "win chance", right=("step", "points"))
    grid.add_column("", ratio=1)
    for turn in sorted(analysis.turns[:MOST_TURNS], key=lambda turn: turn.step):
        grid.add_row(
            Text(str(turn.step), "quiet"),
            turn.place,
            Text(short(analysis.name(turn.seat), NAME), "you"),
            _points(turn),
            f"{percent(turn.before):2} → {percent(turn.after):2} %",
            turn.what,
        )
    return grid


def _points(turn: Turn) -> Text:
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


def _sparks(analysis: Analysis, width: int) -> Grid:
    """A line of letters a player, as long as there is room for."""
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
    """The line of a seat from the first decision to the last: a letter for every stretch of the game."""
    steps = [analysis.steps * (column + 1) // width for column in range(width)]
    levels = [int(analysis.chance(seat, step) * len(LEVELS)) for step in steps]
    return "".join(LEVELS[min(level, len(LEVELS) - 1)] for level in levels)
