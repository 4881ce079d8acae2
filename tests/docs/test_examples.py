"""What the pages show runs: Python sessions, files and commands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_project import ROOT, failures

DOCS = ROOT / "docs"
SESSIONS = [path for path in sorted(DOCS.rglob("*.md")) if re.search(r"^```python\n>>>", path.read_text("utf-8"), re.M)]
TUTORIALS = [path for path in sorted((DOCS / "tutorials").glob("*.md")) if "```console" in path.read_text("utf-8")]
FILE = re.compile(r"^`([\w.]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ bidwell (.+)$", re.M)


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_the_sessions_of_a_page_print_what_it_says(page: Path) -> None:
    """Every Python session of every page."""
    assert failures(page.read_text(encoding="utf-8"), page.name) == (0, "")


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
