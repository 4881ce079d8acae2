"""The command `bidwell verify`."""

from __future__ import annotations

import argparse

from bidwell.cli import files

ABOUT = "check that a game at a server was dealt as it was promised"
EPILOG = """\
examples:
  bidwell verify game.txt                         the record, as the page offers it when the game is over
  bidwell verify game.txt --commitment 3fa9c01d…  against what the room showed before the deal

Before the deal a room shows a hash of its secret. The record tells the secret: it must have that hash, the cards must
be dealt from it, and every action must follow the rules."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record of a game at a server")
    parser.add_argument(
        "--commitment", metavar="HASH", help="what the room showed before the deal, or at least its first 8 digits"
    )


def run(given: argparse.Namespace) -> int:
    from bidwell.core.commitment import beginning, checked

    shown = None if given.commitment is None else beginning(given.commitment)
    text = files.read(given.file)
    with files.in_file(given.file):
        seed, followed = _replayed(text)
        commitment = checked(text, seed, shown)
    print(f"The secret has the hash {commitment}.")
    print(f"The cards were dealt from it{followed}.")
    if shown is None:
        print("Compare the hash with what the room showed before the deal.")
    return 0


def _replayed(text: str) -> tuple[int | None, str]:
    """Return the seed of a record, and what can be said about its decisions."""
    from bidwell import replay
    from bidwell.core.errors import OtherRules
    from bidwell.core.record import recorded_seed

    try:
        table = replay(text)
    except OtherRules as other:
        return recorded_seed(text), f". Its decisions cannot be checked: {other.reason}"
    state = "to its end" if table.over else "as far as it goes"
    return table.seed, f", and all {len(table.history)} decisions follow the rules {state}"
