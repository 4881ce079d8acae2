"""What the README shows of the source is the source."""

from __future__ import annotations

import re
from pathlib import Path

from bidwell.games.serengeti import rules

README = Path(__file__).parents[2] / "README.md"


def test_the_rules_in_the_readme_are_those_of_the_game() -> None:
    """Word for word: it says that this very function is run, and compiled."""
    shown = re.findall(r"```python\n(@rule\n.*?)```", README.read_text(encoding="utf-8"), re.S)
    source = Path(rules.__file__).read_text(encoding="utf-8")
    assert shown
    for each in shown:
        assert f"\n\n\n{each}\n\n" in source
