"""Ambush in pictures and in text: equal views are equal bytes, nothing hidden is
in them, and both say the same.
"""

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

import renderers
from engine.games.ambush import orders
from engine.games.ambush.hexes import distance
from engine.games.ambush.units import Unit
from engine.games.ambush.view import Sheet, View
from engine.games.ambush.world import Objective, Trail
from engine.state import PUBLIC
from renderers import ambush, fonts
from renderers.ambush import overlays, paint, terrain
from renderers.ambush.board import layout
from renderers.toolkit.words import columns
from tests.ambush.scenarios import Case, Run
from tests.renderers import ambush_views
from tests.renderers.ambush_views import board, example, picture, said, scene, sealed, showcase


@pytest.mark.parametrize("name", ambush_views.NAMES[:3])
def test_what_was_drawn_before_does_not_change_a_picture(name: str) -> None:
    first = picture(showcase()[name])
    for cache in (paint.ground_of, terrain.bare, terrain.numbered, layout):
        cache.cache_clear()
    assert picture(showcase()[name]) == first


def test_IS_19_the_canvas_is_a_function_of_the_map() -> None:
    sizes, grounds = set(), set()
    for k, play in enumerate(ambush_views.played(ambush_views.scenario("duel"), 1, 60)):
        for view in map(play.table.view, ambush_views.VIEWERS) if k % 20 == 0 else ():
            sizes.add(Image.open(io.BytesIO(picture(view))).size)
            grounds.add(scene(view).ground)
    assert len(sizes) == len(grounds) == 1


@pytest.mark.parametrize("language", renderers.LANGUAGES)
@pytest.mark.parametrize("name", ambush_views.NAMES)
def test_pictures_are_palette_pngs_without_notes_and_texts_keep_to_their_width(
    name: str, language: str
) -> None:
    """IS-20: no metadata."""
    view = showcase()[name]
    shown = scene(view, "", language)
    image = Image.open(io.BytesIO(picture(view, "", language)))
    assert (image.format, image.mode, image.info) == ("PNG", "P", {})
    words = [shown.banner, shown.status, shown.turns_word, *(word for _, word in shown.key)]
    words += [one.label + one.note for one in shown.counters] + [one.word for one in shown.flags]
    assert all(map(fonts.can_draw, words))
    assert max(map(columns, board(view, "", language).splitlines())) <= 100
    assert 0 < len(ambush.alt(shown, language)) <= 1024


def test_T71_hidden_units_change_nothing_for_others() -> None:
    """Two worlds that differ in where AH2 hides; only its owner sees a difference."""
    elsewhere = ({"id": "AH2", "at": "1106/3"}, {"id": "BH", "at": "0212/1"})
    for viewer, same in ((PUBLIC, True), ("A", False), ("B", False)):
        views = [run.table.view(viewer) for run in (example(3), example(3, unit=elsewhere))]
        # Commitments differ with what they commit to.
        first, second = (
            replace(view, slots=tuple(replace(slot, commitment="") for slot in view.slots))
            for view in views
        )
        assert (picture(first) == picture(second)) is same
        assert (board(first) == board(second)) is same


def test_a_hidden_unit_is_in_its_owners_picture_alone_and_marked() -> None:
    run = example(3)
    shown = {
        v: {c.label: c.hidden for c in scene(run.table.view(v)).counters}
        for v in ambush_views.VIEWERS
    }
    assert shown[PUBLIC] == {"A1": False, "A2": False, "B1": False, "B2": False}
    assert shown["A"] == {**shown[PUBLIC], "AH1": True, "AH2": True}
    assert shown["B"] == {**shown[PUBLIC], "BH": True}
    assert " ah2" in board(run.table.view("A"))
    assert "AH2: hidden" not in board(run.table.view(PUBLIC))


BASE = "example 5 A"
LOOKS = ("near", "reach", "fire")


def changes() -> dict[str, View]:
    view = showcase()[BASE]
    unit: Unit = view.units["B2"]
    assert view.halted is not None
    slide = view.slides[0]
    units: dict[str, dict[str, Any]] = {
        "hex": {"hex": "1311"},
        "facing": {"facing": 1},
        "prone": {"prone": True},
        "done": {"turn": "done"},
        "unconscious": {"unconscious": True},
        "shutdown": {"shutdown": True},
        "damage": {"armour": {**unit.armour, "CT": 0, "LT": 0, "RT": 0}},
        "dead": {"dead": True, "hex": ""},
        "owner": {"owner": "A"},
    }
    fields: dict[str, dict[str, Any]] = {
        "hidden": {"units": view.units | {"AH2": replace(view.units["AH2"], hidden=False)}},
        "trails": {"trails": (Trail("A2", "walk", ("0806", "0906")),)},
        "kind of trail": {"trails": (Trail("A2", "push", ("0806", "0906")),)},
        "slide": {"slides": ()},
        "direction": {"slides": (replace(slide, direction=1),)},
        "left to slide": {"slides": (replace(slide, left=1),)},
        "points left": {"halted": replace(view.halted, left=6)},
        "window": {"sealed": ("A", "B")},
        "turns": {"turns": ("B", "A")},
        "round": {"round": 2},
        "rounds": {"rounds": 13},
        "score": {"score": {"A": 45, "B": 0}},
        "allowance": {"allowance": {"A": 3, "B": 1}},
        "zone": {"ambush": {"A": ("0101", "0102"), "B": ()}},
        "objective": {"objectives": (Objective("0606", 20),)},
        "holder": {"objectives": (Objective("0606", 20, "B"),)},
        "terrain": {"changed": {"0101": "I"}},
        "level": {"changed": {"0101": "P2"}},
        "building": {"changed": {"0101": "M40h2"}},
        "damaged building": {"changed": {"0101": "M39h2"}},
        "plan to hide": {"sheet": Sheet("hide", (orders.Hide("AH2", "0211/3"),))},
        "plan to fire": {"sheet": Sheet("fire", (orders.Aim("A2", 0, ("ML>B2",)),))},
        "end": {"result": "won A", "halted": None},
        "drawn": {"result": "drawn", "halted": None},
    }
    for name, changed in units.items():
        fields[name] = {"units": view.units | {"B2": replace(unit, **changed)}}
    return {name: replace(view, **changed) for name, changed in fields.items()}


def whole_picture(view: View) -> bytes:
    return picture(view, "whole" if "whole" in ambush.modes(view) else "")


def test_a_changed_fact_changes_picture_and_text_and_each_in_its_own_way() -> None:
    views = {"": showcase()[BASE], **changes()}
    for shown in (whole_picture, board):
        same: dict[bytes | str, str] = {}
        for change, view in views.items():
            assert same.setdefault(shown(view), change) == change, shown


def test_the_text_lists_each_unit_with_place_facing_and_armour_by_location() -> None:
    """3.8 row 6: 21 damage to B1, by location LT 8, RT 8, CT 5 (profile of section 5 for 45 t)."""
    written = board(showcase()["example 5 *"])
    assert (
        "B1 (B1, 45 t, side B) in 0505, facing SE, on pavement: standing, ran, 2 hexes." in written
    )
    assert "CT 13/14+6 LT 5/11+4 RT 5/11+4 LA 12/7 RA 12/7 LL 15/11 RL 15/11" in written
    assert "A1 in 0305 slides on towards N, 2 more hexes." in written
    assert "Last move of B1, on foot: 0304 0404 0505" in written
    assert " AH1" in written


def test_3_4_every_slide_that_waits_is_told_top_first() -> None:
    """3.8 row 9: B1 (2, 2) and A1 (0, 2)."""
    lines = board(showcase()["example 6 *"]).splitlines()
    waiting = [line for line in lines if "slides on towards" in line]
    assert waiting == [
        "B1 in 0706 slides on towards SE, 2 more hexes.",
        "A1 in 0305 slides on towards N, 2 more hexes.",
    ]
    paths = [
        path.hexes for path in scene(showcase()["example 6 *"]).paths if path.kind == "to-come"
    ]
    assert paths == [("0305", "0304", "0303"), ("0706", "0806", "0907")]


def test_a_sealed_window_looks_the_same_but_for_the_opportunity() -> None:
    views = {viewer: sealed().table.view(viewer) for viewer in ambush_views.VIEWERS}
    banners = {scene(view).banner for view in views.values()}
    assert banners == {"A, B may interrupt B’s B1"}
    ghosts = {
        viewer: [c.at for c in scene(view).counters if c.ghost] for viewer, view in views.items()
    }
    assert ghosts == {PUBLIC: [], "A": ["0505"], "B": []}


@pytest.mark.parametrize("language", renderers.LANGUAGES)
def test_3_6_a_null_prompt_is_one_sentence_and_begins_like_any_other(language: str) -> None:
    say = said(language).say
    window, later = sealed(), sealed()
    later.line("A: hold")
    nothing = ambush.prompt(window.table.view("B"), say)
    something = ambush.prompt(window.table.view("A"), say)
    assert nothing.why[:3] == (
        say("ambush-beyond", **SEALED),
        say("ambush-nothing", steps="no"),
        "",
    )
    assert something.more == say("ambush-beyond", **SEALED)
    assert ambush.prompt(later.table.view("B"), say) == nothing


SEALED: dict[str, str | int] = {"state": "sealed", "name": "", "unit": "", "skidder": "", "left": 0}


def test_looks_are_offered_for_what_the_viewer_sees() -> None:
    run = example(3)
    verbs = [f"{verb} {name}" for name in ("A1", "A2", "B1", "B2") for verb in LOOKS]
    view = run.table.view(PUBLIC)
    assert ambush.modes(view) == ("whole", "weapons", "hits", "moving", *verbs)
    assert {"near", "near BH"} <= {*ambush.modes(run.table.view("B"))}
    for look in ("near", "near BH", "near XY", "far", "reach"):
        with pytest.raises(KeyError, match=r"no mode .* there are: whole, weapons, "):
            scene(view, look)


def test_2_7_reach_on_pavement_is_what_the_points_pay() -> None:
    """Fixture P: A1 in 0309 facing north, walk 5, run 8; a hex costs one point, a
    turn too; backward only at a walk.
    """
    view = Run(Case("P")).table.view("B")
    unit = view.units["A1"]

    def tints(unit: Unit, hexes: str) -> str:
        found = overlays.reach(view, unit)
        return " ".join(found.get(hex, "-").removeprefix("reach-") for hex in hexes.split())

    assert tints(unit, "0304 0303 0301") == "walk run run"
    assert tints(unit, "0310 0311 0408 0309") == "walk walk walk -"
    assert tints(replace(unit, prone=True), "0306 0305 0303 0302") == "walk run run -"
    found = overlays.reach(view, unit)
    assert max(distance("0309", hex) for hex in found) == 8
    assert max(distance("0309", hex) for hex, tint in found.items() if tint == "reach-walk") == 5


def test_2_15_fire_tints_arcs_by_the_best_range_that_bears() -> None:
    """T59a: BH in 0404 with LL in both arms and ML in the right torso; here
    in 1106, facing north-west (5).
    """
    view = example(3).table.view("B")
    unit = view.units["BH"]
    found = overlays.fire(view, unit)
    assert max(distance(unit.hex, hex) for hex in found) <= 15
    assert found["1005"].startswith("front-1")
    assert not any(tint.startswith("rear") for tint in found.values())
    for hex, tint in found.items():
        assert (tint[-1] == "1") is (distance(unit.hex, hex) <= 5)
