"""A network of whole numbers inside a loop: by its own methods in the interpreter, by arrays in machine code."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from bidwell.bots.network import network_of, read_network
from bidwell.bots.network_file import RESULT_BITS
from bidwell.core.errors import Refused
from bidwell.core.game import Game
from bidwell.core.rng import mix
from bidwell.core.rule import rule
from bidwell.native.batch_setting import input_size

ODDS_BITS = 10
"""The odds of an action are looked up by its logit's distance from the best one, without this number of low bits."""
ODDS = [round(math.exp(-(place << ODDS_BITS) / (1 << RESULT_BITS)) * (1 << 30)) for place in range(1023)] + [0]
WIDEST = 512
"""The widest layer whose sums fit 32 bits."""


class Net:
    """A network with the hidden values of its last inputs, for the interpreter."""

    def __init__(self, game: Game) -> None:
        self.network = network_of(game)
        self.hidden: Any = None


def compute(net: Any, seen: Any) -> None:
    """Compute the hidden values for these inputs."""
    net.hidden = net.network.last_hidden(seen)


def expected(net: Any) -> int:
    """Return the reward that the seat expects."""
    worth: int = net.network.value_of(net.hidden)
    return worth


def write_logits(net: Any, actions: Any, count: int, logits: Any) -> None:
    """Write the logits of the first `count` of these actions."""
    logits[:count] = net.network.logits_of(net.hidden, actions[:count])


@rule
def best_place(logits: Any, count: int) -> int:
    """Return the place of the highest logit, the first of equals."""
    best = 0
    for place in range(1, count):
        if logits[place] > logits[best]:
            best = place
    return best


@rule
def drawn_place(logits: Any, count: int, odds: Any, rng: int) -> int:
    """Return a place drawn by the probabilities that the logits stand for."""
    best = logits[best_place(logits, count)]
    total = 0
    for place in range(count):
        total += odds[min((best - logits[place]) >> ODDS_BITS, len(odds) - 1)]
    left = mix(rng, 0) % total
    for place in range(count):
        left -= odds[min((best - logits[place]) >> ODDS_BITS, len(odds) - 1)]
        if left < 0:
            return place
    return count - 1


@cache
def native_weights(game: Game) -> Any:
    """Return the arrays of a network that machine code reads, the same for all threads."""
    import numpy as np

    network = read_network(game)
    if max(layer.inputs for layer in (*network.hidden[1:], network.policy)) > WIDEST:
        raise Refused(f"the network of {game.title} has a layer wider than {WIDEST}, too wide for machine code")
    layers = (*network.hidden, network.policy, network.value)
    weights = [np.array(layer.weights, np.int8).reshape(layer.outputs, layer.inputs) for layer in layers]
    weights[0] = np.ascontiguousarray(weights[0].T)  # most inputs are 0: their columns are skipped
    scales = [np.array([layer.multipliers, layer.biases], np.int64) for layer in layers]
    return np.array(network.shifts, np.int64), tuple(weights), tuple(scales), np.array(ODDS, np.int64)


def workspace_of(game: Game, compiled: bool) -> tuple[Any, Any, Any, Any]:
    """Return the game's network, arrays for its inputs and its logits, and the odds, for one thread."""
    if not compiled:
        return Net(game), [0] * input_size(game), [0] * game.most_choices, ODDS
    import numpy as np

    import bidwell.bots.network_native  # noqa: F401  # how machine code computes the functions above

    shifts, weights, scales, odds = native_weights(game)
    widest = max(len(shifts), *(rows.shape[1] for rows in weights))
    net = np.zeros((2, widest), np.int16), np.zeros(widest, np.int32), shifts, weights, scales
    return net, np.zeros(len(shifts), np.int16), np.zeros(game.most_choices, np.int64), odds
