"""How strong are the bots? One of a kind among copies of another, on duplicate deals, in every seat.

    python -m studies.strength regular heuristic --deals 10     all games, all numbers of players
    python -m studies.strength expert regular --games bids --players 4 --deals 5
    python -m studies.strength search:100ms search:10ms

`bidwell arena` also plays the mirror, and rates; this plays one side only, which is a fraction of the time where one of
the two thinks long. The unit of the 95 % intervals is the deal. A last line is for all numbers of players together.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from itertools import chain

from bidwell.bots.seat import checked
from bidwell.cli.seating import whole
from bidwell.core.chance import key_of
from bidwell.core.errors import Refused
from bidwell.games import NAMES, game
from bidwell.lab.duplicate import Piece
from bidwell.lab.engines import get_ready, on_cores
from bidwell.lab.estimate import Estimate, estimate
from bidwell.lab.standing import Pairing, pairings, shares


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
    given = parser.parse_args()
    try:
        run(given)
    except (Refused, argparse.ArgumentTypeError) as problem:
        parser.error(str(problem))


def run(given: argparse.Namespace) -> None:
    """Every game with every number of players it has."""
    for bot in (given.candidate, given.opponent):
        checked(bot)
    counts = [whole(3, 6)(count) for count in given.players.split(",")]
    print(f"one {given.candidate} among copies of {given.opponent}; {given.deals} deals each, seed {given.seed}")
    print(
        f"{'game':16} {'players':>7} {'games':>6} {'wins':>7} {'even':>6} {'times its share, 95 %':>24} {'seconds':>8}"
    )
    for name in given.games.split(","):
        seated = [players for players in counts if players in game(name).players]
        found = [report(name, given.candidate, given.opponent, players, given.deals, given.seed) for players in seated]
        if len(found) > 1:
            print(together(name, [*chain.from_iterable(found)]), flush=True)


def report(name: str, candidate: str, opponent: str, players: int, deals: int, seed: int) -> list[float]:
    """One line, as soon as it is there; and for every deal how many times its share the candidate won."""
    begin = time.perf_counter()
    pieces = [*deal_pieces(name, candidate, opponent, players, deals, seed)]
    get_ready(game(name), [candidate, opponent], pieces)
    won = shares(on_cores(os.cpu_count() or 1)(pieces))
    (found,) = pairings([candidate, opponent], [players], won)
    print(line(name, found, time.perf_counter() - begin), flush=True)
    return [players * share for share in won[candidate, opponent, players].values()]


def deal_pieces(name: str, candidate: str, opponent: str, players: int, deals: int, seed: int) -> Iterator[Piece]:
    options = game(name).agreed(players, {})
    for number in range(deals):
        yield Piece(name, candidate, opponent, players, key_of(seed, number), options)


def line(name: str, found: Pairing, seconds: float) -> str:
    wins = f"{found.share.mean:.1%}"
    times = said(found.times)
    return f"{name:16} {found.players:7} {found.games:6} {wins:>7} {found.even:6.1%} {times:>24} {seconds:8.0f}"


def together(name: str, times: list[float]) -> str:
    """The mean over the deals of all numbers of players."""
    return f"{name:16} {'all':>7} {'':6} {'':7} {'':6} {said(estimate(times, 0.0, 6.0)):>24}"


def said(times: Estimate) -> str:
    told = f"{times.mean:.2f}"
    return told if times.low is None else f"{told}  ({times.low:.2f} to {times.high:.2f})"


if __name__ == "__main__":
    main()
