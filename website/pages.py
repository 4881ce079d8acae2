"""Pages of the site, and where each file of the repository is found on it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
SOURCES = ROOT / "src"

PLACES = {
    "README.md": "start.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "docs/decisions": "decisions/index.md",
    "docs/games": "games/index.md",
    "docs/tutorials": "tutorials/index.md",
    "examples": "examples.md",
}
"""Files and folders of the repository, and the pages of the site that show them."""
PATTERNS = (
    (r"src/bidwell/games/(\w+)/rulebook\.md", r"games/\1/rulebook.md"),
    (r"docs/games/(\w+)\.md", r"games/\1/play-well.md"),
    (r"examples/(\w+)\.\w+", r"examples.md"),
    (r"src/(bidwell/.+)/__init__\.py", r"api/\1.md"),
    (r"src/(bidwell/.+)\.py", r"api/\1.md"),
    (r"docs/(.+)", r"\1"),
)
"""The same for files whose names follow a pattern; the first that matches counts."""

LINK = re.compile(r"(\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^ {0,3}(```+|~~~+)")


class SiteError(Exception):
    """The site cannot be built; the message says where and why."""


@dataclass(frozen=True)
class Page:
    """A page of the site: its path below the root of the site, and its Markdown."""

    path: str
    text: str

    @property
    def title(self) -> str:
        """The first heading of the page."""
        found = re.search(r"^# (.+)$", self.text, re.M)
        if not found:
            raise SiteError(f"{self.path}: a page begins with a heading, like '# Formats'")
        return found[1].strip()


def place_of(path: str) -> str | None:
    """Return the path on the site of a file of the repository, or None if the site does not show it."""
    if path in PLACES:
        return PLACES[path]
    for pattern, place in PATTERNS:
        if found := re.fullmatch(pattern, path):
            place = found.expand(place)
            return "api/" + place[4:].replace("/", ".") if place.startswith("api/") else place
    return None


def read(path: str) -> Page:
    """Return a page of the repository with its links as the site needs them."""
    place = place_of(path)
    assert place is not None, path
    return Page(place, linked((ROOT / path).read_text(encoding="utf-8"), path, place))


def linked(text: str, path: str, place: str) -> str:
    """Return the Markdown of the file `path` with every link changed for its place on the site."""

    def changed(found: re.Match[str]) -> str:
        return found[1] + _target(found[2], path, place) + found[3]

    return outside_code(text, lambda line: LINK.sub(changed, line))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return the text with every line that is not in a fenced block changed."""
    return "\n".join(line if inside else change(line) for line, inside in _lines(text)) + "\n"


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every line, and whether it belongs to a fenced block."""
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        yield line, bool(fence or found)
        if found and not fence:
            fence = found[1]
        elif fence and line.strip() == fence:
            fence = ""


def _target(link: str, path: str, place: str) -> str:
    if re.match(r"[a-z]+:|#", link):
        return link
    file, mark, anchor = link.partition("#")
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
    found = place_of(wanted)
    if found is None or not (ROOT / wanted).exists():
        raise SiteError(
            f"{path}: the site has no page for the link {link!r}; website/pages.py says which files it shows"
        )
    return posixpath.relpath(found, posixpath.dirname(place) or ".") + mark + anchor
