"""Builds tables of Off Season for the tests: a test gives what matters, the rest is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

import bidwell
from bidwell import Event, IllegalAction, Table
from bidwell.games.off_season.components import (
    AUCTIONS,
    BACKS,
    CAMELS,
    CARDS,
    COPIES,
    FACE_DOWN,
    FACE_NAMES,
    FACE_UP,
    MARKETS,
)

GAME = bidwell.game("off_season")
ANNE, BURT, CARLA, DORA, EMIL = range(5)
NAMES = ("Anne", "Burt", "Carla", "Dora", "Emil")
MARKET_PHASE = ("choosing", "ability", "keeping", "drafting", "loading")

Stalls = Mapping[str, Sequence[str]]
Loads = Mapping[str, Mapping[int, Sequence[str]]]


class Pack:
    """All cards: some are named by the test, the others fill the gaps. Cards are numbered as they are laid out."""

    def __init__(self, named: Iterable[str]) -> None:
        self.left = Counter(dict(zip(FACE_NAMES, COPIES, strict=True)))
        self.left.subtract(named)
        assert min(self.left.values()) >= 0, "a card is named more often than it is there"
        self.faces: list[str] = []
        self.known: list[Any] = []

    def any(self, count: int) -> list[str]:
        """This many cards that were not named, the most common first, so that no face runs out."""
        found = []
        for _ in range(count):
            found.append(max(FACE_NAMES, key=lambda name: self.left[name]))
            self.left[found[-1]] -= 1
        return found

    def lay(self, cards: Iterable[str], known: Any) -> list[int]:
        """The numbers of these cards, known to these players."""
        first = len(self.faces)
        self.faces += cards
        self.known += [known] * (len(self.faces) - first)
        return [*range(first, len(self.faces))]


def a_table(
    stage: str = "choosing",
    *,
    players: int = 3,
    markets: str = "",
    side: int = 1,
    left: int | None = None,
    up: Stalls | None = None,
    down: Stalls | None = None,
    goods: Loads | None = None,
    aside: Sequence[str] = (),
    draft: Sequence[str] = (),
    tower: Sequence[str] = (),
    auction: str = "highest bet",
    turn: str = "Anne",
    first: str | None = None,
    emptied: Iterable[str] = (),
    peeked: Mapping[str, Sequence[str]] | None = None,
    **fields: Any,
) -> Table:
    """A table at this stage of a round, with `turn` to decide, or everyone while betting.

    `markets` are in play, A upward by default; side 2 means a late round, in which tokens are available.
    `up` and `down` are the cards in the markets, by letter; other places are filled with any cards. Markets in
    `emptied` were chosen, and are empty unless their cards are given. `goods` are the cards on the camels, by name
    and limit. `tower` are the next cards to be drawn, of `left` in all. `peeked` gives the players who have seen the
    face-down cards of a market. By default, `first` fits `turn` and the number of `emptied` markets.
    `fields` takes any other field of a position.
    """
    names, loads = NAMES[:players], goods or {}
    markets = markets or MARKETS[: players + 1]
    filled = [market for market in markets if market not in emptied or market in (up or {})]
    loaded = [card for load in loads.values() for card in _state(load)]
    pack = Pack([*_state(up), *_state(down), *aside, *draft, *tower, *loaded])
    lying_up = {market: _filled(pack, up, market, FACE_UP, side) for market in filled}
    lying_down = {market: _filled(pack, down, market, FACE_DOWN, side) for market in filled}
    left = (90 if side == 1 else 50) if left is None else left
    there = sum(map(len, (loaded, _state(lying_up), _state(lying_down), aside, draft)))
    pack.lay([*pack.any(CARDS - left - there), *loaded], "everybody")
    betting = stage == "betting"
    open_markets = [market for market in filled if market not in emptied]
    if first is None:
        chosen_yet = players + (stage == "choosing") - len(open_markets)
        first = NAMES[(names.index(turn) - chosen_yet) % players if stage in MARKET_PHASE else ANNE]
    written = {
        "players": players,
        "seed": 7,
        "up": {market: pack.lay(cards, "everybody") for market, cards in lying_up.items()},
        "down": {market: pack.lay(cards, (peeked or {}).get(market, [])) for market, cards in lying_down.items()},
        "aside": pack.lay(aside, "everybody"),
        "draft": [*pack.lay(draft[:1], []), *pack.lay(draft[1:], "everybody")],
        "draft_hidden": bool(draft),
        "drawn": len(pack.faces),
        "side": side - 1,
        "round_number": 2 if side == 1 else 8,
        "in_play": [*markets],
        "open_markets": open_markets,
        "auction": auction,
        "backs": _backs(auction, len(pack.faces)),
        "first_player": first,
        "turn": "nobody" if betting else turn,
        "stage": stage,
        "asked": [*names] if betting else [turn],
        "goods": {name: _state(loads.get(name, {})) for name in names},
        "camels": {name: [_type(loads.get(name, {}).get(limit, ())) for limit in CAMELS] for name in names},
        "bets": dict.fromkeys(names, -1),
        "opened": dict.fromkeys(names, -1 if betting else 0),
    }
    pack.lay([*tower, *pack.any(left - len(tower))], [])
    return GAME.position({**written, "faces": pack.faces, "known": pack.known, **fields})


def _state(cards: Mapping[Any, Sequence[str]] | None) -> list[str]:
    return [card for each in (cards or {}).values() for card in each]


def _filled(pack: Pack, cards: Stalls | None, market: str, counts: Sequence[int], side: int) -> list[str]:
    """The cards given for a market, or any cards up to its size."""
    if cards and market in cards:
        return [*cards[market]]
    return pack.any(counts[2 * MARKETS.index(market) + side - 1])


def _type(cards: Sequence[str]) -> str:
    return cards[0].split()[0] if cards else "none"


def _backs(auction: str, drawn: int) -> list[str]:
    """Every back, with the kind of this auction on the Tower's top."""
    backs = [kind for kind, count in zip(AUCTIONS, BACKS, strict=True) for _ in range(count)]
    backs.remove(auction)
    return [*backs[:drawn], auction, *backs[drawn:]]


def told(events: Iterable[Event]) -> list[str]:
    """The sentences of the events, without clauses."""
    return [event.text for event in events]


def refused(table: Table, seat: int | str, text: str) -> str:
    """The message with which the table refuses an action."""
    with pytest.raises(IllegalAction) as refusal:
        table.play(seat, text)
    return str(refusal.value)


def bet(table: Table, *pounds: int) -> list[Event]:
    """All bet, in the order of their seats. Returns all events."""
    return [event for seat, bid in zip(table.asks, pounds, strict=True) for event in table.play(seat, f"bet {bid}")]


def pounds(table: Table) -> list[int]:
    """The pounds of every player, in the order of the seats."""
    had: dict[str, int] = table.position()["pounds"]
    return [had[name] for name in table.names]
