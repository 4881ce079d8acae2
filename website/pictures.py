"""`python -m website.pictures`: runs the sessions of the tutorials and writes anew the pictures that they show."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from bidwell.svg import Picture
from website.notebooks import BLOCK, PICTURE
from website.pages import DOCS


def named(markdown: str) -> list[str]:
    """Return the files of the pictures that directly follow a session."""
    parts = BLOCK.split(markdown)[2::2]
    return [found[1] for part in parts if (found := PICTURE.match(part))]


@contextmanager
def recording() -> Iterator[list[Picture]]:
    """Collect the pictures that sessions show."""
    found: list[Picture] = []
    original = Picture.__repr__

    def record(picture: Picture) -> str:
        found.append(picture)
        return original(picture)

    with mock.patch.object(Picture, "__repr__", record):
        yield found


def run(markdown: str, name: str) -> None:
    """Run the sessions of a page."""
    sessions = "\n".join(block for block in BLOCK.findall(markdown) if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(sessions, {}, name, name, 0)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)


def title(picture: str) -> str:
    """Return the title of an SVG."""
    found = re.search("<title>(.*?)</title>", picture)
    return found[1] if found else ""


def main() -> None:
    """Draw the pictures of all tutorials."""
    for page in sorted((DOCS / "tutorials").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if names := named(text):
            with recording() as found:
                run(text, page.name)
            for name, picture in zip(names, found, strict=True):
                (page.parent / name).write_text(picture, encoding="utf-8")
                print(f"docs/tutorials/{name}: {title(picture)}")


if __name__ == "__main__":
    main()
