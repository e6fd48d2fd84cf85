"""Pictures of ambush: what is drawn where, and that nothing covers what must be read."""

import io

import msgspec
import pytest
from PIL import Image

from engine.state import PUBLIC
from renderers.ambush import paint, terrain
from renderers.ambush.board import Ground, HexTile, layout
from renderers.toolkit import strokes
from renderers.toolkit.colours import stored
from tests.renderers import ambush_views, test_colours
from tests.renderers.ambush_views import picture, scene, showcase


@pytest.mark.parametrize("sprite", paint.OVERLAY)
def test_an_overlay_covers_neither_the_middle_of_a_hex_nor_its_number(sprite: str) -> None:
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
    forms = {paint.band(48, form, 0).tobytes() for _, form in paint.OVERLAY.values()}
    assert len(forms) == 3
    colours = [colour for colour, _ in paint.OVERLAY.values()]
    assert not set(colours) & {*strokes.SIDES, *terrain.GROUND.values()}
    for colour in (*colours, *terrain.GROUND.values(), *strokes.SIDES):
        assert test_colours.off_palette(colour, stored("ambush")) <= 8


def test_nothing_lies_over_the_number_of_a_hex_that_is_empty() -> None:
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
