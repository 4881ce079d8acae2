"""Whole games, dealt, played by policies and scored. The interpreter and machine code share this loop."""

from __future__ import annotations

from typing import Any

from bidwell.bots.policies import random
from bidwell.core.game import Game
from bidwell.core.rng import key_of, mix, next_rng
from bidwell.mechanics import first_of


def playout(game: Game, trace: bool) -> Any:
    """Return the loop of this game. It plays every table of `tables`, as games `first`, `first` + 1, … of `seed`.

    `codes` has the policy of every seat, as an index into `bots.registry.POLICIES`. `out` has room for
    `game.most_choices`. The last four arguments receive the results, one entry per table; `actions` only with `trace`.
    """
    deal, asks, legal, play = game.rules.deal, game.rules.asks, game.rules.legal, game.rules.play
    write_scores, write_standings, heuristic = game.rules.scores, game.rules.standings, game.heuristic

    def loop(tables, codes, seed, first, out, scores, standings, decisions, actions):  # type: ignore[no-untyped-def]
        for index in range(len(tables)):
            t = tables[index]
            t.chance_key = key_of(seed, first + index)
            rng = mix(t.chance_key, 0)
            deal(t)
            count = 0
            asked = asks(t)
            while asked:
                seat = first_of(asked)
                choices = legal(t, seat, out)
                rng = next_rng(rng)
                if codes[seat] == 0:
                    action = random(t, seat, out, choices, rng)
                else:
                    action = heuristic(t, seat, out, choices, rng)
                if trace:
                    actions[index][count] = action
                play(t, seat, action)
                count += 1
                asked = asks(t)
            decisions[index] = count
            write_scores(t, scores[index])
            write_standings(t, standings[index])

    return loop
