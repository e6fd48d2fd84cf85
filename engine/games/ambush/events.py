"""What happens in a game of ambush, as data."""

from typing import ClassVar, Literal

from engine.games.ambush.board.hexes import Hex, Side
from engine.games.ambush.units import Mode
from engine.games.ambush.view import Slide
from engine.state import Event, Seat

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


class Placed(Event, frozen=True):
    """A visible unit is on the map."""

    unit: str
    hex: Hex
    facing: int


class Pledged(Event, frozen=True):
    """The commitment of one place in an allowance: SHA-256 of
    ``salt|slot|unit|hex|facing|pose`` (4.4).
    """

    slot: str
    owner: Seat
    commitment: str


class Noticed(Event, frozen=True):
    """A line of a sheet, or a standing order, has been noted; for its seat alone."""

    unit: str
    text: str


class Aimed(Event, frozen=True):
    """Fire orders of one unit with their target numbers; for its seat alone."""

    unit: str
    twist: int
    shots: tuple[tuple[str, str, int], ...]


class Previewed(Event, frozen=True, kw_only=True):
    """Where a path would end, and the points used and left; for its seat alone."""

    unit: str
    mode: Mode
    hex: Hex
    facing: int
    used: int
    left: int


class RoundBegan(Event, frozen=True):
    """A new round."""

    round: int


class Initiative(Event, frozen=True):
    """The initiative rolls, lowest first, and the list of turns (2.6)."""

    rolls: tuple[tuple[Seat, int], ...]
    turns: tuple[Seat, ...]


class TurnSkipped(Event, frozen=True):
    """A turn without a unit that can move (Q6)."""

    seat: Seat


class TurnLost(Event, frozen=True):
    """A turn leaves the list: the first one, because a unit moved early (Q2), or the
    last one, because it cannot (Q5).
    """

    seat: Seat
    which: Literal["first", "last"]


class Began(Event, frozen=True):
    """A unit moves, in this mode; ``turn`` says which turn it is: N
    normal, S continued, A avoiding.
    """

    unit: str
    mode: Mode
    turn: Literal["N", "S", "A"]


class Stepped(Event, frozen=True):
    """A unit has entered a hex."""

    unit: str
    hex: Hex
    facing: int


class Turned(Event, frozen=True):
    """A unit has turned on the spot."""

    unit: str
    facing: int


class Posed(Event, frozen=True):
    """A unit has stood up or dropped prone."""

    unit: str
    prone: bool


class Blocked(Event, frozen=True):
    """The next step of an order was not possible any more; the rest is dropped."""

    unit: str
    hex: Hex


class Landed(Event, frozen=True):
    """A unit has jumped."""

    unit: str
    hex: Hex
    facing: int


class Rolled(Event, frozen=True):
    """Two dice against a target number."""

    roll: Roll
    unit: str
    need: int
    dice: int


class Failed(Event, frozen=True):
    """A roll that needs no dice: the pilot is unconscious, or a leg is gone."""

    roll: Roll
    unit: str


class Fell(Event, frozen=True):
    """A unit has fallen, so many levels, on this side."""

    unit: str
    hex: Hex
    facing: int
    levels: int
    side: Side


class Struck(Event, frozen=True):
    """One group of damage: the side, the location rolled, and what each location took."""

    unit: str
    side: Side
    place: str
    took: tuple[tuple[str, int], ...]


class PilotHit(Event, frozen=True):
    """The pilot is hurt; this many hits in all."""

    unit: str
    hits: int


class Fainted(Event, frozen=True):
    """The pilot is unconscious."""

    unit: str


class Woke(Event, frozen=True):
    """The pilot is conscious again."""

    unit: str


class Destroyed(Event, frozen=True):
    """A unit leaves play."""

    stops: ClassVar[bool] = True
    unit: str
    hex: Hex


class Skidded(Event, frozen=True):
    """A unit begins to slide, in this direction, with so many hexes to go (SK-4)."""

    unit: str
    hex: Hex
    direction: int
    left: int


class Slid(Event, frozen=True):
    """A sliding unit has entered a hex."""

    unit: str
    hex: Hex


class Stopped(Event, frozen=True):
    """Something has stopped a slide in this hex."""

    unit: str
    hex: Hex
    why: Literal["edge", "crash", "drop", "wall", "water", "collision", "back"]


class Pushed(Event, frozen=True):
    """A unit has been pushed into a hex."""

    unit: str
    hex: Hex


class MayAvoid(Event, frozen=True):
    """A unit may try to avoid a skidder; all slides that wait, the present one first (3.4)."""

    stops: ClassVar[bool] = True
    unit: str
    skidder: str
    slides: tuple[Slide, ...]


class Avoided(Event, frozen=True):
    """The answer to that: whether the unit tried."""

    unit: str
    tried: bool


class Revealed(Event, frozen=True, kw_only=True):
    """A hidden unit is hidden no more; with ``salt`` everybody can check its commitment."""

    stops: ClassVar[bool] = True
    unit: str
    owner: Seat
    hex: Hex
    facing: int
    prone: bool
    cause: Cause
    slot: str
    salt: str


class Opened(Event, frozen=True):
    """What a place in an allowance held that was not revealed in the game,
    and the salt of its commitment.
    """

    slot: str
    owner: Seat
    text: str
    salt: str


class Shot(Event, frozen=True, kw_only=True):
    """One weapon fired: target number, dice, missiles that hit (0:
    no missiles), and damage in all.
    """

    unit: str
    weapon: str
    target: str
    need: int
    dice: int
    missiles: int
    damage: int


class Absorbed(Event, frozen=True):
    """A building has taken damage; what is left of it, 0: it has collapsed."""

    hex: Hex
    cf: int


class Interrupted(Event, frozen=True):
    """The rest of an order is void; the unit goes on with so many
    points, or its move ends here (PB-5).
    """

    stops: ClassVar[bool] = True
    unit: str
    left: int


class MoveOver(Event, frozen=True):
    """A unit has finished its move."""

    unit: str
    hex: Hex
    facing: int
    prone: bool


class Closing(Event, frozen=True):
    """Nothing more to decide: one for every owner with rights, the same whether
    or not anything was near (Q4).
    """


class AskingSet(Event, frozen=True):
    """From the next round on this side is asked in windows, or goes by its standing orders."""

    seat: Seat
    on: bool


class Weapons(Event, frozen=True):
    """The Weapons step begins."""


class Shutdown(Event, frozen=True):
    """An engine stops or starts for heat (2.18)."""

    unit: str
    on: bool


class Held(Event, frozen=True):
    """An objective has another holder."""

    hex: Hex
    seat: Seat


class Scored(Event, frozen=True):
    """The final score, best first."""

    points: tuple[tuple[Seat, int], ...]


class Won(Event, frozen=True):
    """A side has won."""

    seat: Seat
    why: Literal["points", "last"]


class Drawn(Event, frozen=True):
    """Nobody has won."""
