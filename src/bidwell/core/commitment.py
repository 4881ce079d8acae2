"""Trust in the shuffle: what a room shows before the deal, and how anyone checks it after the game.

The secret of a room is 32 hexadecimal digits nobody can guess. Its hash is shown before the deal; the seed comes from
it by another hash, so that knowing the one does not tell the other. After the game the secret is shown.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

from bidwell.core.errors import BadRecord, Refused, brief_repr

SECRET = re.compile(r"[0-9a-f]{32}")
SHORTEST = 8
"""So many digits of a commitment must be given to be compared."""


def fresh_secret() -> str:
    return secrets.token_hex(16)


def commitment_of(secret: str) -> str:
    """What is shown before the deal."""
    return sha256(f"bidwell shuffle {secret}".encode()).hexdigest()


def seed_of(secret: str) -> int:
    """What is dealt from: 62 bits."""
    return int.from_bytes(sha256(f"bidwell seed {secret}".encode()).digest()[:8], "big") >> 2


def written(secret: str) -> str:
    """The lines a record gets, so that it can be verified."""
    return f"# shuffle: {secret}\n# commitment: {commitment_of(secret)}\n"


def beginning(shown: str) -> str:
    """The digits of a commitment, or of its beginning, as somebody copied it: perhaps with `…` behind."""
    digits = shown.strip().rstrip("….").lower()
    if len(digits) < SHORTEST:
        raise Refused(
            f"the commitment {brief_repr(shown)} is too short to be compared; give at least {SHORTEST} digits"
        )
    return digits


def checked(record: str, seed: int | None, shown: str | None) -> str:
    """The commitment of a record, if its secret has that hash, is what was `shown`, and gave the deal."""
    found = [re.search(rf"^# {name}: ([0-9a-f]+)$", record, re.M) for name in ("shuffle", "commitment")]
    secret, commitment = (match[1] if match else "" for match in found)
    if not SECRET.fullmatch(secret) or not commitment:
        raise BadRecord("there are no lines '# shuffle: …' and '# commitment: …'; only games at a server have them")
    if commitment_of(secret) != commitment:
        raise BadRecord(f"the hash of the secret is {commitment_of(secret)}, not the commitment {commitment}")
    if shown is not None and not commitment.startswith(beginning(shown)):
        raise BadRecord(f"the commitment is {commitment}, which is not the one that was shown, {brief_repr(shown)}")
    if seed != seed_of(secret):
        raise BadRecord(f"the cards were dealt from the seed {seed}, but the secret gives {seed_of(secret)}")
    return commitment
