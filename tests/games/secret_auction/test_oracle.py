"""The engine of The Secret Auction House against the oracle: they agree at every decision of many random games."""

from __future__ import annotations

import random
from functools import partial
from itertools import product
from typing import Any, cast

import pytest

import bidwell
from bidwell.games.secret_auction.components import (
    DECK,
    DISCARDED,
    ITEMS,
    MONEY,
    NO_REQUEST,
    REQUEST_CLAUSES,
    SIGHT,
    STARS,
)
from bidwell.games.secret_auction.state import SecretAuctionState
from tests.games.comparison import Disagreement, play_both
from tests.games.script import Ask
from tests.games.secret_auction.oracle import Item, Player, State, secret_auction, stalemate, winner_of

GAME = bidwell.game("secret_auction")
SETTINGS = [*product((3, 4, 5), ("square", "stars"))]
"""Each number of players with each value of the option `bid_sizes`."""


def item(number: int) -> Item:
    return number // STARS, number % STARS + 1


def money(mask: int) -> list[int]:
    return [value for value in range(1, MONEY + 1) if mask >> (value - 1) & 1]


def snapshot(table: bidwell.Table) -> dict[str, Any]:
    """The engine's state in the oracle's words. The engine takes a pile back only when the bids are opened."""
    t = cast(SecretAuctionState, table.state)
    seats = range(t.players)

    def lying(place: int) -> list[Item]:
        return sorted(item(each) for each in range(ITEMS) if t.owner[each] == place)

    return {
        "item": next(iter(lying(SIGHT)), None),
        "deck": t.owner.count(DECK),
        "hands": [money(t.hands[seat] | (t.piles[seat] if t.recovering[seat] else 0)) for seat in seats],
        "piles": [[] if t.recovering[seat] else money(t.piles[seat]) for seat in seats],
        "gone": [money(t.gone[seat]) for seat in seats],
        "chips": t.chips[: t.players],
        "won": [lying(seat) for seat in seats],
        "discarded": lying(DISCARDED),
        "out": [seat for seat in seats if t.out >> seat & 1],
        "kept": [REQUEST_CLAUSES[t.kept[seat]] if t.kept[seat] != NO_REQUEST else None for seat in seats],
    }


def compare(seed: int, told: str | None = None) -> int:
    """Compare one random game; return the number of decisions. `told` is another `bid_sizes` for the oracle."""
    rng = random.Random(seed)
    players, bid_sizes = SETTINGS[seed % len(SETTINGS)]
    table = GAME.deal(players, seed, {"bid_sizes": bid_sizes})
    t = cast(SecretAuctionState, table.state)
    items = [item(number) for number in t.items]
    requests = [(REQUEST_CLAUSES[one], REQUEST_CLAUSES[other]) for one, other in t.dealt[: t.players]]
    oracle = secret_auction(players, items, requests, bid_sizes=told or bid_sizes)
    choose = partial(choose_in_style, rng=rng, chips=rng.choice([0.0, 0.1, 0.5]), low_bids=rng.random() < 0.3)
    return play_both(table, oracle, snapshot, choose, rng)


def choose_in_style(ask: Ask, seat: int, rng: random.Random, chips: float, low_bids: bool) -> str:
    """A random legal action. `chips` is how often any action is chosen, not only a bid; low bids tie more often."""
    legal = sorted(ask.legal[seat])
    bids = [text for text in legal if text.startswith("bid")]
    if not bids or rng.random() < chips:
        return rng.choice(legal)
    return rng.choice(bids[:2] if low_bids else bids)


@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree(part: int) -> None:
    """Legal actions and the whole state are the same at every decision; so are scores and places."""
    for seed in range(part * 100, part * 100 + 100):
        assert compare(seed) > 0


def test_a_disagreement_is_noticed() -> None:
    """SEC-03: the comparison can fail: with other bid sizes for the oracle alone, other bids are legal."""
    with pytest.raises(Disagreement, match="legal actions of seat"):
        compare(0, told="stars")


@pytest.mark.parametrize(
    ("bids", "winner"),
    [
        ((9, 8, 7), 0),
        ((9, 9, 7), 2),
        ((9, 9, 7, 7, 5), None),
        ((9, 9, 7, 7), None),
        ((9, 9), None),
        ((1,), 0),
        ((), None),
    ],
)
def test_the_oracle_awards_items_as_the_rulebook_does(bids: tuple[int, ...], winner: int | None) -> None:
    """SEC-11, SEC-14, SEC-16: the highest bid, or the next highest if it is tied, and never the third."""
    assert winner_of(dict(enumerate(bids))) == winner


ONE_CARD, TWO_CARDS, THREE_CARDS = (2, 1), (0, 1), (1, 1)
"""Items that need this many cards with `square` (SEC-03)."""


@pytest.mark.parametrize(
    ("hands", "piles", "chips", "item", "deck", "ended"),
    [
        ([[4], [4]], [[], []], [0, 0], ONE_CARD, [], True),
        ([[4], [5]], [[], []], [0, 0], ONE_CARD, [], False),
        ([[4, 6], [4, 6]], [[], []], [0, 0], ONE_CARD, [], False),
        ([[4, 6], [4, 6]], [[], []], [0, 0], TWO_CARDS, [THREE_CARDS], True),
        ([[4, 6], [4, 6]], [[], []], [0, 0], TWO_CARDS, [ONE_CARD], False),
        ([[4], [4]], [[6], [6]], [0, 0], ONE_CARD, [TWO_CARDS], True),
        ([[4], [4]], [[], []], [1, 0], ONE_CARD, [], False),
        ([[4], [4], [4]], [[], [], []], [1, 0, 0], ONE_CARD, [], True),
        ([[4], [4], [4]], [[], [], []], [1, 1, 0], ONE_CARD, [], False),
        ([[4], [4], [4]], [[6], [6], [6]], [1, 0, 0], ONE_CARD, [], False),
    ],
)
def test_the_oracle_ends_a_game_in_which_nobody_can_win_an_item(
    hands: list[list[int]], piles: list[list[int]], chips: list[int], item: Item, deck: list[Item], ended: bool
) -> None:
    """SEC-34: the same cards, and no choice and no order of the items lets anybody win one."""
    players = [Player(hand, pile, chips=left) for hand, pile, left in zip(hands, piles, chips, strict=True)]
    assert stalemate(State(players, deck, "square", item)) == ended
