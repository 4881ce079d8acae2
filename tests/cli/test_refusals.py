"""Whatever is wrong gets one sentence on stderr and exit code 2."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.terminal import Bidwell

WRONG = {
    "dance": "invalid choice: 'dance' (choose from",
    "play chess": "there is no game 'chess'; the games are ",
    "rules chess": "there is no game 'chess'",
    "simulate chess": "there is no game 'chess'",
    "rules": "required: game",
    "replay": "required: FILE",
    "rules serengeti 99": "no clause '99'; the nearest are SER-25, SER-26, SER-27",
    "rules serengeti gold": "no clause 'gold'; its clauses are SER-01 to SER-27",
    "rules serengeti 0": "its clauses are SER-01 to SER-27",
    "play serengeti --seats you,random": "Serengeti is for 3 to 5 players, not 2",
    "play serengeti --seats you,you,you,you,you,you": "Serengeti is for 3 to 5 players, not 6",
    "play serengeti --seats you,alphago,random": "'alphago' cannot sit here; a seat is one of you, random, heuristic",
    "play serengeti --seats=": "a seat is one of you, random, heuristic",
    "play serengeti --names Ida,Ida": "two players are called Ida",
    "play serengeti --names A,B,C,D --seats you,random,random": "4 names for 3 seats; leave 1 out",
    "play serengeti --option fines=perhaps": "SER-14: option fines is on or off, not 'perhaps'",
    "play serengeti --option fines": "should be NAME=VALUE, with one of the options overbid, fines, open_chips",
    "play serengeti --option rain=on": "one of the options overbid, fines, open_chips",
    "play serengeti --seed x": "'x' should be a whole number of at least 0",
    "play serengeti --seed -3": "'-3' should be a whole number of at least 0",
    "play serengeti --save no/such/folder/game.txt": "there is no folder",
    "play serengeti --save .": "is a folder; name a file in it",
    "play --resume nothing.txt": "there is no file nothing.txt; a record is a file that",
    "play --resume .": ". is a folder; a record is a file that",
    "replay nothing.txt": "there is no file nothing.txt",
    "replay .": ". is a folder",
    "replay binary": "binary is not text",
    "replay strange": "strange: a record begins with the line 'bidwell record 1'",
    "replay broken": "broken: line 8: 'Anne: bid 99' cannot be",
    "replay fine --as Zoe": "there is no seat 'Zoe'; the seats are 0 Anne, 1 Burt, 2 Carla",
    "replay fine --as 7": "there is no seat 7",
    f"replay fine --as {'9' * 5000}": "there is no seat '9999",
    "replay fine --as ０": "there is no seat '０'",
    "play serengeti --seed ７": "'７' should be a whole number of at least 0",
    "play serengeti --seed 1_000": "'1_000' should be a whole number of at least 0",
    "play serengeti --seats you,search:１００,random": "'search:１００' cannot sit here",
    "play bids --option rounds=３": "BID-17: option rounds is from 1 to 12, not '３'",
    "play bids --option blanks=Joker:７": "BID-50: a blank card is typed as its name, a colon and its points",
    "simulate serengeti --games １０": "'１０' should be a whole number of at least 1",
    "arena serengeti random heuristic --players ３": "--players: '３' should be numbers of players, like 3,4,5",
    "serve --port ８０": "'８０' should be a whole number from 0 to 65535",
    "rules serengeti ２１": "no clause '２１'; its clauses are SER-01 to SER-27",
    "rules serengeti SER-２１": "no clause 'SER-２１'; its clauses are SER-01 to SER-27",
    f"play serengeti --seed {'9' * 5000}": "… should be a whole number",
    f"rules serengeti {'9' * 5000}": "…; its clauses are SER-01 to SER-27",
    "replay fine --as Anne --open": "not allowed with argument",
    "play --resume fine --seed 3": "leave --seed out",
    "play --resume fine --names Ida": "leave --names out",
    "play --resume fine --seats you,random,random,random": "4 seats for the 3 players of fine",
    "play chess --resume fine": "fine is a game of serengeti, not of chess",
    "play --save fine": "fine is there already",
    "simulate serengeti --games 0": "'0' should be a whole number of at least 1",
    "simulate serengeti --games many": "'many' should be a whole number of at least 1",
    "simulate serengeti --games 1 --files parquet": "--files and --tables say how to write --data FOLDER",
    "simulate serengeti --games 1 --tables games": "--files and --tables say how to write --data FOLDER",
    "simulate serengeti --cores 0": "'0' should be a whole number from 1 to 1024",
    "simulate serengeti --seats you,random,random": "'you' cannot sit here; a seat is one of random, heuristic, novice",
    "simulate serengeti --plot no/such/folder/a.svg": "--plot: there is no folder",
    "simulate serengeti --plot=": "--plot: '' names no file",
    "simulate serengeti --plot -": "--plot: '-' names no file",
    "simulate serengeti --plot /proc/a.svg": "--plot: nothing may be written in /proc",
    "simulate serengeti --plot lost": "--plot: there is no folder /no/such",
    "play serengeti --save=": "--save: '' names no file",
    "play --resume=": "'' names no file; a record is a file that",
    "play serengeti --seats you,AlphaGo,random": "'AlphaGo' cannot sit here",
    "play serengeti --seats you,cmd:./bot,7,random": "; commas separate seats, so the command of a program cannot",
    "play serengeti --seed 9999999999999999999": "should be a whole number from 0 to 9223372036854775807",
    "replay pipe": "pipe is a pipe or a device; a record is a file that",
    "replay /dev/zero": "/dev/zero is a pipe or a device",
    "verify large": "large is longer than any game",
}
RECORD = """bidwell record 1
game: serengeti
rules: 2
names: Anne, Burt, Carla
options: {}
seed: 1

"""


@pytest.mark.parametrize("command", WRONG)
def test_one_sentence(bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("binary").write_bytes(bytes(range(256)))
    Path("strange").write_text("Dear diary\n")
    Path("broken").write_text(f"{RECORD}Anne: bid 99\n")
    Path("fine").write_text(RECORD)
    os.mkfifo("pipe")
    Path("large").touch()
    os.truncate("large", 10_000_001)
    Path("lost").symlink_to("/no/such/file")
    shown = bidwell(command)
    assert shown.code == 2
    assert shown.out == ""
    assert WRONG[command] in shown.err
    assert shown.err.count("\n") == 1
    assert len(shown.err) < 1000
    assert shown.err.startswith("bidwell")


def test_a_place_nobody_may_write_to(bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("pathlib.Path.touch", refused)
    shown = bidwell(f"play --save {tmp_path}/game.txt")
    assert (shown.code, "nothing may be written in" in shown.err) == (2, True)
