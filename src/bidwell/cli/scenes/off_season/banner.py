"""The lines above the market: the round, the Tower, and the kind of auction with its rule."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from bidwell.cli.scenes.fitting import one_line
from bidwell.cli.scenes.off_season.goods import SAFFRON, SceneView
from bidwell.cli.scenes.words import short
from bidwell.core.prose import listed
from bidwell.games.off_season.components import (
    AUCTION_CLAUSES,
    AUCTIONS,
    BETTING,
    FEWEST_GOODS,
    FINAL,
    FIRST_PLAYER,
    HIGHEST,
    MOST_DATES,
    OVER,
    SELLING,
)
from bidwell.games.off_season.texts import AUCTION_RULES, CHANGING, UNCHANGED

WHY = {FIRST_PLAYER: "First Player", MOST_DATES: "most dates", FEWEST_GOODS: "fewest goods cards"}
"""Why it changes a bet."""
NAME = 10
SIGN = f"bold reverse {SAFFRON}"


def banner(who: SceneView) -> RenderableType:
    """The banner, always two lines."""
    return Group(one_line(_title(who)), one_line(_auction(who)))


def _title(who: SceneView) -> Text:
    state = who.state
    left = who.ahead.tower
    told = [phase(who), f"{left} {'card' if left == 1 else 'cards'} in the Tower"]
    if state.stage < FINAL:
        rounds = who.ahead.rounds
        told.append(f"at most {rounds} more round{'s' if rounds > 1 else ''}" if rounds else "the last round")
    return Text.assemble(("Off Season", "title"), f"   {' · '.join(told)}")


def phase(who: SceneView) -> str:
    stage = who.state.stage
    if stage >= FINAL:
        return "the game is over" if stage == OVER else "final sale"
    part = "auction" if stage <= BETTING else "markets" if stage < SELLING else "sales"
    return f"round {who.state.round_number}, {part}"


def _auction(who: SceneView) -> Text:
    """The kind of auction and its rule; after the auction, the order of play first."""
    state = who.state
    if state.stage >= FINAL:
        return _sign("FINAL SALE", "one sale from each camel; then most pounds win", "CAM-16")
    if state.stage <= BETTING:
        again = "bet again! " if state.failed else ""
        return _sign(AUCTIONS[state.auction].upper(), f"{again}{rule_now(who)}", AUCTION_CLAUSES[state.auction])
    line = Text.assemble((f" {AUCTIONS[state.auction].upper()} ", SIGN), "  ", _order(who))
    return line.append(f" · {AUCTION_RULES[state.auction]}", "quiet")


def _sign(words: str, meaning: str, clause: str) -> Text:
    return Text.assemble((f" {words} ", SIGN), f"  {meaning}", (f"  {clause}", "clause"))


def _order(who: SceneView) -> Text:
    """The order of play: `✓Burt ▸Carla  Anne` marks who has had their turn and whose turn it is."""
    state = who.state
    order = who.ahead.order
    at = order.index(state.turn) if state.turn in order else 0
    line = Text()
    for place, seat in enumerate(order):
        mark, style = ("✓", "quiet") if place < at else ("▸", "title") if place == at else ("", "")
        line.append(f"{mark}{short(who.people[seat], NAME)}", style).append(", " if place < len(order) - 1 else "")
    return line


def rule_now(who: SceneView) -> str:
    """The rule of this auction, and the players it concerns with the present goods."""
    kind, auction = who.state.auction, who.ahead.auction
    if kind not in CHANGING or auction is None:
        return AUCTION_RULES[kind]
    concerned = [name for name, change in zip(who.people, auction.changes, strict=True) if change]
    if not concerned:
        return f"{UNCHANGED[CHANGING.index(kind)]}: {AUCTION_RULES[HIGHEST]}"
    change = next(filter(None, auction.changes))
    why = WHY[kind] + (f", {auction.measure}" if auction.measure else "")
    return f"{change:+} for {listed(concerned)} ({why}); the highest bet wins"
