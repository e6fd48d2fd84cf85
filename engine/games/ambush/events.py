"""The events of a game of Ambush."""

from typing import ClassVar, Literal

from engine import Event, Seat
from engine.games.ambush import units, view, world
from engine.games.ambush.hexes import Hex, Side

Cause = Literal[
    "shot",
    "fire",
    "contact",
    "landed",
    "struck",
    "pushed",
    "adjacent",
    "choice",
    "alone",
    "deployed",
    "moved",
]
Roll = Literal[
    "skid",
    "terrain",
    "stand",
    "damage",
    "hit",
    "push",
    "avoid",
    "pilot",
    "awake",
    "recover",
    "collide",
    "heat",
]


class OfUnit(Event, frozen=True):
    unit: str


class InHex(OfUnit, frozen=True):
    hex: Hex


class Facing(InHex, frozen=True):
    facing: int


class Placed(Facing, frozen=True):
    """A visible unit is placed on the map."""


class Pledged(Event, frozen=True):
    """The commitment to one place: SHA-256 of ``salt|slot|unit|hex|facing|pose`` (4.4)."""

    slot: str
    owner: Seat
    commitment: str


class Noticed(OfUnit, frozen=True):
    """A line of a sheet, or a standing order, was recorded. Only for its seat."""

    text: str


class Aimed(OfUnit, frozen=True):
    """Fire orders of one unit with their target numbers. Only for its seat."""

    twist: int
    shots: tuple[tuple[str, str, int], ...]


class Previewed(OfUnit, frozen=True, kw_only=True):
    """The end of a path, with points used and left. Only for its seat."""

    mode: units.Mode
    hex: Hex
    facing: int
    used: int
    left: int


class RoundBegan(Event, frozen=True):
    round: int


class Initiative(Event, frozen=True):
    """The initiative rolls, lowest first, and the list of turns (2.6)."""

    rolls: tuple[tuple[Seat, int], ...]
    turns: tuple[Seat, ...]


class TurnSkipped(Event, frozen=True):
    """A turn is skipped because no unit can move (Q6)."""

    seat: Seat


class TurnLost(Event, frozen=True):
    """A side loses a turn: the first, because a unit moved early (Q2), or the last, because none
    can move (Q5).
    """

    seat: Seat
    which: Literal["first", "last"]


class Began(OfUnit, frozen=True):
    mode: units.Mode
    turn: Literal["N", "S", "A"]  # N normal, S continued, A avoiding


class Stepped(Facing, frozen=True):
    """A unit has entered a hex."""


class Turned(OfUnit, frozen=True):
    facing: int


class Posed(OfUnit, frozen=True):
    prone: bool


class Blocked(InHex, frozen=True):
    """The next step of an order was no longer possible, so the rest was dropped."""


class Landed(Facing, frozen=True):
    """A unit has jumped."""


class Rolled(Event, frozen=True):
    roll: Roll
    unit: str
    need: int
    dice: int


class Failed(Event, frozen=True):
    """A roll failed without dice, because the pilot is unconscious or a leg is gone."""

    roll: Roll
    unit: str


class Fell(Facing, frozen=True):
    levels: int
    side: Side


class Struck(OfUnit, frozen=True):
    side: Side
    place: str  # the location rolled
    took: tuple[tuple[str, int], ...]  # damage by location


class PilotHit(OfUnit, frozen=True):
    hits: int


class Fainted(OfUnit, frozen=True):
    """The pilot is unconscious."""


class Woke(OfUnit, frozen=True):
    """The pilot is conscious again."""


class Destroyed(InHex, frozen=True):
    stops: ClassVar[bool] = True


class Skidded(InHex, frozen=True):
    """A unit starts to slide (SK-4)."""

    direction: int
    left: int  # hexes to go


class Slid(InHex, frozen=True):
    """A sliding unit has entered a hex."""


class Stopped(InHex, frozen=True):
    why: Literal["edge", "crash", "drop", "wall", "water", "collision", "back"]


class Pushed(InHex, frozen=True):
    """A unit has been pushed into a hex."""


class MayAvoid(OfUnit, frozen=True):
    """A unit may try to avoid a skidder (3.4)."""

    stops: ClassVar[bool] = True
    skidder: str
    slides: tuple[view.Slide, ...]  # all unfinished slides, the present one first


class Avoided(OfUnit, frozen=True):
    tried: bool


class Revealed(OfUnit, frozen=True, kw_only=True):
    """A hidden unit is revealed. Everybody can check its commitment with the ``salt``."""

    stops: ClassVar[bool] = True
    owner: Seat
    hex: Hex
    facing: int
    prone: bool
    cause: Cause
    slot: str
    salt: str


class Sighted(Facing, frozen=True):
    """An enemy comes into the sight of a side, in a double-blind game. Only for its seat."""

    title: str
    tons: int


class Opened(Event, frozen=True):
    """The content of a place that was not revealed during the game, with the salt of its
    commitment.
    """

    slot: str
    owner: Seat
    text: str
    salt: str


class Shot(OfUnit, frozen=True, kw_only=True):
    weapon: str
    target: str
    need: int
    dice: int
    missiles: int  # the number that hit; 0: not a missile weapon
    damage: int


class Absorbed(Event, frozen=True):
    hex: Hex
    cf: int  # the construction factor left; 0: it has collapsed


class Interrupted(OfUnit, frozen=True):
    """The rest of an order is void. The unit continues with ``left`` points, or stops here
    (PB-5).
    """

    stops: ClassVar[bool] = True
    left: int


class MoveOver(Facing, frozen=True):
    prone: bool


class Closing(Event, frozen=True):
    """Nothing is left to decide. Sent to all owners with rights, whatever was near (Q4)."""


class Offered(OfUnit, frozen=True):
    """A window after the unit's order has closed: the opportunity that this reader had, and their
    answer. Everybody who was asked gets one, whatever was near (Q4). Since edition 2.
    """

    chance: world.Chance | None  # ``None``: there was nothing to decide
    answer: Literal["fire", "hold", "none"]
    fired: tuple[str, ...] = ()


class AskingSet(Event, frozen=True):
    """From the next round on, this side is asked in windows, or uses only its standing orders."""

    seat: Seat
    on: bool


class Weapons(Event, frozen=True):
    """The Weapons step begins."""


class Shutdown(OfUnit, frozen=True):
    on: bool


class Held(Event, frozen=True):
    hex: Hex
    seat: Seat


class Scored(Event, frozen=True):
    points: tuple[tuple[Seat, int], ...]


class Won(Event, frozen=True):
    seat: Seat
    why: Literal["points", "last"]


class Drawn(Event, frozen=True):
    """The game is over without a winner."""
