"""What one viewer may know of a game of Derelict, and what seats have filed beforehand."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.games.derelict.board import Board, Cell, board
from engine.games.derelict.position import Position, Profile
from engine.games.derelict.units import Action, Side, Token
from engine.state import Seat

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
    """What a frame says of itself: what is going on, about which unit; ``due`` are aliens still
    to be placed, where the viewer may know; ``dice`` what a prompt is about.
    """

    phase: Phase
    unit: str = ""
    kind: PromptKind = ""
    other: str = ""
    due: int | None = None
    left: int = 0
    dice: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    lost: bool = False


class Standing(Struct, frozen=True, kw_only=True):
    """Answers that a seat has filed beforehand (section 6): ``ask`` leaves the question open."""

    unjam: Literal["always", "never", "keep", "ask"] = "ask"
    keep: Annotated[int, Meta(ge=0, le=12)] = 0
    reroll: Literal["losing", "lost", "ask"] = "ask"
    face: Literal["yes", "no", "ask"] = "yes"
    facing: Literal["nearest", "keep", "ask"] = "ask"
    cells: tuple[Cell, ...] = ()
    first: bool = False
    command: Annotated[int, Meta(ge=-1, le=6)] = -1
    """Throw a command die of so much or less again; -1: ask."""


class Deed(Struct, frozen=True):
    """What was done last: by which unit, what, and the cells from where to where, or at what; one
    cell where something happened on the spot. Everybody was told.
    """

    unit: str
    act: str
    cells: tuple[Cell, ...]


class View(Struct, frozen=True, kw_only=True):
    """The whole game as one viewer knows it.

    ``tokens`` have the values of blips only for the player of the aliens. ``ap``,
    ``last`` and ``target`` are those of the ``active`` unit. ``command`` are the
    command points, ``None`` where ``secret_points`` keeps them to the marines.
    ``history`` is what each marine on overwatch last shot at. ``deed``: what was done last.
    """

    viewer: Seat
    players: dict[Seat, str]
    profile: Profile
    title: str
    grid: tuple[str, ...]
    segs: tuple[str, ...]
    tokens: tuple[Token, ...]
    turn: int
    last_turn: int
    side: Side
    active: str
    ap: int
    last: Action
    target: str
    command: int | None
    secret_points: bool
    fuel: int
    history: dict[str, str]
    shown: Shown
    standing: Standing | None
    winner: Winner | None
    reason: Reason | None
    deed: Deed | None

    @property
    def board(self) -> Board:
        """The map."""
        return board(self.grid, self.segs)

    @property
    def position(self) -> Position:
        """What stands where, looked at afresh."""
        return Position(self.board, self.tokens, self.profile)


def in_words(cell: Cell) -> str:
    """Return a cell as it is written: ``5,12``."""
    return f"{cell[0]},{cell[1]}"
