"""The golden records of all games: each is written again as it was read, and has its result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bidwell

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.bidwell"))


def test_every_game_has_records() -> None:
    """In the folder of its tests, each with its result."""
    assert {path.parts[-3] for path in RECORDS} == {game.name for game in bidwell.games()}
    assert [path for path in RECORDS if not path.with_suffix(".json").is_file()] == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_is_written_again_byte_for_byte(path: Path) -> None:
    """Headings, names, options and all."""
    text = path.read_text(encoding="utf-8")
    assert bidwell.replay(text).record() == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_replays_to_its_result(path: Path) -> None:
    """Scores and places; and the events it is kept for happen in it."""
    table = bidwell.replay(path.read_text(encoding="utf-8"))
    result = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert table.over
    assert dict(zip(table.names, table.scores, strict=True)) == result["scores"]
    assert dict(zip(table.names, table.places, strict=True)) == result["places"]
    assert {*result["events"]} <= {event.name for event in table.log}
