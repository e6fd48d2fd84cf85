"""What scenes of several games have in them."""

from collections.abc import Mapping

from msgspec import Struct

from engine.state import Seat


class Sign(Struct, frozen=True):
    """Something that can lie on a square: its sprite in pictures, its character in
    text, and what it means in words.
    """

    sprite: str
    sign: str
    word: str


class GameScene(Struct, frozen=True, kw_only=True):
    """What the scenes of all games have.

    ``banner`` says how the game stands. ``people``: how the seats are called, in their order;
    ``round``: the round, turn or segment, from 1, None in a game that counts none; ``last``: what
    was done last, in words, "" where the view does not say. ``legend`` explains what is shown.
    """

    banner: str
    people: Mapping[Seat, str] = {}  # a field: msgspec copies it
    round: int | None = None
    last: str = ""
    legend: tuple[Sign, ...] = ()
