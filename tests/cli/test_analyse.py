"""`bidwell analyse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bidwell import replay
from bidwell.lab.judging import judge
from bidwell.lab.moments import Course
from tests.cli.terminal import Bidwell

THROWN_AWAY = Path(__file__).parents[1] / "lab" / "thrown_away.txt"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The end of a game: Burt, who leads, throws a bid away in it."""
    whole = replay(THROWN_AWAY.read_text())
    table = whole.game.position(Course(whole).tables[83].position())
    for seat, action in whole.history[83:]:
        table.play(seat, whole.game.notation.text(table, action))
    file = tmp_path / "game.txt"
    file.write_text(table.record())
    return file


def test_the_report_fits_on_eighty_columns(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who won, the worst of every player, the turning points, the players, their win chances."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = bidwell(f"analyse {record} --iterations 30 --cores 1")
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


def test_by_time(bidwell: Bidwell, record: Path) -> None:
    """So many milliseconds a decision."""
    assert bidwell(f"analyse {record} --seat Anne --ms 1 --cores 1").code == 0


def test_ctrl_c_reports_what_is_finished(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a word that it was stopped, and the exit code of Ctrl-C."""
    calls = []

    def stopped(*given: object) -> object:
        calls.append(given)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("bidwell.lab.analyse.judge", stopped)
    shown = bidwell(f"analyse {record} --iterations 4 --cores 1")
    assert shown.code == 130
    assert "Stopped: 3 of " in shown.out
    assert "Players" in shown.out


def test_ctrl_c_before_anything(bidwell: Bidwell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to show, and nothing is written."""

    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bidwell.lab.analyse.judge", stopped)
    page = record.with_name("page.html")
    shown = bidwell(f"analyse {record} --iterations 4 --cores 1 --html {page}")
    assert (shown.code, shown.out.strip(), page.exists()) == (130, "Stopped: 0 of 29 decisions were judged.", False)


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
