"""What a seat may say in a game of ambush (rules 2.19)."""

from typing import Literal

from engine.games.ambush.board.units import Mode
from engine.state import Anytime, Line, Order

Steps = tuple[str, ...]


class Deploy(Order, frozen=True):
    """Put a visible unit on the map (S2)."""

    unit: str
    place: str


class Show(Order, frozen=True):
    """Use a place in the allowance for a visible unit (S2)."""

    unit: str
    place: str


class Hide(Line, frozen=True):
    """Hide a unit (S3)."""

    unit: str
    place: str


class Unhide(Line, frozen=True):
    """Do not use this unit (S3)."""

    unit: str


class Ok(Order, frozen=True):
    """The sheet is finished."""


class Move(Order, frozen=True):
    """The move of a unit (MV-1); ``on_fall``: what it does after a
    fall that leaves it points (MV-2).
    """

    unit: str
    mode: Mode
    steps: Steps = ()
    on_fall: Steps = ()


class Continue(Order, frozen=True):
    """The rest of an interrupted move (PB-5)."""

    unit: str
    steps: Steps = ()
    on_fall: Steps = ()


class Dodge(Order, frozen=True):
    """Try to avoid a skidder, and the move if that succeeds (3.4)."""

    unit: str
    mode: Mode
    steps: Steps = ()
    on_fall: Steps = ()


class Stay(Order, frozen=True):
    """Do not try to avoid a skidder."""

    unit: str


class Preview(Line, frozen=True):
    """Where a path would end, and what it would cost, as far as its sender can know."""

    unit: str
    mode: Mode
    steps: Steps


class Ahead(Line, frozen=True):
    """The same for the rest of an interrupted move."""

    unit: str
    steps: Steps


class Shoot(Order, frozen=True):
    """These units fire point-blank at this opportunity."""

    units: tuple[str, ...]


class Hold(Order, frozen=True):
    """No unit fires at this opportunity; later ones go by the standing orders."""


class Noted(Order, frozen=True):
    """Nothing to decide, or it is left to the standing orders."""


class Standing(Anytime, frozen=True):
    """What a hidden unit does at an opportunity that its owner is not asked
    about, or does not answer (2.19).
    """

    unit: str
    policy: str


class Asking(Anytime, frozen=True):
    """Ask me in windows, or go by my standing orders alone; from the next
    round on, and everybody knows.
    """

    how: Literal["on", "off"]


class Aim(Line, frozen=True):
    """The fire of one unit: torso twist, and for each weapon its target."""

    unit: str
    twist: int
    shots: tuple[str, ...]


class Cease(Line, frozen=True):
    """A unit does not fire after all."""

    unit: str


class Emerge(Line, frozen=True):
    """A hidden unit shows itself at the beginning of the next round (HU-3a)."""

    unit: str


class Lurk(Line, frozen=True):
    """A hidden unit stays hidden after all."""

    unit: str
