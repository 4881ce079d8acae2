"""A simulation on the terminal: a progress bar, then the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from bidwell.cli.output import Grid, Text, console
from bidwell.cli.progress import bar
from bidwell.games import game as find
from bidwell.simulation.simulate import Line, SimulationReport
from bidwell.simulation.simulate import Progress as Told

GET_NATIVE = "interpreted; pip install 'bidwell[native]' for machine code"
NAME = "player"
HEADINGS = ("seat", NAME, "wins", "95 % interval", "score", "spread", "range")
RIGHT = ("score", "spread", "range")
BAR, GAP = 15, 2


@contextmanager
def progress(games: int) -> Iterator[Told]:
    """A bar on stderr; call it with the numbers of games and decisions done."""
    begun: list[tuple[float, int]] = []
    with bar() as draw:

        def told(done: int, decisions: int) -> None:
            """Measure the speed from the first call on, because rules may be compiled before it."""
            begun.append((time.perf_counter(), decisions))
            (start, before), (now, _) = begun[0], begun[-1]
            speed = rounded((decisions - before) / (now - start)) if now > start else "…"
            draw(done, games, f"{done:,} games · {speed} decisions/s")

        yield told


def show(report: SimulationReport) -> None:
    """Print wins, scores, length and speed."""
    out = console()
    if report.interrupted:
        out.print(Text(f"Stopped: {report.games:,} of {report.requested:,} games were done.", "trouble"))
    if not report.games:
        return
    out.print(Text.assemble((find(report.game).title, "title"), f"   {report.about}"))
    out.print()
    out.print(_table(report, out.width))
    out.print()
    for bot, times in report.forfeits.items():
        out.print(Text(f"{bot} forfeited {times} times: it failed or tried an illegal action", "trouble"))
    lengths = f"{report.length_mean:.1f} decisions a game, from {report.length_least} to {report.length_most}"
    out.print(Text.assemble(("length  ", "quiet"), lengths))
    cores = "1 core" if report.cores == 1 else f"{report.cores} cores"
    speed = f"{rounded(report.decisions_per_second)} decisions a second on {cores}, {report.seconds:.1f} s in all"
    out.print(Text.assemble(("speed   ", "quiet"), speed))
    out.print(Text.assemble(("engine  ", "quiet"), GET_NATIVE if report.engine == "interpreted" else report.engine))


def _table(report: SimulationReport, width: int) -> Grid:
    """No number is cut: the bar gets the width that is left, and a name that does not fit goes on below."""
    rows = [[Text(str(seat)), Text(line.policy), *_numbers(line)] for seat, line in enumerate(report.lines, 1)]
    columns = zip(HEADINGS, *([cell.plain for cell in row] for row in rows), strict=True)
    widths = [max(map(len, column)) for column in columns]
    grid = Grid(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="quiet")
    for heading, least in zip(HEADINGS, widths, strict=True):
        name = heading == NAME
        grid.add_column(
            heading, justify="right" if heading in RIGHT else "left", overflow="fold", no_wrap=not name,
            min_width=0 if name else least,
        )  # fmt: skip
    longest = min(BAR, width - sum(widths) - GAP * len(widths))
    if longest > 0:
        grid.add_column("")
    most = max(line.wins for line in report.lines)
    for row, line in zip(rows, report.lines, strict=True):
        grid.add_row(*row, *([_bar(line.wins / (most or 1), longest)] if longest > 0 else []))
    return grid


def _numbers(line: Line) -> list[Text]:
    return [
        Text(f"{line.wins:.1%}", "price"),
        Text(f"{line.low:.1%} to {line.high:.1%}", "quiet"),
        Text(f"{line.mean:.2f}"),
        Text(f"± {line.sd:.2f}", "quiet"),
        Text(f"{line.least} to {line.most}", "quiet"),
    ]


def _bar(share: float, longest: int) -> Text:
    return Text("━" * round(longest * share), "money")


def rounded(number: float) -> str:
    """Format a number: `1.2 million`, `34,000`."""
    return f"{number / 1e6:.1f} million" if number >= 1e6 else f"{number:,.0f}"
