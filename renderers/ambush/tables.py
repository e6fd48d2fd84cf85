"""The tables of ambush's rules, for the modes ``weapons``, ``hits`` and ``moving``.

They also make a page to print (``python -m tests.repo.ambush_tables``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from PIL import Image

from engine.games.ambush.damage import AWAKE, FALLS, HITS
from engine.games.ambush.hexes import COVER, POINTS, SURCHARGE, Cell, Side, elusive, entering, slip
from engine.games.ambush.sight import MODE
from engine.games.ambush.units import CLUSTERS, FRAMES, GUNS, RACKS, Gun
from engine.games.ambush.view import View
from renderers.ambush import board, terrain
from renderers.ambush.frame import BAR, DIM, PALE
from renderers.registry import Say
from renderers.toolkit.pen import EDGE, LINE, WIDTH, SheetColours, height, lay, write
from renderers.toolkit.scene import WHOLE, GameScene, TableScene, TextLayout
from renderers.toolkit.words import ruled, told

COLOURS = SheetColours(terrain.DEEP, BAR, PALE, DIM)
BANNER, FAR = 58, 30
"""Pixels of the head of a picture, and the largest distance moved that has a row of its own."""
NOTHING = "–"
SUMS = [str(roll) for roll in range(2, 13)]
"""The sums of two dice."""


class TablesScene(GameScene, frozen=True, kw_only=True):
    tables: tuple[TableScene, ...]


def ranges(gun: Gun) -> Iterator[str]:
    first = 1
    for last in (gun.short, gun.medium, gun.long):
        yield span(first, last)
        first = last + 1


def weapons(say: Say) -> list[TableScene]:
    heads = ("code", "weapon", "damage", "least", "short", "medium", "long", "heat")
    rows = [
        (
            name,
            say("ambush-weapon", kind=name),
            say("ambush-harm", each=gun.each, rack=gun.rack, group=gun.group),
            str(gun.least) if gun.least else NOTHING,
            *ranges(gun),
            str(gun.heat),
        )
        for name, gun in GUNS.items()
    ]
    racks = [(roll, *map(str, CLUSTERS[k])) for k, roll in enumerate(SUMS)]
    return [
        table(say, "weapons", heads, rows, (3, 4, 5, 6, 7)),
        table(say, "cluster", ("sum", *map(str, RACKS)), racks, range(1, len(RACKS) + 1)),
    ]


def hits(say: Say) -> list[TableScene]:
    """Return tables of hit locations, falls, unconsciousness, and the parts of a walker."""
    sides: tuple[Side, ...] = ("front", "left", "right")
    place = [
        (roll, *(say("ambush-place", place=HITS[side][k]) for side in sides))
        for k, roll in enumerate(SUMS)
    ]
    falls = [
        (str(die), say("ambush-side", side=side), str(die - 1)) for die, side in enumerate(FALLS, 1)
    ]
    frames = [(str(tons), *map(str, points)) for tons, points in FRAMES.items()]
    wounds = [(str(n), str(need)) for n, need in enumerate(AWAKE) if n]
    return [
        table(say, "place", ("sum", "ahead", "left", "right"), place),
        table(say, "falls", ("die", "side", "turn"), falls, (2,)),
        table(say, "awake", ("hits", "number"), wounds, (1,)),
        table(say, "frame", ("tons", "centre", "torso", "arm", "leg"), frames, range(5)),
    ]


def moving(say: Say) -> list[TableScene]:
    moved = [
        (hexes, f"{elusive(first):+}", f"{slip(first):+}")
        for first, hexes in steps(lambda n: (elusive(n), slip(n)))
    ]
    own = [(say("ambush-mode", mode=mode), f"{more:+}") for mode, more in MODE.items()]
    heads = ("code", "terrain", "cost", "cover", "roll", "slide", "hide")
    return [
        table(say, "terrain", heads, [*ground(say)], (2, 3, 4, 5)),
        table(say, "aim", ("own", "number"), own, (1,)),
        table(say, "moved", ("hexes", "number", "skid"), moved, (1, 2)),
    ]


def ground(say: Say) -> Iterator[tuple[str, ...]]:
    for code, word in board.TERRAINS.items():
        cell = Cell(code, height=1)
        roll = entering(cell, 0)
        lying = cell.hides(prone=True)
        hides = "yes" if cell.hides(prone=False) else "prone" if lying else "no"
        yield (
            code,
            say("ambush-terrain", ground=word),
            str(POINTS.get(code, NOTHING)),
            f"+{COVER[code]}" if code in COVER else NOTHING,
            NOTHING if roll is None else f"{roll:+}",
            say("ambush-stops") if cell.water or cell.wall else str(SURCHARGE.get(code, NOTHING)),
            say("ambush-hides", how=hides),
        )


def steps(of: Callable[[int], object]) -> Iterator[tuple[int, str]]:
    """Yield the runs of distances with an equal value: the first, and the run as ``0-2`` or
    ``25+``.
    """
    for _, run in groupby(range(FAR), of):
        hexes = [*run]
        first, last = hexes[0], hexes[-1]
        yield first, f"{first}+" if last == FAR - 1 else span(first, last)


def span(first: int, last: int) -> str:
    """Return a range of numbers in words: ``4-6``, ``1``."""
    return f"{first}-{last}" if first < last else str(first)


def table(
    say: Say,
    name: str,
    heads: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    right: Iterable[int] = (),
) -> TableScene:
    words = tuple(head if head.isdigit() else say("ambush-table-head", head=head) for head in heads)
    return TableScene(say("ambush-table", table=name), words, tuple(rows), tuple(right))


TABLES: dict[str, Callable[[Say], list[TableScene]]] = {
    "weapons": weapons,
    "hits": hits,
    "moving": moving,
}
"""The modes that are tables, the same for everybody."""


def scene(_: View, say: Say, mode: str) -> TablesScene:
    return TablesScene(banner=say("ambush-tables", look=mode), tables=tuple(TABLES[mode](say)))


def draw(scene: TablesScene) -> Image.Image:
    tall = BANNER + 12 + sum(map(height, scene.tables)) + 12
    image = Image.new("RGB", (WIDTH, tall), terrain.DEEP)
    image.paste(BAR, (0, 0, WIDTH, BANNER))
    write(image, (EDGE, BANNER / 2), scene.banner, LINE - 6, PALE, bold=True)
    y = BANNER + 12
    for one in scene.tables:
        lay(image, one, y, COLOURS)
        y += height(one)
    return image


def lines(scene: TablesScene, layout: TextLayout = WHOLE) -> Iterator[str]:
    yield scene.banner
    for one in scene.tables:
        yield ""
        yield from ruled(one, layout.width)


def alt(scene: TablesScene) -> str:
    return told((scene.banner, *(one.title for one in scene.tables)))
