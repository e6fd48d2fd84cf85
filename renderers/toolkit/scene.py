"""The parts that scenes of several games share."""

from collections.abc import Mapping

from msgspec import Struct

from engine.state import Seat

Spot = tuple[int, ...]
"""A place on a board in the game's own coordinates, usually ``(column, row)``."""


class Sign(Struct, frozen=True):
    """A kind of thing on a board: its sprite in pictures, its character in text, and its
    meaning.
    """

    sprite: str
    sign: str
    word: str


class LastAction(Struct, frozen=True):
    """The last action in words (empty if unknown) and its spots, the oldest first. A path lists all
    its spots.
    """

    words: str = ""
    ways: tuple[tuple[Spot, ...], ...] = ()


class GameFacts(Struct, frozen=True):
    """The facts about a game in every scene.

    ``people`` are the names of the seats in order. ``round`` is the round, turn or segment from 1,
    or ``None`` in a game without them.
    """

    people: Mapping[Seat, str] = {}  # a field: msgspec copies it
    round: int | None = None
    last: LastAction = LastAction()


class GameScene(Struct, frozen=True, kw_only=True):
    """The common part of all scenes. ``banner`` describes the state of the game, ``legend``
    explains the signs.
    """

    banner: str
    game: GameFacts = GameFacts()
    legend: tuple[Sign, ...] = ()

    @property
    def text_signs(self) -> tuple[Sign, ...]:
        return self.legend

    @property
    def below(self) -> tuple[str, ...]:
        """Facts below a text board, which a reader needs only once."""
        return ()


class TextLayout(Struct, frozen=True):
    """The format of a text board: lines of at most ``width`` columns, without the signs and facts
    in ``known``, which the reader has seen before.
    """

    width: int = 100
    known: frozenset[str] = frozenset()


WHOLE = TextLayout()
"""A complete board."""


class TableScene(Struct, frozen=True):
    """A table in words. ``right`` are the columns of numbers. ``filled`` holds the number chosen so
    far and the number needed; the last row says it in words.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    filled: tuple[int, int] | None = None
