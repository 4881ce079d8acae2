"""`bidwell arena`."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bidwell import native
from bidwell.cli.arena_view import NAME, show
from bidwell.statistics import Estimate
from bidwell.tournament import ratings
from bidwell.tournament.arena import ArenaReport
from bidwell.tournament.statistics import Lead, shortened
from tests.bots.programs import script
from tests.cli.terminal import INTERPRETED, Bidwell, interrupted, started
from tests.tournament.helpers import shown as played_arena

FEW = "arena secret_auction heuristic random --players 3 --deals 4 --seed 7 --cores 1"


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile, and a terminal of the usual width."""
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setenv("COLUMNS", "80")


def test_the_tables(bidwell: Bidwell) -> None:
    shown = bidwell(FEW)
    assert (shown.code, shown.err) == (0, "")
    assert "4 deals, 24 games, seed 7\n" in shown.out
    for word in ("the better one", "3 players", "one among …", "over an even 33.3%", "± 95 %", "on 1 core"):
        assert word in shown.out


def test_without_the_mirror(bidwell: Bidwell, tmp_path: Path) -> None:
    """One row of the table, what several numbers of players come to, and deals that the mirror can be added to."""
    half = f"{FEW} --resume {tmp_path / 'kept.jsonl'}".replace("--players 3", "--players 3,4") + " --no-mirror"
    shown = bidwell(half)
    assert "4 deals, 28 games, seed 7\n" in shown.out
    lines = shown.out.splitlines()
    together = next(place for place, line in enumerate(lines) if "all numbers" in line)
    assert [line.split()[0] for line in lines[:together] if "±" in line] == ["heuristic", "heuristic"]
    assert lines[together + 2].split()[-1] == "28"
    assert "28 games were finished before" in bidwell(half.removesuffix(" --no-mirror")).out


def test_it_says_who_is_better(bidwell: Bidwell) -> None:
    lines = bidwell(FEW.replace("--deals 4", "--deals 25")).out.splitlines()
    assert next(line.split()[:4] for line in lines if " than " in line) == ["heuristic", "than", "random", "▲"]
    assert any(line.startswith("random") and "▼ −" in line for line in lines)


def test_it_fits_eighty_columns(bidwell: Bidwell) -> None:
    shown = bidwell("arena secret_auction heuristic random novice --players 3,4,5 --deals 1 --cores 1")
    assert max(map(len, shown.out.splitlines())) <= 80
    assert [f"{count} players   points" in shown.out for count in (3, 4, 5)] == [True] * 3


def test_a_narrow_terminal_has_the_columns_below_each_other(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    shown = bidwell(FEW.replace("random", "random novice"))
    assert shown.out.count("one among …") == 2


def test_ratings_if_there_is_openskill(bidwell: Bidwell) -> None:
    pytest.importorskip("openskill")
    assert "ordinal" in bidwell(FEW).out


def test_without_openskill_it_says_how_to_get_it(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "available", lambda: False)
    assert "ratings   left out; pip install 'bidwell[arena]' adds them\n" in bidwell(FEW).out


def test_options_other_than_usual_are_shown(bidwell: Bidwell) -> None:
    assert "seed 7, bid_sizes=stars\n" in bidwell(f"{FEW} --option bid_sizes=stars").out


def test_json_and_nothing_else(bidwell: Bidwell) -> None:
    shown = bidwell(f"{FEW} --json -")
    report = ArenaReport.read(json.loads(shown.out))
    assert (report.games, report.seed, report.bots) == (24, 7, ["heuristic", "random"])
    assert shown.err == ""


def test_json_in_a_file_is_the_report(bidwell: Bidwell, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    shown = bidwell(f"{FEW} --json {file}")
    report = ArenaReport.read(json.loads(file.read_text()))
    assert json.loads(file.read_text()) == report.json()
    assert f"×{report.pairings[0].times.mean:.2f}" in shown.out
    assert str(file) in shown.err


def test_a_plot(bidwell: Bidwell, tmp_path: Path) -> None:
    file = tmp_path / "shares.svg"
    shown = bidwell(f"{FEW} --plot {file}")
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert str(file) in shown.err


def test_the_bar_is_drawn_on_stderr(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = bidwell(FEW)
    assert "rating the bots" in shown.err
    assert "rating the bots" not in shown.out


def press_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody stops it after three deals."""

    @contextmanager
    def progress() -> Iterator[Callable[[int, int], None]]:
        def told(done: int, games: int) -> None:
            if done == 9:
                raise KeyboardInterrupt

        yield told

    monkeypatch.setattr("bidwell.cli.arena_view.progress", progress)


def test_ctrl_c_shows_what_was_done(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    press_ctrl_c(monkeypatch)
    shown = bidwell(FEW)
    assert shown.code == 130
    assert "Stopped: 9 of 24 games were done; --resume FILE would have kept them." in shown.out
    assert "   interrupted: 1 of 4 deals finished, 9 games, seed 7\n" in shown.out
    assert "one among …" in shown.out


def test_ctrl_c_while_bots_are_rated(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is shown but the ratings."""
    monkeypatch.setattr(ratings, "available", lambda: True)
    monkeypatch.setattr(ratings, "rate", interrupted)
    shown = bidwell(FEW)
    assert shown.code == 130
    assert "one among …" in shown.out
    assert "ratings   left out, as it was stopped\n" in shown.out


def test_nothing_played_is_not_drawn(bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it says so."""
    monkeypatch.setattr("bidwell.tournament.executors.play_piece", interrupted)
    shown = bidwell(f"{FEW} --plot {tmp_path}/a.svg")
    assert (shown.code, [*tmp_path.iterdir()]) == (130, [])
    assert shown.err == "Nothing is drawn: not one deal was finished.\n"


def test_it_goes_on_where_it_stopped(bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = f"{FEW} --resume {tmp_path / 'ledger'}"
    with monkeypatch.context() as patch:
        press_ctrl_c(patch)
        first = bidwell(kept)
    assert first.code == 130
    assert "the same command goes on, from" in first.out
    then = bidwell(kept)
    assert "9 games were finished before" in then.out
    assert then.out.rpartition("time")[0] == bidwell(FEW).out.rpartition("time")[0]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_real_ctrl_c_leaves_no_process_behind(tmp_path: Path, number: int, code: int) -> None:
    """Its processes leave with it, in the middle of a decision that would take an hour; so they do at other signals."""
    ledger = tmp_path / "ledger"
    command = f"arena secret_auction random heuristic search:3600s --players 3 --deals 1 --cores 2 --resume {ledger}"
    with started("-c", INTERPRETED, *command.split()) as process:
        end = time.monotonic() + 20
        while time.monotonic() < end and not (ledger.exists() and ledger.read_text().count("\n") == 3):
            time.sleep(0.05)
        process.send_signal(number)
        out, _ = process.communicate(timeout=20)  # the pipes close when all who hold them have left
    assert process.returncode == code
    assert "Stopped: 6 of 18 games were done" in out


def test_a_bot_that_gives_up_is_told(bidwell: Bidwell, tmp_path: Path) -> None:
    program = tmp_path / "quitter"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('not today')\n")
    os.chmod(program, 0o755)
    shown = bidwell(f"arena secret_auction random cmd:{program} --players 3 --deals 1 --cores 1")
    told = " ".join(shown.out.split())
    assert shown.code == 0
    assert "forfeited 6 of 6 games; the first one in deal " in told
    assert "  not today\n" in shown.out
    assert f"playsecret_auction--seatsrandom,cmd:{program},cmd:{program}--seed" in "".join(told.split())


def test_a_program_that_kills_its_process(bidwell: Bidwell, tmp_path: Path) -> None:
    """What was done is shown and kept all the same."""
    spec = f"cmd:{script(tmp_path, 'os.kill(os.getppid(), signal.SIGKILL)')}"
    command = f"arena secret_auction heuristic random {spec} --players 3 --deals 1 --cores 2 --seed 7"
    shown = bidwell(f"{command} --resume {tmp_path}/ledger --json {tmp_path}/json")
    assert shown.code == 2
    assert "bidwell: the arena could not go on: a process that played games was killed" in shown.err
    assert "Stopped: " in shown.out
    assert json.loads((tmp_path / "json").read_text())["interrupted"]


@pytest.mark.parametrize("name", ["[/red]", "[bold]"])
def test_brackets_are_only_letters(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Neither lost nor the end of it, in the tables and in the bar."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    script(tmp_path, "sys.exit(3)").rename(name)
    shown = bidwell(f"arena secret_auction random cmd:./{name} --players 3 --deals 1 --cores 1")
    assert shown.code == 0
    assert f"cmd:./{name}" in shown.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("flag", ["--json", "--plot"])
def test_a_full_disk_costs_no_report(bidwell: Bidwell, flag: str) -> None:
    """It is shown, and then why the file is not there."""
    shown = bidwell(f"{FEW} {flag} /dev/full")
    assert shown.code == 2
    assert "4 deals, 24 games" in shown.out
    assert shown.err.endswith("bidwell: /dev/full could not be written: No space left on device\n")


def test_a_reader_who_leaves_early_costs_no_file(tmp_path: Path) -> None:
    """`bidwell arena … --json FILE | true`."""
    files = [tmp_path / "report.json", tmp_path / "shares.svg"]
    with started("-c", INTERPRETED, *f"{FEW} --json {files[0]} --plot {files[1]}".split()) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert "Error" not in process.stderr.read()
    assert [file.exists() for file in files] == [True, True]


def test_who_is_better_is_not_said_where_nothing_clear_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Nor where the only clear result says the contrary."""
    played = played_arena(2, players=[3, 4])
    wide, clear, against = Estimate(0.5, -1.0, 1.0), Estimate(0.04, 0.02, 0.06), Estimate(-0.04, -0.06, -0.02)
    for leads, word in (
        ((wide, clear), "than"),
        ((wide, against), "or"),
        ((clear, against), "or"),
        ((wide, wide), "or"),
    ):
        told = [Lead("heuristic", "random", count, 2, lead) for count, lead in zip((3, 4), leads, strict=True)]
        show(replace(played, leads=told))
        assert f"{word} random" in capsys.readouterr().out


def test_long_names_are_shortened_and_stay_apart() -> None:
    bots = ["heuristic", "cmd:python3 one/very/long/way/to/bot.py", "cmd:python3 the/other/long/way/to/bot.py"]
    labels = shortened(bots, NAME - 2)
    assert labels["heuristic"] == "heuristic"
    assert len({*labels.values()}) == 3
    assert all(len(label) < NAME for label in labels.values())


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("arena chess random heuristic", "there is no game 'chess'"),
        ("arena serengeti random", "an arena is between two bots or more"),
        ("arena serengeti random Wizard", "there is no bot 'Wizard'"),
        ("arena serengeti RANDOM", "two bots or more, not 'random'\n"),
        ("arena serengeti random heuristic --json=", "--json: '' names no file"),
        ("arena serengeti random heuristic --resume -", "--resume: '-' names no file"),
        ("arena serengeti random heuristic --resume /dev/null", "/dev/null is a pipe or a device"),
        ("arena serengeti random heuristic --json no.x --plot ./no.x", "--json and --plot are the same file, ./no.x"),
        ("arena serengeti random heuristic --resume no.x --json no.x", "--resume and --json are the same file"),
        ("arena serengeti random random", "'random' is named twice"),
        ("arena serengeti random heuristic --players many", "--players: 'many' should be numbers of players"),
        ("arena serengeti random heuristic --players 3,9", "Serengeti is for 3 to 5 players, not 9"),
        ("arena serengeti random heuristic --deals 0", "'0' should be a whole number of at least 1"),
        ("arena serengeti random heuristic --plot no/such/a.svg", "--plot: there is no folder"),
        ("arena serengeti random heuristic --resume no/such/l", "--resume: there is no folder"),
        ("arena serengeti random heuristic --resume README.md", "README.md is no ledger, and is left as it is"),
    ],
)
def test_refusals_are_one_sentence(bidwell: Bidwell, command: str, sentence: str) -> None:
    shown = bidwell(command)
    assert (shown.code, shown.out) == (2, "")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
