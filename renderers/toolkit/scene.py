"""What scenes of several games have in them."""

from collections.abc import Mapping

from msgspec import Struct

from engine.state import Seat

Spot = tuple[int, ...]
"""A place on a board, as the game's own picture counts: ``(column, row)`` as a rule."""


class Sign(Struct, frozen=True):
    """Something that can lie on a square: its sprite in pictures, its character in text, and what
    it means in words.
    """

    sprite: str
    sign: str
    word: str


class LastAction(Struct, frozen=True):
    """What was done last: in words, "" where the view does not say; and where, oldest first: a
    way is the spots that it led over, or the one on which something happened.
    """

    words: str = ""
    ways: tuple[tuple[Spot, ...], ...] = ()


class GameFacts(Struct, frozen=True):
    """What the scenes of all games say of their game.

    ``people``: how the seats are called, in their order; ``round``: the round, turn or segment,
    from 1, None in a game that counts none.
    """

    people: Mapping[Seat, str] = {}  # a field: msgspec copies it
    round: int | None = None
    last: LastAction = LastAction()


class GameScene(Struct, frozen=True, kw_only=True):
    """What the scenes of all games have: ``banner`` says how the game stands, ``legend``
    explains what is shown.
    """

    banner: str
    game: GameFacts = GameFacts()
    legend: tuple[Sign, ...] = ()

    @property
    def text_signs(self) -> tuple[Sign, ...]:
        return self.legend

    @property
    def below(self) -> tuple[str, ...]:
        """The facts that stand below a text board, each of which one reader needs once."""
        return ()


class TextLayout(Struct, frozen=True):
    """How a board is written: in lines of at most ``width`` columns, without what of its legend and
    of the facts below it the reader has been shown before (``known``).
    """

    width: int = 100
    known: frozenset[str] = frozenset()


WHOLE = TextLayout()
"""A board with everything that belongs to it."""


class TableScene(Struct, frozen=True):
    """Rows under heads, in words. ``right``: the columns of numbers. ``filled``: how much has been
    chosen, and how much is to be; the last row says it in words.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    filled: tuple[int, int] | None = None
