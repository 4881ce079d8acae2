"""How far from equilibrium are our players in last lots of Serengeti that they reach themselves?

    python -m studies.last_lots --games 100

It prints the mean NashConv in lots whose winner decides the game, then that of the endgame in `studies.endgames`.

All chips count as known, as to a perfect memory, and nothing is drawn any more. So a best reply is found by trying
every action of its seat, without a solver. All numbers are shares of a win.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bidwell import game
from bidwell.bots.network import network_of
from bidwell.cli.seating import whole
from bidwell.core.state import NOBODY
from bidwell.games.serengeti.components import CARDS, LOT, MOST_PLAYERS, OUT, ROUNDS
from bidwell.games.serengeti.features import CARD_PLACES, COUNTS, MARKS
from bidwell.games.serengeti.state import SerengetiState
from bidwell.mechanics import first_of
from bidwell.native.batch_setting import input_size, inputs_of
from studies.endgames import ENDGAMES

GAME = game("serengeti")
PLAYERS = 3
Policy = Callable[[SerengetiState, int, list[int]], int]
"""Chooses one of the legal actions of a seat."""


def network(state: SerengetiState, seat: int, legal: list[int]) -> int:
    """Return what the bot `network` plays."""
    inputs = [0] * input_size(GAME)
    inputs_of(GAME)(state, seat, inputs)
    return preferred(inputs, legal)


def preferred(inputs: list[int], legal: list[int]) -> int:
    """Return the action that the network prefers."""
    logits = network_of(GAME).logits(inputs, legal)
    return legal[logits.index(max(logits))]


def blind(state: SerengetiState, seat: int, legal: list[int]) -> int:
    """Return what the network plays if its inputs do not mark the cards that are out of the game."""
    inputs = [0] * input_size(GAME)
    inputs_of(GAME)(state, seat, inputs)
    for card in range(CARDS):
        inputs[COUNTS + MARKS * MOST_PLAYERS + card * CARD_PLACES + MOST_PLAYERS + OUT - LOT] = 0
    return preferred(inputs, legal)


def heuristic(state: SerengetiState, seat: int, legal: list[int]) -> int:
    """Return what the bot `heuristic` plays."""
    return GAME.heuristic(state, seat, legal, len(legal), 0)


BOTS: dict[str, Policy] = {"network": network, "heuristic": heuristic}


def legal_of(state: SerengetiState, seat: int) -> list[int]:
    """Return the legal actions of a seat that is asked."""
    out = [0] * GAME.most_choices
    return out[: GAME.rules.legal(state, seat, out)]


def reached(policy: Policy, seed: int, overbid: bool) -> SerengetiState:
    """Return the last lot of a game in which all seats play by this policy."""
    state: Any = GAME.deal(PLAYERS, seed, {"overbid": overbid}).state
    while state.round_number < ROUNDS:
        seat = first_of(GAME.rules.asks(state))
        GAME.rules.play(state, seat, policy(state, seat, legal_of(state, seat)))
    found: SerengetiState = state
    return found


def shares(state: SerengetiState) -> list[float]:
    """Return the share of the win of every seat, as if the game ended here."""
    out = [0] * PLAYERS
    GAME.rules.standings(state, out)
    return [(own == max(out)) / out.count(max(out)) for own in out]


def is_open(state: SerengetiState) -> bool:
    """Return whether the winner of the lot decides who wins the game, prices left aside."""
    ends = []
    for seat in range(PLAYERS):
        after = state.copy()
        after.owner = [seat if place == LOT else place for place in state.owner]
        ends.append(shares(after))
    return ends.count(ends[0]) < PLAYERS


@dataclass
class Replies:
    """All play by a policy, but one seat, or nobody, replies in the way that is best for it."""

    policy: Policy
    seat: int = NOBODY
    known: dict[Any, list[float]] = field(default_factory=dict)

    def value(self, state: SerengetiState) -> list[float]:
        """Return the share of the win of every seat from here on."""
        if not (asked := GAME.rules.asks(state)):
            return shares(state)
        key = repr([value for field, value in state.each_field() if field.name not in ("chance_key", "chance_step")])
        if key not in self.known:
            self.known[key] = self._best(state, first_of(asked))
        return self.known[key]

    def _best(self, state: SerengetiState, seat: int) -> list[float]:
        legal = legal_of(state, seat)
        actions = legal if seat == self.seat else [self.policy(state, seat, legal)]
        return max((self._after(state, seat, action) for action in actions), key=lambda found: found[seat])

    def _after(self, state: SerengetiState, seat: int, action: int) -> list[float]:
        after = state.copy()
        GAME.rules.play(after, seat, action)
        return self.value(after)


def nash_conv(state: SerengetiState, policy: Policy) -> float:
    """Return what all seats together could gain if all play by this policy and one at a time changes."""
    same = Replies(policy).value(state)
    return sum(Replies(policy, seat).value(state)[seat] - same[seat] for seat in range(PLAYERS))


def report(title: str, lots: Sequence[SerengetiState]) -> str:
    """Return a line: how many of these lots are open, and the mean NashConv of the bots in those."""
    still = [lot for lot in lots if is_open(lot)]
    means = [sum(nash_conv(lot, policy) for lot in still) / max(len(still), 1) for policy in BOTS.values()]
    chips = sum(sum(lot.chips) for lot in lots) / len(lots)
    return f"{title:32} {len(lots):5} {len(still):5} {chips:6.1f} " + " ".join(f"{mean:10.2f}" for mean in means)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m studies.last_lots", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=whole(1), default=100, help="of each kind; default: %(default)s")
    games = parser.parse_args().games
    print(f"{'last lots reached by three of':32} {'lots':>5} {'open':>5} {'chips':>6} ", *map("{:>10}".format, BOTS))
    for name, policy in BOTS.items():
        for overbid in (True, False):
            lots = [reached(policy, seed, overbid) for seed in range(games)]
            print(report(f"{name}, overbid={'on' if overbid else 'off'}", lots), flush=True)
    counted: Any = ENDGAMES["last lot, counted"]().position.state
    found = {**BOTS, "network that is not shown which cards are out": blind}
    print("\nlast lot, counted: " + ", ".join(f"{nash_conv(counted, found[name]):.2f} {name}" for name in found))


if __name__ == "__main__":
    main()
