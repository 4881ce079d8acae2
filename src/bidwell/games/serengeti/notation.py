"""Notation of Serengeti: `pass`, `bid 7`, `discard Nuba 6`, and the reason why an action is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bidwell.core.digits import is_number, value_of, without_zeros
from bidwell.core.errors import Reason, brief_repr
from bidwell.core.events import Words
from bidwell.games.serengeti.components import CARD_NAMES, DIGIT, DISCARD, HIGHEST_BID, PASS
from bidwell.games.serengeti.state import SerengetiState

if TYPE_CHECKING:
    from bidwell.core.table import Table


def _chips(amount: int, table: Table | None = None) -> str:
    return "1 chip" if amount == 1 else f"{amount or 'no'} chips"


def a_digit(digit: int, table: Table | None = None) -> str:
    """A digit with its article: `an 8`."""
    return f"an {digit}" if digit == 8 else f"a {digit}"


def _cards(mask: int, table: Table) -> str:
    return ", ".join(name for card, name in enumerate(CARD_NAMES) if mask >> card & 1)


WORDS: Words = {
    "chips": _chips,
    "card": lambda card, table: CARD_NAMES[card],
    "cards": _cards,
    "digit": a_digit,
    "count": lambda count, table: "a card" if count == 1 else f"{count} cards",
}


def text(table: Table, action: int) -> str:
    if action == PASS:
        return "pass"
    return f"discard {CARD_NAMES[action - DISCARD]}" if action >= DISCARD else f"bid {action}"


def action(table: Table, text: str) -> int:
    """Parse an action. `7` means `bid 7`; case, spaces and leading zeros are ignored."""
    words = [without_zeros(word) for word in text.lower().split()]
    if words == ["pass"]:
        return PASS
    if words and is_number(words[-1]) and words[:-1] in ([], ["bid"]):
        return _bid(value_of(words[-1], HIGHEST_BID))
    if words and words[0] == "discard":
        return _discard(" ".join(words[1:]))
    discarding = cast(SerengetiState, table.state).discarding
    examples = f"'discard {CARD_NAMES[2]}'" if discarding else "'pass' or 'bid 7'"
    raise ValueError(f"{brief_repr(text)} is no action: say {examples}")


def _bid(bid: int) -> int:
    if bid < 1:
        raise ValueError(Reason("SER-07", "a bid is at least 1"))
    if bid > HIGHEST_BID:
        raise ValueError(Reason("SER-15", f"a bid is at most {HIGHEST_BID}"))
    return bid


def _discard(card: str) -> int:
    for number, name in enumerate(CARD_NAMES):
        if name.lower() == card:
            return DISCARD + number
    raise ValueError(
        Reason("SER-02", f"there is no card {brief_repr(card)}: a card is a tribe and a digit, like {CARD_NAMES[2]}")
    )


def choices(table: Table, seat: int) -> str:
    """List the legal actions in short form: `pass, bid 8 to 65 but none ending in 3 or 6`."""
    state = cast(SerengetiState, table.state)
    actions = table.legal_actions(seat)
    if not actions:
        return "nothing"
    if state.discarding:
        return ", ".join(text(table, action) for action in actions)
    bids = [action for action in actions if action != PASS]
    if not bids:
        return "pass"
    struck = [str(digit) for digit in range(10) if state.held[seat][digit]]
    but = f" but none ending in {' or '.join(struck)}" if struck and bids[0] != bids[-1] else ""
    return f"pass, bid {bids[0]}" + (f" to {bids[-1]}{but}" if bids[0] != bids[-1] else "")


def why_not(table: Table, seat: int, action: int) -> Reason:
    state = cast(SerengetiState, table.state)
    if state.discarding:
        return _why_not_discarded(state, seat, action)
    if action >= DISCARD:
        return Reason("SER-16", "only a winner who cannot pay discards a card")
    if action <= state.price:
        return Reason("SER-07", f"a bid must be higher than the last one, {state.price}")
    if not state.overbid and action > state.chips[seat]:
        return Reason("SER-15", f"you have {_chips(state.chips[seat])}, and may not bid more at this table")
    cards = [name for card, name in enumerate(CARD_NAMES) if state.owner[card] == seat and DIGIT[card] == action % 10]
    return Reason("SER-13", f"you own a card with {a_digit(action % 10)} ({', '.join(cards)})")


def _why_not_discarded(state: SerengetiState, seat: int, action: int) -> Reason:
    if action < DISCARD:
        return Reason("SER-16", "you could not pay, and must discard one of your cards")
    return Reason("SER-16", f"{CARD_NAMES[action - DISCARD]} is not among your cards")
