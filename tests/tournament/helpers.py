"""Shared helpers of the arena tests: small arenas, handmade results, scripted bots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import bidwell
from bidwell import Refused, View
from bidwell.tournament.arena import ArenaReport, arena
from bidwell.tournament.executors import in_turn
from bidwell.tournament.match import Piece, Result

GAME = bidwell.game("secret_auction")
OPTIONS = GAME.agreed(3, None)
BOTS = ["heuristic", "random"]


def piece(candidate: str = "heuristic", opponent: str = "random", deal: int = 5, players: int = 3) -> Piece:
    return Piece("secret_auction", candidate, opponent, players, deal, OPTIONS)


def result(candidate: str, opponent: str, deal: int, *places: tuple[int, ...]) -> Result:
    return Result(piece(candidate, opponent, deal, len(places)), places)


def shown(deals: int = 6, **more: Any) -> ArenaReport:
    """A small arena without its timings, so that two can be compared."""
    more = {"seed": 7, "players": [3], "executor": in_turn, **more}
    return replace(arena(GAME, BOTS, deals=deals, **more), seconds=0.0)


def stopped_after(games: int) -> Any:
    """A progress callback that raises KeyboardInterrupt after this many games."""

    def told(done: int, total: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return told


class Scripted:
    """A bot that plays its first choice or a given action; `seen` lists the views it received, then None."""

    name = "scripted"

    def __init__(self, seen: list[View | None], says: str = "", breaks: str = "") -> None:
        self.seen, self.says, self.breaks = seen, says, breaks

    def choose(self, view: View) -> str:
        self.seen.append(view)
        if self.breaks:
            raise Refused(self.breaks)
        return self.says or str(view["legal"][0])

    def close(self) -> None:
        self.seen.append(None)


def script(monkeypatch: pytest.MonkeyPatch, **one: str) -> list[View | None]:
    """Register scripted bots: `cmd:one` plays as given, `cmd:other` always its first choice."""
    seen: list[View | None] = []

    def bot(spec: str, game: bidwell.Game, seed: int, cores: int) -> Scripted:
        return Scripted(seen, **(one if spec == "cmd:one" else {}))

    monkeypatch.setattr("bidwell.simulation.turn_by_turn.bot", bot)
    return seen
