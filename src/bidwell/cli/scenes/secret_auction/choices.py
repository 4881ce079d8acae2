"""The viewer's choices, and what each would leave."""

from __future__ import annotations

from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.secret_auction.counting import counted, highest_with_chip, if_lost, if_won, offers, stands
from bidwell.cli.scenes.secret_auction.items import (
    MARKS,
    STYLES,
    item_name,
    notes,
    request_name,
    request_text,
)
from bidwell.core.table import View
from bidwell.games.secret_auction.components import BID, PASS, RECOVER, REQUEST_CLAUSES, STARS, TYPES
from bidwell.games.secret_auction.notation import money_text
from bidwell.games.secret_auction.rules import (
    bid_size,
    is_fulfilled,
    item_in_sight,
    money_at_hand,
    stars_won,
    sum_of,
)
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import count_of


def choices(view: View, state: SecretAuctionState) -> RenderableType:
    """The notable bids, a pass and a recovery, each with what it leaves in hand."""
    seat = cast(int, view.seat)
    hand = money_at_hand(state, seat)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, min_width=len("recover"))
    grid.add_column(no_wrap=True, min_width=len("leaves ") + len(notes(hand)))
    grid.add_column()
    for offer in offers(state, seat, [each for each in view.actions if each >= BID], view["names"]):
        bid = Text.assemble((money_text(offer.money), "key"), _worth(offer.money))
        grid.add_row(bid, f"leaves {notes(hand & ~offer.money)}", Text(offer.why))
    if PASS in view.actions:
        chips = state.chips[seat] - state.recovering[seat] - 1
        grid.add_row(Text("pass", "key"), f"keeps {notes(hand)}", _chip(state, seat, chips))
    if RECOVER in view.actions:
        back = notes(state.hands[seat] | state.piles[seat])
        grid.add_row(Text("recover", "key"), f"makes {back}", Text("a chip; then bid or pass"))
    return grid


def _worth(money: int) -> str:
    """The sum of the notes, `= 10`, if there is more than one."""
    return f" = {sum_of(money)}" if count_of(money) > 1 else ""


def _chip(state: SecretAuctionState, seat: int, left: int) -> Text:
    """What spending a chip leaves, and whether it affects the request."""
    return Text(f"a chip, {left or 'none'} left{_request_minds(state, seat)}")


def _request_minds(state: SecretAuctionState, seat: int) -> str:
    then, request = state.copy(), state.kept[seat]
    then.chips[seat] -= 1
    lost = is_fulfilled(state, seat, request) and not is_fulfilled(then, seat, request)
    return "; your request would fail" if lost else ""


def requests(view: View) -> RenderableType:
    """The two requests dealt, or the one kept; and the house's items with the cards they need."""
    state = cast(SecretAuctionState, view.state)
    parts: list[RenderableType] = []
    if view.actions:
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for said, request in zip(view["legal"], view.actions, strict=True):
            grid.add_row(Text(said, "key", no_wrap=True), Text(request_name(request), "you"), request_text(request))
        parts += [Text("Keep one of your two requests, in secret:", "lot"), grid]
    chosen = [name for seat, name in enumerate(view["names"]) if not state.asked >> seat & 1]
    parts.append(Text(f"Chosen already: {', '.join(chosen) or 'nobody'}", "quiet"))
    return Group(*parts, Text(), house(state))


def house(state: SecretAuctionState) -> Grid:
    """The number of money cards in a bid for each item (SEC-03)."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
    grid.add_column(Text("cards a bid has", "quiet"), no_wrap=True)
    for mark, kind, style in zip(MARKS, TYPES, STYLES, strict=True):
        grid.add_column(Text(f"{mark}{kind}", style), no_wrap=True, justify="center")
    for stars in range(STARS):
        sizes = [str(bid_size(state, kind * STARS + stars)) for kind in range(len(TYPES))]
        grid.add_row("★" * (stars + 1), *sizes)
    return grid


# What an action would do


def consequence(view: View, action: int) -> list[Text]:
    """What this choice would do, from the view alone."""
    state, seat = counted(view), view.seat
    if seat is None or action not in view.actions:
        return [Text("You cannot do that now.")]
    if action < PASS:
        return [Text(f"You keep {request_name(action)} to the end, {request_text(action)}  {REQUEST_CLAUSES[action]}")]
    if action == PASS:
        left = state.chips[seat] - state.recovering[seat] - 1
        return [
            Text(f"You take no part in this item and keep all your cards, for {_chip(state, seat, left)} (SEC-30).")
        ]
    if action == RECOVER:
        hand = notes(state.hands[seat] | state.piles[seat])
        return [
            Text(f"Your hand would be {hand}, for {_chip(state, seat, state.chips[seat] - 1)} (SEC-31). Then choose.")
        ]
    return _bid(view, state, seat, action)


def _bid(view: View, state: SecretAuctionState, seat: int, bid: int) -> list[Text]:
    item, worth, request = item_in_sight(state), sum_of(bid - BID), state.kept[seat]
    won, lost = if_won(state, seat, bid), if_lost(state, seat, bid)
    win = Text.assemble("If ", (str(worth), "price"), " wins: ", item_name(item))
    win.append(f", your stars {stars_won(state, seat)}→{stars_won(won, seat)}, request {stands(won, seat, request)}; ")
    win.append(f"{money_text(bid - BID)} gone for good (SEC-12).")
    lose = Text(f"If it does not: hand {notes(lost.hands[seat])}, pile {notes(lost.piles[seat])} (SEC-13).")
    rivals = [other for other in range(state.players) if other != seat and not state.out >> other & 1]
    more = [f"{view['names'][each]} {highest_with_chip(state, each)}" for each in rivals]
    return [win, lose, Text(f"The most the others can bid: {', '.join(more)}.")]
