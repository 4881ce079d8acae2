"""`python -m website [FOLDER]`: builds the documentation site."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from website.pages import SiteError

NEEDED = ("mkdocs", "material", "mkdocstrings_handlers")


def main() -> int:
    """Build the site; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="docs/build", description="Build the documentation site; a warning is an error."
    )
    parser.add_argument("folder", nargs="?", default="build/site", type=Path, help="where to (default: build/site)")
    given = parser.parse_args()
    if missing():
        print("the site needs a few packages: pip install --group docs", file=sys.stderr)
        return 2
    from website.build import build

    try:
        pages = build(given.folder)
    except SiteError as problem:
        print(f"docs/build: {problem}", file=sys.stderr)
        return 1
    print(f"{pages} pages are in {given.folder}.")
    return 0


def missing() -> list[str]:
    """Return the packages that the site needs and that are not installed."""
    return [name for name in NEEDED if find_spec(name) is None]


if __name__ == "__main__":
    sys.exit(main())
