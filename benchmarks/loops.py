"""The same loop over the same rules in three ways: interpreted, as machine code on one core, and on all cores."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.helpers import Setting
from benchmarks.timing import Contestant

SEED = 1
CHUNK = 2_000
"""The number of games in one task of a thread."""
INTERPRETED_LAP, NATIVE_LAP = 150, 12_000


def three_ways(setting: Setting) -> list[Contestant]:
    cores = os.cpu_count() or 1

    def interpreted(games: int) -> int:
        return sum(setting.interpreted(SEED, 0, games).decisions)

    def one_core(games: int) -> int:
        return machine_code(setting, 0, games)

    def all_cores(games: int) -> int:
        """Play in threads, which run in parallel because machine code releases the GIL."""
        chunks = range(0, games, CHUNK)
        with ThreadPoolExecutor(cores) as pool:
            return sum(pool.map(lambda first: machine_code(setting, first, min(CHUNK, games - first)), chunks))

    return [
        Contestant("interpreted", "interpreted, one core", INTERPRETED_LAP, interpreted),
        Contestant("native", "native, one core", NATIVE_LAP, one_core),
        Contestant("cores", f"native, all {cores} cores", NATIVE_LAP * cores, all_cores, time.perf_counter),
    ]


def machine_code(setting: Setting, first: int, games: int) -> int:
    """Play these games and return the number of decisions."""
    return int(setting.native(SEED, first, games).decisions.sum())
