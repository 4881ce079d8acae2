"""The GPU: whole games by random and heuristic players, steps of a batch, and whether all of it is what the CPU does.

Kernels of all games compile at the same time, each in a process of its own, and are timed one at a time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bidwell import Game
from bidwell.games import NAMES, game
from bidwell.native.cuda import why_none

SEED = 7
PLAYERS = 4
PARTS = ("equal", "random", "heuristic", "steps")
ARRAYS = ("seats", "features", "mask", "choices", "done", "rewards")
LAUNCHES = [(32, 4), (32, 8), (32, 16), (64, 2), (64, 4), (64, 8), (64, 16), (128, 2), (128, 4), (128, 8), (256, 4)]
"""Threads in a block, and blocks on a multiprocessor, that are tried for whole games."""
BLOCKS = (64, 128, 256)
"""Threads in a block that are tried for steps."""
LAPS, LAP_SECONDS = 5, 0.2


@dataclass
class Measured:
    """What was found for one game; speeds in decisions a second."""

    game: str
    compiled_in: float = 0.0
    equal_games: int = 0
    equal_decisions: int = 0
    random: float = 0.0
    heuristic: float = 0.0
    steps: float = 0.0
    steps_and_choices: float = 0.0
    launches: dict[str, dict[str, float]] = field(default_factory=dict)
    """Every way of launching that was tried."""
    flaw: str = ""


def main() -> None:
    parser = _parser()
    arguments = parser.parse_args()
    if reason := why_none():
        print(f"Nothing is measured, since there is no GPU to use: {reason}.")
        return
    found = []
    with multiprocessing.get_context("spawn").Manager() as manager, _processes() as pool:
        turn = manager.Lock()
        jobs = [pool.submit(measured, name, arguments, turn) for name in arguments.game]
        for job in jobs:
            found.append(job.result())
            print(_details(found[-1]), flush=True)
    print(_table(found, arguments.tables))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps([asdict(each) for each in found], indent=1), encoding="utf-8")
    sys.exit(1 if any(each.flaw for each in found) else 0)


def _processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(len(NAMES), multiprocessing.get_context("spawn"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu",
        description=__doc__,
        epilog="The exit code is 1 where GPU and CPU differ. Without a GPU it says so and measures nothing.",
    )
    parser.add_argument("--game", choices=NAMES, nargs="+", default=NAMES, help="default: all")
    parser.add_argument("--parts", choices=PARTS, nargs="+", default=PARTS, help="what to do; default: all of it")
    parser.add_argument("--games", type=int, default=100_000, help="games compared with the CPU; default: %(default)s")
    parser.add_argument("--whole", type=int, default=1 << 20, help="whole games at a time; default: %(default)s")
    parser.add_argument("--tables", type=int, default=1 << 18, help="tables of a batch; default: %(default)s")
    parser.add_argument("--json", help="a file for all figures")
    return parser


def measured(name: str, arguments: argparse.Namespace, turn: Any) -> Measured:
    """Compile, then compare and time while no other process does."""
    found, of = Measured(name), game(name)
    begin = time.perf_counter()
    _compile(of, arguments.parts)
    found.compiled_in = time.perf_counter() - begin
    with turn:
        if "equal" in arguments.parts:
            found.flaw = _compare(of, arguments.games, min(2048, arguments.tables), found)
        if "random" in arguments.parts:
            found.random = _whole_games(of, "random", arguments.whole, found)
        if "heuristic" in arguments.parts:  # slower by far, so fewer
            found.heuristic = _whole_games(of, "heuristic", -(-arguments.whole // 4), found)
        if "steps" in arguments.parts:
            _steps(of, arguments.tables, found)
    return found


def _compile(of: Game, parts: Sequence[str]) -> None:
    """Run everything once, on a few tables."""
    from bidwell.bots.playouts import play_games
    from bidwell.native.cuda.batch import CudaBatch
    from bidwell.native.cuda.games import CudaGames
    from bidwell.native.vector import VectorBatch

    for policy in ("random", "heuristic"):
        if policy in parts or "equal" in parts:
            CudaGames(of, 32, [policy] * PLAYERS, seed=SEED).play()
    if "equal" in parts:
        play_games(of, ["random"] * PLAYERS, of.agreed(PLAYERS, None), seed=SEED, first=0, count=1)
    kinds: list[Any] = [CudaBatch] if "steps" in parts or "equal" in parts else []
    kinds += [VectorBatch] if "equal" in parts else []
    for kind in kinds:
        batch = kind(of, 32, players=PLAYERS, seed=SEED)
        batch.step(batch.choose("random"))
        batch.choose("heuristic")


# Equal to the CPU


def _compare(of: Game, games: int, tables: int, found: Measured) -> str:
    """What differs from the CPU in whole games and in a batch, or an empty string."""
    for policy, count in (("random", games), ("heuristic", max(1, games // 10))):
        if flaw := _compare_games(of, policy, count, found):
            return flaw
    return _compare_batch(of, tables)


def _compare_games(of: Game, policy: str, count: int, found: Measured) -> str:
    import numpy as np

    from bidwell.native.cuda.games import CudaGames
    from bidwell.native.cuda.states import to_host

    seats = [policy] * PLAYERS
    here = CudaGames(of, count, seats, seed=SEED)
    here.play()
    there = _on_cpu(of, seats, count)
    for name in ("decisions", "scores", "standings"):
        if not np.array_equal(to_host(getattr(here, name)), there[name]):
            return f"{name} of {count:,} games of {policy} players differ from the CPU's"
    found.equal_games += count
    found.equal_decisions += int(there["decisions"].sum())
    return ""


def _on_cpu(of: Game, seats: list[str], count: int) -> dict[str, Any]:
    """The same games on all cores."""
    import numpy as np

    from bidwell.bots.playouts import play_games

    size = -(-count // (os.cpu_count() or 1))
    pieces = [(first, min(size, count - first)) for first in range(0, count, size)]

    def piece(each: tuple[int, int]) -> Any:
        return play_games(of, seats, of.agreed(PLAYERS, None), seed=SEED, first=each[0], count=each[1])

    with ThreadPoolExecutor(len(pieces)) as pool:
        played = [*pool.map(piece, pieces)]
    return {
        name: np.concatenate([getattr(each, name) for each in played]) for name in ("decisions", "scores", "standings")
    }


def _compare_batch(of: Game, tables: int, steps: int = 300) -> str:
    """What differs between a batch here and on the CPU, or an empty string."""
    import numpy as np

    from bidwell.native.cuda.batch import CudaBatch
    from bidwell.native.cuda.states import to_host
    from bidwell.native.vector import VectorBatch

    there, here = (kind(of, tables, players=PLAYERS, seed=SEED) for kind in (VectorBatch, CudaBatch))
    for step in range(steps):
        policy = "heuristic" if step % 3 == 0 else "random"
        there.step(there.choose(policy))
        here.step(here.choose(policy))
        for name in ARRAYS if step % 10 == 0 or step == steps - 1 else ("seats",):
            if not np.array_equal(to_host(getattr(here, name)), getattr(there, name)):
                return f"{name} of a batch of {tables:,} tables differ from the CPU's after {step + 1} steps"
    return ""


# How fast


def _whole_games(of: Game, policy: str, count: int, found: Measured) -> float:
    """Decisions a second, with the best way of launching."""
    from bidwell.native.cuda.games import CudaGames, Launch

    best = 0.0
    tried = found.launches.setdefault(policy, {})
    for threads, blocks in LAUNCHES:
        games = CudaGames(of, count, [policy] * PLAYERS, seed=SEED, launch=Launch(threads, blocks))
        seconds = min(_laps(games.play, laps=2, most=1.0))
        speed = int(games.decisions.copy_to_host().sum(dtype="int64")) / seconds
        tried[f"{threads} threads, {blocks} blocks"] = speed
        best = max(best, speed)
    return best


def _steps(of: Game, tables: int, found: Measured) -> None:
    """Decisions a second of steps alone, and with random choices."""
    from bidwell.native.cuda.batch import CudaBatch

    tried = found.launches.setdefault("steps", {})
    for threads in BLOCKS:
        batch = CudaBatch(of, tables, players=PLAYERS, seed=SEED, threads=threads)
        choose = partial(batch.choose, "random", batch.choose("random"))
        both = min(_laps(partial(_choose_and_step, batch, choose), most=2.0))
        choices = min(_laps(choose, most=2.0))
        batch.check()
        tried[f"{threads} threads"] = tables / (both - choices)
        found.steps_and_choices = max(found.steps_and_choices, tables / both)
        found.steps = max(found.steps, tables / (both - choices))


def _choose_and_step(batch: Any, choose: Callable[[], Any]) -> None:
    batch.step(choose())


def _laps(run: Callable[[], Any], laps: int = LAPS, most: float = 1.0) -> Iterator[float]:
    """Seconds a call takes, lap by lap; a lap is as many calls as take a while, together at most `most` seconds."""
    from bidwell.native.cuda.compile import cuda

    def timed(calls: int) -> float:
        cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(calls):
            run()
        cuda.synchronize()
        return (time.perf_counter() - begin) / calls

    once = timed(1)
    calls = max(1, min(int(LAP_SECONDS / once), 1000))
    for _ in range(laps if once * calls * laps <= most * 2 else 1):
        yield timed(calls)


# What is printed


def _details(found: Measured) -> str:
    lines = [f"{found.game}: kernels compiled in {found.compiled_in:.0f} s"]
    for what, tried in found.launches.items():
        best = sorted(tried.items(), key=lambda each: -each[1])
        lines.append(f"  {what}: " + "; ".join(f"{how} {speed / 1e6:,.0f} M/s" for how, speed in best))
    if found.flaw:
        lines.append(f"  DIFFERENT: {found.flaw}")
    return "\n".join(lines)


def _table(found: Sequence[Measured], tables: int) -> str:
    head = (
        f"{'decisions a second':18}{'random':>12}{'heuristic':>12}{'steps':>12}{'and choices':>12}   equal to the CPU"
    )
    lines = [
        "",
        f"{_machine()}; {PLAYERS} players, a batch of {tables:,} tables; steps write features, masks and rewards",
        "",
        head,
    ]
    for each in found:
        speeds = (each.random, each.heuristic, each.steps, each.steps_and_choices)
        equal = each.flaw or f"{each.equal_games:,} games, {each.equal_decisions:,} decisions"
        lines.append(f"{each.game:18}" + "".join(f"{speed / 1e6:>10,.1f} M" for speed in speeds) + f"   {equal}")
    return "\n".join(lines)


def _machine() -> str:
    from bidwell.native.cuda.compile import SIMULATED, cuda

    name = "Simulated" if SIMULATED else cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


if __name__ == "__main__":
    main()
