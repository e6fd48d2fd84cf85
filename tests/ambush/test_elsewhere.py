"""Hiding and shooting where other programs of the kind are known to go wrong."""

from typing import Any

from tests.ambush.stage import ORDERS, RUN, a1, hider, played, refusal, seen, worked


def test_elsewhere_38_where_no_weapon_bears_there_is_no_shot_and_the_move_goes_on() -> None:
    """Neither a prompt, nor a reveal by a standing order. A move goes on after a hold, too."""
    for weapons in ([], ["ML:CTr"]):
        case: dict[str, Any] = {"fixture": "H", "unit": [{"id": "BH", "weapons": weapons}]}
        asked = played(RUN, options={"window": "10m"}, **case)
        assert asked.table.view("B").chance is None
        filed = played("B: ambush BH fire", RUN, **case)
        assert seen(filed, "MoveOver A1 hex=0302")
        assert filed.world.units["BH"].hidden
    held = played(RUN, "B: hold", "tick", fixture="H", options={"window": "10m"})
    assert seen(held, "MoveOver A1 hex=0302")


def test_elsewhere_541_no_other_mode_and_no_fresh_points_after_a_shot() -> None:
    run = played("B: ambush BH fire", "A: move A1 walk F F F F", fixture="H")
    assert refusal(run, "A", "continue A1 F F F")[:2] == ("no-points", "F")
    assert refusal(run, "A", "move A1 run F")[0] == "unknown-word"


def test_elsewhere_672_two_shots_leave_the_mover_where_it_is() -> None:
    run = played(
        *("B: ambush BH fire", "B: ambush BG fire", RUN),
        *("A: continue A1 F F F", "A: continue A1 F"),
        fixture="H",
        unit=[hider("BG", "0202/2")],
        map={"0202": "w"},
        allowance={"B": 2},
        dice={"hit:BH": [2, 2, 2], "hit:BG": [2, 2, 2]},
    )
    first = ("Stepped A1 hex=0305", "Revealed BH", "Stepped A1 hex=0303", "Revealed BG")
    assert seen(run, *first, "Stepped A1 hex=0302", "MoveOver A1 hex=0302")


def test_elsewhere_994_no_prompt_for_a_shot_that_is_not_possible() -> None:
    """Two hexes away, already fired, unconscious: nothing to decide."""
    run = played("A: move A1 run F F", fixture="H", options={"window": "10m"})
    assert run.table.view("B").chance is None


def test_elsewhere_4632_5923_an_interrupted_round_is_saved_whole() -> None:
    """The rest of the moves survives a save in an interruption of an interruption."""
    whole, halves = worked(ORDERS), worked([])
    for line in ORDERS:
        halves.table = halves.table.load(halves.table.save())
        halves.line(line)
    assert halves.table.save() == whole.table.save()


def test_elsewhere_7662_paths_and_completions_do_not_avoid_hidden_units() -> None:
    """The reach of a mover is the same with and without a hidden unit in its way."""
    menus = []
    for at in ("0304", "0902"):
        run = played(
            fixture="H",
            unit=[{"id": "BH", "at": f"{at}/4"}],
            map={"0304": "w", "0902": "w", "0404": "P"},
        )
        menus.append([run.table.menu("A").complete(f"move A1 run {'F ' * n}") for n in range(6)])
    assert menus[0] == menus[1]


def test_elsewhere_743_a_unit_is_where_the_last_event_of_its_skid_says() -> None:
    run = played("A: move A1 run F F F F R F", dice={"psr:A1": [4, 9]})
    over = [event for event in run.events() if type(event).__name__ == "MoveOver"]
    assert getattr(over[-1], "hex", "") == a1(run).hex == run.table.view("B").units["A1"].hex
