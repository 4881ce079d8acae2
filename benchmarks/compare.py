"""Benchmarks of two checkouts side by side: the same command runs in both in turns, and the best lap of each counts.

The other checkout runs its own copy of the benchmark, so that it may be as old as its command. Only processor time is
compared, because the wall clock of a busy machine says little.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bidwell.games import NAMES

HERE = Path(__file__).parent.parent
Figures = dict[str, float]
"""The best figure of every line of a benchmark, by its label."""
SEARCH_ROW = re.compile(r"(\S.*?)  +([\d,]+) +[\d,]+(?: |$)")
SERVER_ROW = re.compile(r"^(\d\S* tables.*)\n.*\n +([\d,]+) actions a processor second", re.M)
COMPARED = ("interpreted", "native", "c")
"""The contestants of the engine that are timed by processor time."""
SECONDS = 10
"""How long each part of the server's benchmark takes."""
UNITS = {"engine": "decisions/s", "search": "iterations/s", "server": "actions a processor second of the server"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("other", type=Path, help="another checkout: git worktree add --detach ../before COMMIT")
    parser.add_argument("--benchmark", choices=[*UNITS], default="engine", help="default: %(default)s")
    parser.add_argument("--games", default=",".join(NAMES), help="for the engine; default: %(default)s")
    parser.add_argument("--turns", type=int, default=3, help="runs of each checkout; default: %(default)s")
    parser.add_argument("--rounds", type=int, default=7, help="laps in a run; default: %(default)s")
    arguments = parser.parse_args()
    other = arguments.other.resolve()
    if not (other / "benchmarks" / f"{arguments.benchmark}.py").exists():
        parser.error(f"{arguments.other} is not a checkout of Bidwell with benchmarks/{arguments.benchmark}.py")
    if arguments.turns < 1 or arguments.rounds < 1:
        parser.error("--turns and --rounds: at least one")
    if unknown := {*arguments.games.split(",")} - {*NAMES}:
        parser.error(f"--games: there is no {', '.join(sorted(unknown))}; the games are {', '.join(NAMES)}")
    report(arguments, other)


def report(arguments: argparse.Namespace, other: Path) -> None:
    """Measure and print."""

    def figures(checkout: Path) -> Figures:
        if arguments.benchmark == "search":
            return search_of(checkout, arguments.rounds)
        if arguments.benchmark == "server":
            return server_of(checkout)
        return engine_of(checkout, arguments.games.split(","), arguments.rounds)

    before, now = in_turns(other, HERE, figures, arguments.turns)
    laps = "" if arguments.benchmark == "server" else f", each the best of {arguments.rounds} laps, processor time"
    print(f"{UNITS[arguments.benchmark]}, best of {arguments.turns} runs in turns{laps}\n")
    print(side_by_side(named(other), before, named(HERE), now))


def engine_of(checkout: Path, games: Sequence[str], rounds: int) -> Figures:
    """Decisions per second in these games, in the interpreter, as machine code and in C."""
    found = {}
    for name in games:
        report = json.loads(run(checkout, "engine", "--game", name, "--rounds", str(rounds), "--json"))
        for pace in report["paces"]:
            if pace["key"] in COMPARED:
                found[f"{name}, {pace['key']}"] = pace["best"]
    return found


def search_of(checkout: Path, rounds: int) -> Figures:
    """Iterations per second of every line that the search benchmark prints."""
    return search_figures(run(checkout, "search", "--rounds", str(rounds)))


def search_figures(printed: str) -> Figures:
    """Read label and best figure from the rows of the search benchmark; older ones print nothing else."""
    found = (SEARCH_ROW.match(line) for line in printed.splitlines())
    return {row[1]: float(row[2].replace(",", "")) for row in found if row}


def server_of(checkout: Path) -> Figures:
    """Actions per processor second of the server: at one action a second for each table, and as fast as it can."""
    return server_figures(run(checkout, "server", "--seconds", str(SECONDS)))


def server_figures(printed: str) -> Figures:
    """Read what each part of the server's benchmark prints under its heading."""
    return {heading: float(figure.replace(",", "")) for heading, figure in SERVER_ROW.findall(printed)}


def run(checkout: Path, benchmark: str, *arguments: str) -> str:
    """Run a benchmark with the sources of a checkout and return what it prints."""
    command = [sys.executable, "-m", f"benchmarks.{benchmark}", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    return subprocess.run(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def in_turns(before: Path, now: Path, figures: Callable[[Path], Figures], turns: int) -> tuple[Figures, Figures]:
    """Measure both checkouts in turns, so that a slow phase of the machine affects both; return the best of each."""
    best: tuple[Figures, Figures] = ({}, {})
    for turn in range(turns):
        for checkout, kept in zip((before, now), best, strict=True):
            for label, figure in figures(checkout).items():
                kept[label] = max(figure, kept.get(label, 0))
        print(f"turn {turn + 1} of {turns}", file=sys.stderr)
    return best


def side_by_side(title: str, before: Mapping[str, float], title_now: str, now: Mapping[str, float]) -> str:
    """A table of the lines that both have, with the ratio of now to before."""
    lines = [f"{'':46}{title:>14}{title_now:>14}{'ratio':>8}"]
    for label in before:
        if label in now:
            lines.append(f"{label:46}{before[label]:14,.0f}{now[label]:14,.0f}{now[label] / before[label]:8.2f}")
    return "\n".join(lines)


def named(checkout: Path) -> str:
    """The abbreviated commit of a checkout."""
    command = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main()
