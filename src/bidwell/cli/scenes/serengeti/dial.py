"""The price dial: the next bids in a row; below each the players it would pay, or the card that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from bidwell.cli.scenes.serengeti.board import NAME_WIDTH
from bidwell.cli.scenes.serengeti.cards import mark
from bidwell.cli.scenes.words import clockwise_from, short
from bidwell.core.table import View
from bidwell.games.serengeti.components import CARD_NAMES, DIGIT
from bidwell.games.serengeti.foresight import SerengetiForesight

WIDTH = 5
MOST_BIDS = 20
LIMIT = "┃"


class DialPanel:
    """The dial of the seat that is asked, with as many bids as fit the screen."""

    def __init__(self, view: View) -> None:
        ahead: SerengetiForesight = view.foresight
        assert ahead.dial is not None
        self.dial, self.names = ahead.dial, view["names"]
        self.bidder = ahead.dial.bidder
        self.others = [seat for seat in clockwise_from(view) if seat != self.bidder]
        self.yours = self.bidder == view.seat
        self.chips = None if ahead.dial.first_bluff is None else ahead.dial.first_bluff - 1
        self.first = view.state.price + 1
        prices = range(self.first, ahead.dial.highest + 1)
        self.bids = [price for price in prices if price not in ahead.dial.forbidden_by]

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        count = min((options.max_width - NAME_WIDTH) // WIDTH, MOST_BIDS)
        prices = [*range(self.first, max(self.bids, default=0) + 1)][:count]
        if not prices:
            yield Text("No higher bid is possible.", "quiet")
            return
        yield self._row("you bid" if self.yours else self._label(self.bidder, "bids"), prices, self._price)
        if not {*prices} <= {*self.bids}:
            yield self._row("you own" if self.yours else self._label(self.bidder, "owns"), prices, self._struck)
        for seat in self.others:
            yield self._row(self._label(seat, "gets"), prices, self._paid([each[seat] for each in self.dial.changes]))
        yield self._row("bank gets", prices, self._paid(self.dial.bank))
        if self.chips is not None and prices[0] - 1 <= self.chips < prices[-1]:
            yield self._limit(self.chips, NAME_WIDTH - 1 + WIDTH * (self.chips - prices[0] + 1))

    def _label(self, seat: int, verb: str) -> str:
        return f"{short(self.names[seat], NAME_WIDTH - len(verb) - 2)} {verb}"

    def _row(self, label: str, prices: list[int], cell: Callable[[int], Text]) -> Text:
        row = Text(f"{label:<{NAME_WIDTH - 1}}", no_wrap=True)
        for price in prices:
            row.append(LIMIT if price - 1 == self.chips else " ", "limit")
            content = cell(price)
            content.align("right", WIDTH - 1)
            row.append_text(content)
        return row

    def _price(self, price: int) -> Text:
        return Text(str(price), "price") if price in self.bids else Text.assemble((f"×{price}", "struck"))

    def _struck(self, price: int) -> Text:
        """The cards that forbid a bid (SER-13): `▲6`, or `▲◆6` for two of them."""
        if price in self.bids:
            return Text()
        cards = [CARD_NAMES.index(name) for name in self.dial.forbidden_by[price]]
        return Text.assemble(*map(mark, cards), str(DIGIT[cards[0]]))

    def _paid(self, amounts: Sequence[int]) -> Callable[[int], Text]:
        """What a price pays, by price; empty for a forbidden one."""
        return lambda price: _amount(amounts[price], price) if price in self.bids else Text()

    def _limit(self, chips: int, place: int) -> Text:
        """The end of the bidder's chips, written on the side that has room."""
        owner = "your" if self.yours else f"{self.names[self.bidder]}'s"
        end = f"{owner} {'1 chip ends' if chips == 1 else f'{chips} chips end'} here"
        if place > len(end):
            return Text.assemble(f"{end:>{place - 1}} ", (LIMIT, "limit"), no_wrap=True)
        return Text.assemble(" " * place, (LIMIT, "limit"), f" {end}", no_wrap=True)


def _amount(amount: int, price: int) -> Text:
    """An amount; one above half of the price is emphasised."""
    return Text(str(amount), "feeds" if 2 * amount > price else "money") if amount else Text("·", "quiet")
