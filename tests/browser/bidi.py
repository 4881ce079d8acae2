"""A small client of WebDriver BiDi, as far as the journeys in Firefox need it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.helpers import PATIENCE

FIREFOX = Path(os.environ.get("BIDWELL_FIREFOX", "/usr/bin/firefox-esr"))
PREFERENCES = """
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
"""
ABORTED = "status=2152398850"
"""Firefox reports a font as failed if a page is left while it is loading."""
CENTRE = """([what, words]) => {
    const open = document.querySelector("dialog[open]") ?? document;
    const each = [...open.querySelectorAll(what)].find(each =>
        each.checkVisibility() && (each.ariaLabel ?? each.textContent).trim().match(new RegExp(words)));
    each?.scrollIntoView({ block: "nearest" });
    const box = each?.getBoundingClientRect();
    return box ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null;
}"""


class Tab:
    """One tab of a browser."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self._ask("session.new", {"capabilities": {}})
        self.context = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]
        self.faults: list[str] = []
        self._ask("session.subscribe", {"events": ["log.entryAdded"]})

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._note(str(told["params"]["text"]))
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                return dict(told["result"])

    def _note(self, fault: str) -> None:
        if ABORTED not in fault:
            self.faults.append(fault)

    def go(self, url: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", {"context": self.context, "url": url, "wait": "complete"})

    def reload(self) -> None:
        """Load the page again."""
        self._ask("browsingContext.reload", {"context": self.context, "wait": "complete"})

    def run(self, function: str, argument: Any = None) -> Any:
        """The value of a function in the page, which is told and answers in JSON."""
        body = f"async () => JSON.stringify(await ({function})({json.dumps(argument)}) ?? null)"
        call = {"functionDeclaration": body, "awaitPromise": True, "target": {"context": self.context}}
        answer = self._ask("script.callFunction", call)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def until(self, function: str, argument: Any = None) -> Any:
        """The first value of a function that is not false."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := self.run(function, argument):
                return value
            time.sleep(0.05)
        raise AssertionError(f"never true: {function} {argument}")

    def press(self, what: str, words: str = "") -> None:
        """Click on the first visible thing with these words, where it is."""
        x, y = self.until(CENTRE, [what, words])
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "mouse", "actions": moves}
        self._ask("input.performActions", {"context": self.context, "actions": [pointer]})


@contextmanager
def firefox(profile: Path) -> Iterator[Tab]:
    """A tab of Firefox without a window, with a profile of its own."""
    profile.mkdir(parents=True)
    (profile / "user.js").write_text(PREFERENCES, encoding="utf-8")
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(profile)},
    )
    try:
        assert process.stderr
        said = next(found for line in process.stderr if (found := re.search(r"ws://\S+", line)))
        with connect(f"{said.group()}/session", open_timeout=PATIENCE, max_size=None) as line:
            yield Tab(line)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
