"""Information-set Monte Carlo tree search for every game. The interpreter and machine code share one loop.

Every iteration imagines a world that fits what the seat knows, descends the tree, and plays out with the heuristic.
The tree is a hash table of information sets: the statistics of a seat are stored under what it sees, its features.
So a seat in the tree does not know what others chose in secret, and simultaneous choices are searched as such.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from bidwell.core.game import Game
from bidwell.core.rng import HALF, mix, next_rng
from bidwell.core.rule import rule
from bidwell.core.state import copy_state
from bidwell.mechanics import first_of

EXPLORE = 0.7
"""The weight of exploration: how much rarely tried actions are favoured."""
TRUST = 0.4
"""The share of the prior that goes to the heuristic's action; the rest is shared equally by all actions."""
PLACE = 0.25
"""The share of the reward that is for the place reached; the rest is for winning."""
DEEPEST = 64
"""The largest number of decisions of one iteration that are kept in the tree."""
LOST = -1
RNG, ROOT, NODES, CHILDREN = 0, 1, 2, 3
"""Indexes in the row that is kept between calls: the random state, the key of the decision searched, and the number of
information sets and of action entries in use."""

Rows = Any
KEY, MET, WORTH, FIRST, WIDTH, TRIED, WORTHS, RARITY, WON = range(9)
"""The rows of a tree. For information sets: the key, the number of visits, the summed worth, the index of the first
action, and the number of actions. For actions: the number of visits, the mean worth, 1 / (1 + visits) once visited
(which saves a division when actions are compared), and the summed wins. Action index 0 means none."""
ROOM = 8
"""The average number of actions that an information set has room for."""

LOWER, UPPER, STEP = 0x2B4E6D35, 0x39F3A1C7, 0x5851F42D
"""Multipliers for hashing, small enough that the products here stay within 63 bits."""


def empty_tree(slots: int, ints: Any, floats: Any) -> Rows:
    """Return the zeroed arrays of a tree for `slots` information sets. `ints` and `floats` allocate them."""
    sets = {KEY: ints, MET: ints, WORTH: floats, FIRST: ints, WIDTH: ints}
    actions = {TRIED: ints, WORTHS: floats, RARITY: floats, WON: floats}
    return (*(sets[row](slots) for row in sorted(sets)), *(actions[row](ROOM * slots) for row in sorted(actions)))


@rule
def view_key(words: list[int], seat: int) -> int:
    """Return a hash of what a seat sees; never 0. Machine code reads four features as one word.

    The words are hashed independently of each other, so that a processor can handle several at once.
    """
    key = seat + 1
    for place in range(len(words)):
        word = words[place]
        if word:
            stirred = (word & HALF) * LOWER + (word >> 32 & HALF) * UPPER
            key ^= next_rng(stirred ^ STEP * (place + 1))
    return mix(key, seat) | 1


@rule
def find(keys: list[int], key: int) -> int:
    """Return the slot of this key in the table, or the free slot where it would be inserted."""
    mask = len(keys) - 1
    slot = key >> 1 & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@rule
def find_or_insert(tree: Rows, key: int, count: int, state: list[int]) -> int:
    """Return the slot of an information set, inserted if it is new, or LOST if the table is too full.

    Its actions get entries at the second visit, which saves room for sets that are visited only once.
    """
    node = find(tree[KEY], key)
    if tree[KEY][node] == 0:
        if 4 * state[NODES] >= 3 * len(tree[KEY]):  # fuller, looking for a free slot would take long
            return LOST
        tree[KEY][node] = key
        state[NODES] += 1
    elif tree[FIRST][node] == 0 and state[CHILDREN] + count < len(tree[TRIED]):
        tree[FIRST][node] = state[CHILDREN] + 1
        tree[WIDTH][node] = count
        state[CHILDREN] += count
    return node


@rule
def sort_actions(out: list[int], count: int) -> None:
    """Sort the actions, so that their order does not depend on the order of the cards in a hand."""
    for place in range(1, count):
        action, at = out[place], place
        while at > 0 and out[at - 1] > action:
            out[at] = out[at - 1]
            at -= 1
        out[at] = action


@rule
def most_promising(tree: Rows, node: int, guess: int, out: list[int], count: int) -> int:
    """Return the index of the legal action most worth trying (PUCT).

    The value of an action is its mean worth plus a bonus that shrinks with its visits.
    """
    worths, rarities, first = tree[WORTHS], tree[RARITY], tree[FIRST][node]
    # An action that was never tried counts as average: as 0 it would hardly be tried where all values are high.
    average = tree[WORTH][node] / max(tree[MET][node], 1)
    drive = EXPLORE * sqrt(tree[MET][node])
    even, trusted = drive * (1.0 - TRUST) / count, drive * TRUST
    best, most = 0, -1.0
    for index in range(count):
        rarity = rarities[first + index]
        push = even + trusted if out[index] == guess else even
        value = worths[first + index] + push * rarity if rarity else average + push
        if value > most:
            best, most = index, value
    return best


@rule
def select_action(tree: Rows, node: int, guess: int, out: list[int], count: int, path: list[int], depth: int) -> int:
    """Return the action most worth trying, and record it on the path."""
    sort_actions(out, count)
    place = most_promising(tree, node, guess, out, count)
    path[2 * depth - 1] = tree[FIRST][node] + place
    return out[place]


@rule
def share_of_win(standings: list[int], players: int, seat: int) -> float:
    """Return 1 for a sole winner, an equal share for each of several winners, and 0 for the others."""
    equal = 0
    for other in range(players):
        if standings[other] > standings[seat]:
            return 0.0
        if standings[other] == standings[seat]:
            equal += 1
    return 1.0 / equal


@rule
def share_behind(standings: list[int], players: int, seat: int) -> float:
    """Return the share of the other seats that are behind this one; a tie counts half."""
    behind = 0.0
    for other in range(players):
        if standings[other] < standings[seat]:
            behind += 1.0
        elif standings[other] == standings[seat] and other != seat:
            behind += 0.5
    return behind / (players - 1)


@rule
def backpropagate(
    standings: list[int], players: int, path: list[int], movers: list[int], depth: int, tree: Rows
) -> None:
    """Update every decision on the path with the result of the game for the seat that made it."""
    for step in range(depth):
        won = share_of_win(standings, players, movers[step])
        gained = won + PLACE * (share_behind(standings, players, movers[step]) - won)
        node, child = path[2 * step], path[2 * step + 1]
        tree[MET][node] += 1
        tree[WORTH][node] += gained
        tree[TRIED][child] += 1
        tree[WORTHS][child] += (gained - tree[WORTHS][child]) / tree[TRIED][child]
        tree[RARITY][child] = 1.0 / (1 + tree[TRIED][child])
        tree[WON][child] += won


@rule
def imagining_copy(tables: list[Any], rng: int) -> Any:
    """Copy the first table over the second, with a new random key, and return it."""
    copy_state(tables, 1, 0)
    t = tables[1]
    t.chance_key, t.chance_step = mix(rng, 1), 0
    return t


def search_loop(game: Game) -> Any:
    """Return the loop of this game. It runs `iterations` iterations for `seat`, to which `tables[0]` looks true.
    `state` is kept between calls. `words` is `seen`, read as 64-bit words if compiled. The rest is working space.
    """
    asks, legal, play, write_standings = game.rules.asks, game.rules.legal, game.rules.play, game.rules.standings
    imagine, heuristic, features = game.imagine, game.heuristic, game.features.features

    def loop(tables, seat, iterations, state, out, seen, words, standings, path, movers, tree):  # type: ignore[no-untyped-def]
        rng = state[RNG]
        features(tables[0], seat, seen)
        state[ROOT] = view_key(words, seat)
        for _ in range(iterations):
            rng = next_rng(rng)
            t = imagining_copy(tables, rng)
            imagine(t, seat)
            depth, inside, key = 0, True, state[ROOT]
            asked = asks(t)
            while asked:
                mover = seat if asked >> seat & 1 else first_of(asked)  # the searching seat decides first
                count = legal(t, mover, out)
                rng = next_rng(rng)
                action = heuristic(t, mover, out, count, rng)  # in the tree this is the prior, below it the move
                if inside and count > 1:  # a forced move is not a decision
                    if not key:
                        features(t, mover, seen)
                        key = view_key(words, mover)
                    node = find_or_insert(tree, key, count, state)
                    inside = node != LOST and depth + 1 < DEEPEST and tree[WIDTH][node] == count
                    if node != LOST:
                        path[2 * depth], path[2 * depth + 1], movers[depth] = node, 0, mover
                        depth += 1
                    if inside:
                        action = select_action(tree, node, action, out, count, path, depth)
                play(t, mover, action)
                key, asked = 0, asks(t)
            write_standings(t, standings)
            backpropagate(standings, t.players, path, movers, depth, tree)
        state[RNG] = rng

    return loop
