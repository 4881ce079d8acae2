"""The command `bidwell arena`."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from bidwell.bots.registry import SPECS, weakness
from bidwell.cli import files, seating
from bidwell.cli.progress import watched
from bidwell.cli.reports import Outcome, add_json, deliver, is_printed, json_file
from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import BadDeal, brief_repr

if TYPE_CHECKING:
    from bidwell.tournament.arena import ArenaReport

ABOUT = "which bot is better: each among copies of every other, on the same deals in every seat"
EPILOG = f"""\
bots: {SPECS}

examples:
  bidwell arena serengeti heuristic random
  bidwell arena bids search:100ms heuristic --deals 50 --players 3,5 --plot bids.svg
  bidwell arena bids expert regular --no-mirror --players 3,4,5,6 --deals 10
  bidwell arena off_season search:500 search:100 heuristic --resume night.jsonl
  bidwell arena bids search:5000 network --deals 10000 --on ray://head:10001
  bidwell arena serengeti cmd:./mybot regular --json - | python -m json.tool

A deal is played as often as it has seats: one bot in each of them in turn, and
copies of another in all others. The deal is the unit of the intervals: the mean
over its seats counts once. A shared victory counts as equal parts.
Every bot thinks on one core here, and the games run on all of them.
A bot that fails or tries an illegal action forfeits the game and is placed last;
if all forfeit, nobody wins.

Ctrl-C stops it and shows what was done so far. With --resume FILE every finished
deal is kept; the same command again goes on where it stopped. A program of yours
that you have changed is another bot: give it a new file."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`bidwell games` lists them)")
    parser.add_argument("bots", nargs="+", metavar="bot", help="two bots or more")
    parser.add_argument("--deals", type=seating.whole(1), default=100, metavar="N", help="how many (default: 100)")
    parser.add_argument("--players", metavar="LIST", help="how many at the table, like 3,4,5 (default: 4)")
    parser.add_argument("--no-mirror", action="store_true", help="only the first bot among the others: fewer games")
    seating.add_table(parser)
    seating.add_workers(parser)
    parser.add_argument("--resume", metavar="FILE", help="keep finished deals in this file, and resume from it")
    add_json(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw the win shares into this SVG file")


def run(given: argparse.Namespace) -> int:
    from bidwell import game
    from bidwell.tournament.arena import Broken

    files.check_places({"--resume": given.resume, "--json": json_file(given), "--plot": given.plot})
    bots = [seating.bot_meant(spec) for spec in given.bots]
    if weak := weakness(bots, game(given.game)):
        print(f"bidwell: {weak}", file=sys.stderr)
    try:
        report, problem = _played(given, bots), None
    except Broken as broken:
        report, problem = broken.report, broken
    kept = _show(report, given)
    if problem:
        print(f"bidwell: {problem}", file=sys.stderr)
    return 2 if problem or not kept else 130 if report.interrupted else 0


def _played(given: argparse.Namespace, bots: list[str]) -> ArenaReport:
    from bidwell import game
    from bidwell.tournament.arena import arena

    found = game(given.game)
    players = None if given.players is None else _numbers(given.players)
    options = seating.parse_options(given.option, found)
    given_too = {"deals": given.deals, "seed": given.seed, "cores": given.cores, "resume": given.resume, "on": given.on}
    run = partial(arena, found, bots, players=players, mirror=not given.no_mirror, options=options, **given_too)
    if is_printed(given) and not watched():
        return run()
    from bidwell.cli.arena_view import progress

    with progress() as told:
        return run(progress=told)


def _numbers(text: str) -> list[int]:
    """Parse numbers of players: `3,4,5`."""
    words = [word.strip() for word in text.split(",")]
    if not all(map(is_number, words)) or any(value_of(word, 999) > 999 for word in words):
        raise BadDeal(f"--players: {brief_repr(text)} should be numbers of players, like 3,4,5")
    return [value_of(word, 999) for word in words]


def _show(report: ArenaReport, given: argparse.Namespace) -> bool:
    from bidwell.cli.arena_view import show

    draw = None if given.plot is None else partial(_drawn, report, given.plot)
    return deliver(report, given, partial(show, report, given.resume), draw)


def _drawn(report: ArenaReport, path: str) -> Outcome:
    """Draw the chart. Return whether it was written, and the sentence to print."""
    from bidwell.tournament.plot import svg

    if not report.pairings:
        return True, "Nothing is drawn: not one deal was finished."
    return files.try_write(path, svg(report), f"The win shares are drawn in {path}.")
