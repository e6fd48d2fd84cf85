"""The orders of Ambush (rules 2.19)."""

from typing import Literal

from engine import Anytime, Line, Order
from engine.games.ambush.units import Mode

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


class Post(Line, frozen=True):
    """Deploy a unit in secret, in a double-blind game."""

    unit: str
    place: str


class Unhide(Line, frozen=True):
    unit: str


class Ok(Order, frozen=True):
    """The sheet is finished."""


class Move(Order, frozen=True):
    """Move a unit (MV-1). ``on_fall`` is its plan after a fall, with the points left (MV-2)."""

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


class Hold(Order, frozen=True, omit_defaults=True):
    """Hold fire at this opportunity. Later ones use the standing orders, or ``ask if`` the
    condition ``until``.
    """

    until: str = ""


class Noted(Order, frozen=True):
    """Acknowledge, because there is nothing to decide or the standing orders decide."""


class Standing(Anytime, frozen=True):
    """Set a hidden unit's policy, for when its owner is not asked or doesn't answer (2.19)."""

    unit: str
    policy: str


class Asking(Anytime, frozen=True):
    """Ask this side in windows, or use only its standing orders, from the next round on. Public."""

    how: Literal["on", "off"]


class Aim(Line, frozen=True):
    """Plan the fire of one unit: torso twist, and a target for each weapon."""

    unit: str
    twist: int
    shots: tuple[str, ...]


class Cease(Line, frozen=True):
    unit: str


class Emerge(Line, frozen=True):
    unit: str


class Lurk(Line, frozen=True):
    unit: str
