"""Moves, terrain, falls, skids and collisions, rule by rule."""

from typing import Any

import pytest

from engine.games.ambush import sight
from engine.games.ambush.hexes import distance
from engine.games.ambush.units import Unit
from engine.menu import Refused
from tests.ambush.scenarios import Case, Run, fits

FAR = [{"id": "B9", "side": "B", "tons": 45, "walk": 6, "at": "1111/0"}]


def played(*play: str, **case: Any) -> Run:
    """A case, played; see README.md."""
    run = Run(Case("rule", play=list(play), **case))
    run.play()
    return run


def a1(run: Run) -> Unit:
    """The unit that moves in the fixtures."""
    return run.world.units["A1"]


def seen(run: Run, *wanted: str) -> bool:
    """Did these events happen, in this order?"""
    rest = iter(run.events())
    return all(any(fits(event, one) for event in rest) for one in wanted)


def refusal(run: Run, seat: str, text: str) -> tuple[str, str, str]:
    """Code, word and rule of a refusal."""
    with pytest.raises(Refused) as refused:
        run.table.menu(seat).parse(text)
    return refused.value.refusal.code, refused.value.refusal.word, refused.value.refusal.rule


def test_MV_1_modes_and_tokens() -> None:
    run = played()
    assert refusal(run, "A", "move A1 stand F")[:2] == ("no-points", "F")
    assert refusal(run, "A", "move A1 run F B") == ("backward-run", "B", "MV-1")
    assert refusal(run, "A", "move A1 jump J0307/0")[:2] == ("no-such-mode", "jump")
    assert refusal(run, "A", "move A1 walk X") == ("no-such-step", "X", "MV-1")
    assert refusal(run, "A", "move B9 walk F")[0] == "no-such-unit"
    walked = played("A: move A1 walk B L P S", dice={"psr:A1": [9]})
    assert refusal(played(), "A", "move A1 walk B L P S R")[:2] == ("no-points", "R")
    assert a1(walked).hex == "0310"


def test_MV_1_a_path_may_come_back_to_its_beginning() -> None:
    assert a1(played("A: move A1 walk F B F B")).hex == "0309"


def test_MV_2_a_prone_unit_turns_and_stands_up_and_falls_again() -> None:
    prone = [{"id": "A1", "prone": True}]
    assert refusal(played(unit=prone), "A", "move A1 walk F") == ("while-prone", "F", "MV-2")
    assert (
        refusal(played(unit=[{"id": "A1", "jump": 3, "prone": True}]), "A", "move A1 jump J0308/0")[
            0
        ]
        == "no-such-mode"
    )
    fallen = played("A: move A1 run S F F", unit=prone, dice={"psr:A1": [4, 9]})
    assert seen(
        fallen, "Rolled A1 roll=stand need=5 dice=4", "Fell A1", "MoveOver A1 hex=0309 prone=True"
    )
    again = played("A: move A1 run S F F on_fall: S F", unit=prone, dice={"psr:A1": [4, 9, 9]})
    assert seen(
        again,
        "Fell A1",
        "Posed A1 prone=False",
        "Stepped A1 hex=0308",
        "MoveOver A1 hex=0308 prone=False",
    )


def test_MV_3_a_jump_is_one_step_over_everything() -> None:
    jumper = [{"id": "A1", "jump": 4}]
    run = played(
        "A: move A1 jump J0306/3", unit=jumper, map={"0308": "#", "0307": "2", "0306": "1"}
    )
    assert seen(run, "Landed A1 hex=0306 facing=3", "MoveOver A1")
    assert not seen(run, "Rolled A1")
    assert a1(run).moved == 3
    walls = played(unit=jumper, map={"0308": "#", "0307": ".5"})
    for place in ("J0308/0", "J0307/0", "J0304/0", "J0309/0"):
        assert refusal(walls, "A", f"move A1 jump {place}")[0] == "no-landing"


def test_MV_4_steps_that_cannot_be_paid_or_made_are_refused_with_their_token() -> None:
    run = played(
        map={"0308": ".1", "0409": "#", "0310": "P1"},
        unit=[{"id": "A2", "side": "A", "tons": 20, "walk": 3, "at": "0208/0"}],
    )
    assert refusal(run, "A", "move A1 walk B") == ("backward-level", "B", "MV-4")
    assert refusal(run, "A", "move A1 run R R F") == ("impassable", "F", "MV-4")
    assert refusal(run, "A", "move A1 run L F") == ("occupied", "F", "MV-6")
    assert refusal(played(unit=[{"id": "A1", "at": "0101/0"}]), "A", "move A1 run F") == (
        "off-map",
        "F",
        "MV-4",
    )
    climbed = played("A: move A1 walk F F", map={"0308": ".1"})
    assert a1(climbed).hex == "0307"


def test_MV_5_a_jump_counts_its_distance_and_slides_do_not_count() -> None:
    assert a1(played("A: move A1 jump J0506/0", unit=[{"id": "A1", "jump": 5}])).moved == distance(
        "0309", "0506"
    )
    slid = played("A: move A1 run F F F F R F", dice={"psr:A1": [4, 9]})
    assert (a1(slid).moved, a1(slid).hex) == (4, "0303")


def test_MV_6_own_hidden_units_are_in_the_way_and_only_their_owner_is_told() -> None:
    hidden = [{"id": "AH", "side": "A", "tons": 50, "walk": 5, "at": "0307/0", "hidden": True}]
    run = played(unit=hidden, map={"0307": "w"}, allowance={"A": 1})
    assert refusal(run, "A", "move A1 walk F F") == ("occupied", "F", "MV-6")
    assert refusal(run, "A", "move A1 walk F on_fall: S F")[:2] == ("no-such-step", "F")
    ground = sight.Ground(run.table.view("B"), run.world.units["A1"], "walk")
    at = ground.step(sight.spot(run.world.units["A1"], "walk"), "F")
    assert isinstance(at, sight.Spot)
    assert isinstance(ground.step(at, "F"), sight.Spot)


def test_MV_7_a_unit_moves_once_a_round() -> None:
    run = played(
        "A: move A1 walk F",
        turns="AA",
        unit=[{"id": "A2", "side": "A", "tons": 40, "walk": 6, "at": "0806/1"}],
    )
    assert refusal(run, "A", "move A1 walk F")[0] == "no-such-unit"
    assert run.table.menu("A").default.unit == "A2"


@pytest.mark.parametrize(
    ("cell", "cause", "need"),
    [
        ("1", "psr:A1", 4),
        ("2", "psr:A1", 5),
        ("L15h1", "enter:A1", 5),
        ("M70h1", "enter:A1", 6),
        ("H90h2", "enter:A1", 7),
    ],
)
def test_PS_1_rolls_on_entering_water_and_buildings(cell: str, cause: str, need: int) -> None:
    """2.3, 2.8; H before the step counts."""
    run = played("A: move A1 walk F", map={"0308": cell}, unit=[{"id": "A1", "at": "0309/0"}])
    assert seen(run, f"Rolled A1 roll=terrain need={need}")
    assert any(
        roll.key.split("/")[2] == cause for bulletin in run.bulletins for roll in bulletin.rolls
    )


def test_PS_2_buildings_hurt_and_are_hurt_and_collapse() -> None:
    """A failed roll costs a tenth of the CF, entering always the
    building a tenth of the weight (2.3).
    """
    run = played("A: move A1 walk F", map={"0308": "M70h2"}, dice={"enter:A1": [2]})
    assert run.world.cell("0308").cf == 70 - 6
    assert a1(run).built - a1(run).left == 7
    assert not a1(run).prone
    heavy = played("A: move A1 walk F", map={"0308": "M40h2"})
    assert run.world.cell("0308").building
    assert heavy.world.cell("0308").code == "r"
    assert seen(heavy, "Absorbed hex=0308 cf=0")
    assert a1(heavy).built - a1(heavy).left == 4 * 2


def test_PS_3_twenty_damage_is_rolled_for_once_and_not_when_prone() -> None:
    hidden = [
        {
            "id": name,
            "side": "B",
            "tons": 50,
            "walk": 5,
            "at": at,
            "hidden": True,
            "weapons": ["AC20:RA"],
        }
        for name, at in (("BX", "0404/4"), ("BY", "0204/2"))
    ]
    case: dict[str, Any] = {
        "unit": hidden,
        "allowance": {"B": 2},
        "map": {"0404": "w", "0204": "w"},
    }
    run = played(
        "B: ambush BX fire",
        "B: ambush BY fire@2",
        "A: move A1 run F F F F F F",
        "A: continue A1 F",
        **case,
    )
    assert sum(fits(event, "Rolled A1 roll=damage") for event in run.events()) == 1
    assert a1(run).damage == 40


def test_PS_4_a_lost_leg_falls_at_once_and_leaves_one_point() -> None:
    """2.16: walk 1, no run, no jump, rolls five harder."""
    gun = [
        {
            "id": "BX",
            "side": "B",
            "tons": 50,
            "walk": 5,
            "at": "0404/4",
            "hidden": True,
            "weapons": ["AC20:RA"],
        }
    ]
    thin = {"id": "A1", "armour": {"RL": 1}}
    run = played(
        "B: ambush BX fire",
        "A: move A1 walk F F F F",
        unit=[*gun, thin],
        allowance={"B": 1},
        map={"0404": "w"},
        dice={"loc:A1": [5]},
    )
    assert seen(run, "Failed A1 roll=damage", "Fell A1", "Rolled A1 roll=pilot need=10")
    assert a1(run).legs_lost == 1
    assert a1(run).modes() == ["stand", "walk"]
    assert a1(run).points("walk") == 1


def test_PS_5_falls_hurt_by_weight_and_side_and_pilots_faint_and_die() -> None:
    """2.9."""
    run = played(
        "A: move A1 run F F F F R F", dice={"psr:A1": [4, 2], "fallface:A1": [5], "awake:A1": [2]}
    )
    assert seen(
        run,
        "Fell A1 facing=5 side=left",
        "PilotHit A1 hits=1",
        "Rolled A1 roll=awake need=3 dice=2",
        "Fainted A1",
    )
    assert seen(run, "Slid A1 hex=0304")
    assert a1(run).unconscious
    assert a1(run).turn == "done"


def test_SK_1_a_skid_wants_speed_a_turn_and_slippery_ground() -> None:
    """The cases T20 are the rest. No second roll for the same hex and
    facing; none after standing up there.
    """
    run = played("A: move A1 run F R F L F", dice={"psr:A1": [9, 9]})
    assert sum(fits(event, "Rolled A1 roll=skid") for event in run.events()) == 2
    stood = played("A: move A1 run F P S R F", dice={"psr:A1": [9]})
    assert not seen(stood, "Rolled A1 roll=skid")


def test_SK_2_success_carries_on() -> None:
    assert a1(played("A: move A1 run F R F F", dice={"psr:A1": [12]})).hex == "0507"


def test_SK_3_SK_4_a_skid_ends_the_turn_and_slides_in_the_direction_of_the_last_step() -> None:
    run = played(
        "A: move A1 walk B B B R B",
        fixture="ice",
        unit=[{"id": "A1", "at": "0304/0"}],
        dice={"psr:A1": [3, 9]},
    )
    assert seen(
        run, "Skidded A1 hex=0307 direction=3 left=2", "Slid A1 hex=0308", "Slid A1 hex=0309"
    )
    assert a1(run).turn == "done"
    assert not seen(run, "Stepped A1 hex=0208")


def test_SK_5_the_edge_stops_or_kills() -> None:
    case: dict[str, Any] = {"unit": [{"id": "A1", "at": "0305/0"}], "dice": {"psr:A1": [4, 9]}}
    assert a1(played("A: move A1 run F F F R F", **case)).hex == "0301"
    lost = played(
        "A: move A1 run F F F F R R F",
        unit=[{"id": "A1", "at": "0305/0"}],
        dice={"psr:A1": [4, 9]},
        options={"edge_kills": "yes"},
    )
    assert seen(lost, "Stopped A1 why=edge", "Destroyed A1")


def test_SK_6_up_is_a_crash_and_three_down_is_a_fall() -> None:
    run = played(
        "A: move A1 run F F F F R F",
        map={"0404": "P2", **{f"03{row:02}": "P3" for row in range(5, 10)}},
        dice={"psr:A1": [4, 9]},
    )
    assert seen(
        run,
        "Slid A1 hex=0304",
        "Stopped A1 hex=0304 why=drop",
        "Fell A1 levels=3",
        "Rolled A1 roll=pilot need=7",
    )
    assert a1(run).built - a1(run).left == 6 + 6 * 4, (
        "the drop is no slid hex: no damage for a slide (SK-9, SK-10)"
    )


def test_SK_7_walls_stop_and_buildings_may_give_way() -> None:
    wall = played("A: move A1 run F F F F R F", map={"0304": "#"}, dice={"psr:A1": [4, 9]})
    assert seen(wall, "Stopped A1 hex=0305 why=wall")
    assert a1(wall).built - a1(wall).left == 6 + 6
    broken = played("A: move A1 run F F F F R F", map={"0304": "L15h1"}, dice={"psr:A1": [4, 9]})
    assert seen(broken, "Absorbed hex=0304 cf=0", "Slid A1 hex=0304")
    assert broken.world.cell("0304").code == "r"


def test_SK_8_CO_2_only_who_may_be_asked_is_asked() -> None:
    """T35 to T45 are the cases."""
    still = [{"id": "B1", "side": "B", "tons": 45, "walk": 0, "at": "0304/2"}]
    run = played("A: move A1 run F F F F R F", unit=still, dice={"psr:A1": [4, 9]})
    assert not seen(run, "MayAvoid")


def test_SK_9_water_stops_a_slide() -> None:
    run = played("A: move A1 run F F F F R F", map={"0304": "1"}, dice={"psr:A1": [4, 9]})
    assert seen(run, "Slid A1 hex=0304", "Stopped A1 hex=0304 why=water", "MoveOver A1 hex=0304")


def test_SK_10_damage_for_every_hex() -> None:
    run = played(
        "A: move A1 run F F F F R F", unit=[{"id": "A1", "tons": 100}], dice={"psr:A1": [4, 9]}
    )
    assert a1(run).built - a1(run).left == 10 + 2 * 5


def test_SK_11_a_slide_has_one_checkpoint_at_its_end() -> None:
    hidden = [
        {
            "id": name,
            "side": "B",
            "tons": 50,
            "walk": 5,
            "at": at,
            "hidden": True,
            "weapons": ["ML:RA"],
        }
        for name, at in (("BX", "0204/2"), ("BY", "0402/4"))
    ]
    run = played(
        "B: ambush BX fire@3",
        "B: ambush BY fire",
        "A: move A1 run F F F F R F",
        unit=hidden,
        map={"0204": "w", "0402": "w"},
        allowance={"B": 2},
        dice={"psr:A1": [4, 9]},
    )
    assert seen(
        run, "Slid A1 hex=0303", "Revealed BY cause=shot", "Shot BY need=2", "MoveOver A1 hex=0303"
    )
    assert not seen(run, "Revealed BX cause=shot")
    assert not seen(run, "Interrupted")


def test_SK_12_who_lies_where_a_slide_ends_is_pushed_or_the_skidder_goes_back() -> None:
    other = {"id": "B1", "side": "B", "tons": 45, "walk": 6, "at": "0303/2", "done": True}
    case: dict[str, Any] = {"unit": [other], "dice": {"psr:A1": [4, 9], "collide:A1": [2]}}
    run = played("A: move A1 run F F F F R F", **case)
    assert seen(
        run,
        "Slid A1 hex=0303",
        "Pushed B1 hex=0302",
        "Rolled B1 roll=push need=5",
        "MoveOver A1 hex=0303",
    )
    walls = dict.fromkeys(("0302", "0402", "0403", "0203", "0202"), "#")
    back = played(
        "A: move A1 run F F F F R F",
        map={
            **walls,
            "0304": "P1",
            "0305": "P1",
            "0306": "P1",
            "0307": "P1",
            "0308": "P1",
            "0309": "P1",
            "0303": "P1",
        },
        **case,
    )
    assert seen(back, "MoveOver A1")
    assert len({unit.hex for unit in back.world.units.values()}) == len(back.world.units)


def test_CO_1_a_hidden_unit_is_found_and_not_asked() -> None:
    """T41 is the case; it is found even if the collision misses."""
    hidden = [{"id": "BH", "side": "B", "tons": 45, "walk": 5, "at": "0304/2", "hidden": True}]
    run = played(
        "A: move A1 run F F F F R F",
        unit=hidden,
        map={"0304": "w"},
        allowance={"B": 1},
        dice={"psr:A1": [4, 9], "collide:A1": [2]},
    )
    assert seen(
        run, "Revealed BH cause=struck", "Rolled A1 roll=collide need=9 dice=2", "MoveOver A1"
    )
    assert run.world.units["BH"].hex == "0304" or seen(run, "Pushed BH")


def test_CO_3_the_number_of_a_collision() -> None:
    """Equal skills and a target that stands still: 8; worse skidders hit less,
    prone and fast targets differ.
    """
    for skill, prone, need in ((5, False, 8), (3, False, 10), (5, True, 6)):
        other = {
            "id": "B1",
            "side": "B",
            "tons": 45,
            "walk": 6,
            "piloting": skill,
            "at": "0304/2",
            "done": True,
            "prone": prone,
        }
        assert seen(
            played("A: move A1 run F F F F R F", unit=[other], dice={"psr:A1": [4, 9]}),
            f"Rolled A1 roll=collide need={need}",
        )


def test_CO_4_a_target_that_is_destroyed_lets_the_slide_go_on() -> None:
    other = {
        "id": "B1",
        "side": "B",
        "tons": 20,
        "walk": 6,
        "at": "0304/3",
        "done": True,
        "armour": {},
    }
    run = played(
        "A: move A1 run F F F F R F", unit=[other], dice={"psr:A1": [4, 9], "collide:A1": [12]}
    )
    assert seen(run, "Destroyed B1", "Slid A1 hex=0304", "Slid A1 hex=0303")


def test_CO_5_a_miss_slides_through() -> None:
    other = {"id": "B1", "side": "B", "tons": 45, "walk": 6, "at": "0304/2", "done": True}
    run = played(
        "A: move A1 run F F F F R F", unit=[other], dice={"psr:A1": [4, 9], "collide:A1": [7]}
    )
    assert (a1(run).hex, run.world.units["B1"].hex) == ("0303", "0304")


def test_CO_6_IS_9_T66_a_hidden_unit_does_not_change_which_way_a_push_goes() -> None:
    """With a hidden unit in every hex around: the same pushes up to
    the moment when it is touched.
    """
    ends = set()
    for place in ("0303", "0302", "0403", "0204", "0604", ""):
        hidden = (
            [{"id": "BH", "side": "B", "tons": 45, "walk": 5, "at": f"{place}/0", "hidden": True}]
            if place
            else []
        )
        other = {"id": "B1", "side": "B", "tons": 45, "walk": 6, "at": "0304/2", "done": True}
        run = played(
            "A: move A1 run F F F F R F",
            unit=[other, *hidden],
            map={place: "w"} if place else {},
            allowance={"B": 1},
            options={"end_detect": "no"},
            dice={"psr:A1": [4, 9], "collide:A1": [12]},
        )
        pushed = [event for event in run.events() if fits(event, "Pushed B1")]
        ends.add((repr(pushed), a1(run).hex))
        assert seen(run, "Revealed BH cause=pushed", "Pushed BH hex=0302", "Pushed B1") == (
            place == "0303"
        )
    assert len(ends) == 1


def test_CO_7_CO_8_a_hidden_unit_that_cannot_be_pushed_turns_the_other_aside() -> None:
    hidden = {"id": "BH", "side": "B", "tons": 45, "walk": 5, "at": "0303/0", "hidden": True}
    other = {"id": "B1", "side": "B", "tons": 45, "walk": 6, "at": "0304/2", "done": True}
    run = played(
        "A: move A1 run F F F F R F",
        unit=[other, hidden],
        map={"0303": "w", "0302": "#"},
        allowance={"B": 1},
        dice={"psr:A1": [4, 9], "collide:A1": [12]},
    )
    assert seen(run, "Revealed BH cause=pushed", "Pushed B1 hex=0403")
    assert run.world.units["BH"].hex == "0303"
    assert run.world.units["B1"].facing == 2
