"""A network of whole numbers computed by NumPy: the same numbers as `NetworkFile`, many times faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bidwell.bots.network_file import HIDDEN_BITS, HIDDEN_MOST, INPUT_MOST, SHIFT, Layer, NetworkFile

Rows = np.ndarray[Any, Any]


class _LayerArrays:
    """The arrays of one layer. Weights are floating-point numbers, because NumPy multiplies those quickly."""

    def __init__(self, layer: Layer) -> None:
        self.weights: Rows = np.array(layer.weights, np.float64).reshape(layer.outputs, layer.inputs)
        self.multipliers: Rows = np.array(layer.multipliers, np.int64)
        self.biases: Rows = np.array(layer.biases, np.int64)

    def results(self, values: Rows, which: Any = slice(None)) -> Rows:
        """Return these results for every row of values, in the unit of the layer."""
        totals = (values.astype(np.float64) @ self.weights[which].T).astype(np.int64)  # exact: below 2**53
        results: Rows = (totals * self.multipliers[which] >> SHIFT) + self.biases[which]
        return results


class NetworkArrays:
    """A network as arrays."""

    def __init__(self, network: NetworkFile) -> None:
        self._shifts: Rows = np.array(network.shifts, np.int64)
        self._hidden = [_LayerArrays(layer) for layer in network.hidden]
        self._policy, self._value = _LayerArrays(network.policy), _LayerArrays(network.value)

    def logits(self, inputs: Sequence[int], actions: Sequence[int]) -> list[int]:
        """Return the logits of these actions."""
        return self.logits_of(self.last_hidden(inputs), actions)

    def last_hidden(self, inputs: Sequence[int]) -> Rows:
        """Return the values of the last hidden layer."""
        values: Rows = self._last_hidden(np.array([inputs], np.int64))[0]
        return values

    def logits_of(self, hidden: Rows, actions: Sequence[int]) -> list[int]:
        """Return the logits of these actions from the values of the last hidden layer."""
        found: list[int] = self._policy.results(hidden[None], np.array(actions))[0].tolist()
        return found

    def value_of(self, hidden: Rows) -> int:
        """Return the expected reward of the seat from the values of the last hidden layer."""
        return int(self._value.results(hidden[None])[0, 0])

    def all_logits(self, inputs: Rows) -> Rows:
        """Return the logits of all actions for every row of inputs."""
        return self._policy.results(self._last_hidden(inputs.astype(np.int64)))

    def _last_hidden(self, inputs: Rows) -> Rows:
        values = np.clip(inputs << self._shifts, -INPUT_MOST, INPUT_MOST)
        for layer in self._hidden:
            out = np.maximum(layer.results(values), 0)
            values = np.minimum(out + values if out.shape == values.shape else out, HIDDEN_MOST << HIDDEN_BITS)
        return values
