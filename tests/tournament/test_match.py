"""Duplicate play: one deal, with the candidate once in every seat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import native
from bidwell.bots.registry import SearchBot
from bidwell.core.rng import key_of
from bidwell.simulation.turn_by_turn import bot_seed, seated, without
from bidwell.tournament import match
from bidwell.tournament.arena import arena
from bidwell.tournament.executors import in_turn
from bidwell.tournament.match import Piece, play_piece
from tests.bots.programs import script as script_file
from tests.tournament.helpers import GAME, OPTIONS, Scripted, piece, script


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile: few games are played sooner without."""
    monkeypatch.setattr(native, "available", lambda: False)


# The same deal


def test_the_candidate_sits_in_every_seat_once() -> None:
    """Among copies of the opponent."""
    assert [piece().seats(rotation) for rotation in range(3)] == [
        ["heuristic", "random", "random"],
        ["random", "heuristic", "random"],
        ["random", "random", "heuristic"],
    ]


def test_all_seats_of_a_deal_are_dealt_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that all play alike see the very same game, wherever the candidate sits, to its end."""
    seen = script(monkeypatch)
    played = play_piece(piece("cmd:one", "cmd:other"))
    views = [view for view in seen if view is not None]
    length = len(views) // 3
    assert views[:length] == views[length : 2 * length] == views[2 * length :]
    assert views[0] == GAME.deal(3, 5, names=["A", "B", "C"]).view(views[0]["you"])
    assert played.places[0] == played.places[1] == played.places[2]


def test_bots_are_put_away_after_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot for each seat of each game is closed."""
    seen = script(monkeypatch)
    play_piece(piece("cmd:one", "cmd:other"))
    assert seen.count(None) == 9


def test_policies_are_dealt_the_same_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played out in one go, each game begins with the deal of the piece's seed."""
    decks: list[list[int]] = []

    def remember(t: Any, seat: int, legal: list[int], count: int, rng: int) -> int:
        decks.append([*t.deck])
        return legal[0]

    monkeypatch.setattr("bidwell.bots.playout_loop.random", remember)
    one = Piece("serengeti", "random", "novice", 3, 5, bidwell.game("serengeti").agreed(3, None))
    dealt: Any = bidwell.game("serengeti").deal(3, seed=5).state
    for rotation in range(3):
        match._played_out(bidwell.game("serengeti"), one.seats(rotation), one)
        assert decks[0] == dealt.deck
        decks.clear()


def test_machine_code_plays_the_same_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places agree."""
    pytest.importorskip("numba", reason="the native extra is not installed")
    one = Piece("serengeti", "heuristic", "random", 3, 5, bidwell.game("serengeti").agreed(3, None))
    plain = play_piece(one)
    monkeypatch.undo()
    assert play_piece(one) == plain


def test_a_search_by_iterations_is_repeatable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same piece gives the same result; with search and another seed the result differs."""
    pytest.importorskip("numba", reason="the native extra is not installed")
    monkeypatch.undo()
    one = replace(piece("search:100", "search:101"), options={**OPTIONS})
    played = play_piece(one)
    assert play_piece(one) == played
    assert play_piece(piece("search:101", "search:100")).places != played.places
    assert play_piece(piece("novice", "heuristic")).places != played.places


def test_every_seat_deal_and_bot_has_its_own_chance() -> None:
    """No two are alike."""
    seeds = [bot_seed(deal, seat, spec) for deal in (1, 2) for seat in (0, 1) for spec in ("search:2", "search:3")]
    assert len({*seeds}) == 8


def test_thinkers_keep_to_one_core() -> None:
    """The other workers play other games meanwhile."""
    thinker = seated("search:1s", GAME, 1)
    assert isinstance(thinker, SearchBot)
    assert (thinker.budget.cores, thinker.budget.milliseconds) == (1, 1000)


# Forfeits


@pytest.mark.parametrize(("told", "why"), [({"says": "nonsense"}, "legal now"), ({"breaks": "no answer"}, "no answer")])
def test_a_bot_that_cheats_or_fails_is_last(monkeypatch: pytest.MonkeyPatch, told: dict[str, str], why: str) -> None:
    """In every seat; the others finish the game."""
    script(monkeypatch, **told)
    played = play_piece(piece("cmd:one", "cmd:other"))
    assert [row[seat] for seat, row in enumerate(played.places)] == [3, 3, 3]
    assert [(each.rotation, each.seat) for each in played.forfeits] == [(0, 0), (1, 1), (2, 2)]
    assert all(why in each.why for each in played.forfeits)
    assert played.share == 0


@pytest.mark.parametrize(
    ("forfeited", "places", "then"),
    [
        ({0: ""}, [1, 2, 3], (3, 1, 2)),
        ({0: "", 2: ""}, [1, 1, 3, 4], (3, 1, 3, 2)),
        ({1: ""}, [2, 1, 2], (1, 3, 1)),
        ({0: "", 1: "", 2: ""}, [1, 2, 3], (3, 3, 3)),
    ],
)
def test_the_others_close_up(forfeited: dict[int, str], places: list[int], then: tuple[int, ...]) -> None:
    """Behind them stand those who forfeited, together."""
    assert without(forfeited, places) == then


def test_where_all_forfeit_nobody_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also not shared with others; the ledger records it."""
    monkeypatch.setattr("bidwell.simulation.turn_by_turn.bot", lambda *_, **__: Scripted([], says="nonsense"))
    arenas = [
        arena(GAME, ["cmd:one", "cmd:two"], deals=1, seed=7, executor=in_turn, resume=tmp_path / "l") for _ in "12"
    ]
    for report in arenas:
        assert [each.share.mean for each in report.pairings] == [0, 0]
        assert [each.forfeits for each in report.forfeits] == [8, 8]
    assert arenas[1].resumed == 8


def test_a_program_that_is_gone_has_forfeited(tmp_path: Path) -> None:
    """The others finish the game, and the arena goes on."""
    spec = f"cmd:{script_file(tmp_path, 'os.remove(sys.argv[0]); sys.exit(7)')}"
    first, *others = play_piece(piece(spec, "random")).forfeits
    assert "ended with exit code 7" in first.why
    assert ["is not there" in each.why for each in others] == [True, True]


def test_what_a_program_said_last_is_kept(tmp_path: Path) -> None:
    """The report names the place of the first one."""
    spec = f"cmd:{script_file(tmp_path, 'sys.exit(chr(111) * 3)')}"
    report = arena(GAME, ["random", spec], deals=2, seed=7, players=[3], executor=in_turn, resume=tmp_path / "ledger")
    again = arena(GAME, ["random", spec], deals=2, seed=7, players=[3], executor=in_turn, resume=tmp_path / "ledger")
    (lost,) = report.forfeits
    assert (lost.deal, lost.seats, lost.seat) == (key_of(7, 0), ["random", spec, spec], 1)
    assert lost.last_words == ["ooo"]
    assert again.forfeits == report.forfeits


def test_forfeits_are_counted_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a bot in several seats a game counts once; the first reason is reported."""
    script(monkeypatch, says="nonsense")
    report = arena(GAME, ["cmd:one", "cmd:other"], deals=2, seed=7, players=[3], executor=in_turn)
    (lost,) = report.forfeits
    assert (lost.bot, lost.forfeits, lost.games) == ("cmd:one", 12, 12)
    assert "'nonsense'" in lost.why
    assert [each.times.mean for each in report.pairings] == [0, 3]


def test_our_own_faults_are_nobodys_forfeit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other fault is an error."""
    seen = script(monkeypatch)
    monkeypatch.setattr(Scripted, "choose", lambda self, view: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        play_piece(piece("cmd:one", "cmd:other"))
    assert seen == [None] * 3
