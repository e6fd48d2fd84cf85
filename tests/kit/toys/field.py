"""The field of the toy Patrol: its orders, events, options, world and view."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from engine import Anytime, Event, Options, Order, Scenario, Seat

SEATS = ("red", "blue")
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
REACH = 3
D6 = range(1, 7)
Policy = Literal["hold", "fire"]
Place = tuple[int, int]


class Walk(Order, frozen=True):
    """A unit walks up to ``REACH`` steps."""

    unit: str
    steps: tuple[str, ...]


class Retreat(Order, frozen=True):
    unit: str
    to: str


class Stay(Order, frozen=True):
    unit: str


class Fire(Order, frozen=True):
    units: tuple[str, ...]


class Noted(Order, frozen=True):
    """Nothing to decide, or nothing to do."""


class Standing(Anytime, frozen=True):
    unit: str
    policy: Policy


class Began(Event, frozen=True):
    day: int
    first: Seat


class Stepped(Event, frozen=True):
    unit: str
    at: Place


class Revealed(Event, frozen=True):
    stops: ClassVar[bool] = True
    unit: str
    at: Place


class Shot(Event, frozen=True):
    by: str
    at: str
    die: int


class Done(Event, frozen=True):
    unit: str


class Filed(Event, frozen=True):
    """A standing order, for its own seat alone."""

    unit: str
    policy: Policy


class Weather(Event, frozen=True):
    die: int


class Facts(Struct, frozen=True):
    units: tuple[str, ...]
    mover: str
    at: Place


class Unit(Struct):
    """``hits`` are the hits it has taken."""

    owner: Seat
    at: Place
    hidden: bool = False
    done: bool = False
    spent: bool = False
    policy: Policy = "hold"
    hits: int = 0


class PatrolOptions(Options, frozen=True):
    """``window``: seconds for sealed answers. ``hours``: for public ones; 0: no deadline."""

    days: Annotated[int, Meta(ge=1, le=5)] = 2
    size: Annotated[int, Meta(ge=3, le=12)] = 6
    window: Annotated[int, Meta(ge=0, le=3600)] = 600
    hours: Annotated[int, Meta(ge=0)] = 0


class PatrolScenario(Scenario, frozen=True):
    """Places by seat; ``policies`` of the hidden ones; ``slots``: how many
    hidden ones a seat might have.
    """

    visible: dict[Seat, tuple[Place, ...]] = field(default_factory=dict)
    hidden: dict[Seat, tuple[Place, ...]] = field(default_factory=dict)
    policies: dict[Seat, tuple[Policy, ...]] = field(default_factory=dict)
    slots: dict[Seat, int] = field(default_factory=dict)


class World(Struct):
    """``slots``: hidden units that a seat may have, as everybody knows;
    ``found``: those that were revealed.
    """

    options: PatrolOptions
    units: dict[str, Unit]
    slots: dict[Seat, int]
    found: dict[Seat, int] = {}
    day: int = 0
    turn: Seat = "red"
    facts: dict[Seat, Facts] = {}
    said: dict[Seat, tuple[str, ...]] = {}


class Pending(Struct, frozen=True):
    """What everybody sees of an unfinished move: who has to fall back."""

    unit: str


class View(Struct, frozen=True):
    """What one viewer knows. ``units`` are the visible ones, and the viewer's own."""

    viewer: Seat
    day: int
    size: int
    turn: Seat
    units: dict[str, Unit]
    left: dict[Seat, int]
    pending: tuple[str, ...]
    why: Facts | None

    def free(self, at: Place) -> bool:
        inside = 0 <= at[0] < self.size and 0 <= at[1] < self.size
        return inside and all(unit.hidden or unit.at != at for unit in self.units.values())


def step(at: Place, word: str) -> Place:
    """The square beside ``at``."""
    dx, dy = STEPS[word]
    return at[0] + dx, at[1] + dy


def near(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def may_hide(w: World, seat: Seat) -> bool:
    """As everybody knows: might this seat have hidden units?"""
    return w.slots.get(seat, 0) > w.found.get(seat, 0)
