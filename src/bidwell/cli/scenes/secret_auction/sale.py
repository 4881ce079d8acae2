"""The item on sale, and beside it the viewer's request, hand, pile and chips."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.secret_auction.counting import progress, stands
from bidwell.cli.scenes.secret_auction.items import (
    MARKS,
    STAR,
    STYLES,
    item_name,
    jewel,
    notes,
    request_name,
    request_text,
)
from bidwell.games.secret_auction.components import NO_REQUEST, REQUEST_CLAUSES, TYPES
from bidwell.games.secret_auction.notation import cards_text
from bidwell.games.secret_auction.rules import bid_size, is_fulfilled, item_in_sight, stars_of
from bidwell.games.secret_auction.state import SecretAuctionState

CARD = 15


def sale(state: SecretAuctionState, seat: int | None, people: list[str]) -> RenderableType:
    item = item_in_sight(state)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    lines = [_for_sale(state, item), *(_request(state, seat, people) + _own(state, seat) if seat is not None else [])]
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


def _request(state: SecretAuctionState, seat: int, people: list[str]) -> list[Text]:
    """The request with its clause, its progress now, and its progress with the item on sale."""
    request = state.kept[seat]
    if request is None or request == NO_REQUEST:
        return []
    then = state.copy()
    then.owner[item_in_sight(state)] = seat
    now, after = is_fulfilled(state, seat, request), is_fulfilled(then, seat, request)
    line = Text.assemble((f"{'✓' if now else '✗'} {stands(state, seat, request)} as it stands", "price"))
    line.append(f" · {progress(state, seat, request, people)}")
    if now != after:
        line.append(f" · with this item {stands(then, seat, request)}", "lot")
    named = Text.assemble((request_name(request), "you"), f", {request_text(request)}")
    return [named.append(f"  {REQUEST_CLAUSES[request]}", "clause"), line]


def _own(state: SecretAuctionState, seat: int) -> list[Text]:
    chips = f"{state.chips[seat]} {'chip' if state.chips[seat] == 1 else 'chips'}"
    back = " (comes back for this item, for a chip)" if state.recovering[seat] else ""
    hand = Text.assemble("Hand ", (notes(state.hands[seat]), "money"), " · pile ", notes(state.piles[seat]), back)
    return [hand.append(f" · {chips}")]
