"""What games are played by: the sources that machine code is made from, in one number."""

from __future__ import annotations

import hashlib
from pathlib import Path

import bidwell

PARTS = ("mechanics.py", "core/**/*.py", "games/**/*.py", "bots/**/*.py", "native/**/*.py")


def sources_digest(maker: str = "") -> str:
    """A digest of every source file that machine code is made from, and of what makes it."""
    digest = hashlib.sha256(maker.encode())
    root = Path(bidwell.__file__).parent
    for path in sorted(path for part in PARTS for path in root.glob(part)):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
