"""The golden records of all games: each is written again as it was read."""

from __future__ import annotations

from pathlib import Path

import pytest

import bidwell

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.bidwell"))


def test_every_game_has_records() -> None:
    """In the folder of its tests."""
    assert {path.parts[-3] for path in RECORDS} == {game.name for game in bidwell.games()}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_is_written_again_byte_for_byte(path: Path) -> None:
    """Headings, names, options and all."""
    text = path.read_text(encoding="utf-8")
    assert bidwell.replay(text).record() == text
