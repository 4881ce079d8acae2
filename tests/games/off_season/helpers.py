"""Builds tables of Off Season for the tests: a test gives what matters, the rest is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    names, markets = NAMES[:players], markets or MARKETS[: players + 1]
    filled = [market for market in markets if market not in emptied or market in (up or {})]
    open_markets = [market for market in filled if market not in emptied]
    laid = Laid(filled, side, up or {}, down or {}, goods or {}, aside, draft, tower, peeked or {})
    written = {**_phase(stage, side, turn, names), **_caravans(goods or {}, names), **_cards(laid, left, auction)}
    written |= {"players": players, "in_play": [*markets], "open_markets": open_markets}
    written["first_player"] = first or _first(stage, turn, names, len(open_markets))
    return GAME.position({**written, **fields})


@dataclass(frozen=True)
class Laid:
    """The cards that a test has laid out; the fields are the arguments of `a_table`."""

    filled: Sequence[str]
    side: int
    up: Stalls
    down: Stalls
    goods: Loads
    aside: Sequence[str]
    draft: Sequence[str]
    tower: Sequence[str]
    peeked: Mapping[str, Sequence[str]]


def _cards(laid: Laid, left: int | None, auction: str) -> dict[str, Any]:
    """Every card in its place: those laid out, any others in the markets, on the discard pile and in the Tower."""
    loaded = [card for load in laid.goods.values() for card in _state(load)]
    pack = Pack([*_state(laid.up), *_state(laid.down), *laid.aside, *laid.draft, *laid.tower, *loaded])
    up = {market: _filled(pack, laid.up, market, FACE_UP, laid.side) for market in laid.filled}
    down = {market: _filled(pack, laid.down, market, FACE_DOWN, laid.side) for market in laid.filled}
    left = (90 if laid.side == 1 else 50) if left is None else left
    there = sum(map(len, (loaded, _state(up), _state(down), laid.aside, laid.draft)))
    pack.lay([*pack.any(CARDS - left - there), *loaded], "everybody")
    written = {
        "up": {market: pack.lay(cards, "everybody") for market, cards in up.items()},
        "down": {market: pack.lay(cards, laid.peeked.get(market, [])) for market, cards in down.items()},
        "aside": pack.lay(laid.aside, "everybody"),
        "draft": [*pack.lay(laid.draft[:1], []), *pack.lay(laid.draft[1:], "everybody")],
        "draft_hidden": bool(laid.draft),
        "drawn": len(pack.faces),
        "auction": auction,
        "backs": _backs(auction, len(pack.faces)),
    }
    pack.lay([*laid.tower, *pack.any(left - len(laid.tower))], [])
    return {**written, "seed": 7, "faces": pack.faces, "known": pack.known}


def _phase(stage: str, side: int, turn: str, names: Sequence[str]) -> dict[str, Any]:
    """The stage of the round, who is asked, and the bets."""
    betting = stage == "betting"
    return {
        "side": side - 1,
        "round_number": 2 if side == 1 else 8,
        "stage": stage,
        "turn": "nobody" if betting else turn,
        "asked": [*names] if betting else [turn],
        "bets": dict.fromkeys(names, -1),
        "opened": dict.fromkeys(names, -1 if betting else 0),
    }


def _first(stage: str, turn: str, names: Sequence[str], open_markets: int) -> str:
    """The First Player, from whose turn it is and how many markets are chosen."""
    chosen_yet = len(names) + (stage == "choosing") - open_markets
    return NAMES[(names.index(turn) - chosen_yet) % len(names) if stage in MARKET_PHASE else ANNE]


def _caravans(loads: Loads, names: Sequence[str]) -> dict[str, Any]:
    """The goods of every player, and the type that each camel carries."""
    types = {name: [_type(loads.get(name, {}).get(limit, ())) for limit in CAMELS] for name in names}
    return {"goods": {name: _state(loads.get(name, {})) for name in names}, "camels": types}


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
