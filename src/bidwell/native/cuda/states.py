"""The tables of a batch in the memory of a GPU: columns of 64-bit words, and each as a record while a kernel runs.

Word w of all tables lies side by side, so that the threads of a warp read and write neighbouring addresses. For the
same reason every array has the table as its last axis; batches show them turned round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bidwell.core.game import Game
from bidwell.core.rule import rule
from bidwell.native.cuda.compile import SIMULATED, cuda
from bidwell.native.record import layout, pack, unpack

WORD = np.dtype(np.int64)


@dataclass(frozen=True)
class Opening:
    """How a kernel gets from the words of a table to the table, and back when it is done."""

    opened: Callable[..., Any]
    closed: Callable[..., None]


def words_of(game: Game) -> int:
    """How many words a table has."""
    return layout(game.state).itemsize // WORD.itemsize


def packed_words(game: Game, names: tuple[str, ...], options: dict[str, Any]) -> Any:
    """A table with players and options, not yet dealt, as words."""
    return pack(game.lay(names, options)).view(WORD)


LISTED = np.int64 if SIMULATED else np.int16
"""The type of listed actions; wide for the simulator, since numbers of NumPy overflow where compiled ones do not."""


def action_type(game: Game) -> Any:
    """The smallest type that holds an action: a shorter list takes less of a cache that many threads share."""
    return np.int8 if not SIMULATED and game.actions <= np.iinfo(np.int8).max + 1 else LISTED


@cache
def opening(game: Game) -> Opening:
    """On a GPU a table is its words, seen as a record; the simulator needs the table of the interpreter."""
    record = layout(game.state)
    if SIMULATED:

        def unpacked(words):  # type: ignore[no-untyped-def]
            return unpack(words.view(record)[0], game.state)

        def packed(words, t):  # type: ignore[no-untyped-def]
            words[:] = pack(t).view(WORD)

        return Opening(unpacked, packed)

    @rule
    def opened(words):  # type: ignore[no-untyped-def]
        return words.view(record)[0]

    @rule
    def closed(words, t):  # type: ignore[no-untyped-def]
        pass

    return Opening(opened, closed)


@rule
def copy_words(to: Any, of: Any) -> None:
    """Copy all words of one table."""
    for word in range(len(to)):
        to[word] = of[word]


def zeros(shape: int | tuple[int, ...], kind: Any) -> Any:
    """A zeroed array on the GPU."""
    return cuda.to_device(np.zeros(shape, kind))


def turned(rows: Any) -> Any:
    """Return the same memory with its two axes exchanged; numba-cuda's own `.T` makes a copy."""
    if SIMULATED:
        return rows.T
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    made: Any = DeviceNDArray
    return made(rows.shape[::-1], rows.strides[::-1], rows.dtype, gpu_data=rows.gpu_data)


def to_host(rows: Any) -> Any:
    """Copy an array of a batch to the CPU, whichever way its axes lie."""
    is_turned = rows.ndim > 1 and rows.strides[0] < rows.strides[-1]
    return turned(rows).copy_to_host().T if is_turned else rows.copy_to_host()
