"""How soon the page is there and how much it loads, in Chromium on this machine: first contentful paint, and bytes."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from tests.browser.drivers import TURN
from tests.browser.helpers import GAMES, House, Served, launched, room
from tests.browser.weight import Scales, gzipped, whole

PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often each page is loaded; default: %(default)s")
    times = max(1, parser.parse_args().times)
    print(f"{'page':<16}{'first paint':>12}{'loaded':>10}{'of it fonts':>13}{'files':>7}")
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "home")
        try:
            with launched() as browser:
                for line in lines(House(served, browser), times):
                    print(line)
        finally:
            served.stop()
    print(f"the whole build: {whole() / 1000:.0f} KB")


def lines(house: House, times: int) -> Iterator[str]:
    """Yield a line for the hall, for the page of a new table, and for the table of every game."""
    paths = {"hall": "/", "new table": "/new/bids"}
    paths |= {game: f"/room/{room(house.served, game).id}" for game in GAMES}
    for name, path in paths.items():
        loads = [loaded(house, path) for _ in range(times)]
        scales = loads[0][1]
        fonts = sum(gzipped(file) for file in scales.files if file.suffix == ".woff2")
        paint = median(paint for paint, _ in loads)
        yield f"{name:<16}{paint:>9.0f} ms{scales.weight / 1000:>7.0f} KB{fonts / 1000:>10.0f} KB{len(scales.files):>7}"


def loaded(house: House, path: str) -> tuple[float, Scales]:
    """Load a page with an empty cache; return the milliseconds to the first paint and the bytes loaded."""
    page: Page = house.device(motion=True)
    scales = Scales(page)
    page.goto(path)
    page.locator(TURN).or_(page.get_by_role("heading", level=1)).first.wait_for()
    page.wait_for_load_state("networkidle")
    paint = float(page.evaluate(PAINT))
    page.context.close()
    return paint, scales


if __name__ == "__main__":
    main()
