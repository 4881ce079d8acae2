"""Files: read with a sentence for everything that can be wrong, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bidwell.core.errors import Refused

A_RECORD = "a record is a file that `bidwell play … --save FILE` has written"


def read(path: str) -> str:
    """The text of a record's file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused(f"there is no file {path}; {A_RECORD}") from None
    except IsADirectoryError:
        raise Refused(f"{path} is a folder; {A_RECORD}") from None
    except (UnicodeDecodeError, ValueError):
        raise Refused(f"{path} is not text; {A_RECORD}") from None
    except OSError as problem:
        raise Refused(f"{path} cannot be read: {problem.strerror}; {A_RECORD}") from None


@contextmanager
def in_file(path: str) -> Iterator[None]:
    """What is refused in here is the fault of this file."""
    try:
        yield
    except Refused as problem:
        raise Refused(f"{path}: {problem}") from None


def check_place(flag: str, path: str) -> None:
    """Refuse a place where nothing can be written, before anything is done that would be lost."""
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise Refused(f"{flag}: there is no folder {folder}; make it first, or name a file in one that is there")
    if Path(path).is_dir():
        raise Refused(f"{flag}: {path} is a folder; name a file in it")
    if not os.access(folder, os.W_OK):
        raise Refused(f"{flag}: nothing may be written in {folder}; name a file in a folder of your own")


def write(path: str, text: str) -> None:
    """Write the file whole: into a new one beside it, which then takes its place."""
    place = Path(path).resolve()
    new = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(place)
    finally:
        new.unlink(missing_ok=True)
