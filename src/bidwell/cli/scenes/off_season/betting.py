"""What a bet would do, in words."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.goods import SceneView
from bidwell.games.off_season.components import AUCTION_CLAUSES, HIGHEST, LOWEST, LUCKY_0
from bidwell.games.off_season.foresight import Freight
from bidwell.games.off_season.notation import pounds_text


def bet(who: SceneView, pounds: int, _: Freight) -> list[Text]:
    """What a bet would win and cost (CAM-11, CAM-30 to CAM-38)."""
    kind, have, bets = who.state.auction, who.purse, who.ahead.bets
    assert bets is not None
    if pounds == 0 and bets.zero_ignored:
        return [Text("A bet of 0 is ignored: it cannot win, and costs nothing  CAM-31")]
    if pounds == 0 and bets.zero_fine is not None:
        fine, left = pounds_text(bets.zero_fine), have - bets.zero_fine
        return [
            Text(f"Alone with 0: you win, pay nothing and choose first; you keep {pounds_text(have)}."),
            Text(f"With another 0: you lose {fine}, {left} left, if anybody wins  CAM-32"),
        ]
    counted, paid = bets.counts[pounds], bets.pays[pounds]
    said = "" if counted == pounds else f" (counting as {counted}, {AUCTION_CLAUSES[kind]})"
    win = Text.assemble("If it wins", said, ": you pay ", (pounds_text(paid) if paid else "nothing", "price"))
    win.append(f", {have - paid} left, and choose first.")
    lucky = ", or if a 0 is alone," if kind == LUCKY_0 else ","
    tied = AUCTION_CLAUSES[LOWEST if kind == LOWEST else HIGHEST]
    return [win, Text(f"If not{lucky} you take it back. Tied with another bet, it is out  {tied}")]
