"""The race: decisions a second with random players, against C by hand and against OpenSpiel.

The interpreter, machine code on one core and on all of them, and the C program play the very same games. OpenSpiel
plays games of its own: its figure says what a program in Python gets from it, not how the rules compare.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from benchmarks import handwritten_c, openspiel
from benchmarks.helpers import Setting, random_players
from benchmarks.loops import three_ways
from benchmarks.timing import Contestant, Pace, race
from bidwell.core.errors import BadDeal
from bidwell.games import NAMES, game


def main() -> None:
    arguments, setting = _asked()
    load = os.getloadavg()[0]
    field, skipped, checked = _field(setting)
    paces = race(field, arguments.rounds, lambda finished: _progress(finished, arguments.rounds))
    report = {
        "game": arguments.game,
        "players": arguments.players,
        "rounds": arguments.rounds,
        "machine": _machine(),
        "load": load,
        "paces": [asdict(pace) for pace in paces.values()],
        "ratios": ratios(paces),
        "games_checked_against_c": checked,
        "skipped": skipped,
    }
    print(json.dumps(report, indent=2) if arguments.json else _text(setting, report, paces))


def _asked() -> tuple[argparse.Namespace, Setting]:
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds: at least one")
    try:
        return arguments, random_players(game(arguments.game), arguments.players)
    except BadDeal as refused:
        parser.error(f"--players: {refused}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.engine",
        description=__doc__,
        epilog="All take a short lap in turn, round after round, and the best lap of each counts: on a machine with "
        "other work, that is nearest to what the code can do. The median lap is shown beside it. One core is timed by "
        "processor time, which leaves other work out; all cores by the clock, which a busy machine spoils. "
        "Compiling comes first and is not timed. The C program is checked before it runs: same scores, same "
        "actions. What is not installed (a C compiler, pyspiel) is left out with a line that says so.",
    )
    parser.add_argument("--game", choices=NAMES, default="serengeti", help="default: %(default)s")
    parser.add_argument("--players", type=int, default=4, help="random players at the table; default: %(default)s")
    parser.add_argument("--rounds", type=int, default=11, help="laps for everybody; default: %(default)s, some 20 s")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


def _field(setting: Setting) -> tuple[list[Contestant], list[str], int]:
    """Return the contestants, the reasons why others are left out, and the number of games checked against C."""
    field, checked = three_ways(setting), 0
    skipped = [reason for reason in (handwritten_c.why_none(setting.game), openspiel.why_none()) if reason]
    if not handwritten_c.why_none(setting.game):
        function = handwritten_c.compiled(setting.game)
        checked = handwritten_c.check(setting.game, function)
        field.append(handwritten_c.contestant(setting, function))
    if not openspiel.why_none():
        field += openspiel.contestants()
    return field, skipped, checked


def ratios(paces: dict[str, Pace]) -> dict[str, float]:
    """Native on one core relative to each of the others, by best laps; and the gain from the other cores."""
    native = paces["native"].best
    others = {f"native/{key}": native / pace.best for key, pace in paces.items() if key not in ("native", "cores")}
    return {**others, "cores/native": paces["cores"].best / native}


def _text(setting: Setting, report: dict[str, Any], paces: dict[str, Pace]) -> str:
    length = paces["native"].best / paces["native"].games
    lines = [
        f"{setting.game.title}, {setting.players} random players, {length:.0f} decisions a game",
        report["machine"],
        f"Best of {report['rounds']} laps, run in turns, and the median; one core by processor time, all by the clock",
        "",
        f"{'':56}{'decisions/s':>12}{'median':>12}{'games/s':>11}",
        *(f"{_line(pace)}   {_remark(pace.key, report['ratios'])}".rstrip() for pace in paces.values()),
        "",
        *_notes(report),
    ]
    return "\n".join(lines).rstrip()


def _notes(report: dict[str, Any]) -> list[str]:
    notes = [f"Left out: {reason}." for reason in report["skipped"]]
    if checked := report["games_checked_against_c"]:
        notes.append(f"C plays the same games: {checked:,} compared, action by action.")
    if report["load"] > 0.5:
        notes.append(f"The machine was not idle (load {report['load']:.1f} at the start): all cores had to share.")
    return notes


def _line(pace: Pace) -> str:
    return f"{pace.title:56}{pace.best / 1e6:10.2f} M{pace.median / 1e6:10.2f} M{pace.games:11,.0f}"


def _remark(key: str, compared: dict[str, float]) -> str:
    """The ratio that a line shows relative to native on one core."""
    if key == "native":
        return f"{compared['native/c']:.0%} of C" if "native/c" in compared else ""
    if key == "cores":
        return f"{compared['cores/native']:.2f} times one core"
    return "" if key == "c" else f"native is {compared[f'native/{key}']:.0f} times as fast"


def _machine() -> str:
    python, numba = platform.python_version(), version("numba")
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {python}, Numba {numba}"


def _progress(finished: int, rounds: int) -> None:
    if sys.stderr.isatty():
        print(f"\rround {finished} of {rounds}", end="\n" if finished == rounds else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
