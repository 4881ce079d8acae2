"""Writes the types and constants that the page shares with the server: python web/generate.py [--check]

`web/src/generated/messages.ts` has the messages of `bidwell/server/protocol.py`, `analysis.ts` the report of
`bidwell/analysis/report.py`, and `games.ts` what `bidwell/server/catalogue.py` tells of games, bots and rulebooks. Each
game has a file with the data classes of its `foresight.py` and the constants and sentences of its folder that its scene
needs, and one with what the server sends of the positions in `web/samples.py`, for the scene's tests.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import samples

from bidwell.analysis import chart, judgement, report
from bidwell.bots.registry import LEVELS
from bidwell.core import rulebook
from bidwell.core.names import LONGEST_NAME
from bidwell.games import NAMES
from bidwell.games.off_season import notation
from bidwell.server import catalogue

FOLDER = Path(__file__).parent / "src" / "generated"
HEADER = "// Written by web/generate.py from {source}: change that instead.\n"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}

REPORT = (
    *(judgement.Alternative, report.Decision, report.Point, report.Chapter),
    *(report.TurningPoint, report.PlayerSummary, report.Analysis),
)
"""The classes of an analysis, as its JSON has them."""
DESCRIBED_ELSEWHERE = {"view": "View", "report": "Report"}
"""Fields of messages whose JSON has a type of its own."""
FROM_SERVER = ("RoomNews", "Shown", "NotTaken", "WouldBe", "HintNews", "ChatNews", "TakeBackNews", "Error")
TO_SERVER = ("Hello", "Act", "Would", "Hint", "Chat", "TakeBack")
VIEW = """/** What one seat may know, as JSON: null is hidden. Every game adds its own fields. */
export interface View {
  game: string;
  names: string[];
  options: Record<string, unknown>;
  /** The seat of the view; null for a spectator. */
  you: string | null;
  /** The players who must act; empty when the game is over. */
  asks: string[];
  /** The legal actions of `you`, in notation. */
  legal: string[];
  [field: string]: unknown;
}
"""

CONSTANTS = {
    "serengeti": (
        *("TRIBES", "ROUNDS", "HIGHEST_BID", "CARD_NAMES", "CARD_TRIBES", "DIGIT", "SET_POINTS", "LOT_SIZES"),
        *("LAST_DIGIT", "CHIPS_FOR_PASSING", "POINTS_FOR_MOST_CHIPS"),
    ),
    "bids": ("COLOURS", "TURNS", "CARD_NAMES", "CARD_COLOURS", "CARD_BIDS", "CARD_POINTS"),
    "secret_auction": (
        *("TYPES", "STARS", "ITEM_NAMES", "ITEM_TYPES", "ITEM_STARS", "ITEM_SIZES"),
        *("MONEY", "BID_RANGES", "CHIPS_EACH"),
        *("REQUEST_CLAUSES", "REQUEST_NAMES", "REQUEST_POINTS", "REQUEST_WISHES"),
        *("FEW_TYPES", "MANY_TYPES", "MULTIPLE_OF_FOUR", "CHIPS_UNUSED", "TWO_TWOS", "PAIRS"),
        *("CANNOT", "TIES_WITH_CHIP", "TIES", "BEATS_WITH_CHIP", "BEATS"),
    ),
    "off_season": (
        *("TYPES", "PLURALS", "CAMELS", "PRICES", "POUNDS_EACH"),
        *(
            "FACE_NAMES",
            "TYPE_OF",
            "FACE_MARKS",
            "FACE_SHAPES",
            "FACES_CALLED",
            "FACE_TEXTS",
            "SALE_NAMES",
            "SALE_TYPES",
            "SALE_TEXTS",
        ),
        *("SIDE_NAMES", "ABILITIES", "AUCTIONS", "AUCTION_CLAUSES", "AUCTION_RULES", "CHANGING", "UNCHANGED"),
    ),
}
"""The constants of each game that its scene needs: of its components, its foresight or its texts."""
TEXTS = ("off_season",)
"""The games whose folder has `texts.py`: sentences that terminal and page share."""


def main() -> None:
    files = {"messages.ts": messages(), "games.ts": games(), "analysis.ts": analysis()}
    files |= {f"{game}.ts": game_file(game) for game in CONSTANTS}
    files["samples/off_season_actions.json"] = json.dumps(off_season_actions())
    files |= {f"samples/{game}.json": json.dumps(samples.written(game), ensure_ascii=False) for game in samples.SAMPLES}
    if "--check" in sys.argv:
        stale = [name for name, text in files.items() if not is_current(name, text)]
        if stale:
            sys.exit(f"{', '.join(stale)} in {FOLDER} do not fit the Python sources: run 'python web/generate.py'")
        return
    (FOLDER / "samples").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def is_current(name: str, text: str) -> bool:
    path = FOLDER / name
    return path.is_file() and path.read_text(encoding="utf-8") == text


def messages() -> str:
    """The types of all messages, and the unions of what each side sends."""
    module = import_module("bidwell.server.protocol")
    parts = [HEADER.format(source="bidwell/server/protocol.py")]
    parts += ['import type { Analysis as Report } from "./analysis";\n', VIEW]
    parts += [interface(found) for found in classes(module)]
    parts.append(f"export type FromServer = {' | '.join(FROM_SERVER)};\n")
    parts.append(f"export type ToServer = {' | '.join(TO_SERVER)};\n")
    return "\n".join(parts)


def games() -> str:
    """The types of the catalogue, and its entries for the games of this package, without their options."""
    parts = [HEADER.format(source="bidwell/server/catalogue.py")]
    parts += [constant("LEVELS", [*LEVELS]), constant("LONGEST_NAME", LONGEST_NAME)]
    parts += [interface(found) for found in (rulebook.TextPart, *classes(catalogue))]
    all_games = [each for each in msgspec.to_builtins(catalogue.all_games()) if each["name"] in NAMES]
    doors = [{key: value for key, value in each.items() if key != "options"} for each in all_games]
    parts.append('export type DoorInfo = Omit<GameInfo, "options">;\n')
    parts.append(f"export const DOORS: DoorInfo[] = {json.dumps(doors, ensure_ascii=False)};\n")
    return "\n".join(parts)


def analysis() -> str:
    """The types of an analysis, and what its charts share."""
    parts = [HEADER.format(source="bidwell/analysis/report.py")]
    parts += [constant("SHAPES", chart.SHAPES), constant("LABEL", chart.LABEL)]
    return "\n".join([*parts, *(interface(found) for found in REPORT)])


def game_file(game: str) -> str:
    """The constants and the foresight of a game."""
    foresight = import_module(f"bidwell.games.{game}.foresight")
    homes = ("foresight", "components", *(["texts"] if game in TEXTS else []))
    modules = [import_module(f"bidwell.games.{game}.{home}") for home in homes]
    parts = [HEADER.format(source=f"bidwell/games/{game}")]
    for name in CONSTANTS[game]:
        parts.append(constant(name, next(getattr(module, name) for module in modules if hasattr(module, name))))
    parts += [interface(found) for found in classes(foresight) if is_sent(found)]
    return "\n".join(parts)


def off_season_actions() -> list[str]:
    """Notations of every kind, the first and the last of each: the page must understand all of them."""
    ranges = ((say(0), say(count - 1)) for _, count, say in notation.RANGES)
    return [*notation.ALONE.values(), *(text for ends in ranges for text in ends)]


def is_sent(found: type) -> bool:
    """A class without methods is data for the page; one with methods helps to compute it."""
    return not any(inspect.isfunction(value) and not name.startswith("_") for name, value in vars(found).items())


def classes(module: types.ModuleType) -> list[type]:
    """The data classes and structs defined in a module, in order."""
    own = [found for found in vars(module).values() if inspect.isclass(found) and found.__module__ == module.__name__]
    return [found for found in own if issubclass(found, msgspec.Struct) or dataclasses.is_dataclass(found)]


def interface(found: type) -> str:
    """A class as a TypeScript interface with its docstrings."""
    lines = [f"export interface {found.__name__} {{"]
    doc = documented(found)
    if doc[""]:
        lines.insert(0, f"/** {doc['']} */")
    config = getattr(found, "__struct_config__", None)
    if config is not None and config.tag:
        lines.append(f"  {config.tag_field}: {json.dumps(config.tag)};")
    for name, hint in get_type_hints(found, include_extras=True).items():
        if doc.get(name):
            lines.append(f"  /** {doc[name]} */")
        lines.append(f"  {name}: {written(hint, name)};")
    return "\n".join([*lines, "}", ""])


def documented(found: type) -> dict[str, str]:
    """The docstrings of a class ("") and of its fields."""
    (tree,) = ast.parse(inspect.getsource(found)).body
    assert isinstance(tree, ast.ClassDef)
    docs = {"": " ".join((ast.get_docstring(tree) or "").split())}
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docs[ast.unparse(before.target)] = " ".join(str(after.value.value).split())
    return docs


def written(hint: Any, field: str = "") -> str:
    """A type hint in TypeScript."""
    origin, args = get_origin(hint), get_args(hint)
    if field in DESCRIBED_ELSEWHERE and origin is dict:
        return DESCRIBED_ELSEWHERE[field]
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Annotated:
        return written(args[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(
            written(each, field) for each in args if each is not msgspec.Raw
        )  # raw is what others describe
    if origin in (list, set):
        inner = written(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple and args[-1] is Ellipsis:
        return f"{written(args[0])}[]"
    if origin is tuple:
        return f"[{', '.join(written(each) for each in args)}]"
    if origin is dict:
        return f"Record<string, {written(args[1])}>"
    if inspect.isclass(hint):
        return str(hint.__name__)
    raise TypeError(f"there is no TypeScript for {hint!r}")


def constant(name: str, value: Any) -> str:
    return f"export const {name} = {json.dumps(value, ensure_ascii=False)} as const;\n"


if __name__ == "__main__":
    main()
