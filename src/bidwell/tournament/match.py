"""Play one deal in duplicate: the same cards with the candidate once in every seat, among copies of one opponent."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any
from zlib import crc32

from bidwell import native
from bidwell.bots.external.program import farewell
from bidwell.bots.playout import playout
from bidwell.bots.registry import POLICIES, Bot, PolicyBot, bot
from bidwell.core.errors import Refused
from bidwell.core.game import SEAT_LETTERS, Game
from bidwell.core.rng import key_of, mix
from bidwell.games import game as find

QUICK = {"random": "random", "heuristic": "heuristic", "novice": "heuristic"}
"""The bots that play by a policy. Games among them run in one loop."""


@dataclass(frozen=True)
class Piece:
    """Everything needed to play one deal in duplicate, in any process: as many games as players."""

    game: str
    candidate: str
    opponent: str
    players: int
    deal: int
    """The seed of the deal, as `Game.deal` accepts it."""
    options: Mapping[str, Any] = field(hash=False)

    @property
    def quick(self) -> bool:
        """Whether playing it takes no longer than sending it to another process."""
        return self.candidate in QUICK and self.opponent in QUICK

    def seats(self, rotation: int) -> list[str]:
        """Return the bots of one of its games: the candidate sits in seat `rotation`."""
        return [self.candidate if seat == rotation else self.opponent for seat in range(self.players)]


@dataclass(frozen=True)
class Forfeit:
    """A forfeit: a bot failed or tried an illegal action. It has the game, the seat and the reason."""

    rotation: int
    seat: int
    why: str
    last_words: tuple[str, ...] = ()
    """The last lines of a program's standard error."""


@dataclass(frozen=True)
class Result:
    """The result of a piece."""

    piece: Piece
    places: tuple[tuple[int, ...], ...]
    """A row for each seat of the candidate: the places of all seats, 1 for the winner. Equal seats share: 1, 1, 3.
    If all seats forfeit, all are last: 3, 3, 3."""
    forfeits: tuple[Forfeit, ...] = ()

    @property
    def share(self) -> float:
        """The candidate's share of the wins over all its seats. A shared victory counts as equal parts."""
        won = (1 / places.count(1) for seat, places in enumerate(self.places) if places[seat] == 1)
        return fsum(won) / len(self.places)


def play_piece(piece: Piece) -> Result:
    """Play a piece. Policies and bots with a budget of iterations play the same on every machine."""
    game, places, forfeits = find(piece.game), [], []
    for rotation in range(piece.players):
        seats = piece.seats(rotation)
        if piece.quick:
            places.append(_played_out(game, seats, piece))
        else:
            row, why = _stepped(game, seats, piece)
            places.append(row)
            forfeits += [
                Forfeit(rotation, seat, str(why[seat]), getattr(why[seat], "last_words", ())) for seat in sorted(why)
            ]
    return Result(piece, tuple(places), tuple(forfeits))


def seated(spec: str, game: Game, seed: int) -> Bot:
    """Create the bot for a seat. It searches on one core only, because the other cores play other games."""
    return bot(spec, game, seed, cores=1)


def bot_seed(deal: int, seat: int, spec: str) -> int:
    """Return the seed of a bot, different for every deal, seat and spec."""
    return mix(key_of(deal, seat + 1), crc32(spec.encode()))  # `hash` would differ between processes


def _played_out(game: Game, seats: Sequence[str], piece: Piece) -> tuple[int, ...]:
    """Return the places of a game between policies. It is the same game compiled or interpreted."""
    policies = [QUICK[spec] for spec in seats]
    if native.available():
        from bidwell.bots.playouts import play_games

        played = play_games(game, policies, piece.options, seed=piece.deal, first=0, count=1)
        return _places(played.standings[0].tolist())
    codes = [POLICIES.index(name) for name in policies]
    tables = [game.lay(SEAT_LETTERS[: piece.players], piece.options)]
    out, scores, standings = [0] * game.most_choices, [[0] * piece.players], [[0] * piece.players]
    playout(game, False)(tables, codes, piece.deal, 0, out, scores, standings, [0], None)
    return _places(standings[0])


def _places(standings: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def _stepped(game: Game, seats: Sequence[str], piece: Piece) -> tuple[tuple[int, ...], dict[int, Refused]]:
    """Play a game with a view for each bot. Return the places, and the reason for each seat that forfeited.

    The heuristic plays on for a seat that forfeits, so that the others can finish. The seat gets the last place.
    """
    table = game.deal(piece.players, piece.deal, piece.options, SEAT_LETTERS[: piece.players])
    why: dict[int, Refused] = {}
    bots: dict[int, Bot] = {}

    def give_up(seat: int, problem: Refused) -> None:
        why[seat] = problem
        bots[seat] = PolicyBot("heuristic", game.heuristic, bot_seed(piece.deal, seat, "heuristic"))

    try:
        for seat, spec in enumerate(seats):
            try:
                bots[seat] = seated(spec, game, bot_seed(piece.deal, seat, spec))
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
        farewell(table, bots)
    return without(why, table.places), why


def without(forfeited: Collection[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the places with the seats that forfeited behind all others. They share the last place.

    If all seats forfeited, none is first.
    """
    if len(forfeited) == len(places):
        return (len(places),) * len(places)
    standings = [-len(places) - 1 if seat in forfeited else -place for seat, place in enumerate(places)]
    return _places(standings)
