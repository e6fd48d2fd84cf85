"""A renderer for small games: rows of signs as a picture and as text, and sentences from the
fields of events and views.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from PIL import Image

from engine.game import Shown
from engine.state import Event, Seat
from renderers.registry import PromptParts, Say
from renderers.toolkit import pen, words
from renderers.toolkit.colours import mix, palette_of, rgb
from renderers.toolkit.facts import Facts, fields, fields_of, plain
from renderers.toolkit.scene import WHOLE, GameFacts, GameScene, LastAction, Sign, Spot, TextLayout

WIDE, CELL, EDGE = 800, 56, 24
"""Pixels: the picture, a square at most, and what stays free at the sides."""
SIZES = (34, 30, 26, 24)
PAPER, INK, MARK = rgb("#f6f3ea"), rgb("#20262e"), rgb("#c2571a")
STYLE = pen.Strip(ground=PAPER, ink=INK, line=40, below=16, px=24, left=EDGE, right=EDGE)
LEVEL = 6
PALETTE = palette_of(mix(PAPER, ink, 255 * k // 127) for ink in (INK, MARK) for k in range(128))


class GridScene(GameScene, frozen=True, kw_only=True):
    """``rows`` of signs, from the top, below the banner."""

    rows: tuple[str, ...]


class GridRenderer:
    """Draws and words a game; make an object of a subclass and name it in the entry point group
    ``meanwhile.renderers``.

    The catalogue of the game says ``KIND-prompt``, ``KIND-banner`` with the fields of the view,
    ``KIND-EVENT`` with those of the event, and a message for each of the ``signs``.
    """

    kind: ClassVar[str]
    signs: ClassVar[Mapping[str, str]] = {}
    """The message that says what a character of the board is: ``{"|": "nim-stick"}``."""

    def rows(self, view: Any) -> Sequence[str]:
        """Return the board, a character for each square."""
        return ()

    def names(self, view: Any) -> dict[Seat, str]:
        """Return how sentences call the seats: as they are called where none is named here."""
        return {}

    def last(self, view: Any, say: Say) -> LastAction:
        """Return what was done last: ``(column, row)``, both from 0, for each square."""
        return LastAction()

    def banner(self, view: Any, say: Say) -> str:
        """Return how the game stands."""
        return say(f"{self.kind}-banner", **view_facts(view, say))

    def scene(self, view: Any, say: Say) -> GridScene:
        """Return the board with its banner, and what the signs on it mean."""
        rows = tuple(self.rows(view))
        board = "".join(rows)
        return GridScene(
            banner=self.banner(view, say),
            game=GameFacts(self.names(view), last=self.last(view, say)),
            legend=tuple(Sign("", k, say(word)) for k, word in self.signs.items() if k in board),
            rows=rows,
        )

    def prompt(self, view: Any, say: Say) -> PromptParts:
        """Return why the view's reader is asked: in the same words for everybody."""
        return PromptParts(more=say(f"{self.kind}-prompt"))

    def facts(self, event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
        """Return the arguments of the event's sentence: its fields, seats by their names; who has
        done it as ``name``, and ``role``: ``actor`` if they read it, ``other`` for everybody else.
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
        return pen.png(image, PALETTE, LEVEL)


def unsigned(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw nothing: the signs of a grid are characters, which stand among their words."""


def view_facts(view: Any, say: Say) -> Facts:
    """Return a view's fields as arguments of a sentence: see ``view_fields``."""
    return {key: worded(value, {}, say) for key, value in view_fields(view).items()}


def view_fields(view: Any) -> dict[str, Any]:
    """Return a view's fields that are no structs; of a ``Shown`` its viewer, and the fields of
    what world and frames show, or ``world`` itself if it is no struct.
    """
    found, parts = dict[str, Any](), [view]
    if isinstance(view, Shown):
        found, parts = {"viewer": view.viewer, "world": view.world}, [view.world, *view.frames]
    for part in parts:
        found |= fields_of(part)
    return {name: value for name, value in found.items() if not isinstance(value, Struct)}


def worded(value: Any, names: Mapping[Seat, str], say: Say) -> str | int:
    """Return a value as an argument of a sentence: seats by their names, nothing as ``none``,
    words and numbers as a list, anything else as JSON.
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
