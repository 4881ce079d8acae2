"""The types, constants and samples of the page fit the Python sources."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_what_is_generated_for_the_page_is_current() -> None:
    """`python web/generate.py` would change nothing."""
    checked = subprocess.run(
        [sys.executable, "web/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
