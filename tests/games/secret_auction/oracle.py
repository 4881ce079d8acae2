"""The Secret Auction House told a second time, as a plain script: an oracle for the tests, written from the clauses.

The clauses are those of rules/secret_auction.md; no part of the engine is used here. Clarity counts, speed does not.

SEC-34, "those still in can only tie from here on", is read as follows. It is looked at once an item, when the item has
been turned up, piles have come back by themselves (SEC-20), drop-outs are out (SEC-21) and at least two are still in
(SEC-33). The game then ends, without a question and with the item in sight discarded, exactly if

1. nobody still in has a chip,
2. all still in have the same cards left, hand and pile together,
3. each has exactly as many cards in hand as the item in sight needs, and these hands are worth the same,
4. every item still face down needs at least as many cards as each has left, hand and pile together.

Why it is then sure: with a chip one could pass, so that another might win alone, or recover, and so have a choice of
cards; without one, a hand of just the right size is the only possible bid (a larger one allows two bids, and as a
colour's values all differ, bids that differ in one card differ in worth: no tie is sure). So all bids for the item in
sight are equal, there is no second highest, and it is discarded (SEC-14). Now every hand is empty and every pile is all
that its owner has left, the same for all. The next item, whichever it is, needs either just that many cards: all take
their piles back, have one possible bid, tie, and are where they were; or more: all drop out together, and the game ends
with that item not awarded (SEC-33). Nothing is won, paid or spent any more. Why no less will do: an item face down that
needs fewer cards than each has left might be turned up next, and would leave a choice. The order of the face-down items
is no one's knowledge, so the condition does not look at it, only at which items they are, which all can know.

Left to be played out, as the clause does not name them, though every item would be discarded there too: three or more
in, of whom one with a chip can pass while the others tie (he does not only tie, and a chip spent may cost SEC-46);
different cards left that happen to be worth the same; two tied pairs, one above the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.games.script import Ask, End

Item = tuple[int, int]
"""Type 0-5, stars 1-3 (SEC-02)."""
Answers = dict[int, str]
Asking = Generator[Ask, Answers, Answers]

MONEY = range(1, 11)  # SEC-01
CHIPS = 3  # SEC-05
POINTS = {  # SEC-40 to SEC-49
    "SEC-40": 5,
    "SEC-41": 3,
    "SEC-42": 4,
    "SEC-43": 4,
    "SEC-44": 4,
    "SEC-45": 4,
    "SEC-46": 4,
    "SEC-47": 4,
    "SEC-48": 5,
    "SEC-49": 3,
}


@dataclass
class Buyer:
    """One player with all that is his."""

    hand: list[int] = field(default_factory=lambda: list(MONEY))
    pile: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    chips: int = CHIPS
    won: list[Item] = field(default_factory=list)
    out: bool = False
    kept: str | None = None

    def left(self) -> list[int]:
        """The cards left to him, hand and pile together."""
        return sorted(self.hand + self.pile)

    def take_pile_back(self) -> None:
        """The whole pile goes back into the hand (SEC-20, SEC-31)."""
        self.hand, self.pile = self.left(), []

    def stars(self, number: int) -> int:
        """How many items of so many stars he has won."""
        return sum(1 for _, stars in self.won if stars == number)


@dataclass
class House:
    """The whole table."""

    buyers: list[Buyer]
    deck: list[Item]
    bid_sizes: str
    item: Item | None = None
    discarded: list[Item] = field(default_factory=list)

    def still_in(self) -> list[int]:
        """The seats that still take part."""
        return [seat for seat, buyer in enumerate(self.buyers) if not buyer.out]

    def discard(self) -> None:
        """The item in sight goes to nobody, for good (SEC-14, SEC-16, SEC-33)."""
        assert self.item is not None
        self.discarded.append(self.item)
        self.item = None

    def table(self) -> dict[str, Any]:
        """All there is, in plain values. Cards of a sealed bid are in hand until it is opened."""
        return {
            "item": self.item,
            "left": len(self.deck),
            "hands": [sorted(buyer.hand) for buyer in self.buyers],
            "piles": [sorted(buyer.pile) for buyer in self.buyers],
            "gone": [sorted(buyer.gone) for buyer in self.buyers],
            "chips": [buyer.chips for buyer in self.buyers],
            "won": [sorted(buyer.won) for buyer in self.buyers],
            "discarded": sorted(self.discarded),
            "out": [seat for seat, buyer in enumerate(self.buyers) if buyer.out],
            "kept": [buyer.kept for buyer in self.buyers],
        }


def secret_auction(
    players: int, items: Sequence[Item], requests: Sequence[tuple[str, str]], *, bid_sizes: str = "square"
) -> Generator[Ask, Answers, End]:
    """A whole game: `items` in the order they will be turned up, `requests` as dealt to each seat."""
    assert 3 <= players <= 5  # SEC-01
    assert bid_sizes in ("square", "stars")  # SEC-03
    house = House([Buyer() for _ in range(players)], list(items), bid_sizes)
    yield from keep_requests(house, requests)
    while house.deck:  # SEC-33: until no item is left
        need = turn_up(house)
        if len(house.still_in()) <= 1 or only_ties_left(house, need):  # SEC-33, SEC-34
            house.discard()
            break
        yield from auction(house, need)
    return the_end(house)


def put(house: House, legal: dict[int, frozenset[str]]) -> Asking:
    """Ask all these seats at once, and see that the answers are answers."""
    answers = yield Ask(legal=legal, table=house.table())
    assert answers.keys() == legal.keys(), "every seat asked must answer, and no other"
    assert all(answers[seat] in legal[seat] for seat in legal), "an answer is not among the legal ones"
    return dict(answers)


def keep_requests(house: House, requests: Sequence[tuple[str, str]]) -> Generator[Ask, Answers, None]:
    """SEC-04: each keeps one of his two requests in secret; the other goes back to the box."""
    seats = range(len(house.buyers))
    answers = yield from put(house, {seat: frozenset(f"keep {name}" for name in requests[seat]) for seat in seats})
    for seat, answer in answers.items():
        house.buyers[seat].kept = answer.removeprefix("keep ")


def cards_needed(item: Item, bid_sizes: str) -> int:
    """SEC-03: how many money cards a bid for this item must have."""
    kind, stars = item
    return stars if bid_sizes == "stars" else 1 + (kind + stars) % 3


def turn_up(house: House) -> int:
    """SEC-10: the top item is turned up; says how many cards it needs."""
    house.item = house.deck.pop(0)
    need = cards_needed(house.item, house.bid_sizes)
    for seat in house.still_in():
        buyer = house.buyers[seat]
        if len(buyer.left()) < need:  # SEC-21: out for the rest of the game, chips or not
            buyer.out = True
        elif len(buyer.hand) < need:  # SEC-20: by itself, at no cost
            buyer.take_pile_back()
    return need


def only_ties_left(house: House, need: int) -> bool:
    """SEC-34, see the top of this file: nobody has a choice, all tie, and so it must go on to the end."""
    buyers = [house.buyers[seat] for seat in house.still_in()]
    nobody_can_pass = all(buyer.chips == 0 for buyer in buyers)
    same_cards_left = all(buyer.left() == buyers[0].left() for buyer in buyers)
    one_bid_each = all(len(buyer.hand) == need for buyer in buyers)
    bids_tie = len({sum(buyer.hand) for buyer in buyers}) == 1
    all_or_nothing = all(cards_needed(item, house.bid_sizes) >= len(buyers[0].left()) for item in house.deck)
    return nobody_can_pass and same_cards_left and one_bid_each and bids_tie and all_or_nothing


def auction(house: House, need: int) -> Generator[Ask, Answers, None]:
    """SEC-10: all choose at once; those who recover choose once more (SEC-31); then all is opened."""
    seats = house.still_in()
    choices = yield from put(house, {seat: first_choices(house.buyers[seat], need) for seat in seats})
    recovered = [seat for seat in seats if choices[seat] == "recover"]
    for seat in recovered:
        house.buyers[seat].take_pile_back()
    if recovered:
        again = yield from put(house, {seat: second_choices(house.buyers[seat], need) for seat in recovered})
        choices.update(again)
    spend_chips(house, choices, recovered)
    open_bids(house, choices)


def bids(hand: list[int], need: int) -> frozenset[str]:
    """SEC-10: every bid of exactly so many cards."""
    return frozenset("bid " + "+".join(map(str, cards)) for cards in combinations(sorted(hand), need))


def first_choices(buyer: Buyer, need: int) -> frozenset[str]:
    """SEC-15: a bid; SEC-30: with a chip, a pass; SEC-31: with a chip and a pile, recovering."""
    choices = bids(buyer.hand, need)
    if buyer.chips >= 1:
        choices |= {"pass"}
    if buyer.chips >= 1 and buyer.pile:
        choices |= {"recover"}
    return choices


def second_choices(buyer: Buyer, need: int) -> frozenset[str]:
    """SEC-31: after recovering a bid, or with a second chip a pass; the first is as good as spent."""
    choices = bids(buyer.hand, need)
    if buyer.chips >= 2:
        choices |= {"pass"}
    return choices


def spend_chips(house: House, choices: Answers, recovered: list[int]) -> None:
    """SEC-30, SEC-31: one chip for a pass, one for recovering; SEC-32: they do not come back."""
    for seat, choice in choices.items():
        house.buyers[seat].chips -= (choice == "pass") + (seat in recovered)


def open_bids(house: House, choices: Answers) -> None:
    """SEC-12: the winner's cards are out for good; SEC-13: all others go to their owners' piles."""
    opened = {seat: cards_of(choice) for seat, choice in choices.items() if choice != "pass"}
    winner = winner_of({seat: sum(cards) for seat, cards in opened.items()})
    for seat, cards in opened.items():
        buyer = house.buyers[seat]
        buyer.hand = [value for value in buyer.hand if value not in cards]
        (buyer.gone if seat == winner else buyer.pile).extend(cards)
    if winner is None:
        house.discard()
    else:
        assert house.item is not None
        house.buyers[winner].won.append(house.item)
        house.item = None


def cards_of(bid: str) -> list[int]:
    """The cards of a bid: `bid 3+7` is 3 and 7."""
    return [int(value) for value in bid.removeprefix("bid ").split("+")]


def winner_of(worth: dict[int, int]) -> int | None:
    """SEC-11: the highest wins; SEC-14: if tied, the next highest if alone, and no further; SEC-16: or nobody."""
    for value in sorted(set(worth.values()), reverse=True)[:2]:
        seats = [seat for seat in worth if worth[seat] == value]
        if len(seats) == 1:
            return seats[0]
    return None


def fulfilled(buyer: Buyer, everyone: list[Buyer]) -> bool:
    """Whether the kept request is fulfilled, where need be compared with all players, those who are out too."""
    assert buyer.kept is not None
    types = Counter(kind for kind, _ in buyer.won)
    star_sum = sum(stars for _, stars in buyer.won)
    answered = {
        "SEC-40": len(buyer.left()) == max(len(other.left()) for other in everyone),  # as cards; tied is enough
        "SEC-41": 1 <= len(types) <= 3,
        "SEC-42": len(types) >= 4,
        "SEC-43": buyer.stars(3) == min(other.stars(3) for other in everyone),  # 0 counts; tied is enough
        "SEC-44": buyer.stars(1) == max(other.stars(1) for other in everyone) >= 1,  # tied is enough, 0 is not
        "SEC-45": star_sum % 4 == 0 and star_sum > 0,
        "SEC-46": buyer.chips == CHIPS,
        "SEC-47": buyer.stars(2) == 2,
        "SEC-48": sum(1 for number in types.values() if number >= 2) >= 2,
        "SEC-49": all(buyer.stars(number) >= 1 for number in (1, 2, 3)),
    }
    return answered[buyer.kept]


def the_end(house: House) -> End:
    """SEC-35: stars and request; then a fulfilled request; then more items; then shared."""
    ranks: list[tuple[int, bool, int]] = []
    for buyer in house.buyers:
        assert buyer.kept is not None
        done = fulfilled(buyer, house.buyers)
        points = sum(stars for _, stars in buyer.won) + (POINTS[buyer.kept] if done else 0)
        ranks.append((points, done, len(buyer.won)))
    scores = tuple(points for points, _, _ in ranks)
    places = tuple(1 + sum(1 for other in ranks if other > rank) for rank in ranks)
    return End(scores=scores, places=places, table=house.table())
