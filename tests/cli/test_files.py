"""What is written, and where: whole files, through links, and into pipes and devices as they are."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from bidwell.cli import files
from bidwell.cli.session import Session
from bidwell.core.errors import Refused
from tests.cli.terminal import Bidwell


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    for text in ("first", "then"):
        files.check_place("--save", str(file))
        files.write(str(file), text)
    assert (file.read_text(), [*tmp_path.iterdir()]) == ("then", [file])


def test_a_byte_order_mark_is_no_part_of_a_record(tmp_path: Path) -> None:
    """Some editors write one in front, and nobody sees it."""
    file = tmp_path / "a.txt"
    file.write_text("bidwell record 1\n", encoding="utf-8-sig")
    assert files.read(str(file)) == "bidwell record 1\n"


def test_a_link_stays_one(tmp_path: Path) -> None:
    """What it leads to is written, also where that is still to be made."""
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "file")
    files.check_place("--save", str(link))
    files.write(str(link), "text")
    assert (link.is_symlink(), (tmp_path / "file").read_text()) == (True, "text")


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    """And is still one."""
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    files.check_place("--json", str(pipe))
    files.write(str(pipe), "text")
    reader.join(20)
    assert (heard, pipe.is_fifo()) == (["text"], True)


def test_a_pipe_by_its_number() -> None:
    """`--json >(cat)`: the shell names it /dev/fd/63."""
    reading, writing = os.pipe()
    path = f"/dev/fd/{writing}"
    files.check_place("--json", path)
    files.write(path, "text")
    os.close(writing)
    with open(reading) as heard:
        assert heard.read() == "text"


def test_a_device_stays_one() -> None:
    """Here a terminal of our own."""
    screen, terminal = os.openpty()
    path = os.ttyname(terminal)
    files.check_place("--json", path)
    files.write(path, "text")
    assert (os.read(screen, 9), Path(path).is_char_device()) == (b"text", True)
    os.close(screen)
    os.close(terminal)


def test_what_cannot_be_written_is_called_as_the_user_calls_it(tmp_path: Path) -> None:
    """Not by the file that would have taken its place."""
    with pytest.raises(OSError, match=r"a\.txt") as failed:
        files.write(str(tmp_path / "no" / "a.txt"), "text")
    assert (failed.value.errno, failed.value.filename) == (errno.ENOENT, str(tmp_path / "no" / "a.txt"))


def test_a_signal_while_somebody_leaves_costs_no_game(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal that is closed ends the input, and a moment later it sends its signal."""
    saved, save = [], Session.save

    def signalled(sitting: Session) -> bool:
        saved.append(sitting)
        if len(saved) == 1:
            raise KeyboardInterrupt
        return save(sitting)

    monkeypatch.setattr(Session, "save", signalled)
    assert bidwell(f"play serengeti --save {tmp_path}/game.txt").code == 130
    assert (tmp_path / "game.txt").exists()


def test_one_file_for_two_things_is_refused(tmp_path: Path) -> None:
    """By whichever way it is named; a device may be named twice."""
    (tmp_path / "a").write_text("record")
    (tmp_path / "link").symlink_to("a")
    os.link(tmp_path / "a", tmp_path / "twin")
    for other in ("a", "./a", "link", "twin"):
        with pytest.raises(Refused, match="FILE and --json are the same file"):
            files.check_places({"--json": f"{tmp_path}/{other}"}, f"{tmp_path}/a")
    with pytest.raises(Refused, match="--json and --html are the same file"):
        files.check_places({"--json": f"{tmp_path}/new", "--html": f"{tmp_path}/./new"})
    files.check_places({"--json": "/dev/null", "--html": "/dev/null", "--plot": None})
    assert (tmp_path / "a").read_text() == "record"
