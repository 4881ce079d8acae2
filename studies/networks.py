"""How strong are the trained networks? One among heuristics, one among bots that search, one of those among networks.

    python -m studies.networks serengeti                                all numbers of players
    python -m studies.networks bids --players 4 --games 100 --rivals search:200

`search:200` searches 200 iterations. Deals are duplicate: the same cards with the lone bot once in every seat. The unit
of the 95 % intervals is the deal.
"""

from __future__ import annotations

import argparse
from math import ceil

from bidwell.bots.registry import checked_spec
from bidwell.cli.seating import whole
from bidwell.core.errors import Refused
from bidwell.games import NAMES, game
from bidwell.tournament.arena import Broken, arena
from studies.strength import HEADING, lines

RIVALS = "heuristic,search:200"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m studies.networks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--players", type=whole(3, 6), help="default: all numbers the game allows")
    parser.add_argument("--games", type=whole(1), default=60, help="at least, of each line; default: %(default)s")
    parser.add_argument("--rivals", default=RIVALS, help="default: %(default)s")
    parser.add_argument("--network", default="network", help="the bot to study; default: %(default)s")
    parser.add_argument("--seed", type=whole(0), default=1, help="default: %(default)s")
    given = parser.parse_args()
    try:
        for rival in map(checked_spec, given.rivals.split(",")):
            measure(given, given.network, rival)
            if rival != "heuristic":
                measure(given, rival, given.network)
    except (Broken, Refused) as problem:
        parser.error(str(problem))


def measure(given: argparse.Namespace, lone: str, others: str) -> None:
    """Play one `lone` among copies of `others`, and print a line for every number of players."""
    played = game(given.game)
    print(f"one {lone} among copies of {others}; at least {given.games} games each, seed {given.seed}")
    print(HEADING, flush=True)
    for players in [given.players] if given.players else played.players:
        deals = ceil(given.games / players)
        report = arena(played, [lone, others], deals=deals, players=[players], mirror=False, seed=given.seed)
        print(lines(report)[0], flush=True)
        if report.interrupted:
            raise SystemExit(130)


if __name__ == "__main__":
    main()
