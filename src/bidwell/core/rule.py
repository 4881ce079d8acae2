"""A rule is a plain function on a state. It is registered so that native code can compile it later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """Register `function` and return it unchanged, so that the interpreter calls it directly."""
    RULES.append(function)
    return function
