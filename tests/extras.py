"""Tests of an extra that is not installed are left out, unless everything has to be checked."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

ALL = bool(os.environ.get("BIDWELL_CHECK_ALL"))


def needed_module(name: str, why: str) -> None:
    """Leave the tests of this file out if a module is missing; with BIDWELL_CHECK_ALL that is an error."""
    if find_spec(name) is None:
        if ALL:
            raise RuntimeError(why)
        pytest.skip(why, allow_module_level=True)
