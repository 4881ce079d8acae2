"""Records: readable, replayed exactly, and refused in one sentence where they cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bidwell
from bidwell import BadRecord, Refused, Table
from bidwell.core.record import steps
from bidwell.core.rng import BITS

GAME = bidwell.game("serengeti")
HEADER = f"""bidwell record 1
game: serengeti
rules: {GAME.rules_version}
names: Anne, Burt, Carla
options: {{"overbid": true, "fines": true, "open_chips": false}}
seed: 7
"""


def record(*actions: str) -> str:
    """A game of three so far."""
    table = GAME.deal(3, seed=7)
    for action in actions:
        table.play(table.asks[0], action)
    return table.record()


def test_what_a_record_looks_like() -> None:
    """A header, an empty line, and a line for every decision; headings as comments."""
    lines = record("bid 2", "pass").splitlines()
    assert lines[:6] == HEADER.splitlines()
    assert lines[6] == ""
    assert lines[7].startswith("# Round 1: ")
    assert [line.partition(": ")[2] for line in lines[8:]] == ["bid 2", "pass"]


def test_a_record_is_replayed() -> None:
    """To an equal table with the same history."""
    table = bidwell.replay(record("bid 2", "pass", "bid 3"))
    assert len(table.history) == 3
    assert table.record() == record("bid 2", "pass", "bid 3")


def test_a_record_may_be_stepped_through() -> None:
    """The table as dealt, then after every decision, with what was told."""
    seen = [(len(table.history), bool(told)) for table, told in steps(record("bid 2", "pass"), bidwell.game)]
    assert seen == [(0, True), (1, True), (2, True)]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \n"),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n# that was all\n\n",
        lambda text: text.replace("seed:", "# a comment in the header\nseed:"),
        lambda text: text.replace(": bid 2", ":BID  2"),
    ],
)
def test_a_record_may_be_edited_by_hand(change: Any) -> None:
    """Line ends, spaces, comments and capitals do not matter."""
    text = record("bid 2", "pass")
    assert bidwell.replay(change(text)) == bidwell.replay(text)


def test_a_record_from_a_position() -> None:
    """Carries the position in place of the seed, and is replayed from there."""
    table = GAME.position({"players": 3, "chips": [1, 2, 3], "starter": "Burt"})
    table.play("Burt", "bid 2")
    again = bidwell.replay(table.record())
    assert (again, again.record()) == (table, table.record())


def refused(text: str) -> str:
    with pytest.raises(Refused) as problem:
        bidwell.replay(text)
    assert "\n" not in str(problem.value)
    return str(problem.value)


@pytest.mark.parametrize("text", ["", "\n", "hello", "bidwell record 2\n", HEADER[1:], "\n" + HEADER])
def test_what_is_no_record_is_refused(text: str) -> None:
    """It begins with a line that says what it is."""
    assert refused(text) == "a record begins with the line 'bidwell record 1'"


@pytest.mark.parametrize("key", ["game", "rules", "names", "seed"])
def test_a_missing_header_line_is_refused(key: str) -> None:
    """Every record says game, rules, names and seed."""
    text = "\n".join(line for line in record("bid 2").split("\n") if not line.startswith(f"{key}:"))
    assert refused(text).startswith("the header of a record has ")


def test_a_strange_header_line_is_refused() -> None:
    """An unknown key, and a line that is none."""
    assert refused(record().replace("seed:", "rng: 3\nseed:")).startswith("the header of a record has ")
    assert refused(record().replace("seed:", "what?\nseed:")).startswith("line 6: 'what?' should be a header line ")


def test_a_header_line_twice_is_refused() -> None:
    """Each key once."""
    assert refused(record().replace("seed: 7", "seed: 7\nseed: 8")).startswith("line 7: 'seed: 8' should be a header ")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("game: serengeti", "game: bridge", "there is no game 'bridge'"),
        ("rules: ", "rules: 9", "the record was written under rules '9"),
        ("rules: ", "rules: x", "the record was written under rules 'x"),
        ("Anne, Burt, Carla", "Anne", "Serengeti is for 3 to 5 players, not 1"),
        ("Anne, Burt, Carla", "Anne, Burt, Anne", "two players are called Anne"),
        ("Anne, Burt, Carla", "Anne,, Carla", "a name is made of printable letters"),
        ('"fines": true', '"fines": 1', "SER-14: option fines is true or false, not 1"),
        ('"fines": true', '"speed": true', "there is no option 'speed'"),
        ('{"overbid"', "[", "options: what follows should be a JSON object"),
        ("options: {", "options: {{", "options: what follows should be a JSON object"),
        ("seed: 7", "seed: seven", "seed: 'seven' should be a whole number"),
        ("seed: 7", "seed: -7", "seed: '-7' should be a whole number"),
        ("seed: 7", "seed: " + "9" * 19, f"seed: '{'9' * 19}' should be a whole number from 0 to {BITS}"),
        ("seed: 7", "seed: " + "7" * 5000, "seed: '777"),
        ("seed: 7", "seed: ７", "seed: '７' should be a whole number from 0 to "),
        ("seed: 7", "seed: 1_000", "seed: '1_000' should be a whole number from 0 to "),
        ("seed: 7", "seed:", "seed: '' should be a whole number"),
    ],
    ids=lambda text: text[:30],
)
def test_a_wrong_header_is_refused(old: str, new: str, why: str) -> None:
    """With what is wrong."""
    text = record()
    assert old in text
    assert refused(text.replace(old, new)).startswith(why)


def test_rules_of_any_length_are_refused_in_a_short_sentence() -> None:
    """What the record says is not said back in full."""
    assert len(refused(record().replace("rules: ", "rules: " + "7" * 5000))) < 150


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Zoe: pass", "line 10: 'Zoe: pass' should be a player, a colon and an action: 'Anne: …'"),
        ("Anne", "line 10: 'Anne' should be a player, a colon and an action: 'Anne: …'"),
        ("pass", "line 10: 'pass' should be a player, a colon and an action: 'Anne: …'"),
        ("{next}: bid 1", "line 10: '{next}: bid 1' cannot be: SER-07: a bid must be higher than the last one, 2; "),
        ("{next}: sing", "line 10: '{next}: sing' cannot be: 'sing' is no action"),
        ("{last}: pass", "line 10: '{last}: pass' cannot be: SER-07: {last} is not asked now; waiting for {next}"),
    ],
)
def test_an_illegal_line_is_named_by_its_number(line: str, why: str) -> None:
    """The message has the line and the table's reason."""
    table = GAME.deal(3, seed=7)
    last = table.names[table.asks[0]]
    table.play(last, "bid 2")
    who = {"last": last, "next": table.names[table.asks[0]]}
    assert refused(table.record() + line.format(**who) + "\n").startswith(why.format(**who))


def test_a_truncated_record_is_a_shorter_game_or_refused() -> None:
    """Wherever it is cut off, no traceback; and what is left is the beginning of the same game."""
    text = record("bid 2", "pass", "bid 3", "pass", "pass", "bid 1")
    for end in range(len(text)):
        _table_or_refused(text[:end])
    whole = bidwell.replay(text)
    for end in range(7, text.count("\n")):
        table = bidwell.replay("\n".join(text.split("\n")[:end]))
        assert table.history == whole.history[: len(table.history)]


def _position(written: Any) -> str:
    return f"bidwell record 1\ngame: serengeti\nrules: {GAME.rules_version}\nposition: {written}\n\n"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "7",
        "{",
        "[" * 100_000,
        '{"bank": ' + "7" * 5000 + "}",
        '{"bank": NaN}',
        '{"bank": 1e400}',
        '{"names": 5}',
        '{"names": {"Anne": 1}}',
        '{"options": 5}',
        '{"options": [5]}',
        '{"owner": {"lot": ["\\ud800"]}}',
        json.dumps({**GAME.deal(3, seed=1).position(), "deck": ["none"] * 30}),
    ],
    ids=lambda text: text[:20],
)
def test_a_position_that_cannot_be_is_refused_in_a_record_too(written: str) -> None:
    """Whatever the JSON holds."""
    refused(_position(written))


LINES = st.sampled_from(
    [*record("bid 2", "pass", "bid 3").splitlines(), "Anne: pass", "Burt: bid 9", "#", "", "game:", "position: {}"]
)


@settings(max_examples=300)
@given(text=st.text() | st.lists(LINES | st.text(), max_size=14).map("\n".join))
def test_garbage_is_a_table_or_refused(text: str) -> None:
    """No other exception is raised."""
    _table_or_refused(text)
    _table_or_refused(f"bidwell record 1\n{text}")


@settings(max_examples=300)
@given(data=st.data())
def test_a_damaged_record_is_a_table_or_refused(data: st.DataObject) -> None:
    """A part of the text removed, doubled or replaced."""
    text = record("bid 2", "pass", "bid 3", "pass", "pass")
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, min(len(text), first + 20)))
    put = data.draw(st.text(max_size=5) | st.sampled_from([text[first:last] * 2, "\n", ":", "9" * 30, "{", "[]"]))
    _table_or_refused(text[:first] + put + text[last:])


def _table_or_refused(text: str) -> Table | None:
    try:
        return bidwell.replay(text)
    except Refused:
        return None


@pytest.mark.parametrize("text", [None, 7, b"bidwell record 1"])
def test_a_record_is_a_text(text: Any) -> None:
    """Nothing else is one."""
    with pytest.raises(BadRecord):
        bidwell.replay(text)
