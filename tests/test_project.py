"""The project keeps its own rules: arrows point one way, clauses are cited, examples run, functions are short."""

from __future__ import annotations

import ast
import doctest
import io
import json
import pickle
import random
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import fields
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import Game
from bidwell.analysis.report import Analysis
from bidwell.core.events import EventType
from bidwell.simulation.simulate import SimulationReport
from bidwell.tournament.arena import ArenaReport
from tests.laws.play import finished

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "bidwell"
SOURCES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
CLAUSE = re.compile(r"\b[A-Z]{3}-\d\d\b")

every_game = pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: game.name)


# Arrows point one way

ARROWS = {
    "core": "",
    "mechanics": "core",
    "games": "core mechanics",
    "native": "core mechanics games bidwell",
    "bots": "core mechanics games native bidwell",
    "endgames": "core mechanics games bidwell",
    "statistics": "",
    "svg": "",
    "simulation": "core mechanics games bots native bidwell statistics svg",
    "tournament": "core mechanics games bots native bidwell statistics svg simulation",
    "analysis": "core mechanics games bots native bidwell statistics simulation",
    "server": "core mechanics games bots native bidwell simulation tournament analysis",
    "train": "core mechanics games bots native bidwell svg",
    "rl": "core mechanics games bots native bidwell",
    "spiel": "core mechanics games native bidwell",
    "cli": "core mechanics games bots native bidwell statistics simulation tournament analysis server train",
    "bidwell": "core games",
    "__main__": "cli",
}
"""What each part of the package may import besides itself; `bidwell` is the front of the package, its __init__."""


def part_of(path: str) -> str:
    """The part of the package a source belongs to: `core/state.py` to `core`."""
    first = Path(path).parts[0].removesuffix(".py")
    return "bidwell" if first == "__init__" else first


def imports(source: str) -> Iterator[str]:
    """The parts of the package that a source imports, wherever in it, also for its types alone."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in named:
            if name.split(".")[0] == "bidwell":
                part = name.split(".")[1:2]
                yield part[0] if part and part[0] in ARROWS else "bidwell"


def without_types(source: str) -> str:
    """The source without what is imported for types alone: the front of the package loads that at its first use."""
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not ast.unparse(node).startswith("if TYPE_CHECKING:")]
    return ast.unparse(tree)


def wrong_arrows(sources: dict[str, str]) -> list[str]:
    """Every import that points where it may not."""
    found = []
    for path, source in sources.items():
        part = part_of(path)
        allowed = {part, *ARROWS.get(part, "").split()}
        if part == "bidwell":
            source = without_types(source)
        found += [f"{path} imports {other}" for other in imports(source) if other not in allowed]
    return found


def test_imports_point_one_way() -> None:
    """From the command line down to the core, and never up."""
    assert {part_of(path) for path in SOURCES} <= ARROWS.keys()
    assert wrong_arrows(SOURCES) == []


def test_the_table_of_arrows_has_no_circle() -> None:
    """Each part comes after all that it may import; the front of the package is for those who use it."""
    order = ["core", "mechanics", "games", "bidwell", "native", "bots", "endgames", "statistics", "svg", "simulation"]
    order += ["tournament", "analysis", "server", "train", "rl", "spiel", "cli", "__main__"]
    assert sorted(order) == sorted(ARROWS)
    for part, others in ARROWS.items():
        assert all(order.index(other) < order.index(part) for other in others.split())


def test_the_table_of_packages_is_that_of_the_arrows() -> None:
    """docs/architecture.md lists every part of the package, each below all that it may import."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = page.partition("## The packages")[2].partition("\n## ")[0]
    names = [name for row in re.findall(r"^\| (`.*?) \|", rows, re.M) for name in re.findall(r"`([\w/<>]+)`", row)]
    order = [name.partition("/")[0] for name in names]
    assert sorted([*order, "__main__"]) == sorted(ARROWS)
    for part in order:
        assert {*ARROWS[part].split()} <= {*order[: order.index(part)]}, part


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/table.py", "from bidwell.games import game"),
        ("core/table.py", "import bidwell.mechanics"),
        ("core/table.py", "import bidwell"),
        ("core/table.py", "def f():\n    from bidwell.bots.registry import PolicyBot"),
        ("mechanics.py", "from bidwell import games"),
        ("games/serengeti/rules.py", "from bidwell.native.compile import jit"),
        ("native/batch.py", "if TYPE_CHECKING:\n    from bidwell.cli.play import play"),
        ("simulation/simulate.py", "from bidwell.cli import main"),
        ("__init__.py", "from bidwell.bots import seat"),
    ],
)
def test_an_import_that_points_up_is_noticed(path: str, source: str) -> None:
    """Wherever it stands."""
    assert len(wrong_arrows({path: source})) == 1


def test_no_game_knows_another() -> None:
    """A game is a folder; what games share is in the core and in mechanics."""
    for path, source in SOURCES.items():
        parts = Path(path).parts
        if parts[0] == "games" and len(parts) > 2:
            others = {*re.findall(r"bidwell\.games\.(\w+)", source)} - {parts[1]}
            assert not others, f"{path} imports {others}"


@pytest.mark.xdist_group("grouped")
def test_groups_of_tests_are_kept_together(request: pytest.FixtureRequest) -> None:
    """pytest-xdist adds the group to the id of a test. With a pytest that it does not know it ignores all groups."""
    if getattr(request.config.option, "loadgroup", False):
        assert request.node.nodeid.endswith("@grouped")


def imported_by(program: str) -> set[str]:
    """The modules in a fresh interpreter after it has run this."""
    program += "\nimport sys\nprint(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {*done.stdout.split()}


HEAVY = {"numpy", "numba", "rich", "hypothesis", "gymnasium", "pettingzoo", "pyspiel", "ray"}


def test_importing_bidwell_imports_nothing_else() -> None:
    """Neither NumPy nor Numba nor Rich."""
    modules = imported_by("import bidwell")
    assert "bidwell" in modules
    assert not modules & HEAVY


def test_playing_needs_nothing_else() -> None:
    """Dealing, playing, imagining, recording and a bot neither."""
    program = """
import bidwell
from bidwell.bots.registry import bot
for game in bidwell.games():
    table = game.deal(seed=1)
    player = bot("heuristic", game, 1)
    while not table.over:
        table.play(table.asks[0], player.choose(table.view(table.asks[0])))
    bidwell.replay(table.record()).imagine(0, 1).position()
"""
    assert not imported_by(program) & HEAVY


def test_what_is_imported_is_noticed() -> None:
    """The check can fail."""
    assert "json" in imported_by("import json")


# Clauses are cited


def docstrings(source: str, names: str) -> Iterator[str]:
    """The docstrings of the functions whose names match."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and re.fullmatch(names, node.name):
            yield ast.get_docstring(node) or ""


def uncited(clauses: Iterable[str], tests: Iterable[str]) -> list[str]:
    """The clauses that no test names in its docstring."""
    cited = {clause for source in tests for text in docstrings(source, "test_.*") for clause in CLAUSE.findall(text)}
    return [clause for clause in clauses if clause not in cited]


def cases(game: Game) -> list[str]:
    """The sources of a game's own tests."""
    folder = ROOT / "tests" / "games" / game.name
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("test_*.py"))]


@every_game
def test_every_clause_is_cited_by_a_test(game: Game) -> None:
    """No clause of a rulebook without a test that names it."""
    assert len(game.clauses) > 10
    assert uncited(game.clauses, cases(game)) == []


def test_a_clause_without_a_test_is_noticed() -> None:
    """The check can fail: a made-up clause is cited by nobody, nor is one that stands in a comment or a string only."""
    game = bidwell.game("serengeti")
    assert uncited([*game.clauses, "SER-" + "99"], cases(game)) == ["SER-" + "99"]
    source = (
        'def test_x():\n    """TOY-01: cited."""\n    # TOY-02\n    assert "TOY-03"\n\ndef helper():\n    """TOY-04"""'
    )
    assert uncited(["TOY-01", "TOY-02", "TOY-03", "TOY-04"], [source]) == ["TOY-02", "TOY-03", "TOY-04"]


@every_game
def test_tests_cite_no_clause_that_does_not_exist(game: Game) -> None:
    """A clause that was renumbered or dropped is renumbered or dropped in the tests."""
    prefix = next(iter(game.clauses))[:4]
    cited = {
        clause for source in cases(game) for text in docstrings(source, "test_.*") for clause in CLAUSE.findall(text)
    }
    assert {clause for clause in cited if clause.startswith(prefix)} <= game.clauses.keys()


def rules_in(source: str) -> Iterator[tuple[str, str]]:
    """Name and docstring of every function marked as a rule."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            if "rule" in marks:
                yield node.name, ast.get_docstring(node) or ""


def rules_without_a_clause(source: str, clauses: Iterable[str]) -> list[str]:
    """The rules whose docstring cites no clause, or one that does not exist."""
    known, found = {*clauses}, []
    for name, text in rules_in(source):
        cited = {*CLAUSE.findall(text)}
        if not cited or not cited <= known:
            found.append(name)
    return found


def rules_of(game: Game) -> dict[str, str]:
    """The sources of a game's rules, by module: `rules.py`, or all that is in the package `rules`."""
    start = (f"games/{game.name}/rules.py", f"games/{game.name}/rules/")
    return {module_name(path): source for path, source in SOURCES.items() if path.startswith(start)}


def module_name(path: str) -> str:
    """The import name of a source: `bidwell.core.state` for `core/state.py`."""
    return ".".join(["bidwell", *Path(path).with_suffix("").parts]).removesuffix(".__init__")


@every_game
def test_every_rule_cites_its_clauses(game: Game) -> None:
    """Every function marked @rule in a game's rules."""
    sources = rules_of(game)
    assert {name for source in sources.values() for name, _ in rules_in(source)} >= {"deal", "legal", "play"}
    assert {name: found for name in sources if (found := rules_without_a_clause(sources[name], game.clauses))} == {}


def in_import_order(sources: dict[str, str]) -> list[str]:
    """Modules that import each other, each after those it imports; CycleError if there is no such order."""
    graph = {}
    for name, source in sources.items():
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
        named = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}
        graph[name] = {other for other in sources if other in named or other in {node.module for node in nodes}}
    return [*TopologicalSorter(graph).static_order()]


@every_game
def test_the_modules_of_rules_have_an_order(game: Game) -> None:
    """None imports one that imports it; the contract is the last."""
    assert in_import_order(rules_of(game))[-1] == game.rules.__name__


def test_modules_that_import_each_other_are_noticed() -> None:
    """The check can fail."""
    with pytest.raises(CycleError):
        in_import_order({"g.a": "from g import b", "g.b": "from g.a import x"})


def test_a_rule_without_a_clause_is_noticed() -> None:
    """The check can fail."""
    source = '@rule\ndef a(t):\n    """TOY-01."""\n\n@rule\ndef b(t): ...\n\n@rule\ndef c(t):\n    """TOY-99."""\n'
    assert rules_without_a_clause(source, ["TOY-01"]) == ["b", "c"]


@every_game
def test_tellings_and_options_cite_clauses_that_exist(game: Game) -> None:
    """Every clause named anywhere in a game's folder is in its rulebook."""
    prefix = next(iter(game.clauses))[:4]
    for path, source in SOURCES.items():
        if path.startswith(f"games/{game.name}/"):
            named = {clause for clause in CLAUSE.findall(source) if clause.startswith(prefix)}
            assert named <= game.clauses.keys(), path


def event_types(game: Game) -> list[EventType]:
    events = import_module(f"bidwell.games.{game.name}.events")
    return [kind for kind in vars(events).values() if isinstance(kind, EventType)]


def slots(sentence: str) -> set[str]:
    return {*EventType("", "", sentence).values}


@every_game
def test_what_several_did_is_said_with_the_same_values(game: Game) -> None:
    """A sentence about several seats names them in one place, and leaves out no other value."""
    several = [kind for kind in event_types(game) if kind.several]
    assert several
    for kind in several:
        assert kind.several.count("{seat:seat}") == 1
        assert slots(kind.several) == {*kind.values}
        if kind.seats[0] != "seat":
            assert kind.several_to_self.count("{seat:seat}") == 1
            assert slots(kind.several_to_self) == {*kind.values} - {kind.seats[0]}


@every_game
def test_every_event_about_a_seat_has_a_sentence_for_that_seat(game: Game) -> None:
    """It says `you` in place of the name, and leaves out no other value."""
    about_a_seat = [kind for kind in event_types(game) if kind.seats]
    assert about_a_seat
    for kind in about_a_seat:
        assert re.search(r"\byour?\b", kind.to_self, re.IGNORECASE), kind
        assert slots(kind.to_self) == {*kind.values} - {kind.seats[0]}


@every_game
def test_every_event_to_one_seat_alone_is_about_that_seat(game: Game) -> None:
    """The others can then be told of it in the third person when nothing is secret any more."""
    table = finished(game.deal(seed=1), random.Random(1))
    private = [event for event in table.log if not event.heard_by(None)]
    assert all(event.audience == 1 << (event.subject or 0) for event in private)


@every_game
def test_a_game_says_which_rules_it_plays(game: Game) -> None:
    """The version of the rules is a number from 1 on, in every position and every record."""
    table = game.deal(seed=1)
    assert game.rules_version >= 1
    assert table.position()["rules"] == game.rules_version
    assert f"\nrules: {game.rules_version}\n" in table.record()


@every_game
def test_a_game_introduces_itself(game: Game) -> None:
    """Its name is its folder's; it has a title, a pitch of one sentence, and help for every option."""
    assert (PACKAGE / "games" / game.name / "rulebook.md").exists()
    assert game.title
    assert re.fullmatch(r"[A-Z].*\.", game.pitch)
    assert all(option.help for option in game.options)


@every_game
def test_a_game_is_found_by_its_folder(game: Game) -> None:
    """Whether its rules are a module or a package: where it is imported from, and what it is pickled by."""
    assert game.package == f"bidwell.games.{game.name}"
    assert pickle.loads(pickle.dumps(game)) is game


# Examples run


def examples(markdown: str) -> str:
    """The Python blocks of a page, all else blanked out, so that lines keep their numbers."""
    lines, inside = [], False
    for line in markdown.splitlines():
        fence = line.startswith("```")
        inside = line.startswith("```python") if fence else inside
        lines.append(line if inside and not fence else "")
    return "\n".join(lines) + "\n"


def failures(markdown: str, name: str) -> tuple[int, str]:
    """How many examples of the page go wrong, and how."""
    test = doctest.DocTestParser().get_doctest(examples(markdown), {}, name, name, 0)
    said: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append).failed
    return failed, "".join(said)


COMPILES = pytest.param("README.md", marks=pytest.mark.slow)
"""Its examples simulate, judge and search, in machine code where there is Numba."""


@pytest.mark.parametrize("page", [COMPILES, "docs/data.md", "docs/studies/endgames.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    """And print what the page says."""
    assert failures((ROOT / page).read_text(encoding="utf-8"), page) == (0, "")


def test_an_example_that_does_not_run_is_noticed() -> None:
    """In whichever block; what stands outside of Python blocks is not run."""
    page = "```python\n>>> 1 + 1\n2\n```\n\n```\n>>> 1 / 0\n```\n\nText\n\n```python\n>>> 1 + 1\n3\n```\n"
    failed, said = failures(page, "page")
    assert failed == 1
    assert 'File "page", line 13' in said


@pytest.mark.parametrize("name", bidwell.__all__)
def test_every_public_name_has_a_docstring(name: str) -> None:
    """Of its own."""
    thing = getattr(bidwell, name)
    assert thing.__doc__
    assert not isinstance(thing, type) or thing.__doc__ not in {base.__doc__ for base in thing.__mro__[1:]}


def test_the_public_names_are_sorted_and_complete() -> None:
    """`from bidwell import *` gives what the front of the package shows, and nothing else."""
    ours = {name for name, thing in vars(bidwell).items() if getattr(thing, "__module__", "").startswith("bidwell")}
    shown = {name for name in {*ours, *bidwell._LAZY} if not name.startswith("_")}
    assert sorted(bidwell.__all__) == sorted(shown)


def test_every_lazy_name_stays_what_it_is_whatever_is_imported() -> None:
    """No module of the package has the name of something else that the front of the package shows."""
    program = "import bidwell.cli.arena, bidwell.tournament.arena, bidwell.simulation.simulate"
    program += "\nimport bidwell\nfor name in bidwell._LAZY: assert callable(getattr(bidwell, name)), name"
    assert "bidwell" in imported_by(program)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    """As for any module."""
    with pytest.raises(AttributeError, match="'bidwell' has no attribute 'auction'"):
        bidwell.auction  # noqa: B018


def test_the_version_is_one() -> None:
    """Three numbers."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", bidwell.__version__)


# A name has one meaning


Named = dict[str, list[str]]
"""For a name, the sources that define it."""

CONTRACTS = {
    "main": "a program that is started",
    "arguments": "the module of a command",
    "run": "the module of a command",
    "progress": "a report on the terminal",
    "show": "a report on the terminal",
    "svg": "a report as a picture",
    "console": "Rich, or plain text in its place",
    "available": "an extra that can be missing",
    "why_none": "an extra that can be missing",
    "register": "games for another library",
    "prepare": "a store, and each of its kinds",
    "connect": "a store, and each of its kinds",
    "finished_games": "a store, and each of its kinds",
    "reason": "a store, and each of its kinds",
    "analyse": "an analysis here, and as a job elsewhere",
    "replay": "the front of the package, and what it calls",
}
"""Functions that several modules define because each has that role, and the role."""


CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.M)
FUNCTION = re.compile(r"^(?:async )?def ([A-Za-z]\w*)", re.M)
"""Public definitions at the top of a module: parsing all sources would take seconds."""


def homes_of(sources: dict[str, str], kind: re.Pattern[str]) -> Named:
    """Every public name of this kind with the sources that define it."""
    homes: Named = {}
    for path, source in sources.items():
        for name in kind.findall(source):
            homes.setdefault(name, []).append(path)
    return homes


def game_of(path: str) -> str:
    """The game whose folder or scene in the terminal has this source; empty for shared parts of the package."""
    found = re.match(r"(?:games|cli/scenes)/(\w+)/", path)
    return found[1] if found else ""


def classes_with_two_meanings(sources: dict[str, str]) -> Named:
    """The public classes that two sources define, with these sources.

    Two games may each have a `Sale`, but none that means something else in the same game, its scene included, or in a
    shared part of the package. Messages are named after what they carry.
    """
    homes = homes_of({path: source for path, source in sources.items() if path != "server/protocol.py"}, CLASS)
    return {name: found for name, found in homes.items() if len({*map(game_of, found)} - {""}) < len(found) > 1}


def functions_with_two_meanings(sources: dict[str, str]) -> Named:
    """The public functions that two shared sources define although no contract says so, with these sources.

    The modules of a game, and its scene, have the functions that their contracts name. Endpoints are named after what
    they serve.
    """
    shared = {path: source for path, source in sources.items() if not path.startswith(("games/", "cli/scenes/"))}
    shared.pop("server/api.py", None)
    homes = homes_of(shared, FUNCTION)
    return {name: found for name, found in homes.items() if len(found) > 1 and name not in CONTRACTS}


def test_a_public_class_has_one_meaning() -> None:
    """No two classes of the package have the same name."""
    assert classes_with_two_meanings(SOURCES) == {}


def test_a_public_function_has_one_meaning() -> None:
    """No two functions of the shared parts have the same name, unless a contract gives it to both."""
    assert functions_with_two_meanings(SOURCES) == {}
    homes = homes_of(SOURCES, FUNCTION)
    assert [name for name in CONTRACTS if len(homes.get(name, [])) < 2] == []


def test_a_name_with_two_meanings_is_noticed() -> None:
    """The check can fail: between shared parts, between a game and a shared part, and between a game and its scene."""
    sources = {"core/a.py": "class A: ...\nclass B: ...", "games/b/rules.py": "class B: ...\nclass C: ..."}
    sources |= {"games/c/rules.py": "class C: ...\nclass D: ...", "cli/scenes/c/board.py": "class D: ..."}
    assert classes_with_two_meanings(sources) == {
        "B": ["core/a.py", "games/b/rules.py"],
        "D": ["games/c/rules.py", "cli/scenes/c/board.py"],
    }
    sources = {"core/a.py": "def a(): ...\ndef run(): ...", "cli/b.py": "async def a(): ...\ndef run(): ..."}
    assert functions_with_two_meanings(sources | {"games/c/rules.py": "def a(): ..."}) == {
        "a": ["core/a.py", "cli/b.py"]
    }


# Functions are short

LONGEST_FUNCTION = 40


def long_functions(source: str) -> list[str]:
    """The functions that are longer than that, from `def` to the last line, docstring included."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                found.append(f"{node.name}: {lines} lines")
    return found


FOLDERS = ("src", "tests", "checks", "benchmarks", "studies", "website", "web", "examples")


def python_in(folder: str) -> dict[str, str]:
    """The Python sources of a folder of the project."""
    paths = [path for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    assert paths
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_function_is_longer_than_forty_lines(folder: str) -> None:
    """None over forty, in no Python file of the project."""
    sources = python_in(folder)
    assert {path: found for path, source in sources.items() if (found := long_functions(source))} == {}


def test_a_long_function_is_noticed() -> None:
    """The check can fail: forty lines will do, one more is too many, also in a function within another."""
    body = "\n".join(["    x = 1"] * 39)
    assert long_functions(f"def f():\n{body}") == []
    assert long_functions(f"def f():\n{body}\n    x = 2") == ["f: 41 lines"]


# Plain English

NOT_PLAIN = re.compile(
    r"\b(he|his|him|himself|noughts?|whoever|what else there was to do|none to all|no less than no)\b"
    r"|^\W*So many\b"
    r"|\btest (?:one )?who (?:has|is|can|cannot|must|may)\b(?! chosen is seen| better)"
    r"|[A-Z]{3}-\d\d: who (?:has|is|discards|passes|takes|sits|counts|knows)\b",  # "who" for "a player who"
    re.IGNORECASE | re.MULTILINE,
)
"""Words and turns that the style of CONTRIBUTING.md excludes."""


def prose(source: str) -> Iterator[str]:
    """The docstrings and other texts that stand alone, the comments, and the names of functions as words."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name.replace("_", " ")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def not_plain(source: str) -> list[str]:
    """The texts of a source with a word that plain prose does not have."""
    if not NOT_PLAIN.search(source.replace("_", " ")):  # parsing all sources would take seconds
        return []
    return [text for text in prose(source) if NOT_PLAIN.search(text)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_prose_is_plain(folder: str) -> None:
    """No word of NOT_PLAIN stands in a docstring, a comment or the name of a test."""
    sources = python_in(folder)
    assert {path: found for path, source in sources.items() if (found := not_plain(source))} == {}


def messages(source: str) -> Iterator[str]:
    """The texts of some words that a program may print, the parts of f-strings each on its own."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 3:
            yield node.value


def test_messages_are_plain() -> None:
    """No word of NOT_PLAIN stands in a text of the package."""
    suspect = {path: source for path, source in SOURCES.items() if NOT_PLAIN.search(source)}
    assert [text for source in suspect.values() for text in messages(source) if NOT_PLAIN.search(text)] == []


def test_a_message_that_is_not_plain_is_noticed() -> None:
    """The check can fail."""
    texts = [*messages('raise Refused(f"SER-16: who sits out has bid on {lot}, as before")\nx = "he"')]
    assert [text for text in texts if NOT_PLAIN.search(text)] == ["SER-16: who sits out has bid on "]


def test_prose_that_is_not_plain_is_noticed() -> None:
    """The check can fail: in a docstring, a comment and a name; what a program prints or matches is not prose."""
    source = '''"""So many rows."""\ndef f(x):\n    return "he"  # noughts\n\ndef what_he_said(): ...\n'''
    assert not_plain(source) == ["So many rows.", "what he said", "# noughts"]


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_plain(page: Path) -> None:
    """No word of NOT_PLAIN stands in the documentation."""
    assert NOT_PLAIN.findall(page.read_text(encoding="utf-8")) == []


SCRIPTS = [
    path
    for folder in ("src", "dev")
    for kind in ("ts", "svelte", "css")
    for path in sorted((ROOT / "web" / folder).rglob(f"*.{kind}"))
    if "generated" not in path.parts
]
"""The sources of the page that people write."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_sources_of_the_page_are_plain(script: Path) -> None:
    """No word of NOT_PLAIN stands in a comment, a text or a name."""
    assert NOT_PLAIN.findall(script.read_text(encoding="utf-8").replace("_", " ")) == []


# The page knows no rule

CLAUSE_AS_TEXT = re.compile(r"""["'`][A-Z]{3}-\d\d["'`]""")
"""A clause in the code of the page: what is decided by it belongs into a fact that the server sends."""


def test_the_page_decides_nothing_by_a_clause() -> None:
    """Clauses come from the server, and are shown; comments may cite them."""
    built = [path for path in SCRIPTS if path.is_relative_to(ROOT / "web" / "src")]
    written = [path for path in built if path.name != "testing.ts" and not path.name.endswith(".test.ts")]
    found = {path.name: CLAUSE_AS_TEXT.findall(path.read_text(encoding="utf-8")) for path in written}
    assert {name: clauses for name, clauses in found.items() if clauses} == {}


def test_a_clause_in_the_code_of_the_page_is_noticed() -> None:
    """The check can fail: a comparison counts, a comment does not."""
    assert CLAUSE_AS_TEXT.findall('return clause === "TOY-01" ? 1 : 2; // TOY-02') == ['"TOY-01"']


# Every file says what is in it


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_module_begins_with_what_is_in_it(folder: str) -> None:
    """Its docstring; a package may be empty."""
    sources = {path: source for path, source in python_in(folder).items() if source}
    assert [path for path, source in sources.items() if not re.match(r'(#!.*\n)?r?"""\S', source)] == []


def test_a_source_of_the_page_begins_with_what_is_in_it() -> None:
    """A comment in its first line; a test is named after the file that it tests."""
    written = [path for path in SCRIPTS if not path.name.endswith(".test.ts")]
    assert written
    begins = re.compile(r"<!-- [A-Z]|// [A-Z]|/\*\*? [A-Z]")
    found = [str(path.relative_to(ROOT)) for path in written if not begins.match(path.read_text(encoding="utf-8"))]
    assert found == []


# Reports, links, lock files


@pytest.mark.parametrize("report", [SimulationReport, ArenaReport, Analysis])
def test_every_field_of_a_report_is_documented(report: Any) -> None:
    """In docs/reports.md, like the version of the format."""
    page = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    assert [field.name for field in fields(report) if f"`{field.name}`" not in page] == []
    assert "`format`" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    """Every relative link of every page."""
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


# The lock file of the page


def test_the_lock_file_of_the_page_gives_every_package_a_version() -> None:
    """npm ci refuses an entry without a version, which npm install writes over an older node_modules."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if name and not entry.get("version")] == []
