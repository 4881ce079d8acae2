"""Search: iterations a second on one core, beside OpenSpiel's own ISMCTS on games it can search.

OpenSpiel's, in C++, makes one random playout an iteration. Ours is set before a decision with about as many decisions
to the end as those games have, and runs twice: with random playouts, as OpenSpiel does, and with the heuristic, as our
bots do. An iteration imagines a world, goes down the tree, plays to the end and counts, here as there.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from bidwell import Game, Table, games
from bidwell.bots.policies import random as at_random
from bidwell.bots.registry import bot
from bidwell.bots.search.tree_search import Tree

PEERS = ("oh_hell(players=4)", "euchre")
ITERATIONS = 3000
Lap = Callable[[], float]
"""A function that runs one lap and returns iterations per second of processor time."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="laps for everybody, in turns; default: %(default)s")
    rounds = parser.parse_args().rounds
    if rounds < 1:
        parser.error("--rounds: at least one")
    peers = dict(open_spiel())
    length = round(statistics.mean(length for length, _ in peers.values())) if peers else 24
    ours = {label: lap for game in games() for label, lap in laps_of(game, length)}
    best: dict[str, list[float]] = {name: [] for name in (*peers, *ours)}
    for _ in range(rounds):
        for name, lap in [*((name, lap) for name, (_, lap) in peers.items()), *ours.items()]:
            best[name].append(lap())
    report(best, peers, rounds)


def open_spiel() -> Iterator[tuple[str, tuple[float, Lap]]]:
    """The OpenSpiel games: the number of decisions in a game, and a lap."""
    try:
        import pyspiel
    except ImportError:
        print("Left out: OpenSpiel is not installed (pip install open_spiel).\n")
        return
    for name in PEERS:
        game = pyspiel.load_game(name)
        rng = random.Random(1)
        lengths = [sum(1 for _ in walk(game, rng)) for _ in range(200)]
        yield f"OpenSpiel {name}, random playout", (statistics.mean(lengths), lap_of(pyspiel, game))


def walk(game: Any, rng: random.Random) -> Iterator[Any]:
    """The decisions of one random game."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            yield state
            state.apply_action(rng.choice(state.legal_actions()))


def lap_of(pyspiel: Any, game: Any) -> Lap:
    """A lap of OpenSpiel's search at the first decision of a game."""
    state = next(walk(game, random.Random(1)))

    def lap() -> float:
        playout = pyspiel.RandomRolloutEvaluator(1, 1)
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        searcher = pyspiel.ISMCTSBot(1, playout, 1.4, ITERATIONS, -1, most_visited, False, False)
        begin = time.process_time()
        searcher.step(state)
        return ITERATIONS / (time.process_time() - begin)

    return lap


def laps_of(game: Game, length: int) -> Iterator[tuple[str, Lap]]:
    """Laps with both kinds of playout, at a decision about `length` decisions before the end."""
    table = before_the_end(game, length)
    for label, policy in (("random", at_random), ("heuristic", game.heuristic)):
        searched = dataclasses.replace(game, heuristic=policy)
        search(searched, table, 1)
        yield f"{game.title}, {label} playout", lambda searched=searched: search(searched, table, ITERATIONS)  # type: ignore[misc]


def before_the_end(game: Game, length: int) -> Table:
    """A table of four random players, about `length` decisions before the end of its game."""
    table = game.deal(4, seed=3)
    bots, seen = [bot("random", game, seat) for seat in range(4)], []
    while not table.over:
        seat = table.asks[0]
        if len(table.legal_actions(seat)) > 1:
            seen.append(table.copy())
        table.play(seat, bots[seat].choose(table.view(seat)))
    return min(seen, key=lambda each: abs(len(table.history) - len(each.history) - length))


def search(game: Game, table: Table, iterations: int) -> float:
    tree = Tree(game, table.view(table.asks[0]), 1, 1 << 14)
    begin = time.process_time()
    tree.run(iterations)
    return iterations / (time.process_time() - begin)


def report(best: dict[str, list[float]], peers: dict[str, Any], rounds: int) -> None:
    """Print one line per entry; ours with the ratio to every OpenSpiel game."""
    print(
        f"Best of {rounds} laps of {ITERATIONS:,} iterations, run in turns, and the median; one core, processor time\n"
    )
    for name, (length, _) in peers.items():
        print(f"{name}: {length:.0f} decisions a game")
    print(
        f"\n{'':44} {'iterations/s':>13} {'median':>10}   times "
        + " and ".join(name.split()[1].strip(",") for name in peers)
    )
    for name, laps in best.items():
        ratios = "  ".join(f"{max(laps) / max(best[peer]):5.1f}" for peer in peers if name not in peers)
        print(f"{name:44} {max(laps):13,.0f} {statistics.median(laps):10,.0f}   {ratios}")


if __name__ == "__main__":
    main()
