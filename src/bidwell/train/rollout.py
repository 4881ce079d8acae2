"""Playing: decisions of all tables for some steps, and how much better than expected each of them was."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from bidwell.train.league import Tables
from bidwell.train.model import Network, log_probabilities, sample

Pick = Callable[[Tensor], Tensor]
"""Picks an action for every row of logarithms of probabilities."""


class Rollout:
    """The decisions of one iteration. Row t of every tensor belongs to step t, column i to table i."""

    def __init__(self, tables: Tables, steps: int) -> None:
        shape, device = (steps, tables.count), tables.device
        self.steps, self._tables = steps, tables
        self.features = torch.zeros(*shape, tables.inputs, dtype=torch.int16, device=device)
        self.mask = torch.zeros(*shape, tables.actions, dtype=torch.bool, device=device)
        self.seats = torch.zeros(shape, dtype=torch.int64, device=device)
        self.actions = torch.zeros(shape, dtype=torch.int64, device=device)
        self.logs = torch.zeros(shape, device=device)
        self.values = torch.zeros(shape, device=device)
        self.done = torch.zeros(shape, dtype=torch.bool, device=device)
        self.rewards = torch.zeros(*shape, tables.most_players, device=device)
        self.advantages = torch.zeros(shape, device=device)
        self.usable = torch.zeros(shape, dtype=torch.bool, device=device)
        """Decisions of the network itself whose consequences are known."""

    @torch.no_grad()
    def play(self, network: Network, past: Network, generator: torch.Generator, best: bool = False) -> None:
        """Play all steps; seats of the past by that network, which draws its actions or plays the `best` ones."""
        pick = best_of if best else partial(sample, generator=generator)
        for at in range(self.steps):
            self._tables.copy_observations(self.features[at], self.mask[at], self.seats[at])
            logs, values = probabilities(network, self.features[at], self.mask[at])
            chosen = sample(logs, generator)
            replace_past(self._tables, self.features[at], self.mask[at], self.seats[at], past, chosen, pick)
            self.actions[at], self.values[at] = chosen, values
            self.logs[at] = logs.gather(1, chosen[:, None]).squeeze(1)
            self._tables.step(chosen, self.done[at], self.rewards[at])

    @torch.no_grad()
    def weigh(self, trace: float) -> None:
        """Compute the advantage of every decision over what was expected, backward from the ends of games.

        A seat's decision leads to its next one, or to the end of the game with its reward. The last decision of a seat
        in a game that goes on is left out, because what it leads to is not known yet.
        """
        count, players = self.rewards.shape[1:]
        follows, better = torch.zeros(2, count, players, device=self.rewards.device)
        known = torch.zeros(count, players, dtype=torch.bool, device=self.rewards.device)
        for at in reversed(range(self.steps)):
            ended, seat = self.done[at][:, None], self.seats[at][:, None]
            # A game that ended at this step pays every seat; nothing earlier leads beyond it.
            follows, better, known = torch.where(ended, self.rewards[at], follows), better * ~ended, known | ended
            sure = known.gather(1, seat)
            value = self.values[at][:, None]
            advantage = (follows.gather(1, seat) - value + trace * better.gather(1, seat)) * sure
            self.advantages[at], self.usable[at] = advantage.squeeze(1), sure.squeeze(1)
            follows.scatter_(1, seat, value)
            better.scatter_(1, seat, advantage)
            known.scatter_(1, seat, True)
        self.usable &= self._tables.past_seats >> self.seats & 1 == 0


def replace_past(
    tables: Tables, features: Tensor, mask: Tensor, seats: Tensor, past: Network, chosen: Tensor, pick: Pick
) -> None:
    """Let the past choose where it is to act."""
    rows = tables.past_rows
    if len(rows):
        logs, _ = probabilities(past, features[rows], mask[rows])
        acts = tables.past_seats[rows] >> seats[rows] & 1 == 1
        chosen[rows] = torch.where(acts, pick(logs), chosen[rows])


def best_of(logs: Tensor) -> Tensor:
    """Return the most probable action of every row."""
    return logs.argmax(1)


def probabilities(network: Network, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logarithms of the probabilities of all actions, and the expected rewards."""
    with torch.autocast("cuda", torch.bfloat16, enabled=features.is_cuda):
        logits, values = network(features)
    return log_probabilities(logits, mask), values.float()
