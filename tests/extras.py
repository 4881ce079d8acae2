"""Packages that some tests need and not everybody has installed."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest


def needed(module: str, package: str) -> Any:
    """Import an optional module; without it skip the test, or fail where everything has to be checked."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        why = f"{package} is not installed: what needs it is not tried"
        (pytest.fail if os.environ.get("BIDWELL_CHECK_ALL") else pytest.skip)(why)
