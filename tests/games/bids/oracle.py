"""Bids implemented a second time, from the clauses BID-01 to BID-63 alone, for comparison with the engine.

The oracle sees everything. What is drawn at random comes through `Order`, choices through `Ask`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.script import End, Order, Script, ask_one, places

COLOURS = ("red", "blue", "green", "yellow")  # BID-01
SPECIALS = ("Thief", "Shuffle", "Lowest", "Surprise")  # BID-03
TURNS = 10  # BID-14
HAND = 10  # BID-05
HIGHEST = {3: 10, 4: 10, 5: 12, 6: 14}  # BID-01, BID-02: the highest number of every colour, by players
SHUFFLED_IN = {3: 1, 4: 1, 5: 2, 6: 3}  # BID-05: the point cards shuffled into the bid cards, by players
LUCKY_LOSER = {3: 12, 4: 8, 5: 8, 6: 7}  # BID-19: the points for k = 1, by players

COLOUR = {f"{colour} {n}": colour for colour in COLOURS for n in range(1, 15)} | {"Ally": "white"}
"""BID-24: the Ally is a colour of its own. A card that is not listed is black."""
NUMBER = {f"{colour} {n}": n for colour in (*COLOURS, "black") for n in range(1, 15)} | {"-5": -5}
"""The number that each card bids. A card that is not listed is a special card and bids no number (BID-30)."""


@dataclass
class State:
    """Everything on and under the table."""

    names: Sequence[str]
    colour_bids: bool
    specials: frozenset[str]
    ally: bool
    blanks: dict[str, int]

    round: int = 0
    turn: int = 0
    leader: int = 0
    up: str = ""
    """The card in the middle."""
    played: list[tuple[int, str]] = field(default_factory=list)
    """Seat and card, in the order of play."""
    hands: list[list[str]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=list)
    """The black cards in front of each player."""
    doubled: list[set[str]] = field(default_factory=list)
    """The cards in front of each player that count twice (BID-35)."""
    pile: list[str] = field(default_factory=list)
    """The top first."""
    removed: list[str] = field(default_factory=list)
    """The cards taken out of the round (BID-04)."""
    discarded: list[str] = field(default_factory=list)
    lowest: bool = False
    """Whether the lowest bid wins (BID-39)."""
    allied: frozenset[int] = frozenset()
    totals: list[int] = field(default_factory=list)
    lucky: list[int] = field(default_factory=list)
    """How often each player has been a lucky loser (BID-19)."""
    claims: list[tuple[int, ...]] = field(default_factory=list)
    """What decides who leads the first turn of the next round, compared from left to right (BID-08, BID-16)."""

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def seats(self) -> range:
        return range(self.players)

    def cards_played(self) -> list[str]:
        """The cards played this turn, in the order of play."""
        return [card for _, card in self.played]

    def black_cards_played(self) -> list[str]:
        """The black cards played this turn, in the order of play."""
        return [card for card in self.cards_played() if colour_of(card) == "black"]

    def snapshot(self) -> dict[str, Any]:
        """The state in plain values."""
        return {
            "round": self.round,
            "turn": self.turn,
            "leader": self.leader,
            "up": self.up,
            "played": list(self.played),
            "hands": [sorted(hand) for hand in self.hands],
            "taken": [sorted(cards) for cards in self.taken],
            "doubled": [sorted(cards) for cards in self.doubled],
            "pile": list(self.pile),
            "removed": sorted(self.removed),
            "discarded": sorted({*self.discarded} - {*self.cards_played()}),
            "lowest": self.lowest,
            "totals": list(self.totals),
            "lucky": list(self.lucky),
            "allied": sorted(self.allied),
        }


def bids(
    names: Sequence[str],
    *,
    rounds: int = 6,
    colour_bids: bool = False,
    specials: Sequence[str] = (),
    ally: bool = False,
    blanks: Sequence[tuple[str, int]] = (),
) -> Script[End]:
    """Play a whole game of this many rounds (BID-17)."""
    assert 3 <= len(names) <= 6, names  # BID-01
    assert 1 <= rounds <= 12, rounds  # BID-17
    check_cards(specials, blanks)
    state = State(names, colour_bids, frozenset(specials), ally or len(names) >= 5, dict(blanks))  # BID-01
    state.totals = [0] * state.players
    state.lucky = [0] * state.players
    state.claims = [length_of_name(name) for name in names]
    for state.round in range(1, rounds + 1):
        yield from play_round(state)
    return End(tuple(state.totals), places(state.totals), state.snapshot())  # BID-18


def check_cards(specials: Sequence[str], blanks: Sequence[tuple[str, int]]) -> None:
    """BID-03: one of each special card. BID-50: up to two blank cards, worth -20 to 20 points."""
    assert len(set(specials)) == len(specials), specials
    assert set(specials) <= set(SPECIALS), specials
    assert len(blanks) <= 2, blanks
    assert len(dict(blanks)) == len(blanks), "two blank cards have two names"
    assert not dict(blanks).keys() & {*COLOUR, *NUMBER, *SPECIALS, "2x"}, "a blank card has the name of another card"
    assert all(-20 <= points <= 20 for _, points in blanks), blanks


def play_round(state: State) -> Script[None]:
    """BID-06, BID-14: a new deal and ten turns."""
    yield from deal(state)
    yield from find_first_leader(state)
    for state.turn in range(1, TURNS + 1):
        yield from play_turn(state)
        check_that_no_card_is_lost(state)
    score_round(state)


# --- Material ---


def bid_cards(state: State) -> list[str]:
    """BID-01, BID-52: with 3 players red, blue and green."""
    colours = COLOURS[:3] if state.players == 3 else COLOURS
    cards = [f"{colour} {n}" for colour in colours for n in range(1, HIGHEST[state.players] + 1)]
    return [*cards, "Ally"] if state.ally else cards


def point_cards(state: State) -> list[str]:
    """BID-02, BID-03, BID-50."""
    numbers = [f"black {n}" for n in range(1, HIGHEST[state.players] + 1)]
    return [*numbers, "2x", "-5", *sorted(state.specials), *state.blanks]


def cards_removed(state: State) -> int:
    """BID-04: how many bid cards are taken out of the round."""
    if state.players == 6:
        return 0
    return 2 if state.ally and state.players <= 4 else 1


def deal(state: State) -> Script[None]:
    """BID-04 to BID-06: all cards are dealt anew; nothing of the last round stays."""
    dealt = yield Order("deal", (*bid_cards(state), *point_cards(state)))
    state.removed = list(dealt["removed"])
    state.hands = [list(hand) for hand in dealt["hands"]]
    state.pile = list(dealt["pile"])
    state.taken = [[] for _ in state.seats]
    state.doubled = [set() for _ in state.seats]
    state.discarded = []
    state.lowest = False
    state.allied = frozenset()
    check_deal(state)
    check_that_no_card_is_lost(state)


def check_deal(state: State) -> None:
    """BID-04, BID-05: the deal is one that the rules can produce."""
    in_hand = [card for hand in state.hands for card in hand]
    assert len(state.removed) == cards_removed(state), state.removed
    assert all(colour_of(card) in COLOURS for card in state.removed), state.removed
    assert [len(hand) for hand in state.hands] == [HAND] * state.players, state.hands
    assert sum(colour_of(card) == "black" for card in in_hand) == SHUFFLED_IN[state.players], state.hands
    assert all(colour_of(card) == "black" for card in state.pile), state.pile


def check_that_no_card_is_lost(state: State) -> None:
    """Between turns every card of the round is in exactly one place."""
    rows = [*state.hands, *state.taken, state.pile, state.removed, state.discarded]
    found = sorted(card for row in rows for card in row)
    assert found == sorted(bid_cards(state) + point_cards(state)), found


def colour_of(card: str) -> str:
    """BID-24: special cards are black, and so are blank cards. The Ally is white."""
    return COLOUR.get(card, "black")


# --- A turn ---


def length_of_name(name: str) -> tuple[int, int]:
    """BID-08, BID-53: the letters of the first word, then the letters of the rest."""
    first, *rest = name.split()
    return letters(first), letters("".join(rest))


def letters(word: str) -> int:
    """BID-53: the number of letters of any alphabet."""
    return sum(character.isalpha() for character in word)


def find_first_leader(state: State) -> Script[None]:
    """BID-08 in the first round, BID-16 in the others. A tie left is broken at random."""
    tied = [seat for seat in state.seats if state.claims[seat] == max(state.claims)]
    state.leader = tied[0]
    if len(tied) > 1:
        order = yield Order("leader", tuple(tied))
        assert order[0] in tied, order
        state.leader = order[0]


def play_turn(state: State) -> Script[None]:
    """BID-07 to BID-12."""
    state.up = yield from next_point_card(state)
    yield from play_cards(state)
    winner, next_leader = result_of_turn(state)
    if winner is None:
        burn(state)
    else:
        yield from win(state, winner)
    state.discarded += [card for card in state.cards_played() if colour_of(card) != "black"]  # BID-12
    state.up, state.played, state.leader = "", [], next_leader


def next_point_card(state: State) -> Script[str]:
    """BID-07: the top card of the pile. BID-38, BID-39: a Shuffle or a Lowest takes effect, and the next card comes."""
    while True:
        assert state.pile, "BID-51: the pile cannot run out"
        card = state.pile.pop(0)
        if card not in ("Shuffle", "Lowest"):
            return card
        state.discarded.append(card)
        if card == "Shuffle":
            yield from shuffle_the_pile(state)
        else:
            state.lowest = True


def play_cards(state: State) -> Script[None]:
    """BID-07: each player plays one card, clockwise from the leader."""
    for step in state.seats:
        seat = (state.leader + step) % state.players
        choices = {f"play {card}": card for card in state.hands[seat]}
        answer = yield from ask_one(seat, choices, state.snapshot())
        state.hands[seat].remove(choices[answer])
        state.played.append((seat, choices[answer]))


def result_of_turn(state: State) -> tuple[int | None, int]:
    """BID-09 to BID-11, BID-39: the winner, or None if the turn is burned, and who leads the next turn."""
    pool = colours_that_can_win(state)
    bid = {seat: NUMBER[card] for seat, card in state.played if card in NUMBER and colour_of(card) in pool}
    if not bid:  # BID-30, BID-55
        return None, state.leader
    best = min(bid.values()) if state.lowest else max(bid.values())
    if middle_is_best(state, pool, best):  # BID-22; BID-55: before BID-23
        return None, state.leader
    tied = [seat for seat in bid if bid[seat] == best]  # in the order of play
    return (tied[0], tied[0]) if len(tied) == 1 else (None, tied[-1])  # BID-10, BID-11, BID-23


def burn(state: State) -> None:
    """BID-10, BID-57: the card in the middle and then the black cards played go to the bottom of the pile.

    BID-40: a Surprise in the middle is discarded instead. BID-31: no card played has its effect.
    """
    (state.discarded if state.up == "Surprise" else state.pile).append(state.up)
    state.pile += state.black_cards_played()


def win(state: State, winner: int) -> Script[None]:
    """BID-58: what happens in a turn that is won, in this order."""
    make_alliance(state, winner)
    cards = [(yield from prize(state)), *state.black_cards_played()]
    state.taken[winner] += [card for card in cards if card not in SPECIALS]
    state.discarded += [card for card in cards if card in SPECIALS]  # BID-37
    if "Thief" in cards:
        yield from steal(state, winner)
    if "2x" in cards:
        double(state, winner)
    if "Lowest" in cards:  # BID-39: from the next turn on
        state.lowest = True
    if "Shuffle" in cards:  # BID-38
        yield from shuffle_the_pile(state)


# --- Scoring ---


def score_round(state: State) -> None:
    """BID-15 to BID-19, BID-32, BID-33: the points of the round, and who leads first in the next one."""
    scores = [sum(worth(state, seat, card) for card in state.taken[seat]) for seat in state.seats]
    for seat in state.seats:
        if not state.taken[seat]:
            state.lucky[seat] += 1  # BID-33: of an allied player too
            scores[seat] = 0 if seat in state.allied else state.lucky[seat] * LUCKY_LOSER[state.players]
    if state.allied:
        together = sum(scores[seat] for seat in state.allied)
        for seat in state.allied:
            scores[seat] = rounded_up_half(together)
    state.totals = [total + score for total, score in zip(state.totals, scores, strict=True)]
    state.claims = [(state.totals[seat], scores[seat], highest_card(state, seat)) for seat in state.seats]  # BID-54


def worth(state: State, seat: int, card: str) -> int:
    """BID-15, BID-34, BID-35, BID-50: the points of a card in front of this player. The 2x itself has none."""
    points = 0 if card == "2x" else state.blanks[card] if card in state.blanks else NUMBER[card]
    return 2 * points if card in state.doubled[seat] else points


def rounded_up_half(points: int) -> int:
    """BID-32: half of the points, rounded up towards plus infinity."""
    return (points + 1) // 2


def highest_card(state: State, seat: int) -> int:
    """BID-16, BID-54: the highest of the black 1-14 in front of this player, at face value; 0 without one."""
    numbers = [f"black {n}" for n in range(1, 15)]
    return max((NUMBER[card] for card in state.taken[seat] if card in numbers), default=0)


# --- Colour bids ---


def colours_that_can_win(state: State) -> set[str]:
    """BID-20: with colour bids those played most often. BID-21, BID-56: any card in the middle is a black one."""
    if not state.colour_bids:
        return {*COLOURS, "black"}
    count = Counter(colour_of(card) for card in [state.up, *state.cards_played()])
    return {colour for colour in count if count[colour] == max(count.values())}


def middle_is_best(state: State, pool: set[str], best: int) -> bool:
    """BID-22: with colour bids, whether the card in the middle is the best card of the pool or ties for it.

    BID-56: a special card never is. When the lowest bid wins, the best card is the lowest.
    """
    if not state.colour_bids or "black" not in pool or state.up not in NUMBER:
        return False
    return NUMBER[state.up] <= best if state.lowest else NUMBER[state.up] >= best


# --- Special cards ---


def make_alliance(state: State, winner: int) -> None:
    """BID-32: the player who played the Ally and the winner of the turn are allied."""
    for seat, card in state.played:
        if card == "Ally":
            state.allied = frozenset({seat, winner})


def double(state: State, winner: int) -> None:
    """BID-35, BID-59: everything the winner has taken so far, this turn's cards and a stolen card included."""
    state.doubled[winner] = set(state.taken[winner])


def steal(state: State, winner: int) -> Script[None]:
    """BID-36, BID-59: the winner takes one card. If only one can be taken, they are not asked."""
    choices = {
        f"steal {card} from {state.names[victim]}": (victim, card)
        for victim in victims(state, winner)
        for card in can_be_stolen(state, victim)
    }
    if not choices:
        return
    answer = next(iter(choices))
    if len(choices) > 1:
        answer = yield from ask_one(winner, choices, state.snapshot())
    victim, card = choices[answer]
    state.taken[victim].remove(card)
    state.doubled[victim].discard(card)
    state.taken[winner].append(card)


def victims(state: State, winner: int) -> list[int]:
    """BID-36, BID-37, BID-60: the lowest bidder who has a card, or all who tie for that; never the winner."""
    bid = {seat: NUMBER[card] for seat, card in state.played if card in NUMBER}
    with_cards = [seat for seat in bid if seat != winner and can_be_stolen(state, seat)]
    return [seat for seat in with_cards if bid[seat] == min(bid[other] for other in with_cards)]


def can_be_stolen(state: State, seat: int) -> list[str]:
    """BID-37: every black card in front of this player but the 2x."""
    return [card for card in state.taken[seat] if card != "2x"]


def shuffle_the_pile(state: State) -> Script[None]:
    """BID-38: the whole pile, burned cards included."""
    order = yield Order("pile", tuple(state.pile))
    assert sorted(order) == sorted(state.pile), order
    state.pile = list(order)


def prize(state: State) -> Script[str]:
    """BID-40: the card in the middle or, with a Surprise, the next card of the pile.

    BID-61, BID-62: a Shuffle or a Lowest that comes takes effect now, and one more card is drawn. BID-62, BID-63: with
    a Surprise from hand the card in the middle goes to the bottom after that, without effect.
    """
    if state.up == "Surprise":
        state.discarded.append(state.up)
        return (yield from next_point_card(state))
    if "Surprise" in state.cards_played():
        card = yield from next_point_card(state)
        state.pile.append(state.up)
        return card
    return state.up
