"""The engine of The Secret Auction House against the oracle: they agree at every decision of many random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, NamedTuple, cast

import pytest

import bidwell
from bidwell.games.secret_auction.components import (
    DECK,
    DISCARDED,
    ITEM_NAMES,
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
from tests.games.secret_auction.oracle import (
    Item,
    Player,
    State,
    cards_needed,
    cards_of,
    secret_auction,
    stalemate,
    winner_of,
)

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
    style = random_style(rng)
    table = GAME.deal(players, seed, {"bid_sizes": bid_sizes})
    if style.bids == "even":
        table = GAME.position({**table.position(), "items": dearest_first(table)})
    return compare_deal(table, partial(choose_in_style, rng=rng, style=style), rng, told)


def compare_deal(
    table: bidwell.Table, choose: Callable[[Ask, int], str], rng: random.Random, told: str | None = None
) -> int:
    """Compare the game that is played from a deal; return the number of decisions."""
    t = cast(SecretAuctionState, table.state)
    items = [item(number) for number in t.items]
    requests = [(REQUEST_CLAUSES[one], REQUEST_CLAUSES[other]) for one, other in t.dealt[: t.players]]
    oracle = secret_auction(t.players, items, requests, bid_sizes=told or table.options["bid_sizes"])
    return play_both(table, oracle, snapshot, choose, rng)


def dearest_first(table: bidwell.Table) -> list[str]:
    """The items of a table, those that need the most cards first."""
    t = cast(SecretAuctionState, table.state)
    order = sorted(t.items, key=lambda number: -cards_needed(item(number), table.options["bid_sizes"]))
    return [ITEM_NAMES[number] for number in order]


class Style(NamedTuple):
    """How the players of a table choose. Between them the styles reach every rule."""

    chips: float
    """How often a player chooses among all actions, not only among the bids."""
    bids: str
    """`any`; `low`, so that many bids tie; or `even`, so that players run out of money together (SEC-34)."""


def random_style(rng: random.Random) -> Style:
    return Style(rng.choice([0.0, 0.1, 0.5]), rng.choice(["any", "any", "low", "even"]))


def choose_in_style(ask: Ask, seat: int, rng: random.Random, style: Style) -> str:
    """A random legal action, in the style of the table."""
    legal = sorted(ask.legal[seat])
    bids = [text for text in legal if text.startswith("bid")]
    if style.bids == "even" and bids:
        return even_bid(ask, seat, bids, rng.random() < style.chips)
    if not bids or rng.random() < style.chips:
        return rng.choice(legal)
    return rng.choice(bids[:2] if style.bids == "low" else bids)


def even_bid(ask: Ask, seat: int, bids: list[str], spend: bool) -> str:
    """The first player with the most money cards wins; the others pass or bid low. All save their 10."""
    left = [len(hand) + len(pile) for hand, pile in zip(ask.table["hands"], ask.table["piles"], strict=True)]
    cheap = sorted(bids, key=lambda text: ("10" in text, sum(cards_of(text))))
    dear = [text for text in cheap if "10" not in text] or cheap
    if left.index(max(left)) == seat:
        return dear[-1]
    return "pass" if spend and "pass" in ask.legal[seat] else cheap[0]


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
        ([[4], [4], [4]], [[], [], []], [1, 0, 0], ONE_CARD, [], False),
        ([[5], [5], [3], [3]], [[3], [3], [5], [5]], [0, 0, 0, 0], ONE_CARD, [], False),
        ([[4], [4], [4]], [[], [], []], [1, 1, 0], ONE_CARD, [], False),
        ([[4], [4], [4]], [[6], [6], [6]], [1, 0, 0], ONE_CARD, [], False),
    ],
)
def test_the_oracle_ends_a_game_in_which_nobody_can_win_an_item(
    hands: list[list[int]], piles: list[list[int]], chips: list[int], item: Item, deck: list[Item], ended: bool
) -> None:
    """SEC-34: the same cards, no chips, hands of one worth, and nothing that can be chosen or come lets anybody win."""
    players = [Player(hand, pile, chips=left) for hand, pile, left in zip(hands, piles, chips, strict=True)]
    assert stalemate(State(players, deck, "square", item)) == ended
