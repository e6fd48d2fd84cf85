"""Reading and checking of scenario files (rules 5.1). Every error names the key and the expected
value.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import UNSET, field, structs

from engine import Scenario, Seat
from engine.games.desert import gunnery, scenario_tables
from engine.games.desert import units as pieces
from engine.games.desert.chart_data import Charts
from engine.games.desert.chart_file import kept_charts, shipped
from engine.games.desert.hexes import Cell, Hexside, board, pairs_of, plainest, surrounded
from engine.games.desert.rulings import Profile, rulings
from engine.games.desert.units import FIGHTING, Dump, Hex, Kind, Leader, PointKind, Unit, UnitId
from engine.games.desert.world import DesertOptions, SavedOptions, ScenarioName, World

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
KIND = re.compile(r"[a-z][a-z0-9_]{0,19}")
BRACKETED = re.compile(r"\(([0-9]{1,2})\)")
RESERVED = ("all", "with", "fwd", "back", "none", "ok", "auto", "show", "hold", "clear", "stay")
"""Words of orders, which no unit may have as id."""
T = TypeVar("T", Dump, Leader)
P = TypeVar("P", Unit, Dump, Leader)
MOST = 99


def read_kinds(rows: Mapping[str, Any]) -> dict[Kind, PointKind]:
    found: dict[Kind, PointKind] = {}
    for name, row in rows.items():
        key = f"points.{name}"
        if not KIND.fullmatch(name):
            raise ValueError(
                f"{key}: {name!r} is no name; small letters, digits and '_', such as axis_inf"
            )
        table = scenario_tables.read(row, scenario_tables.PointTable, key)
        values: dict[str, int] = {}
        brackets: list[pieces.Rating] = []
        for rating in ("barrage", "anti_armor", "vulnerability", "armor", "off", "defence", "flak"):
            word = "def" if rating == "defence" else rating
            values[rating], bracketed = read_rating(f"{key}.{word}", getattr(table, rating))
            if bracketed:
                brackets.append(rating)
        found[name] = PointKind(cls=table.cls, cpa=table.cpa, brackets=tuple(brackets), **values)
    return dict(sorted(found.items()))


def read_rating(key: str, value: int | str) -> tuple[int, bool]:
    """Return a rating, and whether it is in parentheses. Raises ``ValueError`` if it is not
    valid.
    """
    match = BRACKETED.fullmatch(value) if isinstance(value, str) else None
    number = int(match[1]) if match else value
    if not isinstance(number, int) or not 0 <= number <= MOST:
        raise ValueError(
            f"{key}: {value!r}; a rating is a number from 0 to {MOST}, or one in parentheses such"
            ' as "(1)"'
        )
    return number, match is not None


def muster(
    rows: tuple[Any, ...],
    seats: tuple[Seat, ...],
    kinds: Mapping[Kind, PointKind],
    cells: Mapping[Hex, Cell],
    charts: Charts,
    absent: Seat = "",
) -> dict[UnitId, Unit]:
    units: dict[UnitId, Unit] = {}
    keys: dict[UnitId, str] = {}
    for n, row in enumerate(rows):
        key = name_row(f"unit[{n}]", row)
        unit = read_unit(key, scenario_tables.read(row, scenario_tables.UnitTable, key), kinds)
        new_id(key, unit.id, units)
        check_place(key, unit.side, unit.hex, seats, cells)
        if unit.kind == "warship" and not cells[unit.hex].coastal:
            raise ValueError(
                f"{key}.hex: {unit.hex} is not coastal; a warship lies in a hex with coastal=true"
            )
        units[unit.id], keys[unit.id] = unit, key
    for unit in units.values():
        for word, hq in (("parent", unit.parent), ("attached_to", unit.attached_to)):
            if hq and (hq not in units or hq == unit.id or units[hq].side != unit.side):
                own = (u for u in units.values() if u.side == unit.side)
                mine = ", ".join(sorted(u.id for u in own if u.kind == "hq"))
                raise ValueError(
                    f"{keys[unit.id]}.{word}: {hq!r} is no other unit of {unit.side}; its HQs:"
                    f" {mine or 'none'}"
                )
    fighting = {unit.side for unit in units.values() if unit.kind in FIGHTING}
    for seat in seats:
        if seat not in fighting and seat != absent:
            raise ValueError(
                f"unit: {seat} has no unit that can fight; kinds that can: {', '.join(FIGHTING)}"
            )
    check_stacks(units, keys, cells, charts)
    return dict(sorted(units.items()))


def name_row(key: str, row: Any) -> str:
    """Return a key that people can find: ``unit[3] (HUSSARS)``."""
    id = row.get("id") if isinstance(row, dict) else None
    return f"{key} ({id})" if isinstance(id, str) else key


def new_id(key: str, id: str, taken: Collection[str]) -> None:
    if not ID.fullmatch(id) or id.casefold() in RESERVED:
        raise ValueError(
            f"{key}.id: {id!r}; up to 24 letters, digits and '-', and none of {', '.join(RESERVED)}"
        )
    if id.casefold() in {other.casefold() for other in taken}:
        raise ValueError(
            f"{key}.id: {id!r} is there already; units, dumps and leaders need different ids"
        )


def check_place(
    key: str, side: Seat, hex: Hex, seats: tuple[Seat, ...], cells: Mapping[Hex, Cell]
) -> None:
    if side not in seats:
        raise ValueError(f"{key}.side: {side!r} is no side; possible: {', '.join(seats)}")
    if hex not in cells:
        raise ValueError(f"{key}.hex: there is no hex {hex!r}; [hexes] has {', '.join(cells)}")


def read_unit(key: str, table: scenario_tables.UnitTable, kinds: Mapping[Kind, PointKind]) -> Unit:
    for kind in table.toe:
        if kind not in kinds:
            raise ValueError(
                f"{key}.toe: there are no points {kind!r}; [points] has"
                f" {', '.join(kinds) or 'none'}"
            )
    points = sum(table.toe.values())
    if table.kind in FIGHTING and not points:
        raise ValueError(
            f"{key}.toe: a unit of kind {table.kind} needs points, such as"
            f" toe={{{next(iter(kinds), 'x')}=5}}"
        )
    if table.kind == "hq" and table.sp and table.size_full is None:
        raise ValueError(
            f"{key}.size_full: is missing; an HQ with sp needs the battalions that make it full"
        )
    if (table.kind == "warship") != (table.gun is not None):
        raise ValueError(f"{key}.gun: warships need one, and nobody else has one")
    gun = table.gun or 0
    for word, most, least in (
        ("max_toe", table.max_toe, points),
        ("max_ammo", table.max_ammo, table.ammo),
        ("gun_face", table.gun_face, gun),
    ):
        if most is not None and most < least:
            raise ValueError(f"{key}.{word}: {most} is less than the {least} that the unit has")
    given = msgspec.structs.asdict(table) | {
        "name": table.name or table.id,
        "toe": dict(sorted(table.toe.items())),
        "max_toe": points if table.max_toe is None else table.max_toe,
        "size_full": table.size_full or 0,
        "max_ammo": table.ammo if table.max_ammo is None else table.max_ammo,
        "known": table.known or table.kind == "warship",
        "gun": gun,
        "gun_face": gun if table.gun_face is None else table.gun_face,
    }
    return Unit(**given)


def check_stacks(
    units: Mapping[UnitId, Unit],
    keys: Mapping[UnitId, str],
    cells: Mapping[Hex, Cell],
    charts: Charts,
) -> None:
    owner: dict[Hex, Unit] = {}
    load: Counter[Hex] = Counter()
    for unit in units.values():
        if unit.kind == "warship":
            continue
        first = owner.setdefault(unit.hex, unit)
        if first.side != unit.side:
            raise ValueError(
                f"{keys[unit.id]}.hex: {first.id} of {first.side} stands in {unit.hex}; one side"
                " a hex"
            )
        load[unit.hex] += unit.sp or 0
        most = charts.ground[cells[unit.hex].terrain].bears
        if load[unit.hex] > most:
            raise ValueError(
                f"{keys[unit.id]}.hex: {unit.hex} would hold {load[unit.hex]} stacking points; its"
                f" terrain bears {most}"
            )


def checked(
    word: str,
    rows: tuple[Any, ...],
    kind: type[T],
    seats: tuple[Seat, ...],
    cells: Mapping[Hex, Cell],
    taken: Collection[str],
) -> Iterator[tuple[str, T]]:
    ids = set(taken)
    for n, row in enumerate(rows):
        key = name_row(f"{word}[{n}]", row)
        table = scenario_tables.read(row, kind, key)
        new_id(key, table.id, ids)
        check_place(key, table.side, table.hex, seats, cells)
        ids.add(table.id)
        yield key, table


def read_dumps(
    rows: tuple[Any, ...],
    seats: tuple[Seat, ...],
    cells: Mapping[Hex, Cell],
    taken: Collection[str],
) -> dict[str, Dump]:
    """Read ``[[dump]]``, at most one per hex, because the hex gives the dump its public name.
    Raises ``ValueError`` if one is not valid.
    """
    found: dict[Hex, Dump] = {}
    for key, dump in checked("dump", rows, Dump, seats, cells, taken):
        if not dump.real and any(dump.stocks.values()):
            raise ValueError(f"{key}.real: a dummy holds nothing; leave its stocks out")
        if other := found.get(dump.hex):
            raise ValueError(f"{key}.hex: {other.id} lies in {dump.hex} already; one dump a hex")
        found[dump.hex] = dump
    return dict(sorted((dump.id, dump) for dump in found.values()))


def read_leaders(
    rows: tuple[Any, ...],
    seats: tuple[Seat, ...],
    cells: Mapping[Hex, Cell],
    taken: Collection[str],
) -> dict[str, Leader]:
    found = checked("leader", rows, Leader, seats, cells, taken)
    return dict(sorted((leader.id, leader) for _, leader in found))


SEATS: tuple[Seat, Seat] = ("axis", "cw")
"""The two sides. A scenario determines which of them is phasing first."""
BUILT_IN: tuple[ScenarioName, ...] = get_args(ScenarioName)
"""The built-in scenarios."""
HEX = re.compile(r"[A-Za-z]{1,3}[0-9]{1,4}")
PAIR = re.compile(r"([A-Za-z0-9]+)-([A-Za-z0-9]+)")
MOST_NEIGHBOURS = 6
STANDARD = DesertOptions()


class DesertScenario(Scenario, frozen=True, kw_only=True):
    meta: dict[str, Any] = field(default_factory=dict)
    play: dict[str, Any] = field(default_factory=dict)
    score: dict[str, Any] = field(default_factory=dict)
    hexes: dict[str, Any] = field(default_factory=dict)
    adjacent: dict[str, Any] = field(default_factory=dict)
    hexside: tuple[Any, ...] = ()
    points: dict[str, Any] = field(default_factory=dict)
    unit: tuple[Any, ...] = ()
    leader: tuple[Any, ...] = ()
    dump: tuple[Any, ...] = ()
    # text of the table owner's own chart file, added when the game is made; if empty,
    # ``meta.charts`` must be built-in
    chart_file: str = ""


@lru_cache(16)
def built_in_scenario(name: str, edition: int = 2) -> DesertScenario:
    """Load a battle that comes with the game. Edition 1 has its own files of those that were evened
    out later.
    """
    folder = files("engine.games.desert").joinpath("scenarios")
    path = folder.joinpath("edition-1", f"{name}.toml")
    if edition > 1 or not path.is_file():
        path = folder.joinpath(f"{name}.toml")
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), DesertScenario)


def chosen(scenario: DesertScenario, name: str, edition: int) -> DesertScenario:
    """Return the file's scenario, otherwise the built-in one. The chart file is kept."""
    if scenario != DesertScenario(chart_file=scenario.chart_file):
        return scenario
    made = built_in_scenario(name, edition)
    return msgspec.structs.replace(made, chart_file=scenario.chart_file)


def charts_of(scenario: DesertScenario) -> Charts:
    if scenario.chart_file:
        return kept_charts(scenario.chart_file)
    head = scenario_tables.read(scenario.meta, scenario_tables.MetaTable, "meta")
    try:
        return shipped(head.charts)
    except LookupError as error:
        raise ValueError(
            f"meta.charts: {error}; or name a chart file when the game is created"
        ) from error


def lay_out(scenario: DesertScenario, options: DesertOptions = STANDARD) -> World:
    """Return the world with the map and all counters. Raises ``ValueError`` if the scenario is not
    valid.
    """
    head = scenario_tables.read(scenario.meta, scenario_tables.MetaTable, "meta")
    if {head.phasing, head.non_phasing} != set(SEATS):
        raise ValueError(
            f"meta.phasing: {head.phasing!r}, meta.non_phasing: {head.non_phasing!r}; they must be"
            " 'axis' and 'cw', one of them each"
        )
    charts = charts_of(scenario)
    play = scenario_tables.read(scenario.play, scenario_tables.PlayTable, "play")
    score = scenario_tables.read(scenario.score, scenario_tables.ScoreTable, "score")
    paper, lower = options.paper != "none", int(head.lower == "odd")
    is_typed = paper and not scenario.hexes and not scenario.adjacent
    hexes = around_units(scenario, charts, lower) if is_typed else scenario.hexes
    cells = read_cells(hexes, charts)
    for hex in score.hold:
        known_hex(f"score.hold.{hex}", hex, cells)
    pairs = pairs_of(cells, lower) if is_typed else read_pairs(scenario.adjacent, cells)
    hexsides = read_hexsides(scenario.hexside, pairs, cells, charts)
    kinds = read_kinds(scenario.points)
    units = muster(scenario.unit, SEATS, kinds, cells, charts, options.paper)
    dumps = read_dumps(scenario.dump, SEATS, cells, units)
    leaders = read_leaders(scenario.leader, SEATS, cells, {*units, *dumps})
    units, dumps = known(units, options.paper), known(dumps, options.paper)
    leaders = known(leaders, options.paper)
    profile: Profile = head.profile if options.profile == "scenario" else options.profile
    return World(
        rulings=rulings(profile, options.rulings),
        chart=scenario.chart_file,
        kinds=kinds,
        cells=cells,
        pairs=pairs,
        hexsides=hexsides,
        units=units,
        dumps=dumps,
        leaders=leaders,
        options=SavedOptions(
            **{name: getattr(options, name) for name in SavedOptions.__struct_fields__}
        ),
        paper=options.paper if paper else UNSET,
        lower=lower if is_typed else UNSET,
        title=head.id,
        grid=head.grid or (f"flat-top, {head.lower} columns half a hex lower" if is_typed else ""),
        seats=(head.phasing, head.non_phasing),
        stages=play.stages if options.stages < 0 else options.stages,
        between=play.between,
        hold_points={} if paper else score.hold,
        lost_points=score.lost,
        captured_points=score.captured,
        profile=profile,
        start_toe={
            seat: sum(unit.points for unit in units.values() if unit.side == seat) for seat in SEATS
        },
    )


def known(found: dict[str, P], absent: Seat) -> dict[str, P]:
    """Leave out what the absent side has, except warships, which everybody sees (DS-24)."""
    return {
        i: one
        for i, one in found.items()
        if one.side != absent or getattr(one, "kind", "") == "warship"
    }


def around_units(scenario: DesertScenario, charts: Charts, lower: int) -> dict[Hex, Any]:
    """Return clear hexes around the counters, for a map that is typed (DS-24)."""
    rows = (row for row in (*scenario.unit, *scenario.dump) if isinstance(row, dict))
    found = surrounded({row["hex"] for row in rows if isinstance(row.get("hex"), str)}, lower)
    return {hex: {"terrain": plainest(charts)} for hex in found}


def known_hex(key: str, hex: Hex, cells: Mapping[Hex, Cell]) -> None:
    if hex not in cells:
        raise ValueError(
            f"{key}: there is no hex {hex!r}; [hexes] has {', '.join(cells) or 'none'}"
        )


def read_cells(hexes: Mapping[str, Any], charts: Charts) -> dict[Hex, Cell]:
    if not hexes:
        raise ValueError(
            'hexes: there are none; write one row for each, such as B1 = {terrain="clear"}; only'
            " with the option paper you type them while you play"
        )
    found: dict[Hex, Cell] = {}
    for id, row in hexes.items():
        key = f"hexes.{id}"
        if not HEX.fullmatch(id):
            raise ValueError(
                f"{key}: {id!r} is no hex id; letters, then digits, such as B1 or AA12"
            )
        table = scenario_tables.read(row, scenario_tables.HexTable, key)
        if table.terrain not in charts.ground:
            known = ", ".join(charts.ground)
            raise ValueError(
                f"{key}.terrain: the charts {charts.id} have no {table.terrain!r}; they have"
                f" {known}"
            )
        if table.held and table.held not in SEATS:
            raise ValueError(f"{key}.held: {table.held!r} is no side; possible: {', '.join(SEATS)}")
        cell = Cell(
            **{**structs.asdict(table), "city": table.major_city > 0, "name": table.name or id}
        )
        for works in gunnery.standing_works(cell):
            if works not in charts.works:
                known = ", ".join(charts.works)
                raise ValueError(
                    f"{key}.fortification: the charts {charts.id} have no {works}; they have"
                    f" {known}"
                )
        found[id] = cell
    return dict(sorted(found.items()))


def read_pairs(value: Mapping[str, Any], cells: Mapping[Hex, Cell]) -> tuple[tuple[Hex, Hex], ...]:
    """Read ``[adjacent]``, each pair in ascending order. Raises ``ValueError`` if one is not
    valid.
    """
    key = "adjacent.pairs"
    found: dict[tuple[Hex, Hex], int] = {}
    for n, text in enumerate(
        scenario_tables.read(value, scenario_tables.AdjacentTable, "adjacent").pairs
    ):
        match = PAIR.fullmatch(text)
        if match is None or match[1] == match[2]:
            raise ValueError(f"{key}[{n}]: {text!r} is no pair; write two hexes, such as 'B1-B2'")
        known_hex(f"{key}[{n}]", match[1], cells)
        known_hex(f"{key}[{n}]", match[2], cells)
        pair = (min(match[1], match[2]), max(match[1], match[2]))
        if pair in found:
            raise ValueError(
                f"{key}[{n}]: {text!r} is there already, at [{found[pair]}]; write every pair once"
            )
        found[pair] = n
    ground = board(tuple(sorted(found)), ())
    for hex in cells:
        around = ground.neighbours.get(hex, ())
        if not 1 <= len(around) <= MOST_NEIGHBOURS:
            raise ValueError(
                f"{key}: {hex} touches {len(around)} hexes ({', '.join(around)}); it must be 1 to 6"
            )
    return tuple(sorted(found))


def read_hexsides(
    rows: tuple[Any, ...],
    pairs: tuple[tuple[Hex, Hex], ...],
    cells: Mapping[Hex, Cell],
    charts: Charts,
) -> tuple[Hexside, ...]:
    """Read ``[[hexside]]``. Raises ``ValueError`` if one is not valid."""
    found: dict[tuple[Hex, Hex], Hexside] = {}
    for n, row in enumerate(rows):
        key = f"hexside[{n}]"
        table = scenario_tables.read(row, Hexside, key)
        for hex in table.between:
            known_hex(f"{key}.between", hex, cells)
        pair = (min(table.between), max(table.between))
        if pair not in pairs:
            raise ValueError(
                f"{key}.between: {'-'.join(pair)} is not in adjacent.pairs; only hexes that touch"
                " have a side"
            )
        if pair in found:
            raise ValueError(
                f"{key}.between: {'-'.join(pair)} has a {found[pair].kind} already; one hexside a"
                " pair"
            )
        if table.kind not in charts.barriers:
            known = ", ".join(charts.barriers)
            raise ValueError(
                f"{key}.kind: the charts {charts.id} have no {table.kind!r}; they have {known}"
            )
        sloped = charts.barriers[table.kind].sloped
        if sloped and table.up not in pair:
            raise ValueError(
                f"{key}.up: {table.up!r}; {table.kind} has a high side, which must be {pair[0]} or"
                f" {pair[1]}"
            )
        if table.up and not sloped:
            raise ValueError(f"{key}.up: {table.kind} has no high side; leave it out")
        found[pair] = structs.replace(table, between=pair)
    return tuple(found[pair] for pair in sorted(found))
