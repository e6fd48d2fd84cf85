"""The first half of the segment, paragraph by paragraph of the source (P1 to P19)
and rule by rule (DS-1 to DS-9).
"""

import msgspec
import pytest

from engine.games.desert import s05_plans
from engine.games.desert.events import Barraged, Lost, PlanShown, SegmentBegan, TargetsNamed
from engine.games.desert.orders import Plan
from tests.desert.driven import Wrong
from tests.desert.stage import game, told, view, worked
from tests.kit.each import each

PLANNING = ("both: pos all fwd; ok", "both: ok")
MORE_GUNS = {
    "unit": [
        {
            "id": "ART-3",
            "side": "axis",
            "kind": "gun",
            "hex": "B2",
            "sp": 1,
            "toe": {"how10": 3},
            "ammo": 24,
        },
        {
            "id": "ART-4",
            "side": "axis",
            "kind": "gun",
            "hex": "B1",
            "sp": 1,
            "toe": {"how10": 3},
            "ammo": 24,
        },
    ]
}


def test_P1_P3_contact_and_zones_of_control_DS_1() -> None:
    driven = game()
    (mine,) = told(driven, "axis", SegmentBegan)
    assert [(t.own, t.enemy) for t in mine.touching if t.zoc] == [
        ("B1", "C1"),
        ("B1", "C2"),
        ("B2", "C2"),
        ("B3", "C3"),
    ]
    (his,) = told(driven, "cw", SegmentBegan)
    assert {t.zoc for t in his.touching} == {None}
    (everybodys,) = told(driven, "*", SegmentBegan)
    assert everybodys.touching == ()


def test_P1_what_must_be_assaulted_DS_2() -> None:
    """R-MUST, R-EXEMPT: C4 has no zone of control; in B4 with guns alone
    nobody would be obliged by it.
    """
    assert view(game(), "axis").must == ("C1", "C2", "C3")
    assert view(game(options={"rulings": "R-MUST=all"}), "axis").must == ("C1", "C2", "C3", "C4")
    assert view(game(), "cw").must == ()


def test_P2_P4_each_kind_of_action_is_finished_before_the_next() -> None:
    """The barrage comes first (P4), and nobody is ahead of the other (P2)."""
    driven = game()
    for step in ("position", "firing", "plan", "apply"):
        assert driven.play.table.world.step == step
        driven.line("axis: auto")
        assert driven.play.table.world.step == step, "one side has answered"
        driven.line("cw: auto")
    assert driven.play.table.world.step == "retreat"
    driven.line('axis! bar "Nr1 Inf": ART-1 -> not-your-turn')


def test_P5_positions_are_final_and_last_until_the_next_segment_DS_3() -> None:
    game("axis: pos ART-1 fwd ART-2 back", "axis! ok -> E-MISS what=PAK-1")
    driven = game(
        "axis: pos ART-1 fwd ART-2 back PAK-1 fwd", "axis: ok", "cw: pos all fwd", "cw: ok"
    )
    driven.line("axis! pos ART-1 back -> unknown-word")
    driven = game("axis: pos ART-1 fwd ART-2 back PAK-1 fwd; ok", "cw: auto", options={"stages": 1})
    driven.lines("to move", "both: ok")
    assert driven.play.table.world.segment == 2
    sheet = view(driven, "axis").sheet
    assert msgspec.to_builtins(sheet)["guns"] == {
        "ART-1": "forward",
        "ART-2": "back",
        "PAK-1": "forward",
    }


def test_P6_the_list_for_the_enemy_names_hexes_and_nothing_else_DS_4() -> None:
    driven = game(
        "both: auto",
        "axis: quiet ART-1",
        "axis! fire RECCE -> E-NOGUN",
        "axis: ok",
        "cw: quiet C1; ok",
    )
    assert [(row.hex, row.quiet) for row in view(driven, "cw").listed] == [
        ("B3", False),
        ("B1", True),
        ("B2", True),
        ("B4", True),
    ]
    assert [row.hex for row in view(driven, "axis").listed if not row.quiet] == ["C2"]
    dry = {"unit": [{"id": "ART-1", "ammo": 2}]}
    game("both: auto", "axis! quiet ART-1 -> E-AMMO needs=3 has=2", change=dry)


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
    driven.lines(
        'axis: name "Nr1 Inf" Fritz',
        "axis: bar fritz ART-1",
        "cw! bar Fritz: COAST-BTY -> E-TARGET",
    )


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
    six = Plan({"Nr3-Arty": [[f"X{k}"] for k in range(6)]})
    others = {
        f"X{k}": msgspec.structs.replace(seen.units["PAK-1"], id=f"X{k}", firing=True)
        for k in range(6)
    }
    full = msgspec.structs.replace(seen, sheet=six, units={**seen.units, **others})
    reason = s05_plans.wrong(full, "Nr3-Arty", ("ART-2",))
    assert reason is not None
    assert (reason.code, dict(reason.facts)) == ("E-SIX", {"n": 6})


def test_P10_one_back_unit_or_any_forward_ones_and_no_hex_twice_DS_6() -> None:
    game(
        "axis: pos ART-1 fwd ART-2 back ART-3 fwd ART-4 fwd PAK-1 fwd; ok",
        "cw: pos all fwd; ok",
        "both: ok",
        'axis! bar "Nr1 Inf": ART-2 -> E-ADJ unit=ART-2 hex=C1',
        'axis: bar "Nr1 Inf": ART-1',
        'axis! bar "Nr1 Inf": ART-4 -> E-ORIGIN hex=B1',
        'axis: bar "Nr1 Inf" 1+: ART-4',
        'axis! bar "Nr1 Inf" 2+: ART-3 -> E-BARR n=2',
        'axis! bar "Nr2 Inf": ART-1 -> E-TASKED target=Nr1-Inf',
        change=MORE_GUNS,
    )


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
    driven.line('axis: bar "Nr1 Tank" 1?')
    driven.line("axis> Fitness unit=ART-4 code=free")


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


def test_P14_plans_can_be_filled_by_unit_DS_6() -> None:
    driven = game(
        "axis: pos ART-1 fwd ART-2 back ART-3 back ART-4 fwd PAK-1 fwd; ok",
        "cw: auto",
        "both: ok",
        'axis: aim ART-1+ART-4+ART-3 "Nr2 Inf"',
        change=MORE_GUNS,
    )
    assert msgspec.to_builtins(view(driven, "axis").sheet)["barrages"] == {
        "Nr2-Inf": [["ART-1", "ART-4"], ["ART-3"]]
    }
    driven.lines(
        "axis: drop Nr2-Inf 1", "axis: bar Nr2-Inf ART-1+ART-4", "axis: drop ART-4", "axis: clear"
    )


def test_P15_who_fires_has_a_target_or_holds() -> None:
    """R-IDLE."""
    game(*PLANNING, "axis! ok -> E-IDLE", "axis: hold ART-1+ART-2", "axis: ok")


def test_P16_P17_results_are_noted_and_not_applied_DS_8() -> None:
    driven = worked("axis: truck FALKE ammo 1")
    mine, his = told(driven, "cw", Barraged)
    assert [(hit.target, hit.points, hit.dice, hit.pinned, hit.lost) for hit in mine.hits] == [
        ("Nr1-Inf", 5, 54, True, 0),
        ("Nr3-Arty", 5, 62, False, 1),
    ]
    assert [(hit.points, hit.result, hit.trucks) for hit in his.hits] == [
        (7, "none", 0),
        (5, "none", 1),
    ]
    assert driven.play.table.world.units["AT-RGT"].toe == {"at2": 4}


@each("line, code", [("truck FALKE ammo 2", "E-SUM"), ("truck FALKE fuel 0", "E-SUM")])
def test_P19_losses_are_taken_by_their_owner_DS_9(line: str, code: str) -> None:
    driven = worked("axis: truck FALKE ammo 1")
    driven.lines(
        f"axis: {line}", f"axis! ok -> {code}", "axis: truck FALKE ammo 1; truck FALKE fuel 0; ok"
    )
    world = driven.play.table.world
    assert [(group.cargo, group.n) for group in world.units["FALKE"].trucks] == [
        ("fuel", 2),
        ("ammo", 1),
    ]
    (lost,) = [event for event in told(driven, "cw", Lost) if event.step == "apply"]
    assert (lost.points, lost.pinned) == ({"AT-RGT": {"at2": 1}}, ("1-RIFLES",))
    assert told(driven, "*", Lost) == []


def test_P19_trucks_are_lost_evenly_over_the_cargoes_DS_9() -> None:
    """R-EVEN: of two trucks lost not both fuel."""
    driven = game(
        *PLANNING,
        "axis: hold ART-1+ART-2; ok",
        'cw: bar "Nr1 Tank": FIELD-RGT',
        "cw: hold COAST-BTY+KESTREL; ok",
        change={"unit": [{"id": "FIELD-RGT", "toe": {"field": 20}, "ammo": 99}]},
        dice={"1/barrage/B2/Nr1-Tank/1": [1, 1], "1/truck/B2/Nr1-Tank/1": [6, 6]},
    )
    driven.lines(
        "axis: truck FALKE fuel 2", "axis! ok -> E-EVEN cargo=ammo", "axis: truck FALKE fuel 1"
    )
    driven.lines("axis: truck FALKE ammo 1; ok", "cw: ok")
    assert [group.n for group in driven.play.table.world.units["FALKE"].trucks] == [1, 1]


def test_a_line_that_goes_wrong_is_noticed() -> None:
    with pytest.raises(Wrong):
        game("axis! auto -> E-MISS")
