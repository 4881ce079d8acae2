"""The item on sale, and beside it the viewer's request, hand, pile and chips."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.secret_auction.items import (
    MARKS,
    STAR,
    STYLES,
    item_name,
    jewel,
    notes,
    request_name,
    request_text,
    values,
)
from bidwell.cli.scenes.secret_auction.progress import progress, stands
from bidwell.core.table import View
from bidwell.games.secret_auction.components import REQUEST_CLAUSES, TYPES
from bidwell.games.secret_auction.foresight import SecretAuctionForesight
from bidwell.games.secret_auction.notation import cards_text
from bidwell.games.secret_auction.rules import bid_size, item_in_sight, stars_of
from bidwell.games.secret_auction.state import SecretAuctionState

CARD = 15


def sale(view: View) -> RenderableType:
    state: SecretAuctionState = view.state
    item = item_in_sight(state)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    lines = [_for_sale(state, item)]
    if view.seat is not None:
        lines += [*_request(view, view.seat), _own(view, view.seat)]
    grid.add_row(_card(state, item), Text("\n").join(lines))
    return grid


def _card(state: SecretAuctionState, item: int) -> Text:
    """The item with its stars, and the number of cards in a bid for it."""
    kind, size, inside = jewel(item), bid_size(state, item), CARD - 2
    faces = [" ".join(STAR * stars_of(item)), f"{MARKS[kind]} {TYPES[kind].upper()}", f"{'▭' * size} {size} needed"]
    lines = [f"╔{'═' * inside}╗", *(f"║{face:^{inside}}║" for face in faces), f"╚{'═' * inside}╝"]
    return Text("\n".join(lines), f"bold {STYLES[kind]}")


def _for_sale(state: SecretAuctionState, item: int) -> Text:
    size = cards_text(bid_size(state, item))
    return Text.assemble(item_name(item), f": a bid is exactly {size}", ("  SEC-10", "clause"))


def _request(view: View, seat: int) -> list[Text]:
    """The request with its clause, its progress now, and what the item on sale would change."""
    ahead: SecretAuctionForesight = view.foresight
    if ahead.request is None:
        return []
    request, now = view.state.kept[seat], ahead.request
    line = Text.assemble((f"{'✓' if now.fulfilled else '✗'} {stands(now.fulfilled)} as it stands", "price"))
    line.append(f" · {progress(now, request, seat, view['names'])}")
    if ahead.winning and ahead.winning.fulfilled != now.fulfilled:
        line.append(f" · with this item {stands(ahead.winning.fulfilled)}", "lot")
    named = Text.assemble((request_name(request), "you"), f", {request_text(request)}")
    return [named.append(f"  {REQUEST_CLAUSES[request]}", "clause"), line]


def _own(view: View, seat: int) -> Text:
    state: SecretAuctionState = view.state
    chips = f"{state.chips[seat]} {'chip' if state.chips[seat] == 1 else 'chips'}"
    back = " (comes back for this item, for a chip)" if state.recovering[seat] else ""
    pile = notes(values(state.piles[seat]))
    hand = Text.assemble("Hand ", (notes(view.foresight.bidders[seat].hand), "money"), " · pile ", pile, back)
    return hand.append(f" · {chips}")
