"""Compare engine and oracle over many random games: `python -m tests.games.oracles bids --games 10000`.

An oracle is a second implementation of a game's rules, written from its clauses alone. Each random game is played with
both and compared at every decision. Seeds in a row visit every number of players and the options of the game.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.games.bids.test_oracle import compare as compare_bids
from tests.games.off_season.test_oracle import compare as compare_off_season
from tests.games.secret_auction.test_oracle import compare as compare_secret_auction
from tests.games.serengeti.test_oracle import compare as compare_serengeti

ORACLES: dict[str, Callable[[int], int]] = {
    "serengeti": compare_serengeti,
    "bids": compare_bids,
    "secret_auction": compare_secret_auction,
    "off_season": compare_off_season,
}
MOST_SHOWN = 10
"""How many disagreements of a game are printed."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare the games named, or all; exit with 1 if engine and oracle disagree anywhere."""
    options = parser()
    given = options.parse_args(arguments)
    if unknown := {*given.game} - ORACLES.keys():
        options.error(f"there is no game {', '.join(sorted(unknown))}; the games are {', '.join(ORACLES)}")
    if given.games < 1:
        options.error("--games is at least 1")
    seeds = range(given.first, given.first + given.games)
    flaws = [flaw for game in given.game or ORACLES for flaw in report(game, seeds)]
    sys.exit(1 if flaws else 0)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.games.oracles", description=__doc__)
    made.add_argument("game", nargs="*", help=f"any of {', '.join(ORACLES)}; default: all")
    made.add_argument("--games", type=int, default=10_000, help="games to compare; default: %(default)s")
    made.add_argument("--first", type=int, default=1_000_000, help="the first seed; default: %(default)s")
    return made


def report(game: str, seeds: Sequence[int]) -> list[str]:
    """Compare the games of these seeds and print the result; return what disagrees."""
    begin = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = [*pool.map(partial(compared, game), seeds, chunksize=25)]
    flaws = [f"{game}, seed {seed}: {flaw}" for seed, (_, flaw) in zip(seeds, results, strict=True) if flaw]
    decisions = sum(decisions for decisions, _ in results)
    verdict = f"disagree in {len(flaws):,}" if flaws else "agree in all"
    seconds = time.perf_counter() - begin
    print(f"{game}: engine and oracle {verdict} of {len(seeds):,} games, {decisions:,} decisions ({seconds:.0f} s)")
    print(*(f"  {flaw}\n" for flaw in flaws[:MOST_SHOWN]), sep="", end="", flush=True)
    return flaws


def compared(game: str, seed: int) -> tuple[int, str]:
    """Compare one game; return its number of decisions, and the disagreement or an empty text."""
    try:
        return ORACLES[game](seed), ""
    except Exception as problem:  # an oracle or an engine that fails is a disagreement too
        return 0, f"{type(problem).__name__}: {problem}"


if __name__ == "__main__":
    main()
