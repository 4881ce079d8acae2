"""Build hook: the README and the links of a release, with addresses wherever the address of the repository is known.

A package index shows the README without the repository around it, so that relative images and links lead nowhere
there. The address comes from BIDWELL_REPOSITORY and BIDWELL_REVISION, or in a GitHub workflow from its own variables.
Without an address images are replaced by their descriptions and links by their texts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

IMAGE = re.compile(r"!\[([^]]*)\]\((?!https?:)([^)]+)\)")
LINK = re.compile(r"(?<!!)\[([^]]+)\]\((?!https?:|#)([^)]+)\)")


class ReadmeAndLinks(MetadataHookInterface):
    """Set `readme` and `urls`, which pyproject.toml declares as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        address, revision = repository(os.environ)
        metadata["readme"] = {"content-type": "text/markdown", "text": portable(readme, address, revision)}
        metadata["urls"] = links(address)


def repository(environment: Mapping[str, str]) -> tuple[str, str]:
    """Return the address of the repository, empty if it is not known, and the revision that is built."""
    get = environment.get
    on_github = f"{get('GITHUB_SERVER_URL')}/{get('GITHUB_REPOSITORY')}" if get("GITHUB_REPOSITORY") else ""
    address = get("BIDWELL_REPOSITORY") or on_github
    return address.rstrip("/"), get("BIDWELL_REVISION") or get("GITHUB_SHA") or "main"


def portable(readme: str, address: str, revision: str) -> str:
    """Return the README without relative images and links."""
    if not address:
        return LINK.sub(r"\1", IMAGE.sub(r"\1", readme))
    readme = IMAGE.sub(rf"![\1]({address}/raw/{revision}/\2)", readme)
    return LINK.sub(rf"[\1]({address}/blob/{revision}/\2)", readme)


def links(address: str) -> dict[str, str]:
    """Return the project's links for the index; none if the address is not known."""
    if not address:
        return {}
    pages = {"Documentation": "blob/main/docs/index.md", "Changelog": "blob/main/CHANGELOG.md", "Issues": "issues"}
    return {"Repository": address} | {name: f"{address}/{page}" for name, page in pages.items()}
