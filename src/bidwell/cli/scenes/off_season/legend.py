"""The meaning of the marks on the table, the most relevant first, as many as fit."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from bidwell.cli.scenes.off_season.goods import MARKS, SACK, SceneView, face_down, faces_seen, markets_in_play
from bidwell.cli.scenes.off_season.stalls import StallsPanel
from bidwell.games.off_season.components import COIN, SELLING, TYPES

TYPES_MARKED = " ".join(f"{mark} {kind}" for mark, kind in zip(MARKS, TYPES, strict=True))
LAST = (f"£{COIN} a coin", "3/3! full", "j b v jar bowl vase")


class Legend:
    """The legend, in one line."""

    def __init__(self, who: SceneView) -> None:
        self.who = who

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        line = ""
        for part in self._parts():
            longer = f"{line}  {part}" if line else part
            line = longer if len(longer) <= options.max_width else line
        yield Text(line, "quiet", no_wrap=True)

    def _parts(self) -> list[str]:
        state = self.who.state
        if state.stage >= SELLING:
            return [TYPES_MARKED, *LAST]
        sacks = [each for market in markets_in_play(state) for each in face_down(state, market)]
        peeked = "(◆3) face down" if self.who.seat is None else "(◆3) seen by you alone"
        parts = [TYPES_MARKED, *([peeked] if faces_seen(state, sacks) else []), f"{SACK} face down"]
        parts += ["+2 worth £2 more, ●9% at risk"] if StallsPanel(self.who).chooser is not None else []
        return [*parts, *LAST]
