"""Dossiers: what each side may know of a fight, to be looked up and printed (P38, P51, P52, P60,
P63; 4.1). The figures are those of the worked segment (5.2).
"""

import pytest

import renderers
from engine.games.desert.world import Dossier
from engine.state import PUBLIC
from renderers.toolkit.scene import WHOLE
from renderers.toolkit.words import columns
from tests.desert.driven import Driven
from tests.desert.stage import game, view
from tests.desert.worked import DICE, SAID
from tests.kit.each import each


@pytest.fixture(scope="module")
def played() -> Driven:
    said = [f"{seat}: {text}" for seat, text in SAID]
    return game(*said, options={"stages": 1}, dice=DICE)


def look(driven: Driven, seat: str, which: str, language: str = "en") -> str:
    """A dossier as text, blanks in a row as one."""
    found = renderers.board_text("desert", driven.play.table.view(seat), language, which)
    assert max(map(columns, found.splitlines())) <= WHOLE.width
    return " ".join(found.split())


@each(
    "seat, which, rows",
    [
        (
            "axis",
            "dossier 1",
            [
                "ART-1 B1 Nr1-Inf 1 54 5",
                "C1 Nr1-Inf 1 5 54 pinned x 0 0",
                "Shelter, in columns C1 Nr1-Inf -1",
                "B2 Nr1-Tank = PZ-A 1 5 26 none - 0 1",
                "FALKE trucks 1 ammo",
                "ART-1 - +5 -18",
            ],
        ),
        ("cw", "dossier 1", ["KESTREL C1 Nr1-Inf 1 5 7", "C3 Nr3-Arty = AT-RGT 1 5 62"]),
        (
            "axis",
            "dossier 2",
            ["PZ-A B2 C2 medium 5 5 25", "C2 3 5", "PZ-A points 1 light 1 medium"],
        ),
        ("cw", "dossier 2", ["FIELD-RGT C2 C2 field 6 4 24", "HUSSARS points 2 cruiser"]),
        (
            "axis",
            "dossier 3",
            [
                "Largest units FALKE",
                "Morale dice 43 Adjustment +0 Leader with them yes Morale +3",
                "Own result dice 34",
                "PZ-A B2 C2 light 2 3 6",
                "Raw points 42 34",
                "C2 rough -2",
                "Adjusted differential +3",
                "Captured cw: 1 cruiser",
                "I-FALKE points 1 axis_inf",
                "I-FALKE +3 - -6",
            ],
        ),
        (
            "cw",
            "dossier 3",
            [
                "Their morale +2 Their cohesion -2 Morale dice 52 Adjustment -1",
                "Own losses C2 25 % Raw points to lose 8",
                "Captured share (raw points) 40 % (4)",
                "FIELD-RGT guns, by vulnerability 1 field",
            ],
        ),
        ("cw", "dossier 4", ["C3 40 %, C4 30 % Raw points to lose 13", "C3-D3, C4-E4", "60 % (8)"]),
    ],
)
def test_a_dossier_has_the_figures_of_the_worked_segment(
    played: Driven, seat: str, which: str, rows: list[str]
) -> None:
    """P38 participants, P51 morale, P52 losses and costs, P60 captured share, P63 a report."""
    text = look(played, seat, which)
    assert [row for row in rows if row not in text] == []


def test_a_side_reads_nothing_of_the_enemys_part(played: Driven) -> None:
    """4.1: units, dice and losses of the other side stand in no dossier."""
    for seat, enemy in (("axis", "cw"), ("cw", "axis")):
        text = look(played, seat, "dossier all")
        theirs = {unit.id for unit in view(played, enemy).of(enemy) if unit.kind != "warship"}
        assert [name for name in theirs if f" {name} " in text] == []
    axis = look(played, "axis", "dossier 3")
    assert "52" not in axis
    assert "25 %" not in axis


def test_dossiers_have_the_same_numbers_for_both_and_none_for_the_public(played: Driven) -> None:
    """P63: so they can be talked about; who watches reads them after the end."""
    looks = [renderers.modes("desert", played.play.table.view(s)) for s in ("axis", "cw", PUBLIC)]
    mine, theirs, public = ([one for one in each if "dossier" in one] for each in looks)
    assert mine == theirs
    assert public == []
    assert mine == ["dossier", *(f"dossier {n}" for n in (1, 2, 3, 4)), "dossier all"]
    assert look(played, "cw", "dossier") == look(played, "cw", "dossier 4")


def test_a_dossier_does_not_change_with_the_secrets_of_the_other_side(played: Driven) -> None:
    """4.3: the same fight against other ammunition, cohesion and formations reads the same."""
    secrets = [
        {"id": "2-RIFLES", "cohesion": -2, "ammo": 14},
        {"id": "HUSSARS", "cohesion": -3, "parent": "BDE-HQ"},
        {"id": "LAA-BTY", "morale": 1},
    ]
    said = [f"{seat}: {text}" for seat, text in SAID]
    other = game(*said, options={"stages": 1}, dice=DICE, change={"unit": secrets})
    mine, theirs = (driven.play.table.view("axis").dossiers for driven in (played, other))
    assert mine == theirs
    assert {one.side for one in mine} == {"axis"}


def test_after_the_end_the_dossiers_of_both_are_open() -> None:
    """3.15.7: everything is opened."""
    driven = game(*[f"{seat}: {text}" for seat, text in SAID], dice=DICE)
    assert driven.play.over
    text = look(driven, "axis", "dossier cw 3")
    assert "Captured share (raw points) 40 % (4)" in text
    assert "dossier axis 3" in renderers.modes("desert", driven.play.table.view(PUBLIC))


def test_dossiers_are_kept_with_the_game(played: Driven) -> None:
    before = played.play.table.view("axis").dossiers
    played.play.reload()
    after = played.play.table.view("axis").dossiers
    assert before == after
    assert all(isinstance(one, Dossier) for one in after)
