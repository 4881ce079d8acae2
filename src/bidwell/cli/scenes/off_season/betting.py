"""What a bet would do, from the view alone."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.goods import Seen
from bidwell.games.off_season.components import AUCTION_CLAUSES, HIGHEST, LOWEST, LUCKY_0, ZEROES_LOSE
from bidwell.games.off_season.notation import pounds_text
from bidwell.games.off_season.rules import changed_bet, price, seats_raised
from bidwell.games.off_season.state import OffSeasonState


def bet(who: Seen, seat: int, pounds: int) -> list[Text]:
    """What a bet would win and cost (CAM-11, CAM-30 to CAM-38)."""
    state, have = who.state, who.state.pounds[seat]
    if state.auction == LOWEST and pounds == 0:
        return [Text("A bet of 0 is ignored: it cannot win, and costs nothing  CAM-31")]
    if state.auction == LUCKY_0 and pounds == 0:
        fine = min(ZEROES_LOSE, have)
        return [
            Text(f"Alone with 0: you win, pay nothing and choose first; you keep {pounds_text(have)}."),
            Text(f"With another 0: you lose {pounds_text(fine)}, {have - fine} left, if anybody wins  CAM-32"),
        ]
    counted, paid = counts_as(state, seat, pounds)
    said = "" if counted == pounds else f" (counting as {counted}, {AUCTION_CLAUSES[state.auction]})"
    win = Text.assemble("If it wins", said, ": you pay ", (pounds_text(paid), "price"))
    win.append(f", {have - paid} left, and choose first.")
    lucky = ", or if a 0 is alone," if state.auction == LUCKY_0 else ","
    tied = AUCTION_CLAUSES[LOWEST if state.auction == LOWEST else HIGHEST]
    return [win, Text(f"If not{lucky} you take it back. Tied with another bet, it is out  {tied}")]


def counts_as(state: OffSeasonState, seat: int, pounds: int) -> tuple[int, int]:
    """CAM-35 to CAM-38: the value a bet is compared by, and what it costs if it wins."""
    then = state.copy()
    then.opened[seat] = pounds
    return changed_bet(then, seat, seats_raised(then)), price(then, seat)
