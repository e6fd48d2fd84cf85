"""Scenario files (rules 5.1), read and checked; every error names the
key and says what would be right.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, get_args

import msgspec
from msgspec import field, structs

from engine.game import Scenario
from engine.games.desert.arithmetic.barrage import standing_works
from engine.games.desert.charts.file import Charts, kept_charts, shipped
from engine.games.desert.forces.muster import muster, read_dumps, read_kinds, read_leaders
from engine.games.desert.forces.units import Hex
from engine.games.desert.ground.hexes import board
from engine.games.desert.ground.terrain import Cell, Hexside
from engine.games.desert.rulings import Profile, rulings
from engine.games.desert.scenarios import tables
from engine.games.desert.world import DesertOptions, ScenarioName, World
from engine.state import Seat

SEATS: tuple[Seat, Seat] = ("axis", "cw")
"""The two sides; a scenario says which of them is phasing first."""
HOUSE: tuple[ScenarioName, ...] = get_args(ScenarioName)
"""The scenarios of the house."""
HEX = re.compile(r"[A-Za-z]{1,3}[0-9]{1,3}")
PAIR = re.compile(r"([A-Za-z0-9]+)-([A-Za-z0-9]+)")
MOST_NEIGHBOURS = 6
STANDARD = DesertOptions()


class DesertScenario(Scenario, frozen=True, kw_only=True):
    """A scenario file; empty: one of the house.

    ``chart_file``: the text of the table owner's own chart file, put there by whoever makes the
    game; without one ``meta.charts`` must be a chart set of the house.
    """

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
    chart_file: str = ""


@lru_cache(8)
def house_scenario(name: str) -> DesertScenario:
    """Return a scenario of the house."""
    text = files("engine.games.desert").joinpath("scenarios", f"{name}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), DesertScenario)


def chosen(scenario: DesertScenario, name: str) -> DesertScenario:
    """Return the scenario that is played: the file's, or where there is none that of
    the house; the chart file stays.
    """
    if scenario != DesertScenario(chart_file=scenario.chart_file):
        return scenario
    return msgspec.structs.replace(house_scenario(name), chart_file=scenario.chart_file)


def charts_of(scenario: DesertScenario) -> Charts:
    """Return the charts of a scenario. Raise ``ValueError``."""
    if scenario.chart_file:
        return kept_charts(scenario.chart_file)
    head = tables.read(scenario.meta, tables.MetaTable, "meta")
    try:
        return shipped(head.charts)
    except LookupError as error:
        raise ValueError(
            f"meta.charts: {error}; or name a chart file when the game is created"
        ) from error


def lay_out(scenario: DesertScenario, options: DesertOptions = STANDARD) -> World:
    """Return the world with the map and all that stands on it. Raise ``ValueError``."""
    head = tables.read(scenario.meta, tables.MetaTable, "meta")
    if {head.phasing, head.non_phasing} != set(SEATS):
        raise ValueError(
            f"meta.phasing: {head.phasing!r}, meta.non_phasing: {head.non_phasing!r}; they must be"
            " 'axis' and 'cw', one of them each"
        )
    charts = charts_of(scenario)
    play = tables.read(scenario.play, tables.PlayTable, "play")
    score = tables.read(scenario.score, tables.ScoreTable, "score")
    cells = read_cells(scenario.hexes, charts)
    for hex in score.hold:
        known_hex(f"score.hold.{hex}", hex, cells)
    pairs = read_pairs(scenario.adjacent, cells)
    hexsides = read_hexsides(scenario.hexside, pairs, cells, charts)
    kinds = read_kinds(scenario.points)
    units = muster(scenario.unit, SEATS, kinds, cells, charts)
    dumps = read_dumps(scenario.dump, SEATS, cells, units)
    leaders = read_leaders(scenario.leader, SEATS, cells, {*units, *dumps})
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
        options=options,
        title=head.id,
        grid=head.grid,
        seats=(head.phasing, head.non_phasing),
        stages=play.stages if options.stages < 0 else options.stages,
        between=play.between,
        hold_points=score.hold,
        lost_points=score.lost,
        captured_points=score.captured,
        profile=profile,
        start_toe={
            seat: sum(unit.points for unit in units.values() if unit.side == seat) for seat in SEATS
        },
    )


def known_hex(key: str, hex: Hex, cells: Mapping[Hex, Cell]) -> None:
    """Raise ``ValueError`` for a hex that is not on the map."""
    if hex not in cells:
        raise ValueError(
            f"{key}: there is no hex {hex!r}; [hexes] has {', '.join(cells) or 'none'}"
        )


def read_cells(hexes: Mapping[str, Any], charts: Charts) -> dict[Hex, Cell]:
    """Read ``[hexes]``. Raise ``ValueError``."""
    if not hexes:
        raise ValueError(
            'hexes: there are none; write one row for each, such as B1 = {terrain="clear"}'
        )
    found: dict[Hex, Cell] = {}
    for id, row in hexes.items():
        key = f"hexes.{id}"
        if not HEX.fullmatch(id):
            raise ValueError(
                f"{key}: {id!r} is no hex id; letters, then digits, such as B1 or AA12"
            )
        table = tables.read(row, tables.HexTable, key)
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
        for works in standing_works(cell):
            if works not in charts.works:
                known = ", ".join(charts.works)
                raise ValueError(
                    f"{key}.fortification: the charts {charts.id} have no {works}; they have"
                    f" {known}"
                )
        found[id] = cell
    return dict(sorted(found.items()))


def read_pairs(value: Mapping[str, Any], cells: Mapping[Hex, Cell]) -> tuple[tuple[Hex, Hex], ...]:
    """Read ``[adjacent]``, each pair in ascending order. Raise ``ValueError``."""
    key = "adjacent.pairs"
    found: dict[tuple[Hex, Hex], int] = {}
    for n, text in enumerate(tables.read(value, tables.AdjacentTable, "adjacent").pairs):
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
    """Read ``[[hexside]]``. Raise ``ValueError``."""
    found: dict[tuple[Hex, Hex], Hexside] = {}
    for n, row in enumerate(rows):
        key = f"hexside[{n}]"
        table = tables.read(row, Hexside, key)
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
