"""Builds tables of Serengeti for the tests: a test gives what matters, the rest is filled in."""

from __future__ import annotations

from itertools import chain
from typing import Any

import bidwell
from bidwell import Event, Table

GAME = bidwell.game("serengeti")
ANNE, BURT, CARLA, DORA = range(4)
NAMES = ("Anne", "Burt", "Carla", "Dora", "Emil")
CARDS = (
    *("Nuba 0", "Nuba 3", "Nuba 6", "Nuba 8", "Nuba 9"),
    *("Massai 1", "Massai 2", "Massai 4", "Massai 5", "Massai 7"),
    *("Bantu 0", "Bantu 1", "Bantu 2", "Bantu 3", "Bantu 4"),
    *("Nandi 5", "Nandi 6", "Nandi 7", "Nandi 8", "Nandi 9"),
    *("Tonga 0", "Tonga 2", "Tonga 4", "Tonga 6", "Tonga 8"),
    *("Samburu 1", "Samburu 3", "Samburu 5", "Samburu 7", "Samburu 9"),
)
LOT_SIZES = [1, 2, 3] * 5


def a_table(
    cards: dict[str, list[str]] | None = None, *, lot: list[str] | None = None, players: int = 4, **fields: Any
) -> Table:
    """A table at which Anne opens the auction, unless `fields` differ.

    `cards` are those collected; as many more as the round needs are out of the game. Without `lot`, any lot is on sale.
    """
    held = cards or {}
    given = [*chain(*held.values())]
    free = [card for card in CARDS if card not in given and card not in (lot or [])]
    round_number = fields.pop("round_number", None) or _round(len(given), lot)
    lot = lot or [free.pop() for _ in range(LOT_SIZES[round_number - 1])]
    missing = sum(LOT_SIZES[: round_number - 1]) - len(given)
    owner = {**held, "lot": lot, "out": [*held.get("out", []), *(free.pop() for _ in range(missing))]}
    return GAME.position({"players": players, "seed": 7, "starter": "Anne", "owner": owner, **fields})


def _round(collected: int, lot: list[str] | None) -> int:
    """The first round that fits this many cards drawn before it and a lot of that size."""
    sizes = enumerate(LOT_SIZES)
    return next(n + 1 for n, size in sizes if sum(LOT_SIZES[:n]) >= collected and (not lot or len(lot) == size))


def about_to_win(
    price: int, cards: dict[str, list[str]] | None = None, *, players: int = 4, winner: str = "Anne", **fields: Any
) -> Table:
    """All but two have bid and passed; when the other one passes, `winner` wins at `price`.

    The other one sits before the winner. The winner has 30 chips, or more if they need more; the others have 5.
    If the price is too low for that many bids, the other one opened, and the rest passed without a bid.
    """
    names = NAMES[:players]
    last = names[names.index(winner) - 1]
    auction = {
        "price": price,
        "bidder": winner,
        "turn": last,
        "passed": [name for name in names if name not in (winner, last)],
        "chips": dict.fromkeys(names, 5) | {winner: max(30, price)},
    }
    auction |= {"have_bid": [*names]} if price > players else {"have_bid": [last, winner], "starter": last}
    return a_table(cards, players=players, **{**auction, **fields})


def about_to_default(price: int, cards: dict[str, list[str]] | None = None, **fields: Any) -> Table:
    """The same, but Anne has only 3 chips and cannot pay."""
    return about_to_win(price, cards, **{"chips": [3, 5, 5, 5], **fields})


def finish(chips: dict[str, int], cards: dict[str, list[str]]) -> Table:
    """A table after the last lot; cards not given are out of the game."""
    held = {*chain(*cards.values())}
    owner = {**cards, "out": [card for card in CARDS if card not in held]}
    written = {"names": [*chips], "chips": chips, "owner": owner, "round_number": 15, "turn": "nobody"}
    return GAME.position({**written, "starter": next(iter(chips))})


def last_one_passes(table: Table) -> list[Event]:
    """The player who is asked passes."""
    return table.play(table.asks[0], "pass")


def play(table: Table, *texts: str) -> Table:
    """The player who is asked plays each text in turn."""
    for text in texts:
        table.play(table.asks[0], text)
    return table


def chips(table: Table) -> list[int]:
    """The chips of every player."""
    had: dict[str, int] = table.position()["chips"]
    return [had[name] for name in table.names]


def gains(before: Table, after: Table) -> list[int]:
    """The chips each player has gained."""
    return [now - then for then, now in zip(chips(before), chips(after), strict=True)]


def bank(table: Table) -> int:
    had: int = table.position()["bank"]
    return had


def cards(table: Table, place: str) -> list[str]:
    """The cards of a player, or those in `lot` or `out`."""
    there: list[str] = table.position()["owner"][place]
    return there


def names(told: list[Event]) -> list[str]:
    """The names of the events."""
    return [event.name for event in told]
