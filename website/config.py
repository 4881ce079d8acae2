"""The settings of MkDocs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from website.nav import Nav
from website.pages import SOURCES

HERE = Path(__file__).parent
NOTICE = (
    "MIT licence. Bidwell is not affiliated with the authors or publishers of the games it plays; "
    "their names are used only to identify the rules."
)
SEPARATOR = r"[\s\-_,:!=\[\]()\"`/|+@]+|\.(?!\d)|&[lg]t;"
"""What separates words for the search: `bid_sizes`, `--pause-after` and `bidwell.core` are found by their parts."""


def config(folder: Path, out: Path, nav: Nav) -> dict[str, Any]:
    """Return the settings for pages in `folder`, built into `out`."""
    return {
        "site_name": "Bidwell",
        "site_description": "Auction card games that follow their rulebooks exactly: play, simulate, study, train.",
        "copyright": NOTICE,
        "docs_dir": str(folder),
        "site_dir": str(out),
        "nav": nav,
        "theme": _theme(),
        "hooks": [str(HERE / "hooks.py")],
        "extra_css": ["assets/site.css"],
        "extra_javascript": ["assets/search.js"],
        "extra": {"generator": False},
        "plugins": [{"search": {"separator": SEPARATOR, "pipeline": ["trimmer"]}}, {"mkdocstrings": _docstrings()}],
        "markdown_extensions": _extensions(),
        "validation": {
            "nav": {"omitted_files": "warn", "not_found": "warn", "absolute_links": "warn"},
            "links": dict.fromkeys(("not_found", "anchors", "absolute_links", "unrecognized_links"), "warn"),
        },
    }


def _theme() -> dict[str, Any]:
    features: tuple[str, ...] = (
        "navigation.tabs",
        "navigation.tabs.sticky",
        "navigation.indexes",
        "navigation.prune",
        "navigation.top",
    )
    features += ("navigation.footer", "toc.follow", "content.code.copy", "search.suggest", "search.highlight")
    return {
        "name": "material",
        "custom_dir": str(HERE / "theme"),
        "font": False,
        "logo": "assets/logo.svg",
        "favicon": "assets/logo.svg",
        "features": [*features],
        "palette": [_light("light", "default", "evening"), _light("dark", "slate", "day")],
    }


def _light(light: str, scheme: str, other: str) -> dict[str, Any]:
    icon = {"light": "material/weather-night", "dark": "material/weather-sunny"}[light]
    toggle = {"icon": icon, "name": f"Switch to {other}"}
    media = f"(prefers-color-scheme: {light})"
    return {"media": media, "scheme": scheme, "primary": "custom", "accent": "custom", "toggle": toggle}


def _docstrings() -> dict[str, Any]:
    options = {
        **dict.fromkeys(("show_root_heading", "show_root_toc_entry", "show_source", "show_bases"), False),
        **{"heading_level": 2, "members_order": "source", "separate_signature": True, "filters": ["!^_"]},
        **{"show_signature_annotations": True, "line_length": 100, "show_if_no_docstring": True},
        **{"show_symbol_type_heading": True, "show_symbol_type_toc": True},
    }
    return {"handlers": {"python": {"paths": [str(SOURCES)], "options": options}}}


def _extensions() -> list[Any]:
    plain = ("admonition", "attr_list", "md_in_html", "tables", "def_list", "pymdownx.superfences", "pymdownx.details")
    code = {"pymdownx.highlight": {"anchor_linenums": False, "use_pygments": True}}
    return [*plain, code, {"toc": {"permalink": True, "toc_depth": 3}}]
