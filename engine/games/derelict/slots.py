"""The slots that Derelict brings: a cell, a target, cells in an order."""

import random
import re
from collections.abc import Mapping, Sequence

from engine.games.derelict.board import Board, Cell
from engine.games.derelict.view import in_words
from engine.slots import Miss, Reader, Slot

MOST_CELLS = 8
CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")
"""How a cell is written: ``5,12``."""


def cell_of(word: str | None) -> Cell:
    """Return the cell that is written ``5,12``; one off all maps if it is not written so."""
    match = CELL.fullmatch(word or "")
    return (int(match[1]), int(match[2])) if match else (-1, -1)


class CellSlot(Slot):
    """One of these cells, written ``5,12``.

    ``also``: other cells, and the listed one for which each stands. ``alone``: if one cell
    is listed, it may be left out.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        code: str,
        rule: str,
        also: Mapping[Cell, Cell] | None = None,
        alone: bool = False,
    ):
        self.cells, self.code, self.rule = list(dict.fromkeys(cells)), code, rule
        self.also = also or {}
        self.alone = alone and len(self.cells) == 1

    def read(self, reader: Reader, i: int, end: int) -> tuple[Cell, int]:
        reader.note(i, self.code, map(in_words, self.cells), self.rule)
        word = reader.word(i, end)
        if word is None and self.alone:
            return self.cells[0], i
        cell = cell_of(word)
        cell = self.also.get(cell, cell)
        if cell not in self.cells:
            raise Miss
        return cell, i + 1

    def write(self, value: Cell) -> str:
        return in_words(value)

    def sample(self, rng: random.Random) -> Cell:
        return rng.choice(self.cells)

    def few(self) -> Sequence[Cell]:
        return self.cells


class CellsSlot(Slot):
    """One to eight different corridor cells, in an order that counts."""

    def __init__(self, board: Board):
        self.cells = board.corridors

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[Cell, ...], int]:
        got: list[Cell] = []
        while len(got) < MOST_CELLS:
            reader.note(
                i, "no-such-cell", (in_words(cell) for cell in self.cells if cell not in got)
            )
            cell = cell_of(reader.word(i, end))
            if cell not in self.cells or cell in got:
                break
            got, i = [*got, cell], i + 1
        if not got:
            raise Miss
        return tuple(got), i

    def write(self, value: tuple[Cell, ...]) -> str:
        return " ".join(map(in_words, value))

    def sample(self, rng: random.Random) -> tuple[Cell, ...]:
        return tuple(rng.sample(self.cells, min(rng.randint(1, 3), len(self.cells))))
