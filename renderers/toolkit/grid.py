"""A renderer for small games: rows of characters as picture and text, and sentences from the fields
of events and views.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from PIL import Image

from engine import Event, Seat, Shown
from renderers.registry import PromptParts, Say
from renderers.toolkit import pen, words
from renderers.toolkit.colours import mix, palette_of, rgb
from renderers.toolkit.facts import Facts, fields, fields_of, plain
from renderers.toolkit.scene import WHOLE, GameFacts, GameScene, LastAction, Sign, Spot, TextLayout

WIDE, CELL, EDGE = 800, 56, 24
"""Pixels: the picture, the largest square, and the margin."""
SIZES = (34, 30, 26, 24)
PAPER, INK, MARK = rgb("#f6f3ea"), rgb("#20262e"), rgb("#c2571a")
STYLE = pen.Strip(ground=PAPER, ink=INK, line=40, below=16, px=24, left=EDGE, right=EDGE)
LEVEL = 6
PALETTE = palette_of(mix(PAPER, ink, 255 * k // 127) for ink in (INK, MARK) for k in range(128))


class GridScene(GameScene, frozen=True, kw_only=True):
    """A board. ``rows`` of characters are below the banner."""

    rows: tuple[str, ...]


class GridRenderer:
    """Draws and describes a game. Subclass it, create an object and name that in the entry point
    group ``meanwhile.renderers``.

    The game's catalogue has ``KIND-prompt``, ``KIND-banner`` with the fields of the view,
    ``KIND-EVENT`` with those of the event, and a message for each of the ``signs``.
    """

    kind: ClassVar[str]
    signs: ClassVar[Mapping[str, str]] = {}
    """The message for each character of the board: ``{"|": "nim-stick"}``."""

    def rows(self, view: Any) -> Sequence[str]:
        """Return the board, one character per square."""
        return ()

    def names(self, view: Any) -> dict[Seat, str]:
        """Return the names of seats in sentences. Seats without an entry keep their own name."""
        return {}

    def last(self, view: Any, say: Say) -> LastAction:
        """Return the last action. Its spots are ``(column, row)``, both from 0."""
        return LastAction()

    def banner(self, view: Any, say: Say) -> str:
        """Return the state of the game in one sentence."""
        return say(f"{self.kind}-banner", **view_facts(view, say))

    def scene(self, view: Any, say: Say) -> GridScene:
        """Return the board with its banner and the meaning of its signs."""
        rows = tuple(self.rows(view))
        board = "".join(rows)
        return GridScene(
            banner=self.banner(view, say),
            game=GameFacts(self.names(view), last=self.last(view, say)),
            legend=tuple(Sign("", k, say(word)) for k, word in self.signs.items() if k in board),
            rows=rows,
        )

    def prompt(self, view: Any, say: Say) -> PromptParts:
        """Return the reader's prompt, which is the same for everybody."""
        return PromptParts(more=say(f"{self.kind}-prompt"))

    def facts(self, event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
        """Return the arguments of the event's sentence: its fields, with names for seats. ``name``
        is the actor, and ``role`` is ``actor`` for that reader and ``other`` for everybody else.
        """
        found = fields(event, viewer, names, said=lambda value: worded(value, names, say))
        return {"role": "other"} | found

    def text(self, scene: GridScene, language: str, layout: TextLayout = WHOLE) -> str:
        """Return the board as lines of text."""
        parts = (
            words.wrapped([scene.banner], layout),
            map(" ".join, scene.rows),
            words.wrapped([scene.game.last.words], layout),
            words.legend(scene.legend, language, layout),
        )
        return "\n\n".join(filter(None, map("\n".join, parts))) + "\n"

    def alt(self, scene: GridScene, language: str) -> str:
        """Return the board in words."""
        return words.told([scene.banner, *scene.rows, scene.game.last.words])

    def png(self, scene: GridScene) -> bytes:
        """Return the board as a picture."""
        across = max(map(len, scene.rows), default=1)
        cell = min(CELL, (WIDE - 2 * EDGE) // max(1, across))
        head, board = 64, cell * len(scene.rows)
        strip = pen.legend(
            [("", f"{sign.sign} {sign.word}") for sign in scene.legend], WIDE, STYLE, unsigned
        )
        image = Image.new("RGB", (WIDE, head + board + strip.height), PAPER)
        pen.centred(image, head / 2, scene.banner, SIZES, INK, bold=True)
        left = (WIDE - cell * across) // 2

        def centre(spot: Spot) -> tuple[float, float]:
            return left + cell * spot[0] + cell / 2, head + cell * spot[1] + cell / 2

        for y, row in enumerate(scene.rows):
            for x, sign in enumerate(row):
                pen.write(image, centre((x, y)), sign, cell * 3 // 4, INK, anchor="m")
        pen.draw_last(image, scene.game.last, centre, cell, MARK)
        image.paste(strip, (0, head + board))
        return pen.png(pen.flat(image, PALETTE), LEVEL)


def unsigned(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw no sprite: a grid's legend already contains each sign as a character."""


def view_facts(view: Any, say: Say) -> Facts:
    """Return a view's fields as arguments of a sentence; see ``view_fields``."""
    return {key: worded(value, {}, say) for key, value in view_fields(view).items()}


def view_fields(view: Any) -> dict[str, Any]:
    """Return the fields of a view except structs. For a ``Shown`` these are the viewer and the
    fields of its world and frames, or ``world`` itself if it is no struct.
    """
    found, parts = dict[str, Any](), [view]
    if isinstance(view, Shown):
        found, parts = {"viewer": view.viewer, "world": view.world}, [view.world, *view.frames]
    for part in parts:
        found |= fields_of(part)
    return {name: value for name, value in found.items() if not isinstance(value, Struct)}


def worded(value: Any, names: Mapping[Seat, str], say: Say) -> str | int:
    """Return a value as an argument of a sentence: names for seats, ``none`` for ``None``, lists
    joined, anything else as JSON.
    """
    match value:
        case None:
            return "none"
        case str():
            return names.get(value, value)
        case list() | tuple() if all(isinstance(one, str | int) for one in value):
            return say("comma").join(str(worded(one, names, say)) for one in value)
    word = plain(value)
    return msgspec.json.encode(value).decode() if word is None else word
