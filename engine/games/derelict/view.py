"""A viewer's knowledge of a game of Derelict, and the seats' standing orders."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from engine import Seat
from engine.games.derelict import board as parts
from engine.games.derelict.board import Cell, Token, board

Profile = Literal["seed", "complete", "full"]
"""The set of rules: the oldest text, its whole table of actions, or all rules."""
ARMED: Final[tuple[Profile, ...]] = ("complete", "full")
"""Profiles with shots, assaults, overwatch, guard and flames."""


class Position:
    def __init__(self, board: parts.Board, tokens: Sequence[Token], profile: Profile = "full"):
        self.board, self.profile = board, profile
        self.units: dict[Cell, Token] = {}
        self.doors: dict[Cell, Token] = {}
        self.marks: dict[str, list[Cell]] = {mark: [] for mark in parts.MARKS}
        self.flames: set[Cell] = set()
        self.blocked = board.walls
        for token in tokens:
            cell = token.x, token.y
            if token.name:
                self.units[cell] = token
                self.blocked |= board.bit(cell)
            elif token.kind in parts.DOORS:
                self.doors[cell] = token
                if token.kind == "door":
                    self.blocked |= board.bit(cell)
            elif token.kind == "flame":
                self.flames.add(cell)
                if profile in ARMED:
                    self.blocked |= board.bit(cell)
            else:
                self.marks[token.kind].append(cell)

    def unit(self, name: str) -> Token | None:
        return next((unit for unit in self.units.values() if unit.name == name), None)

    def standing(self, name: str) -> Token:
        unit = self.unit(name)
        assert unit is not None, name
        return unit

    def of(self, *races: str) -> list[Token]:
        return [unit for unit in self.units.values() if unit.race in races]

    def side(self, side: parts.Side) -> list[Token]:
        return self.of("marine") if side == "marine" else self.of("alien", "blip")

    @property
    def full(self) -> bool:
        """Whether the board is full of aliens (DL-8.1)."""
        return len(self.of("alien")) >= parts.MOST_ALIENS

    def closed(self, cell: Cell) -> bool:
        door = self.doors.get(cell)
        return door is not None and door.kind == "door"

    def blocks(self, cell: Cell) -> bool:
        """Return whether a unit or a closed door blocks movement there (DL-1.5)."""
        return cell in self.units or self.closed(cell)

    def free(self, cell: Cell) -> bool:
        """Return whether a unit can enter this cell (DL-5.1)."""
        return self.board.corridor(cell) and not self.blocks(cell)

    def may_burn(self, at: Cell, to: Cell) -> bool:
        """Return whether flames allow this step: none in the way, or already in them (DL-5.2)."""
        return to not in self.flames or at in self.flames

    def clear(self, a: Cell, b: Cell, without: Cell | None = None) -> bool:
        """Return whether there is a line of sight (DL-G6). The content of the cell ``without``
        doesn't block it.
        """
        blocked = self.blocked & ~self.board.bit(without) if without else self.blocked
        return self.board.clear(a, b, blocked)

    def sees(self, marine: Token, cell: Cell, without: Cell | None = None) -> bool:
        """Return whether a marine has a cell in view and a line of sight to it (DL-G8)."""
        return parts.in_view(marine.cell, marine.rot, cell) and self.clear(
            marine.cell, cell, without
        )

    def seen(self, cell: Cell, without: Cell | None = None) -> bool:
        """Return whether any marine sees this cell. The content of the cell ``without`` doesn't
        block sight.
        """
        return any(self.sees(marine, cell, without) for marine in self.of("marine"))

    def forbidden_to_blip(self, cell: Cell, blip: Cell) -> bool:
        """Return whether a marine beside the cell, or one that sees it, keeps a blip out. The blip
        itself, at the cell ``blip``, doesn't block sight.

        Rule: DL-7.
        """
        beside = any(parts.distance(marine.cell, cell) == 1 for marine in self.of("marine"))
        return beside or self.seen(cell, blip)

    def exposed(self, *, by_rows: bool = False) -> Token | None:
        """Return the first blip that any marine sees (DL-9.1), in the order of the tokens, or
        ``by_rows`` as in edition 1.
        """
        blips = self.of("blip")
        if by_rows:
            blips.sort(key=lambda blip: (blip.y, blip.x))
        return next((blip for blip in blips if self.seen(blip.cell)), None)

    def landing(self, first: Cell, *, hidden: bool) -> list[Cell]:
        """Return the cells for the next alien of a reveal: only cells ``hidden`` from all marines
        (DL-8.3), or any (DL-9.2).
        """
        return listed(
            cell
            for cell in parts.around(first)
            if self.free(cell) and not (hidden and self.seen(cell))
        )

    def lurking(self) -> list[Cell]:
        return listed(cell for cell in self.marks["lurk"] if not self.blocks(cell))

    def entry(self, at: Cell) -> Cell | None:
        """Rule: DL-10."""
        if at not in self.marks["lurk"]:
            return None
        free = listed(
            cell
            for cell in self.marks["alien_entry"]
            if not self.blocks(cell) and self.may_burn(at, cell)
        )
        return min(free, key=lambda cell: parts.distance(at, cell), default=None)

    def burnable(self, at: Cell) -> list[Cell]:
        """Return the cells of the segment of ``at`` that a flamer sets on fire (DL-11.5)."""
        return [
            cell
            for cell in self.board.segment(at)
            if self.board.corridor(cell) and not self.closed(cell)
        ]


def listed(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(set(cells), key=lambda cell: (cell[1], cell[0]))


MARINES, ALIENS = "marine", "alien"
SEATS: tuple[Seat, Seat] = (MARINES, ALIENS)
Phase = Literal[
    "seating",
    "deployment",
    "reinforcement",
    "main",
    "voluntary",
    "orient",
    "place",
    "prompt",
    "over",
]
PromptKind = Literal["", "command", "best", "guard", "face", "jam"]
Winner = Literal["marine", "alien", "draw"]
Reason = Literal["no-marines", "no-aliens", "objective", "no-fuel", "last-turn", "resigned"]


class Shown(Struct, frozen=True, kw_only=True):
    """The public part of a frame: the phase and its unit."""

    phase: Phase
    unit: str = ""
    kind: PromptKind = ""
    other: str = ""
    due: int | None = None  # number of aliens still to be placed, if the viewer may know it
    left: int = 0
    dice: tuple[int, ...] = ()  # dice of a prompt
    against: tuple[int, ...] = ()
    lost: bool = False


class Standing(Struct, frozen=True, kw_only=True):
    """A seat's standing orders (section 6). ``ask`` leaves the question open."""

    unjam: Literal["always", "never", "keep", "ask"] = "ask"
    keep: Annotated[int, Meta(ge=0, le=12)] = 0
    reroll: Literal["losing", "lost", "ask"] = "ask"
    face: Literal["yes", "no", "ask"] = "yes"
    facing: Literal["nearest", "keep", "ask"] = "ask"
    cells: tuple[Cell, ...] = ()
    first: bool = False
    command: Annotated[int, Meta(ge=-1, le=6)] = -1
    """Roll again if the command die shows this number or less. -1: ask."""


class Deed(Struct, frozen=True):
    unit: str
    act: str
    cells: tuple[Cell, ...]


class View(Struct, frozen=True, kw_only=True):
    viewer: Seat
    players: dict[Seat, str]
    profile: Profile
    title: str
    grid: tuple[str, ...]
    segs: tuple[str, ...]
    tokens: tuple[Token, ...]  # with values of blips only for the aliens' player
    turn: int
    last_turn: int
    afterwards: Winner  # who wins when the last turn is over
    side: parts.Side
    active: str
    ap: int  # ``ap``, ``last`` and ``target`` are those of the active unit
    last: parts.Action
    target: str
    command: int | None  # command points; ``None`` if only the marines may know them
    secret_points: bool
    fuel: int
    history: dict[str, str]  # last target of each marine on overwatch
    shown: Shown
    standing: Standing | None
    winner: Winner | None
    reason: Reason | None
    deed: Deed | None  # the last action

    @property
    def board(self) -> parts.Board:
        return board(self.grid, self.segs)

    @property
    def position(self) -> Position:
        return Position(self.board, self.tokens, self.profile)


def in_words(cell: Cell) -> str:
    """Return a cell as orders spell it: ``5,12``."""
    return f"{cell[0]},{cell[1]}"
