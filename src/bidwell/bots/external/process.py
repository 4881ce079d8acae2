"""A child process that exchanges lines through pipes, within time limits."""

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
"""Bytes. A longer line is an error."""
GRACE = 0.5
"""Seconds to wait for the program, for example between SIGTERM and SIGKILL."""
KEPT_ERRORS = 1 << 12
"""Bytes kept from the end of its standard error."""
LAST_LINES = 5
STAYS = "a program must run until the game is over"
NEWLINE = "every line ends with a newline, and is sent at once"


_running: set[Child] = set()
"""All running children, so that those nobody ended are ended at exit."""


def end_all() -> None:
    """Kill all children of this process, for an immediate exit."""
    for child in [*_running]:
        child.kill()


atexit.register(end_all)


class Fault(Exception):
    """What a program did wrong, worded to follow its name, and what would be right."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(f"{wrong}; {right}")


class Child:
    """A running program with pipes to it. `end` must be called, and may be called twice.

    It runs in its own session, so that it and everything it starts can be ended together, and nothing else.
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
        """The last lines of its standard error, with unprintable characters replaced."""
        lines = self._errors.decode("utf-8", "replace").splitlines()
        spoken = ("".join(letter if letter.isprintable() else " " for letter in line).rstrip() for line in lines)
        return tuple(line for line in spoken if line)[-LAST_LINES:]

    def exchange(self, line: bytes, seconds: float, late: str) -> bytes:
        """Send a line and return the one line that answers it. Raise Fault for no answer, a late one or several lines.

        `late` is the advice in the message if the answer is late.
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
        """Send a line that needs no answer, if the program still reads its input."""
        self._say(line)
        self._wait(lambda: not self._unsaid, GRACE)

    def end(self, patience: float = 0) -> None:
        """Wait `patience` seconds for it to exit, then send SIGTERM, then kill it and everything it started.

        Until `wait` is called its process id is not reused, so no signal can reach another process.
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
        """Kill it and everything it started. `end` must still be called."""
        self._signal(signal.SIGKILL)

    # Reading and writing the pipes

    def _wait(self, until: Callable[[], bool], seconds: float) -> bool:
        """Handle input and output until the condition holds. Return False if the time is up or all pipes are closed."""
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
        """Return whether it and everything it started have closed stdout and stderr, which usually means exit."""
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
        except OSError:  # it closed its input; whether it still answers is checked elsewhere
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
        """Read its standard output. The buffer stays bounded, however much the program writes."""
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

    # Ending the process

    def _signal(self, number: int) -> None:
        """Send a signal to its process group, unless this process is a later fork of the one that started it."""
        if self._process.returncode is None and self._parent == os.getpid():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    def _how_it_ended(self) -> str:
        self._wait(self._silent, GRACE)
        left = self._silent()
        self.end()
        code = self._process.returncode
        if not left or code == -signal.SIGTERM:  # it was still running, and `end` has just ended it
            return "closed its standard output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
