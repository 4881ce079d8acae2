"""Builds tables of The Secret Auction House for the tests: a test gives what matters, the rest is filled in."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import bidwell
from bidwell import Event, Table

GAME = bidwell.game("secret_auction")
ANNE, BURT, CARLA, DORA, EMIL = range(5)
NAMES = ("Anne", "Burt", "Carla", "Dora", "Emil")
SQUARE = {
    "Ruby": (2, 3, 1),
    "Sapphire": (3, 1, 2),
    "Emerald": (1, 2, 3),
    "Amethyst": (2, 3, 1),
    "Topaz": (3, 1, 2),
    "Opal": (1, 2, 3),
}
"""SEC-03: the number of cards in a bid, for one, two and three stars."""
ITEMS = tuple(f"{kind} {stars}" for kind in SQUARE for stars in (1, 2, 3))
REQUESTS = tuple(f"SEC-{number}" for number in range(40, 50))
ALL_MONEY = [*range(1, 11)]

Money = dict[str, list[int]]
Won = dict[str, list[str]]


def size(item: str, bid_sizes: str = "square") -> int:
    """SEC-03: the number of money cards in a bid for this item."""
    kind, stars = item.split()
    return int(stars) if bid_sizes == "stars" else SQUARE[kind][int(stars) - 1]


def a_table(
    item: str = "Emerald 1",
    *,
    players: int = 3,
    won: Won | None = None,
    hands: Money | None = None,
    piles: Money | None = None,
    coming: list[str] | None = None,
    **fields: Any,
) -> Table:
    """A table with `item` in sight and no choice made, unless `fields` differ.

    If a player's hand is given, the money neither in hand nor in the pile is gone, and they have won items with it. All
    others have paid for their items with their lowest cards. `coming` are the items to come; the others are discarded.
    Without `coming` all other items are to come, except those for which money and chips were spent.
    """
    names, sizes = NAMES[:players], fields.get("options", {}).get("bid_sizes", "square")
    owned, gone = dict(won or {}), {}
    for name in names:
        pile = (piles or {}).get(name, [])
        if hands and name in hands:
            gone[name] = [card for card in ALL_MONEY if card not in hands[name] + pile]
            taken = [item, *(coming or []), *chain(*owned.values())]
            owned.setdefault(name, _worth(len(gone[name]), [each for each in ITEMS if each not in taken], sizes))
        else:
            due = sum(size(each, sizes) for each in owned.get(name, []))
            gone[name] = [card for card in ALL_MONEY if card not in pile][:due]
    rest = [each for each in ITEMS if each not in (item, *chain(*owned.values()))]
    spent = max(map(len, (piles or {}).values()), default=0), "chips" in fields
    deck = [each for each in rest if each not in _lost(*spent, rest, sizes)] if coming is None else coming
    owner = {**owned, "sight": [item], "discarded": [each for each in rest if each not in deck]}
    turned = [each for each in ITEMS if each not in (item, *deck)]
    money = {"piles": piles or {}, "gone": gone}
    written = {"players": players, "seed": 7, "owner": owner, "items": [*turned, item, *deck], **money}
    return GAME.position({**written, **fields})


def _worth(cards: int, free: list[str], sizes: str) -> list[str]:
    """Items that cost this many cards, the most expensive first."""
    items: list[str] = []
    for item in sorted(free, key=lambda each: -size(each, sizes)):
        if size(item, sizes) <= cards:
            items.append(item)
            cards -= size(item, sizes)
    return items


def _lost(cards: int, chips: bool, free: list[str], sizes: str) -> list[str]:
    """The last items, on which this many cards were spent without a win; at least two if a chip was spent."""
    items: list[str] = []
    while sum(size(each, sizes) for each in items) < cards or len(items) < 2 * chips:
        items.append(free[-1 - len(items)])
    return items


def finish(won: Won, kept: dict[str, str] | None = None, *, players: int = 3, **fields: Any) -> Table:
    """A table after the last item; items nobody won are discarded. Items were paid for with the lowest cards."""
    sizes = fields.get("options", {}).get("bid_sizes", "square")
    gone = {name: ALL_MONEY[: sum(size(item, sizes) for item in items)] for name, items in won.items()}
    owner = {**won, "discarded": [item for item in ITEMS if item not in chain(*won.values())]}
    chosen = {"kept": kept} if kept else {}
    return GAME.position({"players": players, "seed": 7, "owner": owner, "gone": gone, **chosen, **fields})


def auction(table: Table, *choices: str) -> list[Event]:
    """All choose, in the order of their seats: "bid 3", "pass", or "recover, bid 3". Returns all events."""
    told: list[Event] = []
    for seat, choice in zip(table.asks, choices, strict=True):
        for text in choice.split(", "):
            told += table.play(seat, text)
    return told


def money(table: Table, place: str) -> list[list[int]]:
    """Every player's money in `hands`, `piles` or `gone`."""
    lies: Money = table.position()[place]
    return [lies[name] for name in table.names]


def chips(table: Table) -> list[int]:
    had: dict[str, int] = table.position()["chips"]
    return [had[name] for name in table.names]


def items(table: Table, place: str) -> list[str]:
    """The items of a player, or those in `sight` or `discarded`."""
    there: list[str] = table.position()["owner"][place]
    return there


def names(told: Iterable[Event]) -> list[str]:
    """The names of the events."""
    return [event.name for event in told]


def said(told: Iterable[Event]) -> list[str]:
    """The sentences of the events, each with its clause."""
    return [*map(str, told)]
