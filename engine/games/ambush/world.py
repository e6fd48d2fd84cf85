"""The position of a game of ambush, and its options."""

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from engine.game import Options
from engine.games.ambush.board.hexes import Hex
from engine.games.ambush.board.terrain import Cell, grid, read_cell
from engine.games.ambush.setup.scenario import (
    AmbushScenario,
    Battle,
    check_zones,
    house_scenario,
    read_map,
    read_side,
    read_units,
)
from engine.games.ambush.units import Unit
from engine.state import Seat

LOCAL = -1
"""The length of a window at one terminal: it is open until everybody who is asked has answered."""
TIMES = {"s": 1, "m": 60, "h": 3600, "d": 86400}
TIME = re.compile(r"0|[1-9][0-9]{0,5}[smhd]")
SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
Choice = Literal["scenario", "yes", "no"]
Phase = Literal["deploy", "hide", "reveal", "initiative", "movement", "weapons", "end", "over"]


class AmbushOptions(Options, frozen=True, kw_only=True):
    """What the maker of a game may choose (3.6, 6).

    Rule: SC-3.
    """

    battle: Annotated[
        Battle,
        Meta(description="the scenario of the house that is played without a file of one's own"),
    ] = "duel"
    sides: Annotated[int, Meta(ge=2, le=4, description="how many sides the scenario has")] = 2
    window: Annotated[
        str,
        Meta(
            description=(
                "time of a sealed window: 10m, 2h; 0: standing orders only; local: one terminal, no"
                " wait"
            )
        ),
    ] = "10m"
    tick: Annotated[
        str, Meta(description="results of a window appear at whole multiples of this: 1s, 1m, 1h")
    ] = "1m"
    deadline: Annotated[
        str, Meta(description="time for an order that everybody waits for: 0 for none, 12h, 2d")
    ] = "0"
    pbs_trigger: Annotated[
        Literal["scenario", "any_step", "end_of_move"],
        Meta(description="when a point-blank shot is possible"),
    ] = "scenario"
    end_detect: Annotated[
        Choice, Meta(description="who ends a move beside a hidden unit finds it (HU-3e)")
    ] = "scenario"
    edge_kills: Annotated[Choice, Meta(description="who slides off the map is lost (SK-5)")] = (
        "scenario"
    )
    heat: Annotated[Choice, Meta(description="the heat module (2.18)")] = "scenario"

    def __post_init__(self) -> None:
        for name, text in (("window", self.window), ("deadline", self.deadline)):
            if not TIME.fullmatch(text) and (name, text) != ("window", "local"):
                more = ", 0 or local" if name == "window" else " or 0"
                raise ValueError(f"{name}: {text!r} is no time such as 90s, 10m, 2h or 2d{more}")
        if not TIME.fullmatch(self.tick) or not seconds(self.tick):
            raise ValueError(f"tick: {self.tick!r} is no time such as 1s, 1m or 1h")


def seconds(text: str) -> int:
    """``10m`` in seconds."""
    return int(text[:-1]) * TIMES[text[-1]] if text != "0" else 0


class Rules(Struct, frozen=True, kw_only=True):
    """The rules that can be chosen. ``window`` and ``tick`` in
    seconds; ``window`` may be ``LOCAL``.
    """

    window: int
    tick: int
    pbs_trigger: Literal["any_step", "end_of_move"]
    end_detect: bool
    edge_kills: bool
    heat: bool


class Objective(Struct):
    """A hex worth points, and who holds it: the last side with a standing unit near (2.17)."""

    hex: Hex
    points: int
    holder: Seat = ""


class Slot(Struct):
    """One place in a side's allowance: what is hidden there, if anything, and
    the salt of its commitment (4.4).

    ``open``: everybody knows what it holds.
    """

    owner: Seat
    unit: str = ""
    salt: str = ""
    commitment: str = ""
    open: bool = False


class Shooter(Struct, frozen=True):
    """One unit that may shoot: the torso twist, the side that it sees, and its
    weapons with their target numbers.
    """

    unit: str
    twist: int
    side: str
    weapons: tuple[tuple[str, int], ...]


class Chance(Struct, frozen=True, kw_only=True):
    """All that a prompt may tell (3.3): who can shoot, at whom, and what
    he sees. Not mode, MP or tokens.
    """

    mover: str
    hex: Hex
    facing: int
    prone: bool
    contact: bool
    shooters: tuple[Shooter, ...]


class Trail(Struct, frozen=True):
    """A way that a unit has gone in the last segment, its start first."""

    unit: str
    kind: Literal["walk", "jump", "slide", "push"]
    hexes: tuple[Hex, ...]


class Position(Struct):
    """What the rules of movement and fire look at: the world, or what one viewer sees of it."""

    rows: tuple[str, ...]
    changed: dict[Hex, str]
    units: dict[str, Unit]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        ground = grid(self.rows)
        return ground.width, ground.height

    def on_map(self, hex: Hex) -> bool:
        """Whether this hex is on the map."""
        return hex in grid(self.rows).cells

    def cell(self, hex: Hex) -> Cell:
        """What lies in a hex of the map."""
        return read_cell(self.changed[hex]) if hex in self.changed else grid(self.rows).cells[hex]

    def standing_in(self, hex: Hex) -> Unit | None:
        """The unit that everybody sees in a hex."""
        return next(
            (u for u in self.units.values() if u.hex == hex and not u.hidden and not u.dead), None
        )

    def hidden_in(self, hex: Hex) -> Unit | None:
        """The hidden unit in a hex; in a view: one of the viewer's own."""
        return next(
            (u for u in self.units.values() if u.hex == hex and u.hidden and not u.dead), None
        )

    def of(self, seat: Seat) -> list[Unit]:
        """The units of a side that are on the map, hidden ones included."""
        return [unit for unit in self.units.values() if unit.owner == seat and unit.alive]

    def movable(self, seat: Seat) -> list[Unit]:
        """The units from which a turn of this side may choose (2.6).

        Rule: MV-7.
        """
        return [u for u in self.of(seat) if not u.hidden and u.turn == "ready" and u.able]


class World(Position, kw_only=True):
    """``order``: the sides in initiative order, loser first. ``turns``:
    the NORMAL turns still to come.

    ``opened``: how many slots of a side everybody knows. ``asked``: the opportunity each owner
    was asked about in this segment; ``said``: which units fire then. ``chances``: the
    opportunities a hidden unit has had at a mover in this round. ``deaf``: sides that are not
    asked; ``deaf_next``: from the next round.
    """

    seats: tuple[Seat, ...]
    rules: Rules
    rounds: int
    allowance: dict[Seat, int]
    deploy: dict[Seat, tuple[Hex, ...]]
    ambush: dict[Seat, tuple[Hex, ...]]
    objectives: list[Objective]
    first_turns: str
    order: list[Seat] = []
    turns: list[Seat] = []
    round: int = 0
    phase: Phase = "deploy"
    slots: dict[str, Slot] = {}
    opened: dict[Seat, int] = {}
    policy: dict[str, str] = {}
    asked: dict[Seat, Chance] = {}
    said: dict[Seat, tuple[str, ...]] = {}
    chances: dict[str, int] = {}
    revealing: list[str] = []
    deaf: list[Seat] = []
    deaf_next: dict[Seat, bool] = {}
    score: dict[Seat, int] = {}
    trails: list[Trail] = []
    result: str | None = None

    def right(self, seat: Seat) -> bool:
        """The public fact whether this side may still have hidden units (3.1)."""
        return self.allowance[seat] > self.opened.get(seat, 0)

    def opponents(self, seat: Seat) -> list[Seat]:
        """The opponents with ambush rights, in initiative order (Q1)."""
        return [other for other in self.order if other != seat and self.right(other)]


def new_world(options: AmbushOptions, scenario: AmbushScenario) -> World:
    """The world before anybody has joined. Raises ``ValueError``.

    Rule: ST-1.
    """
    scenario = house_scenario(options.battle) if scenario == AmbushScenario() else scenario
    seats = SEATS[: options.sides]
    ground = read_map(scenario.map)
    assert scenario.map is not None
    for seat in scenario.side:
        if seat not in seats:
            raise ValueError(
                f"side.{seat}: does not play; possible: {', '.join(seats)} (option"
                f" sides={options.sides})"
            )
    units = read_units(scenario, seats, ground)
    sides = {seat: read_side(scenario, seat, units, ground) for seat in seats}
    check_zones(sides)
    for i, objective in enumerate(scenario.objective):
        if objective.hex not in ground.cells:
            raise ValueError(f"objective[{i}].hex: {objective.hex} is off the map")
    if set(scenario.turns) - set(seats):
        raise ValueError(f"turns: {scenario.turns!r}; possible letters: {', '.join(seats)}")
    return World(
        rows=scenario.map.rows,
        changed={},
        units=units,
        seats=seats,
        rules=rules(options, scenario),
        rounds=scenario.end.rounds,
        allowance={seat: side.allowance for seat, side in sides.items()},
        deploy={seat: side.deploy for seat, side in sides.items()},
        ambush={seat: side.ambush for seat, side in sides.items()},
        objectives=[Objective(o.hex, o.points) for o in scenario.objective],
        first_turns=scenario.turns,
    )


def rules(options: AmbushOptions, scenario: AmbushScenario) -> Rules:
    """Return the maker's choices; where there is none, the scenario's."""
    given = msgspec.structs.asdict(scenario.options)
    chosen = {
        name: own if (own := getattr(options, name)) != "scenario" else given[name]
        for name in given
    }
    return Rules(
        window=LOCAL if options.window == "local" else seconds(options.window),
        tick=seconds(options.tick),
        pbs_trigger=chosen["pbs_trigger"],
        **{name: chosen[name] == "yes" for name in ("end_detect", "edge_kills", "heat")},
    )
