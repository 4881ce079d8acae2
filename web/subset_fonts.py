"""Cuts the typefaces down to the letters we use: python web/subset_fonts.py node_modules/@fontsource

This needs fonttools and brotli, and the packages @fontsource/young-serif and @fontsource/source-sans-3.
Young Serif has old-style figures unless asked otherwise, and `font:` in a style forgets that one asked: so here its
lining figures are put in their place.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent / "src" / "fonts"
LETTERS = "U+0020-007E,U+00A0,U+00A3,U+00B7,U+00C4,U+00D6,U+00D7,U+00DC,U+00DF,U+00E4,U+00E7-00EA,U+00F1,U+00F6,U+00FC"
MARKS = "U+2013,U+2019,U+2026,U+2192,U+2212"
TEXT = "U+0020-007E,U+00A0-00FF,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2190,U+2192,U+2212"


def main() -> None:
    source = Path(sys.argv[1])
    serif = HERE / "young-serif.woff2"
    cut(source / "young-serif/files/young-serif-latin-400-normal.woff2", serif, f"{LETTERS},{MARKS}")
    line_up(serif)
    for weight in (400, 600):
        name = f"source-sans-3/files/source-sans-3-latin-{weight}-normal.woff2"
        cut(source / name, HERE / f"source-sans-{weight}.woff2", TEXT)


def cut(of: Path, to: Path, letters: str) -> None:
    features = "--layout-features=kern,lnum,tnum"
    subset.main([str(of), f"--unicodes={letters}", features, "--no-hinting", "--flavor=woff2", f"--output-file={to}"])


def line_up(path: Path) -> None:
    """Put lining, tabular figures where the others were."""
    font = TTFont(path)
    for wanted in ("lnum", "tnum"):
        changes = substitutes(font, wanted)
        for cmap in font["cmap"].tables:
            for letter in map(ord, "0123456789"):
                cmap.cmap[letter] = changes.get(cmap.cmap[letter], cmap.cmap[letter])
    font.flavor = "woff2"
    font.save(path)


def substitutes(font: TTFont, wanted: str) -> dict[str, str]:
    """Which glyph a feature puts in the place of which."""
    table, changes = font["GSUB"].table, {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == wanted:
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    changes.update(part.mapping)
    return changes


if __name__ == "__main__":
    main()
