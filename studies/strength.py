"""How strong are the bots? One of a kind among copies of another, on duplicate deals, in every seat.

    python -m studies.strength regular heuristic --deals 10     all games, all numbers of players
    python -m studies.strength expert regular --games bids --players 4 --deals 5
    python -m studies.strength search:100ms search:10ms --resume night/

An arena without the mirror for every game, a line for every number of players, and one for all of them. The unit of the
95 % intervals is the deal. With --resume the finished deals are kept in a folder, and more can be added another time.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bidwell.bots.registry import checked_spec
from bidwell.cli.seating import whole
from bidwell.core.errors import Refused
from bidwell.games import NAMES, game
from bidwell.tournament.arena import ArenaReport, Broken, arena

HEADING = f"{'game':16} {'players':>7} {'games':>6} {'wins':>7} {'even':>6} {'times its share, 95 %':>24}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m studies.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("candidate")
    parser.add_argument("opponent")
    parser.add_argument("--games", default=",".join(NAMES), help="default: %(default)s")
    parser.add_argument("--players", default="3,4,5,6", help="where the game allows it; default: %(default)s")
    parser.add_argument("--deals", type=whole(1), default=10, help="of each; default: %(default)s")
    parser.add_argument("--seed", type=whole(0), default=1, help="default: %(default)s")
    parser.add_argument("--cores", type=whole(1, 1024), help="default: all")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="keep finished deals here, and go on")
    given = parser.parse_args()
    try:
        run(given)
    except (Broken, Refused, argparse.ArgumentTypeError) as problem:
        parser.error(str(problem))


def run(given: argparse.Namespace) -> None:
    """Run every game with every number of players."""
    bots = [checked_spec(bot) for bot in (given.candidate, given.opponent)]
    counts = [whole(3, 6)(count) for count in given.players.split(",")]
    if given.resume:
        given.resume.mkdir(parents=True, exist_ok=True)
    print(f"one {bots[0]} among copies of {bots[1]}; {given.deals} deals each, seed {given.seed}")
    print(HEADING, flush=True)
    for name in given.games.split(","):
        seated = [players for players in counts if players in game(name).players]
        if not seated:
            continue
        ledger = given.resume and given.resume / f"{name}.jsonl"
        amount = {"deals": given.deals, "players": seated, "seed": given.seed, "cores": given.cores}
        report = arena(game(name), bots, mirror=False, resume=ledger, **amount)
        print(*lines(report), sep="\n", flush=True)
        if report.interrupted:
            return


def lines(report: ArenaReport) -> list[str]:
    """The lines of the report of one game."""
    rows = [
        (str(each.players), each.games, f"{each.share.mean:.1%}", f"{each.even:.1%}", each.times)
        for each in report.pairings
    ]
    rows += [("all", each.games, "", "", each.times) for each in report.overall]
    return [f"{report.game:16} {row[0]:>7} {row[1]:6} {row[2]:>7} {row[3]:>6} {row[4]!s:>24}" for row in rows]


if __name__ == "__main__":
    main()
