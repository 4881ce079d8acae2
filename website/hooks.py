"""What MkDocs calls while it builds: clause numbers become links to the rulebooks."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from mkdocs.utils import get_relative_url

from website.games import clauses

CLAUSE = re.compile(r"\b(?:SER|BID|SEC|CAM)-\d\d\b")
KEPT = re.compile(r"(<(a|pre|h[1-6]|code|b|svg|button)\b.*?</\2>|<[^>]+>)", re.S)
"""Parts of a page that stay as they are: links, code, headings, the clauses themselves, and tags."""

known = cache(clauses)


def on_page_content(html: str, page: Any, **rest: Any) -> str:
    """Link every clause that the text of the page names."""

    def link(found: re.Match[str]) -> str:
        address = known().get(found[0])
        return f'<a class="cited" href="{get_relative_url(address, page.url)}">{found[0]}</a>' if address else found[0]

    pieces = KEPT.split(html)
    # split leaves text, kept part and its tag name in turn
    return "".join(CLAUSE.sub(link, piece) if at % 3 == 0 else piece for at, piece in enumerate(pieces) if at % 3 < 2)
