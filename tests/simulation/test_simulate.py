"""Simulations play the same games on every target, and count and draw them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import bidwell
from bidwell import Refused, native
from bidwell.simulation import simulate as module
from bidwell.simulation.plot import svg
from bidwell.simulation.simulate import SimulationReport, Tally, simulate
from bidwell.statistics import wilson

SEATS = ["random", "heuristic", "random"]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "available", lambda: False)


def report(game: str = "serengeti", games: int = 60, cores: int = 2) -> SimulationReport:
    return simulate(bidwell.game(game), SEATS, games=games, seed=5, cores=cores)


@pytest.mark.parametrize("game", [game.name for game in bidwell.games()])
def test_the_interpreter_reports_what_machine_code_reports(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed gives the same games."""
    compiled = report(game)
    monkeypatch.setattr(native, "available", lambda: False)
    plain = report(game)
    assert (plain.engine, compiled.engine) == ("interpreted", "native")
    assert (plain.lines, plain.decisions) == (compiled.lines, compiled.decisions)


@pytest.mark.usefixtures("interpreted")
def test_the_number_of_cores_changes_nothing() -> None:
    """The report does not depend on the order in which pieces arrive."""
    assert report(cores=1).lines == report(cores=2).lines


@pytest.mark.usefixtures("interpreted")
def test_the_first_game_is_the_deal_of_the_seed() -> None:
    """So that what a simulation shows can be looked at on a table."""
    game = bidwell.game("serengeti")
    state = game.deal(3, seed=5).state
    told: list[list[int]] = []

    def remember(t: object, seat: int, legal: list[int], count: int, rng: int) -> int:
        told.append([*t.deck])  # type: ignore[attr-defined]
        return legal[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bidwell.bots.playout_loop.random", remember)
        module._Work("serengeti", ["random"] * 3, game.agreed(3, None), 5).interpreted_piece(0, 1)
    assert told[0] == state.deck  # type: ignore[attr-defined]


def test_shares_add_up_to_one() -> None:
    """A shared victory is divided among its winners."""
    shown = report("secret_auction", games=300)
    assert sum(line.wins for line in shown.lines) == pytest.approx(1)
    assert all(line.low <= line.wins <= line.high for line in shown.lines)
    assert all(sum(line.histogram.values()) == 300 for line in shown.lines)


def test_a_shared_victory_counts_half_for_each_of_two() -> None:
    """One game won alone and one shared by two, of four."""
    line = module._line("random", Counter({3: 4}), Counter({1: 1, 2: 1}))
    assert line.wins == (1 + 0.5) / 4


@pytest.mark.parametrize(("share", "games", "low", "high"), [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775)])
def test_intervals_are_wilsons(share: float, games: int, low: float, high: float) -> None:
    """As tables of it have them."""
    assert wilson(share, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("games", range(1, 60))
def test_an_interval_ends_where_shares_do(games: int) -> None:
    """At 0 and at 1 exactly: rounding would print -0.0 %."""
    assert wilson(0.0, games)[0] >= 0.0
    assert wilson(1.0, games)[1] <= 1.0


@pytest.mark.usefixtures("interpreted")
def test_ctrl_c_leaves_what_was_done() -> None:
    """The games that were finished are reported, and that somebody stopped it."""

    def stop(games: int, decisions: int) -> None:
        raise KeyboardInterrupt

    shown = simulate(bidwell.game("serengeti"), SEATS, games=500, seed=5, cores=1, progress=stop)
    assert shown.interrupted
    assert 0 < shown.games < 500 == shown.requested


def test_a_report_is_json() -> None:
    """No value is lost in JSON."""
    shown = report()
    told = json.loads(json.dumps(shown.json()))
    assert told["format"] == 1
    assert (told["games"], len(told["lines"]), told["options"]) == (60, 3, shown.options)


@pytest.mark.parametrize(
    ("games", "cores", "seats", "sentence"),
    [
        (0, 1, SEATS, "games is a whole number, at least 1, not 0"),
        ("9", 1, SEATS, "games is a whole number, at least 1, not '9'"),
        (9, 0, SEATS, "cores is a whole number, at least 1, not 0"),
        (9, 1, ["wizard"] * 3, "there is no bot 'wizard'"),
        (9, 1, ["random"], "Serengeti is for 3 to 5 players, not 1"),
        (9, 1, "random", "seats are a list of bots, not 'random'"),
    ],
)
def test_what_cannot_be_simulated_is_refused(games: int, cores: int, seats: list[str], sentence: str) -> None:
    """With one sentence."""
    with pytest.raises(bidwell.Refused, match=sentence):
        simulate(bidwell.game("serengeti"), seats, games=games, seed=5, cores=cores)


def test_a_plot_is_a_picture_that_says_what_it_shows() -> None:
    """One SVG with every seat in it."""
    shown = report("bids")
    drawn = ElementTree.fromstring(svg(shown))
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Bids: random, heuristic, random"
    assert all(f"{line.wins:.1%}" in texts and f"{line.mean:.1f} ± {line.sd:.1f}" in texts for line in shown.lines)


def test_nothing_is_not_drawn() -> None:
    """A simulation stopped before its first game has no picture."""
    empty = Tally(Counter(), [Counter()] * 3, [Counter()] * 3)
    work = module._Work("serengeti", SEATS, {}, 5)
    with pytest.raises(bidwell.Refused):
        svg(module._report(work, 9, empty, True, 1, 1.0))


def test_a_gpu_is_refused_for_what_it_cannot_play(tmp_path: Path) -> None:
    """One sentence says what is wrong and what would be right."""
    cases: tuple[tuple[list[str], dict[str, Any], str], ...] = (
        (["network", "random", "random"], {}, "on a GPU only random, heuristic, novice play"),
        (["random"] * 3, {"data": tmp_path / "data"}, "games on a GPU are counted, not written"),
    )
    for seats, more, why in cases:
        with pytest.raises(Refused, match=why):
            simulate(bidwell.game("serengeti"), seats, games=1, seed=1, on="cuda", **more)
    assert not (tmp_path / "data").exists()
