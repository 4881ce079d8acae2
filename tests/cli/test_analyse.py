"""`bidwell analyse`."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bidwell import replay
from bidwell.analysis.analyse import analyse
from bidwell.analysis.judgement import judge
from bidwell.analysis.report import Point
from bidwell.analysis.timeline import Timeline
from bidwell.bots.search.tree_search import Budget
from bidwell.cli.analysis_view import COMPARED, spark
from tests.cli.terminal import INTERPRETED, Bidwell, interrupted, started

THROWN_AWAY = Path(__file__).parents[1] / "analysis" / "thrown_away.txt"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The end of a game: Burt, who leads, throws a bid away in it."""
    whole = replay(THROWN_AWAY.read_text())
    table = whole.game.position(Timeline(whole).tables[85].position())
    for seat, action in whole.history[85:]:
        table.play(seat, whole.game.notation.text(table, action))
    file = tmp_path / "game.txt"
    file.write_text(table.record())
    return file


def test_the_report_fits_on_eighty_columns(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who won, the worst of every player, the turning points, the players, their win chances."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = bidwell(f"analyse {record} --iterations 30 --cores 1 --judge heuristic")
    lines = shown.out.splitlines()
    assert shown.code == 0
    assert lines[0].startswith("Serengeti   Anne won.   ")
    assert "▸ Start: Burt bid 65" in shown.out
    assert "points of win chance more" in shown.out
    assert all(heading in lines for heading in ("Where the game turned", "Players"))
    assert max(map(len, lines)) <= 80


def test_one_player_only(bidwell: Bidwell, record: Path) -> None:
    """By name, capitals or not, or by number."""
    for name in ("Burt", "burt", "1"):
        shown = bidwell(f"analyse {record} --seat {name} --iterations 4 --cores 1").out
        players = shown[shown.index("Players") :]
        assert "Burt" in players
        assert "Anne" not in players


def test_a_page_and_json_are_written(bidwell: Bidwell, record: Path, tmp_path: Path) -> None:
    """Where they are wanted; what was written where is said on stderr."""
    there = {kind: tmp_path / f"out.{kind}" for kind in ("html", "json")}
    flags = " ".join(f"--{kind} {path}" for kind, path in there.items())
    shown = bidwell(f"analyse {record} --seat Burt --iterations 4 --cores 1 {flags}")
    assert there["html"].read_text().startswith("<!doctype html>")
    assert json.loads(there["json"].read_text())["worlds"] == 4
    assert all(f"{path}" in shown.err for path in there.values())


def test_json_and_nothing_else(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"analyse {record} --seat Burt --iterations 4 --cores 1 --json -")
    assert (json.loads(shown.out)["worlds"], shown.err) == (4, "")


def test_every_decision_on_a_line(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When asked: what was played and the alternatives, each with its win chance."""
    monkeypatch.setenv("COLUMNS", "120")
    command = f"analyse {record} --seat Burt --iterations 30 --cores 1"
    assert "Every decision" not in bidwell(command).out
    lines = bidwell(f"{command} --all").out.splitlines()
    assert any(re.fullmatch(r" +\d+  Burt +bid 65: \d+  or .*pass: \d+.*", line) for line in lines)


def test_what_the_table_of_turns_compares(bidwell: Bidwell, record: Path) -> None:
    """A cost is not a change: it says what the move left, and the best one would have."""
    lines = bidwell(f"analyse {record} --iterations 30 --cores 1 --judge heuristic").out.splitlines()
    line = next(line for line in lines if "bid 65, not " in line and "▸" not in line)
    assert re.search(r" {2}\d+ not \d+ % ", line)
    assert any("mistake: by 10" in line for line in lines)
    assert COMPARED in " ".join(lines)


def test_more_turns_than_there_is_room_for(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so."""
    monkeypatch.setattr("bidwell.cli.analysis_view.MOST_TURNS", 1)
    shown = bidwell(f"analyse {record} --iterations 30 --cores 1")
    assert re.search(r"Where the game turned   the largest 1 of \d+; --json has all\n", shown.out)


def test_a_peak_shows() -> None:
    """However short it was; the last letter is what came of it."""
    chances = [0.1, 0.1, 0.1, 0.9, 0.1, 0.5, 0.6, 0.0]
    points = [Point(step, 0, "", wins, 0.0, "after") for step, wins in enumerate(chances)]
    whole = analyse(THROWN_AWAY.read_text(), Budget(1), ["Anne"], cores=1, steps=range(100, 112))
    assert spark(replace(whole, steps=7, points=points), 0, 3) == "▁█▁"


@pytest.mark.parametrize("name", ["[/red]", "[bold]"])
def test_brackets_are_only_letters(bidwell: Bidwell, record: Path, name: str) -> None:
    """In every table."""
    record.write_text(record.read_text().replace("Burt", name))
    shown = bidwell(f"analyse {record} --iterations 4 --cores 1 --all")
    assert shown.code == 0
    assert re.search(rf"^{re.escape(name)} ", shown.out, re.M)


def test_a_reader_who_leaves_early_costs_no_file(record: Path, tmp_path: Path) -> None:
    """`bidwell analyse … --html FILE | true`."""
    words = f"analyse {record} --seat Burt --iterations 4 --cores 1 --html {tmp_path}/a.html".split()
    with started("-c", INTERPRETED, *words) as process:
        assert process.stdout
        process.stdout.close()
        process.wait(60)
    assert (tmp_path / "a.html").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("flag", ["--json", "--html"])
def test_a_full_disk_costs_no_report(bidwell: Bidwell, record: Path, flag: str) -> None:
    """It is shown, and then why the file is not there."""
    shown = bidwell(f"analyse {record} --seat Burt --iterations 4 --cores 1 {flag} /dev/full")
    assert shown.code == 2
    assert "Players" in shown.out
    assert shown.err.endswith("bidwell: /dev/full could not be written: No space left on device\n")


def test_by_time(bidwell: Bidwell, record: Path) -> None:
    """Milliseconds per decision."""
    assert bidwell(f"analyse {record} --seat Anne --ms 1 --cores 1").code == 0


def test_ctrl_c_reports_what_is_finished(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a word that it was stopped, and the exit code of Ctrl-C."""
    calls = []

    def stopped(*given: object) -> object:
        calls.append(given)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("bidwell.analysis.analyse.judge", stopped)
    shown = bidwell(f"analyse {record} --iterations 4 --cores 1")
    assert shown.code == 130
    assert "Stopped: 3 of " in shown.out
    assert "Players" in shown.out


def test_ctrl_c_before_anything(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to show, and nothing is written."""
    monkeypatch.setattr("bidwell.analysis.analyse.judge", interrupted)
    page = record.with_name("page.html")
    shown = bidwell(f"analyse {record} --iterations 4 --cores 1 --html {page}")
    assert (shown.code, shown.out.strip(), page.exists()) == (130, "Stopped: 0 of 28 decisions were judged.", False)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("nothing.txt", "there is no file nothing.txt"),
        ("strange", "strange: a record begins with the line 'bidwell record 1'"),
        ("empty", "empty: there is nothing to judge"),
        ("game.txt --seat Zoe", "game.txt: there is no seat 'Zoe'; the seats are 0 Anne, 1 Burt, 2 Carla"),
        ("game.txt --iterations 0", "'0' should be a whole number from 1"),
        ("game.txt --iterations 5 --ms 5", "not allowed with argument"),
        ("game.txt --html no/such/folder/a.html", "--html: there is no folder"),
        ("game.txt --json .", "--json: . is a folder"),
        ("game.txt --json=", "--json: '' names no file"),
        ("game.txt --html -", "--html: '-' names no file"),
        ("game.txt --html game.txt", "FILE and --html are the same file, game.txt"),
        ("game.txt --html a --json ./a", "--html and --json are the same file, ./a"),
    ],
)
def test_one_sentence(
    bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch, command: str, sentence: str
) -> None:
    """For whatever is wrong."""
    monkeypatch.chdir(record.parent)
    Path("strange").write_text("Dear diary\n")
    Path("empty").write_text("".join(THROWN_AWAY.read_text().partition("\n\n")[:2]))
    shown = bidwell(f"analyse {command}")
    assert (shown.code, shown.out) == (2, "")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
