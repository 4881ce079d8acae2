"""Starting: help, version, and what is missing."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from bidwell import __version__
from bidwell.cli import COMMANDS
from bidwell.cli.serve import default_home
from bidwell.server.settings import Settings
from tests.cli.terminal import Bidwell, started


def test_the_version(bidwell: Bidwell) -> None:
    assert bidwell("--version").out == f"bidwell {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(bidwell: Bidwell, command: str) -> None:
    shown = bidwell(f"{command} --help")
    assert shown.code == 0
    assert f"  bidwell {command}" in shown.out.partition("examples:")[2]
    assert command in bidwell("--help").out


def test_alone_it_opens_the_house(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on this machine only, and the page in the browser."""
    monkeypatch.setattr("bidwell.server.run.serve", lambda given: 7 * (given == Settings(default_home(), open=True)))
    assert bidwell("").code == 7


IMPORTED = """
import sys
from bidwell.cli import main
code = main(sys.argv[1:])
heavy = ("numpy", "numba", "multiprocessing", "concurrent", "rich")
print(code, *(name for name in heavy if name in sys.modules))
"""


@pytest.mark.parametrize(("command", "last"), [("games", "0 rich"), ("--version", "0")])
def test_it_starts_light(command: str, last: str) -> None:
    """What a command does not need is not imported."""
    out, err = started("-c", IMPORTED, command).communicate()
    assert out.splitlines()[-1] == last
    assert err == ""


WITH_RICH = "import sys; from bidwell.cli import main; sys.exit(main(sys.argv[1:]))"
WITHOUT_RICH = f"import sys; sys.modules['rich'] = None; {WITH_RICH}"


@pytest.mark.parametrize("command", ["play serengeti", "replay game.txt"])
def test_without_rich_it_says_how_to_get_it(command: str) -> None:
    process = started("-c", WITHOUT_RICH, *command.split())
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err == "bidwell: the terminal needs Rich, which is not installed: pip install 'bidwell[play]'\n"


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "rules serengeti",
        "rules bids BID-36",
        "arena serengeti heuristic random --deals 2 --players 3 --cores 1 --seed 1",
        "simulate serengeti --games 30 --cores 1 --seed 1",
    ],
)
def test_without_rich_it_prints_the_same(command: str) -> None:
    """Only the colours and the times differ."""
    shown = [started("-c", each, *command.split()).communicate() for each in (WITHOUT_RICH, WITH_RICH)]
    plain, styled = ([line.rstrip() for line in out.splitlines() if " s " not in line] for out, _ in shown)
    assert plain
    assert plain == styled
    assert shown[0][1] == ""


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["games", "play serengeti --seats random,random,random"])
def test_it_does_without_what_is_closed(command: str, closed: str) -> None:
    """The program is started without standard input or output."""
    shell = f"exec {shlex.quote(sys.executable)} -m bidwell {command} {closed}"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_quiet_when_nobody_reads_on() -> None:
    """`bidwell rules serengeti | head -1`."""
    with started("-m", "bidwell", "rules", "serengeti") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
