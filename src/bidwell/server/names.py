"""Cleans the names and chat lines that people type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from bidwell.core.game import DEFAULT_NAMES, Game
from bidwell.core.names import LONGEST_NAME, RESERVED_MARKS, folded

MARKUP = re.compile(f"[<>&`{re.escape(RESERVED_MARKS)}]")
GUEST, YOU = "Guest", "you"
"""The name of a player who gives none; and a name nobody may have, because texts address the reader by it."""


def plain(text: str) -> str:
    """Return the text on one line, without control, format and other unprintable characters."""
    text = unicodedata.normalize("NFC", text)
    letters = (" " if letter.isspace() else letter for letter in text)
    kept = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "C" and letter.isprintable())
    return " ".join(kept.split())


def cleaned(name: str, game: Game, taken: Collection[str]) -> str:
    """Return a name that a record can hold and that nobody at the table has: `Anne 2` if Anne is taken."""
    name = " ".join(MARKUP.sub("", plain(name)).split())[:LONGEST_NAME].strip()
    if not name or name.lower() in {YOU, *game.reserved_names}:
        name = GUEST
    return _another(name, {folded(other) for other in taken})


def bot_name(taken: Collection[str]) -> str:
    """Return the first free name for a bot."""
    known = {folded(other) for other in taken}
    return next((name for name in DEFAULT_NAMES if folded(name) not in known), None) or _another(
        DEFAULT_NAMES[0], known
    )


def _another(name: str, taken: Collection[str]) -> str:
    number, found = 1, name
    while folded(found) in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - 3].strip()} {number}"
    return found
