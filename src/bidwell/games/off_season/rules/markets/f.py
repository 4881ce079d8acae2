"""Market F: F1 moves a face-down card to another market (CAM-50), F2 gains the Peek token (CAM-51)."""

from __future__ import annotations

from bidwell.core.events import tell, whisper
from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import ABILITY, CHOOSING, F1, MARKETS, MOST_DOWN, NONE, OTHERS, PEEK
from bidwell.games.off_season.rules.cards import cards_lying, lift, packed, put
from bidwell.games.off_season.rules.markets.elsewhere import other_market
from bidwell.games.off_season.state import OffSeasonState

# F1: move a face-down card


@rule
def markets_to_move_to(t: OffSeasonState) -> int:
    """CAM-50: the other markets nobody has chosen, by their numbers, if a card lies face down here."""
    markets = 0
    if t.down[F1 // 2 * MOST_DOWN] != NONE:
        for number in range(OTHERS):
            markets |= (t.open_markets >> other_market(F1 // 2, number) & 1) << number
    return markets


@rule
def move_hidden(t: OffSeasonState, seat: int, market: int) -> None:
    """CAM-50: any of the face-down cards, each as likely."""
    own = F1 // 2 * MOST_DOWN
    place = own + below(t, cards_lying(t.down, own, MOST_DOWN))
    card = lift(t.down, place, own + MOST_DOWN)
    put(t.down, market * MOST_DOWN, card)
    tell(t, events.MOVED_HIDDEN, seat, 2 * market + t.side)


# F2: the Peek token


@rule
def peek_tokens_to_gain(t: OffSeasonState, seat: int) -> int:
    """CAM-51: one, or none for a player who has it."""
    return 1 - (t.peek_tokens >> seat & 1)


@rule
def gain_peek_token(t: OffSeasonState, seat: int) -> None:
    """CAM-51."""
    t.peek_tokens |= 1 << seat
    tell(t, events.GAINED_PEEK, seat)


@rule
def list_peeks(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-51: a market nobody has chosen, or one's own, that has face-down cards."""
    if (t.stage == CHOOSING or t.stage == ABILITY) and t.peek_tokens >> seat & 1:
        for market in range(len(MARKETS)):
            mine = t.chosen // 2 == market
            if (mine or t.open_markets >> market & 1) and t.down[market * MOST_DOWN] != NONE:
                out[count] = PEEK + market
                count += 1
    return count


@rule
def peek(t: OffSeasonState, seat: int, market: int) -> None:
    """CAM-51: the cards are known to this player from now on, and to no other."""
    t.peek_tokens &= ~(1 << seat)
    tell(t, events.PEEKED, seat, 2 * market + t.side)
    whisper(t, 1 << seat, events.SAW, seat, packed(t, t.down, market * MOST_DOWN, MOST_DOWN))
    for place in range(market * MOST_DOWN, (market + 1) * MOST_DOWN):
        if t.down[place] != NONE:
            t.known[t.down[place]] |= 1 << seat
