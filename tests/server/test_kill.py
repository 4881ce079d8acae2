"""The server is killed while people play: what was acknowledged is there when it comes back, and is there once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from checks.kills import Flaw, Server, Session, _played, has_errors, replays, run, told_nothing


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Five times, at random moments: every table is as its people saw it, and its course replays."""
    found = run(times=5, people=3, seed=2, home=tmp_path / "home")
    assert "0 lost, 0 done twice" in found


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Session]:
    """A table that was played for a moment, and its server killed."""
    home, session = tmp_path / "home", Session(random.Random(3))
    _played(Server(home), [session], 0.2)
    assert session.course
    return home, session


def test_an_action_that_is_missing_would_be_noticed(played: tuple[Path, Session]) -> None:
    """The check can fail: on disk, and when the people come back."""
    home, session = played
    session.course += [(0, "pass"), (1, "pass")]
    with pytest.raises(Flaw, match="not what was acknowledged"):
        replays(home, session)
    session.pending = None
    session.seqs = {seat: seq + 2 for seat, seq in session.seqs.items()}
    _played(server := Server(home), [session], 0.2)
    server.kill()
    assert "actions were acknowledged, but now the views are" in session.flaw


def test_a_view_that_changed_would_be_noticed(played: tuple[Path, Session]) -> None:
    """Likewise."""
    home, session = played
    session.pending = None
    session.views[0] = {**session.views[0], "asks": []}
    with pytest.raises(Flaw):
        replays(home, session)


def test_a_token_in_the_log_would_be_noticed(played: tuple[Path, Session]) -> None:
    """And a traceback."""
    home, session = played
    told_nothing(home, [session])
    for text in (session.tokens[0], "Traceback (most recent call last):"):
        home.with_suffix(".err").write_text(f"oh: {text}")
        with pytest.raises(Flaw, match="the server logged"):
            told_nothing(home, [session])


def test_a_process_that_lost_its_server_while_it_started_is_no_error() -> None:
    """Python writes a traceback for it; a traceback of the server after it is still one."""
    orphan = (
        "Traceback (most recent call last):\n"
        '  File "<string>", line 1, in <module>\n'
        '  File "/lib/multiprocessing/spawn.py", line 122, in spawn_main\n'
        "    exitcode = _main(fd, parent_sentinel)\n"
        "               ^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "EOFError: Ran out of input\n"
    )
    server = 'Traceback (most recent call last):\n  File "app.py", line 1, in act\nKeyError: 1\n'
    assert not has_errors(orphan)
    assert has_errors(orphan + server)
    assert has_errors(server + orphan)
