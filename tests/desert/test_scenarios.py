"""Scenario files (rules 5.1): the built-in ones, and files that are refused."""

import re
import tomllib
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from engine.games.desert import chart_file, events, hexes, scenario_file, scenario_tables, world
from engine.games.desert.game import EDITIONS
from engine.games.desert.scenario_file import BUILT_IN, SEATS, DesertScenario, lay_out
from engine.games.desert.units import FIGHTING, Dump, Leader, Unit, combat_unit
from engine.state import Join, Setup
from engine.table import GameTable
from tests.kit.each import each

HERE = Path(__file__).parent
DESERT = HERE.parents[1] / "engine" / "games" / "desert"
HALIM = (DESERT / "scenarios" / "halim-road.toml").read_text("utf-8")
CHART_TEXT = (DESERT / "charts" / "house-1.toml").read_text("utf-8")
SHAPES = (
    *(table for name, table in vars(scenario_tables).items() if name.endswith("Table")),
    hexes.Hexside,
    Leader,
    Dump,
)
BAD = tomllib.loads((HERE / "bad" / "scenarios.toml").read_text("utf-8"))["file"]


def built_in(name: str) -> world.World:
    return lay_out(scenario_file.built_in_scenario(name))


def scenario(text: str) -> DesertScenario:
    return msgspec.convert(tomllib.loads(text), DesertScenario)


@each("case", BAD)
def test_a_bad_file_is_refused_with_words_that_let_its_author_mend_it(case: dict[str, str]) -> None:
    """5.1: unknown keys, unknown ids and a pair that is adjacent twice reject;
    so does what cannot be played.
    """
    assert HALIM.count(case["find"]) == 1
    with pytest.raises(ValueError, match=r".") as caught:
        lay_out(scenario(HALIM.replace(case["find"], case["put"])))
    for words in case["says"]:
        assert words in str(caught.value)


def test_unknown_tables_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="weather"):
        scenario(HALIM + "[weather]\nrain = true\n")


@each("key", ["meta", "hexes", "adjacent", "points", "unit"])
def test_a_file_without_a_table_that_it_needs_is_refused(key: str) -> None:
    document = tomllib.loads(HALIM)
    del document[key]
    with pytest.raises(ValueError, match=key.replace("points", "toe")):
        lay_out(msgspec.convert(document, DesertScenario))


def test_5_1_what_is_left_out_is_as_the_page_says() -> None:
    laid = built_in("halim-road")
    assert (laid.seats, laid.profile, laid.stages, laid.between) == (SEATS, "issue", 2, "move")
    assert laid.hold_points == {"C2": 4, "D2": 10, "E3": 14}
    assert (laid.lost_points, laid.captured_points) == (1, 1)
    tanks, ship, dry = laid.units["PZ-A"], laid.units["KESTREL"], laid.units["RECCE"]
    assert (tanks.name, tanks.max_toe, tanks.max_ammo, tanks.contact) == ("PZ-A", 8, 24, False)
    assert (ship.gun, ship.gun_face, ship.known, ship.sp) == (5, 5, True, None)
    assert (dry.ammo, dry.max_ammo, dry.sp) == (0, 6, 0)
    assert (laid.cells["E3"].name, laid.cells["E3"].city) == ("Port Halim", True)
    assert laid.cells["C1"].name == "C1"
    bare = tomllib.loads(HALIM)
    del bare["play"], bare["score"]
    plain = lay_out(msgspec.convert(bare, DesertScenario))
    assert (plain.stages, plain.between, plain.hold_points) == (1, "move", {})
    assert (plain.lost_points, plain.captured_points) == (1, 0)


def test_1_2_6_a_game_is_played_with_the_owners_charts_and_tells_their_hash() -> None:
    own = CHART_TEXT.replace('id = "house-1"', 'id = "mine"').replace("attack=5", "attack=4")
    made = tomllib.loads(f"chart_file = '''\n{own}'''\n")
    table = GameTable.new(
        EDITIONS[-1], Setup(id="own", secret=b"k", options={"stages": 0}, scenario=made, at=0)
    )
    table.run()
    told = [
        event for seat in SEATS for event in table.take(0, "", Join(seat, seat, "")).events(seat)
    ]
    (began,) = [event for event in told if isinstance(event, events.Began)]
    assert began.charts == sha256(own.encode()).hexdigest() != chart_file.shipped().sha256
    assert table.world.charts.cp.attack == 4
    assert table.load(table.save()).world.chart == own
    made["chart_file"] = own.replace("attack=4", "attack=-4")
    line = 1 + own.splitlines().index("attack=4")
    with pytest.raises(ValueError, match=rf"charts, line {line}: \[cp\] attack: -4"):
        GameTable.new(
            EDITIONS[-1], Setup(id="own", secret=b"k", options={"stages": 0}, scenario=made, at=0)
        )


# The scenarios that come with the game.


def touching(laid: world.World) -> list[tuple[Unit, Unit]]:
    ground = hexes.board(laid.pairs, laid.hexsides)
    land = [unit for unit in laid.units.values() if unit.kind != "warship"]
    return [
        (a, b) for a in land for b in land if a.side != b.side and ground.adjacent(a.hex, b.hex)
    ]


@each("name", BUILT_IN)
def test_a_built_in_scenario_is_one_connected_map(name: str) -> None:
    laid = built_in(name)
    assert laid.title == name
    ground = hexes.board(laid.pairs, laid.hexsides)
    assert sorted(ground.distances(next(iter(laid.cells)))) == list(laid.cells)
    assert touching(laid)


@each("name", BUILT_IN[:2])
def test_a_built_in_battle_begins_in_contact_and_has_something_to_fight_for(name: str) -> None:
    """3.2: both sides touch, each can fire, and the hexes to hold are on the map."""
    laid = built_in(name)
    pairs = touching(laid)
    assert len({(a.hex, b.hex) for a, b in pairs}) >= 4
    for side in SEATS:
        front = {a.id: a for a, _ in pairs if a.side == side}.values()
        assert any(laid.kinds[kind].barrage and unit.ammo for unit in front for kind in unit.toe)
        fighting = [unit for unit in front if unit.kind in FIGHTING]
        assert len(fighting) >= 4
        assert all(combat_unit(unit, laid.units.values()) for unit in fighting)
    assert laid.hold_points


def test_the_page_about_files_shows_a_scenario_that_can_be_played_and_names_every_key() -> None:
    page = (HERE.parents[1] / "docs" / "desert-files.md").read_text("utf-8")
    parts = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    example = HERE.parents[1] / "docs" / "examples" / "desert" / "two-hexes.toml"
    laid = lay_out(scenario(example.read_text("utf-8")))
    assert (list(laid.units), list(laid.cells)) == (["1-RIFLES", "2-GUNNERS"], ["A1", "B1"])
    assert [set(tomllib.loads(part)) for part in parts] == [{"barrage"}]
    told = page.partition("| Table |")[2].partition("## Charts")[0]
    for shape in SHAPES:
        for key in msgspec.structs.fields(shape):
            assert re.search(rf"[`\s]{key.encode_name}[`\s]", told), (shape, key.encode_name)


@each("name", BUILT_IN[2:])
def test_a_scenario_to_learn_by_is_small_and_named_in_the_docs(name: str) -> None:
    laid = built_in(name)
    assert len(laid.units) <= 8
    assert {unit.side for unit in laid.units.values()} == {"axis", "cw"}
    page = HERE.parents[1] / "docs" / "desert-files.md"
    assert f"`{name}`" in page.read_text("utf-8")
