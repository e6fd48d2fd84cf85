"""The orders of Derelict (section 6 of the rules)."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from engine import Anytime, Order, Slot
from engine.games.derelict.board import Board, Cell
from engine.games.derelict.view import Standing, in_words
from engine.slots import Miss, Reader


class Activate(Order, frozen=True):
    """Activate a unit (DL-2.2), or before turn 1 pick the marine to be deployed (DL-2.6)."""

    unit: str


class Move(Order, frozen=True):
    """Step to a cell (DL-5.1), or before turn 1 deploy on a start mark (DL-2.6)."""

    cell: Cell


class Enter(Order, frozen=True):
    """Step from a lurk cell to the nearest free entry cell (DL-10.1)."""


class Turn(Order, frozen=True):
    """Turn by 90 degrees (DL-4.2)."""

    way: Literal["left", "right"]


class Door(Order, frozen=True):
    """Open or close a door (DL-6.1)."""

    cell: Cell


class Reveal(Order, frozen=True):
    """Reveal the active blip (DL-8.1)."""


class Deploy(Order, frozen=True):
    """Place the next alien of a voluntary reveal (DL-8.3), or a reinforcement blip (DL-2.8)."""

    cell: Cell


class Place(Order, frozen=True):
    """Place an extra alien of a forced reveal, as the marines' player (DL-9.2)."""

    cell: Cell


class Done(Order, frozen=True):
    """Leave a revealed alien in this facing (DL-9.2)."""


class Shoot(Order, frozen=True):
    """Shoot at an alien by name, or at a closed door by its cell (DL-11.2)."""

    target: str


class Burn(Order, frozen=True):
    """Set the segment of this cell on fire (DL-11.5)."""

    cell: Cell


class Assault(Order, frozen=True):
    """Attack the enemy or door straight ahead (DL-12.1)."""


class Overwatch(Order, frozen=True):
    """Wait for aliens to act in view (DL-13.1)."""


class Guard(Order, frozen=True):
    """Go on guard (DL-14.1)."""


class Unjam(Order, frozen=True):
    """Clear the gun, for an action point (DL-15.1), or for a command point after an overwatch shot
    (DL-13.5).

    Rule: DL-15.
    """


class Leave(Order, frozen=True, tag="LeaveJammed"):
    """Don't spend a command point on the jam (DL-13.5)."""


class Command(Order, frozen=True):
    """Change a command point into an action point (DL-16.1)."""


class Pass(Order, frozen=True):
    """End the turn (DL-2.4)."""


class Reroll(Order, frozen=True):
    """Roll again (DL-2.7, DL-12.6)."""


class Keep(Order, frozen=True):
    """Don't roll again (DL-2.7, DL-12.6)."""


class Face(Order, frozen=True):
    """Turn to face the attacker (DL-12.7)."""


class Stay(Order, frozen=True):
    """Keep facing elsewhere (DL-12.7)."""


class StandUnjam(Anytime, frozen=True):
    """Standing order ``standing unjam always | never | ask``."""

    policy: Literal["always", "never", "ask"]


class StandKeep(Anytime, frozen=True):
    """Standing order ``standing unjam keep N``: only if at least N command points remain
    afterwards.
    """

    keep: int


class StandReroll(Anytime, frozen=True):
    """Standing order ``standing reroll losing | lost | ask``."""

    policy: Literal["losing", "lost", "ask"]


class StandFace(Anytime, frozen=True):
    """Standing order ``standing face yes | no | ask``."""

    policy: Literal["yes", "no", "ask"]


class StandFacing(Anytime, frozen=True):
    """Standing order ``standing facing nearest | keep | ask``."""

    policy: Literal["nearest", "keep", "ask"]


class StandCells(Anytime, frozen=True):
    """Standing order ``standing cells 4,4 5,4 …``: for extra aliens, in this order, if free."""

    cells: tuple[Cell, ...]


class StandFirst(Anytime, frozen=True):
    """Standing order ``standing cells first | ask``."""

    policy: Literal["first", "ask"]


class StandCommand(Anytime, frozen=True):
    """Standing order ``standing command N``: roll again if the command die shows N or less."""

    most: int


class StandCommandAsk(Anytime, frozen=True):
    """Standing order ``standing command ask``."""


class Resign(Anytime, frozen=True):
    confirmed: ClassVar[bool] = True


def filed(standing: Standing, order: Anytime) -> Standing:
    """Rule: DL-19."""
    match order:
        case StandUnjam(policy):
            return replace(standing, unjam=policy)
        case StandKeep(keep):
            return replace(standing, unjam="keep", keep=keep)
        case StandReroll(reroll):
            return replace(standing, reroll=reroll)
        case StandFace(face):
            return replace(standing, face=face)
        case StandFacing(facing):
            return replace(standing, facing=facing)
        case StandCells(cells):
            return replace(standing, cells=cells, first=False)
        case StandFirst(policy):
            return replace(standing, cells=(), first=policy == "first")
        case StandCommand(most):
            return replace(standing, command=most)
        case _:
            return replace(standing, command=-1)


MOST_CELLS = 8
CELL = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")
"""The spelling of a cell: ``5,12``."""


def cell_of(word: str | None) -> Cell:
    """Return the cell spelled ``5,12``, or one off all maps if the word has another form."""
    match = CELL.fullmatch(word or "")
    return (int(match[1]), int(match[2])) if match else (-1, -1)


class CellSlot(Slot):
    """A slot for one of these cells, spelled ``5,12``. ``also`` maps other cells to the listed ones
    that they stand for. ``alone``: a single listed cell may be left out.
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
