"""Rulings of the profile `book` that are more than arithmetic, one by one (3.1)."""

from fractions import Fraction
from typing import Any

import renderers
from engine.games.desert import casualties
from engine.games.desert.casualties import Exposed
from engine.games.desert.events import (
    AaFired,
    Barraged,
    Freed,
    Parted,
    PlanShown,
    Rolled,
    Surrendered,
    Totalled,
)
from tests.desert.driven import Driven
from tests.desert.stage import game, told, view, worked
from tests.desert.worked import DICE, SAID

PLANNING = ("both: pos all fwd; ok", "both: ok")


def test_R_TYPES_tells_the_kinds_of_vehicles_that_took_part() -> None:
    """SPI 3.62: kinds alone, of both sides, to both; a dummy is none."""
    for seat in ("axis", "cw"):
        fired = told(worked("cw: lose HUSSARS cruiser/aa 2", rulings="R-TYPES=on"), seat, AaFired)
        assert [(event.hex, event.kinds) for event in fired[:2]] == [
            ("C2", {"axis": ("light", "medium"), "cw": ("cruiser",)}),
            ("C3", {"axis": ("medium",), "cw": ()}),
        ]
    sentence = renderers.sentences_in("en").event(
        "desert", fired[0], "cw", {"axis": "Ann", "cw": "Bob"}
    )
    assert "Ann light, medium" in sentence
    assert {
        event.kinds == {} for event in told(worked("cw: lose HUSSARS cruiser/aa 2"), "cw", AaFired)
    } == {True}


LONE = {
    "unit": [
        {
            "id": "2-GUNS",
            "side": "cw",
            "kind": "gun",
            "hex": "C2",
            "sp": 1,
            "toe": {"coast": 2},
            "ammo": 20,
        }
    ],
    "without": ["2-RIFLES", "HUSSARS", "FIELD-RGT"],
}


def test_R_COMP_defenders_without_a_defensive_rating() -> None:
    """SPI 15.54: they may defend; +3 for the attacker, who loses nothing, and no raw modifier.
    Without the ruling they must be withheld.
    """

    def begun(ruling: str) -> Driven:
        return game(
            "both: pos all fwd; ok",
            "to assign",
            "axis: ca II-FALKE C1; ca I-FALKE C2; ca III-FALKE C3; ok",
            change={**LONE, "set": {"points.coast.def": 0}},
            options={"rulings": ruling},
            dice={"1/assault/C2/att": [1, 1]},
        )

    driven = begun("R-COMP=on")
    driven.lines("cw: ca 2-GUNS; ok", "to ca_pick", "axis: assault C2")
    (totalled,) = told(driven, "axis", Totalled)
    totals = totalled.totals
    assert (totals.raw_off, totals.raw_def, totals.composition, totals.strength) == (18, 0, 3, 0)
    assert totals.adjusted == totals.basic + totals.terrain + 3 + totals.size + totals.morale
    (mine,) = told(driven, "axis", Rolled)
    assert mine.percent == 0, "the roll of 11 says otherwise in every column but the last two"
    assert "without a defensive rating" in renderers.board_text(
        "desert", view(driven, "axis"), "en", "assault"
    )
    begun("R-COMP=off").line("cw! ca 2-GUNS 2 -> E-CARATE")


def pool(unit: str, n: int, rating: int) -> list[Exposed]:
    return [Exposed(unit, "x", n, rating)]


def test_R_PROP_a_hex_that_could_take_one_point_more_within_its_share_is_short() -> None:
    """P58.s3: 42.9 % and 57.1 % of 3 raw points of rating 3 are no whole point of
    either; of 10 they are one each.
    """
    west, east = pool("II", 6, 3), pool("I", 6, 3)
    assert not casualties.short({}, west, Fraction(3 * 18, 42))
    assert casualties.short({}, west, Fraction(10 * 18, 42))
    assert not casualties.short({("II", "x"): 1}, west, Fraction(10 * 18, 42))
    chosen = casualties.proportional(
        [(west, Fraction(10 * 18, 42)), (east, Fraction(10 * 24, 42))], 10
    )
    assert (chosen["II", "x"], chosen["I", "x"]) in [(2, 2), (1, 3)]
    assert casualties.worth(chosen, [*west, *east]) >= 10


def test_R_PROP_is_enforced_over_the_hexes_of_an_assault() -> None:
    """C3+C4 of 5.2: 25 and 9 of the base, 13 raw points: a sheet that takes all from C3 is
    refused, the default is taken.
    """
    until = "cw: lose HW-COY 2"
    driven = worked(until, rulings="R-PROP=enforce")
    driven.lines(
        "cw: lose HW-COY 2", "cw: lose 3-RIFLES 1", "cw: gun AT-RGT 3", "cw! ok -> E-SHARE hex=C4"
    )
    driven.lines("cw: lose 3-RIFLES 0", "cw: lose 4-RIFLES 1", "cw: ok")
    assert (
        worked(until).play.table.menu("cw").help()
        == worked(until, rulings="R-PROP=enforce").play.table.menu("cw").help()
    )
    worked(until, rulings="R-PROP=enforce").line("cw: auto")


def test_R_HOLDSEE_the_plan_may_know_the_truth() -> None:
    """C3 shows an infantry and a tank, which is a dummy: without R-DUMMY two points hold it
    off, and only the truth tells so.
    """

    weak = {"unit": [{"id": "ART-2", "toe": {"how15": 2}, "ammo": 16}]}
    for ruling, expected in (("R-HOLDSEE=visible", False), ("R-HOLDSEE=truth", True)):
        driven = game(
            *PLANNING, change=weak, options={"rulings": f"R-DUMMY=off R-HOLD=gt_nongun {ruling}"}
        )
        driven.lines('axis: bar "Nr3 Arty": ART-2', "axis: show")
        shown = told(driven, "axis", PlanShown)[-1]
        assert next(row.held for row in shown.hexes if row.hex == "C3") == expected
        assert view(driven, "cw").limits == {}


TRUCKS = [
    {"kind": "medium", "cargo": "ammo", "n": 2},
    {"kind": "light", "cargo": "ammo", "n": 2},
    {"kind": "light", "cargo": "fuel", "n": 2},
]


def test_R_EVEN_over_cargoes_and_kinds_of_trucks() -> None:
    """Of three trucks lost each kind with each cargo loses one; by cargo alone two of ammo and
    one of fuel are even, whichever kind.
    """
    change = {"unit": [{"id": "FALKE", "trucks": TRUCKS}]}
    dice = {"1/barrage/B2/Nr1-Tank/1": [1, 1], "1/truck/B2/Nr1-Tank/1": [6, 6]}
    lines = (
        *PLANNING,
        "axis: auto",
        'cw: bar "Nr1 Tank": FIELD-RGT',
        "cw: hold COAST-BTY+KESTREL; ok",
    )
    strong = {"unit": [*change["unit"], {"id": "FIELD-RGT", "toe": {"field": 20}, "ammo": 99}]}
    kinds = game(*lines, change=strong, dice=dice, options={"rulings": "R-EVEN=cargo_and_type"})
    (due,) = view(kinds, "axis").due
    assert due.trucks == 2
    kinds.lines(
        "axis: truck FALKE ammo/medium 2", "axis! ok -> E-EVEN", "axis: truck FALKE ammo/medium 1"
    )
    kinds.lines("axis: truck FALKE fuel/light 1; ok", "cw: ok")
    groups = kinds.play.table.world.units["FALKE"].trucks
    assert [(group.kind, group.cargo, group.n) for group in groups] == [
        ("medium", "ammo", 1),
        ("light", "ammo", 2),
        ("light", "fuel", 1),
    ]
    plain = game(*lines, change=strong, dice=dice)
    plain.lines(
        "axis! truck FALKE ammo/medium 1 -> not-one-of",
        "axis: truck FALKE ammo 1; truck FALKE fuel 1; ok",
    )


def test_R_AAFREE_half_the_points_assault_where_there_is_no_armour() -> None:
    """SPI 14.23: C2 without its tanks: of the 5 points that fired at it 2 join the assault, and
    the enemy is told nothing; with them all go on firing.
    """

    def roles(ruling: str, target: str, without: tuple[str, ...] = ()) -> dict[str, int]:
        driven = game(
            "to assign",
            f"axis: aa PZ-A medium 5 {target}; ca PZ-A light 3 {target}",
            "axis: ca II-FALKE C1",
            *(["axis: ca I-FALKE C2"] if target == "C3" else []),
            "axis: ca III-FALKE C3; ok",
            "cw: auto",
            "to ca_pick",
            change={"without": list(without)},
            options={"rulings": ruling},
        )
        own = driven.play.table.world.units["PZ-A"].seg.roles
        freed = told(driven, "axis", Freed)
        assert not told(driven, "cw", Freed)
        assert [event.n for event in freed] == ([2] if len(own) > 2 else [])
        return {f"{role.kind}/{role.task}": role.n for role in own}

    assert roles("R-AAFREE=on", "C2", ("HUSSARS",)) == {
        "light/ca": 3,
        "medium/aa": 3,
        "medium/ca": 2,
    }
    assert roles("R-AAFREE=off", "C2", ("HUSSARS",)) == {"light/ca": 3, "medium/aa": 5}
    armoured = roles("R-AAFREE=on", "C2")
    assert "medium/ca" not in armoured


def test_R_AAFREE_a_dummy_tank_keeps_the_points_where_they_are() -> None:
    """C3 of 5.2 has a dummy, and no armour."""
    for without, freed in (([], 0), (["DUMMY"], 1)):
        driven = game(
            "to assign",
            "axis: aa PZ-B 2 C3; ca PZ-B 4 C3; ca III-FALKE C3",
            "axis: ca II-FALKE C1; ca I-FALKE C2; ok",
            "cw: auto",
            "to ca_pick",
            change={"without": without},
            options={"rulings": "R-AAFREE=on"},
        )
        assert sum(event.n for event in told(driven, "axis", Freed)) == freed


def test_R_ONLYR_a_hex_of_retreated_units_alone() -> None:
    change = {
        "without": ["4-RIFLES", "HW-COY"],
        "unit": [
            {
                "id": "RES",
                "side": "cw",
                "kind": "inf",
                "hex": "D3",
                "sp": 2,
                "toe": {"cw_inf": 6},
                "ammo": 9,
            }
        ],
    }
    for ruling, must in (("free", False), ("obliged", True)):
        driven = game(
            "to retreat",
            "cw: rba RES D3-C4; ok",
            change=change,
            options={"rulings": f"R-ONLYR={ruling}"},
        )
        seen = view(driven, "axis")
        assert "C4" in seen.retreated
        assert ("C4" in seen.must) == must


def test_R_SURR_hopeless_units_surrender_when_they_are_assaulted() -> None:
    """SPI 17.26, 15.88: 3-RIFLES at -17; a hex without ammo altogether. By the issue
    both fight on or retreat (P46).
    """
    weak: list[dict[str, Any]] = [{"id": "3-RIFLES", "cohesion": -17}]
    dry: list[dict[str, Any]] = [
        {"id": name, "ammo": 0, "trucks": []} for name in ("3-RIFLES", "AT-RGT")
    ]
    for units, gone in ((weak, {"3-RIFLES"}), (dry, {"3-RIFLES", "AT-RGT"})):
        for ruling, surrender in (("on", True), ("off", False)):
            driven = game(
                "both: pos all fwd; ok",
                "to assign",
                "axis: ca II-FALKE C1; ca I-FALKE C2; ca III-FALKE C3; ok",
                "cw: auto",
                "to ca_pick",
                "axis: assault C3",
                change={"unit": units},
                options={"rulings": f"R-SURR={ruling}", "stages": 1},
            )
            there = set(driven.play.table.world.units)
            assert gone & there == (set() if surrender else gone)
            events = [event for event in told(driven, "axis", Surrendered) if event.hex == "C3"]
            assert bool(events) == surrender
            if surrender:
                assert driven.play.table.world.captured["cw"] == 4 * len(gone), "four points each"


def test_R_SPLITH_points_of_one_unit_against_different_hexes() -> None:
    """SPI 14.27, 15.16: II-FALKE assaults C1 with two points and C2 with four; each fight has
    its own, and loses its own. Without the ruling the later line replaces the first.
    """
    lines = ("to assign", "axis: ca II-FALKE axis_inf 2 C1")
    game(*lines, "axis: ca II-FALKE axis_inf 4 C2", """axis? sheet.roles.II-FALKE.1 = null""")
    driven = game(
        *lines,
        "axis: ca II-FALKE axis_inf 4 C2",
        "axis! ca II-FALKE axis_inf 5 C2 -> E-SPLIT",
        "axis: ca III-FALKE C3; ok",
        "cw: auto",
        "to ca_pick",
        "axis: assault C2",
        options={"rulings": "R-SPLITH=on"},
        dice={"1/assault/C2/att": [1, 1]},
    )
    (totalled,) = told(driven, "axis", Totalled)
    assert totalled.totals.raw_off == 12, "four points of 3"
    driven.line("to ca_pick")
    left = driven.play.table.world.units["II-FALKE"]
    roles = {role.targets: role.n for role in left.seg.roles}
    assert left.points < 6
    assert (roles[("C1",)], roles[("C2",)]) == (2, left.points - 2)


SPLITB = ("both: pos all fwd; ok", "both: ok")
SPLIT_ON = {"rulings": "R-SPLITB=on"}


def test_R_SPLITB_points_of_one_unit_on_several_targets() -> None:
    """SPI 12.15, C3: ART-1 has six points of 9: 18 raw points are 2 actual ones, 36 are 4 (3.5).
    Each point pays once; the enemy reads what was hit, and not by how many points of whom.
    """
    driven = game(
        *SPLITB, 'axis: bar "Nr1 Inf": ART-1*2', "axis: aim art-1*4 Nr2-Inf; show", options=SPLIT_ON
    )
    shown = told(driven, "axis", PlanShown)[-1]
    plans = {
        row.target.name: row.barrages for hex in shown.hexes for row in hex.targets if row.barrages
    }
    assert {
        name: [(b.units, b.origins, b.points) for b in plan] for name, plan in plans.items()
    } == {"Nr1-Inf": [(("ART-1*2",), ("B1",), 2)], "Nr2-Inf": [(("ART-1*4",), ("B1",), 4)]}
    before, price = view(driven, "axis").units["ART-1"].ammo, 3
    driven.lines("axis: hold ART-2; ok", "cw: auto")
    hits = [
        hit for event in told(driven, "axis", Barraged) for hit in event.hits if hit.firer == "axis"
    ]
    assert [(hit.target, hit.points) for hit in hits] == [("Nr1-Inf", 2), ("Nr2-Inf", 4)]
    assert before - driven.play.table.world.units["ART-1"].ammo == 6 * price
    assert "ART-1" not in repr((driven.told["cw"], view(driven, "cw")))


def test_R_SPLITB_no_more_points_than_there_are_and_one_part_a_target() -> None:
    closer = {"unit": [{"id": "ART-2", "hex": "B2"}]}
    driven = game(*SPLITB, 'axis: bar "Nr1 Inf": ART-1*2', options=SPLIT_ON, change=closer)
    for order, refusal in (
        ('bar "Nr2 Inf": ART-1*5', "E-SPLITB why=points n=4"),
        ('bar "Nr2 Inf": ART-1*0', "E-SPLITB why=points n=4"),
        ('bar "Nr2 Inf": ART-1', "E-SPLITB why=points n=4"),
        ('bar "Nr1 Inf": ART-1*1', "E-TASKED unit=ART-1 target=Nr1-Inf"),
        ('bar "Nr2 Inf": ART-1*1+ART-1*2', "E-TASKED unit=ART-1"),
        ('bar "Nr2 Inf": ART-1*x', "E-UNIT"),
        ("hold ART-1", "E-NOGUN"),
    ):
        driven.line(f"axis! {order} -> {refusal}")
    driven.lines('axis: bar "Nr2 Inf": ART-2', 'axis: bar "Nr2 Inf" 1+: ART-1*3')
    driven.line('axis? sheet.barrages = {"Nr1-Inf":[["ART-1*2"]],"Nr2-Inf":[["ART-1*3","ART-2"]]}')
    driven.lines("axis: bar Nr1-Tank ART-1*1", "axis! bar Nr2-Arty: ART-1*1 -> E-TASKED unit=ART-1")
    driven.lines(
        "axis: drop ART-1",
        'axis? sheet.barrages = {"Nr2-Inf":[["ART-2"]]}',
        "axis! ok -> E-IDLE what=ART-1",
    )


def test_R_SPLITB_forward_guns_alone() -> None:
    driven = game("axis: pos all back; ok", "cw: pos all fwd; ok", "both: ok", options=SPLIT_ON)
    driven.line("axis! bar Nr1-Inf: ART-1*2 -> E-SPLITB why=back")
    mixed = game(
        *SPLITB,
        options=SPLIT_ON,
        change={"unit": [{"id": "ART-1", "toe": {"how10": 3, "how15": 3}}]},
    )
    mixed.lines("axis! bar Nr1-Inf: ART-1*2 -> E-SPLITB why=kinds", "axis: bar Nr1-Inf: ART-1")
    plain = game(
        *SPLITB, "axis! bar Nr1-Inf: ART-1*2 -> E-SPLITB why=off", "axis: bar Nr1-Inf: ART-1"
    )
    plain.line("axis! bar Nr2-Inf: ART-1 -> E-TASKED unit=ART-1 target=Nr1-Inf")


def test_R_SPLITB_ammunition_for_each_point() -> None:
    driven = game(
        *SPLITB, options=SPLIT_ON, change={"unit": [{"id": "ART-1", "ammo": 10, "trucks": []}]}
    )
    assert driven.play.table.menu("axis").complete("bar Nr1-Inf ART") == ["ART-1*3", "ART-1*1"]
    driven.lines("axis! bar Nr1-Inf: ART-1 -> E-AMMO needs=18 has=10", "axis: bar Nr1-Inf: ART-1*2")
    driven.lines(
        "axis! bar Nr2-Inf: ART-1*2 -> E-AMMO needs=12 has=10", "axis: bar Nr2-Inf: ART-1*1"
    )


def reserves(**sizes: int) -> list[dict[str, Any]]:
    infantry = {"side": "cw", "kind": "inf", "toe": {"cw_inf": 6}, "ammo": 9}
    return [{**infantry, "id": f"RES-{hex}", "hex": hex, "sp": size} for hex, size in sizes.items()]


EMPTY = (
    "to assign",
    "axis: ca II-FALKE C1; ca I-FALKE C2; ca III-FALKE C3; ok",
    "cw: ca 3-RIFLES; ok",
    "axis: done",
    "both: auto",
    "axis: assault C2",
)
FULL = {"unit": reserves(C5=5, D4=5, E4=5)}


def test_R_GROUP_units_of_a_hex_retreat_to_different_hexes_when_there_is_no_room() -> None:
    """P46 drives C2 three hexes back; each hex so far has room for one stacking
    point of six, and three have to go.
    """
    driven = game(*EMPTY, change=FULL, options={"rulings": "R-GROUP=unit"})
    driven.lines("cw! retreat C2 E4 -> E-PATH", "cw! retreat C2 HUSSARS+2-RIFLES E4 -> E-PATH")
    driven.lines(
        "cw! retreat C2 HUSSARS D3 -> E-PATH",
        "cw! stand C2 -> E-FORCED",
        "cw! retreat C2 PZ-A E4 -> E-HEX",
    )
    driven.lines(
        "cw: retreat C2 HUSSARS E4",
        "cw! retreat C2 2-RIFLES E4 -> E-PATH",
        "cw: retreat C2 2-RIFLES D4",
    )
    driven.lines(
        "cw! retreat C2 FIELD-RGT C5 -> E-HEX", "cw: retreat C2 C5", "all> Retreated hex=C2 to=C5"
    )
    assert [(event.hex, event.to) for event in told(driven, "*", Parted)] == [
        ("C2", "E4"),
        ("C2", "D4"),
    ]
    where = {unit.id: unit.hex for unit in driven.play.table.world.units.values()}
    assert (where["HUSSARS"], where["2-RIFLES"], where["FIELD-RGT"]) == ("E4", "D4", "C5")


def test_R_GROUP_only_when_stacking_needs_it() -> None:
    game(
        *EMPTY,
        "cw! retreat C2 HUSSARS E4 -> E-GROUP",
        "cw: retreat C2 E4",
        options={"rulings": "R-GROUP=unit"},
    )
    game(
        *EMPTY,
        "cw! retreat C2 HUSSARS E4 -> E-HEX",
        "cw! retreat C2 E4 -> E-PATH",
        "cw: retreat C2 E3",
        change=FULL,
    )


def test_R_BUYOUT_who_must_retreat_and_can_does_or_pays_with_losses() -> None:
    """P46: three hexes; who may stay loses 10 % of each kind of points for each of them."""
    game(*EMPTY, "cw! stand C2 -> E-FORCED")
    before = game(*EMPTY, options={"rulings": "R-BUYOUT=on"})
    stack = before.play.table.world.stacked("C2", "cw")
    had = {unit.id: dict(unit.toe) for unit in stack}
    before.line("cw: stand C2")
    left = {unit.id: unit.toe for unit in before.play.table.world.stacked("C2", "cw")}
    assert any(had.values())
    assert left == {
        name: {kind: n - -(-n * 30 // 100) for kind, n in toe.items() if n > -(-n * 30 // 100)}
        for name, toe in had.items()
    }


def crowded() -> Driven:
    """The worked segment where C2 has to go one hex back, and no hex
    has room for more than one point.
    """
    lines = [f"{seat}: {text}" for seat, text in SAID]
    full = {"unit": [*reserves(D1=5, C1=3, C3=3), {"id": "BDE-HQ", "sp": 5}]}
    before = lines[: lines.index("cw: retreat C2 D2")]
    return game(*before, change=full, options={"rulings": "R-GROUP=unit"}, dice=DICE)


def test_R_GROUP_the_hex_loses_by_those_who_walked_least() -> None:
    """5.3 #28: a retreat of one hex that is stood: 25 + 10 = 35 % of 34 raw are 11 points. The
    tanks go to D2, the others stand.
    """
    driven = crowded()
    driven.lines("cw: retreat C2 HUSSARS D2", "cw: stand C2")
    assert view(driven, "cw").task.raw == 11


def test_R_GROUP_the_default_goes_one_by_one() -> None:
    """4.2: who does not answer goes as far as he can: nobody is left, and 25 % of
    34 raw are 8 points (5.3 #28).
    """
    driven = crowded()
    driven.line("to ca_loss")
    assert not driven.play.table.world.stacked("C2", "cw")
    assert len(told(driven, "*", Parted)) == 2
    assert view(driven, "cw").task.raw == 8
