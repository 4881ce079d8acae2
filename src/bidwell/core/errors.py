"""What is said to someone whose input cannot be taken: one sentence, what is wrong and what would be right."""

from __future__ import annotations


class Refused(ValueError):
    """Input that Bidwell does not take; nothing has changed. Its message is meant for people."""


class IllegalAction(Refused):
    """The rules do not allow it: the message names the clause and what would be legal."""


class BadDeal(Refused):
    """No such game, or not with these players, names, options or seed."""


class BadPosition(Refused):
    """A position that cannot be."""


class BadRecord(Refused):
    """A record that cannot be read or does not follow the rules."""
