"""Notation of Bids: `play red 9`, `play 2x`, `steal black 7 from Anne`, and the reason why an action is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from bidwell.core.digits import without_zeros
from bidwell.core.errors import Reason, brief_repr
from bidwell.core.events import Words
from bidwell.core.names import folded
from bidwell.core.prose import capital
from bidwell.games.bids.components import ALLY, BLACK, BLACKS, BLANKS, CARD_NAMES, NO_CARD, STEAL
from bidwell.games.bids.state import BidsState

if TYPE_CHECKING:
    from bidwell.core.table import Table


def card_name(card: int, table: Table) -> str:
    """A card's name; a blank card has the name the players gave it."""
    if BLANKS <= card < ALLY and card - BLANKS < len(table.options["blanks"]):
        return str(table.options["blanks"][card - BLANKS][0])
    return CARD_NAMES[card] if card != NO_CARD else "nothing"


def first_name(card: int, table: Table) -> str:
    """A card's name at the beginning of a sentence."""
    name = card_name(card, table)
    return capital(name)


def times_text(times: int, table: Table) -> str:
    """`for the first time`, `for the 4th time`."""
    return f"for the {TIMES[times] if times < len(TIMES) else f'{times}th'} time"


TIMES = ("", "first", "second", "third")
WORDS: Words = {"card": card_name, "first": first_name, "ordinal": times_text}


def text(table: Table, action: int) -> str:
    if action < STEAL:
        return f"play {card_name(action, table)}"
    victim, black = divmod(action - STEAL, BLACKS)
    return f"steal {card_name(BLACK + black, table)} from {table.names[victim]}"


def action(table: Table, text: str) -> int:
    """Parse an action. A bare card such as `red 9` is accepted; case, spaces and leading zeros are ignored."""
    words = _spaced(text)
    if words.lower().startswith("steal "):
        return _steal(table, text.split(maxsplit=1)[1])
    card = words[len("play ") :] if words.lower().startswith("play ") else words
    example = _example(table) if cast(BidsState, table.state).stealing else "'play red 9'"
    return _card(table, card, f"{brief_repr(text)} is no action: say {example}")


def _card(table: Table, name: str, otherwise: str) -> int:
    """Find a card by its exact name (a blank card may be `Agent 007`), or else without leading zeros."""
    typed = name.lower()
    for wanted in (typed, " ".join(map(without_zeros, typed.split()))):
        for card in range(STEAL):
            if wanted in (card_name(card, table).lower(), CARD_NAMES[card].lower()):
                return card
    raise ValueError(otherwise)


def _spaced(text: str) -> str:
    """Collapse runs of spaces into one."""
    return " ".join(text.split())


def _steal(table: Table, words: str) -> int:
    typed, *rest = re.split(r"\sfrom\s", words, maxsplit=1, flags=re.IGNORECASE)
    card, name = _spaced(typed), "".join(rest).strip()
    number = _card(table, card, f"there is no card {brief_repr(card)}: say {_example(table)}")
    seat = _seat(table, name)
    if seat is None or not BLACK <= number < ALLY:
        raise ValueError(Reason("BID-36", f"a thief takes a black card from a player: {', '.join(table.names)}"))
    return STEAL + seat * BLACKS + number - BLACK


def _example(table: Table) -> str:
    return brief_repr(f"steal black 7 from {table.names[0]}")


def _seat(table: Table, name: str) -> int | None:
    """Find a seat by its exact name, or else ignoring spaces, or else ignoring case and apostrophes too."""
    spaced = [_spaced(each) for each in table.names]
    alike = [folded(each) for each in spaced]
    for names, wanted in ((table.names, name), (spaced, _spaced(name)), (alike, folded(_spaced(name)))):
        if wanted in names:
            return names.index(wanted)
    return None


def choices(table: Table, seat: int) -> str:
    return ", ".join(table.legal(seat)) or "nothing"


def why_not(table: Table, seat: int, action: int) -> Reason:
    state = cast(BidsState, table.state)
    if state.stealing:
        return Reason("BID-36", "the thief takes a card from the lowest bidder who has one")
    if action >= STEAL:
        return Reason("BID-36", "only the winner of a turn with the Thief steals")
    return Reason("BID-07", f"{card_name(action, table)} is not in your hand")
