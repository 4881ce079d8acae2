"""Pages of each game: an introduction, its rulebook, and the page on how to play it well."""

from __future__ import annotations

import re
from collections.abc import Iterator

import bidwell
from bidwell import Game
from bidwell.core.rulebook import MARKS
from bidwell.games import NAMES
from website.pages import ROOT, Page, read

CLAUSE = re.compile(r"^- \*\*([A-Z]{3}-\d\d)( .+?)?\*\*", re.M)
MARK = re.compile(rf"\[({'|'.join(MARKS)})\]")
SCENES = {"middle": "in the middle of a game", "end": "at the end of a game"}


def pages() -> Iterator[Page]:
    """Yield the pages of all games of the package."""
    games = [bidwell.game(name) for name in NAMES]
    yield Page("games/index.md", _overview(games))
    for game in games:
        yield Page(f"games/{game.name}/index.md", _introduction(game))
        yield read(f"docs/games/{game.name}.md")
        yield Page(f"games/{game.name}/rulebook.md", _rulebook(game))


def clauses() -> dict[str, str]:
    """Return every clause with the address, from the root of the site, where it stands."""
    games = [bidwell.game(name) for name in NAMES]
    return {number: f"games/{game.name}/rulebook/#{number.lower()}" for game in games for number in game.clauses}


def _overview(games: list[Game]) -> str:
    lines = [
        "# The games",
        "",
        "Each game follows its rulebook exactly, restated as numbered clauses. A mark says where each",
    ]
    lines += [
        "passage comes from, and [a table](../rulebook-to-clause.md) accounts for every sentence of the books.",
        "",
    ]
    lines += ['<div class="grid cards" markdown>', ""]
    for game in games:
        picture = _picture(game, "middle", "desktop", "../screenshots")
        lines += [f"-   [{picture[0]}{picture[1]}]({game.name}/index.md)", ""]
        lines += [f"    **[{game.title}]({game.name}/index.md)** · {_facts(game)}", "", f"    {game.feel}", ""]
    return "\n".join([*lines, "</div>", ""])


def _introduction(game: Game) -> str:
    lines = [f"# {game.title}", "", f"*{game.feel}*", "", f"{game.pitch} {_facts(game)}.", ""]
    lines += ["".join(_picture(game, "middle", "desktop")), ""]
    lines += ["- [How to play well](play-well.md)", "- [The rulebook](rulebook.md), clause by clause", ""]
    lines += ["## Play it", "", "```console", "$ bidwell                    # in the browser"]
    lines += [f"$ bidwell play {game.name}", f"$ bidwell rules {game.name}", "```", ""]
    lines += [*_options(game), *_notation(game), "## More pictures", "", "".join(_picture(game, "end", "desktop")), ""]
    phones = [each for scene in SCENES for each in _picture(game, scene, "phone")]
    lines += ['<div class="phones" markdown>', "", " ".join(phones), "", "</div>", "", "## In the code", ""]
    package = f"bidwell.games.{game.name}"
    lines += [
        f"Its folder is `src/bidwell/games/{game.name}`; the pages of [`{package}`](../../api/{package}.md) and its"
    ]
    return "\n".join([*lines, f"modules describe it. The rules are at version {game.rules_version}.", ""])


def _facts(game: Game) -> str:
    return f"{game.players[0]} to {game.players[-1]} players, about {game.minutes} minutes"


def _picture(game: Game, scene: str, screen: str, folder: str = "../../screenshots") -> list[str]:
    """Return the screenshot by day and by evening; the theme shows one of them."""
    name, words = f"{game.name}-{scene}-{screen}", f"{game.title} {SCENES[scene]}, on a {screen}"
    return [f"![{words}]({folder}/{name}-{light}.jpg#only-{light})" for light in ("light", "dark")]


def _options(game: Game) -> Iterator[str]:
    if not game.options:
        return
    yield from (
        "## Options",
        "",
        "Set before the deal: `--option NAME=VALUE` in the terminal, `options` in Python.",
        "",
    )
    yield from ("| option | default | clause | |", "|---|---|---|---|")
    for option in game.options:
        yield f"| `{option.name}` | {option.text(option.default)} | {option.clause} | {option.help} |"
    yield ""


def _notation(game: Game) -> Iterator[str]:
    yield from (
        "## Actions",
        "",
        "What the first word of an action asks for; [formats](../../formats.md) has the whole",
        "",
    )
    yield from (
        "notation.",
        "",
        "| word | |",
        "|---|---|",
        *(f"| `{word}` | {does} |" for word, does in game.verbs.items()),
        "",
    )


def _rulebook(game: Game) -> str:
    """Return the rulebook with an anchor at every clause and its marks as badges."""
    text = (ROOT / "src/bidwell/games" / game.name / "rulebook.md").read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    body = CLAUSE.sub(lambda found: f'- <b class="clause" id="{found[1].lower()}">{found[1]}{found[2] or ""}</b>', rest)
    body = _spaced(body)
    return f"{head}: the rulebook\n{MARK.sub(_badge, body)}"


def _spaced(body: str) -> str:
    """Return the text with an empty line before every list: Markdown needs one where the book has none."""
    return re.sub(r"^((?!- |  |$).+\n)(?=- )", r"\1\n", body, flags=re.M)


def _badge(found: re.Match[str]) -> str:
    return f'<span class="mark {found[1]}" title="{MARKS[found[1]]}">{found[1]}</span>'
