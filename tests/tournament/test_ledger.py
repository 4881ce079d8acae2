"""The ledger: an interrupted arena continues where it stopped."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import Refused, native
from bidwell.tournament.arena import Broken, arena
from bidwell.tournament.executors import in_turn
from bidwell.tournament.ledger import Ledger
from bidwell.tournament.match import Piece, Result, play_piece
from tests.tournament.helpers import BOTS, GAME, script, shown, stopped_after


class Slow(FileIO):
    """A file that takes ten bytes at a time."""

    def write(self, data: Any) -> int:
        return super().write(data[:10])


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile: few games are played sooner without."""
    monkeypatch.setattr(native, "available", lambda: False)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """The ledger of an arena that was stopped after three of its twelve pieces."""
    path = tmp_path / "arena.jsonl"
    report = shown(resume=path, progress=stopped_after(9))
    assert (report.interrupted, report.games) == (True, 9)
    assert len(path.read_text().splitlines()) == 4
    return path


def test_resumed_equals_uninterrupted(ledger: Path) -> None:
    """Only the number of games played before differs."""
    report = shown(resume=ledger)
    assert report.resumed == 9
    assert replace(report, resumed=0) == shown()
    assert shown(resume=ledger).resumed == report.games


def test_only_what_is_missing_is_played(ledger: Path) -> None:
    """Nine pieces of twelve."""
    played = []

    def counted(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        for each in pieces:
            played.append(each)
            yield play_piece(each)

    shown(resume=ledger, executor=counted)
    assert len(played) == 9


def test_a_torn_line_is_played_again(ledger: Path) -> None:
    """Nothing of the unfinished line is left."""
    whole = ledger.read_bytes()
    ledger.write_bytes(whole[:-9])
    assert shown(resume=ledger).resumed == 6
    lines = ledger.read_text().splitlines()
    assert len(lines) == 13
    assert all(json.loads(line) for line in lines)


def test_more_deals_go_on_from_fewer(ledger: Path) -> None:
    """The seed is the ledger's, if none is given; more deals, or other numbers of players, are the same arena."""
    report = shown(8, resume=ledger, seed=None)
    assert (report.seed, report.resumed) == (7, 9)
    assert replace(report, resumed=0) == shown(8)
    assert shown(6, resume=ledger, players=[3, 4]).resumed == 36


def test_forfeits_are_in_the_ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With their reasons."""
    script(monkeypatch, breaks="no answer")
    one, again = (
        arena(GAME, ["cmd:one", "cmd:other"], deals=1, seed=7, players=[3], executor=in_turn, resume=tmp_path / "l")
        for _ in range(2)
    )
    assert again.resumed == 6
    assert one.forfeits == again.forfeits
    assert again.forfeits[0].why == "no answer"


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 8}, "it has seed 7, and this one seed 8"),
        ({"options": {"bid_sizes": "stars"}}, 'options {"bid_sizes": "stars"}'),
    ],
)
def test_the_ledger_of_another_arena_is_refused(ledger: Path, other: dict[str, Any], sentence: str) -> None:
    """The message names the difference; the file stays unchanged."""
    before = ledger.read_bytes()
    with pytest.raises(Refused, match="ledger of another arena") as refused:
        shown(resume=ledger, **other)
    assert sentence in str(refused.value)
    assert ledger.read_bytes() == before


def test_other_bots_games_and_versions_are_other_arenas(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order in which bots are named does not matter."""
    for game, bots in ((GAME, ["heuristic", "novice"]), (bidwell.game("bids"), BOTS)):
        with pytest.raises(Refused, match="ledger of another arena"):
            arena(game, bots, deals=1, seed=7, players=[3], resume=ledger, executor=in_turn)
    assert arena(GAME, BOTS[::-1], deals=1, players=[3], resume=ledger, executor=in_turn).resumed == 6
    monkeypatch.setattr("bidwell.tournament.arena.__version__", "99.0.0")
    with pytest.raises(Refused, match='version "0'):
        shown(resume=ledger)


def test_bots_of_other_code_are_other_bots(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may come to mean a bot that plays otherwise, without another version of Bidwell."""
    monkeypatch.setattr("bidwell.tournament.arena.sources_digest", lambda: "0123456789abcdef")
    with pytest.raises(Refused, match=r'it has code "\w{16}", and this one code "0123456789abcdef"; name a new file$'):
        shown(resume=ledger)


def test_a_full_disk_costs_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is reported with the reason, and the ledger goes on when there is room again."""
    path, calls = tmp_path / "arena.jsonl", []

    def fsync(file: int) -> None:
        calls.append(file)
        if len(calls) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("bidwell.tournament.ledger.SAFE_WITHIN", -1.0)
        full.setattr(os, "fsync", fsync)
        with pytest.raises(Broken, match=r"arena\.jsonl could not be written: No space left on device$") as broken:
            shown(resume=path)
    assert (broken.value.report.interrupted, broken.value.report.games) == (True, 9)
    assert shown(resume=path).games == shown().games


def test_what_is_written_is_written_whole(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a disk takes a line in pieces."""
    pieces = ledger.with_name("pieces.jsonl")
    monkeypatch.setattr("builtins.open", lambda *given, **more: Slow(*given[:2]) if "buffering" in more else None)
    shown(resume=pieces, progress=stopped_after(9))
    assert pieces.read_bytes() == ledger.read_bytes()


def test_another_version_cannot_be_asked_for(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it is not advised; nor is machine code, which plays otherwise by the clock."""
    with pytest.raises(Refused, match=r"seed 8; name a new file, or ask for the same arena$"):
        shown(resume=ledger, seed=8)
    monkeypatch.setattr(native, "available", lambda: True)
    with pytest.raises(Refused, match=r'engine "interpreted", and this one engine "native"; name a new file$'):
        shown(resume=ledger)


def test_two_arenas_do_not_write_in_one_ledger(ledger: Path) -> None:
    """The second is refused as long as the first one lasts."""
    pytest.importorskip("fcntl")
    heading = json.loads(ledger.read_text().splitlines()[0])["arena"]
    with closing(Ledger(ledger, heading)), pytest.raises(Refused, match="another arena is writing in"):
        shown(resume=ledger)
    assert shown(resume=ledger).resumed == 9


def test_a_ledger_is_a_file(tmp_path: Path) -> None:
    """A pipe or a device, which may never end, is refused."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(Refused, match="is a pipe or a device; a ledger is a file"):
            shown(resume=path, seed=None)


@pytest.mark.parametrize("text", ["hello", "hello\n", '{"arena": 7}\n', "\x00\xff\n", "[]\n"])
def test_another_file_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    """Whatever it is."""
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match="is no ledger"):
        shown(resume=path)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        '{"one": "random"}',
        '{"one":"x","among":"y","players":1,"deal":1,"places":[[1]]}',
        "[]",
        '{"one":"random","among":"heuristic","players":3,"deal":1e999,"places":[]}',
    ],
)
def test_a_line_that_is_no_deal_is_refused(ledger: Path, line: str) -> None:
    """Only an incomplete last line is ignored."""
    lines = ledger.read_text().splitlines()
    ledger.write_text("\n".join([lines[0], line, *lines[1:]]) + "\n")
    with pytest.raises(Refused, match="line 2: this is no finished deal"):
        shown(resume=ledger)
