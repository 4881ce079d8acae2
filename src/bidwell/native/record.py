"""The state table as a NumPy record, and back."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from bidwell.core.state import State


@cache
def layout(table: type[State]) -> np.dtype[Any]:
    """The record that holds the same fields as the declared table."""
    return np.dtype([(name, f"i{field.bits // 8}", field.shape) for name, field in table.fields.items()], align=True)


def pack(state: State) -> np.ndarray[Any, Any]:
    """The table as an array of one record."""
    record = np.zeros(1, layout(type(state)))
    for field, value in state.each_field():
        record[field.name] = value
    return record


def unpack(record: Any, table: type[State]) -> State:
    """The table from one record."""
    state = table()
    for name in table.fields:
        setattr(state, name, record[name].tolist())
    return state
