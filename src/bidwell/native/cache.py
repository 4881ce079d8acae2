"""Where compiled code is kept: by the contents of its sources, so that every copy of the same sources shares it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import _CacheLocator

import bidwell

ROOT = os.path.dirname(os.path.abspath(bidwell.__file__)) + os.sep


class BySource(_CacheLocator):
    """Locates the compiled code of a function of this package in `folder`, which is named after the sources."""

    folder: Path

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._module = os.path.relpath(file, ROOT).replace(os.sep, ".")
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> BySource | None:
        """Return the locator of a function; None for a function of another package, which Numba places itself."""
        return cls(function, file) if os.path.abspath(file).startswith(ROOT) else None

    def get_cache_path(self) -> str:
        return str(self.folder / self._module)

    def get_source_stamp(self) -> str:
        """The folder's name stands for the sources, whatever their place and age."""
        return self.folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


CLASSES = f"{__name__}.{BySource.__name__},UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator"
"""What Numba asks for the place of compiled code, in order."""
