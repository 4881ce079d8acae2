"""Play one deal in duplicate: the same cards with the candidate once in every seat, among copies of one opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from bidwell import native
from bidwell.bots.playout_loop import playout
from bidwell.bots.registry import POLICIES
from bidwell.core.errors import Refused
from bidwell.core.game import SEAT_LETTERS, Game
from bidwell.games import game as find
from bidwell.simulation.games import QUICK
from bidwell.simulation.turn_by_turn import places_of, play_on, without


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


def _played_out(game: Game, seats: Sequence[str], piece: Piece) -> tuple[int, ...]:
    """Return the places of a game between policies. It is the same game compiled or interpreted."""
    policies = [QUICK[spec] for spec in seats]
    if native.available():
        from bidwell.bots.playouts import play_games

        played = play_games(game, policies, piece.options, seed=piece.deal, first=0, count=1)
        return places_of(played.standings[0].tolist())
    codes = [POLICIES.index(name) for name in policies]
    tables = [game.lay(SEAT_LETTERS[: piece.players], piece.options)]
    out, scores, standings = [0] * game.most_choices, [[0] * piece.players], [[0] * piece.players]
    playout(game, False)(tables, codes, piece.deal, 0, out, scores, standings, [0], None)
    return places_of(standings[0])


def _stepped(game: Game, seats: Sequence[str], piece: Piece) -> tuple[tuple[int, ...], dict[int, Refused]]:
    """Play a game with a view for each bot. Return the places, and the reason for each seat that forfeited.

    A seat that forfeits gets the last place.
    """
    table = game.deal(piece.players, piece.deal, piece.options, SEAT_LETTERS[: piece.players])
    why = play_on(table, seats, piece.deal)
    return without(why, table.places), why
