"""The decks of a ship as a scene: cells and what is on them, in words and
ready to be drawn and written.
"""

from msgspec import Struct

from renderers.toolkit.scene import GameScene

Cell = tuple[int, int]
Window = tuple[int, int, int, int]
"""The first column and row, and the last ones."""


class Figure(Struct, frozen=True, kw_only=True):
    """A unit. ``sprite``: the kind of marine, alien or blip; ``label`` is written on it, ``badge``
    beside it; ``words`` say what a marine carries; ``marks`` are its markers; ``active``: it is
    the one that acts.
    """

    at: Cell
    sprite: str
    rot: int
    label: str
    badge: str
    words: str
    marks: tuple[str, ...]
    active: bool


class DeckTile(Struct, frozen=True):
    """A door, a flame, a mark of the map; ``rot`` 90: a door across a
    corridor that runs from side to side.
    """

    at: Cell
    sprite: str
    rot: int = 0


class CrewPane(Struct, frozen=True):
    """A player: ``acts`` is whether they are asked; ``counts`` are their units by sprite, and
    ``words`` say what else they have.
    """

    name: str
    acts: bool
    counts: tuple[tuple[str, int], ...]
    words: tuple[str, ...] = ()


class ShipScene(GameScene, frozen=True, kw_only=True):
    """All that picture and text show.

    ``window``: the part of the map on which anything is; ``focus``: the part of it in which things
    happen, which the picture shows in large. ``signs`` are what stands for
    each cell of the window in the text board, two characters each. ``segs``: rows like those of
    the grid; cells of one letter burn together. ``marked`` is what an overlay marks, ``seen`` or
    ``doomed``. ``heading`` are mission and turn, ``question`` who must act and what is asked, ""
    where nobody is; ``interrupts``: it is not their turn. ``crews`` are both players, ``rolls``
    dice that the question is about, ``notes`` what stands below. ``fired``: the last deed is a
    ``shoot`` or a ``burn``. ``status`` stands below the banner of the text. ``facts`` are in the
    text alone: what the picture shows, in words; ``own`` are those about units of the reader's,
    and ``names`` these units with no more than their cells.
    """

    heading: str
    question: str
    interrupts: bool
    crews: tuple[CrewPane, ...]
    rolls: tuple[tuple[str, tuple[int, ...]], ...]
    notes: tuple[str, ...]
    fired: str
    status: str
    grid: tuple[str, ...]
    window: Window
    focus: Window
    tiles: tuple[DeckTile, ...]
    figures: tuple[Figure, ...]
    segs: tuple[str, ...]
    marked: tuple[Cell, ...]
    marking: str
    signs: tuple[tuple[str, ...], ...]
    facts: tuple[str, ...]
    own: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def below(self) -> tuple[str, ...]:
        return self.facts
