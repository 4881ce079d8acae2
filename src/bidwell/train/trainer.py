"""A training: plays, learns, examines and keeps checkpoints, until its budget is spent."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from bidwell.bots.network import read_network, read_network_file
from bidwell.bots.network_file import NetworkFile
from bidwell.core.errors import Refused
from bidwell.core.game import Game
from bidwell.core.rng import BITS, key_of
from bidwell.train import curve, export
from bidwell.train.evaluate import Examination
from bidwell.train.files import write_whole
from bidwell.train.league import Tables, usual_groups
from bidwell.train.model import Network
from bidwell.train.ppo import PolicyUpdater, UpdateStatistics
from bidwell.train.recipe import as_json, from_json, recipe_for, same_but
from bidwell.train.rollout import Rollout

Weights = dict[str, torch.Tensor]
CHECKPOINT = "checkpoint.pt"
CHECKED = 4096
"""How many decisions the exported network is compared on."""


@dataclass(frozen=True)
class TrainingBudget:
    """How long a training lasts: seconds of training or iterations. Compiling and examinations do not count."""

    seconds: float | None = None
    iterations: int | None = None
    pause_after: float | None = None
    """Stop with a checkpoint after this many seconds of this process, all included, to be continued later."""
    checkpoint_every: int | None = None
    """Iterations between two checkpoints; without it one is written with every examination."""
    examine_every: float = 60.0
    """Seconds of training between two examinations."""

    def progress(self, seconds: float, iterations: int) -> float:
        """Return the share of the budget that is spent."""
        if self.iterations is not None:
            return min(1.0, iterations / self.iterations)
        return min(1.0, seconds / (self.seconds or 1.0))


class Trainer:
    """A training in a folder. A checkpoint there is continued, exactly as if it had not stopped.

    A checkpoint does not hold the tables. Instead all tables are dealt anew at every checkpoint, by a seed that follows
    from its number, also in a training that goes on.
    """

    def __init__(self, game: Game, folder: Path, device: str, given: Mapping[str, Any], examined: int) -> None:
        began = time.monotonic()
        stored = _read(folder / CHECKPOINT)
        usual = recipe_for(game, device == "cuda", given)
        self.recipe = same_but(from_json(stored["recipe"]), given) if stored else usual
        if self.recipe.game != game.name:
            raise Refused(f"{folder} holds a training of {self.recipe.game}; choose another folder for {game.name}")
        self.game, self.folder, self.device, self._began = game, folder, device, began
        recipe = self.recipe
        torch.manual_seed(recipe.seed)
        reward = {"win": recipe.win, "place": 1 - recipe.win}
        self._tables = Tables(game, usual_groups(game, recipe), reward, device, recipe.seed)
        self.network, self._past = self._new_network(recipe.start), self._new_network(recipe.against)
        self._updater = PolicyUpdater(self.network, recipe)
        self._generator = torch.Generator(device).manual_seed(recipe.seed)
        self._rollout = Rollout(self._tables, recipe.steps)
        self._examination = Examination(game, examined, device, self._past if recipe.against else None)
        self._snapshots: list[Weights] = []
        self._rivals = [self._weights_in(Path(name)) for name in recipe.rivals] if not stored else []
        self.iteration = self._segment = self.decisions = 0
        self.seconds = 0.0
        self.lines: list[curve.Line] = []
        if stored:
            self._restore(stored)
        self._deal()

    def _new_network(self, packaged: str) -> Network:
        """Return a network with random weights, or with those of the one in the package."""
        network = Network(self._tables.inputs, self.recipe.layers, self._tables.actions)
        if packaged:
            network = self._restored(read_network(self.game), "the network in the package")
        return network.to(self.device)

    def _restored(self, made: NetworkFile, name: str) -> Network:
        """Return the network of a file; refuse one whose layers have other widths."""
        network = export.restored(made)
        if (widths := tuple(layer.out_features for layer in network.hidden)) != self.recipe.layers:
            raise Refused(f"{name} has layers {widths}; train with --layers of these widths")
        return network

    def _weights_in(self, path: Path) -> Weights:
        """Return the weights of a rival's file."""
        try:
            network = self._restored(read_network_file(self.game, path), str(path))
        except OSError as problem:
            raise Refused(f"the network of a rival could not be read: {path}: {problem.strerror}") from None
        return {name: each.half().to(self.device) for name, each in network.state_dict().items()}

    @property
    def rivals(self) -> str:
        """The players among whom the network is measured."""
        return "copies of the network in the package" if self.recipe.against else "heuristic players"

    def run(self, budget: TrainingBudget, say: Callable[[str], None]) -> bool:
        """Train until the budget is spent, or until it is time to pause; return whether it is spent."""
        if self.iteration == 0:
            self._begin()
            self._examine(None, say)
        spent = budget.progress(self.seconds, self.iteration) >= 1
        examined = self.seconds
        while not spent and not self._must_pause(budget):
            update = self._iterate(budget.progress(self.seconds, self.iteration))
            spent = budget.progress(self.seconds, self.iteration) >= 1
            due = self.seconds - examined >= budget.examine_every
            if due or spent or self._must_pause(budget):
                examined = self.seconds
                self._examine(update, say)
            every = budget.checkpoint_every
            if self.iteration % every == 0 if every else due or spent or self._must_pause(budget):
                self.keep()
        return spent

    def _must_pause(self, budget: TrainingBudget) -> bool:
        return budget.pause_after is not None and time.monotonic() - self._began >= budget.pause_after

    def _begin(self) -> None:
        """Play once to see which values inputs have, and scale them; then forget these games."""
        if self.recipe.start:
            return
        self._rollout.play(self.network, self._past, self._generator)
        self.network.scale_to(self._rollout.features.flatten(0, 1))
        self._deal()

    def _iterate(self, progress: float) -> UpdateStatistics:
        """Play and learn once."""
        began = time.monotonic()
        if not self.recipe.against:
            self._meet_the_past()
        self._rollout.play(self.network, self._past, self._generator, best=bool(self.recipe.against))
        self._rollout.weigh(self.recipe.trace)
        update = self._updater.learn(self._rollout, progress, self._generator)
        self.iteration += 1
        self.decisions += update.decisions
        self.seconds += time.monotonic() - began
        return update

    def _meet_the_past(self) -> None:
        """Draw the snapshot or the rival that plays in this iteration."""
        if self.iteration % self.recipe.snapshot_every == 0:
            self._remember()
        players = [*self._snapshots, *self._rivals]
        self._past.load_state_dict(players[self._drawn(len(players))])

    def _drawn(self, count: int) -> int:
        return int(torch.randint(count, (1,), generator=self._generator, device=self.device))

    def _remember(self) -> None:
        """Add a snapshot, in half precision. When there are too many, drop every second one of the older half."""
        self._snapshots.append({name: each.detach().half() for name, each in self.network.state_dict().items()})
        if len(self._snapshots) > self.recipe.snapshots:
            half = self.recipe.snapshots // 2
            self._snapshots[:half] = self._snapshots[:half:2]

    def _deal(self) -> None:
        """Deal all tables anew, for the games after the last checkpoint."""
        self._tables.restart(key_of(self.recipe.seed & BITS, 1 + self._segment) & BITS)

    def _examine(self, update: UpdateStatistics | None, say: Callable[[str], None]) -> None:
        """Measure the network among heuristic players or its rivals; add a line to the curve and say it."""
        self._tables.check()
        line: curve.Line = {"seconds": round(self.seconds, 1), "iteration": self.iteration, "decisions": self.decisions}
        line["shares"] = {str(players): share for players, share in self._examination.shares(self.network).items()}
        if update:
            line |= {"entropy": round(update.entropy, 4), "value_loss": round(update.value_loss, 5)}
            line["clipped"] = round(update.clipped, 4)
        self.lines.append(line)
        curve.write_curve(self.folder, self.game.title, self.lines, self.rivals)
        say(sentence(self.game, line, self.rivals))

    def keep(self) -> None:
        """Write a checkpoint, and begin new games as a training would that continues it."""
        self._segment += 1
        stored = {
            "recipe": as_json(self.recipe),
            "network": self.network.state_dict(),
            "optimizer": self._updater.optimizer.state_dict(),
            "snapshots": self._snapshots,
            "rivals": self._rivals,
            "random": self._generator.get_state(),
            "numbers": [self.iteration, self._segment, self.decisions],
            "seconds": self.seconds,
        }
        file = io.BytesIO()
        torch.save(stored, file)
        write_whole(self.folder / CHECKPOINT, file.getvalue())
        self._deal()

    def _restore(self, stored: dict[str, Any]) -> None:
        self.network.load_state_dict(stored["network"])
        self._updater.optimizer.load_state_dict(stored["optimizer"])
        self._snapshots, self._rivals = (
            [{name: each.to(self.device) for name, each in one.items()} for one in stored.get(kind, [])]
            for kind in ("snapshots", "rivals")
        )
        self._generator.set_state(stored["random"])
        self.iteration, self._segment, self.decisions = stored["numbers"]
        self.seconds = stored["seconds"]
        self.lines = curve.kept(self.folder / "curve.jsonl", self.iteration)

    def export(self, notes: Mapping[str, Any]) -> dict[str, Any]:
        """Write the network of whole numbers into the folder; return how well it agrees with the trained one."""
        made = export.quantised(self.game, self.network)
        self._rollout.play(self.network, self.network, self._generator)
        features, mask = (rows.flatten(0, 1) for rows in (self._rollout.features, self._rollout.mask))
        some = torch.randperm(len(features), generator=self._generator, device=self.device)[:CHECKED]
        agreement = export.agreement(self.network, made, features[some], mask[some])
        spent = {"seconds": round(self.seconds), "decisions": self.decisions, "iterations": self.iteration}
        last = self.lines[-1]["shares"] if self.lines else {}
        measured = "among_networks" if self.recipe.against else "among_heuristics"
        export.write_network(
            self.folder,
            made,
            {"recipe": as_json(self.recipe), "spent": spent, "agreement": agreement, measured: last, **notes},
        )
        self._deal()
        return agreement


def sentence(game: Game, line: curve.Line, rivals: str) -> str:
    """Return a line of the curve in words."""
    shares = ", ".join(f"{share:.2f} of {players}" for players, share in line["shares"].items())
    more = f", entropy {line['entropy']:.3f}" if "entropy" in line else ""
    made = f"{line['iteration']} iterations, {line['decisions'] / 1e6:.1f} M decisions"
    return f"{game.name} {line['seconds']:.0f} s, {made}{more}; wins among {rivals}, times a share: {shares}"


def _read(path: Path) -> dict[str, Any] | None:
    """Read a checkpoint, None if there is none."""
    if not path.exists():
        return None
    stored: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return stored
