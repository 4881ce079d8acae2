"""Convert a state to a NumPy record and back."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from bidwell.core.state import State


@cache
def layout(table: type[State]) -> np.dtype[Any]:
    """Return the record type with the fields of the declared state."""
    return np.dtype([(name, f"i{field.bits // 8}", field.shape) for name, field in table.fields.items()], align=True)


def pack(state: State) -> np.ndarray[Any, Any]:
    """Return the state as an array of one record."""
    record = np.zeros(1, layout(type(state)))
    for field, value in state.each_field():
        record[field.name] = value
    return record


def unpack(record: Any, table: type[State]) -> State:
    """Return the state from one record."""
    state = table()
    for name in table.fields:
        setattr(state, name, record[name].tolist())
    return state
