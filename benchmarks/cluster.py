"""What Ray costs: games per second on this machine with processes and with Ray, and by calculation on more machines.

Every setting plays the same games. Rounds are played in turns, and the best of each counts, because other programs use
the machine too. Processor time is that of this process and all its workers, with Ray also that of Ray's own processes.
It is read from /proc, so this runs on Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import bidwell
from bidwell.simulation.cluster import PIECE_SECONDS, cluster
from bidwell.simulation.data import DataWriter, Encoding
from bidwell.simulation.executors import WorkerPool, in_order
from bidwell.simulation.simulate import Part, _trace, _Work

SEATS = ["network", "heuristic", "random"]
WIDTHS = (10, 100, 1000, 10_000)
EMPTY = [(1,)] * 500
"""Pieces of work that take no time."""


@dataclass
class Setting:
    """A kind of workers. `best` and `processor` are the least numbers of seconds of a round."""

    title: str
    workers: int
    play: Callable[[], float]
    uses_ray: bool
    best: float = float("inf")
    processor: float = float("inf")

    def play_round(self) -> None:
        begin = _used(self.uses_ray)
        self.best = min(self.best, self.play())
        self.processor = min(self.processor, _used(self.uses_ray) - begin)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--game", default="serengeti", help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a piece takes; default: %(default)s")
    parser.add_argument("--pieces", type=int, default=8, help="pieces of a round; default: %(default)s")
    parser.add_argument("--rounds", type=int, default=5, help="default: %(default)s")
    given = parser.parse_args()
    os.environ.setdefault("RAY_worker_niceness", "0")  # as the processes it is compared with
    game = bidwell.game(given.game)
    work = _Work(game.name, SEATS, game.agreed(len(SEATS), None), 1)
    size = _size(work, given.seconds)
    print(f"{game.title}, {', '.join(SEATS)}; {given.pieces} pieces of {size} games a round, best of {given.rounds}")
    measured, sending = _measure(work, given.pieces, size, given.rounds)
    _print_measured(measured, given.pieces * size, given.pieces)
    _print_beyond(work, given.pieces * size / measured[0].processor, sending)


def _size(work: _Work, seconds: float) -> int:
    """Return how many games take so long in one process, by the best of three tries."""
    return max(1, round(seconds / min(_processor_time(lambda: _trace(work, None, 0, 20)) / 20 for _ in range(3))))


def _processor_time(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


pools: set[int] = set()
"""The processes of the pools."""


def _used(uses_ray: bool) -> float:
    """Return the processor time of this process and of the workers of either kind, in seconds."""
    own = os.getpid()
    counted = [pid for pid in (own, *_descendants(own)) if pid == own or (pid in pools) != uses_ray]
    return sum(map(_ticks, counted)) / os.sysconf("SC_CLK_TCK")


def _descendants(pid: int) -> list[int]:
    try:
        children = [
            int(each) for path in Path(f"/proc/{pid}/task").glob("*/children") for each in path.read_text().split()
        ]
    except OSError:
        return []
    return [each for child in children for each in (child, *_descendants(child))]


def _ticks(pid: int) -> int:
    """Return the ticks of a process in user and system mode."""
    try:
        values = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0
    return int(values[11]) + int(values[12])


def _measure(work: _Work, pieces: int, size: int, rounds: int) -> tuple[list[Setting], float]:
    """Return the settings with their times, and the processor time to send a task to Ray and take its result."""
    pools.clear()
    todo = [(number * size, size) for number in range(pieces)]
    game = bidwell.game(work.game)

    def played(executor: Executor, workers: int) -> float:
        begin = time.perf_counter()
        parts = [*in_order(WorkerPool(executor, lambda: workers), _Counting(work), todo)]
        assert sum(part.games for _, (part, _) in parts) == pieces * size
        return time.perf_counter() - begin

    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        settings = [Setting(f"processes {n}", n, partial(played, e, n), False) for n, e in ((1, one), (2, two))]
        for setting in settings:
            setting.play()  # starts the processes before Ray starts its threads
        pools.update(_descendants(os.getpid()))
        with cluster("ray", game, SEATS, 2) as ray:
            assert ray
            [*in_order(ray, abs, EMPTY)]  # starts the workers
            limits = ((1, _Limited(ray.executor)), (2, ray.executor))
            settings += [Setting(f"Ray {n}", n, partial(played, e, n), True) for n, e in limits]
            for _ in range(rounds):
                for setting in settings:
                    setting.play_round()
            sending = min(_processor_time(lambda: [*in_order(ray, abs, EMPTY)]) / len(EMPTY) for _ in range(3))
            _print_empty(ray)
    return settings, sending


def _print_empty(ray: WorkerPool) -> None:
    """Print what Ray costs apart from games, which take longer or shorter with the load of the machine."""

    def used(run: Callable[[], object]) -> float:
        begin = _used(uses_ray=True)
        run()
        return _used(uses_ray=True) - begin

    piece = min(used(lambda: [*in_order(ray, abs, EMPTY)]) for _ in range(3)) / len(EMPTY)
    idle = min(used(lambda: time.sleep(5)) for _ in range(3)) / 5
    print(f"\nan empty piece takes {1000 * piece:.1f} ms of processor time, of all processes of Ray and this one")
    print(f"an idle cluster on this machine takes {1000 * idle:.1f} ms of processor time a second")


@dataclass(frozen=True)
class _Counting:
    """A piece of a simulation without rows."""

    work: _Work

    def __call__(self, first: int, count: int) -> Part:
        return _trace(self.work, None, first, count)


class _Limited(Executor):
    """Gives another executor one call at a time."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, run: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future = self._executor.submit(run, *args, **named)
        future.exception()
        return future


def _print_measured(settings: list[Setting], games: int, pieces: int) -> None:
    print(f"\n{'':<14}{'games/s':>9}{'games/processor s':>19}{'processor s a piece':>21}{'more than processes':>21}")
    for setting in settings:
        own = next(each for each in settings if each.workers == setting.workers)
        more = "" if own is setting else f"{setting.processor / own.processor - 1:+.1%}"
        rates = f"{games / setting.best:>9.1f}{games / setting.processor:>19.1f}{setting.processor / pieces:>21.3f}"
        print(f"{setting.title:<14}{rates}{more:>21}")


def _print_beyond(work: _Work, games: float, sending: float) -> None:
    """Print what one process must do for each piece of many workers, and where it has no time left for more."""
    piece = round(games * PIECE_SECONDS)
    print(
        f"\nby calculation: N workers play pieces of {PIECE_SECONDS:.0f} s, {piece} games, and one process takes them"
    )
    costs = {"counts only": _taken(work, None, piece)}
    costs |= {f"--files {form}": _taken(work, Encoding(("games", "decisions"), form), piece) for form in _forms()}
    print(f"{'':<18}{'ms a piece':>11}{'most workers':>14}" + "".join(f"{f'games/s at {n:,}':>18}" for n in WIDTHS))
    for title, cost in costs.items():
        cost += sending
        most = int(PIECE_SECONDS / cost)
        rates = "".join(f"{min(n, most) * games:>18,.0f}" for n in WIDTHS)
        print(f"{title:<18}{1000 * cost:>11.1f}{most:>14,}{rates}")


def _forms() -> list[str]:
    return ["jsonl", "parquet"] if find_spec("pyarrow") else ["jsonl"]


def _taken(work: _Work, encoding: Encoding | None, games: int) -> float:
    """Return the processor time to read, count and write the result of a piece; best of five."""
    sent = pickle.dumps(_trace(work, encoding, 0, games))
    tally = _trace(work, None, 0, 1)[0]

    def take() -> None:
        part, rows = pickle.loads(sent)
        tally.add(part)
        if encoding:
            writer.add(rows, part.games)

    with tempfile.TemporaryDirectory() as folder:
        if encoding:
            writer = DataWriter(Path(folder, "data"), work.header(), encoding.tables, encoding.form)
        cost = min(_processor_time(take) for _ in range(5))
        if encoding:
            writer.close()
            assert json.loads(Path(folder, "data", "dataset.json").read_text())["games"] == 5 * games
    return cost


if __name__ == "__main__":
    main()
