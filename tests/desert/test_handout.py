"""The page that may be handed to the enemy (P6, P7, P18, P32; 4.1): what he may
know, all of it, and nothing else.
"""

import random

import pytest

import renderers
from engine.games.desert.game import EDITIONS
from engine.games.desert.scenario_file import SEATS
from engine.games.desert.view import View
from engine.state import PUBLIC
from renderers.desert.dossiers import handout
from tests.desert.stage import game, view, wandering, worked

GAME = EDITIONS[-1]


def page(seen: View) -> str:
    return renderers.board_text("desert", seen, "en", "handout")


def test_both_sides_can_make_the_page_of_either_side() -> None:
    """4.1: so nothing is on it that the enemy does not know, whatever its
    maker knows; all through a game.
    """
    seen, rng = set[str](), random.Random(0)
    for play in wandering(0):
        looks = play.table.world.step not in seen or rng.random() < 0.2
        views = {seat: play.table.view(seat) for seat in SEATS}
        if looks and any("handout" in renderers.modes("desert", one) for one in views.values()):
            for seat, enemy in (SEATS, SEATS[::-1]):
                for language in renderers.LANGUAGES:
                    say = renderers.sentences_in(language).say
                    assert handout(views[seat], say) == handout(views[enemy], say, seat)
            seen.add(play.table.world.step)
    assert {"plan", "apply", "assign", "aa_pick", "ca_pick"} <= seen


def test_P18_the_confirmation_of_damage() -> None:
    """Results on enemy targets and on own units by their outward names, by hex, the actual
    points totalled, held-off marks; the numbers are those of 5.2.
    """
    text = page(view(worked("axis: truck FALKE ammo 1"), "axis"))
    rows = [line.split() for line in text.splitlines()]
    assert ["C1", "Nr1-Inf", "1", "5", "54", "pinned", "x", "0", "0"] in rows
    assert ["C3", "Nr3-Arty", "1", "5", "62", "lost", "-", "1", "0"] in rows
    assert ["B2", "Nr1-Tank", "1", "5", "26", "none", "-", "0", "1"] in rows
    for hex, points in (("C1", "5"), ("C3", "5"), ("B1", "7"), ("B2", "5")):
        assert [hex, "total", points] in [row[:3] for row in rows]
    assert "Held off: C1, C3" in text


def test_P6_P7_the_lists_name_hexes_and_classes() -> None:
    text = page(view(worked("cw: rba HW-COY C4-D3-C3"), "cw"))
    assert "Hexes in contact: C1, C2, C3 (quiet), C4 (quiet)" in text
    assert ["C3", "Nr2-Tank", "Tank"] in [line.split() for line in text.splitlines()], (
        "the dummy is a tank"
    )
    units = view(worked("cw: rba HW-COY C4-D3-C3"), "cw").of("cw")
    assert [unit.id for unit in units if unit.id in text] == ["KESTREL"], (
        "ships alone have their names"
    )


def test_P31_P32_anti_armour_damage_and_the_totals_of_an_assault() -> None:
    text = page(view(worked("cw: retreat C2 D2"), "cw"))
    assert "C2: 3 on the defender, 5 on the attackers" in text
    assert "Assault on C2" in text
    assert "+3" in next(line for line in text.splitlines() if line.startswith("Adjusted"))


def test_there_is_no_page_before_the_lists_and_none_for_others() -> None:
    assert "handout" not in renderers.modes("desert", view(game(), "axis"))
    driven = worked("axis: truck FALKE ammo 1")
    assert "handout" not in renderers.modes("desert", view(driven, PUBLIC))
    with pytest.raises(KeyError):
        page(view(driven, PUBLIC))


def test_the_page_is_a_picture_too() -> None:
    assert renderers.picture(
        "desert", view(worked("cw: retreat C2 D2"), "cw"), "zh-TW", "handout"
    ).startswith(b"\x89PNG")
