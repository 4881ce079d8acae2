"""The arena gives the same report whatever plays its pieces."""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Generator, Iterable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import bidwell
from bidwell import BadDeal, IllegalAction, Refused, native
from bidwell.tournament.arena import ArenaReport, Broken, arena
from bidwell.tournament.executors import in_turn, on_cores
from bidwell.tournament.match import Piece, Result, play_piece
from bidwell.tournament.plot import svg
from tests.tournament.helpers import BOTS, GAME, Scripted, piece, shown, stopped_after


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile: few games are played sooner without."""
    monkeypatch.setattr(native, "available", lambda: False)


# Engines


def test_a_piece_can_be_sent_anywhere() -> None:
    """And so can its result."""
    assert pickle.loads(pickle.dumps(piece())) == piece()
    assert pickle.loads(pickle.dumps(play_piece(piece()))) == play_piece(piece())


def test_processes_play_what_one_core_plays() -> None:
    """The order in which they finish does not matter."""
    assert replace(shown(25, executor=None, cores=2), cores=1) == shown(25, cores=1)


def test_without_the_mirror_only_the_first_plays_among_the_others() -> None:
    """Without the mirror it plays a part of the same games."""
    bots = [*BOTS, "novice"]
    whole, half = (
        arena(GAME, bots, deals=2, players=[3, 4], seed=7, mirror=mirror, executor=in_turn) for mirror in (True, False)
    )
    assert (whole.games, half.games, half.requested, half.deals_finished) == (84, 28, 28, 2)
    assert half.pairings == [each for each in whole.pairings if each.candidate == bots[0]]
    assert half.overall == [each for each in whole.overall if each.candidate == bots[0]] != []
    assert half.leads == []


def test_any_engine_will_do() -> None:
    """Results may come in any order."""

    def backwards(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        yield from map(play_piece, reversed([*pieces]))

    assert shown(executor=backwards) == shown()


def test_an_engine_that_is_closed_stops_at_once() -> None:
    """Although a running deal would take an hour."""
    slow = [piece("search:60s", "random", deal) for deal in range(5)]
    results = on_cores(2)([piece()] * 40 + slow)
    for _ in range(40):
        next(results)
    begin = time.perf_counter()
    results.close()
    assert time.perf_counter() - begin < 20


# Reports


def test_ctrl_c_leaves_what_was_done() -> None:
    """Deal by deal, so that every pairing has about as many."""
    report = shown(50, progress=stopped_after(60))
    assert (report.interrupted, report.games, report.requested) == (True, 60, 300)
    assert [each.deals for each in report.pairings] == [10, 10]


def test_where_it_cannot_go_on_what_is_done_is_reported() -> None:
    """And why it could not."""

    def breaks(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        yield play_piece(next(iter(pieces)))
        raise MemoryError("no more")

    with pytest.raises(Broken, match="the arena could not go on: MemoryError: no more") as broken:
        shown(executor=breaks)
    assert (broken.value.report.interrupted, broken.value.report.games) == (True, 3)


def test_titles_tell_what_was_played() -> None:
    """An interrupted arena reports the deals that were finished."""
    report = shown(50, progress=stopped_after(63))
    assert (report.deals, report.deals_finished, report.games) == (50, 10, 63)
    assert report.about == "interrupted: 10 of 50 deals finished, 63 games, seed 7"
    assert report.about in svg(report)
    assert shown(1).about == "1 deal, 6 games, seed 7"
    assert shown(1).deals_finished == 1


def test_a_report_is_json() -> None:
    """And can be read again."""
    report = shown(2, players=[3, 5])
    assert ArenaReport.read(json.loads(json.dumps(report.json()))) == report
    with pytest.raises(ValueError, match="format 2"):
        ArenaReport.read({**report.json(), "format": 2})


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (["random"], {}, "between two bots or more, not 'random'$"),
        ([], {}, "between two bots or more, not none$"),
        ("random", {}, "between two bots or more"),
        (["random", "random"], {}, "'random' is named twice"),
        (["random", "wizard"], {}, "there is no bot 'wizard'"),
        (BOTS, {"deals": 0}, "deals is a whole number, at least 1, not 0"),
        (BOTS, {"cores": 0}, "cores is a whole number, at least 1, not 0"),
        (BOTS, {"players": [9]}, "is for 3 to 5 players, not 9"),
        (BOTS, {"players": []}, r"players are a list of numbers of players, such as \[3, 4\], not \[\]"),
        (BOTS, {"players": 3}, r"players are a list of numbers of players, such as \[3, 4\], not 3"),
        (BOTS, {"seed": -1}, "a seed is a whole number"),
        (BOTS, {"options": {"wild": 1}}, "there is no option 'wild'"),
    ],
)
def test_what_cannot_be_is_refused(bots: Any, more: dict[str, Any], sentence: str) -> None:
    """With one sentence."""
    with pytest.raises(BadDeal, match=sentence):
        arena(GAME, bots, executor=in_turn, **{"deals": 1, **more})


def test_a_bot_that_cannot_start_is_refused_before_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own sentence."""

    def bot(spec: str, game: bidwell.Game, seed: int, cores: int) -> Scripted:
        raise IllegalAction("there is no program here")

    monkeypatch.setattr("bidwell.simulation.turn_by_turn.bot", bot)
    with pytest.raises(Refused, match="there is no program here"):
        arena(GAME, ["cmd:one", "random"], deals=1, executor=in_turn)


def test_a_plot_shows_every_pairing() -> None:
    """One SVG, with numbers of players, edges and times."""
    report = shown(3, players=[3, 4])
    drawn = ElementTree.fromstring(svg(report))
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("heuristic among random") == texts.count("random among heuristic") == 2
    for each in report.pairings:
        assert f"{100 * each.edge.mean:+.1f}  ×{each.times.mean:.2f}" in texts


def test_bots_of_one_name_are_told_apart() -> None:
    """In a picture too: programs in different folders may be called the same."""
    report = shown(1)
    bots = [f"cmd:./{folder}/strongbot/run.py" for folder in ("alpha", "beta")]
    pairings = [
        replace(each, candidate=one, opponent=other)
        for each, one, other in zip(report.pairings, bots, bots[::-1], strict=True)
    ]
    drawn = ElementTree.fromstring(svg(replace(report, bots=bots, pairings=pairings)))
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    rows = [text for text in texts if text.startswith("cmd:")]
    assert len(rows) == 2
    assert len({*rows}) == 2


def test_nothing_is_not_drawn() -> None:
    """An arena stopped before its first deal has no picture."""

    def idle(pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        yield from ()

    empty = shown(1, executor=idle)
    with pytest.raises(Refused, match="nothing to draw"):
        svg(empty)
