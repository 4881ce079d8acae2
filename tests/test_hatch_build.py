"""In the description of the built package every image and link leads somewhere."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ADDRESS = "https://example.org/them/bidwell"
RELATIVE = re.compile(r"\]\((?!https?:|#)")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build hook; hatchling itself is installed only where the package is built."""
    interface: Any = ModuleType("hatchling.metadata.plugin.interface")
    interface.MetadataHookInterface = object
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_has_relative_images_and_links() -> None:
    """The README has relative images and links to replace."""
    assert len(RELATIVE.findall(README)) > 10


def test_with_an_address_images_and_links_are_absolute(build: Any) -> None:
    """Images as files, links as pages, of the revision that is built."""
    shown = build.portable(README, ADDRESS, "v1")
    assert not RELATIVE.search(shown)
    assert f"]({ADDRESS}/raw/v1/docs/screenshots/hall-desktop-light.jpg)" in shown
    assert f"[CONTRIBUTING.md]({ADDRESS}/blob/v1/CONTRIBUTING.md)" in shown


def test_without_an_address_there_are_words_only(build: Any) -> None:
    """An image becomes its description, a link its text."""
    shown = build.portable(README, "", "v1")
    assert not RELATIVE.search(shown)
    assert "The hall: four doors, one a game" in shown
    assert build.links("") == {}


def test_a_github_workflow_knows_its_address(build: Any) -> None:
    """From the variables that GitHub sets; BIDWELL_REPOSITORY comes first."""
    github = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "them/bidwell", "GITHUB_SHA": "abc"}
    assert build.repository({}) == ("", "main")
    assert build.repository(github) == ("https://github.com/them/bidwell", "abc")
    assert build.repository({**github, "BIDWELL_REPOSITORY": f"{ADDRESS}/", "BIDWELL_REVISION": "v1"}) == (
        ADDRESS,
        "v1",
    )
    assert build.links(ADDRESS)["Issues"] == f"{ADDRESS}/issues"
