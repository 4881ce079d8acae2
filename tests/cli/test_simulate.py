"""`bidwell simulate`."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bidwell import native
from tests.cli.terminal import INTERPRETED, Bidwell, started

TEN = "simulate serengeti --games 10 --seats random,heuristic,heuristic --seed 7 --cores 1"


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile: few games are played sooner without."""
    monkeypatch.setattr(native, "available", lambda: False)


def test_the_table(bidwell: Bidwell) -> None:
    shown = bidwell(TEN)
    assert shown.code == 0
    assert "10 games, seed 7" in shown.out
    assert shown.out.count("heuristic") == 2
    for word in ("wins", "95 % interval", "score", "spread", "decisions a game", "decisions a second on 1 core"):
        assert word in shown.out


NUMBERS = re.compile(r"\d% +\d+\.\d% to \d+\.\d% +\d+\.\d\d +± \d+\.\d\d +\d+ to \d+")


@pytest.mark.parametrize("width", [60, 72, 80, 100])
def test_no_number_is_cut(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """Beside a long name the bar is shorter or left out; the name goes on below."""
    monkeypatch.setenv("COLUMNS", str(width))
    shown = bidwell("simulate bids --games 2 --seats network:sample,random,random --seed 7 --cores 1 --option rounds=1")
    rows = [line for line in shown.out.splitlines() if re.match(r"[123]  +(n|random)", line)]
    assert len([row for row in rows if NUMBERS.search(row)]) == 3
    assert "…" not in shown.out


def test_it_says_how_to_get_the_native_engine(bidwell: Bidwell) -> None:
    assert "interpreted; pip install 'bidwell[native]'" in bidwell(TEN).out


def test_options_other_than_usual_are_shown(bidwell: Bidwell) -> None:
    assert "seed 7, overbid=off\n" in bidwell(f"{TEN} --option overbid=off --option fines=on").out


def test_json_and_nothing_else(bidwell: Bidwell) -> None:
    shown = bidwell(f"{TEN} --json -")
    report = json.loads(shown.out)
    assert (report["games"], report["seed"], report["seats"]) == (10, 7, ["random", "heuristic", "heuristic"])
    assert shown.err == ""


def test_json_in_a_file(bidwell: Bidwell, tmp_path: Path) -> None:
    """The report is shown as usual, and says where the file is."""
    shown = bidwell(f"{TEN} --json {tmp_path}/report.json")
    assert json.loads((tmp_path / "report.json").read_text())["games"] == 10
    assert "10 games, seed 7" in shown.out
    assert shown.err == f"The report as JSON is in {tmp_path}/report.json.\n"


def test_the_same_seed_gives_the_same_games(bidwell: Bidwell) -> None:
    first, second = (json.loads(bidwell(f"{TEN} --json -").out)["lines"] for _ in range(2))
    assert first == second


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_costs_no_report(bidwell: Bidwell) -> None:
    """It is shown, and then why the picture is not there."""
    shown = bidwell(f"{TEN} --plot /dev/full")
    assert shown.code == 2
    assert "10 games" in shown.out
    assert shown.err.endswith("bidwell: /dev/full could not be written: No space left on device\n")


def test_a_plot(bidwell: Bidwell, tmp_path: Path) -> None:
    file = tmp_path / "scores.svg"
    shown = bidwell(f"{TEN} --plot {file}")
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert str(file) in shown.err


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C at the first news."""

    @contextmanager
    def progress(games: int) -> Iterator[Callable[[int, int], None]]:
        def told(done: int, decisions: int) -> None:
            raise KeyboardInterrupt

        yield told

    monkeypatch.setattr("bidwell.cli.simulation_view.progress", progress)


@pytest.mark.usefixtures("stopped")
def test_ctrl_c_shows_what_was_done(bidwell: Bidwell) -> None:
    shown = bidwell("simulate serengeti --games 100000 --cores 1")
    assert shown.code == 130
    assert "Stopped: 25 of 100,000 games were done." in shown.out
    assert "95 % interval" in shown.out
    assert shown.err == ""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_end_it_as_ctrl_c_does(number: int, code: int) -> None:
    """Also where they reach its processes too, as when a terminal is closed."""
    noted = "from bidwell.simulation import simulate\nadd = simulate.Tally.add\n"
    noted += "simulate.Tally.add = lambda *given: print(add(*given), file=sys.stderr, flush=True)\n"
    words = INTERPRETED.replace("\n", f"\n{noted}"), "simulate", "serengeti", "--games", "10000000", "--cores", "2"
    with started("-c", *words, session=True) as process:
        assert process.stderr
        process.stderr.readline()
        os.killpg(process.pid, number) if number == signal.SIGHUP else process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert "of 10,000,000 games were done." in out
    assert "Traceback" not in err


def test_the_bar_is_drawn_on_stderr(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = bidwell(TEN)
    assert "decisions/s" in shown.err
    assert "decisions/s" not in shown.out


def test_every_bot_can_sit(bidwell: Bidwell, tmp_path: Path) -> None:
    """A network too, and its games are written where --data says."""
    words = "simulate serengeti --games 1 --seats network,novice,random --seed 7 --cores 1 --tables games"
    shown = bidwell(f"{words} --data {tmp_path}/played")
    assert shown.code == 0
    assert "network" in shown.out
    assert shown.err.endswith(f"The games are in {tmp_path}/played.\n")
    assert json.loads((tmp_path / "played" / "games.jsonl").read_text())["game"] == 0
