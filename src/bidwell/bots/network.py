"""A bot that plays by the trained network of its game, at once, with and without NumPy."""

from __future__ import annotations

import json
import math
from bisect import bisect
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from bidwell.bots.network_file import RESULT_BITS, NetworkFile, fits, unpacked
from bidwell.core.errors import IllegalAction, Refused
from bidwell.core.game import Game
from bidwell.core.rng import BITS, key_of, mix, next_rng
from bidwell.core.table import View
from bidwell.mechanics import first_of
from bidwell.native.batch_setting import input_size, inputs_of

NETWORKS = ("network", "network:sample")
"""Plays the action the network prefers; draws an action by the network's probabilities."""
FILE, NOTES = "network.bin", "network.json"
WEIGHT_BITS = 30
_FACTORS = [round(math.exp(-(1 << bit) / (1 << RESULT_BITS)) * (1 << WEIGHT_BITS)) for bit in range(RESULT_BITS + 5)]
"""By how much the weight of an action falls for each bit of its logit's distance from the best one."""


class Computing(Protocol):
    """What computes a network: the interpreter or NumPy."""

    def logits(self, inputs: Sequence[int], actions: Sequence[int]) -> list[int]:
        """Return the logits of these actions."""

    def last_hidden(self, inputs: Sequence[int]) -> Any:
        """Return the values of the last hidden layer."""

    def logits_of(self, hidden: Any, actions: Sequence[int]) -> list[int]:
        """Return the logits of these actions from the values of the last hidden layer."""

    def value_of(self, hidden: Any) -> int:
        """Return the expected reward of the seat from the values of the last hidden layer."""


class NetworkBot:
    """Plays by a network. Equal views, seeds and earlier choices give equal actions on every machine."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.name = name
        self._game, self._network = game, network_of(game)
        self._draws = name == "network:sample"
        self._rng = key_of(seed & BITS, 0)

    def choose(self, view: View) -> str:
        """Choose the action with the highest logit, the first of equals, or draw one."""
        self._rng = next_rng(self._rng)
        if view.seat is None or not view.actions:
            raise IllegalAction("a bot chooses for a seat that is asked; the seat of this view is not")
        legal: list[str] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        logits = self._network.logits(network_inputs(self._game, view), view.actions)
        return legal[drawn(logits, self._rng) if self._draws else logits.index(max(logits))]

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def network_inputs(game: Game, view: View) -> list[int]:
    """Return the network inputs of a view, the same from every world its seat can imagine.

    In a sealed choice the seats before it choose first, as in training, where one seat after the other acts. The
    network learns only that they have.
    """
    assert view.seat is not None
    state, rules = view.imagine(0).state, game.rules
    legal = [0] * game.most_choices
    while (seat := first_of(rules.asks(state))) < view.seat:
        action = game.heuristic(state, seat, legal, rules.legal(state, seat, legal), 0)
        rules.play(state, seat, action)
    out = [0] * input_size(game)
    inputs_of(game)(state, view.seat, out)
    return out


def drawn(logits: Sequence[int], rng: int) -> int:
    """Return a place in the row, drawn by the probabilities that these logits stand for, in whole numbers."""
    best = max(logits)
    sums = [*accumulate(_weight(best - logit) for logit in logits)]
    return bisect(sums, mix(rng, 0) % sums[-1])


def _weight(distance: int) -> int:
    """Return the weight of an action whose logit is this far below the best one."""
    weight = 0 if distance >> len(_FACTORS) else 1 << WEIGHT_BITS
    for bit, factor in enumerate(_FACTORS):
        if distance >> bit & 1:
            weight = weight * factor >> WEIGHT_BITS
    return weight


@cache
def level_of(game: Game) -> str:
    """Return the level that the network in the game's folder plays, empty if none.

    The notes beside it name one once it was measured to be strong enough. A new training does not.
    """
    try:
        notes = Path(game.folder, NOTES).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    return str(json.loads(notes).get("level", ""))


def has_network(game: Game) -> bool:
    """Return whether there is a network in the game's folder."""
    return Path(game.folder, FILE).exists()


@cache
def network_of(game: Game) -> Computing:
    """Return the network in the game's folder, computed by NumPy if it is installed. Refuse one that does not fit."""
    network = read_network(game)
    if find_spec("numpy") is None:
        return network
    from bidwell.bots.network_arrays import NetworkArrays  # needs NumPy

    return NetworkArrays(network)


def read_network(game: Game) -> NetworkFile:
    """Read the network in the game's folder. Refuse it if it is missing or made for other rules or inputs."""
    try:
        return read_network_file(game, Path(game.folder, FILE))
    except FileNotFoundError:
        raise Refused(f"there is no network for {game.title}: its folder has no {FILE}") from None


def read_network_file(game: Game, path: Path) -> NetworkFile:
    """Read a network of this game from any file. Refuse one that was made for other rules or inputs."""
    data = path.read_bytes()
    return fits(unpacked(data), game, input_size(game), game.actions)
