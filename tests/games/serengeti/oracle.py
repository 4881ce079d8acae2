"""Serengeti implemented a second time, from the clauses SER-01 to SER-27 alone, for comparison with the engine.

The oracle sees everything: SER-05 hides chips from the other players only, so `open_chips` changes nothing here. It
draws nothing at random: the deck and the starting player (SER-04) are given.

Where the clauses leave a choice, the oracle reads them as follows.

- The first pass on a lot is the one that SER-17 pays, even if the bank was empty then.
- A winner who cannot pay and has a single card discards it without being asked (SER-16).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.games.script import Ask, End, Script, ask_one, places

ALL_CHIPS = 65  # SER-03
CHIPS_EACH = 10  # SER-03
ROUNDS = 15  # SER-06
LOT_SIZES = (1, 2, 3)  # SER-06, repeated
CHIPS_FOR_PASSING = 2  # SER-10
FINE = 1  # SER-14
POINTS_FOR_CARDS = (0, 1, 3, 6, 10, 15)  # SER-25, by the number of cards of a tribe
POINTS_FOR_MOST_CHIPS = 3  # SER-26


class Card(NamedTuple):
    """A tribe and a digit. No card exists twice (SER-02)."""

    tribe: str
    digit: int

    def __str__(self) -> str:
        return f"{self.tribe} {self.digit}"


DIGITS = {
    "Nuba": (0, 3, 6, 8, 9),
    "Massai": (1, 2, 4, 5, 7),
    "Bantu": (0, 1, 2, 3, 4),
    "Nandi": (5, 6, 7, 8, 9),
    "Tonga": (0, 2, 4, 6, 8),
    "Samburu": (1, 3, 5, 7, 9),
}  # SER-02
CARDS = tuple(Card(tribe, digit) for tribe, digits in DIGITS.items() for digit in digits)


class Options(NamedTuple):
    """The options that change a rule."""

    overbid: bool  # SER-15
    fines: bool  # SER-14


@dataclass
class State:
    """Everything on the table, and what is remembered about the lot on sale."""

    players: int
    starter: int
    options: Options
    bank: int
    chips: list[int]
    cards: list[set[Card]]
    """The cards each player has collected."""
    out: set[Card] = field(default_factory=set)
    """The cards that left the game (SER-16, SER-18)."""
    round: int = 0
    lot: set[Card] = field(default_factory=set)
    price: int = 0
    """The last bid of this auction, 0 before the first bid."""

    have_bid: set[int] = field(default_factory=set)
    """The seats that have bid on this lot, failed auctions included (SER-10, SER-17)."""
    paid_for_passing: set[int] = field(default_factory=set)
    """The seats that have been paid for passing on this lot (SER-17)."""
    sitting_out: set[int] = field(default_factory=set)
    """The seats that won this lot but could not pay (SER-16)."""

    def clockwise(self) -> list[int]:
        """All seats, the starting player first."""
        return [(self.starter + step) % self.players for step in range(self.players)]

    def snapshot(self) -> dict[str, Any]:
        """The state in plain values."""
        return {
            "bank": self.bank,
            "chips": list(self.chips),
            "cards": [names(cards) for cards in self.cards],
            "lot": names(self.lot),
            "out": names(self.out),
            "price": self.price,
            "round": self.round,
            "starter": self.starter,
            "sitting out": sorted(self.sitting_out),
            "have bid": sorted(self.have_bid),
        }


def names(cards: Iterable[Card]) -> list[str]:
    """The names of the cards, sorted."""
    return sorted(str(card) for card in cards)


def serengeti(
    players: int, deck: Sequence[Card], starter: int, *, overbid: bool = True, fines: bool = True
) -> Script[End]:
    """Play a whole game; `deck[0]` is drawn first."""
    assert sorted(deck) == sorted(CARDS), "the deck is not that of SER-02"
    state = set_up(players, starter, Options(overbid, fines))
    rest = list(deck)
    for number in range(1, ROUNDS + 1):  # SER-06
        draw_the_lot(state, number, rest)
        yield from sell_the_lot(state)
    return finish(state)  # SER-24


def set_up(players: int, starter: int, options: Options) -> State:
    """SER-01, SER-03: each player has ten chips, the rest is the bank."""
    assert 3 <= players <= 5, players
    return State(
        players=players,
        starter=starter,
        options=options,
        bank=ALL_CHIPS - players * CHIPS_EACH,
        chips=[CHIPS_EACH] * players,
        cards=[set() for _ in range(players)],
    )


# --- A round ---


def draw_the_lot(state: State, number: int, deck: list[Card]) -> None:
    """SER-06: draw 1, 2, 3, 1, 2, 3 ... cards. Nobody has bid on this lot, passed on it or failed to pay for it."""
    state.round = number
    state.lot = {deck.pop(0) for _ in range(LOT_SIZES[(number - 1) % len(LOT_SIZES)])}
    state.have_bid = set()
    state.paid_for_passing = set()
    state.sitting_out = set()


def sell_the_lot(state: State) -> Script[None]:
    """Auction the lot until a player gets it or nobody is left in."""
    while bidders := [seat for seat in state.clockwise() if seat not in state.sitting_out]:  # SER-17
        winner = yield from auction(state, bidders)
        if winner is None:
            take_the_lot(state, bidders[0])  # SER-11, SER-18: free, to the player who opened
            return
        if state.chips[winner] >= state.price:
            pay(state, winner)
            take_the_lot(state, winner)
            return
        state.sitting_out.add(winner)  # SER-16
        yield from discard(state, winner)
    state.out |= state.lot  # SER-18: nobody is in; the starting player stays the same
    state.lot = set()


def take_the_lot(state: State, winner: int) -> None:
    """SER-12: the lot goes to the winner, paid or free, and the winner starts the next round."""
    state.cards[winner] |= state.lot
    state.lot = set()
    state.starter = winner


# --- An auction ---


def auction(state: State, bidders: list[int]) -> Script[int | None]:
    """SER-07, SER-08: return the winner, whose bid is `state.price`, or None if nobody bids.

    A last player who has not bid is still asked (SER-09, SER-18).
    """
    state.price = 0
    highest = None
    still_in = list(bidders)  # the player whose turn it is comes first
    while still_in and still_in != [highest]:
        seat = still_in.pop(0)
        bid = yield from turn(state, seat)
        if bid is None:
            pay_for_passing(state, seat)
        else:
            state.price = bid
            state.have_bid.add(seat)
            highest = seat
            still_in.append(seat)
    return highest


def turn(state: State, seat: int) -> Script[int | None]:
    """SER-07: return the bid of this player, or None for a pass. SER-14: a forbidden bid is fined, then asked again."""
    while True:
        bids = {f"bid {bid}": bid for bid in possible_bids(state, seat)}
        forbidden = {text for text, bid in bids.items() if is_forbidden(state, seat, bid)}
        legal = frozenset({"pass", *bids} - forbidden)
        mistakes = frozenset(forbidden if state.options.fines else ())
        answers = yield Ask({seat: legal}, {seat: mistakes}, state.snapshot())
        assert answers[seat] in legal | mistakes, answers
        if answers[seat] in legal:
            return bids.get(answers[seat])
        fine(state, seat)


def possible_bids(state: State, seat: int) -> range:
    """SER-07: higher than the last bid, at least 1. SER-15: up to 65, or up to the chips of the player."""
    limit = ALL_CHIPS if state.options.overbid else state.chips[seat]
    return range(state.price + 1, limit + 1)


def is_forbidden(state: State, seat: int, bid: int) -> bool:
    """SER-13: whether the bid ends in a digit on a card the player has collected."""
    return any(card.digit == last_digit(bid) for card in state.cards[seat])


def last_digit(bid: int) -> int:
    """SER-13, SER-20."""
    return bid % 10


def fine(state: State, seat: int) -> None:
    """SER-14: the player pays one chip to the bank, if they have one."""
    paid = min(FINE, state.chips[seat])
    state.chips[seat] -= paid
    state.bank += paid


def pay_for_passing(state: State, seat: int) -> None:
    """SER-10, SER-17: 2 chips, or what the bank has, to a player who never bid on this lot; once for a lot."""
    if seat in state.have_bid or seat in state.paid_for_passing:
        return
    gained = min(CHIPS_FOR_PASSING, state.bank)
    state.bank -= gained
    state.chips[seat] += gained
    state.paid_for_passing.add(seat)


# --- After an auction ---


def discard(state: State, seat: int) -> Script[None]:
    """SER-16: a player who cannot pay discards a collected card of their choice, if they have any."""
    choices = {f"discard {card}": card for card in state.cards[seat]}
    if not choices:
        return
    answer = next(iter(choices))
    if len(choices) > 1:
        answer = yield from ask_one(seat, choices, state.snapshot())
    state.cards[seat].remove(choices[answer])
    state.out.add(choices[answer])


def pay(state: State, winner: int) -> None:
    """SER-08, SER-23: the winner pays their bid; what the others do not get goes to the bank."""
    incomes = shares(state, winner)
    state.chips[winner] -= state.price
    for seat, income in incomes.items():
        state.chips[seat] += income
    state.bank += state.price - sum(incomes.values())


def shares(state: State, winner: int) -> dict[int, int]:
    """What each of the others gets. SER-19: the winner gets nothing. SER-23: players sitting out are others too."""
    others = [seat for seat in range(state.players) if seat != winner]
    matching = {seat: matching_cards(state, seat) for seat in others}
    holders = [seat for seat in others if matching[seat] > 0]
    if not holders:
        return {seat: state.price // len(others) for seat in others}  # SER-22
    if len(holders) == 1:
        return {holders[0]: state.price}  # SER-21: the whole bid, however many cards match
    value_of_a_card = state.price // sum(matching.values())
    return {seat: matching[seat] * value_of_a_card for seat in holders}  # SER-21


def matching_cards(state: State, seat: int) -> int:
    """SER-20: how many cards of this player have the last digit of the bid."""
    return len([card for card in state.cards[seat] if card.digit == last_digit(state.price)])


# --- The end ---


def finish(state: State) -> End:
    """SER-24 to SER-27: the points and the places."""
    state.price = 0
    scores = [points(state, seat) for seat in range(state.players)]
    ranks = [(scores[seat], len(state.cards[seat]), state.chips[seat]) for seat in range(state.players)]  # SER-27
    return End(tuple(scores), places(ranks), state.snapshot())


def points(state: State, seat: int) -> int:
    """SER-25: points for the cards of each tribe. SER-26: 3 points for the most chips, tied or not."""
    held = [card.tribe for card in state.cards[seat]]
    for_cards = sum(POINTS_FOR_CARDS[held.count(tribe)] for tribe in DIGITS)
    has_most_chips = state.chips[seat] == max(state.chips)
    return for_cards + (POINTS_FOR_MOST_CHIPS if has_most_chips else 0)
