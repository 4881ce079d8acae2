"""Training: seats, advantages, exact continuation, and the exported network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import Refused
from tests.extras import needed_module
from tests.laws.play import every_game

needed_module("torch", "the train extra is not installed: PyTorch is missing, and training is not tried")
pytest.importorskip("numba", reason="the native extra is not installed")

import numpy as np
import torch

from bidwell.bots.network_arrays import NetworkArrays
from bidwell.bots.network_file import RESULT_BITS, unpacked
from bidwell.native.batch_setting import input_size
from bidwell.train import curve, export
from bidwell.train.league import ALONE, GUEST, PAST, SELF, group_of, other_options, usual_groups
from bidwell.train.model import Network, log_probabilities, sample
from bidwell.train.recipe import KINDS, recipe_for
from bidwell.train.rollout import Rollout
from bidwell.train.trainer import Trainer, TrainingBudget

SERENGETI = bidwell.game("serengeti")
SMALL: dict[str, Any] = {
    "layers": (16, 16),
    "tables": 24,
    "steps": 8,
    "minibatch": 64,
    "epochs": 1,
    "snapshot_every": 2,
}
BUDGET = TrainingBudget(iterations=6, checkpoint_every=2)


def silent(sentence: str) -> None:
    """Say nothing."""


def bits(mask: int) -> int:
    return int(mask).bit_count()


# Who sits where


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_every_kind_of_table_has_its_seats(kind: int, players: int) -> None:
    """Heuristic players and the past have as many seats as the kind says, and every seat in turn is the network's."""
    league = [float(each == kind) for each in range(len(KINDS))]
    made = group_of(players, {}, 12, league)
    heuristic = {SELF: 0, PAST: 0, GUEST: 1, ALONE: players - 1}[kind]
    past = players // 2 if kind == PAST else 0
    assert {bits(seats) for seats in made.heuristic_seats} == {heuristic}
    assert {bits(seats) for seats in made.past_seats} == {past}
    own = ~(made.heuristic_seats | made.past_seats)
    assert all((own >> seat & 1).any() for seat in range(players))


@every_game
def test_a_training_has_all_numbers_of_players_and_other_options(game: bidwell.Game) -> None:
    """Tables with the usual options for every number of players, and some for every other value."""
    parts = usual_groups(game, recipe_for(game, False, {}))
    assert {each.players for each in parts if not each.options} == {*game.players}
    assert [each.options for each in parts if each.options] == other_options(game)
    assert sum(len(each.past_seats) for each in parts) == pytest.approx(512, abs=10)


# What decisions were worth


class OneTable:
    """A table of two seats in place of many: enough for a rollout."""

    count, inputs, actions, most_players, device = 1, 1, 2, 2, "cpu"
    past_seats = torch.zeros(1, dtype=torch.int64)


def test_a_decision_leads_to_the_next_of_its_seat_or_to_the_end() -> None:
    """With full traces an advantage is the reward less the value; decisions without an end are left out."""
    rollout = Rollout(OneTable(), 5)  # type: ignore[arg-type]
    rollout.seats[:, 0] = torch.tensor([0, 1, 0, 1, 0])
    rollout.values[:, 0] = torch.tensor([0.5, 0.25, 0.75, 0.5, 0.5])
    rollout.done[2, 0] = True
    rollout.rewards[2, 0] = torch.tensor([1.0, 0.0])
    rollout.weigh(1.0)
    assert rollout.advantages[:3, 0].tolist() == [0.5, -0.25, 0.25]
    assert rollout.usable[:, 0].tolist() == [True, True, True, False, False]
    rollout.weigh(0.0)
    assert rollout.advantages[:3, 0].tolist() == [0.25, -0.25, 0.25]


def test_only_legal_actions_are_drawn() -> None:
    """Also when the logits prefer another action."""
    mask = torch.zeros(200, 5, dtype=torch.bool)
    mask[:, 1:3] = True
    logits = torch.tensor([500.0, 0, 0, 300, -5]).expand(200, 5)
    drawn = sample(log_probabilities(logits, mask), torch.Generator().manual_seed(1))
    assert {*drawn.tolist()} == {1, 2}


# Exact continuation


def weights(trainer: Trainer) -> list[float]:
    return [value for each in trainer.network.state_dict().values() for value in each.flatten().tolist()]


@pytest.mark.slow
def test_a_training_that_was_stopped_continues_exactly(tmp_path: Path) -> None:
    """Two checkpoints later the network is, to the last bit, that of a training that was never stopped."""
    for name in ("whole", "parts"):
        (tmp_path / name).mkdir()
    whole = Trainer(SERENGETI, tmp_path / "whole", "cpu", SMALL, 8)
    begun = weights(whole)
    assert whole.run(BUDGET, silent)
    first = Trainer(SERENGETI, tmp_path / "parts", "cpu", SMALL, 8)
    first._must_pause = lambda budget: first.iteration >= 2  # type: ignore[method-assign]
    assert not first.run(BUDGET, silent)
    second = Trainer(SERENGETI, tmp_path / "parts", "cpu", {"tables": 24}, 8)
    assert second.iteration == 2
    assert second.run(BUDGET, silent)
    assert weights(second) == weights(whole) != begun
    kept = [json.loads(line) for line in (tmp_path / "parts" / "curve.jsonl").read_text().splitlines()]
    assert [line["iteration"] for line in kept] == [0, 2, 6]
    with pytest.raises(Refused, match="tables 24, not 48"):
        Trainer(SERENGETI, tmp_path / "parts", "cpu", {"tables": 48}, 8)


# A best response


def test_a_best_response_has_one_seat_and_the_past_all_others() -> None:
    """At every table, with every number of players and the usual options."""
    parts = usual_groups(SERENGETI, recipe_for(SERENGETI, False, {"against": "network"}))
    assert [each.players for each in parts] == [*SERENGETI.players]
    for each in parts:
        assert not each.options
        assert not each.heuristic_seats.any()
        assert {bits(seats) for seats in each.past_seats} == {each.players - 1}


@pytest.mark.slow
def test_a_best_response_begins_as_its_rivals_and_they_do_not_learn(tmp_path: Path) -> None:
    """Before the first update the network equals the others; afterwards only it has changed."""
    given = SMALL | {"layers": (256, 256, 256), "start": "network", "against": "network"}
    trainer = Trainer(SERENGETI, tmp_path, "cpu", given, 8)
    rivals = [each.clone() for each in trainer._past.state_dict().values()]
    assert all(torch.equal(*pair) for pair in zip(rivals, trainer.network.state_dict().values(), strict=True))
    said: list[str] = []
    trainer.run(TrainingBudget(iterations=1), said.append)
    assert all(torch.equal(*pair) for pair in zip(rivals, trainer._past.state_dict().values(), strict=True))
    assert not torch.equal(trainer.network.policy.weight, trainer._past.policy.weight)
    assert "among copies of the network in the package" in said[-1]


@pytest.mark.slow
def test_rivals_play_as_the_past_and_do_not_learn(tmp_path: Path) -> None:
    """They are drawn like snapshots, and a checkpoint keeps them when their files are gone."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    Trainer(SERENGETI, tmp_path / "first", "cpu", SMALL, 8).export({})
    file = tmp_path / "first" / "network.bin"
    given = SMALL | {"rivals": (str(file),)}
    second = Trainer(SERENGETI, tmp_path / "second", "cpu", given, 8)
    second.run(TrainingBudget(iterations=2, checkpoint_every=1), silent)
    (rival,) = second._rivals
    assert torch.equal(rival["policy.weight"], export.restored(unpacked(file.read_bytes())).policy.weight.half())
    file.unlink()
    (kept,) = Trainer(SERENGETI, tmp_path / "second", "cpu", given, 8)._rivals
    assert torch.equal(kept["policy.weight"], rival["policy.weight"])


def test_rivals_that_cannot_play_are_refused(tmp_path: Path) -> None:
    """A missing file, a best response with rivals, and a league without the past, each in one sentence."""
    with pytest.raises(Refused, match=r"could not be read: .*none.bin: No such file"):
        Trainer(SERENGETI, tmp_path, "cpu", SMALL | {"rivals": (str(tmp_path / "none.bin"),)}, 8)
    with pytest.raises(Refused, match="not both"):
        recipe_for(SERENGETI, False, {"rivals": ("a",), "against": "network"})
    with pytest.raises(Refused, match="give `past` a share"):
        recipe_for(SERENGETI, False, {"rivals": ("a",), "league": (1.0, 0.0, 0.0, 0.0)})


def test_the_package_has_a_network_of_its_own_widths(tmp_path: Path) -> None:
    """Others are refused in one sentence."""
    with pytest.raises(Refused, match="has layers \\(256, 256, 256\\)"):
        Trainer(SERENGETI, tmp_path, "cpu", SMALL | {"start": "network"}, 8)
    with pytest.raises(Refused, match="the `network` of the package or nothing"):
        recipe_for(SERENGETI, False, {"start": "elsewhere"})


# The network of whole numbers


def seen(game: bidwell.Game, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Inputs and masks of decisions in random games."""
    from bidwell.native.vector import VectorBatch

    batch = VectorBatch(game, count, seed=2, cores=1)
    for _ in range(30):
        batch.step(batch.choose("random"))
    return torch.from_numpy(batch.features), torch.from_numpy(batch.mask)


@pytest.mark.slow
@pytest.mark.parametrize("layers", [(24, 24), (24, 16)], ids=["with a sum", "without"])
def test_whole_numbers_agree_with_the_trained_network(layers: tuple[int, ...]) -> None:
    """Logits differ by little; interpreter and NumPy compute the same integers, also from the file."""
    torch.manual_seed(3)
    network = Network(input_size(SERENGETI), layers, SERENGETI.actions)
    torch.nn.init.normal_(network.policy.weight, std=0.3)
    features, mask = seen(SERENGETI, 50)
    network.scale_to(features)
    made = unpacked(export.quantised(SERENGETI, network).packed())
    whole = NetworkArrays(made).all_logits(features.numpy())
    assert np.abs(whole / (1 << RESULT_BITS) - network(features)[0].detach().numpy()).max() < 0.05
    every = range(SERENGETI.actions)
    assert [made.logits(row, every) for row in features.tolist()] == whole.tolist()
    assert export.agreement(network, made, features, mask)["same_choice"] > 0.9


def test_a_network_of_whole_numbers_can_be_trained_on() -> None:
    """Written again it is the same file, so nothing but what was rounded before is lost."""
    torch.manual_seed(3)
    network = Network(input_size(SERENGETI), (24, 16), SERENGETI.actions)
    made = export.quantised(SERENGETI, network)
    restored = export.restored(made)
    assert export.quantised(SERENGETI, restored).packed() == made.packed()
    assert torch.allclose(restored.hidden[0].weight, network.hidden[0].weight, atol=2e-3)


def test_a_network_that_is_too_large_is_refused(tmp_path: Path) -> None:
    """The package has to stay small."""
    made = export.quantised(SERENGETI, Network(input_size(SERENGETI), (2048, 512), SERENGETI.actions))
    with pytest.raises(Refused, match="narrower layers"):
        export.write_network(tmp_path, made, {})
    assert not [*tmp_path.iterdir()]


# The curve


def test_the_curve_has_a_line_for_every_number_of_players() -> None:
    """With its name at the end."""
    lines = [{"seconds": at, "iteration": at, "shares": {"3": 0.1 * at, "4": 0.2}} for at in range(5)]
    drawn = curve.svg("Serengeti", lines)
    assert drawn.count("<polyline") == 2
    assert ">3</text>" in drawn
    assert ">4</text>" in drawn
