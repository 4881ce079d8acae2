"""The commitment to a shuffle: a room shows it before the deal, and anyone can verify it after the game.

A room's secret is 32 random hexadecimal digits. The commitment and the seed are two different hashes of the secret,
so the commitment does not reveal the seed. The secret is shown after the game.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

from bidwell.core.errors import BadRecord, Refused, brief_repr
from bidwell.core.rng import key_of

SECRET = re.compile(r"[0-9a-f]{32}")
SHORTEST = 8
"""A prefix of a commitment needs at least this many digits to be compared."""


def fresh_secret() -> str:
    return secrets.token_hex(16)


def commitment_of(secret: str) -> str:
    """Return the hash that is shown before the deal."""
    return sha256(f"bidwell shuffle {secret}".encode()).hexdigest()


def seed_of(secret: str) -> int:
    """Return the seed of the deal, 62 bits."""
    return int.from_bytes(sha256(f"bidwell seed {secret}".encode()).digest()[:8], "big") >> 2


def written(secret: str) -> str:
    """Return the comment lines that make a record verifiable."""
    return f"# shuffle: {secret}\n# commitment: {commitment_of(secret)}\n"


def beginning(shown: str) -> str:
    """Return the digits of a full or shortened commitment, without a trailing `…`. Refuse one that is too short."""
    digits = shown.strip().rstrip("….").lower()
    if len(digits) < SHORTEST:
        raise Refused(
            f"the commitment {brief_repr(shown)} is too short to be compared; give at least {SHORTEST} digits"
        )
    return digits


def checked_commitment(record: str, seed: int | None, shown: str | None, key: int | None = None) -> str:
    """Return the commitment of a record, or raise BadRecord.

    The secret must have this hash and give the seed of the deal; for a record without a deal, whose game went through a
    change of rules, the chance key of its position. The commitment must begin with `shown`, if given.
    """
    found = [re.search(rf"^# {name}: ([0-9a-f]+)$", record, re.M) for name in ("shuffle", "commitment")]
    secret, commitment = (match[1] if match else "" for match in found)
    if not SECRET.fullmatch(secret) or not commitment:
        raise BadRecord("there are no lines '# shuffle: …' and '# commitment: …'; only games at a server have them")
    if commitment_of(secret) != commitment:
        raise BadRecord(f"the hash of the secret is {commitment_of(secret)}, not the commitment {commitment}")
    if shown is not None and not commitment.startswith(beginning(shown)):
        raise BadRecord(f"the commitment is {commitment}, which is not the one that was shown, {brief_repr(shown)}")
    if seed is None and key is not None:
        if key != key_of(seed_of(secret), 0):
            raise BadRecord("the cards of the position it begins with were not dealt from the secret")
    elif seed != seed_of(secret):
        raise BadRecord(f"the cards were dealt from the seed {seed}, but the secret gives {seed_of(secret)}")
    return commitment
