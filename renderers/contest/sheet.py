"""A contest's tables as a picture, as text, and in words."""

from collections.abc import Iterator

from PIL import Image

from renderers.toolkit import pen
from renderers.toolkit.colours import mix, palette_of, rgb
from renderers.toolkit.scene import WHOLE, GameScene, TableScene, TextLayout
from renderers.toolkit.words import news, ruled, told, wrapped

BANNER, LEVEL = 72, 6
PAPER, BAR, INK, SOFT = rgb("#f6f3ea"), rgb("#d9e2ea"), rgb("#20262e"), rgb("#3f5468")
COLOURS = pen.SheetColours(PAPER, BAR, INK, SOFT)
GROUNDS = (PAPER, BAR, mix(PAPER, BAR, 128))
PALETTE = palette_of(
    mix(ground, ink, 255 * k // 31) for ground in GROUNDS for ink in (INK, SOFT) for k in range(32)
)
NOTE = pen.Strip(ground=PAPER, ink=SOFT, line=36, below=10, px=22, left=pen.EDGE, right=pen.EDGE)


class ContestScene(GameScene, frozen=True, kw_only=True):
    """The standings and the pairings."""

    tables: tuple[TableScene, ...]
    notes: tuple[str, ...] = ()

    @property
    def below(self) -> tuple[str, ...]:
        return self.notes


def flat(scene: ContestScene) -> Image.Image:
    notes = pen.legend([("", note) for note in scene.notes], pen.WIDTH, NOTE, unsigned)
    tall = BANNER + sum(map(pen.height, scene.tables)) + notes.height
    image = Image.new("RGB", (pen.WIDTH, tall), PAPER)
    image.paste(BAR, (0, 0, pen.WIDTH, BANNER - 12))
    pen.centred(image, (BANNER - 12) / 2, scene.banner, (30, 26, 22), INK, bold=True)
    top = BANNER
    for table in scene.tables:
        pen.lay(image, table, top, COLOURS)
        top += pen.height(table)
    image.paste(notes, (0, top))
    return pen.flat(image, PALETTE)


def unsigned(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw no sprite: notes have words only."""


def png(scene: ContestScene) -> bytes:
    return pen.png(flat(scene), LEVEL)


def lines(scene: ContestScene, layout: TextLayout) -> Iterator[str]:
    yield from wrapped([scene.banner], layout)
    for table in scene.tables:
        yield ""
        yield from ruled(table, layout.width)
    if notes := [*news(scene.notes, layout)]:
        yield ""
        yield from notes


def text(scene: ContestScene, _language: str, layout: TextLayout = WHOLE) -> str:
    return "\n".join(lines(scene, layout)) + "\n"


def alt(scene: ContestScene, _language: str) -> str:
    """Return the banner and the first lines of each table."""
    rows = (
        f"{table.title}: " + "; ".join(" ".join(row[:3]) for row in table.rows)
        for table in scene.tables
    )
    return told([scene.banner, *rows, *scene.notes])
