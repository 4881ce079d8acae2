"""`bidwell analyse`."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from bidwell.cli import files, seating
from bidwell.cli.replay import seat_meant

if TYPE_CHECKING:
    from bidwell.lab.analyse import Progress
    from bidwell.lab.verdict import Analysis

ABOUT = "where a saved game was won and lost"
EPILOG = """\
examples:
  bidwell analyse mine.txt                    the turning points, and what every player gave away
  bidwell analyse mine.txt --seat Anne        Anne's decisions only
  bidwell analyse mine.txt --html mine.html   a page with the chart and every decision
  bidwell analyse mine.txt --iterations 5000  slower, and surer

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
        help="search every decision so often, and play out every alternative in so many worlds (default: 500; 40 "
        "without machine code)",
    )
    effort.add_argument(
        "--ms", type=seating.whole(1, 3_600_000), metavar="N", help="think so many milliseconds about every decision"
    )
    parser.add_argument("--html", metavar="FILE", help="write the analysis as a page for the browser")
    parser.add_argument("--json", metavar="FILE", help="write the analysis as JSON")
    parser.add_argument("--seed", type=seating.whole(0), default=1, metavar="N", help="imagine other worlds")
    parser.add_argument("--cores", type=seating.whole(1, 1024), metavar="N", help="on how many cores (default: all)")


def run(given: argparse.Namespace) -> int:
    from bidwell.cli.coach import progress, show

    for flag in ("html", "json"):
        if path := getattr(given, flag):
            files.check_place(f"--{flag}", path)
    text = files.read(given.file)
    with files.in_file(given.file), progress() as told:
        analysis = _analysed(text, given, told)
    show(analysis)
    if analysis.decisions:
        _write(analysis, given)
    return 130 if analysis.interrupted else 0


def _analysed(text: str, given: argparse.Namespace, told: Progress) -> Analysis:
    from bidwell import replay
    from bidwell.bots.thinking import Budget
    from bidwell.lab.analyse import analyse

    table = replay(text)
    seat = seat_meant(table, given.seat)
    budget = Budget(given.iterations, given.ms) if given.iterations or given.ms else None
    return analyse(table, budget, None if seat is None else [seat], seed=given.seed, progress=told, cores=given.cores)


def _write(analysis: Analysis, given: argparse.Namespace) -> None:
    if given.json:
        files.write(given.json, json.dumps(analysis.json(), indent=2) + "\n")
        print(f"The analysis as JSON is in {given.json}.", file=sys.stderr)
    if given.html:
        from bidwell.lab.page import page

        files.write(given.html, page(analysis))
        print(f"The page is {given.html}: open it in a browser.", file=sys.stderr)
