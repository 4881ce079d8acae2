"""Steps a second of our environments and those of other libraries, with random play, in one run: `python -m
benchmarks.environments`.

A step is one decision with its observation and mask. Laps run in turns and the best counts; all on one core, by
processor time, but Pgx by the clock, because its threads cannot be limited from here.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version

from benchmarks import peers
from benchmarks.peers import Play, any_legal
from benchmarks.timing import Contestant, Pace, race
from bidwell import games, rl

TABLES = 4_096
GOOFSPIEL = "goofspiel(players=4)"
YARDSTICKS = (
    "PettingZoo texas_holdem_no_limit_v6",
    "OpenSpiel hearts, with tensors",
    f"OpenSpiel {GOOFSPIEL}, with tensors",
)
"""What the ratios of the last columns refer to."""
PACKAGES = ("gymnasium", "pettingzoo", "open_spiel", "rlcard", "pgx", "jax", "numba", "numpy")


def turns(name: str) -> Play:
    return peers.aec(rl.aec(name))


def parallel(name: str) -> Play:
    env = rl.parallel(name)

    def play(steps: int) -> int:
        seen, _ = env.reset(seed=1)
        done = 0
        while done < steps:
            chosen = {agent: any_legal(each["action_mask"]) for agent, each in seen.items()}
            done += sum(action != env.match.wait for action in chosen.values())
            seen, *_ = env.step(chosen)
            if not env.agents:
                seen, _ = env.reset()
        return done

    return play


def seat(name: str) -> Play:
    env = rl.seat(name)

    def play(steps: int) -> int:
        seen, _ = env.reset(seed=1)
        for _ in range(steps):
            seen, _, over, _, _ = env.step(any_legal(seen["action_mask"]))
            if over:
                seen, _ = env.reset()
        return steps

    return play


def vector(name: str) -> Play:
    env = rl.Vector(name, TABLES, seed=1, cores=1)
    chosen = env.choose("random")

    def play(steps: int) -> int:
        for _ in range(max(1, steps // TABLES)):
            env.step(env.choose("random", chosen))
        return max(1, steps // TABLES) * TABLES

    return play


def ours() -> dict[str, tuple[int, Callable[[], Play]]]:
    """Our environments: a lap in steps, and how to set up."""
    found: dict[str, tuple[int, Callable[[], Play]]] = {}
    for name in (game.name for game in games()):
        found[f"aec {name}"] = 1_000, partial(turns, name)
        found[f"parallel {name}"] = 400, partial(parallel, name)
        found[f"seat {name}, 3 heuristic rivals"] = 300, partial(seat, name)
        found[f"Vector {name}, {TABLES:,} tables"] = 100 * TABLES, partial(vector, name)
    return found


def others() -> dict[str, tuple[int, Callable[[], Play]]]:
    return {
        YARDSTICKS[0]: (400, peers.holdem),
        "RLCard no-limit-holdem": (1_000, lambda: peers.rlcard("no-limit-holdem")),
        "RLCard leduc-holdem": (4_000, lambda: peers.rlcard("leduc-holdem")),
        "OpenSpiel rl_environment hearts": (1_000, lambda: peers.rl_environment("hearts")),
        "OpenSpiel rl_environment leduc_poker": (4_000, lambda: peers.rl_environment("leduc_poker")),
        YARDSTICKS[1]: (2_000, lambda: peers.spiel_with_tensors("hearts")),
        YARDSTICKS[2]: (8_000, lambda: peers.spiel_with_tensors(GOOFSPIEL)),
        "OpenSpiel oh_hell(players=4), with tensors": (4_000, lambda: peers.spiel_with_tensors("oh_hell(players=4)")),
        "OpenSpiel leduc_poker, with tensors": (8_000, lambda: peers.spiel_with_tensors("leduc_poker")),
        f"Pgx leduc_holdem, {TABLES:,} tables": (20 * TABLES, lambda: peers.pgx("leduc_holdem", TABLES)),
        f"Pgx kuhn_poker, {TABLES:,} tables": (20 * TABLES, lambda: peers.pgx("kuhn_poker", TABLES)),
    }


def line(pace: Pace, paces: dict[str, Pace]) -> str:
    ratios = [f"{pace.best / paces[key].best:13,.2f}" if key in paces else " " * 13 for key in YARDSTICKS]
    return f"{pace.title:48}{pace.best:12,.0f}{pace.median:12,.0f}{''.join(ratios)}"


def installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except ImportError:
        return f"{package} missing"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="laps of each")
    rounds = parser.parse_args().rounds
    random.seed(1)
    contestants, missing = [], []
    for title, (steps, set_up) in (others() | ours()).items():
        try:
            clock = time.perf_counter if title.startswith("Pgx") else time.process_time
            contestants.append(Contestant(title, title, steps, set_up(), clock))
        except Exception as problem:  # a library that is missing or broken is reported, the others are still measured
            missing.append(f"{title}: {type(problem).__name__}: {str(problem)[:100]}")
    paces = race(contestants, rounds, lambda finished: None)
    print(f"{platform.machine()}, Python {platform.python_version()}, {', '.join(map(installed, PACKAGES))}")
    print(f"Best of {rounds} laps, run in turns, and the median; steps a second on one core")
    print(f"\n{'':48}{'steps/s':>12}{'median':>12}{'x PettingZoo':>13}{'x hearts':>13}{'x goofspiel':>13}")
    for pace in paces.values():
        print(line(pace, paces))
    for each in missing:
        print(f"Left out: {each}")


if __name__ == "__main__":
    main()
