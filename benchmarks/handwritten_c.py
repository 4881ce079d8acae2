"""The limit of speed: the same games in handwritten C, checked to be identical.

The yardstick of a game is `benchmarks/<game>.c` with one function:

    void play_games(int64_t players, const int64_t *options, int64_t seed, int64_t first, int64_t count,
                    int64_t *scores, int64_t *standings, int64_t *decisions, uint64_t *digests)

It plays the same games as `bidwell.bots.playouts.play_games` with random players. `options` holds the state fields of
the options, in the order in which the game declares them. If `digests` is not null, every (seat, action) goes into
the game's digest.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.helpers import Setting, random_players
from benchmarks.loops import NATIVE_LAP
from benchmarks.timing import Contestant
from bidwell.core.game import Game
from bidwell.core.rng import key_of

COMMAND = ("cc", "-O3", "-march=native", "-std=c11", "-shared", "-fPIC")
CHECKED = 1_000
"""The number of games compared for each number of players."""
SEED = 1
PRIME, WORD = 0x100000001B3, (1 << 64) - 1


class Differs(SystemExit):
    """The C program does not play the same games, so that its figure would mean nothing."""


@dataclass(frozen=True)
class Hand:
    """The games of one call of the C function, one row each."""

    scores: np.ndarray[Any, Any]
    standings: np.ndarray[Any, Any]
    decisions: np.ndarray[Any, Any]
    digests: np.ndarray[Any, Any]


def source(game: Game) -> Path:
    return Path(__file__).with_name(f"{game.name}.c")


def why_none(game: Game) -> str:
    """Return the reason why there is no yardstick for this game, or an empty string."""
    if not source(game).exists():
        return "C: there is no yardstick for this game"
    return "" if shutil.which(COMMAND[0]) else f"C: no compiler found ({COMMAND[0]})"


def compiled(game: Game) -> Any:
    """Compile the C function in a temporary folder, which is deleted after loading."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{game.name}.so"
        subprocess.run([*COMMAND, "-o", str(library), str(source(game))], check=True)
        function = ctypes.CDLL(str(library)).play_games
    function.argtypes = [ctypes.c_int64, ctypes.c_void_p, *[ctypes.c_int64] * 3, *[ctypes.c_void_p] * 4]
    function.restype = None
    return function


def contestant(setting: Setting, function: Any) -> Contestant:
    def play(games: int) -> int:
        return int(by_hand(function, setting, games).decisions.sum())

    return Contestant("c", f"C by hand ({' '.join(COMMAND[:3])}), one core", NATIVE_LAP, play)


def by_hand(function: Any, setting: Setting, games: int, *, digest: bool = False) -> Hand:
    """Play games 0 to `games - 1` with the C function."""
    state = setting.lay()
    fields = [name for option in setting.game.options for name in option.fields]
    options = np.array([getattr(state, name) for name in fields], np.int64)
    scores, standings = (np.zeros((games, setting.players), np.int64) for _ in range(2))
    hand = Hand(scores, standings, np.zeros(games, np.int64), np.zeros(games if digest else 0, np.uint64))
    rows = [row.ctypes.data for row in (hand.scores, hand.standings, hand.decisions)]
    function(setting.players, options.ctypes.data, SEED, 0, games, *rows, hand.digests.ctypes.data if digest else None)
    return hand


def check(game: Game, function: Any) -> int:
    """Compare decisions, scores, standings and every action with machine code; return the number of games compared."""
    for players in game.players:
        _check(random_players(game, players), function)
    return CHECKED * len(game.players)


def _check(setting: Setting, function: Any) -> None:
    hand = by_hand(function, setting, CHECKED, digest=True)
    played = setting.native(SEED, 0, CHECKED, trace=True)
    for name in ("decisions", "scores", "standings"):
        if not np.array_equal(getattr(hand, name), getattr(played, name)):
            raise Differs(f"{source(setting.game).name} has other {name} with {setting.players} players")
    for number, count in enumerate(played.decisions):
        if digest(setting, number, played.actions[number, :count].tolist()) != hand.digests[number]:
            raise Differs(f"{source(setting.game).name} has other actions: game {number}, {setting.players} players")


def digest(setting: Setting, number: int, actions: Iterable[int]) -> int:
    """The digest of a game's (seat, action) pairs in order; the interpreter determines who acts."""
    rules, state = setting.game.rules, setting.lay()
    state.chance_key = key_of(SEED, number)
    rules.deal(state)
    value = 0
    for action in actions:
        asked = rules.asks(state)
        seat = (asked & -asked).bit_length() - 1
        value = (value ^ (seat << 16 | action)) * PRIME & WORD
        rules.play(state, seat, action)
    return value
