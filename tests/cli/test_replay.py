"""`bidwell replay`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bidwell import game
from bidwell.bots.seat import bot
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


def test_with_everything_open(bidwell: Bidwell, record: Path) -> None:
    shown = bidwell(f"replay {record} --open").out
    assert len(re.findall(r"^(?:Anne|Burt|Carla) .* 10 ", shown, re.M)) == 3


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
