"""The sizes of the parts of the page, as they are sent."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page

import bidwell

BUILT = Path(bidwell.__file__).parent / "web"
PACKED = {".woff2"}
"""What is packed already."""


def gzipped(path: Path) -> int:
    """Bytes of a built file over the wire."""
    content = path.read_bytes()
    return len(content) if path.suffix in PACKED else len(gzip.compress(content, 6, mtime=0))


def whole() -> int:
    """Bytes of everything that was built, over the wire."""
    return sum(gzipped(path) for path in BUILT.rglob("*") if path.is_file())


class Scales:
    """Counts the built files that a page requests."""

    def __init__(self, page: Page) -> None:
        self.files = {BUILT / "index.html"}
        page.on("request", lambda request: self._put(urlsplit(request.url).path))

    def _put(self, path: str) -> None:
        file = BUILT / path.lstrip("/")
        if file.is_file():
            self.files.add(file)

    @property
    def weight(self) -> int:
        """Bytes over the wire."""
        return sum(map(gzipped, self.files))
