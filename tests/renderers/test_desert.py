"""Pictures and text of desert: what is drawn where, and that stacks stay
closed to those who may not look.
"""

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

import renderers
from engine.games.desert.scenario_file import built_in_scenario, lay_out
from engine.games.desert.units import Trucks
from engine.games.desert.view import View, project
from engine.games.desert.world import Fight, Listed, Target, World
from engine.state import PUBLIC
from renderers import desert
from renderers.desert import frame, terrain
from renderers.desert.board import (
    WIDTH,
    MapScene,
    lattice,
    plan_of,
)
from renderers.toolkit import strokes
from tests.kit.each import each

say = renderers.sentences_in("en").say


def world() -> World:
    made = lay_out(built_in_scenario("halim-road"))
    made.title = "The Halim Road"
    made.players = {"axis": "Ann", "cw": "Bob"}
    made.segment, made.phasing, made.step = 1, "axis", "assign"
    record = made.record
    record.adjacent = (("B1", "C1"), ("B1", "C2"), ("B2", "C2"))
    record.zoc = (("C2", "B1"),)
    record.obligations = ("C2",)
    record.held_off = ("C1",)
    record.lists = {"axis": (Listed("B1", False),), "cw": (Listed("C1", True),)}
    record.targets = {"axis": (Target("Nr1 Inf", "C2", "Inf", "2-RIFLES"),)}
    record.fights = [Fight(("C2",), ("B1", "B2"))]
    return made


def scene(view: View) -> MapScene:
    found = desert.scene(view, say)
    assert isinstance(found, MapScene)
    return found


def written(made: World, viewer: str, look: str) -> str:
    return desert.text(desert.scene(project(made, viewer, []), say, look), "en")


def test_hexes_lie_as_their_neighbours_say() -> None:
    """5.1: flat-top hexes, B and D half a hex lower; so B1 touches C1 and C2."""
    laid = lay_out(built_in_scenario("halim-road"))
    spots = lattice(laid.cells, laid.pairs)
    assert spots["C1"] == (1, 0)
    assert (spots["B1"], spots["C2"], spots["D1"]) == ((0, 1), (1, 2), (2, 1))
    near = {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
    for a, b in laid.pairs:
        assert (spots[b][0] - spots[a][0], spots[b][1] - spots[a][1]) in near, (a, b)


def test_stacks_are_open_to_their_owner_and_closed_to_all_others() -> None:
    """4.1: stacks on the map may be seen as stacks; nothing about what is in them."""
    made = world()
    for viewer in ("axis", "cw", PUBLIC):
        for pile in scene(project(made, viewer, [])).piles:
            owner = made.seats[pile.side]
            assert bool(pile.units) == (owner == viewer)


@each("viewer", [PUBLIC, "axis"])
def test_what_is_in_an_enemy_stack_changes_no_byte(viewer: str) -> None:
    """4.1, 4.3: neither units nor trucks nor dumps of the enemy are in what a viewer gets."""
    before, after = world(), world()
    strong = after.units["2-RIFLES"]
    after.units["2-RIFLES"] = replace(
        strong,
        toe={kind: n + 3 for kind, n in strong.toe.items()},
        trucks=(Trucks("light", "ammo", 9),),
        cohesion=-9,
    )
    del after.units["HUSSARS"]
    del after.dumps["DUMP-1"]
    looks = [project(made, viewer, []) for made in (before, after)]
    for name in ("", *desert.modes(looks[0])):
        one, other = (desert.scene(view, say, name) for view in looks)
        assert one == other
        assert desert.text(one, "en") == desert.text(other, "en")
    assert desert.png(scene(looks[0])) == desert.png(scene(looks[1]))


def test_names_of_targets_are_not_what_they_are() -> None:
    """3.4: the firing side gets ``Nr1 Inf``; the owner alone learns which unit that is."""
    made = world()
    theirs, owner = (written(made, seat, "targets") for seat in ("axis", "cw"))
    assert "Nr1 Inf" in theirs
    assert "2-RIFLES" not in theirs
    assert "2-RIFLES" in owner


@each("language", renderers.LANGUAGES)
def test_every_letter_is_9_pixels_high_where_chats_and_mail_show_it(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes, say_of = list[int](), strokes.word

    def measured(text: str, px: int, **style: Any) -> Any:
        sizes.append(px)
        return say_of(text, px, **style)

    monkeypatch.setattr(strokes, "word", measured)
    frame.counter.cache_clear()
    made = world()
    for viewer in ("axis", "cw", PUBLIC):
        found = desert.scene(project(made, viewer, []), renderers.sentences_in(language).say)
        drawn = Image.open(io.BytesIO(desert.png(found)))
        assert (drawn.mode, drawn.size) == ("P", (WIDTH, frame.HEIGHT))
    assert min(sizes) * min(350 / drawn.height, 360 / drawn.width) >= 9


def test_an_open_counter_has_symbol_strengths_and_the_slowest_allowance() -> None:
    """1.2: B1 has II-FALKE (6 axis_inf: 18 and 18 raw, CPA 20) and ART-1 (6 how10: 6, 6, 15):
    24 raw points are 2 actual ones (25 would be 3).
    """
    made = world()
    piles = {pile.at: pile for pile in scene(project(made, "axis", [])).piles}
    found = piles[lattice(made.cells, made.pairs)["B1"]]
    assert (found.symbol, found.values, found.units) == ("inf", "2-2-15", 2)


def test_the_title_names_who_is_asked_and_the_track_shows_the_step() -> None:
    made = world()
    shown = scene(project(made, PUBLIC, []))
    assert shown.banner == "Ann, Bob: assign your units in combat"
    assert shown.phases[shown.phase] == "Assign"
    assert [panel.name for panel in shown.panels] == ["Ann", "Bob"]
    made.players, made.title, made.step = {"axis": "axis", "cw": "cw"}, "halim-road", "ca_pick"
    shown = scene(project(made, PUBLIC, []))
    assert shown.banner == "Axis: choose the next assault"
    assert shown.brief.startswith("Halim Road · ")


def test_roads_and_rivers_are_drawn_and_the_sea_lies_beyond_the_coast() -> None:
    """D2 has a road alone, which is drawn through it; C1 and D1 lie at the coast, C4 does not."""
    shown = scene(project(world(), PUBLIC, []))
    plan = plan_of(shown.patches)
    with_all = terrain.bare(shown.patches, shown.borders)
    without = terrain.bare(tuple(replace(one, ways=()) for one in shown.patches), shown.borders)
    x, y = plan.inner(lattice(world().cells, world().pairs)["D2"])
    box = (x - plan.r // 2, y - plan.h // 2, x + plan.r // 2, y + plan.h * 3 // 4)
    assert with_all.crop(box).tobytes() != without.crop(box).tobytes()
    rivers = terrain.bare(shown.patches, ())
    assert rivers.tobytes() != with_all.tobytes()
    x, y = plan.inner((1, 0))
    assert with_all.getpixel((x, y - plan.h - 10)) == terrain.SEA
    assert with_all.getpixel((x, y + plan.h // 3)) != terrain.SEA
