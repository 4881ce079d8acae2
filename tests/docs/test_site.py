"""The documentation site is built without a warning, and everything public is found by its search."""

from __future__ import annotations

import ast
import json
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from playwright.sync_api import Page, expect

import bidwell
from bidwell.analysis.report import Analysis
from bidwell.simulation.simulate import SimulationReport
from bidwell.tournament.arena import ArenaReport
from tests.browser.helpers import CHROMIUM, launched
from website.__main__ import missing
from website.commands import parsers
from website.config import NOTICE, SEPARATOR
from website.diagrams import drawn
from website.nav import MORE, navigation
from website.pages import ROOT, SiteError, linked

Words = list[set[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning of MkDocs, such as a link that leads nowhere, is an error."""
    if missing():
        why = f"{missing()[0]} is not installed: the documentation site is not built"
        (pytest.fail if os.environ.get("BIDWELL_CHECK_ALL") else pytest.skip)(why)
    from website.build import build

    out = tmp_path_factory.mktemp("site")
    build(out)
    return out


def split(text: str) -> set[str]:
    """The words of a text as the search sees them."""
    return {word for word in re.split(SEPARATOR, text.lower()) if word}


@pytest.fixture(scope="module")
def index(site: Path) -> Words:
    """The words of every section in the search index."""
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert found["config"]["separator"] == SEPARATOR
    return [split(re.sub(r"<[^>]+>", " ", f"{each['title']} {each['text']}")) for each in found["docs"]]


def public() -> Iterator[str]:
    """Every public name, command, option, option of a game, and header of a format."""
    yield from (f"bidwell.{name}" for name in bidwell.__all__)
    for name, parser in parsers().items():
        yield f"bidwell {name}"
        for action in parser._actions:
            yield from (
                f"bidwell {name} {option}"
                for option in action.option_strings
                if option.startswith("--") and option != "--help"
            )
    for game in bidwell.games():
        yield from (game.title, *(f"{game.title} {option.name}" for option in game.options), *game.clauses)
    yield from ("bidwell record 1", "position", "chance_key", "network.bin", "format", "hello protocol")
    yield from adapters()
    yield from formats()


def adapters() -> Iterator[str]:
    """The names for other libraries: functions, settings, registered games and extras."""
    yield from (f"bidwell.rl {name}" for name in ("Vector", "aec", "parallel", "seat", "register"))
    yield from (f"rl {name}" for name in ("reward", "recall", "illegal", "rivals", "heuristic_seats", "wait"))
    for game in bidwell.games():
        yield f"bidwell/{''.join(part.capitalize() for part in game.name.split('_'))}-v0"
        yield f"pyspiel bidwell_{game.name}"
    yield from ("bidwell.spiel names", "deals", "rng_seed", "resample_from_infostate", "bidwell.efg", "bidwell.dataset")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    yield from (f"pip install bidwell[{extra}]" for extra in extras)


def formats() -> Iterator[str]:
    """What is written: fields of datasets, reports and manifests, messages of the protocol, fields of states."""
    folder = ("format", "game", "rules", "options", "seats", "seed", "games", "closed", "tables", "files")
    yield from (f"manifest {field}" for field in folder)
    for table, schema in (("games", "actions scores places forfeits"), ("decisions", "seat action text legal")):
        yield from (f"{table} {field}" for field in schema.split())
    yield from (f"trajectories {field}" for field in ("features", "legal", "actions", "score", "place", "win"))
    yield from (f"simulate {field.name}" for field in fields(SimulationReport))
    yield from (f"arena {field.name}" for field in fields(ArenaReport))
    yield from (f"analyse {field.name}" for field in fields(Analysis))
    for game in bidwell.games():
        yield from game.state.fields


def test_pages_for_users_come_first_in_the_search(site: Path) -> None:
    """Before those of modules, decisions and old versions with the same words in their titles."""
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    inside = ("api/bidwell.", "decisions/", "changelog/")
    assert {each["location"].startswith(inside) for each in found if each.get("boost", 1) < 1} == {True}
    assert all(each["boost"] < 1 for each in found if each["location"].startswith(inside))


def test_everything_public_is_found_by_search(index: Words) -> None:
    """One section has all words of the query."""
    assert [query for query in public() if not any(split(query) <= words for words in index)] == []


PLACES = {
    "--data": "commands/simulate/", "--no-mirror": "commands/arena/", "bid_sizes": "games/secret_auction/",
    "bidwell.rl": "rl/", "make_vec": "rl/", "bidwell/Bids-v0": "rl/", "bidwell.spiel": "openspiel/",
    "rng_seed": "openspiel/", "games.parquet": "data/", "network.bin": "formats/",
    "SER-21": "games/serengeti/rulebook/",
}  # fmt: skip
"""What a user may type into the search, and the page that says what it is."""


def test_a_name_is_among_the_first_that_the_search_finds(site: Path) -> None:
    """Typed in a browser: the parts of a name are wanted together, and two dashes begin an option."""
    if not CHROMIUM.exists():
        (pytest.fail if os.environ.get("BIDWELL_CHECK_ALL") else pytest.skip)(f"{CHROMIUM} is not installed")
    with served(site) as address, launched() as browser:
        page = browser.new_page()
        page.goto(address)
        late = {query: place for query, place in PLACES.items() if place not in found_by(page, query)[:8]}
        assert late == {}
        assert found_by(page, "bidwell.auctioneer") == []


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The files of a folder at an address of this machine."""
    handler = partial(QuietHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


def found_by(page: Page, query: str) -> list[str]:
    """The pages that the search shows for a query, the best first."""
    field, meta = page.locator(".md-search__input"), page.locator(".md-search-result__meta")
    for text in ("nothing-like-it", query):
        field.fill("")
        expect(meta).to_have_text(re.compile("Type to start searching"))
        field.fill(text)
        field.press("End")
        expect(meta).to_have_text(re.compile("matching document"))
    first = page.locator(".md-search-result__item > .md-search-result__link")
    links: list[str] = first.evaluate_all("links => links.map(link => new URL(link.href).pathname.slice(1))")
    return [*dict.fromkeys(links)]


def test_every_public_name_of_every_module_is_found(index: Words) -> None:
    """Functions, classes with their methods and fields, and constants, whose names do not begin with an underscore."""
    every = set().union(*index)
    assert [name for name in defined() if not split(name) <= every] == []


def defined() -> Iterator[str]:
    """The public names that the modules of the package define."""
    for path in sorted((ROOT / "src" / "bidwell").rglob("*.py")):
        yield from filter(is_public, named_in(ast.parse(path.read_text(encoding="utf-8")).body))


def named_in(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that these statements define, and those in their public classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            yield from named_in(node.body)
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def is_public(name: str) -> bool:
    return not name.startswith("_")


def test_a_name_that_is_not_there_is_not_found(index: Words) -> None:
    """The check can fail."""
    assert not any(split("bidwell.auctioneer") <= words for words in index)


LINK = re.compile(r'\b(?:href|src)="?([^"\s>]+)')
MARK = re.compile(r'\bid="?([^"\s>]+)')


def test_every_link_and_picture_is_there(site: Path) -> None:
    """With the place in the page that a link names. MkDocs does not notice a missing picture."""
    marks = {path: {*MARK.findall(path.read_text(encoding="utf-8"))} for path in site.rglob("*.html")}
    assert [f"{page.relative_to(site)}: {link}" for page in marks for link in broken(site, page, marks)] == []


def broken(site: Path, page: Path, marks: dict[Path, set[str]]) -> Iterator[str]:
    """The links of a page, within the site, that lead nowhere."""
    for link in {*LINK.findall(page.read_text(encoding="utf-8"))}:
        path, mark = urldefrag(unescape(link))
        if ":" in path:
            continue
        found = (site if path.startswith("/") else page.parent) / unquote(path).lstrip("/") if path else page
        found = Path(os.path.normpath(found / "index.html" if found.is_dir() else found))
        if not found.exists() or (mark and found in marks and unquote(mark) not in marks[found]):
            yield link


def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path) -> None:
    """To a file, and to a place in a page."""
    page = tmp_path / "index.html"
    page.write_text('<p id="a"><a href="#a"></a><a href="#b"></a><img src="c.webp"><a href="https://d"></a>')
    assert {*broken(tmp_path, page, {page: {"a"}})} == {"#b", "c.webp"}


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    """Neither scripts nor styles nor fonts nor pictures."""
    loads = re.compile(
        r'<(?:script|img|iframe)[^>]+src="?https?:|<link[^>]+rel="?(?:stylesheet|preconnect)[^>]+https?:'
    )
    assert [path.name for path in site.rglob("*.html") if loads.search(path.read_text(encoding="utf-8"))] == []


def test_every_page_says_that_publishers_are_not_involved(site: Path) -> None:
    """In its footer, and the first page in its text."""
    assert all(NOTICE in path.read_text(encoding="utf-8") for path in site.rglob("index.html"))
    assert "not affiliated" in (site / "index.html").read_text(encoding="utf-8").partition("<footer")[0]


def test_a_clause_is_a_link_to_its_rulebook(site: Path) -> None:
    """Wherever a text names it."""
    page = (site / "games" / "serengeti" / "play-well" / "index.html").read_text(encoding="utf-8")
    assert 'href="../rulebook/#ser-20"' in page
    assert 'id="ser-20"' in (site / "games" / "serengeti" / "rulebook" / "index.html").read_text(encoding="utf-8")


def test_a_page_that_nobody_placed_is_listed_at_the_end() -> None:
    """And pages that are not there yet are left out."""
    assert navigation({"index.md": "Home", "new.md": "New"}) == [{"Home": "index.md"}, {MORE: [{"New": "new.md"}]}]


def test_a_link_to_a_file_that_the_site_does_not_show_is_refused() -> None:
    """With the page and the link."""
    with pytest.raises(SiteError, match=r"docs/a.md: the site has no page for the link '../setup.sh'"):
        linked("[x](../setup.sh)", "docs/a.md", "a.md")


def test_a_diagram_that_cannot_be_drawn_is_refused() -> None:
    """With the page and the line."""
    with pytest.raises(SiteError, match=r"a\.md: website/diagrams\.py cannot draw 'a ==> b'"):
        drawn("```mermaid\nflowchart LR\na ==> b\n```\n", "a.md")
