"""A process that was started here, line by line and in time: said to, listened to, and ended."""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

LONGEST_LINE = 1 << 16
"""Bytes: a longer line is not listened to."""
GRACE = 0.5
"""Seconds between being asked to end and being ended."""
KEPT_ERRORS = 1 << 12
"""Bytes: so much of the end of its standard error is kept."""
LAST_LINES = 5
STAYS = "a program stays until it is told that the game is over"
NEWLINE = "every line ends with a newline, and is sent at once"


_running: set[Child] = set()
"""Held here until it is ended, so that one that is forgotten is ended too."""


def end_all() -> None:
    """End at once whatever was started by this process and is still there: for those who leave in a hurry."""
    for child in [*_running]:
        child.kill()


atexit.register(end_all)


class Fault(Exception):
    """What a program did wrong, to be said after its name, and what would be right."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(f"{wrong}; {right}")


class Child:
    """A program under way, with pipes to it. `end` must be called, and may be called twice.

    It runs in a session of its own, so that it and all that it starts can be ended together, and nothing else with it.
    """

    def __init__(self, words: list[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
        process = self._process
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._unsaid = b""
        self._heard = b""
        self._errors = b""
        self._open = selectors.DefaultSelector()
        self._open.register(self._out, selectors.EVENT_READ, self._hear)
        self._open.register(self._err, selectors.EVENT_READ, self._overhear)
        self._parent = os.getpid()
        _running.add(self)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines of its standard error, printable."""
        lines = self._errors.decode("utf-8", "replace").splitlines()
        spoken = ("".join(letter if letter.isprintable() else " " for letter in line).rstrip() for line in lines)
        return tuple(line for line in spoken if line)[-LAST_LINES:]

    def exchange(self, line: bytes, seconds: float, late: str) -> bytes:
        """Say a line and return the one line that answers it; Fault if there is none, not in time, or more than it.

        `late` is what is said to be right if it does not answer in time.
        """
        self._pass_on(0)
        if self._heard:
            raise Fault(
                "spoke before it was asked", "each message is answered with one line, and nothing comes between"
            )
        self._say(line)
        if not self._wait(self._answered, seconds):
            if self._heard:
                raise Fault(f"sent {len(self._heard)} bytes but no newline within {seconds:g} seconds", NEWLINE)
            raise Fault(f"did not answer within {seconds:g} seconds", late)
        answer, newline, rest = self._heard.partition(b"\n")
        if len(answer) > LONGEST_LINE:
            raise Fault("sent a line that does not end", f"it has at most {LONGEST_LINE} bytes, a newline after them")
        if not newline:
            begun = f"sent {len(answer)} bytes but no newline, and " if answer else ""
            raise Fault(f"{begun}{self._how_it_ended()}", NEWLINE if begun else STAYS)
        if rest:
            raise Fault("answered more than one line", "each message is answered with one line, and nothing after it")
        self._heard = b""
        return answer

    def tell(self, line: bytes) -> None:
        """Say a line that wants no answer, if it still listens."""
        self._say(line)
        self._wait(lambda: not self._unsaid, GRACE)

    def end(self, patience: float = 0) -> None:
        """Let it leave for so many seconds, then ask it to, then end it and all that it started; nothing is left.

        Its number is not given to another process before `wait`, so that no signal can reach anything else.
        """
        if self._process.returncode is not None:
            return
        try:
            self._stop_saying()
            self._wait(self._silent, patience)
            self._signal(signal.SIGTERM)
            self._wait(self._silent, GRACE)
        finally:
            self.kill()
            self._process.wait()
            _running.discard(self)
            self._open.close()
            self._out.close()
            self._err.close()

    def kill(self) -> None:
        """End it and all that it started, without a word; `end` is still to be called."""
        self._signal(signal.SIGKILL)

    # What passes through the pipes

    def _wait(self, until: Callable[[], bool], seconds: float) -> bool:
        """Pass on what comes until this holds; False if it does not in time, or cannot any more."""
        deadline = time.monotonic() + seconds
        while not until():
            left = deadline - time.monotonic()
            if left <= 0 or self._silent():
                return False
            self._pass_on(left)
        return True

    def _pass_on(self, seconds: float) -> None:
        for key, _ in self._open.select(seconds):
            key.data()

    def _answered(self) -> bool:
        return b"\n" in self._heard or len(self._heard) > LONGEST_LINE or self._out not in self._open.get_map()

    def _silent(self) -> bool:
        """Have it and all that it started closed what they could write to? Mostly this is how an end is noticed."""
        streams = self._open.get_map()
        return self._out not in streams and self._err not in streams

    def _say(self, line: bytes) -> None:
        if self._in.closed:
            return
        if not self._unsaid:
            self._open.register(self._in, selectors.EVENT_WRITE, self._write)
        self._unsaid += line

    def _write(self) -> None:
        try:
            written = os.write(self._in.fileno(), self._unsaid)
        except BlockingIOError:
            return
        except OSError:  # it does not listen any more; whether it still answers is seen elsewhere
            self._stop_saying()
            return
        self._unsaid = self._unsaid[written:]
        if not self._unsaid:
            self._open.unregister(self._in)

    def _stop_saying(self) -> None:
        if self._unsaid:
            self._open.unregister(self._in)
        self._unsaid = b""
        self._in.close()

    def _hear(self) -> None:
        """Never more than one line too many is kept, however much it says."""
        chunk = os.read(self._out.fileno(), LONGEST_LINE)
        if not chunk:
            self._open.unregister(self._out)
        elif len(self._heard) <= LONGEST_LINE:
            self._heard += chunk

    def _overhear(self) -> None:
        chunk = os.read(self._err.fileno(), LONGEST_LINE)
        if not chunk:
            self._open.unregister(self._err)
        self._errors = (self._errors + chunk)[-KEPT_ERRORS:]

    # Its end

    def _signal(self, number: int) -> None:
        """To it and to all that it started, as a group; not from a process that was forked off later."""
        if self._process.returncode is None and self._parent == os.getpid():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    def _how_it_ended(self) -> str:
        self._wait(self._silent, GRACE)
        left = self._silent()
        self.end()
        code = self._process.returncode
        if not left or code == -signal.SIGTERM:
            return "closed its standard output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
