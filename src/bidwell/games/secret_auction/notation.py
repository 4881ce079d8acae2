"""Notation of The Secret Auction House: `keep SEC-44`, `bid 3+7`, `pass`, `recover`, and reasons for refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import Reason, brief_repr
from bidwell.core.events import Words
from bidwell.core.prose import counted, listed
from bidwell.games.secret_auction.components import (
    BID,
    KEEP,
    MONEY,
    PASS,
    RECOVER,
    REQUEST_CLAUSES,
    REQUEST_NAMES,
    STARS,
    TYPES,
)
from bidwell.games.secret_auction.rules import bid_size, item_in_sight, money_at_hand, stars_of
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import count_of

if TYPE_CHECKING:
    from bidwell.core.table import Table


def _values(money: int) -> list[str]:
    """The values of money cards, the lowest first."""
    return [str(value) for value in range(1, MONEY + 1) if money >> (value - 1) & 1]


def money_text(money: int) -> str:
    """Money cards: `3+7`."""
    return "+".join(_values(money)) or "nothing"


def request_text(request: int) -> str:
    """A request: `the Bargain Hunter`."""
    return REQUEST_NAMES[request]


def item_text(item: int) -> str:
    """An item: `Ruby ★★`."""
    return f"{TYPES[item // STARS]} {'★' * stars_of(item)}"


def cards_text(count: int) -> str:
    return counted(count, "money card")


WORDS: Words = {
    "money": lambda money, table: money_text(money),
    "request": lambda request, table: request_text(request),
    "item": lambda item, table: item_text(item),
    "cards": lambda count, table: cards_text(count),
}


def text(table: Table, action: int) -> str:
    if action < PASS:
        return f"keep {REQUEST_CLAUSES[action - KEEP]}"
    if action >= BID:
        return f"bid {money_text(action - BID)}"
    return "pass" if action == PASS else "recover"


def phrase(table: Table, action: int) -> str:
    """Return an action in words: `take back the pile`, `bid 3 and 7`, `keep the Saver`."""
    if action >= BID:
        return f"bid {listed(_values(action - BID))}"
    if action < PASS:
        return f"keep {request_text(action - KEEP)}"
    return "take back the pile" if action == RECOVER else "pass"


def action(table: Table, text: str) -> int:
    """Parse an action. Also accepts `3 7` or `3+7`, a bare name of a request, any case, spaces and leading zeros."""
    words = text.lower().replace("+", " ").replace(",", " ").split()
    if words in (["pass"], ["recover"]):
        return PASS if words == ["pass"] else RECOVER
    if words and words[0] == "keep":
        return _keep(" ".join(words[1:]))
    cards = words[1:] if words[:1] == ["bid"] else words
    if cards and all(map(is_number, cards)):
        return _bid([value_of(card, MONEY) for card in cards])
    request = _request(" ".join(words))
    if request is not None:
        return KEEP + request
    choosing = cast(SecretAuctionState, table.state).turned == 0
    examples = f"'keep {REQUEST_NAMES[4]}'" if choosing else "'bid 3+7', 'pass' or 'recover'"
    raise ValueError(f"{brief_repr(text)} is no action: say {examples}")


def _request(name: str) -> int | None:
    for request, (clause, known) in enumerate(zip(REQUEST_CLAUSES, REQUEST_NAMES, strict=True)):
        if name in (clause.lower(), known.lower(), known.lower().removeprefix("the ")):
            return request
    return None


def _keep(name: str) -> int:
    request = _request(name)
    if request is not None:
        return KEEP + request
    raise ValueError(Reason("SEC-04", f"there is no request {brief_repr(name)}: say 'keep {REQUEST_NAMES[4]}'"))


def _bid(cards: list[int]) -> int:
    if not all(1 <= card <= MONEY for card in cards) or len(set(cards)) < len(cards):
        raise ValueError(Reason("SEC-01", f"money cards are 1 to {MONEY}, one of each"))
    return BID + sum(1 << (card - 1) for card in cards)


def choices(table: Table, seat: int) -> str:
    """List the legal actions in short form: `bid 2 of the money cards 1 3 7 10, pass or recover`."""
    state = cast(SecretAuctionState, table.state)
    actions = table.legal_actions(seat)
    if state.turned == 0 or not actions:
        return " or ".join(f"keep {request_text(each - KEEP)}" for each in actions) or "nothing"
    size = bid_size(state, item_in_sight(state))
    *others, last = [
        f"bid {size} of the money cards {money_text(money_at_hand(state, seat)).replace('+', ' ')}",
        *(text(table, each) for each in actions if each in (PASS, RECOVER)),
    ]
    return f"{', '.join(others)} or {last}" if others else last


def why_not(table: Table, seat: int, action: int) -> Reason:
    state = cast(SecretAuctionState, table.state)
    if state.turned == 0:
        return Reason("SEC-04", "first each keeps one of the two requests dealt")
    if action < PASS:
        return Reason("SEC-04", "requests are chosen before the first item, for the whole game")
    if action == PASS:
        return Reason("SEC-15", "you must bid while you can: a pass costs a chip, and you have none left")
    if action == RECOVER:
        return Reason("SEC-31", "taking the pile back needs a chip and a pile that is not empty, at most once an item")
    size = bid_size(state, item_in_sight(state))
    if count_of(action - BID) != size:
        return Reason("SEC-10", f"a bid for this item has exactly {cards_text(size)}")
    missing = listed(_values((action - BID) & ~money_at_hand(state, seat)))
    return Reason("SEC-10", f"you do not have {missing} in hand")
