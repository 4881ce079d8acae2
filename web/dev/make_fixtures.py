"""Games and the catalogue as the server sends them, for pages without a server: python web/dev/make_fixtures.py"""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import to_builtins

from bidwell.bots.registry import bot
from bidwell.games import NAMES, game
from bidwell.server import catalogue
from bidwell.server.protocol import ending_of, told

FOLDER = Path(__file__).parent / "fixtures"


def course(
    name: str, players: int, seed: int, viewer: int | None, options: dict[str, object]
) -> list[dict[str, object]]:
    """What a viewer is shown, step by step, in a game of heuristic bots."""
    found = game(name)
    table = found.deal(players, seed=seed, options=options)
    bots = [bot("heuristic", found, seat) for seat in range(players)]
    shown, since = [], 0
    while True:
        news = told(table.log[since:], viewer)
        since = len(table.log)
        shown.append(
            {
                "tell": "view",
                "seat": viewer,
                "seq": len(table.history),
                "view": dict(table.view(viewer)),
                "mistakes": table.mistakes(viewer) if viewer is not None else [],
                "news": to_builtins(news),
                "foresight": to_builtins(table.foresight(viewer)),
                "whole": False,
                "clock": {},
                "ending": to_builtins(ending_of(table, viewer)) if table.over else None,
                "key": None,
            }
        )
        if table.over:
            return shown
        seat = table.asks[-1]
        table.play(seat, bots[seat].choose(table.view(seat)))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    listed = {"games": catalogue.all_games(), "bots": catalogue.bots()}
    (FOLDER / "catalogue.json").write_text(json.dumps(to_builtins(listed)))
    for name in NAMES:
        most = max(game(name).players)
        for label, players, viewer in (("3", 3, 0), ("4", 4, 0), ("most", most, 1), ("watched", 4, None)):
            for kind in ("", "-specials"):
                if kind and name != "bids":
                    continue
                given: dict[str, object] = {"specials": list(_specials()), "rounds": 3} if kind else {}
                path = FOLDER / f"{name}-{label}{kind}.json"
                path.write_text(json.dumps(course(name, players, 7, viewer, given)))
                print(path.name)


def _specials() -> tuple[str, ...]:
    for option in game("bids").options:
        if option.name == "specials":
            return option.words  # type: ignore[attr-defined,no-any-return]
    return ()


if __name__ == "__main__":
    main()
