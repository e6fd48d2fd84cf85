"""The events of Derelict. A copy contains only what its reader may know. Only the aliens' player
gets the values of blips.
"""

from typing import ClassVar, Literal

from engine import Event, Seat
from engine.games.derelict.board import Cell, Facing
from engine.games.derelict.view import PromptKind, Reason, Winner

Cause = Literal["shot", "assault", "flames"]
Again = Literal["", "best", "guard"]


class Joined(Event, frozen=True):
    seat: Seat
    name: str


class Began(Event, frozen=True):
    title: str
    about: str = ""  # the description in the mission file


class Deployed(Event, frozen=True):
    """A marine is deployed on its start mark (DL-2.6)."""

    unit: str
    cell: Cell
    rot: Facing


class TurnBegan(Event, frozen=True):
    """This side's turn begins (DL-2.1)."""

    seat: Seat
    turn: int


class Cleared(Event, frozen=True):
    """The marines' turn begins: their markers and all flames are removed (DL-2.7)."""

    jams: bool = True  # including jams


class CommandDie(Event, frozen=True):
    """The result of the command die, or of its re-roll (DL-2.7)."""

    die: int
    again: bool


class Commanding(Event, frozen=True):
    """The number of command points, or ``None`` if only the marines may know it (DL-2.7,
    DL-16.1).
    """

    final: ClassVar[bool] = False
    points: int | None


class Reinforced(Event, frozen=True):
    """A blip is placed on a lurk cell (DL-2.8)."""

    unit: str
    cell: Cell
    value: int = 0  # only for the aliens' player


class Turned90(Event, frozen=True):
    final: ClassVar[bool] = False
    unit: str
    rot: Facing


class Activated(Event, frozen=True):
    final: ClassVar[bool] = False
    unit: str
    ap: int


class Moved(Event, frozen=True):
    final: ClassVar[bool] = False
    unit: str
    start: Cell
    cell: Cell


class Worked(Event, frozen=True):
    final: ClassVar[bool] = False
    unit: str
    cell: Cell
    open: bool


class Revealed(Event, frozen=True):
    """A blip has revealed itself voluntarily (DL-8.2)."""

    blip: str
    unit: str
    cell: Cell


class Exposed(Event, frozen=True):
    """A marine sees a blip, which becomes an alien (DL-9.1)."""

    stops: ClassVar[bool] = True
    blip: str
    unit: str
    cell: Cell


class Vanished(Event, frozen=True):
    """A blip that was seen is removed, because the board is full of aliens (DL-9.3)."""

    stops: ClassVar[bool] = True
    blip: str
    cell: Cell


class More(Event, frozen=True):
    """The blip was more than one alien (DL-9.2)."""

    stops: ClassVar[bool] = True
    unit: str


class Placed(Event, frozen=True):
    unit: str
    cell: Cell
    rot: Facing
    by: Seat


class Shot(Event, frozen=True, kw_only=True):
    """A shot of a bolter or a cannon (DL-11.2, DL-13.4)."""

    unit: str
    target: str  # an alien, or the cell of a door
    dice: tuple[int, ...]
    needs: int
    hit: bool
    overwatch: bool


class Jammed(Event, frozen=True):
    """A gun has jammed by a double on overwatch (DL-13.5)."""

    unit: str


class Unjammed(Event, frozen=True):
    unit: str
    command: bool  # for a command point


class Burnt(Event, frozen=True):
    """A segment was set on fire (DL-11.5)."""

    unit: str
    cells: tuple[Cell, ...]
    fuel: int


class Singed(Event, frozen=True):
    """The die of a unit in flames. 2 or more destroys it (DL-5.2, DL-11.5)."""

    unit: str
    die: int
    step: bool  # the unit stepped from flame to flame


class Rammed(Event, frozen=True):
    """An assault on a door (DL-12.3)."""

    unit: str
    cell: Cell
    dice: tuple[int, ...]  # empty: none needed
    broken: bool


class Fought(Event, frozen=True, kw_only=True):
    """The dice of a fight, with the bonus of each marine die (DL-12.4)."""

    attacker: str
    defender: str
    marine: tuple[int, ...]
    bonus: int
    alien: tuple[int, ...]
    again: Again  # the re-roll before it, if any


class Settled(Event, frozen=True):
    """A fight is over (DL-12.7)."""

    attacker: str
    defender: str
    winner: str  # empty for a tie


class Killed(Event, frozen=True):
    stops: ClassVar[bool] = True
    unit: str
    cell: Cell
    cause: Cause


class Broken(Event, frozen=True):
    """A door was destroyed (DL-11.3)."""

    cell: Cell


class Watching(Event, frozen=True):
    """A marine goes on overwatch (DL-13.1)."""

    unit: str


class Guarding(Event, frozen=True):
    """A marine goes on guard (DL-14.1)."""

    unit: str


class Relaxed(Event, frozen=True):
    """A marine is no longer on guard or overwatch, because it acts or is attacked (DL-12.2,
    DL-14.1).
    """

    final: ClassVar[bool] = False
    unit: str


class Prompted(Event, frozen=True):
    """A player must answer in the middle of an action. A sequence of orders ends here (DL-O1)."""

    stops: ClassVar[bool] = True
    seat: Seat
    kind: PromptKind
    unit: str


class Filed(Event, frozen=True):
    """A standing order was filed. Only for its seat."""

    seat: Seat


class Ended(Event, frozen=True):
    winner: Winner
    reason: Reason
