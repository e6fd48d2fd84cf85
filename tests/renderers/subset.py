"""Makes the fonts of the renderers: ``python -m tests.renderers.subset FOLDER
...`` (needs fontTools; Debian: fonts-dejavu-core, fonts-droid-fallback). The
folders are searched for the full faces.

Run it again when a message that is drawn in pictures gets a new Chinese character; a test says so.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from tests.kit.data import beside

DATA = beside(__file__)

ROOT = Path(__file__).parents[2]
HERE = ROOT / "renderers" / "fonts"
LATIN = DATA["latin"]
CATALOGUES = DATA["catalogues"]
"""All that is said in Chinese: what a picture writes today or may write tomorrow."""
WORDS = "DroidSansFallback-Words"


def cut(source: Path, name: str, wanted: set[int]) -> set[int]:
    """Writes NAME.ttf with those of the wanted characters that ``source`` has; returns them."""
    options = subset.Options(
        drop_tables=["FFTM"],
        layout_features=[],
        name_IDs=["*"],
        notdef_outline=True,
        recalc_timestamp=False,
    )
    font = TTFont(source, recalcTimestamp=False)
    got = wanted & set(font.getBestCmap())
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=got)
    cutter.subset(font)
    font.save(HERE / f"{name}.ttf")
    return got


def ranges(codes: Iterable[int]) -> list[list[int]]:
    """``[first, last]`` pairs, ascending."""
    found: list[list[int]] = []
    for code in sorted(codes):
        if found and code == found[-1][1] + 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def find(folders: list[Path], name: str) -> Path:
    for folder in folders:
        if (folder / f"{name}.ttf").exists():
            return folder / f"{name}.ttf"
    sys.exit(f"{name}.ttf is in none of: {', '.join(map(str, folders)) or 'no folder named'}")


def main(folders: list[Path]) -> None:
    latin = {code for first, last in LATIN for code in range(first, last + 1)}
    names = cut(find(folders, "DejaVuSans"), "DejaVuSans", latin)
    names &= cut(find(folders, "DejaVuSans-Bold"), "DejaVuSans-Bold", latin)
    chinese = {
        ord(character)
        for pattern in CATALOGUES
        for path in ROOT.glob(pattern)
        for character in path.read_text("utf-8")
        if ord(character) >= 0x3000
    }
    words = cut(find(folders, "DroidSansFallbackFull"), WORDS, chinese)
    lines = [
        f'"{key}": {json.dumps(ranges(codes))}'
        for key, codes in (("DejaVuSans", names), (WORDS, words))
    ]
    (HERE / "coverage.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "ascii")


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
