"""Reading and checking of scenario files (rules 2.20). Every error names the key, and on the map
row and column.
"""

import re
import tomllib
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, field
from msgspec.structs import asdict, replace

from engine import Options, Scenario, Seat
from engine.game import seconds_of
from engine.games.ambush.board_file import board_rows
from engine.games.ambush.hexes import Cell, Grid, Hex, distance, grid, named, read_cell
from engine.games.ambush.units import FRAMES, GUNS, LOCATIONS, REARS, Unit, skeleton
from engine.games.ambush.world import LOCAL, Memory, Objective, Rules, World

SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")
PLACE = re.compile(r"([0-9]{4})/([0-5])")
RANGE = re.compile(r"([0-9]{4})(?:-([0-9]{4}))?")
OVERLAP = 4
"""The maximum number of hexes in a zone's ranges, as a multiple of the map's, counting
duplicates.
"""
MOUNT = re.compile(r"([A-Z0-9]+):(HD|CT|LT|RT|LA|RA|LL|RL)(r?)")
YesNo = Literal["yes", "no"]
Battle = Literal["duel", "ford", "gap", "ice", "lake", "raid", "ridge", "town", "wood"]
NARROWEST = 6
"""The minimum width and height of a board for a built-in battle, in hexes."""


class MapTable(Struct, forbid_unknown_fields=True, frozen=True):
    """``[map]``: columns x rows, and the cells of each row separated by blanks."""

    size: str
    rows: tuple[str, ...]


class UnitTable(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """``[[unit]]``. ``prone``, ``done`` and ``heat`` are for games that begin in the middle."""

    id: str
    side: str
    tons: int
    walk: Annotated[int, Meta(ge=0, le=12)]
    jump: Annotated[int, Meta(ge=0, le=12)] = 0
    name: str = ""
    gunnery: Annotated[int, Meta(ge=0, le=7)] = 4
    piloting: Annotated[int, Meta(ge=0, le=8)] = 5
    armour: dict[str, int] = {}
    weapons: tuple[str, ...] = ()
    at: str = ""
    hidden: bool = False
    prone: bool = False
    done: bool = False
    sinks: Annotated[int, Meta(ge=0, le=40)] = 10


class SideTable(Struct, forbid_unknown_fields=True, frozen=True):
    """``[side.A]``: the number of units that may hide, and the zones for deploying and hiding."""

    allowance: Annotated[int, Meta(ge=0, le=9)] = 0
    deploy: tuple[str, ...] = ()
    ambush: tuple[str, ...] = ()


class ObjectiveTable(Struct, forbid_unknown_fields=True, frozen=True):
    """``[[objective]]``: the points for holding a hex at the end."""

    hex: str
    points: Annotated[int, Meta(ge=1)] = 20


class EndTable(Struct, forbid_unknown_fields=True, frozen=True):
    """``[end]``: the last round."""

    rounds: Annotated[int, Meta(ge=1, le=99)] = 12


class RuleTable(Struct, forbid_unknown_fields=True, frozen=True):
    """``[options]``: rules of this scenario, which the game's options can override."""

    pbs_trigger: Literal["any_step", "end_of_move"] = "any_step"
    end_detect: YesNo = "yes"
    edge_kills: YesNo = "no"
    heat: YesNo = "no"
    blind: Literal["no", "double"] = "no"


class AmbushScenario(Scenario, frozen=True, kw_only=True):
    """The content of a scenario file.

    Rule: SC-2.
    """

    title: str = ""
    about: str = ""
    map: MapTable | None = None
    board: str = ""  # text of a ``.board`` file, instead of a map
    unit: tuple[UnitTable, ...] = ()
    side: dict[str, SideTable] = field(default_factory=dict)
    objective: tuple[ObjectiveTable, ...] = ()
    end: EndTable = EndTable()
    options: RuleTable = RuleTable()
    turns: str = ""  # turns of the first round, such as ``"ABAB"``


def built_in_scenario(name: Battle) -> AmbushScenario:
    """Rule: SC-1."""
    text = files("engine.games.ambush").joinpath("scenarios", f"{name}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), AmbushScenario)


def on_board(scenario: AmbushScenario, battle: Battle) -> AmbushScenario:
    """Return a scenario with the map of its board.

    A scenario without units becomes a built-in battle from the board's upper to its lower edge, for
    a hex in the middle. Raises ``ValueError`` if it has a map too, or the board is too small.

    Rule: SC-6.
    """
    if scenario.map is not None:
        raise ValueError("board: the scenario has a map too; leave one of the two out")
    rows = board_rows(scenario.board)
    width, height = len(rows[0].split()), len(rows)
    table = MapTable(f"{width}x{height}", rows)
    if scenario.unit:
        return replace(scenario, map=table)
    if scenario.side or scenario.objective:
        raise ValueError("unit: a scenario with sides or objectives needs units too")
    ground, played = grid(rows), built_in_scenario(battle)
    if width < NARROWEST or height < NARROWEST:
        raise ValueError(
            f"board: {width} by {height} hexes are too few for a built-in battle; at least"
            f" {NARROWEST} by {NARROWEST}, or a scenario file that says who stands where"
        )
    middle = named((width + 1) // 2, (height + 1) // 2)
    free = (hex for hex, cell in ground.cells.items() if cell.code != "#")
    goal = min(free, key=lambda hex: (distance(middle, hex), hex), default=middle)
    half = height // 2
    bands = {"A": ((1, 2), (3, half)), "B": ((height - 1, height), (height - half + 1, height - 2))}
    sides = {
        seat: SideTable(
            played.side[seat].allowance,
            *(
                (f"{named(1, first)}-{named(width, last)}",) if first <= last else ()
                for first, last in bands[seat]
            ),
        )
        for seat in played.side
    }
    return replace(
        played,
        title=scenario.title or played.title,
        about=scenario.about,
        map=table,
        side=sides,
        objective=(ObjectiveTable(goal, 30),),
        end=scenario.end if scenario.end != EndTable() else played.end,
        options=scenario.options if scenario.options != RuleTable() else played.options,
        turns=scenario.turns,
    )


def read_map(table: MapTable | None) -> Grid:
    if table is None:
        raise ValueError("map: a scenario file needs a map, with its size and its rows")
    size = SIZE.fullmatch(table.size)
    if size is None:
        raise ValueError(
            f"map.size: {table.size!r} is no size; write columns x rows, up to 99 each, such as"
            " '14x12'"
        )
    width, height = int(size[1]), int(size[2])
    if len(table.rows) != height:
        raise ValueError(f"map.rows: {len(table.rows)} rows; the size {table.size} wants {height}")
    for r, line in enumerate(table.rows, 1):
        words = line.split()
        if len(words) != width:
            raise ValueError(
                f"map.rows: row {r} has {len(words)} cells; the size {table.size} wants {width}"
            )
        for c, text in enumerate(words, 1):
            try:
                read_cell(text)
            except ValueError as error:
                raise ValueError(f"map.rows: row {r}, column {c}: {error}") from error
    return grid(table.rows)


def read_place(key: str, text: str, ground: Grid) -> tuple[Hex, int]:
    match = PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"{key}: {text!r} is no place; write hex/facing, such as '0309/0'")
    if match[1] not in ground.cells:
        raise ValueError(f"{key}: {match[1]} is off the map of {ground.width}x{ground.height}")
    return match[1], int(match[2])


def read_zone(key: str, texts: tuple[str, ...], ground: Grid) -> list[Hex]:
    found: dict[Hex, None] = {}
    most, named_so_far = OVERLAP * len(ground.cells), 0
    for text in texts:
        match = RANGE.fullmatch(text)
        if match is None:
            raise ValueError(
                f"{key}: {text!r} is neither a hex such as '0309' nor a range such as '0101-0312'"
            )
        first, last = match[1], match[2] or match[1]
        for hex in (first, last):
            if hex not in ground.cells:
                raise ValueError(f"{key}: {hex} is off the map of {ground.width}x{ground.height}")
        columns, rows = (
            sorted((int(first[:2]), int(last[:2]))),
            sorted((int(first[2:]), int(last[2:]))),
        )
        named_so_far += (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1)
        if named_so_far > most:
            raise ValueError(
                f"{key}: its ranges name the same hexes too often: together more than {most}, which"
                f" is {OVERLAP} times the map; name each hex once"
            )
        for c in range(columns[0], columns[1] + 1):
            for r in range(rows[0], rows[1] + 1):
                found[named(c, r)] = None
    return list(found)


def read_unit(key: str, table: UnitTable, seats: tuple[Seat, ...], ground: Grid) -> Unit:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,11}", table.id):
        raise ValueError(
            f"{key}.id: {table.id!r}: a letter, then up to eleven letters, digits or '-'"
        )
    if table.side not in seats:
        raise ValueError(f"{key}.side: {table.side!r} does not play; possible: {', '.join(seats)}")
    if table.tons not in FRAMES:
        raise ValueError(f"{key}.tons: {table.tons} is not 20 to 100 in steps of 5")
    places = (*LOCATIONS, *REARS)
    for place in table.armour:
        if place not in places:
            raise ValueError(f"{key}.armour: no location {place!r}; possible: {', '.join(places)}")
    for i, text in enumerate(table.weapons):
        match = MOUNT.fullmatch(text)
        if match is None or match[1] not in GUNS:
            raise ValueError(
                f"{key}.weapons[{i}]: {text!r}; write TYPE:PLACE, such as 'ML:RT'; types:"
                f" {', '.join(GUNS)}"
            )
    structure = skeleton(table.tons)
    armour = {place: table.armour.get(place, 0) for place in places}
    unit = Unit(
        id=table.id,
        owner=table.side,
        name=table.name or table.id,
        tons=table.tons,
        walk=table.walk,
        jump=table.jump,
        gunnery=table.gunnery,
        piloting=table.piloting,
        sinks=table.sinks,
        armour=armour,
        structure=structure,
        weapons=table.weapons,
        built=sum(armour.values()) + sum(structure.values()),
        prone=table.prone,
        hidden=table.hidden,
        reserve=table.hidden,
        turn="done" if table.done or table.hidden else "ready",
    )
    if table.at:
        unit.hex, unit.facing = read_place(f"{key}.at", table.at, ground)
    return unit


def read_units(scenario: AmbushScenario, seats: tuple[Seat, ...], ground: Grid) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    places: dict[Hex, str] = {}
    for i, table in enumerate(scenario.unit):
        key = f"unit[{i}]"
        unit = read_unit(key, table, seats, ground)
        if unit.id.casefold() in {other.casefold() for other in units}:
            raise ValueError(f"{key}.id: {unit.id} is there twice")
        if unit.hex:
            stand = ground.cells[unit.hex]
            check_stand(f"{key}.at", unit, stand)
            if unit.hex in places:
                raise ValueError(f"{key}.at: {places[unit.hex]} stands in {unit.hex} already")
            places[unit.hex] = unit.id
        units[unit.id] = unit
    for seat in seats:
        if not any(unit.owner == seat for unit in units.values()):
            raise ValueError(f"unit: side {seat} has none")
    return dict(sorted(units.items()))


def check_stand(key: str, unit: Unit, cell: Cell) -> None:
    """Raises ``ValueError`` if a unit can't stand, or hide, in its hex (HU-1)."""
    if cell.code == "#":
        raise ValueError(f"{key}: {unit.hex} is impassable")
    if unit.hidden and not cell.hides(prone=unit.prone):
        raise ValueError(
            f"{key}: nobody can hide in {unit.hex}; possible: woods, buildings, prone in rough"
            " (HU-1)"
        )


def read_side(
    scenario: AmbushScenario, seat: Seat, units: dict[str, Unit], ground: Grid
) -> SideTable:
    table = scenario.side.get(seat, SideTable())
    key = f"side.{seat}"
    deploy = read_zone(f"{key}.deploy", table.deploy, ground)
    ambush = read_zone(f"{key}.ambush", table.ambush, ground)
    mine = [unit for unit in units.values() if unit.owner == seat]
    if any(not unit.hidden and not unit.hex for unit in mine):
        free = [hex for hex in deploy if ground.cells[hex].code != "#"]
        if len(free) < len(mine):
            raise ValueError(
                f"{key}.deploy: {len(free)} hexes where units can stand; {len(mine)} units want to"
                " deploy"
            )
    placed = sum(1 for unit in mine if unit.hidden and unit.hex)
    if placed > table.allowance:
        raise ValueError(
            f"{key}.allowance: {placed} hidden units have places, and only {table.allowance} may"
            " hide"
        )
    return SideTable(table.allowance, tuple(deploy), tuple(ambush))


def check_zones(sides: dict[Seat, SideTable]) -> None:
    """Raises ``ValueError`` if zones of different sides overlap (S3)."""
    seats = list(sides)
    for i, seat in enumerate(seats):
        for other in seats[i + 1 :]:
            for zone in ("ambush", "deploy"):
                if both := set(getattr(sides[seat], zone)) & set(getattr(sides[other], zone)):
                    raise ValueError(
                        f"side.{other}.{zone}: {min(both)} lies in the zone of {seat} too"
                    )


TIME = re.compile(r"0|[1-9][0-9]{0,5}[smhd]")
SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
Choice = Literal["scenario", "yes", "no"]


class AmbushOptions(Options, frozen=True, kw_only=True):
    """The options of a new game.

    Rule: SC-3.
    """

    battle: Annotated[
        Battle, Meta(description="the built-in scenario that is played without a scenario file")
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
    asking: Annotated[
        Literal["orders", "steps"],
        Meta(description="hidden units are asked once an order, or at each step of a move (WN-7)"),
    ] = "orders"
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
    blind: Annotated[
        Literal["scenario", "no", "double"],
        Meta(description="double: each side sees only what is in its units' sight (DB-1)"),
    ] = "scenario"

    def __post_init__(self) -> None:
        for name, text in (("window", self.window), ("deadline", self.deadline)):
            if not TIME.fullmatch(text) and (name, text) != ("window", "local"):
                more = ", 0 or local" if name == "window" else " or 0"
                raise ValueError(f"{name}: {text!r} is no time such as 90s, 10m, 2h or 2d{more}")
        if not TIME.fullmatch(self.tick) or not seconds(self.tick):
            raise ValueError(f"tick: {self.tick!r} is no time such as 1s, 1m or 1h")


def seconds(text: str) -> int:
    """Parse a time such as ``10m`` into seconds. ``0`` means none."""
    return 0 if text == "0" else seconds_of(text) or 0


def new_world(options: AmbushOptions, scenario: AmbushScenario) -> World:
    """Return the position before anybody has joined. Raises ``ValueError`` if scenario and options
    don't fit together.

    Rule: ST-1.
    """
    if scenario.board:
        scenario = on_board(scenario, options.battle)
    elif scenario == AmbushScenario():
        scenario = built_in_scenario(options.battle)
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
    played = rules(options, scenario)
    return World(
        rows=scenario.map.rows,
        changed={},
        units=units,
        seats=seats,
        rules=played,
        rounds=scenario.end.rounds,
        allowance={seat: side.allowance for seat, side in sides.items()},
        deploy={seat: side.deploy for seat, side in sides.items()},
        ambush={seat: side.ambush for seat, side in sides.items()},
        objectives=[Objective(o.hex, o.points) for o in scenario.objective],
        first_turns="" if played.blind else scenario.turns,
        known={seat: Memory() for seat in seats} if played.blind else UNSET,
    )


def rules(options: AmbushOptions, scenario: AmbushScenario) -> Rules:
    given = asdict(scenario.options)
    chosen = {
        name: own if (own := getattr(options, name)) != "scenario" else given[name]
        for name in given
    }
    blind = chosen["blind"] == "double"
    return Rules(
        window=LOCAL if options.window == "local" else seconds(options.window),
        tick=seconds(options.tick),
        pbs_trigger=chosen["pbs_trigger"],
        # Windows at each step would tell how long a path is.
        steps=(options.asking == "steps" and not blind) or UNSET,
        blind=blind or UNSET,
        **{name: chosen[name] == "yes" for name in ("end_detect", "edge_kills", "heat")},
    )
