"""The viewer's caravan: every camel with its load, how much more it carries, and what a sale would bring."""

from __future__ import annotations

from itertools import product

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line, widest
from bidwell.cli.scenes.off_season.goods import EVERY_CAMEL, LETTERS, MARKS, NAMES, STYLES, TIGHT, SceneView, load
from bidwell.cli.scenes.off_season.rivals import bet_text, coin_text, status_mark, tokens
from bidwell.games.off_season.components import CAMELS, NONE, POTTERY, SHAPES, TYPES
from bidwell.games.off_season.notation import pounds_text
from bidwell.games.off_season.rules import cards_of_type

HUMP = "◢◣"
EVERY_SALE, BEST_SALE = 3, 1


class CaravanPanel:
    """The four camels, the smallest first, as wide as the screen allows."""

    def __init__(self, who: SceneView, seat: int) -> None:
        self.who = who
        self.state = who.state
        self.seat = seat

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        yield self._heading()
        layouts = product((NAMES, LETTERS, TIGHT), (EVERY_SALE, BEST_SALE))
        yield widest(out, options, (self._grid(level, sales) for level, sales in layouts))

    def _heading(self) -> Text:
        """The first line: `▸Anne (you): 12 pounds · £9 in goods · First Player · bet 3`."""
        state, seat = self.state, self.seat
        line = Text.assemble((status_mark(state, seat), "title"), (self.who.people[seat], "you"), (" (you): ", "quiet"))
        line.append(pounds_text(state.pounds[seat]), "money")
        known = [f"£{self.who.ahead.caravan.worth} in goods", *tokens(state, seat), bet_text(state, seat)]
        return one_line(line.append("".join(f" · {each}" for each in known if each)))

    def _grid(self, level: int, sales: int) -> Grid:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for _ in range(5):
            grid.add_column(no_wrap=True, overflow="ellipsis")
        for camel in EVERY_CAMEL:
            grid.add_row(*self._camel(camel, level, sales))
        return grid

    def _camel(self, camel: int, level: int, most: int) -> list[Text]:
        kind, limit = self.state.camels[self.seat][camel], CAMELS[camel]
        cards = 0 if kind == NONE else cards_of_type(self.state, self.seat, kind)
        beast = Text.assemble((f" {HUMP}", "#cdb891"), (f"{limit} ", "price"), self._slots(kind, cards, limit))
        coin = Text(coin_text("+", self.state.coins[self.seat][camel]), "money")
        if kind == NONE:
            return [beast, Text("empty", "quiet"), Text(), Text(), coin]
        named = "" if level == TIGHT else f"{TYPES[kind]} "
        goods = Text.assemble((named, STYLES[kind]), load(self.state, self.seat, kind, level))
        return [beast, goods, room_text(limit - cards), self._sale(camel, most), coin]

    def _slots(self, kind: int, cards: int, limit: int) -> Text:
        """A mark for each card on a camel and each free place: `●●·`."""
        free = Text("·" * (limit - cards), "quiet")
        return free if kind == NONE else Text.assemble((MARKS[kind] * cards, STYLES[kind]), free)

    def _sale(self, camel: int, most: int) -> Text:
        """The best sale: `sells £4, 1 stays`; for pottery by shape: `sells £4 jar, £2 vase`."""
        seen = self.who.ahead.caravan.camels[camel]
        if seen.sold:
            return Text("sold already", "quiet")
        sales = seen.sales[:most]
        line, best = Text("sells "), sales[0]
        for number, sale in enumerate(sales):
            shape = f" {SHAPES[sale.sale - POTTERY]}" if sale.sale >= POTTERY else ""
            line.append(", " if number else "").append(f"£{sale.pounds}", "money").append(shape)
        left = f", {len(best.stays)} stay{'s' if len(best.stays) == 1 else ''}" if best.stays else ""
        return line if len(sales) > 1 else line.append(left)


def room_text(room: int) -> Text:
    """How many more cards a camel can carry, in words."""
    return Text(f"{room} more", "quiet" if room > 1 else "lot") if room else Text("full!", "limit")
