"""The slots that BattleBoard brings: a square in both spellings, and what ``illegal=pass`` takes for a bomb on
nothing."""

import random
import re

from engine.games.battleboard.view import Square
from engine.slots import Miss, Reader, Slot

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
NUMBER = re.compile(r"-?[0-9]{1,6}")
LETTERED = re.compile(r"([a-z])([0-9]{1,2})")


class SquareSlot(Slot):
    """``3 5`` (x and y from 0) or ``d6`` (a letter for the column, rows from 1)."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height

    def read(self, reader: Reader, i: int, end: int) -> tuple[Square, int]:
        word = (reader.word(i, end) or "").casefold()
        if lettered := LETTERED.fullmatch(word):
            x, y = COLUMNS.index(lettered[1]), int(lettered[2]) - 1
            if x < self.width and 0 <= y < self.height:
                return (x, y), i + 1
            reader.note(i, "off-board", [f"a1..{COLUMNS[self.width - 1]}{self.height}"], "BB-16")
            raise Miss
        x = self.coordinate(reader, i, end, self.width)
        return (x, self.coordinate(reader, i + 1, end, self.height)), i + 2

    def coordinate(self, reader: Reader, i: int, end: int, size: int) -> int:
        """A number from 0 to ``size - 1``."""
        word = reader.word(i, end) or ""
        number = NUMBER.fullmatch(word)
        reader.note(i, "off-board" if number else "not-a-number", range(size), "BB-16" if number else "BB-17")
        if number and 0 <= int(word) < size:
            return int(word)
        raise Miss

    def write(self, value: Square) -> str:
        return f"{value[0]} {value[1]}"

    def sample(self, rng: random.Random) -> Square:
        return rng.randrange(self.width), rng.randrange(self.height)


class AnyWord(Slot):
    """Any word at all."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        if (word := reader.word(i, end)) is None:
            raise Miss
        return word, i + 1

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        return rng.choice(("nobody", "nowhere"))


class AnyInt(Slot):
    """Any whole number of up to six digits."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[int, int]:
        if not NUMBER.fullmatch(word := reader.word(i, end) or ""):
            raise Miss
        return int(word), i + 1

    def write(self, value: int) -> str:
        return str(value)

    def sample(self, rng: random.Random) -> int:
        return rng.randint(-9, 99)
