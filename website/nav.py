"""The order of the pages. A page that is not there yet is left out, and one that nobody placed is found under More."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatch
from typing import Any

from bidwell.games import NAMES

Nav = list[dict[str, Any]]

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Home", ("index.md",)),
    ("Start", ("start.md", "bots.md")),
    ("Games", ("games/*",)),
    (
        "Tutorials",
        (
            "tutorials/index.md",
            *(f"tutorials/{name}.md" for name in ("python-bot", "any-language", "train-a-bidder", "first-seat")),
            *("tutorials/solve-an-endgame.md", "tutorials/*", "new-game.md"),
        ),
    ),
    ("Commands", ("commands/index.md", "commands/*")),
    ("Formats", ("formats.md", "reports.md", "data.md", "protocol.md", "examples.md")),
    ("Learning", ("rl.md", "openspiel.md", "training.md", "comparison.md", "reproducibility.md")),
    ("Server", ("server.md", "operations.md", "cluster.md", "security.md")),
    ("Studies", ("studies/strength.md", "studies/networks.md", "studies/endgames.md", "studies/*", "benchmarks.md")),
    ("Inside", ("architecture.md", "rulebook-to-clause.md", "contributing.md", "changelog.md", "decisions/*")),
    ("API", ("api/*",)),
)
"""The sections with their pages in order; a pattern stands for all pages that match and were not named before."""
MORE = "More"


def navigation(titles: Mapping[str, str]) -> Nav:
    """Return the navigation of pages with these titles, in the form that MkDocs reads."""
    left, nav = dict(titles), Nav()
    for section, patterns in SECTIONS:
        found = [path for pattern in patterns for path in sorted(left) if fnmatch(path, pattern)]
        pages = {path: left.pop(path) for path in dict.fromkeys(found)}
        if pages:
            nav.append({section: _arranged(section, pages)})
    return [*nav, {MORE: _listed(left)}] if left else nav


def _arranged(section: str, pages: Mapping[str, str]) -> Any:
    if section == "Home":
        return next(iter(pages))
    arrange = {"Games": _games, "API": _modules, "Inside": _inside}.get(section, _listed)
    return arrange(pages)


def _listed(pages: Mapping[str, str]) -> Nav:
    return [{title: path} for path, title in pages.items()]


def _games(pages: Mapping[str, str]) -> Nav:
    """Return a group for every game: introduction, how to play well, rulebook."""
    nav: Nav = [{"The games": "games/index.md"}]
    for name in NAMES:
        words = {"index": pages[f"games/{name}/index.md"], "play-well": "How to play well", "rulebook": "Rulebook"}
        group = [{words[part]: f"games/{name}/{part}.md"} for part in words if f"games/{name}/{part}.md" in pages]
        nav.append({words["index"]: group})
    return nav


def _inside(pages: Mapping[str, str]) -> Nav:
    decisions = {path: title for path, title in pages.items() if path.startswith("decisions/")}
    first = {
        path: decisions[path] for path in sorted(decisions, key=lambda path: (not path.endswith("index.md"), path))
    }
    return [*_listed({path: pages[path] for path in pages if path not in decisions}), {"Decisions": _numbered(first)}]


def _numbered(pages: Mapping[str, str]) -> Nav:
    """Return decisions with their numbers before their titles."""
    numbers = {path: re.match(r"decisions/0*(\d+)", path) for path in pages}
    return [
        {f"{found[1]}. {title}" if (found := numbers[path]) else title: path for path, title in [each]}
        for each in pages.items()
    ]


def _modules(pages: Mapping[str, str]) -> Nav:
    """Return a group for every part of the package."""
    nav: Nav = [{"The API": "api/index.md"}]
    names = [path.removeprefix("api/").removesuffix(".md") for path in pages if path != "api/index.md"]
    for part in dict.fromkeys(_part(name) for name in names):
        nav.append({part: [{name: f"api/{name}.md"} for name in names if _part(name) == part]})
    return nav


def _part(name: str) -> str:
    return ".".join(name.split(".")[: 3 if name.startswith("bidwell.games.") else 2])
