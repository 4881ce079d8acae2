"""The command `bidwell analyse`."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from bidwell.cli import files, seating
from bidwell.cli.progress import watched
from bidwell.cli.replay import seat_meant
from bidwell.cli.reports import Outcome, add_json, deliver, is_printed, json_file

if TYPE_CHECKING:
    from bidwell.analysis.analyse import Progress
    from bidwell.analysis.report import Analysis

ABOUT = "where a saved game was won and lost"
EPILOG = """\
examples:
  bidwell analyse mine.txt                    the turning points, and what every player gave away
  bidwell analyse mine.txt --seat Anne        Anne's decisions only
  bidwell analyse mine.txt --html mine.html   a page with the chart and every decision
  bidwell analyse mine.txt --all              with every decision and its alternatives
  bidwell analyse mine.txt --iterations 5000  slower and more certain

Every decision is judged by what its player could see at that moment.
Ctrl-C stops it and shows what was judged so far.
With `pip install 'bidwell[native]'` it judges a hundred times as fast."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as `bidwell play … --save FILE` writes it")
    parser.add_argument("--seat", metavar="NAME", help="judge this player only (default: all)")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--iterations",
        type=seating.whole(1, 10_000_000),
        metavar="N",
        help="imagined worlds for each alternative (default: 150; for the heuristic 500, or 40 without machine code)",
    )
    effort.add_argument("--ms", type=seating.whole(1, 3_600_000), metavar="N", help="milliseconds for each decision")
    parser.add_argument(
        "--judge",
        choices=("network", "heuristic"),
        help="who plays on in the imagined worlds (default: the network, with machine code; otherwise the heuristic)",
    )
    parser.add_argument("--html", metavar="FILE", help="write the analysis as a page for the browser")
    add_json(parser)
    parser.add_argument("--all", action="store_true", help="show every decision with its alternatives")
    parser.add_argument("--seed", type=seating.whole(0), default=1, metavar="N", help="seed of the imagined worlds")
    parser.add_argument("--cores", type=seating.whole(1, 1024), metavar="N", help="on how many cores (default: all)")


def run(given: argparse.Namespace) -> int:
    files.check_places({"--html": given.html, "--json": json_file(given)}, given.file)
    text = files.read(given.file)
    with files.in_file(given.file):
        analysis = _watched(text, given)
    draw = None if given.html is None else partial(_page, analysis, given.html)
    # an analysis that was stopped before its first decision has nothing to keep
    if not deliver(analysis, given, partial(_show, analysis, given.all), draw, keep=bool(analysis.decisions)):
        return 2
    return 130 if analysis.interrupted else 0


def _show(analysis: Analysis, everything: bool) -> None:
    from bidwell.cli.analysis_view import show

    show(analysis, everything)


def _watched(text: str, given: argparse.Namespace) -> Analysis:
    if is_printed(given) and not watched():
        return _analysed(text, given)
    from bidwell.cli.analysis_view import progress

    with progress() as told:
        return _analysed(text, given, told)


def _analysed(text: str, given: argparse.Namespace, told: Progress | None = None) -> Analysis:
    from bidwell import replay
    from bidwell.analysis.analyse import analyse
    from bidwell.bots.search.tree_search import Budget

    table = replay(text)
    seat = seat_meant(table, given.seat)
    budget = Budget(given.iterations, given.ms) if given.iterations or given.ms else None
    how = {"seed": given.seed, "cores": given.cores, "judge": given.judge}
    return analyse(table, budget, None if seat is None else [seat], progress=told, **how)


def _page(analysis: Analysis, path: str) -> Outcome:
    """Write the page. Return whether it was written, and the sentence to print."""
    from bidwell.analysis.page import analysis_page

    return files.try_write(path, analysis_page(analysis), f"The page is {path}: open it in a browser.")
