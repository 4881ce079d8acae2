"""Compiling kernels with numba-cuda: the rules are registered for that target too, and stay plain functions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FunctionType
from typing import Any

import numba
import numpy as np

from bidwell.core.events import EventType, tell, whisper
from bidwell.core.rule import RULES

if not hasattr(np, "row_stack"):  # gone from NumPy, but numba-cuda looks it up when it is imported
    np.row_stack = np.vstack

cuda: Any = import_module("numba.cuda")

SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""Whether this is Numba's simulator (NUMBA_ENABLE_CUDASIM=1), which runs kernels in the interpreter."""

_compilable: set[Callable[..., Any]] = set()
_compiling = threading.Lock()


def kernel(function: Callable[..., Any], signature: Any) -> Any:
    """`function` as a kernel for arguments of these types, compiled now, with everything it calls among the rules."""
    if SIMULATED:
        return cuda.jit(function)
    _register_rules()
    with _compiling, _for_rules_only():
        return cuda.jit(signature, shared_memory_carveout="MaxL1")(function)


def _register_rules() -> None:
    """Tell numba-cuda of the rules loaded since the last time."""
    if not _compilable:
        _tell_nobody()
        _count_plainly()
    for function in RULES:
        if function not in _compilable:
            _register(function)
            _compilable.add(function)


def _register(function: Callable[..., Any]) -> None:
    device_function = with_arrays(function)
    _extending().overload(function, strict=False)(lambda *args: device_function)


def with_arrays(function: Any) -> Any:
    """The same function, which finds arrays where its module has tuples of numbers.

    numba-cuda compiles a look-up in a tuple to a tree of branches. The threads of a warp take all of them in turn.
    """
    found = {name: _array(function.__globals__.get(name)) for name in function.__code__.co_names}
    arrays = {name: array for name, array in found.items() if array is not None}
    space = {**function.__globals__, **arrays}
    return FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)


def _array(value: Any) -> Any:
    """A tuple of whole numbers as an array, as small as can be; None for anything else."""
    if not isinstance(value, tuple) or not value or any(type(each) is not int for each in value):
        return None
    return np.array(value, np.min_scalar_type(-1 - max(abs(each) for each in value)))


@contextmanager
def _for_rules_only() -> Iterator[None]:
    """Compile for what rules do, which is less than what any kernel may do.

    No rule counts from the end of a row (a test watches them), so that no index need be compared with 0. Constant
    arrays go to global memory: constant memory serves threads one by one that look up different places.
    """
    rows: Any = import_module("numba.cuda.np.arrayobj")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    kept = rows.fix_integer_index, nvvm.ADDRSPACE_CONSTANT
    rows.fix_integer_index, nvvm.ADDRSPACE_CONSTANT = _index, nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        rows.fix_integer_index, nvvm.ADDRSPACE_CONSTANT = kept


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Instead of numba-cuda's own function: the index as it is, as wide as an address."""
    types = device_types()
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _count_plainly() -> None:
    """Have loops over a range add 1 and compare, no more.

    numba-cuda keeps the number of an iterator that has ended as it was, which takes six more instructions a turn.
    No rule reads it, so every loop behaves the same.
    """
    types = device_types()
    for number, kind in ((types.int32, types.range_iter32_type), (types.int64, types.range_iter64_type)):
        _count_plainly_by(number, kind)


def _count_plainly_by(number: Any, kind: Any) -> None:
    """The same for loops over numbers of one type; `kind` is the type of their iterator."""
    helpers, ranges = import_module("numba.cuda.cgutils"), import_module("numba.cuda.cpython.rangeobj")
    lowering = import_module("numba.cuda.core.imputils")

    def following(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
        loop = helpers.create_struct_proxy(kind)(context, builder, args[0])
        count, value = builder.load(loop.count), builder.load(loop.iter)
        result.set_valid(builder.icmp_signed(">", count, context.get_constant(number, 0)))
        result.yield_(value)
        builder.store(builder.sub(count, context.get_constant(number, 1), flags=["nsw"]), loop.count)
        builder.store(builder.add(value, loop.step), loop.iter)

    ranges.registry.lower("iternext", kind)(lowering.iternext_impl(lowering.RefType.BORROWED)(following))


def _tell_nobody() -> None:
    """Events are for people, so kernels leave them out."""
    extending, types = _extending(), device_types()
    event_type = types.Dummy("EventType")
    extending.typeof_impl.register(EventType)(lambda value, context: event_type)

    def no_tell(t, kind, *values):  # type: ignore[no-untyped-def]
        return lambda t, kind, *values: None

    def no_whisper(t, audience, kind, *values):  # type: ignore[no-untyped-def]
        return lambda t, audience, kind, *values: None

    extending.overload(tell, strict=False)(no_tell)
    extending.overload(whisper, strict=False)(no_whisper)


def device_types() -> Any:
    """The module with the types of arguments; the simulator needs none."""
    return import_module("numba.cuda.types")


def _extending() -> Any:
    """The module with which numba-cuda is extended; the simulator has none."""
    return import_module("numba.cuda.extending")
