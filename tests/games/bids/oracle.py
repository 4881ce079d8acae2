"""Bids, told a second time: a plain script in the order of the rulebook, written from the clauses BID-01 to BID-51.

It knows nothing of the engine. Chance comes from outside, through `Order`; choices through `Ask`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.script import Ask, End, Order

Steps = Generator[Ask | Order, Any, None]
Finds = Generator[Ask | Order, Any, str]

COLOURS = ("red", "blue", "green", "yellow")
SPECIALS = ("Thief", "Shuffle", "Lowest", "Surprise")
EFFECTS = frozenset(SPECIALS)
"""BID-37: these are discarded, not kept before a player. (2x, -5 and blanks are kept.)"""

HIGHEST = {3: 10, 4: 10, 5: 12, 6: 14}
"""BID-01, BID-02: the highest number, of bid cards and of point cards, by players."""
MIXED_IN = {3: 1, 4: 1, 5: 2, 6: 3}
"""BID-05: the point cards shuffled into the bid cards."""
LUCKY = {3: 12, 4: 8, 5: 8, 6: 7}
"""BID-19: the points of a lucky loser, to be multiplied by k."""

COLOUR = {f"{colour} {n}": colour for colour in COLOURS for n in range(1, 15)} | {"Ally": "white"}
"""BID-24: the Ally is a colour of its own. A card that is not listed is black."""
NUMBER = {f"{colour} {n}": n for colour in (*COLOURS, "black") for n in range(1, 15)} | {"-5": -5}
"""What each card bids. BID-30: a card that is not listed is a special and bids no number."""


@dataclass
class Table:
    """All there is on and under the table."""

    names: Sequence[str]
    colour_bids: bool
    specials: frozenset[str]
    ally: bool
    blanks: dict[str, int]

    round: int = 0
    turn: int = 0
    leader: int = 0
    up: str = ""
    played: list[tuple[int, str]] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=list)
    doubled: list[set[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    lowest: bool = False
    allied: frozenset[int] = frozenset()
    totals: list[int] = field(default_factory=list)
    lucky: list[int] = field(default_factory=list)
    claims: list[tuple[int, ...]] = field(default_factory=list)
    """What decides, from left to right, who leads first in the next round (BID-08, BID-16)."""

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def seats(self) -> range:
        return range(self.players)


def bids(
    names: Sequence[str],
    *,
    rounds: int = 6,
    colour_bids: bool = False,
    specials: frozenset[str] = frozenset(),
    ally: bool = False,
    blanks: Sequence[tuple[str, int]] = (),
) -> Generator[Ask | Order, Any, End]:
    """BID-17: a game is so many rounds."""
    check_options(names, rounds, specials, blanks)
    t = Table(names, colour_bids, specials, ally or len(names) >= 5, dict(blanks))
    t.totals = [0] * t.players
    t.lucky = [0] * t.players
    t.claims = [longest_name(name) for name in names]
    for t.round in range(1, rounds + 1):
        yield from play_round(t)
    return End(tuple(t.totals), places(t), snapshot(t))


def check_options(
    names: Sequence[str], rounds: int, specials: frozenset[str], blanks: Sequence[tuple[str, int]]
) -> None:
    """BID-01, BID-03, BID-17, BID-50. BID-51 refuses nothing: no set of these options can empty the pile."""
    assert 3 <= len(names) <= 6, names
    assert 1 <= rounds <= 12, rounds
    assert specials <= EFFECTS, specials
    assert len(blanks) <= 2, blanks
    assert len(dict(blanks)) == len(blanks), "blanks of the same name cannot be told apart"
    for name, points in blanks:
        assert name not in {*COLOUR, *NUMBER, *EFFECTS, "2x"}, f"{name} is another card already"
        assert -20 <= points <= 20, points


def play_round(t: Table) -> Steps:
    """BID-06, BID-14: dealt anew, ten turns, then the scoring."""
    yield from deal(t)
    yield from first_leader(t)
    for t.turn in range(1, 11):
        yield from take_turn(t)
        check_that_no_card_is_lost(t)
    score_round(t)


# ---------------------------------------------------------------------------------------------------- Material


def bid_cards(t: Table) -> list[str]:
    """BID-01. The Ally is always there with 5 and 6 players, by option with 3 and 4."""
    # OPEN: "three colours" does not say which: the first three that the clause names, so no yellow.
    colours = COLOURS[:3] if t.players == 3 else COLOURS
    cards = [f"{colour} {n}" for colour in colours for n in range(1, HIGHEST[t.players] + 1)]
    return [*cards, "Ally"] if t.ally else cards


def point_cards(t: Table) -> list[str]:
    """BID-02, BID-03, BID-50."""
    numbers = [f"black {n}" for n in range(1, HIGHEST[t.players] + 1)]
    specials = [card for card in SPECIALS if card in t.specials]
    return [*numbers, "2x", "-5", *specials, *t.blanks]


def out_of_the_round(t: Table) -> int:
    """BID-04: how many coloured cards nobody gets."""
    if t.players == 6:
        return 0
    return 2 if t.ally and t.players <= 4 else 1


def deal(t: Table) -> Steps:
    """BID-04 to BID-06."""
    cards = bid_cards(t) + point_cards(t)
    dealt = yield Order("deal", tuple(cards))
    t.removed = list(dealt["removed"])
    t.hands = [list(hand) for hand in dealt["hands"]]
    t.pile = list(dealt["pile"])
    t.taken = [[] for _ in t.seats]
    t.doubled = [set() for _ in t.seats]
    t.discarded = []
    t.lowest = False
    t.allied = frozenset()
    check_deal(t)
    check_that_no_card_is_lost(t)


def check_deal(t: Table) -> None:
    """BID-04, BID-05: what was dealt can come of the shuffling the rules ask for."""
    in_hand = [card for hand in t.hands for card in hand]
    assert len(t.removed) == out_of_the_round(t), t.removed
    assert all(colour_of(card) in COLOURS for card in t.removed), t.removed
    assert [len(hand) for hand in t.hands] == [10] * t.players, t.hands
    assert sum(colour_of(card) == "black" for card in in_hand) == MIXED_IN[t.players], t.hands
    assert ("Ally" in in_hand) == t.ally, t.hands
    assert all(colour_of(card) == "black" for card in t.pile), t.pile


def check_that_no_card_is_lost(t: Table) -> None:
    """Between turns every card of the round is in exactly one place."""
    rows = [*t.hands, *t.taken, t.pile, t.removed, t.discarded]
    found = sorted(card for row in rows for card in row)
    assert found == sorted(bid_cards(t) + point_cards(t)), found


def colour_of(card: str) -> str:
    """BID-24: specials, and so blanks, are black; the Ally is white."""
    return COLOUR.get(card, "black")


# ------------------------------------------------------------------------------------------------------ A turn


def longest_name(name: str) -> tuple[int, int]:
    """BID-08: letters of the first word, then letters of the rest."""
    # OPEN: what a letter is: digits, hyphens, apostrophes and full stops are none.
    first, *rest = name.split() or [""]
    return letters(first), letters("".join(rest))


def letters(word: str) -> int:
    return sum(character.isalpha() for character in word)


def first_leader(t: Table) -> Steps:
    """BID-08 in the first round, BID-16 in the others; who are still equal then draw."""
    tied = [seat for seat in t.seats if t.claims[seat] == max(t.claims)]
    t.leader = tied[0]
    if len(tied) > 1:
        drawn = yield Order("leader", tuple(tied))
        assert drawn[0] in tied, drawn
        t.leader = drawn[0]


def take_turn(t: Table) -> Steps:
    """BID-07 to BID-12."""
    t.up = yield from next_point_card(t)
    yield from everybody_plays(t)
    winner, next_leader = who_wins(t)
    if winner is None:
        burn(t)
    else:
        yield from win(t, winner)
    t.discarded += [card for card in cards_played(t) if colour_of(card) != "black"]  # BID-12, and the Ally
    t.up, t.played, t.leader = "", [], next_leader


def next_point_card(t: Table) -> Finds:
    """BID-07: the top of the pile. A Shuffle (BID-38) or a Lowest (BID-39) takes effect and the next card comes."""
    while True:
        assert t.pile, "BID-51: the pile cannot run out"
        card = t.pile.pop(0)
        if card not in ("Shuffle", "Lowest"):
            return card
        t.discarded.append(card)
        if card == "Shuffle":
            yield from shuffle_the_pile(t)
        else:
            t.lowest = True


def everybody_plays(t: Table) -> Steps:
    """BID-07: one card each, face up, clockwise from the leader."""
    for step in t.seats:
        seat = (t.leader + step) % t.players
        choices = {f"play {card}": card for card in t.hands[seat]}
        answer = yield Ask({seat: frozenset(choices)}, table=snapshot(t))
        card = choices[answer[seat]]
        t.hands[seat].remove(card)
        t.played.append((seat, card))


def cards_played(t: Table) -> list[str]:
    return [card for _, card in t.played]


def black_cards_played(t: Table) -> list[str]:
    return [card for card in cards_played(t) if colour_of(card) == "black"]


def who_wins(t: Table) -> tuple[int | None, int]:
    """BID-09 to BID-11, BID-39: the winner (None: burned), and who leads the next turn."""
    pool = colours_that_can_win(t)
    bid = {seat: NUMBER[card] for seat, card in t.played if card in NUMBER and colour_of(card) in pool}
    if not bid:
        # OPEN: colour bids, and numbers were bid but none of them in the pool: as if none was bid at all (BID-30).
        return None, t.leader
    best = min(bid.values()) if t.lowest else max(bid.values())
    if t.colour_bids and "black" in pool and middle_is_best(t, best):
        # OPEN: two bids tie for highest and the middle card with them: BID-22 (leader again) before BID-23.
        return None, t.leader
    tied = [seat for seat in bid if bid[seat] == best]  # in the order of play
    return (tied[0], tied[0]) if len(tied) == 1 else (None, tied[-1])


def burn(t: Table) -> None:
    """BID-10, BID-31: nobody takes anything, and no special played has its effect."""
    if t.up == "Surprise":
        t.discarded.append(t.up)  # BID-40: the unseen card has stayed on the pile
    else:
        t.pile.append(t.up)
    # OPEN: effect cards played from hand are black cards too (BID-03, BID-24): they go under the pile, the Surprise
    # as well, and can come up later. BID-37 and BID-40 discard those that had their effect or were turned up.
    t.pile += black_cards_played(t)


def win(t: Table, winner: int) -> Steps:
    """BID-09 and the effects of special cards, turned up or played, in a turn that was not burned."""
    # OPEN: several effects in one turn. Alliance and prize at once; then the theft; then the doubling; and what the
    # clauses put after the turn (Lowest, Shuffle) last, the Shuffle at the very end.
    make_alliance(t, winner)
    prize = yield from prize_of_the_turn(t)
    cards = [prize, *black_cards_played(t)]
    t.taken[winner] += [card for card in cards if card not in EFFECTS]
    t.discarded += [card for card in cards if card in EFFECTS]
    if "Thief" in cards:
        yield from steal(t, winner)
    if "2x" in cards:
        double(t, winner)
    if "Lowest" in cards:
        t.lowest = True  # BID-39: from the next turn on
    if "Shuffle" in cards:
        # OPEN: in the tenth turn too, though nothing is turned up any more.
        yield from shuffle_the_pile(t)


# ----------------------------------------------------------------------------------------------------- Scoring


def score_round(t: Table) -> None:
    """BID-15, BID-19, BID-32, BID-33; and who will lead first in the next round."""
    scores = [sum(worth(t, seat, card) for card in t.taken[seat]) for seat in t.seats]
    for seat in t.seats:
        if not t.taken[seat]:
            t.lucky[seat] += 1
            scores[seat] = 0 if seat in t.allied else t.lucky[seat] * LUCKY[t.players]
    if t.allied:
        shared = sum(scores[seat] for seat in t.allied)
        for seat in t.allied:
            scores[seat] = -(-shared // 2)  # BID-32: rounded up
    t.totals = [total + score for total, score in zip(t.totals, scores, strict=True)]
    # OPEN: "score in the last round" is all that the round brought, lucky-loser points and the alliance included.
    t.claims = [(t.totals[seat], scores[seat], highest_black_number(t, seat)) for seat in t.seats]


def worth(t: Table, seat: int, card: str) -> int:
    """BID-15, BID-34, BID-35, BID-50: a point card before a seat. The 2x itself is worth nothing."""
    points = 0 if card == "2x" else t.blanks[card] if card in t.blanks else NUMBER[card]
    return 2 * points if card in t.doubled[seat] else points


def highest_black_number(t: Table, seat: int) -> int:
    """BID-16: the highest single black number taken; 0 for who has none."""
    # OPEN: it is looked for among what lies before him at the end (a stolen card is the thief's), at face value;
    # -5 and blanks are not "black numbers" (BID-02 and BID-15 set them apart).
    return max((NUMBER[card] for card in t.taken[seat] if card.startswith("black ") and card in NUMBER), default=0)


def places(t: Table) -> tuple[int, ...]:
    """BID-18: most points first, equal ones share."""
    return tuple(1 + sum(other > total for other in t.totals) for total in t.totals)


# ------------------------------------------------------------------------------------------------- Colour bids


def colours_that_can_win(t: Table) -> set[str]:
    """BID-20, BID-21: in colour bids those played most often, the card in the middle being one more black."""
    if not t.colour_bids:
        return {*COLOURS, "black"}
    # OPEN: whatever lies in the middle counts as a black card, a special or a Surprise too.
    count = Counter(colour_of(card) for card in [t.up, *cards_played(t)])
    return {colour for colour in count if count[colour] == max(count.values())}


def middle_is_best(t: Table, best: int) -> bool:
    """BID-22: the card in the middle is the highest of the pool, or ties for it."""
    # OPEN: a special in the middle has no number and so is never the highest; -5 is a -5.
    if t.up not in NUMBER:
        return False
    # OPEN: when the lowest wins, "highest" reads "lowest" in all of colour bids, here too.
    return NUMBER[t.up] <= best if t.lowest else NUMBER[t.up] >= best


# ----------------------------------------------------------------------------------------------- Special cards


def make_alliance(t: Table, winner: int) -> None:
    """BID-32: who played the Ally and the winner of that turn."""
    for seat, card in t.played:
        if card == "Ally":
            t.allied = frozenset({seat, winner})


def double(t: Table, winner: int) -> None:
    """BID-35: all that was taken so far, this turn's cards included."""
    # OPEN: 2x and Thief in one turn: the stolen card is one of this turn's cards, and doubled.
    t.doubled[winner] = set(t.taken[winner])


def steal(t: Table, winner: int) -> Steps:
    """BID-36, BID-37: one card, of the winner's choice; he is not asked where there is one possibility only."""
    choices = {
        f"steal {card} from {t.names[victim]}": (victim, card)
        for victim in victims(t, winner)
        for card in can_be_stolen(t, victim)
    }
    if not choices:
        return  # BID-36: nobody else has a card
    choice = next(iter(choices))
    if len(choices) > 1:
        answer = yield Ask({winner: frozenset(choices)}, table=snapshot(t))
        choice = answer[winner]
    victim, card = choices[choice]
    t.taken[victim].remove(card)
    # OPEN: a doubled card leaves the victim with all it was worth to him, the doubling included.
    t.doubled[victim].discard(card)
    t.taken[winner].append(card)


def victims(t: Table, winner: int) -> list[int]:
    """BID-36, BID-37: of those who have a card the lowest bidder, or all who tie for it; never the winner."""
    # OPEN: who played a special made no bid (BID-30) and is no victim, even if nobody else has a card.
    # OPEN: in colour bids the lowest bidder is he who bid the lowest number, of whatever colour.
    bid = {seat: NUMBER[card] for seat, card in t.played if card in NUMBER}
    robbable = [seat for seat in bid if seat != winner and can_be_stolen(t, seat)]
    return [seat for seat in robbable if bid[seat] == min(bid[other] for other in robbable)]


def can_be_stolen(t: Table, seat: int) -> list[str]:
    """BID-37: all but the 2x."""
    # OPEN: who has nothing but the 2x has no card for the thief, who passes on to the next lowest.
    return [card for card in t.taken[seat] if card != "2x"]


def shuffle_the_pile(t: Table) -> Steps:
    """BID-38: burned cards too."""
    new = yield Order("pile", tuple(t.pile))
    assert sorted(new) == sorted(t.pile), new
    t.pile = list(new)


def prize_of_the_turn(t: Table) -> Finds:
    """BID-40: the card turned up; but with a Surprise, turned up or played, the next of the pile."""
    if t.up == "Surprise":
        t.discarded.append(t.up)
        # OPEN: a Lowest that comes here takes effect after the bidding: this turn's winner remains the winner.
        return (yield from next_point_card(t))
    if "Surprise" in cards_played(t):
        # OPEN: from hand, too, a Shuffle or a Lowest that comes takes effect and one more is drawn.
        # OPEN: the turned-up card goes to the bottom after that, so such a Shuffle does not shuffle it in.
        # OPEN: a Thief or 2x turned up goes to the bottom without effect; one that comes instead has its effect.
        card = yield from next_point_card(t)
        t.pile.append(t.up)
        return card
    return t.up


# ------------------------------------------------------------------------------------------------ For comparison


def snapshot(t: Table) -> dict[str, Any]:
    """All there is to compare, in plain values; nothing in it changes later."""
    return {
        "round": t.round,
        "turn": t.turn,
        "leader": t.leader,
        "up": t.up,
        "played": [[seat, card] for seat, card in t.played],
        "hands": [sorted(hand) for hand in t.hands],
        "taken": [sorted(cards) for cards in t.taken],
        "pile": list(t.pile),
        "lowest": t.lowest,
        "totals": list(t.totals),
        "lucky": list(t.lucky),
        "allied": sorted(t.allied),
    }
