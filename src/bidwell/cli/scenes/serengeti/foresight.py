"""What an action would lead to, in words."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes import plain
from bidwell.core.prose import capital
from bidwell.core.table import View
from bidwell.games.serengeti.components import DISCARD, PASS
from bidwell.games.serengeti.events import FREE_LOT, FREE_LOT_AGAIN, PAID_FOR_PASSING
from bidwell.games.serengeti.foresight import Sale, SerengetiForesight, payment_events


def standing(view: View) -> Text:
    """What happens if nobody bids more, and what passing earns."""
    ahead: SerengetiForesight = view.foresight
    assert ahead.standing is not None
    assert ahead.passing is not None
    line = _standing(view, ahead.standing)
    if view.actions and ahead.passing.earns:
        line.append(f" · passing earns {ahead.passing.earns}").append(f" {PAID_FOR_PASSING.clause}", "clause")
    return line


def _standing(view: View, sale: Sale) -> Text:
    mine = sale.winner == view.seat
    name, s = ("you", "") if mine else (view["names"][sale.winner], "s")
    if sale.price:
        return Text.assemble((f"{capital(name)} bid{s} {sale.price}", "price"), f"; if it wins: {_paid(view, sale)}")
    free = FREE_LOT_AGAIN if view.state.sitting_out else FREE_LOT
    return Text(f"No bid yet; if all pass, {name} get{s} the lot free").append(f" {free.clause}", "clause")


def _paid(view: View, sale: Sale) -> str:
    names = ["you" if seat == view.seat else name for seat, name in enumerate(view["names"])]
    parts = [f"{name} +{amount}" for name, amount in zip(names, sale.changes, strict=True) if amount > 0]
    return ", ".join([*parts, f"bank +{sale.bank}"] if sale.bank else parts)


def consequence(view: View, action: int) -> list[Text]:
    """What this action would do: for a bid, if it wins; for a pass or a discard, at once."""
    ahead: SerengetiForesight = view.foresight
    if action == PASS or action >= DISCARD or action not in view.actions or ahead.dial is None:
        return plain.outcome(view, action)
    bluff = ahead.dial.first_bluff
    if bluff is not None and action >= bluff:
        return [Text(f"If nobody bids more than {action}, you cannot pay it: you have {bluff - 1} (SER-16).")]
    return [Text(f"If {action} wins the lot:"), *event_lines(payment_events(view, action))]
