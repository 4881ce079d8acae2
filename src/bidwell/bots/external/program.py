"""A bot that is an external program in any language. The protocol is described in docs/protocol.md."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Mapping
from contextlib import ExitStack
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from bidwell.bots.external.process import Child, Fault
from bidwell.core.errors import LONGEST_ECHO, BotFailed, IllegalAction, Refused, brief_repr
from bidwell.core.table import Table, View

if TYPE_CHECKING:
    from bidwell.bots.registry import Bot

PROTOCOL = 1
HELLO_SECONDS = 5.0
MOVE_MILLISECONDS = 10_000
LEAVE_SECONDS = 1.0
"""Seconds that a program has to exit after the game."""
RUNS = "say what can be run, like cmd:./mybot or cmd:python3 mybot.py"
TIMES = "a time is a whole number of ms or s, like cmd:500ms: or cmd:30s:"
HELLO = f'hello is answered with {{"protocol": {PROTOCOL}}} on a line, sent at once'
DECISION = 'a decision is answered with {"action": "…"} on a line, one of view.legal'
LATE = "cmd:60s: in place of cmd: gives a program a minute for each decision"


class Program:
    """Plays by asking a program, which is started at the first decision and ended by `close`.

    Every failure is a BotFailed. The program is then ended and does not play again.
    """

    def __init__(self, spec: str, seed: int) -> None:
        self.name = spec
        self.milliseconds, self._words = _understood(spec)
        self._seed = int.from_bytes(sha256(b"%d" % seed).digest()[:4], "big")
        self._child: Child | None = None
        self._left: BotFailed | None = None

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._child.pid if self._child else None

    def choose(self, view: View) -> str:
        """Ask the program. It is sent only the view, so it cannot know more than its seat."""
        if self._left:
            raise self._left
        if view.seat is None or not view.actions:
            raise IllegalAction("a bot chooses for a seat that is asked; the seat of this view is not")
        try:
            return self._decision(self._started(view), view)
        except Fault as fault:
            raise self._failed(f"{view['you']} ({self.name}) {fault}") from None

    def __getstate__(self) -> dict[str, Any]:
        if self._child:
            raise Refused(f"{self.name} is a running program, which cannot be copied or pickled")
        return vars(self)

    def over(self, table: Table, seat: int) -> None:
        """Send the result of the game, if the program is still running."""
        if self._child and table.over:
            self._child.tell(_line(_over(table, seat)))

    def close(self) -> None:
        """Close its input and give it a moment to exit, then end it and everything it started."""
        self._left = self._left or BotFailed(f"{self.name} has left the table; a program plays one game")
        self._end(LEAVE_SECONDS)

    def _end(self, patience: float = 0) -> None:
        child, self._child = self._child, None
        if child:
            child.end(patience)

    def _failed(self, sentence: str) -> BotFailed:
        child = self._child
        self._end()
        self._left = BotFailed(sentence, child.last_words if child else ())
        return self._left

    def _started(self, view: View) -> Child:
        """Return the running program, started and greeted if necessary."""
        if self._child is None:
            try:
                self._child = Child(self._words)
            except OSError as problem:
                raise Fault(f"cannot be started ({problem.strerror})", RUNS) from None
            line = self._child.exchange(_line(self._hello(view)), HELLO_SECONDS, HELLO)
            answer = _object(line, HELLO)
            if type(answer.get("protocol")) is not int or answer["protocol"] != PROTOCOL:
                raise Fault(f"answered {_printable(line.decode())} to hello", HELLO)
        return self._child

    def _hello(self, view: View) -> dict[str, Any]:
        header = {key: view[key] for key in ("game", "rules", "names", "options", "you")}
        limit = {"milliseconds": self.milliseconds}
        return {"type": "hello", "protocol": PROTOCOL, **header, "seat": view.seat, "seed": self._seed, **limit}

    def _decision(self, child: Child, view: View) -> str:
        message = {"type": "decide", "milliseconds": self.milliseconds, "view": view}
        line = child.exchange(_line(message), self.milliseconds / 1000, LATE)
        answer = _object(line, DECISION)
        action = answer.get("action")
        if not isinstance(action, str):
            wrong = "where the action is no string" if "action" in answer else "which has no action"
            raise Fault(f"answered {_printable(line.decode())}, {wrong}", DECISION)
        if action not in view["legal"]:  # the message does not list the legal actions: they may reveal a hand
            raise Fault(
                f"answered {_quoted(action)}, which is not legal", "an action is one of view.legal, letter by letter"
            )
        return action


def close_bots(table: Table, bots: Mapping[int, Bot]) -> None:
    """Close every bot. If the game is over, programs are sent the result first."""
    with ExitStack() as closing:
        for player in bots.values():
            closing.callback(player.close)
        for seat, player in bots.items():
            if isinstance(player, Program):
                player.over(table, seat)


def _understood(spec: str) -> tuple[int, list[str]]:
    """Return the milliseconds per decision and the words of the command. Raise BotFailed if it cannot be run."""
    found = re.fullmatch(r"cmd:(?:([1-9][0-9]{0,5})(ms|s):)?(.*)", spec)
    if os.name != "posix" or not found or not spec.isprintable():
        raise BotFailed(f"{brief_repr(spec)} is no program that can be run here; {RUNS}")
    if not found[1] and (time := re.match(r"cmd:(-?[0-9][0-9.]*[a-z]*):", spec)):
        raise BotFailed(f"{brief_repr(spec)} gives {time[1]} for a decision; {TIMES}")
    try:
        words = shlex.split(found[3])
    except ValueError:
        raise BotFailed(f"{brief_repr(spec)} has a quote that is not closed; {RUNS}") from None
    if not words:
        raise BotFailed(f"{brief_repr(spec)} names no program; {RUNS}")
    if not shutil.which(words[0]):
        wrong = "is not a program that may be run" if os.path.exists(words[0]) else "is not there"
        raise BotFailed(f"{spec}: {brief_repr(words[0])} {wrong}; {RUNS}")
    return int(found[1]) * (1000 if found[2] == "s" else 1) if found[1] else MOVE_MILLISECONDS, words


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def _object(line: bytes, right: str) -> dict[str, Any]:
    """Parse an answer, or raise Fault if it is not a JSON object."""
    try:
        answer = json.loads(line.decode())
    except UnicodeDecodeError:
        raise Fault(f"answered {_quoted(line.decode(errors='replace'))}, which is not UTF-8", right) from None
    except (ValueError, RecursionError):
        raise Fault(f"answered {_quoted(line.decode())}, which is not JSON", right) from None
    if not isinstance(answer, dict):
        raise Fault(f"answered {_printable(line.decode())}, which is not a JSON object", right)
    return answer


def _quoted(text: str) -> str:
    return _printable(json.dumps(text, ensure_ascii=False))


def _printable(text: str) -> str:
    """Shorten JSON for a message and escape characters that could disturb a terminal."""
    plain = "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)
    return plain if len(plain) <= LONGEST_ECHO else f"{plain[:LONGEST_ECHO]}…"


def _over(table: Table, seat: int) -> dict[str, Any]:
    scores, places = (dict(zip(table.names, each, strict=True)) for each in (table.scores, table.places))
    return {"type": "over", "scores": scores, "places": places, "view": table.view(seat)}
