"""What a bid would lead to, from the view alone: the rules run on a copy."""

from __future__ import annotations

from typing import cast

from rich.text import Text

from bidwell.cli.chronicle import chronicle
from bidwell.cli.scenes import plain
from bidwell.core.events import Event, events
from bidwell.core.table import View
from bidwell.games.serengeti.components import CHIPS, DIGIT, DISCARD, HIGHEST_BID, PASS
from bidwell.games.serengeti.events import FREE_LOT, FREE_LOT_AGAIN, PAID_FOR_PASSING
from bidwell.games.serengeti.rules import legal, opener, who_gets_the_money
from bidwell.games.serengeti.state import SerengetiState


def payments(state: SerengetiState, winner: int, price: int) -> tuple[list[int], int]:
    """What each seat would be paid at this price, and what would be left for the bank (SER-19 to SER-23)."""
    then = _penniless(state)
    who_gets_the_money(then, winner, price)
    then.chips[winner] = 0
    return then.chips[: state.players], then.bank


def told_payments(view: View, winner: int, price: int) -> list[Event]:
    """The events of these payments."""
    then, table = _penniless(cast(SerengetiState, view.state)), view.imagine(0)
    then.journal = []
    who_gets_the_money(then, winner, price)
    return events(then.journal, table.game.words, table)


def _penniless(state: SerengetiState) -> SerengetiState:
    """A copy in which nobody has chips, so that after a payment the chips are the amounts paid."""
    then = state.copy()
    then.chips = [0] * len(state.chips)
    then.bank = 0
    return then


def allowed(state: SerengetiState, seat: int) -> list[int]:
    """The bids this seat may make. A seat with hidden chips may bid any amount."""
    then = state.copy()
    then.chips = [CHIPS if chips is None else chips for chips in state.chips]
    out = [0] * (HIGHEST_BID + 1)
    return [action for action in out[: legal(then, seat, out)] if action != PASS]


def forbidding(state: SerengetiState, seat: int, price: int) -> list[int]:
    """The seat's cards that carry the price's last digit (SER-13)."""
    return [card for card, place in enumerate(state.owner) if place == seat and DIGIT[card] == price % 10]


def standing(view: View) -> Text:
    """What happens if nobody bids more, and what passing earns."""
    state, names = cast(SerengetiState, view.state), view["names"]
    if state.bidder < 0:
        free = FREE_LOT_AGAIN if state.sitting_out else FREE_LOT
        line = Text(f"No bid yet; if all pass, {names[opener(state)]} gets the lot free").append(
            f" {free.clause}", "clause"
        )
    else:
        line = Text.assemble((f"{names[state.bidder]} bids {state.price}", "price"), f"; if it wins: {_paid(view)}")
    for event in view.would("pass").events if view.actions else []:
        if event.name == PAID_FOR_PASSING.name and event.values["amount"]:
            line.append(f" · passing earns {event.values['amount']}").append(f" {event.clause}", "clause")
    return line


def _paid(view: View) -> str:
    state = cast(SerengetiState, view.state)
    paid, bank = payments(state, state.bidder, state.price)
    parts = [f"{name} +{amount}" for name, amount in zip(view["names"], paid, strict=True) if amount]
    return ", ".join([*parts, f"bank +{bank}"] if bank else parts)


def consequence(view: View, action: int) -> list[Text]:
    """What this action would do: for a bid, if it wins; for a pass or a discard, at once."""
    state = cast(SerengetiState, view.state)
    if action == PASS or action >= DISCARD or action not in view.actions:
        return plain.consequence(view, action)
    chips = state.chips[state.turn]
    if chips < action:
        return [Text(f"If nobody bids more than {action}, you cannot pay it: you have {chips} (SER-16).")]
    return [Text(f"If {action} wins the lot:"), *chronicle(told_payments(view, state.turn, action))]
