"""Bots that play by a trained network: equal choices on all targets, from what the seat may know."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import pytest

import bidwell
from bidwell import Game, IllegalAction, Refused, Table
from bidwell.bots.network import NETWORKS, NetworkBot, drawn, network_inputs, network_of, read_network
from bidwell.bots.network_file import RESULT_BITS, Layer, NetworkFile, unpacked
from bidwell.bots.registry import SearchBot, bot, budget_of, is_bot
from bidwell.core.rng import next_rng
from bidwell.native.batch_setting import input_size, inputs_of
from bidwell.tournament.match import Piece, play_piece
from tests.laws.play import every_game, every_seating, random_deal, random_game

SERENGETI = bidwell.game("serengeti")


def tables_to_decide(game: Game, players: int, seed: int) -> Iterator[Table]:
    """Tables in the middle of a random game."""
    rng = random.Random(seed)
    asked = (table for table in random_game(random_deal(game, players, rng), rng) if table.asks)
    return islice(asked, 2, 100, 9)


def random_network(game: Game, layers: tuple[int, ...], seed: int) -> NetworkFile:
    """A network with random weights."""
    rng = random.Random(seed)

    def layer(into: int, out: int) -> Layer:
        biases, multipliers = ([rng.randint(low, 1 << 16) for _ in range(out)] for low in (-(1 << 16), 1))
        weights = [rng.randint(-127, 127) for _ in range(into * out)]
        return Layer(into, array("i", biases), array("i", multipliers), array("b", weights))

    widths = [input_size(game), *layers]
    hidden = tuple(layer(*pair) for pair in pairwise(widths))
    shifts = array("b", [rng.randint(0, 6) for _ in range(widths[0])])
    heads = layer(widths[-1], game.actions), layer(widths[-1], 1)
    return NetworkFile(game.name, game.rules_version, shifts, hidden, *heads)


# Equal choices


def same_logits(network: NetworkFile, game: Game) -> None:
    """Assert that the interpreter and NumPy compute the same numbers."""
    pytest.importorskip("numpy", reason="the native extra is not installed")
    from bidwell.bots.network_arrays import NetworkArrays

    arrays = NetworkArrays(network)
    for table in tables_to_decide(game, game.players[-1], 1):
        view = table.view(table.asks[0])
        seen = network_inputs(game, view)
        assert arrays.logits(seen, view.actions) == network.logits(seen, view.actions)


@every_game
def test_interpreter_and_numpy_compute_the_same(game: Game) -> None:
    """Every logit of the network in the package is the same integer."""
    same_logits(read_network(game), game)


@pytest.mark.parametrize("layers", [(8,), (8, 8), (16, 8, 8)], ids=str)
def test_interpreter_and_numpy_compute_the_same_with_random_weights(layers: tuple[int, ...]) -> None:
    """With weights of any size, values that are clipped included, also read back from the file."""
    same_logits(unpacked(random_network(SERENGETI, layers, 5).packed()), SERENGETI)


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
import bidwell
from bidwell.bots.registry import bot
for game in bidwell.games():
    table = game.deal(3, seed=4)
    for _ in range(8):
        seat = table.asks[0]
        table.play(seat, bot("network", game, 1).choose(table.view_when_asked(seat)))
    print(*(step.text for step in table.steps), sep=", ")
"""


@pytest.mark.slow
def test_a_network_plays_alike_without_numpy() -> None:
    """Neither NumPy nor Numba is needed, and the choices are the same."""
    pytest.importorskip("numpy", reason="the native extra is not installed")
    with_numpy = WITHOUT_NUMPY.replace('sys.modules["numpy"] = sys.modules["numba"] = None', "")
    ran = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for code in (WITHOUT_NUMPY, with_numpy)
    ]
    assert ran[0].stdout == ran[1].stdout
    assert len(ran[0].stdout.splitlines()) == len(bidwell.games())


@pytest.mark.parametrize("spec", ["network", "network:sample"])
def test_a_network_repeats_itself(spec: str) -> None:
    """The same deal gives the same game."""
    piece = Piece("secret_auction", spec, "heuristic", 3, 7, bidwell.game("secret_auction").agreed(3, {}))
    results = [play_piece(piece) for _ in range(2)]
    assert results[0] == results[1]
    assert results[0].forfeits == ()


# What it knows


@every_seating
def test_a_choice_is_the_same_in_every_world(game: Game, players: int) -> None:
    """What a seat cannot know does not reach the network."""
    for number, table in enumerate(tables_to_decide(game, players, players)):
        seat = table.asks[-1]
        worlds = [table, *(table.imagine(seat, seed) for seed in (number, number + 100))]
        views = [world.view(seat) for world in worlds]
        seen = [network_inputs(game, view) for view in views]
        assert seen == [seen[0]] * 3
        assert len({bot("network", game, 1).choose(view) for view in views}) == 1


@every_seating
def test_a_network_sees_what_it_saw_in_training(game: Game, players: int) -> None:
    """Training lets the seats of a sealed choice act one after the other; the view is from before the first of them."""
    table = game.deal(players, seed=players)
    bots = [bot("heuristic", game, seat) for seat in range(players)]
    for _ in range(60):
        if table.over:
            break
        seat = table.asks[0]
        trained = [0] * input_size(game)
        inputs_of(game)(table.state, seat, trained)
        view = table.view_when_asked(seat)
        assert network_inputs(game, view) == trained
        table.play(seat, bots[seat].choose(view))


def test_a_seat_that_is_not_asked_gets_no_choice() -> None:
    """There is nothing to choose."""
    table = SERENGETI.deal(3, seed=1)
    waiting = next(seat for seat in range(3) if seat not in table.asks)
    with pytest.raises(IllegalAction, match="a seat that is asked"):
        bot("network", SERENGETI, 1).choose(table.view(waiting))


# Drawing


def test_actions_are_drawn_by_their_probabilities() -> None:
    """Three times as often where the logit is ln 3 more, and never far below the best."""
    unit, rng, counts = 1 << RESULT_BITS, 12345, [0, 0, 0]
    logits = [-40 * unit, 0, round(math.log(3) * unit)]
    for _ in range(4000):
        rng = next_rng(rng)
        counts[drawn(logits, rng)] += 1
    assert counts[0] == 0
    assert counts[2] / 4000 == pytest.approx(0.75, abs=0.03)


def test_drawing_plays_other_actions_too() -> None:
    """Different seeds give different choices somewhere."""
    assert is_bot("network:sample")
    views = [table.view(table.asks[0]) for table in tables_to_decide(SERENGETI, 4, 3)]
    others = [{bot(spec, SERENGETI, seed).choose(view) for seed in range(20)} for spec in NETWORKS for view in views]
    best, sampled = others[: len(views)], others[len(views) :]
    assert {len(choices) for choices in best} == {1}
    assert max(len(choices) for choices in sampled) > 1


# The file


@every_game
def test_the_notes_beside_a_network_describe_it(game: Game) -> None:
    """`network.json` has its shape, its rules, how it was trained and what was measured."""
    network, notes = read_network(game), json.loads(Path(game.folder, "network.json").read_text(encoding="utf-8"))
    shape = [notes["inputs"], *notes["layers"], notes["actions"]]
    assert shape == [network.inputs, *(layer.outputs for layer in network.hidden), network.policy.outputs]
    assert (notes["game"], notes["rules"]) == (game.name, game.rules_version)
    assert notes["bytes"] == Path(game.folder, "network.bin").stat().st_size
    assert notes["recipe"]["game"] == game.name
    assert notes["spent"]["decisions"] > 0
    assert notes["measured"]["one network among heuristic"]
    assert notes["among_heuristics"].keys() == {str(players) for players in game.players}


def with_file(data: bytes | None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Serengeti with this network file, or none."""
    if data is not None:
        (folder / "network.bin").write_bytes(data)
    monkeypatch.setattr(Game, "folder", str(folder))
    return replace(SERENGETI)


def test_a_missing_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game need not have one."""
    with pytest.raises(Refused, match=r"there is no network for Serengeti: its folder has no network.bin"):
        NetworkBot("network", with_file(None, tmp_path, monkeypatch), 1)


def test_a_regular_searches_where_no_network_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game need not have a network, and a network that was just trained has no level."""
    assert isinstance(bot("regular", SERENGETI, 1), NetworkBot)
    assert budget_of("regular", SERENGETI) is None
    data = random_network(SERENGETI, (4,), 1).packed()
    for notes in (None, "{}"):
        if notes:
            (tmp_path / "network.json").write_text(notes)
        assert isinstance(bot("regular", with_file(data, tmp_path, monkeypatch), 1), SearchBot)


def test_a_network_for_other_rules_is_refused() -> None:
    """The network was trained for other rules."""
    with pytest.raises(Refused, match="trained for serengeti with rules 2, not for serengeti with rules 99"):
        network_of(replace(SERENGETI, rules_version=99))


@pytest.mark.parametrize("data", [b"", b"{}\n", b"no network\n1234"], ids=["empty", "no shape", "no header"])
def test_a_file_that_is_no_network_is_refused(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is one sentence."""
    with pytest.raises(Refused, match="not a network file of this version"):
        read_network(with_file(data, tmp_path, monkeypatch))


def test_a_network_for_other_inputs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights would belong to other features."""
    made = random_network(SERENGETI, (4,), 1)
    first = made.hidden[0]
    less = Layer(first.inputs - 1, first.biases, first.multipliers, first.weights[: (first.inputs - 1) * first.outputs])
    made = replace(made, shifts=made.shifts[:-1], hidden=(less,))
    with pytest.raises(Refused, match="it reads 256 inputs of Serengeti, not 257"):
        read_network(with_file(made.packed(), tmp_path, monkeypatch))
