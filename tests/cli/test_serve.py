"""`bidwell serve`: what it prints, and which arguments it refuses."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from bidwell.server.store.sqlite import FolderLock
from tests.cli.terminal import Bidwell, started


def test_help_shows_what_is_possible(bidwell: Bidwell) -> None:
    """With examples, and what becomes of the games."""
    shown = bidwell("serve --help")
    assert (shown.code, shown.err) == (0, "")
    for word in ("--host", "--port", "--home", "--name", "--open", "bidwell serve --lan"):
        assert word in shown.out


@pytest.mark.parametrize("port", ["x", "-1", "65536", "1.5"])
def test_a_port_that_is_none(bidwell: Bidwell, port: str) -> None:
    """One sentence."""
    shown = bidwell(f"serve --port {port}")
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert f"'{port}' should be a whole number from 0 to 65535" in shown.err


def test_a_home_in_use(bidwell: Bidwell, tmp_path: Path) -> None:
    """One sentence, which names the folder."""
    lock = FolderLock(tmp_path / "lock")
    shown = bidwell(f"serve --port 0 --home {tmp_path}")
    lock.close()
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert str(tmp_path) in shown.err
    assert "another server is using this folder: stop it, or give another --home" in shown.err


def test_a_home_that_cannot_be(bidwell: Bidwell, tmp_path: Path) -> None:
    """A file is in its place."""
    (tmp_path / "file").write_text("")
    shown = bidwell(f"serve --port 0 --home {tmp_path}/file")
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)


def test_an_address_that_is_not_ours(bidwell: Bidwell, tmp_path: Path) -> None:
    """Nobody can listen there."""
    shown = bidwell(f"serve --host 192.0.2.1 --port 0 --home {tmp_path}")
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert "cannot listen at 192.0.2.1:0" in shown.err


def test_without_its_packages_it_says_how_to_get_them(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an extra."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "bidwell.server.run", raising=False)
    shown = bidwell(f"serve --home {tmp_path}")
    assert (shown.code, shown.err) == (2, "bidwell: the server needs a few packages: pip install 'bidwell[serve]'\n")


def test_without_its_page_it_says_how_to_build_it(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout where nobody has."""
    monkeypatch.setattr("bidwell.server.run.PAGE", tmp_path)
    shown = bidwell(f"serve --home {tmp_path}")
    assert (shown.code, "the page was not built" in shown.err) == (2, True)


def test_where_the_usual_port_is_taken_it_takes_the_next(tmp_path: Path) -> None:
    """It says where it is; and Ctrl-C ends it quietly."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = started("-m", "bidwell", "serve", "--port", str(port), "--home", str(tmp_path / "a"))
        assert process.stdout
        line = process.stdout.readline()
        assert f"every table is kept in {tmp_path / 'a'}" in line
        address = line.split()[3]
        assert 0 < int(address.rpartition(":")[2]) - port < 20
        with urlopen(f"{address}/healthz", timeout=60) as answer:
            assert answer.read() == b"ok\n"
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "", "")
