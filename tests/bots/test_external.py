"""External programs play whole games, receive only what their seat may know, and fail with one sentence."""

from __future__ import annotations

import json
import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bidwell
from bidwell import Game, IllegalAction, Refused, Table
from bidwell.bots.external.process import Child, Fault
from bidwell.bots.external.program import Program, close_bots
from bidwell.bots.registry import bot
from bidwell.core.errors import BotFailed
from tests.bots.programs import EXAMPLES, HELLO, PYTHON, SIMPLE, holding, locked, released, script, seated, whole_game

every_game = pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: game.name)
pytestmark = pytest.mark.usefixtures("pids")
SERENGETI = bidwell.game("serengeti")


# Good programs


@pytest.fixture(scope="module", params=["py", "js", "c"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example programs, started as a user would."""
    source = shlex.quote(str(EXAMPLES / f"simple.{request.param}"))
    needed = {"py": "python3", "js": "node", "c": "cc"}[request.param]
    if request.param == "py":
        return f"cmd:{SIMPLE}"
    if not shutil.which(needed):
        pytest.skip(f"{needed} is not installed")
    if request.param == "js":
        return f"cmd:node {source}"
    made = tmp_path_factory.mktemp("examples") / "simple"
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", made, EXAMPLES / "simple.c"], check=True)
    return f"cmd:{made}"


@every_game
def test_the_examples_play_whole_games(game: Game, example: str) -> None:
    """In two seats at once, each its own process."""
    assert whole_game(game, example, example).over


def test_the_same_seed_is_the_same_game(example: str) -> None:
    """A program gets the seed for its rng."""
    assert whole_game(SERENGETI, example) == whole_game(SERENGETI, example)


def test_names_in_any_letters(example: str) -> None:
    """Also in actions, and where a name is a word of the protocol."""
    names = ["Zoë", "legal", "view"]
    table = bidwell.game("bids").deal(seed=3, names=names, options={"specials": ["thief"], "rounds": 2})
    bots = seated(table, example, example, example)
    try:
        while not table.over:
            table.play(table.asks[0], bots[table.asks[0]].choose(table.view(table.asks[0])))
    finally:
        close_bots(table, bots)


def listening(log: Path) -> str:
    """The example program, which writes all it receives to a file."""
    return f"cmd:sh -c {shlex.quote(f'tee {shlex.quote(str(log))} | {SIMPLE}')}"


@every_game
def test_a_program_is_told_what_its_seat_sees_and_nothing_else(game: Game, tmp_path: Path) -> None:
    """A table with everything hidden redrawn sends the same bytes."""
    table = game.deal(3, seed=5)
    bots = seated(table, listening(tmp_path / "log"))
    twin = bot(listening(tmp_path / "twin"), game, seed=0)
    views = []
    while not table.over:
        seat = table.asks[0]
        view = table.view(seat)
        action = bots[seat].choose(view)
        if seat == 0:
            views.append(dict(view))
            assert twin.choose(table.imagine(0, seed=len(views)).view(0)) == action
        table.play(seat, action)
    twin.close()
    close_bots(table, bots)
    *heard, last = (tmp_path / "log").read_bytes().splitlines()
    assert (tmp_path / "twin").read_bytes().splitlines() == heard
    hello, *decisions = map(json.loads, heard)
    assert decisions == [{"type": "decide", "milliseconds": 10_000, "view": view} for view in views]
    assert hello == {
        **{"type": "hello", "protocol": 1, "milliseconds": 10_000, "seed": hello["seed"], "seat": 0},
        **{key: views[0][key] for key in ("game", "rules", "names", "options", "you")},
    }
    assert json.loads(last) == {
        "type": "over",
        "scores": dict(zip(table.names, table.scores, strict=True)),
        "places": dict(zip(table.names, table.places, strict=True)),
        "view": table.view(0),
    }


def test_its_seed_does_not_lead_to_the_deal(tmp_path: Path) -> None:
    """Half of a digest, short enough that no language rounds it."""
    seeds, given = [], (0, 1, (1 << 63) - 1)
    for seed in given:
        program = bot(listening(tmp_path / "log"), SERENGETI, seed)
        program.choose(a_view())
        program.close()
        seeds.append(json.loads((tmp_path / "log").read_bytes().splitlines()[0])["seed"])
    assert len({*seeds}) == 3
    assert not {*seeds} & {part for seed in given for part in (seed, seed & 0xFFFFFFFF, seed >> 32)}
    assert all(0 <= seed < 1 << 32 for seed in seeds)


# Bad programs


def a_table() -> Table:
    """Burt, in seat 1, is asked."""
    return SERENGETI.deal(3, seed=1)


def a_view() -> bidwell.View:
    return a_table().view("Burt")


STAYS = "; a program must run until the game is over"
ANSWER = '; a decision is answered with {"action": "…"} on a line, one of view.legal'
GREETING = '; hello is answered with {"protocol": 1} on a line, sent at once'
LETTERS = "; an action is one of view.legal, letter by letter"
LINE = "; each message is answered with one line, and nothing after it"
LONG = "sent a line that does not end; it has at most 65536 bytes, a newline after them"
NEWLINE = "; every line ends with a newline, and is sent at once"

BAD = {
    "sys.exit(3)": f"ended with exit code 3{STAYS}",
    "pass": f"ended with exit code 0{STAYS}",
    "os.kill(os.getpid(), signal.SIGSEGV)": f"was ended by signal 11{STAYS}",
    "hear(); sys.exit(4)": f"ended with exit code 4{STAYS}",
    "os.close(1); time.sleep(60)": f"closed its standard output{STAYS}",
    "print('Hello!', flush=True)": f'answered "Hello!", which is not JSON{GREETING}',
    "say({'protocol': 2})": f'answered {{"protocol": 2}} to hello{GREETING}',
    "say({'protocol': True})": f'answered {{"protocol": true}} to hello{GREETING}',
    "say([])": f"answered [], which is not a JSON object{GREETING}",
    f"{HELLO}hear(); sys.exit(5)": f"ended with exit code 5{STAYS}",
    f"{HELLO}raise KeyError('chips')": f"ended with exit code 1{STAYS}",
    f"{HELLO}hear(); say({{'action': 'bid 99'}})": f'answered "bid 99", which is not legal{LETTERS}',
    f"{HELLO}hear(); say({{'action': 'PASS'}})": f'answered "PASS", which is not legal{LETTERS}',
    f"{HELLO}hear(); say({{'action': 7}})": f'answered {{"action": 7}}, where the action is no string{ANSWER}',
    f"{HELLO}hear(); say({{'move': 'pass'}})": f'answered {{"move": "pass"}}, which has no action{ANSWER}',
    f"{HELLO}hear(); say('pass')": f'answered "pass", which is not a JSON object{ANSWER}',
    f"{HELLO}hear(); print('pass', flush=True)": f'answered "pass", which is not JSON{ANSWER}',
    f"{HELLO}hear(); print(flush=True)": f'answered "", which is not JSON{ANSWER}',
    f"{HELLO}hear(); print('[' * 60000, flush=True)": f'answered "{"[" * 59}…, which is not JSON{ANSWER}',
    f"{HELLO}hear(); print('9' * 60000, flush=True)": f'answered "{"9" * 59}…, which is not JSON{ANSWER}',
    f"{HELLO}hear(); write(bytes([0xff, 0x0a]))": f'answered "\ufffd", which is not UTF-8{ANSWER}',
    f"{HELLO}hear(); print(chr(27), flush=True)": f'answered "\\u001b", which is not JSON{ANSWER}',
    "write(b'hi')": f"sent 2 bytes but no newline, and ended with exit code 0{NEWLINE}",
    f"{HELLO}hear(); write(b'x' * 70000)": LONG,
    f"{HELLO}hear(); write(b'x' * 70000 + bytes([10]))": LONG,
    f"{HELLO}hear()\nwhile True: write(b'x' * 5000)": LONG,
    f"{HELLO}hear()\nwhile True: write(bytes([120, 10]) * 1000)": f"answered more than one line{LINE}",
    f"{HELLO}hear(); write(b'{{}}' + bytes([10]) + b'{{')": f"answered more than one line{LINE}",
}


@pytest.mark.parametrize("source", BAD)
def test_a_bad_program_ends_with_one_sentence(source: str, tmp_path: Path, pids: list[int]) -> None:
    """The message names the bot, the fault and what would be right; the process has ended."""
    program = Program(f"cmd:{script(tmp_path, source)}", seed=1)
    with pytest.raises(BotFailed) as failed:
        program.choose(a_view())
    assert str(failed.value) == f"Burt ({program.name}) {BAD[source]}"
    assert len(pids) == 1
    assert program.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
    with pytest.raises(BotFailed, match=re.escape(str(failed.value))):  # it is not started a second time
        program.choose(a_view())


def test_a_program_that_says_no_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has five seconds; here fewer."""
    monkeypatch.setattr("bidwell.bots.external.program.HELLO_SECONDS", 0.2)
    with pytest.raises(BotFailed, match=r"did not answer within 0\.2 seconds; hello is answered with"):
        Program(f"cmd:{script(tmp_path, 'time.sleep(60)')}", seed=1).choose(a_view())


@pytest.mark.parametrize(
    ("stall", "sentence"),
    [
        ("time.sleep(60)", "did not answer within 0.2 seconds; cmd:60s: in place of cmd: gives"),
        ("while True: pass", "did not answer within 0.2 seconds; cmd:60s: in place of cmd: gives"),
        ("hear(); write(b'{}'); time.sleep(60)", f"sent 2 bytes but no newline within 0.2 seconds{NEWLINE}"),
    ],
)
def test_a_program_that_stalls(stall: str, sentence: str, tmp_path: Path) -> None:
    """Also a program that is busy, and one that has sent part of an answer."""
    begun = time.monotonic()
    with pytest.raises(BotFailed, match=re.escape(sentence)):
        Program(f"cmd:200ms:{script(tmp_path, f'{HELLO}{stall}')}", seed=1).choose(a_view())
    assert time.monotonic() - begun < 5


def test_a_program_that_speaks_before_it_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "spoken"
    source = f"{HELLO}play(); time.sleep(0.05); say({{}}); open({str(file)!r}, 'w'); time.sleep(60)"
    program = Program(f"cmd:{script(tmp_path, source)}", seed=1)
    program.choose(a_view())
    while not file.exists():
        time.sleep(0.01)
    with pytest.raises(BotFailed, match="spoke before it was asked; each message is answered with one line"):
        program.choose(a_view())


def test_a_program_that_ends_between_two_decisions(tmp_path: Path) -> None:
    program = Program(f"cmd:{script(tmp_path, f'{HELLO}play(); sys.exit(6)')}", seed=1)
    program.choose(a_view())
    with pytest.raises(BotFailed, match="ended with exit code 6"):
        program.choose(a_view())


def test_a_program_that_does_not_read() -> None:
    """A message larger than a pipe's buffer does not extend its time."""
    child = Child(["sleep", "60"])
    with pytest.raises(Fault, match=r"did not answer within 0\.1 seconds; too late"):
        child.exchange(b"x" * 1_000_000 + b"\n", 0.1, "too late")
    child.end()
    child.end()


def test_what_is_written_to_standard_error_stops_nobody(tmp_path: Path) -> None:
    """It prints a megabyte before every answer."""
    source = f"{HELLO}while True: sys.stderr.write('x' * 1_000_000); play()"
    program = Program(f"cmd:{script(tmp_path, source)}", seed=1)
    assert [program.choose(a_view()) for _ in range(5)] == ["pass"] * 5
    program.close()


def test_its_last_words_are_kept(tmp_path: Path) -> None:
    """The last lines of its standard error, without what could disturb a terminal; the failure can be pickled."""
    source = f"{HELLO}sys.stderr.write('a' * 9000 + '\\n' + '\\x1b[2Jb\\n\\n\\xff\\n'); raise KeyError('chips')"
    with pytest.raises(BotFailed) as failed:
        Program(f"cmd:{script(tmp_path, source)}", seed=1).choose(a_view())
    words = failed.value.last_words
    assert words[-1] == "KeyError: 'chips'"
    assert len(words) <= 5
    assert "".join(words).isprintable()
    assert pickle.loads(pickle.dumps(failed.value)).last_words == words


# Programs that cannot be started


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("cmd:", "'cmd:' names no program"),
        ("cmd:  ", "'cmd:  ' names no program"),
        ("cmd:5s:", "'cmd:5s:' names no program"),
        ("cmd:''", "cmd:'': '' is not there"),
        ("cmd:./nobot --level 2", "cmd:./nobot --level 2: './nobot' is not there"),
        ("cmd:no-such-program", "cmd:no-such-program: 'no-such-program' is not there"),
        ("cmd:./text", "cmd:./text: './text' is not a program that may be run"),
        ("cmd:.", "cmd:.: '.' is not a program that may be run"),
        ("cmd:./mybot 'x", '"cmd:./mybot \'x" has a quote that is not closed'),
        ("cmd:a\nb", "'cmd:a\\nb' is no program that can be run here"),
        ("cmd:a\0b", "'cmd:a\\x00b' is no program that can be run here"),
    ],
)
def test_a_program_that_is_not_there(
    spec: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pids: list[int]
) -> None:
    """The error is raised before the game begins."""
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("Dear diary")
    with pytest.raises(BotFailed) as failed:
        bot(spec, SERENGETI, seed=1)
    assert str(failed.value) == f"{sentence}; say what can be run, like cmd:./mybot or cmd:python3 mybot.py"
    assert pids == []


@pytest.mark.parametrize("time", ["1.5s", "5m", "0ms", "-3s", "5", "1234567s"])
def test_a_time_that_is_none(time: str) -> None:
    """The text is not taken for the name of a program."""
    with pytest.raises(BotFailed) as failed:
        Program(f"cmd:{time}:./mybot", seed=1)
    right = "a time is a whole number of ms or s, like cmd:500ms: or cmd:30s:"
    assert str(failed.value) == f"'cmd:{time}:./mybot' gives {time} for a decision; {right}"


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("Dear diary")
    file.chmod(0o755)
    with pytest.raises(BotFailed, match=r"^Burt \(cmd:.*text\) cannot be started \(Exec format error\); say what can"):
        bot(f"cmd:{file}", SERENGETI, seed=1).choose(a_view())


def test_what_is_said_of_a_program(tmp_path: Path) -> None:
    """Arguments, quotes and the time for a decision are parsed; no shell is involved."""
    file = tmp_path / "log"
    source = f"import sys; open({str(file)!r}, 'w').write(repr(sys.argv[1:]))"
    program = Program(f"cmd:1500ms:{PYTHON} -c {shlex.quote(source)} --level 2 'two words' $HOME;", seed=1)
    assert program.milliseconds == 1500
    with pytest.raises(BotFailed):
        program.choose(a_view())
    assert file.read_text() == "['--level', '2', 'two words', '$HOME;']"


def test_the_time_for_a_decision() -> None:
    assert [Program(f"cmd:{time}sh", 1).milliseconds for time in ("", "3s:", "250ms:")] == [10_000, 3_000, 250]


# The end


def test_a_failure_is_a_refusal() -> None:
    """It is a `Refused`, and an arena can tell it apart from others."""
    assert issubclass(BotFailed, Refused)
    assert not issubclass(IllegalAction, BotFailed)


def test_a_seat_that_is_not_asked() -> None:
    """Then nothing is started."""
    program = Program(f"cmd:{SIMPLE}", seed=1)
    with pytest.raises(IllegalAction):
        program.choose(a_table().view("Anne"))
    assert program.pid is None
    program.close()
    with pytest.raises(BotFailed, match="has left the table; a program plays one game"):
        program.choose(a_view())


def test_a_program_may_tidy_up(tmp_path: Path) -> None:
    """After its input ends, a program has a short time to end itself."""
    file = tmp_path / "tidy"
    source = f"{HELLO}play(); sys.stdin.read(); time.sleep(0.1); open({str(file)!r}, 'w').write('done')"
    program = Program(f"cmd:{script(tmp_path, source)}", seed=1)
    program.choose(a_view())
    program.close()
    assert file.read_text() == "done"


@pytest.mark.parametrize(
    "stays",
    [
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
        "subprocess.Popen(['sleep', '60'], close_fds=False); time.sleep(60)",
        "subprocess.Popen(['sleep', '60'], close_fds=False)",
        "subprocess.Popen(['sh', '-c', 'trap : TERM; sleep 60; sleep 60'], close_fds=False); os.close(1); os.close(2)",
    ],
)
def test_nothing_is_left_behind(stays: str, tmp_path: Path) -> None:
    """Neither a program that ignores signals nor a process that it started."""
    lock = tmp_path / "lock"
    program = Program(f"cmd:{script(tmp_path, holding(lock, f'{HELLO}play(); {stays}'))}", seed=1)
    program.choose(a_view())
    assert locked(lock)
    program.close()
    program.close()
    assert released(lock)


def test_nothing_is_left_behind_by_a_caller_that_forgets_to_close(tmp_path: Path) -> None:
    """A program that was not closed is ended when Python exits."""
    lock = tmp_path / "lock"
    spec = f"cmd:{script(tmp_path, holding(lock, f'{HELLO}play(); time.sleep(60)'))}"
    code = f"""
import bidwell
from bidwell.bots.registry import bot
game = bidwell.game("serengeti")
program = bot({spec!r}, game, 1)
program.choose(game.deal(3, seed=1).view("Burt"))
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)
    assert lock.exists()
    assert released(lock)


def test_nothing_is_left_behind_by_a_bot_without_references(tmp_path: Path) -> None:
    """Also a program without any reference left, which does not end by itself."""
    lock = tmp_path / "lock"
    spec = f"cmd:{script(tmp_path, holding(lock, f'{HELLO}play(); time.sleep(60)'))}"
    code = f"""
import gc
import bidwell
from bidwell.bots.registry import bot
game = bidwell.game("serengeti")
bot({spec!r}, game, 1).choose(game.deal(3, seed=1).view("Burt"))
gc.collect()
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=20)
    assert lock.exists()
    assert released(lock)


def test_close_bots_closes_all_even_if_one_resists(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    bots = seated(table, f"cmd:{SIMPLE}", f"cmd:{SIMPLE}", f"cmd:{SIMPLE}")
    bots[1].choose(table.view(1))

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bots[2], "close", interrupted)
    with pytest.raises(KeyboardInterrupt):
        close_bots(table, bots)
    assert bots[1].pid is None  # type: ignore[attr-defined]
