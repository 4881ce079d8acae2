"""The command `bidwell simulate`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from bidwell.bots.registry import SPECS
from bidwell.cli import files, seating
from bidwell.cli.progress import watched
from bidwell.cli.reports import Outcome, add_json, deliver, is_printed, json_file
from bidwell.core.errors import Refused
from bidwell.simulation.data import FORMATS, TABLES

if TYPE_CHECKING:
    from bidwell.core.game import Game
    from bidwell.simulation.simulate import Progress, SimulationReport

USUAL_TABLES = "games,decisions"
ABOUT = "many games between bots, with statistics"
EPILOG = """\
examples:
  bidwell simulate serengeti
  bidwell simulate serengeti --games 1000000 --seats random,random,heuristic,heuristic
  bidwell simulate serengeti --option overbid=off --seed 7 --plot scores.svg
  bidwell simulate bids --games 20 --seats network,search:200,heuristic --data played --tables games,trajectories
  bidwell simulate serengeti --games 5000 --json - | python -m json.tool
  bidwell simulate bids --games 1000000000 --on ray://head:10001

Ctrl-C stops it and shows what was done so far.
With `pip install 'bidwell[native]'` the same rules run as machine code."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`bidwell games` lists them)")
    parser.add_argument("--games", type=seating.whole(1), default=10_000, metavar="N", help="how many (default: 10000)")
    parser.add_argument(
        "--seats",
        metavar="LIST",
        help=f"who plays, clockwise, each one of {SPECS} (default: a random one against three heuristic ones)",
    )
    seating.add_table(parser)
    seating.add_workers(parser, gpu="cuda")
    add_json(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw the scores into this SVG file")
    parser.add_argument("--data", metavar="FOLDER", help="write every game into this new folder, to study or train on")
    parser.add_argument("--files", choices=FORMATS, default=FORMATS[0], help="how to write --data (default: jsonl)")
    parser.add_argument(
        "--tables",
        default=USUAL_TABLES,
        metavar="LIST",
        help=f"what to write to --data, of {', '.join(TABLES)} (default: {USUAL_TABLES})",
    )


def run(given: argparse.Namespace) -> int:
    from bidwell import game

    found = game(given.game)
    seats = (
        seating.usual_seats(found, "random", "heuristic")
        if given.seats is None
        else seating.parse_bots(given.seats, found)
    )
    options = seating.parse_options(given.option, found)
    if given.data is None and (given.files, given.tables) != (FORMATS[0], USUAL_TABLES):
        raise Refused("--files and --tables say how to write --data FOLDER, which is not given")
    files.check_places({"--json": json_file(given), "--plot": given.plot})
    run = partial(_simulated, found, seats, options, given)
    report = run(None) if is_printed(given) and not watched() else _shown_while(run, given.games)
    if not _show(report, given):
        return 2
    return 130 if report.interrupted else 0


def _simulated(
    game: Game, seats: list[str], options: dict[str, Any], given: argparse.Namespace, progress: Progress | None
) -> SimulationReport:
    from bidwell.simulation.simulate import simulate

    return simulate(
        game,
        seats,
        games=given.games,
        seed=given.seed,
        options=options,
        cores=given.cores,
        on=given.on,
        progress=progress,
        data=given.data,
        files=given.files,
        tables=[table.strip() for table in given.tables.split(",")],
    )


def _shown_while(run: Callable[[Progress], SimulationReport], games: int) -> SimulationReport:
    from bidwell.cli.simulation_view import progress

    with progress(games) as told:
        return run(told)


def _show(report: SimulationReport, given: argparse.Namespace) -> bool:
    from bidwell.cli.simulation_view import show

    draw = None if given.plot is None else partial(_drawn, report, given.plot)
    written = "" if given.data is None else f"The games are in {given.data}."
    return deliver(report, given, partial(show, report), draw, written)


def _drawn(report: SimulationReport, path: str) -> Outcome:
    """Draw the chart. Return whether it was written, and the sentence to print."""
    from bidwell.simulation.plot import svg

    if not report.games:
        return True, "Nothing is drawn: no game was finished."
    return files.try_write(path, svg(report), f"The scores are drawn in {path}.")
