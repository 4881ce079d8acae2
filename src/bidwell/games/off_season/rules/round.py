"""A round: the markets are filled, one phase follows another, and turns go round until the game ends."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    BETTING,
    CARDS,
    CHOOSING,
    EVERYBODY,
    FACE_DOWN,
    FACE_UP,
    FINAL,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    NONE,
    OVER,
    ROUND,
    SELLING,
    STAYS_ON_TOP,
    TURN_BELOW,
    UPWARD,
)
from bidwell.games.off_season.rules.cards import cards_lying, draw_card, packed
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import clockwise, draw_some, first_of


@rule
def choose_markets(t: OffSeasonState) -> None:
    """CAM-04: one more than players, drawn at random or A upward."""
    if t.markets == UPWARD:
        t.in_play = (1 << t.players + 1) - 1
    else:
        t.in_play = draw_some(t, (1 << len(MARKETS)) - 1, t.players + 1)


@rule
def begin_round(t: OffSeasonState) -> None:
    """CAM-04, CAM-10, CAM-11; CAM-16 if there is none."""
    left = CARDS - t.drawn
    if not is_enough_for_round(t, left):
        begin_final_sale(t)
        return
    t.side = side_of_round(t, left)
    t.round_number += 1
    t.open_markets = t.in_play
    fill_markets(t)
    t.failed = 0
    t.auction = t.backs[t.drawn]
    tell(t, events.ROUND, t.round_number, t.auction)
    tell_markets(t)
    begin_auction(t)


@rule
def is_enough_for_round(t: OffSeasonState, left: int) -> bool:
    """CAM-16: can a round begin with this many cards in the Tower?"""
    return left >= t.players + STAYS_ON_TOP


@rule
def side_of_round(t: OffSeasonState, left: int) -> int:
    """CAM-04: the side of the markets in a round that begins with this many cards in the Tower."""
    return 1 if left < TURN_BELOW else t.side


@rule
def cards_to_fill(t: OffSeasonState, side: int) -> int:
    """CAM-10: how many cards all markets in play take on this side."""
    cards = 0
    for market in range(len(MARKETS)):
        if t.in_play >> market & 1:
            cards += FACE_UP[2 * market + side] + FACE_DOWN[2 * market + side]
    return cards


@rule
def fill_markets(t: OffSeasonState) -> None:
    """CAM-10: one card each in turn, the face-up places of all markets first, then the face-down ones."""
    for place in range(MOST_UP):
        for market in range(len(MARKETS)):
            if t.in_play >> market & 1 and place < FACE_UP[2 * market + t.side]:
                t.up[market * MOST_UP + place] = card_to_fill(t, EVERYBODY)
    for place in range(MOST_DOWN):
        for market in range(len(MARKETS)):
            if t.in_play >> market & 1 and place < FACE_DOWN[2 * market + t.side]:
                t.down[market * MOST_DOWN + place] = card_to_fill(t, 0)


@rule
def card_to_fill(t: OffSeasonState, known: int) -> int:
    """CAM-10: the Tower's top card, or NONE if it is the last."""
    return draw_card(t, known) if t.drawn < CARDS - STAYS_ON_TOP else NONE


@rule
def tell_markets(t: OffSeasonState) -> None:
    """CAM-04, CAM-10: which are in play, once, and what lies in every one."""
    if t.round_number == 1:
        tell(t, events.MARKETS, t.in_play)
    for market in range(len(MARKETS)):
        if t.in_play >> market & 1:
            hidden = cards_lying(t.down, market * MOST_DOWN, MOST_DOWN)
            tell(t, events.FILLED, 2 * market + t.side, packed(t, t.up, market * MOST_UP, MOST_UP), hidden)


@rule
def begin_auction(t: OffSeasonState) -> None:
    """CAM-11: all bet at once."""
    for seat in range(t.players):
        t.bets[seat] = NONE
    t.stage = BETTING
    t.asked = (1 << t.players) - 1


@rule
def begin_market_phase(t: OffSeasonState, first_player: int) -> None:
    """CAM-12: the First Player begins."""
    t.first_player = first_player
    t.turn = first_player
    t.stage = CHOOSING


@rule
def end_turn(t: OffSeasonState) -> None:
    """CAM-12, CAM-14: the next chooses a market; after the last the sell phase begins."""
    t.chosen = NONE
    t.acting = NONE
    t.turn = clockwise(t.players, t.turn, 0)
    t.stage = CHOOSING
    if t.turn == t.first_player:
        t.stage = SELLING
        tell(t, events.SELL_PHASE)


@rule
def next_seller(t: OffSeasonState) -> None:
    """CAM-14, CAM-15, CAM-16: clockwise; after the last the round, or the game, is over."""
    t.sold_from = 0
    t.turn = clockwise(t.players, t.turn, 0)
    if t.stage != FINAL:
        t.stage = SELLING
    if t.turn == t.first_player:
        t.turn = NONE
        if t.stage == FINAL:
            the_end(t)
        else:
            discard_unchosen(t)
            t.stage = ROUND


@rule
def discard_unchosen(t: OffSeasonState) -> None:
    """CAM-15: face-down cards stay unseen."""
    market = first_of(t.open_markets)
    tell(t, events.UNCHOSEN, 2 * market + t.side)
    for place in range(market * MOST_UP, (market + 1) * MOST_UP):
        t.up[place] = NONE
    for place in range(market * MOST_DOWN, (market + 1) * MOST_DOWN):
        t.down[place] = NONE
    t.open_markets = 0


@rule
def begin_final_sale(t: OffSeasonState) -> None:
    """CAM-16: the First Player first."""
    tell(t, events.FINAL_SALE)
    t.turn = t.first_player
    t.stage = FINAL


@rule
def the_end(t: OffSeasonState) -> None:
    """CAM-16."""
    t.stage = OVER
    tell(t, events.OVER)
    for seat in range(t.players):
        tell(t, events.COUNTED, seat, t.pounds[seat])
