"""A page for every module, from its docstrings, and the table of the public names."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import bidwell
from website.pages import SOURCES, Page


def modules() -> list[str]:
    """Return the names of all modules of the package, each package before what is in it."""
    paths = (path.relative_to(SOURCES).with_suffix("").parts for path in (SOURCES / "bidwell").rglob("*.py"))
    names = {".".join(parts).removesuffix(".__init__") for parts in paths}
    return sorted(name for name in names if not name.rpartition(".")[2].startswith("_"))


def pages() -> Iterator[Page]:
    """Yield the table of public names and a page for every module."""
    yield Page("api/index.md", _overview())
    for name in modules():
        yield Page(f"api/{name}.md", f"# {name}\n\n::: {name}\n")


def _overview() -> str:
    lines = [
        "# The API",
        "",
        "`import bidwell` gives these names. Everything else is found by its module, and has a page of its own",
        "here.",
        "",
    ]
    lines += ["| name | what it is |", "|---|---|"]
    for name in bidwell.__all__:
        thing = getattr(bidwell, name)
        home = inspect.getmodule(thing).__name__  # type: ignore[union-attr]
        lines.append(f"| [`bidwell.{name}`]({home}.md#{home}.{thing.__name__}) | {_summary(thing)} |")
    lines += ["", "## Modules", "", "| module | what is in it |", "|---|---|"]
    lines += [f"| [`{name}`]({name}.md) | {_module_summary(name)} |" for name in modules()]
    return "\n".join([*lines, ""])


def _summary(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0].replace("|", "\\|")


def _module_summary(name: str) -> str:
    """Return the first line of a module's docstring without importing it."""
    import ast

    path = SOURCES.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.partition("\n")[0].replace("|", "\\|")
