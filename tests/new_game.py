"""The game that docs/new-game.md builds, as files in a folder."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "new-game.md"
NAME = "candles"
FILE = re.compile(rf"^`{NAME}/([\w.]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)


def written_to(folder: Path) -> Path:
    """Write every file that the page shows; return the folder around the package."""
    (folder / NAME).mkdir(parents=True)
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        (folder / NAME / name).write_text(text, encoding="utf-8")
    return folder
