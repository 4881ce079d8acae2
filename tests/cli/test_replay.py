"""`bidwell replay`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bidwell import game
from bidwell.bots.registry import bot
from tests.cli.terminal import Bidwell


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A whole game between bots."""
    table = game("serengeti").deal(3, seed=8)
    bots = [bot("heuristic", table.game, seat) for seat in range(3)]
    while not table.over:
        seat = table.asks[0]
        table.play(seat, bots[seat].choose(table.view(seat)))
    file = tmp_path / "game.txt"
    file.write_text(table.record())
    return file


def steps(shown: str) -> list[int]:
    """Which steps were shown, in order."""
    return [int(step) for step in re.findall(r"step (\d+) of", shown)]


def test_step_by_step(bidwell: Bidwell, record: Path) -> None:
    """Enter or space goes on, b goes back, a number jumps, q leaves."""
    shown = bidwell(f"replay {record}", "", " ", "b", "20", "b", "q", "")
    assert shown.code == 0
    assert steps(shown.out) == [0, 1, 2, 1, 20, 19]


def test_it_stays_within_the_game(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"replay {record}", "b", "9999", "").out
    first, second, last, again = steps(shown)
    assert (first, second) == (0, 0)
    assert last == again
    assert "Where the game turned" in shown


def test_a_spectator_sees_no_chips(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"replay {record}").out
    assert len(re.findall(r"^(?:Anne|Burt|Carla) .* \? ", shown, re.M)) == 3


def test_as_a_player_saw_it(bidwell: Bidwell, record: Path) -> None:
    for name in ("Burt", "burt", "1"):
        shown = bidwell(f"replay {record} --as {name}").out
        assert re.search(r"^Burt \(you\) .* 10 ", shown, re.M)
        assert len(re.findall(r"^(?:Anne|Carla) .* \? ", shown, re.M)) == 2


@pytest.fixture
def namesakes(tmp_path: Path) -> Path:
    """A game of two whose names differ in their capitals only, and of one called by another's number."""
    file = tmp_path / "namesakes.txt"
    file.write_text(game("serengeti").deal(seed=8, names=["Anne", "anne", "0", "Dora"]).record())
    return file


@pytest.mark.parametrize(("given", "seen"), [("Anne", "Anne"), ("anne", "anne"), ("0", "0"), ("dORA", "Dora")])
def test_a_name_means_the_player_who_is_called_so(bidwell: Bidwell, namesakes: Path, given: str, seen: str) -> None:
    assert re.findall(r"^(\w+) \(you\) ", bidwell(f"replay {namesakes} --as {given}").out, re.M) == [seen]


@pytest.mark.parametrize("command", ["replay NAMESAKES --as ANNE", "analyse NAMESAKES --seat ANNE"])
def test_a_name_that_could_be_two_players_is_refused(bidwell: Bidwell, namesakes: Path, command: str) -> None:
    shown = bidwell(command.replace("NAMESAKES", str(namesakes)))
    assert shown.code == 2
    assert "there is no seat 'ANNE'; the seats are 0 Anne, 1 anne" in shown.err


def test_a_number_of_thousands_of_digits_is_beyond_the_end(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"replay {record}", "9" * 5000, "q")
    last = steps(shown.out)[-1]
    assert last > 0
    assert (shown.code, shown.err) == (0, "")
    assert f"step {last} of {last}" in shown.out


def test_with_everything_open(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"replay {record} --open").out
    assert len(re.findall(r"^(?:Anne|Burt|Carla) .* 10 ", shown, re.M)) == 3


@pytest.mark.parametrize("name", ["secret_auction", "off_season"])
def test_where_everything_is_told_whispers_name_their_hearer(bidwell: Bidwell, tmp_path: Path, name: str) -> None:
    """In the story of a game among bots, and in its record with everything open."""
    file = tmp_path / "game.txt"
    told = bidwell(f"play {name} --seed 1 --seats novice,novice,novice --save {file}").out.partition("affiliated")[2]
    for shown in (told, bidwell(f"replay {file} --open --all").out, bidwell(f"replay {file} --open", "", "").out):
        assert not re.search(r"\bYou\b|\byour pile\b", shown)
    assert "Anne is dealt the " in told or "Anne seals a bet of 0 pounds" in told


def test_as_a_player_saw_it_whispers_are_to_you(bidwell: Bidwell, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(game("secret_auction").deal(3, seed=1).record())
    shown = bidwell(f"replay {tmp_path}/game.txt --as Anne --all").out
    assert "SEC-48" in shown
    assert "Anne is dealt" not in shown


def test_the_whole_story(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"replay {record} --all").out
    assert [int(number) for number in re.findall(r"^Round (\d+): .* on sale", shown, re.M)] == [*range(1, 16)]
    assert " wins. " in shown
    assert "step" not in shown


def test_the_story_of_half_a_game(bidwell: Bidwell, record: Path) -> None:
    half = record.read_text().splitlines()[:30]
    record.write_text("\n".join(half))
    shown = bidwell(f"replay {record} --all").out
    assert "wins. " not in shown
    assert "on sale" in shown.splitlines()[-9] or "▸ to bid" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_single_keys_on_a_terminal(record: Path) -> None:
    """Space, Enter, b, arrows, a number with Enter, q: no Enter needed otherwise."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bidwell", "replay", str(record)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, env={**os.environ, "TERM": "dumb"}) as process:
        os.close(theirs)
        shown = ""
        for key in (" ", "\n", "b", "x", "\x1b[C", "\x1b[D", "\x1b[6~", "12\n", "q"):
            while not shown.endswith("▸ "):
                shown += os.read(ours, 65536).decode(errors="replace")
            shown += "|"
            os.write(ours, key.encode())
        assert process.wait(20) == 0
    os.close(ours)
    assert steps(shown) == [0, 1, 2, 1, 1, 2, 1, 1, 12]
