"""The parts that scenes of several games share."""

from collections.abc import Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from engine.state import Seat

Spot = tuple[int, ...]
"""A place on a board in the game's own coordinates, usually ``(column, row)``."""


class Sign(Struct, frozen=True):
    """A kind of thing on a board and its meaning."""

    sprite: str  # in pictures
    sign: str  # character in text
    word: str


class LastAction(Struct, frozen=True):
    """The last action in words (empty if unknown) and its spots, oldest first."""

    words: str = ""
    ways: tuple[tuple[Spot, ...], ...] = ()  # each with all its spots


class GameFacts(Struct, frozen=True):
    # names of the seats in order; a field, because msgspec copies it
    people: Mapping[Seat, str] = {}
    round: int | None = None  # round, turn or segment from 1, or ``None``
    last: LastAction = LastAction()


class GameScene(Struct, frozen=True, kw_only=True):
    """The common part of all scenes."""

    banner: str  # the state of the game
    game: GameFacts = GameFacts()
    legend: tuple[Sign, ...] = ()  # the meaning of signs
    # the goal, then sides and units, in short lines for beside a text map
    summary: tuple[str, ...] = ()

    @property
    def drawn(self) -> Self:
        """The scene without what only its text has. Equal ones have the same picture."""
        return replace(self, summary=())

    @property
    def text_signs(self) -> tuple[Sign, ...]:
        return self.legend

    @property
    def below(self) -> tuple[str, ...]:
        return ()


class TextLayout(Struct, frozen=True):
    """The format of a text board."""

    width: int = 100  # maximum columns of a line
    # signs, facts and lines of the summary to omit, because the reader has seen them
    known: frozenset[str] = frozenset()
    moves: bool = True  # with marks that change with every move
    height: int = 0  # lines for the map, which may show a part instead; 0: no limit


WHOLE = TextLayout()
"""A complete board."""


class TableScene(Struct, frozen=True):
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()  # columns of numbers
    filled: tuple[int, int] | None = None  # chosen and needed amounts, also in the last row
