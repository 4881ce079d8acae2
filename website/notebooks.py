"""Tutorials as notebooks: what a page shows as text and as Python, cell by cell."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.M | re.S)
PICTURE = re.compile(r"\A\s*!\[[^\]]*\]\(([\w-]+\.svg)\)\n")
"""A picture directly after a session: what its last line shows."""


def notebook(markdown: str, folder: Path) -> str | None:
    """Return a page as a Jupyter notebook, or None if it shows no Python session. Its pictures are in `folder`."""
    cells: list[dict[str, Any]] = []
    for number, part in enumerate(BLOCK.split(markdown)):
        if number % 2:
            cells += [_code_cell(number, code)] if (code := _code(part)) else []
            continue
        if cells and (found := PICTURE.match(part)):
            cells[-1]["outputs"].append(_shown((folder / found[1]).read_text(encoding="utf-8")))
            part = part[found.end() :]
        cells += [_cell("markdown", number, part)] if part.strip() else []
    if not any(cell["cell_type"] == "code" for cell in cells):
        return None
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def _cell(kind: str, number: int, source: str) -> dict[str, Any]:
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source.strip()}


def _code_cell(number: int, code: str) -> dict[str, Any]:
    return {**_cell("code", number, code), "execution_count": None, "outputs": []}


def _shown(picture: str) -> dict[str, Any]:
    """Return a picture as the output of a cell."""
    return {"output_type": "display_data", "metadata": {}, "data": {"image/svg+xml": picture}}


def _code(block: str) -> str:
    """Return what a session types, without its prompts and answers."""
    typed = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... ")) or line in (">>>", "...")]
    return "\n".join(typed)
