"""What `games`, `rules`, `simulate` and `arena` print with: Rich, or plain text if Rich is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING or find_spec("rich") is not None:
    from rich.console import Console, Group, RenderableType
    from rich.padding import Padding
    from rich.table import Table as Grid
    from rich.text import Text

    from bidwell.cli.screen import console
else:
    from bidwell.cli.unstyled import Console, Grid, Group, Padding, Text, console
    from bidwell.cli.unstyled import Renderable as RenderableType

__all__ = ["NOT_AFFILIATED", "Console", "Grid", "Group", "Padding", "RenderableType", "Text", "console"]

NOT_AFFILIATED = "Bidwell is not affiliated with the publishers of these games."
