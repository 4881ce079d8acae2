"""When special cards meet: every pair that can come together in one turn, wherever each comes from.

Five players, Anne leads. Before them lie Anne: 3, Burt: 4, Carla: 6, Dora: 8, and before Emil all that is nowhere else.
The pile goes on with 12, 11, 9, 1. A card `up` is turned up (a black 10 is, if none is named), a card `played` comes
from Dora's hand, the second one from Emil's, and a card `found` lies on the pile for a Surprise to find.

- `won`: Anne has the best bid (red 9; where the lowest wins, red 2) and Carla the lowest but her.
- `lowest`: the same where the lowest wins, if that is not the same: for the -5 of Dora then wins.
- `burned`: Burt and Carla tie for the best bid, so that Carla leads next.

A star marks cards that count double. All is said that is not as before: who has what, what went under the pile, what is
gone, who are allied, which effects were told in which order, and which card is turned up next if it is not the 12.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

import pytest

from bidwell import Event, Table
from tests.games.bids.helpers import (
    NAME_OF_BLANK,
    NUMBER_OF_BLANK,
    a_table,
    gone,
    names,
    play,
    see,
    taken,
    turn,
    under,
    was_told,
)

CASES = """
# Ally and -5

BID-32, BID-34: the winner takes the -5, and their ally will share it.
  cards   -5 up, Ally played
  won     Anne has 3 -5; allied Anne, Dora; told allied
  burned  under -5

BID-32, BID-34: with the highest bid Anne wins; where the lowest wins the -5 does, and Emil is allied with its owner.
  cards   -5 played, Ally played
  won     Anne has 3 10 -5; allied Anne, Emil; told allied
  lowest  Dora has 8 10 -5; allied Dora, Emil; told allied
  burned  under 10, -5

# Ally and 2x

BID-32, BID-35: the alliance does not touch what is doubled, only the scores.
  cards   2x up, Ally played
  won     Anne has 3* 2x; allied Anne, Dora; told allied, doubled
  burned  under 2x

BID-32, BID-35: the 2x goes to the winner with the 10, and doubles it.
  cards   Ally played, 2x played
  won     Anne has 3* 10* 2x; allied Anne, Dora; told allied, doubled
  burned  under 10, 2x

# Ally and Thief

BID-32, BID-36, BID-60: who played the Ally made no bid and is not robbed; the lowest bidder is.
  cards   Thief up, Ally played
  won     Anne has 3 6; Carla has nothing; allied Anne, Dora; gone Thief; told allied, stolen
  burned  under Thief

BID-32, BID-36, BID-58: first the alliance, then the theft.
  cards   Ally played, Thief played
  won     Anne has 3 6 10; Carla has nothing; allied Anne, Dora; gone Thief; told allied, stolen
  burned  under 10, Thief

# Ally and Shuffle

BID-32, BID-38: the Shuffle is over before the bidding, burned turn or not.
  cards   Shuffle up, Ally played
  won     Anne has 3 up; allied Anne, Dora; gone Shuffle; told shuffled, allied
  burned  under up; gone Shuffle; told shuffled

BID-32, BID-38, BID-58: first the alliance, then the Shuffle.
  cards   Ally played, Shuffle played
  won     Anne has 3 10; allied Anne, Dora; gone Shuffle; told allied, shuffled
  burned  under 10, Shuffle

# Ally and Lowest

BID-32, BID-39: the Ally is allied with the one who bid lowest.
  cards   Lowest up, Ally played
  won     Anne has 3 10; allied Anne, Dora; gone Lowest; told lowest, allied
  burned  under 10; gone Lowest; told lowest

BID-32, BID-39: the alliance is with this turn's winner, the highest; the lowest wins only from the next turn on.
  cards   Ally played, Lowest played
  won     Anne has 3 10; allied Anne, Dora; gone Lowest; told allied, lowest
  burned  under 10, Lowest

# Ally and Surprise

BID-32, BID-40: the winner of the surprise is allied.
  cards   Surprise up, Ally played
  won     Anne has 3 12; allied Anne, Dora; gone Surprise; told allied, surprised; next 11
  burned  gone Surprise

BID-32, BID-40: the 12 in place of the 10.
  cards   Ally played, Surprise played
  won     Anne has 3 12; allied Anne, Dora; under 10; gone Surprise; told allied, surprised; next 11
  burned  under 10, Surprise

# Ally and Blank

BID-32, BID-50: a blank is a point card like another.
  cards   Joker up, Ally played
  won     Anne has 3 Joker; allied Anne, Dora; told allied
  burned  under Joker

BID-32, BID-50: the blank goes to the winner, the Ally to nobody.
  cards   Ally played, Joker played
  won     Anne has 3 10 Joker; allied Anne, Dora; told allied
  burned  under 10, Joker

# -5 and 2x

BID-34, BID-35: this turn's cards are doubled, negative ones too.
  cards   -5 up, 2x played
  won     Anne has 3* -5* 2x; told doubled
  burned  under -5, 2x

BID-34, BID-35: so they are when the -5 is played; where the lowest wins its owner has the doubling.
  cards   2x up, -5 played
  won     Anne has 3* -5* 2x; told doubled
  lowest  Dora has 8* -5* 2x; told doubled
  burned  under 2x, -5

BID-34, BID-35, BID-57: and when both are played; burned, they go under the pile in the order of play.
  cards   -5 played, 2x played
  won     Anne has 3* 10* -5* 2x; told doubled
  lowest  Dora has 8* 10* -5* 2x; told doubled
  burned  under 10, -5, 2x

BID-35, BID-63: the -5 turned up goes to the bottom, and the 2x in its place doubles what was there before.
  cards   -5 up, Surprise played, 2x found
  won     Anne has 3* 2x; under -5; gone Surprise; told surprised, doubled
  burned  under -5, Surprise; next 2x

BID-34, BID-63: the 2x turned up goes to the bottom without effect, and the -5 is taken in its place.
  cards   2x up, Surprise played, -5 found
  won     Anne has 3 -5; under 2x; gone Surprise; told surprised
  burned  under 2x, Surprise; next -5

# -5 and Thief

BID-34, BID-36: the winner takes the -5 and steals from the lowest bidder.
  cards   -5 up, Thief played
  won     Anne has 3 6 -5; Carla has nothing; gone Thief; told stolen
  burned  under -5, Thief

BID-34, BID-36, BID-37: the -5 is the lowest bid, so its owner is robbed; or it wins, and robs the lowest but itself.
  cards   Thief up, -5 played
  won     Anne has 3 8 -5; Dora has nothing; gone Thief; told stolen
  lowest  Dora has 3 8 -5; Anne has nothing; gone Thief; told stolen
  burned  under Thief, -5

BID-34, BID-36, BID-37: likewise when both are played.
  cards   -5 played, Thief played
  won     Anne has 3 8 10 -5; Dora has nothing; gone Thief; told stolen
  lowest  Dora has 3 8 10 -5; Anne has nothing; gone Thief; told stolen
  burned  under 10, -5, Thief

BID-36, BID-63: the Thief that comes in place of the -5 steals.
  cards   -5 up, Surprise played, Thief found
  won     Anne has 3 6; Carla has nothing; under -5; gone Thief, Surprise; told surprised, stolen
  burned  under -5, Surprise; next Thief

BID-34, BID-63: the Thief goes to the bottom without effect, and the -5 is taken in its place.
  cards   Thief up, Surprise played, -5 found
  won     Anne has 3 -5; under Thief; gone Surprise; told surprised
  burned  under Thief, Surprise; next -5

# -5 and Shuffle

BID-34, BID-38: the -5 is taken, and the pile is shuffled after the turn; burned, both go under it.
  cards   -5 up, Shuffle played
  won     Anne has 3 -5; gone Shuffle; told shuffled
  burned  under -5, Shuffle

BID-34, BID-38: the Shuffle is over before the -5 is bid.
  cards   Shuffle up, -5 played
  won     Anne has 3 up -5; gone Shuffle; told shuffled
  lowest  Dora has 8 up -5; gone Shuffle; told shuffled
  burned  under up, -5; gone Shuffle; told shuffled

BID-34, BID-38: whatever bid wins, the pile is shuffled after the turn.
  cards   -5 played, Shuffle played
  won     Anne has 3 10 -5; gone Shuffle; told shuffled
  lowest  Dora has 8 10 -5; gone Shuffle; told shuffled
  burned  under 10, -5, Shuffle

BID-34, BID-38: after the Shuffle the -5 comes up.
  cards   Shuffle up, -5 up
  won     Anne has 3 -5; gone Shuffle; told shuffled
  burned  under -5; gone Shuffle; told shuffled

BID-38, BID-62: the Shuffle found is over before the -5 goes to the bottom, and stays there.
  cards   -5 up, Surprise played, Shuffle found
  won     Anne has 3 surprise; under -5; gone Shuffle, Surprise; told shuffled, surprised
  burned  under -5, Surprise; gone Shuffle; told shuffled

# -5 and Lowest

BID-34, BID-39: the highest still takes the -5; burned, the Lowest has no effect.
  cards   -5 up, Lowest played
  won     Anne has 3 -5; gone Lowest; told lowest
  burned  under -5, Lowest

BID-34, BID-39: now the -5 is the lowest and wins; nothing ties with it.
  cards   Lowest up, -5 played
  won     Dora has 8 10 -5; gone Lowest; told lowest

BID-34, BID-39: in this turn the -5 still loses.
  cards   -5 played, Lowest played
  won     Anne has 3 10 -5; gone Lowest; told lowest
  burned  under 10, -5, Lowest

BID-34, BID-39: then the lowest bid takes the -5.
  cards   Lowest up, -5 up
  won     Anne has 3 -5; gone Lowest; told lowest
  burned  under -5; gone Lowest; told lowest

BID-39, BID-62: the Lowest found takes effect, and one more is drawn in place of the -5.
  cards   -5 up, Surprise played, Lowest found
  won     Anne has 3 12; under -5; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  under -5, Surprise; gone Lowest; told lowest

# -5 and Surprise

BID-34, BID-40: the surprise saves the winner from the -5.
  cards   -5 up, Surprise played
  won     Anne has 3 12; under -5; gone Surprise; told surprised; next 11
  burned  under -5, Surprise

BID-34, BID-40: black cards played still go to the winner; burned, the -5 goes under and the Surprise away.
  cards   Surprise up, -5 played
  won     Anne has 3 12 -5; gone Surprise; told surprised; next 11
  lowest  Dora has 8 12 -5; gone Surprise; told surprised; next 11
  burned  under -5; gone Surprise

BID-34, BID-40: the 10 goes to the bottom, the -5 to the winner.
  cards   -5 played, Surprise played
  won     Anne has 3 12 -5; under 10; gone Surprise; told surprised; next 11
  lowest  Dora has 8 12 -5; under 10; gone Surprise; told surprised; next 11
  burned  under 10, -5, Surprise

BID-34, BID-40: the surprise is a -5; burned, it stays for the next turn.
  cards   Surprise up, -5 found
  won     Anne has 3 -5; gone Surprise; told surprised
  burned  gone Surprise; next -5

BID-34, BID-40: the winner gets the -5 in place of the 10.
  cards   Surprise played, -5 found
  won     Anne has 3 -5; under 10; gone Surprise; told surprised
  burned  under 10, Surprise; next -5

# -5 and Blank

BID-34, BID-50: both go to the winner.
  cards   -5 up, Joker played
  won     Anne has 3 -5 Joker
  burned  under -5, Joker

BID-34, BID-50: both go to the winner, who may be the owner of the -5.
  cards   Joker up, -5 played
  won     Anne has 3 -5 Joker
  lowest  Dora has 8 -5 Joker
  burned  under Joker, -5

BID-34, BID-50: a blank is no bid, a -5 is one.
  cards   -5 played, Joker played
  won     Anne has 3 10 -5 Joker
  lowest  Dora has 8 10 -5 Joker
  burned  under 10, -5, Joker

BID-40, BID-50: the blank in place of the -5.
  cards   -5 up, Surprise played, Joker found
  won     Anne has 3 Joker; under -5; gone Surprise; told surprised
  burned  under -5, Surprise; next Joker

BID-34, BID-40: the -5 in place of the blank.
  cards   Joker up, Surprise played, -5 found
  won     Anne has 3 -5; under Joker; gone Surprise; told surprised
  burned  under Joker, Surprise; next -5

# 2x and Thief

BID-35, BID-36, BID-59: first the theft, then the doubling: the stolen card counts double.
  cards   2x up, Thief played
  won     Anne has 3* 6* 2x; Carla has nothing; gone Thief; told stolen, doubled
  burned  under 2x, Thief

BID-35, BID-36, BID-59: the same the other way round.
  cards   Thief up, 2x played
  won     Anne has 3* 6* 2x; Carla has nothing; gone Thief; told stolen, doubled
  burned  under Thief, 2x

BID-35, BID-36, BID-59: and with both played, the 10 is doubled too.
  cards   2x played, Thief played
  won     Anne has 3* 6* 10* 2x; Carla has nothing; gone Thief; told stolen, doubled
  burned  under 10, 2x, Thief

BID-36, BID-63: the 2x goes to the bottom without effect, the Thief in its place steals, and nothing is doubled.
  cards   2x up, Surprise played, Thief found
  won     Anne has 3 6; Carla has nothing; under 2x; gone Thief, Surprise; told surprised, stolen
  burned  under 2x, Surprise; next Thief

BID-35, BID-63: the Thief goes to the bottom without effect, and the 2x in its place doubles.
  cards   Thief up, Surprise played, 2x found
  won     Anne has 3* 2x; under Thief; gone Surprise; told surprised, doubled
  burned  under Thief, Surprise; next 2x

# 2x and Shuffle

BID-35, BID-38, BID-58: first the doubling, then the Shuffle.
  cards   2x up, Shuffle played
  won     Anne has 3* 2x; gone Shuffle; told doubled, shuffled
  burned  under 2x, Shuffle

BID-35, BID-38: the Shuffle is over before the 2x is played.
  cards   Shuffle up, 2x played
  won     Anne has 3* up* 2x; gone Shuffle; told shuffled, doubled
  burned  under up, 2x; gone Shuffle; told shuffled

BID-35, BID-38, BID-58: both played, both have their effect, or neither.
  cards   2x played, Shuffle played
  won     Anne has 3* 10* 2x; gone Shuffle; told doubled, shuffled
  burned  under 10, 2x, Shuffle

BID-35, BID-38: after the Shuffle the 2x comes up.
  cards   Shuffle up, 2x up
  won     Anne has 3* 2x; gone Shuffle; told shuffled, doubled
  burned  under 2x; gone Shuffle; told shuffled

BID-38, BID-62, BID-63: the 2x, without effect, goes to the bottom after the Shuffle that was found.
  cards   2x up, Surprise played, Shuffle found
  won     Anne has 3 surprise; under 2x; gone Shuffle, Surprise; told shuffled, surprised
  burned  under 2x, Surprise; gone Shuffle; told shuffled

BID-35, BID-40: under a Surprise a Shuffle takes effect, and the 2x that comes after it doubles.
  cards   Surprise up, Shuffle found, 2x found
  won     Anne has 3* 2x; gone Shuffle, Surprise; told shuffled, surprised, doubled
  burned  gone Shuffle, Surprise; told shuffled

# 2x and Lowest

BID-35, BID-39, BID-58: first the doubling, then the Lowest.
  cards   2x up, Lowest played
  won     Anne has 3* 2x; gone Lowest; told doubled, lowest
  burned  under 2x, Lowest

BID-35, BID-39: the one who bid lowest has the doubling.
  cards   Lowest up, 2x played
  won     Anne has 3* 10* 2x; gone Lowest; told lowest, doubled
  burned  under 10, 2x; gone Lowest; told lowest

BID-35, BID-39, BID-58: the one who bid highest has the doubling, and the lowest wins from the next turn on.
  cards   2x played, Lowest played
  won     Anne has 3* 10* 2x; gone Lowest; told doubled, lowest
  burned  under 10, 2x, Lowest

BID-35, BID-39: after the Lowest the 2x comes up, and goes to the lowest bid.
  cards   Lowest up, 2x up
  won     Anne has 3* 2x; gone Lowest; told lowest, doubled
  burned  under 2x; gone Lowest; told lowest

BID-39, BID-62, BID-63: the Lowest found takes effect, the 2x does not.
  cards   2x up, Surprise played, Lowest found
  won     Anne has 3 12; under 2x; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  under 2x, Surprise; gone Lowest; told lowest

BID-35, BID-40, BID-61: under a Surprise a Lowest takes effect, and the 2x after it is the highest bidder's.
  cards   Surprise up, Lowest found, 2x found
  won     Anne has 3* 2x; gone Lowest, Surprise; told lowest, surprised, doubled
  burned  gone Lowest, Surprise; told lowest; next 2x

# 2x and Surprise

BID-40, BID-63: the 2x goes to the bottom without effect.
  cards   2x up, Surprise played
  won     Anne has 3 12; under 2x; gone Surprise; told surprised; next 11
  burned  under 2x, Surprise

BID-35, BID-40: the surprise is one of this turn's cards, and doubled.
  cards   Surprise up, 2x played
  won     Anne has 3* 12* 2x; gone Surprise; told surprised, doubled; next 11
  burned  under 2x; gone Surprise

BID-35, BID-40: the 12 is doubled, the 10 is at the bottom.
  cards   2x played, Surprise played
  won     Anne has 3* 12* 2x; under 10; gone Surprise; told surprised, doubled; next 11
  burned  under 10, 2x, Surprise

BID-35, BID-40: the surprise is a 2x.
  cards   Surprise up, 2x found
  won     Anne has 3* 2x; gone Surprise; told surprised, doubled
  burned  gone Surprise; next 2x

BID-35, BID-63: the 2x that comes in place of the 10 has its effect.
  cards   Surprise played, 2x found
  won     Anne has 3* 2x; under 10; gone Surprise; told surprised, doubled
  burned  under 10, Surprise; next 2x

# 2x and Blank

BID-35, BID-50: a blank of this turn is doubled.
  cards   2x up, Joker played
  won     Anne has 3* 2x Joker*; told doubled
  burned  under 2x, Joker

BID-35, BID-50: so it is when it was turned up.
  cards   Joker up, 2x played
  won     Anne has 3* 2x Joker*; told doubled
  burned  under Joker, 2x

BID-35, BID-50: and when both are played.
  cards   2x played, Joker played
  won     Anne has 3* 10* 2x Joker*; told doubled
  burned  under 10, 2x, Joker

BID-50, BID-63: the 2x goes to the bottom without effect, and the blank is taken in its place.
  cards   2x up, Surprise played, Joker found
  won     Anne has 3 Joker; under 2x; gone Surprise; told surprised
  burned  under 2x, Surprise; next Joker

BID-35, BID-63: the 2x in place of the blank doubles what was there before.
  cards   Joker up, Surprise played, 2x found
  won     Anne has 3* 2x; under Joker; gone Surprise; told surprised, doubled
  burned  under Joker, Surprise; next 2x

# Thief and Shuffle

BID-36, BID-38, BID-58: first the theft, then the Shuffle.
  cards   Thief up, Shuffle played
  won     Anne has 3 6; Carla has nothing; gone Thief, Shuffle; told stolen, shuffled
  burned  under Thief, Shuffle

BID-36, BID-38: the Shuffle is over before the Thief is played.
  cards   Shuffle up, Thief played
  won     Anne has 3 6 up; Carla has nothing; gone Thief, Shuffle; told shuffled, stolen
  burned  under up, Thief; gone Shuffle; told shuffled

BID-36, BID-38, BID-58: both played, both have their effect, or neither.
  cards   Thief played, Shuffle played
  won     Anne has 3 6 10; Carla has nothing; gone Thief, Shuffle; told stolen, shuffled
  burned  under 10, Thief, Shuffle

BID-36, BID-38: after the Shuffle the Thief comes up; burned, it goes under the pile.
  cards   Shuffle up, Thief up
  won     Anne has 3 6; Carla has nothing; gone Thief, Shuffle; told shuffled, stolen
  burned  under Thief; gone Shuffle; told shuffled

BID-38, BID-62, BID-63: the Thief, without effect, goes to the bottom after the Shuffle that was found.
  cards   Thief up, Surprise played, Shuffle found
  won     Anne has 3 surprise; under Thief; gone Shuffle, Surprise; told shuffled, surprised
  burned  under Thief, Surprise; gone Shuffle; told shuffled

BID-36, BID-40: under a Surprise a Shuffle takes effect, and the Thief that comes after it steals.
  cards   Surprise up, Shuffle found, Thief found
  won     Anne has 3 6; Carla has nothing; gone Thief, Shuffle, Surprise; told shuffled, surprised, stolen
  burned  gone Shuffle, Surprise; told shuffled

# Thief and Lowest

BID-36, BID-39, BID-58: first the theft, then the Lowest.
  cards   Thief up, Lowest played
  won     Anne has 3 6; Carla has nothing; gone Thief, Lowest; told stolen, lowest
  burned  under Thief, Lowest

BID-36, BID-37, BID-39: the lowest bid wins, and robs the lowest but itself.
  cards   Lowest up, Thief played
  won     Anne has 3 6 10; Carla has nothing; gone Thief, Lowest; told lowest, stolen
  burned  under 10, Thief; gone Lowest; told lowest

BID-36, BID-39, BID-58: both played: the highest wins this turn still.
  cards   Thief played, Lowest played
  won     Anne has 3 6 10; Carla has nothing; gone Thief, Lowest; told stolen, lowest
  burned  under 10, Thief, Lowest

BID-36, BID-37, BID-39: after the Lowest the Thief comes up.
  cards   Lowest up, Thief up
  won     Anne has 3 6; Carla has nothing; gone Thief, Lowest; told lowest, stolen
  burned  under Thief; gone Lowest; told lowest

BID-39, BID-62, BID-63: the Lowest found takes effect, the Thief does not.
  cards   Thief up, Surprise played, Lowest found
  won     Anne has 3 12; under Thief; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  under Thief, Surprise; gone Lowest; told lowest

BID-36, BID-40, BID-61: under a Surprise a Lowest takes effect, and the Thief after it works for the highest bidder.
  cards   Surprise up, Lowest found, Thief found
  won     Anne has 3 6; Carla has nothing; gone Thief, Lowest, Surprise; told lowest, surprised, stolen
  burned  gone Lowest, Surprise; told lowest; next Thief

# Thief and Surprise

BID-40, BID-63: the Thief goes to the bottom without effect.
  cards   Thief up, Surprise played
  won     Anne has 3 12; under Thief; gone Surprise; told surprised; next 11
  burned  under Thief, Surprise

BID-36, BID-40: the winner takes the surprise and steals.
  cards   Surprise up, Thief played
  won     Anne has 3 6 12; Carla has nothing; gone Thief, Surprise; told surprised, stolen; next 11
  burned  under Thief; gone Surprise

BID-36, BID-40: the 12 in place of the 10, and a theft.
  cards   Thief played, Surprise played
  won     Anne has 3 6 12; Carla has nothing; under 10; gone Thief, Surprise; told surprised, stolen; next 11
  burned  under 10, Thief, Surprise

BID-36, BID-40: the surprise is a Thief.
  cards   Surprise up, Thief found
  won     Anne has 3 6; Carla has nothing; gone Thief, Surprise; told surprised, stolen
  burned  gone Surprise; next Thief

BID-36, BID-63: the Thief that comes in place of the 10 has its effect.
  cards   Surprise played, Thief found
  won     Anne has 3 6; Carla has nothing; under 10; gone Thief, Surprise; told surprised, stolen
  burned  under 10, Surprise; next Thief

# Thief and Blank

BID-36, BID-50: the winner takes the blank and steals; who played it made no bid and is not robbed.
  cards   Thief up, Joker played
  won     Anne has 3 6 Joker; Carla has nothing; gone Thief; told stolen
  burned  under Thief, Joker

BID-36, BID-50: the same the other way round.
  cards   Joker up, Thief played
  won     Anne has 3 6 Joker; Carla has nothing; gone Thief; told stolen
  burned  under Joker, Thief

BID-36, BID-50: and with both played.
  cards   Thief played, Joker played
  won     Anne has 3 6 10 Joker; Carla has nothing; gone Thief; told stolen
  burned  under 10, Thief, Joker

BID-50, BID-63: the Thief goes to the bottom without effect, and the blank is taken in its place.
  cards   Thief up, Surprise played, Joker found
  won     Anne has 3 Joker; under Thief; gone Surprise; told surprised
  burned  under Thief, Surprise; next Joker

BID-36, BID-63: the Thief in place of the blank steals.
  cards   Joker up, Surprise played, Thief found
  won     Anne has 3 6; Carla has nothing; under Joker; gone Thief, Surprise; told surprised, stolen
  burned  under Joker, Surprise; next Thief

# Shuffle and Lowest

BID-38, BID-39: the Shuffle is over before the bidding, the Lowest comes after it.
  cards   Shuffle up, Lowest played
  won     Anne has 3 up; gone Shuffle, Lowest; told shuffled, lowest
  burned  under up, Lowest; gone Shuffle; told shuffled

BID-38, BID-39: the lowest wins already in this turn, and the Shuffle comes after it.
  cards   Lowest up, Shuffle played
  won     Anne has 3 10; gone Shuffle, Lowest; told lowest, shuffled
  burned  under 10, Shuffle; gone Lowest; told lowest

BID-38, BID-39, BID-58: both after the turn, the Shuffle last.
  cards   Shuffle played, Lowest played
  won     Anne has 3 10; gone Shuffle, Lowest; told lowest, shuffled
  burned  under 10, Shuffle, Lowest

BID-38, BID-39: one after the other comes up, and neither uses up a turn.
  cards   Shuffle up, Lowest up
  won     Anne has 3 up; gone Shuffle, Lowest; told shuffled, lowest
  burned  under up; gone Shuffle, Lowest; told shuffled, lowest

BID-38, BID-39: likewise in the other order.
  cards   Lowest up, Shuffle up
  won     Anne has 3 up; gone Shuffle, Lowest; told lowest, shuffled
  burned  under up; gone Shuffle, Lowest; told lowest, shuffled

BID-40, BID-61: under a Surprise both take effect, and one more is drawn for the highest bidder.
  cards   Surprise up, Lowest found, Shuffle found
  won     Anne has 3 surprise; gone Shuffle, Lowest, Surprise; told lowest, shuffled, surprised
  burned  gone Shuffle, Lowest, Surprise; told lowest, shuffled

# Shuffle and Surprise

BID-38, BID-40: the pile was shuffled before, and its next card takes the place of the one turned up.
  cards   Shuffle up, Surprise played
  won     Anne has 3 surprise; under up; gone Shuffle, Surprise; told shuffled, surprised; next any
  burned  under up, Surprise; gone Shuffle; told shuffled

BID-38, BID-40, BID-58: first the surprise, then the pile is shuffled; burned, the Shuffle goes under it.
  cards   Surprise up, Shuffle played
  won     Anne has 3 12; gone Shuffle, Surprise; told surprised, shuffled
  burned  under Shuffle; gone Surprise

BID-38, BID-40, BID-58: the 10 goes to the bottom, and is shuffled in at the end of the turn.
  cards   Shuffle played, Surprise played
  won     Anne has 3 12; under 10; gone Shuffle, Surprise; told surprised, shuffled
  burned  under 10, Shuffle, Surprise

BID-38, BID-40: the surprise is a Shuffle: it takes effect and one more is drawn; burned, it comes up next.
  cards   Surprise up, Shuffle found
  won     Anne has 3 surprise; gone Shuffle, Surprise; told shuffled, surprised
  burned  gone Shuffle, Surprise; told shuffled

BID-38, BID-62: from hand too; the 10 goes to the bottom after the Shuffle and stays there.
  cards   Surprise played, Shuffle found
  won     Anne has 3 surprise; under 10; gone Shuffle, Surprise; told shuffled, surprised
  burned  under 10, Surprise; gone Shuffle; told shuffled

BID-38, BID-40: after the Shuffle the Surprise comes up.
  cards   Shuffle up, Surprise up
  won     Anne has 3 surprise; gone Shuffle, Surprise; told shuffled, surprised
  burned  gone Shuffle, Surprise; told shuffled

# Shuffle and Blank

BID-38, BID-50: the Shuffle is over before the blank is played.
  cards   Shuffle up, Joker played
  won     Anne has 3 up Joker; gone Shuffle; told shuffled
  burned  under up, Joker; gone Shuffle; told shuffled

BID-38, BID-50: the blank is taken, and the pile is shuffled after the turn.
  cards   Joker up, Shuffle played
  won     Anne has 3 Joker; gone Shuffle; told shuffled
  burned  under Joker, Shuffle

BID-38, BID-50: both played: one is kept, one discarded.
  cards   Shuffle played, Joker played
  won     Anne has 3 10 Joker; gone Shuffle; told shuffled
  burned  under 10, Shuffle, Joker

BID-38, BID-50: after the Shuffle the blank comes up.
  cards   Shuffle up, Joker up
  won     Anne has 3 Joker; gone Shuffle; told shuffled
  burned  under Joker; gone Shuffle; told shuffled

BID-38, BID-62: the blank goes to the bottom after the Shuffle that was found.
  cards   Joker up, Surprise played, Shuffle found
  won     Anne has 3 surprise; under Joker; gone Shuffle, Surprise; told shuffled, surprised
  burned  under Joker, Surprise; gone Shuffle; told shuffled

# Lowest and Surprise

BID-39, BID-40: the lowest bid wins the 12 in place of the 10.
  cards   Lowest up, Surprise played
  won     Anne has 3 12; under 10; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  under 10, Surprise; gone Lowest; told lowest

BID-39, BID-40, BID-58: the highest bid wins the surprise, and the lowest from the next turn on.
  cards   Surprise up, Lowest played
  won     Anne has 3 12; gone Lowest, Surprise; told surprised, lowest; next 11
  burned  under Lowest; gone Surprise

BID-39, BID-40, BID-58: likewise when both are played.
  cards   Lowest played, Surprise played
  won     Anne has 3 12; under 10; gone Lowest, Surprise; told surprised, lowest; next 11
  burned  under 10, Lowest, Surprise

BID-40, BID-61: the surprise is a Lowest: the winner stands, and one more is drawn; burned, it comes up next.
  cards   Surprise up, Lowest found
  won     Anne has 3 12; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  gone Lowest, Surprise; told lowest

BID-39, BID-62: from hand too.
  cards   Surprise played, Lowest found
  won     Anne has 3 12; under 10; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  under 10, Surprise; gone Lowest; told lowest

BID-39, BID-40: after the Lowest the Surprise comes up, and goes to the lowest bid.
  cards   Lowest up, Surprise up
  won     Anne has 3 12; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  gone Lowest, Surprise; told lowest

# Lowest and Blank

BID-39, BID-50: a blank is not the lowest bid either.
  cards   Lowest up, Joker played
  won     Anne has 3 10 Joker; gone Lowest; told lowest
  burned  under 10, Joker; gone Lowest; told lowest

BID-39, BID-50: the highest takes the blank.
  cards   Joker up, Lowest played
  won     Anne has 3 Joker; gone Lowest; told lowest
  burned  under Joker, Lowest

BID-39, BID-50: both played: one is kept, one discarded.
  cards   Lowest played, Joker played
  won     Anne has 3 10 Joker; gone Lowest; told lowest
  burned  under 10, Lowest, Joker

BID-39, BID-50: after the Lowest the blank comes up, and goes to the lowest bid.
  cards   Lowest up, Joker up
  won     Anne has 3 Joker; gone Lowest; told lowest
  burned  under Joker; gone Lowest; told lowest

BID-39, BID-62: the Lowest found takes effect, and one more is drawn in place of the blank.
  cards   Joker up, Surprise played, Lowest found
  won     Anne has 3 12; under Joker; gone Lowest, Surprise; told lowest, surprised; next 11
  burned  under Joker, Surprise; gone Lowest; told lowest

# Surprise and Blank

BID-40, BID-50: the winner takes the surprise and the blank.
  cards   Surprise up, Joker played
  won     Anne has 3 12 Joker; gone Surprise; told surprised; next 11
  burned  under Joker; gone Surprise

BID-40, BID-50: the blank goes to the bottom like any card turned up.
  cards   Joker up, Surprise played
  won     Anne has 3 12; under Joker; gone Surprise; told surprised; next 11
  burned  under Joker, Surprise

BID-40, BID-50: the 10 goes to the bottom, the blank to the winner.
  cards   Surprise played, Joker played
  won     Anne has 3 12 Joker; under 10; gone Surprise; told surprised; next 11
  burned  under 10, Surprise, Joker

BID-40, BID-50: the surprise is a blank.
  cards   Surprise up, Joker found
  won     Anne has 3 Joker; gone Surprise; told surprised
  burned  gone Surprise; next Joker

BID-40, BID-50: the blank in place of the 10.
  cards   Surprise played, Joker found
  won     Anne has 3 Joker; under 10; gone Surprise; told surprised
  burned  under 10, Surprise; next Joker

# Blank and Blank

BID-50: both go to the winner.
  cards   Joker up, Toll played
  won     Anne has 3 Joker Toll
  burned  under Joker, Toll

BID-50: both played, both go to the winner with the 10.
  cards   Joker played, Toll played
  won     Anne has 3 10 Joker Toll
  burned  under 10, Joker, Toll

BID-40, BID-50: one in place of the other.
  cards   Joker up, Surprise played, Toll found
  won     Anne has 3 Toll; under Joker; gone Surprise; told surprised
  burned  under Joker, Surprise; next Toll
"""


# Reading the cases

AT_ONCE = {"Shuffle": "shuffled", "Lowest": "lowest"}
"""What takes effect as soon as it is turned up, and what is told of it."""


@dataclass(frozen=True)
class Outcome:
    """What is to come of a turn; what is not said stays as it was."""

    has: dict[str, str] = field(default_factory=dict)
    under: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    allied: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    next: str = "12"

    @classmethod
    def read(cls, text: str) -> Outcome:
        """`Anne has 3 6; Carla has nothing; gone Thief; told stolen`."""
        has, said = {}, {}
        for part in text.split("; "):
            if " has " in part:
                name, _, cards = part.partition(" has ")
                has[name] = cards
            else:
                key, _, words = part.partition(" ")
                said[key] = tuple(words.split(", "))
        after = said.pop("next", ("any" if "shuffled" in said.get("told", ()) else "12",))[0]
        return cls(has=has, next=after, **said)


@dataclass(frozen=True)
class Case:
    """Where the cards come from, and what comes of the turn."""

    sentence: str
    cards: str
    outcomes: dict[str, Outcome]

    def at(self, place: str) -> list[str]:
        """The cards that are `up`, `played` or `found`."""
        cards = [card.rsplit(" ", 1) for card in self.cards.split(", ")]
        return [card for card, where in cards if where == place]

    @property
    def turned_up(self) -> list[str]:
        """A black 10 if nothing is named, or only what makes way for one more."""
        up = self.at("up")
        return up if up and up[-1] not in AT_ONCE else [*up, "10"]

    def modes(self, outcome: str) -> list[str]:
        """A Lowest can only meet another card as long as it is not out, and nothing ties with a -5 for the lowest."""
        if "Lowest" in self.cards or (outcome == "burned" and "-5 played" in self.cards):
            return ["normal"]
        return ["normal", "lowest"]


def read_cases() -> Iterator[Case]:
    for block in CASES.strip().split("\n\n"):
        if not block.startswith("#"):
            sentence, cards, *lines = block.splitlines()
            outcomes = {line.split()[0]: Outcome.read(line[10:]) for line in lines}
            yield Case(sentence, cards[10:], outcomes)


TABLE = [*read_cases()]


def runs(outcome: str) -> list[object]:
    """Every case with every mode in which it can come to this."""
    return [
        pytest.param(case, mode, id=f"{case.cards} ({mode})")
        for case in TABLE
        for mode in case.modes(outcome)
        if outcome in case.outcomes
    ]


# Playing them

BEFORE = {"Anne": ["black 3"], "Burt": ["black 4"], "Carla": ["black 6"], "Dora": ["black 8"]}
GOES_ON = ["12", "11", "9", "1"]
FIRST = {"Burt": "blue 3", "Carla": "green 3", "Dora": "yellow 3", "Emil": "yellow 4"}
"""The turn before, which Anne wins with the last card, to take her black 3 and lead."""
BIDS = {
    ("won", "normal"): ("red 9", "blue 5", "green 4"),
    ("won", "lowest"): ("red 2", "blue 5", "green 4"),
    ("burned", "normal"): ("red 6", "blue 9", "green 9"),
    ("burned", "lowest"): ("red 6", "blue 2", "green 2"),
}


def card(word: str) -> str:
    """The cases say 3 for the black 3."""
    return f"black {word}" if word.isdecimal() else word


def played(case: Case, ending: str, mode: str) -> Table:
    """The case played out, with the first seed by which the cards come after a Shuffle as they are named."""
    for seed in range(200):
        table = turn_before(case, ending, mode, seed)
        if comes_up(table, case):
            play(table, plays(case, ending, mode))
            if ending == "burned" or is_found(table, case):
                return table
    raise AssertionError("no seed lets these cards come up")


def turn_before(case: Case, ending: str, mode: str, seed: int) -> Table:
    """Anne takes her 3, and what the case has turned up is turned up."""
    first = {**FIRST, "Anne": "red 12" if mode == "normal" else "red 1"}
    pile = [*map(card, [*case.turned_up, *case.at("found"), *GOES_ON])]
    elsewhere = {*pile, *case.at("played"), "black 3", "black 4", "black 6", "black 8"}
    points = [*(f"black {number}" for number in range(2, 13)), "2x", "-5"]
    table = a_table(
        first,
        seed=seed,
        turn_number=8,
        lowest_wins=mode == "lowest",
        hands={name: [first[name], then] for name, then in plays(case, ending, mode).items()},
        up="black 3",
        pile=pile,
        taker={**BEFORE, "Anne": [], "Emil": [each for each in points if each not in elsewhere]},
    )
    return play(table, first)


def plays(case: Case, ending: str, mode: str) -> dict[str, str]:
    """What everybody plays, Anne first."""
    bids = BIDS[ending, "lowest" if "Lowest" in case.at("up") else mode]
    hands = [*case.at("played"), "yellow 7", "yellow 8"][:2]
    return dict(zip(["Anne", "Burt", "Carla", "Dora", "Emil"], [*bids, *hands], strict=True))


def comes_up(table: Table, case: Case) -> bool:
    """Is it these cards, one after the other, that were turned up?"""
    at_once = [name for name in names(table.log) if name in AT_ONCE.values()]
    last = case.turned_up[-1]
    right = last == "10" or see(table, "up") == NUMBER_OF_BLANK.get(last, last)
    return right and at_once == [AT_ONCE[each] for each in case.at("up") if each in AT_ONCE]


def is_found(table: Table, case: Case) -> bool:
    """Is the last of the cards to be found what the Surprise has brought?"""
    found = [each for each in case.at("found")[-1:] if each not in AT_ONCE]
    return not found or was_told(table, "surprised") == [f"The surprise is {found[0]}"]


# What came of them

EFFECTS = ("allied", "surprised", "stolen", "nothing to steal", "doubled", "lowest", "shuffled")


def words(table: Table) -> Callable[[str], str]:
    """The cards that the cases speak of, `up` and `surprise` too."""
    (turned_up, *_) = was_told(table, "turned up")
    found = {"up": turned_up.split(": ")[1].removesuffix(" is turned up")}
    for text in was_told(table, "surprised"):
        found["surprise"] = text.removeprefix("The surprise is ")
    return lambda word: card(found.get(word, word))


def agree(table: Table, mode: str, outcome: Outcome) -> None:
    """All that the case says has happened, and nothing else."""
    said = words(table)
    log = table.log[names(table.log).index("takes") + 1 : -1]
    lies_before(table, outcome, said)
    assert {*gone(table)} == {*outcome.gone, *(["Lowest"] if mode == "lowest" else [])}
    assert see(table, "allies") == [*outcome.allied]
    assert see(table, "lowest_wins") is (mode == "lowest" or "lowest" in outcome.told)
    assert [name for name in names(log) if name in EFFECTS] == [*outcome.told]
    lies_under(table, log, [said(word) for word in outcome.under])
    if outcome.next != "any":
        assert see(table, "up") == card(NUMBER_OF_BLANK.get(outcome.next, outcome.next))


def lies_before(table: Table, outcome: Outcome, said: Callable[[str], str]) -> None:
    """Everybody has what they are to have, and the cards with a star count double."""
    has = {name: cards.replace("nothing", "").split() for name, cards in outcome.has.items()}
    for name, cards in BEFORE.items():
        expected = [said(word.strip("*")) for word in has[name]] if name in has else cards
        assert {*taken(table, name)} == {*expected}, name
    starred = {said(word[:-1]) for cards in has.values() for word in cards if word.endswith("*")}
    assert {NAME_OF_BLANK.get(each, each) for each in see(table, "doubled")} - {"2x"} == starred


def lies_under(table: Table, log: list[Event], cards: list[str]) -> None:
    """These were put under the pile, and lie at its bottom unless it was shuffled afterwards."""
    told = names(log)
    shuffled_in = "shuffled" in told and "under the pile" not in told[told.index("shuffled") :]
    pile = [NAME_OF_BLANK.get(each, each) for each in [see(table, "up"), *see(table, "pile")]]
    assert [event.text for event in log if event.name == "under the pile"] == [
        f"{each[:1].upper()}{each[1:]} goes face down under the pile" for each in cards
    ]
    assert under(table) == ([] if shuffled_in else cards)
    assert {*cards} <= {*pile}


@pytest.mark.parametrize(("case", "mode"), runs("won"))
def test_a_turn_that_is_won(case: Case, mode: str) -> None:
    """BID-30, BID-32, BID-34 to BID-40, BID-50, BID-58 to BID-63: as the sentence of the case says."""
    outcome = case.outcomes.get(mode, case.outcomes["won"])
    table = played(case, "won", mode)
    winner = next(iter(outcome.has))
    lowest = mode == "lowest" or "Lowest" in case.at("up")
    told = was_told(table, "lowest won" if lowest else "won")
    assert told[-1] == (f"{winner} wins the turn with the lowest bid" if lowest else f"{winner} wins the turn")
    assert see(table, "leader") == winner
    agree(table, mode, outcome)


@pytest.mark.parametrize(("case", "mode"), runs("burned"))
def test_a_turn_that_is_burned(case: Case, mode: str) -> None:
    """BID-10, BID-31, BID-57: nobody takes anything, no card from hand has its effect, the black ones go under."""
    table = played(case, "burned", mode)
    assert was_told(table, "burned") == ["Burt and Carla tie: the turn is burned, and Carla leads the next"]
    burned = next(event for event in table.log if event.name == "burned")
    assert burned.text_for(1) == "You and Carla tie: the turn is burned, and Carla leads the next"
    assert burned.text_for(2) == "You and Burt tie: the turn is burned, and you lead the next"
    assert see(table, "leader") == "Carla"
    agree(table, mode, case.outcomes["burned"])


# The table of cases is whole

MEETING = ("Ally", "-5", "2x", "Thief", "Shuffle", "Lowest", "Surprise", "Blank")
WHERE = {"up": "turned up", "found": "turned up", "played": "in hand"}


def placed(case: Case) -> list[tuple[str, str]]:
    """Every special card of the case with where it comes from."""
    return [
        ("Blank" if each in NUMBER_OF_BLANK else each, where)
        for place, where in WHERE.items()
        for each in case.at(place)
    ]


@pytest.mark.parametrize("places", [*product(["turned up", "in hand"], repeat=2)], ids=" and ".join)
@pytest.mark.parametrize(("one", "other"), [*combinations(MEETING, 2), ("Blank", "Blank")])
def test_every_meeting_is_in_the_table(one: str, other: str, places: tuple[str, str]) -> None:
    """BID-30, BID-40: each with each, turned up or in hand; the Ally is never turned up."""
    wanted = sorted([(one, places[0]), (other, places[1])])
    met = [sorted(pair) for case in TABLE for pair in combinations(placed(case), 2)]
    assert (wanted in met) is (("Ally", "turned up") not in wanted)


def test_every_case_can_be_won_and_all_but_one_burned() -> None:
    """BID-34, BID-39: where the lowest wins, nothing ties with a -5 from hand, and it wins."""
    assert all("won" in case.outcomes for case in TABLE)
    assert [case.cards for case in TABLE if "burned" not in case.outcomes] == ["Lowest up, -5 played"]
    for case in TABLE:
        assert ("lowest" in case.outcomes) is ("-5 played" in case.cards and "Lowest" not in case.cards)


def test_every_case_is_there_once_and_says_by_which_clause() -> None:
    """BID-30: a sentence each."""
    assert all(case.sentence.startswith("BID-") and case.sentence.endswith(".") for case in TABLE)
    assert len({case.cards for case in TABLE}) == len(TABLE)


# While a thief chooses

TWO_TO_STEAL = {"Burt": ["black 4"], "Carla": ["black 5", "black 6"]}


@pytest.mark.parametrize(("other", "event"), [("2x", "doubled"), ("Lowest", "lowest"), ("Shuffle", "shuffled")])
def test_what_comes_after_the_theft_waits_for_the_thief(other: str, event: str) -> None:
    """BID-36, BID-58: doubling, Lowest and Shuffle come when the thief has chosen, and not before."""
    table = turn({"Anne": "red 9", "Burt": other, "Carla": "green 4"}, up="Thief", taker=TWO_TO_STEAL)
    before = names(table.log)
    told = table.play("Anne", "steal black 5 from Carla")
    assert (event in before, event in names(told)) == (False, True)


def test_a_surprise_has_come_when_the_thief_chooses() -> None:
    """BID-36, BID-58: the 8 is taken and the 7 is under the pile before Anne chooses."""
    plays = {"Anne": "red 9", "Burt": "Surprise", "Carla": "green 4", "Dora": "Thief", "Emil": "red 8"}
    table = turn(plays, up="black 7", pile=["black 8"], taker=TWO_TO_STEAL)
    assert (taken(table, "Anne"), under(table), table.asks) == (["black 8"], ["black 7"], (0,))


def test_the_surprise_is_a_thief_with_a_choice() -> None:
    """BID-36, BID-40: the winner of the surprise is asked."""
    table = turn(
        {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4"}, up="Surprise", pile=["Thief"], taker=TWO_TO_STEAL
    )
    assert table.legal("Anne") == ["steal black 5 from Carla", "steal black 6 from Carla"]


def test_a_blank_can_be_stolen() -> None:
    """BID-36, BID-50: it is a black card before a player."""
    table = turn({"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4"}, up="Thief", taker={"Carla": ["Joker"]})
    assert was_told(table, "stolen") == ["Anne steals Joker from Carla"]


def test_an_ally_may_be_robbed_later() -> None:
    """BID-32, BID-36: the clauses know no mercy for the other one of an alliance."""
    plays = {"Anne": "red 9", "Burt": "blue 8", "Carla": "green 4", "Dora": "red 8", "Emil": "red 7"}
    table = turn(plays, up="Thief", taker={"Carla": ["black 5"]}, allies=["Anne", "Carla"])
    assert taken(table, "Anne") == ["black 5"]


def test_three_specials_and_the_ally_in_one_turn() -> None:
    """BID-32, BID-36, BID-40, BID-58, BID-59: six players: the 12 and the stolen 6 count double, Fay is allied."""
    plays = {"Anne": "red 9", "Burt": "blue 4", "Carla": "Thief", "Dora": "Surprise", "Emil": "2x", "Fay": "Ally"}
    table = turn(plays, up="black 10", pile=["black 12"], taker={"Anne": ["black 3"], "Burt": ["black 6"]})
    assert see(table, "doubled") == ["black 3", "black 6", "black 12", "2x"]
    assert (see(table, "allies"), under(table), gone(table)) == (["Anne", "Fay"], ["black 10"], ["Thief", "Surprise"])
