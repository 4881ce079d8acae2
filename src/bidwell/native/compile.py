"""Compile rules with Numba and cache the result on disk."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.extending import overload, register_jitable, typeof_impl

from bidwell.core.events import EventType, tell, whisper
from bidwell.core.rule import RULES
from bidwell.core.state import copy_state
from bidwell.native.cache import CLASSES, BySource
from bidwell.native.sources import sources_digest

LONG_UNUSED = 30 * 24 * 3600
"""Seconds after which unused compiled code is removed."""

_FLAGS: dict[str, Any] = {"nogil": True, "cache": True, "error_model": "numpy", "_nrt": False}
"""Rules allocate nothing, so `_nrt` turns off Numba's reference counting of arrays."""

_compilable: set[Callable[..., Any]] = set()


def jit(function: Callable[..., Any]) -> Any:
    """Compile `function` and the rules it calls to machine code that releases the GIL."""
    _register_rules()
    BySource.folder = _cache_folder()
    numba.config.CACHE_LOCATOR_CLASSES = CLASSES  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(BySource.folder)  # type: ignore[attr-defined]
    return numba.njit(**_FLAGS)(function)


def _register_rules() -> None:
    """Make the rules loaded since the last call available to Numba. The functions themselves do not change."""
    for function in RULES:
        if function not in _compilable:
            register_jitable(forceinline=True)(function)
            _compilable.add(function)


@cache
def _cache_folder() -> Path:
    """Return the cache folder for exactly these sources, so that compiled code is never stale."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "bidwell" / sources_digest(f"{numba.__version__} {sys.version}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # mark it as used for `sweep`
        sweep(folder.parent)
    except OSError:  # the cache is not writable: compile for this run only
        folder = Path(tempfile.mkdtemp(prefix="bidwell-"))
    return folder


def sweep(home: Path) -> None:
    """Remove cache folders that have not been used for a long time."""
    for folder in home.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > LONG_UNUSED:
            shutil.rmtree(folder, ignore_errors=True)


@overload(copy_state, strict=False)
def _copy_record(tables: Any, to: Any, of: Any) -> Any:
    def copied(tables: Any, to: Any, of: Any) -> None:
        tables[to] = tables[of]

    return copied


# Events are for people, so machine code leaves out `tell` and `whisper`.

_EVENT_TYPE = types.Dummy("EventType")


@typeof_impl.register(EventType)
def _typeof_event_type(value: EventType, context: Any) -> types.Type:
    return _EVENT_TYPE


@overload(tell, strict=False)
def _tell_nobody(t: Any, kind: Any, *values: Any) -> Any:
    return lambda t, kind, *values: None


@overload(whisper, strict=False)
def _whisper_nobody(t: Any, audience: Any, kind: Any, *values: Any) -> Any:
    return lambda t, audience, kind, *values: None
