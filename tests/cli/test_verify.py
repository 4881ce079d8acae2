"""`bidwell verify`: a record of a server is as promised, or one sentence says what is not."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bidwell as package
from bidwell.core import commitment
from tests.cli.terminal import Bidwell
from tests.laws.play import finished

SECRET = "0123456789abcdef" * 2
OTHER = "f" * 32


def record(secret: str = SECRET, seed: int | None = None) -> str:
    """A finished game, dealt from a secret."""
    dealt = commitment.seed_of(secret) if seed is None else seed
    return finished(package.game("secret_auction").deal(3, dealt), random.Random(1)).record()


@pytest.fixture(
    params=["", "--commitment WHOLE", "--commitment BEGINNING", "--commitment SHORTEST", "--commitment LOUD"]
)
def compared(request: pytest.FixtureRequest) -> str:
    """What the room showed, given in one way or another."""
    whole = commitment.commitment_of(SECRET)
    words = {"WHOLE": whole, "BEGINNING": f"{whole[:12]}…", "SHORTEST": f"{whole[:8]}...", "LOUD": whole[:10].upper()}
    given = str(request.param)
    for word, value in words.items():
        given = given.replace(word, value)
    return given


def test_a_good_record_is_good(bidwell: Bidwell, tmp_path: Path, compared: str) -> None:
    """With the commitment, whole or its beginning; without it, the command says to compare."""
    (tmp_path / "game.txt").write_text(record() + commitment.written(SECRET))
    shown = bidwell(f"verify {tmp_path}/game.txt {compared}")
    assert (shown.code, shown.err) == (0, "")
    assert f"The secret has the hash {commitment.commitment_of(SECRET)}." in shown.out
    assert "decisions follow the rules to its end" in shown.out
    assert ("Compare the hash" in shown.out) == (not compared)


BAD = {
    "another seed": (record(seed=7) + commitment.written(SECRET), "", "the cards were dealt from the seed 7"),
    "another secret": (
        record() + commitment.written(SECRET).replace(SECRET, OTHER),
        "",
        f"the hash of the secret is {commitment.commitment_of(OTHER)}, not the commitment",
    ),
    "another secret with its hash": (record() + commitment.written(OTHER), "", "but the secret gives"),
    "another commitment": (
        record() + commitment.written(SECRET).replace(commitment.commitment_of(SECRET), "0" * 64),
        "",
        f"not the commitment {'0' * 64}",
    ),
    "another was shown": (record() + commitment.written(SECRET), "--commitment 00000000", "not the one that was shown"),
    "none at all": (record(), "", "there are no lines '# shuffle: …' and '# commitment: …'"),
    "no commitment": (record() + f"# shuffle: {SECRET}\n", "", "there are no lines"),
    "a short secret": (record() + "# shuffle: abc\n# commitment: abc\n", "", "there are no lines"),
    "no record": ("Dear diary\n", "", "a record begins with the line 'bidwell record 1'"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_record_that_is_not_as_promised_is_refused(bidwell: Bidwell, tmp_path: Path, what: str) -> None:
    """One sentence, which names the file, and exit code 2."""
    text, given, why = BAD[what]
    (tmp_path / "game.txt").write_text(text)
    shown = bidwell(f"verify {tmp_path}/game.txt {given}")
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert why in shown.err
    assert "game.txt: " in shown.err


TOO_SHORT = ["………………………", "…", "........", "3fa9", f"{commitment.commitment_of(SECRET)[:7]}…"]


@pytest.mark.parametrize("shown", TOO_SHORT)
def test_a_commitment_that_is_too_short_proves_nothing(bidwell: Bidwell, tmp_path: Path, shown: str) -> None:
    """It is not reported as different: its digits are counted without the `…` after them."""
    (tmp_path / "game.txt").write_text(record() + commitment.written(SECRET))
    refused = bidwell(f"verify {tmp_path}/game.txt --commitment {shown}")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "is too short to be compared; give at least 8 digits" in refused.err
    assert "game.txt" not in refused.err


def test_the_example_in_the_help_is_long_enough(bidwell: Bidwell) -> None:
    example = re.search(r"--commitment (\w+…)", bidwell("verify --help").out)
    assert example
    assert commitment.beginning(example[1]) == example[1][:-1]


def test_an_action_that_was_changed_is_refused(bidwell: Bidwell, tmp_path: Path) -> None:
    """Every action must follow the rules."""
    lines = record().splitlines()
    place = max(number for number, line in enumerate(lines) if ": " in line and not line.startswith("#"))
    lines[place] = f"{lines[place].partition(': ')[0]}: fly"
    (tmp_path / "game.txt").write_text("\n".join(lines) + "\n" + commitment.written(SECRET))
    shown = bidwell(f"verify {tmp_path}/game.txt")
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert f"line {place + 1}" in shown.err


def test_there_is_no_such_file(bidwell: Bidwell) -> None:
    """It says so."""
    shown = bidwell("verify nothing.txt")
    assert (shown.code, "there is no file nothing.txt" in shown.err) == (2, True)


def test_a_secret_gives_its_seed_and_its_hash_and_neither_gives_the_other() -> None:
    """Both are hashes of it, in different words."""
    assert commitment.commitment_of(SECRET) != commitment.commitment_of(OTHER)
    assert 0 <= commitment.seed_of(SECRET) < 1 << 62
    assert f"{commitment.seed_of(SECRET):x}" not in commitment.commitment_of(SECRET)
    assert len({commitment.fresh_secret() for _ in range(100)}) == 100
