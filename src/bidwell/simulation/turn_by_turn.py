"""Games between any bots, one view and one decision at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from zlib import crc32

from bidwell.bots.external.program import close_bots
from bidwell.bots.registry import Bot, PolicyBot, bot
from bidwell.core.errors import Refused
from bidwell.core.game import Game
from bidwell.core.rng import key_of, mix
from bidwell.core.table import Table


def seated(spec: str, game: Game, seed: int) -> Bot:
    """Create the bot for a seat. It searches on one core only, because the other cores play other games."""
    return bot(spec, game, seed, cores=1)


def bot_seed(deal: int, seat: int, spec: str) -> int:
    """Return the seed of a bot, different for every deal, seat and spec."""
    return mix(key_of(deal, seat + 1), crc32(spec.encode()))  # `hash` would differ between processes


def play_on(table: Table, seats: Sequence[str], deal: int) -> dict[int, Refused]:
    """Play a table to its end with a view for each bot. Return the reason for each seat that forfeited.

    `deal` is the number that the seeds of the bots come from. The heuristic plays on for a seat that forfeits, so that
    the others can finish.
    """
    game = table.game
    why: dict[int, Refused] = {}
    bots: dict[int, Bot] = {}

    def give_up(seat: int, problem: Refused) -> None:
        why[seat] = problem
        bots[seat] = PolicyBot("heuristic", game.heuristic, bot_seed(deal, seat, "heuristic"))

    try:
        for seat, spec in enumerate(seats):
            try:
                bots[seat] = seated(spec, game, bot_seed(deal, seat, spec))
            except Refused as problem:
                give_up(seat, problem)
        while asked := table.asks:
            seat = asked[0]
            try:
                table.play(seat, bots[seat].choose(table.view_when_asked(seat)))
            except Refused as problem:
                if seat in why:  # the heuristic already plays for this seat, so the fault is not the bot's
                    raise
                bots[seat].close()
                give_up(seat, problem)
    finally:
        close_bots(table, bots)
    return why


def places_of(standings: Sequence[int]) -> tuple[int, ...]:
    """Return the place of every seat, 1 for the winner. Equal seats share: 1, 1, 3."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def without(forfeited: Collection[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the places with the seats that forfeited behind all others. They share the last place.

    If all seats forfeited, none is first.
    """
    if len(forfeited) == len(places):
        return (len(places),) * len(places)
    return places_of([-len(places) - 1 if seat in forfeited else -place for seat, place in enumerate(places)])
