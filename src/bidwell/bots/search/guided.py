"""Play on from a decision with the network in every seat. The interpreter and machine code share one loop.

Every candidate action is tried in the same imagined worlds with the same random numbers. Rivals draw their actions by
the network's probabilities; the seat itself plays the action the network prefers. After some decisions of its own the
network's value stands for the rest of the game.
"""

from __future__ import annotations

from typing import Any

from bidwell.bots.network_file import RESULT_BITS
from bidwell.bots.network_loops import best_place, drawn_place, expected, look, write_logits
from bidwell.bots.search.ismcts import PLACE, share_behind, share_of_win
from bidwell.core.game import Game
from bidwell.core.rng import key_of, mix, next_luck
from bidwell.core.state import copy_state
from bidwell.mechanics import first_of
from bidwell.native.stepping import inputs_of

AS_IT_STANDS = -1
"""Used instead of an action: the network chooses for the seat too."""
UNIT = 1 / (1 << RESULT_BITS)


def guided_loop(game: Game) -> Any:
    """Return the loop of this game. It plays `worlds` worlds from number `first` on, each once per action of `seat`.

    `tables[0]` is a world that looks to the seat like the true one; `tables[1]` and `tables[2]`, the rooms of the
    network, `out` and `standings` are working space. `worths` has a row for each action with an entry for each world:
    the reward that the seat got, or expects at its decision number `horizon` after this one. What it expects at each
    decision on the way counts 1 - `trace` of what is left. `totals` sums every seat's share of the win over the games
    that were played to the end.
    """
    asks, legal, play, imagine = game.rules.asks, game.rules.legal, game.rules.play, game.imagine
    write_standings, see = game.rules.standings, inputs_of(game)

    def loop(  # type: ignore[no-untyped-def]
        tables, seat, actions, seed, first, worlds, horizon, trace, net, seen, logits, odds, out, standings,
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
                t = tables[2]
                rng, forced, own = mix(key, 2), actions[index], 0
                gathered, left = 0.0, 1.0
                asked = asks(t)
                while asked:
                    mover = first_of(asked)
                    count = legal(t, mover, out)
                    rng = next_luck(rng)
                    if mover == seat and forced >= 0:
                        action, forced = forced, AS_IT_STANDS
                    elif count == 1:
                        action = out[0]
                    else:
                        see(t, mover, seen)
                        look(net, seen)
                        write_logits(net, out, count, logits)
                        if mover == seat:
                            own += 1
                            value = expected(net) * UNIT
                            if own == horizon:
                                gathered, left = gathered + left * value, 0.0
                                break
                            gathered, left = gathered + left * (1.0 - trace) * value, left * trace
                            action = out[best_place(logits, count)]
                        else:
                            action = out[drawn_place(logits, count, odds, rng)]
                    play(t, mover, action)
                    asked = asks(t)
                if left > 0.0:
                    write_standings(t, standings)
                    won = share_of_win(standings, t.players, seat)
                    gathered += left * (won + PLACE * (share_behind(standings, t.players, seat) - won))
                    for other in range(t.players):
                        totals[index][other] += share_of_win(standings, t.players, other)
                worths[index][world] = gathered

    return loop
