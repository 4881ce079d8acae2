"""Builds the site: writes all pages into a folder, then lets MkDocs make it, with warnings as errors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from website import api, commands, games
from website.config import HERE, config
from website.diagrams import drawn
from website.nav import navigation
from website.notebooks import notebook
from website.pages import DOCS, PLACES, ROOT, Page, SiteError, read

ASSETS = (".jpg", ".png", ".webp", ".svg", ".conf", ".json", ".efg", ".csv")
RANKS = {"api/bidwell.md": 1, "api/bidwell.": 0.3, "decisions/": 0.3, "changelog": 0.3}
"""How much a find on pages with these beginnings counts in the search; on all others it counts 1."""
LANGUAGES = {".py": "python", ".js": "javascript", ".c": "c"}


def build(out: Path) -> int:
    """Build the site into `out`; return how many pages it has. Raise SiteError if anything is wrong."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "pages"
        pages = [*all_pages()]
        for page in pages:
            _write(folder, page)
        _copy_assets(folder)
        _run_mkdocs(Path(work), folder, out, {page.path: page.title for page in pages})
    return len(pages)


def all_pages() -> Iterator[Page]:
    """Yield every page of the site."""
    own = chain(DOCS.glob("*.md"), *(DOCS.glob(f"{each}/*.md") for each in ("decisions", "studies", "tutorials")))
    paths = [path.relative_to(ROOT).as_posix() for path in sorted(own)]
    yield from map(read, paths)
    yield from (read(path) if path != "README.md" else _start() for path in PLACES if path.endswith(".md"))
    yield _decisions(paths)
    yield _examples()
    for part in (games, commands, api):
        yield from part.pages()


def _start() -> Page:
    """Return the README as the page that starts; its title names the project, which the site does already."""
    page = read("README.md")
    return Page(page.path, page.text.replace("# Bidwell\n", "# Start\n", 1))


def _decisions(paths: list[str]) -> Page:
    found = [read(path) for path in paths if path.startswith("docs/decisions/")]
    rows = [f"| {page.path[10:14]} | [{page.title}]({page.path[10:]}) |" for page in found]
    return Page(
        "decisions/index.md",
        "\n".join(
            [
                "# Decisions",
                "",
                "Decisions that readers will question, with their reasons.",
                "",
                "| | |",
                "|---|---|",
                *rows,
                "",
            ]
        ),
    )


def _examples() -> Page:
    lines = [
        "# Example bots",
        "",
        "The same small bot in three languages; [the protocol](protocol.md) describes what they read and write.",
        "",
    ]
    for path in sorted((ROOT / "examples").iterdir()):
        source = path.read_text(encoding="utf-8").rstrip()
        lines += [f"## {path.name}", "", f"```{LANGUAGES[path.suffix]}", source, "```", ""]
    return Page("examples.md", "\n".join(lines))


def _write(folder: Path, page: Page) -> None:
    path = folder / page.path
    path.parent.mkdir(parents=True, exist_ok=True)
    text = page.text
    made = notebook(text, DOCS / "tutorials") if page.path.startswith("tutorials/") else None
    if made is not None:
        path.with_suffix(".ipynb").write_text(made, encoding="utf-8")
        text += f"\n[This page as a notebook]({path.stem}.ipynb){{ .notebook download }}\n"
    path.write_text(_ranked(page.path) + drawn(text, page.path), encoding="utf-8")


def _ranked(path: str) -> str:
    """Return the lines before a page that say how much it counts in the search."""
    ranks = [rank for start, rank in RANKS.items() if path.startswith(start)]
    return f"---\nsearch:\n  boost: {ranks[0]}\n---\n\n" if ranks else ""


def _copy_assets(folder: Path) -> None:
    """Copy pictures and files that pages link to, the fonts of the page, and the licences of the fonts."""
    for path in DOCS.rglob("*"):
        if path.suffix in ASSETS or path.name == "Caddyfile":
            target = folder / path.relative_to(DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    shutil.copytree(ROOT / "web/src/fonts", folder / "assets/fonts")
    for path in (HERE / "assets").iterdir():
        shutil.copyfile(path, folder / "assets" / path.name)


def _run_mkdocs(work: Path, folder: Path, out: Path, titles: dict[str, str]) -> None:
    import yaml

    settings = work / "mkdocs.yml"
    settings.write_text(yaml.safe_dump(config(folder, out.resolve(), navigation(titles))), encoding="utf-8")
    # MkDocs imports the hooks, which import this package and Bidwell
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", str(settings)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SiteError((done.stdout + done.stderr).strip())
