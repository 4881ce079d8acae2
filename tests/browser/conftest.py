"""The built page, served by a real server, in Debian's Chromium. Without Chromium these tests are left out."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.helpers import CHROMIUM, PATIENCE, ROOT, House, Served, launched

ALL = bool(os.environ.get("BIDWELL_CHECK_ALL"))
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

expect.set_options(timeout=PATIENCE * 1000)


def needed(there: bool, why: str) -> None:
    """Skip a test if something is missing, or fail if everything has to be checked."""
    if not there:
        (pytest.fail if ALL else pytest.skip)(why)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for each of the processes that run tests."""
    yield from serving(tmp_path_factory, quick_bots=True)


def serving(tmp_path_factory: pytest.TempPathFactory, *, quick_bots: bool) -> Iterator[Served]:
    """Serve until the tests that need it are over."""
    needed(CHROMIUM.exists(), f"{CHROMIUM} is not installed: the page is not tried in a browser")
    server = Served(tmp_path_factory.mktemp("browser") / "home", quick_bots=quick_bots)
    yield server
    server.stop()


# Not for the session: while it is there, no other test of this process could run an event loop of its own.
@pytest.fixture(scope="module")
def browser(served: Served) -> Iterator[Browser]:
    """One browser for a file of tests."""
    with launched() as browser:
        yield browser


@pytest.fixture
def house(served: Served, browser: Browser) -> Iterator[House]:
    """The devices of one test; at its end no page may have reported a fault."""
    house = House(served, browser)
    yield house
    house.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The checker of accessibility, as a script."""
    needed(AXE.exists(), "axe-core is not installed: run ./web/check once")
    return AXE.read_text(encoding="utf-8")
