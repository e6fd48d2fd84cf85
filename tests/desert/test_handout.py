"""The page that may be handed to the enemy (P6, P7, P18, P32; 4.1): what he may
know, all of it, and nothing else. Its figures are in ``looks.toml``.
"""

import random

import pytest

import renderers
from engine.games.desert.scenario_file import SEATS
from engine.state import PUBLIC
from renderers.desert.dossiers import handout
from tests.desert.stage import game, view, wandering, worked


def test_both_sides_can_make_the_page_of_either_side() -> None:
    """4.1: so nothing is on it that the enemy does not know, whatever its
    maker knows; all through a game.
    """
    seen, rng = set[str](), random.Random(0)
    for play in wandering(0):
        step = play.table.world.step
        if step in seen and rng.random() >= 0.2:
            continue
        views = {seat: play.table.view(seat) for seat in SEATS}
        if any("handout" in renderers.modes("desert", one) for one in views.values()):
            for seat, enemy in (SEATS, SEATS[::-1]):
                for language in renderers.LANGUAGES:
                    say = renderers.sentences_in(language).say
                    assert handout(views[seat], say) == handout(views[enemy], say, seat)
            seen.add(step)
    assert {"plan", "apply", "assign", "aa_pick", "ca_pick"} <= seen


def test_there_is_no_page_before_the_lists_and_none_for_others() -> None:
    assert "handout" not in renderers.modes("desert", view(game(), "axis"))
    public = view(worked("axis: truck FALKE ammo 1"), PUBLIC)
    assert "handout" not in renderers.modes("desert", public)
    with pytest.raises(KeyError):
        renderers.board_text("desert", public, "en", "handout")


def test_the_page_is_a_picture_too() -> None:
    seen = view(worked("cw: retreat C2 D2"), "cw")
    assert renderers.picture("desert", seen, "zh-TW", "handout").startswith(b"\x89PNG")
