"""Serengeti told a second time, straight from the clauses SER-01 to SER-27, for comparison with the engine.

It knows everything (chips are hidden by SER-05 only from the other players, so `open_chips` changes nothing here)
and leaves nothing to chance: the deck and the starting player, both random by SER-04, are given.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tests.games.script import Ask, End

T = TypeVar("T")
Script: TypeAlias = Generator[Ask, dict[int, str], T]

ALL_CHIPS = 65  # SER-03
CHIPS_EACH = 10  # SER-03
ROUNDS = 15  # SER-06
LOT_SIZES = (1, 2, 3)  # SER-06, over and over
CHIPS_FOR_PASSING = 2  # SER-10
FINE = 1  # SER-14
POINTS_FOR_MOST_CHIPS = 3  # SER-26


class Card(NamedTuple):
    """A tribe and a digit; no card is there twice (SER-02)."""

    tribe: str
    digit: int

    def __str__(self) -> str:
        return f"{self.tribe} {self.digit}"


HOUSE_EDITION = {
    "Nuba": (0, 3, 6, 8, 9),
    "Massai": (1, 2, 4, 5, 7),
    "Bantu": (0, 1, 2, 3, 4),
    "Nandi": (5, 6, 7, 8, 9),
    "Tonga": (0, 2, 4, 6, 8),
    "Samburu": (1, 3, 5, 7, 9),
}  # SER-02
CARDS = tuple(Card(tribe, digit) for tribe, digits in HOUSE_EDITION.items() for digit in digits)


class Options(NamedTuple):
    """What the players agreed on before the game."""

    overbid: bool  # SER-15
    fines: bool  # SER-14


@dataclass
class Table:
    """Everything that lies on the table, and what is remembered while one lot is for sale."""

    players: int
    starter: int
    options: Options
    bank: int
    chips: list[int]
    cards: list[set[Card]]
    out: set[Card] = field(default_factory=set)
    """The cards out of the game (SER-16, SER-18)."""
    round: int = 0
    lot: set[Card] = field(default_factory=set)
    price: int = 0
    """The last bid of this auction, 0 before the first."""

    have_bid: set[int] = field(default_factory=set)
    """Who bid on this lot, failed auctions included (SER-10, SER-17)."""
    had_chips: set[int] = field(default_factory=set)
    """Who already had his chips for passing on this lot (SER-17)."""
    sitting_out: set[int] = field(default_factory=set)
    """Who won this lot but could not pay (SER-16)."""

    def clockwise(self) -> list[int]:
        """All seats, from the starting player on."""
        return [(self.starter + step) % self.players for step in range(self.players)]

    def snapshot(self) -> dict[str, Any]:
        """The table in plain values."""
        return {
            "bank": self.bank,
            "chips": list(self.chips),
            "cards": [names(cards) for cards in self.cards],
            "lot": names(self.lot),
            "out": names(self.out),
            "price": self.price,
            "round": self.round,
            "starter": self.starter,
        }


def names(cards: Iterable[Card]) -> list[str]:
    """The cards as written, sorted."""
    return sorted(str(card) for card in cards)


def serengeti(
    players: int, deck: Sequence[Card], starter: int, *, overbid: bool = True, fines: bool = True
) -> Script[End]:
    """Play one whole game; `deck[0]` is drawn first."""
    table = set_up(players, starter, Options(overbid, fines))
    draw_pile = list(deck)
    for number in range(1, ROUNDS + 1):  # SER-06
        open_round(table, number, draw_pile)
        yield from sell_the_lot(table)
    return finish(table)  # SER-24


# --- Before the game ---


def set_up(players: int, starter: int, options: Options) -> Table:
    """SER-01, SER-03: ten chips to each, the rest is the bank."""
    if not 3 <= players <= 5:
        raise ValueError(f"3 to 5 players, not {players}")
    return Table(
        players=players,
        starter=starter,
        options=options,
        bank=ALL_CHIPS - players * CHIPS_EACH,
        chips=[CHIPS_EACH] * players,
        cards=[set() for _ in range(players)],
    )


# --- A round ---


def open_round(table: Table, number: int, draw_pile: list[Card]) -> None:
    """SER-06: draw 1, 2, 3, 1, 2, 3 ... cards face up; what was remembered about the last lot is forgotten."""
    size = LOT_SIZES[(number - 1) % len(LOT_SIZES)]
    table.round = number
    table.lot = {draw_pile.pop(0) for _ in range(size)}
    table.have_bid = set()
    table.had_chips = set()
    table.sitting_out = set()


def sell_the_lot(table: Table) -> Script[None]:
    """Auction the lot until somebody has it, or nobody is left to have it."""
    while bidders := [seat for seat in table.clockwise() if seat not in table.sitting_out]:  # SER-17
        winner = yield from auction(table, bidders)
        if winner is None:
            take_the_lot(table, bidders[0])  # SER-11, SER-18: free, to the one who opened
            return
        if table.price <= table.chips[winner]:
            pay(table, winner)
            take_the_lot(table, winner)
            return
        yield from discard(table, winner)
        table.sitting_out.add(winner)  # SER-16
    remove_the_lot(table)


def take_the_lot(table: Table, winner: int) -> None:
    """SER-12: the lot goes to the winner, paid or free, and he starts the next round."""
    table.cards[winner] |= table.lot
    table.lot = set()
    table.starter = winner


def remove_the_lot(table: Table) -> None:
    """SER-18: with nobody left in, the lot leaves the game and the starting player stays."""
    table.out |= table.lot
    table.lot = set()


# --- An auction ---


def auction(table: Table, bidders: list[int]) -> Script[int | None]:
    """SER-07, SER-08: the winner, who bid `table.price`; nobody, if nobody bid.

    A single one left who has not bid is still asked (SER-09, SER-18).
    """
    table.price = 0
    highest = None
    still_in = list(bidders)  # whose turn it is stands first
    while still_in and still_in != [highest]:
        seat = still_in.pop(0)
        bid = yield from turn(table, seat)
        if bid is None:
            chips_for_passing(table, seat)
        else:
            table.price = bid
            table.have_bid.add(seat)
            highest = seat
            still_in.append(seat)
    return highest


def turn(table: Table, seat: int) -> Script[int | None]:
    """SER-07: a bid, or None for a pass; SER-14: every forbidden bid before it is void and fined."""
    while True:
        allowed = {f"bid {bid}": bid for bid in possible_bids(table, seat) if not is_forbidden(table, seat, bid)}
        forbidden = {f"bid {bid}" for bid in possible_bids(table, seat) if is_forbidden(table, seat, bid)}
        mistakes = forbidden if table.options.fines else set()
        said = yield from ask(table, seat, {"pass", *allowed}, mistakes)
        if said not in mistakes:
            return None if said == "pass" else allowed[said]
        fine(table, seat)


def ask(table: Table, seat: int, legal: Iterable[str], mistakes: Iterable[str] = ()) -> Script[str]:
    """Wait for the choice of one player."""
    answers = yield Ask(legal={seat: frozenset(legal)}, mistakes={seat: frozenset(mistakes)}, table=table.snapshot())
    return answers[seat]


def possible_bids(table: Table, seat: int) -> range:
    """SER-07: higher than the last bid, at least 1; SER-15: up to 65, or up to his own chips."""
    limit = ALL_CHIPS if table.options.overbid else table.chips[seat]
    return range(table.price + 1, limit + 1)


def is_forbidden(table: Table, seat: int, bid: int) -> bool:
    """SER-13: it ends in a digit on a card the bidder has collected."""
    return last_digit(bid) in {card.digit for card in table.cards[seat]}


def last_digit(bid: int) -> int:
    """SER-13, SER-20."""
    return bid % 10


def fine(table: Table, seat: int) -> None:
    """SER-14: one chip to the bank, if he has one."""
    lost = min(FINE, table.chips[seat])
    table.chips[seat] -= lost
    table.bank += lost


def chips_for_passing(table: Table, seat: int) -> None:
    """SER-10: 2 chips, or what is there, to one who never bid on this lot; SER-17: at most once a lot.

    Reading of SER-17: the first pass on a lot is the once, even when the bank had less than 2 or nothing then.
    """
    if seat in table.have_bid or seat in table.had_chips:
        return
    gained = min(CHIPS_FOR_PASSING, table.bank)
    table.bank -= gained
    table.chips[seat] += gained
    table.had_chips.add(seat)


# --- After an auction ---


def discard(table: Table, seat: int) -> Script[None]:
    """SER-16: one who cannot pay loses a collected card of his choice; one or none leaves no choice to ask for."""
    choices = {f"discard {card}": card for card in table.cards[seat]}
    if not choices:
        return
    said = next(iter(choices))
    if len(choices) > 1:
        said = yield from ask(table, seat, choices)
    table.cards[seat].remove(choices[said])
    table.out.add(choices[said])


def pay(table: Table, winner: int) -> None:
    """The winner pays his bid: the others get their shares, the bank what is left over (SER-23)."""
    incomes = shares(table, winner)
    table.chips[winner] -= table.price
    for seat, income in incomes.items():
        table.chips[seat] += income
    table.bank += table.price - sum(incomes.values())


def shares(table: Table, winner: int) -> dict[int, int]:
    """What each of the others gets; those sitting out are among them (SER-23), the winner is not (SER-19)."""
    others = [seat for seat in range(table.players) if seat != winner]
    matching = {seat: matching_cards(table, seat) for seat in others}
    number = sum(matching.values())
    if number == 0:
        return {seat: table.price // len(others) for seat in others}  # SER-22
    return {seat: matching[seat] * (table.price // number) for seat in others}  # SER-21


def matching_cards(table: Table, seat: int) -> int:
    """SER-20: how many of his collected cards show the bid's last digit."""
    return len([card for card in table.cards[seat] if card.digit == last_digit(table.price)])


# --- The end ---


def finish(table: Table) -> End:
    """SER-24 to SER-27: the points and the places."""
    table.price = 0
    scores = [points(table, seat) for seat in range(table.players)]
    standings = [(scores[seat], len(table.cards[seat]), table.chips[seat]) for seat in range(table.players)]  # SER-27
    places = [1 + len([other for other in standings if other > mine]) for mine in standings]
    return End(scores=tuple(scores), places=tuple(places), table=table.snapshot())


def points(table: Table, seat: int) -> int:
    """SER-25: k(k+1)/2 for k cards of a tribe; SER-26: 3 for most chips, tied or not."""
    tribes = [card.tribe for card in table.cards[seat]]
    for_cards = sum(tribes.count(tribe) * (tribes.count(tribe) + 1) // 2 for tribe in set(tribes))
    has_most_chips = table.chips[seat] == max(table.chips)
    return for_cards + (POINTS_FOR_MOST_CHIPS if has_most_chips else 0)
