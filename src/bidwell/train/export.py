"""From a trained network to the file in the package: weights of 8 bits, and how often both choose alike."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from bidwell.bots.network_arrays import NetworkArrays
from bidwell.bots.network_file import HIDDEN_BITS, INPUT_BITS, LARGEST_FILE, RESULT_BITS, SHIFT, Layer, NetworkFile
from bidwell.core.errors import Refused
from bidwell.core.game import Game
from bidwell.train.files import write_whole
from bidwell.train.model import Network, log_probabilities

LARGEST_WEIGHT = 127


def quantised(game: Game, network: Network) -> NetworkFile:
    """Return the network in whole numbers. Each row of weights has a scale of its own."""
    bits = [INPUT_BITS, *[HIDDEN_BITS] * len(network.hidden)]
    made = [_layer(layer, into, HIDDEN_BITS) for layer, into in zip(network.hidden, bits, strict=False)]
    heads = [_layer(head, HIDDEN_BITS, RESULT_BITS) for head in (network.policy, network.value)]
    shifts = array("b", network.shifts.int().tolist())
    return NetworkFile(game.name, game.rules_version, shifts, (*made,), *heads)


def _layer(layer: nn.Module, bits: int, result_bits: int) -> Layer:
    """Return one layer in whole numbers, for values and results in these units."""
    assert isinstance(layer, nn.Linear)
    weights = layer.weight.detach().double().cpu()
    # a scale for each row: one for the whole layer would round rows with small weights to nothing
    scale = (weights.abs().amax(1) / LARGEST_WEIGHT).clamp(min=1e-9)
    rounded = (weights / scale[:, None]).round().to(torch.int8)
    biases = (layer.bias.detach().double().cpu() * (1 << result_bits)).round().int()
    multipliers = (scale * 2.0 ** (SHIFT + result_bits - bits)).round().int()
    whole = array("i", biases.tolist()), array("i", multipliers.tolist())
    return Layer(layer.in_features, *whole, array("b", rounded.flatten().tolist()))


@torch.no_grad()
def restored(made: NetworkFile) -> Network:
    """Return a network to train with the weights of one of whole numbers."""
    network = Network(made.inputs, tuple(layer.outputs for layer in made.hidden), made.policy.outputs)
    network.shifts.copy_(torch.tensor(made.shifts.tolist()))
    bits = [INPUT_BITS, *[HIDDEN_BITS] * len(made.hidden)]
    for layer, into, whole in zip(network.hidden, bits, made.hidden, strict=False):
        _restore(layer, whole, into, HIDDEN_BITS)
    for head, whole in ((network.policy, made.policy), (network.value, made.value)):
        _restore(head, whole, HIDDEN_BITS, RESULT_BITS)
    return network


def _restore(layer: nn.Module, whole: Layer, bits: int, result_bits: int) -> None:
    """Undo `_layer`, but for what it rounded."""
    assert isinstance(layer, nn.Linear)
    scale = torch.tensor(whole.multipliers.tolist()).double() / 2.0 ** (SHIFT + result_bits - bits)
    weights = torch.tensor(whole.weights.tolist()).double().view(whole.outputs, whole.inputs)
    layer.weight.copy_(weights * scale[:, None])
    layer.bias.copy_(torch.tensor(whole.biases.tolist()).double() / (1 << result_bits))


@torch.no_grad()
def agreement(network: Network, made: NetworkFile, features: Tensor, mask: Tensor) -> dict[str, float]:
    """Return how often both prefer the same action where there is a choice, and how far their probabilities differ."""
    choice = mask.sum(1) > 1
    features, mask = features[choice], mask[choice]
    real = log_probabilities(network(features)[0], mask)
    whole = NetworkArrays(made).all_logits(features.cpu().numpy()) / (1 << RESULT_BITS)
    rounded = log_probabilities(torch.as_tensor(whole, device=mask.device), mask)
    same = (real.argmax(1) == rounded.argmax(1)).float().mean()
    apart = (real.exp() - rounded.exp()).abs().sum(1).mean() / 2
    return {"decisions": len(features), "same_choice": round(float(same), 4), "apart": round(float(apart), 4)}


def write_network(folder: Path, made: NetworkFile, notes: dict[str, Any]) -> None:
    """Write `network.bin` and, beside it, `network.json` with the notes. Refuses a file that is too large."""
    data = made.packed()
    if len(data) > LARGEST_FILE:
        raise Refused(f"the network has {len(data):,} bytes, more than {LARGEST_FILE:,}; train with narrower layers")
    head = {"game": made.game, "rules": made.rules_version, "inputs": made.inputs}
    head |= {"layers": [layer.outputs for layer in made.hidden], "actions": made.policy.outputs, "bytes": len(data)}
    write_whole(folder / "network.bin", data)
    write_whole(folder / "network.json", (json.dumps(head | notes, indent=2) + "\n").encode())
