"""`bidwell play` with programs in seats: one that fails does not end the game, and none is left behind."""

from __future__ import annotations

import re
import signal
import sys
import time
from pathlib import Path

import pytest

from bidwell import replay
from tests.bots.programs import EXAMPLES, HELLO, holding, locked, released, script
from tests.cli.terminal import Bidwell, started

PASSES = ("p",) * 400
CRASHES = f"{HELLO}play(); raise KeyError('chips')"


def test_a_whole_game_with_a_program(bidwell: Bidwell, tmp_path: Path) -> None:
    """It reads like any other, and hears how it ended."""
    told = tmp_path / "over"
    source = f"""{HELLO}
while (message := hear())["type"] == "decide":
    say({{"action": message["view"]["legal"][0]}})
open({str(told)!r}, "w").write(message["type"])"""
    spec = f"cmd:{script(tmp_path, source).rename(tmp_path / 'Bot.py')}"
    shown = bidwell(f"play serengeti --seed 8 --seats You,{spec.replace('cmd', 'CMD')},Random", *PASSES)
    assert shown.code == 0
    assert f"Burt ({spec} bot)" in shown.out.replace("\n", "")
    assert "Where the game turned" in shown.out
    assert told.read_text() == "over"


def test_when_a_program_crashes_another_bot_plays_on(bidwell: Bidwell, tmp_path: Path) -> None:
    """The table says so once, with the program's last words, and nothing is lost."""
    spec = f"cmd:{script(tmp_path, CRASHES)}"
    shown = bidwell(f"play serengeti --seed 8 --seats you,{spec},random --save {tmp_path}/game.txt", *PASSES)
    assert shown.code == 0
    said = f"Burt ({spec}) ended with exit code 1; a program must run until the game is over. "
    assert state(shown.out).count(state(f"{said} The novice bot plays on for Burt.")) == 1
    assert len(re.findall(r"^  KeyError: 'chips'$", shown.out, re.M)) == 1
    assert replay((tmp_path / "game.txt").read_text()).over


def state(text: str) -> str:
    """Wherever the lines break."""
    return "".join(text.split())


def test_bots_alone_go_on_too(bidwell: Bidwell, tmp_path: Path) -> None:
    """What went wrong is reported where it happened, among the events."""
    shown = bidwell(f"play bids --seed 8 --seats cmd:{script(tmp_path, CRASHES)},random,random --option rounds=1")
    assert shown.code == 0
    story = " ".join(shown.out.split())
    before, after = story.split("The novice bot plays on for Anne.")
    assert "Turn 1" in before
    assert "Turn 9" in after


def test_a_program_that_is_not_there_is_refused(bidwell: Bidwell) -> None:
    """Before the game begins."""
    shown = bidwell("play serengeti --seats you,cmd:./nobot,random")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == (
        "bidwell: cmd:./nobot: './nobot' is not there; say what can be run, like cmd:./mybot or cmd:python3 mybot.py\n"
    )


def test_a_saved_game_runs_nothing_by_itself(bidwell: Bidwell, tmp_path: Path) -> None:
    """It may be somebody else's file: the programs in it run when they are named again."""
    file, ran = tmp_path / "game.txt", tmp_path / "ran"
    spec = f"cmd:{script(tmp_path, f'open({str(ran)!r}, chr(119))' + chr(10) + HELLO + 'while True: play()')}"
    seats = f"you,{spec},random"
    bidwell(f"play serengeti --seed 8 --seats {seats} --save {file}", "", "3", "quit", "y")
    ran.unlink()
    shown = bidwell(f"play --resume {file}", *PASSES)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == f"bidwell: {file} wants to run programs on this computer; if they may: --seats {seats}\n"
    file.write_text(file.read_text().replace("cmd:", "CMD:"))
    assert bidwell(f"play --resume {file}", *PASSES).code == 2
    assert not ran.exists()
    assert bidwell(f"play --resume {file} --seats {seats}", *PASSES).code == 0
    assert ran.exists()


@pytest.mark.parametrize("leaving", [("quit", "y"), ()])
def test_no_program_stays_when_somebody_leaves(bidwell: Bidwell, tmp_path: Path, leaving: tuple[str, ...]) -> None:
    """By `quit`, or when there is nothing more to read."""
    lock = tmp_path / "lock"
    spec = f"cmd:{script(tmp_path, holding(lock, HELLO + 'play(); time.sleep(60)'))}"
    bidwell(f"play serengeti --seed 8 --seats you,{spec},random", "", "3", *leaving)
    assert lock.exists()
    assert released(lock)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_no_program_stays_after_ctrl_c(tmp_path: Path, number: int, code: int) -> None:
    """Pressed while a program thinks, or another signal; and the game is kept."""
    lock = tmp_path / "lock"
    spec = f"cmd:{script(tmp_path, holding(lock, HELLO + 'hear(); print(1, file=sys.stderr); time.sleep(60)'))}"
    file = tmp_path / "game.txt"
    more = ("--seats", f"you,{spec},random", "--save", str(file))
    process = started("-m", "bidwell", "play", "serengeti", "--seed", "8", *more)
    assert process.stdin
    process.stdin.write("\n3\n")
    process.stdin.flush()
    while not lock.exists() or not locked(lock):
        time.sleep(0.01)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (code, "")
    assert released(lock)
    assert "bid 3" in file.read_text()


def test_the_command_of_a_program_has_arguments(tmp_path: Path) -> None:
    """With a space between them; only a comma cannot be said."""
    spec = f"cmd:5s:{sys.executable} -S {EXAMPLES / 'simple.py'}"
    words = ("play", "secret_auction", "--seed", "8", "--seats", f"{spec},{spec},random")
    out, err = started("-m", "bidwell", *words).communicate(timeout=20)
    assert err == ""
    assert "--seed 8" in out
    assert "plays on for" not in out
