"""The study of the networks prints what it measures."""

from __future__ import annotations

import sys

import pytest

from studies import networks


@pytest.mark.slow
def test_a_line_for_each_way_round(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One network among rivals, and one rival among networks unless it is the heuristic; deals are whole."""
    words = "serengeti --players 3 --games 4 --rivals heuristic,random"
    monkeypatch.setattr(sys, "argv", ["networks", *words.split()])
    networks.main()
    printed = capsys.readouterr().out.splitlines()
    named = [line.split(";")[0] for line in printed if line.startswith("one ")]
    among = "one network among copies of "
    assert named == [f"{among}heuristic", f"{among}random", "one random among copies of network"]
    measured = [line.split()[:3] for line in printed if line.startswith("serengeti")]
    assert measured == [["serengeti", "3", "6"]] * 3
