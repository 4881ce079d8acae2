"""The command line: one module per command. A module imports what is heavy only when its command runs."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn, Protocol, cast

from bidwell import Refused, __version__
from bidwell.core.prose import capital

DESCRIPTION = "Auction card games that follow their rulebooks exactly: play, analyse and simulate them."
EPILOG = """\
examples:
  bidwell                                    tables in the browser: play at once, or with friends
  bidwell --lan                              the same, for everybody on your network
  bidwell games                              the games and their options
  bidwell rules serengeti 21                 one clause of a rulebook
  bidwell play serengeti --save mine.txt     play, and save the game
  bidwell replay mine.txt                    step through it again
  bidwell analyse mine.txt                   where it was won and lost
  bidwell simulate serengeti --games 10000   many games between bots, counted
  bidwell arena serengeti heuristic random   which bot is better

`bidwell COMMAND --help` describes a command."""
INSTALL = "the terminal needs Rich, which is not installed: pip install 'bidwell[play]'"


ENDS = ("SIGTERM", "SIGHUP")
"""The signals that end a command as Ctrl-C does."""
COMMANDS = (
    "serve",
    "play",
    "games",
    "rules",
    "replay",
    "analyse",
    "verify",
    "simulate",
    "arena",
    "train",
    "backup",
    "restore",
    "export",
    "move-store",
    "work",
)


class Command(Protocol):
    """The interface of a command's module."""

    ABOUT: str
    EPILOG: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, given: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one sentence, without the usage above it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; `{self.prog} --help` shows what is possible\n")


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit code.

    0: done. 2: refused. 130: Ctrl-C. 143 or 129: ended by a signal.
    """
    _open_closed_streams()
    _set_encodings()
    heard: list[int] = []
    code = _exit_code(sys.argv[1:] if argv is None else argv, heard)
    if not heard:
        return code
    try:
        sys.stdout.flush()
    except OSError:  # the terminal is gone
        _close_quietly()
    return 128 + heard[0]


def _exit_code(argv: list[str], heard: list[int]) -> int:
    """Run a command; print any error in one sentence and return the exit code."""
    try:
        return _run(argv, heard)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except BrokenPipeError:
        _close_quietly()
        return 0
    except KeyboardInterrupt:
        return _print_error("stopped", 130)
    except Refused as problem:
        return _print_error(f"{problem}", 2)
    except OSError as problem:
        return _print_error(f"{problem.filename or 'the system'}: {problem.strerror or problem}", 2)


def _run(argv: list[str], heard: list[int]) -> int:
    arguments = parser().parse_args(["serve", "--open", *argv] if argv[:1] in ([], ["--lan"]) else argv)
    try:
        with nullcontext() if arguments.command == "serve" else _ended_as_by_ctrl_c(heard):
            code: int = arguments.run(arguments)
        sys.stdout.flush()
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "rich":
            raise
        return _print_error(INSTALL, 2)
    return code


@contextmanager
def _ended_as_by_ctrl_c(heard: list[int]) -> Iterator[None]:
    """Treat SIGTERM and SIGHUP as one Ctrl-C; the number of the signal is appended to `heard`."""

    def stop(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        # ignore further signals while the command saves its work
        for each in taken:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ENDS if hasattr(signal, name)]
    mine = current_thread() is main_thread()
    taken = [number for number in numbers if mine and signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def parser() -> Parser:
    """Return the parser of all commands."""
    raw = argparse.RawDescriptionHelpFormatter
    made = Parser(prog="bidwell", description=DESCRIPTION, epilog=EPILOG, formatter_class=raw)
    made.add_argument("--version", action="version", version=f"bidwell {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        command = cast(Command, import_module(f"{__name__}.{name.replace('-', '_')}"))
        one = commands.add_parser(name, help=command.ABOUT, formatter_class=raw, allow_abbrev=False)
        one.description, one.epilog = f"{capital(command.ABOUT)}.", command.EPILOG
        command.arguments(one)
        one.set_defaults(command=name, run=command.run)
    return made


def _print_error(sentence: str, code: int) -> int:
    with suppress(OSError):  # stderr may be closed
        print(f"bidwell: {sentence}", file=sys.stderr)
    return code


def _open_closed_streams() -> None:
    """Replace closed standard streams (`>&-`) by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _set_encodings() -> None:
    """Make sure that no character stops a command, whatever the encoding of the terminal."""
    from bidwell.cli import encoding

    for stream in (sys.stdout, sys.stderr):
        encoding.show_all(stream)
    encoding.read_all(sys.stdin)


def _close_quietly() -> None:
    """Drop all further output after the reader has closed the pipe (`| head`), including the flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
