"""Networks of whole numbers: the file of one, and what it computes. Every step is integer arithmetic.

So the interpreter, NumPy and machine code compute the same numbers, to the last bit. A value stands for a real number
in a fixed unit: inputs in 2**-INPUT_BITS, hidden values in 2**-HIDDEN_BITS, results in 2**-RESULT_BITS. A layer
multiplies its values by weights of 8 bits, and brings every sum to the unit of its results:
`(sum * multiplier >> SHIFT) + bias`, with a multiplier for every row.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import mul
from typing import Any

from bidwell.core.errors import Refused
from bidwell.core.game import Game

INPUT_BITS, HIDDEN_BITS, RESULT_BITS, SHIFT = 6, 10, 16, 20
INPUT_MOST = (1 << 11) - 1
"""The largest scaled input, in its unit."""
HIDDEN_MOST = 31
"""The largest hidden value, as a real number."""
FORMAT = 1
LARGEST_FILE = 1_000_000


@dataclass(frozen=True)
class Layer:
    """One row of `weights` for every result."""

    inputs: int
    biases: array[int]
    multipliers: array[int]
    weights: array[int]

    @property
    def outputs(self) -> int:
        """How many results it has."""
        return len(self.biases)

    @cached_property
    def rows(self) -> list[array[int]]:
        """The weights of every result."""
        return [self.weights[first : first + self.inputs] for first in range(0, len(self.weights), self.inputs)]

    @cached_property
    def columns(self) -> list[array[int]]:
        """The weights of every input."""
        return [self.weights[first :: self.inputs] for first in range(self.inputs)]

    def result(self, row: int, values: Sequence[int]) -> int:
        """Return one result, in the unit of the layer."""
        total: int = sum(map(mul, self.rows[row], values))
        return (total * self.multipliers[row] >> SHIFT) + self.biases[row]


@dataclass(frozen=True)
class NetworkFile:
    """A network of whole numbers, and what it was made for."""

    game: str
    rules_version: int
    shifts: array[int]
    """By how many bits every input is shifted to the left."""
    hidden: tuple[Layer, ...]
    policy: Layer
    value: Layer

    @property
    def inputs(self) -> int:
        """How many inputs it takes."""
        return len(self.shifts)

    def scaled(self, inputs: Sequence[int]) -> list[int]:
        """Return the inputs in their unit, clipped."""
        most = INPUT_MOST
        return [max(-most, min(most, each << shift)) for each, shift in zip(inputs, self.shifts, strict=True)]

    def last_hidden(self, inputs: Sequence[int]) -> list[int]:
        """Return the values of the last hidden layer."""
        values = self.scaled(inputs)
        for number, layer in enumerate(self.hidden):
            out = _sparse(layer, values) if number == 0 else [layer.result(row, values) for row in range(layer.outputs)]
            # A layer as wide as the one before it adds to it, as in training: see `bidwell.train.model`.
            before = values if len(values) == len(out) else [0] * len(out)
            most = HIDDEN_MOST << HIDDEN_BITS
            values = [min(max(each, 0) + more, most) for each, more in zip(out, before, strict=True)]
        return values

    def logits(self, inputs: Sequence[int], actions: Sequence[int]) -> list[int]:
        """Return the logits of these actions."""
        return self.logits_of(self.last_hidden(inputs), actions)

    def logits_of(self, hidden: Sequence[int], actions: Sequence[int]) -> list[int]:
        """Return the logits of these actions from the values of the last hidden layer."""
        return [self.policy.result(action, hidden) for action in actions]

    def value_of(self, hidden: Sequence[int]) -> int:
        """Return the expected reward of the seat from the values of the last hidden layer."""
        return self.value.result(0, hidden)

    def expected(self, inputs: Sequence[int]) -> int:
        """Return the expected reward of the seat."""
        return self.value_of(self.last_hidden(inputs))

    def packed(self) -> bytes:
        """Return the file."""
        head: dict[str, Any] = {"format": FORMAT, "game": self.game, "rules": self.rules_version}
        head |= {"inputs": self.inputs, "layers": [layer.outputs for layer in self.hidden]}
        head["actions"] = self.policy.outputs
        parts = [json.dumps(head).encode() + b"\n", self.shifts.tobytes()]
        for layer in (*self.hidden, self.policy, self.value):
            parts += [_little(layer.biases), _little(layer.multipliers), layer.weights.tobytes()]
        return b"".join(parts)


def unpacked(data: bytes) -> NetworkFile:
    """Read a file, or refuse it."""
    try:
        first, _, rest = data.partition(b"\n")
        head = json.loads(first)
        widths = [head["inputs"], *head["layers"]]
        sizes = [*pairwise(widths), (widths[-1], head["actions"]), (widths[-1], 1)]
        # A byte for every shift and weight; four for the bias and four for the multiplier of every result.
        if head["format"] != FORMAT or len(rest) != widths[0] + sum(out * (into + 8) for into, out in sizes):
            raise ValueError
        layers, place = [], widths[0]
        for into, out in sizes:
            biases, multipliers = (_numbers("i", rest[place + at * out :][: 4 * out]) for at in (0, 4))
            place += 8 * out
            # "i" has four bytes on every machine that Python runs on, "b" has one.
            layers.append(Layer(into, biases, multipliers, _numbers("b", rest[place : place + into * out])))
            place += into * out
        return NetworkFile(head["game"], head["rules"], _numbers("b", rest[: widths[0]]), (*layers[:-2],), *layers[-2:])
    except (ValueError, KeyError, TypeError):
        raise Refused("this is not a network file of this version") from None


def fits(network: NetworkFile, game: Game, inputs: int, actions: int) -> NetworkFile:
    """Return the network, or refuse one made for another game, other rules, inputs or actions."""
    if (network.game, network.rules_version) != (game.name, game.rules_version):
        made = f"{network.game} with rules {network.rules_version}"
        raise Refused(f"this network was trained for {made}, not for {game.name} with rules {game.rules_version}")
    if (network.inputs, network.policy.outputs) != (inputs, actions):
        raise Refused(f"this network does not fit: it reads {network.inputs} inputs of {game.title}, not {inputs}")
    return network


def _sparse(layer: Layer, values: list[int]) -> list[int]:
    """Return all results of a layer most of whose inputs are 0."""
    totals = [0] * layer.outputs
    for column, value in zip(layer.columns, values, strict=True):
        if value:
            totals = [total + value * weight for total, weight in zip(totals, column, strict=True)]
    scaled = zip(totals, layer.multipliers, layer.biases, strict=True)
    return [(total * multiplier >> SHIFT) + bias for total, multiplier, bias in scaled]


def _little(numbers: array[int]) -> bytes:
    """Return the numbers with their lowest byte first, whatever the machine."""
    if sys.byteorder == "little":
        return numbers.tobytes()
    turned = numbers[:]
    turned.byteswap()
    return turned.tobytes()


def _numbers(kind: str, data: bytes) -> array[int]:
    """Return the numbers that `_little` wrote."""
    numbers = array(kind, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
