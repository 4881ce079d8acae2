"""The rules of Bids, in the order of the rulebook."""

from __future__ import annotations

from bidwell.core.events import tell
from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.core.state import NOBODY
from bidwell.games.bids import events
from bidwell.games.bids.components import (
    ALL_COLOURS,
    ALLY,
    ALLY_COLOUR,
    ALLY_FROM,
    BLACK,
    BLACK_COLOUR,
    BLACKS,
    BLANKS,
    CARDS,
    COLOURS_USED,
    DOUBLE,
    HAND,
    HIGHEST,
    LOWEST,
    LUCKY_LOSER,
    MIDDLE_BEST,
    MINUS,
    MINUS_POINTS,
    MIXED_IN,
    NO_BID,
    NO_CARD,
    NONE_BID,
    NONE_IN_POOL,
    NUMBERS_USED,
    SHUFFLE,
    SPECIALS,
    STEAL,
    SURPRISE,
    TAKEN_OUT,
    THIEF,
    TIED,
    TURNS,
    WON,
)
from bidwell.games.bids.state import BidsState
from bidwell.mechanics import clockwise, count_of, draw_one, first_of, shuffle

# Material


@rule
def deal(t: BidsState) -> None:
    """BID-06, BID-08."""
    t.leader = leader_by_name(t)
    deal_round(t)
    open_turn(t)


@rule
def deal_round(t: BidsState) -> None:
    """BID-01 to BID-06: deal every round from all cards."""
    t.round_number += 1
    clear_round(t)
    lay_pile(t)
    take_out(t)
    cards = lay_coloured(t)
    if uses_ally(t):
        t.hands[cards] = ALLY
        cards += 1
    for _ in range(MIXED_IN[t.players]):
        t.hands[cards] = draw(t)
        cards += 1
    shuffle(t, t.hands, 0, cards)
    tell(t, events.ROUND, t.round_number, t.leader)


@rule
def clear_round(t: BidsState) -> None:
    """BID-06."""
    for slot in range(len(t.hands)):
        t.hands[slot] = NO_CARD
    for card in range(CARDS):
        t.gone[card] = 0
    for black in range(BLACKS):
        t.taker[black] = NOBODY
        t.doubled[black] = 0
        t.burned[black] = 0
    t.allies = 0
    t.lowest_wins = 0
    t.turn_number = 0
    clear_turn(t)


@rule
def uses_ally(t: BidsState) -> bool:
    """BID-01."""
    return t.players >= ALLY_FROM or t.ally != 0


@rule
def is_black(card: int) -> bool:
    """BID-02, BID-03, BID-24."""
    return BLACK <= card < ALLY


@rule
def lay_pile(t: BidsState) -> None:
    """BID-02, BID-03, BID-05: all point cards, shuffled."""
    t.pile_size = 0
    t.under = 0
    for place in range(len(t.pile)):
        t.pile[place] = NO_CARD
    for card in range(BLACK, BLACK + NUMBERS_USED[t.players]):
        put_on_top(t, card)
    put_on_top(t, DOUBLE)
    put_on_top(t, MINUS)
    for special in range(len(SPECIALS)):
        if t.specials >> special & 1:
            put_on_top(t, THIEF + special)
    for blank in range(t.blanks):
        put_on_top(t, BLANKS + blank)
    shuffle(t, t.pile, 0, t.pile_size)


@rule
def take_out(t: BidsState) -> None:
    """BID-04: remove one coloured card, or two if the Ally is added by option; never the Ally itself."""
    cards = COLOURS_USED[t.players] * NUMBERS_USED[t.players]
    t.removed[0] = NO_CARD
    t.removed[1] = NO_CARD
    count = TAKEN_OUT[t.players]
    if t.players < ALLY_FROM and t.ally:
        count += 1
    first = below(t, cards) if count > 0 else 0
    if count > 0:
        t.removed[0] = coloured(t, first)
    if count > 1:
        other = below(t, cards - 1)
        t.removed[1] = coloured(t, other + 1 if other >= first else other)


@rule
def coloured(t: BidsState, place: int) -> int:
    """BID-01, BID-52: the coloured card at this index among those in use."""
    used = NUMBERS_USED[t.players]
    return place // used * HIGHEST + place % used


@rule
def lay_coloured(t: BidsState) -> int:
    """BID-01: lay out the coloured cards in use except those removed."""
    cards = 0
    for place in range(COLOURS_USED[t.players] * NUMBERS_USED[t.players]):
        card = coloured(t, place)
        if card != t.removed[0] and card != t.removed[1]:
            t.hands[cards] = card
            cards += 1
    return cards


@rule
def put_on_top(t: BidsState, card: int) -> None:
    """BID-05."""
    t.pile[t.pile_size] = card
    t.pile_size += 1


# A turn


@rule
def leader_by_name(t: BidsState) -> int:
    """BID-08."""
    best = 0
    for seat in range(t.players):
        best = max(best, t.letters[seat])
    tied = 0
    for seat in range(t.players):
        if t.letters[seat] == best:
            tied |= 1 << seat
    return one_of(t, tied)


@rule
def one_of(t: BidsState, tied: int) -> int:
    """BID-08, BID-16: return one of these seats, at random if there are several."""
    return draw_one(t, tied) if count_of(tied) > 1 else first_of(tied)


@rule
def open_turn(t: BidsState) -> None:
    """BID-07."""
    t.turn_number += 1
    t.up = turn_up(t)
    t.turn = t.leader
    tell(t, events.TURNED_UP, t.turn_number, t.up)


@rule
def draw(t: BidsState) -> int:
    """BID-07: the top card of the pile."""
    t.pile_size -= 1
    card = t.pile[t.pile_size]
    t.pile[t.pile_size] = NO_CARD
    t.burned[card - BLACK] = 0
    t.under = min(t.under, t.pile_size)
    return card


@rule
def turn_up(t: BidsState) -> int:
    """BID-07; BID-38, BID-39: a Shuffle or a Lowest takes effect, and another card is drawn."""
    card = draw(t)
    while card in (SHUFFLE, LOWEST):
        if card == SHUFFLE:
            tell(t, events.SHUFFLE_UP, card)
            shuffle_pile(t)
        else:
            tell(t, events.LOWEST_UP, card)
            lowest_from_now_on(t)
        discard(t, card)
        card = draw(t)
    return card


@rule
def asks(t: BidsState) -> int:
    """BID-07: one seat at a time."""
    return 1 << t.turn if t.turn >= 0 else 0


@rule
def legal(t: BidsState, seat: int, out: list[int]) -> int:
    """BID-07: any card in hand; BID-36: for a thief, what they may steal."""
    if t.stealing:
        return loot(t, seat, out)
    count = HAND + 1 - t.turn_number
    for slot in range(count):
        out[slot] = t.hands[seat * HAND + slot]
    return count


@rule
def mistakes(t: BidsState, seat: int, out: list[int]) -> int:
    """BID-07: no mistakes exist."""
    return 0


@rule
def play(t: BidsState, seat: int, action: int) -> None:
    """BID-07, BID-36."""
    if t.stealing:
        steal(t, seat, action)
        after_theft(t, seat)
        return
    play_card(t, seat, action)
    t.turn = clockwise(t.players, seat, 0)
    if t.turn == t.leader:
        end_turn(t)


@rule
def play_card(t: BidsState, seat: int, card: int) -> None:
    """BID-07: the last card of the hand moves into the free slot."""
    last = seat * HAND + HAND - t.turn_number
    slot = seat * HAND
    while t.hands[slot] != card:
        slot += 1
    t.hands[slot] = t.hands[last]
    t.hands[last] = NO_CARD
    t.played[seat] = card
    if card < BLACK or card == ALLY:
        t.gone[card] = 1
    tell(t, events.PLAYED, seat, card)


@rule
def end_turn(t: BidsState) -> None:
    """BID-09, BID-10; BID-20 with colour bids."""
    pool = pool_of_colours(t)
    best = best_bid(t, pool)
    end = how_it_ends(t, pool, best)
    leader = next_leader(t, pool, best, end)
    if end == WON:
        win(t, leader)
    else:
        tell_burn(t, end, leader, bidders(t, pool, best))
        burn(t, leader)


@rule
def how_it_ends(t: BidsState, pool: int, best: int) -> int:
    """BID-09, BID-10, BID-30; BID-22, BID-23 and BID-55 with colour bids."""
    if best == NO_BID:
        return NONE_BID if best_bid(t, ALL_COLOURS) == NO_BID else NONE_IN_POOL
    if middle_is_best(t, pool, best):
        return MIDDLE_BEST
    return TIED if count_of(bidders(t, pool, best)) > 1 else WON


@rule
def next_leader(t: BidsState, pool: int, best: int, end: int) -> int:
    """BID-11: the winner, or the tied player who played last; BID-22, BID-30, BID-55: the same leader again."""
    return last_bidder(t, pool, best) if end in (WON, TIED) else t.leader


@rule
def tell_burn(t: BidsState, end: int, leader: int, tied: int) -> None:
    """BID-10, BID-22, BID-30, BID-55."""
    if end == TIED:
        tell(t, events.BURNED_TIE, tied, leader)
    elif end == MIDDLE_BEST:
        tell(t, events.BURNED_MIDDLE, leader)
    elif end == NONE_IN_POOL:
        tell(t, events.BURNED_POOL, leader)
    else:
        tell(t, events.BURNED_EMPTY, leader)


@rule
def bid_of(card: int) -> int:
    """BID-13, BID-30, BID-34: the number a card bids."""
    if card < DOUBLE:
        return card % HIGHEST + 1
    return MINUS_POINTS if card == MINUS else NO_BID


@rule
def bid_in(t: BidsState, seat: int, pool: int) -> int:
    """BID-20: the bid of a seat that has played a card with a colour in the pool."""
    card = t.played[seat]
    return bid_of(card) if card != NO_CARD and pool >> colour_of(card) & 1 else NO_BID


@rule
def best_bid(t: BidsState, pool: int) -> int:
    """BID-09; BID-39: the lowest where the lowest wins."""
    best = NO_BID
    for seat in range(t.players):
        bid = bid_in(t, seat, pool)
        if bid != NO_BID and (best == NO_BID or beats(t, bid, best)):
            best = bid
    return best


@rule
def beats(t: BidsState, bid: int, other: int) -> bool:
    """BID-09, BID-39."""
    return bid < other if t.lowest_wins else bid > other


@rule
def bidders(t: BidsState, pool: int, bid: int) -> int:
    """BID-10: a bit mask of the seats with this bid."""
    seats = 0
    for seat in range(t.players):
        if bid_in(t, seat, pool) == bid:
            seats |= 1 << seat
    return seats


@rule
def last_bidder(t: BidsState, pool: int, bid: int) -> int:
    """BID-11: the last seat in the order of play with this bid."""
    last = NOBODY
    seat = t.leader
    for _ in range(t.players):
        if bid_in(t, seat, pool) == bid:
            last = seat
        seat = clockwise(t.players, seat, 0)
    return last


@rule
def burn(t: BidsState, next_leader: int) -> None:
    """BID-10, BID-11; BID-31, BID-57: no effects; BID-40: a Surprise turned up is discarded."""
    if t.up == SURPRISE:
        discard(t, SURPRISE)
    else:
        put_under(t, t.up)
        tell(t, events.UNDER, t.up)
    seat = t.leader
    for _ in range(t.players):
        if is_black(t.played[seat]):
            put_under(t, t.played[seat])
            tell(t, events.UNDER, t.played[seat])
        seat = clockwise(t.players, seat, 0)
    next_turn(t, next_leader)


@rule
def put_under(t: BidsState, card: int) -> None:
    """BID-10: face down at the bottom of the pile; everyone sees which card it is."""
    for place in range(t.pile_size, 0, -1):
        t.pile[place] = t.pile[place - 1]
    t.pile[0] = card
    t.pile_size += 1
    t.under += 1
    t.burned[card - BLACK] = 1


@rule
def win(t: BidsState, winner: int) -> None:
    """BID-09, BID-58: the alliance, the prize, the cards and the theft; `after_theft` does the rest."""
    tell_win(t, winner)
    alliance(t, winner)
    t.prize = what_is_won(t)
    take(t, winner, t.prize)
    for seat in range(t.players):
        if is_black(t.played[seat]):
            take(t, winner, t.played[seat])
    if is_won(t, THIEF):
        theft(t, winner)
    else:
        after_theft(t, winner)


@rule
def tell_win(t: BidsState, winner: int) -> None:
    """BID-09, BID-20, BID-39."""
    if t.colour_bids:
        tell(t, events.COLOUR_WON, winner)
    elif t.lowest_wins:
        tell(t, events.LOWEST_WON, winner)
    else:
        tell(t, events.WON, winner)


@rule
def take(t: BidsState, winner: int, card: int) -> None:
    """BID-09, BID-13; BID-37: effect cards are discarded."""
    if is_kept(card):
        t.taker[card - BLACK] = winner
        tell(t, events.TAKES, winner, card)
    else:
        discard(t, card)


@rule
def is_kept(card: int) -> bool:
    """BID-37: does the winner keep this black card?"""
    return not THIEF <= card <= SURPRISE


@rule
def discard(t: BidsState, card: int) -> None:
    """BID-37."""
    t.gone[card] = 1
    tell(t, events.DISCARDED, card)


@rule
def is_won(t: BidsState, card: int) -> bool:
    """BID-35, BID-36: is it the prize of this turn or one of the cards played?"""
    return t.prize == card or was_played(t, card)


@rule
def was_played(t: BidsState, card: int) -> bool:
    """BID-38 to BID-40: was this card played from a hand this turn?"""
    found = False
    for seat in range(t.players):
        if t.played[seat] == card:
            found = True
    return found


@rule
def next_turn(t: BidsState, leader: int) -> None:
    """BID-11; BID-14: a round is ten turns."""
    t.leader = leader
    clear_turn(t)
    if t.turn_number == TURNS:
        end_round(t)
    if t.turn != NOBODY:
        open_turn(t)


@rule
def clear_turn(t: BidsState) -> None:
    """BID-12."""
    t.up = NO_CARD
    t.prize = NO_CARD
    for seat in range(t.players):
        t.played[seat] = NO_CARD


# Scoring


@rule
def end_round(t: BidsState) -> None:
    """BID-14 to BID-17, BID-19."""
    together = points_of_allies(t)
    for seat in range(t.players):
        t.last_scores[seat] = score_round(t, seat, together)
        t.totals[seat] += t.last_scores[seat]
    if t.round_number == t.rounds:
        t.turn = NOBODY
        tell(t, events.END)
        return
    t.leader = leader_by_score(t)
    deal_round(t)


@rule
def score_round(t: BidsState, seat: int, together: int) -> int:
    """BID-15, BID-19, BID-32, BID-33: the score of a seat; also updates its lucky-loser count."""
    points = points_of_round(t, seat, together)
    lucky = not has_black(t, seat)
    if lucky:
        t.lucky[seat] += 1
    if t.allies >> seat & 1:
        if lucky:
            tell(t, events.LUCKY_ALLY, seat, t.lucky[seat])
        tell(t, events.ALLY_SCORED, seat, points)
    elif lucky:
        tell(t, events.LUCKY, seat, t.lucky[seat], points)
    else:
        tell(t, events.SCORED, seat, points)
    return points


@rule
def points_of_round(t: BidsState, seat: int, together: int) -> int:
    """BID-15, BID-19, BID-32, BID-33: the score of a seat if the round ends now."""
    if t.allies >> seat & 1:
        return (together + 1) // 2
    return points_taken(t, seat) if has_black(t, seat) else points_of_luck(t, seat)


@rule
def points_of_luck(t: BidsState, seat: int) -> int:
    """BID-19: the score of a seat that becomes a lucky loser in this round."""
    return (t.lucky[seat] + 1) * LUCKY_LOSER[t.players]


@rule
def points_of_allies(t: BidsState) -> int:
    """BID-32: what the allies have taken together."""
    together = 0
    for seat in range(t.players):
        if t.allies >> seat & 1:
            together += points_taken(t, seat)
    return together


@rule
def points_taken(t: BidsState, seat: int) -> int:
    """BID-15, BID-34, BID-35."""
    points = 0
    for black in range(BLACKS):
        if t.taker[black] == seat:
            points += points_of(t, BLACK + black) * (2 if t.doubled[black] else 1)
    return points


@rule
def points_of(t: BidsState, card: int) -> int:
    """BID-15, BID-34, BID-50."""
    if card < DOUBLE:
        return card - BLACK + 1
    if card >= BLANKS:
        return t.blank_points[card - BLANKS]
    return MINUS_POINTS if card == MINUS else 0


@rule
def has_black(t: BidsState, seat: int) -> bool:
    """BID-19, BID-34, BID-35."""
    found = False
    for black in range(BLACKS):
        if t.taker[black] == seat:
            found = True
    return found


@rule
def leader_by_score(t: BidsState) -> int:
    """BID-16, BID-54: highest total, then highest score in the last round, then highest black number taken in it."""
    tied = 0
    best = -(1 << 40)
    for seat in range(t.players):
        rank = ((t.totals[seat] + 5000) * 10000 + t.last_scores[seat] + 5000) * 100 + highest_taken(t, seat)
        if rank > best:
            best = rank
            tied = 0
        if rank == best:
            tied |= 1 << seat
    return one_of(t, tied)


@rule
def highest_taken(t: BidsState, seat: int) -> int:
    """BID-16, BID-54."""
    highest = 0
    for number in range(HIGHEST):
        if t.taker[number] == seat:
            highest = number + 1
    return highest


@rule
def scores(t: BidsState, out: list[int]) -> None:
    """BID-17, BID-18: the sum over finished rounds."""
    for seat in range(t.players):
        out[seat] = t.totals[seat]


@rule
def standings(t: BidsState, out: list[int]) -> None:
    """BID-18: a tie is shared."""
    scores(t, out)


# Colour bids


@rule
def pool_of_colours(t: BidsState) -> int:
    """BID-20, BID-21, BID-24: a bit mask of the colours played most, the middle counting as black; or all colours."""
    if not t.colour_bids:
        return ALL_COLOURS
    most = 0
    pool = 0
    for colour in range(ALLY_COLOUR + 1):
        count = cards_of_colour(t, colour)
        if count > most:
            most = count
            pool = 0
        if count == most:
            pool |= 1 << colour
    return pool


@rule
def cards_of_colour(t: BidsState, colour: int) -> int:
    """BID-20, BID-21: the number of cards of a colour in this turn."""
    count = 1 if colour == BLACK_COLOUR else 0
    for seat in range(t.players):
        if colour_of(t.played[seat]) == colour:
            count += 1
    return count


@rule
def colour_of(card: int) -> int:
    """BID-24."""
    if card == ALLY:
        return ALLY_COLOUR
    return min(card // HIGHEST, BLACK_COLOUR)


@rule
def middle_is_best(t: BidsState, pool: int, best: int) -> bool:
    """BID-22, BID-55, BID-56: true also for a tie."""
    if not t.colour_bids or not pool >> BLACK_COLOUR & 1:
        return False
    middle = bid_of(t.up)
    return middle != NO_BID and not beats(t, best, middle)


# Special cards


@rule
def alliance(t: BidsState, winner: int) -> None:
    """BID-32: the player of the Ally, if there is one, and the winner are allied."""
    for seat in range(t.players):
        if t.played[seat] == ALLY:
            t.allies = 1 << seat | 1 << winner
            tell(t, events.ALLIED, seat, winner)


@rule
def double(t: BidsState, winner: int) -> None:
    """BID-35: double every card taken in this round so far."""
    for black in range(BLACKS):
        if t.taker[black] == winner:
            t.doubled[black] = 1
    tell(t, events.DOUBLED, winner)


@rule
def theft(t: BidsState, winner: int) -> None:
    """BID-36: the thief is asked only if there is a choice."""
    first = next_loot(t, winner, STEAL - 1)
    if first == NO_CARD:
        tell(t, events.NOTHING_TO_STEAL, winner)
        after_theft(t, winner)
    elif next_loot(t, winner, first) == NO_CARD:
        steal(t, winner, first)
        after_theft(t, winner)
    else:
        t.stealing = 1
        t.turn = winner


@rule
def next_loot(t: BidsState, winner: int, action: int) -> int:
    """BID-36: the next possible theft after this one in numeric order, or NO_CARD."""
    lowest = lowest_victim_bid(t, winner)
    for following in range(action + 1, STEAL + t.players * BLACKS):
        victim = (following - STEAL) // BLACKS
        if is_victim(t, winner, victim, lowest) and can_be_stolen(t, victim, (following - STEAL) % BLACKS):
            return following
    return NO_CARD


@rule
def lowest_victim_bid(t: BidsState, winner: int) -> int:
    """BID-36, BID-37, BID-60: the lowest number bid by another seat that has a card to steal."""
    lowest = NO_BID
    for seat in range(t.players):
        bid = bid_of(t.played[seat])
        if seat != winner and bid != NO_BID and has_loot(t, seat) and (lowest == NO_BID or bid < lowest):
            lowest = bid
    return lowest


@rule
def is_victim(t: BidsState, winner: int, seat: int, lowest: int) -> bool:
    """BID-36: any seat tied for lowest that has a card."""
    return seat != winner and lowest != NO_BID and bid_of(t.played[seat]) == lowest


@rule
def has_loot(t: BidsState, seat: int) -> bool:
    """BID-36, BID-37."""
    found = False
    for black in range(BLACKS):
        if can_be_stolen(t, seat, black):
            found = True
    return found


@rule
def can_be_stolen(t: BidsState, victim: int, black: int) -> bool:
    """BID-37: a 2x cannot."""
    return t.taker[black] == victim and BLACK + black != DOUBLE


@rule
def loot(t: BidsState, seat: int, out: list[int]) -> int:
    """BID-36: list what the thief may steal."""
    count = 0
    action = next_loot(t, seat, STEAL - 1)
    while action != NO_CARD:
        out[count] = action
        count += 1
        action = next_loot(t, seat, action)
    return count


@rule
def steal(t: BidsState, winner: int, action: int) -> None:
    """BID-36; BID-37, BID-59: a doubled card counts its face value for the thief."""
    victim = (action - STEAL) // BLACKS
    black = (action - STEAL) % BLACKS
    t.stealing = 0
    t.taker[black] = winner
    t.doubled[black] = 0
    tell(t, events.STOLEN, winner, BLACK + black, victim)


@rule
def after_theft(t: BidsState, winner: int) -> None:
    """BID-35, BID-39, BID-38, in the order of BID-58: finish a turn that was won."""
    if is_won(t, DOUBLE):
        double(t, winner)
    if was_played(t, LOWEST):
        lowest_from_now_on(t)
    if was_played(t, SHUFFLE):
        shuffle_pile(t)
    next_turn(t, winner)


@rule
def shuffle_pile(t: BidsState) -> None:
    """BID-38: shuffle the pile, including burned cards."""
    shuffle(t, t.pile, 0, t.pile_size)
    t.under = 0
    tell(t, events.SHUFFLED)


@rule
def lowest_from_now_on(t: BidsState) -> None:
    """BID-39."""
    t.lowest_wins = 1
    tell(t, events.LOWEST)


@rule
def is_surprise(t: BidsState) -> bool:
    """BID-40: is the prize the next card of the pile, unseen?"""
    return t.up == SURPRISE or was_played(t, SURPRISE)


@rule
def what_is_won(t: BidsState) -> int:
    """BID-40, BID-61 to BID-63: the card turned up, or after a Surprise the next card of the pile."""
    if not is_surprise(t):
        return t.up
    prize = turn_up(t)
    tell(t, events.SURPRISED, prize)
    if t.up == SURPRISE:
        discard(t, SURPRISE)
    else:
        put_under(t, t.up)
        tell(t, events.DISPLACED, t.up)
    return prize
