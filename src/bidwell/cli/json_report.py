"""The option `--json` of the commands that make a report: `--json FILE` writes it, `--json -` prints it alone."""

from __future__ import annotations

import argparse
import json
from typing import Any, Protocol

from bidwell.cli import files

STDOUT = "-"


class Report(Protocol):
    """A report that can be written as JSON; docs/reports.md describes each."""

    def json(self) -> dict[str, Any]: ...


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON (-: print it, and nothing else)")


def is_printed(given: argparse.Namespace) -> bool:
    """Return whether the JSON is printed in place of the report for people."""
    return bool(given.json == STDOUT)


def json_file(given: argparse.Namespace) -> str | None:
    """Return the file to write, or None."""
    return None if given.json == STDOUT else given.json


def print_json(report: Report) -> None:
    print(_text(report), end="")


def write_json(report: Report, path: str) -> tuple[bool, str]:
    """Write the file. Return whether that worked, and the sentence to print."""
    return files.try_write(path, _text(report), f"The report as JSON is in {path}.")


def _text(report: Report) -> str:
    return json.dumps(report.json(), indent=2) + "\n"
