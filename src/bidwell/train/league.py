"""Who sits where: the tables of a training, by number of players, options and kind, played as one row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bidwell.core.errors import BadDeal
from bidwell.core.game import Game
from bidwell.core.options import Choice, Option, Subset
from bidwell.core.rng import BITS, key_of
from bidwell.native.batch_setting import input_size
from bidwell.train.recipe import KINDS, Recipe

Rows = np.ndarray[Any, Any]
SELF, PAST, GUEST, ALONE = range(len(KINDS))


@dataclass(frozen=True)
class TableGroup:
    """Tables with the same number of players and options; bit masks say who plays which seats."""

    players: int
    options: dict[str, Any]
    heuristic_seats: Rows
    past_seats: Rows


def usual_groups(game: Game, recipe: Recipe) -> list[TableGroup]:
    """Return the groups of a training: every number of players with the usual options, and some with others.

    A best response is trained with the usual options only.
    """
    if recipe.against:
        return among_past(game, recipe.tables // len(game.players))
    variants = other_options(game) if recipe.variants else []
    usual = round(recipe.tables * (1 - (recipe.variants if variants else 0)) / len(game.players))
    groups = [group_of(players, {}, usual, recipe.league) for players in game.players]
    for number, options in enumerate(variants):
        players = [each for each in game.players if allows(game, each, options)]
        count = round(recipe.tables * recipe.variants / len(variants))
        groups.append(group_of(players[number % len(players)], options, count, recipe.league))
    return groups


def group_of(players: int, options: dict[str, Any], count: int, league: Sequence[float]) -> TableGroup:
    """Return `count` tables, of every kind as many as the league says."""
    counts = [round(count * share) for share in league]
    counts[counts.index(max(counts))] += max(count, len(KINDS)) - sum(counts)
    kinds = np.repeat(np.arange(len(KINDS)), counts)
    one, everyone = 1 << np.arange(len(kinds)) % players, (1 << players) - 1
    heuristic = np.where(kinds == GUEST, one, np.where(kinds == ALONE, everyone ^ one, 0))
    # every second seat, beginning with each in turn, so that the network keeps at least one
    half = sum(1 << seat for seat in range(0, players - 1, 2))
    turned = (half << np.arange(len(kinds)) % players) % everyone
    return TableGroup(players, options, heuristic, np.where(kinds == PAST, turned, 0))


def alone(game: Game, count: int) -> list[TableGroup]:
    """Return tables with the network in one seat among heuristic players, `count` for every number of players."""
    return [group_of(players, {}, count, (0, 0, 0, 1)) for players in game.players]


def among_past(game: Game, count: int) -> list[TableGroup]:
    """Return tables with the network in one seat and the past in all others, `count` for every number of players."""
    return [TableGroup(each.players, {}, 0 * each.past_seats, each.heuristic_seats) for each in alone(game, count)]


def other_options(game: Game) -> list[dict[str, Any]]:
    """Return the options other than the usual ones that are trained too, one changed at a time."""
    changed: list[dict[str, Any]] = []
    for option in game.options:
        if isinstance(option, Subset):
            changed.append({option.name: [*option.words]})
        elif isinstance(option, Choice):
            changed += [{option.name: word} for word in option.words if word != option.default]
        elif type(option) is Option:
            changed.append({option.name: not option.default})
    return [options for options in changed if any(allows(game, players, options) for players in game.players)]


def allows(game: Game, players: int, options: dict[str, Any]) -> bool:
    """Return whether this number of players may play with these options."""
    with suppress(BadDeal):
        game.agreed(players, options)
        return True
    return False


class Tables:
    """Tables of several groups, stepped together. Rows of all arrays follow the order of the groups."""

    def __init__(self, game: Game, groups: list[TableGroup], reward: dict[str, float], device: str, seed: int) -> None:
        self.game, self.groups, self.device = game, groups, device
        self.most_players = game.players[-1]
        self._batches = [_batch(game, group, reward, device, group_seed(seed, at)) for at, group in enumerate(groups)]
        counts = [batch.count for batch in self._batches]
        ends = np.cumsum(counts).tolist()
        self._slices = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
        self.count = sum(counts)
        self.inputs, self.actions = input_size(game), game.actions
        self.players = _row([np.full(group.heuristic_seats.shape, group.players) for group in groups], device)
        self.heuristic_seats = _row([group.heuristic_seats for group in groups], device)
        self.past_seats = _row([group.past_seats for group in groups], device)
        self.past_rows = self.past_seats.nonzero().squeeze(1)
        self._views = [_tensors(batch, device) for batch in self._batches]

    def copy_observations(self, features: Tensor, mask: Tensor, seats: Tensor) -> None:
        """Copy what the seats to act see into rows of tensors."""
        for part, view in self._each():
            features[part].copy_(view["features"])
            mask[part].copy_(view["mask"])
            seats[part].copy_(view["seats"])

    def step(self, chosen: Tensor, done: Tensor, rewards: Tensor) -> None:
        """Play the actions; write which games ended, and the rewards of all seats for them."""
        for batch, part in zip(self._batches, self._slices, strict=True):
            batch.step(chosen[part] if self.device == "cuda" else chosen[part].numpy())
        for part, view in self._each():
            done[part].copy_(view["done"])
            rewards[part, : view["rewards"].shape[1]].copy_(view["rewards"])

    def restart(self, seed: int) -> None:
        """Deal all tables anew, by this seed."""
        for at, batch in enumerate(self._batches):
            batch.restart(group_seed(seed, at))

    def check(self) -> None:
        """Raise IllegalAction if an illegal action was played on the GPU. On the CPU a step does it at once."""
        for batch in self._batches:
            if self.device == "cuda":
                batch.check()

    def _each(self) -> Iterator[tuple[slice, dict[str, Tensor]]]:
        return zip(self._slices, self._views, strict=True)


def group_seed(seed: int, number: int) -> int:
    """Return the seed of group `number`."""
    return key_of(seed & BITS, number) & BITS


def _batch(game: Game, group: TableGroup, reward: dict[str, float], device: str, seed: int) -> Any:
    """Deal the tables of one group, on the CPU or on the GPU."""
    setting: dict[str, Any] = {"players": group.players, "options": group.options, "seed": seed, "reward": reward}
    setting["heuristic_seats"] = group.heuristic_seats
    if device == "cuda":
        from bidwell.native.cuda.batch import CudaBatch

        return CudaBatch(game, len(group.heuristic_seats), **setting)
    from bidwell.native.vector import VectorBatch

    return VectorBatch(game, len(group.heuristic_seats), **setting)


def _tensors(batch: Any, device: str) -> dict[str, Tensor]:
    """Return the arrays of a batch as tensors on the same memory."""
    names = ("features", "mask", "seats", "done", "rewards")
    return {name: torch.as_tensor(getattr(batch, name), device=device) for name in names}


def _row(rows: list[Rows], device: str) -> Tensor:
    return torch.as_tensor(np.concatenate(rows).astype(np.int64), device=device)
