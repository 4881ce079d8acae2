"""Play on from a decision with the network in every seat. The interpreter and machine code share one loop.

Every candidate action is tried in the same imagined worlds with the same random numbers. Rivals draw their actions by
the network's probabilities; the seat itself plays the action the network prefers. After some decisions of its own the
network's value stands for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from bidwell.bots.network_file import RESULT_BITS
from bidwell.bots.network_loops import best_place, compute, drawn_place, expected, write_logits
from bidwell.bots.search.ismcts import share_behind, share_of_win
from bidwell.core.game import Game
from bidwell.core.rng import key_of, mix, next_rng
from bidwell.core.rule import rule
from bidwell.core.state import copy_state
from bidwell.mechanics import first_of
from bidwell.native.batch_setting import inputs_of

AS_IT_STANDS = -1
"""Used instead of an action: the network chooses for the seat too."""
UNIT = 1 / (1 << RESULT_BITS)


@cache
def playing_out(game: Game) -> Callable[..., tuple[float, float]]:
    """Return the rule that plays on by the network until `seat` decides for the time `horizon`, or to the end.

    It returns what the seat gathered, and how much is left for the result of the game.
    """
    asks, legal, play, see = game.rules.asks, game.rules.legal, game.rules.play, inputs_of(game)

    @rule
    def play_out(t, seat, forced, rng, horizon, trace, net, seen, logits, odds, out):  # type: ignore[no-untyped-def]
        gathered, left, own = 0.0, 1.0, 0
        asked = asks(t)
        while asked:
            mover = first_of(asked)
            count = legal(t, mover, out)
            rng = next_rng(rng)
            if mover == seat and forced >= 0:
                action, forced = forced, AS_IT_STANDS
            elif count == 1:
                action = out[0]
            else:
                see(t, mover, seen)
                compute(net, seen)
                write_logits(net, out, count, logits)
                if mover == seat:
                    own += 1
                    kept = 0.0 if own == horizon else trace
                    gathered, left = gathered + left * (1.0 - kept) * expected(net) * UNIT, left * kept
                    if own == horizon:
                        break
                    action = out[best_place(logits, count)]
                else:
                    action = out[drawn_place(logits, count, odds, rng)]
            play(t, mover, action)
            asked = asks(t)
        return gathered, left

    return play_out


def guided_loop(game: Game) -> Any:
    """Return the loop of this game. It plays `worlds` worlds from number `first` on, each once per action of `seat`.

    `tables[0]` looks to the seat like the true one. The other tables, those of the network, `out` and `standings`
    are working space. `worths` has a row for each action with an entry for each world: the reward that the seat got,
    or expects at its decision number `horizon` after this one (0: never); what it expects at each decision on the way
    counts 1 - `trace` of what is left. A place counts `place` of the reward at the end, the win the rest. `totals` sums
    every seat's share of the win over the games played to the end.
    """
    imagine, write_standings, play_out = game.imagine, game.rules.standings, playing_out(game)

    def loop(  # type: ignore[no-untyped-def]
        tables, seat, actions, seed, first, worlds, horizon, trace, place, net, seen, logits, odds, out, standings,
        worths, totals,
    ):  # fmt: skip
        for world in range(worlds):
            key = key_of(seed, first + world)
            copy_state(tables, 1, 0)
            t = tables[1]
            t.chance_key, t.chance_step = mix(key, 1), 0
            imagine(t, seat)
            for index in range(len(actions)):
                copy_state(tables, 2, 1)
                t, rng = tables[2], mix(key, 2)
                worth, left = play_out(t, seat, actions[index], rng, horizon, trace, net, seen, logits, odds, out)
                if left > 0.0:
                    write_standings(t, standings)
                    won = share_of_win(standings, t.players, seat)
                    worth += left * (won + place * (share_behind(standings, t.players, seat) - won))
                    for other in range(t.players):
                        totals[index][other] += share_of_win(standings, t.players, other)
                worths[index][world] = worth

    return loop
