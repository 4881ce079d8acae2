"""External programs for the tests, correct and broken, and tables that they play at."""

from __future__ import annotations

import fcntl
import shlex
import sys
import time
from pathlib import Path

from bidwell import Game, Table
from bidwell.bots.external.program import close_bots
from bidwell.bots.registry import Bot, bot

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PYTHON = f"{shlex.quote(sys.executable)} -S -E"
SIMPLE = f"{PYTHON} {shlex.quote(str(EXAMPLES / 'simple.py'))}"
POLITE = """
import json, os, signal, subprocess, sys, time

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def say(answer):
    print(json.dumps(answer), flush=True)

def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.flush()

def play():
    say({"action": hear()["view"]["legal"][0]})

"""
HELLO = 'hear(); say({"protocol": 1})\n'
LOCK = "import fcntl; lock = os.open({path!r}, os.O_CREAT); os.set_inheritable(lock, True); fcntl.flock(lock, 2)\n"
"""Locks a file as long as it, or a process that it started, is alive."""
DYING = 2.0
"""Seconds until a process that was ended must be gone."""


def script(folder: Path, source: str) -> Path:
    """An executable file that runs this code."""
    file = folder / "bot.py"
    file.write_text(f"#!{sys.executable}\n{POLITE}{source}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def holding(path: Path, source: str) -> str:
    """A program that keeps this file locked."""
    return LOCK.format(path=str(path)) + source


def locked(path: Path) -> bool:
    """Return whether a running program has locked this file."""
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def released(path: Path) -> bool:
    """Return whether the program is gone after a short wait."""
    deadline = time.monotonic() + DYING
    while locked(path) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not locked(path)


def seated(table: Table, *specs: str) -> dict[int, Bot]:
    """These bots, and random bots in the other seats."""
    kinds = [*specs, *["random"] * (table.players - len(specs))]
    return {seat: bot(kind, table.game, seed=seat) for seat, kind in enumerate(kinds)}


def whole_game(game: Game, *specs: str, players: int = 3, seed: int = 1) -> Table:
    """The table at the end of a game between these bots."""
    table = game.deal(players, seed)
    bots = seated(table, *specs)
    try:
        while not table.over:
            seat = table.asks[0]
            table.play(seat, bots[seat].choose(table.view(seat)))
    finally:
        close_bots(table, bots)
    return table
