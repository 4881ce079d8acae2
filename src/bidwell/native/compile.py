"""Compiling rules with Numba, and where the compiled code is kept."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.extending import overload, register_jitable, typeof_impl

import bidwell
from bidwell.core.events import Telling, tell, whisper
from bidwell.core.rule import RULES

_compilable: set[Callable[..., Any]] = set()


def jit(function: Callable[..., Any]) -> Any:
    """`function` as machine code that runs outside Python's lock, and everything it calls among the rules."""
    _register_rules()
    numba.config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]
    return numba.njit(nogil=True, cache=True, error_model="numpy")(function)


def _register_rules() -> None:
    """Tell Numba of the rules loaded since the last time; they stay plain functions for everybody else."""
    for function in RULES:
        if function not in _compilable:
            register_jitable(function)
            _compilable.add(function)


@cache
def _cache_folder() -> Path:
    """A folder for code compiled from exactly these sources, so that it is never stale after a change."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "bidwell" / sources_digest()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def sources_digest() -> str:
    """A digest of every source file of the package and of what compiles it."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    root = Path(bidwell.__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


# What is told is for people: machine code leaves it out altogether.

_TELLING = types.Dummy("Telling")


@typeof_impl.register(Telling)
def _typeof_telling(value: Telling, context: Any) -> types.Type:
    return _TELLING


@overload(tell, strict=False)
def _tell_nobody(t: Any, telling: Any, *values: Any) -> Any:
    return lambda t, telling, *values: None


@overload(whisper, strict=False)
def _whisper_nobody(t: Any, audience: Any, telling: Any, *values: Any) -> Any:
    return lambda t, audience, telling, *values: None
