"""What the pages show runs: Python sessions, files and commands."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bidwell.svg import curves
from tests.test_project import ROOT, failures
from website.notebooks import notebook
from website.pictures import named, recording, title

DOCS = ROOT / "docs"
SESSIONS = [path for path in sorted(DOCS.rglob("*.md")) if re.search(r"^```python\n>>>", path.read_text("utf-8"), re.M)]
TUTORIALS = [path for path in sorted((DOCS / "tutorials").glob("*.md")) if "```console" in path.read_text("utf-8")]
FILE = re.compile(r"^`([\w.]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ bidwell (.+)$", re.M)


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_the_sessions_of_a_page_print_what_it_says(page: Path) -> None:
    """Every Python session of every page; `python -m website.pictures` has drawn the pictures that it shows."""
    text = page.read_text(encoding="utf-8")
    with recording() as found:
        assert failures(text, page.name) == (0, "")
    files = [(page.parent / name).read_text(encoding="utf-8") for name in named(text)]
    assert [*map(title, files)] == [*map(title, found)]


def test_a_notebook_has_the_pictures_of_its_page() -> None:
    """As the output of the cell that draws them; the text after a picture goes on."""
    page = DOCS / "tutorials" / "solve-an-endgame.md"
    made = notebook(page.read_text(encoding="utf-8"), page.parent)
    assert made is not None
    cells = json.loads(made)["cells"]
    (drawing,) = [cell for cell in cells if cell.get("outputs")]
    assert drawing["source"].splitlines()[-1].startswith("curves(")
    assert drawing["outputs"][0]["data"]["image/svg+xml"].startswith("<svg")
    assert not any("![" in cell["source"] for cell in cells)


def test_curves_are_drawn_or_refused() -> None:
    """One line a name, on an even or a logarithmic scale."""
    for log in (False, True):
        assert curves("A", {"x": [(0, 1), (1, 1)], "y": [(2, 0.01)]}, log=log).count("<polyline") == 2
    for points in ([], [(1.0, 0.0)]):
        with pytest.raises(ValueError, match="curves need points"):
            curves("A", {"x": points}, log=True)


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_the_commands_of_a_tutorial_run(page: Path, tmp_path: Path) -> None:
    """In a folder with the files that the page shows."""
    text = page.read_text(encoding="utf-8")
    for name, source in FILE.findall(text):
        (tmp_path / name).write_text(source, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for command in COMMAND.findall(text):
        words = [sys.executable, "-m", "bidwell", *shlex.split(command)]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert "forfeit" not in done.stdout
