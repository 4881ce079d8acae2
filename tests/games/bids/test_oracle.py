"""The engine of Bids against the oracle: they agree at every decision of many random games."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

import pytest

import bidwell
from bidwell.games.bids import rules
from bidwell.games.bids.components import BLACK, BLACKS, CARDS, HAND, NO_CARD, SPECIALS
from bidwell.games.bids.notation import card_name
from bidwell.games.bids.state import BidsState
from tests.games.bids.oracle import State, bids, result_of_turn, score_round, victims
from tests.games.comparison import Disagreement, play_both
from tests.games.script import Ask, Order

GAME = bidwell.game("bids")
NAMES = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Edsger Dijkstra", "Barbara Liskov", "Ann Lee")
LETTERS = ("A", "B", "C", "D", "E", "F")


class Drawn:
    """Remembers what the engine drew at random, and replays it for the oracle."""

    def __init__(self) -> None:
        self.table: bidwell.Table
        self.deals: deque[dict[str, Any]] = deque()
        self.piles: deque[list[int]] = deque()
        self.leader = 0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Remember each deal, each shuffled pile and the last leader that the rules draw."""
        deal_round, shuffle_pile, one_of = rules.deal_round, rules.shuffle_pile, rules.one_of

        def deal(t: BidsState) -> None:
            deal_round(t)
            hands = [hand(t, seat) for seat in range(t.players)]
            self.deals.append({"hands": hands, "pile": pile(t), "removed": cards(t.removed)})

        def shuffle(t: BidsState) -> None:
            shuffle_pile(t)
            self.piles.append(pile(t))

        def draw(t: BidsState, tied: int) -> int:
            self.leader = one_of(t, tied)
            return self.leader

        with patch.multiple(rules, deal_round=deal, shuffle_pile=shuffle, one_of=draw):
            yield

    def replay(self, order: Order) -> Any:
        """What the engine drew for the same purpose."""
        if order.what == "leader":
            return (self.leader,)
        if order.what == "pile":
            return self.named(self.piles.popleft())
        deal = self.deals.popleft()
        hands = [self.named(each) for each in deal["hands"]]
        return {"hands": hands, "pile": self.named(deal["pile"]), "removed": self.named(deal["removed"])}

    def named(self, numbers: list[int]) -> list[str]:
        return [card_name(card, self.table) for card in numbers]


def cards(row: list[int]) -> list[int]:
    return [card for card in row if card != NO_CARD]


def hand(t: BidsState, seat: int) -> list[int]:
    return cards(t.hands[seat * HAND : (seat + 1) * HAND])


def pile(t: BidsState) -> list[int]:
    """The cards of the pile, the top first."""
    return cards(t.pile)[::-1]


def snapshot(table: bidwell.Table) -> dict[str, Any]:
    """The engine's state in the oracle's words."""
    t = cast(BidsState, table.state)
    seats = range(t.players)

    def named(numbers: list[int]) -> list[str]:
        return [card_name(card, table) for card in numbers]

    order = [(t.leader + step) % t.players for step in seats]
    gone = [card for card in range(CARDS) if t.gone[card] and card not in t.played[: t.players]]
    taken = [[BLACK + black for black in range(BLACKS) if t.taker[black] == seat] for seat in seats]
    return {
        "round": t.round_number,
        "turn": t.turn_number,
        "leader": t.leader,
        "up": card_name(t.up, table) if t.up != NO_CARD else "",
        "played": [(seat, card_name(t.played[seat], table)) for seat in order if t.played[seat] != NO_CARD],
        "hands": [sorted(named(hand(t, seat))) for seat in seats],
        "taken": [sorted(named(each)) for each in taken],
        "doubled": [sorted(named([card for card in each if t.doubled[card - BLACK]])) for each in taken],
        "pile": named(pile(t)),
        "removed": sorted(named(cards(t.removed))),
        "discarded": sorted(named(gone)),
        "lowest": bool(t.lowest_wins),
        "totals": t.totals[: t.players],
        "lucky": t.lucky[: t.players],
        "allied": [seat for seat in seats if t.allies >> seat & 1],
    }


def random_options(rng: random.Random) -> dict[str, Any]:
    return {
        "rounds": rng.choice([1, 2, 3, 6]),
        "colour_bids": rng.random() < 0.4,
        "specials": [special for special in SPECIALS if rng.random() < 0.6],
        "ally": rng.random() < 0.5,
        "blanks": [("Joker", rng.randint(-20, 20)), ("Toll", -3)][: rng.randint(0, 2)],
    }


def compare(seed: int, told: dict[str, Any] | None = None) -> int:
    """Compare one random game; return the number of decisions. `told` are other options for the oracle."""
    rng = random.Random(seed)
    players = 3 + seed % 4
    names = rng.sample(NAMES, players) if rng.random() < 0.5 else LETTERS[:players]
    drawn = Drawn()

    def choose(ask: Ask, seat: int) -> str:
        return rng.choice(sorted(ask.legal[seat]))

    with drawn.watch():
        table = GAME.deal(seed=seed, options=random_options(rng), names=names)
        return compare_deal(table, drawn, choose, rng, told)


def compare_deal(
    table: bidwell.Table,
    drawn: Drawn,
    choose: Callable[[Ask, int], str],
    rng: random.Random,
    told: dict[str, Any] | None = None,
) -> int:
    """Compare the game that is played from a deal; return the number of decisions."""
    drawn.table = table
    oracle = bids(table.names, **{**table.options, **(told or {})})
    return play_both(table, oracle, snapshot, choose, rng, drawn.replay)


@pytest.mark.parametrize("part", range(8))
def test_engine_and_oracle_agree(part: int) -> None:
    """Legal actions and the whole state are the same at every decision; so are scores and places."""
    for seed in range(part * 75, part * 75 + 75):
        assert compare(seed) > 0


def test_a_disagreement_is_noticed() -> None:
    """BID-17: the comparison can fail: if the oracle alone has another number of rounds, the end differs."""
    with pytest.raises(Disagreement, match="the end: game over"):
        compare(0, told={"rounds": 1})


def a_state(players: int, *cards: str, **fields: Any) -> State:
    """A turn in which seat 0 leads and these cards are played."""
    state = State(LETTERS[:players], False, frozenset(), False, {}, up="black 1")
    state.played = list(enumerate(cards))
    state.taken = [[] for _ in range(players)]
    state.doubled = [set() for _ in range(players)]
    state.totals, state.lucky = [0] * players, [0] * players
    for name, value in fields.items():
        setattr(state, name, value)
    return state


@pytest.mark.parametrize(
    ("cards", "fields", "winner", "leader"),
    [
        (["red 9", "blue 7", "red 3", "blue 9"], {}, None, 3),
        (["red 9", "blue 7", "red 3", "blue 8"], {}, 0, 0),
        (["red 9", "blue 7", "red 3", "blue 8"], {"lowest": True}, 2, 2),
        (["2x", "-5", "Ally", "Thief"], {}, 1, 1),
        (["2x", "Shuffle", "Ally", "Thief"], {}, None, 0),
        (["red 4", "blue 5", "green 9", "blue 7"], {"colour_bids": True}, 3, 3),
        (["red 4", "black 5", "green 9", "blue 7"], {"colour_bids": True}, 1, 1),
        (["red 4", "black 5", "green 9", "blue 7"], {"colour_bids": True, "up": "black 6"}, None, 0),
        (["red 4", "black 5", "green 9", "Thief"], {"colour_bids": True, "up": "Surprise"}, 1, 1),
        (["red 4", "green 9", "blue 9", "yellow 2"], {"colour_bids": True}, None, 2),
        (["red 4", "green 9", "blue 9", "yellow 2"], {"colour_bids": True, "up": "black 9"}, None, 0),
        (["red 4", "Ally", "green 9", "Thief"], {"colour_bids": True}, None, 0),
    ],
)
def test_the_oracle_finds_the_winner_as_the_rulebook_does(
    cards: list[str], fields: dict[str, Any], winner: int | None, leader: int
) -> None:
    """BID-09 to BID-11, BID-20 to BID-24, BID-30, BID-39, BID-55, BID-56: who wins a turn and who leads the next."""
    assert result_of_turn(a_state(4, *cards, **fields)) == (winner, leader)


def test_the_oracle_counts_lucky_losers_as_the_rulebook_does() -> None:
    """BID-19: 9 points, three rounds without a black card, 13 points, and one more round without: 102."""
    state = a_state(4)
    for taken in (["black 9"], [], [], [], ["black 10", "black 3"], []):
        state.taken[0] = taken
        score_round(state)
    assert state.totals[0] == 102


def test_the_oracle_counts_an_allied_lucky_loser_as_the_rulebook_does() -> None:
    """BID-32, BID-33: 8 points, then half of the alliance's 7 and no lucky-loser points, then 24 points."""
    state, totals = a_state(5), []
    for allied, partner in (((), []), ((0, 1), ["black 7"]), ((), [])):
        state.allied, state.taken[1] = frozenset(allied), partner
        score_round(state)
        totals.append(state.totals[0])
    assert totals == [8, 8 + 4, 8 + 4 + 24]


@pytest.mark.parametrize(
    ("cards", "taken", "stolen_from"),
    [
        (["red 10", "red 8", "red 6", "red 5"], {1: ["black 1"], 2: ["black 2"], 3: ["black 3"]}, [3]),
        (["red 10", "red 8", "red 6", "red 5"], {1: ["black 1"], 2: ["-5"], 3: ["2x"]}, [2]),
        (["red 10", "red 8", "red 5", "blue 5"], {1: ["black 1"], 2: ["black 2"], 3: ["black 3"]}, [2, 3]),
        (["red 10", "red 8", "red 5", "blue 5"], {1: ["black 1"], 2: ["black 2"]}, [2]),
        (["red 10", "red 8", "red 5", "Ally"], {3: ["black 3"]}, []),
        (["red 10"], {0: ["black 1"]}, []),
    ],
)
def test_the_oracle_finds_the_victim_as_the_rulebook_does(
    cards: list[str], taken: dict[int, list[str]], stolen_from: list[int]
) -> None:
    """BID-36, BID-37, BID-60: the lowest bidder with a card that can be stolen; seat 0 has won the turn."""
    state = a_state(4, *cards)
    for seat, lying in taken.items():
        state.taken[seat] = lying
    assert victims(state, 0) == stolen_from
