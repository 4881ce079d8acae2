"""Packages that some tests need and not everybody has installed."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

ALL = bool(os.environ.get("BIDWELL_CHECK_ALL"))


def needed(module: str, package: str) -> Any:
    """Import an optional module; without it skip the test, or fail where everything has to be checked."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        (pytest.fail if ALL else pytest.skip)(f"{package} is not installed: what needs it is not tried")


def needed_module(name: str, why: str) -> None:
    """Leave the tests of this file out if a module is missing; with BIDWELL_CHECK_ALL that is an error."""
    if find_spec(name) is None:
        if ALL:
            raise RuntimeError(why)
        pytest.skip(why, allow_module_level=True)
