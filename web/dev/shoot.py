"""Pictures of a scene, with `npm run dev` running: python web/dev/shoot.py serengeti 4 30 FOLDER"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def main() -> None:
    game, fixture, step, folder = sys.argv[1:5]
    base = sys.argv[5] if len(sys.argv) > 5 else "http://127.0.0.1:5173"
    Path(folder).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for size, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": height})
                page.on("console", lambda message: print(message.text) if message.type == "error" else None)
                page.on("pageerror", lambda problem: print(problem))
                page.goto(f"{base}/dev/scene.html?game={game}&fixture={fixture}&step={step}&theme={theme}")
                page.wait_for_selector("main > *")
                page.wait_for_timeout(300)
                page.screenshot(path=f"{folder}/{game}-{fixture}-{step}-{size}-{theme}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
