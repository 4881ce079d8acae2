"""The viewer's choices, and what each would leave."""

from __future__ import annotations

from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.secret_auction.items import (
    MARKS,
    STYLES,
    item_name,
    notes,
    request_text,
    values,
)
from bidwell.cli.scenes.secret_auction.progress import stands
from bidwell.core.prose import listed
from bidwell.core.table import View
from bidwell.games.secret_auction.components import BID, PASS, RECOVER, REQUEST_CLAUSES, REQUEST_NAMES, STARS, TYPES
from bidwell.games.secret_auction.foresight import CANNOT, SecretAuctionForesight, Spending, after_losing
from bidwell.games.secret_auction.notation import money_text
from bidwell.games.secret_auction.rules import bid_size, item_in_sight
from bidwell.games.secret_auction.state import SecretAuctionState


def choices(view: View) -> RenderableType:
    """The notable bids, a pass and a recovery, each with what it leaves in hand."""
    ahead: SecretAuctionForesight = view.foresight
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, min_width=len("recover"))
    grid.add_column(no_wrap=True, min_width=len("leaves ") + len(notes(ahead.usable)))
    grid.add_column()
    for index, why in offers(view).items():
        money = view.actions[index] - BID
        bid = Text.assemble((money_text(money), "key"), _worth(money, ahead.sums[index]))
        left = [card for card in ahead.usable if card not in values(money)]
        grid.add_row(bid, f"leaves {notes(left)}", Text(why))
    if ahead.passing:
        grid.add_row(Text("pass", "key"), f"keeps {notes(ahead.passing.hand)}", Text(_chip(ahead.passing)))
    if ahead.recovering:
        back = notes(ahead.recovering.hand)
        grid.add_row(Text("recover", "key"), f"makes {back}", Text("a chip; then bid or pass"))
    return grid


def _worth(money: int, total: int) -> str:
    """The sum of the notes, `= 10`, if there is more than one."""
    return f" = {total}" if len(values(money)) > 1 else ""


def _chip(spending: Spending) -> str:
    """What spending a chip leaves, and whether it affects the request."""
    fails = "; your request would fail" if spending.request in ("lost", "no longer met") else ""
    return f"a chip, {spending.chips_left or 'none'} left{fails}"


def offers(view: View) -> dict[int, str]:
    """The notable bids, by their index in the legal actions, each with the reason why it is one."""
    found = view.foresight.offers
    told = {found.least: "the least"}
    for index in (found.beats_one, found.beats_all):
        if index is not None:
            told[index] = _topped(view, index)
    told.setdefault(found.most, f"the most; {_not_topped(view, found.most)}")
    return told


def _able(view: View, index: int) -> tuple[list[str], list[str]]:
    """The rivals who can bid as much as this action, and those who cannot."""
    answers = view.foresight.answers[view.foresight.sums[index]]
    rivals = [other for other in range(len(answers)) if other != view.seat and not view.state.out >> other & 1]
    able = [view["names"][other] for other in rivals if answers[other] != CANNOT]
    return able, [view["names"][other] for other in rivals if answers[other] == CANNOT]


def _topped(view: View, index: int) -> str:
    able, unable = _able(view, index)
    return f"more than {listed(unable)} can bid" if able else "sure to win: nobody can bid as much"


def _not_topped(view: View, index: int) -> str:
    able, unable = _able(view, index)
    if not unable:
        return "all others can bid as much"
    return f"{listed(able)} can bid as much" if able else "nobody else can bid as much"


def requests(view: View) -> RenderableType:
    """The two requests dealt, or the one kept; and the house's items with the cards they need."""
    state = cast(SecretAuctionState, view.state)
    parts: list[RenderableType] = []
    if view.actions:
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for request in view.actions:
            told = Text.assemble(request_text(request), (f"  {REQUEST_CLAUSES[request]}", "clause"))
            grid.add_row(Text(f"keep {REQUEST_NAMES[request]}", "key", no_wrap=True), told)
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
    ahead: SecretAuctionForesight = view.foresight
    if action not in view.actions:
        return [Text("You cannot do that now.")]
    if action < PASS:
        told = f"You keep {REQUEST_NAMES[action]} to the end, {request_text(action)}"
        return [Text(f"{told}  {REQUEST_CLAUSES[action]}")]
    if action == PASS:
        chip = _chip(cast(Spending, ahead.passing))
        return [Text(f"You take no part in this item and keep all your cards, for {chip} (SEC-30).")]
    if action == RECOVER:
        back = cast(Spending, ahead.recovering)
        return [Text(f"Your hand would be {notes(back.hand)}, for {_chip(back)} (SEC-31). Then choose.")]
    return _bid(view, action)


def _bid(view: View, bid: int) -> list[Text]:
    ahead: SecretAuctionForesight = view.foresight
    assert ahead.winning is not None
    assert view.seat is not None
    won, stars = ahead.winning, ahead.bidders[view.seat].stars
    worth = ahead.sums[view.actions.index(bid)]
    win = Text.assemble("If ", (str(worth), "price"), " wins: ", item_name(item_in_sight(view.state)))
    win.append(f", your stars {stars}→{won.stars}, request {stands(won.fulfilled)}; ")
    win.append(f"{money_text(bid - BID)} gone for good (SEC-12).")
    hand, pile = after_losing(view, bid)
    lose = Text(f"If it does not: hand {notes(hand)}, pile {notes(pile)} (SEC-13).")
    named = zip(view["names"], ahead.bidders, strict=True)
    others = [(seat, f"{name} {bidder.most_with_chip}") for seat, (name, bidder) in enumerate(named)]
    more = [told for seat, told in others if seat != view.seat and not view.state.out >> seat & 1]
    return [win, lose, Text(f"The most the others can bid: {', '.join(more)}.")]
