"""What is said to someone whose input cannot be taken: one sentence, what is wrong and what would be right."""

from __future__ import annotations

from typing import NamedTuple

LONGEST_ECHO = 60


def brief_repr(value: object) -> str:
    """What somebody gave, for a message to them: short, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list
        text = f"<a {type(value).__name__}>"
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"


class Reason(NamedTuple):
    """Why something is not allowed: the clause that says so, if one does, and a sentence."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.text}" if self.clause else self.text


class Refused(ValueError):
    """Input that Bidwell does not take; nothing has changed. Its message is meant for people."""

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(str(Reason(clause, reason)))
        self.reason = reason
        """What is wrong, without the clause."""
        self.clause = clause
        """The clause of the rulebook that says so; empty if none does."""


class IllegalAction(Refused):
    """The rules do not allow it. The message names the clause and what would be legal."""

    def __init__(self, reason: str, clause: str = "", legal: str = "") -> None:
        super().__init__(f"{reason}; legal now: {legal}" if legal else reason, clause)


class BadDeal(Refused):
    """No such game, or not with these players, names, options or seed."""


class BadPosition(Refused):
    """A position that cannot be."""


class BadRecord(Refused):
    """A record that cannot be read or does not follow the rules."""


class BotFailed(Refused):
    """A program in a seat did not start, stay or answer as it should; it has been ended and does not play on."""

    def __init__(self, sentence: str, last_words: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.last_words = last_words
        """The last lines it wrote to its standard error, for those who look for the mistake in it."""
