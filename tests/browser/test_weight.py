"""The page is light."""

from __future__ import annotations

import pytest

from tests.browser.drivers import TURN
from tests.browser.helpers import GAMES, House, Served, room
from tests.browser.weight import Scales

MOST = 120_000


@pytest.mark.parametrize("path", ["/", "/new/bids", *GAMES, "replay"])
def test_no_page_weighs_much(house: House, served: Served, path: str) -> None:
    """Each page loads less than 120 KB, fonts included."""
    page = house.device()
    scales = Scales(page)
    if path.startswith("/"):
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
    else:
        table = room(served, "serengeti" if path == "replay" else path)
        if path == "replay":
            table.play()
        page.goto(f"/replay/{table.id}" if path == "replay" else f"/room/{table.id}")
        page.locator(TURN).or_(page.get_by_role("slider")).first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 20_000 < scales.weight < MOST
