"""What a picture shows, before anybody has drawn it: the one source of the PNG,
the text board and the alt text.

A scene is made from a view alone. Everything in it is already in words of one
language and ready to be shown.
"""

from typing import Literal

from msgspec import Struct

from renderers.toolkit.scene import GameScene, Sign

Standing = Literal["plain", "turn", "won", "leaving", "out"]


class Token(Struct, frozen=True):
    """A sprite on square ``x``, ``y``, both from 0 and from the top left."""

    x: int
    y: int
    sprite: str


class Axes(Struct, frozen=True):
    """The labels of the columns above every panel's grid, and of the rows beside it."""

    top: tuple[str, ...]
    left: tuple[str, ...]

    def square(self, x: int, y: int) -> str:
        """Return a square as orders are written."""
        return f"{self.top[x]} {self.left[y]}"


class Panel(Struct, frozen=True, kw_only=True):
    """One grid with its heading: ``badge``, ``title``, ``tag`` after the title,
    and ``line``, its state in words.
    """

    title: str
    tag: str
    badge: str
    line: str
    standing: Standing
    tokens: tuple[Token, ...]


class Scene(GameScene, frozen=True, kw_only=True):
    """A whole picture. ``empty`` is a square without a token; ``legend`` explains
    every sprite that is on a panel.

    ``banner`` says how the game stands. ``notes`` are in the picture and in
    the text, ``asides`` in the text alone: what the picture cannot draw,
    such as the name behind an alias.
    """

    axes: Axes
    panels: tuple[Panel, ...]
    empty: Sign
    notes: tuple[str, ...]
    asides: tuple[str, ...]

    @property
    def text_signs(self) -> tuple[Sign, ...]:
        return (self.empty, *self.legend)

    @property
    def below(self) -> tuple[str, ...]:
        return (*self.notes, *self.asides)
