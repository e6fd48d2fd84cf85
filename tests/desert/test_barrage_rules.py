"""Plans of barrages, as their planners see them (P7 to P15). Other paragraphs are cases."""

import msgspec

from engine.games.desert import orders, s05_plans
from engine.games.desert.events import PlanShown, TargetsNamed
from tests.desert.stage import game, told, view

PLANNING = ("both: pos all fwd; ok", "both: ok")
GUNS = {"side": "axis", "kind": "gun", "sp": 1, "toe": {"how10": 3}, "ammo": 24}
MORE_GUNS = {"unit": [GUNS | {"id": "ART-3", "hex": "B2"}, GUNS | {"id": "ART-4", "hex": "B1"}]}


def test_P7_P15_targets_have_names_that_tell_a_class_DS_5() -> None:
    driven = game(*PLANNING)
    names = [target.name for target in view(driven, "axis").targets]
    assert names[:6] == ["Nr1-Inf", "Nr1-Arty", "KESTREL", "Fort-C1", "Nr2-Inf", "Nr1-Tank"]
    assert {target.unit for target in view(driven, "axis").targets} == {"", "KESTREL"}
    marks = {mark.name: mark.unit for mark in view(driven, "cw").marks}
    assert (marks["Nr2-Tank"], marks["Nr1-Tank"]) == ("DUMMY", "HUSSARS")
    assert "FALKE" not in {mark.unit for mark in view(driven, "axis").marks}
    (lists,) = told(driven, "axis", TargetsNamed)
    assert all(not target.unit or target.kind == "Ship" for target in lists.targets)


def test_P7_names_are_shuffled_by_their_key() -> None:
    """3.16: two infantry units in C4; scripted, the first and the second."""
    for face, first in ((1, "HW-COY"), (2, "4-RIFLES")):
        driven = game(*PLANNING, dice={"1/names/C4/Inf": [face]})
        marks = {mark.name: mark.unit for mark in view(driven, "cw").marks}
        assert marks["Nr4-Inf"] == first


def test_P8_P9_a_plan_is_marked_by_what_its_planner_sees_DS_7() -> None:
    """R-HOLDSEE: 5 points on C1 exceed the one infantry target there."""
    driven = game(*PLANNING, 'axis: bar "Nr1 Inf": ART-1', "axis: show")
    (shown,) = told(driven, "axis", PlanShown)
    (c1,) = [row for row in shown.hexes if row.hex == "C1"]
    assert c1.held is True
    assert [(one.target.name, one.mark) for one in c1.targets if one.mark] == [
        ("Nr1-Inf", "holding off"),
        ("Nr1-Arty", "held off"),
        ("KESTREL", "held off"),
        ("Fort-C1", "held off"),
    ]
    driven.lines('cw: bar "Nr1 Inf": COAST-BTY', "cw: show")
    assert {row.held for row in told(driven, "cw", PlanShown)[0].hexes} == {None}


def test_P9_at_most_six_barrages_on_a_target_DS_6() -> None:
    driven = game(*PLANNING)
    seen = view(driven, "axis")
    six = orders.Plan({"Nr3-Arty": [[f"X{k}"] for k in range(6)]})
    others = {
        f"X{k}": msgspec.structs.replace(seen.units["PAK-1"], id=f"X{k}", firing=True)
        for k in range(6)
    }
    full = msgspec.structs.replace(seen, sheet=six, units={**seen.units, **others})
    reason = s05_plans.wrong(full, "Nr3-Arty", ("ART-2",))
    assert reason is not None
    assert (reason.code, dict(reason.facts)) == ("E-SIX", {"n": 6})


def test_P11_P12_P13_units_beside_a_target_are_listed_with_their_status_DS_6() -> None:
    driven = game(*PLANNING, 'axis: bar "Nr1 Tank": ART-1', "axis: show", change=MORE_GUNS)
    (shown,) = told(driven, "axis", PlanShown)
    (c2,) = [row for row in shown.hexes if row.hex == "C2"]
    by_name = {one.target.name: one for one in c2.targets}
    assert {s.unit: s.code for s in by_name["Nr2-Inf"].statuses} == {
        "ART-1": "E-TASKED",
        "ART-3": "free",
        "ART-4": "free",
    }
    assert {s.unit: s.code for s in by_name["Nr1-Tank"].statuses} == {
        "ART-3": "free",
        "ART-4": "E-ORIGIN",
    }
    driven.lines('axis: bar "Nr1 Tank" 1?', "axis> Fitness unit=ART-4 code=free")


def test_P14_units_of_one_barrage_are_completed_one_after_the_other() -> None:
    """P14: ``A+B``; after the plus stand those that may fire with them."""
    menu = game(*PLANNING, change=MORE_GUNS).play.table.menu("axis")
    for head in ("aim ", "bar Nr1-Inf "):
        first, *others = menu.complete(head)
        assert others
        assert menu.complete(f"{head}{first}+") == [f"{first}+{other}" for other in others]
        assert menu.complete(f"{head}{first.lower()}+{others[0].lower()}") == [
            f"{first.lower()}+{others[0]}"
        ]
        assert menu.complete(f"{head}nobody+") == []
        assert menu.complete(f"{head}{first}+{first}") == []
