"""The Secret Auction House implemented a second time, from the clauses SEC-01 to SEC-49 alone.

The oracle is compared with the engine. It sees everything and draws nothing at random: the order of the items and the
requests dealt are given.

SEC-34 is read as follows. It is checked each time an item has been turned up, after piles have come back (SEC-20) and
players have dropped out (SEC-21). "The same cards" are those in hand and pile together; nobody still in has a chip, and
their hands are worth the same. "Every further item would be discarded" means: whatever the players choose, and in
whatever order the items come, nobody can win the item in sight or any item of the deck. The oracle finds that out by
trying everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from tests.games.script import End, Script, ask_all, places

Item = tuple[int, int]
"""Type 0 to 5, stars 1 to 3 (SEC-02)."""

MONEY = range(1, 11)  # SEC-01
CHIPS = 3  # SEC-05
ITEMS = tuple((kind, stars) for kind in range(6) for stars in (1, 2, 3))  # SEC-02
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
class Player:
    """Everything that belongs to one player."""

    hand: list[int] = field(default_factory=lambda: list(MONEY))
    pile: list[int] = field(default_factory=list)
    """Spent money (SEC-13)."""
    gone: list[int] = field(default_factory=list)
    """Money under the items won (SEC-12)."""
    chips: int = CHIPS
    won: list[Item] = field(default_factory=list)
    out: bool = False
    """Whether the player takes no further part (SEC-21)."""
    kept: str | None = None
    """The clause of the request the player kept."""

    def left(self) -> list[int]:
        """The cards in hand and pile together."""
        return sorted(self.hand + self.pile)

    def take_pile_back(self) -> None:
        """SEC-20, SEC-31: the whole pile goes back into the hand."""
        self.hand, self.pile = self.left(), []

    def items_with(self, stars: int) -> int:
        """How many items with this many stars the player has won."""
        return sum(1 for _, each in self.won if each == stars)


@dataclass
class State:
    """Everything on and under the table."""

    players: list[Player]
    deck: list[Item]
    bid_sizes: str
    item: Item | None = None
    """The item in sight."""
    discarded: list[Item] = field(default_factory=list)

    def still_in(self) -> list[int]:
        """The seats that still take part."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def need(self) -> int:
        """How many cards a bid for the item in sight has."""
        assert self.item is not None
        return cards_needed(self.item, self.bid_sizes)

    def discard_item(self) -> None:
        """The item in sight goes to nobody (SEC-14, SEC-16, SEC-33)."""
        assert self.item is not None
        self.discarded.append(self.item)
        self.item = None

    def snapshot(self) -> dict[str, Any]:
        """The state in plain values. The cards of a sealed bid are in hand until it is opened."""
        return {
            "item": self.item,
            "deck": len(self.deck),
            "hands": [sorted(player.hand) for player in self.players],
            "piles": [sorted(player.pile) for player in self.players],
            "gone": [sorted(player.gone) for player in self.players],
            "chips": [player.chips for player in self.players],
            "won": [sorted(player.won) for player in self.players],
            "discarded": sorted(self.discarded),
            "out": [seat for seat, player in enumerate(self.players) if player.out],
            "kept": [player.kept for player in self.players],
        }


def secret_auction(
    players: int, items: Sequence[Item], requests: Sequence[tuple[str, str]], *, bid_sizes: str = "square"
) -> Script[End]:
    """Play a whole game; `items` in the order they are turned up, `requests` as dealt to each seat."""
    assert 3 <= players <= 5, players  # SEC-01
    assert sorted(items) == sorted(ITEMS), "the items are not those of SEC-02"
    assert bid_sizes in ("square", "stars"), bid_sizes  # SEC-03
    state = State([Player() for _ in range(players)], list(items), bid_sizes)
    yield from keep_requests(state, requests)
    while state.deck:  # SEC-33: until no item is left
        turn_up(state)
        if len(state.still_in()) <= 1 or stalemate(state):  # SEC-33, SEC-34
            state.discard_item()
            break
        yield from auction(state)
    return finish(state)


def keep_requests(state: State, requests: Sequence[tuple[str, str]]) -> Script[None]:
    """SEC-04: each player keeps one of two requests; the other goes back to the box."""
    dealt = [request for pair in requests for request in pair]
    assert len({*dealt}) == len(dealt) == 2 * len(state.players), "the ten requests are all different"
    legal = {seat: [f"keep {request}" for request in pair] for seat, pair in enumerate(requests)}
    answers = yield from ask_all(legal, state.snapshot())
    for seat, answer in answers.items():
        state.players[seat].kept = answer.removeprefix("keep ")


# --- An auction ---


def cards_needed(item: Item, bid_sizes: str) -> int:
    """SEC-03: how many money cards a bid for this item has."""
    kind, stars = item
    return stars if bid_sizes == "stars" else 1 + (kind + stars) % 3


def turn_up(state: State) -> None:
    """SEC-10: turn up the top item. SEC-20: piles come back. SEC-21: players with too few cards drop out."""
    state.item = state.deck.pop(0)
    for player in state.players:
        if len(player.left()) < state.need():
            player.out = True
        elif len(player.hand) < state.need() and not player.out:
            player.take_pile_back()


def auction(state: State) -> Script[None]:
    """SEC-10: all choose at once. SEC-31: those who take their pile back choose again. Then all bids are opened."""
    seats, need = state.still_in(), state.need()
    answers = yield from ask_all({seat: first_choices(state.players[seat], need) for seat in seats}, state.snapshot())
    choices = {seat: [answer] for seat, answer in answers.items()}
    recovered = [seat for seat in seats if answers[seat] == "recover"]
    for seat in recovered:
        state.players[seat].take_pile_back()
    if recovered:
        second = {seat: second_choices(state.players[seat], need) for seat in recovered}
        again = yield from ask_all(second, state.snapshot())
        for seat, answer in again.items():
            choices[seat].append(answer)
    carry_out(state, choices)


def carry_out(state: State, choices: dict[int, list[str]]) -> None:
    """SEC-30 to SEC-32: a pass and a recovery cost a chip each. Then all bids are opened."""
    for seat, answers in choices.items():
        player = state.players[seat]
        player.chips -= sum(answer in ("pass", "recover") for answer in answers)
        if "recover" in answers:
            player.take_pile_back()
    open_bids(state, {seat: cards_of(answers[-1]) for seat, answers in choices.items() if answers[-1] != "pass"})


def first_choices(player: Player, need: int) -> list[str]:
    """SEC-15: a bid. SEC-30: or a pass, for a chip. SEC-31: or taking a pile back, for a chip."""
    passes = ["pass"] if player.chips >= 1 else []
    recoveries = ["recover"] if player.chips >= 1 and player.pile else []
    return [*bids(player.hand, need), *passes, *recoveries]


def second_choices(player: Player, need: int) -> list[str]:
    """SEC-31: after taking the pile back, a bid or, for a second chip, a pass."""
    passes = ["pass"] if player.chips >= 2 else []
    return [*bids(player.hand, need), *passes]


def bids(hand: list[int], need: int) -> list[str]:
    """SEC-10: every bid of exactly this many cards."""
    return ["bid " + "+".join(map(str, cards)) for cards in combinations(sorted(hand), need)]


def cards_of(bid: str) -> list[int]:
    """The cards of a bid; those of `bid 3+7` are 3 and 7."""
    return [int(value) for value in bid.removeprefix("bid ").split("+")]


def open_bids(state: State, opened: dict[int, list[int]]) -> None:
    """SEC-12: the cards of the winner are out of the game. SEC-13: those of the others go to their own piles."""
    winner = winner_of({seat: sum(cards) for seat, cards in opened.items()})  # SEC-11
    for seat, cards in opened.items():
        player = state.players[seat]
        player.hand = [value for value in player.hand if value not in cards]
        (player.gone if seat == winner else player.pile).extend(cards)
    if winner is None:
        state.discard_item()
    else:
        assert state.item is not None
        state.players[winner].won.append(state.item)
        state.item = None


def winner_of(worth: dict[int, int]) -> int | None:
    """SEC-14: the highest bid, or the next highest if it is tied; no other. SEC-16: None if nobody bids."""
    for value in sorted(set(worth.values()), reverse=True)[:2]:
        seats = [seat for seat in worth if worth[seat] == value]
        if len(seats) == 1:
            return seats[0]
    return None


# --- The end ---


def stalemate(state: State) -> bool:
    """SEC-34: the same cards, no chip, hands of the same worth, and every further item would be discarded."""
    players = [state.players[seat] for seat in state.still_in()]
    same = all(player.left() == players[0].left() for player in players)
    alike = all(sum(player.hand) == sum(players[0].hand) and player.chips == 0 for player in players)
    return same and alike and not somebody_can_win(state)


def somebody_can_win(state: State) -> bool:
    """Whether the players can choose so that one of them wins the item in sight or an item of the deck."""
    seats, results = state.still_in(), []
    for each in product(*(all_choices(state.players[seat], state.need()) for seat in seats)):
        result = deepcopy(state)
        carry_out(result, dict(zip(seats, each, strict=True)))
        if len(result.discarded) == len(state.discarded):
            return True  # the item was not discarded: somebody has won it
        results.append(result)
    later = [after for result in results for after in possible_turns(result)]
    return any(len(after.still_in()) >= 2 and somebody_can_win(after) for after in later)


def all_choices(player: Player, need: int) -> list[list[str]]:
    """What one player can choose for one item: `["bid 3"]`, `["pass"]`, `["recover", "bid 3"]`."""
    first = first_choices(player, need)
    choices = [[answer] for answer in first if answer != "recover"]
    if "recover" in first:
        recovered = deepcopy(player)
        recovered.take_pile_back()
        choices += [["recover", answer] for answer in second_choices(recovered, need)]
    return choices


def possible_turns(state: State) -> Iterator[State]:
    """The state after each item that may be turned up next. Items that need as many cards as another are left out."""
    for item in {cards_needed(item, state.bid_sizes): item for item in state.deck}.values():
        after = deepcopy(state)
        after.deck.remove(item)
        after.deck.insert(0, item)
        turn_up(after)
        yield after


def finish(state: State) -> End:
    """SEC-35: stars and request. Most points wins, then a fulfilled request, then most items."""
    ranks = []
    for player in state.players:
        assert player.kept is not None
        done = fulfilled(player, state.players)
        points = sum(stars for _, stars in player.won) + (POINTS[player.kept] if done else 0)
        ranks.append((points, done, len(player.won)))
    return End(tuple(points for points, _, _ in ranks), places(ranks), state.snapshot())


# --- Owners' requests ---


def fulfilled(player: Player, everyone: list[Player]) -> bool:
    """SEC-40 to SEC-49: whether the player has fulfilled the request they kept.

    "All players" include those who take no further part.
    """
    assert player.kept is not None
    items_of_type = Counter(kind for kind, _ in player.won)
    total = sum(stars for _, stars in player.won)
    answers = {
        "SEC-40": len(player.left()) == max(len(other.left()) for other in everyone),
        "SEC-41": 1 <= len(items_of_type) <= 3,
        "SEC-42": len(items_of_type) >= 4,
        "SEC-43": player.items_with(3) == min(other.items_with(3) for other in everyone),
        "SEC-44": player.items_with(1) == max(other.items_with(1) for other in everyone) >= 1,
        "SEC-45": total > 0 and total % 4 == 0,
        "SEC-46": player.chips == CHIPS,
        "SEC-47": player.items_with(2) == 2,
        "SEC-48": sum(number >= 2 for number in items_of_type.values()) >= 2,
        "SEC-49": all(player.items_with(stars) >= 1 for stars in (1, 2, 3)),
    }
    return answers[player.kept]
