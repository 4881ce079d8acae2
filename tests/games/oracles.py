"""More games for the oracles than the suite has time for: `python -m tests.games.oracles bids --games 10000`.

Each random game is told twice, by the engine and by the oracle written from the clauses alone, and compared at every
decision. A difference ends it with the seed of the game.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product

from tests.games.bids.test_oracle import compare as compare_bids
from tests.games.off_season.test_oracle import compare as compare_off_season
from tests.games.secret_auction.test_oracle import compare as compare_secret_auction
from tests.games.serengeti.test_oracle import compare_game

SWITCHES = [*product((3, 4, 5), (False, True), (False, True), (False, True))]


def compare_serengeti(seed: int) -> int:
    """Every number of players with every combination of options in turn."""
    players, overbid, fines, open_chips = SWITCHES[seed % len(SWITCHES)]
    return compare_game(players, {"overbid": overbid, "fines": fines, "open_chips": open_chips}, seed)


ORACLES: dict[str, Callable[[int], int]] = {
    "serengeti": compare_serengeti,
    "bids": compare_bids,
    "secret_auction": compare_secret_auction,
    "off_season": compare_off_season,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.oracles", description=__doc__)
    parser.add_argument("game", choices=ORACLES)
    parser.add_argument("--games", type=int, default=10_000, help="how many; default: %(default)s")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed; default: %(default)s")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        decisions = sum(pool.map(partial(compared, given.game), seeds, chunksize=25))
    print(f"{given.game}: oracle and engine agree over {given.games:,} games and {decisions:,} decisions")


def compared(game: str, seed: int) -> int:
    """How many decisions of this game agreed."""
    try:
        return ORACLES[game](seed)
    except Exception as problem:
        raise SystemExit(f"{game}: oracle and engine differ in the game of seed {seed}: {problem!r}") from problem


if __name__ == "__main__":
    main()
