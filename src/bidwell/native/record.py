"""The flat table as a NumPy record, and back."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from bidwell.core.flat import FlatTable


@cache
def layout(table: type[FlatTable]) -> np.dtype[Any]:
    """The record that holds the same fields as the declared table."""
    return np.dtype([(name, f"i{field.bits // 8}", field.shape) for name, field in table.fields.items()], align=True)


def pack(flat: FlatTable) -> np.ndarray[Any, Any]:
    """The table as an array of one record."""
    record = np.zeros(1, layout(type(flat)))
    for field, value in flat.each_field():
        record[field.name] = value
    return record


def unpack(record: Any, table: type[FlatTable]) -> FlatTable:
    """The table from one record."""
    flat = table()
    for name in table.fields:
        setattr(flat, name, record[name].tolist())
    return flat
