"""``python -m tests.renderers.palettes``: write renderers/palettes.json from the gallery.

Each colour that a game's modules name is in its palette as it is. The rest of the palette is what
the pictures need.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from PIL import Image

import renderers
from renderers.ambush import frame as sides
from renderers.ambush import paint as ambush
from renderers.ambush import terrain as country
from renderers.desert import frame as panels
from renderers.desert import paint as desert
from renderers.desert import terrain as desert_ground
from renderers.dicechess import board as dicechess
from renderers.toolkit import strokes
from renderers.toolkit.colours import Colour
from tests.renderers import gallery
from tests.repo.tree import ROOT

TARGET = ROOT / "renderers" / "palettes.json"
NAMED: dict[str, tuple[Any, ...]] = {
    "ambush": (
        (ambush, sides, country, strokes),
        *((sides.pale(k), sides.dark(k)) for k in range(4)),
    ),
    "desert": ((desert, panels, desert_ground), strokes.INK, strokes.WHITE, strokes.NIGHT),
    "dicechess": (dicechess,),
}
"""The modules and other sources of the colours of each game."""
SIZES = {"ambush": 128, "desert": 160, "dicechess": 256}
"""Colours of a palette. Fewer make smaller files."""
DRAWN: dict[str, Callable[[Any], Image.Image]] = {
    "ambush": ambush.draw,
    "desert": desert.draw,
    "dicechess": dicechess.draw,
}


def named(found: Any) -> Iterator[Colour]:
    match found:
        case (int(), int(), int()) if all(0 <= part <= 255 for part in found):
            yield found
        case str() | float() | int():
            return
        case tuple() | list():
            for part in found:
                yield from named(part)
        case dict():
            yield from named([*found.values()])
        case _ if type(found).__name__ == "module":
            yield from named([vars(found)[name] for name in vars(found) if name.isupper()])


def palette(kind: str) -> list[Colour]:
    own = list(dict.fromkeys(named(NAMED[kind])))
    shots = [DRAWN[kind](renderers.scene_of(kind, shot.view)) for shot in gallery.of_game(kind)]
    high = max(shot.height for shot in shots)
    sheet = Image.new("RGB", (sum(shot.width for shot in shots), high), own[0])
    at = 0
    for shot in shots:
        sheet.paste(shot, (at, 0))
        at += shot.width
    rest = SIZES[kind] - len(own)
    common = sheet.quantize(rest, method=Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or []
    return [*own, *zip(common[::3], common[1::3], common[2::3], strict=True)][: SIZES[kind]]


def main() -> None:
    found = {
        kind: "".join(f"{part:02x}" for one in palette(kind) for part in one) for kind in NAMED
    }
    TARGET.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
