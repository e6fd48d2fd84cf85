"""Dossiers: what each side may know of a fight, to be looked up and printed (P38; 4.1). Their
figures are in ``looks.toml``.
"""

import pytest

import renderers
from engine.state import PUBLIC
from tests.desert.driven import Driven
from tests.desert.stage import game, view, worked
from tests.desert.worked import DICE, up_to


@pytest.fixture(scope="module")
def played() -> Driven:
    return game(*up_to(), options={"stages": 1}, dice=DICE)


def test_dossiers_have_the_same_numbers_for_both_and_none_for_the_public(played: Driven) -> None:
    """P63: so they can be talked about; who watches reads them after the end."""
    mine, theirs, public = (
        [one for one in renderers.modes("desert", view(played, seat)) if "dossier" in one]
        for seat in ("axis", "cw", PUBLIC)
    )
    assert mine == theirs == ["dossier", *(f"dossier {n}" for n in (1, 2, 3, 4)), "dossier all"]
    assert public == []
    latest, fourth = (
        renderers.board_text("desert", view(played, "cw"), "en", look)
        for look in ("dossier", "dossier 4")
    )
    assert latest == fourth


def test_a_dossier_does_not_change_with_the_secrets_of_the_other_side(played: Driven) -> None:
    """4.3: the same fight against other ammunition, cohesion and formations reads the same."""
    secrets = [
        {"id": "2-RIFLES", "cohesion": -2, "ammo": 14},
        {"id": "HUSSARS", "cohesion": -3, "parent": "BDE-HQ"},
        {"id": "LAA-BTY", "morale": 1},
    ]
    other = game(*up_to(), options={"stages": 1}, dice=DICE, change={"unit": secrets})
    mine, theirs = (view(driven, "axis").dossiers for driven in (played, other))
    assert mine == theirs
    assert {one.side for one in mine} == {"axis"}


def test_after_the_end_the_dossiers_of_both_are_open() -> None:
    """3.15.7: everything is opened."""
    driven = worked()
    assert driven.play.over
    text = renderers.board_text("desert", view(driven, "axis"), "en", "dossier cw 3")
    assert "Captured share (raw points) 40 % (4)" in " ".join(text.split())
    assert "dossier axis 3" in renderers.modes("desert", view(driven, PUBLIC))
