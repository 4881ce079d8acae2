"""Errors for invalid input. Each message is one sentence: what is wrong and what would be right."""

from __future__ import annotations

from typing import NamedTuple

LONGEST_ECHO = 60


def brief_repr(value: object) -> str:
    """Return a short representation of a value that was given, for an error message."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer with thousands of digits, or deeply nested lists
        text = f"<a {type(value).__name__}>"
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"


class Reason(NamedTuple):
    """Why something is not allowed: a sentence, and the clause that says so (empty if there is none)."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.text}" if self.clause else self.text


class Refused(ValueError):
    """Invalid input. Nothing has changed. The message is written for people."""

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(str(Reason(clause, reason)))
        self.reason = reason
        """The message without the clause."""
        self.clause = clause
        """The clause of the rulebook that forbids it; empty if there is none."""


class IllegalAction(Refused):
    """The rules do not allow this action. The message names the clause and the legal actions."""

    def __init__(self, reason: str, clause: str = "", legal: str = "") -> None:
        super().__init__(f"{reason}; legal now: {legal}" if legal else reason, clause)


class BadDeal(Refused):
    """The game does not exist, or does not accept these players, names, options or this seed."""


def check_count(name: str, value: object) -> None:
    """Raise BadDeal if the value of a parameter of this name is not a whole number from 1 on."""
    if type(value) is not int or value < 1:  # True is an int in Python, but no number of games
        raise BadDeal(f"{name} is a whole number, at least 1, not {brief_repr(value)}")


class BadPosition(Refused):
    """A position that is malformed or impossible under the rules."""


class BadRecord(Refused):
    """A record that is malformed or breaks the rules."""


class OtherRules(BadRecord):
    """A record that was written under another version of the rules."""


class BotFailed(Refused):
    """An external bot did not start, exited early or gave an invalid answer. Its process has been ended."""

    def __init__(self, sentence: str, last_words: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.last_words = last_words
        """The last lines of its standard error, to help its author find the mistake."""
