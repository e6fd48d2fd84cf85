"""The events of Derelict. A copy holds what its reader may know: only the aliens' player gets the
values of blips.
"""

from typing import ClassVar, Literal

from engine.games.derelict.board import Cell, Facing
from engine.games.derelict.view import PromptKind, Reason, Winner
from engine.state import Event, Seat

Cause = Literal["shot", "assault", "flames"]
Again = Literal["", "best", "guard"]


class Joined(Event, frozen=True):
    seat: Seat
    name: str


class Began(Event, frozen=True):
    """The game begins on this map. ``about`` is the description in the mission file."""

    title: str
    about: str = ""


class Deployed(Event, frozen=True):
    """A marine is deployed on its start mark (DL-2.6)."""

    unit: str
    cell: Cell
    rot: Facing


class TurnBegan(Event, frozen=True):
    """It is this side's turn (DL-2.1)."""

    seat: Seat
    turn: int


class Cleared(Event, frozen=True):
    """The marines' turn begins: their markers and all flames are removed (DL-2.7). ``jams``:
    including jams.
    """

    jams: bool = True


class CommandDie(Event, frozen=True):
    """The command die, or what it shows the second time (DL-2.7)."""

    die: int
    again: bool


class Commanding(Event, frozen=True):
    """The number of command points, or ``None`` if it is the marines' secret (DL-2.7, DL-16.1)."""

    final: ClassVar[bool] = False
    points: int | None


class Reinforced(Event, frozen=True):
    """A blip lurks; its ``value`` is for the player of the aliens (DL-2.8)."""

    unit: str
    cell: Cell
    value: int = 0


class Turned90(Event, frozen=True):
    final: ClassVar[bool] = False
    unit: str
    rot: Facing


class Activated(Event, frozen=True):
    final: ClassVar[bool] = False
    unit: str
    ap: int


class Moved(Event, frozen=True):
    """A step, or the entry from a lurk cell."""

    final: ClassVar[bool] = False
    unit: str
    start: Cell
    cell: Cell


class Worked(Event, frozen=True):
    """A door is open or closed now."""

    final: ClassVar[bool] = False
    unit: str
    cell: Cell
    open: bool


class Revealed(Event, frozen=True):
    """A blip shows itself of its own will (DL-8.2)."""

    blip: str
    unit: str
    cell: Cell


class Exposed(Event, frozen=True):
    """A marine sees a blip: it is an alien now (DL-9.1)."""

    stops: ClassVar[bool] = True
    blip: str
    unit: str
    cell: Cell


class Vanished(Event, frozen=True):
    """A blip that was seen is taken away, because the board is full of aliens (DL-9.3)."""

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
    """A shot of a bolter or a cannon; ``target`` is an alien or the
    cell of a door (DL-11.2, DL-13.4).
    """

    unit: str
    target: str
    dice: tuple[int, ...]
    needs: int
    hit: bool
    overwatch: bool


class Jammed(Event, frozen=True):
    """A double on overwatch (DL-13.5)."""

    unit: str


class Unjammed(Event, frozen=True):
    """The gun works again; ``command``: for a command point."""

    unit: str
    command: bool


class Burnt(Event, frozen=True):
    """A segment is on fire (DL-11.5)."""

    unit: str
    cells: tuple[Cell, ...]
    fuel: int


class Singed(Event, frozen=True):
    """The die of a unit in flames: 2 or more destroys it; ``step``: it went from
    flame to flame (DL-5.2, DL-11.5).
    """

    unit: str
    die: int
    step: bool


class Rammed(Event, frozen=True):
    """An assault on a door; no dice: it needs none (DL-12.3)."""

    unit: str
    cell: Cell
    dice: tuple[int, ...]
    broken: bool


class Fought(Event, frozen=True, kw_only=True):
    """The dice of a fight, with the bonus of each marine die (DL-12.4). ``again`` names the re-roll
    before it.
    """

    attacker: str
    defender: str
    marine: tuple[int, ...]
    bonus: int
    alien: tuple[int, ...]
    again: Again


class Settled(Event, frozen=True):
    """The winner of a fight, or empty for a tie (DL-12.7)."""

    attacker: str
    defender: str
    winner: str


class Killed(Event, frozen=True):
    stops: ClassVar[bool] = True
    unit: str
    cell: Cell
    cause: Cause


class Broken(Event, frozen=True):
    """A door is shot away (DL-11.3)."""

    cell: Cell


class Watching(Event, frozen=True):
    """A marine is on overwatch (DL-13.1)."""

    unit: str


class Guarding(Event, frozen=True):
    """A marine is on guard (DL-14.1)."""

    unit: str


class Relaxed(Event, frozen=True):
    """A marine is no longer on guard or overwatch, because it acts or
    is attacked (DL-12.2, DL-14.1).
    """

    final: ClassVar[bool] = False
    unit: str


class Prompted(Event, frozen=True):
    """Somebody has to answer in the middle of something: a sequence of orders ends here (DL-O1)."""

    stops: ClassVar[bool] = True
    seat: Seat
    kind: PromptKind
    unit: str


class Filed(Event, frozen=True):
    """A standing order was filed. Told to its seat only."""

    seat: Seat


class Ended(Event, frozen=True):
    winner: Winner
    reason: Reason
