"""What a seat may say in a game of ambush (rules 2.19)."""

from typing import Literal

from engine.games.ambush.units import Mode
from engine.state import Anytime, Line, Order

Steps = tuple[str, ...]


class Deploy(Order, frozen=True):
    unit: str
    place: str


class Show(Order, frozen=True):
    unit: str
    place: str


class Hide(Line, frozen=True):
    unit: str
    place: str


class Unhide(Line, frozen=True):
    unit: str


class Ok(Order, frozen=True):
    """The sheet is finished."""


class Move(Order, frozen=True):
    """The move of a unit (MV-1); ``on_fall``: what it does then with points left (MV-2)."""

    unit: str
    mode: Mode
    steps: Steps = ()
    on_fall: Steps = ()


class Continue(Order, frozen=True):
    unit: str
    steps: Steps = ()
    on_fall: Steps = ()


class Dodge(Order, frozen=True):
    unit: str
    mode: Mode
    steps: Steps = ()
    on_fall: Steps = ()


class Stay(Order, frozen=True):
    unit: str


class Preview(Line, frozen=True):
    unit: str
    mode: Mode
    steps: Steps


class Ahead(Line, frozen=True):
    unit: str
    steps: Steps


class Shoot(Order, frozen=True):
    units: tuple[str, ...]


class Hold(Order, frozen=True):
    """No unit fires at this opportunity; later ones go by the standing orders."""


class Noted(Order, frozen=True):
    """Nothing to decide, or it is left to the standing orders."""


class Standing(Anytime, frozen=True):
    """What a hidden unit does where its owner is not asked, or does not answer (2.19)."""

    unit: str
    policy: str


class Asking(Anytime, frozen=True):
    """Ask me in windows, or go by my standing orders alone; from the next round on, and public."""

    how: Literal["on", "off"]


class Aim(Line, frozen=True):
    """The fire of one unit: torso twist, and for each weapon its target."""

    unit: str
    twist: int
    shots: tuple[str, ...]


class Cease(Line, frozen=True):
    unit: str


class Emerge(Line, frozen=True):
    unit: str


class Lurk(Line, frozen=True):
    unit: str
