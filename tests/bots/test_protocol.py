"""The dialogue in docs/protocol.md is the one that takes place."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from pathlib import Path

import pytest

import bidwell
from bidwell import Table
from bidwell.bots.external.process import GRACE, LONGEST_LINE
from bidwell.bots.external.program import HELLO_SECONDS, LEAVE_SECONDS, MOVE_MILLISECONDS, PROTOCOL, close_bots
from tests.bots.programs import EXAMPLES, SIMPLE, seated

PAGE = (EXAMPLES.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
TURNS = 2
pytestmark = pytest.mark.usefixtures("pids")


def near_the_end() -> Table:
    """A game of Bids with that many turns left."""
    table = bidwell.game("bids").deal(3, seed=7, options={"rounds": 1})
    bots = seated(table)
    while table.view(None)["turn_number"] <= 10 - TURNS:
        table.play(table.asks[0], bots[table.asks[0]].choose(table.view(table.asks[0])))
    return table


def talk(folder: Path) -> str:
    """The messages of the example program in the rest of the game, as the page shows them."""
    table = near_the_end()
    heard, said = folder / "in.log", folder / "out.log"
    command = f"tee {shlex.quote(str(heard))} | {SIMPLE} | tee {shlex.quote(str(said))}"
    bots = seated(table, f"cmd:sh -c {shlex.quote(command)}")
    while not table.over:
        table.play(table.asks[0], bots[table.asks[0]].choose(table.view(table.asks[0])))
    close_bots(table, bots)
    lines = []
    answers = [*said.read_text().splitlines(), ""]
    for line, answer in zip(heard.read_text().splitlines(), answers, strict=True):
        lines += textwrap.wrap(
            line, 110, initial_indent="> ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
        lines += [f"< {answer}"] if answer else []
    return "\n".join(lines) + "\n"


def test_the_talk_on_the_page_takes_place(tmp_path: Path) -> None:
    """Character by character. If the messages change, change the page too."""
    block = re.search(r"```text\n(.*?)```", PAGE, re.S)
    assert block
    assert block[1] == talk(tmp_path)


def test_the_messages_have_what_the_page_says(tmp_path: Path) -> None:
    """Every key of every message stands in its row of the table."""
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.M))
    messages = [json.loads(text.replace("\n ", "")) for text in re.findall(r"^> ((?:.|\n )*)", talk(tmp_path), re.M)]
    assert [message["type"] for message in messages] == ["hello", *["decide"] * TURNS, "over"]
    for message in messages:
        assert {*message} - {"type"} == {*re.findall(r"`(\w+)`", rows[message["type"]])}


def test_the_limits_are_those_on_the_page() -> None:
    for said, so in {
        "`protocol`: 1 ·": PROTOCOL == 1,
        "`hello` within 5 seconds": HELLO_SECONDS == 5,
        "10 seconds otherwise": MOVE_MILLISECONDS == 10_000,
        "more than 65,536 bytes": LONGEST_LINE == 65_536,
        "A second later what is still there": LEAVE_SECONDS == 1,
        "half a second after that": GRACE == 0.5,
    }.items():
        assert said in PAGE
        assert so
