"""What cards and thefts lead to in Bids, from what a seat sees.

Cards are played face up, so everybody can work out how the turn stands and what the round is worth. Hands are hidden,
so a card that does not end the turn is judged as if nobody played after it, with the number of unseen cards that
would beat it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from bidwell.core.game import ViewLike
from bidwell.core.state import NOBODY
from bidwell.games.bids.components import (
    BLACK,
    BLACKS,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    DOUBLE,
    HAND,
    MIDDLE_BEST,
    NO_BID,
    NO_CARD,
    NONE_BID,
    NONE_IN_POOL,
    STEAL,
    THIEF,
    TIED,
    WON,
)
from bidwell.games.bids.positions import in_use
from bidwell.games.bids.rules import (
    alliance,
    beats,
    best_bid,
    bid_of,
    bidders,
    cards_of_colour,
    colour_of,
    double,
    has_black,
    has_loot,
    how_it_ends,
    is_black,
    is_kept,
    is_surprise,
    is_victim,
    is_won,
    loot,
    lowest_victim_bid,
    next_leader,
    points_of,
    points_of_allies,
    points_of_luck,
    points_of_round,
    points_taken,
    pool_of_colours,
    steal,
    take,
)
from bidwell.games.bids.state import BidsState
from bidwell.mechanics import clockwise

CARD_COLOURS = tuple(COLOUR_NAMES[colour_of(card)] for card in range(CARDS))
"""The colour of every card (BID-24)."""
CARD_BIDS = tuple(None if bid_of(card) == NO_BID else bid_of(card) for card in range(CARDS))
"""The number that every card bids; None for a card that is no bid (BID-13, BID-30, BID-34)."""
CARD_POINTS = tuple(points_of(BidsState(), card) if is_black(card) else 0 for card in range(CARDS))
"""The points of every card for its taker (BID-15); those of a blank card are an option of the table."""

End = Literal["won", "tie", "middle", "pool", "empty"]
ENDS: dict[int, End] = {
    WON: "won",
    TIED: "tie",
    MIDDLE_BEST: "middle",
    NONE_IN_POOL: "pool",
    NONE_BID: "empty",
}


@dataclass(frozen=True, slots=True)
class Round:
    """The round if it ended now."""

    points: list[int]
    """Every seat's score (BID-15, BID-19, BID-32)."""
    taken: list[int]
    """The points of every seat's black cards, which allies share and lucky losers do not have."""
    lucky: list[int]
    """The lucky losers: seats without a black card and without an ally (BID-19, BID-33)."""
    allies: list[int]
    doubled: list[str]
    """The black cards that count double (BID-35)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn if nobody played another card."""

    end: End
    """Won (BID-09), or burned: by a tie (BID-10), by the card in the middle (BID-22), because no bid is of the colour
    played most (BID-55), or because no number was bid (BID-30)."""
    best: list[int]
    """The seats with the best bid in the order of play, if it is won or tied."""
    winner: int | None
    leader: int
    """The seat that leads the next turn (BID-11)."""
    stake: list[str]
    """The visible cards that a winner takes and keeps: first the one in the middle, then in the order of play."""
    unseen: bool
    """Whether the prize is the next card of the pile (BID-40)."""
    gain: int
    """The points that the winner's black cards gain, without an unseen and a stolen card."""
    luck_lost: int
    """The lucky-loser points that a 2x costs a winner without a black card (BID-35)."""
    victims: list[int]
    """The seats that the winner may steal from (BID-36)."""
    then: Round
    """The round after it, without an unseen and a stolen card."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a turn with colour bids."""

    counts: dict[str, int]
    """The number of cards of each colour in it, the middle counting as black (BID-21)."""
    pool: list[str]
    """The colours played most, which can win (BID-20)."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card of the seat that is asked."""

    turn: int
    """The index in `turns` of the turn with this card in it."""
    gives: int | None
    """The points that another seat, which wins, gets by this card; None if it gets nothing."""
    beaten_by: int | None
    """The number of unseen cards that would beat it; None if it is no bid, and with colour bids."""


@dataclass(frozen=True, slots=True)
class Theft:
    """A choice of the thief (BID-36)."""

    card: str
    victim: int
    then: Round


@dataclass(frozen=True, slots=True)
class BidsForesight:
    """All that a viewer can work out about the decision now."""

    round: Round
    luck: list[int]
    """What every seat would score as a lucky loser in this round (BID-19)."""
    order: list[int]
    """The seats in the order of play of this turn (BID-07)."""
    turn: Turn | None = None
    """The turn with the cards played so far; None while a thief chooses and when the game is over."""
    colours: Colours | None = None
    """None without colour bids."""
    colours_with: dict[str, Colours] = field(default_factory=dict)
    """The colours after one more card, by its colour."""
    last: bool = False
    """Whether the seat that is asked plays the last card of the turn."""
    plays: dict[str, Play] = field(default_factory=dict)
    """Each card of the seat that is asked, if the viewer sees its hand."""
    turns: list[Turn] = field(default_factory=list)
    """The different turns that these cards lead to."""
    thefts: list[Theft] = field(default_factory=list)
    """The choices of the thief who is asked."""


def foresight(seen: ViewLike) -> BidsForesight:
    t: BidsState = seen.state
    taken = _taken(t)
    if t.turn == NOBODY:  # the round is scored already, and counted in `lucky`
        return BidsForesight(replace(_round_now(taken), points=t.last_scores[: t.players]), _luck(taken), _order(t))
    board = _board(t, taken)
    colours, colours_with = _colours_of(board)
    if t.stealing:
        return BidsForesight(_round_now(taken), _luck(taken), _order(t), colours=colours, thefts=_thefts(t))
    plays, turns = _plays(t, board)
    return BidsForesight(
        _round_now(taken),
        _luck(taken),
        _order(t),
        _turn_now(board),
        colours,
        colours_with,
        clockwise(t.players, t.turn, 0) == t.leader,
        plays,
        turns,
    )


# What depends on public things alone is cached: it is the same for every viewer.


@dataclass(frozen=True, slots=True)
class TakenCards:
    """What the points of this round depend on. It changes once in a turn."""

    players: int
    taker: tuple[int, ...]
    doubled: tuple[int, ...]
    allies: int
    lucky: tuple[int, ...]
    blank_points: tuple[int, ...]

    def state(self) -> BidsState:
        """Return a state with these cards and nothing else, for rules that read only them."""
        t = BidsState()
        t.players, t.allies = self.players, self.allies
        t.taker, t.doubled, t.lucky = [*self.taker], [*self.doubled], [*self.lucky]
        t.blank_points = [*self.blank_points]
        return t


@dataclass(frozen=True, slots=True)
class Board:
    """What the end of the turn depends on."""

    taken: TakenCards
    colour_bids: int
    lowest_wins: int
    leader: int
    up: int
    played: tuple[int, ...]

    def state(self) -> BidsState:
        """Return a state with this turn and what was taken before it."""
        t = self.taken.state()
        t.colour_bids, t.lowest_wins, t.leader, t.up = self.colour_bids, self.lowest_wins, self.leader, self.up
        t.played = [*self.played]
        _show_prize(t)
        return t

    def with_card(self, seat: int, card: int) -> Board:
        return replace(self, played=(*self.played[:seat], card, *self.played[seat + 1 :]))

    def without_colours(self) -> Board:
        """Return the board without the coloured cards: they decide who wins, but not what the winner gets."""
        return replace(self, played=tuple(card if card >= BLACK else NO_CARD for card in self.played))


def _show_prize(t: BidsState) -> None:
    """BID-40: the prize is the card in the middle, or unknown."""
    t.prize = NO_CARD if is_surprise(t) else t.up


def _taken(t: BidsState) -> TakenCards:
    return TakenCards(t.players, tuple(t.taker), tuple(t.doubled), t.allies, tuple(t.lucky), tuple(t.blank_points))


def _board(t: BidsState, taken: TakenCards) -> Board:
    return Board(taken, t.colour_bids, t.lowest_wins, t.leader, t.up, tuple(t.played[: t.players]))


@lru_cache(maxsize=256)
def _round_now(taken: TakenCards) -> Round:
    return _round(taken.state())


def _round(t: BidsState) -> Round:
    together, seats = points_of_allies(t), range(t.players)
    return Round(
        [points_of_round(t, seat, together) for seat in seats],
        [points_taken(t, seat) for seat in seats],
        [seat for seat in seats if _is_lucky(t, seat)],
        _seats(t.allies),
        [CARD_NAMES[BLACK + black] for black in range(BLACKS) if t.doubled[black]],
    )


def _is_lucky(t: BidsState, seat: int) -> bool:
    """BID-19, BID-33."""
    return not has_black(t, seat) and not t.allies >> seat & 1


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


@lru_cache(maxsize=256)
def _luck(taken: TakenCards) -> list[int]:
    t = taken.state()
    return [points_of_luck(t, seat) for seat in range(t.players)]


# How the turn ends


@lru_cache(maxsize=256)
def _turn_now(board: Board) -> Turn:
    return _turn(board.state(), board.without_colours())


def _turn(t: BidsState, board: Board) -> Turn:
    """Return the turn of this state; `board` is its board without the coloured cards."""
    pool = pool_of_colours(t)
    best = best_bid(t, pool)
    end = how_it_ends(t, pool, best)
    leader = next_leader(t, pool, best, end)
    tied = bidders(t, pool, best) if end in (WON, TIED) else 0
    return _ended(board, end, tied, leader, _victims(t, leader) if end == WON else ())


@lru_cache(maxsize=1024)
def _ended(board: Board, end: int, tied: int, leader: int, victims: tuple[int, ...]) -> Turn:
    t = board.state()
    winner = leader if end == WON else None
    best = [seat for seat in _order(t) if tied >> seat & 1]
    stake = [CARD_NAMES[card] for card in _stake(t)]
    gain, lost, then = (0, 0, _round_now(board.taken)) if winner is None else _settled(board, winner)
    return Turn(ENDS[end], best, winner, leader, stake, is_surprise(t), gain, lost, [*victims], then)


def _order(t: BidsState) -> list[int]:
    """BID-07: the seats in the order of play."""
    seats = [t.leader]
    while len(seats) < t.players:
        seats.append(clockwise(t.players, seats[-1], 0))
    return seats


def _stake(t: BidsState) -> list[int]:
    """BID-09, BID-13, BID-37: the visible cards that a winner takes and keeps."""
    cards = (t.prize, *(t.played[seat] for seat in _order(t)))
    return [card for card in cards if is_black(card) and is_kept(card)]


@lru_cache(maxsize=256)
def _settled(board: Board, winner: int) -> tuple[int, int, Round]:
    """Return what the winner's cards gain, the lucky-loser points lost and the round after it (BID-35, BID-58)."""
    t = board.state()
    before, was_lucky = points_taken(t, winner), _is_lucky(t, winner)
    alliance(t, winner)
    for card in _stake(t):
        take(t, winner, card)
    lost = 0
    if is_won(t, DOUBLE):
        double(t, winner)
        lost = points_of_luck(t, winner) if was_lucky and not t.allies >> winner & 1 else 0
    return points_taken(t, winner) - before, lost, _round(t)


def _victims(t: BidsState, winner: int) -> tuple[int, ...]:
    """BID-36, BID-60."""
    if not is_won(t, THIEF):
        return ()
    lowest = lowest_victim_bid(t, winner)
    return tuple(seat for seat in range(t.players) if is_victim(t, winner, seat, lowest) and has_loot(t, seat))


# Colour bids


def _colours_of(board: Board) -> tuple[Colours | None, dict[str, Colours]]:
    """Return the colours of the turn, and what they would be after one more card of each colour."""
    if not board.colour_bids:
        return None, {}
    return _colours(tuple(sorted(CARD_COLOURS[card] for card in board.played if card != NO_CARD)))


@lru_cache(maxsize=1024)
def _colours(played: tuple[str, ...]) -> tuple[Colours, dict[str, Colours]]:
    return _counted(*played), {name: _counted(*played, name) for name in COLOUR_NAMES}


def _counted(*played: str) -> Colours:
    """BID-20, BID-21, BID-24: the rules count any cards of these colours."""
    t = BidsState()
    t.players, t.colour_bids = len(played), 1
    t.played = [CARD_COLOURS.index(name) for name in played]
    counts = {name: cards_of_colour(t, colour) for colour, name in enumerate(COLOUR_NAMES)}
    pool = pool_of_colours(t)
    pooled = [name for colour, name in enumerate(COLOUR_NAMES) if pool >> colour & 1]
    return Colours({name: count for name, count in counts.items() if count}, pooled)


# The cards and thefts to choose from


def _plays(t: BidsState, board: Board) -> tuple[dict[str, Play], list[Turn]]:
    """Return each card of the seat that is asked, and the turns that they lead to; nothing if its hand is hidden."""
    hand = t.hands[t.turn * HAND : t.turn * HAND + HAND + 1 - t.turn_number]
    if None in hand:
        return {}, []
    unseen = Counter(_unseen_bids(t, hand))
    then, bare = board.state(), board.without_colours()
    plays: dict[str, Play] = {}
    turns: dict[int, Turn] = {}  # by identity: equal turns come from one cache, and to compare them is slow
    for card in sorted(hand):
        then.played[t.turn] = card
        _show_prize(then)
        turn = _turn(then, bare if card < BLACK else bare.with_card(t.turn, card))
        turns.setdefault(id(turn), turn)
        beaten_by = None if t.colour_bids else _beaten_by(t, card, unseen)
        plays[CARD_NAMES[card]] = Play([*turns].index(id(turn)), _gives(bare, t.turn, card, turn), beaten_by)
    return plays, [*turns.values()]


def _gives(board: Board, seat: int, card: int, turn: Turn) -> int | None:
    """BID-13, BID-35: the points that the winner gets by this card of another seat."""
    if turn.winner is None or turn.winner == seat or CARD_NAMES[card] not in turn.stake:
        return None
    without, _, _ = _settled(board, turn.winner)
    return turn.gain - without


def _unseen_bids(t: BidsState, hand: list[int]) -> list[int]:
    """The numbers of the cards that others may hold: neither in this hand, nor seen, nor known to be in the pile."""
    seen = {*hand, *t.played, t.up}
    unseen = []
    for card in _cards_in_use(t.players, t.specials, t.ally, t.blanks):
        in_sight = card in seen or t.gone[card]
        if is_black(card):
            in_sight = in_sight or t.taker[card - BLACK] != NOBODY or t.burned[card - BLACK]
        if not in_sight and CARD_BIDS[card] is not None:
            unseen.append(bid_of(card))
    return unseen


@lru_cache(maxsize=64)
def _cards_in_use(players: int, specials: int, ally: int, blanks: int) -> list[int]:
    """BID-01 to BID-03."""
    t = BidsState()
    t.players, t.specials, t.ally, t.blanks = players, specials, ally, blanks
    return [card for card in range(CARDS) if in_use(t, card)]


def _beaten_by(t: BidsState, card: int, unseen: Counter[int]) -> int | None:
    """BID-09, BID-39."""
    bid = CARD_BIDS[card]
    return None if bid is None else sum(count for other, count in unseen.items() if beats(t, other, bid))


def _thefts(t: BidsState) -> list[Theft]:
    out = [0] * (t.players * BLACKS)
    return [_theft(t, action) for action in out[: loot(t, t.turn, out)]]


def _theft(t: BidsState, action: int) -> Theft:
    """BID-36, BID-59: with the doubling, if a 2x was won with it."""
    then = t.copy()
    steal(then, t.turn, action)
    if is_won(then, DOUBLE):
        double(then, t.turn)
    victim, black = divmod(action - STEAL, BLACKS)
    return Theft(CARD_NAMES[BLACK + black], victim, _round(then))
