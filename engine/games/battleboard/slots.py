"""The slots of BattleBoard's menu: a player, a square in both spellings, and the stray bomb of
BB-16.
"""

import random
import re

from engine.games.battleboard.orders import Square
from engine.slots import Miss, OneOf, Reader, Slot

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
WORD = re.compile(r"\S+")
NUMBER = re.compile(r"-?[0-9]{1,6}")
LETTERED = re.compile(r"([a-z])([0-9]{1,6})")


def lettered(word: str) -> Square | None:
    """Return the square of a word like ``d6``, on the board or off it, or ``None`` for another
    word.
    """
    match = LETTERED.fullmatch(word.casefold())
    return (COLUMNS.index(match[1]), int(match[2]) - 1) if match else None


def name_at(reader: Reader, i: int, end: int) -> tuple[str, int]:
    """Return the name at word ``i``, and the index of the word after it."""
    if reader.word(i, end) is None or (name := WORD.match(reader.text, reader.span(i)[0])) is None:
        raise Miss
    return name[0], next(
        (k for k in range(i, len(reader)) if reader.span(k)[0] >= name.end()), len(reader)
    )


class SeatSlot(OneOf):
    """A slot for a player's name, ignoring case (BB-2)."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, self.code, self.of, self.rule)
        name, following = name_at(reader, i, end)
        for option in self.of:
            if option.casefold() == name.casefold():
                return option, following
        raise Miss

    def write(self, value: str) -> str:
        return value


class SquareSlot(Slot):
    """A slot for ``3 5`` (x and y from 0) or ``d6`` (a letter for the column, rows from 1).

    Rule: BB-28.
    """

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height

    def read(self, reader: Reader, i: int, end: int) -> tuple[Square, int]:
        if square := lettered(reader.word(i, end) or ""):
            x, y = min(square[0], self.width - 1), min(max(square[1], 0), self.height - 1)
            reader.note(i, "off-board", [f"{COLUMNS[x]}{y + 1}"], "BB-16")
            if square != (x, y):
                raise Miss
            return square, i + 1
        x = self.coordinate(reader, i, end, self.width)
        return (x, self.coordinate(reader, i + 1, end, self.height)), i + 2

    def coordinate(self, reader: Reader, i: int, end: int, size: int) -> int:
        """Read a number from 0 to ``size - 1``. Raises ``Miss`` if it is not one.

        Rule: BB-17.
        """
        word = reader.word(i, end) or ""
        number = NUMBER.fullmatch(word)
        reader.note(
            i,
            "off-board" if number else "not-a-number",
            range(size),
            "BB-16" if number else "BB-17",
        )
        if number and 0 <= int(word) < size:
            return int(word)
        raise Miss

    def write(self, value: Square) -> str:
        return f"{value[0]} {value[1]}"

    def sample(self, rng: random.Random) -> Square:
        return rng.randrange(self.width), rng.randrange(self.height)

    def few(self) -> list[Square]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]


class AnyName(Slot):
    """A slot for any word."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        return name_at(reader, i, end)

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        return rng.choice(("nobody", "nowhere"))


class AnySquare(Slot):
    """A slot for two whole numbers of up to six digits, or a letter with a number, on the board or
    off it.

    Rule: BB-16.
    """

    def read(self, reader: Reader, i: int, end: int) -> tuple[Square, int]:
        if square := lettered(reader.word(i, end) or ""):
            return square, i + 1
        x, y = reader.word(i, end) or "", reader.word(i + 1, end) or ""
        if not NUMBER.fullmatch(x) or not NUMBER.fullmatch(y):
            raise Miss
        return (int(x), int(y)), i + 2

    def write(self, value: Square) -> str:
        return f"{value[0]} {value[1]}"

    def sample(self, rng: random.Random) -> Square:
        return rng.randint(-9, 99), rng.randint(-9, 99)
