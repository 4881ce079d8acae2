"""Cleans the names and chat lines that people type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from bidwell.core.game import DEFAULT_NAMES, Game
from bidwell.core.names import LONGEST_NAME, RESERVED_MARKS, folded

MARKUP = re.compile(f"[<>&`{re.escape(RESERVED_MARKS)}]")
GUEST, YOU = "Guest", "you"
"""The name of a player who gives none; and a name nobody may have, because texts address the reader by it."""
SPECTATOR = "A spectator"
"""The sender shown for lines of spectators in the chat."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159"
"""Characters that Unicode calls letters or symbols, but that show nothing."""
ACCENT = "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]"
STACKED = re.compile(f"({ACCENT}{{2}}){ACCENT}+")
MOST_MARKS = 3
"""Number of marks that a letter has at most, in scripts that write vowels and tones as marks."""
LOOK_ALIKES = {
    "a": "аАαΑɑᎪꓮⲀ⍺∀ᗩΛʌɅ𐌀",
    "b": "вВьЬβΒᏴꓐⲂᖯᗷᑲᏸ",
    "c": "сСϲϹᏟꓚⲤ",
    "d": "ԁԀđĐᎠꓓᑯ",
    "e": "еЕεΕᎬꓰⲈ℮ꬲɛεҽҿⴹ",
    "f": "ꓝſϜϝ",
    "g": "ɡԍԌցᏀꓖ",
    "h": "һҺнНΗհħᎻꓧⲎ",
    "i": "іІιΙıᏆꓲⲒɩƖǀ",
    "j": "јЈϳͿյᎫꓙȷᒍ",
    "k": "кКκΚᏦꓗⲔᛕ",
    "l": "ӏӀ1|łŁᏞꓡ∣⎸ⵏןا׀︳│⏐ꟾ⎢❘",
    "m": "мМΜᎷꓟⲘᗰϺ",
    "n": "пηΝոՈꓠⲚ",
    "o": "оОοΟσօՕ0øØꓳⲞ○◯⚪𐐄ဝסهⵔⵙ⚬◌ᴑꬽഠ〇𐓪ߋѲѳ",
    "p": "рРρΡᏢꓑⲢ",
    "q": "ԛԚզ",
    "r": "гᏒꓣꭇᴦ",
    "s": "ѕЅՏᏚꓢ",
    "t": "тТτΤŧᎢꓔⲦ",
    "u": "υսՍꓴꭎꭒ",
    "v": "νѵѴᏙꓦ∨⋁ʋ",
    "w": "ωԝԜѡᏔꓪⲰ",
    "x": "хХχΧꓫⲬ×✕╳⨯ᕁᚷ",
    "y": "уУүҮγΥᎩꓬⲨ",
    "z": "ζΖᏃꓜⲌ",
}
"""Latin letters, and the letters of other scripts, digits and letters with strokes that look like them."""
_LETTERS = {other: letter for letter, others in LOOK_ALIKES.items() for other in others}
_LATIN = str.maketrans({other.lower(): letter for other, letter in _LETTERS.items()} | _LETTERS)
LATIN_NAME = re.compile(
    r"(?:LATIN|INDICATOR SYMBOL)(?: SMALL| CAPITAL)? LETTER(?: SMALL CAPITAL)? ([A-Z])(?: WITH .*)?$"
)
"""The end of Unicode's name of a Latin letter: with a stroke or a hook, as a small capital, in a circle or a square."""


def plain(text: str) -> str:
    """Return the text on one line, without unprintable or blank characters and with two accents a letter at most."""
    text = unicodedata.normalize("NFC", text)
    letters = (" " if letter.isspace() else letter for letter in text if letter not in BLANK)
    kept = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "C" and letter.isprintable())
    return " ".join(_with_few_marks(STACKED.sub(r"\1", kept)).split())


def _with_few_marks(text: str) -> str:
    """Return the text without marks that are repeated often or stacked higher than any script needs."""
    kept, marks = list[str](), ""
    for letter in text:
        marks = marks + letter if unicodedata.category(letter)[0] == "M" else ""
        if len(marks) <= MOST_MARKS and marks.count(letter) <= 2:
            kept.append(letter)
    return "".join(kept)


@lru_cache(maxsize=4096)
def lookalike_key(name: str) -> str:
    """Return a key that is equal for names that look alike; punctuation between letters does not count."""
    base = "".join(map(_plain_letter, unicodedata.normalize("NFKD", name))).translate(_LATIN)
    letters = [letter for letter in folded(base.casefold()) if unicodedata.category(letter)[0] not in "MPZ"]
    return "".join(letters).replace("i", "l").replace("rn", "m").replace("vv", "w") or name


def _plain_letter(letter: str) -> str:
    """Return the Latin letter or the digit that this one is a form of; otherwise the letter."""
    found = LATIN_NAME.search(unicodedata.name(letter, ""))
    return found[1] if found else str(unicodedata.digit(letter, letter))


def cleaned(name: str, game: Game, taken: Collection[str]) -> str:
    """Return a name that a record can hold and that nobody at the table has: `Anne 2` if Anne is taken."""
    plain_name = plain(unicodedata.normalize("NFKC", name))
    name = " ".join(MARKUP.sub("", plain_name).split())[:LONGEST_NAME].strip()
    shows = any(unicodedata.category(letter)[0] not in "MZ" for letter in name)
    if not shows or lookalike_key(name) in {lookalike_key(word) for word in (YOU, SPECTATOR, *game.reserved_names)}:
        name = GUEST
    return _another(name, {lookalike_key(other) for other in taken})


def bot_name(taken: Collection[str]) -> str:
    """Return the first free name for a bot."""
    known = {lookalike_key(other) for other in taken}
    return next((name for name in DEFAULT_NAMES if lookalike_key(name) not in known), None) or _another(
        DEFAULT_NAMES[0], known
    )


def _another(name: str, taken: Collection[str]) -> str:
    number, found = 1, name
    while lookalike_key(found) in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - 3].strip()} {number}"
    return found
