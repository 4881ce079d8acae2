"""A sensible player of Bids; it reads only what its seat may see.

It tries each of its cards on the table and weighs, in hundredths of a point: what winning would bring, the chance that
the bid stands against those who have yet to play, what the card would still be good for, and what is lost with a
lucky-loser streak.
"""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.bids.components import (
    ALLY,
    BLACK,
    BLACKS,
    BLANKS,
    COLOURS,
    COLOURS_USED,
    DOUBLE,
    HAND,
    HIGHEST,
    LUCKY_LOSER,
    NO_BID,
    NO_CARD,
    NUMBERS_USED,
    STEAL,
    SURPRISE,
    THIEF,
    TURNS,
)
from bidwell.games.bids.rules import (
    best_bid,
    bid_of,
    bidders,
    has_black,
    is_black,
    last_bidder,
    middle_is_best,
    points_of,
    points_taken,
    pool_of_colours,
    was_played,
)
from bidwell.games.bids.state import BidsState
from bidwell.mechanics import count_of

POINT = 100
RIVAL = 35
"""What a point that a rival takes costs."""
KEEP = 28
"""What the best card is worth for every turn to come, in tenths of a point."""
LUCK = 60
"""How sure a streak is at the last turn, in per cent; it grows with the turns."""
EAGER = 9
"""How much more likely, in per cent, a rival beats a bid for every point it is about."""
ALL_NUMBERS = (1 << HIGHEST) - 1
IN_EVERY_COLOUR = sum(1 << colour * HIGHEST for colour in range(len(COLOURS)))
"""Numbers of one colour as a bit mask, times this: those numbers in all colours."""
SURPRISE_POINTS, THIEF_POINTS = 5, 6
"""What an unseen card, and a theft, bring on average."""


@rule
def heuristic(t: BidsState, seat: int, legal: list[int], count: int, rng: int) -> int:
    """The card that leaves most."""
    if t.stealing:
        return best_loot(t, legal, count)
    best = legal[0]
    most = -(1 << 40)
    unseen = unseen_numbers(t, seat)
    for index in range(count):
        worth = worth_of_card(t, seat, legal[index], unseen)
        if worth > most:
            most = worth
            best = legal[index]
    return best


@rule
def worth_of_card(t: BidsState, seat: int, card: int, unseen: int) -> int:
    """What the card brings if it wins or burns, by the chance that it comes to that, less what it is worth later."""
    t.played[seat] = card
    stake = points_at_stake(t)
    pool = pool_of_colours(t)
    best = best_bid(t, pool)
    stands = 0 if best == NO_BID else chance_to_stand(t, best, stake, unseen)
    lost = -RIVAL * stake
    worth = lost
    if best == NO_BID or middle_is_best(t, pool, best):
        worth = 0
    elif bidders(t, pool, best) > 1:
        worth = (100 - stands) * lost // 100
    elif last_bidder(t, pool, best) == seat:
        worth = (stands * worth_of_winning(t, seat, stake) + (100 - stands) * lost) // 100
    elif card == ALLY:
        worth += POINT * (points_taken(t, last_bidder(t, pool, best)) - points_taken(t, seat)) // 2
    t.played[seat] = NO_CARD
    return worth - worth_later(t, card)


@rule
def points_at_stake(t: BidsState) -> int:
    """The card in the middle and the black cards played."""
    points = points_of_prize(t, t.up)
    for seat in range(t.players):
        if is_black(t.played[seat]):
            points += points_of_prize(t, t.played[seat])
    return points


@rule
def points_of_prize(t: BidsState, card: int) -> int:
    """A card's points, or what its effect is worth on average."""
    if card == THIEF:
        return THIEF_POINTS
    if card == SURPRISE:
        return SURPRISE_POINTS
    return points_of(t, card) if card < THIEF or card >= BLANKS else 0


@rule
def worth_of_winning(t: BidsState, seat: int, stake: int) -> int:
    """The points, doubled with a 2x, less the hope of being a lucky loser if this is the first black card."""
    worth = POINT * stake
    if t.up == DOUBLE or was_played(t, DOUBLE):
        worth += POINT * (points_taken(t, seat) + stake)
    if not has_black(t, seat):
        worth -= POINT * (t.lucky[seat] + 1) * LUCKY_LOSER[t.players] * hope_of_luck(t) // 100
    return worth


@rule
def hope_of_luck(t: BidsState) -> int:
    """How likely a player without black cards is to have none at the end, in per cent."""
    return LUCK * t.turn_number * t.turn_number // (TURNS * TURNS)


@rule
def chance_to_stand(t: BidsState, best: int, stake: int, unseen: int) -> int:
    """The chance, in per cent, that nobody who has yet to play beats or ties the best bid so far."""
    after = 0
    for other in range(t.players):
        if t.played[other] == NO_CARD:
            after += 1
    better = count_of(unseen & numbers_against(t, best))
    has = min(100, 100 * better * (HAND + 1 - t.turn_number) // max(count_of(unseen), 1))
    stands = 100 - has * min(100, max(EAGER, EAGER * stake)) // 100
    chance = 100
    for _ in range(after):
        chance = chance * stands // 100
    return chance


@rule
def numbers_against(t: BidsState, bid: int) -> int:
    """A bit mask of the coloured cards that beat or tie a bid."""
    if t.lowest_wins:
        return IN_EVERY_COLOUR * ((1 << max(bid, 0)) - 1)
    return IN_EVERY_COLOUR * (ALL_NUMBERS & ~((1 << max(bid - 1, 0)) - 1))


@rule
def unseen_numbers(t: BidsState, seat: int) -> int:
    """A bit mask of the coloured cards that may be in another's hand."""
    unseen = 0
    for colour in range(COLOURS_USED[t.players]):
        for card in range(colour * HIGHEST, colour * HIGHEST + NUMBERS_USED[t.players]):
            if not t.gone[card]:
                unseen |= 1 << card
    for slot in range(seat * HAND, seat * HAND + HAND):
        if NO_CARD < t.hands[slot] < BLACK:
            unseen &= ~(1 << t.hands[slot])
    return unseen


@rule
def worth_later(t: BidsState, card: int) -> int:
    """What a number is still good for: the more turns to come, and the better it is, the more."""
    bid = bid_of(card)
    if bid == NO_BID:
        return 0
    rank = max(bid, 0) * 10 // NUMBERS_USED[t.players]
    if t.lowest_wins:
        rank = 10 - rank
    return KEEP * rank * rank * (TURNS - t.turn_number) // 100


@rule
def best_loot(t: BidsState, legal: list[int], count: int) -> int:
    """The card worth most; one that counts double for its owner hurts them more."""
    best = legal[0]
    most = -(1 << 40)
    for index in range(count):
        black = (legal[index] - STEAL) % BLACKS
        worth = points_of(t, BLACK + black) * (3 if t.doubled[black] else 2)
        if worth > most:
            most = worth
            best = legal[index]
    return best
