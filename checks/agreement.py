"""Do the interpreter and machine code play the same games? Every action, every final table, every score is compared.

Random and heuristic bots are mixed at tables of every size and with every combination of options.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import count, zip_longest
from typing import Any

from benchmarks.helpers import Interpreted, Setting
from bidwell.bots.playouts import PlayedGames
from bidwell.core.errors import BadDeal
from bidwell.core.game import Game
from bidwell.games import NAMES, game
from bidwell.native.record import unpack
from checks import progress

BOTS = ("random", "heuristic")
STRIDE = 1_000_003
"""A prime step: it visits every setting, and consecutive settings have little in common."""
MOST_AT_ONCE = 50


def main() -> None:
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games: at least one")
    begin = time.perf_counter()
    games, decisions, flaw = run(game(arguments.game), arguments.games, arguments.seed, arguments.bots)
    if flaw:
        sys.exit(f"{arguments.game} DISAGREES after {games:,} games that agreed: {flaw}")
    print(
        f"{arguments.game}: {games:,} games and {decisions:,} decisions agreed, every action and every final table "
        f"(seed {arguments.seed}, {time.perf_counter() - begin:.0f} s)"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m checks.agreement",
        description=__doc__,
        epilog="The exit code is 1 where anything differs, and the line says which game: its number in the row that "
        "belongs to the seed (bidwell.core.rng.key_of), who played, and the first decision that differs.",
    )
    parser.add_argument("--game", choices=NAMES, default="serengeti", help="default: %(default)s")
    parser.add_argument("--games", type=int, default=10_000, help="how many; default: %(default)s")
    parser.add_argument("--bots", choices=BOTS, nargs="+", default=BOTS, help="default: both, mixed")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    return parser


def run(game: Game, games: int, seed: int, bots: Sequence[str] = BOTS) -> tuple[int, int, str]:
    """Compare games on all cores; return the games and decisions that agree, and the first disagreement or ""."""
    agreed = decisions = 0
    pieces = [(setting, seed, *piece) for setting, piece in zip(settings(game, bots), _pieces(games), strict=False)]
    _compare(pieces[0])  # compile first, so that the worker processes do not all compile
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for piece, (made, flaw) in zip(pieces, pool.map(_compare, pieces), strict=True):
            if flaw:
                pool.shutdown(cancel_futures=True)
                return agreed, decisions, flaw
            agreed += piece[-1]
            decisions += made
            progress.show(agreed, games, "games")
    return agreed, decisions, ""


# Which games


def settings(game: Game, bots: Sequence[str] = BOTS) -> Iterator[Setting]:
    """Yield settings forever: every number of players with every combination of options and bots, in mixed order."""
    choices: list[Sequence[Any]] = [game.players, *(option.samples() for option in game.options)]
    choices += [bots] * max(game.players)
    for step in count():
        players, *rest = _combination(choices, step * STRIDE)
        given = {option.name: value for option, value in zip(game.options, rest, strict=False)}
        with suppress(BadDeal):
            yield Setting(game, tuple(rest[len(given) :][:players]), game.agreed(players, given))


def _combination(choices: Sequence[Sequence[Any]], index: int) -> list[Any]:
    """One choice from each list, selected by the digits of `index`."""
    picked = []
    for each in choices:
        index, place = divmod(index, len(each))
        picked.append(each[place])
    return picked


def _pieces(games: int) -> Iterator[tuple[int, int]]:
    """First number and count of the games with one setting; few per setting, so that many settings are covered."""
    size = max(1, min(MOST_AT_ONCE, games // 1000))
    return ((first, min(size, games - first)) for first in range(0, games, size))


# What is compared


def _compare(piece: tuple[Setting, int, int, int]) -> tuple[int, str]:
    """Compare these games; return the number of decisions and the first disagreement."""
    setting, seed, first, size = piece
    native = setting.native(seed, first, size, trace=True)
    plain = setting.interpreted(seed, first, size, trace=True)
    for index in range(size):
        if flaw := difference(setting, native, plain, index):
            return 0, f"seed {seed}, number {first + index}, {flaw} ({setting})"
    return sum(plain.decisions), ""


def difference(setting: Setting, native: PlayedGames, plain: Interpreted, index: int) -> str:
    """Describe how one game differs, starting with the first differing action; empty if it does not."""
    machine, interpreter = _actions(native, index), _actions(plain, index)
    if machine != interpreter:
        pairs = enumerate(zip_longest(machine, interpreter))
        decision, pair = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
        return f"decision {decision}: machine code plays {pair[0]}, the interpreter {pair[1]}"
    one, other = unpack(native.tables[index], setting.game.state), plain.tables[index]
    fields = [name for name in setting.game.state.fields if getattr(one, name) != getattr(other, name)]
    rows = ("scores", "standings")
    fields += [name for name in rows if getattr(native, name)[index].tolist() != getattr(plain, name)[index]]
    return f"decision {len(machine)}, the end: {', '.join(fields)} differ" if fields else ""


def _actions(played: PlayedGames | Interpreted, index: int) -> list[int]:
    return [int(action) for action in played.actions[index][: played.decisions[index]]]


if __name__ == "__main__":
    main()
