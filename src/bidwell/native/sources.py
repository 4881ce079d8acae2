"""A digest of the sources that machine code is compiled from."""

from __future__ import annotations

import hashlib
from pathlib import Path

import bidwell

PARTS = ("mechanics.py", "core/**/*.py", "games/**/*.py", "bots/**/*.py", "native/**/*.py")


def sources_digest(maker: str = "") -> str:
    """Return a digest of these sources and of `maker`, which names the compiler's version."""
    digest = hashlib.sha256(maker.encode())
    root = Path(bidwell.__file__).parent
    for path in sorted(path for part in PARTS for path in root.glob(part)):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
