"""The command `bidwell train`."""

from __future__ import annotations

import argparse
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

from bidwell import Refused
from bidwell.cli import seating

ABOUT = "train a network for a game by self-play"
EPILOG = """\
examples:
  bidwell train serengeti --seconds 120
  bidwell train serengeti --seconds 3600 --on cuda --folder runs/serengeti
  bidwell train serengeti --start network --against network --folder runs/response

The folder gets checkpoint.pt, curve.jsonl, curve.svg, network.bin and network.json. A checkpoint in it is continued.
It needs PyTorch: `pip install 'bidwell[train]'`. docs/training.md says what happens."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game (`bidwell games` lists them)")
    parser.add_argument("--folder", metavar="DIR", help="where the training is kept (default: training/GAME)")
    parser.add_argument("--seconds", type=positive, metavar="S", help="how long to train in all (default: 600)")
    parser.add_argument("--iterations", type=seating.whole(1), metavar="N", help="instead: how many iterations in all")
    parser.add_argument("--pause-after", type=positive, metavar="S", help="stop after this time, to continue later")
    parser.add_argument("--checkpoint-every", type=seating.whole(1), metavar="N", help="iterations between checkpoints")
    parser.add_argument("--examine-every", type=positive, default=60.0, metavar="S", help="(default: every 60 seconds)")
    parser.add_argument("--examined", type=seating.whole(1), metavar="N", help="games examined, per number of players")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu", help="where it runs (default: cpu)")
    parser.add_argument("--threads", type=seating.whole(1, 1024), metavar="N", help="(default: half the cores)")
    recipe = parser.add_argument_group("recipe", "numbers that a checkpoint keeps; each has a usual value")
    recipe.add_argument("--layers", type=integers, metavar="N,N,N", help="widths of the hidden layers")
    recipe.add_argument("--league", type=numbers, metavar="A,B,C,D", help="shares of tables: self, past, guest, alone")
    for name in ("tables", "steps", "minibatch", "epochs", "snapshot-every", "snapshots"):
        recipe.add_argument(f"--{name}", type=seating.whole(1), metavar="N")
    for name in ("variants", "win", "rate", "last-rate", "entropy", "last-entropy", "trace", "clip", "value-weight"):
        recipe.add_argument(f"--{name}", type=float, metavar="X")
    start = "begin with the weights of the network in the package"
    recipe.add_argument("--start", choices=("network",), help=start)
    against = "train a best response to the network in the package, which has all other seats"
    recipe.add_argument("--against", choices=("network",), help=against)
    rivals = "networks of other trainings that play as the past too, such as best responses"
    recipe.add_argument("--rivals", type=words, metavar="FILE,FILE", help=rivals)
    recipe.add_argument("--seed", type=seating.whole(0), metavar="N")


def positive(text: str) -> float:
    """Return a number above 0."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def numbers(text: str) -> tuple[float, ...]:
    """Return numbers between commas."""
    return tuple(float(word) for word in text.split(","))


def words(text: str) -> tuple[str, ...]:
    """Return words between commas."""
    return tuple(text.split(","))


def integers(text: str) -> tuple[int, ...]:
    """Return whole numbers between commas, each at least 1."""
    values = tuple(int(word) for word in text.split(","))
    if min(values) < 1:
        raise ValueError
    return values


def run(given: argparse.Namespace) -> int:
    from bidwell import game, train

    found = game(given.game)
    if train.why_none():
        raise Refused(train.why_none())
    if given.on == "cuda":
        _check_gpu()
    import torch

    from bidwell.train.recipe import Recipe
    from bidwell.train.trainer import Trainer, TrainingBudget

    # a thread more than there are free cores makes PyTorch many times slower
    torch.set_num_threads(given.threads or max(1, (os.cpu_count() or 1) // 2))
    folder = Path(given.folder or f"training/{found.name}")
    folder.mkdir(parents=True, exist_ok=True)
    recipe: dict[str, Any] = {each.name: getattr(given, each.name) for each in fields(Recipe) if each.name != "game"}
    seconds = given.seconds or (None if given.iterations else 600.0)
    budget = TrainingBudget(seconds, given.iterations, given.pause_after, given.checkpoint_every, given.examine_every)
    examined = given.examined or (4096 if given.on == "cuda" else 200)
    trainer = Trainer(found, folder, given.on, recipe, examined)
    try:
        spent = trainer.run(budget, _say)
    except KeyboardInterrupt:
        _say(f"stopped; the last checkpoint in {folder} can be continued")
        return 130
    agreement = trainer.export({})
    _say(f"{folder}/network.bin: the same choice as the trained network in {agreement['same_choice']:.1%} of decisions")
    _say("the budget is spent" if spent else "paused: the same command continues")
    return 0


def _check_gpu() -> None:
    """Refuse if tables or tensors cannot be on a GPU."""
    import torch

    from bidwell.native import cuda

    if cuda.why_none():
        raise Refused(cuda.why_none())
    if not torch.cuda.is_available():
        raise Refused("this PyTorch finds no GPU")


def _say(sentence: str) -> None:
    print(sentence, flush=True)
