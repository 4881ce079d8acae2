"""The soak: it runs, it notices what is lost, and its slopes are right."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

import pytest

from checks.soak import __main__ as soak
from checks.soak.report import plot, slope, summary
from checks.soak.table import Broken, check_course


def samples(memory: float, growth: float, lives: int = 1) -> list[dict[str, Any]]:
    """Samples of an hour for each life of a server whose memory grows by this many megabytes an hour."""
    rest: dict[str, Any] = {
        "p50": 2.0,
        "p99": 9.0,
        "commit_seconds_p50": 1.0,
        "rooms_in_memory": 5,
        "connections": 9,
        "load": 1.0,
    }
    rest |= {"writes_waiting": 0, "bots_waiting": 0, "analyses_waiting": 0, "counts": {"actions": 7}, "tables": 5}
    return [
        {**rest, "life": life, "age": age, "at": 3600 * life + age, "memory": memory + growth * age / 3600 + age % 7}
        for life in range(lives)
        for age in range(0, 3600, 30)
    ]


def test_a_slope_is_found_with_its_interval() -> None:
    """Memory that grows by 60 MB an hour is rising, and a restart does not hide it."""
    found = slope(samples(100, 60, lives=2), "memory", 720)
    assert found is not None
    assert found.low < 60 < found.high
    assert found.verdict == "rising"


def test_noise_is_flat() -> None:
    found = slope(samples(100, 0), "memory", 720)
    assert found is not None
    assert found.verdict == "flat"


def test_a_short_run_says_so() -> None:
    """Where memory has not settled, there is no verdict."""
    assert "memory of the server: too short to tell" in summary(samples(100, 60)[:20])


def test_the_plot_has_a_line_for_each_life() -> None:
    drawn = plot(samples(100, 0, lives=2), "two lives")
    assert drawn.count("stroke-dasharray") == 3  # a kill, in each of three panels
    assert drawn.count('fill="none"') == 2 * 5


@pytest.mark.parametrize(
    ("acknowledged", "found", "alone"),
    [
        ([(0, "pass"), (1, "pass")], [(0, "pass")], True),
        ([(0, "pass")], [(0, "pass"), (0, "pass")], True),
        ([(0, "pass"), (0, "bid 2")], [(0, "bid 2"), (1, "pass"), (0, "pass")], False),
    ],
    ids=["lost", "done twice", "in another order"],
)
def test_what_differs_from_what_was_acknowledged_is_noticed(
    acknowledged: list[tuple[int, str]], found: list[tuple[int, str]], alone: bool
) -> None:
    with pytest.raises(Broken):
        check_course(acknowledged, found, alone)


def test_bots_may_act_in_between() -> None:
    check_course([(0, "pass"), (0, "bid 2")], [(0, "pass"), (1, "pass"), (0, "bid 2")], alone=False)


@pytest.mark.slow
def test_nothing_is_lost_in_a_short_soak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six tables play for some seconds, and the server is killed once."""
    monkeypatch.setattr(soak, "EVERY", 1.0)
    monkeypatch.setattr("checks.soak.table.COME_BACK", 0.5)
    given = argparse.Namespace(hours=8 / 3600, tables=6, rate=60.0, kills=1, seed=1, out=f"{tmp_path / 'soak'}")
    assert asyncio.run(soak.Soak(given, tmp_path / "home").run()), capsys.readouterr().out
    told = capsys.readouterr().out
    assert "1 kills of the server" in told
    assert "nothing was lost" in told
    assert (tmp_path / "soak.svg").read_text().startswith("<svg")
