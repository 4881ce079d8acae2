"""Files: reading reports every problem in one sentence; writing replaces the whole file or nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bidwell.core.errors import Refused

A_RECORD = "a record is a file that `bidwell play … --save FILE` has written"
LARGEST_RECORD = 10_000_000
"""Characters; longer than any record."""


def read(path: str) -> str:
    """Return the text of a record. Refuses what cannot be read, and what is too long."""
    try:
        if not path:
            raise Refused(f"'' names no file; {A_RECORD}")
        if special(path):
            raise Refused(f"{path} is a pipe or a device; {A_RECORD}")
        # utf-8-sig drops the byte order mark that some editors write
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(LARGEST_RECORD + 1)
    except FileNotFoundError:
        raise Refused(f"there is no file {path}; {A_RECORD}") from None
    except IsADirectoryError:
        raise Refused(f"{path} is a folder; {A_RECORD}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} is not text; {A_RECORD}") from None
    except OSError as problem:
        raise Refused(f"{path} cannot be read: {problem.strerror}; {A_RECORD}") from None
    if len(text) > LARGEST_RECORD:
        raise Refused(f"{path} is longer than any game; {A_RECORD}")
    return text


@contextmanager
def in_file(path: str) -> Iterator[None]:
    """Put the file's name before every refusal inside."""
    try:
        yield
    except Refused as problem:
        raise Refused(f"{path}: {problem}") from None


def special(path: str) -> bool:
    """Return whether the path is a pipe or a device: it exists, but is neither a file nor a folder."""
    place = Path(path)
    return place.exists() and not place.is_file() and not place.is_dir()


def check_place(flag: str, path: str) -> None:
    """Refuse a path that cannot be written, before a long run whose result would be lost."""
    if path in ("", "-"):
        raise Refused(f"{flag}: {path!r} names no file; give the name of one")
    if Path(path).is_dir():
        raise Refused(f"{flag}: {path} is a folder; name a file in it")
    if special(path):
        if not os.access(path, os.W_OK):
            raise Refused(f"{flag}: nothing may be written to {path}; name a file of your own")
        return
    new = _beside(path)
    if not new.parent.is_dir():
        raise Refused(f"{flag}: there is no folder {new.parent}; create it first, or name another folder")
    try:
        new.touch()
        new.unlink()
    except OSError:
        raise Refused(f"{flag}: nothing may be written in {new.parent}; name a file in a folder of your own") from None


def check_places(places: Mapping[str, str | None], source: str | None = None) -> None:
    """Refuse paths that cannot be written, two flags with the same file, and a flag that would overwrite `source`."""
    named = {"FILE": source} if source else {}
    for flag, path in places.items():
        if path is None:
            continue
        check_place(flag, path)
        for other, taken in named.items():
            if _same(path, taken) and not special(path):
                raise Refused(f"{other} and {flag} are the same file, {path}; name another one for {flag}")
        named[flag] = path


def _same(one: str, other: str) -> bool:
    if os.path.exists(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def _beside(path: str) -> Path:
    """The temporary file that will replace `path`, in the folder that links lead to."""
    return Path(os.path.realpath(path)).with_name(f".bidwell-{os.getpid()}.new")


def write(path: str, text: str) -> None:
    """Write the file through a temporary one that replaces it. A pipe or a device is written directly."""
    try:
        if special(path):
            Path(path).write_text(text, encoding="utf-8")
        else:
            _replace(path, text)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, path) from None


def try_write(path: str, text: str, told: str) -> tuple[bool, str]:
    """Write the file. Return whether that worked, and the sentence to print.

    An error is returned, not raised, so that the result can still be shown when the disk is full.
    """
    try:
        write(path, text)
    except OSError as problem:
        return False, f"bidwell: {path} could not be written: {problem.strerror}"
    return True, told


def print_outcomes(files: Iterable[tuple[bool, str]]) -> bool:
    """Print these sentences after all other output; return whether all files were written."""
    every = [*files]
    for _, told in every:
        print(told, file=sys.stderr)
    return all(is_kept for is_kept, _ in every)


def _replace(path: str, text: str) -> None:
    new = _beside(path)
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(os.path.realpath(path))
    finally:
        new.unlink(missing_ok=True)
