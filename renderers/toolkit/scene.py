"""What scenes of several games have in them."""

from msgspec import Struct


class Sign(Struct, frozen=True):
    """Something that can lie on a square: its sprite in pictures, its character in
    text, and what it means in words.
    """

    sprite: str
    sign: str
    word: str
