"""What machine code does for the functions of `network_loops`: the same numbers as `NetworkFile`, from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload, register_jitable

from bidwell.bots.network_file import HIDDEN_BITS, HIDDEN_MOST, INPUT_MOST, SHIFT
from bidwell.bots.network_loops import compute, expected, write_logits

MOST = HIDDEN_MOST << HIDDEN_BITS
VALUES, TOTALS, SHIFTS, WEIGHTS, SCALES = range(5)
"""The parts of a network for machine code. Of the layers the last two are the policy and the value."""


@register_jitable
def sums_of_columns(inputs: Any, shifts: Any, columns: Any, totals: Any) -> None:
    """Write the sums of the first layer."""
    width = columns.shape[1]
    for place in range(width):
        totals[place] = 0
    for place in range(len(inputs)):
        if inputs[place]:
            value = np.int32(max(-INPUT_MOST, min(INPUT_MOST, inputs[place] << shifts[place])))
            column = columns[place]
            for row in range(width):
                totals[row] = np.int32(totals[row] + value * np.int32(column[row]))


@register_jitable
def dot_product(row: Any, values: Any) -> Any:
    """Return the sum of products, in 32 bits: narrow numbers are multiplied many at a time."""
    total = np.int32(0)
    for place in range(len(row)):
        total = np.int32(total + np.int32(row[place]) * np.int32(values[place]))
    return total


@register_jitable
def write_hidden(totals: Any, scales: Any, before: Any, keep: Any, out: Any) -> None:
    """Write the hidden values that follow from the sums; with `keep`, those before are added."""
    for row in range(scales.shape[1]):
        value = max((totals[row] * scales[0, row] >> SHIFT) + scales[1, row], 0)
        out[row] = min(value + before[row] if keep else value, MOST)


@overload(compute, strict=False)
def _look(net: Any, seen: Any) -> Any:
    def computed(net, seen):  # type: ignore[no-untyped-def]
        values, totals, shifts = net[VALUES], net[TOTALS], net[SHIFTS]
        weights, scales = net[WEIGHTS], net[SCALES]
        sums_of_columns(seen, shifts, weights[0], totals)
        keep = len(seen) == weights[0].shape[1]
        if keep:
            for place in range(len(seen)):
                values[1, place] = max(-INPUT_MOST, min(INPUT_MOST, seen[place] << shifts[place]))
        write_hidden(totals, scales[0], values[1], keep, values[0])
        for layer in range(1, len(weights) - 2):
            rows = weights[layer]
            before, out = values[(layer - 1) & 1], values[layer & 1]
            for row in range(rows.shape[0]):
                totals[row] = dot_product(rows[row], before)
            write_hidden(totals, scales[layer], before, rows.shape[0] == rows.shape[1], out)

    return computed


@overload(expected, strict=False)
def _expected(net: Any) -> Any:
    def computed(net):  # type: ignore[no-untyped-def]
        layers = len(net[WEIGHTS])
        rows, scales = net[WEIGHTS][layers - 1], net[SCALES][layers - 1]
        return (dot_product(rows[0], net[VALUES][(layers - 3) & 1]) * scales[0, 0] >> SHIFT) + scales[1, 0]

    return computed


@overload(write_logits, strict=False)
def _write_logits(net: Any, actions: Any, count: Any, logits: Any) -> Any:
    def computed(net, actions, count, logits):  # type: ignore[no-untyped-def]
        layers = len(net[WEIGHTS])
        rows, scales = net[WEIGHTS][layers - 2], net[SCALES][layers - 2]
        values = net[VALUES][(layers - 3) & 1]
        for place in range(count):
            action = actions[place]
            logits[place] = (dot_product(rows[action], values) * scales[0, action] >> SHIFT) + scales[1, action]

    return computed
