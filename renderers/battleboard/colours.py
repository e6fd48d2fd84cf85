"""The colours of BattleBoard's pictures, and the palette that they are saved in."""

from functools import lru_cache
from itertools import combinations

from PIL import Image

from renderers.toolkit.colours import Colour, mix, palette_of, rgb

TABLE = rgb("#0c1822")
CARD = rgb("#142633")
RIM = rgb("#23394a")
SEA = (rgb("#2a6f9e"), rgb("#2e74a3"))
FOAM = rgb("#5b9cc6")
INK = rgb("#ffffff")
DIM = rgb("#9fb8c9")
TURN = rgb("#f0e442")
WON = rgb("#7fd8a4")

# Hit, near miss, miss and sea stay apart for every kind of colour vision; a test says by how much.
HIT = rgb("#d55e00")
NEAR = rgb("#f0e442")
MISS = rgb("#e6f0f6")
WRECK = rgb("#6d4a3b")
SHADE = rgb("#0b1f2c")
CITY = (rgb("#ffffff"), rgb("#cfdae2"))

VEIL = {"plain": 0, "turn": 0, "won": 0, "leaving": 40, "out": 80}
"""How far the grid of a panel sinks into its card, in 255ths, by standing."""

RAMPS: tuple[tuple[Colour, Colour, int], ...] = (
    *((CARD, ink, 12) for ink in (INK, DIM, TURN, WON)),
    *((TABLE, ink, 8) for ink in (INK, DIM, TURN, WON, CARD)),
    *((sea, ink, 8) for sea in SEA for ink in (SHADE, NEAR, MISS, INK)),
    *((sea, HIT, 4) for sea in SEA),
    *((sea, FOAM, 4) for sea in SEA),
    *((a, b, 7) for a, b in combinations((SHADE, HIT, INK, NEAR), 2)),
    *((WRECK, ink, 6) for ink in (SHADE, NEAR, INK, HIT, SEA[0])),
    *((RIM, ink, 3) for ink in (CARD, TABLE)),
)
"""Pairs of colours that meet at an edge somewhere, and in how many steps."""


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return up to 256 colours: every ramp, and the ramps of the veiled grids."""
    colours: dict[Colour, None] = {}
    for a, b, steps in RAMPS:
        for step in range(steps + 1):
            colours[mix(a, b, 255 * step // steps)] = None
    for veil in sorted(set(VEIL.values()) - {0}):
        for sea in SEA:
            for ink in (
                sea,
                HIT,
                NEAR,
                MISS,
                SHADE,
                WRECK,
                mix(sea, NEAR, 128),
                mix(sea, MISS, 128),
            ):
                colours[mix(ink, CARD, veil)] = None
    return palette_of(colours)
