"""The command `bidwell verify`."""

from __future__ import annotations

import argparse

from bidwell.cli import files

ABOUT = "check that a game at a server was dealt as promised"
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
    from bidwell.core.commitment import beginning, checked_commitment
    from bidwell.core.record import earlier, recorded_key, recorded_seed

    shown = None if given.commitment is None else beginning(given.commitment)
    text = files.read(given.file)
    with files.in_file(given.file):
        followed = _followed(text)
        key = recorded_key(text) if earlier(text) else None
        commitment = checked_commitment(text, recorded_seed(text), shown, key)
    print(f"The secret has the hash {commitment}.")
    print(f"The cards were dealt from it. {followed}")
    print(_earlier(text), end="")
    if shown is None:
        print("Compare the hash with what the room showed before the deal.")
    return 0


def _followed(text: str) -> str:
    """Return what can be said about the decisions of a record."""
    from bidwell import replay
    from bidwell.core.errors import OtherRules

    try:
        table = replay(text)
    except OtherRules as other:
        return f"Its decisions cannot be checked: {other.reason}."
    state = "to its end" if table.over else "as far as it goes"
    return f"All {len(table.history)} decisions follow the rules {state}."


def _earlier(text: str) -> str:
    """Return what cannot be checked in a game that went through a change of rules."""
    from bidwell.core.record import earlier

    if (found := earlier(text)) is None:
        return ""
    rules, count = found
    return (
        f"The game was dealt under rules {rules}, and the rules were changed while it was played. "
        f"Its first {count} decisions, and that they led to the position the record begins with, cannot be checked.\n"
    )
