"""An arena on the terminal: a progress bar, then the tables."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from bidwell.bots.registry import budget_of
from bidwell.cli.output import Console, Grid, Text, console
from bidwell.cli.progress import bar
from bidwell.games import game as find
from bidwell.statistics import Estimate
from bidwell.tournament import ratings
from bidwell.tournament.arena import ArenaReport
from bidwell.tournament.arena import Progress as Told
from bidwell.tournament.ratings import GET_OPENSKILL
from bidwell.tournament.statistics import Forfeited, Overall, Pairing, shortened

NAME, CELL = 16, 16
"""Widths of the columns, with the space after them."""
MARKS = {1: ("▲ ", "money"), 0: ("  ", ""), -1: ("▼ ", "trouble")}
"""Signs and styles for significantly better, undecided, significantly worse."""
MINUS = "−"
MORE = "points it wins more than the other, each as the one among the other's copies"
INTERVALS = "± 95 %; a deal with all its seats counts once, a shared win in equal parts"
ONE_CORE = "every bot thinks on one core here; elsewhere {} has all of them"


@contextmanager
def progress() -> Iterator[Told]:
    """A bar on stderr; call it with the number of games done."""
    with bar() as draw:
        yield lambda done, games: draw(
            done, games, f"{done:,} of {games:,} games" if done < games else "rating the bots"
        )


def show(report: ArenaReport, ledger: str | None = None) -> None:
    """Print which bot is better than which, the cross tables, the ratings and the notes."""
    out = console()
    if report.interrupted:
        kept = f"the same command goes on, from {ledger}" if ledger else "--resume FILE would have kept them"
        done = f"Stopped: {report.games:,} of {report.requested:,} games were done; {kept}."
        out.print(Text(done, "trouble"))
    if not report.pairings:
        return
    labels = shortened(report.bots, NAME - 2)
    _title(out, report, labels)
    _leads(out, report, labels)
    for count in report.players:
        _cross_tables(out, [each for each in report.pairings if each.players == count], labels, report.mirror)
    _overall(out, report.overall, labels)
    out.print(Text(INTERVALS, "quiet"), Text(), sep="\n")
    _ratings(out, report, labels)
    _besides(out, report, labels)


def _title(out: Console, report: ArenaReport, labels: dict[str, str]) -> None:
    out.print(Text.assemble((find(report.game).title, "title"), f"   {report.about}"))
    for name, label in labels.items():
        if name != label:
            out.print(Text.assemble((f"{label}  ", "quiet"), name))
    out.print()


def _leads(out: Console, report: ArenaReport, labels: dict[str, str]) -> None:
    """Print every two bots, the better one first."""
    counts = [count for count in report.players if any(each.players == count for each in report.leads)]
    if not counts:
        return
    grid = _grid(NAME, "the better one", "", *(f"  {count} players" for count in counts))
    for ahead, behind in dict.fromkeys((each.ahead, each.behind) for each in report.leads):
        own = {each.players: each.lead for each in report.leads if (each.ahead, each.behind) == (ahead, behind)}
        signs = {lead.sign for lead in own.values()}
        word = "than" if 1 in signs and -1 not in signs else "or"
        grid.add_row(labels[ahead], f"{word} {labels[behind]}", *(_points(own.get(count)) for count in counts))
    out.print(grid)
    out.print(Text(MORE, "quiet"), "", sep="\n")


def _cross_tables(out: Console, pairings: Sequence[Pairing], labels: dict[str, str], mirror: bool) -> None:
    """Print a row per bot and a column per opponent. Columns that do not fit are printed below."""
    if not pairings:
        return
    said = f"   points over an even {pairings[0].even:.1%} of the wins, and times that share"
    out.print(Text.assemble((f"{pairings[0].players} players", "heading"), (said, "quiet")))
    found = {(each.candidate, each.opponent): each for each in pairings}
    ones, among = ([*labels], [*labels]) if mirror else ([*labels][:1], [*labels][1:])
    room = max((out.width - NAME) // CELL, 1)
    for first in range(0, len(among), room):
        others = among[first : first + room]
        grid = _grid(NAME, "one among …", *(f"  {labels[name]}" for name in others))
        for one in ones:
            grid.add_row(labels[one], *(_cell(found.get((one, other)), one == other) for other in others))
        out.print(grid, Text(), sep="\n")


def _overall(out: Console, overall: Sequence[Overall], labels: dict[str, str]) -> None:
    """Print how many times its even share each bot wins among each other, over all numbers of players."""
    if not overall:
        return
    out.print(
        Text.assemble(("all numbers of players", "heading"), ("   times an even share of the wins, 95 %", "quiet"))
    )
    grid = _grid(NAME, "one", "among", "  times", "games")
    for each in overall:
        times = Text.assemble(_mark(each.times.moved(by=-1)), (str(each.times), "price"))
        grid.add_row(labels[each.candidate], labels[each.opponent], times, f"{each.games:,}")
    out.print(grid, Text(), sep="\n")


def _grid(width: int, *headings: str, justify: Literal["left", "right"] = "left") -> Grid:
    """A table whose first column has at least this width."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="quiet")
    for number, heading in enumerate(headings):
        least = 0 if number else width - 2
        grid.add_column(heading, no_wrap=True, min_width=least, justify=justify if number else "left")
    return grid


def _cell(pairing: Pairing | None, itself: bool) -> Text:
    if pairing is None:
        return Text("  ·" if itself else "  not yet", "quiet")
    return Text.assemble(_points(pairing.edge), "\n", (f"  ×{pairing.times.mean:.2f}", "quiet"))


def _points(estimate: Estimate | None) -> Text:
    """`▲ +12.3 ± 4.5`: the interval is given by its farther end."""
    if estimate is None:
        return Text("  not yet", "quiet")
    mean = f"{100 * estimate.mean:+.1f}".replace("-", MINUS)
    if estimate.low is None or estimate.high is None:
        return Text.assemble(_mark(estimate), (mean, "price"), (" ± ?", "quiet"))
    half = 100 * max(estimate.mean - estimate.low, estimate.high - estimate.mean)
    return Text.assemble(_mark(estimate), (mean, "price"), (f" ± {half:.1f}", "quiet"))


def _mark(estimate: Estimate) -> tuple[str, str]:
    return MARKS[estimate.sign]


def _ratings(out: Console, report: ArenaReport, labels: dict[str, str]) -> None:
    if report.ratings is None:
        why = "left out, as it was stopped" if ratings.available() else f"left out; {GET_OPENSKILL} adds them"
        out.print(Text.assemble(("ratings   ", "quiet"), why))
        return
    grid = _grid(NAME, "rating", "ordinal", "mu", "sigma", "games", justify="right")
    for rating in report.ratings:
        level, mu = (f"{number:.1f}".replace("-", MINUS) for number in (rating.ordinal, rating.mu))
        numbers = (level, mu, f"± {rating.sigma:.1f}", f"{rating.games:,}")
        grid.add_row(labels[rating.bot], *numbers)
    out.print(grid, Text(), sep="\n")


def _besides(out: Console, report: ArenaReport, labels: dict[str, str]) -> None:
    for each in report.forfeits:
        _forfeited(out, report, each, labels[each.bot])
    wide = [name for name in report.bots if (budget := budget_of(name)) and budget.cores > 1]
    if wide:
        out.print(Text.assemble(("note      ", "quiet"), ONE_CORE.format(" and ".join(wide))))
    cores = "1 core" if report.cores == 1 else f"{report.cores} cores"
    resumed = f"; {report.resumed:,} games were finished before" if report.resumed else ""
    out.print(Text.assemble(("time      ", "quiet"), f"{report.seconds:.1f} s on {cores}{resumed}"))


def _forfeited(out: Console, report: ArenaReport, each: Forfeited, label: str) -> None:
    """Print how often a bot forfeited; for the first time why, where, and the last output of its program."""
    lost = f"{label} forfeited {each.forfeits:,} of {each.games:,} games"
    where = f"; the first one in deal {each.deal}, seat {each.seat + 1} of {len(each.seats)}: {each.why}"
    out.print(Text.assemble(("forfeits  ", "quiet"), (lost, "trouble"), where))
    for line in each.last_words:
        out.print(Text(f"  {line}", "quiet"))
    if not any("," in name for name in each.seats):
        words = ["bidwell", "play", report.game, "--seats", ",".join(each.seats), "--seed", str(each.deal)]
        changed = [
            word for option in find(report.game).changed_options(report.options) for word in ("--option", option)
        ]
        out.print(Text.assemble(("same deal ", "quiet"), shlex.join([*words, *changed])))
