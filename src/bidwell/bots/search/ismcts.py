"""Information-set Monte-Carlo tree search, for every game alike: one loop for the interpreter and for machine code.

Every iteration imagines a world that fits what the seat knows, goes down the tree, and plays out with the heuristic.
The tree is a table of information sets: a seat's statistics are kept under what it sees itself, its features. So a seat
that chooses in secret cannot tell in the tree what others chose, and whatever is chosen at once is searched as such.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from bidwell.core.game import Game
from bidwell.core.rng import HALF, mix, next_luck
from bidwell.core.rule import rule
from bidwell.core.state import copy_state
from bidwell.mechanics import first_of

EXPLORE = 0.7
"""How much rarely tried actions are favoured."""
TRUST = 0.4
"""How much of the first attention goes to what the heuristic would do; the rest is shared by all actions."""
PLACE = 0.25
"""How much of the reward is for the place reached; the rest is for winning."""
DEEPEST = 64
"""So many decisions of an iteration are kept in the tree at most."""
LOST = -1
LUCK, ROOT, NODES, CHILDREN = 0, 1, 2, 3
"""Places in the row that goes from call to call: the random state, the key of the decision searched, and how much of
the tree is in use."""

Rows = Any
KEY, MET, WORTH, FIRST, WIDTH, TRIED, WORTHS, RARITY, WON = range(9)
"""The rows of a tree. Of information sets: the key, how often it was met, its worth summed up, where its actions begin,
and how many they are. Of actions: how often each was tried, its worth on the average, 1 / (1 + tried) once it was,
so that nobody need divide who compares actions, and its wins summed up; place 0 is nobody's."""
ROOM = 8
"""For so many actions an information set has room, on the average."""

LOWER, UPPER, STEP = 0x2B4E6D35, 0x39F3A1C7, 0x5851F42D
"""Multipliers below 2**30, and one for places: the products here stay within 63 bits."""


def empty_tree(slots: int, ints: Any, floats: Any) -> Rows:
    """Rows of noughts, made by these two, with room for so many information sets."""
    sets = {KEY: ints, MET: ints, WORTH: floats, FIRST: ints, WIDTH: ints}
    actions = {TRIED: ints, WORTHS: floats, RARITY: floats, WON: floats}
    return (*(sets[row](slots) for row in sorted(sets)), *(actions[row](ROOM * slots) for row in sorted(actions)))


@rule
def view_key(words: list[int], seat: int) -> int:
    """A number for what a seat sees; never 0. Machine code reads four small numbers of it as one word.

    The words go in independently of each other, so that a machine can take many of them at once.
    """
    key = seat + 1
    for place in range(len(words)):
        word = words[place]
        if word:
            stirred = (word & HALF) * LOWER + (word >> 32 & HALF) * UPPER
            key ^= next_luck(stirred ^ STEP * (place + 1))
    return mix(key, seat) | 1


@rule
def find(keys: list[int], key: int) -> int:
    """Where this key stands in the table, or would stand."""
    mask = len(keys) - 1
    slot = key >> 1 & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@rule
def met(tree: Rows, key: int, count: int, state: list[int]) -> int:
    """The place of an information set, if it is known or there is room for it, or else of none, which is LOST.

    The second time it is met its actions get room too.
    """
    node = find(tree[KEY], key)
    if tree[KEY][node] == 0:
        if 4 * state[NODES] >= 3 * len(tree[KEY]):
            return LOST
        tree[KEY][node] = key
        state[NODES] += 1
    elif tree[FIRST][node] == 0 and state[CHILDREN] + count < len(tree[TRIED]):
        tree[FIRST][node] = state[CHILDREN] + 1
        tree[WIDTH][node] = count
        state[CHILDREN] += count
    return node


@rule
def put_in_order(out: list[int], count: int) -> None:
    """The same actions in the same places, however a hand came to lie."""
    for place in range(1, count):
        action, at = out[place], place
        while at > 0 and out[at - 1] > action:
            out[at] = out[at - 1]
            at -= 1
        out[at] = action


@rule
def most_promising(tree: Rows, node: int, guess: int, out: list[int], count: int) -> int:
    """The place among the legal actions of the one most worth trying (PUCT).

    That is by what each brought so far, and the more the less it was tried.
    """
    worths, rarities, first = tree[WORTHS], tree[RARITY], tree[FIRST][node]
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
def tried_next(tree: Rows, node: int, guess: int, out: list[int], count: int, path: list[int], depth: int) -> int:
    """The action most worth trying, noted on the path."""
    put_in_order(out, count)
    place = most_promising(tree, node, guess, out, count)
    path[2 * depth - 1] = tree[FIRST][node] + place
    return out[place]


@rule
def share_of_win(standings: list[int], players: int, seat: int) -> float:
    """1 for a winner alone, a part of it where victory is shared."""
    equal = 0
    for other in range(players):
        if standings[other] > standings[seat]:
            return 0.0
        if standings[other] == standings[seat]:
            equal += 1
    return 1.0 / equal


@rule
def share_behind(standings: list[int], players: int, seat: int) -> float:
    """The share of the others who are behind; those level with it count half."""
    behind = 0.0
    for other in range(players):
        if standings[other] < standings[seat]:
            behind += 1.0
        elif standings[other] == standings[seat] and other != seat:
            behind += 0.5
    return behind / (players - 1)


@rule
def give_credit(standings: list[int], players: int, path: list[int], movers: list[int], depth: int, tree: Rows) -> None:
    """Every decision on the way is counted with how the game ended for the one who made it."""
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
def another(tables: list[Any], rng: int) -> Any:
    """A copy of the first table with chance of its own."""
    copy_state(tables, 1, 0)
    t = tables[1]
    t.chance_key, t.chance_step = mix(rng, 1), 0
    return t


def search_loop(game: Game) -> Any:
    """The loop of this game: so many iterations for `seat`, to whom `tables[0]` looks like the true table.

    `state` goes from call to call; `words` is what is written into `seen`, read in words; the rest is room.
    """
    asks, legal, play, write_standings = game.rules.asks, game.rules.legal, game.rules.play, game.rules.standings
    imagine, heuristic, features = game.imagine, game.heuristic, game.features.features

    def loop(tables, seat, iterations, state, out, seen, words, standings, path, movers, tree):  # type: ignore[no-untyped-def]
        rng = state[LUCK]
        features(tables[0], seat, seen)
        state[ROOT] = view_key(words, seat)
        for _ in range(iterations):
            rng = next_luck(rng)
            t = another(tables, rng)
            imagine(t, seat)
            depth, inside, key = 0, True, state[ROOT]
            asked = asks(t)
            while asked:
                mover = seat if asked >> seat & 1 else first_of(asked)
                count = legal(t, mover, out)
                rng = next_luck(rng)
                action = heuristic(t, mover, out, count, rng)
                if inside and count > 1:
                    if not key:
                        features(t, mover, seen)
                        key = view_key(words, mover)
                    node = met(tree, key, count, state)
                    inside = node != LOST and depth + 1 < DEEPEST and tree[WIDTH][node] == count
                    if node != LOST:
                        path[2 * depth], path[2 * depth + 1], movers[depth] = node, 0, mover
                        depth += 1
                    if inside:
                        action = tried_next(tree, node, action, out, count, path, depth)
                play(t, mover, action)
                key, asked = 0, asks(t)
            write_standings(t, standings)
            give_credit(standings, t.players, path, movers, depth, tree)
        state[LUCK] = rng

    return loop
