"""What bids, a pass and a discard mean in Serengeti, from what a seat sees.

Cards are open, so everybody can work out whom a price would pay. Chips are hidden, so nobody knows whether a rival can
pay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from bidwell.core.events import Event, events, heard
from bidwell.core.game import ViewLike
from bidwell.core.state import NOBODY
from bidwell.games.serengeti.components import (
    CARD_NAMES,
    DIGIT,
    HIGHEST_BID,
    LAST_DIGIT,
    LOT,
    ROUNDS,
    TRIBE_SIZE,
    TRIBES,
)
from bidwell.games.serengeti.rules import (
    cards_of_tribe,
    earned_by_passing,
    is_forbidden,
    matching_cards,
    opener,
    points_for_chips,
    points_for_set,
    share,
    who_gets_the_money,
)
from bidwell.games.serengeti.state import SerengetiState, cards_drawn
from bidwell.mechanics import clockwise

if TYPE_CHECKING:
    from bidwell.core.table import View

SET_POINTS = tuple(points_for_set(cards) for cards in range(TRIBE_SIZE + 1))
"""SER-25: the points of a set, by its number of cards."""
LOT_SIZES = tuple(cards_drawn(number) - cards_drawn(number - 1) for number in range(1, ROUNDS + 1))
"""SER-06: the number of cards on sale in every round."""


@dataclass(frozen=True, slots=True)
class Dial:
    """The bids of one seat. The lists are indexed by price, from 0 to the highest possible bid."""

    bidder: int
    first_bluff: int | None
    """The first bid that the bidder could not pay (SER-16); None if their chips are hidden."""
    highest: int
    """The highest bid they may make (SER-15). Hidden chips forbid nothing."""
    forbidden_by: dict[int, list[str]]
    """For every price that their cards forbid, the cards with its last digit (SER-13)."""
    changes: list[list[int]]
    """The change in every seat's chips if the bid wins and is paid (SER-19 to SER-22)."""
    bank: list[int]
    """The rest, which goes to the bank (SER-23)."""
    matching: list[int]
    """The number of matching cards; with none, the price is split evenly (SER-22)."""


@dataclass(frozen=True, slots=True)
class Sale:
    """The sale of the lot at a price. A price of 0: the lot is free (SER-11)."""

    winner: int
    price: int
    changes: list[int]
    """The change in every seat's chips, if it is paid."""
    bank: int
    matching: int
    can_pay: bool | None
    """None if the winner's chips are hidden."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What happens when the seat that is asked passes."""

    earns: int
    """Chips from the bank (SER-10)."""
    has_bid: bool
    """Whether a bid on this lot is the reason to earn nothing; otherwise it was paid already, or the bank is empty."""
    then: Sale | None
    """The sale that follows at once; None if the auction goes on."""


@dataclass(frozen=True, slots=True)
class Discard:
    """The loss of a card by a winner who could not pay (SER-16)."""

    points_now: int
    """The points of the card's set (SER-25)."""
    points_then: int
    frees: int | None
    """The last digit that may be bid again (SER-13); None if another card still forbids it."""


@dataclass(frozen=True, slots=True)
class SerengetiForesight:
    """All that a viewer can work out about the decision now. When the game is over only points are left."""

    sets: list[list[int]]
    """The points of every seat's sets, by tribe (SER-25)."""
    sets_with_lot: list[list[int]]
    """The same for a seat that gets the lot."""
    chip_points: list[int] = field(default_factory=list)
    """The points of every seat for its chips (SER-26); empty until the game is over."""
    standing: Sale | None = None
    """The sale if nobody bids more; None if no lot is on sale."""
    dial: Dial | None = None
    """The bids of the viewer while they are in the auction, otherwise of the seat that is asked."""
    bid_wins: bool = False
    """Whether a bid of the seat that is asked wins at once, because everybody else is out."""
    passing: Pass | None = None
    """The pass of the seat that is asked; None while it discards."""
    discards: dict[str, Discard] = field(default_factory=dict)
    """Each discard of the seat that is asked, by card."""


def foresight(seen: ViewLike) -> SerengetiForesight:
    t: SerengetiState = seen.state
    cards = _open_cards(t.players, tuple(t.owner))
    if t.turn < 0:
        return SerengetiForesight(*cards.sets, [points_for_chips(t, seat) for seat in range(t.players)])
    if t.discarding:
        return SerengetiForesight(*cards.sets, discards=_discards(t))
    standing = _standing(t, cards)
    return SerengetiForesight(
        *cards.sets,
        standing=standing,
        dial=cards.dial(bidder := _dial_owner(t, seen.seat), t.chips[bidder], bool(t.overbid)),
        bid_wins=clockwise(t.players, t.turn, t.passed) == t.turn,
        passing=_passing(t, standing),
    )


def _dial_owner(t: SerengetiState, viewer: int | None) -> int:
    return t.turn if viewer is None or t.passed >> viewer & 1 else viewer


# What depends on the cards alone is kept: cards change hands once in a round, and it is needed after every bid.


Payments = tuple[list[list[int]], list[int], list[int]]
"""For every price the change in chips, what the bank gets, and the matching cards."""


class OpenCards:
    """What follows from the places of the cards alone."""

    def __init__(self, players: int, owner: tuple[int, ...]) -> None:
        self._state = t = SerengetiState()
        """A state with these cards and nothing else, for rules that read only cards."""
        t.players, t.owner = players, [*owner]
        for card, place in enumerate(owner):
            if place < players:
                t.held[place][DIGIT[card]] += 1
        self._payments: dict[int, Payments] = {}
        self._dials: dict[tuple[int, int | None, bool], Dial] = {}

    @cached_property
    def sets(self) -> tuple[list[list[int]], list[list[int]]]:
        """The points of every seat's sets, now and with the lot."""
        t, tribes = self._state, range(len(TRIBES))
        held = [[cards_of_tribe(t, place, tribe) for tribe in tribes] for place in (*range(t.players), LOT)]
        lot = held.pop()
        now = [[*map(points_for_set, own)] for own in held]
        then = [[points_for_set(have + more) for have, more in zip(own, lot, strict=True)] for own in held]
        return now, then

    def payments(self, winner: int) -> Payments:
        """Return what follows from every price that this seat pays (SER-19 to SER-23)."""
        if winner not in self._payments:
            self._payments[winner] = self._all_payments(winner)
        return self._payments[winner]

    def _all_payments(self, winner: int) -> Payments:
        t = self._state
        changes: list[list[int]] = [[]] * len(LAST_DIGIT)
        bank, matching = [0] * len(LAST_DIGIT), [0] * len(LAST_DIGIT)
        for digit, own in enumerate(zip(*t.held[: t.players], strict=True)):
            rows = _ROWS.get((winner, digit, own))
            if rows is None:
                rows = _ROWS[winner, digit, own] = _rows(winner, digit, matching_cards(t, digit, winner), own)
            changes[digit::10], bank[digit::10], matching[digit::10] = rows
        return changes, bank, matching

    def dial(self, bidder: int, chips: int | None, overbid: bool) -> Dial:
        """Return the bids of a seat with these chips, None if they are hidden."""
        key = bidder, chips, overbid
        if key not in self._dials:
            highest = HIGHEST_BID if overbid or chips is None else chips
            first_bluff = None if chips is None else chips + 1
            self._dials[key] = Dial(bidder, first_bluff, highest, self._forbidden(bidder), *self.payments(bidder))
        return self._dials[key]

    def _forbidden(self, bidder: int) -> dict[int, list[str]]:
        """Return for every price that this seat may not bid the cards that forbid it (SER-13)."""
        t, forbidden = self._state, dict[int, list[str]]()
        own = [card for card, place in enumerate(t.owner) if place == bidder]
        for digit in range(10):
            if is_forbidden(t, bidder, 10 + digit):
                names = [CARD_NAMES[card] for card in own if DIGIT[card] == digit]
                forbidden |= dict.fromkeys(range(digit or 10, HIGHEST_BID + 1, 10), names)
        return forbidden


@lru_cache(maxsize=1024)
def _open_cards(players: int, owner: tuple[int, ...]) -> OpenCards:
    """Return what follows from the place of every card."""
    return OpenCards(players, owner)


def _rows(winner: int, digit: int, matching: int, own: tuple[int, ...]) -> Payments:
    """Return what follows from every price with this last digit; `own` has each seat's cards with the digit."""
    rows = []
    for price in range(digit, HIGHEST_BID + 1, 10):
        row = [share(len(own), price, cards, matching) for cards in own]
        row[winner] = -price
        rows.append(row)
    return rows, [-sum(row) for row in rows], [matching] * len(rows)


_ROWS: dict[tuple[int, int, tuple[int, ...]], Payments] = {}
"""What `_rows` has returned, by winner, digit and each seat's cards with the digit: there are three of each digit."""


# What depends on the auction


def _sale(t: SerengetiState, cards: OpenCards, winner: int, price: int) -> Sale:
    changes, bank, matching = cards.payments(winner)
    chips = t.chips[winner]
    return Sale(winner, price, changes[price], bank[price], matching[price], None if chips is None else chips >= price)


def _standing(t: SerengetiState, cards: OpenCards) -> Sale:
    """SER-08, SER-11: the sale if everybody else passes."""
    return _sale(t, cards, t.bidder, t.price) if t.bidder >= 0 else _sale(t, cards, opener(t), 0)


def _passing(t: SerengetiState, standing: Sale) -> Pass:
    """SER-09, SER-10: the auction ends with this pass if nobody but the bidder is left."""
    left = clockwise(t.players, t.turn, t.passed | 1 << t.turn)
    ends = left in (t.bidder, NOBODY)
    return Pass(earned_by_passing(t, t.turn), bool(t.have_bid >> t.turn & 1), standing if ends else None)


def _discards(t: SerengetiState) -> dict[str, Discard]:
    """SER-16."""
    return {CARD_NAMES[card]: _discard(t, card) for card, place in enumerate(t.owner) if place == t.turn}


def _discard(t: SerengetiState, card: int) -> Discard:
    cards = cards_of_tribe(t, t.turn, card // TRIBE_SIZE)
    digit = DIGIT[card]
    frees = digit if t.held[t.turn][digit] == 1 else None
    return Discard(points_for_set(cards), points_for_set(cards - 1), frees)


def payment_events(view: View, price: int) -> list[Event]:
    """Return the events of the payments if the seat that is asked wins and pays this price (SER-19 to SER-23)."""
    then, table = view.state.copy(), view.imagine(0)
    then.chips, then.journal = [0] * len(then.chips), []  # what a seat has does not matter for what it is paid
    who_gets_the_money(then, then.turn, price)
    return heard(events(then.journal, table.game.words, table), view.seat)
