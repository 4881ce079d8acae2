"""Tutorials as notebooks: what a page shows as text and as Python, cell by cell."""

from __future__ import annotations

import json
import re
from typing import Any

BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.M | re.S)


def notebook(markdown: str) -> str | None:
    """Return a page as a Jupyter notebook, or None if it shows no Python session."""
    cells = []
    for number, part in enumerate(BLOCK.split(markdown)):
        code = _code(part) if number % 2 else ""
        if code or (part.strip() and not number % 2):
            cells.append(_cell(number, code, part))
    if not any(cell["cell_type"] == "code" for cell in cells):
        return None
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def _cell(number: int, code: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": (code or text).strip()}
    if code:
        return {"cell_type": "code", "execution_count": None, "outputs": [], **cell}
    return {"cell_type": "markdown", **cell}


def _code(block: str) -> str:
    """Return what a session types, without its prompts and answers."""
    typed = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... ")) or line in (">>>", "...")]
    return "\n".join(typed)
