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
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode calls letters or symbols, but that show nothing."""
ACCENT = "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]"
STACKED = re.compile(f"({ACCENT}{{2}}){ACCENT}+")
LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕԁһкмтвнαβενορτυχικ01|",
    "aeopcyxijsdhkmtbhabevoptuxikoll",
)
"""Cyrillic and Greek letters and digits, and the Latin letters that they look like."""


def plain(text: str) -> str:
    """Return the text on one line, without unprintable or blank characters and with two accents a letter at most."""
    text = unicodedata.normalize("NFC", text)
    letters = (" " if letter.isspace() else letter for letter in text if letter not in BLANK)
    kept = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "C" and letter.isprintable())
    return " ".join(STACKED.sub(r"\1", kept).split())


def look(name: str) -> str:
    """Return a key that is equal for names that look alike."""
    folded_name = folded(unicodedata.normalize("NFKD", name).casefold())
    base = "".join(letter for letter in folded_name if not unicodedata.combining(letter))
    return base.translate(LOOK_ALIKE).replace("i", "l").replace(" ", "")


def cleaned(name: str, game: Game, taken: Collection[str]) -> str:
    """Return a name that a record can hold and that nobody at the table has: `Anne 2` if Anne is taken."""
    name = " ".join(MARKUP.sub("", plain(name)).split())[:LONGEST_NAME].strip()
    shows = any(unicodedata.category(letter)[0] not in "MZ" for letter in name)
    if not shows or look(name) in {look(word) for word in (YOU, *game.reserved_names)}:
        name = GUEST
    return _another(name, {look(other) for other in taken})


def bot_name(taken: Collection[str]) -> str:
    """Return the first free name for a bot."""
    known = {look(other) for other in taken}
    return next((name for name in DEFAULT_NAMES if look(name) not in known), None) or _another(DEFAULT_NAMES[0], known)


def _another(name: str, taken: Collection[str]) -> str:
    number, found = 1, name
    while look(found) in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - 3].strip()} {number}"
    return found
