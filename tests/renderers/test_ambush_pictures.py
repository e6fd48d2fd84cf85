"""Pictures of ambush: what is drawn where, and that nothing covers what must be read."""

import io

import msgspec
import pytest
from PIL import Image

from engine.state import PUBLIC
from renderers.ambush import frame, paint, terrain
from renderers.ambush.board import Counter, Ground, HexTile, layout
from renderers.toolkit import strokes
from renderers.toolkit.colours import stored
from tests.renderers import ambush_views, test_colours
from tests.renderers.ambush_views import picture, scene, showcase


@pytest.mark.parametrize("sprite", paint.OVERLAY)
def test_an_overlay_covers_neither_the_middle_of_a_hex_nor_its_number(sprite: str) -> None:
    """Ice in range of fire stays ice, and a number stays readable."""
    ground = Ground(((HexTile("."), HexTile("I"), HexTile("M", 0, 1)),))
    window, r = (1, 1, 3, 1), layout((1, 1, 3, 1)).r
    mask, low = paint.band(r, paint.OVERLAY[sprite][1], 1.3), layout(window).number_low
    wide, middle = round(1.3 * layout(window).number_px), strokes.side(r)
    strip = mask.crop((r - wide, low - wide // 4, r + wide, low + wide // 4))
    assert strip.getextrema() == (0, 0)
    half = r * 2 // 5
    assert mask.crop((r - half, middle - half, r + half, middle + half)).getbbox() is None
    assert mask.getbbox() is not None
    assert terrain.bare(ground, window).getbbox()


def test_the_ranges_of_an_overlay_differ_in_form_and_its_arcs_in_colour() -> None:
    """Short, medium and long are told apart without colours; and no colour is that of a side."""
    forms = {paint.band(48, form, 0).tobytes() for _, form in paint.OVERLAY.values()}
    assert len(forms) == 3
    colours = [colour for colour, _ in paint.OVERLAY.values()]
    assert not set(colours) & {*strokes.SIDES, *terrain.GROUND.values()}
    for colour in (*colours, *terrain.GROUND.values(), *strokes.SIDES):
        assert test_colours.off_palette(colour, stored("ambush")) <= 8


def test_nothing_lies_over_the_number_of_a_hex_that_is_empty() -> None:
    """A hex shows its number whole, or, where something stands or passes, none."""
    for name in ("raid movement", "example 5 *"):
        shown = scene(showcase()[name])
        plan = layout(shown.window)
        drawn, taken = paint.board(shown, plan), paint.busy(shown, plan)
        plain = terrain.numbered(shown.ground, shown.window)
        free = [at for at in plan.hexes if f"{at[0]:02}{at[1]:02}" not in taken]
        assert len(free) > len(plan.hexes) // 2
        for at in free:
            x, y = plan.inner(*at)
            top = y - plan.h + plan.number_low - plan.number_px // 2
            half = round(plan.number_px * 1.2)
            area = (x - half, top, x + half, top + plan.number_px)
            assert drawn.crop(area).tobytes() == plain.crop(area).tobytes(), (name, at)


def test_the_title_names_who_is_asked_and_the_list_who_plays_which_side() -> None:
    view = msgspec.structs.replace(
        showcase()["raid movement"], players={"A": "Ada", "B": "Ben"}, turns=["B", "A"]
    )
    shown = scene(view)
    assert shown.banner == "Ben: move one of your units"
    assert shown.asked == ((1, "B"),)
    assert [panel.name for panel in shown.panels] == ["Ada", "Ben"]
    row = shown.panels[0].rows[0]
    assert (row.label, row.name, row.tons, row.left) == ("A1", "Bear", 75, 100)


def test_the_last_fire_is_drawn_with_its_damage_until_somebody_moves() -> None:
    """T59d: AH1 fires at B1 in 0505 for 21 damage."""
    view = showcase()["example 5 *"]
    assert [(one.unit, one.target, one.damage) for one in view.salvos] == [("AH1", "B1", 21)]
    assert [(one.end, one.word) for one in scene(view).shots] == [("0505", "-21")]
    assert "Last fire of AH1 in 0604 at B1 in 0505: 21 damage." in ambush_views.board(view)
    twice = msgspec.structs.replace(view, salvos=[*view.salvos, *view.salvos])
    assert [one.word for one in scene(twice).shots] == ["", "-42"], "the sum, at the last shot"
    quiet = msgspec.structs.replace(view, salvos=[])
    assert scene(quiet).shots == ()
    assert picture(quiet) != picture(view)


@pytest.mark.parametrize("tons", [20, 40, 60, 80])
def test_each_class_of_machine_has_a_silhouette_and_one_that_lies_looks_otherwise(
    tons: int,
) -> None:
    kinds = {frame.weight(t) for t in (20, 35, 40, 55, 60, 75, 80, 100)}
    assert kinds == {"light", "medium", "heavy", "assault"}
    one = Counter(at="", side=0, label="A1", tons=tons, facing=2)
    lies, hides = (msgspec.structs.replace(one, **{k: True}) for k in ("prone", "hidden"))
    masks = {frame.token(c, 48).mask.tobytes() for c in (one, lies)}
    assert len(masks) == 2
    faces = {frame.token(c, 48).image.tobytes() for c in (one, lies, hides)}
    assert len(faces) == 3


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("side", range(4))
def test_a_counter_stays_within_its_hex(side: int, facing: int) -> None:
    """The bottom row's counters do not hang over the map, and facing covers no neighbour."""
    r, h = 48, strokes.side(48)
    for prone in (False, True):
        one = Counter(at="", side=side, label="A1", tons=90, facing=facing, prone=prone)
        mask = frame.token(one, r).mask
        middle = mask.width // 2
        box = mask.point([255 if v > 150 else 0 for v in range(256)]).getbbox()
        assert box is not None
        assert box[1] >= middle - h - 2
        assert box[3] <= middle + h + 2
        assert box[0] >= middle - r
        assert box[2] <= middle + r


def test_the_window_of_a_large_map_is_the_same_for_everybody_and_shows_who_moves() -> None:
    play = ambush_views.scenario("raid")
    for k, now in enumerate(ambush_views.played(play, 4, 90)):
        view = now.table.view(PUBLIC)
        unfinished = view.halted or view.dodge
        if k % 10 and not unfinished:
            continue
        views = [now.table.view(viewer) for viewer in ambush_views.VIEWERS]
        (window,) = {scene(view).window for view in views}
        if k % 40 == 0:
            assert len({Image.open(io.BytesIO(picture(view))).size for view in views}) == 1
        if unfinished:
            assert layout(window).shown(view.units[unfinished.unit].hex)


def test_the_legend_explains_what_is_there_and_nothing_else() -> None:
    seen = {
        name: {sprite for sprite, _ in scene(showcase()[name]).key} for name in ambush_views.NAMES
    }
    assert "prone" in seen["example 4 *"]
    assert "hidden" not in seen["example 4 *"]
    assert "hidden" in seen["example 5 B"]
    assert not {"prone", "hidden", "done"} & seen["raid deploy"]
