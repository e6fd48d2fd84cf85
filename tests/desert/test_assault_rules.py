"""The second half of the segment, paragraph by paragraph of the source (P20 to
P66), and rule by rule (DS-10 on).
"""

import pytest

from engine.games.desert.events import (
    AaFired,
    Assaulted,
    Blown,
    Claimed,
    Costs,
    HeldOff,
    Lost,
    MoraleRolled,
    Noticed,
    RolesShown,
    Rolled,
    SegmentOver,
    Seized,
    Settled,
    Totalled,
)
from engine.state import PUBLIC
from tests.desert.stage import game, told, view, worked
from tests.kit.each import each

DRY_C2 = {"unit": [{"id": name, "ammo": 0} for name in ("2-RIFLES", "HUSSARS", "FIELD-RGT")]}
ATTACK = "axis: ca I-FALKE+PZ-A C2; ca II-FALKE C1"


def test_P20_P21_who_may_retreat_and_what_it_costs_DS_10() -> None:
    driven = game(
        "to retreat", "cw: rba HW-COY C4-D3-C3", "cw! rba HW-COY C4-D4 -> E-MOVED", "cw: ok"
    )
    assert driven.play.table.world.units["HW-COY"].cp_spent == 6
    game("to retreat", "axis! rba PZ-A B2-B1 -> not-your-turn")
    game("to retreat", "cw! rba LAA-BTY D2-D3-D4-E4 -> E-FOUR n=5", "cw: rba LAA-BTY D2-D3-E3")
    game(
        "to retreat",
        "cw! rba HW-COY C4-D3 -> E-COH cohesion=-26",
        change={"unit": [{"id": "HW-COY", "cohesion": -26}]},
    )


def test_P21_a_dump_may_be_blown_by_who_then_leaves() -> None:
    driven = game(
        "to retreat",
        "cw! blow LAA-BTY DUMP-1 -> E-BLOW why=gun",
        "cw! blow 2-RIFLES DUMP-1 -> E-BLOW why=start",
        "cw: blow BDE-HQ DUMP-1",
        "cw! ok -> E-BLOW why=leave",
        "cw: rba BDE-HQ D2-E2",
        "cw: ok",
        dice={"1/blow/BDE-HQ/DUMP-1": [3]},
    )
    assert [event.percent for event in told(driven, "cw", Blown)] == [40]
    assert told(driven, "axis", Blown) == []
    assert driven.play.table.world.dumps["DUMP-1"].ammo == 48


def test_P22_zones_of_control_stop_a_retreat_DS_10() -> None:
    """No direct step; round by D3; and in C3 it must stop."""
    game(
        "to retreat",
        "cw! rba HW-COY C4-C3 -> E-ZZ",
        "cw! rba HW-COY C4-D3-C3-C2 -> E-STOP hex=C3",
        "cw! rba HW-COY C4-B4 -> E-OCC",
        "cw: rba HW-COY C4-D3-C3",
        "cw: ok",
        "cw! ca HW-COY -> E-RETREATED",
    )


def test_P23_P27_the_attacker_notices_where_stacks_are_now_DS_10() -> None:
    """C4 is left, D3 entered; a hex with none but those who retreated
    there is no obligation (R-ONLYR).
    """
    driven = game("to retreat", "cw: rba HW-COY C4-D4; rba 4-RIFLES C4-D4; ok")
    (notice,) = told(driven, "axis", Noticed)
    assert (notice.left, notice.entered) == (("C4",), ("D4",))
    assert "C4" not in {touch.enemy for touch in view(driven, "axis").touching}
    driven = game(
        "to retreat",
        "cw: rba 3-RIFLES C3-D3; rba AT-RGT C3-D3; rba DUMMY C3-D3; rba HW-COY C4-D3-C3; ok",
        options={"rulings": "R-ZZ=friendly"},
    )
    assert view(driven, "axis").retreated == ("C3",)
    assert "C3" not in view(driven, "axis").must


def test_P24_what_must_be_assaulted_is_asked_for_DS_2_DS_11() -> None:
    driven = game("to assign", ATTACK, "axis! ok -> E-MUST")
    game(
        "to assign",
        ATTACK,
        "axis! aa III-FALKE C3 -> E-AARATE",
        "axis! ca RECCE C4 -> E-AMMO needs=6 has=0",
    )
    assert view(driven, "cw").must == ()


def test_P25_who_may_do_what_DS_3_DS_11() -> None:
    driven = game("axis: pos all back; ok", "cw: auto", "to assign")
    driven.lines("axis! aa PAK-1 C4 -> E-BACK unit=PAK-1 step=assign", "axis: aa PZ-A medium 5 C2")
    driven.lines("axis! ok -> E-SPLIT unit=PZ-A", "axis: ca PZ-A light 3 C2")
    driven = worked("cw: ca 2-RIFLES+3-RIFLES+4-RIFLES")
    driven.line("cw! ca 1-RIFLES -> E-PIN unit=1-RIFLES")


def test_P28_P29_two_hexes_at_once_DS_11() -> None:
    game(
        "to assign",
        "axis: ca III-FALKE C3+C4",
        "axis! ca I-FALKE C2+C3 -> E-PAIRX",
        "axis! ca MG-1 C3 -> E-PAIRBOTH",
        "axis: ca all B3 C3+C4",
        "axis: hold MG-1",
        "axis: clear",
        "axis! ca I-FALKE C1+C2 -> E-ADJ",
        "axis! ca PAK-1 C4 -> E-BACK",
    )


def test_P29_motorised_units_do_not_assault_up_an_escarpment() -> None:
    game(
        "axis: pos all fwd; ok",
        "cw: auto",
        "to assign",
        "axis! aa PAK-1 C4 -> E-TERRAIN what=fire terrain=escarpment",
    )
    fed = {"unit": [{"id": "RECCE", "ammo": 6}]}
    game("to assign", "axis! ca RECCE C4 -> E-TERRAIN what=assault terrain=escarpment", change=fed)


def test_P29_a_probe_is_known_to_its_side_DS_11() -> None:
    """R-PROBE: less than half of the points of the assaulting unit."""
    driven = game("to assign", "axis: aa PZ-B 4 C3", "axis: ca PZ-B 2 C3", "axis: show")
    assert told(driven, "axis", RolesShown)[-1].probes == (("C3",),)
    driven.lines("axis: ca III-FALKE C3", "axis: show")
    assert told(driven, "axis", RolesShown)[-1].probes == ()


def test_P30_the_defender_names_no_hex_DS_11() -> None:
    driven = game("to assign", "cw: ca all C2", "cw: hold HUSSARS", "cw: hold 2-RIFLES+FIELD-RGT")
    driven.line("cw> Warned code=W-EMPTY what=C2")
    game("to assign", "cw: aa HUSSARS 3", "cw! ok -> E-SPLIT n=7", "cw: ca HUSSARS 4", "cw: ok")


def test_P26_P31_anti_armour_fire_is_called_hex_by_hex_DS_12() -> None:
    driven = worked("axis: aa C3")
    assert [(e.hex, e.on_defender, e.on_attacker) for e in told(driven, "*", AaFired)] == [
        ("C2", 3, 5)
    ]
    driven.lines("axis! aa C2 -> E-DONE", "axis! aa C1 -> E-NOTAA", "axis: done")
    assert [(e.hex, e.on_defender, e.on_attacker) for e in told(driven, "cw", AaFired)][1:] == [
        ("C3", 0, 3),
        ("C4", 0, 0),
    ], "R-AACALL: who waives his own fire is fired at all the same"


def test_P31_lost_armour_must_exceed_the_damage_DS_12() -> None:
    """R-EXCEED: one cruiser is worth 3 against 3; the book takes it."""
    driven = worked("cw: lose HUSSARS cruiser/aa 2")
    driven.lines("cw: lose HUSSARS cruiser/aa 1", "cw! ok -> E-ARMOR s=3 D=3 exceed=exceed")
    driven.line("cw! lose 2-RIFLES 1 -> E-POOL unit=2-RIFLES")
    driven = worked("cw: lose HUSSARS cruiser/aa 2", rulings="R-EXCEED=meet")
    driven.lines("cw: lose HUSSARS cruiser/aa 1", "cw: ok")


def test_P32_P33_what_is_lost_is_told_to_its_owner_and_lies_where_it_stood_DS_12() -> None:
    driven = worked("axis: assault C2")
    world = driven.play.table.world
    assert [(w.hex, w.side, w.toe) for w in world.wrecks] == [
        ("B2", "axis", {"light": 1, "medium": 1}),
        ("B3", "axis", {"medium": 1}),
        ("C2", "cw", {"cruiser": 2}),
    ]
    assert "DUMMY" not in world.units
    assert [event.points for event in told(driven, "cw", Lost) if event.step == "aa_loss"] == [
        {"HUSSARS": {"cruiser": 2}}
    ]
    assert view(driven, "axis").wrecks == tuple(w for w in world.wrecks if w.side == "axis")


def test_P34_P35_P36_P37_P64_one_assault_at_a_time_DS_13() -> None:
    driven = worked("cw: retreat C2 D2")
    driven.line("axis! assault C3 -> E-BUSY")
    assert {a.targets[0]: a.status for a in view(driven, "cw").attacks}["C2"] == "waiting"
    driven = worked("axis: assault C3")
    assert {a.targets[0]: a.status for a in view(driven, "cw").attacks}["C2"] == "resolved"
    driven.line("axis! assault C2 -> E-NOCA")


def test_P38_P65_held_off_assaults_may_be_declined_and_struck_DS_17() -> None:
    driven = worked("axis: assault C2")
    driven.lines(
        "axis! decline C2 -> E-HELD", "cw! strike C2 -> E-STRIKE", "cw: strike C1", "cw: strike C3"
    )
    driven.lines("all> StruckOff hex=C1", "cw> NotYet hex=C3")
    driven = worked("axis: ca III-FALKE+MG-1 C3+C4")
    driven.lines(
        "axis: ca III-FALKE C3; ok",
        "cw: auto",
        "to ca_pick",
        "axis: decline C3",
        "cw: strike C3",
        "cw> StruckOff hex=C3",
    )


def totals(driven: object) -> Totalled:
    found: Totalled = told(driven, "axis", Totalled)[-1]  # type: ignore[arg-type]  # a Driven
    return found


def test_P42_P43_tanks_without_infantry_DS_13() -> None:
    driven = game(
        "to assign",
        ATTACK,
        "axis: ca III-FALKE C3; ok",
        "cw: ca HUSSARS; ca 3-RIFLES; ok",
        "axis: done",
        "both: auto",
        "axis: assault C2",
        change={"unit": [{"id": "PZ-A", "ammo": 99}]},
    )
    assert told(driven, "cw", Totalled)[-1].unsupported == 3
    assert totals(driven).unsupported == 1, "eight tanks, six infantry"
    assert totals(driven).totals.actual_def == 0


def test_P46_an_undefended_hex_retreats_three_hexes_DS_13() -> None:
    driven = game(
        "to assign",
        ATTACK,
        "axis: ca III-FALKE C3; ok",
        "cw: ca 3-RIFLES; ok",
        "axis: done",
        "both: auto",
    )
    driven.lines(
        "axis: assault C2",
        "all> Undefended",
        "cw! stand C2 -> E-FORCED",
        "cw! retreat C2 B2 -> E-PATH",
    )
    driven.line("cw: retreat C2 E4")
    assert told(driven, "*", Assaulted) == []
    assert driven.play.table.world.units["HUSSARS"].cohesion == -7
    (costs,) = told(driven, "cw", Costs)
    assert costs.cohesion["HUSSARS"] == -3
    seen = driven.play.table.view("axis")
    assert (seen.step, seen.dossiers[-1].went) == ("ca_pick", [("C2", "E4")])


def test_P52_P53_results_and_overrun_DS_14() -> None:
    """R-DICE: own loss dice are one's own; +11 is an overrun."""
    driven = worked("cw: retreat C3 D3")
    assert [(e.reading, e.percent) for e in told(driven, "axis", Rolled)] == [(34, 5), (36, 0)]
    assert [(e.reading, e.percent) for e in told(driven, "cw", Rolled)] == [(12, 25), (23, 30)]
    assert told(driven, "*", Rolled) == []
    assert [(e.retreat, e.overrun) for e in told(driven, "*", Assaulted)] == [(1, False), (2, True)]


@each("reading, engaged", [([5, 5], True), ([1, 1], False)])
def test_P54_P55_engaged_unless_the_enemy_must_retreat_DS_14(
    reading: list[int], engaged: bool
) -> None:
    dice = {"1/assault/C2/att": reading, "1/assault/C2/def": [6, 6]}
    driven = game(
        "to assign",
        ATTACK,
        "axis: ca III-FALKE C3; ok",
        "cw: auto",
        "to ca_pick",
        "axis: assault C2",
        dice=dice,
    )
    found = told(driven, "*", Assaulted)[-1]
    assert found.retreat == 0
    assert found.engaged == engaged
    driven.line("to ca_pick")
    assert driven.play.table.world.units["HUSSARS"].engaged == engaged


def test_P56_each_ignored_hex_costs_ten_percent_DS_14() -> None:
    """5.3 #28: the retreat of one hex stood: 25 + 10 = 35 % of 34 raw
    are 11 points; retreated it is 8.
    """
    driven = worked("cw: retreat C2 D2")
    driven.line("cw: stand C2")
    assert view(driven, "cw").task.raw == 11
    driven = worked("cw: lose HUSSARS 2")
    assert view(driven, "cw").task.raw == 8


def test_units_that_have_retreated_into_a_hex_do_not_defend_it_DS_10() -> None:
    """P22.s4, 3.11: from C2 to C3, which is still to be assaulted; they are
    in its loss base all the same.
    """
    driven = worked("cw: retreat C2 D2", rulings="R-ZZ=friendly")
    world = driven.play.table.world
    driven.line("cw: retreat C2 C3")
    assert {world.units[name].retreated_in for name in ("2-RIFLES", "HUSSARS")} == {"assault"}
    driven.lines("to ca_pick", "axis: assault C3")
    assert told(driven, "axis", Totalled)[-1].totals.raw_def == 21, "as if they were not there"


def test_P57_P58_losses_are_absorbed_by_points_DS_14() -> None:
    """The attacker's 2.1 are 3; guns absorb nothing unless overrun; who takes
    more than his share is warned.
    """
    driven = worked("cw: lose HUSSARS 2")
    driven.lines(
        "cw: lose HUSSARS 1",
        "cw! ok -> E-RAW s=4 n=8",
        "axis! lose ART-1 1 -> E-GUNS",
        "axis: lose I-FALKE 1",
    )
    driven.line("axis> Warned code=W-SHARE what=B1 n=0 of=429")
    assert view(driven, "axis").task.raw == 3


def test_P59_forward_guns_lose_half_as_much_DS_14() -> None:
    driven = worked("cw: lose FIELD-RGT 1")
    assert view(driven, "cw").task.guns == 4
    driven.lines("cw! ok -> E-VUL s=0 V=4", "cw: lose FIELD-RGT 1", "cw: ok")


def test_P60_P62_P63_captures_DS_15() -> None:
    driven = worked()
    assert [event.points for event in told(driven, "*", Seized)] == [
        {"cruiser": 1},
        {"cw_hw": 1, "cw_inf": 1},
    ]
    assert told(driven, "cw", Settled) == []
    world = driven.play.table.world
    assert [(p.captor, p.hex, p.n) for p in world.prisoners] == [("axis", "B3", 2)]
    assert [(g.hex, g.n) for g in world.guards] == [("B3", 1)]
    assert world.units["III-FALKE"].toe == {"axis_inf": 6}
    driven = worked("axis: pow 2 B3")
    driven.lines(
        "axis! pow 2 E3 -> E-EZOC", "axis! guard PZ-B 1 -> E-INF", "axis! ok -> E-LEFT n=2"
    )
    driven = worked("cw: give HUSSARS 1")
    driven.lines("cw! ok -> E-CAP s=0 K=4")


def test_P61_more_than_thirty_percent_costs_cohesion_DS_16() -> None:
    """3 of 16 do not, 6 of 12 do; and who empties a hex gains 3 (R-WIN)."""
    units = worked().play.table.world.units
    assert units["HUSSARS"].cohesion == -4
    assert (units["3-RIFLES"].cohesion, units["4-RIFLES"].cohesion) == (-12, -11)
    assert units["PZ-B"].cohesion == 5


def test_cp_are_charged_to_everybody_in_the_hex_DS_16() -> None:
    """3.13: B2 first 3 for being barraged, then 2 more; B4 nothing; C1 three."""
    units = worked().play.table.world.units
    assert {name: units[name].cp_spent for name in ("FALKE", "ART-2", "PAK-1", "COAST-BTY")} == {
        "FALKE": 15,
        "ART-2": 10,
        "PAK-1": 5,
        "COAST-BTY": 3,
    }


def test_P66_the_end_announces_the_reserve_release_DS_17() -> None:
    driven = worked()
    assert [event.struck for event in told(driven, "*", SegmentOver)] == [("C1",)]
    assert told(driven, "*", HeldOff)[0].hexes == ("C1", "C3")


def test_obligations_that_are_not_met_drive_stacks_back_DS_17() -> None:
    """R-SHORT: by default the axis is dry and assaults nobody; C2 covers B1 and B2."""
    dry = {
        "unit": [
            {"id": name, "ammo": 0, "max_ammo": 20} for name in ("I-FALKE", "II-FALKE", "PZ-A")
        ]
    }
    trucks = {"unit": [{"id": "FALKE", "trucks": []}]}
    dry["unit"] += trucks["unit"]  # type: ignore[arg-type]  # a table, as in a file
    driven = game("to assign", "axis: ca III-FALKE C3; ok", change=dry)
    driven.line("to end")
    kinds = {type(event).__name__ for event in driven.told["*"]}
    assert "Unmet" in kinds
    assert kinds & {"Retreated", "Surrendered"}


def test_movement_between_segments_DS_18() -> None:
    """3.15: up to the CPA; the seat that will not be phasing goes first; dumps fill
    up; the other side is phasing.
    """
    driven = game(
        "to move",
        "axis! move PZ-A C2 -> E-OCC",
        "axis! move RECCE B3-B2-B1 -> E-STOP hex=B3",
        options={"stages": 1},
    )
    driven.lines(
        "cw: move LAA-BTY E2",
        "cw: stay LAA-BTY",
        "cw: none",
        "cw! move COAST-BTY D1 -> E-FIXED",
        "both: ok",
    )
    assert (driven.play.table.world.segment, driven.play.table.world.phasing) == (2, "cw")


def test_a_game_ends_with_a_score_or_a_word_DS_19() -> None:
    driven = game("to end", options={"stages": 1})
    assert driven.play.table.world.score["cw"] >= 24
    assert driven.play.table.state.result == "won cw score"
    driven = game("to end")
    assert driven.play.table.state.result == "over", "stages=0: nobody has won"
    assert driven.play.game.winners("over", ("axis", "cw")) is None
    driven = game("axis: draw", "cw: draw")
    assert driven.play.table.state.result == "draw agreed"
    driven = game("cw: resign")
    assert driven.play.table.state.result == "won axis resigned"
    assert set(view(driven, "axis").units) == set(driven.play.table.world.units)


def test_nobody_sees_who_has_answered_or_what_stands_in_a_stack_DS_20() -> None:
    driven = game()
    before = view(driven, "axis")
    driven.lines("cw: pos all fwd", "cw: ok")
    assert view(driven, "axis") == before
    assert {unit.side for unit in before.units.values() if unit.kind != "warship"} == {"axis"}
    assert before.stacks["C3"] == "cw"


def test_rulings_are_chosen_when_the_game_is_made_DS_21() -> None:
    assert game(options={"profile": "book"}).play.table.world.rulings.ca_cap == 4
    assert game(options={"rulings": "R-CA-CAP=3"}).play.table.world.rulings.ca_cap == 3
    assert game(options={"rulings": "R-SPLITB=on"}).play.table.world.rulings.splitb == "on"
    with pytest.raises(ValueError, match="R-SPLITB"):
        game(options={"rulings": "R-SPLITB=often"})


def test_charts_are_pinned_by_their_hash_DS_22() -> None:
    """1.2.6."""
    driven = game()
    driven.line("all> Began title=halim-road")
    began = next(event for event in driven.told["*"] if type(event).__name__ == "Began")
    assert len(began.charts) == 64  # type: ignore[attr-defined]  # Began


def test_P51_P52_P60_each_side_is_told_its_own_sums_and_nobody_else_is_DS_20() -> None:
    """5.2: morale with its sources, the percentage captured, and what
    the assault on C2 has changed.
    """
    driven = worked("axis: assault C3")
    (axis,), (cw,) = told(driven, "axis", MoraleRolled), told(driven, "cw", MoraleRolled)
    assert (axis.basic, axis.cohesion, axis.reading, axis.adjustment, axis.leader, axis.morale) == (
        2,
        -2,
        43,
        0,
        True,
        3,
    )
    assert (cw.basic, cw.cohesion, cw.reading, cw.adjustment, cw.leader, cw.morale) == (
        2,
        -2,
        52,
        -1,
        False,
        1,
    )
    assert told(driven, "cw", Claimed) == [Claimed(("C2",), 40, 4)]
    (costs,) = told(driven, "axis", Costs)
    assert costs.cohesion == {"I-FALKE": 3, "II-FALKE": 3, "PZ-A": 3}, "the hex is vacated"
    assert costs.ammo["I-FALKE"] == -6, "six points of infantry, 1 each"
    assert told(driven, "axis", Claimed) == []
    for kind in (MoraleRolled, Claimed, Costs):
        assert told(driven, PUBLIC, kind) == []
