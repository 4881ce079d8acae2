"""The network: hidden layers with ReLU, a head with one number for every action, and the expected reward.

It is built to become whole numbers afterwards: inputs are scaled by powers of two, and all values are clipped to ranges
that the integer network has too (`bidwell.bots.network_file`).
"""

from __future__ import annotations

import math
from itertools import pairwise

import torch
from torch import Tensor, nn

from bidwell.bots.network_file import HIDDEN_MOST, INPUT_BITS, INPUT_MOST

ENOUGH = 50_000
"""Rows from which the spread of inputs is estimated."""


class Network(nn.Module):
    """Maps inputs to logits of all actions and the expected reward of the seat to act."""

    def __init__(self, inputs: int, layers: tuple[int, ...], actions: int) -> None:
        super().__init__()
        self.shifts: Tensor
        self.register_buffer("shifts", torch.full((inputs,), float(INPUT_BITS)))
        widths = [inputs, *layers]
        self.hidden = nn.ModuleList([nn.Linear(*pair) for pair in pairwise(widths)])
        self.policy = nn.Linear(widths[-1], actions)
        self.value = nn.Linear(widths[-1], 1)
        # almost equal logits at the start, so that every legal action is tried
        nn.init.normal_(self.policy.weight, std=0.01 / math.sqrt(widths[-1]))
        nn.init.zeros_(self.policy.bias)

    def scale_to(self, seen: Tensor) -> None:
        """Choose the scale of every input from typical values: a power of two that brings its spread to about 1."""
        spread = seen[:: max(1, len(seen) // ENOUGH)].float().std(0)
        shifts = INPUT_BITS - torch.log2(spread.clamp(min=1e-9)).round()
        self.shifts.copy_(torch.where(spread > 1, shifts, torch.full_like(shifts, INPUT_BITS)).clamp(0, INPUT_BITS))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits and the expected reward for every row of inputs."""
        bound = INPUT_MOST / (1 << INPUT_BITS)
        row = (seen.float() * torch.exp2(self.shifts - INPUT_BITS)).clamp(-bound, bound)
        for layer in self.hidden:
            out = torch.relu(layer(row))
            row = (out + row if out.shape == row.shape else out).clamp(max=HIDDEN_MOST)
        return self.policy(row), self.value(row).squeeze(-1)


def log_probabilities(logits: Tensor, mask: Tensor) -> Tensor:
    """Return the logarithms of the probabilities of all actions; those that are not legal get almost none."""
    return logits.float().masked_fill(~mask, -1e9).log_softmax(-1)


def sample(logs: Tensor, generator: torch.Generator) -> Tensor:
    """Draw an action for every row. An action that is not legal is never drawn."""
    # The Gumbel trick: with this noise added, the largest entry is a draw by the probabilities.
    return (logs - torch.empty_like(logs).exponential_(generator=generator).log()).argmax(-1)
