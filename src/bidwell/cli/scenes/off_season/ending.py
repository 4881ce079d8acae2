"""The last screen of Off Season: who won and why, income and spending, and the most notable deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line
from bidwell.cli.scenes.plain import winners
from bidwell.cli.scenes.words import margin, ties_behind, why_first
from bidwell.core.events import Event, EventType
from bidwell.core.prose import counted
from bidwell.core.table import Table
from bidwell.games.off_season.components import FINAL
from bidwell.games.off_season.events import FINAL_SALE, FINED, OVERLOADED, ROUND, SOLD, WON
from bidwell.games.off_season.rules import goods_cards
from bidwell.games.off_season.state import OffSeasonState

BEST_SALES = 2
EXPLAINED = "lost: goods overloaded · left: goods at the end, fewest break a tie (CAM-16)"


def ending(table: Table) -> RenderableType:
    won = Text.assemble((winners(table), "title"), f" {why(table)}")
    parts: list[RenderableType] = [won, Text(), _standing(table), Text(EXPLAINED, "quiet")]
    parts += [Text(sentence, "quiet") for sentence in ties_behind(table)]
    told = remembered(table)
    if told:
        parts += [Text(), Text("Deals to remember", "title"), *map(Text, told)]
    return Group(*parts, Text())


def why(table: Table) -> str:
    """The reason for the win in one sentence: pounds, or the tie-break that was needed (CAM-16)."""
    return why_first(table) or f"{counted(max(table.scores), 'pound')}, {margin(table)}."


@dataclass(frozen=True)
class Account:
    """A player's income and spending as far as the log shows, auctions won, goods cards lost."""

    sold: int
    bets: int
    fines: int
    won: int
    lost: int


def account_of(table: Table, seat: int) -> Account:
    def told(name: str, value: str) -> list[int]:
        return [each.values[value] for each in table.log if each.name == name and each.values["seat"] == seat]

    bets = told(WON.name, "pounds")
    lost = told(OVERLOADED.name, "cards")
    return Account(sum(told(SOLD.name, "pounds")), sum(bets), sum(told(FINED.name, "pounds")), len(bets), sum(lost))


def _standing(table: Table) -> Grid:
    """Every player's pounds and where they came from, the winner on top."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="quiet")
    grid.add_column("", max_width=14)
    for heading in ("pounds", "start", "sales", "bets", "fines", "auctions", "lost", "left"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for seat in sorted(range(table.players), key=lambda seat: table.places[seat]):
        grid.add_row(*_player(table, seat))
    return grid


def _player(table: Table, seat: int) -> list[Text]:
    these, pounds = account_of(table, seat), table.scores[seat]
    start = pounds - these.sold + these.bets + these.fines
    numbers = [f"{start}", f"+{these.sold}", f"-{these.bets}", f"-{these.fines}", f"{these.won}", f"{these.lost}"]
    name = Text(f"{table.places[seat]}. {table.names[seat]}", "title" if table.places[seat] == 1 else "")
    return [
        one_line(name),
        Text(str(pounds), "price"),
        *(Text("·" if number in ("+0", "-0", "0") else number) for number in numbers),
        Text(str(goods_cards(cast(OffSeasonState, table.state), seat))),
    ]


@dataclass(frozen=True)
class Deal:
    """An event of a player and its round; 0 after the last round."""

    round_number: int
    event: Event

    def value(self, name: str) -> int:
        return self.event.values[name]


def deals(table: Table, *kinds: EventType) -> list[Deal]:
    """Return all events of these types. A table set up in mid-game has only the later ones."""
    found, start = [], cast(OffSeasonState | None, table.start)
    this_round = start.round_number if start and start.stage < FINAL else 0
    for event in table.log:
        if event.name == ROUND.name:
            this_round = event.values["number"]
        elif event.name == FINAL_SALE.name:
            this_round = 0
        elif event.name in [kind.name for kind in kinds]:
            found.append(Deal(this_round, event))
    return found


def remembered(table: Table) -> list[str]:
    """The best sales, the most expensive bet, and the largest load lost."""
    sales = sorted(deals(table, SOLD), key=lambda deal: -deal.value("pounds"))[:BEST_SALES]
    bets = sorted(deals(table, WON), key=lambda deal: -deal.value("pounds"))[:1]
    lost = sorted(deals(table, OVERLOADED), key=lambda deal: -deal.value("cards"))[:1]
    labelled = (("Best sale", sales), ("Highest bet", bets), ("Worst fall", lost))
    return [f"{label}: {_deal_text(deal)}" for label, found in labelled for deal in found]


def _deal_text(deal: Deal) -> str:
    """A deal in words: `round 3, Anne sells date for 12 pounds`."""
    when = f"round {deal.round_number}" if deal.round_number else "final sale"
    return f"{when}, {deal.event.text}"
