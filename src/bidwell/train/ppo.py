"""Learning: proximal policy optimisation on the decisions of one iteration."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from bidwell.train.model import Network
from bidwell.train.recipe import Recipe
from bidwell.train.rollout import Rollout, probabilities

STEEPEST = 0.5
"""Longer gradients are shortened to this norm."""


@dataclass
class UpdateStatistics:
    """Means over one iteration."""

    decisions: int
    entropy: float
    value_loss: float
    clipped: float
    """The share of decisions whose probability has changed by more than the clip."""


class PolicyUpdater:
    """Improves a network by the results of its decisions."""

    def __init__(self, network: Network, recipe: Recipe) -> None:
        self.network, self.recipe = network, recipe
        self.optimizer = torch.optim.Adam(network.parameters(), recipe.rate, eps=1e-5)

    def learn(self, rollout: Rollout, progress: float, generator: torch.Generator) -> UpdateStatistics:
        """Learn from every usable decision, `epochs` times. `progress` is the share of the budget that is spent."""
        recipe = self.recipe
        for group in self.optimizer.param_groups:
            group["lr"] = recipe.rate + (recipe.last_rate - recipe.rate) * progress
        entropy_weight = recipe.entropy + (recipe.last_entropy - recipe.entropy) * progress
        usable = rollout.usable.view(-1).nonzero().squeeze(1)
        totals, batches = torch.zeros(3, device=usable.device), 0
        for _ in range(recipe.epochs):
            order = usable[torch.randperm(len(usable), generator=generator, device=usable.device)]
            for part in order.split(recipe.minibatch):
                totals += self._learn_part(rollout, part, entropy_weight)
                batches += 1
        means = (totals / max(batches, 1)).tolist()
        return UpdateStatistics(len(usable), *means)

    def _learn_part(self, rollout: Rollout, part: Tensor, entropy_weight: float) -> Tensor:
        """Take one step of the optimizer; return entropy, value loss and the share of clipped ratios."""
        clip = self.recipe.clip
        features, mask = rollout.features.flatten(0, 1)[part], rollout.mask.flatten(0, 1)[part]
        logs, values = probabilities(self.network, features, mask)
        ratio = (logs.gather(1, rollout.actions.view(-1)[part][:, None]).squeeze(1) - rollout.logs.view(-1)[part]).exp()
        advantage = rollout.advantages.view(-1)[part]
        target = advantage + rollout.values.view(-1)[part]
        # normalised within the minibatch: the step then does not depend on how far rewards are spread
        scaled = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-6)
        gain = torch.min(ratio * scaled, ratio.clamp(1 - clip, 1 + clip) * scaled).mean()
        entropy = -(logs.exp() * logs.clamp(min=-50)).sum(-1).mean()
        value_loss = (values - target).pow(2).mean()
        loss = self.recipe.value_weight * value_loss - gain - entropy_weight * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), STEEPEST)
        self.optimizer.step()
        clipped = ((ratio - 1).abs() > clip).float().mean()
        return torch.stack([entropy, value_loss, clipped]).detach()
